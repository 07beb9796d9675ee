//! Openings that are given: positions, or lines of moves from the start.

use torneo_contract::session::{Session, Typed};
use torneo_contract::{Playable, Turn};
use torneo_search::By;

use crate::people::{Begun, PlayError};

/// Where a game begins.
pub(crate) struct Opened<G: Playable> {
    /// The position in which engines take over.
    pub position: G::Position,
    /// The text of the position that was given; none for the start of the game.
    pub from: Option<String>,
    /// The tokens that were played from there, as the game writes them.
    pub moves: Vec<(String, By)>,
}

impl<G: Playable> Opened<G> {
    /// Reads an opening: the moves of a line, or else the text of a position. The game is not over there.
    ///
    /// # Errors
    /// Why it is neither.
    pub fn read(game: &G, text: &str) -> Result<Opened<G>, String> {
        if text.trim().is_empty() {
            return Err("an opening is a position or a line of moves; this is empty".to_owned());
        }
        let opened = match play(game, text) {
            Ok(opened) => opened,
            Err((number, why)) => match game.parse_position(text) {
                Ok(position) => {
                    let from = Some(game.position_text(&position));
                    Opened { position, from, moves: Vec::new() }
                }
                Err(error) => {
                    return Err(format!(
                        "not a line of moves (token {number}: {why}) and not a position: {error}"
                    ));
                }
            },
        };
        match game.turn(&opened.position) {
            Turn::Over => Err("the game is over after this opening".to_owned()),
            _ => Ok(opened),
        }
    }

    /// A game that people have begun. Where it began in a position its moves count as made from there.
    ///
    /// # Errors
    /// A position or a token that is none.
    pub fn from(game: &G, begun: Begun<'_>) -> Result<Opened<G>, PlayError> {
        let mut session = Typed::new(game.clone());
        let mut from = None;
        if let Some(position) = begun.position {
            session.set_position(position).map_err(PlayError::Position)?;
            from = Some(session.position());
        }
        let moves = played(&mut session, begun.moves);
        let moves = moves.map_err(|(number, why)| PlayError::Moves(number, why))?;
        Ok(Opened { position: session.game_and_position().1.clone(), from, moves })
    }

    /// The opening as results write it: the moves, or the text of the position.
    pub fn text(&self) -> String {
        match &self.from {
            Some(position) if self.moves.is_empty() => position.clone(),
            _ => self.moves.iter().map(|(token, _)| &**token).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Plays a line of moves; the number of the token that is not legal, and why.
fn play<G: Playable>(game: &G, line: &str) -> Result<Opened<G>, (usize, String)> {
    let mut session = Typed::new(game.clone());
    let moves = played(&mut session, line)?;
    Ok(Opened { position: session.game_and_position().1.clone(), from: None, moves })
}

/// The tokens of a line with who made them, after they were played.
fn played<G: Playable>(session: &mut Typed<G>, line: &str) -> Result<Vec<(String, By)>, (usize, String)> {
    let mut moves = Vec::new();
    for (index, token) in line.split_whitespace().enumerate() {
        let by = if session.turn() == Turn::Chance { By::Chance } else { By::Opening };
        session.play(token).map_err(|error| (index + 1, error.message))?;
        moves.push((session.last_token().unwrap_or_default(), by));
    }
    Ok(moves)
}
