//! The options of a program that plays.

use serde_json::{Map, Value};
use torneo_contract::{Form, OptionInfo, Options, Refusal, SpecError, refusal};
use torneo_search::{CLOCK, EngineInfo, GameClock, LEAST_SECONDS, MOST_SECONDS};

use crate::fault::shown;

/// The registry entry.
pub const INFO: EngineInfo = EngineInfo {
    id: "external",
    summary: "your own program, which speaks the line protocol, UCI or GTP",
    options: &[
        OptionInfo::text("command", "").help("the program with its arguments, quoted as in a shell; needed"),
        OptionInfo::choice("protocol", &["torneo", "uci", "gtp"], "torneo")
            .help("the protocol of the program"),
        OptionInfo::int("nodes", 1..=i64::MAX, "").help("positions for each choice"),
        OptionInfo::int("sims", 1..=i64::MAX, "").help("simulations for each choice"),
        OptionInfo::int("depth", 1..=i64::MAX, "").help("depth of the search in plies"),
        seconds("time", "").help("seconds for each choice; a run with it is not reproducible"),
        CLOCK,
        seconds("margin", "0.05").help("seconds that a choice may take beyond its time"),
        OptionInfo::text("options", "").help("options of the program: NAME=VALUE; NAME=VALUE"),
        OptionInfo::text("working_directory", "")
            .help("the folder that it runs in, from that of the configuration on"),
        seconds("startup", "10").help("seconds to get ready for a game"),
        seconds("ping", "5").help("seconds to answer a ping"),
        seconds("watchdog", "30").help("seconds after which a choice without a time limit counts as hanging"),
        OptionInfo::choice("restart", &["auto", "on", "off"], "auto")
            .help("when a new process starts: after a fault (auto), for each game (on), or only if the old one ended (off)"),
        OptionInfo::int("retries", 0..=u32::MAX as i64, "0")
            .help("how often the program may answer again where its answer is not legal or cannot be read"),
        OptionInfo::int("memory", 0..=u32::MAX as i64, USUAL_MEMORY)
            .help("MiB that the program and its children may take; 0 for no limit"),
        OptionInfo::int("cpu", 0..=u32::MAX as i64, "0")
            .help("processor seconds that one process may take; 0 for no limit"),
        OptionInfo::flag("random", false)
            .help("whether the program draws at random: its games that go alike then count each"),
        OptionInfo::text("name", "").help("what results call it"),
        OptionInfo::text("identity", "")
            .help("what the randomness of its games depends on, in place of the name"),
    ],
};

/// The bound of memory in MiB where none is given.
const USUAL_MEMORY: &str = "2048";

const fn seconds(name: &'static str, default: &'static str) -> OptionInfo {
    OptionInfo::float(name, 0.0..=MOST_SECONDS, default)
}

/// What a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Talk {
    /// The line protocol of torneo.
    Torneo,
    /// The Universal Chess Interface.
    Uci,
    /// The Go Text Protocol, version 2.
    Gtp,
}

impl Talk {
    /// The form of moves and positions; none where it is that of the game.
    pub fn form(self) -> Option<Form> {
        match self {
            Talk::Torneo => None,
            Talk::Uci => Some(Form::Uci),
            Talk::Gtp => Some(Form::Gtp),
        }
    }

    /// The line by which a program is asked to end.
    pub fn farewell(self) -> &'static str {
        match self {
            Talk::Torneo => r#"{"type":"quit"}"#,
            Talk::Uci | Talk::Gtp => "quit",
        }
    }
}

/// When a process is replaced between two games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restart {
    /// After a fault.
    Auto,
    /// Always.
    On,
    /// Only if it has ended or does not answer.
    Off,
}

/// How a program is run. All times are in seconds.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// What it speaks.
    pub talk: Talk,
    /// Positions for each choice.
    pub nodes: Option<u64>,
    /// Simulations for each choice.
    pub sims: Option<u64>,
    /// Depth of the search in plies.
    pub depth: Option<u64>,
    /// Time for each choice.
    pub time: Option<f64>,
    /// Time for each game.
    pub clock: Option<GameClock>,
    /// Time beyond a limit before a choice is late.
    pub margin: f64,
    /// Options of the program.
    pub options: Map<String, Value>,
    /// Time to get ready for a game.
    pub startup: f64,
    /// Time to answer a ping.
    pub ping: f64,
    /// Time for a choice that has no limit of time.
    pub watchdog: f64,
    /// When the process is replaced.
    pub restart: Restart,
    /// How often it may answer again.
    pub retries: u32,
    /// Bytes that the program and its children may take.
    pub memory: Option<u64>,
    /// Bytes that it is known to take: its `Hash` by UCI, or the bound of memory where one was given.
    pub known_memory: u64,
    /// Processor seconds that one process may take.
    pub cpu: Option<u64>,
    /// The folder that it runs in, from that of the configuration on.
    pub working_directory: String,
    /// Whether it draws at random.
    pub random: bool,
}

impl Settings {
    /// The settings of a specification of [`INFO`].
    ///
    /// # Errors
    /// No command, or one of the texts has another form.
    pub fn new(options: &Options) -> Result<Settings, SpecError> {
        check_limits(options)?;
        let limit = |name: &str| options.maybe_int(name).map(i64::unsigned_abs);
        let bounded = |name: &str| Some(options.int(name).unsigned_abs()).filter(|&value| value > 0);
        let given = read_options(options.text("options")).map_err(|why| options.error("options", why))?;
        let is_uci = options.choice("protocol") == "uci";
        let of_referee = REFEREES.iter().find(|(name, _)| is_uci && named(&given, name).is_some());
        if let Some((name, why)) = of_referee {
            return Err(options.error("options", format!("`{name}` is the referee's: {why}")));
        }
        let hash = named(&given, "Hash").and_then(Value::as_u64).filter(|_| is_uci);
        let memory = bounded("memory").filter(|_| options.int("memory").to_string() != USUAL_MEMORY);
        Ok(Settings {
            known_memory: hash.or(memory).unwrap_or(0).saturating_mul(1 << 20),
            command: read_command(options)?,
            talk: options.one_of("protocol", [Talk::Torneo, Talk::Uci, Talk::Gtp]),
            nodes: limit("nodes"),
            sims: limit("sims"),
            depth: limit("depth"),
            time: read_time(options)?,
            clock: GameClock::of(options)?,
            margin: options.float("margin"),
            options: given,
            startup: options.float("startup"),
            ping: options.float("ping"),
            watchdog: options.float("watchdog"),
            restart: options.one_of("restart", [Restart::Auto, Restart::On, Restart::Off]),
            retries: options.u32("retries"),
            memory: bounded("memory").map(|mebibytes| mebibytes << 20),
            cpu: bounded("cpu"),
            working_directory: options.text("working_directory").to_owned(),
            random: options.bool("random"),
        })
    }
}

impl Settings {
    /// Whether a process started by these settings is one that others would have started: options and limits are told to it.
    pub fn starts_as(&self, other: &Settings) -> bool {
        let start = |of: &Settings| (of.talk, of.memory, of.cpu, of.restart);
        start(self) == start(other)
            && (&self.command, &self.working_directory) == (&other.command, &other.working_directory)
    }

    /// The limit of a choice that is no time, in a word.
    pub fn named_limit(&self) -> &'static str {
        let limits = [("nodes", self.nodes), ("sims", self.sims), ("depth", self.depth)];
        limits.into_iter().find(|(_, limit)| limit.is_some()).map_or("any limit", |(name, _)| name)
    }

    /// What the options of the program make of its games, other than one may think.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let is = |name: &str, wanted: &str| {
            named(&self.options, name).is_some_and(|value| value.to_string().trim_matches('"') == wanted)
        };
        if self.talk != Talk::Uci {
            return warnings;
        }
        if named(&self.options, "UCI_Elo").is_some() && !is("UCI_LimitStrength", "true") {
            warnings.push("UCI_Elo does nothing without UCI_LimitStrength = true".to_owned());
        }
        if let Some(threads) = named(&self.options, "Threads").filter(|_| !is("Threads", "1"))
            && self.nodes.is_some()
        {
            warnings.push(format!(
                "with Threads = {threads} a limit of nodes is not reproducible; with 1 it may be"
            ));
        }
        warnings
    }
}

/// Options of UCI that belong to the referee, and why.
const REFEREES: [(&str, &str); 3] = [
    ("UCI_Chess960", "the game sets it; `chess` is played without it, `fischerandom` with it"),
    ("UCI_Variant", "the game sets it; name the game instead"),
    ("Ponder", "nobody thinks on the other's time here"),
];

/// The value of an option whose name is written in any case.
fn named<'a>(options: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    options.iter().find(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

/// Checks that the protocol has a word for each limit.
fn check_limits(options: &Options) -> Result<(), SpecError> {
    let known: &[&str] = match options.choice("protocol") {
        "uci" => &["nodes", "depth", "time", "clock"],
        "gtp" => &["time", "clock"],
        _ => return Ok(()),
    };
    let protocol = options.choice("protocol");
    let given = |name: &&&str| !options.text(name).is_empty();
    let limits = known.join(", ");
    if let Some(name) = ["nodes", "sims", "depth"].iter().filter(given).find(|name| !known.contains(name)) {
        let why = format!("the protocol `{protocol}` has no such limit, only {limits}");
        return Err(options.error(name, why));
    }
    let is_endless = protocol == "uci" && !known.iter().any(|name| given(&name));
    options.refuse_if(is_endless, "protocol", format!("`uci` needs a limit: {limits}"))
}

fn read_command(options: &Options) -> Result<Vec<String>, SpecError> {
    let text = options.text("command");
    match split_command(text) {
        Some(words) if words.first().is_some_and(|program| !program.is_empty()) => Ok(words),
        Some(_) => Err(options.error("command", "expected a program, such as \"python3 mine.py\"")),
        None => Err(options.error("command", format!("a quote in `{text}` is not closed"))),
    }
}

/// The words of a command, quoted as in a shell. On Windows a backslash parts folders: outside quotes it stands for itself.
fn split_command(text: &str) -> Option<Vec<String>> {
    if cfg!(windows) { shlex::split(&with_plain_backslashes(text)) } else { shlex::split(text) }
}

/// The text with every backslash outside quotes written so that a shell reads it as one.
fn with_plain_backslashes(text: &str) -> String {
    let mut quote = None;
    let mut is_escaped = false;
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match (quote, c) {
            (Some('"'), _) if std::mem::take(&mut is_escaped) => {}
            (Some('"'), '\\') => is_escaped = true,
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '\\') => written.push('\\'),
            _ => {}
        }
        written.push(c);
    }
    written
}

fn read_time(options: &Options) -> Result<Option<f64>, SpecError> {
    match options.maybe_float("time") {
        Some(time) if time < LEAST_SECONDS => {
            Err(options.error("time", format!("expected at least {LEAST_SECONDS} seconds, found {time}")))
        }
        time => Ok(time),
    }
}

/// A command as one text, quoted as in a shell.
///
/// # Errors
/// A word with a null byte, which no command can have.
pub fn command_text<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<String, Refusal> {
    shlex::try_join(words).map_err(|_| Refusal::new("a command has no null byte"))
}

/// Options of a program as one text that reads back to the same values.
pub fn options_text(options: &Map<String, Value>) -> String {
    let item = |(name, value): (&String, &Value)| match value {
        Value::String(text) if read_value(text) == *value && text.trim() == text && !text.contains(';') => {
            format!("{name}={text}")
        }
        value => format!("{name}={value}"),
    };
    options.iter().map(item).collect::<Vec<_>>().join("; ")
}

/// Reads `NAME=VALUE; NAME=VALUE`. A value is a number, `true`, `false`, a text, or a text in double quotes as JSON
/// writes it.
///
/// # Errors
/// A text of another form, a name that is given twice, or a line break.
pub fn read_options(text: &str) -> Result<Map<String, Value>, Refusal> {
    let mut options = Map::new();
    for item in split_items(text) {
        if item.trim().is_empty() {
            continue;
        }
        let Some((name, value)) = item.split_once('=') else {
            return Err(refusal!("expected NAME=VALUE, found `{}`", item.trim()));
        };
        let name = name.trim();
        let value = read_value(value.trim());
        let breaks = |text: &str| text.contains(['\n', '\r']);
        if breaks(name) || value.as_str().is_some_and(breaks) {
            return Err(refusal!("`{}` has a line break, which would begin another command", shown(name)));
        }
        if name.is_empty() || options.insert(name.to_owned(), value).is_some() {
            return Err(refusal!("`{name}` is no name, or is given twice"));
        }
    }
    Ok(options)
}

/// A JSON number, boolean or text; what is none of these is itself the text.
fn read_value(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value @ (Value::Bool(_) | Value::Number(_) | Value::String(_))) => value,
        _ => Value::String(text.to_owned()),
    }
}

/// Splits at the semicolons outside double quotes.
fn split_items(text: &str) -> Vec<&str> {
    let (mut items, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if std::mem::take(&mut escaped) => {}
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ';' if !quoted => {
                items.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(&text[start..]);
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use torneo_contract::Spec;

    fn settings(text: &str) -> Result<Settings, SpecError> {
        let spec: Spec = text.parse()?;
        Settings::new(&Options::check(&spec, INFO.options)?)
    }

    #[test]
    fn commands_clocks_and_options_are_read() {
        let read = settings(
            r#"external(command="python3 'my file.py' -x", clock=60+0.6, options="depth=4; Skill Level=\"3\"; fast=true")"#,
        );
        let read = read.unwrap();
        assert_eq!(read.command, ["python3", "my file.py", "-x"]);
        assert_eq!(read.clock, Some(GameClock { seconds: 60.0, increment: 0.6, period: None }));
        let clock = |text: &str| settings(&format!("external(command=a, clock=\"{text}\")")).unwrap().clock;
        let period = Some(GameClock { seconds: 60.0, increment: 0.6, period: Some(40) });
        assert_eq!(clock("40/60+0.6"), period);
        assert_eq!(Value::Object(read.options), json!({"depth": 4, "Skill Level": "3", "fast": true}));
        assert_eq!((read.memory, read.cpu, read.restart), (Some(2 << 30), None, Restart::Auto));
        let known = |text: &str| settings(text).unwrap().known_memory >> 20;
        assert_eq!(read.known_memory, 0, "the bound that nobody asked for says nothing");
        assert_eq!(known("external(command=a, memory=300)"), 300);
        assert_eq!(known("external(command=a, protocol=uci, depth=1, memory=300, options=\"Hash=64\")"), 64);
        assert_eq!(known("external(command=a, options=\"Hash=64\")"), 0);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, part) in [
            ("external", "command"),
            ("external(command=\"'a\")", "not closed"),
            ("external(command=a, clock=x)", "60+0.6"),
            ("external(command=a, clock=-1)", "60+0.6"),
            ("external(command=a, clock=0+5)", "the first choice would have no time"),
            ("external(command=a, clock=0/60)", "40/60+0.6"),
            ("external(command=a, clock=60+0.0001)", "an increment of 0 or 0.001"),
            ("external(command=a, time=0.0004)", "at least 0.001 seconds"),
            ("external(command=a, time=0)", "at least 0.001 seconds"),
            ("external(command=a, options=\"b=\\\"1\\n2\\\"\")", "line break"),
            ("external(command=a, options=\"b\")", "NAME=VALUE"),
            ("external(command=a, options=\"b=1; b=2\")", "twice"),
            ("external(command=a, protocol=xboard)", "torneo"),
            ("external(command=a, time=-1)", "time"),
        ] {
            let error = settings(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn options_read_back_as_they_were() {
        let options = json!({"a": 1, "b": 2.5, "c": "3", "d": "x; y=\"z\"", "e": "", "f": " g ", "h": false, "i": "a b"});
        let Value::Object(options) = options else { unreachable!("it is an object") };
        assert_eq!(read_options(&options_text(&options)).unwrap(), options);
        assert_eq!(
            command_text(["a b", "c\"d", "it's"]).map(|text| shlex::split(&text).unwrap()).unwrap(),
            ["a b", "c\"d", "it's"]
        );
    }

    #[test]
    fn backslashes_part_the_folders_of_windows() {
        let split = |text: &str| shlex::split(&with_plain_backslashes(text)).unwrap();
        assert_eq!(split(r"C:\new\engine.exe --fast"), [r"C:\new\engine.exe", "--fast"]);
        assert_eq!(
            split(r#""C:\my programs\engine.exe" 'a\b' "say \"x\"\\""#),
            [r"C:\my programs\engine.exe", r"a\b", r#"say "x"\"#]
        );
        for words in [[r"C:\a b\c.exe", "it's"], [r"..\engine", "say \"it's\" \\"]] {
            assert_eq!(split(&command_text(words).unwrap()), words, "what is written reads back");
        }
    }
}
