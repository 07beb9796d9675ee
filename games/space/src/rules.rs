//! What tells the games apart: how the pieces go, how pawns move and where they are promoted.

use super::courses::Vectors;
use super::levels::Vector;
use torneo_board::grid::{DIAGONAL, ORTHOGONAL};

/// How a queen goes.
#[derive(Clone, Copy, Debug)]
pub enum Queen {
    /// As rook or bishop.
    RookAndBishop,
    /// As rook or bishop, and these ways besides.
    And(Vectors),
    /// One step as rook or bishop.
    OneStep,
}

/// The ways of White's pawns; Black's have the ranks turned round.
#[derive(Clone, Copy, Debug)]
pub struct PawnVectors {
    /// To empty cells.
    pub quiet: &'static [Vector],
    /// Of these, those that a pawn that has never moved may take twice.
    pub twice: &'static [Vector],
    /// To cells with an enemy piece.
    pub takes: &'static [Vector],
}

/// Squares of every level from which a piece that has moved there may go straight to another level, as bits.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    /// For every piece.
    pub stars: u64,
    /// For kings.
    pub crowns: u64,
}

/// The rules of one of the games with its options.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub rook: Vectors,
    pub bishop: Vectors,
    pub queen: Queen,
    pub knight: &'static [Vector],
    pub pawn: PawnVectors,
    /// The number of ranks, at the far side of the level on which the enemy begins, on which a pawn is
    /// promoted.
    pub promotion_ranks: usize,
    pub marks: Option<Marks>,
    /// Pieces must leave their level with their first move.
    pub leave_at_once: bool,
    /// The values of queen, rook, bishop and knight in hundredths of a pawn.
    pub values: [i32; 4],
}

/// The differences 0, 1 and 2 in any order and with any signs.
const KNIGHT: &[Vector] = &[
    (0, 1, 2),
    (0, 2, 1),
    (0, 2, -1),
    (0, 1, -2),
    (0, -1, -2),
    (0, -2, -1),
    (0, -2, 1),
    (0, -1, 2),
    (1, 0, 2),
    (1, 2, 0),
    (1, 0, -2),
    (1, -2, 0),
    (-1, 0, 2),
    (-1, 2, 0),
    (-1, 0, -2),
    (-1, -2, 0),
    (2, 0, 1),
    (2, 1, 0),
    (2, 0, -1),
    (2, -1, 0),
    (-2, 0, 1),
    (-2, 1, 0),
    (-2, 0, -1),
    (-2, -1, 0),
];

const AHEAD: Vector = (0, 0, 1);
const UP: Vector = (1, 0, 0);
const DOWN: Vector = (-1, 0, 0);
const UP_AHEAD: Vector = (1, 0, 1);
const DOWN_AHEAD: Vector = (-1, 0, 1);

/// Captures ahead and to one side, on any level.
const TAKES_ASIDE: &[Vector] = &[(0, -1, 1), (0, 1, 1), (1, -1, 1), (1, 1, 1), (-1, -1, 1), (-1, 1, 1)];
/// Captures ahead and one step along another axis.
const TAKES_IN_PLANES: &[Vector] = &[(0, -1, 1), (0, 1, 1), UP_AHEAD, DOWN_AHEAD];

/// Straight up or down.
const VERTICAL: &[(i32, i32)] = &[(0, 0)];
/// Up or down and along a file or rank with each step, or straight.
const VERTICAL_AND_SLANTED: &[(i32, i32)] = &[(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)];

/// Millennium 3D Chess.
pub const MILLENNIUM: Rules = Rules {
    rook: Vectors { flat: Some(&ORTHOGONAL), climbs: VERTICAL_AND_SLANTED },
    bishop: Vectors { flat: Some(&DIAGONAL), climbs: &DIAGONAL },
    queen: Queen::RookAndBishop,
    knight: KNIGHT,
    pawn: PawnVectors {
        quiet: &[AHEAD, UP, DOWN, UP_AHEAD, DOWN_AHEAD],
        twice: &[AHEAD, UP, DOWN, UP_AHEAD, DOWN_AHEAD],
        takes: TAKES_ASIDE,
    },
    promotion_ranks: 1,
    marks: None,
    leave_at_once: false,
    values: [1000, 575, 375, 425],
};

/// Millennium 3D Chess with the doubled steps that the text of the article names.
pub const MILLENNIUM_OF_THE_TEXT: Rules =
    Rules { pawn: PawnVectors { twice: &[AHEAD, UP, DOWN], ..MILLENNIUM.pawn }, ..MILLENNIUM };

/// Nardeshir.
pub const NARDESHIR: Rules = Rules { pawn: PawnVectors { twice: &[AHEAD], ..MILLENNIUM.pawn }, ..MILLENNIUM };

/// Nardeshir in the variant of the malka.
pub const MALKA: Rules = Rules {
    queen: Queen::OneStep,
    pawn: PawnVectors { twice: &[], ..MILLENNIUM.pawn },
    values: [500, 575, 375, 425],
    ..MILLENNIUM
};

/// Space Chess by Hageman.
pub const HAGEMAN: Rules = Rules {
    rook: Vectors { flat: Some(&ORTHOGONAL), climbs: VERTICAL },
    bishop: Vectors { flat: Some(&DIAGONAL), climbs: &DIAGONAL },
    queen: Queen::And(Vectors { flat: None, climbs: &ORTHOGONAL }),
    knight: KNIGHT,
    pawn: PawnVectors { quiet: &[AHEAD, UP, DOWN], twice: &[AHEAD, UP, DOWN], takes: TAKES_IN_PLANES },
    promotion_ranks: 2,
    marks: None,
    leave_at_once: false,
    values: [1050, 475, 375, 425],
};

/// Space Chess by Johnson.
pub const JOHNSON: Rules = Rules {
    rook: Vectors { flat: Some(&ORTHOGONAL), climbs: VERTICAL },
    bishop: Vectors { flat: Some(&DIAGONAL), climbs: &ORTHOGONAL },
    queen: Queen::RookAndBishop,
    knight: KNIGHT,
    pawn: PawnVectors { quiet: &[AHEAD, UP, DOWN], twice: &[AHEAD], takes: TAKES_IN_PLANES },
    promotion_ranks: 1,
    marks: None,
    leave_at_once: false,
    values: [1000, 500, 425, 425],
};

/// c3 f3 d4 e4 d5 e5 c6 f6.
const STARS: u64 = 0x0000_2418_1824_0000;
/// e1 e8.
const CROWNS: u64 = 0x1000_0000_0000_0010;

/// Space Chess by Evans.
pub const EVANS: Rules = Rules {
    rook: Vectors { flat: Some(&ORTHOGONAL), climbs: &[] },
    bishop: Vectors { flat: Some(&DIAGONAL), climbs: &[] },
    queen: Queen::RookAndBishop,
    knight: KNIGHT.split_at(8).0,
    pawn: PawnVectors { quiet: &[AHEAD], twice: &[AHEAD], takes: TAKES_IN_PLANES.split_at(2).0 },
    promotion_ranks: 1,
    marks: Some(Marks { stars: STARS, crowns: CROWNS }),
    leave_at_once: false,
    values: [900, 500, 325, 325],
};
