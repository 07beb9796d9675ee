//! What ends games before their rules do, as a configuration says it.

use std::ops::RangeInclusive;

use toml::de::DeValue;
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
        (Some(_), Some((_, span))) => {
            Err(section.source.error(span, "only one of `cp` and `score` can be the limit"))
        }
        (Some(cp), None) => Ok(Limit::Cp(cp as u32)),
        (None, Some((value, span))) => {
            let number = match value {
                DeValue::Float(number) => number.as_str().parse().ok(),
                DeValue::Integer(number) => number.as_str().parse().ok(),
                _ => None,
            };
            let score = number.filter(|score| (0.0..=MOST_SCORE).contains(score));
            let wrong = || section.source.error(span, format!("`score` is a number 0..={MOST_SCORE}"));
            Ok(Limit::Score(score.ok_or_else(wrong)?))
        }
        (None, None) => Err(section.missing("cp", &expected)),
    }
}
