//! Why something could not be done.

use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};

use torneo_contract::{Refusal, SpecError};

/// Why a tournament, its results or its analysis failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A configuration that cannot be used.
    #[error("{message}")]
    Configuration {
        /// The name of the file.
        file: String,
        /// The text of the file.
        text: String,
        /// The bytes of the text that are wrong.
        span: Range<usize>,
        /// What was found and what was expected.
        message: String,
        /// The valid name nearest to what was written, if one is near.
        nearest: Option<String>,
    },
    /// An argument of a command or a function that cannot be used.
    #[error("{argument}: {message}")]
    Argument {
        /// Its name.
        argument: String,
        /// What was found and what was expected.
        message: String,
        /// The valid name nearest to what was written, if one is near.
        nearest: Option<String>,
    },
    /// The specification of a game that cannot be used.
    #[error(transparent)]
    Game(SpecError),
    /// The specification of an engine that cannot be used.
    #[error(transparent)]
    Engine(SpecError),
    /// Files or values that cannot be used; nothing was changed.
    #[error("{message}")]
    Input {
        /// The place, what was found and what was expected.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// A file or folder failed while it was used.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Something else failed while running.
    #[error("{0}")]
    Failed(String),
    /// Stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// A configuration that cannot be used: what is wrong at a place of a file, and the nearest valid name.
    pub fn at(
        (file, text): (&str, &str),
        span: Range<usize>,
        message: impl Display,
        nearest: Option<String>,
    ) -> Error {
        let (file, text) = (file.to_owned(), text.to_owned());
        Error::Configuration { file, text, span, message: message.to_string(), nearest }
    }

    /// Input that cannot be used.
    pub fn input(message: impl Display) -> Error {
        Error::Input { message: message.to_string(), help: None }
    }

    /// Input that cannot be used, and what to do about it.
    pub fn input_with_help(message: impl Display, help: impl Display) -> Error {
        Error::Input { message: message.to_string(), help: Some(help.to_string()) }
    }

    /// A file that cannot be read.
    pub fn unreadable(path: &Path, error: &dyn Display) -> Error {
        Error::input(format!("cannot read {}: {error}", path.display()))
    }

    /// Something failed while running.
    pub fn run(message: impl Display) -> Error {
        Error::Failed(message.to_string())
    }

    /// A file or folder failed while it was used.
    pub fn io(action: &'static str, path: &Path, source: std::io::Error) -> Error {
        Error::Io { action, path: path.to_owned(), source }
    }

    /// A file or folder that cannot be written to.
    pub fn unwritable(path: &Path) -> impl Fn(std::io::Error) -> Error + Copy {
        move |source| Error::io("write to", path, source)
    }

    /// Whether what was given cannot be used; otherwise something failed on the way.
    pub fn is_input(&self) -> bool {
        use Error::{Argument, Configuration, Engine, Game, Input};
        matches!(self, Configuration { .. } | Argument { .. } | Game(_) | Engine(_) | Input { .. })
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::input(refusal)
    }
}
