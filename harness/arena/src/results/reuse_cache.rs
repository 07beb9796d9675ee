//! Games that finished runs hold already.
//!
//! A game is what its randomness comes from: seed, specification, engines at the seats, round. Two runs that agree in
//! opening, limits and records hold the same rows for the games that they have in common, apart from numbers and names.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use csv::{ReaderBuilder, StringRecord};
use torneo_contract::refusal;

use super::reader::Reader;
use super::{GAMES, MANIFEST, Manifest, Opened, PROGRAM, SEATS};
use crate::Error;
use crate::plan::{Config, GameIdentity, Identities, Output};
use crate::storage::open;

/// The games of finished runs, to be found by what they are.
#[derive(Debug, Default)]
pub struct ReuseCache {
    folders: Vec<Mutex<[File; 2]>>,
    places: HashMap<GameIdentity, Place>,
    /// What the user should know: games that are not taken.
    pub notes: Vec<String>,
}

/// Where the rows of a game stand: its row of `games.csv` and its rows of `seats.csv`.
#[derive(Debug)]
struct Place {
    folder: u32,
    /// The bytes of each file.
    rows: [Range<u64>; 2],
}

/// The rows of a game.
#[derive(Debug, Default)]
pub struct Held {
    /// Its row of `games.csv`.
    pub game: StringRecord,
    /// Its rows of `seats.csv`.
    pub seats: Vec<StringRecord>,
}

impl ReuseCache {
    /// The games of these results folders, as far as they are played under the terms of `config`.
    ///
    /// # Errors
    /// A folder that holds no results, results that were edited or are of another version of the program, or terms under
    /// which no game can be the same.
    pub fn of(folders: &[impl AsRef<Path>], config: &Config) -> Result<ReuseCache, Error> {
        if config.output.evaluations && !folders.is_empty() {
            let message = "games that were played before have no evaluations to be written";
            return Err(Error::input_with_help(
                message,
                "leave out --reuse, or `evaluations` under [output]",
            ));
        }
        let mut reuse_cache = ReuseCache::default();
        for folder in folders {
            reuse_cache.add(folder.as_ref(), config)?;
        }
        Ok(reuse_cache)
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    fn add(&mut self, folder: &Path, config: &Config) -> Result<(), Error> {
        let opened = Opened::open(folder)?;
        let manifest = &opened.manifest;
        let refused = |why: &str| {
            let message = format!("the games of {} cannot be used here: {why}", folder.display());
            Error::input_with_help(message, "leave this folder out of --reuse")
        };
        if let Some(why) = difference(manifest, config) {
            return Err(refused(&why));
        }
        if let Some(edit) = manifest.edit().or(opened.doubt()) {
            return Err(refused(&edit));
        }
        if let Some(fault) = opened.fault() {
            return Err(refused(fault));
        }
        self.notes.extend(opened.left_out());
        // Programs may stand elsewhere now.
        let placed = manifest.config.placed_as(config);
        self.notes.extend(placed.moved(&manifest.config));
        let (plan, identities) = (&opened.plan, Identities::new(&placed));
        let (mut reader, mut left) = (Reader::open(folder, [0; 2])?, opened.confirmed().games);
        let number = self.folders.len() as u32;
        'games: for group in (0..plan.known_groups()).map(|index| plan.group(index)) {
            for index in 0..group.games {
                let from = reader.position();
                if left == 0 || !reader.next()? {
                    break 'games;
                }
                left -= 1;
                let ends = reader.position();
                let rows = [0, 1].map(|file| from[file]..ends[file]);
                let game = identities.of_game(&group, &plan.engines(&group, index));
                self.places.entry(game).or_insert(Place { folder: number, rows });
            }
        }
        let file = |name: &str| {
            let path = folder.join(name);
            open(&path).map_err(|error| Error::unreadable(&path, &error))
        };
        self.folders.push(Mutex::new([file(GAMES)?, file(SEATS)?]));
        Ok(())
    }

    /// The rows of a game; none if it is not here.
    ///
    /// # Errors
    /// Files that cannot be read any more.
    pub fn find(&self, game: GameIdentity) -> Result<Option<Held>, Error> {
        let Some(place) = self.places.get(&game) else { return Ok(None) };
        let mut files = self.folders[place.folder as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let mut held = Held::default();
        for (index, (file, span)) in files.iter_mut().zip(&place.rows).enumerate() {
            let mut bytes = vec![0; usize::try_from(span.end - span.start).unwrap_or_default()];
            let read = file.seek(SeekFrom::Start(span.start)).and_then(|_| file.read_exact(&mut bytes));
            read.map_err(|error| refusal!("cannot read games to use again: {error}"))?;
            let mut rows = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(&bytes[..]);
            for row in rows.records() {
                let row = row.map_err(|error| refusal!("rows to use again: {error}"))?;
                if index == 0 { held.game = row } else { held.seats.push(row) }
            }
        }
        Ok(Some(held))
    }
}

/// Why no game of a run can be one of a configuration.
fn difference(manifest: &Manifest, config: &Config) -> Option<String> {
    let there = &manifest.config;
    let differs = |what: &str, there: String, here: String| {
        (there != here).then(|| format!("{what} is {there} there and {here} here"))
    };
    let by_program = differs("the program", manifest.program.clone(), PROGRAM.to_owned());
    by_program
        .or_else(|| differs("`seed`", there.seed.to_string(), config.seed.to_string()))
        .or_else(|| differs("`[opening]`", words(&there.opening), words(&config.opening)))
        .or_else(|| differs("`[limits]`", words(&there.limits), words(&config.limits)))
        .or_else(|| {
            let [there, here] = [there, config].map(|config| words(&config.adjudication));
            differs("`[adjudication]`", there, here)
        })
        .or_else(|| differs("`[output]`", kept(there), kept(config)))
        .or_else(|| manifest.edited.then(|| format!("{MANIFEST} says that rows were edited")))
}

/// What is written of the games of a run, times aside: they are not reproducible, and games that are taken have none.
fn kept(config: &Config) -> String {
    words(&Output { times: false, ..config.output })
}

fn words(part: &impl serde::Serialize) -> String {
    serde_json::to_string(part).expect("a part of a configuration is plain data")
}
