//! How good a position is where a search ends.

use torneo_contract::{Heuristics, OptionInfo, OptionKind, Options, Scratch, Seat, Turn};

use super::value;

/// The option that selects the evaluation.
pub const OPTION: OptionInfo = OptionInfo {
    name: "evaluation",
    kind: OptionKind::Choice(&["game", "default"]),
    default: "game",
    help: "the game's own, or for every game the default: legal actions and the greatest gain of the seat to move",
};

/// What a legal action is worth to the seat to move by the default evaluation, in the units of evaluations.
const MOBILITY: i32 = 4;

/// Which evaluation is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The game's; the default one if it has none.
    Game,
    /// The default one.
    Default,
}

impl Kind {
    /// The value of the option.
    pub fn new(options: &Options) -> Kind {
        if options.choice(OPTION.name) == "default" { Kind::Default } else { Kind::Game }
    }
}

/// An evaluation with the buffers that it takes.
pub struct Evaluation<G: Heuristics> {
    kind: Kind,
    scratch: Scratch<G::Action>,
}

impl<G: Heuristics> Evaluation<G> {
    /// An evaluation of this kind.
    pub fn new(kind: Kind) -> Evaluation<G> {
        Evaluation { kind, scratch: Scratch::default() }
    }

    /// How good a position, in which the game is not over, is for `seat`, on the scale of [`value`].
    #[inline]
    pub fn value(&mut self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        let own = if self.kind == Kind::Game { value::of_position(game, position, seat) } else { None };
        own.unwrap_or_else(|| value::squash(self.default(game, position, seat)))
    }

    /// What any game tells: how many legal actions the seat to move has, and what the best capture gains. Nothing at
    /// turns of chance and at simultaneous ones.
    fn default(&mut self, game: &G, position: &G::Position, seat: Seat) -> i32 {
        let Turn::Seat(mover) = game.turn(position) else { return 0 };
        let actions = &mut self.scratch.actions;
        actions.clear();
        game.actions(position, mover, actions);
        let noisy = actions.iter().filter(|&&action| game.is_noisy(position, action));
        let gain = noisy.map(|&action| game.gain(position, action)).max().unwrap_or(0);
        let value = MOBILITY.saturating_mul(actions.len() as i32).saturating_add(gain.max(0));
        match mover == seat {
            true => value,
            // Opposite for two seats; the others share the blame.
            false => -value / (game.seats() as i32 - 1),
        }
    }
}
