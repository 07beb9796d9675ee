//! Backward induction for games in which no position comes back.

use std::collections::hash_map::Entry;
use std::ops::Range;

use torneo_contract::mixer::HashedMap;
use torneo_contract::{Turn, refuse};

use super::node::{self, Cards, Kind, Payoff};
use crate::equilibrium::{Interval, MatrixSolver};
use crate::meter::Meter;
use crate::{
    Control, Expander, Identity, Position, Positions, Successor, Successors, Terms, Unsolved, sample,
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
    /// The positions that wait for their turn on the line that is being looked at: the successors of its first
    /// position, then those of its second, and so on.
    waiting: Successors,
    /// The position that is being expanded.
    current: Box<dyn Positions>,
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
            waiting: Successors::new(expander),
            current: expander.list(),
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
        let terms = Terms::of(Identity::Symmetric);
        let found = self.expander.enter(self.root, terms, &mut *self.waiting.positions);
        self.waiting.all.push(found);
        let value = self.value(0)?;
        self.waiting.truncate(0);
        Ok(value)
    }

    /// The bounds of the values of all positions that follow one.
    ///
    /// # Errors
    /// As [`root_value`](Induction::root_value).
    pub fn after(&mut self, position: Position<'_>) -> Result<Vec<Interval>, Unsolved> {
        self.expander.expand(position, Terms::of(Identity::Symmetric), &mut self.waiting);
        let values = self.each(0..self.waiting.all.len())?;
        self.waiting.truncate(0);
        Ok(values)
    }

    fn each(&mut self, numbers: Range<usize>) -> Result<Vec<Interval>, Unsolved> {
        numbers.map(|number| self.value(number)).collect()
    }

    /// The bounds of the value of a position that waits.
    fn value(&mut self, number: usize) -> Result<Interval, Unsolved> {
        let Successor { turn, end, key, .. } = self.waiting.all[number];
        if let Some(end) = &end {
            return Ok([self.payoff.of(end); 2]);
        }
        match self.values.entry(key) {
            Entry::Occupied(known) if *known.get() == OPEN => {
                refuse!("a position comes back, and no length rule's count tells its visits apart");
            }
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(place) => place.insert(OPEN),
        };
        self.check()?;
        // Where some successors may not matter, only those that do are given keys.
        let mixed = matches!((turn, self.cards), (Turn::Chance, _) | (Turn::Simultaneous(_), Cards::Hidden));
        let terms = Terms::of(if mixed { Identity::Symmetric } else { Identity::None });
        let first = self.waiting.all.len();
        self.current.set(self.waiting.positions.at(number));
        self.expander.append(self.current.at(0), terms, &mut self.waiting);
        let next = first..self.waiting.all.len();
        let kind = node::kind_of(turn, self.waiting.columns, &self.waiting.all[next.clone()])?;
        self.check_waiting()?;
        let value = if mixed {
            let payoffs = self.each(next.clone())?;
            let weights = node::probabilities(kind, &self.waiting.all[next]);
            node::value(kind, &payoffs, &weights, self.cards, &mut self.solver)
        } else {
            self.in_the_open(kind, next)?
        };
        self.waiting.truncate(first);
        self.joint += u64::from(matches!(kind, Kind::Both(_)));
        self.values.insert(key, value);
        Ok(value)
    }

    /// The value of a position that waits without a key.
    fn value_of_unkeyed(&mut self, number: usize) -> Result<Interval, Unsolved> {
        if self.waiting.all[number].end.is_none() {
            let position = self.waiting.positions.at(number);
            self.waiting.all[number].key = self.expander.key(position, Identity::Symmetric);
        }
        self.value(number)
    }

    /// The value of a turn in which nobody mixes: one seat chooses, and where both do, the other one answers. Answers
    /// and choices that cannot matter any more are left out.
    fn in_the_open(&mut self, kind: Kind, next: Range<usize>) -> Result<Interval, Unsolved> {
        let columns = if let Kind::Both(columns) = kind { columns as usize } else { 1 };
        let rows = next.len() / columns;
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
                let [low, high] = seen(self.value_of_unkeyed(next.start + row * columns + column)?);
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
            self.meter.tell(self.control, || "values of positions".to_owned(), positions as u64, None);
        }
        Ok(())
    }

    /// Refuses a game whose turns have so many successors that those of one line do not fit.
    fn check_waiting(&self) -> Result<(), Unsolved> {
        let (positions, bytes) = (self.waiting.all.len() as u64, self.control.memory);
        if positions * self.expander.position_bytes() as u64 <= bytes {
            return Ok(());
        }
        self.estimate()?;
        Err(Unsolved::MemoryFull { positions, bytes })
    }

    /// Refuses a game that certainly has too many positions.
    fn estimate(&self) -> Result<(), Unsolved> {
        let each = (BYTES_EACH, SECONDS_EACH);
        sample::refuse_too_many(self.expander, self.root, Identity::Symmetric, each, self.control)
    }
}
