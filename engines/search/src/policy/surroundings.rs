//! What lies round a site: the sites at one and at two steps, and how far apart sites are.

use torneo_contract::scene::Board;
use torneo_contract::zobrist;

use crate::common::neighbours::neighbours;

/// How far a place may lie from where another one is turned or mirrored to.
const NEAR: f32 = 0.05;
/// Neighbours that are farther away than the nearest one by this factor do not touch.
const TOUCHING: f32 = 1.05;
/// The squares of distances, in sites, at which sites count as farther apart.
const FARTHER: [f32; 9] = [0.1, 1.3, 2.3, 4.3, 6.0, 9.5, 14.0, 20.0, 33.0];

/// The way from a site to another one.
type Way = (f32, f32, f32);

/// A site near another one, with the number of the way to it.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The site.
    pub site: u16,
    /// The number of the way.
    way: u16,
}

/// What lies round each site of a board.
#[derive(Default)]
pub struct Surroundings {
    /// The sites at one step from each site, then those at two.
    near: Vec<Vec<Near>>,
    /// How many of them are at one step.
    first: Vec<usize>,
    /// The sites that touch each site.
    touching: Vec<Vec<u16>>,
    places: Vec<Way>,
    /// For each turn of the board what stands for each way then; the first turn leaves all as they are.
    turns: Vec<Vec<u64>>,
}

impl Surroundings {
    /// What lies round the sites of a board.
    pub fn new(board: &Board) -> Surroundings {
        let sites = board.site_numbers();
        let mut places = vec![(0.0, 0.0, 0.0); sites];
        board.sites.iter().for_each(|site| places[site.id as usize] = (site.x, site.y, f32::from(site.z)));
        let mut joined: Vec<Vec<u16>> = vec![Vec::new(); sites];
        let mut pairs: Vec<(u16, u16)> = neighbours(board).into_values().flatten().collect();
        pairs.sort_unstable();
        pairs.dedup();
        for (from, to) in pairs {
            joined[usize::from(from)].push(to);
            joined[usize::from(to)].push(from);
        }
        let mut found = Surroundings { places, ..Surroundings::default() };
        let mut ways: Vec<Way> = Vec::new();
        for site in 0..sites {
            found.look_from(site, &joined, &mut ways);
        }
        let steps = found.steps(&ways);
        let turns = turns(&mut ways, &steps);
        let stands = |turn: Vec<u16>| turn.into_iter().map(|way| code(ways[usize::from(way)])).collect();
        found.turns = turns.into_iter().map(stands).collect();
        found
    }

    /// Lists what is near a site.
    fn look_from(&mut self, site: usize, joined: &[Vec<u16>], ways: &mut Vec<Way>) {
        let one = &joined[site];
        let mut two: Vec<u16> = one.iter().flat_map(|&near| joined[usize::from(near)].clone()).collect();
        two.retain(|&far| usize::from(far) != site && !one.contains(&far));
        two.sort_unstable();
        two.dedup();
        let from = self.places[site];
        let mut near = Vec::new();
        for &site in one.iter().chain(&two) {
            near.push(Near { site, way: number(ways, way(from, self.places[usize::from(site)])) });
        }
        let length = |&site: &u16| square(way(from, self.places[usize::from(site)]));
        let least = one.iter().map(length).fold(f32::INFINITY, f32::min);
        self.touching
            .push(one.iter().copied().filter(|site| length(site) <= least * TOUCHING * TOUCHING).collect());
        self.first.push(one.len());
        self.near.push(near);
    }

    /// The ways of single steps.
    fn steps(&self, ways: &[Way]) -> Vec<Way> {
        let mut numbers: Vec<u16> = Vec::new();
        for (near, &first) in self.near.iter().zip(&self.first) {
            numbers.extend(near[..first].iter().map(|near| near.way));
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().map(|way| ways[usize::from(way)]).collect()
    }

    /// The number of sites.
    pub fn sites(&self) -> usize {
        self.places.len()
    }

    /// The sites that touch a site: those that share a side, or those that lines join.
    pub fn touching(&self, site: usize) -> &[u16] {
        &self.touching[site]
    }

    /// The sites at one step from a site, or at one and two.
    pub fn near(&self, site: usize, steps: u8) -> &[Near] {
        if steps == 1 { &self.near[site][..self.first[site]] } else { &self.near[site] }
    }

    /// A hash of what lies round a site, where `code` is what lies on another one. It is the same for all that turning and mirroring
    /// the board maps onto each other, or tells these apart too if they are `fixed`.
    pub fn hash(&self, site: usize, steps: u8, fixed: bool, code: impl Fn(u16) -> u16) -> u64 {
        let near = self.near(site, steps);
        let turns = if fixed { &self.turns[..1] } else { &self.turns[..] };
        let of_turn = |turn: &Vec<u64>| {
            near.iter().fold(0u64, |sum, near| {
                let way = turn[usize::from(near.way)];
                sum.wrapping_add(zobrist::key(way << 16 | u64::from(code(near.site))))
            })
        };
        turns.iter().map(of_turn).min().unwrap_or(0)
    }

    /// How far apart two sites are, in ten classes: 0 for the same site.
    pub fn distance(&self, from: usize, to: usize) -> u32 {
        let square = square(way(self.places[from], self.places[to]));
        FARTHER.iter().filter(|&&far| square >= far).count() as u32
    }

    /// The way from a site to another one, in quarters of a site.
    pub fn way(&self, from: usize, to: usize) -> [i32; 3] {
        let (x, y, z) = way(self.places[from], self.places[to]);
        [x, y, z].map(|part| (part * 4.0).round() as i32)
    }
}

fn way(from: Way, to: Way) -> Way {
    (to.0 - from.0, to.1 - from.1, to.2 - from.2)
}

fn square((x, y, z): Way) -> f32 {
    x * x + y * y + z * z
}

/// What stands for a way on boards of all sizes, in 48 bits.
fn code((x, y, z): Way) -> u64 {
    /// Sixteenths of a site.
    const PARTS: f32 = 16.0;
    [x, y, z].iter().fold(0, |code, part| code << 16 | u64::from((part * PARTS).round() as i16 as u16))
}

/// The number of a way in a list, to which it is added if it is new.
fn number(ways: &mut Vec<Way>, way: Way) -> u16 {
    let known = ways.iter().position(|&known| is_same(known, way));
    known.unwrap_or_else(|| {
        ways.push(way);
        ways.len() - 1
    }) as u16
}

fn is_same(one: Way, other: Way) -> bool {
    (one.0 - other.0).abs() < NEAR && (one.1 - other.1).abs() < NEAR && (one.2 - other.2).abs() < NEAR
}

/// The turns and mirrorings by 30 degrees that map single steps onto single steps: for each the numbers that ways get. Ways to which
/// others are turned are added to the list.
fn turns(ways: &mut Vec<Way>, steps: &[Way]) -> Vec<Vec<u16>> {
    let root = 3.0_f32.sqrt() / 2.0;
    let quarter = [(1.0, 0.0), (root, 0.5), (0.5, root)];
    let circle = quarter.into_iter().chain(quarter.map(|(c, s)| (-s, c)));
    let circle: Vec<(f32, f32)> = circle.flat_map(|(c, s)| [(c, s), (-c, -s)]).collect();
    let known = ways.len();
    let mut found = Vec::new();
    for mirror in [1.0, -1.0] {
        for &(c, s) in &circle {
            let turned = |(x, y, z): Way| (c * mirror * x - s * y, s * mirror * x + c * y, z);
            let keeps = steps.iter().all(|&step| steps.iter().any(|&other| is_same(turned(step), other)));
            if keeps {
                found.push((0..known).map(|way| number(ways, turned(ways[way]))).collect());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::{Described, Options, Scenery};
    use torneo_games::capture::Surakarta;
    use torneo_games::connection::Havannah;
    use torneo_games::morris::NineMensMorris;

    fn round<G: Described>(spec: &str) -> Surroundings {
        let game = G::new(&Options::check(&spec.parse().unwrap(), G::INFO.options).unwrap()).unwrap();
        Surroundings::new(&Scenery::board(&game))
    }

    #[test]
    fn boards_are_turned_in_all_ways() {
        let ways = |round: &Surroundings| round.turns.len();
        assert_eq!(ways(&round::<Surakarta>("surakarta")), 8);
        assert_eq!(ways(&round::<Havannah>("havannah(size=4)")), 12);
        assert_eq!(ways(&round::<NineMensMorris>("nine-mens-morris")), 8);
    }

    #[test]
    fn what_is_near_is_counted() {
        let hexagons = round::<Havannah>("havannah(size=4)");
        let middle = 18;
        assert_eq!((hexagons.near(middle, 1).len(), hexagons.near(middle, 2).len()), (6, 18));
        assert_eq!(hexagons.touching(middle).len(), 6);
        assert_eq!(hexagons.distance(middle, middle), 0);
        assert_eq!(hexagons.distance(middle, usize::from(hexagons.touching(middle)[0])), 1);
    }

    #[test]
    fn turned_and_mirrored_surroundings_look_alike() {
        let round = round::<Surakarta>("surakarta");
        let sites = round.sites();
        // A man on each single site: the four corners look alike, and so on.
        let hash = |site: usize, on: usize, fixed: bool| {
            round.hash(site, 2, fixed, |there| u16::from(usize::from(there) == on))
        };
        let (corner, mirrored) = (0, 5);
        assert_eq!(hash(corner, 1, false), hash(mirrored, 4, false));
        assert_ne!(hash(corner, 1, true), hash(mirrored, 4, true));
        assert_ne!(hash(corner, 1, false), hash(corner, sites - 1, false));
    }
}
