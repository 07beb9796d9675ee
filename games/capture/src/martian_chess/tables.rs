//! Squares, zones and the ways of the pieces.

use torneo_board::grid::Grid;
use torneo_contract::zobrist;

/// Squares of a side of a zone.
pub(super) const ZONE_SIDE: usize = 4;
/// Squares of a zone, which is a square.
pub(super) const ZONE: usize = ZONE_SIDE * ZONE_SIDE;
/// The most zones.
pub(super) const MAX_ZONES: usize = 4;
/// Squares of the largest board.
pub(super) const SQUARES: usize = MAX_ZONES * ZONE;

/// The 8 by 8 squares of the largest board, of which the game for two has the left half.
type Field = Grid<8, 8>;

/// Where zones begin: file and rank of the lowest left square, in the order of the players.
const ORIGINS: [(usize, usize); MAX_ZONES] = [(0, 0), (0, 4), (4, 4), (4, 0)];

/// Kinds of piece; a piece is worth one more than its number.
pub(super) const PAWN: usize = 0;
pub(super) const DRONE: usize = 1;
pub(super) const QUEEN: usize = 2;
pub(super) const KINDS: usize = 3;
pub(super) const LETTERS: [char; KINDS] = ['P', 'D', 'Q'];

/// Points for the capture of a piece of this kind.
pub(super) const fn value(kind: usize) -> u8 {
    kind as u8 + 1
}

/// The zone of a square. Squares are numbered zone by zone, and in each zone along the ranks.
#[inline]
pub(super) const fn zone_of(square: usize) -> usize {
    square / ZONE
}

/// File and rank of a square, counted from 0.
pub(super) const fn file_and_rank(square: usize) -> (usize, usize) {
    let (file, rank) = ORIGINS[zone_of(square)];
    let place = square % ZONE;
    (file + place % ZONE_SIDE, rank + place / ZONE_SIDE)
}

/// The square on a file and rank.
pub(super) const fn square_at(file: usize, rank: usize) -> usize {
    let zone = match (file < ZONE_SIDE, rank < ZONE_SIDE) {
        (true, true) => 0,
        (true, false) => 1,
        (false, false) => 2,
        (false, true) => 3,
    };
    zone * ZONE + rank % ZONE_SIDE * ZONE_SIDE + file % ZONE_SIDE
}

/// The square a step away, if it is one of the first `squares`.
const fn step(square: usize, step: (i32, i32), squares: usize) -> Option<usize> {
    let (file, rank) = file_and_rank(square);
    let Some(place) = Field::step(Field::at(file, rank), step) else { return None };
    let target = square_at(Field::file(place), Field::rank(place));
    if target < squares { Some(target) } else { None }
}

/// Diagonal directions, then orthogonal ones.
const DIRECTIONS: [(i32, i32); 8] = [(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 1), (1, 0), (0, -1), (-1, 0)];
/// Number of the first orthogonal direction.
const FIRST_ORTHOGONAL: usize = 4;
/// Most squares that a drone goes in a direction.
const DRONE_REACH: usize = 2;

/// The lengths of the lists of [`Targets`]: powers of 2 that leave room for the most squares that a kind reaches.
/// Queens have 16 at most on the board for two, 27 on the one for four.
pub(super) const LIST_BITS: [[u32; KINDS]; 2] = [[2, 3, 4], [2, 3, 5]];
const LONGEST_LIST: usize = 32;

/// The squares that each kind of piece reaches from each square over an empty board. The rest of a list is filled up
/// with the square itself, to which no move is clear.
pub(super) struct Targets {
    lists: [[[u8; LONGEST_LIST]; SQUARES]; KINDS],
    sets: [[u64; SQUARES]; KINDS],
    /// The binary logarithms of the lengths of the lists.
    pub bits: [u32; KINDS],
}

impl Targets {
    const fn new(squares: usize, bits: [u32; KINDS]) -> Targets {
        let mut targets =
            Targets { lists: [[[0; LONGEST_LIST]; SQUARES]; KINDS], sets: [[0; SQUARES]; KINDS], bits };
        let mut i = 0;
        while i < KINDS * squares {
            let (kind, from) = (i / squares, i % squares);
            let list = list(from, squares, kind);
            let mut n = 0;
            while n < LONGEST_LIST {
                targets.sets[kind][from] |= 1 << list[n];
                n += 1;
            }
            targets.lists[kind][from] = list;
            i += 1;
        }
        targets
    }

    /// The squares that a kind of piece reaches from a square, and for the rest the square itself.
    #[inline]
    pub fn of(&self, kind: usize, from: usize) -> &[u8] {
        &self.lists[kind][from][..1 << self.bits[kind]]
    }

    /// The same squares as a set, with the square itself.
    #[inline]
    pub fn set(&self, kind: usize, from: usize) -> u64 {
        self.sets[kind][from]
    }

    /// One of these squares.
    #[inline]
    pub fn nth(&self, kind: usize, from: usize, n: usize) -> usize {
        self.lists[kind][from][n % LONGEST_LIST] as usize
    }
}

/// The squares that a kind of piece reaches from a square over the first `squares` squares.
const fn list(from: usize, squares: usize, kind: usize) -> [u8; LONGEST_LIST] {
    let mut list = [from as u8; LONGEST_LIST];
    let (mut direction, mut listed) = (0, 0);
    while direction < DIRECTIONS.len() {
        let reach = match kind {
            PAWN => (direction < FIRST_ORTHOGONAL) as usize,
            DRONE if direction < FIRST_ORTHOGONAL => 0,
            DRONE => DRONE_REACH,
            _ => usize::MAX,
        };
        let (mut at, mut distance) = (from, 0);
        while distance < reach
            && let Some(to) = step(at, DIRECTIONS[direction], squares)
        {
            (at, distance) = (to, distance + 1);
            list[listed] = to as u8;
            listed += 1;
        }
        direction += 1;
    }
    list
}

/// The ways on the boards for two and for four.
pub(super) static TARGETS: [Targets; 2] =
    [Targets::new(2 * ZONE, LIST_BITS[0]), Targets::new(SQUARES, LIST_BITS[1])];

/// The squares between two squares of a line; all squares between a square and itself.
pub(super) static BETWEEN: [[u64; SQUARES]; SQUARES] = {
    let mut between = [[0; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        between[from][from] = u64::MAX;
        let mut direction = 0;
        while direction < DIRECTIONS.len() {
            let (mut at, mut passed) = (from, 0);
            while let Some(to) = step(at, DIRECTIONS[direction], SQUARES) {
                between[from][to] = passed;
                passed |= 1 << to;
                at = to;
            }
            direction += 1;
        }
        from += 1;
    }
    between
};

/// The keys of a piece of each kind on each square.
pub(super) static KEYS: [[u64; SQUARES]; KINDS] = zobrist::tables(0);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_zone_by_zone() {
        for square in 0..SQUARES {
            let (file, rank) = file_and_rank(square);
            assert_eq!(square_at(file, rank), square);
        }
        assert_eq!([square_at(0, 0), square_at(0, 4), square_at(4, 4), square_at(4, 0)], [0, 16, 32, 48]);
    }

    #[test]
    fn lists_hold_what_the_pieces_reach() {
        for (targets, squares) in [(&TARGETS[0], 2 * ZONE), (&TARGETS[1], SQUARES)] {
            for (from, kind) in (0..squares).flat_map(|from| (0..KINDS).map(move |kind| (from, kind))) {
                let (file, rank) = file_and_rank(from);
                let reached = |&to: &usize| {
                    let (to_file, to_rank) = file_and_rank(to);
                    let (files, ranks) = (file.abs_diff(to_file), rank.abs_diff(to_rank));
                    let in_line = files == 0 || ranks == 0;
                    to != from
                        && match kind {
                            PAWN => files == 1 && ranks == 1,
                            DRONE => in_line && files + ranks <= 2,
                            _ => in_line || files == ranks,
                        }
                };
                let list = targets.of(kind, from).iter();
                assert_eq!(list.fold(1 << from, |set, &to| set | 1 << to), targets.set(kind, from));
                let mut listed: Vec<usize> = targets.of(kind, from).iter().map(|&to| to as usize).collect();
                listed.retain(|&to| to != from);
                listed.sort_unstable();
                assert_eq!(listed, (0..squares).filter(reached).collect::<Vec<_>>(), "{kind} from {from}");
                assert!((0..listed.len()).all(|n| listed.contains(&targets.nth(kind, from, n))));
            }
        }
    }
}
