//! Games in progress.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArray3, PyArrayDyn, PyArrayMethods};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyDeprecationWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use torneo_contract::session::Due;
use torneo_contract::{Outcome, Seat, Turn, refuse_if};
use torneo_encoding::{Form, Object};
use torneo_picture::{Style, Theme};
use torneo_registry::AnyGame;

use crate::arguments::{Action, Number, Seed};
use crate::call::Call;
use crate::choice::Choice;
use crate::encoding::{Encoding, form_of};
use crate::environment::{observed, word_of};
use crate::errors::{self, GameError, IllegalMove, seat_of};
use crate::game::Game;
use crate::playouts::play_out;
use crate::python_game::is_python;
use crate::table::{Kept, Table};
use crate::turns::Turns;

/// A game in progress, played by tokens or by integers. `play` and `step` change it, `undo` takes one of them back, and `copy` makes
/// another one.
///
/// Integers and arrays are those of `torneo.encoding`. Two states are equal if they are of the same game and stand at
/// the same position, what repetition rules remember included. Calls of several threads take turns; engines and random games think
/// at a copy, so that they keep nobody waiting.
#[pyclass(module = "torneo", frozen)]
pub struct State {
    turns: Turns<Table>,
}

/// Does something with a game: what fails in the methods of one in Python belongs to this call.
///
/// # Errors
/// What failed.
pub fn asked<T>(game: &dyn AnyGame, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    if is_python(game) { Call::here(work)? } else { work() }
}

impl State {
    /// A game as it stands.
    pub fn of(table: Table) -> State {
        State { turns: Turns::new(table) }
    }

    /// A game from its start.
    pub fn new(game: Arc<dyn AnyGame>, form: Form) -> State {
        State::of(Table::new(game, form))
    }

    /// A game from a position.
    pub fn at(game: Arc<dyn AnyGame>, form: Form, text: &str) -> PyResult<State> {
        let table = asked(&*game.clone(), || {
            Table::at(game, form, text).map_err(|error| errors::of_position(&error))
        });
        table.map(State::of)
    }

    /// Does something with the game at a turn of this call.
    pub fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&mut Table) -> PyResult<T>) -> PyResult<T> {
        let mut table = self.turns.wait(py)?;
        asked(&*table.game.clone(), || work(&mut table))
    }

    /// Does what changes the game, or leaves it as it was.
    fn change<T>(&self, py: Python<'_>, work: impl FnOnce(&mut Table) -> PyResult<T>) -> PyResult<T> {
        self.with(py, |table| table.change(work))
    }

    /// The game as it stands now.
    pub fn snapshot(&self, py: Python<'_>) -> PyResult<Table> {
        Ok(self.turns.wait(py)?.clone())
    }

    /// The outcome of a game that is over.
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<Outcome>> {
        self.with(py, |table| Ok(table.session().outcome()))
    }
}

/// The seat whose integers are meant: the one that is named, or the first that has still something to enter. None at turns of
/// chance and at the end.
fn chooser(table: &mut Table, py: Python<'_>, seat: Option<Number>) -> PyResult<Option<Seat>> {
    let seats = table.session().seats();
    let first = table.environment(py)?.choosers().next();
    seat.map_or(Ok(first), |seat| seat_of(seat, seats).map(Some))
}

/// Plays one integer: a step of a seat, or the result of chance with this number.
fn enter(table: &mut Table, py: Python<'_>, action: Action, seat: Option<Number>) -> PyResult<()> {
    if let Some(seat) = chooser(table, py, seat)? {
        let made = table.step(py, seat, action.number())?;
        return made.map_err(|_| not_legal(action, seat));
    }
    if table.draw(py, action.number())? {
        return Ok(());
    }
    Err(IllegalMove::new_err(match table.session().turn() {
        Turn::Chance => format!("chance has no result {action} here"),
        _ => "the game is over".to_owned(),
    }))
}

/// An integer that is none of those of a seat.
pub fn not_legal(action: Action, seat: Seat) -> PyErr {
    IllegalMove::new_err(format!("action {action} is not legal here for seat {seat}"))
}

/// Which integers may be played now.
fn mask_of(table: &mut Table, py: Python<'_>, seat: Option<Number>) -> PyResult<Vec<bool>> {
    let chooser = chooser(table, py, seat)?;
    let environment = table.environment(py)?;
    let mut mask = vec![false; environment.encoding().codec().size()];
    if let Some(seat) = chooser {
        environment.for_each_legal(seat, |action| mask[action] = true);
    }
    Ok(mask)
}

/// The integers that play a token, one after the other.
fn entered_by(table: &mut Table, py: Python<'_>, token: &str, seat: Option<Number>) -> PyResult<Vec<usize>> {
    let actions = match chooser(table, py, seat)? {
        Some(chooser) => table.environment(py)?.steps_of(chooser, token),
        None => result_of(table, token).map(|number| vec![number]),
    };
    actions.ok_or_else(|| token_not_legal(token))
}

/// The number of a result of chance.
fn result_of(table: &Table, token: &str) -> Option<usize> {
    table.session().legal_tokens().concat().iter().position(|result| result == token)
}

/// A token that is not legal.
pub fn token_not_legal(token: &str) -> PyErr {
    IllegalMove::new_err(format!("`{token}` is not legal here"))
}

/// What is pickled of a state: the game, the position that it began with, the tokens since, the encoding unless it is the usual one, and
/// where the game stood before the last token.
type Pickled = (Game, Option<String>, String, Option<Encoding>, Option<Kept>);

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<Game> {
        Ok(Game { game: self.turns.wait(py)?.game.clone() })
    }

    /// Whose turn it is: "seat" (one decides), "chance", "together" (several choose, none knowing the others' choice) or "over".
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(word_of(self.turns.wait(py)?.session().turn()))
    }

    /// The seat that decides, counted from 0; None at other turns.
    #[getter]
    fn seat(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        Ok(match self.turns.wait(py)?.session().turn() {
            Turn::Seat(seat) => Some(seat.index()),
            _ => None,
        })
    }

    /// The seats that are to choose: one, several at the same time, or none.
    #[getter]
    fn seats_to_choose(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        Ok(self.turns.wait(py)?.session().turn().choosers().iter().map(Seat::index).collect())
    }

    /// The legal tokens of a seat, in the documented order; of chance at its turns. Where several seats choose at the same
    /// time `seat` says which (ValueError without it); a seat that does not choose has none. Raises `ValueError` for a seat that the
    /// game does not have.
    #[pyo3(signature = (seat = None))]
    fn legal(&self, py: Python<'_>, seat: Option<Number>) -> PyResult<Vec<String>> {
        let asked_for = |table: &Table| seat.map(|seat| seat_of(seat, table.session().seats())).transpose();
        self.with(py, |table| {
            let seat = asked_for(table)?;
            match table.session().due() {
                Due::Seat(own, legal) => {
                    Ok(if seat.is_none_or(|seat| seat == own) { legal } else { Vec::new() })
                }
                Due::Chance(results) if seat.is_none() => {
                    Ok(results.into_iter().map(|(text, _)| text).collect())
                }
                Due::Simultaneous(choices) => {
                    let Some(seat) = seat else {
                        let seats: Vec<usize> = choices.iter().map(|(seat, _)| seat.index()).collect();
                        return Err(value_error!("seats {seats:?} choose at the same time: give one"));
                    };
                    let found = choices.into_iter().find(|(chooser, _)| *chooser == seat);
                    Ok(found.map(|(_, legal)| legal).unwrap_or_default())
                }
                Due::Chance(_) | Due::Over(_) => Ok(Vec::new()),
            }
        })
    }

    /// The results of a chance turn with their exact probabilities: a list of (token, fractions.Fraction); empty at other turns.
    fn chance<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let Due::Chance(results) = self.with(py, |table| Ok(table.session().due()))? else {
            return Ok(Vec::new());
        };
        let total: u128 = results.iter().map(|(_, weight)| u128::from(*weight)).sum();
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        results.into_iter().map(|(text, weight)| Ok((text, fraction.call1((weight, total))?))).collect()
    }

    /// Plays a token as `legal` lists them; at a turn of several seats the token of the joint choice, or a list of their tokens
    /// in seat order. Raises `IllegalMove`, and nothing changes then. Integers, which `step` takes, are deprecated here.
    #[pyo3(signature = (token, seat = None))]
    fn play(&self, py: Python<'_>, token: Choice, seat: Option<Number>) -> PyResult<()> {
        if let Choice::Actions(actions) = token {
            let message = c"State.play(integer) is deprecated: use State.step(action)";
            PyErr::warn(py, &py.get_type::<PyDeprecationWarning>(), message, 1)?;
            let mut each = actions.into_iter();
            return each.try_for_each(|action| self.change(py, |table| enter(table, py, action, seat)));
        }
        self.change(py, |table| {
            let token = match token {
                Choice::Joint(choices) => table.session().join(&choices),
                Choice::Token(token) => token,
                Choice::Actions(_) => unreachable!("they are played already"),
            };
            refuse_if!(table.is_in_between(), errors::in_between());
            table.play(token).map_err(|error| errors::of_move(py, error))
        })
    }

    /// Plays an integer as `legal_actions` lists them: of `seat`, else of the first seat that has still something to enter; at a turn
    /// of chance the result with this number. Raises `IllegalMove`, and nothing changes then.
    #[pyo3(signature = (action, seat = None))]
    fn step(&self, py: Python<'_>, action: Action, seat: Option<Number>) -> PyResult<()> {
        self.change(py, |table| enter(table, py, action, seat))
    }

    /// Takes the last `play` or `step` back, or the step that entered the last part of a ply. Raises `IllegalMove` where the record
    /// begins.
    fn undo(&self, py: Python<'_>) -> PyResult<()> {
        let is_undone = self.change(py, |table| table.undo(py))?;
        refuse_if!(!is_undone, IllegalMove::new_err("nothing was played that could be taken back"));
        Ok(())
    }

    /// How the game becomes integers and arrays.
    #[getter]
    fn encoding(&self, py: Python<'_>) -> PyResult<Encoding> {
        let (game, form) = {
            let table = self.turns.wait(py)?;
            (table.game.clone(), table.form)
        };
        Encoding::of(py, &game, form)
    }

    /// The integers that may be played now, ascending: an array of int64. Of `seat`, else of the first seat that has still something
    /// to enter. At turns of chance they are the numbers of the results in the order of `chance`. Empty at the end.
    #[pyo3(signature = (seat = None))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Number>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = self.with(py, |table| {
            Ok(match chooser(table, py, seat)? {
                Some(seat) => table.environment(py)?.legal_as(seat, i64::from),
                None => (0..table.session().weights().len() as i64).collect(),
            })
        })?;
        Ok(PyArray1::from_vec(py, actions))
    }

    /// Which integers may be played now: bool `(encoding.actions,)`. Those of `legal_actions(seat)`; none at turns of chance. For heads
    /// see `encoding.head_masks`.
    #[pyo3(signature = (seat = None))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Number>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mask = self.with(py, |table| mask_of(table, py, seat))?;
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The integer that enters a token of `seat`, else of the seat to choose; where a token takes several, the next one. Raises
    /// `IllegalMove` for a token that is not legal, or does not go on with what was entered.
    #[pyo3(signature = (token, seat = None))]
    fn encode(&self, py: Python<'_>, token: &str, seat: Option<Number>) -> PyResult<usize> {
        self.with(py, |table| {
            let action = match chooser(table, py, seat)? {
                Some(chooser) => table.environment(py)?.next_step_of(chooser, token),
                None => result_of(table, token),
            };
            action.ok_or_else(|| token_not_legal(token))
        })
    }

    /// The token that an integer of `seat` completes, else of the seat to choose; None if the action takes more integers.
    /// Raises `IllegalMove` for an integer that is not legal.
    #[pyo3(signature = (action, seat = None))]
    fn decode(&self, py: Python<'_>, action: Action, seat: Option<Number>) -> PyResult<Option<String>> {
        self.with(py, |table| {
            let Some(chooser) = chooser(table, py, seat)? else {
                let result = table.session().legal_tokens().concat().into_iter().nth(action.number());
                let refused = || IllegalMove::new_err(format!("action {action} is not legal here"));
                return result.map(Some).ok_or_else(refused);
            };
            let environment = table.environment(py)?;
            let mut is_legal = false;
            environment.for_each_legal(chooser, |legal| is_legal |= legal == action.number());
            refuse_if!(!is_legal, not_legal(action, chooser));
            Ok(environment.token(chooser, action.number()))
        })
    }

    /// Deprecated: `legal_actions`.
    #[pyo3(signature = (seat = None))]
    #[pyo3(warn(message = "State.actions is deprecated: use State.legal_actions", category = PyDeprecationWarning))]
    fn actions<'py>(&self, py: Python<'py>, seat: Option<Number>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.legal_actions(py, seat)
    }

    /// Deprecated: `action_mask`, and with `factored` the masks of the heads, which `encoding.head_masks(mask)` gives.
    #[pyo3(signature = (seat = None, factored = false))]
    #[pyo3(warn(message = "State.mask is deprecated: use State.action_mask", category = PyDeprecationWarning))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Number>,
        factored: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mask = self.action_mask(py, seat)?.into_any();
        if factored { self.encoding(py)?.head_masks(&mask)?.into_bound_py_any(py) } else { Ok(mask) }
    }

    /// Deprecated: `encode`. Raises `ValueError` if the token takes several integers.
    #[pyo3(signature = (token, seat = None))]
    #[pyo3(warn(message = "State.to_action is deprecated: use State.encode", category = PyDeprecationWarning))]
    fn to_action(&self, py: Python<'_>, token: &str, seat: Option<Number>) -> PyResult<usize> {
        match self.with(py, |table| entered_by(table, py, token, seat))?[..] {
            [action] => Ok(action),
            ref actions => Err(value_error!("`{token}` takes several integers: {actions:?}")),
        }
    }

    /// Deprecated: `encode`, which gives one integer after the other.
    #[pyo3(signature = (token, seat = None))]
    #[pyo3(warn(message = "State.to_actions is deprecated: use State.encode", category = PyDeprecationWarning))]
    fn to_actions(&self, py: Python<'_>, token: &str, seat: Option<Number>) -> PyResult<Vec<usize>> {
        self.with(py, |table| entered_by(table, py, token, seat))
    }

    /// Deprecated: `decode`.
    #[pyo3(signature = (action, seat = None))]
    #[pyo3(warn(message = "State.to_token is deprecated: use State.decode", category = PyDeprecationWarning))]
    fn to_token(&self, py: Python<'_>, action: Action, seat: Option<Number>) -> PyResult<Option<String>> {
        self.decode(py, action, seat)
    }

    /// What a seat sees: float32 with the shape of the encoding. Without `seat` the first seat that has still something to enter, or
    /// seat 0.
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<Number>) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        self.with(py, |table| {
            let seat = chooser(table, py, seat)?.unwrap_or(Seat::FIRST);
            observed(py, table.environment(py)?, seat)
        })
    }

    /// The things on the sites as a seat sees them, for tables without rows and columns: float32 `(things, 5)`. The columns are the
    /// kind, a number in `encoding.kinds`; the owner: 0 own, 1 the next seat, -1 nobody; x and y in distances of neighbours, y downwards;
    /// and the turn in degrees clockwise. Without `seat` as for `observe`.
    #[pyo3(signature = (seat = None))]
    fn objects<'py>(&self, py: Python<'py>, seat: Option<Number>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let objects = self.with(py, |table| {
            let seat = chooser(table, py, seat)?.unwrap_or(Seat::FIRST);
            let environment = table.environment(py)?;
            Ok(environment.encoding().objects().of(environment.session(), seat))
        })?;
        let row = |object: &Object| {
            let owner = object.owner.map_or(-1.0, |owner| owner as f32);
            [object.kind as f32, owner, object.x, object.y, f32::from(object.turn)]
        };
        let numbers: Vec<f32> = objects.iter().flat_map(row).collect();
        PyArray1::from_vec(py, numbers).reshape([objects.len(), 5])
    }

    /// The scores of `n` games that go on uniformly at random from here: float64 `(n, seats)`. A function of the position, `n` and
    /// `seed`, whatever `threads` is (0: all); a fresh seed without one. A game that lasts a million plies more is shared. Ctrl-C stops
    /// it.
    #[pyo3(signature = (n, seed = None, threads = 0))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        seed: Option<Seed>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let table = self.snapshot(py)?;
        let seats = table.session().seats();
        let scores = play_out(py, table, n, Seed::or_fresh(seed, py)?, threads)?;
        PyArray1::from_vec(py, scores).reshape([n, seats])
    }

    /// The same game at the same point; the two go on independently.
    fn copy(&self, py: Python<'_>) -> PyResult<State> {
        self.snapshot(py).map(State::of)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<State> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> PyResult<State> {
        self.copy(py)
    }

    /// The position as one line; `Game.position` reads it.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |table| Ok(table.session().position()))
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.turns.wait(py)?.session().turn() == Turn::Over)
    }

    /// The score of each seat, 0 to 1, all adding up to 1; None before the end.
    #[getter]
    fn scores(&self, py: Python<'_>) -> PyResult<Option<Vec<f64>>> {
        Ok(self.outcome(py)?.map(|outcome| outcome.scores.to_vec()))
    }

    /// The points of each seat in the game's own unit; None before the end, and where the game has none.
    #[getter]
    fn points(&self, py: Python<'_>) -> PyResult<Option<Vec<f64>>> {
        Ok(self.outcome(py)?.and_then(|outcome| outcome.points).map(|points| points.to_vec()))
    }

    /// Why the game ended, such as "won" or "repetition"; None before the end.
    #[getter]
    fn reason(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        Ok(self.outcome(py)?.map(|outcome| outcome.reason))
    }

    /// Plies played since the start, or since the position that it began with.
    #[getter]
    fn plies(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.turns.wait(py)?.plies())
    }

    /// The tokens played since then, separated by blanks.
    #[getter]
    fn record(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |table| Ok(table.tokens().join(" ")))
    }

    /// A picture of the board as SVG. `size`: its width in pixels; `theme`: "auto", "light" or "dark".
    #[pyo3(signature = (size = torneo_picture::SIZE, theme = "auto"))]
    fn svg(&self, py: Python<'_>, size: u32, theme: &str) -> PyResult<String> {
        let theme = match theme {
            "auto" => Theme::Auto,
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            other => {
                return Err(value_error!("`{other}` is no theme: expected auto, light or dark"));
            }
        };
        let style = Style { size, theme, ..Style::default() };
        self.with(py, |table| {
            let session = table.session();
            Ok(torneo_picture::svg(&session.board(), &session.scene(), style))
        })
    }

    /// A picture of the board in points: uint8 `(rows, columns, 3)`, red, green and blue. `size`: its width in pixels, 16 to 8192;
    /// `theme`: "light" or "dark".
    #[pyo3(signature = (size = torneo_picture::SIZE, theme = "light"))]
    fn rgb<'py>(&self, py: Python<'py>, size: u32, theme: &str) -> PyResult<Bound<'py, PyArray3<u8>>> {
        refuse_if!(!(16..=8192).contains(&size), value_error!("size: expected 16 to 8192, found {size}"));
        let picture = self.svg(py, size, theme)?;
        let drawn = py.detach(|| torneo_cli::colours(&picture));
        let (columns, rows, colours) = drawn.map_err(|failure| errors::of_failure(py, failure))?;
        PyArray1::from_vec(py, colours).reshape([rows as usize, columns as usize, 3])
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let caption = format!("{}: {}", self.game(py)?.game.canonical(), self.text(py)?);
        let caption = caption.replace('&', "&amp;").replace('<', "&lt;");
        Ok(format!("<figure>{}<figcaption>{caption}</figcaption></figure>", self.svg(py, 360, "light")?))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |table| Ok(table.session().draw()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<torneo.State of {}: {}>", self.game(py)?.game.canonical(), self.text(py)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &State) -> PyResult<bool> {
        let other = other.snapshot(py)?;
        self.with(py, |table| {
            let games = table.game.canonical() == other.game.canonical();
            let is_whole = !table.is_in_between() && !other.is_in_between();
            Ok(games && is_whole && table.session().is_at(other.session()))
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |table| {
            Ok(torneo_contract::mixer::hash_of(&(table.game.canonical(), table.session().position())))
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let restore = py.import("torneo")?.getattr("_restore")?;
        let table = self.snapshot(py)?;
        refuse_if!(table.is_in_between(), errors::in_between());
        let (game, form) = (table.game.clone(), table.form);
        let tokens = asked(&*game, || Ok(table.tokens()))?.join(" ");
        let kept = match asked(&*game, || Ok(table.kept(&tokens))) {
            // A game in Python that cannot read its own text is played again.
            Err(error) if error.is_instance_of::<GameError>(py) => None,
            kept => kept?,
        };
        let encoding = (form != Form::default()).then(|| Encoding::of(py, &game, form)).transpose()?;
        Ok((restore, (Game { game }, table.begin().map(str::to_owned), tokens, encoding, kept)))
    }
}

/// The state from what was pickled of it: the position that it began with, the tokens since, and where it stood before the last.
#[pyfunction]
#[pyo3(signature = (game, begin, tokens, encoding = None, kept = None))]
pub fn restore(
    game: &Game,
    begin: Option<&str>,
    tokens: &str,
    encoding: Option<&Encoding>,
    kept: Option<Kept>,
) -> PyResult<State> {
    let (game, form) = (game.game.clone(), form_of(&*game.game, encoding)?);
    asked(&*game.clone(), || Table::restored(game, form, begin, tokens, kept)).map(State::of)
}
