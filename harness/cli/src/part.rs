//! Which part of a run is played: `--shard`.

use std::fmt;

use clap::Args;
use torneo_arena::plan::Shard;

use super::Failure;
use super::run::option;

/// The part of a run that this machine plays.
#[derive(Args)]
pub struct Part {
    /// Play a part of the run: one of N such as 1/4, or groups such as 0..100; `torneo merge` joins the parts
    #[arg(long, value_name = "I/N|A..B")]
    shard: Option<String>,
    /// Count the parts of --shard from 0: 0/4 is the first of four
    #[arg(long, requires = "shard")]
    from_zero: bool,
}

impl Part {
    /// The part, however it was counted; the whole run if no part was asked for.
    ///
    /// # Errors
    /// A text that is no part.
    pub fn shard(&self) -> Result<Shard, Failure> {
        let read = match &self.shard {
            None => Ok(Shard::WHOLE),
            Some(text) if self.from_zero => Shard::from_zero(text),
            Some(text) => text.parse(),
        };
        read.map_err(|why| Failure::input(format!("argument --shard: {why}")))
    }

    /// The part as the rest of a command.
    pub fn again(&self) -> String {
        let flag = if self.from_zero { " --from-zero" } else { "" };
        option("shard", &self.shard) + flag
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = if self.from_zero { " (counted from 0)" } else { "" };
        write!(f, "{}{counted}", self.shard.as_deref().unwrap_or_default())
    }
}
