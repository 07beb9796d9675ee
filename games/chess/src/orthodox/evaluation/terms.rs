//! The terms of the evaluation and where their weights stand.

use super::Variant;

/// Kinds of pieces at most, pawns and kings included.
pub const KINDS: usize = 8;
/// Ranks of a board at most.
pub const RANKS: usize = 10;
/// Files of half a board at most.
pub const FILES: usize = 5;
/// Bins of mobility, two squares each.
pub const MOBILITY_BINS: usize = 16;
/// Degrees of danger for a king.
pub const DANGERS: usize = 64;
/// Numbers of pieces that attack a king's squares, and of these squares with its own.
pub const ATTACKERS: usize = 8;
pub const RING: usize = 10;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// The right to move.
    Turn,
    /// A piece, by kind.
    Material,
    /// A piece on a rank, by kind and rank from its owner's side.
    Rank,
    /// A piece on a file, by kind and distance from the edge.
    File,
    /// A piece by kind and half the number of squares that it attacks. Squares that hold own pawns or a king,
    /// or that pawns attack, are left out.
    Mobility,
    /// Two bishops or more.
    BishopPair,
    /// Own pawns on the squares of a bishop's colour.
    BishopPawns,
    /// A knight or a bishop in the other half, protected by a pawn, where no pawn can ever attack it; by kind.
    Outpost,
    /// A rook on a file without own pawns; the same without any pawns.
    RookFile,
    /// Pieces attacked by pawns.
    ByPawn,
    /// Pieces, by kind, attacked by knights and bishops; these without protection by a pawn; such ones attacked by rooks; and those attacked by
    /// anything that have no strong protection: neither by a pawn, nor twice where they are attacked once.
    Threat,
    /// Pieces that a pawn could attack by a step to a square that is not attacked, or protected.
    PushThreat,
    /// Pieces without strong protection that are attacked, and twice if they are protected at all; pawns attacked and not protected.
    Hanging,
    /// What is threatened by the player to move: pieces attacked by pawns and by steps of pawns, hanging pieces, hanging pawns.
    Moving,
    /// Pieces that may not leave a line to the own king.
    Pinned,
    /// Own pawns, for each piece, by kind.
    WithPawns,
    /// Pawns behind an own one; without neighbours on either file; protected by a pawn, by rank; beside another one, by rank.
    Doubled,
    Isolated,
    Supported,
    Phalanx,
    /// Pawns that no pawn beside or behind can protect and whose next square is attacked by a pawn.
    Backward,
    /// Pawns that no other pawn can stop, by rank; such pawns with a piece before them; such pawns with a way
    /// that is neither occupied nor attacked.
    Passed,
    Blocked,
    Free,
    /// For each step that the own king, and the other one, is away from the square before a passed pawn, up to five, by rank.
    OwnKing,
    OtherKing,
    /// Own pawns beside the king and on the two ranks before it; the other player's on its file and beside, within four ranks.
    Shield,
    Storm,
    /// Files at the king without own pawns.
    Bare,
    /// How dangerously the king is attacked, by degree; the same where its player is to move.
    Danger,
    Respite,
    /// How many pieces attack the king or squares beside it; how many such squares are attacked and protected
    /// by the king alone; how many are attacked twice. Each by number.
    Attackers,
    Weak,
    Twice,
}

/// All terms with their names in files of weights, whether they are told apart by kind, and their number (for each kind).
pub const LAYOUT: [(Term, &str, bool, usize); 34] = [
    (Term::Turn, "turn", false, 1),
    (Term::Material, "material", true, 1),
    (Term::Rank, "rank", true, RANKS),
    (Term::File, "file", true, FILES),
    (Term::Mobility, "mobility", true, MOBILITY_BINS),
    (Term::BishopPair, "bishop-pair", false, 1),
    (Term::BishopPawns, "bishop-pawns", false, 1),
    (Term::Outpost, "outpost", true, 1),
    (Term::RookFile, "rook-file", false, 2),
    (Term::ByPawn, "by-pawn", false, 1),
    (Term::Threat, "threat", true, 4),
    (Term::PushThreat, "push-threat", false, 1),
    (Term::Hanging, "hanging", false, 2),
    (Term::Moving, "moving", false, 4),
    (Term::Pinned, "pinned", false, 1),
    (Term::WithPawns, "with-pawns", true, 1),
    (Term::Doubled, "doubled", false, 1),
    (Term::Isolated, "isolated", false, 1),
    (Term::Supported, "supported", false, RANKS),
    (Term::Phalanx, "phalanx", false, RANKS),
    (Term::Backward, "backward", false, 1),
    (Term::Passed, "passed", false, RANKS),
    (Term::Blocked, "blocked", false, RANKS),
    (Term::Free, "free", false, RANKS),
    (Term::OwnKing, "own-king", false, RANKS),
    (Term::OtherKing, "other-king", false, RANKS),
    (Term::Shield, "shield", false, 2),
    (Term::Storm, "storm", false, 1),
    (Term::Bare, "bare", false, 4),
    (Term::Danger, "danger", false, DANGERS),
    (Term::Respite, "respite", false, DANGERS),
    (Term::Attackers, "attackers", false, ATTACKERS),
    (Term::Weak, "weak", false, RING),
    (Term::Twice, "twice", false, RING),
];

const fn length(number: usize) -> usize {
    let (_, _, by_kind, count) = LAYOUT[number];
    if by_kind { KINDS * count } else { count }
}

const fn first(term: usize) -> usize {
    let (mut number, mut start) = (0, 0);
    while number < term {
        start += length(number);
        number += 1;
    }
    start
}

const FIRST: [usize; LAYOUT.len()] = {
    let mut firsts = [0; LAYOUT.len()];
    let mut number = 0;
    while number < LAYOUT.len() {
        firsts[number] = first(number);
        number += 1;
    }
    firsts
};

/// The number of weights.
pub const WEIGHTS: usize = first(LAYOUT.len());

impl Term {
    /// The number of a weight of this term.
    #[inline]
    pub const fn at(self, index: usize) -> usize {
        FIRST[self as usize] + index
    }

    /// The number of a weight of this term for a kind of piece.
    #[inline]
    pub const fn of(self, kind: usize, index: usize) -> usize {
        FIRST[self as usize] + kind * LAYOUT[self as usize].3 + index
    }
}

/// The terms of a piece by itself: what it is, its rank from its owner's side, and its file.
#[inline]
pub fn of_place<V: Variant>(kind: usize, rank: usize, file: usize) -> [usize; 3] {
    let from_edge = file.min(V::FILES - 1 - file);
    [Term::Material.of(kind, 0), Term::Rank.of(kind, rank), Term::File.of(kind, from_edge)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_in_the_order_of_the_terms() {
        assert!(LAYOUT.iter().enumerate().all(|(number, &(term, ..))| term as usize == number));
    }
}
