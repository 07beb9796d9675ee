//! Proven scores.

use std::hash::Hash;

use torneo_contract::SeatVec;

use super::tree::{LOST, List, NONE, Node, Tree};

impl<A: Copy + Hash> Tree<A> {
    /// The proven scores of a node.
    pub fn proof(&self, node: u32) -> Option<&SeatVec<f64>> {
        self.proofs.get(self.nodes[node as usize].proof as usize)
    }

    /// Plies from a proven node to the end of the game. The winner goes the shortest way that the tree has, the loser the
    /// longest. None where chance or several seats decide on the way.
    pub fn plies_to_end(&self, node: u32) -> Option<u32> {
        let proof = self.proof(node)?;
        let Node { lists, decider, .. } = self.nodes[node as usize];
        if lists == NONE {
            return Some(0);
        }
        let list = self.lists.get(decider as usize).filter(|list| list.weights == NONE)?;
        let seat = list.seat.index();
        let wins = proof[seat] >= 1.0;
        let mut plies: Option<u32> = None;
        for edge in &self.edges[list.first as usize..][..list.count as usize] {
            let Some(scores) = (edge.child != NONE).then(|| self.proof(edge.child)).flatten() else {
                continue;
            };
            if wins && scores[seat] < 1.0 {
                continue;
            }
            let after = self.plies_to_end(edge.child)? + 1;
            plies = Some(plies.map_or(after, |known| if wins { known.min(after) } else { known.max(after) }));
        }
        plies
    }

    /// Records that the game ends at the node with these scores.
    pub fn prove(&mut self, node: u32, scores: SeatVec<f64>) {
        self.nodes[node as usize].proof = self.proofs.len() as u32;
        self.proofs.push(scores);
    }

    /// Whether a node is proven, after the child of an edge of its decider was (Winands, Bjornsson and Saito,
    /// "Monte-Carlo Tree Search Solver", 2008). A decision is proven by a win, or when all its children are.
    /// A chance turn is proven when all its results are; then it expects their scores.
    pub fn prove_by(&mut self, node: u32, edge: u32) -> bool {
        let entry = &mut self.nodes[node as usize];
        entry.unproven -= 1;
        let last = entry.unproven == 0;
        let list = self.lists[entry.decider as usize];
        let proven = if list.weights != NONE {
            last.then(|| self.expect(&list))
        } else {
            self.prove_choice(&list, edge, last)
        };
        self.nodes[node as usize].proof = proven.unwrap_or(NONE);
        proven.is_some()
    }

    /// The proof of a decision whose child by `edge` is proven; the edge is worth that now.
    fn prove_choice(&mut self, list: &List, edge: u32, last: bool) -> Option<u32> {
        let score = |proof: u32| self.proofs[proof as usize][list.seat.index()];
        let proof_of = |edge: u32| self.nodes[self.edges[edge as usize].child as usize].proof;
        let (proof, edges) = (proof_of(edge), list.first..list.first + list.count);
        let value = score(proof);
        let proven = if value >= 1.0 {
            Some(proof)
        } else if last {
            edges.map(proof_of).reduce(|best, proof| if score(proof) > score(best) { proof } else { best })
        } else {
            None
        };
        if value <= 0.0 {
            self.arms[edge as usize].value = LOST;
        } else {
            let entry = &mut self.edges[edge as usize];
            entry.total = value * f64::from(entry.visits);
        }
        proven
    }

    /// Adds the expected scores of a chance turn all of whose results are proven.
    fn expect(&mut self, list: &List) -> u32 {
        let weights = &self.weights[list.weights as usize..][..list.count as usize];
        let sum = weights.iter().sum::<u64>() as f64;
        let proof_of = |edge: u32| self.nodes[self.edges[edge as usize].child as usize].proof as usize;
        let mut scores = self.proofs[proof_of(list.first)].clone();
        for (seat, score) in scores.iter_mut().enumerate() {
            let results = (list.first..).zip(weights);
            let parts = results.map(|(edge, &weight)| weight as f64 * self.proofs[proof_of(edge)][seat]);
            *score = parts.sum::<f64>() / sum;
        }
        self.proofs.push(scores);
        self.proofs.len() as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{Blend, ROOT, tests::three_children};
    use super::*;

    fn scores(first: f64) -> SeatVec<f64> {
        [first, 1.0 - first].into_iter().collect()
    }

    #[test]
    fn one_win_proves_a_node() {
        let (mut tree, children) = three_children();
        tree.prove(children[1], scores(0.0));
        assert!(!tree.prove_by(ROOT, 1) && tree.arms[1].value == LOST);
        tree.prove(children[2], scores(1.0));
        assert!(tree.prove_by(ROOT, 2));
        assert_eq!(tree.proof(ROOT), Some(&scores(1.0)));
    }

    #[test]
    fn all_children_prove_a_node_by_the_best() {
        let (mut tree, children) = three_children();
        for (edge, first) in [(0, 0.0), (1, 0.5), (2, 0.0)] {
            assert!(tree.proof(ROOT).is_none());
            tree.prove(children[edge as usize], scores(first));
            tree.prove_by(ROOT, edge);
        }
        assert_eq!(tree.proof(ROOT), Some(&scores(0.5)));
    }

    #[test]
    fn all_results_prove_a_chance_turn_by_their_mean() {
        let mut tree = Tree::new(1 << 20, Blend::default());
        tree.reset();
        tree.expand_chance(ROOT, &[(5u8, 3), (6, 1)]);
        let children = [0, 1].map(|edge| tree.child(edge).unwrap().0);
        tree.prove(children[0], scores(1.0));
        assert!(!tree.prove_by(ROOT, 0));
        tree.prove(children[1], scores(0.0));
        assert!(tree.prove_by(ROOT, 1));
        assert_eq!(tree.proof(ROOT), Some(&scores(0.75)));
    }

    #[test]
    fn a_proven_draw_scores_a_draw() {
        let (mut tree, children) = three_children();
        tree.record(0, 1, 1.0);
        tree.record(0, 1, 1.0);
        tree.prove(children[1], scores(0.5));
        tree.prove_by(ROOT, 1);
        tree.record(0, 1, 0.5);
        assert_eq!(tree.arms[1].value, 0.5);
    }
}
