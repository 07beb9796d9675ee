//! The options that select an evaluation.

use torneo_contract::{OptionInfo, OptionKind, Options};

/// The option that selects the evaluation.
pub const OPTION: OptionInfo = OptionInfo::choice("evaluation", &["game", "default", "learned"], "game")
    .help("what judges positions. game: the game's own evaluation; default: the number of legal actions and the largest gain of the seat to move; learned: learnt weights");

/// As [`OPTION`], for engines that use an evaluation only where the game has one.
pub const GAME_OR_LEARNED: OptionInfo = OptionInfo {
    kind: OptionKind::Choice(&["game", "learned"]),
    help: "what judges positions. game: the game's own evaluation; learned: learnt weights",
    ..OPTION
};

/// The option that names the weights of an evaluation that was learnt.
pub const WEIGHTS: OptionInfo = OptionInfo::text("weights", "")
    .help("with evaluation=learned: a file written by `torneo learn`; without it the weights that come with the game");

/// Which evaluation is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The game's; the default one if it has none.
    Game,
    /// The default one.
    Default,
    /// The one that was learnt.
    Learned,
}

impl Kind {
    /// The value of the option.
    pub fn new(options: &Options) -> Kind {
        match options.choice(OPTION.name) {
            "default" => Kind::Default,
            "learned" => Kind::Learned,
            _ => Kind::Game,
        }
    }
}
