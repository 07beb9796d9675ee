//! Fischerandom Chess (rules: `docs/games/fischerandom.md`).

use super::{BLACK, Board, DIAGONALS, GAITS, KING, KNIGHT, ORTHOGONALS, PAWN, Piece, Variant, WHITE};
use torneo_board::army::{Forces, Kind};
use torneo_board::grid::BitSet;
use torneo_board::text;
use torneo_contract::{
    Dialect, End, Form, Formats, GameInfo, OptionInfo, Options, Pgn, Seat, SpecError, TurnKinds, Uci,
};

const SIDE: usize = 8;
/// Number of start positions.
const ARRAYS: u16 = 960;

const KING_KIND: Kind = 1 << KING;
const QUEEN: Kind = 1 << DIAGONALS | 1 << ORTHOGONALS;
const ROOK: Kind = 1 << ORTHOGONALS;
const BISHOP: Kind = 1 << DIAGONALS;
const KNIGHT_KIND: Kind = 1 << KNIGHT;

/// The number of the start of orthodox chess, and its position.
const ORTHODOX: u16 = 518;
const ORTHODOX_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";

/// How UCI programs play: all starts, or the one of orthodox chess.
const ALL_STARTS: Dialect = Dialect { options: &[("UCI_Chess960", "true")], form: Form::Uci960 };
const ONE_START: Dialect = Dialect { options: &[], form: Form::Uci };

/// The squares of the colour of a1.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The pairs of the five free files on which the knights can stand, in the order of the numbering.
const KNIGHT_PAIRS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The board of 8 by 8 with one of 960 arrays.
#[derive(Clone, Debug)]
pub struct Chess960 {
    /// The number of the start position; none if it is drawn.
    start: Option<u16>,
}

/// The pieces on the first rank, from the a-file on, of the start position with a number below [`ARRAYS`].
fn array(number: u16) -> [Kind; SIDE] {
    let mut files = [0; SIDE];
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    files[2 * light as usize + 1] = BISHOP;
    files[2 * dark as usize] = BISHOP;
    let free = |files: &[Kind; SIDE], n: usize| (0..SIDE).filter(|&file| files[file] == 0).nth(n);
    let mut put = |kind: Kind, places: &[usize]| {
        let chosen: Vec<usize> = places.iter().filter_map(|&n| free(&files, n)).collect();
        chosen.into_iter().for_each(|file| files[file] = kind);
    };
    put(QUEEN, &[queen as usize]);
    put(KNIGHT_KIND, &KNIGHT_PAIRS[knights as usize]);
    put(ROOK, &[0, 2]);
    put(KING_KIND, &[0]);
    files
}

impl Variant for Chess960 {
    type Set = u64;

    const INFO: GameInfo = GameInfo {
        id: "fischerandom",
        title: "Fischerandom Chess",
        family: "chess",
        turns: TurnKinds::WITH_CHANCE,
        options: &[OptionInfo::text("start", "random").help(
            "`random`: the start position is drawn; a number 0..=959: this one (518 is orthodox chess)",
        )],
        ..GameInfo::TWO_SEATS
    };
    const FILES: usize = SIDE;
    const RANKS: usize = SIDE;
    const PAWN_RANK: usize = 1;
    const PIECES: &'static [Piece] = &[
        Piece { letter: 'K', kind: KING_KIND, count: 1, value: 0 },
        Piece { letter: 'Q', kind: QUEEN, count: 1, value: 900 },
        Piece { letter: 'R', kind: ROOK, count: 2, value: 500 },
        Piece { letter: 'B', kind: BISHOP, count: 2, value: 325 },
        Piece { letter: 'N', kind: KNIGHT_KIND, count: 2, value: 315 },
    ];
    const PROMOTION_RANKS: usize = 1;
    const PROMOTES_TO_CAPTURED: bool = false;
    const CASTLING: bool = true;
    const WEIGHTS: &'static str = include_str!("evaluation/fischerandom.weights");
    const DEAD: End = ("dead-position", "nobody can give checkmate any more");

    fn new(options: &Options) -> Result<Self, SpecError> {
        let written = options.text("start");
        let start = text::parse_number(written).filter(|&number| number < ARRAYS);
        let message = format_args!("expected `random` or a number 0..=959, found `{written}`");
        options.refuse_if(written != "random" && start.is_none(), "start", message)?;
        Ok(Chess960 { start })
    }

    fn start(&self) -> Option<String> {
        let mut board = Board::EMPTY;
        self.set_up(self.start?, &mut board);
        Some(super::position::write::<Self>(&board))
    }

    fn is_orthodox(&self) -> bool {
        self.start == Some(ORTHODOX)
    }

    fn formats(&self) -> Formats {
        let (dialects, variant): (&[Dialect], _) = match self.is_orthodox() {
            true => (&[ONE_START], None),
            false => (&[ALL_STARTS], Some("Chess960")),
        };
        let uci = Uci { variant: "chess", dialects, instead: Some("orthodox chess alone: `chess`") };
        Formats {
            uci: Some(uci),
            pgn: Some(Pgn { variant, fen: variant.is_some() }),
            variants: &[
                ("chess960", ""),
                ("chess 960", ""),
                ("fischerrandom", ""),
                ("fischer random", ""),
                ("standard", "start=518"),
                ("chess", "start=518"),
                ("from position", "start=518"),
            ],
            start: self.start.is_none().then_some(ORTHODOX_START),
            ..Formats::NONE
        }
    }

    fn arrays(&self) -> u16 {
        if self.start.is_none() { ARRAYS } else { 0 }
    }

    fn set_up(&self, number: u16, board: &mut Board<u64>) {
        for (file, kind) in array(number).into_iter().enumerate() {
            for (seat, piece, pawn) in [(WHITE, file, SIDE + file), (BLACK, 56 + file, 48 + file)] {
                board.forces.put(seat, kind, piece);
                board.forces.put(seat, 1 << (PAWN + seat.index()), pawn);
                board.castling[seat.index()] |= u16::from(kind == ROOK) << file;
            }
        }
    }

    /// King against king, one of them with at most a knight or a bishop, or both with a bishop on the same colour.
    #[inline]
    fn is_dead(forces: &Forces<u64, GAITS, 2>) -> bool {
        let [white_pawns, black_pawns, knights, bishops, rooks, _] = forces.gaits;
        if white_pawns | black_pawns | rooks != 0 {
            return false;
        }
        let [white, black] = forces.owned;
        match (knights | bishops).count_ones() {
            0 | 1 => true,
            2 => {
                let opposed = bishops & white != 0 && bishops & black != 0;
                opposed && (bishops & DARK == 0 || bishops & !DARK == 0)
            }
            _ => false,
        }
    }

    /// The bishops of the start stand on different colours.
    fn promoted(forces: &Forces<u64, GAITS, 2>, seat: Seat) -> u32 {
        let surplus = |piece: &Piece| {
            let found = forces.of_kind(seat, piece.kind);
            match piece.kind {
                BISHOP => (found & DARK).len().saturating_sub(1) + (found & !DARK).len().saturating_sub(1),
                _ => found.len().saturating_sub(piece.count),
            }
        };
        Self::PIECES.iter().map(surplus).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn orthodox_chess_is_one_of_the_arrays() {
        assert_eq!(Chess960 { start: Some(ORTHODOX) }.start().as_deref(), Some(ORTHODOX_START));
    }

    #[test]
    fn arrays_are_distinct_and_have_king_and_bishops_in_place() {
        let arrays: HashSet<[Kind; SIDE]> = (0..ARRAYS).map(array).collect();
        assert_eq!(arrays.len(), 960);
        for array in arrays {
            let files = |kind: Kind| (0..SIDE).filter(|&file| array[file] == kind).collect::<Vec<_>>();
            let (rooks, bishops) = (files(ROOK), files(BISHOP));
            assert!(rooks[0] < files(KING_KIND)[0] && files(KING_KIND)[0] < rooks[1]);
            assert_eq!((bishops[0] + bishops[1]) % 2, 1);
            assert_eq!((files(QUEEN).len(), files(KNIGHT_KIND).len()), (1, 2));
        }
    }
}
