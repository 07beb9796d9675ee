//! The part of the tree that a turn leaves is the tree of the next one.

use std::hash::Hash;

use torneo_contract::{Heuristics, Seat, SeatVec, Turn, has_chance, has_simultaneous};

use super::tree::{NONE, Node, ROOT, Tree, ply_key};

/// Plies between two choices of a seat that are followed.
const LONGEST: usize = 64;

/// Looks in a tree for the position in which a seat chooses next.
pub struct Finder<'a, G: Heuristics> {
    /// The rules.
    pub game: &'a G,
    /// The tree.
    pub tree: &'a Tree<G::Action>,
    /// The seat.
    pub seat: Seat,
    /// What the seat played at the root.
    pub played: G::Action,
    /// The position to find.
    pub target: &'a G::Position,
    /// The positions on the way to a node, that of the root first.
    pub line: &'a mut Vec<G::Position>,
}

impl<G: Heuristics> Finder<'_, G> {
    /// The node of the position after the action that was played.
    pub fn find(&mut self) -> Option<u32> {
        self.find_below(ROOT, 0)
    }

    /// The node of the position among those below a node that is so many plies from the root. Where the seat chose in
    /// between it would have been asked, so that nothing is below.
    fn find_below(&mut self, node: u32, plies: usize) -> Option<u32> {
        let position = &self.line[plies];
        if plies > 0 && position == self.target {
            return Some(node);
        }
        let turn = self.game.turn(position);
        let choosing = turn.choosers().contains(self.seat);
        if plies == LONGEST || (choosing && plies > 0) {
            return None;
        }
        if self.line.len() == plies + 1 {
            self.line.push(self.line[plies].clone());
        }
        let Node { decider, links, .. } = self.tree.nodes[node as usize];
        if decider != NONE {
            self.find_by_edges(node, plies, turn)
        } else if const { has_chance::<G>() || has_simultaneous::<G>() } {
            self.find_by_links(links, plies, turn)
        } else {
            None
        }
    }

    fn find_by_edges(&mut self, node: u32, plies: usize, turn: Turn) -> Option<u32> {
        let Node { lists, decider, .. } = self.tree.nodes[node as usize];
        let list = self.tree.lists[decider as usize];
        let own = plies == 0 && list.seat == self.seat;
        for edge in self.tree.edges_of(&list) {
            if edge.child == NONE || (own && edge.action != self.played) {
                continue;
            }
            self.step(plies);
            if let Turn::Simultaneous(seats) = turn
                && const { has_simultaneous::<G>() }
            {
                let lists = lists..lists + seats.len() as u32;
                let single = |list| self.tree.edges[self.tree.lists[list as usize].first as usize].action;
                let joint = lists.map(|list| if list == decider { edge.action } else { single(list) });
                let joint: SeatVec<G::Action> = joint.collect();
                self.game.apply_simultaneous(&mut self.line[plies + 1], &joint);
            } else {
                self.game.apply(&mut self.line[plies + 1], edge.action);
            }
            if let found @ Some(_) = self.find_below(edge.child, plies + 1) {
                return found;
            }
        }
        None
    }

    fn find_by_links(&mut self, last: u32, plies: usize, turn: Turn) -> Option<u32> {
        let mut number = last;
        while number != NONE {
            let link = self.tree.links[number as usize];
            let actions = self.tree.actions_of(number);
            number = link.next;
            match turn {
                Turn::Simultaneous(seats) if const { has_simultaneous::<G>() } => {
                    let place = seats.iter().position(|seat| seat == self.seat);
                    if plies == 0 && place.is_some_and(|place| actions[place] != self.played) {
                        continue;
                    }
                    self.step(plies);
                    self.game.apply_simultaneous(&mut self.line[plies + 1], actions);
                }
                _ => {
                    self.step(plies);
                    self.game.apply(&mut self.line[plies + 1], actions[0]);
                }
            }
            if let found @ Some(_) = self.find_below(link.child, plies + 1) {
                return found;
            }
        }
        None
    }

    /// Copies a position of the line over the next one.
    fn step(&mut self, plies: usize) {
        let (before, after) = self.line.split_at_mut(plies + 1);
        after[0].clone_from(&before[plies]);
    }
}

impl<A: Copy + Hash> Tree<A> {
    /// Makes a node the root. What is not below it is removed, and the rest moves down in the arenas, in its
    /// order.
    pub fn keep(&mut self, root: u32) {
        let nodes = self.number_below(root);
        self.move_proofs();
        for old in root as usize..self.nodes.len() {
            if self.renumbered[old] != NONE {
                self.nodes[self.renumbered[old] as usize] = Node { links: NONE, ..self.nodes[old] };
                self.bounds.move_down(old as u32, self.renumbered[old]);
            }
        }
        self.nodes.truncate(nodes as usize);
        self.bounds.truncate(nodes as usize);
        self.move_lists();
        self.move_links();
        if self.bounds.have_numbers() {
            self.set_goals();
        }
    }

    /// Numbers a node and those below it in their order; how many there are.
    fn number_below(&mut self, root: u32) -> u32 {
        const FOUND: u32 = 0;
        self.renumbered.clear();
        self.renumbered.resize(self.nodes.len(), NONE);
        self.renumbered[root as usize] = FOUND;
        let mut count = 0;
        for node in root as usize..self.nodes.len() {
            if self.renumbered[node] == NONE {
                continue;
            }
            self.renumbered[node] = count;
            count += 1;
            let Node { decider, mut links, .. } = self.nodes[node];
            if decider != NONE {
                let list = self.lists[decider as usize];
                for edge in &self.edges[list.first as usize..][..list.count as usize] {
                    if edge.child != NONE {
                        self.renumbered[edge.child as usize] = FOUND;
                    }
                }
            }
            while links != NONE {
                self.renumbered[self.links[links as usize].child as usize] = FOUND;
                links = self.links[links as usize].next;
            }
        }
        count
    }

    /// Removes the proofs of nodes that have no number.
    fn move_proofs(&mut self) {
        const HELD: u32 = 0;
        self.proof_numbers.clear();
        self.proof_numbers.resize(self.proofs.len(), NONE);
        let held =
            |node: usize, tree: &Tree<A>| tree.renumbered[node] != NONE && tree.nodes[node].proof != NONE;
        for node in 0..self.nodes.len() {
            if held(node, self) {
                self.proof_numbers[self.nodes[node].proof as usize] = HELD;
            }
        }
        let mut count = 0;
        for old in 0..self.proofs.len() {
            if self.proof_numbers[old] != NONE {
                self.proofs.swap(old, count);
                self.proof_numbers[old] = count as u32;
                count += 1;
            }
        }
        self.proofs.truncate(count);
        for node in 0..self.nodes.len() {
            if held(node, self) {
                self.nodes[node].proof = self.proof_numbers[self.nodes[node].proof as usize];
            }
        }
    }

    /// Moves the lists of the nodes, which have their new places, with their edges and weights.
    fn move_lists(&mut self) {
        let (mut lists, mut edges, mut weights, mut mixes) = (0, 0, 0, 0);
        for old in 0..self.lists.len() {
            let mut list = self.lists[old];
            list.node = self.renumbered[list.node as usize];
            if list.node == NONE {
                continue;
            }
            let node = &mut self.nodes[list.node as usize];
            for number in [&mut node.lists, &mut node.decider] {
                if *number == old as u32 {
                    *number = lists as u32;
                }
            }
            let (first, count) = (list.first as usize, list.count as usize);
            self.edges.copy_within(first..first + count, edges);
            self.arms.copy_within(first..first + count, edges);
            if self.keeps_laters {
                self.laters.copy_within(first..first + count, edges);
            }
            if self.follows {
                self.shares.copy_within(first..first + count, edges);
            }
            for edge in &mut self.edges[edges..edges + count] {
                if edge.child != NONE {
                    edge.child = self.renumbered[edge.child as usize];
                }
            }
            list.first = edges as u32;
            edges += count;
            move_down(&mut self.weights, &mut list.weights, count, &mut weights);
            move_down(&mut self.mixes, &mut list.mixes, count, &mut mixes);
            self.lists[lists] = list;
            lists += 1;
        }
        self.lists.truncate(lists);
        self.edges.truncate(edges);
        self.arms.truncate(edges);
        self.laters.truncate(edges);
        self.shares.truncate(edges);
        self.weights.truncate(weights);
        self.mixes.truncate(mixes);
    }

    /// Moves the links of the nodes, which have their new places.
    fn move_links(&mut self) {
        self.by_ply.clear();
        let (mut links, mut plies) = (0, 0);
        for old in 0..self.links.len() {
            let mut link = self.links[old];
            let first = link.first as usize;
            let actions = first..first + self.actions_of(old as u32).len();
            link.parent = self.renumbered[link.parent as usize];
            if link.parent == NONE {
                continue;
            }
            let node = &mut self.nodes[link.parent as usize];
            link.child = self.renumbered[link.child as usize];
            (link.next, link.first, node.links) = (node.links, plies as u32, links as u32);
            self.by_ply.insert(ply_key(link.parent, &self.plies[actions.clone()]), links as u32);
            let count = actions.len();
            self.payoffs.copy_within(actions.clone(), plies);
            self.plies.copy_within(actions, plies);
            plies += count;
            self.links[links] = link;
            links += 1;
        }
        self.links.truncate(links);
        self.plies.truncate(plies);
        self.payoffs.truncate(plies);
    }
}

/// Moves `count` entries of a list, if it has any of this kind, down to where the kept ones end.
fn move_down<T: Copy>(all: &mut [T], first: &mut u32, count: usize, kept: &mut usize) {
    if *first != NONE {
        let old = std::mem::replace(first, *kept as u32) as usize;
        all.copy_within(old..old + count, *kept);
        *kept += count;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::three_children;
    use super::*;

    #[test]
    fn a_kept_subtree_is_what_it_was() {
        let (mut tree, children) = three_children();
        let [left, kept, _] = children[..] else { unreachable!("there are three") };
        tree.expand(left, Seat::SECOND, &[1, 2], (&[], 0));
        tree.expand_chance(kept, &[(4, 10), (5, 20)]);
        let draws = [0, 1].map(|place| tree.child(tree.lists[2].first + place).unwrap().0);
        tree.expand(draws[1], Seat::FIRST, &[6, 7], (&[0.25, 0.75], 4));
        tree.expand(draws[1], Seat::SECOND, &[8, 9], (&[], 0));
        let (lost, _) = tree.link(left, &[1]).unwrap();
        let (link, _) = tree.link(draws[1], &[6, 9]).unwrap();
        tree.prove(tree.links[lost as usize].child, SeatVec::from_iter([1.0, 0.0]));
        tree.prove(tree.links[link as usize].child, SeatVec::from_iter([0.0, 1.0]));
        let edges = tree.edges.len();

        tree.keep(kept);
        assert_eq!((tree.nodes.len(), tree.lists.len(), tree.links.len(), tree.proofs.len()), (4, 3, 1, 1));
        assert_eq!((tree.edges.len(), tree.arms.len()), (edges - 5, edges - 5));
        assert_eq!((&tree.weights[..], &tree.plies[..]), (&[10, 20][..], &[6, 9][..]));
        let root = tree.lists[tree.nodes[ROOT as usize].decider as usize];
        let results: Vec<_> = tree.edges_of(&root).iter().map(|edge| (edge.action, edge.child)).collect();
        assert_eq!(results, [(4, 1), (5, 2)]);
        let joint = tree.nodes[2];
        assert_eq!((joint.lists, joint.decider, tree.lists[joint.lists as usize].prior), (1, NONE, 4));
        assert_eq!(tree.arms[tree.lists[1].first as usize].value, 0.25);
        assert_eq!(tree.link(2, &[6, 9]), Some((0, false)));
        assert_eq!(tree.proof(tree.links[0].child).unwrap()[1], 1.0);
    }
}
