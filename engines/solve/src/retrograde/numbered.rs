//! Retrograde analysis of numbered positions, one byte for each.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;
use torneo_contract::{Number, Numbering, Standing, refuse};

use crate::meter::Meter;
use crate::{Control, Needs, Unsolved};

/// What the byte of a number says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// No forced end: play goes on for ever.
    Endless,
    /// The end is forced in this number of plies. Seats move in turn, and an end is the loss of the side to
    /// move. So the side to move loses if the number is even and wins if it is odd.
    Plies(u32),
    /// The number is not in use.
    Unused,
}

impl Code {
    /// What a byte says.
    #[inline]
    pub fn of(byte: u8) -> Code {
        match byte {
            ENDLESS => Code::Endless,
            UNUSED => Code::Unused,
            byte => Code::Plies(u32::from(byte) - 1),
        }
    }
}

const ENDLESS: u8 = 0;
const UNUSED: u8 = u8::MAX;
/// The longest forced end that a byte can tell; it is a win.
const MOST_PLIES: usize = UNUSED as usize - 2;

/// The counter of a position with a successor that is known not to be won by the opponent: it is never lost.
const SAFE: u8 = u8::MAX;

/// Numbers that a thread handles at once.
const CHUNK: usize = 1 << 14;

/// Bytes for each number of the layer at work besides its own: its counter, and its place in a list.
const WORKING_BYTES: f64 = 5.0;
/// Seconds for each number on one thread, a rough figure.
const SECONDS: f64 = 1.2e-6;

/// What a table of the layers below `layers` needs.
pub fn needs(numbering: &dyn Numbering, layers: u32, threads: usize) -> Needs {
    let sizes = || (0..layers).map(|layer| f64::from(numbering.size(layer)));
    let positions: f64 = sizes().sum();
    let largest = sizes().fold(0.0, f64::max);
    let (bytes, seconds) = (positions + WORKING_BYTES * largest, SECONDS * positions / threads as f64);
    Needs { positions, bytes, seconds }
}

/// Solves a layer, given all lower ones: one byte for each number.
///
/// The classic procedure takes one ply of depth after the other (Stroehlein, *Untersuchungen ueber
/// kombinatorische Spiele*, 1970; Thompson, "Retrograde Analysis of Certain Endgames", 1986). Each position
/// before a loss is a win. Each position has a counter of its successors that the opponent has not yet won;
/// it is a loss when the counter reaches 0.
///
/// # Errors
/// [`Unsolved::Interrupted`], or an end too far away for a byte.
pub fn solve_layer(
    numbering: &dyn Numbering,
    layer: u32,
    lower: &[Vec<u8>],
    control: &Control,
) -> Result<Vec<u8>, Unsolved> {
    let size = numbering.size(layer) as usize;
    let bytes = || (0..size).into_par_iter().map(|_| AtomicU8::new(0)).collect::<Vec<_>>();
    let work = Work {
        numbering,
        layer,
        lower,
        control,
        name: numbering.layer_name(layer),
        codes: bytes(),
        counters: bytes(),
        scheduled: (0..=MOST_PLIES).map(|_| Mutex::default()).collect(),
        set_up: AtomicU64::new(0),
        meter: Meter::new(),
    };
    work.set_up()?;
    work.go_back()?;
    Ok(work.codes.into_par_iter().map(AtomicU8::into_inner).collect())
}

struct Work<'a> {
    numbering: &'a dyn Numbering,
    layer: u32,
    lower: &'a [Vec<u8>],
    control: &'a Control<'a>,
    name: String,
    /// The table in the making.
    codes: Vec<AtomicU8>,
    /// Of each position the successors in the layer that are not yet known to be won by the opponent, or [`SAFE`].
    counters: Vec<AtomicU8>,
    /// By plies: positions that are decided that far from the end if not sooner.
    scheduled: Vec<Mutex<Vec<u32>>>,
    /// Numbers set up so far.
    set_up: AtomicU64,
    meter: Meter,
}

impl Work<'_> {
    fn tell(&self, what: &str, done: u64, total: Option<u64>) {
        self.meter.tell(self.control, || format!("{}: {what}", self.name), done, total);
    }

    #[inline]
    fn number_of(&self, index: u32) -> Number {
        Number { layer: self.layer, index }
    }

    /// The code of a number that is solved, in this layer or below.
    #[inline]
    fn code(&self, number: Number) -> Code {
        let index = number.index as usize;
        Code::of(if number.layer == self.layer {
            self.codes[index].load(Ordering::Relaxed)
        } else {
            self.lower[number.layer as usize][index]
        })
    }

    /// Counts successors, and schedules what is decided by the end of the game or by lower layers.
    fn set_up(&self) -> Result<(), Unsolved> {
        let size = self.codes.len();
        (0..size.div_ceil(CHUNK)).into_par_iter().try_for_each(|chunk| {
            self.control.check()?;
            let mut successors = Vec::new();
            let mut found: Vec<(u32, u32)> = Vec::new();
            let numbers = chunk * CHUNK..size.min((chunk + 1) * CHUNK);
            let count = numbers.len() as u64;
            for number in numbers {
                if let Some(plies) = self.look_ahead(number as u32, &mut successors) {
                    found.push((plies, number as u32));
                }
            }
            self.schedule(found)?;
            let done = self.set_up.fetch_add(count, Ordering::Relaxed) + count;
            self.tell("moves", done, Some(size as u64));
            Ok(())
        })
    }

    /// Sets a position's counter; the plies to its end if that is known by now.
    #[inline]
    fn look_ahead(&self, index: u32, successors: &mut Vec<Number>) -> Option<u32> {
        let (number, place) = (self.number_of(index), index as usize);
        successors.clear();
        match self.numbering.successors(number, successors) {
            Standing::Unused => {
                self.codes[place].store(UNUSED, Ordering::Relaxed);
                return None;
            }
            Standing::Lost => return Some(0),
            Standing::Open => {}
        }
        let (mut counter, mut safe) = (0usize, false);
        let (mut win, mut loss) = (u32::MAX, 0);
        for next in successors.iter() {
            if next.layer == self.layer {
                counter += 1;
                continue;
            }
            debug_assert!(next.layer < self.layer, "moves lead to this layer or a lower one");
            match self.code(*next) {
                Code::Plies(plies) if plies.is_multiple_of(2) => win = win.min(plies + 1),
                Code::Plies(plies) => loss = loss.max(plies + 1),
                Code::Endless | Code::Unused => safe = true,
            }
        }
        safe |= win != u32::MAX;
        assert!(counter < SAFE as usize, "a position has at most 254 successors");
        self.counters[place].store(if safe { SAFE } else { counter as u8 }, Ordering::Relaxed);
        if win != u32::MAX { Some(win) } else { (!safe && counter == 0).then_some(loss) }
    }

    /// Notes positions to be decided so many plies from the end.
    fn schedule(&self, mut found: Vec<(u32, u32)>) -> Result<(), Unsolved> {
        found.sort_unstable();
        for group in found.chunk_by(|a, b| a.0 == b.0) {
            let plies = group[0].0 as usize;
            let Some(list) = self.scheduled.get(plies) else {
                refuse!("{}: a forced end is more than {MOST_PLIES} plies away", self.name);
            };
            let mut list = list.lock().expect("no thread has panicked");
            list.extend(group.iter().map(|&(_, index)| index));
        }
        Ok(())
    }

    /// Decides a position; false if it is decided already.
    #[inline]
    fn decide(&self, index: u32, plies: usize) -> bool {
        let code = &self.codes[index as usize];
        code.compare_exchange(ENDLESS, plies as u8 + 1, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// From the ends back, one ply at a time.
    fn go_back(&self) -> Result<(), Unsolved> {
        let mut fresh: Vec<u32> = Vec::new();
        let mut done = 0;
        for plies in 0..=MOST_PLIES {
            let scheduled =
                std::mem::take(&mut *self.scheduled[plies].lock().expect("no thread has panicked"));
            fresh.par_extend(scheduled.into_par_iter().filter(|&index| self.decide(index, plies)));
            done += fresh.len() as u64;
            self.tell(&format!("depth {plies}"), done, None);
            let chunks = fresh.par_chunks(CHUNK);
            let next: Result<Vec<Vec<u32>>, Unsolved> =
                chunks.map(|chunk| self.decide_before(chunk, plies)).collect();
            fresh = next?.concat();
        }
        debug_assert!(fresh.is_empty(), "later ends are refused");
        Ok(())
    }

    /// Goes from positions that are decided in `plies` to those before them; those that it decides.
    fn decide_before(&self, decided: &[u32], plies: usize) -> Result<Vec<u32>, Unsolved> {
        self.control.check()?;
        let (mut predecessors, mut successors) = (Vec::new(), Vec::new());
        let (mut next, mut later) = (Vec::new(), Vec::new());
        for &index in decided {
            predecessors.clear();
            self.numbering.predecessors(self.number_of(index), &mut predecessors);
            for &earlier in &predecessors {
                let place = earlier as usize;
                if self.codes[place].load(Ordering::Relaxed) != ENDLESS {
                    continue;
                }
                if plies.is_multiple_of(2) {
                    if self.decide(earlier, plies + 1) {
                        next.push(earlier);
                    }
                } else if self.counters[place].load(Ordering::Relaxed) != SAFE
                    && self.counters[place].fetch_sub(1, Ordering::Relaxed) == 1
                {
                    let loss = self.latest(earlier, &mut successors) + 1;
                    if loss as usize == plies + 1 && plies < MOST_PLIES {
                        self.decide(earlier, plies + 1);
                        next.push(earlier);
                    } else {
                        later.push((loss, earlier));
                    }
                }
            }
        }
        self.schedule(later)?;
        Ok(next)
    }

    /// The longest way to the end among the successors, all of which are decided.
    fn latest(&self, index: u32, successors: &mut Vec<Number>) -> u32 {
        successors.clear();
        self.numbering.successors(self.number_of(index), successors);
        let plies = successors.iter().map(|&next| match self.code(next) {
            Code::Plies(plies) => plies,
            code => unreachable!("{code:?} is no win"),
        });
        plies.max().unwrap_or(0)
    }
}
