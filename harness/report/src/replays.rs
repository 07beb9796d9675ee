//! Recorded games, frame by frame, compressed inside the page.
//!
//! A game is its first drawing and then, for each ply, the token and the part of the drawing that changes. Games are
//! packed in blocks that the page unpacks when one of their games is looked at.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rayon::prelude::*;
use serde::Serialize;
use torneo_registry::Registry;

use torneo_arena::Error;
use torneo_arena::results::{GameResult, Manifest, each_game};

/// Games that are packed together.
const BLOCK: usize = 100;
/// Most plies of all games together: a ply takes some 15 bytes of the page, so that it stays below 10 MB.
const MOST_PLIES: u64 = 500_000;

/// A line of the list of games: number, index of the game, indices of the engines by seat, scores by seat, reason, plies.
type Listed = (u64, usize, Vec<usize>, Vec<f64>, String, u64);

/// The games that can be replayed.
#[derive(Serialize)]
pub struct Replays {
    /// The list of games as JSON.
    pub list: String,
    /// The names of the games and of the engines as JSON.
    pub names: String,
    /// The blocks: DEFLATE of a JSON list of games, in base64.
    pub blocks: Vec<String>,
    /// Number of games in the list.
    pub count: usize,
    /// Number of games of the run.
    pub of: u64,
}

/// A change of the drawing: the token, where it begins, how many characters go, what comes in their place.
type Frame = (String, usize, usize, String);

impl Replays {
    /// Reads up to `most` recorded games of up to half a million plies together, spread evenly over the run.
    pub fn read(
        registry: &Registry,
        folder: &Path,
        manifest: &Manifest,
        games: u64,
        most: u64,
    ) -> Result<Replays, Error> {
        let config = &manifest.config;
        let game_of: BTreeMap<&str, usize> =
            config.games.iter().enumerate().map(|(index, game)| (&**game, index)).collect();
        let engine_of: BTreeMap<&str, usize> =
            config.engines.iter().enumerate().map(|(index, engine)| (&*engine.name, index)).collect();
        let (mut recorded, mut plies) = (0u64, 0u64);
        each_game(folder, |result| {
            recorded += u64::from(!result.record.is_empty());
            plies += if result.record.is_empty() { 0 } else { result.plies };
        })?;
        let stride = recorded.div_ceil(most.max(1)).max(plies.div_ceil(MOST_PLIES)).max(1);
        let mut chosen: Vec<GameResult> = Vec::new();
        let mut number = 0;
        each_game(folder, |result| {
            if most > 0 && !result.record.is_empty() {
                if number % stride == 0 {
                    chosen.push(result.clone());
                }
                number += 1;
            }
        })?;
        let listed = |result: &GameResult| -> Listed {
            let engines = result.seats.iter().filter_map(|seat| engine_of.get(&*seat.engine).copied());
            let scores = result.seats.iter().map(|seat| (seat.score * 1000.0).round() / 1000.0);
            let game = game_of.get(&*result.game).copied().unwrap_or_default();
            (result.game_no, game, engines.collect(), scores.collect(), result.reason.clone(), result.plies)
        };
        let list: Vec<Listed> = chosen.iter().map(listed).collect();
        let blocks: Result<Vec<String>, Error> =
            chosen.par_chunks(BLOCK).map(|games| pack(registry, games)).collect();
        let names: Vec<&str> = config.engines.iter().map(|engine| &*engine.name).collect();
        Ok(Replays {
            count: list.len(),
            list: embedded(&list),
            names: embedded(&(&config.games, names)),
            blocks: blocks?,
            of: games,
        })
    }
}

/// JSON that may stand inside a script element.
fn embedded(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the value is plain data").replace('<', "\\u003c")
}

fn pack(registry: &Registry, games: &[GameResult]) -> Result<String, Error> {
    let games: Result<Vec<(String, Vec<Frame>)>, Error> =
        games.iter().map(|game| frames(registry, game)).collect();
    let json = serde_json::to_vec(&games?).expect("frames are plain data");
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(&json).and_then(|()| encoder.finish());
    Ok(STANDARD.encode(packed.map_err(|error| Error::run(format!("the games cannot be packed: {error}")))?))
}

fn frames(registry: &Registry, result: &GameResult) -> Result<(String, Vec<Frame>), Error> {
    let game = registry
        .game(&result.game)
        .map_err(|error| Error::input(format!("game `{}`: {error}", result.game)))?;
    let mut game = result.session(&*game)?;
    let first = game.draw();
    let mut before: Vec<char> = first.chars().collect();
    let mut frames = Vec::new();
    for (number, token) in result.record.split_whitespace().enumerate() {
        game.play(token).map_err(|error| {
            let (game_no, number) = (result.game_no, number + 1);
            Error::input(format!("game {game_no}, token {number} of its record: {}", error.message))
        })?;
        let after: Vec<char> = game.draw().chars().collect();
        let same = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
        let shorter = before.len().min(after.len()) - same;
        let tail =
            before.iter().rev().zip(after.iter().rev()).take(shorter).take_while(|(a, b)| a == b).count();
        let inserted: String = after[same..after.len() - tail].iter().collect();
        frames.push((token.to_owned(), same, before.len() - tail - same, inserted));
        before = after;
    }
    Ok((first, frames))
}
