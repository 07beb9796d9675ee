//! The first moves of a game.

use torneo_contract::Turn;
use torneo_registry::AnyGame;
use torneo_symmetry::alike_choices;

/// Symmetries of a board, at most: those of a regular hexagon.
const MOST_SYMMETRIES: usize = 12;

/// A first move, and those that symmetries of the board map it onto.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// The move, as the game writes it.
    pub token: String,
    /// The others, as the game writes them.
    pub alike: Vec<String>,
}

/// The first moves of a game in its order, those that symmetries map onto each other as one. There are none if no seat decides
/// first, or if there would be more than `most`.
pub fn first_moves(game: &dyn AnyGame, most: usize) -> Vec<FirstMove> {
    let start = game.session();
    let Turn::Seat(seat) = start.turn() else { return Vec::new() };
    let tokens = start.tokens(Some(seat));
    if tokens.len() > MOST_SYMMETRIES * most {
        return Vec::new();
    }
    let classes = alike_choices(&*start, seat);
    if classes.len() > most {
        return Vec::new();
    }
    let of_class = |class: Vec<usize>| {
        let mut moves = class.into_iter().map(|choice| tokens[choice].clone());
        FirstMove { token: moves.next().unwrap_or_default(), alike: moves.collect() }
    };
    classes.into_iter().map(of_class).collect()
}

/// Each move by itself.
pub fn apart(moves: Vec<FirstMove>) -> Vec<FirstMove> {
    let alone = |token: String| FirstMove { token, alike: Vec::new() };
    let each = |entry: FirstMove| std::iter::once(entry.token).chain(entry.alike).map(alone);
    moves.into_iter().flat_map(each).collect()
}
