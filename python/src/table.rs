//! Where a game in progress stands, by tokens alone or by integers as well, and how it came there.

use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use torneo_contract::mixer::hash_of;
use torneo_contract::session::{IllegalMove, Session};
use torneo_contract::{self as contract, Seat, SeatVec, Turn, refuse_if};
use torneo_encoding::{self as encoding, Form};
use torneo_registry::AnyGame;

use crate::call::Call;
use crate::encoding::encoding_of;
use crate::errors::{self, PositionError};
use crate::python_game::{has_history, is_python};

/// Plies between two of which it is kept how the game stood: so many are played again at most to take one back.
const KEPT_EVERY: usize = 8;

/// The game as it stands. Integers need its encoding, which is made only once they are asked for.
enum Stand {
    Tokens(Box<dyn Session>),
    Integers(Box<encoding::Environment>),
}

/// A position before the last ply of a game, from which the game goes on without the plies before it.
#[derive(Clone, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub struct Kept {
    /// The text of the position.
    text: String,
    /// What the text does not show.
    archived: Vec<u64>,
    /// A hash of all parts.
    sum: u64,
}

/// A ply as it was played, and those before it: games that went the same way share them.
struct Ply {
    before: Option<Arc<Ply>>,
    /// How many there are with it.
    count: usize,
    /// Its token, once it is known.
    token: OnceLock<String>,
    /// The numbers of the actions as the game lists them, where it was played by integers.
    numbers: SeatVec<usize>,
    /// The steps by which seats entered it.
    steps: Vec<(Seat, usize)>,
    /// How the game stood before it, where that is kept.
    stood: Option<Box<dyn Session>>,
}

impl Drop for Ply {
    /// One after the other: a long game must not need a deep stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut ply) = next.and_then(Arc::into_inner) {
            next = ply.before.take();
        }
    }
}

/// A game in progress.
#[derive(Clone)]
pub struct Table {
    pub game: Arc<dyn AnyGame>,
    /// The version of its encoding.
    pub form: Form,
    stand: Stand,
    /// The position that it began with, unless that is the start.
    begin: Option<Arc<str>>,
    /// What was played before it was loaded and is not played again: the tokens, and how many they are.
    earlier: Option<(Arc<str>, usize)>,
    last: Option<Arc<Ply>>,
    /// The steps that seats have taken of the ply under way.
    steps: Vec<(Seat, usize)>,
}

impl Clone for Stand {
    fn clone(&self) -> Stand {
        match self {
            Stand::Tokens(session) => Stand::Tokens(session.copy()),
            Stand::Integers(environment) => Stand::Integers(environment.clone()),
        }
    }
}

impl Stand {
    fn session(&self) -> &dyn Session {
        match self {
            Stand::Tokens(session) => &**session,
            Stand::Integers(environment) => environment.session(),
        }
    }
}

impl Table {
    /// A game from its start.
    pub fn new(game: Arc<dyn AnyGame>, form: Form) -> Table {
        let session = game.session();
        Table::made(game, form, session, None)
    }

    fn made(game: Arc<dyn AnyGame>, form: Form, session: Box<dyn Session>, begin: Option<Arc<str>>) -> Table {
        let stand = Stand::Tokens(session);
        Table { game, form, stand, begin, earlier: None, last: None, steps: Vec::new() }
    }

    /// A game from a position.
    ///
    /// # Errors
    /// A text that is no position.
    pub fn at(game: Arc<dyn AnyGame>, form: Form, text: &str) -> Result<Table, contract::PositionError> {
        let mut session = game.session();
        session.set_position(text)?;
        Ok(Table::made(game, form, session, Some(text.into())))
    }

    /// A game that goes on where another one stands. Its record begins there.
    pub fn of(game: Arc<dyn AnyGame>, form: Form, session: &dyn Session) -> Table {
        let begin = Some(session.position().into());
        Table::made(game, form, session.copy(), begin)
    }

    /// The game behind the text interface.
    pub fn session(&self) -> &dyn Session {
        self.stand.session()
    }

    /// The position that it began with, unless that is the start.
    pub fn begin(&self) -> Option<&str> {
        self.begin.as_deref()
    }

    /// Plies played since.
    pub fn plies(&self) -> usize {
        let earlier = self.earlier.as_ref().map_or(0, |(_, count)| *count);
        self.last.as_ref().map_or(earlier, |last| last.count)
    }

    /// The game seen as integers and arrays.
    ///
    /// # Errors
    /// What a method of a game in Python did that it must not do.
    pub fn environment(&mut self, py: Python<'_>) -> PyResult<&mut encoding::Environment> {
        if let Stand::Tokens(session) = &self.stand {
            let encoding = encoding_of(py, &*self.game, self.form)?;
            let environment = encoding::Environment::at(&encoding, session.copy(), None);
            self.stand = Stand::Integers(Box::new(environment));
        }
        match &mut self.stand {
            Stand::Integers(environment) => Ok(environment),
            Stand::Tokens(_) => unreachable!("it has just been replaced"),
        }
    }

    /// Whether a part of an action was entered by integers.
    pub fn is_in_between(&self) -> bool {
        matches!(&self.stand, Stand::Integers(environment) if environment.is_in_between())
    }

    /// Does what may change the game: where a game in Python fails nothing changes, and the call has the error.
    pub fn change<T, E>(&mut self, work: impl FnOnce(&mut Table) -> Result<T, E>) -> Result<T, E> {
        if !is_python(&*self.game) {
            return work(self);
        }
        let before = self.clone();
        let done = work(self);
        if done.is_err() || Call::current().is_some_and(|call| call.is_failed()) {
            *self = before;
        }
        done
    }

    /// Plays a token.
    ///
    /// # Errors
    /// A token that is not legal; nothing changes.
    pub fn play(&mut self, token: String) -> Result<(), IllegalMove> {
        let stood = self.to_keep();
        match &mut self.stand {
            Stand::Tokens(session) => session.play(&token)?,
            Stand::Integers(environment) => environment.play(&token)?,
        }
        self.add(OnceLock::from(token), SeatVec::new(), stood);
        Ok(())
    }

    /// Takes a step of a seat.
    ///
    /// # Errors
    /// What a method of a game in Python did; inside, a step that the seat may not take now.
    pub fn step(
        &mut self,
        py: Python<'_>,
        seat: Seat,
        step: usize,
    ) -> PyResult<Result<(), encoding::NotLegal>> {
        let stood = self.to_keep();
        match self.environment(py)?.step(seat, step) {
            Err(refused) => return Ok(Err(refused)),
            Ok(made) => {
                self.steps.push((seat, step));
                if let Some(numbers) = made {
                    self.add(OnceLock::new(), numbers, stood);
                }
            }
        }
        Ok(Ok(()))
    }

    /// Plays a result of chance by its number; false if there is none such.
    ///
    /// # Errors
    /// What a method of a game in Python did.
    pub fn draw(&mut self, py: Python<'_>, number: usize) -> PyResult<bool> {
        let stood = self.to_keep();
        let is_drawn = self.environment(py)?.draw_result(number);
        if is_drawn {
            self.add(OnceLock::new(), std::iter::once(number).collect(), stood);
        }
        Ok(is_drawn)
    }

    /// How the game stands, if that is to be kept with the next ply.
    fn to_keep(&self) -> Option<Box<dyn Session>> {
        (self.last.is_none() || self.plies().is_multiple_of(KEPT_EVERY)).then(|| self.session().copy())
    }

    fn add(&mut self, token: OnceLock<String>, numbers: SeatVec<usize>, stood: Option<Box<dyn Session>>) {
        let count = self.plies() + 1;
        let before = self.last.take();
        let steps = std::mem::take(&mut self.steps);
        self.last = Some(Arc::new(Ply { before, count, token, numbers, steps, stood }));
    }

    /// The last plies, the first of them first: from one before which it is kept how the game stood.
    fn since_kept(&self, mut last: Option<&Arc<Ply>>) -> Vec<Arc<Ply>> {
        let mut plies = Vec::new();
        while let Some(ply) = last {
            plies.push(ply.clone());
            if ply.stood.is_some() {
                break;
            }
            last = ply.before.as_ref();
        }
        plies.reverse();
        plies
    }

    /// Takes the last step back, or the last ply where that was played at once. False at the beginning.
    ///
    /// # Errors
    /// What a method of a game in Python did.
    pub fn undo(&mut self, py: Python<'_>) -> PyResult<bool> {
        let (session, steps) = match self.steps.is_empty() {
            false => (self.session().copy(), std::mem::take(&mut self.steps)),
            true => {
                if let Some((tokens, _)) = self.earlier.clone().filter(|_| self.last.is_none()) {
                    // Whoever takes back what was played before is to be able to take back all of it.
                    *self = self.again(&tokens)?;
                }
                let Some(last) = self.last.clone() else { return Ok(false) };
                let session = replayed(&self.since_kept(Some(&last)), last.count - 1);
                self.last = last.before.clone();
                (session, last.steps.clone())
            }
        };
        let is_integers = matches!(self.stand, Stand::Integers(_));
        self.stand = Stand::Tokens(session);
        if let Some((_, kept)) = steps.split_last() {
            for &(seat, step) in kept {
                self.environment(py)?.step(seat, step).ok();
            }
            self.steps = kept.to_vec();
        }
        if is_integers {
            self.environment(py)?;
        }
        Ok(true)
    }

    /// The same game from its beginning on, after some tokens.
    ///
    /// # Errors
    /// A beginning that is no position, or a token that is not legal.
    fn again(&self, tokens: &str) -> PyResult<Table> {
        let (game, form) = (self.game.clone(), self.form);
        Table::played(game, form, self.begin(), tokens)
    }

    /// A game from its start or a position on, after some tokens.
    ///
    /// # Errors
    /// A text that is no position, or a token that is not legal.
    pub fn played(game: Arc<dyn AnyGame>, form: Form, begin: Option<&str>, tokens: &str) -> PyResult<Table> {
        let mut table = match begin {
            None => Table::new(game, form),
            Some(text) => Table::at(game, form, text).map_err(|error| errors::of_position(&error))?,
        };
        for token in tokens.split_whitespace() {
            let played = table.play(token.to_owned());
            played.map_err(|error| Python::attach(|py| errors::of_move(py, error)))?;
        }
        Ok(table)
    }

    /// Where the game stood before the last of its tokens, if a position can be kept whole without the plies that led to it.
    pub fn kept(&self, tokens: &str) -> Option<Kept> {
        let last = self.last.as_ref().filter(|_| !has_history(self.session()))?;
        let before = replayed(&self.since_kept(Some(last)), last.count - 1);
        let (text, archived) = (before.position(), before.archived());
        let mut again = self.game.session();
        let mut is_whole = again.restore(&text, &archived).is_ok() && again.is_at(&*before);
        // On a table that grows the same position may lie elsewhere, and learners see where.
        is_whole &= !before.board().sites.is_empty() || again.plain_scene() == before.plain_scene();
        is_whole.then(|| Kept { sum: self.sum(&*before, tokens, &text, &archived), text, archived })
    }

    /// What tells whether the parts of what was kept belong together, and to this version of the rules.
    fn sum(&self, before: &dyn Session, tokens: &str, text: &str, archived: &[u64]) -> u64 {
        let beginning = (env!("CARGO_PKG_VERSION"), self.game.canonical(), self.begin());
        hash_of(&(beginning, tokens, text, archived, before.hash()))
    }

    /// A game that was kept after some tokens: only the last of them is played again. Where the parts do not belong together all are.
    ///
    /// # Errors
    /// Tokens that lead elsewhere than to what was kept, or are not legal; a beginning that is no position.
    pub fn restored(
        game: Arc<dyn AnyGame>,
        form: Form,
        begin: Option<&str>,
        tokens: &str,
        kept: Option<Kept>,
    ) -> PyResult<Table> {
        let Some(kept) = kept else { return Table::played(game, form, begin, tokens) };
        let mut session = game.session();
        let (earlier, last) = tokens.rsplit_once(' ').unwrap_or(("", tokens));
        if session.restore(&kept.text, &kept.archived).is_ok() {
            let mut table = Table::made(game.clone(), form, session, begin.map(Arc::from));
            if table.sum(table.session(), tokens, &kept.text, &kept.archived) == kept.sum {
                table.earlier = Some((earlier.into(), earlier.split_whitespace().count()));
                if table.play(last.to_owned()).is_ok() {
                    return Ok(table);
                }
            }
        }
        let before = Table::played(game, form, begin, earlier)?;
        let found = before.session().position();
        refuse_if!(
            found != kept.text,
            PositionError::new_err(format!(
                "the parts of a pickled state disagree: its moves lead to `{found}`, it says `{}`",
                kept.text
            ))
        );
        let mut table = before;
        table.play(last.to_owned()).map_err(|error| Python::attach(|py| errors::of_move(py, error)))?;
        Ok(table)
    }

    /// The tokens played since the beginning.
    pub fn tokens(&self) -> Vec<String> {
        let mut plies = Vec::with_capacity(self.plies());
        let mut next = self.last.as_ref();
        while let Some(ply) = next {
            plies.push(ply);
            next = ply.before.as_ref();
        }
        plies.reverse();
        let mut session: Option<Box<dyn Session>> = None;
        for (index, ply) in plies.iter().enumerate() {
            if let Some(stood) = &ply.stood {
                session = Some(stood.copy());
            }
            // Plies are played again from what is kept on, unless all tokens up to the next of that are known.
            let until = plies[index..].iter().skip(1).position(|ply| ply.stood.is_some());
            let chunk = &plies[index..until.map_or(plies.len(), |until| index + 1 + until)];
            if chunk.iter().any(|ply| ply.token.get().is_none())
                && let Some(session) = &mut session
            {
                // Where a method of a game in Python fails this time the call has the error.
                let token = ply.token.get().cloned().or_else(|| token_of(&**session, &ply.numbers));
                let Some(token) = token.filter(|token| session.play(token).is_ok()) else { break };
                ply.token.get_or_init(|| token);
            }
        }
        let earlier =
            self.earlier.iter().flat_map(|(tokens, _)| tokens.split_whitespace().map(str::to_owned));
        earlier.chain(plies.iter().filter_map(|ply| ply.token.get().cloned())).collect()
    }
}

/// The token of a ply by the numbers of its actions; none where there are no such actions.
fn token_of(session: &dyn Session, numbers: &SeatVec<usize>) -> Option<String> {
    let legal = session.legal_tokens();
    let chosen: Option<Vec<String>> =
        numbers.iter().enumerate().map(|(place, &number)| legal.get(place)?.get(number).cloned()).collect();
    Some(match session.turn() {
        Turn::Simultaneous(_) => session.join(&chosen?),
        _ => chosen?.concat(),
    })
}

/// The game after so many plies: the first of those given knows how it stood before it.
fn replayed(plies: &[Arc<Ply>], count: usize) -> Box<dyn Session> {
    let first = plies.first().and_then(|first| first.stood.as_ref());
    let mut session = first.expect("the first ply keeps how the game stood").copy();
    for ply in plies.iter().filter(|ply| ply.count <= count) {
        let is_played = match ply.token.get() {
            Some(token) => session.play(token).is_ok(),
            None => session.play_numbers(&ply.numbers).is_ok(),
        };
        if !is_played {
            break;
        }
    }
    session
}
