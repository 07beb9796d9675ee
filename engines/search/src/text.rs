//! Players that know a game by its notation only: other programs, and whatever else reads and writes text.
//!
//! A [`TextEngine`] makes [`TextPlayer`]s; the adapter here sits between such a player and a session. What a
//! player answers is checked against the legal actions: the rules are never left to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rand_core::Rng as _;
use torneo_contract::session::Session;
use torneo_contract::{Form, Formats, Options, Outcome, Seat, SpecError, Turn, reason, refuse};

use crate::assessment::Assessment;
use crate::common::clock::Face;
use crate::engine::{By, Explanation, Fault, FaultyAnswer, Rng, Stop};
use crate::erased::AnyEngine;
use crate::traits::Traits;

/// A game as text players know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextGame {
    /// The id.
    pub id: &'static str,
    /// The canonical specification.
    pub spec: String,
    /// Number of seats.
    pub seats: usize,
    /// What carries it to other programs.
    pub formats: Formats,
}

/// An engine whose players know a game by its notation.
pub trait TextEngine: Send + Sync {
    /// The form in which its players write moves, if it is not that of the game: they play the games that this form carries.
    fn form(&self) -> Option<Form> {
        None
    }

    /// Whether it can play a game that its form carries, as far as its settings tell: nothing is started.
    ///
    /// # Errors
    /// Why it cannot.
    fn check(&self, _game: &TextGame) -> Result<(), SpecError> {
        Ok(())
    }

    /// Tries whether it is ready to play a game, as it does before the first one. What was found once is not tried again.
    ///
    /// # Errors
    /// Why it is not, or that it does not play the game.
    fn greet(&self, game: &TextGame, stop: &Stop) -> Result<(), SpecError>;

    /// A player of a game.
    fn player(&self, game: &TextGame) -> Box<dyn TextPlayer>;

    /// Whether its choices depend on a clock.
    fn is_timed(&self) -> bool;

    /// Whether its players are known to draw at random.
    fn draws_at_random(&self) -> bool {
        false
    }

    /// The memory that one of its players takes in the end, in bytes, if it is known.
    fn memory(&self) -> u64 {
        0
    }

    /// Whether its players know a position only by the plies that led to it.
    fn needs_history(&self) -> bool;

    /// The same engine with these options, if what runs of it can go on with them.
    fn with(&self, _options: &Options) -> Option<Arc<dyn TextEngine>> {
        None
    }

    /// The option of its own of this name that takes the numbers between two ends; what runs of it is asked.
    ///
    /// # Errors
    /// It has no such option, or one that does not take the ends.
    fn numbers(&self, option: &str, _ends: [f64; 2], _stop: &Stop) -> Result<Numbers, SpecError> {
        refuse!("there are no options of a program, so no `{option}`")
    }

    /// What its specification names is looked up from this folder on.
    fn start_in(&self, _folder: &Path) {}

    /// What runs there, once it was [greeted](TextEngine::greet); none if nothing does.
    fn known(&self) -> Option<Known> {
        None
    }

    /// Keeps what its players say from now on in this file.
    fn log_to(&self, file: &Path);
}

/// Which program it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// What it calls itself.
    pub id: String,
    /// Its file, then those of its arguments that are files.
    pub files: Vec<PathBuf>,
}

/// An option of a program that takes numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbers {
    /// Its name, as the program writes it.
    pub name: String,
    /// The value that it has before it is set, if that is known.
    pub usual: Option<f64>,
    /// Whether it takes whole numbers only.
    pub whole: bool,
}

/// A player at one seat. One value plays many games, one after the other.
pub trait TextPlayer: Send {
    /// Once `stop` is set, waiting for a choice may end, and the choice does not count.
    fn heed(&mut self, stop: Stop);

    /// The number in its run of the game that begins next.
    fn number(&mut self, _game_no: u64) {}

    /// Begins a game at `seat`: where the session is, or in another position if one is given.
    fn begin(&mut self, session: &dyn Session, seat: Seat, seed: u64, position: Option<&str>);

    /// A ply was played, its own too.
    fn observe(&mut self, token: &str, by: By);

    /// What its clock shows, if it keeps one.
    fn clock(&self) -> Option<Face> {
        None
    }

    /// Chooses one of the legal tokens.
    ///
    /// # Errors
    /// What the player did wrong: its seat loses the game.
    fn choose(&mut self, asked: &Asked<'_>) -> Result<Answer, Fault>;

    /// What was wrong with the answers before its last one, of players that ask again themselves. They are told once.
    fn take_faulty(&mut self) -> Vec<FaultyAnswer> {
        Vec::new()
    }

    /// How often it may answer again where its answer was not legal or could not be read.
    fn retries(&self) -> u32 {
        0
    }

    /// Its last answer was not legal, so it lost the game.
    fn refuse(&mut self);

    /// The last lines that it wrote when it lost the game by a fault.
    fn last_words(&self) -> &[String] {
        &[]
    }

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
    /// What the clocks of the seats show; empty where none is kept.
    pub clocks: &'a [Option<Face>],
    /// What was wrong with the last answer, where it is asked for again.
    pub again: Option<&'a Again>,
}

/// Why a choice is asked for again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Again {
    /// How often that has happened at this choice: from 1.
    pub retry: u32,
    /// What was answered; none if no choice could be found in it.
    pub token: Option<String>,
    /// What is wrong with it.
    pub reason: String,
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
    /// Centipawns for its seat.
    pub cp: Option<i64>,
    /// Moves to the forced win of its seat, negative for a forced loss.
    pub mate: Option<i64>,
    /// How long it took, where that was measured.
    pub took: Option<Duration>,
    /// The tokens that it expects from here, the chosen one first.
    pub line: Vec<String>,
}

/// The game as text players know it.
pub fn game_of(traits: &Traits) -> TextGame {
    let Traits { info, canonical, seats, formats, .. } = traits;
    TextGame { id: info.id, spec: canonical.clone(), seats: *seats, formats: *formats }
}

/// A text player as an engine.
pub struct ByText {
    player: Box<dyn TextPlayer>,
    seat: Seat,
    /// The plies so far.
    plies: Vec<String>,
    answer: Answer,
    /// Where the next game begins, if not at the start.
    position: Option<String>,
    /// What the clocks of the seats show.
    clocks: Vec<Option<Face>>,
    /// What was wrong with the answers to the last question.
    faulty: Vec<FaultyAnswer>,
}

impl ByText {
    /// The player, before its first game.
    pub fn new(player: Box<dyn TextPlayer>) -> ByText {
        ByText {
            player,
            seat: Seat::FIRST,
            plies: Vec::new(),
            answer: Answer::default(),
            position: None,
            clocks: Vec::new(),
            faulty: Vec::new(),
        }
    }
}

/// An answer that is not taken, or none.
struct Unusable {
    fault: Fault,
    /// What was answered; none if no choice could be found in it.
    token: Option<String>,
    /// What is wrong with it, shorter than in the fault.
    reason: String,
}

impl Unusable {
    fn of(fault: Fault) -> Unusable {
        Unusable { token: None, reason: fault.message.clone(), fault }
    }

    /// An answer that is no legal token, and why, if the game says so.
    fn illegal(token: &str, rule: Option<String>, legal: &[String]) -> Unusable {
        let reason = rule.clone().unwrap_or_else(|| "it is not among the legal moves".to_owned());
        Unusable { fault: illegal(token, rule, legal), token: Some(token.to_owned()), reason }
    }

    fn noted(&self) -> FaultyAnswer {
        let text = match &self.token {
            Some(token) => format!("`{}`: {}", cut(token), self.reason),
            None => self.reason.clone(),
        };
        FaultyAnswer { kind: self.fault.kind().to_owned(), text }
    }
}

/// The beginning of an answer.
fn cut(answer: &str) -> String {
    answer.chars().take(SHOWN_BYTES).collect()
}

impl ByText {
    /// Asks once: the nodes of the search for the choice, which the session then holds.
    fn ask(
        &mut self,
        session: &mut dyn Session,
        (position, legal): (&str, &[String]),
        again: Option<&Again>,
    ) -> Result<u64, Unusable> {
        let (chooser, ply) = (Some(self.seat), self.plies.len() as u64);
        let asked = Asked { position, legal, ply, clocks: &self.clocks, again };
        let answered = self.player.choose(&asked);
        self.faulty.extend(self.player.take_faulty());
        self.answer = answered.map_err(Unusable::of)?;
        let token = &self.answer.token;
        let read = session.read(chooser, token);
        let number = read.map_err(|rule| Unusable::illegal(token, rule, legal))?;
        session.choose(chooser, number);
        Ok(self.answer.nodes)
    }

    /// A fault with the place where it happened and what the player wrote last.
    fn placed(&self, mut fault: Fault, session: &dyn Session) -> Fault {
        let position = session.export_position(Form::Uci).unwrap_or_else(|| session.position());
        fault.message += &format!("; at `{position}`, ");
        fault.message += &match self.plies.as_slice() {
            [] => "before the first move".to_owned(),
            plies => format!("after the moves {}", plies.join(" ")),
        };
        let last = self.player.last_words();
        if !last.is_empty() {
            fault.message += "\nits last lines (`<` on its output, `!` on stderr):";
            last.iter().for_each(|line| fault.message += &format!("\n    {line}"));
        }
        fault
    }
}

/// Legal tokens that an error message shows.
const SHOWN: usize = 20;
/// Bytes of an answer that an error message shows.
const SHOWN_BYTES: usize = 80;

fn illegal(token: &str, rule: Option<String>, tokens: &[String]) -> Fault {
    let shown = cut(token);
    let rule = rule.map_or(String::new(), |rule| format!(": {rule}"));
    let more = if tokens.len() > SHOWN { " ..." } else { "" };
    let list = tokens.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
    Fault::new(reason::ILLEGAL_MOVE, format!("`{shown}` is not legal{rule}; legal are {list}{more}"))
}

/// The tokens of a line as the game writes them, as far as they are decisions that are legal.
fn read_line(session: &dyn Session, line: &[String]) -> Vec<String> {
    let (mut session, mut read) = (session.copy(), Vec::new());
    for token in line {
        if !matches!(session.turn(), Turn::Seat(_)) {
            break;
        }
        let Ok(token) = session.enter(token) else { break };
        read.push(token);
    }
    read
}

impl AnyEngine for ByText {
    fn set_stop(&mut self, stop: Stop) {
        self.player.heed(stop);
    }

    fn clock(&self) -> Option<Face> {
        self.player.clock()
    }

    fn see_clocks(&mut self, clocks: &[Option<Face>]) {
        clocks.clone_into(&mut self.clocks);
    }

    fn set_number(&mut self, game_no: u64) {
        self.player.number(game_no);
    }

    fn begin(&mut self, session: &dyn Session, seat: Seat, mut rng: Rng) {
        self.clocks.clear();
        self.faulty.clear();
        (self.seat, self.answer) = (seat, Answer::default());
        self.plies.clear();
        let position = self.position.take();
        self.player.begin(session, seat, rng.next_u64(), position.as_deref());
    }

    fn choose(&mut self, session: &mut dyn Session) -> Result<u64, Box<Fault>> {
        let (position, legal) = (session.position(), session.tokens(Some(self.seat)));
        let mut again: Option<Again> = None;
        loop {
            let unusable = match self.ask(session, (&position, &legal), again.as_ref()) {
                Ok(nodes) => return Ok(nodes),
                Err(unusable) => unusable,
            };
            self.faulty.push(unusable.noted());
            let tried = again.map_or(0, |again| again.retry);
            let Unusable { fault, token, reason } = unusable;
            if tried == self.player.retries() || !fault.is_of_answer() {
                if token.is_some() {
                    self.player.refuse();
                }
                return Err(Box::new(self.placed(fault, session)));
            }
            again = Some(Again { retry: tried + 1, token, reason });
        }
    }

    fn take_faulty(&mut self) -> Vec<FaultyAnswer> {
        std::mem::take(&mut self.faulty)
    }

    fn explain(&mut self, session: &dyn Session, _candidates: usize) -> Explanation<String> {
        let Answer { value, depth, .. } = self.answer;
        Explanation { value, depth, line: read_line(session, &self.answer.line), ..Explanation::default() }
    }

    fn assess(&mut self, _session: &dyn Session, _nodes: u64) -> Assessment {
        let Answer { value, depth, cp, mate, took, .. } = self.answer;
        Assessment { value, depth, cp, mate, took }
    }

    fn follows(&self) -> bool {
        true
    }

    fn start_from(&mut self, position: &str) {
        self.position = Some(position.to_owned());
    }

    fn observe(&mut self, token: &str, by: By) {
        self.plies.push(token.to_owned());
        self.player.observe(token, by);
    }

    fn finish(&mut self, outcome: &Outcome) {
        self.player.finish(outcome);
    }
}
