//! Depth-first proof-number search.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use torneo_contract::{Playable, Seat, Turn, zobrist};

use super::table::{self, Numbers, Table};
use crate::parts::mixer::Hashed;
use crate::solver::meter::Meter;
use crate::solver::{Control, Progress, Unsolved};

/// Positions between two looks at the clock and the stop flag.
const CHECK_EVERY: u64 = 1 << 12;

/// A set of position keys.
pub type Keys = HashSet<u64, BuildHasherDefault<Hashed>>;

/// What a position is for the attacker, whose goal is a win by an end that does not depend on the way there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The attacker to move: one action is enough.
    Attack,
    /// The defender to move: all actions have to be answered.
    Defence,
    /// The attacker has won.
    Won,
    /// The game is over otherwise.
    Failed,
}

/// A position after one of the actions.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The number of the action.
    pub action: usize,
    /// The key of the position.
    pub key: u64,
    /// Its numbers if the table does not matter: the game is over, or the position is on the way already.
    pub fixed: Option<Numbers>,
}

/// A position with what follows it.
#[derive(Debug)]
pub struct Node<G: Playable> {
    /// The position.
    pub position: G::Position,
    /// Its legal actions.
    pub actions: Vec<G::Action>,
    /// The different positions after them.
    pub children: Vec<Child>,
}

/// The search for one goal. The table may hold several, the keys tell them apart.
pub struct Search<'a, G: Playable> {
    /// The rules.
    pub game: &'a G,
    /// The seat whose win is to be proven.
    pub attacker: Seat,
    /// The bounds of the run.
    pub control: &'a Control<'a>,
    /// Positions to expand at most.
    pub most: u64,
    /// What is known.
    pub table: &'a mut Table,
    /// Positions expanded.
    pub nodes: u64,
    /// Positions found on the way to themselves, and ends that depend on the way.
    pub ways: u64,
    path: Keys,
    pool: Vec<Node<G>>,
    spare: G::Position,
    meter: Meter,
}

impl<'a, G: Playable> Search<'a, G> {
    /// A search that has not begun.
    pub fn new(
        game: &'a G,
        attacker: Seat,
        control: &'a Control<'a>,
        table: &'a mut Table,
        spare: G::Position,
    ) -> Search<'a, G> {
        Search {
            game,
            attacker,
            control,
            most: u64::MAX,
            table,
            nodes: 0,
            ways: 0,
            path: Keys::default(),
            pool: Vec::new(),
            spare,
            meter: Meter::new(),
        }
    }

    /// The key of a position for this goal. It is mixed once more, since symmetric hashes, being the least of
    /// several, are small.
    pub fn key(&self, position: &G::Position) -> u64 {
        zobrist::key(self.game.symmetric_hash(position).rotate_left(1) ^ self.attacker.index() as u64)
    }

    /// Whose turn it is, or how the game ended for the attacker.
    ///
    /// # Errors
    /// A turn of chance or of several seats.
    pub fn kind(&mut self, position: &G::Position) -> Result<Kind, Unsolved> {
        match self.game.turn(position) {
            Turn::Seat(seat) if seat == self.attacker => Ok(Kind::Attack),
            Turn::Seat(_) => Ok(Kind::Defence),
            Turn::Over => Ok(self.ended(position)),
            Turn::Chance | Turn::Simultaneous(_) => Err(Unsolved::Unfit(
                "proof-number search takes no turns of chance or of several seats".into(),
            )),
        }
    }

    /// A win counts only if the game would have ended in the same way whatever its history.
    fn ended(&mut self, position: &G::Position) -> Kind {
        let winner = self.game.outcome(position).winner();
        self.spare.clone_from(position);
        self.game.forget_history(&mut self.spare);
        let complete =
            self.game.turn(&self.spare) == Turn::Over && self.game.outcome(&self.spare).winner() == winner;
        self.ways += u64::from(!complete);
        if complete && winner == Some(self.attacker) { Kind::Won } else { Kind::Failed }
    }

    /// A node for a position, with its children listed: symmetric ones once, and only one if it wins for the
    /// seat to move.
    ///
    /// # Errors
    /// A turn of chance or of several seats.
    pub fn expand(&mut self, position: &G::Position, seat: Seat) -> Result<Node<G>, Unsolved> {
        let mut node = self.take(position);
        node.actions.clear();
        node.children.clear();
        self.game.actions(position, seat, &mut node.actions);
        let decisive = if seat == self.attacker { Numbers::PROVEN } else { Numbers::DISPROVEN };
        let mut next = self.take(position);
        for (action, &played) in node.actions.iter().enumerate() {
            next.position.clone_from(position);
            self.game.apply(&mut next.position, played);
            let fixed = match self.kind(&next.position)? {
                Kind::Won => Some(Numbers::PROVEN),
                Kind::Failed => Some(Numbers::DISPROVEN),
                Kind::Attack | Kind::Defence => None,
            };
            let key = if fixed.is_none() { self.key(&next.position) } else { 0 };
            if fixed == Some(decisive) {
                node.children.clear();
            }
            if fixed.is_some() || node.children.iter().all(|child| child.key != key) {
                node.children.push(Child { action, key, fixed });
            }
            if fixed == Some(decisive) {
                break;
            }
        }
        self.give_back(next);
        Ok(node)
    }

    /// A node that holds the position and nothing of use besides.
    fn take(&mut self, position: &G::Position) -> Node<G> {
        match self.pool.pop() {
            Some(mut node) => {
                node.position.clone_from(position);
                node
            }
            None => Node { position: position.clone(), actions: Vec::new(), children: Vec::new() },
        }
    }

    /// Keeps a node's memory for the next one.
    pub fn give_back(&mut self, node: Node<G>) {
        self.pool.push(node);
    }

    /// The numbers of a child.
    pub fn numbers(&self, child: &Child) -> Numbers {
        child.fixed.unwrap_or_else(|| self.table.get(child.key))
    }

    /// The seat to move.
    pub fn mover(&self, kind: Kind) -> Seat {
        if kind == Kind::Attack { self.attacker } else { self.attacker.other() }
    }

    /// Proves or disproves a position that is not over.
    ///
    /// # Errors
    /// The run was ended from outside, or the positions are used up.
    pub fn solve(&mut self, position: &G::Position, kind: Kind) -> Result<Numbers, Unsolved> {
        let key = self.key(position);
        let known = self.table.get(key);
        if known.is_solved() {
            return Ok(known);
        }
        self.path.clear();
        self.deepen(position, kind, key, Numbers::NO_BOUND)
    }

    fn check(&mut self) -> Result<(), Unsolved> {
        self.nodes += 1;
        if self.nodes >= self.most {
            return Err(Unsolved::Spent { positions: self.nodes });
        }
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.control.check()?;
            let stage = || format!("does {} win", self.game.seat_name(self.attacker));
            let progress = || Progress { stage: stage(), done: self.nodes, total: None };
            self.meter.tell(self.control, progress);
        }
        Ok(())
    }

    /// Searches below a position until it is solved or one of its numbers reaches its bound.
    fn deepen(
        &mut self,
        position: &G::Position,
        kind: Kind,
        key: u64,
        bounds: Numbers,
    ) -> Result<Numbers, Unsolved> {
        self.check()?;
        let began = self.nodes;
        let mut node = self.expand(position, self.mover(kind))?;
        self.path.insert(key);
        for child in &mut node.children {
            if child.fixed.is_none() && self.path.contains(&child.key) {
                child.fixed = Some(Numbers::DISPROVEN);
                self.ways += 1;
            }
        }
        let bounds = seen_by(kind, bounds);
        let found = loop {
            let (own, best, child_bounds) = self.choose(&node, kind, bounds);
            if own.is_solved() || own.proof >= bounds.proof || own.disproof >= bounds.disproof {
                break seen_by(kind, own);
            }
            let child = node.children[best];
            let mut next = self.take(&node.position);
            self.game.apply(&mut next.position, node.actions[child.action]);
            let next_kind = self.kind(&next.position)?;
            self.deepen(&next.position, next_kind, child.key, seen_by(kind, child_bounds))?;
            self.give_back(next);
        };
        self.path.remove(&key);
        self.table.put(key, found, self.nodes - began + 1);
        self.give_back(node);
        Ok(found)
    }

    /// The numbers of a node for the side to move, its most promising child, and how far to search it: until the
    /// node reaches its own bounds or the next best child is more promising by a quarter (Pawlewicz and Lew,
    /// "Improving Depth-First PN-Search: 1 + ε Trick", 2007).
    ///
    /// The disproof number is not the sum over the children, in which transpositions count many times, but the
    /// largest one and 1 for each other (Ueda, Hashimoto, Hashimoto and Iida, "Weak Proof-Number Search", 2008).
    /// Havannah of size 3 takes two thirds of the positions that it takes with sums.
    fn choose(&self, node: &Node<G>, kind: Kind, bounds: Numbers) -> (Numbers, usize, Numbers) {
        let (mut own, mut second) = (Numbers { proof: table::INFINITE, disproof: 0 }, table::INFINITE);
        let (mut best, mut open) = (0, 0u32);
        for (index, child) in node.children.iter().enumerate() {
            let numbers = seen_by(kind, self.numbers(child));
            own.disproof = own.disproof.max(numbers.disproof);
            open += u32::from(numbers.disproof > 0);
            if numbers.proof < own.proof {
                (second, own.proof) = (own.proof, numbers.proof);
                best = index;
            } else {
                second = second.min(numbers.proof);
            }
        }
        if own.proof == 0 {
            own = Numbers::PROVEN;
        }
        let others = open.saturating_sub(1);
        own.disproof = table::add(own.disproof, others);
        let enough = second.saturating_add(second / 4).saturating_add(1);
        let disproof = match bounds.disproof {
            table::INFINITE => table::INFINITE,
            bound => bound.saturating_sub(others),
        };
        (own, best, Numbers { proof: bounds.proof.min(enough), disproof })
    }
}

/// Numbers as the side to move sees them.
fn seen_by(kind: Kind, numbers: Numbers) -> Numbers {
    if kind == Kind::Attack { numbers } else { numbers.flip() }
}
