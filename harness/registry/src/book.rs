//! Openings that are given: positions, or lines of moves from the start.

use torneo_contract::session::Session;
use torneo_contract::{Refusal, Turn, refusal, refuse_if};
use torneo_present::english::Joined as _;
use torneo_search::By;

use crate::watching::{Begun, PlayError};

/// Where a game begins.
pub(crate) struct Opened {
    /// The game where engines take over.
    pub session: Box<dyn Session>,
    /// The text of the position that was given; none for the start of the game.
    pub from: Option<String>,
    /// The tokens that were played from there, as the game writes them.
    pub moves: Vec<(String, By)>,
}

impl Opened {
    /// Reads an opening: the moves of a line, or else the text of a position. The game is not over there. `start` is the game from
    /// its start.
    ///
    /// # Errors
    /// Why it is neither.
    pub fn read(start: &dyn Session, text: &str) -> Result<Opened, Refusal> {
        refuse_if!(text.trim().is_empty(), "an opening is a position or a line of moves; this is empty");
        let mut session = start.copy();
        let opened = match played(&mut *session, text) {
            Ok(moves) => Opened { session, from: None, moves },
            Err((number, why)) => {
                let mut session = start.copy();
                session.set_position(text).map_err(|error| match text.contains('/') && number == 1 {
                    // Slashes part the rows of a board.
                    true => refusal!("not a position: {error}"),
                    false => {
                        refusal!("not a line of moves (token {number}: {why}) and not a position: {error}")
                    }
                })?;
                let from = Some(session.position());
                Opened { session, from, moves: Vec::new() }
            }
        };
        match opened.session.turn() {
            Turn::Over => Err(Refusal::new("the game is over after this opening")),
            _ => Ok(opened),
        }
    }

    /// A game that people have begun. Where it began in a position its moves count as made from there.
    ///
    /// # Errors
    /// An invalid position or token.
    pub fn from(mut session: Box<dyn Session>, begun: Begun<'_>) -> Result<Opened, PlayError> {
        let mut from = None;
        if let Some(position) = begun.position {
            session.set_position(position).map_err(PlayError::Position)?;
            from = Some(session.position());
        }
        let moves = played(&mut *session, begun.moves);
        let moves = moves.map_err(|(number, why)| PlayError::Moves(number, why))?;
        Ok(Opened { session, from, moves })
    }

    /// The opening as results write it: the moves, or the text of the position.
    pub fn text(&self) -> String {
        match &self.from {
            Some(position) if self.moves.is_empty() => position.clone(),
            _ => self.moves.iter().map(|(token, _)| &**token).joined(" "),
        }
    }
}

/// The tokens of a line with who made them, after they were played; the number of the token that is not legal, and why.
fn played(session: &mut dyn Session, line: &str) -> Result<Vec<(String, By)>, (usize, String)> {
    let mut moves = Vec::new();
    for (index, token) in line.split_whitespace().enumerate() {
        let by = if session.turn() == Turn::Chance { By::Chance } else { By::Opening };
        let written = session.enter(token).map_err(|error| (index + 1, error.message))?;
        moves.push((written, by));
    }
    Ok(moves)
}
