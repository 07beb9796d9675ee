//! What somebody asks who watches an engine think: within other limits, among fewer actions, with more than one line, and
//! told of each depth.

use educe::Educe;

use crate::common::budget::Budget;

/// The limits of a choice, in the place of the engine's own as far as it has them.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Limits {
    /// Plies to search.
    pub depth: Option<u32>,
    /// Positions or simulations.
    pub steps: Option<u64>,
    /// Seconds.
    pub seconds: Option<f64>,
    /// A win within this many own actions is looked for first.
    pub win_within: Option<u32>,
    /// Whether the engine's own limits hold as well.
    pub own_too: bool,
}

impl Limits {
    /// Whether nothing is limited, so that the engine's own limits hold.
    fn are_none(&self) -> bool {
        self.depth.is_none() && self.steps.is_none() && self.seconds.is_none()
    }

    /// The depth and the budget of a choice: these limits, or an engine's own where there are none.
    pub(crate) fn over(limits: Option<Limits>, own: (Option<u32>, Budget)) -> (Option<u32>, Budget) {
        let Some(given) = limits.filter(|limits| !limits.are_none()) else { return own };
        let Limits { depth, steps, seconds, .. } = given;
        let (own_depth, own) = if given.own_too { own } else { (None, Budget::default()) };
        let seconds = seconds.into_iter().chain(own.seconds).reduce(f64::min);
        let steps = steps.into_iter().chain(own.steps).min();
        (depth.into_iter().chain(own_depth).min(), Budget { steps, seconds })
    }

    /// The budget of an engine that counts no depth.
    pub(crate) fn budget(limits: Option<Limits>, own: Budget) -> Budget {
        let limits = limits.map(|limits| Limits { depth: None, ..limits });
        Limits::over(limits, (None, own)).1
    }
}

/// What is asked of a choice that somebody watches.
pub struct Inquiry<'a, A> {
    /// The actions that may be chosen; empty for all legal ones.
    pub among: &'a [A],
    /// How many of the best actions are told of, one at least.
    pub lines: usize,
    /// Is told each line of each depth, the best first. The last one of rank 1 begins with what is chosen.
    pub report: &'a mut dyn FnMut(&Thought<A>),
}

impl<A> Inquiry<'_, A> {
    /// The actions that an engine has to compare: all where only some may be chosen.
    pub(crate) fn compared(&self) -> usize {
        if self.among.is_empty() { self.lines } else { usize::MAX }
    }
}

/// A line that an engine thinks about.
#[derive(Clone, PartialEq, Debug, Educe)]
#[educe(Default(bound()))]
pub struct Thought<A> {
    /// Its place among the lines, from 1.
    pub rank: usize,
    /// The depth of the search in plies; none if the engine counts none.
    pub depth: Option<u32>,
    /// The expected score of the seat that chooses, 0 to 1; none if the engine estimates none.
    pub value: Option<f64>,
    /// Plies to the end of the game, where the value is that of a win or a loss that can be forced.
    pub plies: Option<u32>,
    /// Positions or simulations of the whole search so far.
    pub nodes: u64,
    /// The decisions that are expected, the first one from the position in question.
    pub line: Vec<A>,
}
