//! The order in which actions are tried:
//!
//! 1. the action of the table;
//! 2. noisy actions by what they gain;
//! 3. killers (Akl and Newborn, "The principal continuation and the killer heuristic", 1977);
//! 4. the counter-move (Uiterwijk, "The Countermove Heuristic", 1992);
//! 5. the others by history (Schaeffer, "The History Heuristic", 1983), of the action itself and of it after
//!    the last two.

use std::hash::Hash;

use torneo_contract::{Heuristics, mixer::hash_of};

use super::history::{BOUND, History};

const HISTORY: usize = 1 << 12;

/// What a cut-off adds to history for each ply that is left, and for its square; at most.
const BONUS: i32 = 150;
const BONUS_BY_SQUARE: i32 = 20;
const BONUS_MAX: i32 = 3_200;

/// The size of the tables of pairs of actions.
const CONTINUATION_BITS: u32 = 15;
/// An odd number that spreads hashes.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

const FROM_TABLE: i32 = i32::MAX;
const NOISY: i32 = 1 << 30;
/// The bound of gains in the order.
const GAIN_MAX: i32 = 1 << 24;
const KILLERS: [i32; 2] = [1 << 29, 1 << 28];
const COUNTER: i32 = 1 << 27;
/// Noisy actions that lose in the exchange come last.
const LOSING: i32 = -(1 << 28);

/// By how much a thousandth of a logit of a policy counts in the order, beside history.
const POLICY_FACTOR: i32 = 4;

/// Actions that are picked one by one before the rest is sorted: most nodes need no more.
const PICKED: usize = 10;

/// What earlier cut-offs of the same game say about actions.
pub struct Ordering<A> {
    /// The last two quiet actions that cut off, by ply.
    killers: Vec<[Option<A>; 2]>,
    /// The quiet action that last cut off after an action, by the hash of that and the side.
    counters: Vec<Option<A>>,
    /// How well each action did, by side and by hash.
    history: History,
    /// How well each action did after the last one, and after the one before that, by the keys of both; none if that is not asked for.
    continuations: Option<[History; 2]>,
}

/// The keys (`Heuristics::history_key`) of the last action and of the one before that, where a seat chose them alone.
#[derive(Clone, Copy, Default, Debug)]
pub struct Arrived([Option<u64>; 2]);

impl Arrived {
    /// What led to a position, and then an action.
    pub fn after(self, key: u64) -> Arrived {
        Arrived([Some(key), self.0[0]])
    }

    /// What led to a position, and then a pass that only the search makes.
    pub fn after_pass(self) -> Arrived {
        Arrived([None, self.0[0]])
    }
}

/// Where actions are to be ordered.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Whether our side decides.
    pub ours: bool,
    /// Plies from the root.
    pub ply: usize,
    /// What led here.
    pub arrived: Arrived,
}

/// An action's number with its place in the order: the highest score comes first, then the lowest `tie`.
#[derive(Clone, Copy, Debug)]
struct Scored {
    /// How far the score is below the highest possible one, and below that the tie, so that one comparison decides.
    key: u64,
    index: u32,
    noisy: bool,
}

impl Scored {
    #[inline]
    fn new(score: i32, tie: u32, index: usize, noisy: bool) -> Scored {
        Scored { key: Scored::key(score, tie), index: index as u32, noisy }
    }

    #[inline]
    fn key(score: i32, tie: u32) -> u64 {
        u64::from(i32::MAX.abs_diff(score)) << 32 | u64::from(tie)
    }

    #[inline]
    fn score(&self) -> i32 {
        i32::MAX.wrapping_sub_unsigned((self.key >> 32) as u32)
    }

    #[inline]
    fn set_score(&mut self, score: i32) {
        self.key = Scored::key(score, self.key as u32);
    }
}

/// The legal actions of a node in the order in which they are tried. The order is worked out only as far as
/// it is asked for.
#[derive(Clone, Debug, Default)]
pub struct Order {
    scored: Vec<Scored>,
    /// Those that are listed at once, and come before all that are listed later, begin here.
    begun: usize,
    /// What has nothing to its credit but its history, which is not looked up yet.
    late: Vec<Scored>,
    /// Whether the actions were told apart: those of merit are listed.
    divided: bool,
}

impl Order {
    /// The number of actions that are listed.
    pub fn len(&self) -> usize {
        self.scored.len()
    }

    /// Whether only history speaks for all actions that are not listed yet.
    pub fn has_late_left(&self) -> bool {
        self.divided && !self.late.is_empty()
    }

    /// The number (in the order of the legal actions) of the action to be tried after `tried` others. Calls
    /// come with rising `tried`.
    pub fn pick(&mut self, tried: usize) -> usize {
        let fresh = tried - self.begun.min(tried);
        if fresh < PICKED {
            let rest = self.scored[tried..].iter().enumerate();
            let best = rest.min_by_key(|(_, scored)| scored.key).map_or(0, |(index, _)| index);
            self.scored.swap(tried, tried + best);
        } else if fresh == PICKED {
            self.scored[tried..].sort_unstable_by_key(|scored| scored.key);
        }
        self.scored[tried].index as usize
    }

    /// Whether only history speaks for the action that was picked after `tried` others.
    pub fn is_late(&self, tried: usize) -> bool {
        self.scored[tried].score() < COUNTER
    }

    /// Whether it is noisy.
    pub fn is_noisy(&self, tried: usize) -> bool {
        self.scored[tried].noisy
    }

    /// The gain of the noisy action that was picked after `tried` others, if they are listed by gain.
    /// Otherwise 0.
    pub fn gain(&self, tried: usize) -> i32 {
        self.scored[tried].score()
    }

    /// What history says of a late action, within three times its bound.
    pub fn history(&self, tried: usize) -> i32 {
        self.scored[tried].score().max(-3 * BOUND)
    }

    /// The numbers of the actions that are not listed yet.
    pub fn late(&self) -> impl Iterator<Item = usize> {
        self.late.iter().map(|late| late.index as usize)
    }

    /// The numbers of the quiet ones among the first `tried` actions.
    fn picked_quiet(&self, tried: usize) -> impl Iterator<Item = usize> {
        self.scored[..tried].iter().filter(|scored| !scored.noisy).map(|scored| scored.index as usize)
    }

    /// Lists the action that is tried first, and no other yet.
    pub fn begin(&mut self, first: Option<usize>, noisy: impl Fn(usize) -> bool) {
        self.clear();
        self.scored.extend(first.map(|index| Scored::new(FROM_TABLE, 0, index, noisy(index))));
    }

    /// Forgets all actions.
    pub fn clear(&mut self) {
        self.scored.clear();
        self.late.clear();
        (self.begun, self.divided) = (0, false);
    }
}

impl<A: Copy + PartialEq + Hash> Ordering<A> {
    /// Nothing known; whether actions are told apart by those that they follow upon.
    pub fn new(continuation: bool) -> Ordering<A> {
        let pairs = || History::new(1 << CONTINUATION_BITS);
        Ordering {
            killers: Vec::new(),
            counters: vec![None; 2 * HISTORY],
            history: History::new(2 * HISTORY),
            continuations: continuation.then(|| [pairs(), pairs()]),
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.killers.clear();
        self.counters.fill(None);
        self.histories().for_each(History::forget);
    }

    /// Begins another search of the same game, with room for `plies`: what history says counts half from now on.
    pub fn age(&mut self, plies: usize) {
        self.killers.clear();
        self.killers.resize(plies, [None; 2]);
        self.histories().for_each(History::halve);
    }

    fn histories(&mut self) -> impl Iterator<Item = &mut History> {
        std::iter::once(&mut self.history).chain(self.continuations.iter_mut().flatten())
    }

    fn slot(ours: bool, hash: u64) -> usize {
        usize::from(ours) * HISTORY + hash as usize % HISTORY
    }

    /// Where the actions that follow upon those that led here begin, as far as they are told apart.
    fn following(&self, place: Place) -> [Option<u64>; 2] {
        let begin = |key: u64| (key << 1 | u64::from(place.ours)).wrapping_mul(SPREAD);
        place.arrived.0.map(|key| key.filter(|_| self.continuations.is_some()).map(begin))
    }

    fn continuation(following: u64, key: u64) -> usize {
        ((following ^ key).wrapping_mul(SPREAD) >> (64 - CONTINUATION_BITS)) as usize
    }

    /// What history says of an action with this key, by itself and after those before it.
    fn merit(&self, ours: bool, (action, key): (A, u64), following: [Option<u64>; 2]) -> i32 {
        let pairs = self.continuations.iter().flatten().zip(following);
        let after = pairs.map(|(pairs, following)| {
            following.map_or(0, |following| pairs.get(Self::continuation(following, key)))
        });
        self.history.get(Self::slot(ours, hash_of(&action))) + after.sum::<i32>()
    }

    /// Moves what history says of an action towards its bounds.
    fn learn(&mut self, ours: bool, (action, key): (A, u64), following: [Option<u64>; 2], bonus: i32) {
        self.history.learn(Self::slot(ours, hash_of(&action)), bonus);
        for (pairs, following) in self.continuations.iter_mut().flatten().zip(following) {
            if let Some(following) = following {
                pairs.learn(Self::continuation(following, key), bonus);
            }
        }
    }

    /// A quiet action cut off, with this many plies left to search, after those that `order` picked before
    /// it. `key` is their `Heuristics::history_key`.
    pub fn cut_off(
        &mut self,
        place: Place,
        key: impl Fn(A) -> u64,
        (actions, order): (&[A], &Order),
        (tried, depth): (usize, u32),
    ) {
        let action = actions[order.scored[tried].index as usize];
        let killers = &mut self.killers[place.ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        if let Some(arrived) = place.arrived.0[0] {
            self.counters[Self::slot(place.ours, arrived)] = Some(action);
        }
        let depth = depth.min(BONUS_MAX as u32) as i32;
        let bonus = (depth * (BONUS + BONUS_BY_SQUARE * depth)).min(BONUS_MAX);
        let following = self.following(place);
        let keyed = |action| (action, key(action));
        self.learn(place.ours, keyed(action), following, bonus);
        for index in order.picked_quiet(tried) {
            self.learn(place.ours, keyed(actions[index]), following, -bonus);
        }
    }

    /// Lists the actions of merit after the first one, which is tried before all others; `tie` decides between equals.
    pub fn divide<G: Heuristics<Action = A>>(
        &self,
        at: (&G, &G::Position),
        actions: &[A],
        (place, exchanges): (Place, bool),
        tie: impl Fn(usize) -> u32,
        order: &mut Order,
    ) {
        let counter = place.arrived.0[0].and_then(|arrived| self.counters[Self::slot(place.ours, arrived)]);
        let killers = self.killers[place.ply];
        let first = order.scored.first().map(|scored| scored.index as usize);
        let gain = at.0.gain(at.1);
        let gains = actions.iter().map(|&action| gain(action));
        let others = actions.iter().zip(gains).enumerate().filter(|&(index, _)| first != Some(index));
        let (scored, late) = (&mut order.scored, &mut order.late);
        (order.begun, order.divided) = (scored.len(), true);
        for (index, (&action, gain)) in others {
            let score = if let Some(gain) = gain {
                of_noisy(at, action, gain, exchanges)
            } else if killers[0] == Some(action) {
                KILLERS[0]
            } else if killers[1] == Some(action) {
                KILLERS[1]
            } else if counter == Some(action) {
                COUNTER
            } else {
                0
            };
            let list = if score < COUNTER { &mut *late } else { &mut *scored };
            list.push(Scored::new(score, tie(index), index, gain.is_some()));
        }
    }

    /// Lists the actions that only history speaks for, and a policy, where that gives weights to all of them.
    pub fn list_late(
        &self,
        actions: &[A],
        (place, weights): (Place, &[i32]),
        key: impl Fn(A) -> u64,
        order: &mut Order,
    ) {
        let following = self.following(place);
        let mean = weights.iter().map(|&weight| i64::from(weight)).sum::<i64>() / weights.len().max(1) as i64;
        for (at, late) in order.late.iter_mut().enumerate().filter(|(_, late)| !late.noisy) {
            let action = actions[late.index as usize];
            let merit = self.merit(place.ours, (action, key(action)), following);
            let weight = weights.get(at).map_or(0, |&weight| weight - mean as i32);
            late.set_score((merit + POLICY_FACTOR * weight).clamp(-3 * BOUND, 3 * BOUND));
        }
        order.begun = order.scored.len();
        order.scored.append(&mut order.late);
    }
}

fn of_noisy<G: Heuristics>(
    (game, position): (&G, &G::Position),
    action: G::Action,
    gain: i32,
    exchanges: bool,
) -> i32 {
    let gain = gain.clamp(-GAIN_MAX, GAIN_MAX);
    if exchanges && game.see(position, action) < 0 { LOSING + gain } else { NOISY + gain }
}

/// Lists actions as they come: without knowledge of good ones.
pub fn unordered<G: Heuristics>(
    (game, position): (&G, &G::Position),
    actions: &[G::Action],
    order: &mut Order,
) {
    order.clear();
    let gain = game.gain(position);
    let gains = actions.iter().map(|&action| gain(action)).enumerate();
    order.scored.extend(gains.map(|(index, gain)| Scored::new(0, index as u32, index, gain.is_some())));
}

/// Lists noisy actions, the greatest gain first.
pub fn by_gain<G: Heuristics>(
    (game, position): (&G, &G::Position),
    actions: &[G::Action],
    order: &mut Order,
) {
    order.clear();
    let gain = game.gain(position);
    let gains = actions.iter().map(|&action| gain(action)).enumerate();
    order.scored.extend(gains.map(|(index, gain)| Scored::new(gain.unwrap_or(0), index as u32, index, true)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_later_comes_after_all_before_it() {
        let mut order = order(&[1, 2]);
        assert_eq!([order.pick(0), order.pick(1)], [1, 0]);
        let later = |index: usize| Scored::new(40 - index as i32, 0, index, false);
        order.late.extend((2..40).rev().map(later));
        order.divided = true;
        assert!(order.has_late_left());
        Ordering::<u8>::new(false).list_late(
            &[0; 40],
            (Place { ours: true, ply: 0, arrived: Arrived::default() }, &[]),
            u64::from,
            &mut order,
        );
        order.scored[2..].iter_mut().for_each(|scored| scored.set_score(40 - scored.index as i32));
        let picked: Vec<usize> = (2..40).map(|tried| order.pick(tried)).collect();
        assert_eq!(picked, (2..40).collect::<Vec<_>>());
        assert!(!order.has_late_left());
    }

    #[test]
    fn a_policy_orders_what_history_says_nothing_of() {
        let mut order = order(&[1]);
        assert_eq!(order.pick(0), 0);
        order.late.extend((1..4).map(|index| Scored::new(0, index as u32, index, false)));
        order.divided = true;
        let place = Place { ours: true, ply: 0, arrived: Arrived::default() };
        Ordering::<u8>::new(false).list_late(&[0; 4], (place, &[-700, 900, 100]), u64::from, &mut order);
        let picked: Vec<usize> = (1..4).map(|tried| order.pick(tried)).collect();
        assert_eq!(picked, [2, 3, 1]);
    }

    fn order(scores: &[i32]) -> Order {
        let scored = scores
            .iter()
            .enumerate()
            .map(|(index, &score)| Scored::new(score, index as u32, index, false))
            .collect();
        Order { scored, ..Order::default() }
    }

    #[test]
    fn scores_are_kept_and_decide_before_ties() {
        for score in [i32::MIN, LOSING, -1, 0, 1, NOISY, FROM_TABLE] {
            assert_eq!(Scored::new(score, u32::MAX, 3, false).score(), score);
            assert!(Scored::key(score, 5) < Scored::key(score, 6));
            assert!(score == i32::MIN || Scored::key(score, u32::MAX) < Scored::key(score - 1, 0));
        }
    }

    #[test]
    fn actions_come_by_score_and_then_as_listed() {
        let mut order = order(&[5, 9, 5, 1, 9, 7, 0]);
        let picked: Vec<usize> = (0..7).map(|tried| order.pick(tried)).collect();
        assert_eq!(picked, [1, 4, 5, 0, 2, 3, 6]);
    }

    #[test]
    fn what_cuts_off_is_tried_earlier_and_what_failed_later() {
        let mut ordering = Ordering::<u8>::new(true);
        ordering.age(4);
        let place = Place { ours: true, ply: 2, arrived: Arrived::default().after(30).after(40) };
        let mut tried = order(&[3, 2, 1]);
        (0..3).for_each(|index| {
            tried.pick(index);
        });
        ordering.cut_off(place, u64::from, (&[7, 8, 9], &tried), (2, 5));
        assert_eq!(ordering.killers[2], [Some(9), None]);
        assert_eq!(ordering.counters[Ordering::<u8>::slot(true, 40)], Some(9));
        let history = |ordering: &Ordering<u8>, ours, action: u8| {
            ordering.history.get(Ordering::<u8>::slot(ours, hash_of(&action)))
        };
        let good = history(&ordering, true, 9);
        assert!(good > 0 && history(&ordering, true, 7) < 0 && history(&ordering, true, 8) < 0);
        assert_eq!(history(&ordering, false, 9), 0);
        // After those two actions more is known than after one of them, and after no other.
        let merit = |arrived| ordering.merit(true, (9, 9), ordering.following(Place { arrived, ..place }));
        let [both, last, none] = [place.arrived, Arrived::default().after(40), Arrived::default()].map(merit);
        assert!(both > last && last > none && none == good);
        assert_eq!(merit(place.arrived.after_pass()), good, "what follows upon a pass is another thing");
        ordering.age(4);
        assert_eq!((ordering.killers[2], history(&ordering, true, 9)), ([None; 2], good / 2));
        ordering.forget();
        assert_eq!(history(&ordering, true, 9), 0);
    }
}
