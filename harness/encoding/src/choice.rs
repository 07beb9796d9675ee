//! What a seat may enter.

use torneo_contract::Seat;
use torneo_contract::scene::Place;
use torneo_contract::scenery::Clicks;

use crate::cells::Cells;
use crate::codec::Codec;

/// What a seat may enter, and what it has entered.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The seat.
    pub seat: Seat,
    /// The action, once it is entered.
    pub made: Option<u32>,
    /// The next step of each action that begins with what was entered.
    steps: Vec<u32>,
    /// Whether a single step enters each action whole. Else the actions are in `longer`.
    single: bool,
    longer: Longer,
}

/// Actions that take several steps.
#[derive(Clone, Debug, Default)]
struct Longer {
    /// The numbers of the places of each legal action, one after the other.
    numbers: Vec<u32>,
    /// Where the numbers of each action begin, and where the last ones end.
    starts: Vec<u32>,
    /// The actions that begin with what was entered.
    left: Vec<u32>,
    /// How many numbers were entered.
    entered: usize,
}

impl Longer {
    /// Takes in the actions of these clicks, with nothing entered.
    fn begin(&mut self, codec: &Codec, located: &Cells, clicks: &Clicks) {
        self.numbers.clear();
        self.starts.clear();
        self.left.clear();
        self.starts.push(0);
        for places in clicks.iter() {
            for &place in places {
                codec.alphabet.write(place, located, &mut self.numbers);
            }
            self.starts.push(self.numbers.len() as u32);
        }
        self.left.extend(0..clicks.len() as u32);
        self.entered = 0;
    }

    fn numbers_of(&self, action: u32) -> &[u32] {
        &self.numbers[self.starts[action as usize] as usize..self.starts[action as usize + 1] as usize]
    }

    /// The next step of each action that is left.
    fn steps<'a>(&'a self, codec: &'a Codec) -> impl Iterator<Item = u32> + 'a {
        self.left.iter().map(|&action| codec.step(&self.numbers_of(action)[self.entered..]).0 as u32)
    }

    /// Enters a step, with which at least one action that is left goes on: the action, if it is whole. `steps` are those of the
    /// actions that are left.
    fn enter(&mut self, codec: &Codec, step: u32, steps: &[u32]) -> Option<u32> {
        let mut steps = steps.iter();
        self.left.retain(|_| steps.next() == Some(&step));
        let first = self.left[0];
        self.entered += codec.step(&self.numbers_of(first)[self.entered..]).1;
        (self.numbers_of(first).len() == self.entered).then_some(first)
    }
}

/// The step that enters an action of these places whole, if there is one.
#[inline]
fn whole(codec: &Codec, located: &Cells, places: &[Place]) -> Option<u32> {
    let number = |place| codec.alphabet.number(place, located);
    let step = |numbers: &[u32]| codec.step(numbers).0 as u32;
    match *places {
        [place] => Some(step(&[number(place)?])),
        [first, second] if codec.pairs => Some(step(&[number(first)?, number(second)?])),
        _ => None,
    }
}

impl Choice {
    /// A seat that has nothing to enter yet.
    pub fn of(seat: Seat) -> Choice {
        Choice { seat, made: None, steps: Vec::new(), single: true, longer: Longer::default() }
    }

    /// Forgets what the choice was among, for a seat that has nothing to enter yet.
    pub fn forget(&mut self, seat: Seat) {
        (self.seat, self.made, self.single) = (seat, None, true);
        self.steps.clear();
    }

    /// Begins a choice of a seat among the actions of these clicks; what was entered before is lost.
    pub fn begin(&mut self, seat: Seat, codec: &Codec, located: &Cells, clicks: &Clicks) {
        (self.seat, self.made) = (seat, None);
        self.steps.clear();
        self.steps.reserve(clicks.len());
        self.single = match clicks.single() {
            Some(places) => self.take_whole(places, |&place| {
                codec.alphabet.number(place, located).map(|number| codec.alone(number) as u32)
            }),
            None => self.take_whole(clicks.iter(), |places| whole(codec, located, places)),
        };
        if !self.single {
            self.longer.begin(codec, located, clicks);
            self.steps.clear();
            self.steps.extend(self.longer.steps(codec));
        }
    }

    /// Takes in the step of each action, as long as each has one; whether all have.
    fn take_whole<T>(
        &mut self,
        actions: impl IntoIterator<Item = T>,
        step: impl Fn(T) -> Option<u32>,
    ) -> bool {
        for action in actions {
            let Some(step) = step(action) else { return false };
            self.steps.push(step);
        }
        true
    }

    /// Whether a single step enters each action whole, so that no two actions have the same.
    pub fn is_single(&self) -> bool {
        self.single
    }

    /// Whether nothing was entered.
    pub fn is_new(&self) -> bool {
        self.made.is_none() && (self.single || self.longer.entered == 0)
    }

    /// The next step of each action that begins with what was entered, in the order of the actions.
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// Enters a step; false if no legal action goes on with it.
    pub fn enter(&mut self, codec: &Codec, step: usize) -> bool {
        let Some(first) = self.steps.iter().position(|&own| own as usize == step) else { return false };
        if self.single {
            self.made = Some(first as u32);
            return true;
        }
        self.made = self.longer.enter(codec, step as u32, &self.steps);
        self.steps.clear();
        if self.made.is_none() {
            self.steps.extend(self.longer.steps(codec));
        }
        true
    }

    /// What was entered so far of an action that is not whole.
    pub fn pending(&self) -> &[u32] {
        if self.single {
            return &[];
        }
        &self.longer.numbers_of(self.longer.left[0])[..self.longer.entered]
    }

    /// The next step that enters an action; none if it does not go on with what was entered.
    pub fn next_step_of(&self, action: u32) -> Option<usize> {
        let place = match self.single {
            true => Some(action as usize),
            false => self.longer.left.iter().position(|&left| left == action),
        };
        self.steps.get(place?).map(|&step| step as usize)
    }

    /// The steps that enter an action, if nothing was entered.
    pub fn steps_of(&self, codec: &Codec, action: u32) -> Vec<usize> {
        if self.single {
            return vec![self.steps[action as usize] as usize];
        }
        let (mut rest, mut steps) = (self.longer.numbers_of(action), Vec::new());
        while !rest.is_empty() {
            let (step, entered) = codec.step(rest);
            steps.push(step);
            rest = &rest[entered..];
        }
        steps
    }
}
