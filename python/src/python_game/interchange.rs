//! Games in Python that UCI programs play: the methods `uci`, `from_uci` and `fen`, and the attribute `uci_options`.

use std::collections::HashMap;
use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use torneo_contract::{Dialect, Exchange, Form, Formats, Interchange, Notation, SpecError, Uci};

use super::PythonGame;
use super::calls::returned;
use super::failure::Wrong;
use super::node::{Position, Token, kept};
use super::register::Registered;
use crate::process::locked;

/// The options that programs are given, in the order in which the class has them.
type UciOptions = Vec<(&'static str, &'static str)>;
/// The option by which programs are told which game is played.
const VARIANT: &str = "UCI_Variant";

/// What carries a class with its options set: UCI, where it has `fen`. `told` reads an attribute of the state.
pub fn formats(
    registered: &Registered,
    told: impl FnOnce(
        &str,
        &str,
        fn(&Bound<'_, PyAny>) -> Option<UciOptions>,
    ) -> Result<Option<UciOptions>, SpecError>,
) -> Result<Formats, SpecError> {
    if !registered.has.fen {
        return Ok(Formats::NONE);
    }
    let expected = "a dict of texts, whole numbers or truth values by the names of UCI options";
    let options = told("uci_options", expected, uci_options)?.unwrap_or_default();
    let variant =
        options.iter().find(|(name, _)| *name == VARIANT).map_or(registered.info.id, |(_, value)| value);
    let uci = Uci { variant, dialects: dialects(options), instead: None };
    Ok(Formats { uci: Some(uci), ..Formats::NONE })
}

fn uci_options(found: &Bound<'_, PyAny>) -> Option<UciOptions> {
    let option = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let name = name.cast::<PyString>().ok()?.to_string();
        let value = match value.cast::<PyBool>() {
            Ok(flag) => flag.is_true().to_string(),
            Err(_) if value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>() => {
                value.str().ok()?.to_string()
            }
            Err(_) => return None,
        };
        Some((kept(&name), kept(&value)))
    };
    found.cast::<PyDict>().ok()?.iter().map(option).collect()
}

/// The one way to play with programs that have these options. It stays, as the texts in it do: there is one for each list of options.
fn dialects(options: UciOptions) -> &'static [Dialect] {
    static KNOWN: Mutex<Option<HashMap<UciOptions, &'static [Dialect]>>> = Mutex::new(None);
    let mut known = locked(&KNOWN);
    known.get_or_insert_default().entry(options).or_insert_with_key(|options| {
        let options: &'static UciOptions = Box::leak(Box::new(options.clone()));
        Box::leak(Box::new([Dialect { options, form: Form::Uci }]))
    })
}

impl<const WIDE: bool> PythonGame<WIDE> {
    /// The exchange with other programs, which a class has or has not.
    pub const EXCHANGE: Option<Exchange<Self>> = Exchange::OFFERED;

    /// The text that a method of the state gives.
    fn text_of(&self, position: &Position, method: &str, argument: Option<&str>) -> Option<String> {
        let called = || match argument {
            Some(argument) => format!("{method}({argument:?})"),
            None => format!("{method}()"),
        };
        self.rules.look(&self.whose, position, called, |state| {
            let found = match argument {
                Some(argument) => state.call_method1(method, (argument,))?,
                None => state.call_method0(method)?,
            };
            match found.cast::<PyString>() {
                Ok(text) => Ok(text.to_str()?.to_owned()),
                Err(_) => Err(returned(&found, "a text")),
            }
        })
    }
}

impl<const WIDE: bool> Interchange for PythonGame<WIDE> {
    fn formats(&self) -> Formats {
        self.rules.formats
    }

    fn export_action(&self, _form: Form, position: &Position, action: Token) -> Option<String> {
        let token = position.0.token(&action);
        match self.rules.has.uci {
            true => self.text_of(position, "uci", Some(token)),
            false => Some(token.to_owned()),
        }
    }

    /// What the class refuses with `ValueError` stays as it is, and is then no legal action.
    fn import_action(&self, _form: Form, position: &Position, text: &str) -> String {
        if !self.rules.has.from_uci {
            return text.to_owned();
        }
        let called = || format!("from_uci({text:?})");
        let read = self.rules.look(&self.whose, position, called, |state| {
            match state.call_method1(intern!(state.py(), "from_uci"), (text,)) {
                Err(error) if error.is_instance_of::<PyValueError>(state.py()) => Ok(text.to_owned()),
                Err(error) => Err(Wrong::Raised(error)),
                Ok(found) => match found.cast::<PyString>() {
                    Ok(token) => Ok(token.to_str()?.to_owned()),
                    Err(_) => Err(returned(&found, "a token")),
                },
            }
        });
        read.unwrap_or_else(|| text.to_owned())
    }

    fn export_position(&self, _form: Form, position: &Position) -> Option<String> {
        match self.rules.has.fen {
            true => self.text_of(position, "fen", None),
            false => Some(self.position_text(position)),
        }
    }
}
