//! Which games of a registry other programs know, and under which names.

use torneo_contract::{Form, SpecError};
use torneo_present::english::Joined as _;

use crate::{AnyGame, Registry};

/// The games that a form carries, in a sentence.
pub(crate) fn carries(form: Form, games: &[&str]) -> String {
    let games = if games.is_empty() { "no game of this program".to_owned() } else { games.joined(", ") };
    format!("{form} carries {games}")
}

impl Registry {
    /// The ids of the games that a form carries, sorted.
    pub fn carried(&self, form: Form) -> Vec<&'static str> {
        let entries = self.games().iter().filter(|entry| entry.formats().carry(form));
        let mut ids: Vec<&str> = entries.map(|entry| entry.info().id).collect();
        ids.sort_unstable();
        ids
    }

    /// Checks that a form carries a game with its options.
    ///
    /// # Errors
    /// That it does not, with the games that it carries.
    pub fn check_carried(&self, form: Form, game: &dyn AnyGame) -> Result<(), SpecError> {
        if game.formats().carry(form) {
            return Ok(());
        }
        let carries = carries(form, &self.carried(form));
        Err(SpecError::new(format!("there is no {form} of `{}`: {carries}", game.canonical())))
    }

    /// The values of `UCI_Variant`, or of the tag `Variant` in PGN, that stand for games which a form carries: in small letters,
    /// each with the specification that it stands for.
    pub fn variants(&self, form: Form) -> Vec<(String, String)> {
        let mut variants = Vec::new();
        for entry in self.games() {
            let (id, formats) = (entry.info().id, entry.formats());
            if !formats.carry(form) {
                continue;
            }
            let uci = formats.uci.map(|uci| (uci.variant, ""));
            let pgn = formats.pgn.and_then(|pgn| pgn.variant).map(|variant| (variant, ""));
            let names = formats.variants.iter().copied().chain([(id, "")]).chain(uci).chain(pgn);
            variants.extend(names.map(|(name, options)| {
                let options = if options.is_empty() { String::new() } else { format!("({options})") };
                (name.to_lowercase(), format!("{id}{options}"))
            }));
        }
        variants
    }
}
