//! The board: stacks and the strength that they give.

use educe::Educe;

use super::TERMS;
use super::stack::{BLACK, Stack, WHITE};
use torneo_board::grid::{DIAGONAL, ORTHOGONAL};
use torneo_contract::zobrist;

/// The first four are orthogonal, each two apart from its opposite; then come the diagonal ones.
const DIRECTIONS: usize = 8;
const ORTHOGONALS: usize = ORTHOGONAL.len();
/// How much shorter than orthogonally a stack reaches diagonally.
const DIAGONAL_LESS: usize = 2;

/// Distances on a board of squares.
#[derive(Clone, Debug)]
pub struct Lines {
    pub size: usize,
    /// What a step in each direction adds to the number of a square.
    steps: [isize; DIRECTIONS],
    /// Number of squares in each direction from each square to the edge.
    room: Vec<[u8; DIRECTIONS]>,
}

impl Lines {
    pub fn new(size: usize) -> Lines {
        let directions = || ORTHOGONAL.into_iter().chain(DIAGONAL);
        let mut steps = [0; DIRECTIONS];
        for (step, (files, ranks)) in steps.iter_mut().zip(directions()) {
            *step = ranks as isize * size as isize + files as isize;
        }
        let to_edge = |at: usize, step: i32| match step {
            0 => usize::MAX,
            1 => size - 1 - at,
            _ => at,
        };
        let room = |square: usize| {
            let mut room = [0; DIRECTIONS];
            for (room, (files, ranks)) in room.iter_mut().zip(directions()) {
                *room = to_edge(square % size, files).min(to_edge(square / size, ranks)) as u8;
            }
            room
        };
        Lines { size, steps, room: (0..size * size).map(room).collect() }
    }

    pub fn squares(&self) -> usize {
        self.room.len()
    }

    /// The square so many steps away; it is on the board.
    #[inline]
    fn step(&self, square: usize, direction: usize, distance: usize) -> usize {
        square.wrapping_add_signed(self.steps[direction] * distance as isize)
    }

    /// Number of squares in line with a square.
    pub fn in_line(&self, square: usize) -> usize {
        self.room[square].iter().map(|&room| room as usize).sum()
    }

    /// The square on which one of the seven symmetries of the board other than the identity puts a square: bit 2 of
    /// its number exchanges file and rank, then bit 0 turns the files round and bit 1 the ranks.
    #[inline]
    fn image(&self, symmetry: usize, square: usize) -> usize {
        let (file, rank) = (square % self.size, square / self.size);
        let (file, rank) = if symmetry & 4 != 0 { (rank, file) } else { (file, rank) };
        let file = if symmetry & 1 != 0 { self.size - 1 - file } else { file };
        let rank = if symmetry & 2 != 0 { self.size - 1 - rank } else { rank };
        rank * self.size + file
    }
}

/// A square with its stack and what reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square {
    pub stack: Stack,
    /// The number of stacks of each side that reach the square.
    pub strength: [u8; 2],
}

impl Square {
    const EMPTY: Square = Square { stack: Stack::EMPTY, strength: [0; 2] };

    /// How much stronger a side is here.
    #[inline]
    pub fn margin(&self, side: usize) -> i32 {
        i32::from(self.strength[side]) - i32::from(self.strength[side ^ 1])
    }

    /// Whether a side may put a piece here.
    #[inline]
    pub fn may_place(&self, side: usize) -> bool {
        if self.stack.is_empty() {
            self.margin(side) >= 0
        } else if self.stack.owner() == side {
            self.stack.run() == 1
        } else {
            self.margin(side) >= self.stack.height() as i32
        }
    }

    /// What the square counts.
    #[inline]
    fn counts(&self) -> Counts {
        let margin = self.margin(BLACK) as i16;
        let (to_one, to_two) = (margin.clamp(-1, 1), margin.clamp(-2, 2));
        if self.stack.is_empty() {
            return [to_one, to_two - to_one, 0, 0, 0, 0, 0];
        }
        let owner = self.stack.owner();
        let sign = if owner == BLACK { 1 } else { -1 };
        let of_owner = |holds: bool| if holds { sign } else { 0 };
        let (is_hi_jack, is_high) = (self.stack.is_hi_jack(), self.stack.height() > 1);
        let is_attacked = self.may_place(owner ^ 1);
        [0, 0, of_owner(is_hi_jack), sign, of_owner(is_attacked), of_owner(is_high), to_two]
    }
}

/// What the evaluation counts, in the order of its terms: what Black has more than White.
type Counts = [i16; TERMS.len()];

/// The terms that strengths decide.
const TERMS_OF_STRENGTH: [usize; 4] = [0, 1, 4, 6];

/// The stacks of a board, with strengths, counts, numbers of pieces and hash kept up to date.
#[derive(PartialEq, Eq, Debug, Educe)]
#[educe(Clone)]
pub struct Board {
    squares: Vec<Square>,
    /// Pieces of each colour, which are as many as that side has placed.
    pieces: [u16; 2],
    /// The sum of what the squares count.
    counts: Counts,
    hash: u64,
}

impl Board {
    pub fn empty(lines: &Lines) -> Board {
        let squares = vec![Square::EMPTY; lines.squares()];
        Board { squares, pieces: [0; 2], counts: [0; TERMS.len()], hash: 0 }
    }

    #[inline]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    #[inline]
    pub fn square(&self, square: usize) -> &Square {
        &self.squares[square]
    }

    #[inline]
    pub fn pieces(&self, side: usize) -> u16 {
        self.pieces[side]
    }

    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// What the evaluation counts, in the order of its terms: what Black has more than White.
    #[inline]
    pub fn counts(&self) -> [i32; TERMS.len()] {
        self.counts.map(i32::from)
    }

    #[inline]
    fn is_occupied(&self, square: usize) -> bool {
        !self.squares[square].stack.is_empty()
    }

    /// Puts a piece on top of the stack of a square.
    #[inline]
    pub fn place(&mut self, lines: &Lines, square: usize, side: usize) {
        let stack = self.squares[square].stack;
        let mut reach = [0; DIRECTIONS];
        if stack.is_empty() {
            self.block(lines, square);
        } else {
            reach = self.reach(lines, square);
            if stack.owner() != side {
                self.strengthen_reached(lines, square, stack.owner(), -1, [0; DIRECTIONS], reach);
                reach = [0; DIRECTIONS];
            }
        }
        self.push(square, side);
        // The higher the stack, the further it reaches.
        self.strengthen_reached(lines, square, side, 1, reach, self.reach(lines, square));
        self.pieces[side] += 1;
        self.hash ^= zobrist::key((square << 8 | stack.height() << 1 | side) as u64);
    }

    /// Puts a piece on top of a stack, whose reach is not considered.
    #[inline]
    fn push(&mut self, square: usize, side: usize) {
        let square = &mut self.squares[square];
        let before = square.counts();
        square.stack.push(side);
        let after = square.counts();
        for (term, count) in self.counts.iter_mut().enumerate() {
            *count += after[term] - before[term];
        }
    }

    /// Adds to a side's strength on a square.
    #[inline]
    fn strengthen(&mut self, square: usize, side: usize, change: i8) {
        let square = &mut self.squares[square];
        let before = square.counts();
        square.strength[side] = square.strength[side].wrapping_add_signed(change);
        let after = square.counts();
        for term in TERMS_OF_STRENGTH {
            self.counts[term] += after[term] - before[term];
        }
    }

    /// How far the stack of a square reaches in each direction.
    #[inline]
    fn reach(&self, lines: &Lines, square: usize) -> [u8; DIRECTIONS] {
        let height = self.squares[square].stack.height();
        std::array::from_fn(|direction| {
            let is_orthogonal = direction < ORTHOGONALS;
            let furthest = if is_orthogonal { height } else { height.saturating_sub(DIAGONAL_LESS) };
            let last = furthest.min(lines.room[square][direction] as usize);
            let between = || (1..height).map(|distance| lines.step(square, direction, distance));
            let is_blocked = is_orthogonal
                && (2..=last).contains(&height)
                && between().all(|square| self.is_occupied(square));
            (last - usize::from(is_blocked)) as u8
        })
    }

    /// Adds to a side's strength on the squares that lie further from a square than `near` and not further than `far`, by
    /// direction.
    #[inline]
    fn strengthen_reached(
        &mut self,
        lines: &Lines,
        square: usize,
        side: usize,
        change: i8,
        near: [u8; DIRECTIONS],
        far: [u8; DIRECTIONS],
    ) {
        for direction in 0..DIRECTIONS {
            for distance in near[direction] as usize + 1..=far[direction] as usize {
                self.strengthen(lines.step(square, direction, distance), side, change);
            }
        }
    }

    /// Takes the strength of the stacks from the squares that they do not reach over a square that was empty so far.
    #[inline]
    fn block(&mut self, lines: &Lines, square: usize) {
        let room = &lines.room[square];
        let run = |direction: usize| {
            let occupied = |&distance: &usize| self.is_occupied(lines.step(square, direction, distance));
            (1..=room[direction] as usize).take_while(occupied).count()
        };
        let runs: [usize; ORTHOGONALS] = std::array::from_fn(run);
        for direction in 0..ORTHOGONALS {
            let opposite = direction ^ 2;
            for distance in 1..=runs[opposite] {
                let stack = self.squares[lines.step(square, opposite, distance)].stack;
                // The furthest square that the stack reaches lies so far beyond.
                let Some(beyond) = stack.height().checked_sub(distance).filter(|&beyond| beyond > 0) else {
                    continue;
                };
                if beyond <= runs[direction] + 1 && beyond <= room[direction] as usize {
                    self.strengthen(lines.step(square, direction, beyond), stack.owner(), -1);
                }
            }
        }
    }

    /// The points of a side: empty squares where it is stronger, and hi-jacks if they count.
    pub fn score(&self, side: usize, hi_jacks: bool) -> usize {
        let point = |square: &&Square| {
            if square.stack.is_empty() {
                square.margin(side) > 0
            } else {
                hi_jacks && square.stack.owner() == side && square.stack.is_hi_jack()
            }
        };
        self.squares.iter().filter(point).count()
    }

    /// Whether a symmetry of the board together with an exchange of the colours leaves all stacks as they are.
    pub fn is_symmetric(&self, lines: &Lines) -> bool {
        let same = |symmetry: usize| {
            self.squares.iter().enumerate().all(|(square, &Square { stack, .. })| {
                self.squares[lines.image(symmetry, square)].stack == stack.exchanged()
            })
        };
        self.pieces[BLACK] == self.pieces[WHITE] && (1..8).any(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use torneo_contract::random;

    /// Whether a stack gives strength to a square, by the words of the rules.
    fn reaches(board: &Board, size: usize, from: usize, to: usize) -> bool {
        let height = board.squares[from].stack.height() as i32;
        let at = |square: usize| ((square % size) as i32, (square / size) as i32);
        let ((file, rank), (to_file, to_rank)) = (at(from), at(to));
        let (files, ranks) = (to_file - file, to_rank - rank);
        let distance = files.abs().max(ranks.abs());
        if distance == 0 || (files != 0 && ranks != 0 && files.abs() != ranks.abs()) {
            return false;
        }
        if files != 0 && ranks != 0 {
            return distance <= height - 2;
        }
        let between =
            (1..distance).map(|n| (rank + n * ranks.signum()) * size as i32 + file + n * files.signum());
        let blocked = height >= 2
            && distance == height
            && between.into_iter().all(|square| !board.squares[square as usize].stack.is_empty());
        distance <= height && !blocked
    }

    /// What the evaluation counts, square by square.
    fn counted(board: &Board) -> [i32; TERMS.len()] {
        let mut counts = [0; TERMS.len()];
        for square in &board.squares {
            if square.stack.is_empty() {
                let margin = square.margin(BLACK);
                counts[0] += margin.signum();
                counts[1] += if margin.abs() >= 2 { margin.signum() } else { 0 };
                continue;
            }
            let owner = square.stack.owner();
            let sign = if owner == BLACK { 1 } else { -1 };
            counts[2] += sign * i32::from(square.stack.is_hi_jack());
            counts[3] += sign;
            counts[4] += sign * i32::from(square.may_place(owner ^ 1));
            counts[5] += sign * i32::from(square.stack.height() > 1);
            counts[6] += sign * square.margin(owner).clamp(-2, 2);
        }
        counts
    }

    #[test]
    fn strengths_and_counts_are_kept_up_to_date() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for size in [4, 5, 8, 11] {
            let lines = Lines::new(size);
            let mut board = Board::empty(&lines);
            for _ in 0..5 * lines.squares() {
                // Legal or not, so that stacks grow.
                let (square, side) = random::pair_below(&mut rng, lines.squares(), 2);
                board.place(&lines, square, side);
                for (square, found) in board.squares.iter().enumerate() {
                    let strength = [BLACK, WHITE].map(|side| {
                        let owned = |&from: &usize| {
                            let stack = board.squares[from].stack;
                            !stack.is_empty() && stack.owner() == side
                        };
                        let reaching = |&from: &usize| reaches(&board, size, from, square);
                        (0..lines.squares()).filter(owned).filter(reaching).count() as u8
                    });
                    assert_eq!(found.strength, strength);
                }
                assert_eq!(board.counts(), counted(&board));
            }
        }
    }

    #[test]
    fn lines_have_known_lengths() {
        assert_eq!(Lines::new(16).in_line(7 * 16 + 7), 59);
        assert_eq!((Lines::new(8).in_line(3 * 8 + 3), Lines::new(8).in_line(0)), (27, 21));
    }

    #[test]
    fn the_seven_symmetries_are_found() {
        let lines = Lines::new(6);
        for symmetry in 1..8 {
            let mut board = Board::empty(&lines);
            for first in [1, 8] {
                let (mut square, mut side) = (first, BLACK);
                loop {
                    board.place(&lines, square, side);
                    (square, side) = (lines.image(symmetry, square), side ^ 1);
                    if square == first {
                        break;
                    }
                    assert!(!board.is_symmetric(&lines) || side == BLACK);
                }
                assert!(board.is_symmetric(&lines), "{symmetry}");
            }
        }
        let mut board = Board::empty(&lines);
        board.place(&lines, 0, BLACK);
        board.place(&lines, 2, WHITE);
        assert!(!board.is_symmetric(&lines));
    }
}
