//! Weights that patterns share: those that look alike when the board is turned or mirrored, or when the seats change sides.
//!
//! Nothing says that a game is the same after it, and nothing has to: what is shared is a further weight beside those of the patterns
//! themselves, and the fit finds how much of a pattern's worth comes from it (hierarchical or partial pooling: Gelman and Hill, "Data
//! Analysis Using Regression and Multilevel/Hierarchical Models", 2007). Where random play shows that a map of the board is a symmetry
//! of the rules, patterns that it maps onto each other have one weight.

use std::collections::HashMap;

use rand_core::SeedableRng;
use torneo_contract::random::Generator;
use torneo_contract::scene::Place;
use torneo_contract::session::Session;
use torneo_contract::{Seat, Turn};
use torneo_search::learned::Patterns;
use torneo_symmetry::BoardMap;

/// Games of random play, and the plies of each, in which it is seen how the kinds of things look.
const GAMES: u64 = 20;
const PLIES: usize = 100;

/// The classes of one sort of likeness: for each pattern its class and the sign with which it shares the weight; 0 if with none.
struct Level {
    members: Vec<(u32, f64)>,
    classes: usize,
}

/// The weights that patterns share.
pub struct Sharing {
    levels: Vec<Level>,
    patterns: usize,
    /// The patterns that are the same by the rules.
    alike: Option<Level>,
}

impl Sharing {
    /// No weight is shared.
    #[cfg(test)]
    pub fn none(patterns: usize) -> Sharing {
        Sharing { levels: Vec::new(), patterns, alike: None }
    }

    /// What a game's patterns share.
    pub fn new(session: &dyn Session, patterns: &Patterns) -> Sharing {
        let same: Vec<u8> = (0..=patterns.kinds()).collect();
        let maps = BoardMap::all(&session.board());
        let maps: Vec<Vec<u16>> = maps[1..].iter().map(|map| places(map, patterns.sites())).collect();
        let turned: Vec<Vec<u32>> = maps.iter().filter_map(|map| patterns.images(map, &same)).collect();
        let all: Vec<(&[u32], i8)> = turned.iter().map(|images| (&**images, 1)).collect();
        let mut levels: Vec<Level> = all.iter().map(|images| Level::new(&[*images])).collect();
        if all.len() > 1 {
            levels.push(Level::new(&all));
        }
        if let Some(becomes) = others(session, patterns) {
            let still: Vec<u16> = (0..patterns.sites() as u16).collect();
            let changed =
                std::iter::once(&still).chain(&maps).filter_map(|map| patterns.images(map, &becomes));
            levels.extend(changed.map(|images| Level::new(&[(&images, -1)])));
        }
        levels.retain(|level| level.classes > 0);
        Sharing { levels, patterns: patterns.count(), alike: alike(session, patterns) }
    }

    /// How many weights are shared.
    pub fn count(&self) -> usize {
        self.levels.iter().map(|level| level.classes).sum()
    }

    /// Adds to the weight of each pattern what it shares with others: `weights` are those of the patterns, then the shared ones.
    pub fn spread(&self, weights: &[f64]) -> Vec<f64> {
        let (own, mut shared) = weights.split_at(self.patterns);
        let mut sums = own.to_vec();
        for level in &self.levels {
            for (sum, &(class, sign)) in sums.iter_mut().zip(&level.members) {
                if sign != 0.0 {
                    *sum += sign * shared[class as usize];
                }
            }
            shared = &shared[level.classes..];
        }
        sums
    }

    /// Gives patterns that are the same by the rules the mean of their weights.
    pub fn even_out(&self, weights: &mut [f64]) {
        let Some(Level { members, classes }) = &self.alike else { return };
        let mut sums = vec![(0.0, 0.0); *classes];
        let shared = || members.iter().enumerate().filter(|(_, (_, sign))| *sign != 0.0);
        for (pattern, &(class, _)) in shared() {
            let (sum, count) = &mut sums[class as usize];
            *sum += weights[pattern];
            *count += 1.0;
        }
        for (pattern, &(class, _)) in shared() {
            let (sum, count) = sums[class as usize];
            weights[pattern] = sum / count;
        }
    }

    /// The transpose of [`spread`](Sharing::spread): what each pattern gets goes to the weights that it shares, too.
    pub fn gather(&self, parts: &mut Vec<f64>) {
        for level in &self.levels {
            let start = parts.len();
            parts.resize(start + level.classes, 0.0);
            for (pattern, &(class, sign)) in level.members.iter().enumerate() {
                parts[start + class as usize] += sign * parts[pattern];
            }
        }
    }
}

/// The patterns that symmetries of the rules map onto each other; none where there is no symmetry but to leave all as it is.
fn alike(session: &dyn Session, patterns: &Patterns) -> Option<Level> {
    let same: Vec<u8> = (0..=patterns.kinds()).collect();
    let maps = torneo_symmetry::of_board(session, &session.plain_scene().areas);
    let images = maps[1..].iter().filter_map(|map| patterns.images(&places(map, patterns.sites()), &same));
    let images: Vec<Vec<u32>> = images.collect();
    let images: Vec<(&[u32], i8)> = images.iter().map(|images| (&**images, 1)).collect();
    (!images.is_empty()).then(|| Level::new(&images))
}

impl Level {
    /// The classes of patterns that maps join, each with a sign.
    fn new(maps: &[(&[u32], i8)]) -> Level {
        let count = maps[0].0.len();
        let mut joined = Joined { parents: (0..count as u32).map(|pattern| (pattern, 1)).collect() };
        let mut void = Vec::new();
        for &(images, sign) in maps {
            for (pattern, &image) in images.iter().enumerate() {
                if !joined.join(pattern as u32, image, sign) {
                    void.push(pattern as u32);
                }
            }
        }
        let void: Vec<u32> = void.into_iter().map(|pattern| joined.root(pattern).0).collect();
        let roots: Vec<(u32, i8)> = (0..count as u32).map(|pattern| joined.root(pattern)).collect();
        let mut sizes: HashMap<u32, usize> = HashMap::new();
        roots.iter().for_each(|(root, _)| *sizes.entry(*root).or_default() += 1);
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let members = roots.iter().map(|(root, sign)| {
            if sizes[root] == 1 || void.contains(root) {
                return (0, 0.0);
            }
            let next = numbers.len() as u32;
            (*numbers.entry(*root).or_insert(next), f64::from(*sign))
        });
        let members = members.collect();
        Level { members, classes: numbers.len() }
    }
}

/// Disjoint sets of patterns with signs (Galler and Fischer, "An Improved Equivalence Algorithm", 1964).
struct Joined {
    /// The pattern above each, and the sign between the two.
    parents: Vec<(u32, i8)>,
}

impl Joined {
    fn root(&mut self, pattern: u32) -> (u32, i8) {
        let (parent, sign) = self.parents[pattern as usize];
        if parent == pattern {
            return (pattern, 1);
        }
        let (root, above) = self.root(parent);
        self.parents[pattern as usize] = (root, sign * above);
        (root, sign * above)
    }

    /// Joins two patterns; false if that says that a weight is its own opposite.
    fn join(&mut self, a: u32, b: u32, sign: i8) -> bool {
        let ((a, of_a), (b, of_b)) = (self.root(a), self.root(b));
        if a == b {
            return of_a * of_b == sign;
        }
        self.parents[a as usize] = (b, of_a * of_b * sign);
        true
    }
}

/// Where each site goes by a map of the board.
fn places(map: &BoardMap, sites: usize) -> Vec<u16> {
    (0..sites as u32).map(|site| map.image(site) as u16).collect()
}

/// Whether no two places lead to the same; sites may lie on each other.
fn is_one_to_one<T: Ord + Clone>(map: &[T]) -> bool {
    let mut reached = map.to_vec();
    reached.sort_unstable();
    reached.dedup();
    reached.len() == map.len()
}

/// What each kind of thing becomes where the seats change sides, by how things look in games of random play; none if that is unclear.
fn others(session: &dyn Session, patterns: &Patterns) -> Option<Vec<u8>> {
    let mut looks: HashMap<u8, (String, String)> = HashMap::new();
    let mut on = vec![0; patterns.sites()];
    for seed in 0..GAMES {
        let (mut session, mut rng) = (session.copy(), Generator::seed_from_u64(seed));
        for _ in 0..PLIES {
            on.fill(0);
            session.pieces(&mut on);
            let scene = session.scene();
            for (site, &kind) in on.iter().enumerate().filter(|(_, kind)| **kind > 0) {
                let is_here = |at: &Place, span: &[u32]| {
                    *at == Place::Site(site as u32) || span.contains(&(site as u32))
                };
                let items: Vec<_> = scene.items.iter().filter(|item| is_here(&item.at, &item.span)).collect();
                let look = |seat: fn(Seat) -> Seat| {
                    let look =
                        items.iter().map(|item| (&item.glyph, item.owner.map(seat), item.level, item.count));
                    format!("{:?}", look.collect::<Vec<_>>())
                };
                looks.entry(kind).or_insert_with(|| (look(|seat| seat), look(Seat::other)));
            }
            if session.turn() == Turn::Over {
                break;
            }
            session.play_randomly(&mut rng);
        }
    }
    let kind_of = |look: &str| {
        let mut kinds = looks.iter().filter(|(_, (own, _))| own == look).map(|(kind, _)| *kind);
        kinds.next().filter(|_| kinds.next().is_none())
    };
    let mut becomes: Vec<u8> = (0..=patterns.kinds()).collect();
    for (kind, (_, other)) in &looks {
        if let Some(other) = kind_of(other) {
            becomes[usize::from(*kind)] = other;
        }
    }
    is_one_to_one(&becomes).then_some(becomes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use torneo_contract::Described;
    use torneo_contract::Options;
    use torneo_contract::session::Typed;
    use torneo_games::capture::Surakarta;
    use torneo_games::connection::Havannah;
    use torneo_games::mancala::OtTjin;
    use torneo_games::morris::ThreeMensMorris;
    use torneo_games::race::RazzleDazzle;
    use torneo_games::space::SpaceChess;

    fn set_up<G: Described>(spec: &str) -> (Box<dyn Session>, Patterns) {
        let game = G::new(&Options::check(&spec.parse().unwrap(), G::INFO.options).unwrap()).unwrap();
        let patterns = Patterns::new(&game.board(), game.kinds().len() as u8, 3);
        (Box::new(Typed::new(game)), patterns)
    }

    #[test]
    fn patterns_that_are_the_same_by_the_rules_have_one_weight() {
        // Points of a corner, a side and the middle; mirrored, but not turned, where the seats have sides of their own.
        for ((session, patterns), sites) in [
            (set_up::<ThreeMensMorris>("three-mens-morris"), 3),
            (set_up::<Surakarta>("surakarta"), 18),
            (set_up::<RazzleDazzle>("razzle-dazzle"), 32),
        ] {
            let sharing = Sharing::new(&*session, &patterns);
            let mut weights: Vec<f64> =
                (0..patterns.count()).map(|pattern| (pattern as f64).sqrt()).collect();
            let sum: f64 = weights.iter().sum();
            sharing.even_out(&mut weights);
            assert!((weights.iter().sum::<f64>() - sum).abs() < 1e-6 * sum);
            let own = (0..patterns.sites()).map(|site| {
                let mut on = vec![0; patterns.sites()];
                on[site] = 1;
                let mut found = Vec::new();
                patterns.list(&on, &mut found);
                let sum: f64 = found.iter().map(|&pattern| weights[usize::from(pattern)]).sum();
                (sum * 1e6).round() as i64
            });
            assert_eq!(own.collect::<HashSet<_>>().len(), sites);
        }
    }

    #[test]
    fn images_are_the_patterns_of_the_image() {
        for (session, patterns) in [
            set_up::<ThreeMensMorris>("three-mens-morris"),
            set_up::<Havannah>("havannah(size=3)"),
            set_up::<RazzleDazzle>("razzle-dazzle"),
            set_up::<Surakarta>("surakarta"),
            set_up::<SpaceChess>("space-chess"),
        ] {
            let becomes = others(&*session, &patterns).unwrap();
            let mut rng = Generator::seed_from_u64(7);
            for map in &BoardMap::all(&session.board())[1..] {
                let map = places(map, patterns.sites());
                let images = patterns.images(&map, &becomes).unwrap();
                let kinds = usize::from(patterns.kinds()) + 1;
                let on: Vec<u8> = (0..patterns.sites())
                    .map(|_| torneo_contract::random::below(&mut rng, kinds) as u8)
                    .collect();
                let mut moved = vec![0; on.len()];
                map.iter()
                    .zip(&on)
                    .for_each(|(&to, &kind)| moved[usize::from(to)] = becomes[usize::from(kind)]);
                let list = |on: &[u8]| {
                    let mut found = Vec::new();
                    patterns.list(on, &mut found);
                    found
                };
                let mut expected: Vec<u32> =
                    list(&on).into_iter().map(|pattern| images[usize::from(pattern)]).collect();
                let mut found: Vec<u32> = list(&moved).into_iter().map(u32::from).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn kinds_change_sides() {
        let becomes =
            |(session, patterns): (Box<dyn Session>, Patterns)| others(&*session, &patterns).unwrap();
        assert_eq!(becomes(set_up::<Surakarta>("surakarta")), [0, 2, 1]);
        // Seeds belong to nobody.
        let seeds = becomes(set_up::<OtTjin>("ot-tjin"));
        assert!(seeds.iter().enumerate().all(|(kind, other)| kind == usize::from(*other)));
    }

    #[test]
    fn what_is_shared_goes_back_where_it_came_from() {
        let (session, patterns) = set_up::<Surakarta>("surakarta");
        let sharing = Sharing::new(&*session, &patterns);
        // Seven ways to turn and mirror the board, all of them, and eight with the seats changed.
        assert_eq!(sharing.levels.len(), 16);
        let numbers = |count: usize, step: u64| -> Vec<f64> {
            (0..count as u64).map(|number| (number * step % 101) as f64 - 50.0).collect()
        };
        let weights = numbers(patterns.count() + sharing.count(), 37);
        let parts = numbers(patterns.count(), 53);
        let spread = sharing.spread(&weights);
        let mut gathered = parts.clone();
        sharing.gather(&mut gathered);
        let product = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        assert_eq!(product(&spread, &parts), product(&weights, &gathered));
    }

    #[test]
    fn a_weight_that_would_be_its_own_opposite_is_not_shared() {
        let level = Level::new(&[(&[1, 0, 2, 4, 3], -1)]);
        assert_eq!(level.classes, 2);
        let signs: Vec<f64> = level.members.iter().map(|(_, sign)| *sign).collect();
        assert_eq!(signs[2], 0.0);
        assert_eq!((signs[0] * signs[1], signs[3] * signs[4]), (-1.0, -1.0));
        assert_eq!(Level::new(&[(&[1, 0, 2], 1), (&[1, 0, 2], -1)]).classes, 0);
    }
}
