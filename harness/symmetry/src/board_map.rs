//! Maps of a board onto itself.

use std::f64::consts::PI;

use torneo_contract::scene::{Board, Site};
use torneo_present::english::Joined as _;

/// Sites closer than this are the same.
const CLOSE: f64 = 0.02;
/// A circle has so many parts. Turns by quarters map squares onto themselves, turns by sixths hexagons.
const PARTS: u32 = 12;
/// The turns that are looked at, the simplest first.
const TURNS: [u32; PARTS as usize] = [0, 6, 3, 9, 2, 4, 8, 10, 1, 5, 7, 11];

/// A map of the sites of a board onto themselves.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardMap {
    /// What it does, such as `turned by 90°`.
    pub name: String,
    /// The image of each site, by number.
    to: Vec<u32>,
}

impl BoardMap {
    /// The image of a site.
    pub fn image(&self, site: u32) -> u32 {
        self.to.get(site as usize).copied().unwrap_or(site)
    }

    /// One more than the largest number of a site.
    pub fn sites(&self) -> usize {
        self.to.len()
    }

    /// The map that undoes this one.
    pub fn inverse(&self) -> BoardMap {
        let mut to = self.to.clone();
        for (site, &image) in (0..).zip(&self.to) {
            to[image as usize] = site;
        }
        BoardMap { name: self.name.clone(), to }
    }

    /// This map several times.
    pub fn times(&self, times: usize) -> BoardMap {
        let image = |site| (0..times).fold(site, |site, _| self.image(site));
        BoardMap { name: self.name.clone(), to: (0..self.to.len() as u32).map(image).collect() }
    }

    /// All maps of a board that turn and mirror each of its levels alike, with or without the reversal of their order. The first
    /// one leaves everything in its place; the simpler ones come first.
    pub fn all(board: &Board) -> Vec<BoardMap> {
        let mut levels: Vec<u8> = board.sites.iter().map(|site| site.z).collect();
        levels.sort_unstable();
        levels.dedup();
        let mut maps: Vec<BoardMap> = Vec::new();
        for part in TURNS {
            for mirrored in [false, true] {
                for reversed in [false, true] {
                    let way = Way { part, mirrored, reversed };
                    let map = way.map(board, &levels);
                    maps.extend(map.filter(|map| maps.iter().all(|known| known.to != map.to)));
                }
            }
        }
        maps
    }
}

/// How sites are moved.
#[derive(Clone, Copy)]
struct Way {
    /// Parts of a circle by which each level is turned clockwise, after it was mirrored.
    part: u32,
    mirrored: bool,
    /// Whether the order of the levels is reversed.
    reversed: bool,
}

impl Way {
    fn name(self) -> String {
        let turn = match (self.part * (360 / PARTS), self.mirrored) {
            (0, false) => None,
            (turn, false) => Some(format!("turned by {turn}°")),
            (0, true) => Some("left and right exchanged".to_owned()),
            (180, true) => Some("top and bottom exchanged".to_owned()),
            (turn, true) => Some(format!("left and right exchanged, turned by {turn}°")),
        };
        let levels = self.reversed.then(|| "levels reversed".to_owned());
        let done: Vec<String> = turn.into_iter().chain(levels).collect();
        if done.is_empty() { "unchanged".to_owned() } else { done.joined(", ") }
    }

    /// Where the sites go; none if one goes where there is none.
    fn map(self, board: &Board, levels: &[u8]) -> Option<BoardMap> {
        let (sin, cos) = libm::sincos(2.0 * PI * f64::from(self.part) / f64::from(PARTS));
        let mut to: Vec<u32> = (0..board.site_numbers() as u32).collect();
        for (place, &level) in levels.iter().enumerate() {
            let goal = if self.reversed { levels[levels.len() - 1 - place] } else { level };
            let on = |level| board.sites.iter().filter(move |site: &&Site| site.z == level);
            let (from, goals) = (middle(on(level)), middle(on(goal)));
            for site in on(level) {
                let (x, y) = (f64::from(site.x) - from.0, f64::from(site.y) - from.1);
                let x = if self.mirrored { -x } else { x };
                let (x, y) = (goals.0 + cos * x - sin * y, goals.1 + sin * x + cos * y);
                let near = |site: &&Site| {
                    (f64::from(site.x) - x).abs() < CLOSE && (f64::from(site.y) - y).abs() < CLOSE
                };
                to[site.id as usize] = on(goal).find(near)?.id;
            }
        }
        let mut images = to.clone();
        images.sort_unstable();
        let is_map = images.windows(2).all(|two| two[0] != two[1]);
        is_map.then(|| BoardMap { name: self.name(), to })
    }
}

/// The mean of the coordinates of some sites.
fn middle<'a>(sites: impl Iterator<Item = &'a Site>) -> (f64, f64) {
    let (mut x, mut y, mut count) = (0.0, 0.0, 0.0_f64);
    for site in sites {
        x += f64::from(site.x);
        y += f64::from(site.y);
        count += 1.0;
    }
    (x / count.max(1.0), y / count.max(1.0))
}
