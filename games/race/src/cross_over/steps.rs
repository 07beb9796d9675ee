//! Step turns: which steps there are, and whether the rest of them can still be made.

use torneo_board::grid::BitSet;

use super::holes::{DIRECTIONS, HALF, Hole, opposite, shifted};

/// The pegs that have moved in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moved {
    /// The peg that made the last step.
    pub(super) active: Option<Hole>,
    /// The holes that the active peg has occupied in this turn, its present one included.
    pub(super) trail: u64,
    /// The others, which may not move again, by half.
    pub(super) finished: [u64; 2],
}

impl Moved {
    pub(super) const NONE: Moved = Moved { active: None, trail: 0, finished: [0; 2] };

    /// The active peg of a half, as a set.
    #[inline]
    pub(super) fn active_in(&self, half: usize) -> u64 {
        self.active.filter(|hole| hole.half() == half).map_or(0, Hole::one)
    }

    /// Adds a step.
    #[inline]
    pub(super) fn step(&mut self, from: Hole, to: Hole) {
        if self.active != Some(from) {
            if let Some(active) = self.active {
                self.finished[active.half()] |= active.one();
            }
            self.trail = from.one();
        }
        self.trail |= to.one();
        self.active = Some(to);
    }
}

/// The pegs during a step turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stepping {
    /// By half.
    pub(super) pegs: [u64; 2],
    pub(super) moved: Moved,
    /// Whose pegs may move.
    pub(super) halves: [bool; 2],
}

/// For each half and direction the holes of the pegs that can make that step.
pub(super) type Sources = [[u64; DIRECTIONS]; 2];

impl Stepping {
    /// The pegs of a half that may move and have not done so in this turn.
    #[inline]
    pub(super) fn unmoved(&self, half: usize) -> u64 {
        let moved = self.moved.finished[half] | self.moved.active_in(half);
        if self.halves[half] { self.pegs[half] & !moved } else { 0 }
    }

    /// The steps, whether or not the rest can be made after them.
    #[inline]
    pub(super) fn sources(&self) -> Sources {
        let mut sources = [[0; DIRECTIONS]; 2];
        for (half, sources) in sources.iter_mut().enumerate().filter(|&(half, _)| self.halves[half]) {
            let (unmoved, active) = (self.unmoved(half), self.moved.active_in(half));
            let vacant = HALF & !self.pegs[half];
            let fresh = vacant & !self.moved.trail;
            for (direction, sources) in sources.iter_mut().enumerate() {
                let back = opposite(direction);
                *sources = unmoved & shifted(vacant, back) | active & shifted(fresh, back);
            }
        }
        sources
    }

    /// The state after a step.
    fn after(mut self, from: Hole, to: Hole) -> Stepping {
        self.pegs[from.half()] ^= from.one() | to.one();
        self.moved.step(from, to);
        self
    }

    /// Whether one peg can make all `steps` in one direction.
    pub(super) fn has_straight(&self, steps: u8) -> bool {
        (0..2).filter(|&half| self.halves[half]).any(|half| {
            let (unmoved, active) = (self.unmoved(half), self.moved.active_in(half));
            let vacant = HALF & !self.pegs[half];
            straight(unmoved, vacant, steps) || straight(active, vacant & !self.moved.trail, steps)
        })
    }

    /// Whether `steps` more can be made after a step. Nearly always an unmoved peg of the same half can make them
    /// in one direction.
    #[inline]
    pub(super) fn can_complete_after(&self, from: Hole, to: Hole, steps: u8) -> bool {
        let half = from.half();
        steps == 0
            || straight(self.unmoved(half) & !from.one(), HALF & !self.pegs[half] & !to.one(), steps)
            || self.after(from, to).can_complete(steps)
    }

    /// Whether exactly `steps` more steps can be made.
    pub(super) fn can_complete(&self, steps: u8) -> bool {
        self.has_straight(steps)
            || list(self.sources()).any(|(from, to)| self.can_complete_after(from, to, steps - 1))
    }
}

/// Whether one of the pegs can make all `steps` in one direction over vacant holes.
#[inline]
fn straight(pegs: u64, vacant: u64, steps: u8) -> bool {
    let walk = |direction| (0..steps).fold(pegs, |pegs, _| shifted(pegs, direction) & vacant);
    pegs != 0 && (0..DIRECTIONS).any(|direction| walk(direction) != 0)
}

/// How many steps there are.
#[inline]
pub(super) fn count(sources: &Sources) -> usize {
    sources.as_flattened().iter().map(|set| set.len() as usize).sum()
}

/// The step with this number, which is below [`count`].
#[inline]
pub(super) fn nth(sources: &Sources, mut number: usize) -> (Hole, Hole) {
    for (half, sources) in sources.iter().enumerate() {
        for (direction, set) in sources.iter().enumerate() {
            let steps = set.len() as usize;
            if number < steps {
                return step(half, set.nth(number), direction);
            }
            number -= steps;
        }
    }
    unreachable!("the number is below the count");
}

#[inline]
fn step(half: usize, from: usize, direction: usize) -> (Hole, Hole) {
    (Hole::new(half, from), Hole::new(half, shifted(1 << from, direction).lowest()))
}

/// All steps, peg by peg.
pub(super) fn list(sources: Sources) -> impl Iterator<Item = (Hole, Hole)> {
    sources.into_iter().enumerate().flat_map(|(half, sources)| {
        let movable = sources.iter().fold(0, |set, sources| set | sources);
        movable.members().flat_map(move |from| {
            let ways = (0..DIRECTIONS).filter(move |&direction| sources[direction].has(from));
            ways.map(move |direction| step(half, from, direction))
        })
    })
}
