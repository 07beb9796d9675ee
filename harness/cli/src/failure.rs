//! Failures and their exit codes.

use std::fmt::Display;

use miette::{LabeledSpan, MietteDiagnostic, Report};
use torneo_arena::Error;
use torneo_contract::{Refusal, SpecError};
use torneo_present::terminal::shown;

use crate::excerpt::{self, Excerpt};

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// Bad arguments or input: exit code 2.
    Input(Report),
    /// Failed while running: exit code 1.
    Run(Report),
    /// Interrupted by the user; the run can be resumed: exit code 130.
    Interrupted,
}

/// What is wrong, in words that no terminal obeys: messages name files and show a little of what stands in them.
fn diagnostic(message: impl Display) -> MietteDiagnostic {
    MietteDiagnostic::new(shown(&excerpt::message(&message.to_string())).into_owned())
}

/// What to do about it, likewise.
fn help(diagnostic: MietteDiagnostic, help: impl Display) -> MietteDiagnostic {
    diagnostic.with_help(shown(&excerpt::message(&help.to_string())).into_owned())
}

/// The hint that a name is near to one that is known, where there is such a one.
pub fn did_you_mean(nearest: Option<impl Display>) -> Option<String> {
    nearest.map(|nearest| format!("did you mean `{nearest}`?"))
}

impl Failure {
    /// Bad input; the message names the place and what was expected.
    pub fn input(message: impl Display) -> Failure {
        Failure::Input(diagnostic(message).into())
    }

    /// Bad input, with a hint on what to do.
    pub fn input_with_help(message: impl Display, advice: impl Display) -> Failure {
        Failure::Input(help(diagnostic(message), advice).into())
    }

    /// Bad input, with a hint on what to do where there is one.
    pub fn input_or_help(message: impl Display, advice: Option<impl Display>) -> Failure {
        match advice {
            Some(advice) => Failure::input_with_help(message, advice),
            None => Failure::input(message),
        }
    }

    /// An argument of the command line that holds a bad specification.
    pub fn argument(argument: &str, error: &SpecError) -> Failure {
        Failure::input_or_help(format!("argument {argument}: {error}"), did_you_mean(error.nearest()))
    }

    /// The failure to plan what was asked for, with the arguments that hold its games and its engines.
    pub fn of_plan(error: Error, games: &str, engines: &str) -> Failure {
        match error {
            Error::Game(error) => Failure::argument(games, &error),
            Error::Engine(error) => Failure::argument(engines, &error),
            error => error.into(),
        }
    }

    /// Bad input at a place in a file.
    pub fn in_file(
        file: &str,
        text: &str,
        span: std::ops::Range<usize>,
        message: impl Display,
        advice: Option<String>,
    ) -> Failure {
        let excerpt = Excerpt::of(file, text, span);
        let label = LabeledSpan::at(excerpt.place.clone(), "here");
        let mut diagnostic = diagnostic(message).with_label(label);
        if let Some(advice) = advice {
            diagnostic = help(diagnostic, advice);
        }
        Failure::Input(Report::from(diagnostic).with_source_code(excerpt))
    }

    /// Something failed while running.
    pub fn run(message: impl Display) -> Failure {
        Failure::Run(diagnostic(message).into())
    }

    /// Something failed while running, with a hint on what to do.
    pub fn run_with_help(message: impl Display, advice: impl Display) -> Failure {
        Failure::Run(help(diagnostic(message), advice).into())
    }

    /// A file or folder could not be used while running.
    pub fn io(action: &str, path: &std::path::Path, error: &std::io::Error) -> Failure {
        Failure::run(format!("cannot {action} {}: {error}", path.display()))
    }

    /// The exit code of the program.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Input(_) => 2,
            Failure::Run(_) => 1,
            Failure::Interrupted => 130,
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::input(refusal)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Configuration { file, text, span, message, nearest } => {
                Failure::in_file(&file, &text, span, message, did_you_mean(nearest))
            }
            Error::Argument { argument, message, nearest } => {
                Failure::input_or_help(format!("argument {argument}: {message}"), did_you_mean(nearest))
            }
            Error::Game(error) => Failure::argument("<GAME>", &error),
            Error::Engine(error) => Failure::argument("<ENGINE>", &error),
            Error::Input { message, help } => Failure::input_or_help(message, help),
            Error::Interrupted => Failure::Interrupted,
            failed => Failure::run(failed),
        }
    }
}
