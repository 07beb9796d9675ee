//! The numbers of a scene in an array of a fixed shape.

use std::collections::BTreeMap;

use torneo_contract::Seat;
use torneo_contract::mixer::{HashedMap, hash_of};

use crate::atoms::{Sink, Spot};
use crate::frame::Frame;

/// Numbers that concern the whole scene are spread over planes of the grid if there are at most so many.
const MOST_SPREAD: usize = 128;
/// An array of planes has at most so many numbers.
const MOST_NUMBERS: usize = 200_000;
/// Numbers beyond these bounds are cut off and count among the rest.
pub const LARGEST: f32 = 1_000_000.0;
/// Numbers that stand for everything that has no place of its own.
const REST: usize = 4;
/// Places that are entered already and are shown by their numbers.
pub const PENDING: usize = 4;
/// Wordings of one text that have a place of their own.
const MOST_WORDINGS: usize = 24;

/// What the number at an index of an array means.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Slot {
    /// A plane of cells.
    Plane(usize),
    /// One number for the scene as a whole.
    Whole(usize),
    /// The same in every scene that was seen, so that it is left out.
    Always,
}

/// What a number of a scene does to an observation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Effect {
    /// Adds to the cell of a plane.
    Plane(u32, f32),
    /// Adds to a number for the scene as a whole.
    Whole(u32, f32),
    /// Adds a word to what is always the same.
    Always(u64),
    /// Adds a word to the fingerprint of everything else.
    Rest(u64),
}

/// The shape of an observation, and what each of its numbers means.
#[derive(Clone, Debug)]
pub struct Layout {
    frame: Frame,
    slots: HashedMap<Slot>,
    /// What the planes of cells show, in their order.
    pub planes: Vec<String>,
    /// What the other numbers are, in their order.
    pub wholes: Vec<String>,
    /// The combined hash of the numbers that are left out.
    always: u64,
    spread: bool,
    /// The index of the first number of what concerns the whole scene.
    first: usize,
}

/// What was seen of a key.
struct Seen {
    cell: bool,
    name: String,
    /// The only value, as long as there is only one.
    value: Option<f32>,
    times: u64,
}

/// The keys that the scenes of some games have.
#[derive(Default)]
pub struct Survey {
    keys: HashedMap<Seen>,
    views: u64,
}

impl Survey {
    /// Takes the next view of a scene.
    pub fn next_view(&mut self) -> &mut Survey {
        self.views += 1;
        self
    }
}

impl Sink for Survey {
    fn put(&mut self, key: u64, spot: Spot, value: f32, name: &dyn Fn() -> String) {
        let cell = spot != Spot::Whole;
        let fresh = || Seen { cell, name: name(), value: Some(value), times: 0 };
        let seen = self.keys.entry(key).or_insert_with(fresh);
        seen.times += 1;
        if seen.value != Some(value) {
            seen.value = None;
        }
    }
}

/// The name of the text of which a key is a wording, or a number in one.
fn text_of(name: &str) -> Option<&str> {
    name.rsplit_once(" `").map(|(text, _)| text)
}

/// A key with a value, as one word of a sum that does not depend on the order.
fn word(key: u64, value: f32) -> u64 {
    hash_of(&(key, value.to_bits()))
}

impl Layout {
    /// The layout of scenes with these keys.
    pub fn new(frame: Frame, survey: Survey) -> Layout {
        let mut named: Vec<(u64, Seen)> = survey.keys.into_iter().collect();
        named.sort_by(|(key, one), (other, two)| {
            (two.cell, &one.name, key).cmp(&(one.cell, &two.name, other))
        });
        let mut wordings: BTreeMap<String, usize> = BTreeMap::new();
        for (_, seen) in &named {
            if let Some(text) = text_of(&seen.name) {
                *wordings.entry(text.to_owned()).or_default() += 1;
            }
        }
        let common = |name: &str| text_of(name).is_none_or(|text| wordings[text] <= MOST_WORDINGS);
        let (mut slots, mut planes, mut wholes) = (HashedMap::default(), Vec::new(), Vec::new());
        let mut always = 0_u64;
        for (key, seen) in named {
            let slot = match seen {
                Seen { cell: true, .. } => Slot::Plane(planes.len()),
                Seen { value: Some(value), times, .. } if times == survey.views => {
                    always = always.wrapping_add(word(key, value));
                    Slot::Always
                }
                _ if !common(&seen.name) => continue,
                _ => Slot::Whole(wholes.len()),
            };
            match slot {
                Slot::Plane(_) => planes.push(seen.name),
                Slot::Whole(_) => wholes.push(seen.name),
                Slot::Always => {}
            }
            slots.insert(key, slot);
        }
        planes.push("entered already".to_owned());
        wholes.extend((1..=PENDING).map(|number| format!("place entered already, {number}")));
        wholes.extend((1..=REST).map(|number| format!("fingerprint of everything else, {number}")));
        let numbers = (planes.len() + wholes.len()) * frame.cells();
        let spread = frame.grid().is_some() && wholes.len() <= MOST_SPREAD && numbers <= MOST_NUMBERS;
        let first = planes.len() * frame.cells();
        Layout { frame, slots, planes, wholes, always, spread, first }
    }

    /// Where the sites lie.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Channels, rows and columns; or only a length, where the board has no rows and columns or too much lies beside it.
    pub fn shape(&self) -> Vec<usize> {
        match self.frame.grid() {
            Some((rows, columns)) if self.spread => {
                vec![self.planes.len() + self.wholes.len(), rows, columns]
            }
            _ => vec![self.planes.len() * self.frame.cells() + self.wholes.len()],
        }
    }

    /// How many numbers an observation has.
    pub fn size(&self) -> usize {
        self.shape().iter().product()
    }

    /// An observation to be filled in. What it held before is lost. `written` is what is written now.
    pub fn fill<'a>(&'a self, numbers: &'a mut [f32], written: &'a mut Written) -> Filling<'a> {
        numbers.fill(0.0);
        *written = Written::default();
        self.fill_again(numbers, written)
    }

    /// An observation to be filled in. It holds only zeros, and what was filled in last with the same
    /// `written`.
    pub fn fill_again<'a>(&'a self, numbers: &'a mut [f32], written: &'a mut Written) -> Filling<'a> {
        written.forget(numbers, 0);
        written.base = None;
        written.next.clear();
        written.next.resize(if self.spread { self.wholes.len() } else { 0 }, 0.0);
        Filling { layout: self, cells: self.frame.cells(), numbers, written, always: 0, rest: 0 }
    }

    /// An observation that shows this view already, apart from what the seat has entered. None if it shows
    /// another view.
    pub fn fill_on<'a>(
        &'a self,
        numbers: &'a mut [f32],
        written: &'a mut Written,
        view: View,
    ) -> Option<Filling<'a>> {
        let Base { cells, always, rest, .. } = written.base.filter(|base| base.view == view)?;
        written.forget(numbers, cells);
        if self.spread {
            written.next.clone_from(&written.wholes);
            let first = self.wholes.len() - REST - PENDING;
            written.next[first..].fill(0.0);
        }
        Some(Filling { layout: self, cells: self.frame.cells(), numbers, written, always, rest })
    }

    /// What a number does. Numbers beyond the bounds, and those that have no place, count among the rest.
    #[inline]
    pub fn effect(&self, key: u64, spot: Spot, value: f32) -> Effect {
        let fits = value.abs() <= LARGEST;
        match (self.slots.get(&key), spot) {
            (Some(&Slot::Plane(plane)), Spot::Cell(_)) if fits => Effect::Plane(plane as u32, value),
            (Some(&Slot::Whole(whole)), Spot::Whole) if fits => Effect::Whole(whole as u32, value),
            (Some(&Slot::Always), Spot::Whole) => Effect::Always(word(key, value)),
            _ => Effect::Rest(hash_of(&(key, value.to_bits(), place(spot)))),
        }
    }
}

/// What a seat sees of a position: the game in progress, the plies played in it, and the seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The game, by a number that no other one has.
    pub game: u64,
    /// The plies played.
    pub plies: u64,
    /// Who looks.
    pub seat: Seat,
}

/// An observation up to what the seat has entered.
#[derive(Clone, Copy, Debug)]
struct Base {
    view: View,
    /// How many indices there were.
    cells: usize,
    always: u64,
    rest: u64,
}

/// What was written into an observation, so that only what differs is written the next time.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The indices of the numbers that were written one by one.
    cells: Vec<u32>,
    /// The numbers that concern the whole scene, where each is spread over a plane, and those that are to be written.
    wholes: Vec<f32>,
    next: Vec<f32>,
    base: Option<Base>,
}

impl Written {
    /// Clears the numbers that were written one by one, except for the first ones.
    fn forget(&mut self, numbers: &mut [f32], first: usize) {
        for index in self.cells.drain(first..) {
            numbers[index as usize] = 0.0;
        }
    }
}

/// An observation that is being filled in.
pub struct Filling<'a> {
    layout: &'a Layout,
    cells: usize,
    numbers: &'a mut [f32],
    written: &'a mut Written,
    always: u64,
    rest: u64,
}

impl Filling<'_> {
    #[inline]
    fn add_number(&mut self, index: usize, value: f32) {
        self.numbers[index] += value;
        self.written.cells.push(index as u32);
    }

    #[inline]
    fn add_cell(&mut self, plane: usize, cell: usize, value: f32) {
        self.add_number(plane * self.cells + cell, value);
    }

    #[inline]
    fn add_whole(&mut self, whole: usize, value: f32) {
        if self.layout.spread {
            self.written.next[whole] += value;
        } else if value != 0.0 {
            self.add_number(self.layout.first + whole, value);
        }
    }

    /// Notes that everything that a view shows is filled in, apart from what the seat has entered.
    pub fn note(&mut self, view: View) {
        let cells = self.written.cells.len();
        self.written.base = Some(Base { view, cells, always: self.always, rest: self.rest });
    }

    /// Adds a number that belongs to this cell, or to the scene as a whole.
    #[inline]
    pub fn apply(&mut self, effect: Effect, cell: usize) {
        match effect {
            Effect::Plane(plane, value) => self.add_cell(plane as usize, cell, value),
            Effect::Whole(whole, value) => self.add_whole(whole as usize, value),
            Effect::Always(word) => self.always = self.always.wrapping_add(word),
            Effect::Rest(word) => self.rest = self.rest.wrapping_add(word),
        }
    }

    /// Marks a place that is entered already: its cell, and its number counted from 1.
    pub fn pending(&mut self, order: usize, cell: Option<usize>, number: u32) {
        if let Some(cell) = cell {
            self.add_cell(self.layout.planes.len() - 1, cell, (order + 1) as f32);
        }
        if order < PENDING {
            self.add_whole(self.layout.wholes.len() - REST - PENDING + order, (number + 1) as f32);
        } else {
            self.rest = self.rest.wrapping_add(hash_of(&(order, number)));
        }
    }

    /// Writes the fingerprint of everything that has no place of its own: 0 if there is nothing such.
    pub fn finish(mut self) {
        let rest = self.rest.wrapping_add(self.always.wrapping_sub(self.layout.always));
        for part in 0..REST {
            let value = (rest >> (16 * part) & 0xffff) as f32 / 65_536.0;
            self.add_whole(self.layout.wholes.len() - REST + part, value);
        }
        if self.layout.spread {
            self.spread();
        }
    }

    /// Writes the planes of the numbers of the whole scene that differ from what was written last.
    fn spread(self) {
        let Written { wholes, next, .. } = self.written;
        wholes.resize(next.len(), 0.0);
        let planes = self.numbers[self.layout.first..].chunks_exact_mut(self.cells);
        for (plane, (shown, number)) in planes.zip(wholes.iter_mut().zip(&*next)) {
            if *shown != *number {
                plane.fill(*number);
                *shown = *number;
            }
        }
    }
}

impl Sink for Filling<'_> {
    fn put(&mut self, key: u64, spot: Spot, value: f32, _name: &dyn Fn() -> String) {
        let cell = if let Spot::Cell(cell) = spot { cell } else { 0 };
        self.apply(self.layout.effect(key, spot, value), cell);
    }
}

/// A spot as a number.
fn place(spot: Spot) -> usize {
    match spot {
        Spot::Cell(cell) => cell + 1,
        Spot::Whole => 0,
    }
}
