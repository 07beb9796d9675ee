//! Square lattices with the diagonals of the alquerque board: 3 by 3 points, or 5 by 5 for alquerque itself.

use super::PointGraph;
use crate::text;

fn name((file, rank): (usize, usize)) -> String {
    text::square_name(file, rank)
}

/// The lattice of `side` by `side` points (`side` is odd), numbered a1 = 0, b1, ..., a2, ...: ranks and files, and
/// where `diagonals` asks for them the diagonals of a1 and of every second point from there.
pub fn graph(side: usize, diagonals: bool) -> PointGraph {
    let points = || (0..side * side).map(|point| (point % side, point / side));
    let line = |start: (usize, usize), (files, ranks): (isize, isize)| -> Vec<String> {
        let next = |&(file, rank): &(usize, usize)| {
            let next = (file.checked_add_signed(files)?, rank.checked_add_signed(ranks)?);
            (next.0 < side && next.1 < side).then_some(next)
        };
        std::iter::successors(Some(start), next).map(name).collect()
    };
    let mut lines: Vec<Vec<String>> = Vec::new();
    lines.extend((0..side).map(|rank| line((0, rank), (1, 0))));
    lines.extend((0..side).map(|file| line((file, 0), (0, 1))));
    if diagonals {
        let with_diagonals = || points().filter(|(file, rank)| (file + rank) % 2 == 0);
        let rising = with_diagonals().filter(|&(file, rank)| file == 0 || rank == 0);
        let falling = with_diagonals().filter(|&(file, rank)| file == 0 || rank == side - 1);
        let all = rising.map(|start| line(start, (1, 1))).chain(falling.map(|start| line(start, (1, -1))));
        lines.extend(all.filter(|line| line.len() > 1));
    }
    PointGraph::new(points().map(name).collect(), &lines)
}

/// The eight symmetries of the square, the identity first: for each the point that every point goes to. They keep the
/// lines, diagonals included.
pub fn symmetries(side: usize) -> [Vec<usize>; 8] {
    std::array::from_fn(|symmetry| {
        let image = |point: usize| {
            let (file, rank) = (point % side, point / side);
            let turn =
                |place: usize, bit: usize| if symmetry >> bit & 1 == 1 { side - 1 - place } else { place };
            let (file, rank) = (turn(file, 0), turn(rank, 1));
            if symmetry >> 2 & 1 == 1 { file * side + rank } else { rank * side + file }
        };
        (0..side * side).map(image).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::BitSet;

    #[test]
    fn the_alquerque_board_has_56_edges_and_80_jumps() {
        let board = graph(5, true);
        let neighbours: Vec<u32> = (0..25).map(|point| board.neighbours(point).len()).collect();
        assert_eq!(neighbours.iter().sum::<u32>(), 2 * 56);
        assert_eq!(neighbours[..5], [3, 3, 5, 3, 3]);
        let jumps: u32 = board.touching.iter().map(|touching| touching.jumps_from.len()).sum();
        assert_eq!((jumps, board.lines.len()), (80, 16));
        assert_eq!(board.name(board.parse("c3").unwrap()), "c3");
        assert_eq!(board.neighbours(board.parse("c3").unwrap()).len(), 8);
    }

    #[test]
    fn symmetries_keep_the_lines() {
        let board = graph(5, true);
        let symmetries = symmetries(5);
        assert_eq!(symmetries[0], (0..25).collect::<Vec<_>>());
        for (number, symmetry) in symmetries.iter().enumerate() {
            for (point, &image) in symmetry.iter().enumerate() {
                let near = board.neighbours(point).members().fold(0, |set, near| set | 1 << symmetry[near]);
                assert_eq!(board.neighbours(image), near);
            }
            assert!(!symmetries[..number].contains(symmetry));
        }
    }

    #[test]
    fn small_lattices() {
        assert_eq!((graph(3, true).lines().len(), graph(3, false).lines().len()), (8, 6));
        assert_eq!(graph(3, true).all(), (1 << 9) - 1);
    }
}
