//! Cross Over (rules: `docs/games/cross-over.md`).

mod board;
mod holes;
mod moves;
mod notation;
mod scene;
mod steps;

#[cfg(test)]
mod tests;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_contract::{
    Archiving, Described, Ending, Game, GameInfo, Heuristics, OptionInfo, Options, Outcome, Scratch, Seat,
    Solving, SpecError, Turn, TurnKinds, random, random_listed, reason,
};

pub use board::{Action, Board};
use board::{FACES, MOST_SENT, PEG, Rolled};
use holes::COLUMNS;

/// Pegs on the board at the start.
const PEGS: usize = 2 * COLUMNS;
/// Most plies of a turn: the roll and the steps of the face 5.
const TURN_PLIES: u64 = 6;

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct CrossOver {
    turn_limit: u32,
    /// Pegs in the reserve at the start.
    reserve: u8,
}

impl CrossOver {
    /// All pegs that there are.
    fn pegs(&self) -> usize {
        PEGS + usize::from(self.reserve)
    }

    /// Gives the turn to the other player, unless the game is over.
    #[inline]
    fn end_turn(&self, board: &mut Board) {
        let own = board.own();
        board.rolled = Rolled::NOT;
        board.to_move = board.to_move.other();
        board.turns += 1;
        if board.pegs[own] == 0 {
            board.ending = Some(Ending::win(Seat::new(own), reason::WON));
        } else if board.turns >= self.turn_limit {
            // Who has fewer pegs left is ahead.
            let [first, second] = board.pegs.map(BitSet::len);
            board.ending = Some(Ending::for_more([second, first], reason::LENGTH_LIMIT));
        }
    }
}

impl Described for CrossOver {
    const INFO: GameInfo = GameInfo {
        id: "cross-over",
        title: "Cross Over",
        family: "race",
        reconstructed: true,
        turns: TurnKinds::WITH_CHANCE,
        options: &[
            OptionInfo::int("turn_limit", 50..=100_000, "1000")
                .help("after this many turns the player with fewer pegs wins"),
            OptionInfo::int("reserve", 0..=10, "2").help("pegs in the reserve at the start"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(CrossOver { turn_limit: options.u32("turn_limit"), reserve: options.u32("reserve") as u8 })
    }
}

impl Game for CrossOver {
    type Position = Board;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, board, archive| {
        archive.number(&mut board.turns);
    });

    fn max_plies(&self) -> Option<u64> {
        Some(TURN_PLIES * u64::from(self.turn_limit))
    }

    fn start(&self) -> Board {
        Board::start(self.reserve)
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.ending.is_some() {
            Turn::Over
        } else if board.rolled.face == 0 {
            Turn::Chance
        } else {
            Turn::Seat(board.to_move)
        }
    }

    fn actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        board.list(actions);
    }

    fn chance(&self, _board: &Board, outcomes: &mut Vec<(Action, u64)>) {
        outcomes.extend((1..=FACES).map(|face| (Action::Roll(face), 1)));
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Action) {
        match action {
            Action::Roll(face) => return board.roll(face),
            Action::Step(from, to) => {
                board.step(from, to);
                if board.rolled.left > 0 {
                    return;
                }
            }
            Action::Cross(from, to) => {
                board.toggle(from);
                board.toggle(to);
            }
            Action::Remove(first, second) => {
                board.toggle(first);
                board.toggle(second);
                board.reserve += 2;
            }
            Action::Add(hole) => {
                board.toggle(hole);
                board.reserve -= 1;
            }
            Action::SendBack(from, to) => {
                board.toggle(from);
                board.toggle(to);
                board.rolled.sent += 1;
                if board.rolled.sent < MOST_SENT {
                    return;
                }
            }
            Action::Stop | Action::Pass => {}
        }
        self.end_turn(board);
    }

    fn outcome(&self, board: &Board) -> Outcome {
        board.ending.expect("the game is over").outcome(2)
    }

    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        board.hash()
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        board: &Board,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Action>,
    ) -> Action {
        board.draw_action(rng).unwrap_or_else(|| random_listed(self, board, seat, rng, scratch))
    }

    #[inline]
    fn chance_at(&self, _board: &Board, word: u64, _scratch: &mut Scratch<Action>) -> Action {
        Action::Roll(1 + random::scale(word, u64::from(FACES)) as u8)
    }

    fn count_actions(&self, board: &Board, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        board.count()
    }

    fn forget_history(&self, board: &mut Board) {
        board.turns = 0;
        let winner = Seat::all(2).find(|seat| board.pegs[seat.index()] == 0);
        board.ending = winner.map(|winner| Ending::win(winner, reason::WON));
    }
}

impl Heuristics for CrossOver {
    /// What the opponent's half weighs more than the own.
    #[inline]
    fn evaluate(&self, board: &Board, seat: Seat) -> Option<i32> {
        let own = seat.index();
        Some(board.burden(own ^ 1) - board.burden(own))
    }

    /// Of a crossing or a removal: the difference of two pegs that either makes.
    #[inline]
    fn gain<'a>(&'a self, _board: &'a Board) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| matches!(action, Action::Cross(..) | Action::Remove(..)).then_some(2 * PEG)
    }

    fn noisy_actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        board.list_noisy(actions);
    }
}

impl Solving for CrossOver {
    /// Left and right are alike.
    fn symmetric_hash(&self, board: &Board) -> u64 {
        board.symmetric_hash()
    }
}
