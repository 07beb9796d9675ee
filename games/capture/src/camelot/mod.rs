//! Camelot (rules: `docs/games/camelot.md`).

mod board;
mod choice;
mod moves;
mod notation;
mod quarters;
mod scene;
#[cfg(test)]
mod tests;
mod value;

use rand_core::Rng;

pub use board::Board;
use board::PIECES;
pub use moves::Action;
use torneo_board::sum_of_terms;
use torneo_contract::{
    Archiving, Described, Ending, Game, GameInfo, Heuristics, Notation, OptionInfo, Options, Outcome,
    Scratch, Seat, Solving, SpecError, Turn, noisy_listed, reason,
};

const NAMES: [&str; 2] = ["White", "Black"];
const START: &str = "Kc6 Kd7 Ki7 Kj6 Md6 Me6 Me7 Mf6 Mf7 Mg6 Mg7 Mh6 Mh7 Mi6 \
                     kc11 kd10 ki10 kj11 md11 me10 me11 mf10 mf11 mg10 mg11 mh10 mh11 mi11 w";

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Camelot {
    no_progress: u32,
    castle_moves: u8,
}

impl Camelot {
    /// How the game ends after a move of the side that is not to move; `played` tells whether it is a move of this
    /// game and not what a text shows.
    #[inline]
    fn judge(&self, board: &Board, played: bool) -> Option<Ending> {
        let (mover, other) = (board.to_move & 1 ^ 1, board.to_move & 1);
        let win = |reason| Some(Ending::win(Seat::new(mover), reason));
        let [mine, theirs] = [board.counts[mover], board.counts[other]];
        if board.holds_enemy_castle(mover) {
            win(reason::WON)
        } else if mine <= 1 && theirs <= 1 && (played || theirs == 0) {
            Some(Ending::draw(reason::DRAWN))
        } else if theirs == 0 {
            win(reason::WON)
        } else if !board.can_move(other, self.castle_moves) {
            win(reason::NO_MOVE)
        } else if board.quiet >= self.no_progress {
            Some(Ending::draw(reason::NO_PROGRESS))
        } else {
            None
        }
    }
}

impl Described for Camelot {
    const INFO: GameInfo = GameInfo {
        id: "camelot",
        title: "Camelot",
        family: "capture",
        options: &[
            OptionInfo::int("no_progress", 20..=1000, "100")
                .help("the game is drawn after this many plies in a row without a capture or a piece that enters a castle"),
            OptionInfo::int("castle_moves", 0..=10, "2")
                .help("moves between the squares of the enemy castle that a player may make in a game"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(Camelot {
            no_progress: options.u32("no_progress"),
            castle_moves: options.u32("castle_moves") as u8,
        })
    }
}

impl Game for Camelot {
    type Position = Board;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, board, archive| {
        archive.number(&mut board.quiet);
    });

    /// All pieces but one may be captured, and each side enters the castle twice.
    fn max_plies(&self) -> Option<u64> {
        let progress = 2 * PIECES as u64 - 1 + 4;
        Some((progress + 1) * u64::from(self.no_progress))
    }

    fn start(&self) -> Board {
        self.parse_position(START).expect("the start is a position")
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        Turn::until(board.ending, Seat::new(board.to_move & 1))
    }

    fn actions(&self, board: &Board, seat: Seat, actions: &mut Vec<Action>) {
        board.each_move(seat.index(), self.castle_moves, &mut |action| actions.push(action));
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Action) {
        board.quiet += 1;
        if board.play(board.to_move, action) {
            board.quiet = 0;
        }
        board.to_move ^= 1;
        board.ending = self.judge(board, true);
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
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        board.random_move(seat.index(), self.castle_moves, rng)
    }

    fn count_actions(&self, board: &Board, seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        board.count_moves(seat.index(), self.castle_moves)
    }

    fn forget_history(&self, board: &mut Board) {
        board.quiet = 0;
        board.ending = self.judge(board, false);
    }
}

impl Heuristics for Camelot {
    const KEEPS_EVALUATIONS: bool = true;

    sum_of_terms! {
        /// Pieces, how far they are from the enemy castle, and whether the side to move can jump.
        #[inline]
        |_game, board| Seat::FIRST => board.advantage(), value::TERMS, value::WEIGHTS
    }

    /// Of a capture: the pieces that are captured.
    #[inline]
    fn gain<'a>(&'a self, _board: &'a Board) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| (!action.jumps.is_empty()).then(|| 100 * action.jumps.directions().count() as i32)
    }

    fn noisy_actions(&self, board: &Board, seat: Seat, actions: &mut Vec<Action>) {
        if board.must_leave_castle(seat.index()) {
            noisy_listed(self, board, seat, actions);
        } else {
            board.each_capture(seat.index(), &mut |action| actions.push(action));
        }
    }
}

impl Solving for Camelot {}
