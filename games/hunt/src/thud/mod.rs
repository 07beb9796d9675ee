//! Thud (rules: `docs/games/thud.md`).

mod board;
mod moves;
mod notation;
mod rows;
mod scene;
mod tables;
mod value;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::sum_of_terms;
use torneo_contract::{
    Archiving, Described, Ending, Game, GameInfo, Heuristics, OptionInfo, Options, Outcome, Reason, Scratch,
    Seat, Solving, SpecError, Turn, random_listed, reason,
};

use board::DWARFS;
pub use board::{Action, Board};
use tables::Tables;
use value::{POINT, TERMS, WEIGHTS};

/// Why a battle ends that both sides want to end.
const AGREEMENT: Reason = "agreement";
/// Pieces that can be captured in a battle, and one: so often the count of quiet plies can run up.
const QUIET_STRETCHES: u64 = 41;

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Thud {
    quiet_limit: u16,
    /// A troll that can capture by its step must.
    forced: bool,
    two_battles: bool,
    agreement: bool,
    tables: Arc<Tables>,
}

impl Thud {
    /// Why the battle is over, if it is.
    #[inline]
    fn judge(&self, board: &Board) -> Option<&'static str> {
        if board.pieces.iter().any(|set| set.is_empty()) {
            Some(reason::WON)
        } else if !board.can_move(&self.tables) {
            Some(reason::NO_MOVE)
        } else {
            (board.quiet >= self.quiet_limit).then_some(reason::NO_PROGRESS)
        }
    }

    /// Ends the battle: the contest is over, or the second battle begins with the roles exchanged.
    fn end_battle(&self, board: &mut Board, reason: Reason) {
        if self.two_battles && board.first_battle.is_none() {
            let points = [Seat::FIRST, Seat::SECOND].map(|seat| board.total(seat) as u8);
            *board = Board::start(&self.tables);
            board.first_battle = Some(points);
            board.dwarfs_seat = Seat::SECOND;
        } else {
            board.over = Some(reason);
        }
    }

    #[inline]
    fn may_propose(&self, board: &Board) -> bool {
        self.agreement && !board.barred[board.to_move]
    }

    /// The result if the contest ends here.
    fn ending(&self, board: &Board, reason: Reason) -> Ending {
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| board.total(seat));
        if first == second {
            let drawn = if reason == reason::WON { reason::DRAWN } else { reason };
            return Ending::draw(drawn);
        }
        Ending::win(if first > second { Seat::FIRST } else { Seat::SECOND }, reason)
    }
}

impl Described for Thud {
    const INFO: GameInfo = GameInfo {
        id: "thud",
        title: "Thud",
        family: "hunt",
        options: &[
            OptionInfo::int("quiet_limit", 20..=1000, "100")
                .help("plies in a row without a capture that end a battle"),
            OptionInfo::choice("troll_capture", &["optional", "forced"], "optional")
                .help("whether a troll that can capture by its step may also leave it"),
            OptionInfo::int("battles", 1..=2, "1").help(
                "with 2 a second battle with the roles exchanged follows, and the sums of points decide",
            ),
            OptionInfo::flag("agreement", false).help("a player may propose to end the battle"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(Thud {
            quiet_limit: options.u32("quiet_limit") as u16,
            forced: options.choice("troll_capture") == "forced",
            two_battles: options.u32("battles") == 2,
            agreement: options.bool("agreement"),
            tables: Arc::new(Tables::new()),
        })
    }
}

impl Game for Thud {
    type Position = Board;
    type Action = Action;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, board, archive| {
        archive.number(&mut board.quiet);
        archive.flag(&mut board.barred[0]);
        archive.flag(&mut board.barred[1]);
    });

    /// Every move of a piece may follow a proposal and its answer.
    fn max_plies(&self) -> Option<u64> {
        let moves = QUIET_STRETCHES * u64::from(self.quiet_limit) * if self.two_battles { 2 } else { 1 };
        Some(if self.agreement { 3 * moves } else { moves })
    }

    fn start(&self) -> Board {
        Board::start(&self.tables)
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        Turn::until(board.over, board.seat())
    }

    fn actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        self.list(board, actions);
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Action) {
        match action {
            Action::Move { .. } => {
                board.play(&self.tables, action);
                if let Some(reason) = self.judge(board) {
                    self.end_battle(board, reason);
                }
            }
            Action::Propose => {
                board.offered = true;
                board.barred[board.to_move] = true;
                board.to_move ^= 1;
            }
            Action::Accept => {
                board.offered = false;
                self.end_battle(board, AGREEMENT);
            }
            Action::Decline => {
                board.offered = false;
                board.barred[board.to_move] = true;
            }
        }
    }

    fn outcome(&self, board: &Board) -> Outcome {
        let points = Seat::all(2).map(|seat| board.total(seat));
        self.ending(board, board.over.expect("the game is over")).outcome(2).with_points(points)
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
        self.draw_action(board, rng).unwrap_or_else(|| random_listed(self, board, seat, rng, scratch))
    }

    fn count_actions(&self, board: &Board, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        self.count(board)
    }

    fn forget_history(&self, board: &mut Board) {
        board.quiet = 0;
        board.barred = [false; 2];
        board.barred[board.to_move ^ 1] = board.offered;
        board.over = None;
        if let Some(reason) = self.judge(board) {
            self.end_battle(board, reason);
        }
    }
}

impl Heuristics for Thud {
    const KEEPS_EVALUATIONS: bool = true;

    sum_of_terms! {
        /// The difference of the points, dwarfs side by side, and what either side attacks.
        |_game, board| board.dwarfs_seat => board.counts(), TERMS, WEIGHTS
    }

    /// Of a capture: the points that are captured.
    #[inline]
    fn gain<'a>(&'a self, board: &'a Board) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| {
            let Action::Move { captures: true, .. } = action else { return None };
            let captured = board.captured(&self.tables, action).len() as i32;
            Some(POINT * captured * if board.to_move == DWARFS { 4 } else { 1 })
        }
    }

    fn noisy_actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        self.list_captures(board, actions);
    }

    /// Both sides can nearly always wait.
    fn null_move(&self, board: &mut Board) -> bool {
        let mut next = *board;
        next.quiet += 1;
        next.to_move ^= 1;
        let possible = !board.offered && self.judge(&next).is_none();
        if possible {
            *board = next;
        }
        possible
    }
}

impl Solving for Thud {
    fn symmetric_hash(&self, board: &Board) -> u64 {
        board.symmetric_hash(&self.tables)
    }

    /// A cycle has no capture, so that the points stay as they are; those of a battle to come are not known.
    fn cycle_value(&self, board: &Board) -> Option<Ending> {
        let last = !self.two_battles || board.first_battle.is_some();
        last.then(|| self.ending(board, reason::NO_PROGRESS))
    }
}
