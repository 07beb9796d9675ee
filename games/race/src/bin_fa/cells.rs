//! The 96 triangles of the hexagon, and the supply track.

use std::fmt::Write;

use torneo_board::grid::BitSet;
use torneo_board::text;

pub(super) const SECTORS: usize = 6;
const ROWS: usize = 4;
/// Triangles of a sector.
const SECTOR_CELLS: usize = ROWS * ROWS;
pub(super) const CELLS: usize = SECTORS * SECTOR_CELLS;
/// Most neighbours of a triangle.
pub(super) const SIDES: usize = 3;
/// Circles of the supply track, and those of each sector in a row.
pub(super) const CIRCLES: usize = 42;
pub(super) const SECTOR_CIRCLES: usize = CIRCLES / SECTORS;
/// Rotations and reflections of the hexagon.
pub(super) const SYMMETRIES: usize = 2 * SECTORS;

/// The cell with this place in row `row` (1 to 4 from the centre) of a sector; places are counted from 1.
const fn cell(sector: usize, row: usize, place: usize) -> usize {
    sector * SECTOR_CELLS + (row - 1) * (row - 1) + place - 1
}

/// Sector, row and place of a cell.
pub(super) const fn coordinates(cell: usize) -> (usize, usize, usize) {
    let within = cell % SECTOR_CELLS;
    let mut row = 1;
    while row * row <= within {
        row += 1;
    }
    (cell / SECTOR_CELLS, row, within - (row - 1) * (row - 1) + 1)
}

/// The neighbours: to either side in the row, and across the base.
const fn neighbours(at: usize) -> u128 {
    let (sector, row, place) = coordinates(at);
    let last = 2 * row - 1;
    let before = if place > 1 {
        cell(sector, row, place - 1)
    } else {
        cell((sector + SECTORS - 1) % SECTORS, row, last)
    };
    let after =
        if place < last { cell(sector, row, place + 1) } else { cell((sector + 1) % SECTORS, row, 1) };
    let across = if place % 2 == 0 {
        1 << cell(sector, row - 1, place - 1)
    } else if row < ROWS {
        1 << cell(sector, row + 1, place + 1)
    } else {
        0
    };
    1 << before | 1 << after | across
}

/// The cells beside each cell.
pub(super) static NEAR: [u128; CELLS] = {
    let mut near = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        near[cell] = neighbours(cell);
        cell += 1;
    }
    near
};

/// The steps from each cell to each other over an empty board.
pub(super) static DISTANCE: [[u8; CELLS]; CELLS] = {
    let mut distances = [[0; CELLS]; CELLS];
    let mut from = 0;
    while from < CELLS {
        let (mut reached, mut front, mut steps) = (1 << from, 1 << from, 0);
        while front != 0 {
            let mut grown = 0;
            while front != 0 {
                let cell = u128::trailing_zeros(front) as usize;
                front &= front - 1;
                distances[from][cell] = steps;
                grown |= NEAR[cell];
            }
            front = grown & !reached;
            reached |= grown;
            steps += 1;
        }
        from += 1;
    }
    distances
};

/// The sector of a cell.
#[inline]
pub(super) const fn sector(cell: usize) -> usize {
    cell / SECTOR_CELLS
}

/// All cells of a sector.
#[inline]
pub(super) const fn sector_cells(sector: usize) -> u128 {
    ((1 << SECTOR_CELLS) - 1) << (sector * SECTOR_CELLS)
}

/// The cells on which units are put by themselves, the best first, in sector 0.
pub(super) const PLACEMENT: [usize; 9] = [
    cell(0, 3, 1),
    cell(0, 3, 3),
    cell(0, 3, 5),
    cell(0, 2, 2),
    cell(0, 2, 1),
    cell(0, 2, 3),
    cell(0, 1, 1),
    cell(0, 3, 2),
    cell(0, 3, 4),
];

/// The same cell of another sector.
pub(super) const fn in_sector(cell: usize, sector: usize) -> usize {
    sector * SECTOR_CELLS + cell
}

/// The sector whose colour a circle of the track has.
#[inline]
pub(super) const fn colour(circle: usize) -> usize {
    const AFTER: [usize; SECTOR_CIRCLES] = [0, 0, 0, 1, 2, 4, 5];
    (circle / SECTOR_CIRCLES + AFTER[circle % SECTOR_CIRCLES]) % SECTORS
}

/// Where a symmetry moves a cell: the first six turn the board, the others turn it over as well.
pub(super) fn image(at: usize, symmetry: usize) -> usize {
    let (sector, row, place) = coordinates(at);
    if symmetry < SECTORS {
        cell((sector + symmetry) % SECTORS, row, place)
    } else {
        cell((symmetry - sector) % SECTORS, row, 2 * row - place)
    }
}

/// Whether all cells outside a set are connected with each other.
pub(super) fn leaves_connected(set: u128) -> bool {
    let open = !set & ((1 << CELLS) - 1);
    let mut reached = open & open.wrapping_neg();
    let mut front = reached;
    while front != 0 {
        let grown = front.fold(0, |grown, cell| grown | NEAR[cell]) & open & !reached;
        reached |= grown;
        front = grown;
    }
    reached == open
}

/// Whether all cells outside a set stay connected without one more: whether its neighbours do.
pub(super) fn stay_connected_without(set: u128, cell: usize) -> bool {
    let open = !set & !(1 << cell) & ((1 << CELLS) - 1);
    let around = NEAR[cell] & open;
    let mut reached = around & around.wrapping_neg();
    let mut front = reached;
    while around & !reached != 0 && front != 0 {
        front = front.fold(0, |grown, cell| grown | NEAR[cell]) & open & !reached;
        reached |= front;
    }
    around & !reached == 0
}

/// Appends `0.3.1`.
pub(super) fn write(cell: usize, written: &mut String) {
    let (sector, row, place) = coordinates(cell);
    let _ = write!(written, "{sector}.{row}.{place}");
}

pub(super) fn name(cell: usize) -> String {
    text::written(|name| write(cell, name))
}

/// Reads `0.3.1`.
pub(super) fn parse(written: &str) -> Option<usize> {
    let mut numbers = written.split('.').map(text::parse_number::<usize>);
    let (sector, row, place) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let valid = sector < SECTORS && (1..=ROWS).contains(&row) && (1..2 * row).contains(&place);
    (valid && numbers.next().is_none()).then(|| cell(sector, row, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::zobrist;

    fn near(name: &str) -> Vec<String> {
        let mut names: Vec<String> = NEAR[parse(name).unwrap()].members().map(super::name).collect();
        names.sort();
        names
    }

    #[test]
    fn neighbours_are_those_of_the_hexagon() {
        assert_eq!(near("0.1.1"), ["0.2.2", "1.1.1", "5.1.1"]);
        assert_eq!(near("0.2.2"), ["0.1.1", "0.2.1", "0.2.3"]);
        assert_eq!(near("0.4.1"), ["0.4.2", "5.4.7"]);
        assert_eq!(near("0.2.3"), ["0.2.2", "0.3.4", "1.2.1"]);
        let counts: Vec<u32> = NEAR.iter().map(|set| set.len()).collect();
        assert_eq!(counts.iter().filter(|&&count| count == 2).count(), 24);
        assert_eq!(counts.iter().filter(|&&count| count == 3).count(), 72);
        assert_eq!(counts.iter().sum::<u32>(), 2 * 132);
        assert!((0..CELLS).all(|cell| NEAR[cell].members().all(|other| NEAR[other].has(cell))));
        assert!((0..CELLS).all(|cell| parse(&name(cell)) == Some(cell)));
        for bad in ["", "0.0.1", "6.1.1", "0.5.1", "0.2.4", "0.2", "0.2.1.1", "0.02.1", "a.1.1"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn distances_count_steps() {
        let cell = |name: &str| parse(name).unwrap();
        let steps = |from: &str, to: &str| DISTANCE[cell(from)][cell(to)];
        assert_eq!([steps("0.1.1", "0.1.1"), steps("0.1.1", "1.1.1"), steps("0.1.1", "3.1.1")], [0, 1, 3]);
        assert_eq!([steps("0.4.1", "3.4.7"), steps("0.4.4", "3.4.4")], [15, 13]);
        for from in 0..CELLS {
            assert!((0..CELLS).all(|to| DISTANCE[from][to] == DISTANCE[to][from]));
            assert!((0..CELLS).all(|to| (DISTANCE[from][to] == 1) == NEAR[from].has(to)));
        }
        assert_eq!(DISTANCE.iter().flatten().max(), Some(&15));
    }

    #[test]
    fn each_colour_has_seven_circles() {
        assert_eq!((0..7).map(colour).collect::<Vec<_>>(), [0, 0, 0, 1, 2, 4, 5]);
        assert_eq!(colour(39), 1);
        for sector in 0..SECTORS {
            assert_eq!((0..CIRCLES).filter(|&circle| colour(circle) == sector).count(), SECTOR_CIRCLES);
        }
    }

    #[test]
    fn symmetries_keep_neighbours() {
        for symmetry in 0..SYMMETRIES {
            for cell in 0..CELLS {
                let images = NEAR[cell].members().fold(0, |set, near| set | 1 << image(near, symmetry));
                assert_eq!(NEAR[image(cell, symmetry)], images, "{symmetry}, {}", name(cell));
            }
        }
        let images: std::collections::BTreeSet<usize> =
            (0..SYMMETRIES).map(|symmetry| image(5, symmetry)).collect();
        assert_eq!(images.len(), SYMMETRIES);
    }

    #[test]
    fn one_cell_more_is_judged_by_its_neighbours() {
        let mut judged = [0; 2];
        for seed in 0..400 {
            let word = |n: u64| u128::from(zobrist::key(4 * seed + n));
            let few = (word(0) & word(1)) << 64 | word(2) & word(3);
            let set = if seed % 2 == 0 { few & few.rotate_left(17) } else { few } & ((1 << CELLS) - 1);
            for cell in (0..CELLS).filter(|&cell| leaves_connected(set) && !set.has(cell)) {
                let connected = leaves_connected(set | 1 << cell);
                assert_eq!(stay_connected_without(set, cell), connected, "{set:x} {cell}");
                judged[usize::from(connected)] += 1;
            }
        }
        assert!(judged.iter().all(|&count| count > 100), "{judged:?}");
    }

    #[test]
    fn terrain_may_cut_cells_off() {
        let set = |names: &str| names.split(' ').fold(0, |set, name| set | 1 << parse(name).unwrap());
        assert!(leaves_connected(0));
        assert!(leaves_connected(set("0.4.2 0.3.1 1.1.1")));
        assert!(!leaves_connected(set("0.4.2 5.4.7")));
    }
}
