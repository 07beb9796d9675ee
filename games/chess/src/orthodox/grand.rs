//! Grand Chess (rules: `docs/games/grand-chess.md`).

use super::{DIAGONALS, GAITS, KING, KNIGHT, ORTHOGONALS, Piece, Variant};
use torneo_board::army::Forces;
use torneo_contract::{Dialect, End, Form, Formats, GameInfo, Options, Pgn, SpecError, Uci};

const START: &str = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1";

/// The board of 10 by 10 with marshals and cardinals.
#[derive(Clone, Debug)]
pub struct Grand;

impl Variant for Grand {
    type Set = u128;

    const INFO: GameInfo =
        GameInfo { id: "grand-chess", title: "Grand Chess", family: "chess", ..GameInfo::TWO_SEATS };
    const FILES: usize = 10;
    const RANKS: usize = 10;
    const PAWN_RANK: usize = 2;
    const PIECES: &'static [Piece] = &[
        Piece { letter: 'K', kind: 1 << KING, count: 1, value: 0 },
        Piece { letter: 'Q', kind: 1 << DIAGONALS | 1 << ORTHOGONALS, count: 1, value: 1000 },
        Piece { letter: 'M', kind: 1 << ORTHOGONALS | 1 << KNIGHT, count: 1, value: 900 },
        Piece { letter: 'C', kind: 1 << DIAGONALS | 1 << KNIGHT, count: 1, value: 750 },
        Piece { letter: 'R', kind: 1 << ORTHOGONALS, count: 2, value: 500 },
        Piece { letter: 'B', kind: 1 << DIAGONALS, count: 2, value: 325 },
        Piece { letter: 'N', kind: 1 << KNIGHT, count: 2, value: 275 },
    ];
    const PROMOTION_RANKS: usize = 3;
    const PROMOTES_TO_CAPTURED: bool = true;
    const CASTLING: bool = false;
    const WEIGHTS: &'static str = include_str!("evaluation/grand-chess.weights");
    const DEAD: End = (crate::BARE_KINGS, "only kings are left");
    /// Fairy-Stockfish and the programs that follow it call the marshal a chancellor and the cardinal an archbishop.
    const ELSEWHERE: &'static [(char, char)] = &[('M', 'C'), ('C', 'A')];

    fn new(_options: &Options) -> Result<Self, SpecError> {
        Ok(Grand)
    }

    fn start(&self) -> Option<String> {
        Some(START.to_owned())
    }

    fn formats(&self) -> Formats {
        const GRAND: Dialect = Dialect { options: &[("UCI_Variant", "grand")], form: Form::Uci };
        Formats {
            uci: Some(Uci { variant: "grand", dialects: &[GRAND], instead: None }),
            pgn: Some(Pgn { variant: Some("grand"), fen: false }),
            variants: &[("grand", ""), ("grand chess", "")],
            ..Formats::NONE
        }
    }

    /// Neither player has anything but the king.
    #[inline]
    fn is_dead(forces: &Forces<u128, GAITS, 2>) -> bool {
        forces.occupied() == forces.gaits[KING]
    }
}
