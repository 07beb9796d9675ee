//! Dice games played with any dice.

use std::ops::Range;

use torneo_contract::{Notation, Scratch, Seat, SeatVec, Turn};

use super::ThrowCounts;

/// Throws dice for a game whose results it knows by number only.
pub trait Dice {
    /// A game begins.
    fn begin(&mut self, game_no: u64);

    /// Another set of results. Sets are numbered from 0, results within a set too; each has the faces that it shows
    /// and its weight with fair dice.
    fn learn(&mut self, results: Vec<(Vec<u8>, u64)>);

    /// Throws: the number of a result of a set.
    fn throw(&mut self, set: usize) -> usize;

    /// A game is over.
    fn finish(&mut self, game: Played);
}

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Who alone has won.
    pub winner: Option<Seat>,
    /// All throws.
    pub throws: u32,
    /// The throws of turn 0.
    pub first_turn: u32,
    /// Points of each seat, where the game has any.
    pub points: SeatVec<f64>,
}

/// Plays the games of these numbers; `stops` decides.
pub fn play<G: ThrowCounts>(
    game: &G,
    games: Range<u64>,
    dice: &mut dyn Dice,
    stops: impl Fn(&G::Position) -> bool,
) {
    let mut player = Player { game, dice, stops, sets: Vec::new(), scratch: Scratch::default() };
    for game_no in games {
        player.dice.begin(game_no);
        let played = player.play();
        player.dice.finish(played);
    }
}

struct Player<'a, G: Notation, S> {
    game: &'a G,
    dice: &'a mut dyn Dice,
    stops: S,
    /// The sets of results met so far.
    sets: Vec<Vec<(G::Action, u64)>>,
    scratch: Scratch<G::Action>,
}

impl<G: ThrowCounts, S: Fn(&G::Position) -> bool> Player<'_, G, S> {
    fn play(&mut self) -> Played {
        let game = self.game;
        let mut position = game.start();
        let (mut throws, mut first_turn) = (0, 0);
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    let thrown = game.throws(&position);
                    throws += thrown;
                    if game.turns_over(&position) == 0 {
                        first_turn += thrown;
                    }
                    let result = self.throw(&position);
                    game.apply(&mut position, result);
                }
                Turn::Seat(seat) => {
                    let word = if (self.stops)(&position) { STOP } else { THROW };
                    self.scratch.actions.clear();
                    game.actions(&position, seat, &mut self.scratch.actions);
                    let action = named(game, &position, &self.scratch.actions, word);
                    game.apply(&mut position, action);
                }
                Turn::Simultaneous(_) => unreachable!("dice are thrown one after the other"),
            }
        }
        let outcome = game.outcome(&position);
        Played { winner: outcome.winner(), throws, first_turn, points: outcome.points.unwrap_or_default() }
    }

    fn throw(&mut self, position: &G::Position) -> G::Action {
        let outcomes = &mut self.scratch.outcomes;
        outcomes.clear();
        self.game.chance(position, outcomes);
        let set = self.sets.iter().position(|set| set == outcomes).unwrap_or_else(|| {
            self.dice.learn(faces(self.game, position, outcomes));
            self.sets.push(outcomes.clone());
            self.sets.len() - 1
        });
        outcomes[self.dice.throw(set)].0
    }
}

/// How the token of going on ends.
pub(super) const THROW: &str = ":throw";
/// How the token of stopping ends.
pub(super) const STOP: &str = ":stop";

/// The action whose token ends with a word.
pub(super) fn named<G: Notation>(
    game: &G,
    position: &G::Position,
    actions: &[G::Action],
    word: &str,
) -> G::Action {
    let is_named = |action: &&G::Action| {
        let mut text = String::new();
        game.write_action(position, **action, &mut text);
        text.ends_with(word)
    };
    *actions.iter().find(is_named).expect("the thrower goes on or stops")
}

/// The faces of each result: the digits after the seat in its notation.
fn faces<G: Notation>(
    game: &G,
    position: &G::Position,
    outcomes: &[(G::Action, u64)],
) -> Vec<(Vec<u8>, u64)> {
    let faces = |&(result, weight): &(G::Action, u64)| {
        let mut text = String::new();
        game.write_action(position, result, &mut text);
        let dice = text.split_once(':').map_or("", |(_, dice)| dice);
        (dice.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect(), weight)
    };
    outcomes.iter().map(faces).collect()
}
