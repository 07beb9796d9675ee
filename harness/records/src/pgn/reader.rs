//! Reading PGN.

use std::sync::Arc;

use torneo_contract::session::Due;
use torneo_contract::{nearest, reason};
use torneo_registry::{AnyGame, Registry};

use super::words::{RESULTS, Words, games};
use super::{ALIASES, GAMES, Moves, moves_of};
use crate::draft::{Draft, ReadError, game_of};
use crate::record::Record;

/// Reads games. Without `game` it is what the tags `Game` or `Variant` say, else orthodox chess.
///
/// # Errors
/// The first place that is not of the format, or not by the rules of its game.
pub fn read(registry: &Registry, text: &str, game: Option<&str>) -> Result<Vec<Record>, ReadError> {
    let found = games(text)?;
    if found.is_empty() {
        return Err(ReadError::new(1, "there is no game"));
    }
    found.iter().map(|words| read_game(registry, words, game)).collect()
}

fn read_game(registry: &Registry, words: &Words, game: Option<&str>) -> Result<Record, ReadError> {
    let game = chosen(registry, words, game)?;
    let dialect = match moves_of(game.info().id) {
        Moves::Printed(dialect) => Some(dialect),
        Moves::Tokens => None,
    };
    let mut record = Record {
        event: known(words, "Event"),
        round: words.tag("Round").and_then(|(round, _)| round.parse::<u64>().ok()?.checked_sub(1)),
        scores: scores(words)?,
        reason: why(words),
        opening: words.opening,
        ..Record::default()
    };
    if let Some((fen, line)) = words.tag("FEN") {
        let fen = dialect.map_or_else(|| fen.to_owned(), |dialect| dialect.position_from_uci(fen));
        begin_at(&*game, &mut record, &fen).map_err(|message| ReadError::new(line, message))?;
    } else if let Due::Chance(_) = game.session().due() {
        begin_at(&*game, &mut record, ORTHODOX).map_err(|message| ReadError::new(words.line, message))?;
    }
    if record.opening > 0 {
        record.opening += record.tokens.len();
    }
    if ["White", "Black"].iter().any(|name| words.tag(name).is_some()) {
        record.engines = ["White", "Black"].map(|name| known(words, name)).to_vec();
    }
    let read = |word: &str| {
        let word = word.replace("0-0-0", "O-O-O").replace("0-0", "O-O");
        dialect.map_or_else(|| word.clone(), |dialect| dialect.printed_here(&word))
    };
    let moves = words.moves.iter().map(|(word, line)| (read(word), *line)).collect();
    let result_line = words.result.as_ref().map_or(words.line, |(_, line)| *line);
    Draft { record, words: moves, result_line }.finish(&*game)
}

/// The start of orthodox chess.
const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";

/// The game of the argument, or of the tags.
fn chosen(registry: &Registry, words: &Words, asked: Option<&str>) -> Result<Arc<dyn AnyGame>, ReadError> {
    if let Some(spec) = asked {
        return game_of(registry, spec, words.line);
    }
    if let Some((spec, line)) = words.tag("Game") {
        return game_of(registry, spec, line);
    }
    let (variant, line) = words.tag("Variant").unwrap_or(("standard", words.line));
    let small = variant.to_lowercase();
    let alias = ALIASES.iter().find(|(known, _)| *known == small).map(|(_, spec)| *spec);
    let spec = alias.or_else(|| GAMES.iter().map(|(id, ..)| *id).find(|id| *id == small));
    let Some(spec) = spec else {
        let known = ALIASES.iter().map(|(name, _)| *name).chain(GAMES.map(|(id, ..)| id));
        let found = ReadError::new(line, format!("there is no game for the variant `{variant}`"));
        let near = nearest(&small, known).map_or_else(String::new, |near| format!(", such as `{near}`"));
        return Err(found.with_help(format!("say the game with --game, or name a known variant{near}")));
    };
    game_of(registry, spec, line)
}

/// Begins a record at a position: where chance draws the start, by what it drew, else there.
fn begin_at(game: &dyn AnyGame, record: &mut Record, position: &str) -> Result<(), String> {
    let mut session = game.session();
    if let Due::Chance(starts) = session.due() {
        let mut there = game.session();
        there.set_position(position).map_err(|error| error.to_string())?;
        let wanted = there.position();
        let undrawn = session.position();
        for (token, _) in starts {
            session.play(&token).map_err(|error| error.to_string())?;
            if session.position() == wanted {
                record.tokens.push(token);
                return Ok(());
            }
            session.set_position(&undrawn).map_err(|error| error.to_string())?;
        }
    }
    let start = session.position();
    session.set_position(position).map_err(|error| error.to_string())?;
    if session.position() != start {
        record.position = Some(session.position());
    }
    Ok(())
}

/// A tag that says something.
fn known(words: &Words, name: &str) -> String {
    words.tag(name).map(|(value, _)| value).filter(|value| *value != "?").unwrap_or_default().to_owned()
}

/// The scores of the result behind the moves, or of the tag.
fn scores(words: &Words) -> Result<Vec<f64>, ReadError> {
    let tag = words.tag("Result");
    if let Some((value, line)) = tag
        && !RESULTS.contains(&value)
    {
        return Err(ReadError::new(
            line,
            format!("the result is one of {}, found `{value}`", RESULTS.join(", ")),
        ));
    }
    let behind = words.result.as_ref().map(|(word, _)| &**word).filter(|word| *word != "*");
    Ok(match behind.or(tag.map(|(value, _)| value)) {
        Some("1-0") => vec![1.0, 0.0],
        Some("0-1") => vec![0.0, 1.0],
        Some("1/2-1/2") => vec![0.5, 0.5],
        _ => Vec::new(),
    })
}

/// The reason: the comment behind the last move if it is one word, else what `Termination` says of engines.
fn why(words: &Words) -> String {
    let is_word = |text: &&str| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let comment = Some(&*words.comment).filter(is_word);
    let told = match words.tag("Termination").map(|(value, _)| value.to_lowercase()).as_deref() {
        Some("time forfeit") => reason::TIME_FORFEIT,
        Some("rules infraction") => reason::ILLEGAL_MOVE,
        _ => "",
    };
    comment.unwrap_or(told).to_owned()
}
