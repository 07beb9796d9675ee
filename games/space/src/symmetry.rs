//! Positions that the symmetries of the rules map onto each other.

use super::board::{Board, EnPassant, piece_key};
use super::levels::{LEVELS, SIDE, SQUARES, file, level, rank};
use super::tables::{PAWN, Tables};
use torneo_board::grid::BitSet;

/// The orders into which levels can be brought, the identity and the reversal first.
const LEVEL_ORDERS: [[usize; LEVELS]; 6] = [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1]];

/// A map of the board onto itself.
#[derive(Clone, Copy)]
struct Map {
    /// Where each level goes.
    levels: [usize; LEVELS],
    mirror_files: bool,
    mirror_ranks: bool,
    /// Whether files and ranks are exchanged in the end.
    exchange: bool,
}

impl Map {
    fn cell(self, cell: usize) -> usize {
        let mirrored = |at: usize, mirror: bool| if mirror { SIDE - 1 - at } else { at };
        let (file, rank) = (mirrored(file(cell), self.mirror_files), mirrored(rank(cell), self.mirror_ranks));
        let (file, rank) = if self.exchange { (rank, file) } else { (file, rank) };
        self.levels[level(cell)] * SQUARES + rank * SIDE + file
    }
}

impl Tables {
    /// The maps under which the rules stay the same for a position.
    ///
    /// Castling and first moves of pieces bind everything to its place, pawns bind ranks and levels; crowns
    /// bind files.
    fn symmetries(&self, board: &Board) -> impl Iterator<Item = Map> {
        let bound = board.castling != 0 || board.unmoved != [0; 2];
        let pawns = !(board.forces.gaits[PAWN] | board.forces.gaits[PAWN + 1]).is_empty();
        let marked = self.rules.marks.is_some();
        let orders = match (bound || pawns, marked) {
            (true, _) => 1,
            (false, false) => 2,
            (false, true) => LEVEL_ORDERS.len(),
        };
        let choices = |may: bool| if may { &[false, true][..] } else { &[false][..] };
        let files = choices(!bound && !marked);
        let ranks = choices(!bound && !pawns);
        let exchanges = choices(!bound && !pawns && !marked);
        LEVEL_ORDERS[..orders].iter().flat_map(move |&levels| {
            files.iter().flat_map(move |&mirror_files| {
                ranks.iter().flat_map(move |&mirror_ranks| {
                    let map = move |&exchange| Map { levels, mirror_files, mirror_ranks, exchange };
                    exchanges.iter().map(map)
                })
            })
        })
    }

    /// The least hash of the images of a position.
    pub(super) fn symmetric_hash(&self, board: &Board) -> u64 {
        let hashes = self.symmetries(board).map(|map| self.image_hash(board, map));
        hashes.min().unwrap_or_else(|| board.hash(self))
    }

    fn image_hash(&self, board: &Board, map: Map) -> u64 {
        let mut image = *board;
        image.key = 0;
        for cell in board.forces.occupied().members() {
            if let Some(owner) = board.forces.owner(cell) {
                image.key ^= piece_key(owner, board.forces.kind(cell), map.cell(cell));
            }
        }
        if map.mirror_files {
            image.fresh = board.fresh.map(u8::reverse_bits);
        }
        image.en_passant = board.en_passant.map(|EnPassant { passed, pawn }| {
            let [passed, pawn] = [passed, pawn].map(|cell| map.cell(cell as usize) as u8);
            EnPassant { passed, pawn }
        });
        image.hash(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::CELLS;

    #[test]
    fn maps_are_permutations_of_the_cells() {
        for levels in LEVEL_ORDERS {
            for bits in 0..8 {
                let [mirror_files, mirror_ranks, exchange] = [1, 2, 4].map(|bit| bits & bit != 0);
                let map = Map { levels, mirror_files, mirror_ranks, exchange };
                let mut images: Vec<usize> = (0..CELLS).map(|cell| map.cell(cell)).collect();
                images.sort_unstable();
                assert!(images.into_iter().eq(0..CELLS));
            }
        }
    }
}
