//! Backward induction for games in which no position comes back.

use std::collections::hash_map::Entry;

use torneo_contract::{Playable, Turn};

use super::matrix::{Interval, MatrixSolver};
use super::node::{self, Cards, Kind, Payoff, Successors};
use crate::parts::mixer::HashedMap;
use crate::solver::meter::Meter;
use crate::solver::{Control, Needs, Progress, Unsolved, sample};

/// The bounds of a position whose value is being found.
const OPEN: Interval = [f64::INFINITY; 2];
const CHECK_EVERY: usize = 1 << 10;
/// Positions after which the whole is estimated, what one takes in a table that is two thirds full, and the
/// seconds that it takes.
const PROBE: usize = 200_000;
const BYTES_EACH: f64 = 38.0;
const SECONDS_EACH: f64 = 1e-5;

/// Values of positions, each found once from those of its successors.
pub struct Induction<'a, G: Playable> {
    game: &'a G,
    payoff: Payoff,
    cards: Cards,
    control: &'a Control<'a>,
    values: HashedMap<Interval>,
    solver: MatrixSolver,
    joint: u64,
    root: G::Position,
    meter: Meter,
    /// Positions that wait for their turn on the line that is being looked at.
    waiting: usize,
}

impl<'a, G: Playable> Induction<'a, G> {
    /// Nothing is known of what follows `root`.
    pub fn new(
        game: &'a G,
        root: &G::Position,
        payoff: Payoff,
        cards: Cards,
        control: &'a Control<'a>,
    ) -> Induction<'a, G> {
        let (values, solver, root) = (HashedMap::default(), MatrixSolver::default(), root.clone());
        Induction {
            game,
            payoff,
            cards,
            control,
            values,
            solver,
            joint: 0,
            root,
            meter: Meter::new(),
            waiting: 0,
        }
    }

    /// Positions whose value is known, and joint choices among them.
    pub fn counts(&self) -> [u64; 2] {
        [self.values.len() as u64, self.joint]
    }

    /// The bounds of a position's value.
    ///
    /// # Errors
    /// A position that comes back, a full memory, a run ended from outside.
    pub fn value(&mut self, position: &G::Position) -> Result<Interval, Unsolved> {
        if self.game.turn(position) == Turn::Over {
            return Ok([self.payoff.of(&self.game.outcome(position)); 2]);
        }
        let key = self.game.symmetric_hash(position);
        match self.values.entry(key) {
            Entry::Occupied(known) if *known.get() == OPEN => {
                return Err(Unsolved::Unfit(
                    "a position comes back, and no length rule's count tells its visits apart".into(),
                ));
            }
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(place) => place.insert(OPEN),
        };
        self.check()?;
        let next = node::successors(self.game, position)?;
        self.waiting += next.positions.len();
        self.check_waiting()?;
        let found = match (next.kind, self.cards) {
            (Kind::Chance, _) | (Kind::Both(_), Cards::Hidden) => {
                let payoffs =
                    next.positions.iter().map(|next| self.value(next)).collect::<Result<Vec<_>, _>>()?;
                node::value(next.kind, &payoffs, &next.weights, self.cards, &mut self.solver)
            }
            _ => self.in_the_open(&next)?,
        };
        self.waiting -= next.positions.len();
        self.joint += u64::from(matches!(next.kind, Kind::Both(_)));
        self.values.insert(key, found);
        Ok(found)
    }

    /// The value of a turn in which nobody mixes: one seat chooses, and where both do, the other one answers. Answers
    /// and choices that cannot matter any more are left out.
    fn in_the_open(&mut self, next: &Successors<G::Position>) -> Result<Interval, Unsolved> {
        let columns = if let Kind::Both(columns) = next.kind { columns as usize } else { 1 };
        let rows = next.positions.len() / columns;
        let second_chooses = next.kind == Kind::Second
            || matches!(next.kind, Kind::Both(_)) && self.cards == Cards::SecondShows;
        let by_columns = second_chooses && next.kind != Kind::Second;
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
                let [low, high] = seen(self.value(&next.positions[row * columns + column])?);
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
        if positions * size_of::<G::Position>() as u64 <= bytes {
            return Ok(());
        }
        self.estimate()?;
        Err(Unsolved::MemoryFull { positions, bytes })
    }

    /// Refuses a game that certainly has too many positions.
    fn estimate(&self) -> Result<(), Unsolved> {
        let (game, memory) = (self.game, self.control.memory as f64);
        let key = |position: &G::Position| game.symmetric_hash(position);
        let positions = sample::fewest_positions(game, &self.root, key, memory / BYTES_EACH, self.control)?;
        let needs = Needs { positions, bytes: positions * BYTES_EACH, seconds: positions * SECONDS_EACH };
        if needs.bytes > memory { Err(Unsolved::TooLarge(needs)) } else { Ok(()) }
    }
}
