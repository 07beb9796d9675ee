//! Retrograde analysis of a graph of positions.

use torneo_contract::{Seat, refuse};

use super::components;
use crate::meter::Meter;
use crate::{Control, Unsolved, Value};

/// The first nodes of every graph stand for ended games: won by the first seat, drawn, won by the second seat.
pub const ENDS: usize = 3;
pub const DRAWN: u32 = 1;

/// The node of an ended game.
pub fn end(winner: Option<Seat>) -> u32 {
    winner.map_or(DRAWN, |seat| 2 * seat.index() as u32)
}

/// Positions and the moves between them.
#[derive(Default)]
pub struct Graph {
    /// By node: the index of the seat to move.
    pub to_move: Vec<u8>,
    /// By node: what play without end through it is worth.
    pub endless: Vec<Class>,
    /// By node: where its successors begin, and how many there are.
    pub begin: Vec<u32>,
    pub count: Vec<u16>,
    /// The successors of all nodes, each once for a node.
    pub successors: Vec<u32>,
}

/// Values in the first seat's order, plies aside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Class {
    Unknown,
    /// The second seat forces the end.
    Lost,
    /// The second seat wins by play without end.
    EndlesslyLost,
    Drawn,
    /// The first seat wins by play without end.
    EndlesslyWon,
    /// The first seat forces the end.
    Won,
}

impl Class {
    fn won_by(seat: u8) -> Class {
        if seat == 0 { Class::Won } else { Class::Lost }
    }

    fn is_forced(self) -> bool {
        matches!(self, Class::Won | Class::Lost)
    }
}

/// The value of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    pub class: Class,
    /// Plies to a forced end.
    pub plies: u16,
}

impl Solved {
    const UNKNOWN: Solved = Solved { class: Class::Unknown, plies: 0 };

    /// The value; none if it is not known.
    pub fn value(self) -> Option<Value> {
        let plies = self.class.is_forced().then_some(u32::from(self.plies));
        Some(match self.class {
            Class::Unknown => return None,
            Class::Lost | Class::EndlesslyLost => Value { winner: Some(Seat::SECOND), plies },
            Class::Drawn => Value::DRAW,
            Class::EndlesslyWon | Class::Won => Value { winner: Some(Seat::FIRST), plies },
        })
    }
}

/// Bytes for each node and each move while a graph is solved, besides what finds nodes by hashes.
pub const NODE_BYTES: u64 = 40;
pub const MOVE_BYTES: u64 = 8;

impl Graph {
    /// A graph of ended games only.
    pub fn new() -> Graph {
        let mut graph = Graph::default();
        for _ in 0..ENDS {
            graph.add(0, Class::Unknown);
        }
        graph
    }

    /// Adds a node without successors.
    pub fn add(&mut self, to_move: u8, endless: Class) -> u32 {
        self.to_move.push(to_move);
        self.endless.push(endless);
        self.begin.push(0);
        self.count.push(0);
        self.len() as u32 - 1
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.to_move.len()
    }

    /// The successors of a node.
    #[inline]
    pub fn successors(&self, node: u32) -> &[u32] {
        let begin = self.begin[node as usize] as usize;
        &self.successors[begin..begin + self.count[node as usize] as usize]
    }

    /// Values all nodes.
    ///
    /// Play without end is worth the same throughout a cycle. So the strongly connected components are solved
    /// one after the other, later ones first. If it is worth the same everywhere, all nodes are solved at
    /// once.
    ///
    /// # Errors
    /// [`Unsolved::Interrupted`], or an end too far away.
    pub fn solve(&self, control: &Control) -> Result<Vec<Solved>, Unsolved> {
        let kinds = &self.endless[ENDS..];
        let mut solver = Solver::new(self, control);
        for (node, class) in [(0, Class::Won), (DRAWN as usize, Class::Drawn), (2, Class::Lost)] {
            solver.solved[node].class = class;
        }
        let all: Vec<u32> = (ENDS as u32..self.len() as u32).collect();
        if kinds.contains(&Class::Unknown) {
            solver.group(&all, Class::Unknown, |_| true)?;
        } else if let Some(&kind) = kinds.first()
            && kinds.iter().all(|&other| other == kind)
        {
            solver.group(&all, kind, |_| true)?;
        } else {
            let components = components::of(self.len(), |node| self.successors(node));
            for members in components.iter() {
                let (first, number) = (members[0], components.of_node(members[0]));
                if first as usize >= ENDS {
                    let kind = self.endless[first as usize];
                    solver.group(members, kind, |node| components.of_node(node) == number)?;
                }
            }
        }
        Ok(solver.solved)
    }
}

struct Solver<'a> {
    graph: &'a Graph,
    control: &'a Control<'a>,
    meter: Meter,
    solved: Vec<Solved>,
    /// By node: where its predecessors begin; one more at the end.
    begin: Vec<u32>,
    predecessors: Vec<u32>,
    /// By node: successors that do not yet speak for the other side.
    open: Vec<u16>,
    /// By plies: nodes that are decided that far from the end if not sooner, with the winner.
    scheduled: Vec<Vec<(u32, u8)>>,
    done: u64,
}

impl<'a> Solver<'a> {
    fn new(graph: &'a Graph, control: &'a Control<'a>) -> Solver<'a> {
        let mut begin = vec![0u32; graph.len() + 1];
        for &to in &graph.successors {
            begin[to as usize + 1] += 1;
        }
        for node in 0..graph.len() {
            begin[node + 1] += begin[node];
        }
        let mut next = begin.clone();
        let mut predecessors = vec![0; graph.successors.len()];
        for node in 0..graph.len() as u32 {
            for &to in graph.successors(node) {
                predecessors[next[to as usize] as usize] = node;
                next[to as usize] += 1;
            }
        }
        Solver {
            graph,
            control,
            meter: Meter::new(),
            solved: vec![Solved::UNKNOWN; graph.len()],
            begin,
            predecessors,
            open: vec![0; graph.len()],
            scheduled: Vec::new(),
            done: 0,
        }
    }

    fn predecessors(&self, node: u32) -> std::ops::Range<usize> {
        self.begin[node as usize] as usize..self.begin[node as usize + 1] as usize
    }

    fn class(&self, node: u32) -> Class {
        self.solved[node as usize].class
    }

    fn schedule(&mut self, node: u32, winner: u8, plies: usize) {
        if self.scheduled.len() <= plies {
            self.scheduled.resize_with(plies + 1, Vec::new);
        }
        self.scheduled[plies].push((node, winner));
    }

    /// Values the nodes of a group whose other successors are valued. `inside` tells its members.
    fn group(&mut self, group: &[u32], endless: Class, inside: impl Fn(u32) -> bool) -> Result<(), Unsolved> {
        self.forced_ends(group, &inside)?;
        let rest: Vec<u32> =
            group.iter().copied().filter(|&node| self.class(node) == Class::Unknown).collect();
        if endless == Class::Unknown || rest.is_empty() {
            return Ok(());
        }
        // What is better for a side than endless play, the best first.
        for (class, seat) in
            [(Class::EndlesslyLost, 1), (Class::Drawn, 1), (Class::EndlesslyWon, 0), (Class::Drawn, 0)]
        {
            if if seat == 0 { class > endless } else { class < endless } {
                self.attract(&rest, class, seat);
            }
        }
        for node in rest {
            let solved = &mut self.solved[node as usize];
            if solved.class == Class::Unknown {
                solved.class = endless;
            }
        }
        Ok(())
    }

    /// Finds the nodes from which a seat forces the end.
    fn forced_ends(&mut self, group: &[u32], inside: &impl Fn(u32) -> bool) -> Result<(), Unsolved> {
        for &node in group {
            self.look_ahead(node);
        }
        let mut plies = 0;
        while plies < self.scheduled.len() {
            self.control.check()?;
            let Ok(depth) = u16::try_from(plies) else {
                refuse!("a forced end is more than {} plies away", u16::MAX);
            };
            let list = std::mem::take(&mut self.scheduled[plies]);
            for (node, winner) in list {
                if self.class(node) != Class::Unknown {
                    continue;
                }
                self.solved[node as usize] = Solved { class: Class::won_by(winner), plies: depth };
                self.done += 1;
                for at in self.predecessors(node) {
                    let earlier = self.predecessors[at];
                    if self.class(earlier) != Class::Unknown || !inside(earlier) {
                        continue;
                    }
                    if self.graph.to_move[earlier as usize] == winner {
                        self.schedule(earlier, winner, plies + 1);
                        continue;
                    }
                    self.open[earlier as usize] -= 1;
                    if self.open[earlier as usize] == 0 {
                        let latest = self.latest(earlier);
                        self.schedule(earlier, winner, latest + 1);
                    }
                }
            }
            let total = Some(self.graph.len() as u64);
            self.meter.tell(self.control, || format!("depth {plies}"), self.done, total);
            plies += 1;
        }
        self.scheduled.clear();
        Ok(())
    }

    /// Counts the successors that are not yet known to be lost for the side to move, and schedules the node if its
    /// other successors decide it.
    fn look_ahead(&mut self, node: u32) {
        let seat = self.graph.to_move[node as usize];
        let (mut win, mut open) = (usize::MAX, 0);
        for &next in self.graph.successors(node) {
            let Solved { class, plies } = self.solved[next as usize];
            if class == Class::won_by(seat) {
                win = win.min(plies as usize + 1);
            }
            open += u16::from(class != Class::won_by(seat ^ 1));
        }
        self.open[node as usize] = open;
        if win != usize::MAX {
            self.schedule(node, seat, win);
        } else if open == 0 {
            let latest = self.latest(node);
            self.schedule(node, seat ^ 1, latest + 1);
        }
    }

    /// The longest way to the end among the successors.
    fn latest(&self, node: u32) -> usize {
        let plies = self.graph.successors(node).iter().map(|&next| self.solved[next as usize].plies);
        usize::from(plies.max().unwrap_or(0))
    }

    /// Gives `class` to the nodes among `nodes`, not yet valued, from which `seat` brings it about.
    fn attract(&mut self, nodes: &[u32], class: Class, seat: u8) {
        let good =
            |other: Class| other != Class::Unknown && if seat == 0 { other >= class } else { other <= class };
        let mut found = Vec::new();
        for &node in nodes {
            if self.class(node) != Class::Unknown {
                continue;
            }
            let successors = self.graph.successors(node);
            let mut bad = successors.iter().filter(|&&next| !good(self.class(next)));
            if self.graph.to_move[node as usize] == seat {
                if bad.count() < successors.len() {
                    found.push(node);
                }
            } else if bad.next().is_none() {
                found.push(node);
            } else {
                self.open[node as usize] = bad.count() as u16 + 1;
            }
        }
        // Only now: the counters were taken before anything is valued.
        while let Some(node) = found.pop() {
            if self.class(node) != Class::Unknown {
                continue;
            }
            self.solved[node as usize].class = class;
            for at in self.predecessors(node) {
                let earlier = self.predecessors[at];
                if self.class(earlier) != Class::Unknown || nodes.binary_search(&earlier).is_err() {
                    continue;
                }
                if self.graph.to_move[earlier as usize] == seat {
                    found.push(earlier);
                } else {
                    self.open[earlier as usize] -= 1;
                    if self.open[earlier as usize] == 0 {
                        found.push(earlier);
                    }
                }
            }
        }
    }
}
