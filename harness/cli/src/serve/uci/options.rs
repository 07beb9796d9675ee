//! The options of a served engine: how they are listed, and the words of `setoption`.

use torneo_contract::{Form, OptionKind, Uci};
use torneo_registry::memory_of_machine;

use super::{Service, State};

/// Lines that can be compared at most.
pub const MOST_LINES: usize = 500;

/// The engine's own options that set the size of its table or its tree, in MiB.
const SIZES: [&str; 2] = ["hash", "memory"];

/// The size of an engine's table or tree.
#[derive(Clone, Copy)]
pub struct Size {
    /// What the engine calls it.
    pub name: &'static str,
    /// The smallest and the largest, in MiB.
    pub range: (i64, i64),
    own: i64,
}

/// The size of the table or the tree of the engine that is served; none if it has none, or is another program.
pub fn size(service: Service) -> Option<Size> {
    let known = service.engine.info().options;
    if service.engine.text_engine().is_some() {
        return None;
    }
    let option = SIZES.iter().find_map(|size| known.iter().find(|option| option.name == *size))?;
    let OptionKind::Int { min, max } = option.kind else { return None };
    let there = i64::try_from(memory_of_machine() >> 20).unwrap_or(i64::MAX);
    let own = service.engine.options().int(option.name);
    let most = if there > 0 { max.min(there) } else { max };
    Some(Size { name: option.name, range: (min, most.max(own)), own })
}

/// The name of an option and its value, of what follows `setoption`. Both may have blanks.
pub fn read(text: &str) -> Option<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let rest = words.strip_prefix(&["name"])?;
    let at = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    let value = rest.get(at + 1..).unwrap_or_default();
    (at > 0).then(|| (rest[..at].join(" "), value.join(" ")))
}

/// The lines that list the options.
pub fn list(state: &State<'_>) -> Vec<String> {
    let Service { registry, .. } = state.service;
    let known: Vec<Uci> = registry.games().iter().filter_map(|entry| entry.formats().uci).collect();
    let own = registry.game(&state.game).ok().and_then(|game| game.formats().uci);
    let mut lines = Vec::new();
    if let Some(Size { range: (min, max), own, .. }) = size(state.service) {
        lines.push(format!("option name Hash type spin default {own} min {min} max {max}"));
        lines.push("option name Clear Hash type button".to_owned());
    }
    lines.push(format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"));
    if known.iter().flat_map(|uci| uci.dialects).any(|dialect| dialect.form == Form::Uci960) {
        lines.push("option name UCI_Chess960 type check default false".to_owned());
    }
    let variants: String = known.iter().map(|uci| format!(" var {}", uci.variant)).collect();
    let variant = own.map_or("", |uci| uci.variant);
    lines.push(format!("option name UCI_Variant type combo default {variant}{variants}"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_have_blanks() {
        let pair = |name: &str, value: &str| Some((name.to_owned(), value.to_owned()));
        assert_eq!(read("name Clear Hash"), pair("Clear Hash", ""));
        assert_eq!(read(" name  Clear  Hash value a  b"), pair("Clear Hash", "a b"));
        assert_eq!((read("Hash value 1"), read("name value 1"), read("")), (None, None, None));
    }
}
