//! Trax (rules: `docs/games/trax.md`).

mod board;
mod notation;
#[cfg(test)]
mod oracle_tests;
mod scene;
mod sums;
mod tile;
mod value;

use educe::Educe;
use rand_core::Rng;

use crate::mosaic::{Cell, Open};
use board::Board;
use tile::{FIRST, SIDES, TILES, WHITE, matching};
use torneo_board::sum_of_terms;
use torneo_contract::{
    Described, Ending, Game, GameInfo, Heuristics, OptionInfo, Options, Outcome, Scratch, Seat, Solving,
    SpecError, Turn, random, random_listed, reason, zobrist,
};

const NAMES: [&str; 2] = ["White", "Red"];
/// Columns and rows of the small board.
const SMALL: usize = 8;
/// The largest value of `max_tiles`.
const MOST_TILES: i64 = 1000;
/// Draws of a random tile before the legal moves are listed.
const TRIES: usize = 64;
/// The key of the second player's turn.
const RED_KEY: u64 = zobrist::key(0);

/// The first tile of a turn. Cells are counted from the column just left of the tiles and the row just above
/// them. So they do not depend on where the tiles lie on the plane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    row: u16,
    column: u16,
    /// The colouring.
    tile: u8,
}

/// The tiles and the side to move.
#[derive(Debug, PartialEq, Educe)]
#[educe(Clone)]
pub struct Position {
    board: Board,
    to_move: Seat,
    over: Option<Ending>,
}

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Trax {
    /// Whether the tiles stay within eight columns and rows.
    small: bool,
    /// Whether only loops win.
    loops_only: bool,
    /// Whether a turn that completes winning tracks of both colours draws.
    both_draw: bool,
    max_tiles: usize,
}

impl Trax {
    /// Whether a tile may lie on a cell.
    #[inline]
    fn fits(&self, board: &Board, cell: Cell) -> bool {
        if !self.small {
            return true;
        }
        let (columns, rows) = board.mosaic.bounds().with(cell).size();
        columns <= SMALL && rows <= SMALL
    }

    /// The colourings that can be put on a cell, as bits.
    #[inline]
    fn possible(&self, board: &Board, open: &Open<SIDES>) -> u8 {
        if !self.fits(board, open.cell) {
            return 0;
        }
        let fitting = matching(open.touch);
        let possible = (0..TILES).filter(|&tile| fitting >> tile & 1 == 1 && board.is_possible(open, tile));
        possible.fold(0, |possible, tile| possible | 1 << tile)
    }

    fn action(board: &Board, (x, y): Cell, tile: usize) -> Action {
        let (left, top) = board.mosaic.bounds().low;
        Action { row: (y - top + 1) as u16, column: (x - left + 1) as u16, tile: tile as u8 }
    }

    /// How the game ended with a turn of `mover`.
    #[inline]
    fn judge(&self, board: &Board, mover: Seat) -> Option<Ending> {
        let lines = if self.loops_only { [false; 2] } else { board.lines() };
        let wins = |seat: Seat| board.loops[seat.index()] || lines[seat.index()];
        if wins(mover) {
            let shared = self.both_draw && wins(mover.other());
            return Some(if shared { Ending::draw(reason::DRAWN) } else { Ending::win(mover, reason::WON) });
        }
        if wins(mover.other()) {
            return Some(Ending::win(mover.other(), reason::WON));
        }
        if board.mosaic.tiles() >= self.max_tiles {
            return Some(Ending::draw(reason::LENGTH_LIMIT));
        }
        let stuck = self.small && board.mosaic.open().iter().all(|open| self.possible(board, open) == 0);
        stuck.then_some(Ending::draw(reason::NO_MOVE))
    }
}

impl Described for Trax {
    const INFO: GameInfo = GameInfo {
        id: "trax",
        title: "Trax",
        family: "tiles",
        options: &[
            OptionInfo::choice("board", &["unlimited", "8x8"], "unlimited")
                .help("8x8: the tiles stay within eight columns and eight rows"),
            OptionInfo::choice("win", &["standard", "loop"], "standard")
                .help("standard: loops and lines win; loop: only loops"),
            OptionInfo::choice("both_win", &["mover", "draw"], "mover")
                .help("the result of a turn that completes winning tracks of both colours"),
            OptionInfo::int("max_tiles", 1..=MOST_TILES, "256")
                .help("the game is drawn when this many tiles are down"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(Trax {
            small: options.choice("board") == "8x8",
            loops_only: options.choice("win") == "loop",
            both_draw: options.choice("both_win") == "draw",
            max_tiles: options.u32("max_tiles") as usize,
        })
    }
}

impl Game for Trax {
    type Position = Position;
    type Action = Action;

    fn max_plies(&self) -> Option<u64> {
        Some(self.max_tiles as u64)
    }

    fn start(&self) -> Position {
        Position { board: Board::empty(), to_move: Seat::new(WHITE), over: None }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        Turn::until(position.over, position.to_move)
    }

    fn actions(&self, position: &Position, _seat: Seat, actions: &mut Vec<Action>) {
        let board = &position.board;
        if board.mosaic.tiles() == 0 {
            return actions.extend(FIRST.map(|tile| Action { row: 0, column: 0, tile: tile as u8 }));
        }
        let from = actions.len();
        for open in board.mosaic.open() {
            let possible = self.possible(board, open);
            let tiles = (0..TILES).filter(|tile| possible >> tile & 1 == 1);
            actions.extend(tiles.map(|tile| Self::action(board, open.cell, tile)));
        }
        // The order of the open cells tells how the position came about.
        actions[from..].sort_unstable();
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        let board = &mut position.board;
        let cell = if board.mosaic.tiles() == 0 {
            (0, 0)
        } else {
            let (left, top) = board.mosaic.bounds().low;
            (left + action.column as i16 - 1, top + action.row as i16 - 1)
        };
        let played = board.play(cell, action.tile.into());
        debug_assert!(played.is_ok(), "the move is legal");
        position.over = self.judge(board, position.to_move);
        position.to_move = position.to_move.other();
    }

    fn outcome(&self, position: &Position) -> Outcome {
        position.over.expect("the game is over").outcome(2)
    }

    #[inline]
    fn hash(&self, position: &Position) -> u64 {
        position.board.hash() ^ if position.to_move.index() == WHITE { 0 } else { RED_KEY }
    }

    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Action>,
    ) -> Action {
        let board = &position.board;
        let open = board.mosaic.open();
        if !open.is_empty() {
            for _ in 0..TRIES {
                // At most three colourings match what touches a cell.
                let (cell, nth) = random::pair_below(rng, open.len(), 3);
                let cell = &open[cell];
                let fitting = matching(cell.touch);
                let Some(tile) = (0..TILES).filter(|tile| fitting >> tile & 1 == 1).nth(nth) else {
                    continue;
                };
                if self.fits(board, cell.cell) && board.is_possible(cell, tile) {
                    return Self::action(board, cell.cell, tile);
                }
            }
        }
        random_listed(self, position, seat, rng, scratch)
    }

    fn count_actions(&self, position: &Position, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        let board = &position.board;
        if board.mosaic.tiles() == 0 {
            return FIRST.len();
        }
        board.mosaic.open().iter().map(|open| self.possible(board, open).count_ones() as usize).sum()
    }
}

impl Trax {
    /// What White has more than Red.
    #[inline]
    fn advantage(&self, position: &Position) -> [i32; value::TERMS.len()] {
        value::advantage(&position.board.mosaic, position.to_move.index() == WHITE)
    }
}

impl Heuristics for Trax {
    const KEEPS_EVALUATIONS: bool = true;

    sum_of_terms! {
        /// Tracks whose ends are near each other or far apart.
        |game, position| Seat::new(WHITE) => game.advantage(position), value::TERMS, value::WEIGHTS
    }

    /// A tile more is hardly ever a disadvantage to who puts it.
    fn null_move(&self, position: &mut Position) -> bool {
        let may = position.board.mosaic.tiles() > 1;
        if may {
            position.to_move = position.to_move.other();
        }
        may
    }

    /// There are none.
    #[inline]
    fn noisy_actions(&self, _position: &Self::Position, _seat: Seat, _actions: &mut Vec<Self::Action>) {}
}

impl Solving for Trax {
    fn symmetric_hash(&self, position: &Position) -> u64 {
        position.board.symmetric_hash() ^ if position.to_move.index() == WHITE { 0 } else { RED_KEY }
    }
}
