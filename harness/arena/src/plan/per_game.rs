//! The games of a plan by number.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// The number of a game of the configuration, from 0 in its order. It is not that of a seat, an engine, a round or an event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameIndex(usize);

impl GameIndex {
    /// The first game, which every configuration has.
    pub const FIRST: GameIndex = GameIndex(0);

    /// The game of a number.
    #[cfg(test)]
    pub fn of(number: usize) -> GameIndex {
        GameIndex(number)
    }

    /// The number, for what knows no games: statistics and files.
    pub fn number(self) -> usize {
        self.0
    }
}

/// Something of every game of a configuration, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerGame<T>(Vec<T>);

impl<T> PerGame<T> {
    /// How many games there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All, in the order of the configuration.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// All with the games that they belong to.
    pub fn indexed(&self) -> impl Iterator<Item = (GameIndex, &T)> {
        self.0.iter().enumerate().map(|(number, of_game)| (GameIndex(number), of_game))
    }

    /// What follows from each of them.
    pub fn map<U>(&self, of_game: impl FnMut(&T) -> U) -> PerGame<U> {
        self.0.iter().map(of_game).collect()
    }

    /// Each of them to be changed.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }
}

impl<T> Index<GameIndex> for PerGame<T> {
    type Output = T;

    fn index(&self, game: GameIndex) -> &T {
        &self.0[game.0]
    }
}

impl<T> IndexMut<GameIndex> for PerGame<T> {
    fn index_mut(&mut self, game: GameIndex) -> &mut T {
        &mut self.0[game.0]
    }
}

impl<T> From<Vec<T>> for PerGame<T> {
    fn from(of_games: Vec<T>) -> PerGame<T> {
        PerGame(of_games)
    }
}

impl<T> FromIterator<T> for PerGame<T> {
    fn from_iter<I: IntoIterator<Item = T>>(of_games: I) -> PerGame<T> {
        PerGame(of_games.into_iter().collect())
    }
}

impl<T> IntoIterator for PerGame<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> std::vec::IntoIter<T> {
        self.0.into_iter()
    }
}
