//! The order in which actions are tried: the table's, noisy ones by what they gain, killers (Akl and Newborn, "The
//! principal continuation and the killer heuristic", 1977), the counter-move (Uiterwijk, "The Countermove Heuristic",
//! 1992), then by history (Schaeffer, "The History Heuristic", 1983).

use torneo_contract::{Heuristics, mixer::hash_of};

const HISTORY: usize = 1 << 12;
/// The bound of what history says of an action.
const HISTORY_MAX: i32 = 1 << 14;

/// The size of the table of pairs of actions.
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

/// Actions that are picked one by one before the rest is sorted: most nodes need no more.
const PICKED: usize = 10;

/// What earlier cut-offs of the same search say about actions.
pub struct Ordering<A> {
    /// The last two quiet actions that cut off, by ply.
    killers: Vec<[Option<A>; 2]>,
    /// The quiet action that last cut off after an action, by the hash of that and the side.
    counters: Vec<Option<A>>,
    /// How well each action did, by side and by hash.
    history: Vec<i32>,
    /// How well each action did after another one, by the hashes of both; empty if it is not asked for.
    continuations: Vec<i16>,
}

/// Where actions are to be ordered.
#[derive(Clone, Copy, Debug)]
pub struct Place<A> {
    /// Whether our side decides.
    pub ours: bool,
    /// Plies from the root.
    pub ply: usize,
    /// The action that led here, if a seat chose one.
    pub arrived: Option<A>,
}

/// An action's number with its score; the highest score comes first, then the lowest `tie`.
#[derive(Clone, Copy, Debug)]
struct Scored {
    score: i32,
    tie: u64,
    index: usize,
    noisy: bool,
}

impl Scored {
    fn key(&self) -> (std::cmp::Reverse<i32>, u64) {
        (std::cmp::Reverse(self.score), self.tie)
    }
}

/// The legal actions of a node in the order in which they are tried, found as far as it is asked for.
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

    /// Whether all that is not listed yet has nothing to its credit but its history.
    pub fn has_late_left(&self) -> bool {
        self.divided && !self.late.is_empty()
    }

    /// The number (in the order of the legal actions) of the action to be tried after `tried` others; to be asked for
    /// in this order.
    pub fn pick(&mut self, tried: usize) -> usize {
        let fresh = tried - self.begun.min(tried);
        if fresh < PICKED {
            let rest = self.scored[tried..].iter().enumerate();
            let best = rest.min_by_key(|(_, scored)| scored.key()).map_or(0, |(index, _)| index);
            self.scored.swap(tried, tried + best);
        } else if fresh == PICKED {
            self.scored[tried..].sort_unstable_by_key(Scored::key);
        }
        self.scored[tried].index
    }

    /// Whether the action that was picked after `tried` others has nothing to its credit but its history.
    pub fn is_late(&self, tried: usize) -> bool {
        self.scored[tried].score < COUNTER
    }

    /// Whether it is noisy.
    pub fn is_noisy(&self, tried: usize) -> bool {
        self.scored[tried].noisy
    }

    /// The gain of the noisy action that was picked after `tried` others, where they are listed by gain; 0 where as they come.
    pub fn gain(&self, tried: usize) -> i32 {
        self.scored[tried].score
    }

    /// What history says of a late action, within twice its bound.
    pub fn history(&self, tried: usize) -> i32 {
        self.scored[tried].score.max(-2 * HISTORY_MAX)
    }

    /// The numbers of the quiet ones among the first `tried` actions.
    fn picked_quiet(&self, tried: usize) -> impl Iterator<Item = usize> {
        self.scored[..tried].iter().filter(|scored| !scored.noisy).map(|scored| scored.index)
    }

    /// Forgets all actions.
    pub fn clear(&mut self) {
        self.scored.clear();
        self.late.clear();
        (self.begun, self.divided) = (0, false);
    }
}

impl<A: Copy + PartialEq + std::hash::Hash> Ordering<A> {
    /// Nothing known; whether actions are told apart by those that they follow upon.
    pub fn new(continuation: bool) -> Ordering<A> {
        Ordering {
            killers: Vec::new(),
            counters: vec![None; 2 * HISTORY],
            history: vec![0; 2 * HISTORY],
            continuations: vec![0; if continuation { 1 << CONTINUATION_BITS } else { 0 }],
        }
    }

    /// Forgets everything, with room for `plies`.
    pub fn reset(&mut self, plies: usize) {
        self.killers.clear();
        self.killers.resize(plies, [None; 2]);
        self.counters.fill(None);
        self.history.fill(0);
        self.continuations.fill(0);
    }

    fn slot(ours: bool, action: A) -> usize {
        Self::slot_of(ours, hash_of(&action))
    }

    fn slot_of(ours: bool, hash: u64) -> usize {
        usize::from(ours) * HISTORY + hash as usize % HISTORY
    }

    /// Where the actions that follow upon the one that led here begin, if they are told apart.
    fn following(&self, place: Place<A>) -> Option<u64> {
        let arrived = place.arrived.filter(|_| !self.continuations.is_empty())?;
        Some((hash_of(&arrived) << 1 | u64::from(place.ours)).wrapping_mul(SPREAD))
    }

    fn continuation(following: u64, hash: u64) -> usize {
        ((following ^ hash).wrapping_mul(SPREAD) >> (64 - CONTINUATION_BITS)) as usize
    }

    /// What history says of an action, by itself and after the one before it.
    fn merit(&self, ours: bool, action: A, following: Option<u64>) -> i32 {
        let hash = hash_of(&action);
        let after = following.map_or(0, |key| self.continuations[Self::continuation(key, hash)]);
        self.history[Self::slot_of(ours, hash)] + i32::from(after)
    }

    /// Moves what history says of an action towards its bounds.
    fn learn(&mut self, ours: bool, action: A, following: Option<u64>, bonus: i32) {
        let moved = |value: i32| value + bonus - value * bonus.abs() / HISTORY_MAX;
        let hash = hash_of(&action);
        let history = &mut self.history[Self::slot_of(ours, hash)];
        *history = moved(*history);
        if let Some(key) = following {
            let after = &mut self.continuations[Self::continuation(key, hash)];
            *after = moved(i32::from(*after)) as i16;
        }
    }

    /// A quiet action cut off with so many plies left to search, after those that `order` picked before it.
    pub fn cut_off(&mut self, place: Place<A>, (actions, order): (&[A], &Order), tried: usize, depth: u32) {
        let action = actions[order.scored[tried].index];
        let killers = &mut self.killers[place.ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        if let Some(arrived) = place.arrived {
            self.counters[Self::slot(place.ours, arrived)] = Some(action);
        }
        let bonus = (depth * depth).min(400) as i32 * 8;
        let following = self.following(place);
        self.learn(place.ours, action, following, bonus);
        for index in order.picked_quiet(tried) {
            self.learn(place.ours, actions[index], following, -bonus);
        }
    }

    /// Lists the actions of merit after the first one, which is tried before all others; `tie` decides between equals.
    pub fn divide<G: Heuristics<Action = A>>(
        &self,
        at: (&G, &G::Position),
        actions: &[A],
        (place, exchanges): (Place<A>, bool),
        tie: impl Fn(usize) -> u64,
        order: &mut Order,
    ) {
        let counter = place.arrived.and_then(|arrived| self.counters[Self::slot(place.ours, arrived)]);
        let killers = self.killers[place.ply];
        let first = order.scored.first().map(|scored| scored.index);
        let others = actions.iter().enumerate().filter(|&(index, _)| first != Some(index));
        let (scored, late) = (&mut order.scored, &mut order.late);
        (order.begun, order.divided) = (scored.len(), true);
        for (index, &action) in others {
            let noisy = at.0.is_noisy(at.1, action);
            let score = if noisy {
                of_noisy(at, action, exchanges)
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
            list.push(Scored { score, tie: tie(index), index, noisy });
        }
    }

    /// Lists what has nothing to its credit but its history.
    pub fn list_late(&self, actions: &[A], place: Place<A>, order: &mut Order) {
        let following = self.following(place);
        for late in order.late.iter_mut().filter(|late| !late.noisy) {
            late.score = self.merit(place.ours, actions[late.index], following);
        }
        order.begun = order.scored.len();
        order.scored.append(&mut order.late);
    }
}

impl Order {
    /// Lists the action that is tried first, and no other yet.
    pub fn begin(&mut self, first: Option<usize>, noisy: impl Fn(usize) -> bool) {
        self.clear();
        self.scored.extend(first.map(|index| Scored {
            score: FROM_TABLE,
            tie: 0,
            index,
            noisy: noisy(index),
        }));
    }
}

fn of_noisy<G: Heuristics>((game, position): (&G, &G::Position), action: G::Action, exchanges: bool) -> i32 {
    let gain = game.gain(position, action).clamp(-GAIN_MAX, GAIN_MAX);
    if exchanges && game.exchange(position, action) < 0 { LOSING + gain } else { NOISY + gain }
}

/// Lists actions as they come: without knowledge of good ones.
pub fn unordered<G: Heuristics>(
    (game, position): (&G, &G::Position),
    actions: &[G::Action],
    order: &mut Order,
) {
    order.clear();
    order.scored.extend(actions.iter().enumerate().map(|(index, &action)| Scored {
        score: 0,
        tie: index as u64,
        index,
        noisy: game.is_noisy(position, action),
    }));
}

/// Lists noisy actions, the greatest gain first.
pub fn by_gain<G: Heuristics>(
    (game, position): (&G, &G::Position),
    actions: &[G::Action],
    order: &mut Order,
) {
    order.clear();
    order.scored.extend(actions.iter().enumerate().map(|(index, &action)| Scored {
        score: game.gain(position, action),
        tie: index as u64,
        index,
        noisy: true,
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_later_comes_after_all_before_it() {
        let mut order = order(&[1, 2]);
        assert_eq!([order.pick(0), order.pick(1)], [1, 0]);
        let later = |index| Scored { score: 40 - index as i32, tie: 0, index, noisy: false };
        order.late.extend((2..40).rev().map(later));
        order.divided = true;
        assert!(order.has_late_left());
        Ordering::<u8>::new(false).list_late(
            &[0; 40],
            Place { ours: true, ply: 0, arrived: None },
            &mut order,
        );
        order.scored[2..].iter_mut().for_each(|scored| scored.score = 40 - scored.index as i32);
        let picked: Vec<usize> = (2..40).map(|tried| order.pick(tried)).collect();
        assert_eq!(picked, (2..40).collect::<Vec<_>>());
        assert!(!order.has_late_left());
    }

    fn order(scores: &[i32]) -> Order {
        let scored = scores
            .iter()
            .enumerate()
            .map(|(index, &score)| Scored { score, tie: index as u64, index, noisy: false })
            .collect();
        Order { scored, ..Order::default() }
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
        ordering.reset(4);
        let place = Place { ours: true, ply: 2, arrived: Some(40) };
        let mut tried = order(&[3, 2, 1]);
        (0..3).for_each(|index| {
            tried.pick(index);
        });
        ordering.cut_off(place, (&[7, 8, 9], &tried), 2, 5);
        assert_eq!(ordering.killers[2], [Some(9), None]);
        assert_eq!(ordering.counters[Ordering::slot(true, 40u8)], Some(9));
        let history = |action| ordering.history[Ordering::slot(true, action)];
        assert!(history(9) > 0 && history(7) < 0 && history(8) < 0);
        assert_eq!(ordering.history[Ordering::slot(false, 9u8)], 0);
    }
}
