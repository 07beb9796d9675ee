//! Skirrid (rules: `docs/games/skirrid.md`).

mod board;
mod notation;
mod numbers;
mod scene;
mod shapes;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::sum_of_terms;
use torneo_board::terms::less;
use torneo_contract::{
    Described, Game, GameInfo, Heuristics, OptionInfo, Options, Outcome, Scratch, Seat, Solving, SpecError,
    Turn, random,
};

pub use board::Board;
use board::{Last, Places, Ranks};
use numbers::{SQUARES, Squares};
use shapes::{Figure, MULTIPLIERS, SHAPES, SLOTS, Shapes, TILES, is_down, multiplier};

/// Turns passed in a row that end the game.
const PASSES: u8 = 2;

/// Random draws before all placements are counted.
const TRIES: usize = 200;

/// Units of the evaluation: a point, a square of a tile that is left, which has yet to be placed, and the score that
/// opens the corners.
const POINT_VALUE: i32 = 10;
const SQUARE_VALUE: i32 = -20;
const ENTERED_VALUE: i32 = 150;

/// What the evaluation counts, and its worth; the tiles that are left by their multipliers besides.
const TERMS: [&str; 4 + MULTIPLIERS] = ["points", "squares", "entered", "next", "single", "double", "triple"];
const WEIGHTS: [i32; TERMS.len()] = [POINT_VALUE, SQUARE_VALUE, ENTERED_VALUE, POINT_VALUE, 0, 0, 0];

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A tile is placed.
    Place {
        /// The tile and the way in which it lies: its number times the number of ways, plus that of the way.
        figure: u8,
        /// The square of its lowest rank and its leftmost file, which it need not cover.
        at: u16,
    },
    /// No tile can be placed.
    Pass,
}

impl Action {
    #[inline]
    fn place(tile: usize, slot: usize, at: usize) -> Action {
        Action::Place { figure: (tile * SLOTS + slot) as u8, at: at as u16 }
    }
}

/// The tiles and ways with one outline and face of a shape.
struct Group {
    outline: usize,
    down: bool,
    /// Pairs of tile and slot.
    figures: Vec<(usize, usize)>,
}

/// The rules with their options.
#[derive(Clone)]
pub struct Skirrid {
    entry_score: u32,
    numbers: Vec<u16>,
    /// The numbers that occur, the greatest first, with the squares that have them.
    levels: Vec<(u16, Ranks)>,
    shapes: Shapes,
    groups: std::sync::Arc<[Group]>,
    /// Quarter turns after which the numbers are the same again: 1, 2 or 4.
    turn: usize,
}

impl Skirrid {
    fn with(numbers: Vec<u16>, shapes: Shapes, entry_score: u32) -> Skirrid {
        let mut groups: Vec<Group> = Vec::new();
        for (tile, slot) in (0..TILES).flat_map(|tile| (0..SLOTS).map(move |slot| (tile, slot))) {
            let Some(Figure { outline, .. }) = shapes.figure(tile, slot) else { continue };
            let (outline, down) = (outline as usize, is_down(slot));
            match groups.iter_mut().find(|group| (group.outline, group.down) == (outline, down)) {
                Some(group) => group.figures.push((tile, slot)),
                None => groups.push(Group { outline, down, figures: vec![(tile, slot)] }),
            }
        }
        let same = |quarters| {
            (0..SQUARES).all(|square| numbers[square] == numbers[numbers::turned(square, quarters)])
        };
        let turn = [1, 2].into_iter().find(|&quarters| same(quarters)).unwrap_or(4);
        let levels = numbers::levels(&numbers);
        Skirrid { entry_score, numbers, levels, shapes, groups: groups.into(), turn }
    }

    #[inline]
    fn places(&self, board: &Board) -> Places {
        board.places(&self.shapes.outlines, board.scores[board.side()] >= self.entry_score)
    }

    /// Calls `visit` with the squares on which each outline can be, and the tiles of the side to move that can lie
    /// there.
    #[inline]
    fn for_each_group(
        &self,
        board: &Board,
        mut visit: impl FnMut(&Ranks, &mut dyn Iterator<Item = (usize, usize)>),
    ) {
        let (places, tiles) = (self.places(board), board.tiles[board.side()]);
        for group in self.groups.iter() {
            let left = |&&(tile, _): &&(usize, usize)| tiles.has(tile);
            if group.down && board.is_empty() || group.figures.iter().find(left).is_none() {
                continue;
            }
            let anchors = places.anchors(&self.shapes.outlines[group.outline]);
            visit(&anchors, &mut group.figures.iter().filter(left).copied());
        }
    }

    /// The number of placements.
    fn count(&self, board: &Board) -> usize {
        let mut count = 0;
        self.for_each_group(board, |anchors, figures| count += size(anchors) * figures.count());
        count
    }

    /// The placement with number `n` of all.
    fn nth(&self, board: &Board, mut n: usize) -> Action {
        let mut found = Action::Pass;
        self.for_each_group(board, |anchors, figures| {
            let size = size(anchors);
            for (tile, slot) in figures {
                if found == Action::Pass && n < size {
                    found = Action::place(tile, slot, square(anchors, n));
                }
                n = n.wrapping_sub(size);
            }
        });
        found
    }

    /// Whether a placement is legal for the side to move.
    fn is_legal(&self, board: &Board, tile: usize, slot: usize, at: usize) -> bool {
        let tiles = board.tiles[board.side()];
        tiles.has(tile)
            && !(board.is_empty() && is_down(slot))
            && self.shapes.figure(tile, slot).is_some_and(|figure| {
                let outline = self.shapes.outline_of(figure);
                self.places(board).fits(outline, Squares::file(at), Squares::rank(at))
            })
    }

    /// The points for a placement.
    #[inline]
    fn points(&self, tile: usize, slot: usize, at: usize) -> u32 {
        let Some(figure) = self.shapes.figure(tile, slot) else { return 0 };
        let squares = &self.shapes.outline_of(figure).squares;
        let number =
            |(file, rank): (u8, u8)| u32::from(self.numbers[at + Squares::at(file as usize, rank as usize)]);
        let sum: u32 = squares.iter().map(|&square| number(square)).sum();
        let total = sum + (multiplier(tile) - 1) * number(squares[figure.star as usize]);
        if is_down(slot) { total / 2 } else { total }
    }

    /// The player whose turn comes next: a player without tiles is skipped.
    #[inline]
    fn end_turn(&self, board: &mut Board) {
        let side = board.side();
        if board.tiles[side ^ 1] != 0 || board.tiles[side] == 0 {
            board.to_move ^= 1;
        } else {
            board.last = None;
        }
    }

    /// What the first player has more than the second.
    #[inline]
    fn advantage(&self, board: &Board) -> [i32; TERMS.len()] {
        let of_side = |side: usize| {
            let mut counts = [0; TERMS.len()];
            counts[0] = board.scores[side] as i32;
            counts[1] = squares_of_all(board.tiles[side]);
            counts[2] = i32::from(board.scores[side] >= self.entry_score);
            for multiplier in 0..MULTIPLIERS {
                counts[4 + multiplier] = (board.tiles[side] & with_multiplier(multiplier)).len() as i32;
            }
            counts
        };
        let mut counts = less(of_side(0), of_side(1));
        let next = self.within_reach(board) as i32;
        counts[3] = if board.side() == 0 { next } else { -next };
        counts
    }

    /// The greatest number beside a tile that the side to move may cover in some turn, under the greatest multiplier
    /// that it has left. A tile placed face down, which bars squares for a turn, is not considered.
    #[inline]
    fn within_reach(&self, board: &Board) -> u32 {
        let beside = board.open_frontier(board.scores[board.side()] >= self.entry_score);
        let meets = |squares: &Ranks| beside.iter().zip(squares).fold(0, |met, (a, b)| met | a & b) != 0;
        let best = self.levels.iter().find(|(_, squares)| meets(squares)).map_or(0, |&(number, _)| number);
        best_multiplier(board) * u32::from(best)
    }

    /// By how much an action changes the evaluation if it scores at least so much.
    #[inline]
    fn gain_from(&self, board: &Board, least: u32, action: Action) -> Option<i32> {
        let Action::Place { figure, at } = action else { return None };
        let (tile, slot) = (figure as usize / SLOTS, figure as usize % SLOTS);
        let points = self.points(tile, slot, at as usize);
        if points < least {
            return None;
        }
        let score = board.scores[board.side()];
        let enters = score < self.entry_score && score + points >= self.entry_score;
        Some(
            POINT_VALUE * points as i32 - SQUARE_VALUE * squares_of(tile)
                + if enters { ENTERED_VALUE } else { 0 },
        )
    }
}

/// The greatest multiplier of the tiles that the side to move has left.
#[inline]
fn best_multiplier(board: &Board) -> u32 {
    let tiles = board.tiles[board.side()];
    let left = |&times: &usize| tiles & with_multiplier(times - 1) != 0;
    (1..=MULTIPLIERS).rev().find(left).unwrap_or(0) as u32
}

/// The tiles whose multiplier, less one, is this.
#[inline]
const fn with_multiplier(multiplier: usize) -> u32 {
    const FIRST_OF_SHAPES: u32 = 0o111_111;
    FIRST_OF_SHAPES << multiplier
}

/// Number of squares of all tiles of a set: of each shape one more than of the one before.
#[inline]
fn squares_of_all(tiles: u32) -> i32 {
    (0..SHAPES).map(|shape| (tiles >> (MULTIPLIERS * shape)).len() as i32).sum()
}

/// Number of squares of a tile.
#[inline]
const fn squares_of(tile: usize) -> i32 {
    (tile / MULTIPLIERS) as i32 + 1
}

/// Number of squares of a set.
#[inline]
fn size(ranks: &Ranks) -> usize {
    ranks.iter().map(|rank| rank.count_ones() as usize).sum()
}

/// The square with number `n` of a set that has more.
fn square(ranks: &Ranks, mut n: usize) -> usize {
    for (rank, files) in ranks.iter().enumerate() {
        let count = files.len() as usize;
        if n < count {
            return Squares::at(files.nth(n), rank);
        }
        n -= count;
    }
    unreachable!("the number is below the size of the set");
}

impl Described for Skirrid {
    const INFO: GameInfo = GameInfo {
        id: "skirrid",
        title: "Skirrid",
        family: "territory",
        reconstructed: true,
        options: &[
            OptionInfo::int("entry_score", 0..=200, "75")
                .help("the score with which a player may use the four corners"),
            OptionInfo::text("numbers", "reconstruction")
                .help("`reconstruction`, or 19 ranks separated by / of 19 numbers 0..=99, the highest rank first"),
            OptionInfo::text("shapes", "reconstruction")
                .help("`reconstruction`, or 6 drawings separated by ; with ranks separated by /: # a square, * the multiplier's, . none"),
            OptionInfo::flag("mirror_when_down", true)
                .help("a tile placed face down lies as its mirror image"),
        ],
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let numbers =
            numbers::table(options.text("numbers")).map_err(|message| options.error("numbers", message))?;
        let shapes = Shapes::new(options.text("shapes"), options.bool("mirror_when_down"))
            .map_err(|message| options.error("shapes", message))?;
        Ok(Skirrid::with(numbers, shapes, options.u32("entry_score")))
    }
}

impl Game for Skirrid {
    type Position = Board;
    type Action = Action;

    /// Between two placements one pass is possible, and two after the last.
    fn max_plies(&self) -> Option<u64> {
        Some(4 * TILES as u64 + 2)
    }

    fn start(&self) -> Board {
        Board::empty()
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        let over = board.passes >= PASSES || board.tiles == [0; 2];
        if over { Turn::Over } else { Turn::Seat(Seat::new(board.side())) }
    }

    fn actions(&self, board: &Board, _seat: Seat, actions: &mut Vec<Action>) {
        let before = actions.len();
        self.for_each_group(board, |anchors, figures| {
            for (tile, slot) in figures {
                for (rank, files) in anchors.iter().enumerate() {
                    let here = files.members().map(|file| Action::place(tile, slot, Squares::at(file, rank)));
                    actions.extend(here);
                }
            }
        });
        if actions.len() == before {
            actions.push(Action::Pass);
        }
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Action) {
        board.last = None;
        match action {
            Action::Pass => board.passes += 1,
            Action::Place { figure, at } => {
                let (tile, slot) = (figure as usize / SLOTS, figure as usize % SLOTS);
                let (side, at) = (board.side(), at as usize);
                board.passes = 0;
                board.scores[side] += self.points(tile, slot, at);
                if let Some(Figure { outline, .. }) = self.shapes.figure(tile, slot) {
                    board.cover(&self.shapes.outlines[outline as usize], at);
                    let last = Last { outline, at: at as u16 };
                    board.last = (is_down(slot) && board.tiles[side ^ 1] != 0).then_some(last);
                }
                board.use_tile(side, tile);
            }
        }
        self.end_turn(board);
    }

    fn outcome(&self, board: &Board) -> Outcome {
        Outcome::by_most_points(board.scores)
    }

    #[inline]
    fn hash(&self, board: &Board) -> u64 {
        board.hash(&self.shapes.outlines)
    }

    /// A tile, a way to lie and a square, drawn until they fit; where that takes long, the placements are counted.
    #[inline]
    fn random_action<R: Rng>(
        &self,
        board: &Board,
        _seat: Seat,
        rng: &mut R,
        _scratch: &mut Scratch<Action>,
    ) -> Action {
        let (places, tiles) = (self.places(board), board.tiles[board.side()]);
        for _ in 0..TRIES {
            let (index, at) = random::pair_below(rng, tiles.len() as usize * SLOTS, SQUARES);
            let (index, slot) = (index / SLOTS, index % SLOTS);
            let tile = tiles.nth(index);
            let Some(figure) = self.shapes.figure(tile, slot) else { continue };
            let outline = self.shapes.outline_of(figure);
            let fits = places.fits(outline, Squares::file(at), Squares::rank(at));
            if fits && !(is_down(slot) && board.is_empty()) {
                return Action::place(tile, slot, at);
            }
        }
        match self.count(board) {
            0 => Action::Pass,
            count => self.nth(board, random::below(rng, count)),
        }
    }

    fn count_actions(&self, board: &Board, _seat: Seat, _scratch: &mut Scratch<Action>) -> usize {
        self.count(board).max(1)
    }
}

impl Heuristics for Skirrid {
    const KEEPS_EVALUATIONS: bool = true;

    sum_of_terms! {
        /// Points, squares of the tiles left, whether the corners are open, and what the side to move can score next.
        #[inline]
        |game, board| Seat::FIRST => game.advantage(board), TERMS, WEIGHTS
    }

    /// Of a placement that scores as much as the best number beside a tile under the best multiplier left: by how much the
    /// evaluation changes.
    #[inline]
    fn gain<'a>(&'a self, board: &'a Board) -> impl Fn(Action) -> Option<i32> + 'a {
        let least = self.within_reach(board);
        move |action| self.gain_from(board, least, action)
    }

    fn noisy_actions(&self, board: &Board, seat: Seat, actions: &mut Vec<Action>) {
        let (before, least) = (actions.len(), self.within_reach(board));
        self.actions(board, seat, actions);
        let is_quiet = |action: &mut Action| self.gain_from(board, least, *action).is_none();
        actions.extract_if(before.., is_quiet).for_each(drop);
    }
}

impl Solving for Skirrid {
    /// The board can be turned as far as its numbers stay the same; shapes can always be turned.
    fn symmetric_hash(&self, board: &Board) -> u64 {
        let turned = (self.turn..4).step_by(self.turn).map(|quarters| {
            board.moved_hash(&self.shapes.outlines, |square| numbers::turned(square, quarters))
        });
        turned.fold(self.hash(board), u64::min)
    }
}

#[cfg(test)]
mod tests;
