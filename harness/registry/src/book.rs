//! Openings that are given: positions, or lines of moves from the start.

use torneo_contract::session::{Session, Typed};
use torneo_contract::{Playable, Turn};
use torneo_search::By;

/// Where a game begins.
pub(crate) struct Opened<G: Playable> {
    /// The position in which engines take over.
    pub position: G::Position,
    /// The tokens that led there from the start, as the game writes them; none if the position was given.
    pub moves: Option<Vec<(String, By)>>,
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
                Ok(position) => Opened { position, moves: None },
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

    /// The opening as results write it: the moves, or the text of the position.
    pub fn text(&self, game: &G) -> String {
        match &self.moves {
            Some(moves) => moves.iter().map(|(token, _)| &**token).collect::<Vec<_>>().join(" "),
            None => game.position_text(&self.position),
        }
    }
}

/// Plays a line of moves; the number of the token that is not legal, and why.
fn play<G: Playable>(game: &G, line: &str) -> Result<Opened<G>, (usize, String)> {
    let mut session = Typed::new(game.clone());
    let mut moves = Vec::new();
    for (index, token) in line.split_whitespace().enumerate() {
        let by = if session.turn() == Turn::Chance { By::Chance } else { By::Opening };
        session.play(token).map_err(|error| (index + 1, error.message))?;
        moves.push((session.last_token().unwrap_or_default(), by));
    }
    Ok(Opened { position: session.parts().1.clone(), moves: Some(moves) })
}
