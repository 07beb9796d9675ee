//! What an action looks like: its features, from what stands where before and after it and from what the game tells of it.

use torneo_contract::mixer::hash_of;
use torneo_contract::{Kind, Seat};

use super::groups::{Groups, Touch};
use super::local::Local;
use super::sort::{Sort, class, signed_class};
use super::surroundings::Surroundings;
use super::trail::Since;
use crate::learned::Sight;

/// A hash that is not known yet.
const UNKNOWN: u64 = u64::MAX;
/// The sides of things: none, the seat's own, another seat's, nobody's.
const NONE: u8 = 0;
const OWN: u8 = 1;
const OTHER: u8 = 2;
const NOBODY: u8 = 3;
/// Classes of how full the board is.
const STAGES: usize = 4;

/// What a game tells of an action of a seat.
#[derive(Clone, Copy, Default, Debug)]
pub struct Told {
    /// The key under which searches remember it.
    pub key: u64,
    /// What it gains, if it is noisy.
    pub gain: Option<i32>,
    /// What it wins in the exchange.
    pub exchange: i32,
    /// Whether it leaves the next seat with a threat to lose.
    pub check: bool,
    /// The class of the score of the seat, if it ends the game: 0 for the least.
    pub end: Option<u32>,
    /// The evaluation after it for the seat.
    pub units: Option<i32>,
    /// What the best reply gains.
    pub reply: i32,
    /// Whether the seat decides again.
    pub moves_on: bool,
}

/// What happened to the board.
#[derive(Clone, Copy, Default, Debug)]
struct Change {
    /// Where something arrived, and what.
    target: Option<(usize, u16)>,
    /// From where something left, and what.
    source: Option<(usize, u16)>,
    /// Where something was captured, what, and how many.
    taken: Option<(usize, u16)>,
    count: u32,
}

/// Finds the features of the actions of a position.
pub struct Eye {
    round: Surroundings,
    /// For each kind the number of its name, and its owner.
    kinds: Vec<(u16, Option<Seat>)>,
    /// For each kind and nothing, what it is to the seat: its side, and its name with the side.
    sides: Vec<u8>,
    codes: Vec<u16>,
    /// What stands where.
    pub on: Vec<u8>,
    /// What stands where after an action.
    pub after: Vec<u8>,
    groups: Groups,
    /// What changed since the seat chose last, and whence things of its own left.
    since: Since,
    left: Vec<u16>,
    /// The hashes of what lies round the sites, as far as they were asked for: by names, by sides, wide.
    hashes: [Vec<u64>; 4],
    stage: u32,
    seat: Seat,
    threatened: bool,
    features: Vec<u32>,
    /// The evaluations of the actions in order, and these less what the best replies gain.
    sorted: [Vec<i32>; 2],
    /// Where the features of each action end, and what the game tells of it.
    ends: Vec<usize>,
    told: Vec<Told>,
}

impl Eye {
    /// For the positions of a game.
    pub fn new(sight: &Sight) -> Eye {
        let round =
            if sight.things.is_empty() { Surroundings::default() } else { Surroundings::new(&sight.board) };
        let sites = round.sites();
        Eye {
            round,
            kinds: named(&sight.things),
            sides: Vec::new(),
            codes: Vec::new(),
            on: vec![0; sites],
            after: vec![0; sites],
            groups: Groups::default(),
            since: Since::default(),
            left: Vec::new(),
            hashes: Default::default(),
            stage: 0,
            seat: Seat::FIRST,
            threatened: false,
            features: Vec::new(),
            sorted: Default::default(),
            ends: Vec::new(),
            told: Vec::new(),
        }
    }

    /// What lies round the sites in few bits, if it fits.
    pub fn local(&self, sight: &Sight) -> Option<Local> {
        Local::new(&self.round, sight)
    }

    /// The seat chooses where `on` says what stands where; `before` is what stood where when it chose last.
    pub fn look(&mut self, seat: Seat, threatened: bool, before: Option<&[u8]>) {
        self.look_at(seat, threatened);
        self.compare(before);
    }

    /// The seat chooses where `on` says what stands where, and so much changed since it chose last.
    pub fn look_since(&mut self, seat: Seat, since: &Since) {
        self.look_at(seat, false);
        self.since.clone_from(since);
    }

    /// What changed since the seat chose last.
    pub fn since(&self) -> &Since {
        &self.since
    }

    fn look_at(&mut self, seat: Seat, threatened: bool) {
        (self.seat, self.threatened) = (seat, threatened);
        self.features.clear();
        self.ends.clear();
        self.told.clear();
        if self.on.is_empty() {
            return;
        }
        let side = |owner: Option<Seat>| match owner {
            Some(owner) if owner == seat => OWN,
            Some(_) => OTHER,
            None => NOBODY,
        };
        self.sides.clear();
        self.sides.push(NONE);
        self.sides.extend(self.kinds.iter().map(|&(_, owner)| side(owner)));
        self.codes.clear();
        self.codes.push(0);
        self.codes.extend(self.kinds.iter().map(|&(name, owner)| 3 * name + u16::from(side(owner))));
        let (on, sides) = (&self.on, &self.sides);
        self.groups.find(&self.round, |site| sides[usize::from(on[site])]);
        let things = on.iter().filter(|&&kind| kind > 0).count();
        self.stage = (things * STAGES / (on.len() + 1)) as u32;
        for hashes in &mut self.hashes {
            hashes.clear();
            hashes.resize(on.len(), UNKNOWN);
        }
    }

    /// Finds what changed since the seat chose last.
    fn compare(&mut self, before: Option<&[u8]>) {
        let lists = [&mut self.since.own, &mut self.left, &mut self.since.others];
        lists.into_iter().for_each(Vec::clear);
        let Some(before) = before else { return };
        for (site, (&was, &is)) in before.iter().zip(&self.on).enumerate() {
            if was == is {
                continue;
            }
            let [was, is] = [was, is].map(|kind| self.sides[usize::from(kind)]);
            match is {
                NONE if was == OWN => self.left.push(site as u16),
                NONE => {}
                OWN => self.since.own.push(site as u16),
                _ => self.since.others.push(site as u16),
            }
        }
    }

    fn side(&self, kind: u8) -> u8 {
        self.sides[usize::from(kind)]
    }

    /// What changes on the board by an action.
    fn change(&self) -> Change {
        let (mut change, mut brought, mut other) = (Change::default(), None, None);
        let pairs = self.on.iter().zip(&self.after).enumerate();
        for (site, (&was, &is)) in pairs.filter(|(_, (was, is))| was != is) {
            let code = |kind: u8| self.codes[usize::from(kind)];
            let (before, after) = (self.side(was), self.side(is));
            match after {
                NONE => {}
                OWN => brought = brought.or(Some((site, code(is)))),
                _ => other = other.or(Some((site, code(is)))),
            }
            if after == NONE && before != OTHER {
                let is_it =
                    change.source.is_none() || brought.or(other).is_some_and(|(_, what)| what == code(was));
                if is_it {
                    change.source = Some((site, code(was)));
                }
            }
            if before == OTHER || before == NOBODY && after != NONE {
                change.taken = change.taken.or(Some((site, code(was))));
                change.count += 1;
            }
        }
        change.target = brought.or(other).or(change.source);
        change
    }

    /// Adds an action, after which `after` says what stands where.
    pub fn add(&mut self, told: Told) {
        self.add_told(&told);
        if !self.on.is_empty() {
            let change = self.change();
            self.add_change(&change);
            if let Some((site, what)) = change.target {
                let (place, touches) = (self.place(site, what), self.touches(site));
                self.features.extend(place.into_iter().chain(touches));
            }
        }
        self.told.push(told);
        self.ends.push(self.features.len());
    }

    /// What the game tells.
    fn add_told(&mut self, told: &Told) {
        let seat = self.seat.index() as u64;
        let Told { key, gain, exchange, check, end, moves_on, .. } = *told;
        let threats = u32::from(check) + 2 * u32::from(self.threatened);
        self.features.push(Sort::Key.hashed(hash_of(&(key, seat))));
        self.features.push(Sort::Gain.with(gain.map_or(0, |gain| 1 + signed_class(gain))));
        self.features.push(Sort::Exchange.with(signed_class(exchange)));
        self.features.push(Sort::Check.with(threats));
        self.features.push(Sort::Turn.with(moves_on.into()));
        self.features.extend(end.map(|end| Sort::End.with(end)));
    }

    /// What goes where and what it captures.
    fn add_change(&mut self, change: &Change) {
        let (seat, target, source) = (self.seat.index(), change.target, change.source);
        let what = target.map_or(0, |(_, what)| what);
        let taken = change.taken.map_or(0, |(_, what)| what);
        if let Some((site, _)) = target {
            self.features.extend(self.nearest(site));
        }
        let mut push = |feature: u32| self.features.push(feature);
        push(taking(what, taken, change.count));
        push(Sort::Stage.hashed(hash_of(&(self.stage, what, taken > 0))));
        if let Some((site, _)) = change.taken {
            push(Sort::Retaken.with(self.since.others.contains(&(site as u16)).into()));
        }
        if let Some((site, _)) = target {
            push(Sort::Target.hashed(hash_of(&(seat, what, site))));
        }
        if let (Some((from, what)), Some((to, _))) = (source, target) {
            push(Sort::Source.hashed(hash_of(&(seat, what, from))));
            push(Sort::Way.hashed(hash_of(&(seat, what, self.round.way(from, to)))));
            let (again, back) = (self.since.own.contains(&(from as u16)), self.left.contains(&(to as u16)));
            push(Sort::Again.with(u32::from(again) + 2 * u32::from(back)));
            let left = self.around(1, from);
            self.features.push(Sort::Left.hashed(hash_of(&(left, what))));
        }
    }

    /// What is the same whenever a thing of a kind is placed on an empty site with such surroundings.
    pub fn placed(&mut self, site: usize, kind: u8) -> [u32; 5] {
        let what = self.codes[usize::from(kind)];
        let [near, sides, wide, facing] = self.place(site, what);
        [near, sides, wide, facing, taking(what, 0, 0)]
    }

    /// What lies round a target.
    fn place(&mut self, site: usize, what: u16) -> [u32; 4] {
        let seat = self.seat.index();
        let [near, sides, wide, facing] = [0, 1, 2, 3].map(|form| self.around(form, site));
        [
            Sort::Near.hashed(hash_of(&(near, what))),
            Sort::Sides.hashed(hash_of(&(sides, what))),
            Sort::Wide.hashed(hash_of(&(wide, what))),
            Sort::Facing.hashed(hash_of(&(facing, what, seat))),
        ]
    }

    /// How far a target is from what changed since the seat chose last.
    pub fn nearest(&self, site: usize) -> [u32; 2] {
        [(Sort::Others, &self.since.others), (Sort::Own, &self.since.own)]
            .map(|(sort, sites)| sort.with(nearest(&self.round, site, sites)))
    }

    /// The groups that a target touches.
    pub fn touches(&self, site: usize) -> [u32; 2] {
        [(OWN, Sort::Joined), (OTHER, Sort::Pressed)].map(|(side, sort)| {
            let Touch { groups, fewest, largest } = self.groups.touch(&self.round, site, side);
            let size = class(largest).min(7);
            sort.with(groups.min(3) + 4 * fewest.min(4) + 20 * size)
        })
    }

    /// The hash of what lies round a site: by names, by sides, by sides at one and two steps, and by names as the board lies.
    fn around(&mut self, form: usize, site: usize) -> u64 {
        let known = self.hashes[form][site];
        if known != UNKNOWN {
            return known;
        }
        let code = |there: u16| self.codes[usize::from(self.on[usize::from(there)])];
        let side = |there: u16| u16::from(self.sides[usize::from(self.on[usize::from(there)])]);
        let found = match form {
            0 => self.round.hash(site, 1, false, code),
            1 => self.round.hash(site, 1, false, side),
            2 => self.round.hash(site, 2, false, side),
            _ => self.round.hash(site, 1, true, code),
        };
        self.hashes[form][site] = found;
        found
    }

    /// Adds what depends on the other actions. All of them are there.
    pub fn finish(&mut self) {
        for (sorted, value) in self.sorted.iter_mut().zip([units, net]) {
            sorted.clear();
            sorted.extend(self.told.iter().map(value));
            sorted.sort_unstable();
        }
        for told in &self.told {
            let standing = |sorted: &[i32], value: i32| {
                let better = sorted.len() - sorted.partition_point(|&other| other <= value);
                let best = sorted.last().copied().unwrap_or(0);
                (class(best.abs_diff(value)), class(better as u32))
            };
            let (below, rank) = standing(&self.sorted[0], units(told));
            let (below_net, rank_net) = standing(&self.sorted[1], net(told));
            self.features.push(Sort::Value.with(below));
            self.features.push(Sort::Reply.with(signed_class(told.reply)));
            self.features.push(Sort::Net.with(below_net));
            self.features.push(Sort::Rank.with(32 * rank + rank_net));
        }
    }

    /// The features of an action by its number, once all are there.
    pub fn features(&self, action: usize) -> impl Iterator<Item = u32> + '_ {
        const LAST: usize = 4;
        let first = action.checked_sub(1).map_or(0, |before| self.ends[before]);
        let own = &self.features[first..self.ends[action]];
        let last = self.ends.last().copied().unwrap_or(0) + LAST * action;
        own.iter().chain(&self.features[last..last + LAST]).copied()
    }

    /// What the game tells of the actions.
    pub fn told(&self) -> &[Told] {
        &self.told
    }
}

/// That something captures so many things of a kind.
fn taking(what: u16, taken: u16, count: u32) -> u32 {
    Sort::Taken.hashed(hash_of(&(what, taken, class(count))))
}

/// The evaluation after an action; 0 where there is none.
fn units(told: &Told) -> i32 {
    told.units.unwrap_or(0)
}

/// The same less what the best reply gains.
fn net(told: &Told) -> i32 {
    units(told).saturating_sub(told.reply.max(0))
}

/// The class of the distance to the nearest of some sites; the last class if there are none.
fn nearest(round: &Surroundings, site: usize, sites: &[u16]) -> u32 {
    const FAR: u32 = 10;
    sites.iter().map(|&other| round.distance(site, usize::from(other))).min().unwrap_or(FAR)
}

/// The number of the name of each kind, and its owner.
fn named(kinds: &[Kind]) -> Vec<(u16, Option<Seat>)> {
    let first = |kind: &Kind| kinds.iter().position(|other| other.name == kind.name).unwrap_or(0) as u16;
    kinds.iter().map(|kind| (first(kind), kind.owner)).collect()
}
