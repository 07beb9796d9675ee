//! The pieces on the board, their moves and captures.

use torneo_board::grid::{BitSet, Grid};
use torneo_contract::{Ending, Seat, zobrist};

pub(super) const SIDE: usize = 11;
const SQUARES: usize = SIDE * SIDE;
pub(super) type Squares = Grid<SIDE, SIDE>;

pub(super) const ATTACKERS: Seat = Seat::FIRST;
pub(super) const DEFENDERS: Seat = Seat::SECOND;

pub(super) const BOARD: u128 = (1 << SQUARES) - 1;
pub(super) const THRONE: u128 = 1 << Squares::at(5, 5);
pub(super) const CORNERS: u128 =
    1 | 1 << Squares::at(SIDE - 1, 0) | 1 << Squares::at(0, SIDE - 1) | 1 << Squares::at(SIDE - 1, SIDE - 1);
/// Where only the king may stop.
pub(super) const KINGS_OWN: u128 = THRONE | CORNERS;
const WEST_EDGE: u128 = file_set(0);
const EAST_EDGE: u128 = file_set(SIDE - 1);
pub(super) const EDGES: u128 =
    WEST_EDGE | EAST_EDGE | ((1 << SIDE) - 1) | ((1 << SIDE) - 1) << Squares::at(0, SIDE - 1);

const fn file_set(file: usize) -> u128 {
    let (mut set, mut rank) = (0, 0);
    while rank < SIDE {
        set |= 1 << Squares::at(file, rank);
        rank += 1;
    }
    set
}

/// The set of each single square.
pub(super) static ONE: [u128; SQUARES] = {
    let mut sets = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        sets[square] = 1 << square;
        square += 1;
    }
    sets
};

/// The squares beside each square.
pub(super) static BESIDE: [u128; SQUARES] = {
    let mut sets = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        sets[square] = beside(1 << square);
        square += 1;
    }
    sets
};

/// The squares of a line from `[from]` to `[to]`, the second included and the first not.
pub(super) static PATH: [[u16; SIDE]; SIDE] = {
    let mut paths = [[0; SIDE]; SIDE];
    let mut from = 0;
    while from < SIDE {
        let mut to = 0;
        while to < SIDE {
            let (low, high) = if from < to { (from + 1, to + 1) } else { (to, from) };
            paths[from][to] = (1 << high) - (1 << low);
            to += 1;
        }
        from += 1;
    }
    paths
};

/// Keys of attackers, defenders and king on each square, and of the side to move.
static KEYS: [[u64; SQUARES]; 3] = zobrist::tables(0);
pub(super) const KING: usize = 2;
pub(super) const SIDE_KEY: u64 = zobrist::key(3 * SQUARES as u64);

#[inline]
pub(super) const fn north(set: u128) -> u128 {
    set << SIDE & BOARD
}

#[inline]
pub(super) const fn south(set: u128) -> u128 {
    set >> SIDE
}

#[inline]
pub(super) const fn east(set: u128) -> u128 {
    (set & !EAST_EDGE) << 1
}

#[inline]
pub(super) const fn west(set: u128) -> u128 {
    (set & !WEST_EDGE) >> 1
}

#[inline]
pub(super) const fn beside(set: u128) -> u128 {
    north(set) | south(set) | east(set) | west(set)
}

/// A piece moved along a rank or file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Move {
    pub(super) fn new(from: usize, to: usize) -> Move {
        Move { from: from as u8, to: to as u8 }
    }
}

/// A line of the board through a square: what stands on it and where on it the square is.
pub(super) struct Line {
    pub(super) occupied: u16,
    /// The place of the square on the line.
    pub(super) at: usize,
    /// The first square of the line and the step to its next.
    first: usize,
    step: usize,
}

impl Line {
    /// The places that can be reached from the square over empty squares, as the lowest and the highest.
    #[inline]
    fn reach(&self) -> (usize, usize) {
        let below = self.occupied & ((1 << self.at) - 1);
        let above = (u32::from(self.occupied) | 1 << SIDE) >> (self.at + 1);
        ((u16::BITS - below.leading_zeros()) as usize, self.at + above.trailing_zeros() as usize)
    }

    #[inline]
    pub(super) fn square(&self, place: usize) -> usize {
        self.first + place * self.step
    }
}

/// The pieces and what the position text shows besides, with counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// The men of each side, without the king.
    pub(super) men: [u128; 2],
    /// The king's square; none when he has been captured.
    pub(super) king: Option<u8>,
    pub(super) to_move: Seat,
    /// The occupied squares once more by lines: of each rank the files, of each file the ranks.
    lines: [[u16; SIDE]; 2],
    pub(super) hash: u64,
    pub(super) plies: u32,
    pub(super) ending: Option<Ending>,
}

impl Board {
    pub(super) fn empty() -> Board {
        Board {
            men: [0; 2],
            king: None,
            to_move: ATTACKERS,
            lines: [[0; SIDE]; 2],
            hash: 0,
            plies: 0,
            ending: None,
        }
    }

    #[inline]
    pub(super) fn king_set(&self) -> u128 {
        self.king.map_or(0, |king| ONE[king as usize])
    }

    /// All pieces of a side.
    #[inline]
    pub(super) fn pieces(&self, seat: Seat) -> u128 {
        if seat == ATTACKERS { self.men[0] } else { self.men[1] | self.king_set() }
    }

    #[inline]
    pub(super) fn occupied(&self) -> u128 {
        self.men[0] | self.men[1] | self.king_set()
    }

    #[inline]
    fn is_king(&self, square: usize) -> bool {
        self.king == Some(square as u8)
    }

    /// What stands on a square: an index of [`KEYS`].
    fn piece(&self, square: usize) -> Option<usize> {
        if self.is_king(square) {
            return Some(KING);
        }
        self.men.iter().position(|men| men.has(square))
    }

    pub(super) fn letter(&self, square: usize) -> Option<char> {
        self.piece(square).map(|piece| ['a', 'd', 'k'][piece])
    }

    /// Puts a piece on an empty square or takes it away.
    #[inline]
    pub(super) fn toggle(&mut self, piece: usize, square: usize) {
        let (file, rank) = (Squares::file(square), Squares::rank(square));
        self.lines[0][rank] ^= 1 << file;
        self.lines[1][file] ^= 1 << rank;
        self.hash ^= KEYS[piece][square];
        if piece == KING {
            self.king = if self.king.is_none() { Some(square as u8) } else { None };
        } else {
            self.men[piece] ^= ONE[square];
        }
    }

    /// The rank (`0`) or file (`1`) through a square.
    #[inline]
    pub(super) fn line(&self, along: usize, square: usize) -> Line {
        let place = [Squares::file(square), Squares::rank(square)];
        let (at, number) = (place[along], place[1 - along]);
        let step = [1, SIDE];
        Line { occupied: self.lines[along][number], at, first: number * step[1 - along], step: step[along] }
    }

    /// Whether a piece of `from` may stop on `to`, as far as the kind of square goes.
    #[inline]
    pub(super) fn may_stop(&self, from: usize, to: usize) -> bool {
        !KINGS_OWN.has(to) || self.is_king(from)
    }

    /// The squares to which a piece can move.
    #[inline]
    pub(super) fn targets(&self, from: usize) -> impl Iterator<Item = usize> {
        (0..2).flat_map(move |along| {
            let line = self.line(along, from);
            let (low, high) = line.reach();
            (low..=high).filter(move |&place| place != line.at).map(move |place| line.square(place))
        })
    }

    /// The legal moves of the side to move, by square of origin.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> {
        self.pieces(self.to_move).members().flat_map(move |from| {
            let stops = self.targets(from).filter(move |&to| self.may_stop(from, to));
            stops.map(move |to| Move::new(from, to))
        })
    }

    pub(super) fn can_move(&self) -> bool {
        let empty = !self.occupied() & BOARD;
        let men = self.men[self.to_move.index()];
        // One step is a move nearly always; what is left are men who must pass over the throne.
        beside(men) & empty & !KINGS_OWN != 0 || self.moves().next().is_some()
    }

    /// The enemy men taken by a piece of `mover` that has arrived on `to`: those between it and a hostile square.
    #[inline]
    fn captured_men(&self, mover: Seat, to: usize) -> u128 {
        let enemies = self.men[mover.other().index()];
        if BESIDE[to] & enemies == 0 {
            return 0;
        }
        let at = ONE[to];
        let hostile = self.pieces(mover) | CORNERS | THRONE & !self.occupied();
        let between = north(at) & south(hostile)
            | south(at) & north(hostile)
            | east(at) & west(hostile)
            | west(at) & east(hostile);
        between & enemies
    }

    /// Whether an attacker that has arrived on `to` captures the king: every side of his is off the board, an
    /// attacker, the empty throne or a corner.
    #[inline]
    fn captures_king(&self, to: usize) -> bool {
        let Some(king) = self.king else { return false };
        let sides = BESIDE[king as usize];
        sides.has(to) && sides & !(self.men[0] | THRONE & !self.occupied() | CORNERS) == 0
    }

    /// Moves the piece and takes what it captures; whether it captures anything.
    #[inline]
    pub(super) fn play(&mut self, Move { from, to }: Move) -> bool {
        let (from, to) = (from as usize, to as usize);
        let mover = self.to_move;
        let piece = if self.is_king(from) { KING } else { mover.index() };
        self.toggle(piece, from);
        self.toggle(piece, to);
        let captured = self.captured_men(mover, to);
        let king_captured = mover == ATTACKERS && self.captures_king(to);
        for square in captured.members() {
            self.toggle(mover.other().index(), square);
        }
        if king_captured && let Some(king) = self.king {
            self.toggle(KING, king as usize);
        }
        self.to_move = mover.other();
        self.hash ^= SIDE_KEY;
        captured != 0 || king_captured
    }

    /// Gives the turn to the other side.
    pub(super) fn pass(&mut self) {
        self.to_move = self.to_move.other();
        self.hash ^= SIDE_KEY;
    }

    /// The legal moves that may capture or bring the king to a corner; most others are left out.
    pub(super) fn sharp_moves(&self) -> impl Iterator<Item = Move> {
        let (mover, enemies) = (self.to_move, self.men[self.to_move.other().index()]);
        let hostile = self.pieces(mover) | KINGS_OWN;
        let across = south(enemies & south(hostile))
            | north(enemies & north(hostile))
            | west(enemies & west(hostile))
            | east(enemies & east(hostile));
        let beside_king = self.king.filter(|_| mover == ATTACKERS).map_or(0, |king| BESIDE[king as usize]);
        let sharp = across | beside_king | CORNERS;
        self.moves().filter(move |&Move { from, to }| sharp.has(to as usize) || THRONE.has(from as usize))
    }

    /// The squares of the pieces that a legal move captures.
    #[inline]
    pub(super) fn captures(&self, Move { from, to }: Move) -> u128 {
        let (from, to, mover) = (from as usize, to as usize, self.to_move);
        // Leaving a square other than the throne makes none hostile, so that most moves are known to capture nothing here.
        let beside_king = mover == ATTACKERS && self.king.is_some_and(|king| BESIDE[king as usize].has(to));
        if !THRONE.has(from) && !beside_king && self.captured_men(mover, to) == 0 {
            return 0;
        }
        let mut after = *self; // without its hash
        if self.is_king(from) {
            after.king = Some(to as u8);
        } else {
            after.men[mover.index()] ^= ONE[from] | ONE[to];
        }
        let king = if mover == ATTACKERS && after.captures_king(to) { self.king_set() } else { 0 };
        after.captured_men(mover, to) | king
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng as _, SeedableRng};
    use torneo_contract::{Described, Game, Options, Turn, random::Generator};

    use super::super::Hnefatafl;

    #[test]
    fn captures_are_what_playing_takes() {
        let options = Options::check(&"hnefatafl".parse().unwrap(), Hnefatafl::INFO.options).unwrap();
        let game = Hnefatafl::new(&options).unwrap();
        let (mut rng, mut captures) = (Generator::seed_from_u64(3), 0);
        for _ in 0..40 {
            let (mut position, mut actions) = (game.start(), Vec::new());
            for _ in 0..150 {
                let Turn::Seat(seat) = game.turn(&position) else { break };
                actions.clear();
                game.actions(&position, seat, &mut actions);
                let board = position.board;
                for &action in &actions {
                    let mut after = board;
                    after.play(action);
                    let taken = board.pieces(seat.other()) & !after.pieces(seat.other());
                    assert_eq!(board.captures(action), taken, "{board:?} {action:?}");
                    captures += u32::from(taken != 0);
                }
                game.apply(&mut position, actions[rng.next_u64() as usize % actions.len()]);
            }
        }
        assert!(captures > 100, "{captures} captures");
    }
}
