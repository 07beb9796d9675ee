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

impl FirstMove {
    /// The move and those that it stands for.
    pub fn all(&self) -> impl Iterator<Item = &String> + Clone {
        std::iter::once(&self.token).chain(&self.alike)
    }
}

/// The moves of a book in which each of these has its turn once a round, and moves that symmetries map onto each other take
/// turns. Each has its turn equally often at the end of the book.
pub fn taking_turns(moves: &[FirstMove]) -> Vec<String> {
    let rounds = moves.iter().map(|first| first.all().count()).fold(1, least_common_multiple);
    let of_round = |round: usize| moves.iter().filter_map(move |first| first.all().cycle().nth(round));
    (0..rounds).flat_map(of_round).cloned().collect()
}

fn least_common_multiple(one: usize, other: usize) -> usize {
    let (mut larger, mut smaller) = (one, other);
    while smaller > 0 {
        (larger, smaller) = (smaller, larger % smaller);
    }
    one / larger * other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_are_alike_take_turns() {
        let first = |token: &str, alike: &[&str]| FirstMove {
            token: token.to_owned(),
            alike: alike.iter().map(|token| (*token).to_owned()).collect(),
        };
        let moves = [first("a", &["b"]), first("c", &["d", "e"]), first("f", &[])];
        let book = taking_turns(&moves);
        assert_eq!(book.concat(), "acfbdfaefbcfadfbef");
        assert_eq!(taking_turns(&moves[2..]), ["f"]);
        assert!(taking_turns(&[]).is_empty());
    }
}
