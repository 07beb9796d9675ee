//! Grand Chess (rules: `docs/games/grand-chess.md`).

use super::{DIAGONALS, GAITS, KING, KNIGHT, ORTHOGONALS, Piece, Variant};
use torneo_board::army::Forces;
use torneo_contract::{GameInfo, Options, SpecError};

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
    const DEAD: &'static str = crate::BARE_KINGS;

    fn new(_options: &Options) -> Result<Self, SpecError> {
        Ok(Grand)
    }

    fn start(&self) -> Option<String> {
        Some(START.to_owned())
    }

    /// Neither player has anything but the king.
    #[inline]
    fn is_dead(forces: &Forces<u128, GAITS, 2>) -> bool {
        forces.occupied() == forces.gaits[KING]
    }
}

/// Letters that other programs write for the pieces of Grand Chess, with the letters used here.
///
/// Fairy-Stockfish and the programs that follow it call the marshal a chancellor and the cardinal an archbishop.
const ELSEWHERE: [(char, char); 2] = [('C', 'M'), ('A', 'C')];

/// A position text or coordinate move of another program with the letters used here.
pub fn from_other_programs(written: &str) -> String {
    rewrite(written, |letter| ELSEWHERE.iter().find(|pair| pair.0 == letter).map(|pair| pair.1))
}

/// A position text or coordinate move with the letters that other programs use.
pub fn for_other_programs(written: &str) -> String {
    rewrite(written, |letter| ELSEWHERE.iter().find(|pair| pair.1 == letter).map(|pair| pair.0))
}

/// Rewrites the letters that stand for pieces: those of the placement of a position text, or a promotion at the end
/// of a move. `other` gives the replacement of a capital letter.
fn rewrite(written: &str, other: impl Fn(char) -> Option<char>) -> String {
    let letter = |letter: char| match other(letter.to_ascii_uppercase()) {
        Some(other) if letter.is_ascii_uppercase() => other,
        Some(other) => other.to_ascii_lowercase(),
        None => letter,
    };
    if written.contains('/') {
        let (placement, rest) = written.split_at(written.find(' ').unwrap_or(written.len()));
        return placement.chars().map(letter).collect::<String>() + rest;
    }
    let mut chars: Vec<char> = written.chars().collect();
    if let [.., last] = &mut chars[..] {
        *last = letter(*last);
    }
    chars.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_other_programs() {
        let theirs = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";
        assert_eq!(from_other_programs(theirs), START);
        assert_eq!(for_other_programs(START), theirs);
        for (theirs, ours) in [("f7g8c", "f7g8m"), ("f7g8a", "f7g8c"), ("c2a2", "c2a2"), ("", "")] {
            assert_eq!((from_other_programs(theirs), for_other_programs(ours)), (ours.into(), theirs.into()));
        }
    }
}
