//! Comments behind moves that tell what a choice rests on: as cutechess and fastchess write them, and the commands of lichess.

use torneo_present::english::Joined as _;
use torneo_search::assessment::plies_to_mate;

use crate::told::Told;

/// The comment of fastchess for what is told, without braces: `+0.31/12 0.104s, n=42103`. What is not known is left out; none
/// where nothing is known.
pub fn written(told: &Told) -> Option<String> {
    let score = match told.mate {
        Some(moves) => Some(format!("{}M{}", if moves > 0 { '+' } else { '-' }, plies_to_mate(moves))),
        None => told.centipawns().map(pawns),
    };
    let depth = |score: String| told.depth.map_or(score.clone(), |depth| format!("{score}/{depth}"));
    let seconds = told.seconds.map(|seconds| format!("{seconds:.3}s"));
    let first: Vec<String> = score.map(depth).into_iter().chain(seconds).collect();
    let first = (!first.is_empty()).then(|| first.join(" "));
    let nodes = told.nodes.map(|nodes| format!("n={nodes}"));
    let parts: Vec<String> = first.into_iter().chain(nodes).collect();
    (!parts.is_empty()).then(|| parts.iter().map(String::as_str).joined(", "))
}

/// Centipawns in pawns, with their sign.
fn pawns(cp: i64) -> String {
    if cp == 0 { "0.00".to_owned() } else { format!("{:+.2}", cp as f64 / 100.0) }
}

/// What a comment tells of the move before it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Comment {
    /// What is told.
    pub told: Told,
    /// Whether the score is that of White, whoever moved.
    pub is_of_white: bool,
}

/// Reads a comment; none if it tells nothing of the choice.
pub fn read(text: &str) -> Option<Comment> {
    let commands = of_commands(text);
    let told = of_engine(text).unwrap_or_default();
    let is_of_white = commands.cp.is_some() || commands.mate.is_some();
    let found = Told {
        cp: if is_of_white { commands.cp } else { told.cp },
        mate: if is_of_white { commands.mate } else { told.mate },
        depth: commands.depth.or(told.depth),
        seconds: commands.seconds.or(told.seconds),
        clock: commands.clock.or(told.clock),
        ..told
    };
    (!found.is_nothing()).then_some(Comment { told: found, is_of_white })
}

/// What a program tells: a score with the depth, the time, and more behind commas. None where a comment begins otherwise.
fn of_engine(text: &str) -> Option<Told> {
    let mut parts = text.split(',').map(str::trim);
    let mut told = Told::default();
    let mut words = parts.next()?.split_whitespace();
    let mut word = words.next()?;
    let (score, depth) = word.split_once('/').map_or((word, None), |(score, depth)| (score, Some(depth)));
    if let Some((cp, mate)) = score_of(score) {
        (told.cp, told.mate) = (cp, mate);
        told.depth = depth.map(str::parse).transpose().ok()?;
        // A number alone may be anything; with nothing behind it, it is a score.
        word = words.next().unwrap_or_default();
    }
    if !word.is_empty() {
        match (seconds_of(word), word.strip_prefix("n=")) {
            (Some(seconds), _) => told.seconds = Some(seconds),
            (_, Some(nodes)) => told.nodes = Some(nodes.parse().ok()?),
            _ => return None,
        }
    }
    if words.next().is_some() || told.is_nothing() {
        return None;
    }
    for part in parts {
        match part.split_once('=') {
            Some(("n", nodes)) => told.nodes = nodes.parse().ok().or(told.nodes),
            Some(("tl", left)) => told.clock = seconds_of(left).or(told.clock),
            _ => {}
        }
    }
    Some(told)
}

/// A score in pawns or plies to mate: centipawns, or moves to mate.
fn score_of(text: &str) -> Option<(Option<i64>, Option<i64>)> {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(plies) = size.strip_prefix('M') {
        let plies: i64 = plies.parse().ok().filter(|plies| *plies >= 0)?;
        let moves = if sign > 0 { (plies + 1) / 2 } else { -(plies / 2) };
        return Some((None, Some(moves)));
    }
    centipawns(size).map(|cp| (Some(sign * cp), None))
}

/// Centipawns of a number of pawns without a sign, such as `0.31`.
fn centipawns(text: &str) -> Option<i64> {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let pawns: f64 = text.parse().ok().filter(|_| is_number && text.contains('.'))?;
    Some((pawns * 100.0).round() as i64)
}

/// Seconds such as `0.104s`.
fn seconds_of(text: &str) -> Option<f64> {
    let number = text.strip_suffix('s').filter(|number| number.starts_with(|c: char| c.is_ascii_digit()))?;
    number.parse().ok().filter(|seconds: &f64| seconds.is_finite())
}

/// What commands tell: `[%eval 0.31]`, `[%eval #-3]`, `[%clk 0:01:30]`, `[%emt 0:00:02]`.
fn of_commands(text: &str) -> Told {
    let mut told = Told::default();
    for command in
        text.split("[%").skip(1).filter_map(|rest| rest.split_once(']')).map(|(command, _)| command)
    {
        let Some((name, value)) = command.split_once(' ') else { continue };
        match name {
            "eval" => read_evaluation(value.trim(), &mut told),
            "clk" => told.clock = clock_of(value.trim()),
            "emt" => told.seconds = clock_of(value.trim()),
            _ => {}
        }
    }
    told
}

fn read_evaluation(value: &str, told: &mut Told) {
    let (score, depth) = value.split_once(',').map_or((value, None), |(score, depth)| (score, Some(depth)));
    told.depth = depth.and_then(|depth| depth.trim().parse().ok());
    match score.trim().strip_prefix('#') {
        Some(moves) => told.mate = moves.parse().ok(),
        None => {
            let pawns = score.trim().parse().ok().filter(|pawns: &f64| pawns.is_finite());
            told.cp = pawns.map(|pawns| (pawns * 100.0).round() as i64);
        }
    }
}

/// Seconds of a clock such as `0:01:30` or `1:30.5`.
fn clock_of(text: &str) -> Option<f64> {
    text.split(':').try_fold(0.0, |sum, part| {
        let number: f64 = part.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)?;
        Some(sum * 60.0 + number)
    })
}
