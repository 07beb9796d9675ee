//! How good a position is where a search ends.

use torneo_contract::{Heuristics, Scratch, Seat, SeatVec, Turn};

use super::kept::Kept;
use super::value;
use crate::learned::Learned;

pub use super::judging::{GAME_OR_LEARNED, Kind, OPTION, WEIGHTS};

/// What a legal action is worth to the seat to move by the default evaluation, in the units of evaluations.
const MOBILITY: i32 = 4;

/// An evaluation with the buffers that it takes.
pub struct Evaluation<G: Heuristics> {
    kind: Kind,
    /// The one that was learnt, if it is asked for.
    learned: Option<Learned>,
    kept: Kept,
    scratch: Scratch<G::Action>,
}

impl<G: Heuristics> Evaluation<G> {
    /// An evaluation of this kind; what was learnt is given to it.
    pub fn new(kind: Kind) -> Evaluation<G> {
        Evaluation { kind, learned: None, kept: Kept::default(), scratch: Scratch::default() }
    }

    /// What was learnt, or else the game's own.
    pub fn of_game(learned: Option<Learned>) -> Evaluation<G> {
        Evaluation { learned, ..Evaluation::new(Kind::Game) }
    }

    /// Uses what was learnt, if anything.
    pub fn learn(&mut self, learned: Option<Learned>) {
        (self.learned, self.kept) = (learned, Kept::default());
    }

    /// What was learnt, if that is used.
    pub fn learned(&self) -> Option<&Learned> {
        self.learned.as_ref()
    }

    /// How good a position, in which the game is not over, is for `seat`, on the scale of [`value`].
    #[inline]
    pub fn value(&mut self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        let units = self.units(game, position, seat);
        value::squash(units.unwrap_or_else(|| self.default(game, position, seat)))
    }

    /// The game's own evaluation or the one that was learnt; none if there is none or it is not to be asked.
    #[inline]
    pub fn units(&mut self, game: &G, position: &G::Position, seat: Seat) -> Option<i32> {
        let Evaluation { kind, learned, kept, .. } = self;
        let evaluate = |seat| match (kind, learned) {
            (_, Some(learned)) => Some(learned.value(game, position, seat)),
            (Kind::Default, None) => None,
            (Kind::Game | Kind::Learned, None) => game.evaluate(position, seat),
        };
        if const { !G::KEEPS_EVALUATIONS } || game.seats() > 2 {
            return evaluate(seat);
        }
        let first = kept.get_or(game.hash(position), || evaluate(Seat::FIRST));
        first.map(|first| if seat == Seat::FIRST { first } else { -first })
    }

    /// The score in `[0, 1]` that `seat` may expect in a position in which the game is not over. Without an
    /// evaluation it is an even share.
    #[inline]
    pub fn score(&mut self, game: &G, position: &G::Position, seat: Seat) -> f64 {
        value::score(value::squash(self.units(game, position, seat).unwrap_or(0)), game.seats())
    }

    /// Expects positions right after this one, until it is [released](Evaluation::release): what is learnt sums up only what is different
    /// there.
    pub fn anchor(&mut self, game: &G, position: &G::Position) {
        if let Some(learned) = &mut self.learned {
            learned.anchor(game, position);
        }
    }

    /// Expects any positions again.
    pub fn release(&mut self) {
        if let Some(learned) = &mut self.learned {
            learned.release();
        }
    }

    /// The scores of all seats in such a position.
    pub fn scores(&mut self, game: &G, position: &G::Position) -> SeatVec<f64> {
        let seats = game.seats();
        if seats > 2 {
            return Seat::all(seats).map(|seat| self.score(game, position, seat)).collect();
        }
        let first = value::squash(self.units(game, position, Seat::FIRST).unwrap_or(0));
        [first, -first].into_iter().map(|value| value::score(value, seats)).collect()
    }

    /// The score in `[0, 1]` that `seat` may expect where it alone chooses and `only` is its one legal action: that of the end if the
    /// action ends the game.
    pub fn of_forced(&mut self, game: &G, position: &G::Position, seat: Seat, only: G::Action) -> f64 {
        let mut after = position.clone();
        game.apply(&mut after, only);
        match game.turn(&after) {
            Turn::Over => game.outcome(&after).scores[seat.index()],
            _ => self.score(game, &after, seat),
        }
    }

    /// What any game tells: how many legal actions the seat to move has, and what the best capture gains. Nothing at
    /// turns of chance and at simultaneous ones.
    fn default(&mut self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        let Turn::Seat(mover) = game.turn(position) else { return 0 };
        let actions = &mut self.scratch.actions;
        actions.clear();
        game.actions(position, mover, actions);
        let gain = game.gain(position);
        let gains = actions.iter().filter_map(|&action| gain(action));
        let gain = gains.max().unwrap_or(0);
        let value = MOBILITY.saturating_mul(actions.len() as i32).saturating_add(gain.max(0));
        match mover == seat {
            true => value,
            // Opposite for two seats; the others share the blame.
            false => -value / (game.seats() as i32 - 1),
        }
    }
}
