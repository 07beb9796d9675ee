//! A position of a game in Python: its state, and what the methods said of it.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use torneo_contract::mixer::hash_of;
use torneo_contract::{Outcome, Seat, SeatVec, Turn, reason};

use super::calls::{returned, shown};
use super::failure::{Whose, Wrong, error_of};
use super::rules::Rules;
use crate::process::locked;

/// An action, told apart by its token. A short token is in it. A long one is a text that the positions have in which the action is
/// listed, so that no token stays when they are gone. The order is that of the texts as far as they fit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    /// The beginning of the text, filled up with zeros, which no token has.
    head: [u8; SHORT],
    /// 0 for a text that fits, else a hash of it.
    rest: u64,
}

/// The length of the longest token that is held in its action, in bytes.
const SHORT: usize = 16;

impl Token {
    /// The action with a token.
    pub fn of(text: &str) -> Token {
        let mut head = [0; SHORT];
        let length = text.len().min(SHORT);
        head[..length].copy_from_slice(&text.as_bytes()[..length]);
        Token { head, rest: if text.len() > SHORT { hash_of(&text) | 1 } else { 0 } }
    }

    /// Whether the token is too long to be held in the action.
    pub fn is_long(&self) -> bool {
        self.rest != 0
    }

    fn short(&self) -> &str {
        let length = self.head.iter().position(|byte| *byte == 0).unwrap_or(SHORT);
        match std::str::from_utf8(&self.head[..length]) {
            Ok(text) => text,
            // The beginning of a long one, cut within a letter.
            Err(cut) => std::str::from_utf8(&self.head[..cut.valid_up_to()]).unwrap_or_default(),
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{}", self.short(), if self.is_long() { "..." } else { "" })
    }
}

/// The long tokens of a position.
pub type LongTokens = HashMap<Token, Box<str>>;

/// A text that stays: names of a class, and reasons of ends.
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
    long: LongTokens,
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
        long: LongTokens,
    ) -> Node {
        Node { state: state.clone().unbind(), turn, legal, chance, outcome, long, text: OnceLock::new() }
    }

    /// The token of an action or a result that is listed here.
    pub fn token<'a>(&'a self, action: &'a Token) -> &'a str {
        match self.long.get(action) {
            Some(text) if action.is_long() => text,
            _ => action.short(),
        }
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

    /// Whether both have the same text, which may not be written yet, and the same history, where the class has one.
    fn has_text_of(&self, other: &Node) -> bool {
        Python::attach(|py| {
            let text = |node: &Node| match node.text.get() {
                Some(text) => Some(text.to_string()),
                None => node.state.bind(py).call_method0(intern!(py, "text")).ok()?.extract().ok(),
            };
            let history = |node: &Node| -> Option<String> {
                node.state.bind(py).call_method0(intern!(py, "history")).ok()?.extract().ok()
            };
            text(self) == text(other) && history(self) == history(other)
        })
    }
}

impl Position {
    /// What stands where a state could not be made: the game is over.
    pub fn broken(py: Python<'_>, seats: usize) -> Position {
        let outcome = Some(Outcome::draw(seats, reason::DRAWN));
        let text = OnceLock::from(Box::<str>::from("?"));
        let (state, turn, legal, chance) = (py.None(), Turn::Over, SeatVec::new(), Vec::new());
        Position(Arc::new(Node { state, turn, legal, chance, outcome, long: LongTokens::new(), text }))
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
    pub fn fail(&self, py: Python<'_>, whose: &Whose, call: &str, wrong: Wrong) {
        whose.call().fail(error_of(py, self.id, call, wrong));
        if self.strict {
            std::panic::resume_unwind(Box::new(format!("{call} failed")));
        }
    }

    /// The position after an action, or after a joint choice.
    pub fn after(&self, whose: &Whose, position: &Position, joint: &[Token], together: bool) -> Position {
        let of = whose.call();
        Python::attach(|py| {
            // Work that goes on until it sees that it is stopped calls no method any more.
            if of.is_failed() && !self.strict || of.is_abandoned() {
                return Position::broken(py, self.seats);
            }
            let _inside = of.enter(py);
            let before = self.strict.then(|| self.text(whose, position).to_owned());
            let next = self.applied(py, position, joint, together);
            let called = || called(position, joint, together);
            let next = next.map_err(|wrong| (called(), wrong)).and_then(|next| {
                if self.strict {
                    self.check_tensor(&next)?;
                }
                self.read(&next)
            });
            if let Some(before) = before {
                let now = self.written(position.0.state.bind(py)).unwrap_or_default();
                if before != now {
                    let how = if self.mutable {
                        "clone() shares what apply() changes"
                    } else {
                        "expected that the state stays as it was"
                    };
                    let changed = format!("changed the state before from `{before}` to `{now}`: {how}");
                    self.fail(py, whose, &called(), Wrong::Returned(changed));
                }
            }
            next.unwrap_or_else(|(call, wrong)| {
                self.fail(py, whose, &call, wrong);
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
            true => {
                let tokens = joint.iter().map(|action| position.0.token(action));
                of.call_method1(name, (PyTuple::new(py, tokens)?,))?
            }
            false => of.call_method1(name, (position.0.token(&joint[0]),))?,
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
    pub fn text<'a>(&self, whose: &Whose, position: &'a Position) -> &'a str {
        if let Some(text) = position.0.text.get() {
            return text;
        }
        let of = whose.call();
        // Not inside of `get_or_init`: another thread that waits for it would hold the interpreter's lock.
        let text = Python::attach(|py| {
            let _inside = of.enter(py);
            self.written(position.0.state.bind(py)).map_err(|wrong| self.fail(py, whose, "text()", wrong))
        });
        match text {
            Ok(text) => position.0.text.get_or_init(|| text.into()),
            // The call has no value: what stands in for the text is not kept.
            Err(()) => "?",
        }
    }
}

/// A call of `apply` as an error shows it.
fn called(position: &Position, joint: &[Token], together: bool) -> String {
    let tokens: Vec<String> = joint.iter().map(|action| format!("{:?}", position.0.token(action))).collect();
    let comma = if joint.len() == 1 { "," } else { "" };
    match together {
        true => format!("apply(({}{comma}))", tokens.join(", ")),
        false => format!("apply({})", tokens.join(", ")),
    }
}
