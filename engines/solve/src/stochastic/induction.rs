//! Backward induction for games in which no position comes back.

use std::collections::hash_map::Entry;

use torneo_contract::Turn;
use torneo_contract::mixer::HashedMap;

use super::matrix::{Interval, MatrixSolver};
use super::node::{self, Cards, Kind, Payoff};
use crate::meter::Meter;
use crate::{
    Control, Expander, Identity, Needs, Position, Progress, Successor, Successors, Terms, Unsolved, sample,
};

/// The bounds of a position whose value is being found.
const OPEN: Interval = [f64::INFINITY; 2];
const CHECK_EVERY: usize = 1 << 10;
/// Positions after which the whole is estimated, what one takes in a table that is two thirds full, and the
/// seconds that it takes.
const PROBE: usize = 200_000;
const BYTES_EACH: f64 = 38.0;
const SECONDS_EACH: f64 = 1e-5;

/// Values of positions, each found once from those of its successors.
pub struct Induction<'a> {
    expander: &'a dyn Expander,
    payoff: Payoff,
    cards: Cards,
    control: &'a Control<'a>,
    values: HashedMap<Interval>,
    solver: MatrixSolver,
    joint: u64,
    root: Position<'a>,
    meter: Meter,
    /// Memory for expansions.
    pool: Vec<Successors>,
    /// Positions that wait for their turn on the line that is being looked at.
    waiting: usize,
}

impl<'a> Induction<'a> {
    /// Nothing is known of what follows `root`.
    pub fn new(
        expander: &'a dyn Expander,
        root: Position<'a>,
        payoff: Payoff,
        cards: Cards,
        control: &'a Control<'a>,
    ) -> Induction<'a> {
        Induction {
            expander,
            payoff,
            cards,
            control,
            values: HashedMap::default(),
            solver: MatrixSolver::default(),
            joint: 0,
            root,
            meter: Meter::new(),
            pool: Vec::new(),
            waiting: 0,
        }
    }

    /// Positions whose value is known, and joint choices among them.
    pub fn counts(&self) -> [u64; 2] {
        [self.values.len() as u64, self.joint]
    }

    /// The bounds of the value of the position that the solver was made for.
    ///
    /// # Errors
    /// A position that comes back, a full memory, a run ended from outside.
    pub fn root_value(&mut self) -> Result<Interval, Unsolved> {
        let mut list = self.expander.list();
        let found = self.expander.enter(self.root, Terms::of(Identity::Symmetric), &mut *list);
        self.value(&found, list.at(0))
    }

    /// The bounds of the values of all positions that follow one.
    ///
    /// # Errors
    /// As [`root_value`](Induction::root_value).
    pub fn after(&mut self, position: Position<'_>) -> Result<Vec<Interval>, Unsolved> {
        let next = self.expand(position, Identity::Symmetric);
        let values = self.each(&next)?;
        self.pool.push(next);
        Ok(values)
    }

    fn expand(&mut self, position: Position<'_>, identity: Identity) -> Successors {
        let mut next = self.pool.pop().unwrap_or_else(|| Successors::new(self.expander));
        self.expander.expand(position, Terms::of(identity), &mut next);
        next
    }

    fn each(&mut self, next: &Successors) -> Result<Vec<Interval>, Unsolved> {
        let found = next.all.iter().enumerate();
        found.map(|(index, found)| self.value(found, next.positions.at(index))).collect()
    }

    /// The bounds of a position's value.
    fn value(&mut self, found: &Successor, position: Position<'_>) -> Result<Interval, Unsolved> {
        if let Some(end) = &found.end {
            return Ok([self.payoff.of(end); 2]);
        }
        match self.values.entry(found.key) {
            Entry::Occupied(known) if *known.get() == OPEN => {
                return Err(Unsolved::Unfit(
                    "a position comes back, and no length rule's count tells its visits apart".into(),
                ));
            }
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(place) => place.insert(OPEN),
        };
        self.check()?;
        let mixed =
            matches!((found.turn, self.cards), (Turn::Chance, _) | (Turn::Simultaneous(_), Cards::Hidden));
        // Where some successors may not matter, only those that do are given keys.
        let next = self.expand(position, if mixed { Identity::Symmetric } else { Identity::None });
        let kind = node::kind_of(&next)?;
        self.waiting += next.all.len();
        self.check_waiting()?;
        let value = if mixed {
            let payoffs = self.each(&next)?;
            node::value(kind, &payoffs, &node::probabilities(&next), self.cards, &mut self.solver)
        } else {
            self.in_the_open(kind, &next)?
        };
        self.waiting -= next.all.len();
        self.joint += u64::from(matches!(kind, Kind::Both(_)));
        self.pool.push(next);
        self.values.insert(found.key, value);
        Ok(value)
    }

    /// The value of a successor without a key.
    fn value_of_unkeyed(&mut self, next: &Successors, index: usize) -> Result<Interval, Unsolved> {
        let (found, position) = (next.all[index], next.positions.at(index));
        let key = match found.end {
            Some(_) => 0,
            None => self.expander.key(position, Identity::Symmetric),
        };
        self.value(&Successor { key, ..found }, position)
    }

    /// The value of a turn in which nobody mixes: one seat chooses, and where both do, the other one answers. Answers
    /// and choices that cannot matter any more are left out.
    fn in_the_open(&mut self, kind: Kind, next: &Successors) -> Result<Interval, Unsolved> {
        let columns = if let Kind::Both(columns) = kind { columns as usize } else { 1 };
        let rows = next.all.len() / columns;
        let second_chooses =
            kind == Kind::Second || matches!(kind, Kind::Both(_)) && self.cards == Cards::SecondShows;
        let by_columns = second_chooses && kind != Kind::Second;
        let (choices, answers) = if by_columns { (columns, rows) } else { (rows, columns) };
        // Payoffs as the choosing seat sees them, at most `most`.
        let (most, seen) = match second_chooses {
            false => (1.0, (|value| value) as fn(Interval) -> Interval),
            true => (0.0, (|[low, high]| [-high, -low]) as fn(Interval) -> Interval),
        };
        let mut best = [f64::NEG_INFINITY; 2];
        for choice in 0..choices {
            let mut worst = [f64::INFINITY; 2];
            for answer in 0..answers {
                let (row, column) = if by_columns { (answer, choice) } else { (choice, answer) };
                let [low, high] = seen(self.value_of_unkeyed(next, row * columns + column)?);
                worst = [worst[0].min(low), worst[1].min(high)];
                if worst[1] <= best[0] {
                    break;
                }
            }
            best = [best[0].max(worst[0]), best[1].max(worst[1])];
            if best[0] >= most {
                break;
            }
        }
        Ok(seen(best))
    }

    fn check(&mut self) -> Result<(), Unsolved> {
        let positions = self.values.len();
        let bytes = self.values.capacity() * (size_of::<(u64, Interval)>() + 1);
        if bytes as u64 > self.control.memory {
            return Err(Unsolved::MemoryFull { positions: positions as u64, bytes: self.control.memory });
        }
        if positions == PROBE {
            self.estimate()?;
        }
        if positions.is_multiple_of(CHECK_EVERY) {
            self.control.check()?;
            let stage = || "values of positions".to_owned();
            let progress = || Progress { stage: stage(), done: positions as u64, total: None };
            self.meter.tell(self.control, progress);
        }
        Ok(())
    }

    /// Refuses a game whose turns have so many successors that those of one line do not fit.
    fn check_waiting(&self) -> Result<(), Unsolved> {
        let (positions, bytes) = (self.waiting as u64, self.control.memory);
        if positions * self.expander.position_bytes() as u64 <= bytes {
            return Ok(());
        }
        self.estimate()?;
        Err(Unsolved::MemoryFull { positions, bytes })
    }

    /// Refuses a game that certainly has too many positions.
    fn estimate(&self) -> Result<(), Unsolved> {
        let memory = self.control.memory as f64;
        let (root, enough) = (self.root, memory / BYTES_EACH);
        let positions =
            sample::fewest_positions(self.expander, root, Identity::Symmetric, enough, self.control)?;
        let needs = Needs { positions, bytes: positions * BYTES_EACH, seconds: positions * SECONDS_EACH };
        if needs.bytes > memory { Err(Unsolved::TooLarge(needs)) } else { Ok(()) }
    }
}
