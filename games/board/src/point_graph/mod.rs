//! Boards of points joined by lines: steps to neighbouring points, jumps over them.
//!
//! A *step* leads from a point to the next on a line, a *jump* to the one after it. The steps of a board are
//! numbered, and so are its jumps. Those that a side can make are bit sets, which follow every change on the
//! board.

pub mod lattice;
mod moves;
mod pieces;

pub use moves::{Chains, Move};
pub use pieces::Pieces;

/// The largest number of points of a board.
pub const MAX_POINTS: usize = 32;

/// The largest number of steps to a higher point, and of such jumps. Those back to the lower point have the same
/// number with this added.
const BACK: usize = 64;

/// A jump along a line: over the next point to the one after it.
#[derive(Clone, Copy, Debug, Default)]
struct Jump {
    from: u8,
    over: u8,
    to: u8,
    /// The jumps from the landing point, except the one back over the piece taken.
    onward: u128,
    /// The jumps to the points that the jump empties.
    opened: u128,
}

/// The numbered steps and jumps that touch a point, as bit sets.
#[derive(Clone, Copy, Debug, Default)]
struct Touching {
    steps_from: u128,
    steps_to: u128,
    jumps_from: u128,
    jumps_over: u128,
    jumps_to: u128,
}

/// The points and lines of a board.
#[derive(Clone, Debug)]
pub struct PointGraph {
    names: Vec<String>,
    /// The points of each line in order.
    lines: Vec<Vec<usize>>,
    neighbours: [u32; MAX_POINTS],
    /// By number: the points left and reached.
    steps: Box<[(u8, u8); 2 * BACK]>,
    /// By number.
    jumps: Box<[Jump; 2 * BACK]>,
    touching: Box<[Touching; MAX_POINTS]>,
    /// The point over which a jump leads from one point to another.
    between: Box<[[Option<u8>; MAX_POINTS]; MAX_POINTS]>,
}

impl PointGraph {
    /// A board with these points, numbered in this order, and lines, each given by its points in order. Two lines
    /// do not share a pair of neighbouring points.
    ///
    /// # Panics
    /// More points, steps or jumps than the bit sets have room for, or a line through a point that is not there.
    pub fn new(names: Vec<String>, lines: &[Vec<String>]) -> PointGraph {
        assert!(names.len() <= MAX_POINTS);
        let number =
            |name: &String| names.iter().position(|known| known == name).expect("a point of the board");
        let lines: Vec<Vec<usize>> = lines.iter().map(|line| line.iter().map(number).collect()).collect();
        let mut graph = PointGraph {
            names,
            lines,
            neighbours: [0; MAX_POINTS],
            steps: Box::new([(0, 0); 2 * BACK]),
            jumps: Box::new([Jump::default(); 2 * BACK]),
            touching: Box::new([Touching::default(); MAX_POINTS]),
            between: Box::new([[None; MAX_POINTS]; MAX_POINTS]),
        };
        graph.number_steps();
        graph.number_jumps();
        graph
    }

    /// The windows of `N` points on the lines from the lower end to the higher and, numbered `BACK` higher, the
    /// other way.
    fn windows<const N: usize>(&self) -> Vec<(usize, [usize; N])> {
        let windows = self.lines.iter().flat_map(|line| line.windows(N));
        let mut rising: Vec<[usize; N]> = windows
            .map(|window| {
                let mut points: [usize; N] = std::array::from_fn(|i| window[i]);
                if points[0] > points[N - 1] {
                    points.reverse();
                }
                points
            })
            .collect();
        rising.sort_unstable();
        assert!(rising.len() <= BACK);
        let both = rising.into_iter().enumerate().flat_map(|(number, points)| {
            let mut back = points;
            back.reverse();
            [(number, points), (number + BACK, back)]
        });
        both.collect()
    }

    fn number_steps(&mut self) {
        for (number, [from, to]) in self.windows() {
            self.steps[number] = (from as u8, to as u8);
            self.neighbours[from] |= 1 << to;
            self.touching[from].steps_from |= 1 << number;
            self.touching[to].steps_to |= 1 << number;
        }
    }

    fn number_jumps(&mut self) {
        let jumps = self.windows();
        for &(number, [from, over, to]) in &jumps {
            self.touching[from].jumps_from |= 1 << number;
            self.touching[over].jumps_over |= 1 << number;
            self.touching[to].jumps_to |= 1 << number;
            self.between[from][to] = Some(over as u8);
        }
        for (number, [from, over, to]) in jumps {
            let touching = &self.touching;
            self.jumps[number] = Jump {
                from: from as u8,
                over: over as u8,
                to: to as u8,
                onward: touching[to].jumps_from & !touching[over].jumps_over,
                opened: touching[from].jumps_to | touching[over].jumps_to,
            };
        }
    }

    /// Number of points.
    pub fn points(&self) -> usize {
        self.names.len()
    }

    /// The set of all points.
    #[inline]
    pub fn all(&self) -> u32 {
        u32::MAX >> (MAX_POINTS - self.names.len())
    }

    /// The points of each line in order.
    pub fn lines(&self) -> &[Vec<usize>] {
        &self.lines
    }

    /// The points next to a point.
    #[inline]
    pub fn neighbours(&self, point: usize) -> u32 {
        self.neighbours[point % MAX_POINTS]
    }

    /// The name of a point.
    pub fn name(&self, point: usize) -> &str {
        &self.names[point]
    }

    /// The point of a name.
    pub fn parse(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    #[inline]
    fn touching(&self, point: usize) -> &Touching {
        &self.touching[point % MAX_POINTS]
    }
}
