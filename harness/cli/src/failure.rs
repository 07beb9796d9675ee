//! Failures and their exit codes.

use std::fmt::Display;

use miette::{LabeledSpan, MietteDiagnostic, NamedSource, Report};
use torneo_arena::Error;
use torneo_contract::SpecError;

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

impl Failure {
    /// Bad input; the message names the place and what was expected.
    pub fn input(message: impl Display) -> Failure {
        Failure::Input(MietteDiagnostic::new(message.to_string()).into())
    }

    /// Bad input, with a hint on what to do.
    pub fn input_with_help(message: impl Display, help: impl Display) -> Failure {
        Failure::Input(MietteDiagnostic::new(message.to_string()).with_help(help.to_string()).into())
    }

    /// An argument of the command line that holds a bad specification.
    pub fn argument(argument: &str, error: &SpecError) -> Failure {
        let message = format!("argument {argument}: {error}");
        match error.nearest() {
            Some(nearest) => Failure::input_with_help(message, format!("did you mean `{nearest}`?")),
            None => Failure::input(message),
        }
    }

    /// Bad input at a place in a file.
    pub fn in_file(
        file: &str,
        text: &str,
        span: std::ops::Range<usize>,
        message: impl Display,
        help: Option<String>,
    ) -> Failure {
        let label = LabeledSpan::at(span, "here");
        let mut diagnostic = MietteDiagnostic::new(message.to_string()).with_label(label);
        diagnostic.help = help;
        Failure::Input(Report::from(diagnostic).with_source_code(NamedSource::new(file, text.to_owned())))
    }

    /// Something failed while running.
    pub fn run(message: impl Display) -> Failure {
        Failure::Run(MietteDiagnostic::new(message.to_string()).into())
    }

    /// Something failed while running, with a hint on what to do.
    pub fn run_with_help(message: impl Display, help: impl Display) -> Failure {
        Failure::Run(MietteDiagnostic::new(message.to_string()).with_help(help.to_string()).into())
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

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Configuration { file, text, span, message, nearest } => {
                let help = nearest.map(|nearest| format!("did you mean `{nearest}`?"));
                Failure::in_file(&file, &text, span, message, help)
            }
            Error::Game(error) => Failure::argument("<GAME>", &error),
            Error::Engine(error) => Failure::argument("<ENGINE>", &error),
            Error::Input { message, help: None } => Failure::input(message),
            Error::Input { message, help: Some(help) } => Failure::input_with_help(message, help),
            Error::Interrupted => Failure::Interrupted,
            failed => Failure::run(failed),
        }
    }
}
