//! Where a game in progress stands, by tokens alone or by integers as well, and how it came there.

use std::sync::Arc;

use pyo3::prelude::*;
use torneo_contract::session::{IllegalMove, Session};
use torneo_contract::{PositionError, SeatVec, Turn};
use torneo_encoding::{self as encoding, Form};
use torneo_registry::AnyGame;

use crate::encoding::encoding_of;
use crate::python_game::{failure, is_python};

/// The game as it stands. Integers need its encoding, which is made only once they are asked for.
enum Stand {
    Tokens(Box<dyn Session>),
    Integers(Box<encoding::Environment>),
}

/// A ply as it was played: by its token, or by the numbers of the actions as the game lists them.
#[derive(Clone)]
enum Played {
    Token(String),
    Numbers(SeatVec<usize>),
}

/// A game in progress.
#[derive(Clone)]
pub struct Table {
    pub game: Arc<dyn AnyGame>,
    /// The version of its encoding.
    pub form: Form,
    stand: Stand,
    /// The position that it began with, unless that is the start.
    begin: Option<String>,
    played: Vec<Played>,
}

impl Clone for Stand {
    fn clone(&self) -> Stand {
        match self {
            Stand::Tokens(session) => Stand::Tokens(session.copy()),
            Stand::Integers(environment) => Stand::Integers(environment.clone()),
        }
    }
}

impl Table {
    /// A game from its start.
    pub fn new(game: Arc<dyn AnyGame>, form: Form) -> Table {
        Table { stand: Stand::Tokens(game.session()), game, form, begin: None, played: Vec::new() }
    }

    /// A game from a position.
    ///
    /// # Errors
    /// A text that is no position.
    pub fn at(game: Arc<dyn AnyGame>, form: Form, text: &str) -> Result<Table, PositionError> {
        let mut session = game.session();
        session.set_position(text)?;
        let begin = Some(text.to_owned());
        Ok(Table { game, form, stand: Stand::Tokens(session), begin, played: Vec::new() })
    }

    /// A game that goes on where another one stands. Its record begins there.
    pub fn of(game: Arc<dyn AnyGame>, form: Form, session: &dyn Session) -> Table {
        let begin = Some(session.position());
        Table { game, form, stand: Stand::Tokens(session.copy()), begin, played: Vec::new() }
    }

    /// The game behind the text interface.
    pub fn session(&self) -> &dyn Session {
        match &self.stand {
            Stand::Tokens(session) => &**session,
            Stand::Integers(environment) => environment.session(),
        }
    }

    /// The position that it began with, unless that is the start.
    pub fn begin(&self) -> Option<&str> {
        self.begin.as_deref()
    }

    /// Plies played since.
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    /// The game seen as integers and arrays.
    pub fn environment(&mut self, py: Python<'_>) -> &mut encoding::Environment {
        if let Stand::Tokens(session) = &self.stand {
            let encoding = encoding_of(py, &*self.game, self.form);
            let environment = encoding::Environment::at(&encoding, session.copy(), None);
            self.stand = Stand::Integers(Box::new(environment));
        }
        match &mut self.stand {
            Stand::Integers(environment) => environment,
            Stand::Tokens(_) => unreachable!("it has just been replaced"),
        }
    }

    /// Whether a part of an action was entered by integers.
    pub fn is_in_between(&self) -> bool {
        matches!(&self.stand, Stand::Integers(environment) if environment.is_in_between())
    }

    /// Plays a token. Where a game in Python fails nothing changes; the failure is noted.
    ///
    /// # Errors
    /// A token that is not legal; nothing changes.
    pub fn play(&mut self, token: String) -> Result<(), IllegalMove> {
        let before = is_python(&*self.game).then(|| self.stand.clone());
        match &mut self.stand {
            Stand::Tokens(session) => session.play(&token)?,
            Stand::Integers(environment) => environment.play(&token)?,
        }
        if let Some(before) = before.filter(|_| failure::is_pending()) {
            self.stand = before;
            return Ok(());
        }
        self.played.push(Played::Token(token));
        Ok(())
    }

    /// Notes a ply that the environment has played.
    pub fn note(&mut self, numbers: SeatVec<usize>) {
        self.played.push(Played::Numbers(numbers));
    }

    /// The tokens played since the beginning.
    pub fn tokens(&mut self) -> Vec<String> {
        if self.played.iter().any(|played| matches!(played, Played::Numbers(_))) {
            let begin = match &self.begin {
                None => Table::new(self.game.clone(), self.form),
                Some(text) => Table::at(self.game.clone(), self.form, text).expect("the game began with it"),
            };
            let Stand::Tokens(mut session) = begin.stand else { unreachable!("it has just been made") };
            for played in &mut self.played {
                if let Played::Numbers(numbers) = played {
                    let legal = session.legal_tokens();
                    let chosen: Vec<String> =
                        numbers.iter().zip(legal).map(|(&number, legal)| legal[number].clone()).collect();
                    *played = Played::Token(match session.turn() {
                        Turn::Simultaneous(_) => session.join(&chosen),
                        _ => chosen.concat(),
                    });
                }
                let Played::Token(token) = played else { unreachable!("it has just been replaced") };
                session.play(token).expect("it was played");
            }
        }
        let token = |played: &Played| match played {
            Played::Token(token) => token.clone(),
            Played::Numbers(_) => unreachable!("none is left"),
        };
        self.played.iter().map(token).collect()
    }
}
