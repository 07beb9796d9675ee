//! The course of a game and of a match: what a ply does, how a game ends, what follows it.

use torneo_board::history::{History, Tracked};
use torneo_contract::zobrist;
use torneo_contract::{Ending, Reason, Seat, reason};

use super::board::{ARMY, Action, Board, ONE, VALUES};
use super::fielding::Forfeit;
use super::moves::Entries;
use super::paths::{BLACK, CHIEF, KINDS, PANTHAN, PRINCESS, Squares};
use super::wager::{Ledger, Passing, Stage, WHOLE, Wager};
use super::{Jetan, State};

/// Reasons of the end that are the game's own.
pub(super) const CHIEF_CAPTURED: Reason = "chief-captured";
pub(super) const THREE_PIECES: Reason = "three-pieces";
pub(super) const NO_MONEY: Reason = "no-money";
pub(super) const FORFEIT: Reason = "forfeit";

/// Plies that remain when both sides have few pieces of the same value.
const LAST_PLIES: u16 = 10;
/// How often a position may stand before the game is drawn.
const OCCURRENCES: usize = 3;
/// Plies without a capture that draw the game.
const IDLE_PLIES: u16 = 100;
/// Plies of a game at most.
pub(super) const MAX_PLIES: u16 = 1000;

/// How one game ended, by sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    pub(super) winner: Option<usize>,
    pub(super) reason: Reason,
}

impl Verdict {
    const fn draw(reason: Reason) -> Verdict {
        Verdict { winner: None, reason }
    }

    const fn win(side: usize, reason: Reason) -> Verdict {
        Verdict { winner: Some(side), reason }
    }

    /// The end that the loss of a piece brings, taken by a piece of kind `by`.
    #[inline]
    fn of_loss(loser: usize, kind: usize, by: usize) -> Option<Verdict> {
        match (kind, by) {
            (PRINCESS, _) | (CHIEF, CHIEF) => Some(Verdict::win(loser ^ 1, reason::WON)),
            (CHIEF, _) => Some(Verdict::draw(CHIEF_CAPTURED)),
            _ => None,
        }
    }
}

impl Jetan {
    /// The squares that the side to move may enter by the rules, whether it can pay for a move or not.
    #[inline]
    pub(super) fn legal_entries(&self, state: &State) -> Entries {
        let board = &state.board;
        let [own, enemy] = [0, 1].map(|other| board.owned[(board.to_move ^ other) & 1]);
        let mut entries = [!own; KINDS];
        if let Wager::Duel { .. } = self.terms.wager {
            let money = state.ledger.money_of(board.to_move);
            let princess = board.kinds[(board.to_move ^ 1) & 1][PRINCESS];
            for (entries, value) in entries.iter_mut().zip(VALUES) {
                if WHOLE * value > money {
                    *entries &= !enemy | princess;
                }
            }
        }
        entries
    }

    /// The squares that the side to move may enter and can pay for.
    #[inline]
    pub(super) fn paid_entries(&self, state: &State) -> Entries {
        let mut entries = self.legal_entries(state);
        if let Wager::Pay { .. } = self.terms.wager {
            let money = state.ledger.money_of(state.board.to_move);
            let occupied = state.board.occupied();
            for (kind, entries) in entries.iter_mut().enumerate() {
                let paid = |captures: bool| self.terms.price(kind, captures) <= money;
                *entries &= if paid(false) { !occupied } else { 0 } | if paid(true) { occupied } else { 0 };
            }
        }
        entries
    }

    /// Whether the side to move may pass though it could pay for a move.
    #[inline]
    pub(super) fn may_pass(&self, ledger: &Ledger, side: usize) -> bool {
        let Wager::Pay { passing, .. } = self.terms.wager else { return false };
        let seat = ledger.seat(side).index();
        match passing {
            Passing::Never => false,
            Passing::Limited(limit) => ledger.passes[seat] < limit,
            Passing::Alternate => !ledger.passed[seat],
        }
    }

    /// What the repetition rule takes for the same position.
    #[inline]
    fn identity(&self, state: &State) -> u64 {
        match self.terms.wager {
            Wager::Pay { .. } => {
                let [first, second] = state.ledger.money.map(u64::from);
                state.board.hash ^ zobrist::key(first << 32 | second)
            }
            _ => state.board.hash,
        }
    }

    /// Plays a ply.
    #[inline]
    pub(super) fn play(&self, position: &mut Tracked<State>, action: Action) {
        match action {
            Action::Move { from, to } => self.go(position, from, to, false),
            Action::Escape { from, to } => self.go(position, from, to, true),
            Action::Pass => self.pass_turn(position),
            Action::Answer(yes) => self.answer(position, yes),
            Action::Throw(dice) => self.throw(position, dice),
        }
    }

    #[inline]
    fn go(&self, position: &mut Tracked<State>, from: u8, to: u8, escapes: bool) {
        let Tracked { board: State { board, ledger, .. }, history } = position;
        let (origin, target) = (from as usize, to as usize);
        let attacked = board.piece(target);
        if let (Wager::Duel { .. }, Some((_, kind))) = (self.terms.wager, attacked)
            && kind != PRINCESS
        {
            ledger.stage = Stage::Duel { from, to, ties: 0 };
            return;
        }
        let (side, kind) = board.take(origin).expect("a piece moves");
        let captured = board.take(target);
        board.put(side, kind, target);
        ledger.pay(side, self.terms.price(kind, captured.is_some()));
        let seat = ledger.seat(side).index();
        (ledger.forced, ledger.passed[seat]) = (false, false);
        if escapes {
            board.use_escape(side);
        }
        let advances = kind == PANTHAN && Squares::rank(origin) != Squares::rank(target);
        if escapes || (advances && !self.movement.free) {
            history.clear();
        }
        let Some((loser, lost)) = captured else { return self.end_ply(position, false, None) };
        self.take_ransom(ledger, side, lost);
        self.end_ply(position, true, Verdict::of_loss(loser, lost, kind));
    }

    /// A capturer takes the value of the captured piece out of the purse, where that is the wager.
    #[inline]
    fn take_ransom(&self, ledger: &mut Ledger, side: usize, lost: usize) {
        if self.terms.wager == Wager::Field {
            ledger.draw_from_purse(side, WHOLE * VALUES[lost]);
        }
    }

    fn pass_turn(&self, position: &mut Tracked<State>) {
        let forced = !self.moves.can_move(&position.board.board, &self.paid_entries(&position.board));
        let State { board, ledger, .. } = &mut position.board;
        let seat = ledger.seat(board.to_move).index();
        let stuck = forced && ledger.forced;
        ledger.forced = forced;
        if let Wager::Pay { passing, .. } = self.terms.wager {
            ledger.passes[seat] += u16::from(!forced && matches!(passing, Passing::Limited(_)));
            ledger.passed[seat] = passing == Passing::Alternate;
        }
        self.end_ply(position, false, stuck.then_some(Verdict::draw(NO_MONEY)));
    }

    /// The attacker's die and the defender's decide a duel.
    fn throw(&self, position: &mut Tracked<State>, [attack, defence]: [u8; 2]) {
        let State { board, ledger, .. } = &mut position.board;
        let Stage::Duel { from, to, ties } = ledger.stage else { unreachable!("dice are thrown in duels") };
        let (attacker, attacking) = board.piece(from as usize).expect("the attacker");
        let (defender, defending) = board.piece(to as usize).expect("the defender");
        let [ante, other_ante] = self.antes(board, ledger, [from, to]);
        let sums = [u32::from(attack) + VALUES[attacking], u32::from(defence) + VALUES[defending]];
        if sums[0] == sums[1] {
            if self.terms.wager == (Wager::Duel { retreat: true }) {
                ledger.stage = Stage::Play;
                return self.end_ply(position, false, None);
            }
            ledger.stage = Stage::Duel { from, to, ties: ties.wrapping_add(1) };
            return;
        }
        ledger.stage = Stage::Play;
        board.take(from as usize);
        let verdict = if sums[0] > sums[1] {
            board.take(to as usize);
            board.put(attacker, attacking, to as usize);
            ledger.transfer(defender, other_ante);
            Verdict::of_loss(defender, defending, attacking)
        } else {
            ledger.transfer(attacker, ante);
            Verdict::of_loss(attacker, attacking, defending)
        };
        self.end_ply(position, true, verdict);
    }

    /// What attacker and defender of a duel stake, in half points.
    pub(super) fn antes(&self, board: &Board, ledger: &Ledger, squares: [u8; 2]) -> [u32; 2] {
        squares.map(|square| {
            let (side, kind) = board.piece(square as usize).expect("both fight");
            (WHOLE * VALUES[kind]).min(ledger.money_of(side))
        })
    }

    /// The turn goes to the other side, unless the game is over.
    #[inline]
    fn end_ply(&self, position: &mut Tracked<State>, captured: bool, decided: Option<Verdict>) {
        let Tracked { board: state, history } = position;
        state.board.flip();
        state.board.count_ply(captured);
        if captured {
            history.clear();
        }
        match decided.or_else(|| self.judge(state, history)) {
            None => history.push(self.identity(state)),
            Some(verdict) => self.close(position, verdict),
        }
    }

    /// Whether one of the draw rules ends the game.
    #[inline]
    fn judge(&self, state: &State, history: &History) -> Option<Verdict> {
        let board = &state.board;
        let reason = if board.equal_plies > LAST_PLIES {
            THREE_PIECES
        } else if !self.can_move(state) {
            reason::NO_MOVE
        } else if history.count(self.identity(state)) + 1 >= OCCURRENCES {
            reason::REPETITION
        } else if board.idle >= IDLE_PLIES {
            reason::NO_PROGRESS
        } else if board.plies >= MAX_PLIES {
            reason::LENGTH_LIMIT
        } else {
            return None;
        };
        Some(Verdict::draw(reason))
    }

    /// Whether the side to move has a legal move, payable or not.
    #[inline]
    fn can_move(&self, state: &State) -> bool {
        self.moves.can_move(&state.board, &self.legal_entries(state))
    }

    /// The end of the game that the board alone shows.
    pub(super) fn standing_verdict(&self, state: &State) -> Option<Verdict> {
        let board = &state.board;
        if let Some(loser) = (0..2).find(|&side| board.kinds[side][PRINCESS] == 0) {
            return Some(Verdict::win(loser ^ 1, reason::WON));
        }
        (state.ledger.stage == Stage::Play && !self.can_move(state)).then_some(Verdict::draw(reason::NO_MOVE))
    }

    /// Ends a game: settles the accounts and begins the next one, or ends the match.
    fn close(&self, position: &mut Tracked<State>, verdict: Verdict) {
        let Tracked { board: state, history } = position;
        if self.terms.is_single() {
            state.ended = Some(Self::single_ending(&state.ledger, verdict));
            return;
        }
        self.settle(&mut state.ledger, verdict);
        if state.ledger.game == self.terms.games {
            let many = self.terms.games > 1;
            let reason = if many { None } else { Some(verdict.reason) };
            state.ended = Some(self.final_ending(&state.ledger, reason));
            return;
        }
        self.next_game(state, history);
    }

    /// How a game ends that is no match.
    fn single_ending(ledger: &Ledger, verdict: Verdict) -> Ending {
        let Verdict { winner, reason } = verdict;
        Ending { winner: winner.map(|side| ledger.seat(side)), reason }
    }

    /// Gives the winner of a game its point and the purse.
    fn settle(&self, ledger: &mut Ledger, verdict: Verdict) {
        match verdict.winner {
            Some(side) => {
                ledger.points[ledger.seat(side).index()] += WHOLE;
                ledger.draw_from_purse(side, ledger.purse);
            }
            None => {
                ledger.points.iter_mut().for_each(|points| *points += WHOLE / 2);
                let stays = self.terms.wager == Wager::Field && ledger.game < self.terms.games;
                if !stays {
                    ledger.share_purse();
                }
            }
        }
    }

    /// How the match ends: by money, then by game points. `reason`: why, if not by that.
    pub(super) fn final_ending(&self, ledger: &Ledger, reason: Option<&'static str>) -> Ending {
        let ahead = |[first, second]: [u32; 2]| {
            (first != second).then_some(if first > second { Seat::FIRST } else { Seat::SECOND })
        };
        let winner = ahead(ledger.money).or(ahead(ledger.points));
        let reason = reason.unwrap_or(if winner.is_some() { reason::WON } else { reason::DRAWN });
        Ending { winner, reason }
    }

    /// Sets up the next game, or the first one.
    fn next_game(&self, state: &mut State, history: &mut History) {
        let forces = [Seat::FIRST, Seat::SECOND].map(|seat| state.board.force(state.ledger.side(seat)));
        state.ledger.game += 1;
        self.set_up(state, history, forces);
    }

    /// Fields the forces for a game; `held`: what each seat has of its army if pieces have to be bought back.
    pub(super) fn set_up(&self, state: &mut State, history: &mut History, held: [[u32; KINDS]; 2]) {
        history.clear();
        state.ledger.forget_passes();
        state.board = Board::empty();
        let none = [[0; KINDS]; 2];
        let forces = match self.terms.wager {
            Wager::Field => none,
            Wager::Return => held,
            _ => [ARMY; 2],
        };
        for (seat, force) in [Seat::FIRST, Seat::SECOND].into_iter().zip(forces) {
            self.place(&mut state.board, state.ledger.side(seat), force);
        }
        let fielded = match self.terms.wager {
            Wager::Field | Wager::Return => self.field(state, Seat::FIRST, 0),
            _ => Ok(true),
        };
        self.after_fielding(state, history, fielded);
    }

    /// Goes on after an answer.
    fn answer(&self, position: &mut Tracked<State>, yes: bool) {
        let Tracked { board: state, history } = position;
        let Stage::Ask(place) = state.ledger.stage else { unreachable!("a question has been asked") };
        if yes {
            self.buy(state, place as usize);
        }
        let seat = state.ledger.seat(state.board.to_move);
        let fielded = self.field(state, seat, place as usize + 1);
        self.after_fielding(state, history, fielded);
    }

    /// Begins to play if both forces are complete.
    fn after_fielding(&self, state: &mut State, history: &mut History, fielded: Result<bool, Forfeit>) {
        match fielded {
            Ok(false) => {}
            Ok(true) => {
                state.ledger.stage = Stage::Play;
                state.board.set_to_move(BLACK);
                self.begin(state, history);
            }
            Err(Forfeit(loser)) => {
                let ledger = &mut state.ledger;
                ledger.stage = Stage::Play;
                ledger.points[loser.other().index()] += WHOLE * u32::from(self.terms.games - ledger.game + 1);
                ledger.draw_from_purse(ledger.side(loser.other()), ledger.purse);
                state.board.reset_counts();
                state.ended = Some(self.final_ending(ledger, Some(FORFEIT)));
            }
        }
    }

    /// Makes a position the first of those that the draw rules know.
    pub(super) fn begin(&self, state: &mut State, history: &mut History) {
        history.clear();
        state.board.reset_counts();
        if let Stage::Duel { ties, .. } = &mut state.ledger.stage {
            *ties = 0;
        }
        if self.terms.is_single() {
            let verdict = self.standing_verdict(state);
            state.ended = verdict.map(|verdict| Self::single_ending(&state.ledger, verdict));
        }
        if state.ended.is_none() && !matches!(state.ledger.stage, Stage::Ask(_)) {
            history.push(self.identity(state));
        }
    }

    /// Whether a square holds an enemy of the side to move.
    #[inline]
    pub(super) fn is_capture(board: &Board, to: u8) -> bool {
        board.owned[(board.to_move ^ 1) & 1] & ONE[to as usize] != 0
    }
}
