//! Which edge of a list a simulation takes.

use std::hash::Hash;

use torneo_contract::random;

use super::rave::Later;
use super::tree::{List, NONE, Tree};
use crate::common::ucb;

/// The unit of what decides between untried actions: it stays below 10^-6.
const UNIT: f64 = 1.0 / (1u64 << 44) as f64;

impl<A: Copy + Hash> Tree<A> {
    /// The edge of the chance result that a random word draws.
    pub fn draw(&self, list: u32, word: u64) -> u32 {
        let list = &self.lists[list as usize];
        let weights = &self.weights[list.weights as usize..][..list.count as usize];
        let mut target = random::scale(word, weights.iter().sum());
        for (edge, &weight) in (list.first..).zip(weights) {
            if target < weight {
                return edge;
            }
            target -= weight;
        }
        unreachable!("the target is below the sum of the weights");
    }

    /// The edge that has this place among those that were not tried; it is tried now.
    pub fn try_next(&mut self, list: u32, place: u32) -> u32 {
        let list = &mut self.lists[list as usize];
        let next = list.first + list.tried;
        list.tried += 1;
        self.edges.swap(next as usize, (next + place) as usize);
        if !self.laters.is_empty() {
            self.laters.swap(next as usize, (next + place) as usize);
        }
        next
    }

    /// The factor of the [spreads](super::tree::Arm::spread) of the edges of a list. With a policy it is that of PUCT (Rosin, "Multi-armed
    /// Bandits with Episode Context", 2011) as Silver and others have it ("Mastering the Game of Go without Human Knowledge", 2017).
    #[inline]
    fn exploration(&self, c: f64, list: &List) -> f64 {
        let visits = list.visits.max(1);
        if self.follows { c * f64::from(visits).sqrt() } else { ucb::exploration(c, visits) }
    }

    /// The edge with the highest upper confidence bound among those that were tried, and the bound. `judge` says what
    /// the value of an edge counts.
    #[inline]
    pub fn most_promising(&self, list: &List, c: f64, judge: impl Fn(u32, f64) -> f64) -> (u32, f64) {
        let exploration = self.exploration(c, list);
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        for (index, arm) in self.arms[list.first as usize..][..list.tried as usize].iter().enumerate() {
            let bound = judge(list.first + index as u32, arm.value) + exploration * arm.spread;
            if bound > highest {
                (best, highest) = (index as u32, bound);
            }
        }
        (list.first + best, highest)
    }

    /// The edge with the highest bound where the value of an action is mixed with what it scored when it was played
    /// later, which `later` tells: with the share `sqrt(k / (3 n + k))` after `n` simulations (Gelly and Silver, "Combining
    /// Online and Offline Knowledge in UCT", 2007). An action that was never tried has `urgency`, or what it scored
    /// later. `judge` as above.
    #[inline]
    pub fn most_promising_amaf(
        &self,
        list: &List,
        (c, urgency): (f64, f64),
        k: f64,
        later: impl Fn(&Later) -> Option<f64>,
        judge: impl Fn(u32, f64) -> f64,
    ) -> u32 {
        let exploration = self.exploration(c, list);
        let share = (k / (3.0 * f64::from(list.visits) + k)).sqrt();
        let (mut best, mut highest) = (list.first, f64::NEG_INFINITY);
        let count = if self.follows { list.tried } else { list.count };
        let arms = &self.arms[list.first as usize..][..count as usize];
        for ((edge, arm), entry) in (list.first..).zip(arms).zip(self.laters_of(list)) {
            let bound = match (edge < list.first + list.tried, later(entry)) {
                (true, None) => judge(edge, arm.value) + exploration * arm.spread,
                (true, Some(later)) => {
                    judge(edge, arm.value + share * (later - arm.value)) + exploration * arm.spread
                }
                (false, Some(later)) => later + exploration,
                // In an order that is as good as random.
                (false, None) => urgency + (entry.key >> 40) as f64 * UNIT,
            };
            if bound > highest {
                (best, highest) = (edge, bound);
            }
        }
        best
    }

    /// Whether one list of the node leads to the children.
    pub fn has_decider(&self, node: u32) -> bool {
        self.nodes[node as usize].decider != NONE
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace::{Name, Trace, key_of};
    use super::super::tree::{Blend, LOST, ROOT, tests::three_children};
    use super::*;
    use torneo_contract::Seat;

    #[test]
    fn losses_are_not_selected() {
        let (mut tree, _) = three_children();
        for (edge, score) in [(0, 1.0), (1, 0.5), (2, 0.0)] {
            tree.try_next(0, 0);
            tree.record(0, edge, score);
        }
        let list = tree.lists[0];
        assert_eq!(tree.most_promising(&list, 0.1, |_, value| value).0, 0);
        tree.arms[0].value = LOST;
        assert_eq!(tree.most_promising(&list, 0.1, |_, value| value).0, 1);
    }

    #[test]
    fn chance_follows_the_weights() {
        let mut tree = Tree::new(1 << 20, Blend::default());
        tree.reset();
        tree.expand_chance(0, &[('a', 1), ('b', 3)]);
        assert_eq!([0, u64::MAX / 4 + 1, u64::MAX].map(|word| tree.draw(0, word)), [0, 1, 1]);
    }

    #[test]
    fn all_moves_as_first_decide_early_and_means_late() {
        let mut tree = Tree::new(1 << 20, Blend::default());
        tree.keeps_laters = true;
        tree.reset();
        tree.expand(ROOT, Seat::FIRST, &[7, 8, 9], (&[], 0));
        let mut trace = Trace::new(true);
        let name = |seat: Seat, action: u8| Name::Key(key_of(seat, action));
        tree.keep_later(&mut trace, name);
        trace.push(Seat::FIRST, name(Seat::FIRST, 9));
        tree.record_later(0, 0, &trace, 1.0);
        let best = |tree: &Tree<u8>| {
            let list = tree.lists[0];
            tree.most_promising_amaf(&list, (0.0, 0.5), 100.0, Later::mean, |_, value| value)
        };
        assert_eq!(best(&tree), 2, "played later, not tried");
        for (edge, score) in [(0, 0.75), (1, 0.0), (2, 0.0)] {
            tree.try_next(0, 0);
            tree.record(0, edge, score);
        }
        assert_eq!(best(&tree), 2, "the share of what was scored later is high");
        (0..300).for_each(|_| tree.record(0, 0, 0.75));
        assert_eq!(best(&tree), 0, "the share is low");
    }
}
