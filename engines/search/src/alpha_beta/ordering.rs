//! The order in which actions are tried: the table's, noisy ones by what they gain, killers (Akl and Newborn, "The
//! principal continuation and the killer heuristic", 1977), the counter-move (Uiterwijk, "The Countermove Heuristic",
//! 1992), then by history (Schaeffer, "The History Heuristic", 1983).

use torneo_contract::{Heuristics, mixer::hash_of};

const HISTORY: usize = 1 << 12;
/// The bound of what history says of an action.
const HISTORY_MAX: i32 = 1 << 14;

const FROM_TABLE: i32 = i32::MAX;
const NOISY: i32 = 1 << 30;
/// The bound of gains in the order.
const GAIN_MAX: i32 = 1 << 24;
const KILLERS: [i32; 2] = [1 << 29, 1 << 28];
const COUNTER: i32 = 1 << 27;

/// Actions that are picked one by one before the rest is sorted: most nodes need no more.
const PICKED: usize = 3;

/// What earlier cut-offs of the same search say about actions.
pub struct Ordering<A> {
    /// The last two quiet actions that cut off, by ply.
    killers: Vec<[Option<A>; 2]>,
    /// The quiet action that last cut off after an action, by the hash of that and the side.
    counters: Vec<Option<A>>,
    /// How well each action did, by side and by hash.
    history: Vec<i32>,
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
}

impl Order {
    /// The number of actions.
    pub fn len(&self) -> usize {
        self.scored.len()
    }

    /// The number (in the order of the legal actions) of the action to be tried after `tried` others; to be asked for
    /// in this order.
    pub fn pick(&mut self, tried: usize) -> usize {
        if tried < PICKED {
            let rest = self.scored[tried..].iter().enumerate();
            let best = rest.min_by_key(|(_, scored)| scored.key()).map_or(0, |(index, _)| index);
            self.scored.swap(tried, tried + best);
        } else if tried == PICKED {
            self.scored[tried..].sort_unstable_by_key(Scored::key);
        }
        self.scored[tried].index
    }

    /// Whether the action that was picked after `tried` others has nothing to its credit but its history.
    pub fn is_late(&self, tried: usize) -> bool {
        self.scored[tried].score < COUNTER
    }

    /// The numbers of the first `tried` actions.
    fn picked(&self, tried: usize) -> impl Iterator<Item = usize> {
        self.scored[..tried].iter().map(|scored| scored.index)
    }

    /// Forgets all actions.
    pub fn clear(&mut self) {
        self.scored.clear();
    }
}

impl<A: Copy + PartialEq + std::hash::Hash> Ordering<A> {
    /// Nothing known.
    pub fn new() -> Ordering<A> {
        Ordering { killers: Vec::new(), counters: vec![None; 2 * HISTORY], history: vec![0; 2 * HISTORY] }
    }

    /// Forgets everything, with room for `plies`.
    pub fn reset(&mut self, plies: usize) {
        self.killers.clear();
        self.killers.resize(plies, [None; 2]);
        self.counters.fill(None);
        self.history.fill(0);
    }

    fn slot(ours: bool, action: A) -> usize {
        usize::from(ours) * HISTORY + hash_of(&action) as usize % HISTORY
    }

    /// Moves what history says of an action towards its bounds.
    fn learn(&mut self, ours: bool, action: A, bonus: i32) {
        let history = &mut self.history[Self::slot(ours, action)];
        *history += bonus - *history * bonus.abs() / HISTORY_MAX;
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
        self.learn(place.ours, action, bonus);
        for index in order.picked(tried).filter(|&index| actions[index] != action) {
            self.learn(place.ours, actions[index], -bonus);
        }
    }

    /// Writes the actions' scores to `order`. `first` is tried before all others; `tie` decides between equals.
    pub fn score<G: Heuristics<Action = A>>(
        &self,
        (game, position): (&G, &G::Position),
        actions: &[A],
        (place, first): (Place<A>, Option<usize>),
        tie: impl Fn(usize) -> u64,
        order: &mut Order,
    ) {
        let counter = place.arrived.and_then(|arrived| self.counters[Self::slot(place.ours, arrived)]);
        let killers = self.killers[place.ply];
        order.scored.clear();
        order.scored.extend(actions.iter().enumerate().map(|(index, &action)| {
            let score = if first == Some(index) {
                FROM_TABLE
            } else if game.is_noisy(position, action) {
                NOISY + game.gain(position, action).clamp(-GAIN_MAX, GAIN_MAX)
            } else if killers[0] == Some(action) {
                KILLERS[0]
            } else if killers[1] == Some(action) {
                KILLERS[1]
            } else if counter == Some(action) {
                COUNTER
            } else {
                self.history[Self::slot(place.ours, action)]
            };
            Scored { score, tie: tie(index), index }
        }));
    }
}

/// Lists actions as they come: without knowledge of good ones.
pub fn unordered(count: usize, order: &mut Order) {
    order.scored.clear();
    order.scored.extend((0..count).map(|index| Scored { score: 0, tie: index as u64, index }));
}

/// Lists noisy actions, the greatest gain first.
pub fn by_gain<G: Heuristics>(
    (game, position): (&G, &G::Position),
    actions: &[G::Action],
    order: &mut Order,
) {
    order.scored.clear();
    order.scored.extend(actions.iter().enumerate().map(|(index, &action)| Scored {
        score: game.gain(position, action),
        tie: index as u64,
        index,
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(scores: &[i32]) -> Order {
        let scored = scores
            .iter()
            .enumerate()
            .map(|(index, &score)| Scored { score, tie: index as u64, index })
            .collect();
        Order { scored }
    }

    #[test]
    fn actions_come_by_score_and_then_as_listed() {
        let mut order = order(&[5, 9, 5, 1, 9, 7, 0]);
        let picked: Vec<usize> = (0..7).map(|tried| order.pick(tried)).collect();
        assert_eq!(picked, [1, 4, 5, 0, 2, 3, 6]);
    }

    #[test]
    fn what_cuts_off_is_tried_earlier_and_what_failed_later() {
        let mut ordering = Ordering::<u8>::new();
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
