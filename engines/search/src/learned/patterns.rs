//! What a learnt evaluation looks at: sites, and lines of two and three of them.

use std::collections::HashMap;

use torneo_contract::scene::Board;

use super::stage::Staged;
use crate::common::neighbours::{Direction, neighbours};

/// Kinds of things up to which lines of three are looked at, and those up to which lines of two are: of more there are too many sorts.
const FEW: u8 = 4;
const MANY: u8 = 40;

/// Two or three sites in a line.
struct Line {
    /// The sites, from the first of the direction on.
    sites: [u16; 3],
    /// How many they are.
    count: u8,
    /// The number of the weight where all of them are empty.
    base: u32,
}

/// A line as one of its sites sees it: the number of its weight is the base, and for every site the kind on it times a power.
#[derive(Clone, Copy)]
struct Spot {
    base: u32,
    /// The power of the site itself.
    own: u32,
    /// The other sites with their powers; on lines of two the second has the power 0.
    others: [(u16, u16); 2],
}

/// The patterns of a board, each sort of them with a number: a kind of thing on a site, or kinds of things (0 for none) on lines in a
/// direction, wherever the line is.
#[derive(Default)]
pub struct Patterns {
    kinds: u8,
    sites: usize,
    lines: Vec<Line>,
    /// The lines through each site, those of a site from its start to the next one's.
    spots: Vec<Spot>,
    starts: Vec<u32>,
    /// How many sorts there are.
    count: usize,
}

impl Patterns {
    /// The patterns of a board for a number of kinds of things, on lines of at most `longest` sites: 1 for
    /// the sites alone, 0 for no patterns at all. With many kinds of things there are no lines of two or
    /// three sites, even if they are asked for.
    pub fn new(board: &Board, kinds: u8, longest: u8) -> Patterns {
        if longest == 0 {
            return Patterns::default();
        }
        let sites = board.site_numbers();
        let count = usize::from(kinds) * sites;
        let mut patterns = Patterns { kinds, sites, count, ..Patterns::default() };
        let mut directions: Vec<(Direction, Vec<(u16, u16)>)> = neighbours(board).into_iter().collect();
        let longest = longest.min(Patterns::longest(kinds));
        if longest < 2 {
            directions.clear();
        }
        directions.sort_unstable_by_key(|(direction, _)| *direction);
        for (_, pairs) in &mut directions {
            pairs.sort_unstable();
            patterns.add(pairs.iter().map(|&(from, to)| ([from, to, 0], 2)));
        }
        // After all lines of two, so that those have the same numbers whether there are longer ones or not.
        for (_, pairs) in directions.iter().filter(|_| longest > 2) {
            let next: HashMap<u16, u16> = pairs.iter().copied().collect();
            let third = |&(from, to): &(u16, u16)| next.get(&to).map(|&third| ([from, to, third], 3));
            patterns.add(pairs.iter().filter_map(third));
        }
        patterns.look_from_sites();
        patterns
    }

    /// The sites of the longest lines that have patterns, with this many kinds of things.
    pub fn longest(kinds: u8) -> u8 {
        match kinds {
            0 => 0,
            1..=FEW => 3,
            kinds if kinds <= MANY => 2,
            _ => 1,
        }
    }

    /// Finds the lines through each site.
    fn look_from_sites(&mut self) {
        let kinds = u32::from(self.kinds) + 1;
        let mut through: Vec<Vec<Spot>> = vec![Vec::new(); self.sites];
        for line in &self.lines {
            let count = usize::from(line.count);
            let power = |place: usize| kinds.pow((count - 1 - place) as u32);
            for place in 0..count {
                let mut others = [(0, 0); 2];
                let rest = (0..count).filter(|&other| other != place);
                for (slot, other) in others.iter_mut().zip(rest) {
                    *slot = (line.sites[other], power(other) as u16);
                }
                let spot = Spot { base: line.base, own: power(place), others };
                through[usize::from(line.sites[place])].push(spot);
            }
        }
        self.starts.push(0);
        for spots in &through {
            self.spots.extend(spots);
            self.starts.push(self.spots.len() as u32);
        }
    }

    /// Adds the lines of one length in one direction.
    fn add(&mut self, lines: impl Iterator<Item = ([u16; 3], u8)>) {
        let (base, mut length) = (self.count as u32, 0);
        for (sites, count) in lines {
            self.lines.push(Line { sites, count, base });
            length = u32::from(count);
        }
        if length > 0 {
            self.count += (usize::from(self.kinds) + 1).pow(length);
        }
    }

    /// What files with weights of these patterns say of the board: sites, kinds of things, and patterns.
    pub fn shape(&self) -> String {
        format!("board {} {} {}", self.sites, self.kinds, self.count)
    }

    /// The number of sites: what [`Notation::pieces`](torneo_contract::Notation::pieces) writes to.
    pub fn sites(&self) -> usize {
        self.sites
    }

    /// The number of kinds of things.
    pub fn kinds(&self) -> u8 {
        self.kinds
    }

    /// The number of sorts of patterns.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The patterns of lines on which nothing stands.
    pub fn empty(&self) -> impl Iterator<Item = usize> {
        self.lines.iter().map(|line| line.base as usize)
    }

    /// The number of the pattern of a thing on a site; none for nothing.
    #[inline]
    fn of_site(&self, site: usize, kind: u8) -> Option<usize> {
        usize::from(kind).checked_sub(1).map(|kind| kind * self.sites + site)
    }

    /// The number of the pattern of a line; none where all is empty.
    #[inline]
    fn of_line(&self, line: &Line, on: &[u8]) -> Option<usize> {
        let kinds = u32::from(self.kinds) + 1;
        let sites = &line.sites[..usize::from(line.count)];
        let sort = sites.iter().fold(0, |sort, &site| sort * kinds + u32::from(on[usize::from(site)]));
        (sort > 0).then_some((line.base + sort) as usize)
    }

    /// What each pattern becomes under a symmetry: what stands on a site moves to the site `to[site]`, and
    /// turns into the kind `becomes[kind]`. Both maps are one-to-one, and `becomes[0]` is 0. None if a line
    /// would come where no line is.
    pub fn images(&self, to: &[u16], becomes: &[u8]) -> Option<Vec<u32>> {
        let mut images: Vec<u32> = (0..self.count as u32).collect();
        for (site, &there) in to.iter().enumerate().take(self.sites) {
            for kind in 1..=self.kinds {
                let image = self.of_site(usize::from(there), becomes[usize::from(kind)])?;
                images[self.of_site(site, kind)?] = image as u32;
            }
        }
        let known: HashMap<(u8, [u16; 3]), u32> =
            self.lines.iter().map(|line| ((line.count, line.sites), line.base)).collect();
        let mut lines: HashMap<u32, (u32, bool)> = HashMap::new();
        for line in &self.lines {
            let count = usize::from(line.count);
            let mut sites = [0; 3];
            (0..count).for_each(|place| sites[place] = to[usize::from(line.sites[place])]);
            let forward = known.get(&(line.count, sites)).map(|&base| (base, false));
            sites[..count].reverse();
            let image = forward.or_else(|| known.get(&(line.count, sites)).map(|&base| (base, true)))?;
            if *lines.entry(line.base).or_insert(image) != image {
                return None;
            }
        }
        let counts: HashMap<u32, u8> = self.lines.iter().map(|line| (line.base, line.count)).collect();
        let base = u32::from(self.kinds) + 1;
        for (from, (image, is_reversed)) in lines {
            let count = u32::from(counts[&from]);
            for sort in 0..base.pow(count) {
                let digits = (0..count).map(|place| sort / base.pow(count - 1 - place) % base);
                let placed = digits.enumerate().map(|(place, kind)| {
                    let power = if is_reversed { place as u32 } else { count - 1 - place as u32 };
                    u32::from(becomes[kind as usize]) * base.pow(power)
                });
                images[(from + sort) as usize] = image + placed.sum::<u32>();
            }
        }
        Some(images)
    }

    /// How much the sum of the weights of all patterns grows if a site that has `from` now gets `to` and all
    /// others stay. The weights of empty lines must be 0.
    #[inline]
    pub fn change(&self, site: usize, from: u8, to: u8, on: &[u8], weights: &[Staged]) -> Staged {
        let single =
            |kind: u8| self.of_site(site, kind).map_or(Staged::default(), |pattern| weights[pattern]);
        let mut change = single(to) - single(from);
        let (start, end) = (self.starts[site] as usize, self.starts[site + 1] as usize);
        for spot in &self.spots[start..end] {
            let [(a, power_a), (b, power_b)] = spot.others;
            let others = u32::from(on[usize::from(a)]) * u32::from(power_a)
                + u32::from(on[usize::from(b)]) * u32::from(power_b);
            let rest = spot.base + others;
            let weight = |kind: u8| weights[(rest + u32::from(kind) * spot.own) as usize];
            change += weight(to) - weight(from);
        }
        change
    }

    /// The numbers of all patterns of a position, each as often as it is there, in no particular order.
    pub fn list(&self, on: &[u8], found: &mut Vec<u16>) {
        let single = (0..self.sites).filter_map(|site| self.of_site(site, on[site]));
        let lines = self.lines.iter().filter_map(|line| self.of_line(line, on));
        found.extend(single.chain(lines).map(|pattern| pattern as u16));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::{Described, Options};
    use torneo_games::capture::Surakarta;
    use torneo_games::connection::Havannah;
    use torneo_games::hunt::{CatchTheRabbit, Hnefatafl};
    use torneo_games::morris::{NineMensMorris, ThreeMensMorris};

    /// The lines of two and of three sites of a game's board, and the patterns.
    fn lines<G: Described>(spec: &str) -> (usize, usize, Patterns) {
        let game = G::new(&Options::check(&spec.parse().unwrap(), G::INFO.options).unwrap()).unwrap();
        let patterns = Patterns::new(&game.board(), game.kinds().len() as u8, 3);
        let of = |count: u8| patterns.lines.iter().filter(|line| line.count == count).count();
        (of(2), of(3), patterns)
    }

    #[test]
    fn lines_are_those_of_the_board() {
        // Two lines of two in each row and column of a lattice of three, and in its two diagonals.
        let (two, three, patterns) = lines::<ThreeMensMorris>("three-mens-morris");
        assert_eq!((two, three), (16, 8));
        assert_eq!(patterns.count(), 2 * 9 + 4 * (9 + 27));
        assert_eq!(lines::<ThreeMensMorris>("three-mens-morris(diagonals=false)").0, 12);
        assert_eq!(lines::<Surakarta>("surakarta").0, 2 * 5 * 6);
        assert_eq!(lines::<Hnefatafl>("hnefatafl").0, 2 * 10 * 11 + 2 * 10 * 10);
        // A hexagon of side 4 has 37 cells and 90 pairs of neighbours.
        assert_eq!(lines::<Havannah>("havannah(size=4)").0, 90);
        assert_eq!(lines::<NineMensMorris>("nine-mens-morris").0, 32);
        assert!(lines::<CatchTheRabbit>("catch-the-rabbit").0 > 24);
    }

    #[test]
    fn patterns_tell_kinds_apart_and_places_of_lines_not() {
        let (_, _, patterns) = lines::<Havannah>("havannah(size=4)");
        let list = |things: &[(usize, u8)]| {
            let mut on = vec![0; patterns.sites()];
            things.iter().for_each(|&(site, kind)| on[site] = kind);
            let mut found = Vec::new();
            patterns.list(&on, &mut found);
            found.sort_unstable();
            found
        };
        assert!(list(&[]).is_empty());
        let single = |site: usize, kind: u8| (usize::from(kind) - 1) * patterns.sites() + site;
        let site = 18;
        assert!(list(&[(site, 1)]).contains(&(single(site, 1) as u16)));
        assert_ne!(list(&[(site, 1)]), list(&[(site, 2)]));
        // In the middle a stone takes part in six lines of two and nine of three.
        assert_eq!(list(&[(site, 1)]).len(), 1 + 6 + 9);
    }
}
