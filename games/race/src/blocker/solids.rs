//! The five solids of Blocker, where they can lie on the board, and where their rolls lead.

use std::collections::VecDeque;
use std::fmt;

use arrayvec::ArrayVec;

use torneo_board::grid::{BitSet, Grid};

/// Columns and rows of the board.
pub const SIDE: usize = 11;
/// The squares, numbered along the rows from the south-west.
pub type Squares = Grid<SIDE, SIDE>;
const SQUARES: usize = Squares::SQUARES;

/// A kind of piece; each side has one of each.
#[derive(Debug)]
pub struct Kind {
    /// What the source calls it.
    pub name: &'static str,
    /// The digit of its volume, which names it in notations.
    pub digit: char,
    /// Most rolls in a turn.
    pub rolls: usize,
    /// What it does, once: roll or slide.
    pub verb: &'static str,
}

/// The kinds in ascending order of volume.
pub const KINDS: [Kind; 5] = [
    Kind { name: "Godfather", digit: '0', rolls: 2, verb: "slide" },
    Kind { name: "Frecher", digit: '1', rolls: 3, verb: "roll" },
    Kind { name: "Thin", digit: '2', rolls: 2, verb: "roll" },
    Kind { name: "Flat", digit: '4', rolls: 2, verb: "roll" },
    Kind { name: "Fat", digit: '8', rolls: 1, verb: "roll" },
];
/// Most rolls in a turn of any kind.
const MOST_ROLLS: usize = 3;
/// The index of the Godfather in [`KINDS`].
pub const GODFATHER: usize = 0;

/// The ways that pieces lie: the kind's index and the extent to the east, to the north and upwards.
pub const SHAPES: [(usize, [usize; 3]); 9] = [
    (0, [1, 1, 0]),
    (1, [1, 1, 1]),
    (2, [1, 1, 2]),
    (2, [1, 2, 1]),
    (2, [2, 1, 1]),
    (3, [2, 2, 1]),
    (3, [2, 1, 2]),
    (3, [1, 2, 2]),
    (4, [2, 2, 2]),
];
/// Number of placements, those that reach over the edge included.
pub const PLACEMENTS: usize = SHAPES.len() * SQUARES;

/// The names of the eight directions in the order of notations; `(d + 4) % 8` is the inverse of `d`.
pub const DIRECTIONS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const STEPS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Where and how a piece lies: its shape and the south-west square of its footprint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement(u16);

impl Placement {
    const fn of(shape: usize, square: usize) -> Placement {
        Placement((shape * SQUARES + square) as u16)
    }

    /// The placement of a kind with its south-west square and extents, if the kind lies so and fits the board.
    pub fn find(kind: usize, square: usize, size: [usize; 3]) -> Option<Placement> {
        let shape = SHAPES.iter().position(|&shape| shape == (kind, size))?;
        let placement = Placement::of(shape, square);
        placement.is_on_board().then_some(placement)
    }

    /// A number below [`PLACEMENTS`].
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The south-west square.
    #[inline]
    pub fn square(self) -> usize {
        self.index() % SQUARES
    }

    /// How it lies: the index in [`SHAPES`].
    pub fn shape(self) -> usize {
        self.index() / SQUARES
    }

    /// The extent to the east, to the north and upwards.
    pub fn size(self) -> [usize; 3] {
        SHAPES[self.shape()].1
    }

    /// The index of the kind of piece.
    pub fn kind(self) -> usize {
        SHAPES[self.shape()].0
    }

    fn is_on_board(self) -> bool {
        let ([dx, dy, _], square) = (self.size(), self.square());
        Squares::file(square) + dx <= SIDE && Squares::rank(square) + dy <= SIDE
    }

    fn footprint(self) -> u128 {
        let ([dx, dy, _], square) = (self.size(), self.square());
        let offsets = (0..dy).flat_map(|y| (0..dx).map(move |x| y * SIDE + x));
        offsets.fold(0, |set, offset| set | u128::one(square + offset))
    }

    /// The placement after one roll, if it is on the board. Only the Godfather, which slides, knows the diagonals.
    fn roll(self, direction: usize) -> Option<Placement> {
        let step = STEPS[direction];
        let (kind, [dx, dy, dz]) = (self.kind(), self.size());
        if kind == GODFATHER {
            return Some(Placement::of(GODFATHER, Squares::step(self.square(), step)?));
        }
        // The block tips over the edge on the side of the step: that extent and the height change places.
        let (offset, size) = match step {
            (1, 0) => ((dx as i32, 0), [dz, dy, dx]),
            (-1, 0) => ((-(dz as i32), 0), [dz, dy, dx]),
            (0, 1) => ((0, dy as i32), [dx, dz, dy]),
            (0, -1) => ((0, -(dz as i32)), [dx, dz, dy]),
            _ => return None,
        };
        Placement::find(kind, Squares::step(self.square(), offset)?, size)
    }
}

/// The text of a placement, such as `6,0:1x2x2`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([dx, dy, dz], square) = (self.size(), self.square());
        write!(f, "{},{}:{dx}x{dy}x{dz}", Squares::file(square), Squares::rank(square))
    }
}

/// The directions of the rolls of a turn.
pub type Rolls = ArrayVec<usize, MOST_ROLLS>;

/// Why a single roll is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hindrance {
    /// The footprint would leave the board.
    Edge,
    /// This square of the new footprint is occupied.
    Square(usize),
    /// Both squares are occupied between which a diagonal slide passes.
    Corner,
}

/// Where a turn may take a piece, and which squares must be free for it.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Where it ends.
    pub placement: Placement,
    first_route: u32,
    routes: u8,
}

/// What the geometry alone determines, by placement.
#[derive(Debug)]
pub struct Tables {
    footprints: [u128; PLACEMENTS],
    rolls: [[Option<Placement>; 8]; PLACEMENTS],
    /// The squares that some turn covers on an empty board.
    zones: [u128; PLACEMENTS],
    /// First target and number of targets.
    ranges: [(u32, u8); PLACEMENTS],
    targets: Vec<Target>,
    /// The squares other than those of the piece itself that must be free, a set for each route; no set of a
    /// target contains another.
    routes: Vec<u128>,
}

impl Tables {
    /// Works out the tables.
    pub fn new() -> Tables {
        let mut tables = Tables {
            footprints: [0; PLACEMENTS],
            rolls: [[None; 8]; PLACEMENTS],
            zones: [0; PLACEMENTS],
            ranges: [(0, 0); PLACEMENTS],
            targets: Vec::new(),
            routes: Vec::new(),
        };
        let on_board = || (0..PLACEMENTS as u16).map(Placement).filter(|placement| placement.is_on_board());
        for placement in on_board() {
            tables.footprints[placement.index()] = placement.footprint();
            tables.rolls[placement.index()] = std::array::from_fn(|direction| placement.roll(direction));
        }
        for placement in on_board() {
            tables.add_targets(placement);
        }
        tables
    }

    fn add_targets(&mut self, start: Placement) {
        let found = self.search(start);
        self.ranges[start.index()] = (self.targets.len() as u32, found.len() as u8);
        for (placement, mut routes) in found {
            keep_minimal(&mut routes);
            self.zones[start.index()] |= self.footprint(placement);
            let (first_route, count) = (self.routes.len() as u32, routes.len() as u8);
            self.targets.push(Target { placement, first_route, routes: count });
            self.routes.extend(routes);
        }
    }

    /// The final placements of all turns on an empty board, shorter sequences first, then by the order of the
    /// directions; each with the sets of squares that some sequence needs.
    fn search(&self, start: Placement) -> Vec<(Placement, Vec<u128>)> {
        let own = self.footprint(start);
        let mut found: Vec<(Placement, Vec<u128>)> = Vec::new();
        // Sequences: where they end, the directions used, how many there are, the sets of squares needed.
        let mut sequences = VecDeque::from([(start, 0u8, 0, vec![0u128])]);
        while let Some((at, used, rolls, needed)) = sequences.pop_front() {
            if rolls == KINDS[start.kind()].rolls {
                continue;
            }
            for direction in directions_beside(used) {
                let Some(to) = self.rolls[at.index()][direction] else { continue };
                let sides = match between(at, direction) {
                    None => vec![0],
                    Some(sides) => sides.map(|side| u128::one(side) & !own).to_vec(),
                };
                let footprint = self.footprint(to) & !own;
                let needed: Vec<u128> = needed
                    .iter()
                    .flat_map(|set| sides.iter().map(move |side| set | side | footprint))
                    .collect();
                match found.iter_mut().find(|(placement, _)| *placement == to) {
                    Some((_, routes)) => routes.extend(&needed),
                    None => found.push((to, needed.clone())),
                }
                sequences.push_back((to, used | 1 << direction, rolls + 1, needed));
            }
        }
        found
    }

    /// The squares under a piece.
    #[inline]
    pub fn footprint(&self, placement: Placement) -> u128 {
        self.footprints[placement.index()]
    }

    /// The final placements that turns from a placement have on an empty board.
    #[inline]
    pub fn targets(&self, placement: Placement) -> &[Target] {
        let (first, count) = self.ranges[placement.index()];
        &self.targets[first as usize..][..count as usize]
    }

    /// Whether some route to a target is free.
    #[inline]
    pub fn reaches(&self, target: &Target, occupied: u128) -> bool {
        self.routes(target).iter().any(|route| route & occupied == 0)
    }

    /// The squares that each route to a target needs.
    #[inline]
    fn routes(&self, target: &Target) -> &[u128] {
        &self.routes[target.first_route as usize..][..target.routes as usize]
    }

    /// The free routes by which a piece could, in one turn, come to lie on `square` (a set of one), if that were free.
    pub fn routes_onto(
        &self,
        attacker: Placement,
        square: u128,
        occupied: u128,
    ) -> impl Iterator<Item = u128> + '_ {
        let in_zone = self.zones[attacker.index()] & square != 0;
        let targets = if in_zone { self.targets(attacker) } else { &[] };
        let onto = targets.iter().filter(move |target| self.footprint(target.placement) & square != 0);
        onto.flat_map(|target| self.routes(target))
            .copied()
            .filter(move |route| route & occupied & !square == 0)
    }

    /// The squares that some turn of a piece covers on an empty board.
    #[inline]
    pub fn zone(&self, placement: Placement) -> u128 {
        self.zones[placement.index()]
    }

    /// The squares of a set that are covered already, and those that some turn of a piece can cover.
    #[inline]
    pub fn cover(&self, piece: Placement, set: u128, occupied: u128, covered: u128) -> u128 {
        if self.zone(piece) & set & !covered == 0 {
            return covered;
        }
        self.targets(piece).iter().fold(covered, |covered, target| {
            let more = self.footprint(target.placement) & set;
            if more & !covered != 0 && self.reaches(target, occupied) { covered | more } else { covered }
        })
    }

    /// Whether a piece could, in one turn, come to lie on `square` (a set of one), if that were free.
    #[inline]
    pub fn attacks(&self, attacker: Placement, square: u128, occupied: u128) -> bool {
        self.zones[attacker.index()] & square != 0
            && self.targets(attacker).iter().any(|target| {
                self.footprint(target.placement) & square != 0 && self.reaches(target, occupied & !square)
            })
    }

    /// One roll of a piece among the squares that other pieces occupy.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn roll(&self, at: Placement, direction: usize, others: u128) -> Result<Placement, Hindrance> {
        let to = self.rolls[at.index()][direction].ok_or(Hindrance::Edge)?;
        let covered = self.footprint(to) & others;
        if covered != 0 {
            return Err(Hindrance::Square(covered.lowest()));
        }
        match between(at, direction) {
            Some(sides) if sides.iter().all(|&side| others.has(side)) => Err(Hindrance::Corner),
            _ => Ok(to),
        }
    }

    /// The canonical sequence of rolls from one placement to another: the shortest, and of those the first in the
    /// order of the directions.
    pub fn canonical(&self, from: Placement, to: Placement, others: u128) -> Option<Rolls> {
        let mut rolls = Rolls::new();
        let found =
            (1..=KINDS[from.kind()].rolls).any(|length| self.extend(from, to, others, 0, length, &mut rolls));
        found.then_some(rolls)
    }

    /// Adds the first `length` rolls in the order of the directions that lead from `at` to `to`; false if none do.
    fn extend(
        &self,
        at: Placement,
        to: Placement,
        others: u128,
        used: u8,
        length: usize,
        rolls: &mut Rolls,
    ) -> bool {
        if length == 0 {
            return at == to;
        }
        directions_beside(used).any(|direction| {
            let Ok(next) = self.roll(at, direction, others) else { return false };
            if length == 1 && next != to {
                return false;
            }
            rolls.push(direction);
            let found = self.extend(next, to, others, used | 1 << direction, length - 1, rolls);
            if !found {
                rolls.pop();
            }
            found
        })
    }
}

/// The directions whose inverse is not among the `used` ones.
fn directions_beside(used: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |direction| used >> ((direction + 4) % 8) & 1 == 0)
}

/// The two squares between which a diagonal slide passes; none for other directions.
fn between(at: Placement, direction: usize) -> Option<[usize; 2]> {
    let (files, ranks) = STEPS[direction];
    (files != 0 && ranks != 0).then_some(())?;
    Some([Squares::step(at.square(), (files, 0))?, Squares::step(at.square(), (0, ranks))?])
}

/// Keeps the sets that contain no other.
fn keep_minimal(sets: &mut Vec<u128>) {
    sets.sort_by_key(|set| set.len());
    let mut kept: Vec<u128> = Vec::new();
    for &set in &*sets {
        if kept.iter().all(|&smaller| smaller & !set != 0) {
            kept.push(set);
        }
    }
    *sets = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_agree_with_rolling() {
        let tables = Tables::new();
        let mut word = 1u64;
        for index in 0..PLACEMENTS as u16 {
            let placement = Placement(index);
            // Squares occupied at random, about a fourth of them.
            let others = (0..SQUARES).filter(|_| {
                word = torneo_contract::zobrist::key(word);
                word & 3 == 0
            });
            let others = others.fold(0, |set, square| set | u128::one(square)) & !tables.footprint(placement);
            for target in tables.targets(placement) {
                let rolls = tables.canonical(placement, target.placement, others);
                assert_eq!(tables.reaches(target, others), rolls.is_some(), "{placement} {target:?}");
            }
        }
    }
}
