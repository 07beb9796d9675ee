//! Players that know a game by its notation only: other programs, and whatever else reads and writes text.
//!
//! A [`TextEngine`] makes [`TextPlayer`]s; the adapter here sits between such a player and the typed game. What a
//! player answers is checked against the legal actions: the rules are never left to it.

use std::path::Path;

use rand_core::Rng as _;
use torneo_contract::{Options, Outcome, Playable, Seat, Spec, SpecError, Turn, reason};

use crate::engine::{By, Choice, Engine, Explanation, Fault, Rng, Stop};

/// A game as text players know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextGame {
    /// The id.
    pub id: &'static str,
    /// The canonical specification.
    pub spec: String,
    /// Number of seats.
    pub seats: usize,
    /// Every option with its value, defaults included.
    pub options: Vec<(&'static str, String)>,
}

impl TextGame {
    /// The value of an option; empty if the game has no such option.
    pub fn option(&self, name: &str) -> &str {
        self.options.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }
}

/// An engine whose players know a game by its notation.
pub trait TextEngine: Send + Sync {
    /// Whether it can play a game.
    ///
    /// # Errors
    /// Why it cannot.
    fn check(&self, game: &TextGame) -> Result<(), SpecError>;

    /// A player of a game.
    fn player(&self, game: &TextGame) -> Box<dyn TextPlayer>;

    /// Whether its choices depend on a clock.
    fn is_timed(&self) -> bool;

    /// The memory in bytes that one of its players comes to hold, as far as it is known.
    fn memory(&self) -> u64 {
        0
    }

    /// Whether its players know a position only by the plies that led to it.
    fn needs_history(&self) -> bool;

    /// Keeps what its players say from now on in this file.
    fn log_to(&self, file: &Path);
}

/// A player at one seat. One value plays many games, one after the other.
pub trait TextPlayer: Send {
    /// Waiting for a choice may end as soon as `stop` is set: what is chosen then does not count.
    fn heed(&mut self, stop: Stop);

    /// Begins a game at `seat`, in a position other than the start if one is given.
    fn begin(&mut self, seat: Seat, seed: u64, position: Option<&str>);

    /// A ply was played, its own too.
    fn observe(&mut self, token: &str, by: By);

    /// Chooses one of the legal tokens.
    ///
    /// # Errors
    /// What the player did wrong: its seat loses the game.
    fn choose(&mut self, asked: &Asked<'_>) -> Result<Answer, Fault>;

    /// Its last answer is not legal, and lost it the game.
    fn refuse(&mut self);

    /// The game is over.
    fn finish(&mut self, outcome: &Outcome);
}

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The text of the position.
    pub position: &'a str,
    /// The legal tokens.
    pub legal: &'a [String],
    /// Plies played so far.
    pub ply: u64,
}

/// What a player answers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The token of its choice.
    pub token: String,
    /// The expected score of its seat, 0 to 1.
    pub value: Option<f64>,
    /// Positions visited.
    pub nodes: u64,
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// The tokens that it expects from here, the chosen one first.
    pub line: Vec<String>,
}

/// The game as text players know it.
pub(crate) fn game_of<G: Playable>(game: &G, canonical: &str) -> TextGame {
    let spec = canonical.parse::<Spec>();
    let options = spec.and_then(|spec| Options::check(&spec, G::INFO.options));
    let options = options.expect("a canonical specification is one of the game");
    let values = G::INFO.options.iter().map(|info| (info.name, options.text(info.name).to_owned()));
    TextGame { id: G::INFO.id, spec: canonical.to_owned(), seats: game.seats(), options: values.collect() }
}

/// A text player as an engine.
pub(crate) struct ByText {
    player: Box<dyn TextPlayer>,
    seat: Seat,
    ply: u64,
    answer: Answer,
    /// Where the next game begins, if not at the start.
    position: Option<String>,
}

impl ByText {
    pub fn new(player: Box<dyn TextPlayer>) -> ByText {
        ByText { player, seat: Seat::FIRST, ply: 0, answer: Answer::default(), position: None }
    }
}

/// The legal actions of a seat with their tokens.
fn legal<G: Playable>(game: &G, position: &G::Position, seat: Seat) -> (Vec<G::Action>, Vec<String>) {
    let mut actions = Vec::new();
    game.actions(position, seat, &mut actions);
    let written = |&action: &G::Action| {
        let mut token = String::new();
        game.write_action(position, action, &mut token);
        token
    };
    let tokens = actions.iter().map(written).collect();
    (actions, tokens)
}

/// Legal tokens that an error message shows.
const SHOWN: usize = 20;
/// Bytes of an answer that an error message shows.
const SHOWN_BYTES: usize = 80;

fn illegal<G: Playable>(game: &G, position: &G::Position, token: &str, tokens: &[String]) -> Fault {
    let shown: String = token.chars().take(SHOWN_BYTES).collect();
    let rule = game.why_illegal(position, token).map_or(String::new(), |rule| format!(": {rule}"));
    let more = if tokens.len() > SHOWN { " ..." } else { "" };
    let list = tokens.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
    Fault::new(reason::ILLEGAL_MOVE, format!("`{shown}` is not legal{rule}; legal are {list}{more}"))
}

/// The actions of a line, as far as they are decisions that are legal.
fn read_line<G: Playable>(game: &G, position: &G::Position, line: &[String]) -> Vec<G::Action> {
    let (mut position, mut read) = (position.clone(), Vec::new());
    for token in line {
        let Turn::Seat(seat) = game.turn(&position) else { break };
        let mut actions = Vec::new();
        game.actions(&position, seat, &mut actions);
        let Some(action) = game.parse_action(&position, token, &actions) else { break };
        game.apply(&mut position, action);
        read.push(action);
    }
    read
}

impl<G: Playable> Engine<G> for ByText {
    fn heed(&mut self, stop: Stop) {
        self.player.heed(stop);
    }

    fn begin(&mut self, _game: &G, seat: Seat, mut rng: Rng) {
        (self.seat, self.ply, self.answer) = (seat, 0, Answer::default());
        let position = self.position.take();
        self.player.begin(seat, rng.next_u64(), position.as_deref());
    }

    fn choose(&mut self, game: &G, position: &G::Position) -> Choice<G::Action> {
        Engine::<G>::attempt(self, game, position).unwrap_or_else(|fault| panic!("{}: {fault}", fault.reason))
    }

    fn attempt(&mut self, game: &G, position: &G::Position) -> Result<Choice<G::Action>, Box<Fault>> {
        let (actions, tokens) = legal(game, position, self.seat);
        let text = game.position_text(position);
        let asked = Asked { position: &text, legal: &tokens, ply: self.ply };
        self.answer = self.player.choose(&asked).map_err(Box::new)?;
        match game.parse_action(position, &self.answer.token, &actions) {
            Some(action) => Ok(Choice { action, nodes: self.answer.nodes }),
            None => {
                self.player.refuse();
                Err(Box::new(illegal(game, position, &self.answer.token, &tokens)))
            }
        }
    }

    fn explain(&mut self, game: &G, position: &G::Position, _candidates: usize) -> Explanation<G::Action> {
        let Answer { value, depth, .. } = self.answer;
        let line = read_line(game, position, &self.answer.line);
        Explanation { value, depth, line, candidates: Vec::new() }
    }

    fn follows(&self) -> bool {
        true
    }

    fn start_from(&mut self, position: &str) {
        self.position = Some(position.to_owned());
    }

    fn observe(&mut self, token: &str, by: By) {
        self.ply += 1;
        self.player.observe(token, by);
    }

    fn finish(&mut self, outcome: &Outcome) {
        self.player.finish(outcome);
    }
}
