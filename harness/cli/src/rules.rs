//! `torneo rules`.

use clap::Args;
use torneo_contract::refuse;
use torneo_present::text::folded;
use torneo_registry::Registry;

use super::{Failure, game, print};

/// Print the rules of a game as implemented.
#[derive(Args)]
#[command(after_help = "Example: torneo rules hnefatafl")]
pub struct Rules {
    /// A game, such as `hnefatafl`, or `dice-common` for what the dice games share
    #[arg(value_name = "GAME")]
    game: String,
}

impl Rules {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        if let Some((_, page)) = registry.common_rules().find(|(name, _)| folded(name) == folded(&self.game))
        {
            print(&plain(page));
            return Ok(());
        }
        let game = game(registry, &self.game)?;
        let id = game.info().id;
        let Some(page) = registry.rules(id) else {
            refuse!(
                "argument <GAME>: `{id}` has no page of rules: its program adds one by `GameEntry::with_rules`"
            );
        };
        print(&plain(page));
        Ok(())
    }
}

/// A page without its pictures, which a terminal cannot show.
pub fn plain(page: &str) -> String {
    let mut text = String::new();
    for line in page.lines().filter(|line| !line.starts_with("![")) {
        if !(line.is_empty() && text.ends_with("\n\n")) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn pictures_are_left_out() {
        let page = "# A game\n\n![A game](pictures/a.svg)\n\nIts rules.\n\n- One\n";
        assert_eq!(super::plain(page), "# A game\n\nIts rules.\n\n- One");
    }
}
