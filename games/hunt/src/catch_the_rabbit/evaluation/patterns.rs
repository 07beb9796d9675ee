//! Where hunters stand, seen through small windows: the ranks, the files, and squares of four points.

use std::sync::LazyLock;

use torneo_board::point_graph::lattice;

use super::super::{POINTS, SIDE};

/// The ranks and files, and what can stand on one.
const LINES: usize = 2 * SIDE;
const ON_LINE: usize = 1 << SIDE;
/// The squares of four points, in a rank of them and in all, and what can stand on one.
const SQUARES_ABREAST: usize = SIDE - 1;
const SQUARES: usize = SQUARES_ABREAST * SQUARES_ABREAST;
const ON_SQUARE: usize = 1 << 4;
/// What can stand in all windows.
pub const PATTERNS: usize = LINES * ON_LINE + SQUARES * ON_SQUARE;

/// The points of the first file, and the factor that brings them together from the bit with the number `GATHERED` on.
const FILE: u64 = 0x10_8421;
const GATHER: u64 = 0x11_1110;
const GATHERED: u32 = 20;

/// Calls `visit` with the pattern in each window.
#[inline]
pub fn each_pattern(hunters: u32, mut visit: impl FnMut(usize)) {
    for line in 0..SIDE {
        let rank = hunters as usize >> (SIDE * line) & (ON_LINE - 1);
        let file = (((u64::from(hunters) >> line & FILE) * GATHER) >> GATHERED) as usize & (ON_LINE - 1);
        visit(line * ON_LINE + rank);
        visit((SIDE + line) * ON_LINE + file);
    }
    for square in 0..SQUARES {
        let corner = square / SQUARES_ABREAST * SIDE + square % SQUARES_ABREAST;
        let on = (hunters >> corner & 3) | (hunters >> (corner + SIDE) & 3) << 2;
        visit(LINES * ON_LINE + square * ON_SQUARE + on as usize);
    }
}

/// The points of a window, from the lowest bit of its patterns on, and its first pattern.
fn window(number: usize) -> (Vec<usize>, usize) {
    let line = |start: usize, step: usize| (0..SIDE).map(|place| start + step * place).collect();
    match number {
        rank if rank < SIDE => (line(SIDE * rank, 1), rank * ON_LINE),
        file if file < LINES => (line(file - SIDE, SIDE), file * ON_LINE),
        number => {
            let square = number - LINES;
            let corner = square / SQUARES_ABREAST * SIDE + square % SQUARES_ABREAST;
            let points = vec![corner, corner + 1, corner + SIDE, corner + SIDE + 1];
            (points, LINES * ON_LINE + square * ON_SQUARE)
        }
    }
}

/// By point of the rabbit and pattern: the number of the pattern that stands for it and for its images. These have the rabbit on one
/// of six points, its home, and are numbered home after home.
static HOMES: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let symmetries = lattice::symmetries(SIDE);
    let windows: Vec<(Vec<usize>, usize)> = (0..LINES + SQUARES).map(window).collect();
    // The image of a pattern, by where the points of its window go.
    let image = |points: &[usize], on: usize, symmetry: &[usize]| -> usize {
        let place_of = |point: usize, window: &[usize]| window.iter().position(|&known| known == point);
        let found = windows.iter().find_map(|(window, first)| {
            let places = points.iter().map(|&point| place_of(symmetry[point], window));
            let places: Vec<usize> = places.collect::<Option<_>>()?;
            let bits = places.iter().enumerate().filter(|&(bit, _)| on >> bit & 1 == 1);
            Some(first + bits.map(|(_, place)| 1 << place).sum::<usize>())
        });
        found.expect("symmetries map windows to windows")
    };
    let home = |point: usize| symmetries.iter().map(|symmetry| symmetry[point]).min().unwrap_or(point);
    let mut homes: Vec<usize> = (0..POINTS).map(home).collect();
    homes.sort_unstable();
    homes.dedup();
    let of_point = |point: usize| {
        let number = homes.iter().position(|&known| known == home(point)).expect("a home");
        let leads = || symmetries.iter().filter(|symmetry| symmetry[point] == homes[number]);
        let of_window = |(points, _): &(Vec<usize>, usize)| -> Vec<usize> {
            let lowest = |on| leads().map(|symmetry| image(points, on, symmetry)).min().unwrap_or(on);
            (0..1 << points.len()).map(|on| number * PATTERNS + lowest(on)).collect()
        };
        windows.iter().flat_map(of_window).collect()
    };
    (0..POINTS).map(of_point).collect()
});

/// The patterns with the rabbit at home, in all.
pub const HOME_PATTERNS: usize = 6 * PATTERNS;

/// By point of the rabbit and pattern: the number of what stands for it.
pub fn homes() -> &'static [Vec<usize>] {
    &HOMES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_show_what_stands_on_their_points() {
        for hunters in [0, 0x155_5555, 0x0f0_f0f1, (1 << POINTS) - 1] {
            let mut found = Vec::new();
            each_pattern(hunters, |pattern| found.push(pattern));
            found.sort_unstable();
            let expected = (0..LINES + SQUARES).map(window).map(|(points, first)| {
                let bits = points.iter().enumerate().filter(|&(_, &point)| hunters >> point & 1 == 1);
                first + bits.map(|(bit, _)| 1 << bit).sum::<usize>()
            });
            assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn patterns_share_a_number_with_their_images() {
        let symmetries = lattice::symmetries(SIDE);
        let seen = |rabbit: usize, hunters: u32| {
            let mut found = Vec::new();
            each_pattern(hunters, |pattern| found.push(homes()[rabbit][pattern]));
            found.sort_unstable();
            found
        };
        let hunters = 0x0ad_93c5;
        for rabbit in (0..POINTS).filter(|rabbit| hunters >> rabbit & 1 == 0) {
            for symmetry in &symmetries {
                let image: u32 = (0..POINTS).map(|point| (hunters >> point & 1) << symmetry[point]).sum();
                assert_eq!(seen(rabbit, hunters), seen(symmetry[rabbit], image));
            }
            assert!(seen(rabbit, hunters).iter().all(|&number| number < HOME_PATTERNS));
        }
    }
}
