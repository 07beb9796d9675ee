//! What ends games before their rules do, as a configuration says it.

use std::ops::RangeInclusive;

use toml::de::DeValue;
use torneo_contract::{Refusal, nearest, refusal, refuse, refuse_if};
use torneo_present::english::Joined as _;
use torneo_registry::adjudication::{Adjudication, Limit, Quiet, Resign};

use crate::Error;
use crate::document::Section;

/// Choices in a row, and moves of a game, that can be asked for.
const MOST_MOVES: u64 = 1_000_000;
/// The most centipawns that can be asked for.
const MOST_CP: u64 = 1_000_000;
/// The largest distance of an expected score, from a loss or from a draw.
const MOST_SCORE: f64 = 0.5;

/// Reads `adjudication`; none where nothing ends games.
pub fn read(top: &Section) -> Result<Option<Adjudication>, Error> {
    let section = top.section("adjudication", &["resign", "draw", "solved"])?;
    let rules = Adjudication {
        resign: read_resign(&section)?,
        draw: read_draw(&section)?,
        solved: section.bool("solved")?.unwrap_or(false),
    };
    Ok(Some(rules).filter(|rules| *rules != Adjudication::default()))
}

/// Reads when a seat resigns, as an argument says it: `movecount=3,cp=600,twosided=true`.
///
/// # Errors
/// A text that says it otherwise.
pub fn resign(text: &str) -> Result<Resign, Refusal> {
    let words = Words::of(text, &["movecount", "cp", "score", "twosided"])?;
    let (movecount, limit) = (words.count("movecount", 1)?, words.limit()?);
    let twosided = match words.get("twosided") {
        None | Some("false") => false,
        Some("true") => true,
        Some(word) => refuse!("`twosided` is true or false, not `{word}`"),
    };
    Ok(Resign { movecount: movecount as u32, limit, twosided })
}

/// Reads when a game is drawn, as an argument says it: `movenumber=34,movecount=8,cp=20`.
///
/// # Errors
/// A text that says it otherwise.
pub fn draw(text: &str) -> Result<Quiet, Refusal> {
    let words = Words::of(text, &["movenumber", "movecount", "cp", "score"])?;
    let (movenumber, movecount) = (words.count("movenumber", 0)?, words.count("movecount", 1)?);
    Ok(Quiet { movenumber, movecount: movecount as u32, limit: words.limit()? })
}

/// The parts of an argument: keys with what stands behind `=`.
struct Words<'t>(Vec<(&'t str, &'t str)>);

impl<'t> Words<'t> {
    fn of(text: &'t str, known: &[&str]) -> Result<Words<'t>, Refusal> {
        let mut words: Vec<(&str, &str)> = Vec::new();
        for part in text.split(',') {
            let pair = part.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
            let (key, value) = pair.ok_or_else(|| refusal!("expected `key=value`, found `{part}`"))?;
            if !known.contains(&key) {
                let near =
                    nearest(key, known.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
                let keys = known.joined(", ");
                refuse!("unknown key `{key}`: expected {keys}{}", near.unwrap_or_default());
            }
            refuse_if!(words.iter().any(|(other, _)| *other == key), "`{key}` stands there twice");
            words.push((key, value));
        }
        Ok(Words(words))
    }

    fn get(&self, key: &str) -> Option<&'t str> {
        self.0.iter().find(|(known, _)| *known == key).map(|(_, value)| *value)
    }

    fn number(&self, key: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Refusal> {
        let Some(text) = self.get(key) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        let wrong =
            || refusal!("`{key}` is a whole number {}..={}, not `{text}`", range.start(), range.end());
        number.map(Some).ok_or_else(wrong)
    }

    fn count(&self, key: &str, least: u64) -> Result<u64, Refusal> {
        self.number(key, least..=MOST_MOVES)?
            .ok_or_else(|| refusal!("`{key}=...` is missing: a number of moves"))
    }

    fn limit(&self) -> Result<Limit, Refusal> {
        match (self.number("cp", 0..=MOST_CP)?, self.get("score")) {
            (Some(_), Some(_)) => Err(Refusal::new(ONE_LIMIT)),
            (Some(cp), None) => Ok(Limit::Cp(cp as u32)),
            (None, Some(text)) => distance(text).map(Limit::Score).ok_or_else(|| Refusal::new(SCORES)),
            (None, None) => Err(Refusal::new("`cp=...` is missing: centipawns; or `score=...`")),
        }
    }
}

const ONE_LIMIT: &str = "only one of `cp` and `score` can be the limit";
const SCORES: &str = "`score` is a number 0..=0.5";

/// The distance of an expected score that a text says, if it is one.
fn distance(text: &str) -> Option<f64> {
    text.parse().ok().filter(|score| (0.0..=MOST_SCORE).contains(score))
}

fn read_resign(section: &Section) -> Result<Option<Resign>, Error> {
    let resign = section.section("resign", &["movecount", "cp", "score", "twosided"])?;
    if section.value("resign").is_none() {
        return Ok(None);
    }
    let (movecount, limit) = (read_count(&resign, "movecount", 1)?, read_limit(&resign, "600", "0.03")?);
    let twosided = resign.bool("twosided")?.unwrap_or(false);
    Ok(Some(Resign { movecount: movecount as u32, limit, twosided }))
}

fn read_draw(section: &Section) -> Result<Option<Quiet>, Error> {
    let draw = section.section("draw", &["movenumber", "movecount", "cp", "score"])?;
    if section.value("draw").is_none() {
        return Ok(None);
    }
    let (movenumber, movecount) = (read_count(&draw, "movenumber", 0)?, read_count(&draw, "movecount", 1)?);
    Ok(Some(Quiet { movenumber, movecount: movecount as u32, limit: read_limit(&draw, "20", "0.03")? }))
}

fn read_count(section: &Section, key: &str, least: u64) -> Result<u64, Error> {
    let range: RangeInclusive<u64> = least..=MOST_MOVES;
    section.number(key, range)?.ok_or_else(|| section.missing(key, "a number of moves"))
}

/// Reads one of `cp` and `score`; the errors have examples of both.
fn read_limit(section: &Section, cp: &str, score: &str) -> Result<Limit, Error> {
    let expected = format!("centipawns, such as {cp}, or `score = {score}`");
    match (section.number("cp", 0..=MOST_CP)?, section.value("score")) {
        (Some(_), Some((_, span))) => Err(section.source.error(span, ONE_LIMIT)),
        (Some(cp), None) => Ok(Limit::Cp(cp as u32)),
        (None, Some((value, span))) => {
            let number = match value {
                DeValue::Float(number) => distance(number.as_str()),
                DeValue::Integer(number) => distance(number.as_str()),
                _ => None,
            };
            number.map(Limit::Score).ok_or_else(|| section.source.error(span, SCORES))
        }
        (None, None) => Err(section.missing("cp", &expected)),
    }
}
