//! Positions that the symmetries of the rules map onto each other.

use super::board::{Board, EnPassant};
use super::levels::{LEVELS, SIDE, SQUARES, file, level, rank};
use super::tables::{PAWN, Tables};
use torneo_board::army::piece_key;
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
        image.forces.key = 0;
        for cell in board.forces.occupied().members() {
            if let Some(owner) = board.forces.owner(cell) {
                image.forces.key ^= piece_key(owner, board.forces.kind(cell), map.cell(cell));
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
    use torneo_contract::{Described, Notation, Options, Solving, perft};

    use super::*;
    use crate::levels::CELLS;
    use crate::{Millennium, Space, SpaceRules, Variant};

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

    /// The symmetric hashes of positions, and how many moves they have.
    fn hashes<V: Variant>(spec: &str, positions: &[&str]) -> Vec<(u64, u64)> {
        let options = Options::check(&spec.parse().unwrap(), V::INFO.options).unwrap();
        let game = Space::<V>::new(&options).unwrap();
        let positions = positions.iter().map(|text| game.parse_position(text).unwrap());
        positions
            .map(|position| (game.symmetric_hash(&position), perft::perft(&game, &position, 2)))
            .collect()
    }

    #[test]
    fn mirror_images_have_the_same_hash() {
        let with_pawns = [
            "8/8/8/8/8/8/P7/K7|8/8/8/8/3N4/8/8/8|6k1/7p/8/8/8/8/8/8 w - Ah -",
            "8/8/8/8/8/8/7P/7K|8/8/8/8/4N3/8/8/8|1k6/p7/8/8/8/8/8/8 w - Ha -",
            // Pawns know ranks and levels.
            "8/8/8/8/8/8/P7/K7|8/8/8/8/8/3N4/8/8|6k1/7p/8/8/8/8/8/8 w - Ah -",
            "8/8/8/8/8/8/P7/K7|8/8/8/8/3N4/8/8/8|6k1/7p/8/8/8/8/8/8 w - h -",
        ];
        for spec in ["millennium-3d-chess", "millennium-3d-chess(pawn_two_step=source-text)"] {
            let found = hashes::<Millennium>(spec, &with_pawns);
            assert_eq!(found[0], found[1]);
            assert!(found[2].0 != found[0].0 && found[3].0 != found[0].0);
        }
        let pieces = [
            "8/8/8/8/8/8/8/K1R5|8/8/8/3N4/8/8/8/8|6k1/8/8/8/8/8/8/8 b - - -",
            "6k1/8/8/8/8/8/8/8|8/8/8/3N4/8/8/8/8|8/8/8/8/8/8/8/K1R5 b - - -",
            "K1R5/8/8/8/8/8/8/8|8/8/8/8/3N4/8/8/8|8/8/8/8/8/8/8/6k1 b - - -",
            "8/8/8/8/8/R7/8/K7|8/8/8/8/4N3/8/8/8|8/7k/8/8/8/8/8/8 b - - -",
        ];
        for rules in ["hageman", "johnson"] {
            let found = hashes::<SpaceRules>(&format!("space-chess(rules={rules})"), &pieces);
            assert!(found.iter().all(|same| *same == found[0]), "{rules}");
        }
        let found = hashes::<SpaceRules>("space-chess", &pieces);
        assert_eq!((found[0], found[0]), (found[1], found[2]));
        // Crowns know files, and castling knows everything.
        assert_ne!(found[0].0, found[3].0);
        let level = "8/8/8/3N4/8/8/8/8|6k1/8/8/8/8/8/8/8|8/8/8/8/8/8/8/K1R5 b - - -";
        assert_eq!(hashes::<SpaceRules>("space-chess", &[level])[0], found[0]);
        let castling = [
            "8/8/8/8/8/8/8/R3K3|8/8/8/8/8/8/8/8|6k1/8/8/8/8/8/8/8 w Q - -",
            "8/8/8/8/8/8/8/R3K3|8/8/8/8/8/8/8/8|6k1/8/8/8/8/8/8/8 w - - -",
            "8/8/8/8/8/8/8/3K3R|8/8/8/8/8/8/8/8|1k6/8/8/8/8/8/8/8 w - - -",
        ];
        let found = hashes::<Millennium>("millennium-3d-chess", &castling);
        assert!(found[0].0 != found[1].0 && found[1] == found[2]);
    }
}
