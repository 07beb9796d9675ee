//! The pieces of Lanza and where they stand.

use torneo_board::grid::BitSet;
use torneo_contract::Seat;

/// Most players.
pub const MAX_PLAYERS: usize = 4;
/// Places for pieces in tables; those with rank number 3 stay unused.
pub const PIECES: usize = 4 * MAX_PLAYERS;

/// Number of ranks. Each beats the next in the order of [`RANK_LETTERS`], the last beats the first.
pub const RANKS: usize = 3;
/// The letters of the ranks in the order in which pieces are listed.
pub const RANK_LETTERS: [char; RANKS] = ['K', 'Q', 'J'];

/// The rank that beats `rank`.
pub const fn stronger(rank: usize) -> usize {
    (rank + RANKS - 1) % RANKS
}

/// The rank that `rank` beats.
pub const fn weaker(rank: usize) -> usize {
    (rank + 1) % RANKS
}

/// The pieces of each rank.
pub const OF_RANK: [u16; RANKS] = [0x1111, 0x2222, 0x4444];

/// A piece; pieces are ordered by player and within a player King, Queen, Jack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// The piece of a player with this rank number.
    #[inline]
    pub const fn new(owner: usize, rank: usize) -> Piece {
        Piece((owner * 4 + rank) as u8)
    }

    /// The piece with this number in tables and sets.
    #[inline]
    pub const fn from_index(index: usize) -> Piece {
        Piece(index as u8)
    }

    /// The number in tables and sets, below [`PIECES`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Who owns the piece.
    #[inline]
    pub const fn owner(self) -> Seat {
        Seat::new(self.index() / 4)
    }

    /// The number of the rank.
    #[inline]
    pub const fn rank(self) -> usize {
        self.index() % 4
    }

    /// Appends the name, such as `1K`.
    pub fn write(self, written: &mut String) {
        written.push((b'1' + self.owner().index() as u8) as char);
        written.push(RANK_LETTERS[self.rank()]);
    }

    /// The name.
    pub fn name(self) -> String {
        torneo_board::text::written(|name| self.write(name))
    }

    /// The piece with this name in a game of `players`.
    pub fn parse(name: &str, players: usize) -> Option<Piece> {
        let mut chars = name.chars();
        let owner = (chars.next()?.to_digit(10)? as usize).checked_sub(1).filter(|&owner| owner < players)?;
        let letter = chars.next()?;
        let rank = RANK_LETTERS.iter().position(|&known| known == letter)?;
        chars.as_str().is_empty().then_some(Piece::new(owner, rank))
    }
}

/// All pieces of the players.
pub const fn all_pieces(players: usize) -> u16 {
    0x7777 & ((1u32 << (4 * players)) - 1) as u16
}

/// All pieces of a player.
#[inline]
pub const fn all_of(owner: Seat) -> u16 {
    all_pieces(1) << (4 * owner.index())
}

/// The pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces {
    /// The set of the pieces on the board.
    pub present: u16,
    /// The cell of each piece on the board, 0 for the others.
    cells: [u8; PIECES],
}

impl Pieces {
    /// The board without pieces.
    pub const NONE: Pieces = Pieces { present: 0, cells: [0; PIECES] };

    /// The pieces on the board, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Piece> + use<> {
        self.present.members().map(Piece::from_index)
    }

    /// The cell of a piece on the board.
    #[inline]
    pub fn cell(&self, piece: Piece) -> usize {
        self.cells[piece.index()] as usize
    }

    /// Puts a piece on a cell, or moves it there.
    #[inline]
    pub fn put(&mut self, piece: Piece, cell: usize) {
        self.present |= u16::one(piece.index());
        self.cells[piece.index()] = cell as u8;
    }

    /// Takes a piece off the board.
    #[inline]
    pub fn take(&mut self, piece: Piece) {
        self.present &= !u16::one(piece.index());
        self.cells[piece.index()] = 0;
    }

    /// The cells on which pieces of a set of pieces on the board stand.
    #[inline]
    pub fn cells_of(&self, pieces: u16) -> u64 {
        pieces.members().fold(0, |cells, piece| cells | u64::one(self.cells[piece] as usize))
    }

    /// The piece on a cell.
    pub fn on(&self, cell: usize) -> Option<Piece> {
        self.iter().find(|&piece| self.cell(piece) == cell)
    }

    /// The ranks that a player has on the board, as a set of rank numbers.
    #[inline]
    pub fn ranks_of(&self, seat: Seat) -> usize {
        (self.present >> (4 * seat.index()) & 0x7) as usize
    }

    /// The cells as two words, for hashing.
    pub fn words(&self) -> [u64; 2] {
        let half = |half: usize| (0..8).fold(0, |word, i| word << 8 | u64::from(self.cells[8 * half + i]));
        [half(0), half(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_pieces_are_those_of_owner_and_rank() {
        for piece in all_pieces(MAX_PLAYERS).members().map(Piece::from_index) {
            for owner in Seat::all(MAX_PLAYERS) {
                assert_eq!(all_of(owner).has(piece.index()), piece.owner() == owner);
            }
            for (rank, pieces) in OF_RANK.into_iter().enumerate() {
                assert_eq!(pieces.has(piece.index()), piece.rank() == rank);
                assert_eq!(weaker(rank) == piece.rank(), stronger(piece.rank()) == rank);
            }
        }
    }
}
