//! Depth-first proof-number search.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use torneo_contract::mixer::Hashed;
use torneo_contract::zobrist;
use torneo_contract::{Seat, Turn, refuse, refuse_if};

use super::table::{self, Numbers, TranspositionTable};
use crate::meter::Meter;
use crate::{Control, Expander, Identity, Position, Successor, Successors, Terms, Unsolved};

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
    /// What the position is for the attacker.
    pub kind: Kind,
    /// The key of the position for this goal; 0 where the game is over.
    pub key: u64,
    /// Its numbers if the table does not matter: the game is over, or the position is on the way already.
    pub fixed: Option<Numbers>,
}

/// What follows a position.
pub struct Node {
    /// The positions after the legal actions, up to the first that decides.
    pub next: Successors,
    /// The different ones among them.
    pub children: Vec<Child>,
}

impl Node {
    /// The position of a child.
    pub fn position(&self, child: &Child) -> Position<'_> {
        self.next.positions.at(child.action)
    }
}

/// The search for one goal. The table may hold several, the keys tell them apart.
pub struct Search<'a> {
    /// The rules.
    pub expander: &'a dyn Expander,
    /// The seat whose win is to be proven.
    pub attacker: Seat,
    /// The bounds of the run.
    pub control: &'a Control<'a>,
    /// Positions to expand at most.
    pub most: u64,
    /// What is known.
    pub table: &'a mut TranspositionTable,
    /// Positions expanded.
    pub nodes: u64,
    /// Positions found on the way to themselves, and ends that depend on the way.
    pub returns: u64,
    path: Keys,
    pool: Vec<Node>,
    meter: Meter,
}

impl<'a> Search<'a> {
    /// A search that has not begun.
    pub fn new(
        expander: &'a dyn Expander,
        attacker: Seat,
        control: &'a Control<'a>,
        table: &'a mut TranspositionTable,
    ) -> Search<'a> {
        Search {
            expander,
            attacker,
            control,
            most: u64::MAX,
            table,
            nodes: 0,
            returns: 0,
            path: Keys::default(),
            pool: Vec::new(),
            meter: Meter::new(),
        }
    }

    fn terms(&self) -> Terms {
        Terms { attacker: Some(self.attacker), ..Terms::of(Identity::Symmetric) }
    }

    /// A position as the child of no node.
    ///
    /// # Errors
    /// A turn of chance or of several seats.
    pub fn look(&mut self, position: Position<'_>) -> Result<Child, Unsolved> {
        let found = self.expander.enter(position, self.terms(), &mut *self.expander.list());
        self.child(0, &found)
    }

    /// What a position that was found is for the attacker. A win counts only if the game would have ended in the same
    /// way whatever its history. The key is mixed once more, since symmetric hashes, being the least of several, are
    /// small.
    fn child(&mut self, action: usize, found: &Successor) -> Result<Child, Unsolved> {
        let (kind, fixed) = match (found.turn, found.end) {
            (_, Some(end)) => {
                self.returns += u64::from(end.by_history);
                match end.winner == Some(self.attacker) && !end.by_history {
                    true => (Kind::Won, Some(Numbers::PROVEN)),
                    false => (Kind::Failed, Some(Numbers::DISPROVEN)),
                }
            }
            (Turn::Seat(seat), None) if seat == self.attacker => (Kind::Attack, None),
            (Turn::Seat(_), None) => (Kind::Defence, None),
            _ => refuse!("proof-number search takes no turns of chance or of several seats"),
        };
        let mixed = || zobrist::key(found.key.rotate_left(1) ^ self.attacker.index() as u64);
        let key = if fixed.is_none() { mixed() } else { 0 };
        Ok(Child { action, kind, key, fixed })
    }

    /// The children of a position that is not over: symmetric ones once, and only one if it wins for the seat to move.
    ///
    /// # Errors
    /// A turn of chance or of several seats.
    pub fn expand(&mut self, position: Position<'_>, kind: Kind) -> Result<Node, Unsolved> {
        let new = || Node { next: Successors::new(self.expander), children: Vec::new() };
        let mut node = self.pool.pop().unwrap_or_else(new);
        node.children.clear();
        self.expander.expand(position, self.terms(), &mut node.next);
        let decisive = if kind == Kind::Attack { Numbers::PROVEN } else { Numbers::DISPROVEN };
        for (action, found) in node.next.all.iter().enumerate() {
            let child = self.child(action, found)?;
            if child.fixed == Some(decisive) {
                node.children.clear();
            }
            if child.fixed.is_some() || node.children.iter().all(|other| other.key != child.key) {
                node.children.push(child);
            }
        }
        Ok(node)
    }

    /// Keeps a node's memory for the next one.
    pub fn give_back(&mut self, node: Node) {
        self.pool.push(node);
    }

    /// The numbers of a child.
    pub fn numbers(&self, child: &Child) -> Numbers {
        child.fixed.unwrap_or_else(|| self.table.get(child.key))
    }

    /// The positions searched below a child, as the table knows them.
    pub fn work(&self, child: &Child) -> u32 {
        if child.fixed.is_some() { 0 } else { self.table.work(child.key) }
    }

    /// Proves or disproves a position that is not over.
    ///
    /// # Errors
    /// The run was ended from outside, or the positions are used up.
    pub fn solve(&mut self, position: Position<'_>, child: &Child) -> Result<Numbers, Unsolved> {
        let known = self.table.get(child.key);
        if known.is_solved() {
            return Ok(known);
        }
        self.path.clear();
        self.deepen(position, child.kind, child.key, Numbers::NO_BOUND)
    }

    fn check(&mut self) -> Result<(), Unsolved> {
        self.nodes += 1;
        refuse_if!(self.nodes >= self.most, Unsolved::Spent { positions: self.nodes });
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.control.check()?;
            let stage =
                || format!("positions to prove whether {} wins", self.expander.seat_name(self.attacker));
            self.meter.tell(self.control, stage, self.nodes, None);
        }
        Ok(())
    }

    /// Searches below a position until it is solved or one of its numbers reaches its bound.
    fn deepen(
        &mut self,
        position: Position<'_>,
        kind: Kind,
        key: u64,
        bounds: Numbers,
    ) -> Result<Numbers, Unsolved> {
        self.check()?;
        let began = self.nodes;
        let mut node = self.expand(position, kind)?;
        self.path.insert(key);
        for child in &mut node.children {
            if child.fixed.is_none() && self.path.contains(&child.key) {
                child.fixed = Some(Numbers::DISPROVEN);
                self.returns += 1;
            }
        }
        let bounds = seen_by(kind, bounds);
        let found = loop {
            let (own, best, child_bounds) = self.choose(&node, kind, bounds);
            if own.is_solved() || own.proof >= bounds.proof || own.disproof >= bounds.disproof {
                break seen_by(kind, own);
            }
            let child = node.children[best];
            self.deepen(node.position(&child), child.kind, child.key, seen_by(kind, child_bounds))?;
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
    fn choose(&self, node: &Node, kind: Kind, bounds: Numbers) -> (Numbers, usize, Numbers) {
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
