//! `torneo run`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Failure;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Map, Value, json};
use torneo_analysis::{Adjudications, Analysis, AnalysisOptions, Occasion};
use torneo_arena::Error;
use torneo_arena::plan::{BookReport, Config, Event, Format, Meetings, Shard, Tournament};
use torneo_arena::run::{RunOptions, check_memory, crowded, run, threads};
use torneo_arena::values::Values;
use torneo_present::english::Joined as _;
use torneo_present::english::{self, counted};
use torneo_registry::Registry;

use super::configurations;
use super::ends::Ends;
use super::options::{place, word_for};
use super::output::table_width;
use super::part::Part;
use super::signals::Interrupt;
use super::trial::{Book, ORDERS, logs_of};
use super::{print, tell, typed};

/// Play a tournament.
#[derive(Args)]
#[command(after_help = "Examples: torneo run quickstart
          torneo run my.toml --threads 1 --out results/again
          torneo run my.toml --resume
          torneo run my.toml --shard 0/3 --from-zero
          torneo run more-engines.toml --reuse results/quickstart
          torneo run --games hnefatafl blocker --engines random \"mcts(sims=100)\" --rounds 10
          torneo run --games fischerandom --engines greedy random --openings book.pgn --plies 8 --order random")]
pub struct Run {
    /// The configuration: a file, or the name of one that is built in; without it `--games`, `--engines` and `--rounds` say what is played
    #[arg(value_name = "CONFIG", required_unless_present_all = ["games", "engines"], conflicts_with_all = ["games", "engines", "rounds", "self_play", "seed", "name", "format", "max_plies", "output", "openings", "resign", "draw", "solved"])]
    config: Option<PathBuf>,
    #[command(flatten)]
    asked: Asked,
    /// Threads to play with; 0 for one per processor. The results do not depend on it
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// The results folder [default: results/NAME, with the name of the configuration]
    #[arg(long, value_name = "DIR", value_parser = place())]
    out: Option<PathBuf>,
    /// Continue a run that was stopped
    #[arg(long)]
    resume: bool,
    /// Take the games that this run shares with these results folders from there, instead of playing them again
    #[arg(long, value_name = "DIR", num_args = 1..)]
    reuse: Vec<PathBuf>,
    #[command(flatten)]
    part: Part,
    /// Keep the messages of engines that are other programs, one file each, in the folder `logs` of the results
    #[arg(long)]
    log_engines: bool,
    /// Give each thread, with its programs, a processor of its own
    #[arg(long)]
    affinity: bool,
    /// Time between two lines of progress on stderr, where it is no terminal
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    report_every: u32,
    /// Play adjudicated games to their end as well, and tell how many of them ended otherwise. The results stay those of the adjudication
    #[arg(long)]
    play_on: bool,
    /// Let the rungs of each game's ladder take part, against the engines and not against each other. Their Elo is held fixed, so
    /// ratings are those of the ladders
    #[arg(long, conflicts_with = "print_config")]
    ladder: bool,
    /// Do not analyse the results at the end
    #[arg(long)]
    no_analysis: bool,
    /// Print the plan and play nothing
    #[arg(long)]
    dry_run: bool,
    /// Print the configuration and play nothing
    #[arg(long)]
    print_config: bool,
}

/// A tournament that is asked for without a file.
#[derive(Args)]
struct Asked {
    /// The games, such as `hnefatafl`
    #[arg(long, value_name = "GAME", num_args = 1.., requires = "engines")]
    games: Vec<String>,
    /// The engines, such as `random` and `"mcts(sims=100)"`
    #[arg(long, value_name = "ENGINE", num_args = 1.., requires = "games")]
    engines: Vec<String>,
    /// Mirrored pairs for each pairing and game
    #[arg(long, value_name = "N", requires = "games")]
    rounds: Option<u64>,
    /// Games of each engine with itself at each game, from which the first-move figures are taken
    #[arg(long, value_name = "N", requires = "games")]
    self_play: Option<u64>,
    /// The master seed [default: 1283]
    #[arg(long, value_name = "S", requires = "games")]
    seed: Option<u64>,
    /// The name of the run [default: run]
    #[arg(long, value_name = "NAME", requires = "games")]
    name: Option<String>,
    /// Who plays whom [default: round-robin; self-play for one engine]
    #[arg(long, value_name = "FORMAT", requires = "games", value_parser = PossibleValuesParser::new(Format::WORDS))]
    format: Option<String>,
    /// Plies after which a game is adjudicated a draw [default: 2000]
    #[arg(long, value_name = "N", requires = "games")]
    max_plies: Option<u64>,
    /// What else is written, with commas between: `evaluations` (in `moves.csv`, what each choice rests on), `times` (in `times.csv`, how long it took)
    #[arg(long, value_name = "WHAT", requires = "games", value_delimiter = ',', value_parser = PossibleValuesParser::new(OUTPUTS))]
    output: Vec<String>,
    #[command(flatten)]
    book: Book,
    #[command(flatten)]
    ends: Ends,
}

/// What can be written besides games: keys of `[output]`.
const OUTPUTS: [&str; 2] = ["evaluations", "times"];

/// How errors name a value of a configuration that came from an argument.
fn argument(key: &str, inside: &str) -> String {
    let name = match (key, inside) {
        ("opening", ".lines") => "openings",
        ("adjudication", "") => "resign, --draw, --solved",
        ("opening" | "limits" | "adjudication", inside) if !inside.is_empty() => &inside[1..],
        _ => key,
    };
    format!("--{}", name.replace('_', "-"))
}

impl Asked {
    /// Refuses lists that are written as one word.
    fn check_separators(&self) -> Result<(), Failure> {
        let arguments =
            [("--games", &self.games, "hnefatafl blocker"), ("--engines", &self.engines, "random greedy")];
        for (argument, words, example) in arguments {
            if let Some(list) = words.iter().find(|word| is_list(word)) {
                let message = format!("argument {argument}: expected one name a word, found `{list}`");
                return Err(Failure::input_with_help(message, format!("write `{argument} {example}`")));
            }
        }
        Ok(())
    }

    /// The configuration that says the same.
    fn values(&self) -> Values {
        let mut values = Map::new();
        let mut give = |key: &str, value: Value| values.insert(key.to_owned(), value);
        give("name", json!(self.name.as_deref().unwrap_or("run")));
        give("seed", json!(self.seed.unwrap_or(1283)));
        give("games", json!(self.games));
        give("engines", json!(self.engines));
        let usual = (self.engines.len() == 1).then_some("self-play");
        give("format", json!(self.format.as_deref().or(usual)));
        give("rounds", json!(self.rounds));
        give("self_play", json!(self.self_play));
        if let Some(book) = &self.book.openings {
            let Book { plies, start, .. } = self.book;
            let order = word_for(ORDERS, &self.book.order);
            give("opening", json!({"lines": book, "plies": plies, "start": start, "order": order}));
        }
        if let Some(plies) = self.max_plies {
            give("limits", json!({"max_plies": plies}));
        }
        give("adjudication", self.ends.value());
        if !self.output.is_empty() {
            give("output", self.output.iter().map(|key| (key.clone(), json!(true))).collect());
        }
        Values::new(values, PathBuf::new())
    }
}

impl Run {
    /// What is asked for, with the rungs of ladders if they are to take part.
    fn tournament(&self, registry: &Registry) -> Result<Tournament, Failure> {
        let tournament = self.planned(registry)?;
        Ok(if self.ladder { tournament.with_ladders(registry, registry.ladders())? } else { tournament })
    }

    fn planned(&self, registry: &Registry) -> Result<Tournament, Failure> {
        let shard = self.part.shard()?;
        let Some(config) = &self.config else {
            self.asked.check_separators()?;
            return Ok(Tournament::of_values(registry, &self.asked.values(), &argument, shard)?);
        };
        let text = configurations::read(registry, config)?;
        Ok(Tournament::parse(registry, &config.display().to_string(), &text, shard)?)
    }

    /// What is played, as words of the command that goes on with it.
    fn subject(&self) -> String {
        let Asked { games, engines, rounds, self_play, seed, name, format, max_plies, output, book, ends } =
            &self.asked;
        match &self.config {
            Some(config) => format!(" {}", quoted(&config.display().to_string())),
            None => [
                option("games", games),
                option("engines", engines),
                option("rounds", rounds),
                option("self-play", self_play),
                option("seed", seed),
                option("name", name),
                option("format", format),
                option("max-plies", max_plies),
                option("output", output),
                book.again(),
                ends.again(),
            ]
            .concat(),
        }
    }

    /// The command that goes on with the run.
    fn continuation(&self, out: &Path) -> String {
        let out = option("out", [out.display()]);
        let reuse = option("reuse", self.reuse.iter().map(|folder| folder.display()));
        let flags = [(self.play_on, " --play-on"), (self.ladder, " --ladder")];
        let flags: String = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| *flag).collect();
        format!("torneo run{} --resume{out}{}{reuse}{flags}", self.subject(), self.part.again())
    }

    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let tournament = self.tournament(registry)?;
        if self.print_config {
            let text = tournament.config.printed().map_err(Failure::run)?;
            print(text.trim_end());
            return Ok(());
        }
        let Interrupt { stop, finishing } =
            Interrupt::watched("the games under way are left, those that are finished are kept")?;
        if self.dry_run {
            check_memory(&tournament, self.threads.into())?;
            tournament.greet(&stop)?;
            print_plan(&tournament, &self.part);
            return Ok(());
        }
        if self.play_on && tournament.config.adjudication.is_none() {
            let message = "argument --play-on: this run adjudicates no game";
            let help = "add --resign, --draw or --solved, or [adjudication] to the configuration";
            return Err(Failure::input_with_help(message.to_owned(), help));
        }
        let out = self.out.clone().unwrap_or_else(|| tournament.default_folder());
        let options = RunOptions {
            threads: self.threads.into(),
            resume: self.resume,
            reuse: self.reuse.clone(),
            progress: None,
            told_every: Duration::from_secs(self.report_every.into()),
            affinity: self.affinity,
            logs: if self.log_engines { Some(logs_of(&out)?) } else { None },
            command: typed(),
            play_on: self.play_on,
            finishing,
        };
        if !tournament.is_reproducible() {
            tell("note: an engine has a time budget, so this run cannot be reproduced");
        } else if !tournament.programs().is_empty() {
            let programs = tournament.programs().joined(", ");
            tell(&format!("note: this run is reproducible if the engine is: {programs}"));
        }
        tournament.books.iter().flat_map(BookReport::lines).for_each(|line| tell(&line));
        if let Some(warning) = crowded(&tournament.engines, threads(self.threads.into())) {
            tell(&format!("warning: {warning}"));
        }
        let summary = match run(&tournament, &out, options, &stop) {
            Err(Error::Interrupted) if !out.exists() => {
                tell("interrupted before the first game");
                return Err(Failure::Interrupted);
            }
            Err(error) if out.exists() => return Err(cut_short(error, &self.continuation(&out))),
            result => result?,
        };
        if summary.resumed > 0 {
            tell(&format!("{} games were there already", summary.resumed));
        }
        if !self.reuse.is_empty() {
            tell(&format!("{} games were taken from other runs", summary.reused));
        }
        if summary.faults.games() > 0 {
            tell(&format!("warning: an engine failed in {} games", summary.faults.games()));
            summary.faults.lines().iter().for_each(|line| tell(&format!("    {line}")));
        }
        if self.play_on {
            match Adjudications::of(&out)?.text(table_width()) {
                nothing if nothing.is_empty() => print("No game was adjudicated, so none was played on."),
                text => print(&text),
            }
        }
        if self.no_analysis {
            tell(&format!("results: {}", out.display()));
            return Ok(());
        }
        let options = AnalysisOptions::default();
        if let Err(error) = options.check(tournament.engines.len()) {
            tell(&format!("results: {}", out.display()));
            tell(&format!(
                "note: they are not analysed: {error}; `torneo analyze DIR --memory MIB` allows more"
            ));
            return Ok(());
        }
        let analysis = Analysis::of(registry, &out, options)?;
        let threads = threads(self.threads.into());
        let played = match summary.resumed {
            0 => format!("in {:.1} s on {}", summary.seconds, counted(threads as u64, "thread")),
            _ => String::new(),
        };
        let folder = quoted(&out.display().to_string());
        print(&analysis.summary(&Occasion { played: &played, folder: &folder }, table_width()));
        if analysis.is_long() {
            analysis.write(&out)?;
        }
        Ok(())
    }
}

/// Whether a word is several specifications with commas or semicolons between them; those in brackets separate options.
fn is_list(word: &str) -> bool {
    let outside = word.split('(').next().unwrap_or_default();
    outside.contains([',', ';'])
}

/// A text as one word of a shell.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// An option with its words, as the rest of a command; nothing where there are no words.
pub fn option(key: &str, words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: String = words.into_iter().map(|word| format!(" {}", quoted(&word.to_string()))).collect();
    if words.is_empty() { words } else { format!(" --{key}{words}") }
}

/// What is said where playing ended by an error after something was kept; the command goes on with it.
pub fn cut_short(error: Error, command: &str) -> Failure {
    match error {
        Error::Interrupted => {
            tell(&format!("interrupted; continue with: {command}"));
            Failure::Interrupted
        }
        Error::Io { .. } | Error::Failed(_) => {
            Failure::run_with_help(error, format!("what was played is kept; continue with: {command}"))
        }
        error => error.into(),
    }
}

/// Pairings of a game, and seatings of a pairing, that are shown; the rest is only counted.
const MOST_SHOWN: usize = 1000;

fn print_plan(tournament: &Tournament, part: &Part) {
    let Tournament { config, plan, .. } = tournament;
    print(&format!(
        "{}: {} games in {} groups, seed {}{}",
        config.name,
        plan.total_games(),
        plan.total_groups(),
        config.seed,
        if tournament.is_reproducible() { "" } else { " (not reproducible: an engine has a time budget)" },
    ));
    if plan.shard() != Shard::WHOLE {
        print(&format!("shard {part}: {} games in {} groups", plan.games(), plan.groups()));
    }
    for (index, engine) in config.engines.iter().enumerate() {
        let spec = if engine.spec == engine.name { String::new() } else { format!(" = {}", engine.spec) };
        print(&format!("engine {index}: {}{spec}", engine.name));
    }
    if config.format == Format::Swiss {
        print("by the Swiss system: later rounds are paired from the results; this is the first");
    }
    for event in plan.events() {
        let games = if plan.is_interleaved() && !event.from_start {
            format!("{} games, round by round", event.games())
        } else {
            format!("games {}..={}", event.first_game, event.first_game + event.games() - 1)
        };
        print(&format!(
            "{games}: {}, {} seats, {}",
            event.game,
            event.seats,
            match event.from_start {
                true => format!("{} games of self-play from the start", event.games()),
                false => format!(
                    "{} rounds of {} {} in {} seatings",
                    config.rounds,
                    event.meetings.len(),
                    meetings(config),
                    event.seatings.len()
                ),
            }
        ));
        print_seatings(config, event);
    }
}

fn meetings(config: &Config) -> &'static str {
    if config.tables.is_pairs() { "pairings" } else { "tables" }
}

fn print_seatings(config: &Config, event: &Event) {
    let name = |engine: usize| &*config.engines[engine].name;
    for meeting in (0..event.meetings.len()).take(MOST_SHOWN) {
        let engines = event.meetings.get(0, meeting);
        let seated = event
            .seatings
            .iter()
            .take(MOST_SHOWN)
            .map(|seating| seating.iter().map(|&place| name(engines[usize::from(place)])).joined(" / "));
        let more = event.seatings.len().saturating_sub(MOST_SHOWN);
        let more = english::more(more, " | and ", "");
        print(&format!("    {}{more}", seated.joined(" | ")));
    }
    let more = event.meetings.len().saturating_sub(MOST_SHOWN as u64);
    if more > 0 {
        print(&format!("    and {more} {} more", meetings(config)));
    }
    if matches!(event.meetings, Meetings::Sample(_)) {
        print("    these are the tables of the first round; each round has others");
    }
}
