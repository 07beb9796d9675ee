//! A position of a game in Python: its state, and what the methods said of it.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use torneo_contract::{Outcome, Seat, SeatVec, Turn, reason};

use super::calls::{returned, shown};
use super::failure::{self, Wrong};
use super::rules::Rules;
use crate::process::locked;

/// An action: its token. All tokens that ever occurred are kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Token(pub &'static str);

/// A text that stays.
pub fn kept(text: &str) -> &'static str {
    static TEXTS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut texts = locked(&TEXTS);
    let texts = texts.get_or_insert_default();
    match texts.get(text) {
        Some(known) => known,
        None => {
            let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
            texts.insert(text);
            text
        }
    }
}

/// A state with what its methods said of it when it was made. States are never changed afterwards.
pub struct Node {
    pub state: Py<PyAny>,
    pub turn: Turn,
    /// The legal actions of each chooser, in seat order.
    pub legal: SeatVec<Box<[Token]>>,
    /// The results of chance with their weights.
    pub chance: Vec<(Token, u64)>,
    /// The outcome, where the game is over.
    pub outcome: Option<Outcome>,
    text: OnceLock<Box<str>>,
}

/// A position: it is shared, not copied.
#[derive(Clone)]
pub struct Position(pub Arc<Node>);

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.0.turn, self.0.text.get())
    }
}

impl Node {
    /// A state whose text is not asked for yet.
    pub fn new(
        state: &Bound<'_, PyAny>,
        turn: Turn,
        legal: SeatVec<Box<[Token]>>,
        chance: Vec<(Token, u64)>,
        outcome: Option<Outcome>,
    ) -> Node {
        Node { state: state.clone().unbind(), turn, legal, chance, outcome, text: OnceLock::new() }
    }

    /// The actions of a seat that has to choose.
    pub fn of_seat(&self, seat: Seat) -> &[Token] {
        let place = self.turn.choosers().iter().position(|chooser| chooser == seat);
        place.and_then(|place| self.legal.get(place)).map_or(&[], |legal| legal)
    }

    /// Whether the same is said of both.
    pub fn is_like(&self, other: &Node) -> bool {
        self.turn == other.turn
            && self.legal == other.legal
            && self.chance == other.chance
            && self.outcome == other.outcome
    }

    /// Whether both have the same text, which may not be written yet.
    fn has_text_of(&self, other: &Node) -> bool {
        Python::attach(|py| {
            let text = |node: &Node| match node.text.get() {
                Some(text) => Some(text.to_string()),
                None => node.state.bind(py).call_method0(intern!(py, "text")).ok()?.extract().ok(),
            };
            text(self) == text(other)
        })
    }
}

impl Position {
    /// What stands where a state could not be made: the game is over.
    pub fn broken(py: Python<'_>, seats: usize) -> Position {
        let outcome = Some(Outcome::draw(seats, reason::DRAWN));
        let text = OnceLock::from(Box::<str>::from("?"));
        let (legal, chance) = (SeatVec::new(), Vec::new());
        Position(Arc::new(Node { state: py.None(), turn: Turn::Over, legal, chance, outcome, text }))
    }
}

impl PartialEq for Position {
    /// Whether the methods say the same of both, `text` included.
    fn eq(&self, other: &Position) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is_like(&other.0) && self.0.has_text_of(&other.0)
    }
}

impl Rules {
    /// Notes that a method failed. While the game is examined this ends the random game, else the game goes on as over.
    pub fn fail(&self, py: Python<'_>, call: &str, wrong: Wrong) {
        failure::note(py, self.id, call, wrong);
        if self.strict {
            std::panic::resume_unwind(Box::new(format!("{call} failed")));
        }
    }

    /// The position after an action, or after a joint choice.
    pub fn after(&self, position: &Position, joint: &[Token], together: bool) -> Position {
        Python::attach(|py| {
            // Work that goes on until it sees that it is stopped calls no method any more.
            if failure::is_pending() && !self.strict {
                return Position::broken(py, self.seats);
            }
            failure::note_worker(py);
            let before = self.strict.then(|| self.text(position).to_owned());
            let next = self.applied(py, position, joint, together);
            let next =
                next.map_err(|wrong| (called(joint, together), wrong)).and_then(|next| self.read(&next));
            if let Some(before) = before {
                let now = self.written(position.0.state.bind(py)).unwrap_or_default();
                if before != now {
                    let how = if self.mutable {
                        "clone() shares what apply() changes"
                    } else {
                        "expected that the state stays as it was"
                    };
                    let changed = format!("changed the state before from `{before}` to `{now}`: {how}");
                    self.fail(py, &called(joint, together), Wrong::Returned(changed));
                }
            }
            next.unwrap_or_else(|(call, wrong)| {
                self.fail(py, &call, wrong);
                Position::broken(py, self.seats)
            })
        })
    }

    fn applied<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        joint: &[Token],
        together: bool,
    ) -> Result<Bound<'py, PyAny>, Wrong> {
        let state = position.0.state.bind(py);
        let own = if self.mutable { Some(self.cloned(state)?) } else { None };
        let of = own.as_ref().unwrap_or(state);
        let name = intern!(py, "apply");
        let made = match together {
            true => of.call_method1(name, (PyTuple::new(py, joint.iter().map(|token| token.0))?,))?,
            false => of.call_method1(name, (joint[0].0,))?,
        };
        match own {
            Some(own) if made.is_none() || made.is(&own) => Ok(own),
            Some(_) => Err(returned(&made, "None: a class with clone() changes its state")),
            None if made.is(state) => Err(Wrong::Returned(
                "returned the state itself: expected a new state, or a method clone()".to_owned(),
            )),
            None if made.is_instance(self.class.bind(py))? => Ok(made),
            None => Err(returned(&made, format!("a new {}, or a method clone() beside it", self.class_name))),
        }
    }

    fn cloned<'py>(&self, state: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>, Wrong> {
        let clone = state.call_method0(intern!(state.py(), "clone"))?;
        if !clone.is(state) && clone.is_instance(self.class.bind(state.py()))? {
            return Ok(clone);
        }
        let (class, found) = (&self.class_name, shown(&clone));
        Err(Wrong::Returned(format!("needs clone() to return a new {class}, found {found}")))
    }

    fn written(&self, state: &Bound<'_, PyAny>) -> Result<String, Wrong> {
        let text = state.call_method0(intern!(state.py(), "text"))?;
        match text.cast::<PyString>() {
            Ok(text) => Ok(text.to_str()?.to_owned()),
            Err(_) => Err(returned(&text, "a text")),
        }
    }

    /// The text of a position, asked for once.
    pub fn text<'a>(&self, position: &'a Position) -> &'a str {
        if let Some(text) = position.0.text.get() {
            return text;
        }
        // Not inside of `get_or_init`: another thread that waits for it would hold the interpreter's lock.
        let text = Python::attach(|py| {
            self.written(position.0.state.bind(py)).unwrap_or_else(|wrong| {
                self.fail(py, "text()", wrong);
                "?".to_owned()
            })
        });
        position.0.text.get_or_init(|| text.into())
    }
}

/// A call of `apply` as an error shows it.
fn called(joint: &[Token], together: bool) -> String {
    let tokens: Vec<String> = joint.iter().map(|token| format!("{:?}", token.0)).collect();
    let comma = if joint.len() == 1 { "," } else { "" };
    match together {
        true => format!("apply(({}{comma}))", tokens.join(", ")),
        false => format!("apply({})", tokens.join(", ")),
    }
}
