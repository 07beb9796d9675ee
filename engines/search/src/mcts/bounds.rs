//! Score bounds and proof numbers of the nodes, for each seat.
//!
//! The *bounds* of a node are its pessimistic and its optimistic score: the least and the highest score that
//! a seat can still have by what is known below it (Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree
//! Search", 2010). A node is proven where the two meet for every seat. Some actions need no more simulations.
//! One promises its seat no more than another action is sure of. Another has a known score, while others may
//! still be better.
//!
//! The *proof number* of a seat is the least number of leaves that would have to turn out well for the seat
//! to be sure of its goal. The goal is a win at first. Once the root excludes that, it is the best score that
//! the root still allows. With two seats, the proof number of one is the disproof number of the other. See
//! Kowalski, Soemers, Kosakowski and Winands, "Generalized Proof-Number Monte-Carlo Tree Search", 2025.

use std::hash::Hash;

use torneo_contract::SeatVec;

use super::tree::{LOST, List, NONE, ROOT, Tree};

/// What rounding may do to means and sums of scores.
const ROUNDING: f64 = 1e-9;

/// What is known of a node for one seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    /// The score that the seat is sure of.
    pub pessimistic: f64,
    /// The score that it can have at most.
    pub optimistic: f64,
    /// The proof number: 0 if the goal is reached, infinite if it is out of reach.
    pub number: f64,
}

/// How a proof number becomes a term of the selection, between 0 and 1 for the action with the smallest one. An action
/// after which the goal is out of reach has 0.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Scale {
    /// 1 less the number's share of the largest one among the actions.
    #[default]
    Largest,
    /// 1 less the number's share of the sum over the actions.
    Sum,
    /// 1 less the rank of the number among those of the actions, as a share of their count.
    Rank,
}

/// What selection wants of proof numbers.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Guidance {
    /// The weight of the term; 0 if no numbers are kept.
    pub weight: f64,
    /// What becomes of the numbers.
    pub scale: Scale,
}

/// The bounds of all nodes, one after the other, for each seat in order; nothing if none are kept.
#[derive(Debug, Default)]
pub struct Bounds {
    guidance: Guidance,
    /// Seats of the game; 0 if nothing is kept.
    seats: usize,
    all: Vec<Bound>,
    /// For each node whether anything is known of a child.
    informed: Vec<bool>,
    /// The score that each seat's proof numbers are for.
    goals: SeatVec<f64>,
    /// The terms of the proof numbers in the selection that is on, in the order of the edges.
    terms: Vec<f64>,
    /// The proof numbers of the edges in order.
    ranked: Vec<f64>,
    /// Whether an action of that selection may still turn out better than what is known.
    is_open: bool,
}

impl Bounds {
    /// Bounds that guide so.
    pub fn new(guidance: Guidance) -> Bounds {
        Bounds { guidance, ..Bounds::default() }
    }

    /// Keeps the bounds of this number of seats, from the next tree on. With 0 it keeps none.
    pub fn keep_for(&mut self, seats: usize) {
        self.seats = seats;
    }

    /// Whether bounds are kept.
    #[inline]
    pub fn are_kept(&self) -> bool {
        self.seats > 0
    }

    /// Whether proof numbers are kept.
    #[inline]
    pub fn have_numbers(&self) -> bool {
        self.seats > 0 && self.guidance.weight > 0.0
    }

    /// Whether bounds or proof numbers guide the selection at a node.
    #[inline]
    pub fn guide(&self, node: u32) -> bool {
        self.seats > 0 && (self.guidance.weight > 0.0 || self.informed[node as usize])
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.all.len() * size_of::<Bound>() + self.informed.len()
    }

    /// Forgets all nodes.
    pub fn reset(&mut self) {
        self.all.clear();
        self.informed.clear();
        self.goals = (0..self.seats).map(|_| 1.0).collect();
    }

    /// Adds a node that nothing is known of.
    #[inline]
    pub fn add(&mut self) {
        if self.seats > 0 {
            self.all.extend(self.goals.iter().map(|&goal| open(goal)));
            self.informed.push(false);
        }
    }

    /// What is known of a node for a seat.
    #[inline]
    pub fn of(&self, node: u32, seat: usize) -> Bound {
        self.all[node as usize * self.seats + seat]
    }

    /// What is known of the child of an edge, which may not be in the tree yet.
    #[inline]
    fn of_child(&self, child: u32, seat: usize) -> Bound {
        if child == NONE { open(self.goals[seat]) } else { self.of(child, seat) }
    }

    /// Moves the bounds of a node to a place below.
    pub fn move_down(&mut self, from: u32, to: u32) {
        let first = from as usize * self.seats;
        self.all.copy_within(first..first + self.seats, to as usize * self.seats);
        if self.seats > 0 {
            self.informed[to as usize] = self.informed[from as usize];
        }
    }

    /// Removes all nodes but the first ones.
    pub fn truncate(&mut self, nodes: usize) {
        self.all.truncate(nodes * self.seats);
        self.informed.truncate(nodes);
    }

    /// Writes what is known of a node; whether it is anything new.
    fn write(&mut self, node: u32, found: &SeatVec<Bound>) -> bool {
        let first = node as usize * self.seats;
        let known = &mut self.all[first..first + self.seats];
        let changed = known[..] != found[..];
        known.copy_from_slice(found);
        changed
    }
}

/// What is known of a position that nobody has looked at.
fn open(goal: f64) -> Bound {
    Bound { pessimistic: 0.0, optimistic: 1.0, number: number(0.0, 1.0, goal, 1.0) }
}

/// The proof number between these bounds, of which `open` is what the nodes below say.
fn number(pessimistic: f64, optimistic: f64, goal: f64, open: f64) -> f64 {
    if pessimistic >= goal - ROUNDING {
        0.0
    } else if optimistic < goal - ROUNDING {
        f64::INFINITY
    } else {
        open
    }
}

/// The scores of all seats add up to 1: what the others are sure of no seat can have, and what they cannot have is its.
fn balance(found: &mut SeatVec<Bound>) {
    let sure: f64 = found.iter().map(|bound| bound.pessimistic).sum();
    let most: f64 = found.iter().map(|bound| bound.optimistic).sum();
    for bound in found.iter_mut() {
        let (least, highest) = (1.0 - (most - bound.optimistic), 1.0 - (sure - bound.pessimistic));
        if least > bound.pessimistic + ROUNDING {
            bound.pessimistic = least.min(bound.optimistic);
        }
        if highest < bound.optimistic - ROUNDING {
            bound.optimistic = highest.max(bound.pessimistic);
        }
    }
}

impl<A: Copy + Hash> Tree<A> {
    /// Records the scores with which the game ends at a node.
    pub fn end(&mut self, node: u32, scores: SeatVec<f64>) {
        let goals = &self.bounds.goals;
        let sure = |(&score, &goal): (&f64, &f64)| Bound {
            pessimistic: score,
            optimistic: score,
            number: number(score, score, goal, 1.0),
        };
        let found = scores.iter().zip(goals.iter()).map(sure).collect();
        self.bounds.write(node, &found);
        self.prove(node, scores);
    }

    /// Finds the bounds and numbers of a node from those of its children; whether anything is new. Nothing is known
    /// below a simultaneous turn at which several seats have a choice, nor below a chance turn whose results are not
    /// listed: their bounds stay those of an open leaf.
    pub fn narrow(&mut self, node: u32) -> bool {
        let decider = self.nodes[node as usize].decider;
        if decider == NONE || self.nodes[node as usize].proof != NONE {
            return false;
        }
        self.bounds.informed[node as usize] = true;
        let list = self.lists[decider as usize];
        let mut found = if list.weights == NONE { self.choice_of(&list) } else { self.mean_of(&list) };
        balance(&mut found);
        for (bound, &goal) in found.iter_mut().zip(self.bounds.goals.iter()) {
            if bound.optimistic - bound.pessimistic <= ROUNDING {
                bound.optimistic = bound.pessimistic;
            }
            bound.number = number(bound.pessimistic, bound.optimistic, goal, bound.number);
        }
        let is_proven = found.iter().all(|bound| bound.optimistic == bound.pessimistic);
        let changed = self.bounds.write(node, &found);
        if is_proven {
            self.prove(node, found.iter().map(|bound| bound.pessimistic).collect());
        }
        changed
    }

    /// The bounds of a decision. The seat takes one of the actions that are left when those are out that promise no
    /// more than the surest one: these are not selected any more. Its own bounds and number are the best of theirs,
    /// those of the others the widest bounds and the sum of the numbers.
    fn choice_of(&mut self, list: &List) -> SeatVec<Bound> {
        let (own, edges) = (list.seat.index(), list.first..list.first + list.count);
        let surest = self.surest(list);
        let sure = self.bounds.of_child(self.edges[surest as usize].child, own).pessimistic;
        let nothing = Bound { pessimistic: 1.0, optimistic: 0.0, number: 0.0 };
        let mut found: SeatVec<Bound> = (0..self.bounds.seats).map(|_| nothing).collect();
        found[own] = Bound { pessimistic: sure, optimistic: 0.0, number: f64::INFINITY };
        for edge in edges {
            let child = self.edges[edge as usize].child;
            if self.arms[edge as usize].value == LOST {
                continue;
            }
            if edge != surest && self.bounds.of_child(child, own).optimistic <= sure {
                self.arms[edge as usize].value = LOST;
                continue;
            }
            for (seat, bound) in found.iter_mut().enumerate() {
                let below = self.bounds.of_child(child, seat);
                bound.optimistic = bound.optimistic.max(below.optimistic);
                if seat == own {
                    bound.number = bound.number.min(below.number);
                } else {
                    bound.pessimistic = bound.pessimistic.min(below.pessimistic);
                    bound.number += below.number;
                }
            }
        }
        found
    }

    /// The edge of a decision whose seat is sure of most after it, and of these the one that promises most.
    fn surest(&self, list: &List) -> u32 {
        let (own, mut best, mut most) = (list.seat.index(), list.first, (-1.0, -1.0));
        for edge in list.first..list.first + list.count {
            let bound = self.bounds.of_child(self.edges[edge as usize].child, own);
            let standing = (bound.pessimistic, bound.optimistic);
            if standing > most && self.arms[edge as usize].value != LOST {
                (best, most) = (edge, standing);
            }
        }
        best
    }

    /// The bounds of a chance turn are the means of those of its results. All of these count as leaves to be proven,
    /// but for those that are lost for the seat: others may make up for them.
    fn mean_of(&self, list: &List) -> SeatVec<Bound> {
        let weights = &self.weights[list.weights as usize..][..list.count as usize];
        let sum = weights.iter().sum::<u64>() as f64;
        let mean = |seat: usize| {
            let mut mean = Bound { pessimistic: 0.0, optimistic: 0.0, number: 0.0 };
            for (edge, &weight) in (list.first..).zip(weights) {
                let below = self.bounds.of_child(self.edges[edge as usize].child, seat);
                mean.pessimistic += weight as f64 * below.pessimistic;
                mean.optimistic += weight as f64 * below.optimistic;
                mean.number += if below.number.is_finite() { below.number } else { 0.0 };
            }
            let (pessimistic, optimistic) = (mean.pessimistic / sum, mean.optimistic / sum);
            Bound { pessimistic, optimistic, number: mean.number.max(1.0) }
        };
        (0..self.bounds.seats).map(mean).collect()
    }

    /// Sets the goals to the best scores that the root allows. If one has changed, all numbers are counted
    /// again.
    pub fn set_goals(&mut self) {
        let seats = self.bounds.seats;
        let goals: SeatVec<f64> = (0..seats).map(|seat| self.bounds.of(ROOT, seat).optimistic).collect();
        if goals == self.bounds.goals || !self.bounds.have_numbers() {
            return;
        }
        self.bounds.goals = goals;
        // Children come after their parents.
        for node in (0..self.nodes.len() as u32).rev() {
            for seat in 0..seats {
                let goal = self.bounds.goals[seat];
                let bound = &mut self.bounds.all[node as usize * seats + seat];
                bound.number = number(bound.pessimistic, bound.optimistic, goal, 1.0);
            }
            self.narrow(node);
        }
    }

    /// Prepares a selection among the edges of a decision: what is open, and the terms of the proof numbers.
    pub fn weigh(&mut self, list: &List) {
        let (first, count, own) = (list.first as usize, list.count as usize, list.seat.index());
        let (edges, arms) = (&self.edges[first..][..count], &self.arms[first..][..count]);
        let of = |child: u32| self.bounds.of_child(child, own);
        let is_open = |bound: Bound| bound.optimistic > bound.pessimistic;
        let mut open =
            edges.iter().zip(arms).filter(|(edge, arm)| arm.value != LOST && is_open(of(edge.child)));
        let is_open = open.next().is_some();
        let mut terms = std::mem::take(&mut self.bounds.terms);
        terms.clear();
        if self.bounds.have_numbers() {
            terms.extend(edges.iter().map(|edge| self.bounds.of_child(edge.child, own).number));
            let Guidance { weight, scale } = self.bounds.guidance;
            scale.apply(&mut terms, &mut self.bounds.ranked);
            terms.iter_mut().for_each(|term| *term *= weight);
        }
        (self.bounds.terms, self.bounds.is_open) = (terms, is_open);
    }

    /// The value of an action within its bounds, with the term of its proof number. What is proven to be worse than
    /// another action stays [`LOST`], and what is known is not tried again while something is open.
    #[inline]
    pub fn guided(&self, list: &List, edge: u32, value: f64) -> f64 {
        let Bound { pessimistic, optimistic, .. } =
            self.bounds.of_child(self.edges[edge as usize].child, list.seat.index());
        if value == LOST || (self.bounds.is_open && pessimistic == optimistic) {
            return LOST;
        }
        let term = self.bounds.terms.get((edge - list.first) as usize).copied().unwrap_or(0.0);
        value.clamp(pessimistic, optimistic) + term
    }

    /// Brings the scores of a simulation through a node within the bounds of each seat there: no seat gets less by best
    /// play than it is sure of.
    pub fn keep_within(&self, node: u32, scores: &mut SeatVec<f64>) {
        for (seat, score) in scores.iter_mut().enumerate() {
            let Bound { pessimistic, optimistic, .. } = self.bounds.of(node, seat);
            *score = score.clamp(pessimistic, optimistic);
        }
    }

    /// The edge of a list after which its seat is sure of more than another edge is expected to score. None
    /// without bounds.
    pub fn surer(&self, list: &List, edge: u32) -> Option<u32> {
        if !self.bounds.are_kept() || self.nodes[list.node as usize].decider == NONE {
            return None;
        }
        let of = |edge: u32| self.bounds.of_child(self.edges[edge as usize].child, list.seat.index());
        let (entry, bound, surest) = (&self.edges[edge as usize], of(edge), self.surest(list));
        let mean = entry.total / f64::from(entry.visits.max(1));
        (of(surest).pessimistic > mean.clamp(bound.pessimistic, bound.optimistic)).then_some(surest)
    }
}

impl Scale {
    /// Turns proof numbers into terms.
    fn apply(self, numbers: &mut [f64], ranked: &mut Vec<f64>) {
        let finite = numbers.iter().copied().filter(|number| number.is_finite());
        let whole = match self {
            Scale::Largest => finite.fold(0.0, f64::max),
            Scale::Sum => finite.sum(),
            Scale::Rank => {
                ranked.clear();
                ranked.extend_from_slice(numbers);
                ranked.sort_unstable_by(f64::total_cmp);
                ranked.dedup();
                ranked.len() as f64
            }
        };
        let term = |number: f64| match self {
            _ if number == f64::INFINITY => 0.0,
            Scale::Largest | Scale::Sum => share_left(number, whole),
            Scale::Rank => share_left(ranked.partition_point(|&other| other < number) as f64, whole),
        };
        numbers.iter_mut().for_each(|number| *number = term(*number));
    }
}

/// 1 less the share of a number in the whole; 1 for nothing of nothing.
fn share_left(number: f64, whole: f64) -> f64 {
    if whole > 0.0 { 1.0 - number / whole } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{Blend, tests::three_children};
    use super::*;
    use torneo_contract::Seat;

    /// A root with three actions of the first seat, none of which is in the tree, with bounds for so many seats.
    fn tree_for(seats: usize) -> Tree<u8> {
        let mut tree = Tree::new(1 << 20, Blend::default());
        tree.bounds = Bounds::new(Guidance { weight: 1.0, scale: Scale::Largest });
        tree.bounds.keep_for(seats);
        tree.reset();
        tree.expand(ROOT, Seat::FIRST, &[7, 8, 9], (&[], 0));
        tree
    }

    fn scores(scores: &[f64]) -> SeatVec<f64> {
        scores.iter().copied().collect()
    }

    fn child(tree: &mut Tree<u8>, edge: u32) -> u32 {
        tree.child(edge).unwrap().0
    }

    fn decide(tree: &mut Tree<u8>, node: u32, seat: Seat, actions: &[u8]) -> u32 {
        tree.expand(node, seat, actions, (&[], 0));
        tree.lists.last().unwrap().first
    }

    fn bound(tree: &Tree<u8>, node: u32, seat: usize) -> (f64, f64, f64) {
        let Bound { pessimistic, optimistic, number } = tree.bounds.of(node, seat);
        (pessimistic, optimistic, number)
    }

    #[test]
    fn nothing_is_kept_unless_asked_for() {
        let (mut tree, children) = three_children();
        assert!(!tree.bounds.are_kept() && tree.bounds.bytes() == 0);
        tree.prove(children[0], scores(&[1.0, 0.0]));
        assert!(tree.prove_by(ROOT, 0));
    }

    #[test]
    fn a_sure_draw_leaves_out_what_promises_no_more() {
        let mut tree = tree_for(2);
        let (draw, reply) = (child(&mut tree, 0), child(&mut tree, 1));
        tree.end(draw, scores(&[0.5, 0.5]));
        assert!(tree.narrow(ROOT));
        assert_eq!(bound(&tree, ROOT, 0), (0.5, 1.0, 1.0));
        assert_eq!(bound(&tree, ROOT, 1).1, 0.5, "the scores add up to 1");
        // The second seat can draw after the second action: nobody has looked at its other reply.
        let replies = decide(&mut tree, reply, Seat::SECOND, &[1, 2]);
        let drawn = child(&mut tree, replies);
        tree.end(drawn, scores(&[0.5, 0.5]));
        assert!(tree.narrow(reply));
        tree.narrow(ROOT);
        assert_eq!(bound(&tree, reply, 0), (0.0, 0.5, f64::INFINITY));
        assert_eq!((tree.arms[1].value, tree.arms[2].value), (LOST, 0.0));
        let list = tree.lists[0];
        tree.weigh(&list);
        let guided = |edge: u32| tree.guided(&list, edge, tree.arms[edge as usize].value);
        assert_eq!((guided(0), guided(1)), (LOST, LOST));
        assert!(tree.guided(&list, 2, 0.25) >= 0.25, "the third action may be better than the draw");
        assert_eq!((tree.surer(&list, 2), tree.surer(&list, 0)), (Some(0), None));
        let mut seen = scores(&[0.0, 1.0]);
        tree.keep_within(ROOT, &mut seen);
        assert_eq!(seen, scores(&[0.5, 0.5]));
        assert!(tree.proof(ROOT).is_none());
        let last = child(&mut tree, 2);
        tree.end(last, scores(&[0.0, 1.0]));
        assert!(tree.narrow(ROOT));
        assert_eq!(tree.proof(ROOT), Some(&scores(&[0.5, 0.5])));
        assert_eq!(tree.arms[0].value, 0.0, "the surest action stays");
    }

    #[test]
    fn proof_numbers_are_least_at_own_turns_and_sums_at_others() {
        let mut tree = tree_for(2);
        let [few, many] = [0, 1].map(|edge| child(&mut tree, edge));
        decide(&mut tree, few, Seat::SECOND, &[1, 2]);
        decide(&mut tree, many, Seat::SECOND, &[1, 2, 3, 4]);
        assert!(tree.narrow(few) && tree.narrow(many));
        assert_eq!((bound(&tree, few, 0).2, bound(&tree, few, 1).2), (2.0, 1.0));
        assert_eq!((bound(&tree, many, 0).2, bound(&tree, many, 1).2), (4.0, 1.0));
        assert!(tree.narrow(ROOT));
        assert_eq!((bound(&tree, ROOT, 0).2, bound(&tree, ROOT, 1).2), (1.0, 3.0));
        let list = tree.lists[0];
        tree.weigh(&list);
        assert_eq!([0, 1, 2].map(|edge| tree.guided(&list, edge, 0.5)), [1.0, 0.5, 1.25]);
    }

    #[test]
    fn what_the_root_excludes_is_no_goal_any_more() {
        let mut tree = tree_for(2);
        let nodes = [0, 1, 2].map(|edge| child(&mut tree, edge));
        for node in nodes {
            let replies = decide(&mut tree, node, Seat::SECOND, &[1, 2]);
            let drawn = child(&mut tree, replies);
            tree.end(drawn, scores(&[0.5, 0.5]));
            tree.narrow(node);
        }
        tree.narrow(ROOT);
        assert_eq!(bound(&tree, ROOT, 0), (0.0, 0.5, f64::INFINITY));
        tree.set_goals();
        assert_eq!(bound(&tree, nodes[0], 0), (0.0, 0.5, 1.0), "one reply may still win");
        assert_eq!((bound(&tree, ROOT, 0).2, bound(&tree, ROOT, 1).2), (1.0, 3.0));
    }

    #[test]
    fn chance_turns_have_the_means_of_their_results() {
        let mut tree = Tree::new(1 << 20, Blend::default());
        tree.bounds = Bounds::new(Guidance { weight: 1.0, scale: Scale::Sum });
        tree.bounds.keep_for(2);
        tree.reset();
        tree.expand_chance(ROOT, &[(5u8, 3), (6, 1)]);
        let [often, seldom] = [0, 1].map(|edge| child(&mut tree, edge));
        tree.end(often, scores(&[1.0, 0.0]));
        assert!(tree.narrow(ROOT));
        assert_eq!((bound(&tree, ROOT, 0), bound(&tree, ROOT, 1).1), ((0.75, 1.0, 1.0), 0.25));
        tree.end(seldom, scores(&[0.0, 1.0]));
        assert!(tree.narrow(ROOT));
        assert_eq!(tree.proof(ROOT), Some(&scores(&[0.75, 0.25])));
    }

    #[test]
    fn of_three_seats_the_others_are_bounded_by_what_is_left() {
        let mut tree = tree_for(3);
        let shared = child(&mut tree, 0);
        tree.end(shared, scores(&[1.0 / 3.0; 3]));
        assert!(tree.narrow(ROOT));
        assert!((bound(&tree, ROOT, 1).1 - 2.0 / 3.0).abs() < 1e-9);
        let won = child(&mut tree, 1);
        tree.end(won, scores(&[1.0, 0.0, 0.0]));
        assert!(tree.narrow(ROOT));
        assert_eq!(tree.proof(ROOT), Some(&scores(&[1.0, 0.0, 0.0])));
    }

    #[test]
    fn scales_rank_the_smallest_number_first() {
        let terms = |scale: Scale| {
            let mut numbers = [1.0, 4.0, f64::INFINITY, 3.0, 4.0];
            scale.apply(&mut numbers, &mut Vec::new());
            numbers
        };
        assert_eq!(terms(Scale::Largest), [0.75, 0.0, 0.0, 0.25, 0.0]);
        assert_eq!(terms(Scale::Sum), [1.0 - 1.0 / 12.0, 1.0 - 4.0 / 12.0, 0.0, 0.75, 1.0 - 4.0 / 12.0]);
        assert_eq!(terms(Scale::Rank), [1.0, 0.5, 0.0, 0.75, 0.5]);
    }

    #[test]
    fn bounds_move_with_their_nodes() {
        let mut tree = tree_for(2);
        let nodes = [0, 1].map(|edge| child(&mut tree, edge));
        let replies = decide(&mut tree, nodes[1], Seat::SECOND, &[1, 2]);
        let drawn = child(&mut tree, replies);
        tree.end(nodes[0], scores(&[1.0, 0.0]));
        tree.end(drawn, scores(&[0.5, 0.5]));
        tree.narrow(nodes[1]);
        tree.keep(nodes[1]);
        assert_eq!((tree.nodes.len(), &tree.bounds.informed[..]), (2, &[true, false][..]));
        assert_eq!(bound(&tree, ROOT, 0), (0.0, 0.5, 1.0), "a draw is the goal now");
        assert_eq!(bound(&tree, 1, 1), (0.5, 0.5, f64::INFINITY));
    }
}
