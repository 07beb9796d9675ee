//! Recorded games, picture by picture, compressed inside the page.
//!
//! A game is its first picture and then, for each ply, the token and the parts of the picture that change. Games are
//! packed in blocks, each part once, that the page unpacks when one of their games is looked at.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rayon::prelude::*;
use serde::Serialize;
use similar::algorithms::{Capture, Replace, myers};
use similar::{DiffOp, DiffTag};
use torneo_picture::{Painter, Style};
use torneo_registry::Registry;

use torneo_arena::Error;
use torneo_arena::figures::Groups;
use torneo_arena::plan::GameIndex;
use torneo_arena::results::{GameResult, Opened, each_value};
use torneo_present::telling::recorded;

use super::names::GameName;

/// Games that are packed together.
const BLOCK: usize = 100;
/// Most plies of all games together: a ply takes some 15 bytes of the page, so that it stays below 4 MB.
const MOST_PLIES: u64 = 200_000;

/// A line of the list of games: number, index of the game, indices of the engines by seat, scores by seat, reason, plies.
type Listed = (u64, GameIndex, Vec<usize>, Vec<f64>, String, u64);

/// The games that can be replayed.
#[derive(Serialize)]
pub struct Replays {
    /// The list of games as JSON.
    pub list: String,
    /// The titles of the games, the names of the engines and the seats of each game as JSON.
    pub names: String,
    /// The parts of all pictures: DEFLATE of a JSON list of texts, in base64.
    pub parts: String,
    /// The blocks: DEFLATE of a JSON list of games, in base64.
    pub blocks: Vec<String>,
    /// Number of games in the list.
    pub count: usize,
    /// Number of games of the run.
    pub of: u64,
}

/// Where a picture changes: the part that comes first there, how many parts go, which come in their place.
type Change = (usize, usize, Vec<u32>);

/// A ply: its token and the changes of the picture, the last one first.
type Frame = (String, Vec<Change>);

/// A game: the parts of its first picture, its frames, and what its choices were thought to be worth: plies before, seat and
/// expected score in thousandths. Last how it ended.
type Unrolled = (Vec<u32>, Vec<Frame>, Vec<(u64, u64, u32)>, String);

/// Games with the parts of their pictures, each part once.
#[derive(Default)]
struct Block {
    parts: Vec<String>,
    games: Vec<Unrolled>,
    known: HashMap<String, u32>,
}

/// What the choices of a game were thought to be worth.
type Values = HashMap<u64, Vec<(u64, u64, u32)>>;

impl Replays {
    /// Reads up to `most` recorded games of up to [`MOST_PLIES`] together, spread evenly over the run.
    pub fn read(
        registry: &Registry,
        opened: &Opened,
        games: &[GameName],
        most: u64,
    ) -> Result<Replays, Error> {
        let config = &opened.manifest.config;
        let groups = Groups::new(config);
        let (mut recorded, mut plies) = (0u64, 0u64);
        let of = opened.each_game(|result| {
            recorded += u64::from(!result.record.is_empty());
            plies += if result.record.is_empty() { 0 } else { result.plies };
        })?;
        let stride = recorded.div_ceil(most.max(1)).max(plies.div_ceil(MOST_PLIES)).max(1);
        let mut chosen: Vec<GameResult> = Vec::new();
        let mut number = 0;
        opened.each_game(|result| {
            if most > 0 && !result.record.is_empty() {
                if number % stride == 0 {
                    chosen.push(result.clone());
                }
                number += 1;
            }
        })?;
        let listed = |result: &GameResult| -> Option<Listed> {
            let (game, engines) = groups.indices(result)?;
            let scores = result.seats.iter().map(|seat| (seat.score * 1000.0).round() / 1000.0);
            Some((
                result.game_no,
                game,
                engines.to_vec(),
                scores.collect(),
                result.reason.clone(),
                result.plies,
            ))
        };
        let list: Vec<Listed> = chosen.iter().filter_map(listed).collect();
        let values = values_of(&opened.folder, &chosen)?;
        let blocks = chosen.par_chunks(BLOCK).map(|games| Block::of(registry, games, &values));
        let mut blocks = blocks.collect::<Result<Vec<Block>, Error>>()?;
        let parts = join(&mut blocks);
        let blocks = blocks.par_iter().map(|block| packed(&block.games)).collect::<Result<_, _>>()?;
        let names: Vec<&str> = config.engines.iter().map(|engine| &*engine.name).collect();
        Ok(Replays {
            count: list.len(),
            list: embedded(&list),
            names: embedded(&(
                games.iter().map(|game| &game.title).collect::<Vec<_>>(),
                names,
                games.iter().map(|game| &game.seats).collect::<Vec<_>>(),
            )),
            parts: packed(&parts)?,
            blocks,
            of,
        })
    }
}

/// JSON that may stand inside a script element.
fn embedded(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the value is plain data").replace('<', "\\u003c")
}

/// What is written of the values of these games' choices.
fn values_of(folder: &Path, games: &[GameResult]) -> Result<Values, Error> {
    let mut values: Values = games.iter().map(|game| (game.game_no, Vec::new())).collect();
    each_value(folder, |choice| {
        if let Some(choices) = values.get_mut(&choice.game_no) {
            choices.push((choice.ply, choice.seat, (choice.value * 1000.0).round() as u32));
        }
    })?;
    Ok(values)
}

/// DEFLATE of JSON, in base64.
fn packed(value: &impl Serialize) -> Result<String, Error> {
    let json = serde_json::to_vec(value).expect("the value is plain data");
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(&json).and_then(|()| encoder.finish());
    Ok(STANDARD.encode(packed.map_err(|error| Error::run(format!("the games cannot be packed: {error}")))?))
}

/// Numbers the parts of all blocks together, each once; the blocks have the new numbers then.
fn join(blocks: &mut [Block]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut known: HashMap<String, u32> = HashMap::new();
    for block in blocks {
        let mut number = |part: String| {
            *known.entry(part).or_insert_with_key(|part| {
                all.push(part.clone());
                all.len() as u32 - 1
            })
        };
        let numbers: Vec<u32> = std::mem::take(&mut block.parts).into_iter().map(&mut number).collect();
        for (first, frames, ..) in &mut block.games {
            let changes = frames.iter_mut().flat_map(|(_, changes)| changes);
            let inserted = changes.flat_map(|(_, _, come)| come);
            first.iter_mut().chain(inserted).for_each(|part| *part = numbers[*part as usize]);
        }
    }
    all
}

/// What changes from one list of parts to the next, the last change first.
fn changes(before: &[u32], after: &[u32]) -> Vec<Change> {
    let mut found = Replace::new(Capture::new());
    let Ok(()) = myers::diff(&mut found, before, 0..before.len(), after, 0..after.len());
    let change = |operation: &DiffOp| {
        let (tag, old, new) = operation.as_tag_tuple();
        (tag != DiffTag::Equal).then(|| (old.start, old.len(), after[new].to_vec()))
    };
    found.into_inner().ops().iter().rev().filter_map(change).collect()
}

impl Block {
    fn of(registry: &Registry, games: &[GameResult], values: &Values) -> Result<Block, Error> {
        let mut block = Block::default();
        for game in games {
            block.add(registry, game, values.get(&game.game_no).cloned().unwrap_or_default())?;
        }
        Ok(block)
    }

    fn add(
        &mut self,
        registry: &Registry,
        result: &GameResult,
        values: Vec<(u64, u64, u32)>,
    ) -> Result<(), Error> {
        let game = registry
            .game(&result.game)
            .map_err(|error| Error::input(format!("game `{}`: {error}", result.game)))?;
        let mut session = result.session(&*game)?;
        let board = session.board();
        let mut painter = Painter::new(&board, Style::default());
        let first = self.parts_of(&painter.draw(&session.scene()));
        let (mut before, mut frames) = (first.clone(), Vec::new());
        for (number, token) in result.record.split_whitespace().enumerate() {
            session.play(token).map_err(|error| {
                let (game_no, number) = (result.game_no, number + 1);
                Error::input(format!("game {game_no}, token {number} of its record: {}", error.message))
            })?;
            let after = self.parts_of(&painter.draw(&session.scene()));
            frames.push((token.to_owned(), changes(&before, &after)));
            before = after;
        }
        let scores: Vec<f64> = result.seats.iter().map(|seat| seat.score).collect();
        let points: Option<Vec<f64>> = result.seats.iter().map(|seat| seat.points).collect();
        let told = recorded(&*session, &scores, points.as_deref(), &result.reason);
        self.games.push((first, frames, values, told.unwrap_or_default()));
        Ok(())
    }

    /// The parts of a picture by their numbers.
    fn parts_of(&mut self, picture: &str) -> Vec<u32> {
        let numbered = |part: &&str| match self.known.get(*part) {
            Some(&number) => number,
            None => {
                let number = self.parts.len() as u32;
                self.known.insert((*part).to_owned(), number);
                self.parts.push((*part).to_owned());
                number
            }
        };
        torneo_picture::elements(picture).iter().map(numbered).collect()
    }
}
