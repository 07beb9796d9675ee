//! Reading PGN.

use std::collections::HashMap;
use std::sync::Arc;

use torneo_contract::session::Due;
use torneo_contract::{Form, Refusal, nearest, reason};
use torneo_registry::AnyGame;

use super::words::{Words, games};
use super::{UNDECIDED, signs};
use crate::draft::{Draft, ReadError, carried_game, check_same, game_of};
use crate::import::{Imported, Piece};
use crate::known::Known;
use crate::record::Record;

/// Reads games. Without `game` it is what the tags `Game` or `Variant` say, else orthodox chess.
pub(crate) fn read(
    registry: &Known<'_>,
    piece: &Piece,
    game: Option<&str>,
    starts: &mut Starts,
) -> Vec<Result<Imported, ReadError>> {
    match games(&piece.text, piece.line) {
        Ok(found) => found.iter().map(|words| read_game(registry, words, game, starts)).collect(),
        Err(error) => vec![Err(error)],
    }
}

/// The starts that chance draws, of each game that was met: the token of each by the position that it leads to. They are played
/// once, for all games of a file.
#[derive(Default)]
pub(crate) struct Starts(HashMap<String, Option<HashMap<String, String>>>);

impl Starts {
    /// Those of a game; none where chance does not begin.
    fn of(&mut self, game: &dyn AnyGame) -> Result<Option<&HashMap<String, String>>, Refusal> {
        if !self.0.contains_key(game.canonical()) {
            self.0.insert(game.canonical().to_owned(), drawn(game)?);
        }
        Ok(self.0[game.canonical()].as_ref())
    }
}

fn drawn(game: &dyn AnyGame) -> Result<Option<HashMap<String, String>>, Refusal> {
    let mut session = game.session();
    let Due::Chance(starts) = session.due() else { return Ok(None) };
    let undrawn = session.position();
    let mut drawn = HashMap::new();
    for (token, _) in starts {
        session.play(&token).map_err(Refusal::new)?;
        drawn.entry(session.position()).or_insert(token);
        session.set_position(&undrawn).map_err(Refusal::new)?;
    }
    Ok(Some(drawn))
}

fn read_game(
    registry: &Known<'_>,
    words: &Words,
    game: Option<&str>,
    starts: &mut Starts,
) -> Result<Imported, ReadError> {
    let game = chosen(registry, words, game)?;
    let starts = starts.of(&*game).map_err(|message| ReadError::new(words.line, message))?;
    let (scores, note) = scores(words)?;
    let mut record = Record {
        event: known(words, "Event"),
        round: words.tag("Round").and_then(|(round, _)| round.parse::<u64>().ok()?.checked_sub(1)),
        scores,
        // The comment behind the last move says how a game of ours ended.
        reason: if is_ours(words) { words.comment.clone() } else { String::new() },
        opening: if is_ours(words) { words.opening } else { words.book },
        ..Record::default()
    };
    if let Some((fen, line)) = words.tag("FEN") {
        begin_at(&*game, starts, &mut record, fen).map_err(|message| ReadError::new(line, message))?;
    } else if let Some(start) = game.formats().start {
        begin_at(&*game, starts, &mut record, start)
            .map_err(|message| ReadError::new(words.line, message))?;
    }
    if record.opening > 0 {
        record.opening += record.tokens.len();
    }
    if ["White", "Black"].iter().any(|name| words.tag(name).is_some()) {
        record.engines = ["White", "Black"].map(|name| known(words, name)).to_vec();
    }
    let result_line = words.result.as_ref().map_or(words.line, |(_, line)| *line);
    let told = words.told.iter().map(|comment| (comment.told, comment.is_of_white)).collect();
    let draft = Draft { record, words: words.moves.clone(), told, result_line };
    let mut record = draft.finish(&*game, Some(Form::Pgn))?;
    if !is_reason(&record.reason) {
        termination(words).clone_into(&mut record.reason);
    }
    let (round, is_ours) = (known(words, "Round"), is_ours(words));
    Ok(Imported { record, notes: Vec::from_iter(note), round, is_ours })
}

/// Whether this program wrote the game: then its comments are words of ours.
fn is_ours(words: &Words) -> bool {
    words.tag("Game").is_some()
}

/// The game of the argument, or of the tags.
fn chosen(registry: &Known<'_>, words: &Words, asked: Option<&str>) -> Result<Arc<dyn AnyGame>, ReadError> {
    if let Some((spec, line)) = words.tag("Game") {
        if let Some(asked) = asked {
            check_same(registry, asked, spec, line)?;
        }
        return carried_game(registry, Form::Pgn, spec, line);
    }
    let variant = words.tag("Variant");
    if let (Some(asked), None) = (asked, variant) {
        return carried_game(registry, Form::Pgn, asked, words.line);
    }
    let (variant, line) = variant.unwrap_or(("standard", words.line));
    let small = variant.to_lowercase();
    let variants = registry.variants();
    let Some((_, spec)) = variants.iter().find(|(name, _)| *name == small) else {
        let known = variants.iter().map(|(name, _)| name.as_str());
        let found = ReadError::new(line, format!("there is no game for the variant `{variant}`"));
        let near = nearest(&small, known).map_or_else(String::new, |near| format!(", such as `{near}`"));
        return Err(found.with_help(format!("say the game with --game, or name a known variant{near}")));
    };
    let named = game_of(registry, spec, line)?;
    let Some(asked) = asked else { return Ok(named) };
    let asked = game_of(registry, asked, line)?;
    if asked.info().id == named.info().id {
        return Ok(asked);
    }
    let message = format!("the variant is `{variant}`, which is not the game `{}`", asked.canonical());
    Err(ReadError::new(line, message).with_help("leave out --game"))
}

/// Begins a record at a position: where chance draws the start, by what it drew, else there.
fn begin_at(
    game: &dyn AnyGame,
    starts: Option<&HashMap<String, String>>,
    record: &mut Record,
    position: &str,
) -> Result<(), Refusal> {
    let mut session = game.session();
    let start = session.position();
    let position = session.import_position(Form::Pgn, position);
    session.set_position(&position).map_err(Refusal::new)?;
    let there = session.position();
    if let Some(token) = starts.and_then(|starts| starts.get(&there)) {
        record.tokens.push(token.clone());
    } else if there != start {
        record.position = Some(there);
    }
    Ok(())
}

/// A tag that says something.
fn known(words: &Words, name: &str) -> String {
    words.tag(name).map(|(value, _)| value).filter(|value| *value != "?").unwrap_or_default().to_owned()
}

/// The scores of the tag, as rating programs read them, or of the result behind the moves. A note if both are there and differ.
fn scores(words: &Words) -> Result<(Vec<f64>, Option<ReadError>), ReadError> {
    let read = |(value, line)| match value {
        UNDECIDED => Ok((value, line)),
        _ => signs::result(value).map(|result| (result, line)).ok_or_else(|| {
            let message = format!("the result is one of 1-0, 0-1, 1/2-1/2, *, found `{value}`");
            ReadError::new(line, message)
        }),
    };
    let tag = words.tag("Result").map(read).transpose()?;
    let behind = words.result.as_ref().map(|(word, line)| (&**word, *line));
    let known =
        |word: Option<(&str, usize)>| word.map(|(word, _)| word.to_owned()).filter(|word| word != UNDECIDED);
    let taken = known(tag).or(known(behind)).unwrap_or_default();
    let note =
        tag.zip(behind).filter(|((tag, _), (behind, _))| tag != behind).map(|((tag, _), (behind, line))| {
            let message =
                format!("the tag `Result` is \"{tag}\", the moves end with {behind}; {taken} is taken");
            ReadError::new(line, message)
        });
    let scores = match &*taken {
        "1-0" => vec![1.0, 0.0],
        "0-1" => vec![0.0, 1.0],
        "1/2-1/2" => vec![0.5, 0.5],
        _ => Vec::new(),
    };
    Ok((scores, note))
}

/// Why the game ended, if the rules cannot tell: what `Termination` says of engines.
fn termination(words: &Words) -> &'static str {
    match words.tag("Termination").map(|(value, _)| value.to_lowercase()).as_deref() {
        Some("time forfeit") => reason::TIME_FORFEIT,
        Some("rules infraction" | "illegal move") => reason::ILLEGAL_MOVE,
        _ => "",
    }
}

/// Whether a text is a reason: a word.
fn is_reason(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}
