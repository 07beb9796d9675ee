//! Options of what ends games before their rules do.

use clap::Args;
use serde_json::{Value, json};
use torneo_arena::plan::adjudication::{draw, resign};
use torneo_registry::adjudication::{Adjudication, Quiet, Resign};

use super::run::option;

/// What ends games before their rules do.
#[derive(Args)]
pub struct Ends {
    /// A seat loses that tells so many times in a row that it is so far behind: `movecount=3,cp=600`, or `score=0.03` for the expected
    /// score. With `twosided=true` the other seat must have told as often that it is ahead
    #[arg(long, value_name = "RULE", value_parser = resign)]
    resign: Option<Resign>,
    /// A game is drawn that both seats have called even for so many moves, from a move on: `movenumber=34,movecount=8,cp=20`
    #[arg(long, value_name = "RULE", value_parser = draw)]
    draw: Option<Quiet>,
    /// Positions of known value end a game: those of a table of `torneo solve`, or of a game that is small enough
    #[arg(long)]
    solved: bool,
}

impl Ends {
    /// The rules; none where nothing ends games.
    pub fn rules(&self) -> Option<Adjudication> {
        let Ends { resign, draw, solved } = *self;
        Some(Adjudication { resign, draw, solved }).filter(|rules| *rules != Adjudication::default())
    }

    /// The value of the configuration that says the same; null where nothing ends games.
    pub fn value(&self) -> Value {
        json!(self.rules())
    }

    /// Its options, as the rest of a command.
    pub fn again(&self) -> String {
        let resign = self.resign.map(|rule| words(&json!(rule)));
        let draw = self.draw.map(|rule| words(&json!(rule)));
        let solved = if self.solved { " --solved" } else { "" };
        [option("resign", resign), option("draw", draw), solved.to_owned()].concat()
    }
}

/// A rule as an argument says it.
fn words(rule: &Value) -> String {
    let words = rule.as_object().into_iter().flatten().map(|(key, value)| format!("{key}={value}"));
    words.collect::<Vec<_>>().join(",")
}
