//! The numbers of an observation in an array of a fixed shape.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use torneo_contract::Seat;
use torneo_contract::mixer::hash_of;
use torneo_contract::session::Session;

use crate::Form;
use crate::cells::Cells;
use crate::frame::Frame;
use crate::sight::{Seen, Sight};

/// An array of planes has at most so many numbers.
const MOST_NUMBERS: usize = 200_000;
/// Numbers beyond these bounds are cut off and count among the rest.
pub const LARGEST: f32 = 1_000_000.0;
/// Numbers that stand for everything that has no place of its own.
const REST: usize = 4;
/// Places that are entered already and are shown by their numbers in the first version.
const PENDING: usize = 4;

/// What was entered of an action and is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entered {
    /// Nothing: every action is entered in one step.
    Nothing,
    /// The numbers of the first places, and cells by their order.
    Numbers,
    /// Cells and this number of slots beside them, the last one with 1, the one before with 1/2, and so on.
    Places(usize),
}

/// What learners see of a game that says so itself, in place of its pieces and fields.
pub trait Tensor: Debug + Send + Sync {
    /// The shape, the same for every position.
    fn shape(&self) -> &[usize];

    /// Writes what a seat sees of a position over `numbers`, which has the length of the shape.
    fn fill(&self, session: &dyn Session, seat: Seat, numbers: &mut [f32]);
}

/// The name of what a game itself gives.
const TENSOR: &str = "tensor";

/// The shape of an observation, and what each of its numbers means.
#[derive(Clone, Debug)]
pub struct Layout {
    frame: Frame,
    /// What is seen of positions.
    pub(crate) sight: Sight,
    /// What the planes of cells show, in their order.
    pub planes: Vec<String>,
    /// What the other numbers are, in their order.
    pub wholes: Vec<String>,
    spread: bool,
    /// The index of the first number of what concerns the whole table.
    first: usize,
    entered: Entered,
    /// The indices of the numbers of what was entered, and of the fingerprint.
    pending: Range<usize>,
    rest: Range<usize>,
    /// The cells of the sites as the seats see them to whom the board is turned.
    turned: Vec<Cells>,
    /// What is seen in place of all this.
    pub(crate) tensor: Option<Arc<dyn Tensor>>,
}

impl Layout {
    /// The layout of what is seen in a frame. `turned` are the cells for the seats to whom the board is turned.
    pub fn new(form: Form, frame: Frame, seen: Seen, entered: Entered, turned: Vec<Cells>) -> Layout {
        let Seen { sight, mut planes, mut wholes } = seen;
        let pending = match entered {
            Entered::Nothing => 0,
            Entered::Numbers => PENDING,
            Entered::Places(slots) => slots,
        };
        if entered != Entered::Nothing {
            planes.push("entered already".to_owned());
        }
        let what = if entered == Entered::Numbers { "place" } else { "slot" };
        let pending = wholes.len()..wholes.len() + pending;
        wholes.extend((1..=pending.len()).map(|number| format!("{what} entered already, {number}")));
        let rest = wholes.len()..wholes.len() + if form.has_fingerprint() { REST } else { 0 };
        wholes.extend((1..=rest.len()).map(|number| format!("fingerprint of everything else, {number}")));
        let numbers = (planes.len() + wholes.len()) * frame.cells();
        let spread = frame.grid().is_some() && wholes.len() <= form.most_spread() && numbers <= MOST_NUMBERS;
        let first = planes.len() * frame.cells();
        let tensor = None;
        Layout { frame, sight, planes, wholes, spread, first, entered, pending, rest, turned, tensor }
    }

    /// The same places for actions, with what the game itself gives as observations.
    #[must_use]
    pub fn seen_as(mut self, tensor: Arc<dyn Tensor>) -> Layout {
        (self.planes, self.wholes) = (Vec::new(), Vec::new());
        self.tensor = Some(tensor);
        self
    }

    /// Where the sites lie.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The cells of the sites as a seat sees them. `moving` are those of a table that grows.
    #[inline]
    pub fn located<'a>(&'a self, seat: Seat, moving: &'a Cells) -> &'a Cells {
        self.turned.get(seat.index()).unwrap_or_else(|| self.frame.located(moving))
    }

    /// Whether the board is turned to the seat that looks.
    pub fn is_turned(&self) -> bool {
        !self.turned.is_empty()
    }

    /// The names of the channels or, where the array has one dimension, of the planes of cells and of the numbers after them. Each
    /// comes with its indices in the array as a single row.
    pub fn names(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        let cells = self.frame.cells();
        let whole = if self.spread { cells } else { 1 };
        let planes = self.planes.iter().enumerate().map(move |(plane, name)| (name, plane * cells, cells));
        let wholes = self.wholes.iter().enumerate();
        let wholes = wholes.map(move |(number, name)| (name, self.first + number * whole, whole));
        let tensor = self.tensor.iter().map(|_| (TENSOR, 0..self.size()));
        tensor.chain(planes.chain(wholes).map(|(name, first, length)| (name.as_str(), first..first + length)))
    }

    /// What becomes of each number of an observation if each cell becomes another one.
    pub fn permuted(&self, cell: impl Fn(usize) -> usize) -> Vec<usize> {
        let cells = self.frame.cells();
        let image = |number: usize| match number.checked_div(cells) {
            Some(plane) if number < self.first || self.spread => plane * cells + cell(number % cells),
            _ => number,
        };
        (0..self.size()).map(image).collect()
    }

    /// Channels, rows and columns; or only a length, where the board has no rows and columns or too much lies beside it. What the
    /// game itself gives has a shape of its own.
    pub fn shape(&self) -> Vec<usize> {
        if let Some(tensor) = &self.tensor {
            return tensor.shape().to_vec();
        }
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

    /// An observation to be filled in. It holds only zeros, and what was filled in last with the same
    /// `written`.
    pub fn fill_again<'a>(&'a self, numbers: &'a mut [f32], written: &'a mut Written) -> Filling<'a> {
        written.forget(numbers, 0);
        written.base = None;
        written.next.clear();
        written.next.resize(if self.spread { self.wholes.len() } else { 0 }, 0.0);
        Filling { layout: self, cells: self.frame.cells(), numbers, written, rest: 0 }
    }

    /// An observation that shows this view already, apart from what the seat has entered. None if it shows
    /// another view.
    pub fn fill_on<'a>(
        &'a self,
        numbers: &'a mut [f32],
        written: &'a mut Written,
        view: View,
    ) -> Option<Filling<'a>> {
        let Base { cells, rest, .. } = written.base.filter(|base| base.view == view)?;
        written.forget(numbers, cells);
        if self.spread {
            written.next.clone_from(&written.wholes);
            written.next[self.pending.start..].fill(0.0);
        }
        Some(Filling { layout: self, cells: self.frame.cells(), numbers, written, rest })
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
    rest: u64,
}

/// What was written into an observation, so that only what differs is written the next time.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The indices of the numbers that were written one by one.
    cells: Vec<u32>,
    /// The numbers that concern the whole table, where each is spread over a plane, and those that are to be written.
    wholes: Vec<f32>,
    next: Vec<f32>,
    base: Option<Base>,
}

impl Written {
    /// Whether this view is the one that was written, which it is from now on.
    pub(crate) fn is_of(&mut self, view: View) -> bool {
        let is_same = self.base.is_some_and(|base| base.view == view);
        self.base = Some(Base { view, cells: 0, rest: 0 });
        is_same
    }

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
    rest: u64,
}

impl Filling<'_> {
    #[inline]
    fn add_number(&mut self, index: usize, value: f32) {
        self.numbers[index] += value;
        self.written.cells.push(index as u32);
    }

    /// Adds to a cell of a plane.
    #[inline]
    pub fn add_cell(&mut self, plane: usize, cell: usize, value: f32) {
        self.add_number(plane * self.cells + cell, value);
    }

    /// Adds to a number for the table as a whole.
    #[inline]
    pub fn add_whole(&mut self, whole: usize, value: f32) {
        if self.layout.spread {
            self.written.next[whole] += value;
        } else if value != 0.0 {
            self.add_number(self.layout.first + whole, value);
        }
    }

    /// Notes that everything that a view shows is filled in, apart from what the seat has entered.
    pub fn note(&mut self, view: View) {
        let cells = self.written.cells.len();
        self.written.base = Some(Base { view, cells, rest: self.rest });
    }

    /// Adds a word to the fingerprint of everything else.
    #[inline]
    pub fn add_rest(&mut self, word: u64) {
        self.rest = self.rest.wrapping_add(word);
    }

    /// Marks the places that are entered already, by their numbers.
    pub fn enter(&mut self, numbers: &[u32]) {
        let Layout { entered, ref pending, ref planes, .. } = *self.layout;
        for (order, &number) in numbers.iter().enumerate() {
            let cell = Some(number as usize).filter(|&cell| cell < self.cells);
            match (entered, cell) {
                (Entered::Nothing, _) => self.add_rest(hash_of(&(order, number))),
                // What is entered twice counts as it was entered last.
                (Entered::Places(_), _) if numbers[order + 1..].contains(&number) => {
                    self.add_rest(hash_of(&(order, number)));
                }
                (Entered::Places(slots), cell) => {
                    let value = 1.0 / (numbers.len() - order) as f32;
                    match (cell, (number as usize).saturating_sub(self.cells)) {
                        (Some(cell), _) => self.add_cell(planes.len() - 1, cell, value),
                        (None, slot) if slot < slots => self.add_whole(pending.start + slot, value),
                        _ => self.add_rest(hash_of(&(order, number))),
                    }
                }
                (Entered::Numbers, cell) => {
                    if let Some(cell) = cell {
                        self.add_cell(planes.len() - 1, cell, (order + 1) as f32);
                    }
                    if order < PENDING {
                        self.add_whole(pending.start + order, (number + 1) as f32);
                    } else {
                        self.add_rest(hash_of(&(order, number)));
                    }
                }
            }
        }
    }

    /// Writes the fingerprint of everything that has no place of its own: 0 if there is nothing such.
    pub fn finish(mut self) {
        for (part, whole) in self.layout.rest.clone().enumerate() {
            let value = (self.rest >> (16 * part) & 0xffff) as f32 / 65_536.0;
            self.add_whole(whole, value);
        }
        if self.layout.spread {
            self.spread();
        }
    }

    /// Writes the planes of the numbers of the whole table that differ from what was written last.
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
