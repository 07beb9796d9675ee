//! The tree of one game, which a network's priors and values guide.

use torneo_contract::random::{self, Generator};
use torneo_contract::{Seat, SeatVec};
use torneo_encoding::{Environment, NotLegal, Written};
use torneo_registry::streams::{Purpose, Streams};

/// A position of the tree with a seat to step. Where seats choose at the same time, what a later seat may do does not depend on
/// what an earlier one entered: it has one node for the whole turn.
#[derive(Clone, Copy, Debug)]
struct Node {
    seat: Seat,
    /// What tells the node from others after the same step: the hash of its position, which chance may have changed; for
    /// another seat of the same joint choice its number.
    key: u64,
    /// The next node after the same step, if there is one.
    sibling: Option<usize>,
    /// The first node of another seat of the joint choice that begins here.
    joined: Option<usize>,
    /// Its edges; none before it was evaluated.
    first: usize,
    edges: usize,
    /// Simulations that came through it, and what they gave its seat in sum.
    visits: u32,
    total: f64,
}

/// A step from a node.
#[derive(Clone, Debug)]
struct Edge {
    action: u32,
    prior: f32,
    visits: u32,
    total: f64,
    /// The first node after it.
    child: Option<usize>,
}

impl Edge {
    /// Its mean value; `mean`, that of its node, before it was taken.
    fn value(&self, mean: f64) -> f64 {
        if self.visits == 0 { mean } else { self.total / f64::from(self.visits) }
    }
}

/// A simulation that waits for its evaluation.
#[derive(Default)]
pub struct Leaf {
    /// The nodes from the root, and the edge taken at each but the last.
    nodes: Vec<usize>,
    edges: Vec<usize>,
    /// What its seat may enter, which is set in its row of the mask.
    legal: Vec<u32>,
    /// Where its row of observations was written.
    written: Written,
    /// Whether it waits.
    pub waits: bool,
}

/// A row of the arrays that the network reads.
pub struct Row<'a> {
    pub obs: &'a mut [f32],
    pub mask: &'a mut [bool],
    pub to_play: &'a mut i32,
}

/// A tree that grows by simulations from a game in progress, by the rule of AlphaZero (Silver et al., Science 362, 2018,
/// doi:10.1126/science.aar6404): the step with the largest `Q + c P sqrt(N) / (1 + n)` is taken. `Q` is its mean value, or that of its
/// node as long as it was not taken, and `P` its prior. `n` and `N` count the simulations through it and through its node.
pub struct Tree {
    root: Environment,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// What the simulations gave each seat in sum, and how many have ended.
    totals: SeatVec<f64>,
    ended: u32,
}

impl Tree {
    /// The tree of a game in which a seat has something to enter; else none.
    pub fn new(root: Environment) -> Option<Tree> {
        let seat = root.choosers().next()?;
        let totals = root.returns().iter().map(|_| 0.0).collect();
        let mut tree = Tree { root, nodes: Vec::new(), edges: Vec::new(), totals, ended: 0 };
        tree.add(seat, 0, None);
        Some(tree)
    }

    /// The tree after a step from its root, with what was searched below it; none where no seat has anything to enter then.
    ///
    /// # Errors
    /// A step that is not legal.
    pub fn advance(mut self, action: usize) -> Result<Option<Tree>, NotLegal> {
        let (seat, plies, together) = (self.nodes[0].seat, self.root.plies(), self.root.is_simultaneous());
        self.root.step(seat, action)?;
        let Some(next) = self.root.choosers().next() else { return Ok(None) };
        let joined = (together && self.root.plies() == plies && next != seat).then_some(self.nodes[0].joined);
        let (mut found, key) = match joined {
            Some(joined) => (joined, next.index() as u64),
            None => {
                let Node { first, edges, .. } = self.nodes[0];
                let edge =
                    self.edges[first..first + edges].iter().find(|edge| edge.action as usize == action);
                (edge.and_then(|edge| edge.child), self.root.session().hash())
            }
        };
        while let Some(node) = found {
            if self.nodes[node].key == key && self.nodes[node].seat == next {
                return Ok(Some(self.below(node, joined.flatten())));
            }
            found = self.nodes[node].sibling;
        }
        Ok(Tree::new(self.root))
    }

    /// What is below a node as a tree of its own. `joined`: the nodes of the other seats of the joint choice under way.
    fn below(self, root: usize, joined: Option<usize>) -> Tree {
        let Tree { root: environment, nodes, edges, totals, .. } = self;
        let totals = totals.iter().map(|_| 0.0).collect();
        let mut tree = Tree { root: environment, nodes: Vec::new(), edges: Vec::new(), totals, ended: 0 };
        let mut numbers = vec![None; nodes.len()];
        let mut waiting = vec![root];
        let mut order = Vec::new();
        while let Some(node) = waiting.pop() {
            if numbers[node].is_some() {
                continue;
            }
            numbers[node] = Some(order.len());
            order.push(node);
            let Node { first, edges: count, sibling, joined: own, .. } = nodes[node];
            let own = if node == root { joined } else { own };
            // The siblings of the root are positions that did not come.
            waiting.extend(sibling.filter(|_| node != root));
            waiting.extend(own);
            waiting.extend(edges[first..first + count].iter().filter_map(|edge| edge.child));
        }
        let number = |node: Option<usize>| node.and_then(|node| numbers[node]);
        for node in order {
            let Node { seat, key, sibling, joined: own, first, edges: count, visits, total } = nodes[node];
            let own = if node == root { joined } else { own };
            let begin = tree.edges.len();
            tree.edges.extend(
                edges[first..first + count].iter().map(|edge| Edge { child: number(edge.child), ..*edge }),
            );
            let sibling = if node == root { None } else { number(sibling) };
            let (joined, first) = (number(own), begin);
            tree.nodes.push(Node { seat, key, sibling, joined, first, edges: count, visits, total });
        }
        tree
    }

    /// Whether the root stands where a game does.
    pub fn is_at(&self, game: &Environment) -> bool {
        let seat = self.nodes[0].seat;
        self.root.plies() == game.plies()
            && game.choosers().next() == Some(seat)
            && self.root.session().is_at(game.session())
            && self.root.legal(seat) == game.legal(seat)
    }

    /// Mixes noise into the priors of the root: a number for each action.
    pub fn mix(&mut self, noise: &[f32], fraction: f32) {
        let Node { first, edges, .. } = self.nodes[0];
        let edges = &mut self.edges[first..first + edges];
        let sum: f32 = edges.iter().map(|edge| noise[edge.action as usize]).sum();
        if sum > 0.0 {
            for edge in edges {
                edge.prior = (1.0 - fraction) * edge.prior + fraction * noise[edge.action as usize] / sum;
            }
        }
    }

    /// The prior and the mean value of each action of the root; the value is that of the root where the action was not taken.
    pub fn at_root(&self, mut take: impl FnMut(usize, f32, f32)) {
        let root = &self.nodes[0];
        let mean = root.total / f64::from(root.visits.max(1));
        for edge in &self.edges[root.first..root.first + root.edges] {
            take(edge.action as usize, edge.prior, edge.value(mean) as f32);
        }
    }

    /// Whether a step may be taken at the root.
    pub fn is_legal(&self, action: usize) -> bool {
        self.root.legal(self.nodes[0].seat).contains(&action)
    }

    /// Whether the root was evaluated.
    pub fn is_begun(&self) -> bool {
        self.nodes[0].edges > 0
    }

    fn add(&mut self, seat: Seat, key: u64, sibling: Option<usize>) -> usize {
        let (first, edges) = (0, 0);
        self.nodes.push(Node { seat, key, sibling, joined: None, first, edges, visits: 0, total: 0.0 });
        self.nodes.len() - 1
    }

    /// Goes down to a position that was not evaluated and writes what its seat sees, or to the end of a game, which counts at once.
    /// Until its value is known a simulation counts as lost, so that others that go down meanwhile go elsewhere. `chance`: the seed and
    /// the number of its stream.
    pub fn descend(
        &mut self,
        leaf: &mut Leaf,
        row: Row<'_>,
        c: f64,
        chance: (u64, u64),
        forced: Option<usize>,
    ) {
        let mut environment = self.root.clone();
        environment.draw_from(chance);
        leaf.nodes.clear();
        leaf.edges.clear();
        let mut node = 0;
        // The node at which the joint choice under way began.
        let (mut joint, mut random) = (None, None);
        loop {
            leaf.nodes.push(node);
            if self.nodes[node].edges == 0 {
                break;
            }
            let (seat, plies) = (self.nodes[node].seat, environment.plies());
            let at_root = forced.filter(|_| node == 0 && leaf.edges.is_empty());
            let edge = if let Some(edge) = at_root.and_then(|action| self.edge_of(action)) {
                if environment.is_simultaneous() {
                    joint.get_or_insert(node);
                }
                edge
            } else if environment.is_simultaneous() {
                joint.get_or_insert(node);
                self.draw(
                    node,
                    random.get_or_insert_with(|| {
                        Streams::numbered(chance.0, chance.1).generator(Purpose::Seat(seat))
                    }),
                )
            } else {
                self.best(node, c)
            };
            leaf.edges.push(edge);
            self.nodes[node].visits += 1;
            self.nodes[node].total -= 1.0;
            self.edges[edge].visits += 1;
            self.edges[edge].total -= 1.0;
            let action = self.edges[edge].action as usize;
            environment.step(seat, action).expect("the node has the legal steps of its position");
            let Some(next) = environment.choosers().next() else {
                let gains = environment.returns();
                leaf.waits = false;
                return self.add_up(leaf, &gains);
            };
            let joined = joint.filter(|_| environment.plies() == plies && next != seat);
            if environment.plies() != plies {
                joint = None;
            }
            node = match joined {
                Some(begin) => {
                    self.child(self.nodes[begin].joined, next, next.index() as u64, |tree, child| {
                        tree.nodes[begin].joined = Some(child);
                    })
                }
                None => {
                    self.child(self.edges[edge].child, next, environment.session().hash(), |tree, child| {
                        tree.edges[edge].child = Some(child);
                    })
                }
            };
        }
        let seat = self.nodes[node].seat;
        self.nodes[node].visits += 1;
        self.nodes[node].total -= 1.0;
        *row.to_play = seat.index() as i32;
        environment.mask_again(seat, row.mask, &mut leaf.legal);
        environment.observe_again(seat, row.obs, &mut leaf.written);
        leaf.waits = true;
    }

    /// The node with a key among those that follow one another from `first`, or a new one, which is put before them.
    fn child(
        &mut self,
        first: Option<usize>,
        seat: Seat,
        key: u64,
        put: impl FnOnce(&mut Tree, usize),
    ) -> usize {
        let mut next = first;
        while let Some(node) = next {
            if self.nodes[node].key == key {
                return node;
            }
            next = self.nodes[node].sibling;
        }
        let child = self.add(seat, key, first);
        put(self, child);
        child
    }

    /// The edge of an action of the root.
    fn edge_of(&self, action: usize) -> Option<usize> {
        let Node { first, edges, .. } = self.nodes[0];
        (first..first + edges).find(|&edge| self.edges[edge].action as usize == action)
    }

    /// The edge of a node that a simulation takes next: of equal ones the first.
    fn best(&self, node: usize, c: f64) -> usize {
        let node = &self.nodes[node];
        let mean = node.total / f64::from(node.visits.max(1));
        let scale = c * f64::from(node.visits).sqrt();
        let (mut best, mut most) = (node.first, f64::NEG_INFINITY);
        for (index, edge) in self.edges[node.first..node.first + node.edges].iter().enumerate() {
            let score = edge.value(mean) + scale * f64::from(edge.prior) / (1.0 + f64::from(edge.visits));
            if score > most {
                (best, most) = (node.first + index, score);
            }
        }
        best
    }

    /// The edge that a simulation takes where seats choose at the same time, at random: as priors weighted by values, the more surely the
    /// more is known (smooth fictitious play: Fudenberg and Levine, The Theory of Learning in Games, 1998, chapter 4). The best one
    /// by a fixed rule would depend on what the other seats take.
    fn draw(&self, node: usize, rng: &mut Generator) -> usize {
        let node = &self.nodes[node];
        let edges = &self.edges[node.first..node.first + node.edges];
        let (mean, root) = (node.total / f64::from(node.visits.max(1)), f64::from(node.visits).sqrt());
        let best = edges.iter().map(|edge| edge.value(mean)).fold(f64::NEG_INFINITY, f64::max);
        let weight = |edge: &Edge| f64::from(edge.prior) * libm::exp(root * (edge.value(mean) - best));
        let (sum, even) = (edges.iter().map(weight).sum::<f64>(), 1.0 / (1.0 + root));
        let mut left = random::below(rng, 1 << 53) as f64 / (1_u64 << 53) as f64;
        let passed = |edge: &&Edge| {
            left -= (1.0 - even) * weight(edge) / sum + even * f64::from(edge.prior);
            left >= 0.0
        };
        node.first + edges.iter().take_while(passed).count().min(node.edges - 1)
    }

    /// Takes what the network says of a simulation that waits: a number for each action, of which the softmax over the legal ones
    /// gives the priors, and the value for each seat, -1 to 1.
    pub fn back_up(&mut self, leaf: &mut Leaf, logits: &[f32], values: &[f32]) {
        let node = *leaf.nodes.last().expect("a simulation begins at the root");
        if self.nodes[node].edges == 0 {
            let most = leaf.legal.iter().map(|&step| logits[step as usize]).fold(f32::NEG_INFINITY, f32::max);
            let first = self.edges.len();
            self.edges.extend(leaf.legal.iter().map(|&action| {
                let prior = libm::expf(logits[action as usize] - most);
                Edge { action, prior, visits: 0, total: 0.0, child: None }
            }));
            let sum: f32 = self.edges[first..].iter().map(|edge| edge.prior).sum();
            self.edges[first..].iter_mut().for_each(|edge| edge.prior /= sum);
            (self.nodes[node].first, self.nodes[node].edges) = (first, leaf.legal.len());
        }
        let values: SeatVec<f64> = values.iter().map(|&value| f64::from(value)).collect();
        self.add_up(leaf, &values);
        leaf.waits = false;
    }

    /// Adds what a simulation gave the seats to all that it passed, in place of the loss.
    fn add_up(&mut self, leaf: &Leaf, gains: &[f64]) {
        for (index, &node) in leaf.nodes.iter().enumerate() {
            let node = &mut self.nodes[node];
            let gain = 1.0 + gains[node.seat.index()];
            node.total += gain;
            if let Some(&edge) = leaf.edges.get(index) {
                self.edges[edge].total += gain;
            }
        }
        self.totals.iter_mut().zip(gains).for_each(|(total, gain)| *total += gain);
        self.ended += 1;
    }

    /// How often each action of the seat to step was taken.
    pub fn visits(&self, mut take: impl FnMut(usize, u32)) {
        let root = &self.nodes[0];
        for edge in &self.edges[root.first..root.first + root.edges] {
            take(edge.action as usize, edge.visits);
        }
    }

    /// The mean of what the simulations gave each seat.
    pub fn values(&self) -> impl Iterator<Item = f64> {
        self.totals.iter().map(|total| total / f64::from(self.ended.max(1)))
    }
}
