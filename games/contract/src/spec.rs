//! Specifications: `name(option=value, ...)`, for games and engines alike.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::{SpecError, refuse, refuse_if};

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Bool,
    /// A whole number in `min..=max`.
    Int {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// A finite number in `min..=max`.
    Float {
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text.
    Text,
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Bool => f.write_str("true or false"),
            OptionKind::Int { min, max: i64::MAX } => write!(f, "a whole number from {min}"),
            OptionKind::Int { min, max } => write!(f, "a whole number {min}..={max}"),
            OptionKind::Float { min, max } if max.is_infinite() => write!(f, "a number from {min}"),
            OptionKind::Float { min, max } => write!(f, "a number {min}..={max}"),
            OptionKind::Choice(words) => write!(f, "one of {}", words.join(", ")),
            OptionKind::Text => f.write_str("a text"),
        }
    }
}

/// One option of a game or an engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OptionInfo {
    /// The name: lower case, `_` for blanks.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: OptionKind,
    /// The value when none is given, as it would be written; empty if it depends on other options, as `help` says.
    pub default: &'static str,
    /// One line on what it does.
    pub help: &'static str,
}

impl OptionInfo {
    /// Something that holds or does not.
    pub const fn flag(name: &'static str, default: bool) -> OptionInfo {
        let default = if default { "true" } else { "false" };
        OptionInfo { name, kind: OptionKind::Bool, default, help: "" }
    }

    /// A whole number of a range.
    pub const fn int(name: &'static str, range: RangeInclusive<i64>, default: &'static str) -> OptionInfo {
        let kind = OptionKind::Int { min: *range.start(), max: *range.end() };
        OptionInfo { name, kind, default, help: "" }
    }

    /// A finite number of a range.
    pub const fn float(name: &'static str, range: RangeInclusive<f64>, default: &'static str) -> OptionInfo {
        let kind = OptionKind::Float { min: *range.start(), max: *range.end() };
        OptionInfo { name, kind, default, help: "" }
    }

    /// One of some words.
    pub const fn choice(
        name: &'static str,
        words: &'static [&'static str],
        default: &'static str,
    ) -> OptionInfo {
        OptionInfo { name, kind: OptionKind::Choice(words), default, help: "" }
    }

    /// Any text.
    pub const fn text(name: &'static str, default: &'static str) -> OptionInfo {
        OptionInfo { name, kind: OptionKind::Text, default, help: "" }
    }

    /// The same option with one line on what it does.
    #[must_use]
    pub const fn help(self, help: &'static str) -> OptionInfo {
        OptionInfo { help, ..self }
    }

    /// The default as a number; where it depends on other options, the one that [`help`](OptionInfo::help) names first, right
    /// behind a semicolon. None for options without numbers.
    pub fn usual(&self) -> Option<f64> {
        let named = || self.help.split_once("; ").and_then(|(_, rest)| rest.split([' ', ',', ';']).next());
        let number = if self.default.is_empty() { named()? } else { self.default };
        number.parse().ok().filter(|number: &f64| number.is_finite())
    }
}

/// The name and the options as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name of the game or engine.
    pub name: String,
    /// Option names and values in the order given.
    pub given: Vec<(String, String)>,
}

impl Spec {
    /// A name with option names and values, none of them quoted.
    pub fn new(name: &str, given: &[(&str, &str)]) -> Spec {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        Spec { name: name.to_owned(), given: given.iter().map(owned).collect() }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.given.is_empty() {
            return Ok(());
        }
        let given: Vec<String> =
            self.given.iter().map(|(key, value)| format!("{key}={}", quoted(value))).collect();
        write!(f, "({})", given.join(", "))
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    /// Reads `name` or `name(option=value, ...)`; a value may be a specification itself, or stand in double quotes, in which
    /// `\"` is a quote and `\\` a backslash.
    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        let (name, rest) = match text.split_once('(') {
            None => (text, None),
            Some((name, rest)) => (name.trim_end(), Some(rest)),
        };
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
            refuse!("expected `name` or `name(option=value, ...)`, found `{text}`");
        }
        let mut spec = Spec { name: name.to_owned(), given: Vec::new() };
        let Some(rest) = rest else { return Ok(spec) };
        let Some(list) = rest.trim_end().strip_suffix(')') else {
            refuse!("`{text}`: the closing parenthesis is missing");
        };
        for item in split_list(list).map_err(|message| SpecError::new(format!("`{text}`: {message}")))? {
            let Some((key, value)) = item.split_once('=') else {
                refuse!("`{text}`: expected `option=value`, found `{}`", item.trim());
            };
            let (key, value) = (key.trim(), value.trim());
            let value = unquoted(value);
            if key.is_empty() || value.is_empty() {
                let item = item.trim();
                refuse!("`{text}`: expected `option=value`, found `{item}`");
            }
            if spec.given.iter().any(|(known, _)| known == key) {
                refuse!("`{text}`: option `{key}` is given twice");
            }
            spec.given.push((key.to_owned(), value));
        }
        Ok(spec)
    }
}

impl Spec {
    /// The specifications that this one stands for if values are lists, as in `mcts(sims=[100, 400])`. There
    /// is one for every choice of a value from each list. The last list changes fastest. None where there are
    /// more than `most`, which is known before any of them is made.
    ///
    /// # Errors
    /// An empty list, or one that is not closed.
    pub fn alternatives(&self, most: usize) -> Result<Option<Vec<Spec>>, SpecError> {
        let lists = self.given.iter().map(|(key, value)| values(key, value));
        let lists: Vec<Vec<&str>> = lists.collect::<Result<_, _>>()?;
        let count = lists.iter().try_fold(1usize, |count, values| count.checked_mul(values.len()));
        if count.is_none_or(|count| count > most) {
            return Ok(None);
        }
        let mut found = vec![Spec::new(&self.name, &[])];
        for ((key, _), values) in self.given.iter().zip(&lists) {
            let with = |spec: &Spec, value: &&str| {
                let given = spec.given.iter().cloned().chain([(key.clone(), unquoted(value.trim()))]);
                Spec { name: spec.name.clone(), given: given.collect() }
            };
            found = found.iter().flat_map(|spec| values.iter().map(move |value| with(spec, value))).collect();
        }
        Ok(Some(found))
    }
}

/// The values of an option: those of a list, or the one that is given.
fn values<'a>(key: &str, value: &'a str) -> Result<Vec<&'a str>, SpecError> {
    let list = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let Some(list) = list else { return Ok(vec![value]) };
    let values = split_list(list).map_err(|why| SpecError::new(format!("`{key}={value}`: {why}")))?;
    if values.iter().any(|value| value.trim().is_empty()) || values.is_empty() {
        refuse!("`{key}={value}`: expected a list of values such as [1, 2]");
    }
    Ok(values)
}

/// A value without the double quotes around it.
fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return value.to_owned();
    };
    let (mut text, mut characters) = (String::new(), inner.chars());
    while let Some(c) = characters.next() {
        let rest = characters.as_str();
        let escapes = c == '\\' && rest.starts_with(['"', '\\']);
        text.push(if escapes { characters.next().unwrap_or(c) } else { c });
    }
    text
}

/// A value as a specification has it: in double quotes where it needs them, which a specification in it does not.
fn quoted(value: &str) -> String {
    if !value.contains([',', '(', ')', '[', ']', ' ', '"', ';', '=', '\'']) || is_nested(value) {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Whether a value is a specification with options, written in the one canonical way.
fn is_nested(value: &str) -> bool {
    value.ends_with(')') && value.parse::<Spec>().is_ok_and(|spec| spec.to_string() == value)
}

/// Brackets in each other at most.
const DEEPEST: usize = 16;

/// Closes the bracket that was opened last.
fn close(open: &mut Vec<char>, c: char) -> Result<(), String> {
    refuse_if!(open.pop() != Some(c), "unexpected `{c}`");
    Ok(())
}

/// Splits at the commas outside double quotes and brackets. An empty list has no items.
fn split_list(list: &str) -> Result<Vec<&str>, String> {
    let (mut items, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    let mut open: Vec<char> = Vec::new();
    for (at, c) in list.char_indices() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match c {
            '\\' if quoted => escaped = list[at + 1..].starts_with(['"', '\\']),
            '"' => quoted = !quoted,
            '[' | '(' if !quoted => {
                open.push(if c == '[' { ']' } else { ')' });
                refuse_if!(open.len() > DEEPEST, "more than {DEEPEST} brackets in each other");
            }
            ']' | ')' if !quoted => close(&mut open, c)?,
            ',' if !quoted && open.is_empty() => {
                items.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    refuse_if!(quoted, "the closing quote is missing");
    if let Some(missing) = open.pop() {
        refuse!("the closing bracket `{missing}` is missing");
    }
    if !list.trim().is_empty() {
        items.push(&list[start..]);
    }
    Ok(items)
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Bool(bool),
    Int(i64),
    Float(f64),
    Choice(&'static str),
}

/// The value of every option, checked against its kind and range.
#[derive(Clone, Debug)]
pub struct Options {
    name: String,
    infos: &'static [OptionInfo],
    values: Vec<(Option<Value>, String)>,
}

impl Options {
    /// Checks what `spec` gives against `infos` and fills in the defaults.
    ///
    /// # Errors
    /// An unknown option, or a value of the wrong kind or out of range.
    pub fn check(spec: &Spec, infos: &'static [OptionInfo]) -> Result<Options, SpecError> {
        for (key, _) in &spec.given {
            if !infos.iter().any(|info| info.name == key) {
                let names = infos.iter().map(|info| info.name);
                let known = match infos.len() {
                    0 => "it has no options".to_owned(),
                    _ => format!("it has {}", names.clone().collect::<Vec<_>>().join(", ")),
                };
                let message = format!("`{}` has no option `{key}` ({known})", spec.name);
                return Err(SpecError::new(message).with_nearest(nearest(key, names)));
            }
        }
        let values = infos.iter().map(|info| {
            let given = spec.given.iter().find(|(key, _)| key == info.name);
            let text = given.map_or(info.default, |(_, value)| value);
            let value = match text {
                "" => None,
                _ if info.kind == OptionKind::Text => None,
                text => parse_value(info.kind, text).map(Some).ok_or_else(|| {
                    let message = format!(
                        "`{}`: option `{}` expects {}, found `{text}`",
                        spec.name, info.name, info.kind
                    );
                    let near = match info.kind {
                        OptionKind::Choice(words) => nearest(text, words.iter().copied()),
                        _ => None,
                    };
                    SpecError::new(message).with_nearest(near)
                })?,
            };
            Ok::<_, SpecError>((value, text.to_owned()))
        });
        Ok(Options { name: spec.name.clone(), infos, values: values.collect::<Result<_, _>>()? })
    }

    /// Whether there is an option of this name.
    pub fn has(&self, name: &str) -> bool {
        self.infos.iter().any(|info| info.name == name)
    }

    /// The descriptions of the options.
    pub fn infos(&self) -> &'static [OptionInfo] {
        self.infos
    }

    fn value(&self, name: &str) -> &(Option<Value>, String) {
        let index = self.infos.iter().position(|info| info.name == name);
        &self.values[index.expect("the option is declared")]
    }

    /// The value of a `Bool` option.
    pub fn bool(&self, name: &str) -> bool {
        match self.value(name).0 {
            Some(Value::Bool(value)) => value,
            _ => unreachable!("`{name}` is declared as a bool with a default"),
        }
    }

    /// The value of an `Int` option, or none where it has neither a value nor a default.
    pub fn maybe_int(&self, name: &str) -> Option<i64> {
        match self.value(name).0 {
            Some(Value::Int(value)) => Some(value),
            None => None,
            _ => unreachable!("`{name}` is declared as a whole number"),
        }
    }

    /// The value of an `Int` option with a default.
    pub fn int(&self, name: &str) -> i64 {
        self.maybe_int(name).expect("the option has a default")
    }

    /// The value of an `Int` option with a default whose range lies in `u32`.
    pub fn u32(&self, name: &str) -> u32 {
        u32::try_from(self.int(name)).expect("the range of the option lies in u32")
    }

    /// The value of a `Float` option, or none where it has neither a value nor a default.
    pub fn maybe_float(&self, name: &str) -> Option<f64> {
        match self.value(name).0 {
            Some(Value::Float(value)) => Some(value),
            None => None,
            _ => unreachable!("`{name}` is declared as a number"),
        }
    }

    /// The value of a `Float` option with a default.
    pub fn float(&self, name: &str) -> f64 {
        self.maybe_float(name).expect("the option has a default")
    }

    /// The value of a `Choice` option.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.value(name).0 {
            Some(Value::Choice(value)) => value,
            _ => unreachable!("`{name}` is declared as a choice with a default"),
        }
    }

    /// What the value of a `Choice` option stands for: one of `meanings`, which follow the order of the option's words.
    pub fn one_of<T, const N: usize>(&self, name: &str, meanings: [T; N]) -> T {
        let info = self.infos.iter().find(|info| info.name == name);
        let Some(OptionKind::Choice(words)) = info.map(|info| info.kind) else {
            unreachable!("`{name}` is declared as a choice")
        };
        assert_eq!(words.len(), N, "each word of `{name}` stands for something");
        let chosen = words.iter().position(|word| *word == self.choice(name));
        meanings.into_iter().nth(chosen.expect("the value is a word")).expect("each word has a meaning")
    }

    /// The text of any option, empty where it has neither a value nor a default.
    pub fn text(&self, name: &str) -> &str {
        &self.value(name).1
    }

    /// An error about one option that its kind and range do not show, such as a clash with another option.
    pub fn error(&self, name: &str, message: impl fmt::Display) -> SpecError {
        SpecError::new(format!("`{}`: option `{name}`: {message}", self.name))
    }

    /// Refuses one option, as [`error`](Options::error) says it, if a condition holds.
    ///
    /// # Errors
    /// The condition holds.
    pub fn refuse_if(
        &self,
        condition: bool,
        name: &str,
        message: impl fmt::Display,
    ) -> Result<(), SpecError> {
        if condition { Err(self.error(name, message)) } else { Ok(()) }
    }

    /// The name with the options that differ from their defaults: equal for all ways to write the same thing.
    pub fn spec(&self) -> Spec {
        let given = self.infos.iter().zip(&self.values).filter_map(|(info, (value, text))| {
            let default = parse_value(info.kind, info.default);
            (*value != default || (value.is_none() && text != info.default)).then(|| {
                let text = match value {
                    Some(Value::Int(value)) => value.to_string(),
                    Some(Value::Float(value)) => value.to_string(),
                    _ => text.clone(),
                };
                (info.name.to_owned(), text)
            })
        });
        Spec { name: self.name.clone(), given: given.collect() }
    }

    /// The text of the [specification](Options::spec).
    pub fn canonical(&self) -> String {
        self.spec().to_string()
    }
}

fn parse_value(kind: OptionKind, text: &str) -> Option<Value> {
    match kind {
        OptionKind::Bool => text.parse().ok().map(Value::Bool),
        OptionKind::Int { min, max } => {
            text.parse().ok().filter(|value| (min..=max).contains(value)).map(Value::Int)
        }
        OptionKind::Float { min, max } => {
            text.parse().ok().filter(|value| (min..=max).contains(value)).map(Value::Float)
        }
        OptionKind::Choice(words) => words.iter().find(|&&word| word == text).map(|word| Value::Choice(word)),
        OptionKind::Text => None,
    }
}

/// The name among `names` that is nearest to `written`, if one is near enough to be what was meant.
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let written = written.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&written, name), !name.starts_with(&written), name))
        .filter(|&(distance, no_prefix, name)| distance <= 1 + name.len() / 3 || !no_prefix)
        .min()
        .map(|(_, _, name)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::*;

    const INFOS: &[OptionInfo] = &[
        OptionInfo::int("size", 3..=9, "5"),
        OptionInfo::flag("swap", false),
        OptionInfo::choice("start", &["ring", "sides"], "ring"),
    ];

    fn check(text: &str) -> Result<Options, SpecError> {
        Options::check(&text.parse()?, INFOS)
    }

    #[test]
    fn lists_of_values_stand_for_several_specifications() {
        let alternatives = |text: &str| text.parse::<Spec>().and_then(|spec| spec.alternatives(10));
        let given = |text: &str| {
            let specs = alternatives(text).unwrap().unwrap();
            let words = |spec: &Spec| {
                spec.given.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
            };
            specs.iter().map(words).collect::<Vec<_>>()
        };
        assert_eq!(
            given("mcts(sims=[100, 400],c=[1,2])"),
            ["sims=100 c=1", "sims=100 c=2", "sims=400 c=1", "sims=400 c=2"]
        );
        assert_eq!(given("mcts(sims=5)"), ["sims=5"]);
        assert_eq!(given("random"), [""]);
        assert_eq!(given("x(a=[\"p, q\",r])"), ["a=p, q", "a=r"]);
        for wrong in ["mcts(sims=[])", "mcts(sims=[1,])", "mcts(sims=[1)", "mcts(sims=1])"] {
            assert!(alternatives(wrong).is_err(), "{wrong}");
        }
        // As many values as there are bytes, 30 times over: more than can be counted.
        let list = format!("[{}]", ["1"; 200].join(","));
        let many: Vec<String> = (0..30).map(|number| format!("o{number}={list}")).collect();
        assert_eq!(alternatives(&format!("x({})", many.join(", "))), Ok(None));
        assert_eq!(alternatives("x(a=[1,2,3], b=[1,2,3,4])"), Ok(None));
    }

    #[test]
    fn canonical_text_names_only_what_differs() {
        assert_eq!(check("x").unwrap().canonical(), "x");
        assert_eq!(check("x()").unwrap().canonical(), "x");
        assert_eq!(
            check(" x( start=\"sides\",size = 07 ,swap=false)").unwrap().canonical(),
            "x(size=7, start=sides)"
        );
    }

    #[test]
    fn quoted_values_read_back_as_they_were() {
        const INFOS: &[OptionInfo] = &[OptionInfo::text("file", "")];
        for value in [
            "a",
            "a, b",
            "(x)",
            "a]",
            "[a",
            "[a]",
            "say \"hi\"",
            "c:\\dir\\",
            "\\\"",
            "a=b; c",
            "it's",
            "\\\\ \\x",
        ] {
            let options = Options::check(&Spec::new("x", &[("file", value)]), INFOS).unwrap();
            let read: Spec = options.canonical().parse().unwrap();
            assert_eq!(read.given[0].1, value, "{}", options.canonical());
        }
        let read: Spec = r#"x(file="a \ b", size=3)"#.parse().unwrap();
        assert_eq!(read.given[0].1, r"a \ b");
    }

    #[test]
    fn specifications_nest_without_quotes() {
        let text = "both(first=random, second=tree(sims=10, tuned=false), share=0.25)";
        let given = |text: &str| text.parse::<Spec>().unwrap().given;
        assert_eq!(given(text)[1], ("second".to_owned(), "tree(sims=10, tuned=false)".to_owned()));
        assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        assert_eq!(given("x(a=\"y(b=1)\")"), given("x(a=y(b=1))"), "quotes are not needed");
        let deep = format!("{}z{}", "x(a=".repeat(16), ")".repeat(16));
        assert_eq!(deep.parse::<Spec>().unwrap().to_string(), deep);
        for (wrong, why) in [
            ("x(a=y(b=1)", "the closing bracket `)` is missing"),
            ("x(a=y(b=[1))", "unexpected `)`"),
            ("x(a=y)b=1)", "unexpected `)`"),
            (&*format!("x(a={deep}, b={deep})").replace('z', "x(a=z)"), "more than 16 brackets"),
        ] {
            let error = wrong.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains(why), "{wrong}: {error}");
        }
        // What only looks like a specification stays in quotes.
        for value in ["(x)", "run (x=1)", "x(y)", "x( y=1)"] {
            let spec = Spec::new("e", &[("a", value)]);
            assert_eq!(spec.to_string(), format!("e(a=\"{value}\")"));
            assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
        }
    }

    #[test]
    fn errors_name_the_option_and_the_nearest_word() {
        assert_eq!(check("x(sise=3)").unwrap_err().nearest(), Some("size"));
        assert_eq!(check("x(start=rings)").unwrap_err().nearest(), Some("ring"));
        assert!(check("x(size=10)").unwrap_err().to_string().contains("3..=9"));
        for text in [
            "",
            "(",
            "x(",
            "x)",
            "x(size)",
            "x(=3)",
            "x(size=)",
            "x(size=3,size=4)",
            "x(size=3)y",
            "x(\"",
            "x y",
        ] {
            assert!(check(text).is_err(), "{text}");
        }
    }
}
