//! What was read of a game, before the rules are applied.

use torneo_contract::session::Session;
use torneo_contract::{Form, Seat, Turn, refuse_if};
use torneo_present::english::Joined as _;
use torneo_registry::AnyGame;

use crate::known::Known;
use crate::record::Record;
use crate::told::{Told, listed};

/// A text that is not of its format, or not by the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ReadError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl ReadError {
    /// An error in a line.
    pub(crate) fn new(line: usize, message: impl Into<String>) -> ReadError {
        ReadError { line, message: message.into(), help: None }
    }

    /// An error of the file itself, which names its line.
    pub(crate) fn of_file(error: &std::io::Error) -> ReadError {
        let text = error.to_string();
        let place = text.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
        match place.and_then(|(line, message)| Some((line.parse().ok()?, message))) {
            Some((line, message)) => ReadError::new(line, message),
            None => ReadError::new(1, text),
        }
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> ReadError {
        ReadError { help: Some(help.into()), ..self }
    }
}

/// A word with the line in which it stands.
pub(crate) type Placed = (String, usize);

/// A game as read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    /// What is known apart from the moves; its tokens come before them.
    pub record: Record,
    /// The moves as the text writes them.
    pub words: Vec<Placed>,
    /// What is told of the first of these moves, each with whether the score is that of the first seat, whoever moved.
    pub told: Vec<(Told, bool)>,
    /// The line in which the result stands.
    pub result_line: usize,
}

/// The game of a specification in a text, or in an argument.
pub(crate) fn game_of(
    registry: &Known<'_>,
    spec: &str,
    line: usize,
) -> Result<std::sync::Arc<dyn AnyGame>, ReadError> {
    registry.game(spec).map_err(|error| ReadError::new(line, error.full()))
}

/// The game of a specification that a form has to carry.
pub(crate) fn carried_game(
    registry: &Known<'_>,
    form: Form,
    spec: &str,
    line: usize,
) -> Result<std::sync::Arc<dyn AnyGame>, ReadError> {
    let game = game_of(registry, spec, line)?;
    registry.check_carried(form, &*game).map_err(|error| ReadError::new(line, error.full()))?;
    Ok(game)
}

/// Refuses a text that names another game than the one that was asked for.
pub(crate) fn check_same(
    registry: &Known<'_>,
    asked: &str,
    named: &str,
    line: usize,
) -> Result<(), ReadError> {
    let (asked, named) = (game_of(registry, asked, line)?, game_of(registry, named, line)?);
    let (asked, named) = (asked.canonical(), named.canonical());
    if asked == named {
        return Ok(());
    }
    let message = format!("the file says that the game is `{named}`, --game says `{asked}`");
    Err(ReadError::new(line, message).with_help("leave out --game, or correct one of them"))
}

/// Legal tokens that a message shows.
const MOST_SHOWN: usize = 60;

impl Draft {
    /// Plays the moves by the rules. Their words, in a form of other programs if one is given, become tokens. If the text gives no
    /// result, the rules give it.
    pub fn finish(self, game: &dyn AnyGame, form: Option<Form>) -> Result<Record, ReadError> {
        let Draft { mut record, words, told, result_line } = self;
        game.canonical().clone_into(&mut record.game);
        let mut session = game.session();
        if let Some(position) = &record.position {
            session.set_position(position).map_err(|error| ReadError::new(result_line, error.to_string()))?;
        }
        for token in &record.tokens {
            session.play(token).map_err(|error| ReadError::new(result_line, error.to_string()))?;
        }
        record.tokens.reserve(words.len());
        let mut comments = vec![Told::default(); record.tokens.len()];
        for (number, (word, line)) in words.into_iter().enumerate() {
            let (told, is_of_first) = told.get(number).copied().unwrap_or_default();
            let is_turned = is_of_first && session.turn() != Turn::Seat(Seat::FIRST);
            comments.push(if is_turned { told.turned() } else { told });
            let word = form.map_or_else(|| word.clone(), |form| session.import_action(form, &word));
            let token = session.follow(&word).map_err(|error| {
                let legal: Vec<String> = error.legal.iter().flatten().cloned().collect();
                let meant = form.map_or_else(Vec::new, |form| meant(&*session, form, &word, &legal));
                let why = match meant.len() {
                    0 | 1 => error.to_string(),
                    _ => format!("it is more than one move: {}", meant.joined(", ")),
                };
                let message = format!("token {} `{word}`: {why}", record.tokens.len() + 1);
                let more = if legal.len() > MOST_SHOWN { " ..." } else { "" };
                let shown = legal.iter().take(MOST_SHOWN).map(String::as_str).joined(" ");
                let found = ReadError::new(line, message);
                if legal.is_empty() { found } else { found.with_help(format!("legal: {shown}{more}")) }
            })?;
            record.tokens.push(token);
        }
        record.told = listed(comments);
        settle(&mut record, &*session, result_line)?;
        Ok(record)
    }
}

/// The legal moves that a word leaves open, as a form writes them: it lacks letters of each.
fn meant(session: &dyn Session, form: Form, word: &str, legal: &[String]) -> Vec<String> {
    let written = legal.iter().filter_map(|token| session.exported(form, token));
    written.filter(|text| is_shortened(word, text)).collect()
}

/// Whether a word is a text without some letters between its first and its last two, signs of check aside.
fn is_shortened(word: &str, text: &str) -> bool {
    let [word, text] = [word, text].map(|text| text.trim_end_matches(['+', '#']));
    let end = |text: &str| text.chars().rev().take(2).collect::<Vec<_>>();
    let mut rest = text.chars();
    word.len() < text.len()
        && word.chars().next() == text.chars().next()
        && end(word) == end(text)
        && word.chars().all(|letter| rest.any(|other| other == letter))
}

/// Compares the result with that of the rules.
fn settle(record: &mut Record, session: &dyn Session, line: usize) -> Result<(), ReadError> {
    let seats = session.seats();
    for (what, count) in [("engines", record.engines.len()), ("scores", record.scores.len())] {
        let wrong = || ReadError::new(line, format!("{count} {what} at {seats} seats"));
        refuse_if!(count != seats && count > 0, wrong());
    }
    let is_long = record.opening > record.tokens.len();
    refuse_if!(is_long, ReadError::new(line, "the opening is longer than the game"));
    record.understand_reason(session);
    let Some(outcome) = session.outcome() else { return Ok(()) };
    if record.scores.is_empty() {
        record.scores = outcome.scores.to_vec();
    }
    // A draw that nobody claimed does not decide the game.
    if record.scores[..] != outcome.scores[..] && session.copy().play_on() {
        return Ok(());
    }
    if record.scores[..] != outcome.scores[..] {
        let (found, by_rules) = (&record.scores, outcome.scores.to_vec());
        let message =
            format!("the result is {found:?}, by the rules the game ended {by_rules:?} ({})", outcome.reason);
        return Err(ReadError::new(line, message));
    }
    outcome.reason.clone_into(&mut record.reason);
    record.points = outcome.points.map(|points| points.to_vec());
    Ok(())
}
