//! Calls of the methods of a state, whose results are read.

use std::fmt;
use std::sync::Arc;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString, PyTuple};
use torneo_contract::{Outcome, Seat, SeatSet, SeatVec, Turn, reason, refuse_if};

use super::failure::Wrong;
use super::node::{LongTokens, Node, Position, Token, kept};
use super::rules::Rules;

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

/// A number, whole or not, as an evaluation has it.
pub fn number(value: &Bound<'_, PyAny>) -> Option<f64> {
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if !is_number || value.is_instance_of::<PyBool>() { None } else { value.extract().ok() }
}

/// Calls of methods whose results are read.
struct Calls<'a, 'py> {
    py: Python<'py>,
    rules: &'a Rules,
    state: &'a Bound<'py, PyAny>,
    /// The call under way.
    call: String,
    /// The long tokens that it returned, and those before it.
    long: LongTokens,
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
            let is_chance = self.rules.turns.chance && text.to_str()? == "chance";
            return is_chance.then_some(Turn::Chance).ok_or_else(wrong);
        }
        let mut choosers = SeatSet::EMPTY;
        for item in turn.try_iter().map_err(|_| wrong())? {
            choosers.insert(whole(&item?).and_then(seat).ok_or_else(wrong)?);
        }
        refuse_if!(choosers.is_empty() || !self.rules.turns.simultaneous, wrong());
        Ok(Turn::Simultaneous(choosers))
    }

    fn token(&mut self, item: &Bound<'py, PyAny>) -> Result<Token, Wrong> {
        let together = self.rules.turns.simultaneous;
        let wrong = |found: &str| {
            let none = if together { "no blank and no `/`" } else { "no blank" };
            Wrong::Returned(format!("has the action {found}: expected a text with {none}"))
        };
        let Ok(text) = item.cast::<PyString>() else { return Err(wrong(&shown(item))) };
        let text = text.to_str()?;
        let fits = |c: char| !(c.is_whitespace() || c.is_control() || together && c == '/');
        refuse_if!(text.is_empty() || !text.chars().all(fits), wrong(&shown(item)));
        let token = Token::of(text);
        if token.is_long() {
            self.long.entry(token).or_insert_with(|| text.into());
        }
        Ok(token)
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
        refuse_if!(list.is_instance_of::<PyString>() || list.is_none(), returned(&list, "a list of actions"));
        let items = list.try_iter().map_err(|_| returned(&list, "a list of actions"))?;
        let mut tokens = Vec::new();
        for item in items {
            let item = item?;
            let token = self.token(&item)?;
            if !self.rules.knows(&token) {
                let found = shown(&item);
                let lacks = "which `actions` does not list, and which is no name of a site";
                return Err(Wrong::Returned(format!("has the action {found}, {lacks}")));
            }
            tokens.push(token);
        }
        let hint = "at least one action (let turn() return None where the game is over)";
        refuse_if!(tokens.is_empty(), returned(&list, hint));
        Ok(tokens.into())
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
        refuse_if!(results.is_empty(), returned(&list, expected));
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
        let why = why.map(|text| self.reason(&text)).transpose()?;
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
            let add_up =
                (total - 1.0).abs() <= 1e-9 && scores.iter().all(|score| (0.0..=1.0).contains(score));
            refuse_if!(!add_up, returned(&found, format!("{expected}; they add up to {total}")));
            Outcome { reason: why.unwrap_or(reason::WON), scores, points: None }
        };
        Ok(Outcome { points, ..outcome })
    }

    fn reason(&self, text: &Bound<'py, PyAny>) -> Result<&'static str, Wrong> {
        let word = text.cast::<PyString>()?.to_str()?;
        let is_word = !word.is_empty() && !word.contains(char::is_whitespace);
        refuse_if!(!is_word, returned(text, "a reason that is one word, `-` for blanks"));
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
        Ok(Node::new(self.state, turn, legal, chance, outcome, std::mem::take(&mut self.long)))
    }
}

impl Rules {
    /// The position of a state.
    ///
    /// # Errors
    /// The call that failed, and how.
    pub fn read(&self, state: &Bound<'_, PyAny>) -> Result<Position, (String, Wrong)> {
        let (call, long) = (String::new(), LongTokens::new());
        let mut calls = Calls { py: state.py(), rules: self, state, call, long };
        let node = calls.node();
        node.map(|node| Position(Arc::new(node))).map_err(|wrong| (calls.call, wrong))
    }
}
