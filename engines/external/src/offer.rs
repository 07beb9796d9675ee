//! The options that a program says it has, and the values that it takes.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};
use torneo_contract::{Refusal, SpecError, nearest, refusal};

/// An option of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// Its name, as the program writes it.
    pub name: String,
    /// The value that it has before it is set, if the program says so.
    pub usual: Option<String>,
    kind: Kind,
}

/// The values of an option.
#[derive(Clone, PartialEq, Debug)]
enum Kind {
    /// Anything: the program does not say.
    Any,
    Check,
    Spin(RangeInclusive<i64>),
    Number(RangeInclusive<f64>),
    Combo(Vec<String>),
    /// It is pressed and has no value.
    Button,
    Text,
}

impl Offer {
    /// An option of which only the name is known.
    pub fn named(name: &str) -> Offer {
        Offer { name: name.to_owned(), usual: None, kind: Kind::Any }
    }

    /// The option of a line of UCI: `option name NAME type TYPE default X min N max N var X`.
    pub fn of_uci(line: &str) -> Option<Offer> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let rest = words.strip_prefix(&["option", "name"])?;
        let at = rest.iter().position(|word| *word == "type")?;
        let (name, fields) = (rest[..at].join(" "), &rest[at + 1..]);
        let number = |key: &str| {
            let at = fields.iter().position(|word| *word == key)?;
            fields.get(at + 1)?.parse().ok()
        };
        let kind = match *fields.first()? {
            "check" => Kind::Check,
            "spin" => Kind::Spin(number("min").unwrap_or(i64::MIN)..=number("max").unwrap_or(i64::MAX)),
            "combo" => {
                let words = fields.split(|word| *word == "var").skip(1);
                Kind::Combo(words.map(|words| words.join(" ")).collect())
            }
            "button" => Kind::Button,
            "string" => Kind::Text,
            _ => Kind::Any,
        };
        let usual = fields.iter().position(|word| *word == "default").map(|at| {
            let words = fields[at + 1..].iter().take_while(|word| !["min", "max", "var"].contains(word));
            words.copied().collect::<Vec<_>>().join(" ")
        });
        Some(Offer { name, usual: usual.filter(|usual| !usual.is_empty()), kind })
    }

    /// The option of an object in the line protocol: `{"name", "kind", "range"}`.
    pub fn of_json(object: &Value) -> Option<Offer> {
        let name = object["name"].as_str()?.to_owned();
        let range = &object["range"];
        let words = || range["values"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let kind = match object["kind"].as_str() {
            Some("bool") => Kind::Check,
            Some("int") => Kind::Spin(
                range["min"].as_i64().unwrap_or(i64::MIN)..=range["max"].as_i64().unwrap_or(i64::MAX),
            ),
            Some("float") => Kind::Number(
                range["min"].as_f64().unwrap_or(f64::MIN)..=range["max"].as_f64().unwrap_or(f64::MAX),
            ),
            Some("choice") => Kind::Combo(words().map(str::to_owned).collect()),
            Some("text") => Kind::Text,
            _ => Kind::Any,
        };
        Some(Offer { name, usual: None, kind })
    }

    /// Whether it takes whole numbers only.
    pub fn is_whole(&self) -> bool {
        matches!(self.kind, Kind::Spin(_))
    }

    /// Whether it takes a word.
    pub fn takes(&self, word: &str) -> bool {
        self.value(&Value::from(word)).is_ok()
    }

    /// The words of a value as the program takes it; none for a button, which has no value.
    ///
    /// # Errors
    /// What the option takes.
    pub fn value(&self, given: &Value) -> Result<Option<String>, Refusal> {
        let text = given.as_str().map_or_else(|| given.to_string(), str::to_owned);
        let taken = match &self.kind {
            Kind::Any | Kind::Text => true,
            Kind::Check => ["true", "false"].contains(&&*text),
            Kind::Spin(range) => text.parse().is_ok_and(|number: i64| range.contains(&number)),
            Kind::Number(range) => text.parse().is_ok_and(|number: f64| range.contains(&number)),
            Kind::Combo(words) => match words.iter().find(|word| word.eq_ignore_ascii_case(&text)) {
                Some(word) => return Ok(Some(word.clone())),
                None => false,
            },
            Kind::Button if *given == Value::Bool(true) || text.is_empty() => return Ok(None),
            Kind::Button => false,
        };
        match taken {
            true if text.is_empty() => Ok(Some("<empty>".to_owned())),
            true => Ok(Some(text)),
            false => Err(refusal!("expected {}, found `{text}`", self.kind)),
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Kind::Any | Kind::Text => f.write_str("a text"),
            Kind::Check => f.write_str("true or false"),
            Kind::Spin(range) if *range == (i64::MIN..=i64::MAX) => f.write_str("a whole number"),
            Kind::Spin(range) => write!(f, "a whole number from {} to {}", range.start(), range.end()),
            Kind::Number(range) => write!(f, "a number from {} to {}", range.start(), range.end()),
            Kind::Combo(words) => write!(f, "one of {}", words.join(", ")),
            Kind::Button => f.write_str("`true`, which presses the button"),
        }
    }
}

/// The option with a name, written in any case.
pub fn find<'a>(offers: &'a [Offer], name: &str) -> Option<&'a Offer> {
    offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
}

/// Refuses options that a program does not have, and values that it does not take.
///
/// # Errors
/// The first option that is wrong, with the nearest name or the values that it takes.
pub fn check(program: &str, offers: &[Offer], given: &Map<String, Value>) -> Result<(), SpecError> {
    for (name, value) in given {
        let Some(offer) = find(offers, name) else {
            let message = format!("the program `{program}` has no option `{name}`");
            let lower: Vec<String> = offers.iter().map(|offer| offer.name.to_lowercase()).collect();
            let near = nearest(name, lower.iter().map(String::as_str));
            let near = near.and_then(|near| find(offers, &near)).map(|offer| offer.name.clone());
            return Err(SpecError::new(message).with_nearest(near));
        };
        offer.value(value).map_err(|why| {
            SpecError::new(format!("the option `{}` of the program `{program}`: {why}", offer.name))
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn offers() -> Vec<Offer> {
        let lines = [
            "option name Hash type spin default 16 min 1 max 64",
            "option name Clear Hash type button",
            "option name Play Style type combo default Normal var Normal var Wild and Free",
            "option name OwnBook type check default false",
            "option name SyzygyPath type string default <empty>",
        ];
        lines.iter().map(|line| Offer::of_uci(line).unwrap()).collect()
    }

    #[test]
    fn values_are_written_as_the_program_has_them() {
        let written = |name: &str, value: Value| find(&offers(), name).unwrap().value(&value).unwrap();
        assert_eq!(written("hash", json!(64)).as_deref(), Some("64"));
        assert_eq!(written("Hash", json!("8")).as_deref(), Some("8"));
        assert_eq!(written("Clear Hash", json!(true)), None);
        assert_eq!(written("Clear Hash", json!("")), None);
        assert_eq!(written("play style", json!("wild and free")).as_deref(), Some("Wild and Free"));
        assert_eq!(written("OwnBook", json!(true)).as_deref(), Some("true"));
        assert_eq!(written("SyzygyPath", json!("")).as_deref(), Some("<empty>"));
    }

    #[test]
    fn what_a_program_lacks_is_refused() {
        let refused = |name: &str, value: Value| {
            let given = Map::from_iter([(name.to_owned(), value)]);
            check("p", &offers(), &given).unwrap_err().full()
        };
        assert!(refused("Hahs", json!(1)).ends_with("has no option `Hahs`; did you mean `Hash`?"));
        assert!(refused("Hash", json!(4096)).ends_with("expected a whole number from 1 to 64, found `4096`"));
        assert!(refused("Hash", json!(1.5)).contains("found `1.5`"));
        assert!(refused("Clear Hash", json!(5)).contains("presses the button"));
        assert!(refused("Clear Hash", json!(false)).contains("presses the button"));
        assert!(refused("Play Style", json!("Tame")).contains("one of Normal, Wild and Free"));
        assert!(refused("OwnBook", json!("yes")).contains("true or false"));
    }

    #[test]
    fn options_of_the_line_protocol_are_read() {
        let offer = |object| Offer::of_json(&object).unwrap();
        let depth = offer(json!({"name": "depth", "kind": "int", "default": 3, "range": {"min": 1}}));
        assert!(depth.value(&json!(3)).is_ok() && depth.value(&json!(0)).is_err());
        assert!(offer(json!({"name": "style"})).value(&json!("any")).is_ok());
        assert_eq!(Offer::of_json(&json!({"kind": "int"})), None);
    }
}
