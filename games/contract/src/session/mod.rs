//! A game in progress, without the types of its game.
//!
//! A [`Session`] knows actions by their numbers in the lists of legal ones. The few methods of the trait are
//! compiled for each game (`typed.rs`). All else follows from them, and is written once for all games as
//! methods of `dyn Session` (`shared.rs`).

mod shared;
mod typed;

use std::any::Any;

use crate::random::Generator;
use crate::scene::{Board, Place, Scene};
use crate::scenery::Clicks;
use crate::{End, Field, Form, Formats, Kind, Outcome, Playable, PositionError, Seat, Stage, Turn, Words};

pub use typed::Typed;

/// A token that is not a legal ply.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct IllegalMove {
    /// What is wrong: the token and, where it is known, the rule that forbids it.
    pub message: String,
    /// The legal tokens; for a joint choice one list for each choosing seat.
    pub legal: Vec<Vec<String>>,
}

/// Whose turn it is, with the legal tokens.
#[derive(Clone, PartialEq, Debug)]
pub enum Due {
    /// A seat decides among these actions.
    Seat(Seat, Vec<String>),
    /// Chance draws one of these results, with these weights.
    Chance(Vec<(String, u64)>),
    /// These seats choose at the same time.
    Simultaneous(Vec<(Seat, Vec<String>)>),
    /// The game is over.
    Over(Outcome),
}

/// The noisy actions in a position, found in two ways that must agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noisy {
    /// The numbers of the actions that [`Heuristics::noisy_actions`](crate::Heuristics::noisy_actions) lists.
    pub listed: Vec<Option<usize>>,
    /// The numbers of the actions that [`Heuristics::gain`](crate::Heuristics::gain) marks.
    pub marked: Vec<Option<usize>>,
}

/// What a game [foresees](crate::Foresight) of the actions of a seat, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreseen {
    /// The actions that are decisive: all of them where none is.
    pub decisive: Vec<Option<usize>>,
    /// What answers the last action, if something does.
    pub answer: Option<Option<usize>>,
    /// For each action the site on which it places something, and the kind of that, where this is all that it changes.
    pub placed: Vec<Option<(usize, u8)>>,
}

/// A game in progress.
///
/// Where a method asks for a chooser, it is one of the seats that have to choose, or none for chance at its
/// turns.
///
/// A ply is played in two steps. First every chooser chooses: the seats, in seat order, or chance. Then the
/// ply is played.
pub trait Session: Any + Send + Sync {
    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// Number of seats.
    fn seats(&self) -> usize;

    /// The largest number of plies that a game can last, where the options set one.
    fn max_plies(&self) -> Option<u64>;

    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// The result of a game that is over.
    fn result(&self) -> Outcome;

    /// Goes on with a game whose end was not forced, as [`Game::play_on`](crate::Game::play_on).
    fn play_on(&mut self) -> bool;

    /// Why a game that is over ended, as [`Notation::cause`](crate::Notation::cause); more exactly if the last ply is marked.
    fn cause(&self) -> Words;

    /// What the last ply did, as [`Notation::tell`](crate::Notation::tell). None where it is not marked.
    fn told(&self) -> Option<Words>;

    /// The reasons for which the game can end, as [`Notation::ENDS`](crate::Notation::ENDS).
    fn ends(&self) -> &'static [End];

    /// What kind of moment of the game this is, as [`Game::stage`](crate::Game::stage).
    fn stage(&self) -> Stage;

    /// Whether searches keep evaluations: [`Heuristics::KEEPS_EVALUATIONS`](crate::Heuristics::KEEPS_EVALUATIONS).
    fn keeps_evaluations(&self) -> bool;

    /// The game's evaluation of the position for a seat, where it has one.
    fn evaluation(&self, seat: Seat) -> Option<i32>;

    /// The kinds of things, as [`Notation::kinds`](crate::Notation::kinds).
    fn kinds(&self) -> &[Kind];

    /// Writes what stands where, as [`Notation::pieces`](crate::Notation::pieces).
    fn pieces(&self, on: &mut [u8]);

    /// Appends what else there is, as [`Notation::fields`](crate::Notation::fields).
    fn fields(&self, fields: &mut Vec<Field>);

    /// The names of what the evaluation counts, as [`Heuristics::terms`](crate::Heuristics::terms); empty where the game names
    /// nothing.
    fn terms(&self) -> &'static [&'static str];

    /// Counts it, as [`count_terms`](crate::count_terms).
    fn count_terms(&self, counts: &mut [i32]) -> i32;

    /// The tokens of what a chooser may do.
    fn tokens(&self, chooser: Option<Seat>) -> Vec<String>;

    /// The weights of the results of chance, in the order of their tokens; empty at other turns.
    fn weights(&self) -> Vec<u64>;

    /// The number of legal actions of a seat that has to choose.
    fn choice_count(&self, seat: Seat) -> usize;

    /// The number of the action that a text stands for, among those of a chooser.
    ///
    /// # Errors
    /// Which rule forbids it, where the game can tell.
    fn read(&self, chooser: Option<Seat>, text: &str) -> Result<usize, Option<String>>;

    /// What stands before the first and between two choices of a joint choice, as [`Notation::JOINT`](crate::Notation::JOINT).
    fn joint(&self) -> [&'static str; 2];

    /// Chooses an action by its number; false, with nothing chosen, if there is none of that number.
    fn choose(&mut self, chooser: Option<Seat>, number: usize) -> bool;

    /// Chooses the result of chance that a word selects, as [`Game::chance_at`](crate::Game::chance_at).
    fn choose_chance(&mut self, word: u64);

    /// Chooses one of the actions of a seat, each equally likely.
    fn choose_randomly(&mut self, seat: Seat, rng: &mut Generator);

    /// Takes back what was chosen and not played.
    fn unchoose(&mut self);

    /// Appends the token of the last choice alone.
    fn write_choice(&self, text: &mut String);

    /// Appends the token of the chosen ply.
    fn write_chosen(&self, text: &mut String);

    /// What carries the game to other programs: nothing in most games.
    fn formats(&self) -> Formats;

    /// The last choice alone as other programs write it, as
    /// [`Interchange::export_action`](crate::Interchange::export_action). None where nothing carries the game.
    fn export_choice(&self, form: Form) -> Option<String>;

    /// What another program wrote for an action, as [`read`](Session::read) takes it.
    fn import_action(&self, form: Form, text: &str) -> String;

    /// The position as other programs write it, as
    /// [`Interchange::export_position`](crate::Interchange::export_position). None where nothing carries the game.
    fn export_position(&self, form: Form) -> Option<String>;

    /// What another program wrote for a position, as [`set_position`](Session::set_position) takes it.
    fn import_position(&self, form: Form, text: &str) -> String;

    /// Feeds what was chosen to a hash.
    fn hash_chosen(&self, hasher: &mut dyn std::hash::Hasher);

    /// Plays the chosen ply. Scenes mark it if that is asked for.
    fn play_chosen(&mut self, marked: bool);

    /// The hash of the position, as [`Game::hash`](crate::Game::hash).
    fn hash(&self) -> u64;

    /// The hash that symmetric positions share, as [`Solving::symmetric_hash`](crate::Solving::symmetric_hash).
    fn symmetric_hash(&self) -> u64;

    /// Whether another session of the same game is in an equal position, histories included.
    ///
    /// # Panics
    /// If the other session is of another game.
    fn is_at(&self, other: &dyn Session) -> bool;

    /// Whether the game remembers no position before this one: its history has begun again with the last ply, as by a capture in chess.
    /// Never in games without a history.
    fn is_afresh(&self) -> bool;

    /// What the position text does not show starts afresh, as [`Game::forget_history`](crate::Game::forget_history).
    fn forget_history(&mut self);

    /// Passes the turn, as [`Heuristics::null_move`](crate::Heuristics::null_move); whether it did.
    fn null_move(&mut self) -> bool;

    /// The noisy actions of a seat that decides alone, by their numbers.
    fn noisy(&self, seat: Seat) -> Noisy;

    /// What the game foresees of the actions of a seat that decides alone, answers drawn by a generator; none if it foresees nothing.
    fn foreseen(&self, seat: Seat, rng: &mut Generator) -> Option<Foreseen>;

    /// The text of the position.
    fn position(&self) -> String;

    /// Goes to another position.
    ///
    /// # Errors
    /// A text that is not a position of the game; the session stays as it is.
    fn set_position(&mut self, text: &str) -> Result<(), PositionError>;

    /// What the text of the position does not show, as [`Game::ARCHIVE`](crate::Game::ARCHIVE) writes it. Nothing once the game is
    /// over.
    fn archived(&self) -> Vec<u64>;

    /// Goes to another position that is not over, with what was [archived](Session::archived) there.
    ///
    /// # Errors
    /// A text that is not a position of the game, or numbers that do not fit it; the session stays as it is.
    fn restore(&mut self, text: &str, archived: &[u64]) -> Result<(), PositionError>;

    /// Goes to the position of another session of the same game, with its history. Nothing is marked.
    ///
    /// # Panics
    /// If the other session is of another game.
    fn go_to(&mut self, other: &dyn Session);

    /// The same game at the same point; the two go on independently.
    fn copy(&self) -> Box<dyn Session>;

    /// The board for people.
    fn draw(&self) -> String;

    /// What stays the same on the table during the game.
    fn board(&self) -> Board;

    /// What is on the table, with the marks of the last ply if it is marked.
    fn scene(&self) -> Scene;

    /// What is on the table, without marks of the last ply.
    fn plain_scene(&self) -> Scene;

    /// The places to click for each action of a chooser.
    fn places(&self, chooser: Option<Seat>) -> Vec<Vec<Place>>;

    /// Replaces `clicks` by the places to click for each legal action of a seat, in the order of their
    /// numbers. There are none for a seat that does not choose now. The result is that of
    /// [`places`](Session::places), but faster: memory is used again, and the actions are remembered for a
    /// choice that follows.
    fn list_clicks(&mut self, seat: Seat, clicks: &mut Clicks);

    /// Replaces `clicks` by the places to click for what was chosen last, by a seat.
    fn list_click_of_choice(&self, seat: Seat, clicks: &mut Clicks);

    /// The number of leaves at `depth` plies from here.
    fn perft(&self, depth: u32) -> u64;
}

/// A game from its start, its types erased.
pub fn begin<G: Playable>(game: G) -> Box<dyn Session> {
    Box::new(Typed::new(game))
}
