//! A position of a game in Python: its state, and what the methods said of it.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString, PyTuple};
use torneo_contract::{Outcome, Seat, SeatSet, SeatVec, Turn, reason};

use super::failure::{self, Wrong};
use super::rules::Rules;

/// An action: its token. All tokens that ever occurred are kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Token(pub &'static str);

/// A text that stays.
pub fn kept(text: &str) -> &'static str {
    static TEXTS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
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

/// A value as an error shows it.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    let repr = value.repr().map_or_else(|_| "?".to_owned(), |repr| repr.to_string());
    let kind = value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    let cut: String = repr.chars().take(120).collect();
    format!("{}{} ({kind})", cut, if cut.len() < repr.len() { "..." } else { "" })
}

pub fn returned(value: &Bound<'_, PyAny>, expected: impl fmt::Display) -> Wrong {
    Wrong::Returned(format!("returned {}: expected {expected}", shown(value)))
}

/// A whole number that is no truth value.
pub fn whole(value: &Bound<'_, PyAny>) -> Option<i64> {
    if value.is_instance_of::<PyBool>() { None } else { value.extract().ok() }
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

    /// What stands where a state could not be made: the game is over.
    fn broken(py: Python<'_>, seats: usize) -> Node {
        let outcome = Some(Outcome::draw(seats, reason::DRAWN));
        let text = OnceLock::from(Box::<str>::from("?"));
        let (legal, chance) = (SeatVec::new(), Vec::new());
        Node { state: py.None(), turn: Turn::Over, legal, chance, outcome, text }
    }
}

impl Position {
    /// What stands where a state could not be made.
    pub fn broken(py: Python<'_>, seats: usize) -> Position {
        Position(Arc::new(Node::broken(py, seats)))
    }
}

impl PartialEq for Position {
    /// Whether the methods say the same of both, `text` included.
    fn eq(&self, other: &Position) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.is_like(&other.0) && self.0.has_text_of(&other.0)
    }
}

/// Calls of methods whose results are read.
struct Calls<'a, 'py> {
    py: Python<'py>,
    rules: &'a Rules,
    state: &'a Bound<'py, PyAny>,
    /// The call under way.
    call: String,
}

impl<'py> Calls<'_, 'py> {
    fn turn(&mut self) -> Result<Turn, Wrong> {
        self.call.clear();
        self.call.push_str("turn()");
        let turn = self.state.call_method0(intern!(self.py, "turn"))?;
        let seats = self.rules.seats;
        let seat = |number: i64| usize::try_from(number).ok().filter(|seat| *seat < seats).map(Seat::new);
        let wrong = || {
            let together = if self.rules.turns.simultaneous { ", a list of seats" } else { "" };
            let chance = if self.rules.turns.chance { ", \"chance\"" } else { "" };
            returned(&turn, format!("a seat 0..={}{chance}{together} or None at the end", seats - 1))
        };
        if turn.is_none() {
            return Ok(Turn::Over);
        }
        if let Some(number) = whole(&turn) {
            return seat(number).map(Turn::Seat).ok_or_else(wrong);
        }
        if let Ok(text) = turn.cast::<PyString>() {
            return if self.rules.turns.chance && text.to_str()? == "chance" {
                Ok(Turn::Chance)
            } else {
                Err(wrong())
            };
        }
        let mut choosers = SeatSet::EMPTY;
        for item in turn.try_iter().map_err(|_| wrong())? {
            choosers.insert(whole(&item?).and_then(seat).ok_or_else(wrong)?);
        }
        if choosers.is_empty() || !self.rules.turns.simultaneous {
            return Err(wrong());
        }
        Ok(Turn::Simultaneous(choosers))
    }

    fn token(&self, item: &Bound<'py, PyAny>) -> Result<Token, Wrong> {
        let together = self.rules.turns.simultaneous;
        let wrong = |found: &str| {
            let none = if together { "no blank and no `/`" } else { "no blank" };
            Wrong::Returned(format!("has the action {found}: expected a text with {none}"))
        };
        let Ok(text) = item.cast::<PyString>() else { return Err(wrong(&shown(item))) };
        let text = text.to_str()?;
        let fits = |c: char| !(c.is_whitespace() || c.is_control() || together && c == '/');
        if text.is_empty() || !text.chars().all(fits) {
            return Err(wrong(&shown(item)));
        }
        Ok(Token(kept(text)))
    }

    fn legal(&mut self, seat: Option<Seat>) -> Result<Box<[Token]>, Wrong> {
        let name = intern!(self.py, "legal");
        let list = match seat {
            Some(seat) => {
                self.call = format!("legal({seat})");
                self.state.call_method1(name, (seat.index(),))?
            }
            None => {
                self.call.clear();
                self.call.push_str("legal()");
                self.state.call_method0(name)?
            }
        };
        if list.is_instance_of::<PyString>() || list.is_none() {
            return Err(returned(&list, "a list of actions"));
        }
        let items = list.try_iter().map_err(|_| returned(&list, "a list of actions"))?;
        let tokens: Result<Box<[Token]>, Wrong> = items.map(|item| self.token(&item?)).collect();
        let tokens = tokens?;
        if tokens.is_empty() {
            let hint = "at least one action (let turn() return None where the game is over)";
            return Err(returned(&list, hint));
        }
        Ok(tokens)
    }

    fn chance(&mut self) -> Result<Vec<(Token, u64)>, Wrong> {
        self.call = "chance()".to_owned();
        let list = self.state.call_method0(intern!(self.py, "chance"))?;
        let expected = "a list of (result, weight), or a dict, with whole weights above 0";
        let items = match list.cast::<PyDict>() {
            Ok(dict) => dict.call_method0("items")?,
            Err(_) => list.clone(),
        };
        let mut results = Vec::new();
        for item in items.try_iter().map_err(|_| returned(&list, expected))? {
            let pair: Result<(Bound<'py, PyAny>, Bound<'py, PyAny>), _> = item?.extract();
            let (result, weight) = pair.map_err(|_| returned(&list, expected))?;
            let weight =
                whole(&weight).and_then(|weight| u64::try_from(weight).ok()).filter(|weight| *weight > 0);
            results.push((self.token(&result)?, weight.ok_or_else(|| returned(&list, expected))?));
        }
        if results.is_empty() {
            return Err(returned(&list, expected));
        }
        Ok(results)
    }

    fn numbers(&self, list: &Bound<'py, PyAny>) -> Option<SeatVec<f64>> {
        let items: Vec<f64> = list.extract().ok()?;
        let fits = items.len() == self.rules.seats && items.iter().all(|number| number.is_finite());
        fits.then(|| items.into_iter().collect())
    }

    fn outcome(&mut self) -> Result<Outcome, Wrong> {
        let seats = self.rules.seats;
        let points = if self.rules.has.points {
            self.call = "points()".to_owned();
            let list = self.state.call_method0(intern!(self.py, "points"))?;
            let expected = format!("{seats} numbers, one for each seat");
            Some(self.numbers(&list).ok_or_else(|| returned(&list, expected))?)
        } else {
            None
        };
        if let (Some(points), false) = (&points, self.rules.has.outcome) {
            return Ok(Outcome::by_points(points.clone(), reason::WON));
        }
        self.call = "outcome()".to_owned();
        let found = self.state.call_method0(intern!(self.py, "outcome"))?;
        // A result, or a result with the reason.
        let (result, why) = match found.cast::<PyTuple>() {
            Ok(pair) if pair.len() == 2 && pair.get_item(1)?.is_instance_of::<PyString>() => {
                (pair.get_item(0)?, Some(pair.get_item(1)?))
            }
            _ => (found.clone(), None),
        };
        let why = match why {
            Some(text) => Some(self.reason(&text)?),
            None => None,
        };
        let expected =
            format!("the winner's seat, None for a draw, or {seats} scores from 0 to 1 that add up to 1");
        let outcome = if result.is_none() {
            Outcome::draw(seats, why.unwrap_or(reason::DRAWN))
        } else if let Some(winner) = whole(&result) {
            let winner = usize::try_from(winner).ok().filter(|winner| *winner < seats);
            let winner = winner.ok_or_else(|| returned(&found, expected))?;
            Outcome::win(Seat::new(winner), seats, why.unwrap_or(reason::WON))
        } else {
            let scores = self.numbers(&result).ok_or_else(|| returned(&found, &expected))?;
            let total: f64 = scores.iter().sum();
            if (total - 1.0).abs() > 1e-9 || !scores.iter().all(|score| (0.0..=1.0).contains(score)) {
                return Err(returned(&found, format!("{expected}; they add up to {total}")));
            }
            Outcome { reason: why.unwrap_or(reason::WON), scores, points: None }
        };
        Ok(match points {
            Some(points) => outcome.with_points(points),
            None => outcome,
        })
    }

    fn reason(&self, text: &Bound<'py, PyAny>) -> Result<&'static str, Wrong> {
        let word = text.cast::<PyString>()?.to_str()?;
        if word.is_empty() || word.contains(char::is_whitespace) {
            return Err(returned(text, "a reason that is one word, `-` for blanks"));
        }
        Ok(kept(word))
    }

    fn node(&mut self) -> Result<Node, Wrong> {
        let turn = self.turn()?;
        let (mut legal, mut chance, mut outcome) = (SeatVec::new(), Vec::new(), None);
        match turn {
            Turn::Seat(_) => legal.push(self.legal(None)?),
            Turn::Simultaneous(seats) => {
                for seat in seats.iter() {
                    legal.push(self.legal(Some(seat))?);
                }
            }
            Turn::Chance => chance = self.chance()?,
            Turn::Over => outcome = Some(self.outcome()?),
        }
        Ok(Node { state: self.state.clone().unbind(), turn, legal, chance, outcome, text: OnceLock::new() })
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

    /// The position of a state.
    ///
    /// # Errors
    /// The call that failed, and how.
    pub fn read(&self, state: &Bound<'_, PyAny>) -> Result<Position, (String, Wrong)> {
        let mut calls = Calls { py: state.py(), rules: self, state, call: String::new() };
        let node = calls.node();
        node.map(|node| Position(Arc::new(node))).map_err(|wrong| (calls.call, wrong))
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
        if clone.is(state) || !clone.is_instance(self.class.bind(state.py()))? {
            return Err(Wrong::Returned(format!(
                "needs clone() to return a new {}, found {}",
                self.class_name,
                shown(&clone)
            )));
        }
        Ok(clone)
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

/// A number, whole or not, as an evaluation has it.
pub fn number(value: &Bound<'_, PyAny>) -> Option<f64> {
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if !is_number || value.is_instance_of::<PyBool>() { None } else { value.extract().ok() }
}
