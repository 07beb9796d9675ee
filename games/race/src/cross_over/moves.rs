//! Legal actions: lists, counts and one at random.

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_contract::random;

use super::board::{Action, Board, FACES};
use super::holes::Hole;
use super::steps;

/// Random steps that are tried before all are listed.
const TRIES: usize = 8;
/// Pegs that the face 1 removes.
const REMOVED: usize = 2;

/// How many actions of each kind the face 1 allows.
struct Choices {
    removals: usize,
    additions: usize,
    sendings: usize,
}

impl Board {
    #[inline]
    fn choices(&self) -> Choices {
        let sendings = self.sendable().len() as usize;
        if self.rolled.sent > 0 {
            return Choices { removals: 0, additions: 0, sendings };
        }
        let pegs = self.pegs[self.own()].len() as usize;
        let additions = if self.reserve > 0 { self.vacant(self.own() ^ 1).len() as usize } else { 0 };
        Choices { removals: pegs * pegs.saturating_sub(1) / REMOVED, additions, sendings }
    }

    /// The steps after which the rest can be made.
    fn complete_steps(&self) -> impl Iterator<Item = (Hole, Hole)> {
        let (stepping, left) = (self.stepping(), self.rolled.left - 1);
        let steps = steps::list(stepping.sources());
        steps.filter(move |&(from, to)| stepping.can_complete_after(from, to, left))
    }

    fn list_removals(&self, choices: &Choices, actions: &mut Vec<Action>) {
        if choices.removals > 0 {
            let (own, pegs) = (self.own(), self.pegs[self.own()]);
            let pairs =
                pegs.members().flat_map(|a| pegs.members().filter(move |&b| a < b).map(move |b| (a, b)));
            actions.extend(pairs.map(|(a, b)| Action::Remove(Hole::new(own, a), Hole::new(own, b))));
        }
    }

    fn list_crossings(&self, actions: &mut Vec<Action>) {
        let crossers = self.crossers(self.own()).members();
        actions.extend(crossers.map(|from| self.crossing(Hole::new(self.own(), from))));
    }

    fn list_ones(&self, actions: &mut Vec<Action>) {
        let other = self.own() ^ 1;
        let choices = self.choices();
        self.list_removals(&choices, actions);
        let additions = choices.additions;
        if additions > 0 {
            actions.extend(self.vacant(other).members().map(|hole| Action::Add(Hole::new(other, hole))));
        }
        actions.extend(self.sendable().members().map(|from| self.sending(Hole::new(other, from))));
        actions.extend((self.rolled.sent > 0).then_some(Action::Stop));
    }

    /// The legal actions: steps peg by peg, crossings by column; removals, additions, sendings, `Stop`; `Pass` where
    /// there is nothing else.
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        let before = actions.len();
        match self.rolled.face {
            1 => self.list_ones(actions),
            FACES => self.list_crossings(actions),
            _ => actions.extend(self.complete_steps().map(|(from, to)| Action::Step(from, to))),
        }
        actions.extend((actions.len() == before).then_some(Action::Pass));
    }

    /// The removals and crossings among the legal actions, in the same order.
    pub(super) fn list_noisy(&self, actions: &mut Vec<Action>) {
        match self.rolled.face {
            1 => self.list_removals(&self.choices(), actions),
            FACES => self.list_crossings(actions),
            _ => {}
        }
    }

    pub(super) fn count(&self) -> usize {
        let count = match self.rolled.face {
            1 => {
                let Choices { removals, additions, sendings } = self.choices();
                removals + additions + sendings + usize::from(self.rolled.sent > 0)
            }
            FACES => self.crossers(self.own()).len() as usize,
            _ if self.rolled.left == 1 => steps::count(&self.stepping().sources()),
            _ => self.complete_steps().count(),
        };
        count.max(1)
    }

    /// A legal action, each equally likely; none where it takes a list.
    #[inline]
    pub(super) fn draw_action<R: Rng>(&self, rng: &mut R) -> Option<Action> {
        match self.rolled.face {
            1 => Some(self.draw_one(rng)),
            FACES => {
                let crossers = self.crossers(self.own());
                if crossers == 0 {
                    return Some(Action::Pass);
                }
                let from = crossers.nth(random::below(rng, crossers.len() as usize));
                Some(self.crossing(Hole::new(self.own(), from)))
            }
            _ => self.draw_step(rng),
        }
    }

    /// One of the steps, drawn until the rest can be made after it.
    #[inline]
    fn draw_step<R: Rng>(&self, rng: &mut R) -> Option<Action> {
        let (stepping, left) = (self.stepping(), self.rolled.left - 1);
        let sources = stepping.sources();
        let steps = steps::count(&sources);
        if steps == 0 {
            return Some(Action::Pass);
        }
        (0..TRIES).find_map(|_| {
            let (from, to) = steps::nth(&sources, random::below(rng, steps));
            stepping.can_complete_after(from, to, left).then_some(Action::Step(from, to))
        })
    }

    fn draw_one<R: Rng>(&self, rng: &mut R) -> Action {
        let (own, other) = (self.own(), self.own() ^ 1);
        let Choices { removals, additions, sendings } = self.choices();
        let all = removals + additions + sendings + usize::from(self.rolled.sent > 0);
        if all == 0 {
            return Action::Pass;
        }
        let drawn = random::below(rng, all);
        if drawn < removals {
            // The second peg is one of the others.
            let (pegs, set) = (self.pegs[own].len() as usize, self.pegs[own]);
            let (first, second) = random::pair_below(rng, pegs, pegs - 1);
            let (first, second) = (set.nth(first), set.nth(second + usize::from(second >= first)));
            Action::Remove(Hole::new(own, first.min(second)), Hole::new(own, first.max(second)))
        } else if drawn < removals + additions {
            Action::Add(Hole::new(other, self.vacant(other).nth(drawn - removals)))
        } else if drawn < removals + additions + sendings {
            self.sending(Hole::new(other, self.sendable().nth(drawn - removals - additions)))
        } else {
            Action::Stop
        }
    }
}
