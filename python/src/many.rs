//! Engines that are Python objects with a method `choose_many`: one object is asked for all games of a run that wait for it.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use torneo_contract::mixer::hash_of;
use torneo_contract::session::Session;
use torneo_contract::{Outcome, Seat, reason};
use torneo_encoding::Form;
use torneo_registry::{AnyGame, Stop};
use torneo_search::text::{Answer, Asked, TextPlayer};
use torneo_search::{By, Fault, FaultyAnswer};

use crate::player::{Chosen, Raised, answer_of, told};
use crate::process::locked;
use crate::state::State;
use crate::table::Table;

/// How long another question is waited for before those that are there are asked.
const GATHERED: Duration = Duration::from_micros(300);
/// Questions at once, at most.
const MOST: usize = 4096;
/// How often a game that waits looks whether the run was stopped, and how long it waits then.
const PAUSE: Duration = Duration::from_millis(20);
const GRACE: Duration = Duration::from_millis(150);

/// A choice that a game waits for.
struct Question {
    table: Table,
    seat: usize,
    seed: u64,
    answer: Sender<Result<(Answer, Vec<FaultyAnswer>), String>>,
}

/// Where the questions to each engine of a run go, by its name.
#[derive(Default)]
pub struct Desks(Mutex<HashMap<String, Sender<Question>>>);

impl Desks {
    /// A player of an engine. `many` answers all its questions by the method `choose(states, seats, seeds)`.
    pub fn player(
        &self,
        name: &str,
        many: &Py<PyAny>,
        game: Arc<dyn AnyGame>,
        raised: &Raised,
    ) -> Box<dyn TextPlayer> {
        let mut desks = locked(&self.0);
        let desk = desks.entry(name.to_owned()).or_insert_with(|| {
            let (sender, receiver) = mpsc::channel();
            let many = Python::attach(|py| many.clone_ref(py));
            let raised = raised.clone();
            std::thread::spawn(move || answer_all(&many, receiver, &raised));
            sender
        });
        let table = Table::new(game, Form::default());
        Box::new(Waiting {
            desk: desk.clone(),
            table,
            seat: 0,
            seed: 0,
            failed: None,
            faulty: Vec::new(),
            raised: raised.clone(),
        })
    }
}

/// Answers questions, as many together as there are, until nobody asks any more.
fn answer_all(many: &Py<PyAny>, questions: Receiver<Question>, raised: &Raised) {
    // Python knows the thread for as long as it lives, so that what belongs to a thread stays from call to call.
    Python::attach(|py| {
        py.detach(move || {
            while let Ok(first) = questions.recv() {
                let mut asked = vec![first];
                while asked.len() < MOST
                    && let Ok(next) = questions.recv_timeout(GATHERED)
                {
                    asked.push(next);
                }
                Python::attach(|py| answer(py, many, asked, raised));
            }
        });
    });
}

fn answer(py: Python<'_>, many: &Py<PyAny>, asked: Vec<Question>, raised: &Raised) {
    let _inside = raised.call.enter(py);
    let (mut states, mut waiting) = (Vec::new(), Vec::new());
    let (seats, seeds): (Vec<usize>, Vec<u64>) =
        asked.iter().map(|question| (question.seat, question.seed)).unzip();
    for question in asked {
        states.push(State::of(question.table));
        waiting.push(question.answer);
    }
    let answers = many.bind(py).call_method1("choose", (states, seats, seeds));
    let answers: PyResult<Vec<Py<PyAny>>> = answers.and_then(|answers| answers.extract());
    match answers {
        Ok(answers) => {
            for (answer, waits) in answers.into_iter().zip(waiting) {
                // A text says why there is no answer.
                let read = match answer.extract::<Chosen>(py) {
                    Ok(chosen) => Ok(answer_of(chosen)),
                    Err(_) => Err(answer.extract(py).unwrap_or_else(|_| "no answer".to_owned())),
                };
                let _ = waits.send(read);
            }
        }
        Err(error) => {
            raised.consider(py, &error);
            let message = told(py, &error);
            waiting.into_iter().for_each(|waits| _ = waits.send(Err(message.clone())));
        }
    }
}

/// A seat of a game whose choices come from the desk of its engine.
struct Waiting {
    desk: Sender<Question>,
    table: Table,
    seat: usize,
    seed: u64,
    /// Why the game cannot be followed.
    failed: Option<String>,
    /// What was wrong with the answers before the last one.
    faulty: Vec<FaultyAnswer>,
    raised: Raised,
}

impl TextPlayer for Waiting {
    fn heed(&mut self, _stop: Stop) {}

    fn begin(&mut self, _session: &dyn Session, seat: Seat, seed: u64, position: Option<&str>) {
        (self.seat, self.seed, self.failed) = (seat.index(), seed, None);
        let (game, form) = (self.table.game.clone(), self.table.form);
        let begun = match position {
            None => Ok(Table::new(game, form)),
            Some(text) => Table::at(game, form, text),
        };
        match begun {
            Ok(table) => self.table = table,
            Err(error) => self.failed = Some(error.to_string()),
        }
    }

    fn observe(&mut self, token: &str, _by: By) {
        if self.failed.is_none() {
            self.failed = self.table.play(token.to_owned()).err().map(|error| error.message);
        }
    }

    fn choose(&mut self, _asked: &Asked<'_>) -> Result<Answer, Fault> {
        let fault = |message: String| Fault::new(reason::ENGINE_ERROR, message);
        if let Some(message) = &self.failed {
            return Err(fault(message.clone()));
        }
        let (sender, receiver) = mpsc::channel();
        let seed = hash_of(&(self.seed, self.table.plies() as u64));
        let question = Question { table: self.table.clone(), seat: self.seat, seed, answer: sender };
        let left_behind = || fault("it was left behind".to_owned());
        self.desk.send(question).map_err(|_| left_behind())?;
        let mut until = None;
        loop {
            match receiver.recv_timeout(PAUSE) {
                Ok(Ok((answer, faulty))) => {
                    self.faulty = faulty;
                    return Ok(answer);
                }
                Ok(Err(why)) => return Err(fault(why)),
                Err(RecvTimeoutError::Disconnected) => return Err(left_behind()),
                Err(RecvTimeoutError::Timeout) if !self.raised.call.stop().load(Ordering::Relaxed) => {}
                Err(RecvTimeoutError::Timeout) => {
                    if Instant::now() > *until.get_or_insert_with(|| Instant::now() + GRACE) {
                        return Err(left_behind());
                    }
                }
            }
        }
    }

    fn take_faulty(&mut self) -> Vec<FaultyAnswer> {
        std::mem::take(&mut self.faulty)
    }

    fn refuse(&mut self) {}

    fn finish(&mut self, _outcome: &Outcome) {}
}
