//! The pieces on the board, what the position text shows besides, and what a move does.

use super::levels::{SIDE, SQUARES, rank};
use super::tables::{Array, GAITS, KING_FILE, KING_KIND, PAWN, PAWNS, ROOK_KIND, Tables};
use torneo_board::army::{Forces, Guard, Kind};
use torneo_board::grid::{BitSet, Bits192};
use torneo_contract::{Ending, Seat, zobrist};

pub const WHITE: Seat = Seat::FIRST;
pub const BLACK: Seat = Seat::SECOND;

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Black chooses the array.
    Choose(Array),
    /// A piece goes from a cell to another one; castling is a move of the king.
    Move {
        /// The cell left.
        from: u8,
        /// The cell where the piece ends. In games with transfers it has landed on the same square of the
        /// level that it left.
        to: u8,
        /// What a pawn becomes; 0 if it is not promoted.
        promotion: Kind,
    },
}

impl Action {
    #[inline]
    pub(super) fn plain(from: usize, to: usize) -> Action {
        Action::Move { from: from as u8, to: to as u8, promotion: 0 }
    }
}

/// A pawn that can be captured where it has passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EnPassant {
    pub(super) passed: u8,
    pub(super) pawn: u8,
}

/// Toward which side the king castles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    King,
    Queen,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::King, Side::Queen];

    /// The files of the rook, and of king and rook afterwards.
    pub const fn files(self) -> [usize; 3] {
        match self {
            Side::King => [SIDE - 1, 6, 5],
            Side::Queen => [0, 2, 3],
        }
    }

    /// The bit of the right to castle.
    #[inline]
    pub const fn right(self, seat: Seat) -> u8 {
        1 << (2 * seat.index() + self as usize)
    }
}

/// The pieces and what the position text shows besides, with counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub(super) forces: Forces<Bits192, GAITS, 2>,
    pub(super) to_move: Seat,
    /// Black has still to choose the array.
    pub(super) unchosen: bool,
    pub(super) array: Array,
    /// The rights of [`Side::right`].
    pub(super) castling: u8,
    /// By seat the files of the pawns that have never moved, as bits.
    pub(super) fresh: [u8; 2],
    /// By seat the files of the other pieces but the king that have never moved, as bits; kept only where
    /// first moves have rules of their own.
    pub(super) unmoved: [u8; 2],
    pub(super) en_passant: Option<EnPassant>,
    /// Plies since the last capture, promotion or move of a pawn to another rank.
    pub(super) idle: u32,
    /// Plies since the game or the position text began.
    pub(super) plies: u32,
    /// Checks and pins against the player to move.
    pub(super) guard: Guard<Bits192>,
    pub(super) ending: Option<Ending>,
}

/// Cells that follow each other on a rank, by their files as bits.
#[inline]
fn on_rank(first: usize, files: u8) -> Bits192 {
    let mut words = [0; 3];
    words[first / SQUARES] = u64::from(files) << (first % SQUARES);
    Bits192::from_words(words)
}

impl Board {
    pub(super) const EMPTY: Board = Board {
        forces: Forces::EMPTY,
        to_move: WHITE,
        unchosen: false,
        array: Array::Johnson,
        castling: 0,
        fresh: [0; 2],
        unmoved: [0; 2],
        en_passant: None,
        idle: 0,
        plies: 0,
        guard: Guard { checkers: Bits192::EMPTY, pinned: Bits192::EMPTY, allowed: Bits192::EMPTY },
        ending: None,
    };

    /// The hash of what the text shows beside the pieces; `fresh` pawns count where they may go two steps.
    #[inline]
    pub(super) fn rest_key(&self, fresh: [u8; 2]) -> u64 {
        let flags = self.to_move.index() as u64 | u64::from(self.unchosen) << 1 | (self.array as u64) << 2;
        let en_passant =
            self.en_passant.map_or(0, |EnPassant { passed, pawn }| u64::from(passed) << 8 | u64::from(pawn));
        let files = [fresh[0], fresh[1], self.unmoved[0], self.unmoved[1]];
        let files = u64::from(u32::from_le_bytes(files));
        zobrist::key(1 << 60 | flags << 56 | u64::from(self.castling) << 52 | en_passant << 32 | files)
    }

    #[inline]
    pub(super) fn hash(&self, tables: &Tables) -> u64 {
        self.forces.key ^ self.rest_key(if tables.rules.pawn.twice.is_empty() { [0; 2] } else { self.fresh })
    }

    /// A player's pawns that have never moved.
    #[inline]
    pub(super) fn fresh_pawns(&self, seat: Seat) -> Bits192 {
        on_rank(self.array.pawn_home(seat), self.fresh[seat.index()])
    }

    /// A player's pieces that have never moved, pawns included, the king not.
    #[inline]
    pub(super) fn first_movers(&self, seat: Seat) -> Bits192 {
        self.fresh_pawns(seat) | on_rank(self.array.home(seat), self.unmoved[seat.index()])
    }

    /// Sets up the start position with an array.
    pub(super) fn set_up(&mut self, tables: &Tables, array: Array) {
        *self = Board { array, castling: 0b1111, fresh: [!0; 2], ..Board::EMPTY };
        for seat in [WHITE, BLACK] {
            for (file, &place) in super::tables::FIRST_RANK.iter().enumerate() {
                self.forces.put(seat, tables.kinds[place], array.home(seat) + file);
                self.forces.put(seat, 1 << (PAWN + seat.index()), array.pawn_home(seat) + file);
            }
        }
        if tables.rules.leave_at_once {
            self.unmoved = [!(1 << KING_FILE); 2];
        }
    }

    /// Gives the turn to the other player.
    pub(super) fn pass(&mut self) {
        self.to_move = self.to_move.other();
        self.en_passant = None;
        self.plies += 1;
        self.idle += 1;
    }

    /// Ends what belongs to the pieces on a cell that never moved: rights to castle and first moves.
    #[inline]
    fn touch(&mut self, cell: usize) {
        for seat in [WHITE, BLACK] {
            let file = cell.wrapping_sub(self.array.pawn_home(seat));
            if file < SIDE {
                self.fresh[seat.index()] &= !(1 << file);
            }
            let file = cell.wrapping_sub(self.array.home(seat));
            if file < SIDE {
                self.unmoved[seat.index()] &= !(1 << file);
                self.castling &= match file {
                    0 => !Side::Queen.right(seat),
                    KING_FILE => !(Side::King.right(seat) | Side::Queen.right(seat)),
                    7 => !Side::King.right(seat),
                    _ => !0,
                };
            }
        }
    }
}

/// Whether a move of a king between these cells is castling.
#[inline]
pub(super) fn castles(from: usize, to: usize) -> bool {
    (from % SQUARES).abs_diff(to % SQUARES) == 2
}

/// Where a piece that ends on a cell has landed before its transfer.
#[inline]
pub(super) fn landing(from: usize, to: usize) -> usize {
    from / SQUARES * SQUARES + to % SQUARES
}

impl Tables {
    /// The cell on which a piece captures if there is an enemy: where it has landed before a transfer.
    #[inline]
    pub(super) fn capture_cell(&self, from: usize, to: usize) -> usize {
        if self.rules.marks.is_some() { landing(from, to) } else { to }
    }

    /// Moves a piece of the player to move and passes the turn on; whether nothing before can come back.
    #[inline]
    pub(super) fn play(&self, board: &mut Board, from: usize, to: usize, promotion: Kind) -> bool {
        let (seat, other) = (board.to_move, board.to_move.other());
        let kind = board.forces.kind(from);
        let pawn = kind & PAWNS != 0;
        let target = self.capture_cell(from, to);
        let en_passant = board.en_passant.take();
        let mut captures = board.forces.owned[other.index()].has(target);
        if captures {
            board.forces.take(other, board.forces.kind(target), target);
        } else if let Some(EnPassant { passed, pawn: captured }) = en_passant
            && pawn
            && passed as usize == target
            && self.attacks_as_pawn(seat, from, target)
        {
            captures = true;
            board.forces.take(other, 1 << (PAWN + other.index()), captured as usize);
        }
        let fresh = pawn && board.fresh_pawns(seat).has(from);
        board.forces.take(seat, kind, from);
        board.forces.put(seat, if promotion == 0 { kind } else { promotion }, to);
        if kind == KING_KIND && castles(from, to) {
            Self::move_rook(board, from, to);
        }
        if board.castling != 0 || board.fresh != [0; 2] || board.unmoved != [0; 2] {
            board.touch(from);
            board.touch(target);
        }
        board.to_move = other;
        board.plies += 1;
        if fresh && let Some(passed) = self.pawns.passed(seat, from, to) {
            let en_passant = EnPassant { passed: passed as u8, pawn: to as u8 };
            board.en_passant = self.can_take(board, en_passant).then_some(en_passant);
        }
        let progress = captures || promotion != 0 || pawn && rank(from) != rank(to);
        board.idle = if progress { 0 } else { board.idle + 1 };
        progress
    }

    /// The rook's part of castling; it changes the level with the king.
    fn move_rook(board: &mut Board, from: usize, to: usize) {
        let (seat, home) = (board.to_move, board.array.home(board.to_move));
        let side = if to % SIDE > from % SIDE { Side::King } else { Side::Queen };
        let [rook, _, goal] = side.files();
        board.forces.take(seat, ROOK_KIND, home + rook);
        board.forces.put(seat, ROOK_KIND, to - to % SIDE + goal);
        board.touch(home + rook);
    }
}
