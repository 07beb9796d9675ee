//! The command line of torneo, for any [`Registry`] of games and engines: one module for each command.
//!
//! This crate knows no game; it dresses the errors of the library and prints its results.
//!
//! ```no_run
//! use torneo_registry::Registry;
//!
//! // A program without games, but with every command.
//! let code = torneo_cli::main_with(Registry::new());
//! # let _ = code;
//! ```

mod advantage;
mod analyze;
mod atlas;
mod bench;
mod best_move;
mod best_of;
mod calibrate;
mod compare;
mod configurations;
mod conformance;
mod dice;
mod embedded;
mod ends;
mod engine_check;
mod engines;
mod excerpt;
mod exploit;
mod export;
mod failure;
mod games;
mod import;
pub mod json;
mod ladder;
mod learn;
mod learn_policy;
mod lettering;
mod live;
mod manual;
mod memory;
mod merge;
mod options;
mod output;
mod part;
mod perft;
mod picture;
mod play;
mod rate;
mod report;
mod rules;
mod run;
mod serve;
mod show;
mod signals;
mod slurm;
mod solve;
mod state;
mod trial;
mod tune;
mod verify;
mod web;
mod words;

use std::io::{IsTerminal, Write};
use std::num::ParseIntError;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

pub use embedded::call;
pub use failure::Failure;
pub use picture::colours;
pub use rate::{ladders, planned as planned_rating};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use miette::MietteHandlerOpts;
use textwrap::{WordSeparator, WordSplitter};
use torneo_contract::Spec;
use torneo_contract::session::Session;
use torneo_present::terminal::shown;
use torneo_registry::{AnyGame, Registry, external};

use output::{print, print_bytes, print_json, say, table_width, tell, tell_as_it_is};
use signals::stop_on_interrupt;

/// Reproducible tournaments of game engines, and statistics of games.
///
/// Games and engines are named by specifications such as `three-mens-morris(equal_turns=false)` or
/// `mcts(sims=1000)`; `torneo games` and `torneo engines` list them with their options.
#[derive(Parser)]
#[command(name = "torneo", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The commands: each has a name, what it takes, and a method `execute`.
macro_rules! commands {
    ($($(#[$about:meta])* $name:ident($arguments:ty),)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($(#[$about])* $name($arguments),)*
            /// Print a completion script for a shell
            #[command(
                after_help = "Example: torneo completions bash > ~/.local/share/bash-completion/completions/torneo"
            )]
            Completions {
                /// The shell
                shell: clap_complete::Shell,
            },
            /// Wait for the end of the process at the other end of stdin, and kill what its programs started
            #[command(name = GUARD, hide = true)]
            Guard,
        }

        fn execute(command: Command, registry: &Registry) -> Result<(), Failure> {
            match command {
                $(Command::$name(command) => command.execute(registry),)*
                Command::Guard => external::guard(std::io::stdin()).map_err(Failure::run),
                Command::Completions { shell } => {
                    let mut script = Vec::new();
                    clap_complete::generate(shell, &mut Arguments::command(), "torneo", &mut script);
                    print_bytes(&script);
                    Ok(())
                }
            }
        }
    };
}

commands! {
    /// List the games, or tell of some with their options
    Games(games::ListGames),
    /// List the engines, or tell of one with its options
    Engines(engines::ListEngines),
    /// Play moves from the start or from a position and print the result
    Show(show::Show),
    /// Count the leaves of the game tree
    Perft(perft::Perft),
    /// Play against engines in the terminal
    Play(play::Play),
    Rules(rules::Rules),
    /// Ask an engine for its move, with its value and its reasons
    Bestmove(best_move::BestMove),
    /// Serve an engine to other programs: the line protocol, UCI or GTP
    Engine(serve::Serve),
    /// Test a program against the line protocol
    EngineCheck(engine_check::EngineCheck),
    /// Play a tournament
    Run(run::Run),
    /// Join the shards of a run into the result that one machine would have written
    Merge(merge::Merge),
    Slurm(slurm::Slurm),
    /// Check the files of a run or an atlas, and play some of its games again
    Verify(verify::Verify),
    /// Crosstable, ratings and first-move advantage of a run, with intervals
    Analyze(analyze::Analyze),
    /// Write an HTML page with plots, tables and replays of a run
    Report(report::Report),
    /// Write the games of a run as PGN, SGF or JSON
    Export(export::Export),
    /// Read games from PGN, SGF or JSON and print their moves
    Import(import::Import),
    /// Measure a game's first-move advantage to a precision
    Advantage(advantage::MeasureAdvantage),
    Atlas(atlas::Atlas),
    /// Compare two engines by a sequential test
    Match(compare::Match),
    /// Find the best of several engines by elimination
    BestOf(best_of::BestOf),
    Tune(tune::Tune),
    Rate(rate::Rate),
    Ladder(ladder::Ladders),
    Learn(learn::Learn),
    Web(web::Web),
    /// Exact statistics of dice and dice games
    Dice(dice::DiceCommand),
    /// Find the exact value of a game or a position
    Solve(solve::Solve),
    Exploit(exploit::Exploit),
    /// Measure uniformly random playouts on one thread
    Bench(bench::Bench),
    Conformance(conformance::Conformance),
    /// Test the statistics on simulated tournaments
    Calibrate(calibrate::Calibrate),
    Man(manual::Manual),
}

/// The command of the process that kills what programs leave behind.
const GUARD: &str = "guard-programs";

/// How errors are printed: notations are never broken, and where no terminal sets a width lines are not either.
fn set_up_errors() {
    let _ = miette::set_hook(Box::new(|_| {
        let mut options =
            MietteHandlerOpts::new().break_words(false).word_separator(WordSeparator::AsciiSpace);
        options = options.word_splitter(WordSplitter::NoHyphenation);
        if !std::io::stderr().is_terminal() {
            options = options.wrap_lines(false);
        }
        Box::new(options.build())
    }));
}

/// Panics of engines are caught and told of as failures: they do not print on their own.
pub fn set_up_panics() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !torneo_registry::panics::catches_panics() {
            print(panic);
        }
    }));
}

/// Prints help to stdout, or what is wrong with the arguments to stderr.
fn print_message(message: &clap::Error) -> u8 {
    let odd = |argument: std::ffi::OsString| {
        let text = argument.to_string_lossy();
        *text != shown(&text)
    };
    if message.use_stderr() && std::env::args_os().any(odd) {
        // Arguments may be names of files, whoever named them: no colours then.
        tell(&message.render().to_string());
    } else {
        let printed = message.print().and_then(|()| std::io::stdout().flush());
        if !message.use_stderr() {
            output::or_end(printed);
        }
    }
    if let Some(ContextValue::String(unknown)) = message.get(ContextKind::InvalidSubcommand)
        && let Some(command) = dice::named_apart(unknown)
    {
        tell(&format!("  tip: `{command}`"));
    }
    u8::try_from(message.exit_code()).unwrap_or(2)
}

/// Runs the program with these games and engines; the exit code is 0 when done, 1 for a failure, 2 for bad input, 130
/// when interrupted.
pub fn main_with(registry: Registry) -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    ExitCode::from(main_of(&registry, arguments, &Arc::default()))
}

/// As [`main_with`] for another program, with the arguments of the command line: returns the exit code. The command also
/// stops when `stop` is set.
pub fn main_of(
    registry: &Registry,
    arguments: impl Iterator<Item = std::ffi::OsString>,
    stop: &Arc<AtomicBool>,
) -> u8 {
    signals::stop_with(stop);
    set_up_errors();
    set_up_panics();
    signals::ignore_file_size_signal();
    external::guard_with(external::THIS_EXECUTABLE, &[GUARD]);
    let arguments: Vec<std::ffi::OsString> = std::iter::once("torneo".into()).chain(arguments).collect();
    let words = arguments.iter().map(|word| run::quoted(&word.to_string_lossy()));
    _ = TYPED.set(words.collect::<Vec<_>>().join(" "));
    let arguments = match parsed(registry, arguments) {
        Ok(arguments) => arguments,
        Err(message) => return print_message(&message),
    };
    match execute(arguments.command, registry) {
        Ok(()) => 0,
        Err(failure) => {
            match &failure {
                Failure::Input(report) | Failure::Run(report) => tell_as_it_is(&format!("{report:?}")),
                Failure::Interrupted => {}
            }
            failure.exit_code()
        }
    }
}

/// Reads a command line. `--version` tells of the build what the registry knows of it.
fn parsed(registry: &Registry, arguments: Vec<std::ffi::OsString>) -> Result<Arguments, clap::Error> {
    let mut command = taking_negative_numbers(Arguments::command());
    if let Some(version) = registry.version() {
        command = command.long_version(version);
    }
    let matches = command.try_get_matches_from_mut(arguments);
    let matches = matches.map_err(|error| telling_of_python(telling_of_range(error, &command), &command))?;
    Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The command with options that take `-1` for a value, be it one that they refuse with their range.
fn taking_negative_numbers(command: clap::Command) -> clap::Command {
    let taking = |argument: clap::Arg| {
        let is_option = !argument.is_positional() && argument.get_action().takes_values();
        if is_option { argument.allow_negative_numbers(true) } else { argument }
    };
    command.mut_args(taking).mut_subcommands(taking_negative_numbers)
}

/// The error of a negative number where none may be, which says what may be there.
fn telling_of_range(error: clap::Error, command: &clap::Command) -> clap::Error {
    let [argument, value] = [ContextKind::InvalidArg, ContextKind::InvalidValue].map(|kind| error.get(kind));
    let (Some(ContextValue::String(argument)), Some(ContextValue::String(value))) = (argument, value) else {
        return error;
    };
    let is_read = std::error::Error::source(&error).is_some_and(<dyn std::error::Error>::is::<ParseIntError>);
    if !is_read || !value.parse::<i128>().is_ok_and(i128::is_negative) {
        return error;
    }
    let message =
        format!("invalid value '{value}' for '{argument}': expected a whole number that is not negative\n");
    clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
}

/// The error of an option that only the Python package has, which says how that is called.
fn telling_of_python(error: clap::Error, command: &clap::Command) -> clap::Error {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(argument)) if argument == "--game-module" => {
            let message = "unexpected argument '--game-module': games in Python are played by the Python package, \
                           as `python -m torneo --game-module FILE COMMAND`\n";
            clap::Error::raw(ErrorKind::UnknownArgument, message).with_cmd(command)
        }
        _ => error,
    }
}

/// The command line of this process.
static TYPED: OnceLock<String> = OnceLock::new();

/// The command as it was typed, for a shell; none where another program called.
fn typed() -> Option<String> {
    TYPED.get().cloned()
}

/// The specification in an argument.
fn game_spec(registry: &Registry, text: &str) -> Result<Spec, Failure> {
    registry.spec(text).map_err(|error| Failure::argument("<GAME>", &error))
}

/// The game of an argument.
fn game(registry: &Registry, text: &str) -> Result<Arc<dyn AnyGame>, Failure> {
    registry.game(text).map_err(|error| Failure::argument("<GAME>", &error))
}

/// A game, at a position if one is given.
fn open(game: &dyn AnyGame, position: Option<&str>) -> Result<Box<dyn Session>, Failure> {
    let mut session = game.session();
    if let Some(text) = position {
        session
            .set_position(text)
            .map_err(|error| Failure::input(format!("argument --position: {error}")))?;
    }
    Ok(session)
}
