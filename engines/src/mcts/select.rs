//! Which edge of a list a simulation takes.

use std::hash::Hash;

use torneo_games::parts::random;

use super::tree::{List, NONE, Tree};
use crate::parts::ucb;

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
        next
    }

    /// The edge with the highest upper confidence bound.
    pub fn most_promising(&self, list: &List, c: f64) -> u32 {
        let exploration = ucb::exploration(c, list.visits.max(1));
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        for (index, arm) in self.arms[list.first as usize..][..list.count as usize].iter().enumerate() {
            let bound = arm.value + exploration * arm.spread;
            if bound > highest {
                (best, highest) = (index as u32, bound);
            }
        }
        list.first + best
    }

    /// Whether one list of the node leads to the children.
    pub fn has_decider(&self, node: u32) -> bool {
        self.nodes[node as usize].decider != NONE
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{LOST, tests::three_children};
    use super::*;

    #[test]
    fn losses_are_not_selected() {
        let (mut tree, _) = three_children();
        for (edge, score) in [(0, 1.0), (1, 0.5), (2, 0.0)] {
            tree.record(0, edge, score);
        }
        let list = tree.lists[0];
        assert_eq!(tree.most_promising(&list, 0.1), 0);
        tree.arms[0].value = LOST;
        assert_eq!(tree.most_promising(&list, 0.1), 1);
    }

    #[test]
    fn chance_follows_the_weights() {
        let mut tree = Tree::new(1 << 20);
        tree.reset();
        tree.expand_chance(0, &[('a', 1), ('b', 3)]);
        assert_eq!([0, u64::MAX / 4 + 1, u64::MAX].map(|word| tree.draw(0, word)), [0, 1, 1]);
    }
}
