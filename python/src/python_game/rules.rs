//! What is known of a class with its options set.

use std::collections::HashMap;

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use torneo_contract::scene::{Board, Glyph, Shape, Site, Tone};
use torneo_contract::{Field, Formats, Kind, MAX_SEATS, Options, PositionError, Seat, SpecError, TurnKinds};
use torneo_contract::{OptionInfo, OptionKind, refuse_if};

use super::calls::{returned, whole};
use super::failure::{Whose, Wrong, error_of};
use super::node::{Position, Token, kept};
use super::register::Registered;
use super::{interchange, tensor};

/// Which of the optional methods a class has.
#[derive(Clone, Copy, FromPyObject)]
#[pyo3(from_item_all)]
pub struct Has {
    pub clone: bool,
    pub outcome: bool,
    pub points: bool,
    pub evaluate: bool,
    pub pieces: bool,
    pub fields: bool,
    pub tensor: bool,
    pub uci: bool,
    pub from_uci: bool,
    pub fen: bool,
    pub history: bool,
}

/// A class with its options set.
pub struct Rules {
    pub id: &'static str,
    pub class: Py<PyAny>,
    pub class_name: String,
    pub turns: TurnKinds,
    pub has: Has,
    /// Whether `apply` changes a clone.
    pub mutable: bool,
    /// Whether the game is examined: more is checked then, and a failure ends the random game.
    pub strict: bool,
    pub seats: usize,
    pub seat_names: Vec<&'static str>,
    pub max_plies: Option<u64>,
    pub kinds: Vec<Kind>,
    letters: HashMap<String, u8>,
    pub board: Board,
    /// The numbers of the sites by the actions that have their names.
    pub sites: HashMap<Token, usize>,
    /// All actions, where the class lists them.
    pub actions: Vec<String>,
    /// Those that name no site, in their order.
    pub listed: HashMap<Token, usize>,
    pub start: Position,
    /// What UCI programs are told, where they know the game.
    pub formats: Formats,
    /// The shape of what the class gives learners.
    pub tensor: Option<Box<[usize]>>,
}

/// What an attribute of the state says as `read` reads it; none where the state has no such attribute.
fn told<T>(
    (whose, id): (&Whose, &str),
    state: &Bound<'_, PyAny>,
    (name, expected): (&str, &str),
    read: impl FnOnce(&Bound<'_, PyAny>) -> Option<T>,
) -> Result<Option<T>, SpecError> {
    let found = state.getattr_opt(name);
    let found = found.map_err(|error| refused(state.py(), whose, id, name, Wrong::Raised(error)))?;
    let Some(found) = found.filter(|found| !found.is_none()) else { return Ok(None) };
    read(&found).map(Some).ok_or_else(|| {
        let found = found.repr().map_or_else(|_| "?".to_owned(), |repr| repr.to_string());
        SpecError::new(format!("`{name}` is {found}: expected {expected}"))
    })
}

/// The options as the arguments of the class.
fn arguments<'py>(py: Python<'py>, infos: &[OptionInfo], options: &Options) -> PyResult<Bound<'py, PyDict>> {
    let given = PyDict::new(py);
    for OptionInfo { name, kind, .. } in infos {
        match kind {
            OptionKind::Bool => given.set_item(name, options.bool(name))?,
            OptionKind::Int { .. } => given.set_item(name, options.int(name))?,
            OptionKind::Float { .. } => given.set_item(name, options.float(name))?,
            OptionKind::Choice(_) => given.set_item(name, options.choice(name))?,
            OptionKind::Text => given.set_item(name, options.text(name))?,
        }
    }
    Ok(given)
}

impl Rules {
    /// Sets a registered class up with options.
    ///
    /// # Errors
    /// What the class refuses with `ValueError`, attributes of another form, and a state that cannot be read.
    pub fn set_up(
        registered: &Registered,
        options: &Options,
        strict: bool,
        whose: &Whose,
    ) -> Result<Rules, SpecError> {
        let of = whose.call();
        Python::attach(|py| {
            let _inside = of.enter(py);
            let class = registered.class.bind(py);
            let state = arguments(py, registered.info.options, options)
                .and_then(|given| class.call((), Some(&given)));
            let id = registered.info.id;
            let state = state.map_err(|error| refused(py, whose, id, "__init__()", Wrong::Raised(error)))?;
            let mut rules = Rules::of(registered, &state, strict, whose)?;
            match rules.read(&state) {
                Ok(start) => rules.start = start,
                Err((call, wrong)) => return Err(refused(py, whose, rules.id, &call, wrong)),
            }
            if rules.has.tensor {
                let read = tensor::shape_of(&rules.class_name, &state);
                let shape = read.map_err(|(call, wrong)| refused(py, whose, rules.id, &call, wrong))?;
                rules.tensor = Some(shape);
            }
            Ok(rules)
        })
    }

    fn of(
        registered: &Registered,
        state: &Bound<'_, PyAny>,
        strict: bool,
        whose: &Whose,
    ) -> Result<Rules, SpecError> {
        let py = state.py();
        let Registered { info, has, class, .. } = registered;
        let id = info.id;
        let of = (whose, id);
        let a_number = format!("a number 2..={MAX_SEATS}");
        let seats = told(of, state, ("seats", &a_number), |found| {
            whole(found).filter(|seats| (2..=MAX_SEATS as i64).contains(seats))
        })?;
        let seats = seats.unwrap_or(2) as usize;
        let (least, most) = info.seats;
        refuse_if!(
            !(least..=most).contains(&seats),
            "`seats` is {seats}: the class declares {least} to {most}"
        );
        let names = told(of, state, ("seat_names", "a list with a name for each seat"), |found| {
            found.extract().ok().filter(|names: &Vec<String>| names.len() >= seats)
        })?;
        let names = names.unwrap_or_else(|| (1..=seats).map(|number| format!("Player {number}")).collect());
        let max_plies =
            told(of, state, ("max_plies", "a whole number"), |found| whole(found)?.try_into().ok())?;
        let actions = ("actions", "a list of all actions");
        let actions: Option<Vec<String>> = told(of, state, actions, |found| found.extract().ok())?;
        let of_kinds = ("kinds", "a dict of a seat, None, or (name, seat) by letters");
        let kinds = told(of, state, of_kinds, |found| kinds(found, seats))?.unwrap_or_default();
        let of_board = ("board", "(files, ranks), or a dict of (x, y) by names of sites");
        let board = told(of, state, of_board, board)?.unwrap_or_default();
        let site = |site: &Site| (Token::of(&site.name), site.id as usize);
        let (sites, actions) = (board.sites.iter().map(site).collect(), actions.unwrap_or_default());
        Ok(Rules {
            id,
            class: class.clone_ref(py),
            class_name: class
                .bind(py)
                .getattr("__name__")
                .map_or_else(|_| id.to_owned(), |name| name.to_string()),
            turns: info.turns,
            has: *has,
            mutable: has.clone,
            strict,
            seats,
            seat_names: names.iter().map(|name| kept(name)).collect(),
            max_plies,
            letters: (1..).zip(&kinds).map(|(number, kind)| (kind.letter.to_string(), number)).collect(),
            kinds,
            listed: words(&actions, &sites).map(Token::of).zip(0..).collect(),
            sites,
            board,
            actions,
            start: Position::broken(py, seats),
            formats: interchange::formats(registered, |name, expected, read| {
                told(of, state, (name, expected), read)
            })?,
            tensor: None,
        })
    }

    /// The listed actions that name no site.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        words(&self.actions, &self.sites)
    }

    /// Whether an action is one of those that the class lists, if it does.
    pub fn knows(&self, action: &Token) -> bool {
        self.actions.is_empty() || self.listed.contains_key(action) || self.sites.contains_key(action)
    }

    /// Reads a position text with the state's own `parse`.
    pub fn parse(&self, whose: &Whose, text: &str) -> Result<Position, PositionError> {
        let of = whose.call();
        Python::attach(|py| {
            let _inside = of.enter(py);
            let call = || format!("parse({text:?})");
            let state = self.start.0.state.bind(py).call_method1(intern!(py, "parse"), (text,));
            let read = match state {
                Err(error) if error.is_instance_of::<PyValueError>(py) => {
                    return Err(PositionError::new(error.value(py)));
                }
                Err(error) => Err((call(), Wrong::Raised(error))),
                Ok(state) => match state.is_instance(self.class.bind(py)) {
                    Ok(true) => self.read(&state),
                    _ => Err((
                        call(),
                        returned(&state, format!("a {}, or that it raises ValueError", self.class_name)),
                    )),
                },
            };
            read.map_err(|(call, wrong)| {
                self.fail(py, whose, &call, wrong);
                PositionError::new(format!("{call} failed"))
            })
        })
    }

    /// Writes what stands where.
    pub fn pieces(&self, whose: &Whose, position: &Position, on: &mut [u8]) {
        self.ask(whose, position, "pieces", |found| {
            let sites = on.len();
            let expected =
                || returned(found, format!("{sites} letters of `kinds`, or `.` where nothing stands"));
            let mut count = 0;
            for item in found.try_iter().map_err(|_| expected())? {
                let item = item?;
                let kind = match item.cast::<PyString>() {
                    _ if item.is_none() => 0,
                    Ok(letter) if matches!(letter.to_str()?, "." | "" | " ") => 0,
                    Ok(letter) => *self.letters.get(letter.to_str()?).ok_or_else(expected)?,
                    Err(_) => return Err(expected()),
                };
                *on.get_mut(count).ok_or_else(expected)? = kind;
                count += 1;
            }
            if count == sites { Ok(()) } else { Err(expected()) }
        });
    }

    /// Appends the fields.
    pub fn fields(&self, whose: &Whose, position: &Position, fields: &mut Vec<Field>) {
        self.ask(whose, position, "fields", |found| {
            let expected = || {
                let form =
                    "a dict of True, False, (value, most) or (value, least, most) by names in lower case";
                returned(found, form)
            };
            for (name, value) in found.cast::<PyDict>().map_err(|_| expected())?.iter() {
                let name: String = name.extract().map_err(|_| expected())?;
                if let Ok(flag) = value.cast::<PyBool>() {
                    fields.push(Field::flag(name, flag.is_true()));
                    continue;
                }
                let numbers: Vec<i64> = value.extract().map_err(|_| expected())?;
                let (value, least, most) = match numbers[..] {
                    [value, most] => (value, 0, most),
                    [value, least, most] => (value, least, most),
                    _ => return Err(expected()),
                };
                let wrong =
                    || Wrong::Returned(format!("has `{name}` = {value}, which is not {least}..={most}"));
                refuse_if!(!(least..=most).contains(&value), wrong());
                fields.push(Field::number(name, value, most).from(least));
            }
            Ok(())
        });
    }

    /// Calls a method that tells of a position.
    fn ask(
        &self,
        whose: &Whose,
        position: &Position,
        method: &str,
        mut read: impl FnMut(&Bound<'_, PyAny>) -> Result<(), Wrong>,
    ) {
        let called = || format!("{method}()");
        self.look(whose, position, called, |state| read(&state.call_method0(method)?));
    }

    /// Looks at the state of a position by a call of one of its methods. None where there is no state, or the call fails.
    pub fn look<T>(
        &self,
        whose: &Whose,
        position: &Position,
        called: impl FnOnce() -> String,
        look: impl FnOnce(&Bound<'_, PyAny>) -> Result<T, Wrong>,
    ) -> Option<T> {
        let of = whose.call();
        Python::attach(|py| {
            let state = position.0.state.bind(py);
            if state.is_none() {
                return None;
            }
            let _inside = of.enter(py);
            look(state).map_err(|wrong| self.fail(py, whose, &called(), wrong)).ok()
        })
    }
}

/// A class that cannot be set up. What its author did not mean to raise is noted as well, with its traceback.
fn refused(py: Python<'_>, whose: &Whose, id: &str, call: &str, wrong: Wrong) -> SpecError {
    match wrong {
        Wrong::Raised(error) if error.is_instance_of::<PyValueError>(py) && call == "__init__()" => {
            SpecError::new(format!("{id}: {}", error.value(py)))
        }
        wrong => {
            whose.call().fail(error_of(py, id, call, wrong));
            SpecError::new(format!("{id}: {call} failed"))
        }
    }
}

/// The actions that name no site.
fn words<'a>(actions: &'a [String], sites: &HashMap<Token, usize>) -> impl Iterator<Item = &'a str> {
    actions.iter().map(String::as_str).filter(|word| !sites.contains_key(&Token::of(word)))
}

/// The kinds of a dict: letters with the seats that they belong to, None for nobody's, or with a name and the seat.
fn kinds(found: &Bound<'_, PyAny>, seats: usize) -> Option<Vec<Kind>> {
    let dict = found.cast::<PyDict>().ok()?;
    let mut kinds = Vec::new();
    for (letter, kind) in dict.iter() {
        let letter: char = letter.extract().ok()?;
        let (name, owner) = match kind.extract::<(String, Option<usize>)>() {
            Ok(named) => named,
            Err(_) => {
                let case = if letter.is_uppercase() { "capital" } else { "piece" };
                (format!("{case}_{}", letter.to_lowercase()), kind.extract().ok()?)
            }
        };
        let owner = match owner {
            Some(owner) if owner >= seats => return None,
            owner => owner.map(Seat::new),
        };
        kinds.push(Kind { letter, name: name.into(), owner, glyph: Glyph::Letter(letter.to_string()) });
    }
    // A seat with one kind of piece has men, which need no letter.
    for number in 0..kinds.len() {
        let owner = kinds[number].owner;
        if owner.is_some() && kinds.iter().filter(|kind| kind.owner == owner).count() == 1 {
            kinds[number].glyph = Glyph::Disc;
        }
    }
    Some(kinds)
}

/// The board of (files, ranks), or of a dict of places by the names of sites.
fn board(found: &Bound<'_, PyAny>) -> Option<Board> {
    if let Ok((files, ranks)) = found.extract::<(usize, usize)>() {
        let fits = |size| (1..=64).contains(&size);
        return (fits(files) && fits(ranks)).then(|| torneo::games::board::scene::squares(files, ranks));
    }
    let mut sites = Vec::new();
    for (name, place) in found.cast::<PyDict>().ok()?.iter() {
        let name: String = name.extract().ok()?;
        let (x, y): (f32, f32) = place.extract().ok()?;
        sites.push(Site {
            id: sites.len() as u32,
            name,
            x,
            y,
            z: 0,
            shape: Shape::Circle,
            tone: Tone::Light,
        });
    }
    Some(Board { sites, ..Board::default() })
}
