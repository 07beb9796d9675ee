//! The board with its two lines: where each piece can go from each square.

use super::board::{BISHOP, GENERAL, KING, KNIGHT, PAWN, ROOK};
use torneo_board::army::{Army, Kind};
use torneo_board::attacks::{self, Slides};
use torneo_board::grid::{BitSet, DIAGONAL, Grid, KNIGHT as LEAPS, ORTHOGONAL};
use torneo_contract::Seat;

pub(super) const SIDE: usize = 8;
pub(super) const SQUARES: usize = SIDE * SIDE;
pub(super) const SEATS: usize = 4;
pub(super) type Board8 = Grid<SIDE, SIDE>;

/// A two-square diagonal leap.
const ALFIL: [(i32, i32); 4] = [(2, 2), (2, -2), (-2, -2), (-2, 2)];
/// The directions of pawns are numbered as in [`ORTHOGONAL`].
pub(super) const DIRECTION_LETTERS: [char; 4] = ['n', 'e', 's', 'w'];
/// From the corner of each seat to the corner of the next one.
const TO_NEXT: [(i32, i32); SEATS] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Where the pieces of one kind go from each square, and from where they come to each square: the two differ for
/// squares on the lines, which can be left but not entered.
#[derive(Clone, Debug)]
pub(super) struct Leaper {
    pub(super) to: [u64; SQUARES],
    pub(super) from: [u64; SQUARES],
}

impl Leaper {
    fn new(to: [u64; SQUARES]) -> Leaper {
        Leaper { from: attacks::reversed(&to), to }
    }
}

/// The tables of one board, with or without the lines.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    /// The squares on the lines, which no piece enters.
    pub(super) crossed: u64,
    pub(super) king: Leaper,
    pub(super) knight: Leaper,
    pub(super) bishop: Leaper,
    pub(super) general: Leaper,
    pub(super) rook: Slides<u64, SQUARES, 2>,
    /// By direction of the pawn: its step and what it captures.
    pub(super) push: [[u64; SQUARES]; 4],
    pub(super) take: [Leaper; 4],
    /// By direction of the pawn: where it is promoted.
    pub(super) last: [u64; 4],
    /// By seat: the moves toward the next player's corner, which a first move must be among.
    pub(super) onward: [[u64; SQUARES]; SEATS],
}

impl Geometry {
    #[inline]
    fn leaper(&self, kind: usize) -> &Leaper {
        match kind {
            KING => &self.king,
            KNIGHT => &self.knight,
            BISHOP => &self.bishop,
            GENERAL => &self.general,
            pawn => &self.take[pawn - PAWN],
        }
    }

    pub(super) fn new(lines: bool) -> Geometry {
        let may = move |from: usize, to: usize| !lines || !forbidden(from, to);
        let moves = |steps: &[(i32, i32)]| -> [u64; SQUARES] {
            attacks::leaps(|from| {
                Board8::leaps::<u64>(from, steps).members().filter(move |&to| may(from, to))
            })
        };
        let either = |steps: &[(i32, i32)], others: &[(i32, i32)]| moves(&[steps, others].concat());
        let ahead = |square: usize, direction: usize| Board8::step(square, ORTHOGONAL[direction]);
        let all = |holds: &dyn Fn(usize) -> bool| -> u64 {
            (0..SQUARES).filter(|&square| holds(square)).fold(0, |set, square| set | 1 << square)
        };
        Geometry {
            crossed: all(&|square| lines && on_line(square)),
            king: Leaper::new(either(&ORTHOGONAL, &DIAGONAL)),
            knight: Leaper::new(moves(&LEAPS)),
            bishop: Leaper::new(either(&DIAGONAL, &ALFIL)),
            general: Leaper::new(moves(&DIAGONAL)),
            rook: Slides::new(|from, direction| ahead(from, direction).filter(|&to| may(from, to))),
            push: std::array::from_fn(|direction| moves(&[ORTHOGONAL[direction]])),
            take: std::array::from_fn(|direction| Leaper::new(moves(&forward(direction)))),
            last: std::array::from_fn(|direction| all(&|square| ahead(square, direction).is_none())),
            onward: std::array::from_fn(|seat| {
                attacks::leaps(|from| (0..SQUARES).filter(move |&to| is_onward(Seat::new(seat), from, to)))
            }),
        }
    }
}

impl Army for Geometry {
    type Set = u64;
    const KING: usize = KING;
    const PAWNS: Kind = 0b1111 << PAWN;
    const RIDERS: Kind = 1 << ROOK;

    #[inline]
    fn attacks(&self, gait: usize, from: usize, occupied: u64) -> u64 {
        match gait {
            ROOK => self.rook.reach(from, occupied),
            leaper => self.leaper(leaper).to[from],
        }
    }

    #[inline]
    fn aims(&self, gait: usize, at: usize) -> u64 {
        match gait {
            ROOK => self.rook.aims(at),
            leaper => self.leaper(leaper).from[at],
        }
    }

    #[inline]
    fn path(&self, _rook: usize, from: usize, at: usize) -> u64 {
        self.rook.path(from, at)
    }
}

/// The two diagonal steps of which this direction is the common part.
fn forward(direction: usize) -> [(i32, i32); 2] {
    let (files, ranks) = ORTHOGONAL[direction];
    [(files + ranks, ranks + files), (files - ranks, ranks - files)]
}

/// File and rank counted from 0.
fn place(square: usize) -> (i32, i32) {
    (Board8::file(square) as i32, Board8::rank(square) as i32)
}

/// Twice the signed distance from the line a1-h8 or a8-h1, measured along a file.
fn sides(square: usize) -> [i32; 2] {
    let (file, rank) = place(square);
    [file - rank, file + rank - (SIDE as i32 - 1)]
}

/// Whether the square is one of the eight on the lines of the central block.
fn on_line(square: usize) -> bool {
    let (file, rank) = place(square);
    sides(square).contains(&0) && (2..6).contains(&file) && (2..6).contains(&rank)
}

/// Whether the lines forbid a move: it ends on a crossed square, or the straight segment between the two centres
/// passes through an inner point of a line.
fn forbidden(from: usize, to: usize) -> bool {
    let (from_file, to_file) = (place(from).0, place(to).0);
    on_line(to)
        || sides(from).iter().zip(sides(to)).any(|(&start, end)| {
            if start * end >= 0 {
                return false;
            }
            // The crossing has file 2 * file + 1 = `crossing / span`; the lines go from 4 to 12.
            let span = (start - end).abs();
            let crossing = (2 * from_file + 1) * span + 2 * (to_file - from_file) * start.abs();
            4 * span < crossing && crossing < 12 * span
        })
}

/// Whether a move goes toward the next player's corner more than toward the previous player's.
fn is_onward(seat: Seat, from: usize, to: usize) -> bool {
    let ((from_file, from_rank), (to_file, to_rank)) = (place(from), place(to));
    let along = |(files, ranks): (i32, i32)| files * (to_file - from_file) + ranks * (to_rank - from_rank);
    let (files, ranks) = TO_NEXT[(seat.index() + SEATS - 1) % SEATS];
    let (next, previous) = (along(TO_NEXT[seat.index()]), along((-files, -ranks)));
    next > 0 && next > previous
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_moves_on_the_empty_board() {
        for (lines, free, moves) in [(true, 56, [304, 192, 136]), (false, 64, [420, 340, 196])] {
            let geometry = Geometry::new(lines);
            let squares = (0..SQUARES).filter(|&square| !geometry.crossed.has(square));
            assert_eq!(squares.clone().count(), free);
            let total = |leaper: &Leaper| squares.clone().map(|from| leaper.to[from].len()).sum::<u32>();
            let totals = [&geometry.king, &geometry.bishop, &geometry.general].map(total);
            assert_eq!(totals, moves, "lines={lines}");
        }
    }

    #[test]
    fn diagonal_steps_that_cross_a_line() {
        let geometry = Geometry::new(true);
        let mut crossing = Vec::new();
        for from in (0..SQUARES).filter(|&at| !geometry.crossed.has(at)) {
            let ahead =
                Board8::leaps::<u64>(from, &DIAGONAL) & !geometry.crossed & !geometry.general.to[from];
            crossing.extend(ahead.members().map(|to| format!("{}-{}", Board8::name(from), Board8::name(to))));
        }
        crossing.sort();
        assert_eq!(crossing, ["c4-d3", "c5-d6", "d3-c4", "d6-c5", "e3-f4", "e6-f5", "f4-e3", "f5-e6"]);
    }

    #[test]
    fn a_line_may_be_touched_at_its_end() {
        let square = |name| Board8::parse(name).unwrap();
        assert!(!forbidden(square("b6"), square("c7")));
        assert!(forbidden(square("a7"), square("c6")));
    }
}
