//! The specifications with which a game is examined.

use torneo_contract::{GameInfo, OptionInfo, OptionKind, SpecError};

use crate::property::{Broken, Property, Tally};

/// The values of an option at which something may differ: the ends of its range, and all words.
fn values(option: &OptionInfo) -> Vec<String> {
    match option.kind {
        OptionKind::Bool => vec!["false".to_owned(), "true".to_owned()],
        OptionKind::Int { min, max } => {
            vec![min.to_string(), (min + 1).min(max).to_string(), max.to_string()]
        }
        OptionKind::Float { min, max } => vec![min.to_string(), max.to_string()],
        OptionKind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
        OptionKind::Text => Vec::new(),
    }
}

/// The defaults, and each option at each of its other values.
pub fn alone(info: &GameInfo) -> Vec<String> {
    let mut specs = vec![info.id.to_owned()];
    for option in info.options {
        let mut others: Vec<String> =
            values(option).into_iter().filter(|value| value != option.default).collect();
        others.dedup();
        specs.extend(others.iter().map(|value| format!("{}({}={value})", info.id, option.name)));
    }
    specs
}

/// Every pair of options, each at each of its other values.
pub fn pairs(info: &GameInfo) -> Vec<String> {
    let single = alone(info);
    let options: Vec<(&str, &str)> = single.iter().filter_map(|spec| inside(spec)?.split_once('=')).collect();
    let mut pairs = Vec::new();
    for (index, (name, value)) in options.iter().enumerate() {
        let others = options[index + 1..].iter().filter(|(other, _)| other != name);
        pairs.extend(others.map(|(other, word)| format!("{}({name}={value}, {other}={word})", info.id)));
    }
    pairs
}

/// What stands in the brackets of a specification.
fn inside(spec: &str) -> Option<&str> {
    spec.split_once('(')?.1.strip_suffix(')')
}

/// Options may contradict each other; then the error is about one option and names one that was given.
pub fn check_contradiction(tally: &mut Tally, spec: &str, error: &SpecError) -> Result<(), Broken> {
    let given = inside(spec).into_iter().flat_map(|inside| inside.split(", "));
    let mut names = given.filter_map(|option| option.split_once('=').map(|(name, _)| name));
    let text = error.to_string();
    let names_one = text.contains("option `") && names.any(|name| text.contains(name));
    tally.holds(Property::Options, names_one, || format!("the refusal names none of the options: {text}"))
}

#[cfg(test)]
mod tests {
    use torneo_games::info;

    #[test]
    fn options_are_tried_alone_and_in_pairs() {
        let info = info("three-mens-morris").unwrap();
        let alone = super::alone(info);
        assert_eq!(alone[0], "three-mens-morris");
        assert!(alone.contains(&"three-mens-morris(equal_turns=false)".to_owned()), "{alone:?}");
        assert!(super::pairs(info).iter().all(|pair| pair.matches('=').count() == 2));
    }
}
