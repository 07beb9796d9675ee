//! Which pieces are fielded before a game for a ransom, and what they cost.

use torneo_contract::{Refusal, Seat, refuse, refuse_if};

use super::board::{Board, VALUES};
use super::paths::{CHIEF, DWAR, FLIER, KINDS, PADWAR, PANTHAN, PRINCESS, THOAT, WARRIOR};
use super::wager::{Ledger, Stage, WHOLE, Wager};
use super::{Jetan, State};

/// The pieces of an army in the order in which they are offered.
pub(super) const PRICE_LIST: [usize; 20] = [
    CHIEF, PRINCESS, FLIER, FLIER, DWAR, DWAR, THOAT, THOAT, WARRIOR, WARRIOR, PADWAR, PADWAR, PANTHAN,
    PANTHAN, PANTHAN, PANTHAN, PANTHAN, PANTHAN, PANTHAN, PANTHAN,
];

/// Pieces besides Chief and Princess that a force needs.
const OTHERS: u32 = 2;

/// A seat cannot complete a force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Forfeit(pub(super) Seat);

/// A force with the money that is left.
#[derive(Clone, Copy, Debug)]
struct Budget {
    held: [u32; KINDS],
    /// In half points.
    money: u32,
}

impl Budget {
    /// Pieces besides Chief and Princess.
    fn others(&self) -> u32 {
        self.held.iter().sum::<u32>() - self.held[CHIEF] - self.held[PRINCESS]
    }

    /// Whether the piece at a place of the list is there already.
    fn has(&self, place: usize) -> bool {
        let kind = PRICE_LIST[place];
        let before = PRICE_LIST[..place].iter().filter(|&&other| other == kind).count();
        self.held[kind] > before as u32
    }

    /// Whether the piece at a place leaves a point for each piece that the force still needs.
    fn affords(&self, place: usize) -> bool {
        let kind = PRICE_LIST[place];
        let others = self.others() + u32::from(kind != CHIEF && kind != PRINCESS);
        self.money >= WHOLE * (VALUES[kind] + OTHERS.saturating_sub(others))
    }

    fn buy(&mut self, place: usize) {
        let kind = PRICE_LIST[place];
        self.held[kind] += 1;
        self.money -= WHOLE * VALUES[kind];
    }

    /// Buys all that can be afforded from a place of the list on.
    fn buy_rest(mut self, place: usize) -> Budget {
        for place in place..PRICE_LIST.len() {
            if !self.has(place) && self.affords(place) {
                self.buy(place);
            }
        }
        self
    }

    fn is_complete(&self) -> bool {
        self.held[CHIEF] > 0 && self.held[PRINCESS] > 0 && self.others() >= OTHERS
    }
}

fn budget(state: &State, seat: Seat) -> Budget {
    let held = state.board.force(state.ledger.side(seat));
    Budget { held, money: state.ledger.money[seat.index()] }
}

impl Jetan {
    /// Puts a force on the start squares, from its owner's left to right.
    pub(super) fn place(&self, board: &mut Board, side: usize, force: [u32; KINDS]) {
        for (kind, count) in force.into_iter().enumerate() {
            for &square in &self.starts[side][kind][..count as usize] {
                board.put(side, kind, square as usize);
            }
        }
    }

    /// The seat that is asked takes the piece at a place of the list and pays for it.
    pub(super) fn buy(&self, state: &mut State, place: usize) {
        let State { board, ledger, .. } = state;
        let (side, kind) = (board.to_move, PRICE_LIST[place]);
        let held = board.force(side)[kind] as usize;
        board.put(side, kind, self.starts[side][kind][held] as usize);
        let price = WHOLE * VALUES[kind];
        match self.terms.wager {
            Wager::Field => ledger.pay(side, price),
            _ => ledger.transfer(side, price),
        }
    }

    /// Fields the force of a seat from a place of the list on, then that of the second seat; whether both are
    /// complete, else a question is due.
    ///
    /// # Errors
    /// A seat that cannot manage a force.
    pub(super) fn field(&self, state: &mut State, seat: Seat, place: usize) -> Result<bool, Forfeit> {
        let mut first = place;
        for seat in Seat::all(2).skip(seat.index()) {
            refuse_if!(first == 0 && !budget(state, seat).buy_rest(0).is_complete(), Forfeit(seat));
            state.board.set_to_move(state.ledger.side(seat));
            if let Some(place) = self.field_one(state, seat, first) {
                state.ledger.stage = Stage::Ask(place as u8);
                return Ok(false);
            }
            first = 0;
        }
        Ok(true)
    }

    /// Fields what needs no answer; the place of the first piece that does.
    fn field_one(&self, state: &mut State, seat: Seat, first: usize) -> Option<usize> {
        for (place, kind) in PRICE_LIST.into_iter().enumerate().skip(first) {
            let budget = budget(state, seat);
            if budget.has(place) || !budget.affords(place) {
                continue;
            }
            if self.terms.ask && !matches!(kind, CHIEF | PRINCESS) {
                return Some(place);
            }
            self.buy(state, place);
        }
        None
    }

    /// Whether the seat that is asked may do without the piece at a place of the list.
    pub(super) fn may_decline(&self, state: &State, place: usize) -> bool {
        budget(state, state.ledger.seat(state.board.to_move)).buy_rest(place + 1).is_complete()
    }

    /// Refuses the question about a place of the list where it cannot be due.
    pub(super) fn check_question(&self, state: &State, place: usize) -> Result<(), Refusal> {
        let State { board, ledger, .. } = state;
        if !self.terms.ask || place >= PRICE_LIST.len() || matches!(PRICE_LIST[place], CHIEF | PRINCESS) {
            refuse!("no such piece is asked about");
        }
        let seat = ledger.seat(board.to_move);
        let budget = budget(state, seat);
        if budget.has(place) || !budget.affords(place) || !budget.buy_rest(place).is_complete() {
            refuse!("the piece is there already or cannot be paid");
        }
        self.check_forces(board, ledger, place)
    }

    /// Refuses forces that cannot be those at a question.
    fn check_forces(&self, board: &Board, ledger: &Ledger, place: usize) -> Result<(), Refusal> {
        let seat = ledger.seat(board.to_move);
        let asked = board.force(board.to_move);
        let other = board.force(board.to_move ^ 1);
        if asked[CHIEF] == 0 || asked[PRINCESS] == 0 {
            refuse!("Chief and Princess are taken before anything is asked");
        }
        let complete = |force: [u32; KINDS]| Budget { held: force, money: 0 }.is_complete();
        if seat == Seat::SECOND && !complete(other) {
            refuse!("the first player's force is complete when the second one is asked");
        }
        if self.terms.wager == Wager::Field {
            let offered = |kind: usize| PRICE_LIST[..place].iter().filter(|&&other| other == kind).count();
            if (0..KINDS).any(|kind| asked[kind] > offered(kind) as u32) {
                refuse!("pieces are fielded that have not been asked about yet");
            }
            if seat == Seat::FIRST && other != [0; KINDS] {
                refuse!("the second player fields nothing before the first");
            }
        }
        let placed = |side: usize| {
            let mut fresh = Board::empty();
            self.place(&mut fresh, side, board.force(side));
            fresh.owned[side] == board.owned[side] && fresh.kinds[side] == board.kinds[side]
        };
        if !placed(0) || !placed(1) {
            refuse!("pieces are fielded on their start squares, from their owner's left");
        }
        Ok(())
    }
}
