//! The pieces as rows, for what is counted of all of them at once.

use torneo_board::grid::Bits192;

use super::tables::{SIDE, first_file};

const WORDS: usize = 4;
/// Bits of a row, more than it has files.
const ROW: usize = 16;
const ROWS_OF_WORD: usize = u64::BITS as usize / ROW;
/// The first file and the last file of each row of a word.
const FIRST_FILE: u64 = u64::MAX / ((1 << ROW) - 1);
const LAST_FILE: u64 = FIRST_FILE << (SIDE - 1);

/// Cells before each rank.
const BEFORE: [usize; SIDE] = {
    let (mut before, mut rank) = ([0; SIDE], 0);
    while rank + 1 < SIDE {
        before[rank + 1] = before[rank] + width(rank);
        rank += 1;
    }
    before
};

/// The number of cells of a rank.
const fn width(rank: usize) -> usize {
    SIDE - 2 * first_file(rank)
}

/// A set of squares of the square around the octagon.
///
/// Each row takes 16 bits, so that steps do not run into other rows. Each word holds every fourth row, so that a step
/// north or south is one from word to word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rows([u64; WORDS]);

impl Rows {
    const EMPTY: Rows = Rows([0; WORDS]);

    /// The squares of the board without the stone.
    const BOARD: Rows = {
        let (mut rows, mut rank) = ([0; WORDS], 0);
        while rank < SIDE {
            let stone = if rank == SIDE / 2 { 1 << (SIDE / 2) } else { 0 };
            let files = ((1 << width(rank)) - 1) << first_file(rank) & !stone;
            rows[rank % WORDS] |= files << (rank / WORDS * ROW);
            rank += 1;
        }
        Rows(rows)
    };

    /// The squares of a set of cells.
    #[inline]
    fn of(cells: Bits192) -> Rows {
        let [low, middle, high] = cells.words().map(u128::from);
        let from_word = [low | middle << u64::BITS, middle | high << u64::BITS, high];
        let files = |rank: usize| {
            let cells = (from_word[BEFORE[rank] / 64] >> (BEFORE[rank] % 64)) as u64;
            (cells & ((1 << width(rank)) - 1)) << first_file(rank)
        };
        Rows(std::array::from_fn(|word| {
            let ranks =
                (0..ROWS_OF_WORD).map(|row| (row, row * WORDS + word)).filter(|&(_, rank)| rank < SIDE);
            ranks.fold(0, |rows, (row, rank)| rows | files(rank) << (row * ROW))
        }))
    }

    #[inline]
    fn zip(self, other: Rows, op: impl Fn(u64, u64) -> u64) -> Rows {
        Rows(std::array::from_fn(|word| op(self.0[word], other.0[word])))
    }

    #[inline]
    fn and(self, other: Rows) -> Rows {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    fn or(self, other: Rows) -> Rows {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    fn without(self, other: Rows) -> Rows {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn east(self) -> Rows {
        Rows(self.0.map(|word| (word & !LAST_FILE) << 1))
    }

    #[inline]
    fn west(self) -> Rows {
        Rows(self.0.map(|word| (word & !FIRST_FILE) >> 1))
    }

    /// The squares one rank further north; some may be off the board.
    #[inline]
    fn north(self) -> Rows {
        let [a, b, c, d] = self.0;
        Rows([d << ROW, a, b, c])
    }

    #[inline]
    fn south(self) -> Rows {
        let [a, b, c, d] = self.0;
        Rows([b, c, d, a >> ROW])
    }

    /// These squares and those beside them, orthogonally and diagonally; some may be off the board.
    #[inline]
    fn grown(self) -> Rows {
        let wide = self.or(self.east()).or(self.west());
        wide.or(wide.north()).or(wide.south())
    }
}

/// The pieces of both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    dwarfs: Rows,
    trolls: Rows,
    vacant: Rows,
}

impl Field {
    #[inline]
    pub(super) fn new([dwarfs, trolls]: [Bits192; 2]) -> Field {
        let [dwarfs, trolls] = [dwarfs, trolls].map(Rows::of);
        Field { dwarfs, trolls, vacant: Rows::BOARD.without(dwarfs.or(trolls)) }
    }

    /// The pairs of dwarfs beside each other.
    #[inline]
    pub(super) fn pairs(&self) -> u32 {
        let dwarfs = self.dwarfs;
        let north = dwarfs.north();
        [dwarfs.east(), north, north.east(), north.west()].map(|moved| moved.and(dwarfs).len()).iter().sum()
    }

    /// The dwarfs beside a cell to which some troll can step.
    #[inline]
    pub(super) fn exposed(&self) -> u32 {
        let steps = self.trolls.grown().and(self.vacant);
        steps.grown().and(self.dwarfs).len()
    }

    /// The trolls at which a dwarf can be hurled. One beside a dwarf needs no other dwarf behind that one.
    #[inline]
    pub(super) fn aimed(&self) -> u32 {
        let beside = self.trolls.and(self.dwarfs.grown());
        if beside == self.trolls {
            return beside.len();
        }
        let hits = [
            self.hits(Rows::north),
            self.hits(Rows::south),
            self.hits(Rows::east),
            self.hits(Rows::west),
            self.hits(|rows| rows.north().east()),
            self.hits(|rows| rows.north().west()),
            self.hits(|rows| rows.south().east()),
            self.hits(|rows| rows.south().west()),
        ];
        hits.into_iter().fold(beside, Rows::or).len()
    }

    /// The trolls that are hit in the direction of `step` by lines of two dwarfs or more.
    #[inline]
    fn hits(&self, step: impl Fn(Rows) -> Rows) -> Rows {
        let mut hits = Rows::EMPTY;
        // After n rounds: dwarfs in front of a line of more than n, moved on by n vacant squares, and all dwarfs moved
        // on by twice as many. So the dwarf n squares behind the one in front comes to where that one is.
        let (mut flying, mut behind) = (self.dwarfs, self.dwarfs);
        loop {
            behind = step(step(behind));
            flying = step(flying).and(self.vacant).and(behind);
            if flying.is_empty() {
                return hits;
            }
            hits = hits.or(step(flying).and(self.trolls));
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use torneo_board::grid::BitSet;
    use torneo_contract::random;

    use super::super::board::{Board, DWARFS, TROLLS};
    use super::super::tables::{CELLS, DIRECTIONS, STONE, Tables};
    use super::*;

    /// Whether a dwarf can be hurled at the troll on a cell, found by walking from there.
    fn is_aimed_at(board: &Board, tables: &Tables, troll: usize) -> bool {
        (0..DIRECTIONS).any(|direction| {
            let ahead = |&at: &usize| tables.next(at, direction);
            let mut cells = std::iter::successors(ahead(&troll), ahead).zip(1..);
            let first = cells.find(|&(at, _)| board.side_on(at).is_some());
            first.is_some_and(|(at, distance)| {
                let back = (direction + DIRECTIONS / 2) % DIRECTIONS;
                board.pieces[DWARFS].has(at) && board.line(tables, DWARFS, at, back, distance) == distance
            })
        })
    }

    #[test]
    fn fields_count_what_walks_find() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let tables = Tables::new();
        let mut found = [0; 3];
        for round in 0..600 {
            let mut board = Board::empty();
            for side in [DWARFS, TROLLS] {
                for _ in 0..[32, 8][side] {
                    // Crowded in some rounds, so that there are lines.
                    let cell = random::below(&mut rng, CELLS >> (round % 3));
                    if cell != STONE && board.side_on(cell).is_none() {
                        board.toggle(side, cell);
                    }
                }
            }
            let [dwarfs, trolls] = board.pieces;
            assert_eq!(Rows::of(dwarfs).len(), dwarfs.len());
            let neighbours: u32 = dwarfs.members().map(|at| (tables.near[at] & dwarfs).len()).sum();
            let near = trolls.members().fold(Bits192::EMPTY, |set, from| set | tables.near[from]);
            let steps = near - board.occupied();
            let exposed = dwarfs.members().filter(|&at| !(tables.near[at] & steps).is_empty()).count();
            let aimed = trolls.members().filter(|&troll| is_aimed_at(&board, &tables, troll)).count();
            let field = Field::new(board.pieces);
            let counts = [field.pairs(), field.exposed(), field.aimed()];
            assert_eq!(counts, [neighbours / 2, exposed as u32, aimed as u32], "{board:?}");
            found.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        assert!(found.iter().all(|&sum| sum > 500), "{found:?}");
    }
}
