//! The one door to a results folder, for whatever purpose.
//!
//! Whoever opens a folder learns how far it is confirmed: up to the last checkpoint that holds and whose rows are those of
//! the plan. Statistics, pairings and games to use again come from confirmed rows only. What lies behind them is named.

use std::path::{Path, PathBuf};

use super::checkpoint::{Checkpoint, Checkpoints, Verified};
use super::reader::Reader;
use super::{CHECKPOINTS, GAMES, GAMES_HEADER, GameResult, MANIFEST, MOVES, Manifest, SEATS, SEATS_HEADER};
use super::{FAULTS, PLAYED_ON, TIMES, TIMING, rows::header_line};
use super::{UNSORTED, UNSORTED_FAULTS, UNSORTED_PLAYED_ON, UNSORTED_TIMES};
use crate::Error;
use crate::figures::Points;
use crate::plan::{Config, Plan};
use crate::storage::open;

/// The files of a folder that a run writes to.
pub const WRITTEN: [&str; 13] = [
    GAMES,
    SEATS,
    TIMING,
    CHECKPOINTS,
    MOVES,
    UNSORTED,
    TIMES,
    UNSORTED_TIMES,
    PLAYED_ON,
    UNSORTED_PLAYED_ON,
    FAULTS,
    UNSORTED_FAULTS,
    MANIFEST,
];

/// A results folder as far as it can be relied on.
#[derive(Debug)]
pub struct Opened {
    /// The folder.
    pub folder: PathBuf,
    /// What it holds.
    pub manifest: Manifest,
    /// The games of the run. Pairings that follow from results are known as far as there are rows.
    pub plan: Plan,
    pub(crate) checkpoints: Checkpoints,
    /// How many of them hold.
    pub(crate) verified: Verified,
    /// Everything that is whole and belongs to the plan.
    pub(crate) whole: Extent,
    /// Why the rows behind that do not belong to the plan.
    pub(crate) rows_fault: Option<String>,
    /// Whether what choices rest on is looked at, too.
    pub(crate) with_moves: bool,
}

/// A state of the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Whole games.
    pub games: u64,
    /// The bytes of `games.csv` and `seats.csv` that hold them.
    pub bytes: [u64; 2],
    /// The bytes of the file of what choices rest on, where a checkpoint tells of it.
    pub moves: Option<u64>,
}

impl Extent {
    /// No game.
    pub fn nothing() -> Extent {
        let bytes = [&GAMES_HEADER[..], &SEATS_HEADER].map(|columns| header_line(columns).len() as u64);
        Extent { games: 0, bytes, moves: None }
    }

    /// The state that a checkpoint tells of.
    fn at(checkpoint: &Checkpoint) -> Extent {
        let bytes = |file: usize| checkpoint.marks.get(file).map(|mark| mark.bytes);
        let rows = [0, 1].map(|file| bytes(file).unwrap_or_default());
        Extent { games: checkpoint.games, bytes: rows, moves: bytes(2) }
    }
}

impl Opened {
    /// Opens a folder for what its games say.
    ///
    /// # Errors
    /// A folder that holds no results, or files that cannot be read.
    pub fn open(folder: &Path) -> Result<Opened, Error> {
        Opened::read(folder, false)
    }

    /// Opens a folder for all that it holds, what choices rest on included.
    ///
    /// # Errors
    /// Those of [`open`](Opened::open).
    pub fn with_moves(folder: &Path) -> Result<Opened, Error> {
        Opened::read(folder, true)
    }

    fn read(folder: &Path, with_moves: bool) -> Result<Opened, Error> {
        loop {
            let opened = Opened::of(folder, Manifest::read(folder)?, with_moves)?;
            // A race under way may have said meanwhile who is out.
            if opened.rows_fault.is_none() || opened.manifest == Manifest::read(folder)? {
                return Ok(opened);
            }
        }
    }

    /// Opens a folder as that of the run that a manifest describes.
    pub(crate) fn of(folder: &Path, manifest: Manifest, with_moves: bool) -> Result<Opened, Error> {
        for path in WRITTEN.map(|name| folder.join(name)) {
            if let Err(error) = open(&path)
                && error.kind() != std::io::ErrorKind::NotFound
            {
                return Err(Error::unreadable(&path, &error));
            }
        }
        let plan = manifest.plan_of(manifest.shard_of_run())?;
        let has_moves = manifest.config.output.evaluations;
        let mut checkpoints = Checkpoints::read(folder, has_moves)?;
        let with_moves = with_moves && has_moves;
        let mut verified = checkpoints.verify(folder, with_moves)?;
        let (whole, rows_fault, unfit) = scan(folder, &manifest.config, &plan, &checkpoints.rows);
        if let Some(unfit) = unfit.filter(|unfit| *unfit < verified.count) {
            verified.count = unfit;
            checkpoints.spoil(unfit);
        }
        let folder = folder.to_owned();
        Ok(Opened { folder, manifest, plan, checkpoints, verified, whole, rows_fault, with_moves })
    }

    /// What is wrong: files are not as they were written, or rows not those of the plan.
    pub fn fault(&self) -> Option<&str> {
        self.verified.fault.as_deref().or(self.rows_fault.as_deref())
    }

    /// All that is wrong, of one kind and of the other.
    pub(crate) fn faults(&self) -> impl Iterator<Item = &String> {
        self.verified.fault.iter().chain(&self.rows_fault)
    }

    /// The checkpoints that hold, and whose games are those of the plan.
    fn sound_checkpoints(&self) -> &[Checkpoint] {
        let holding = &self.checkpoints.rows[..self.verified.count];
        &holding[..holding.partition_point(|checkpoint| checkpoint.games <= self.whole.games)]
    }

    /// The sound checkpoints of no more than so many games.
    pub(crate) fn checkpoints_within(&self, games: u64) -> &[Checkpoint] {
        let sound = self.sound_checkpoints();
        &sound[..sound.partition_point(|checkpoint| checkpoint.games <= games)]
    }

    /// The last state, of no more than so many games, that a sound checkpoint tells of.
    pub(crate) fn extent_within(&self, games: u64) -> Option<Extent> {
        self.checkpoints_within(games).last().map(Extent::at)
    }

    /// What is confirmed. A folder without `checkpoints.csv` has nothing better than the plan: see [`doubt`](Opened::doubt).
    pub fn confirmed(&self) -> Extent {
        if !self.checkpoints.exists {
            return self.whole;
        }
        self.extent_within(u64::MAX).unwrap_or(Extent::nothing())
    }

    /// What makes the checkpoints worth less than they should be.
    pub fn doubt(&self) -> Option<String> {
        let place = self.folder.join(CHECKPOINTS);
        let place = place.display();
        if !self.checkpoints.exists {
            return Some(format!("{place} is missing: the rows were compared with the plan only"));
        }
        let line = self.checkpoints.damaged?;
        Some(format!("{place} is damaged from line {line} on: later rows were compared with the plan only"))
    }

    /// What is not confirmed, and so is left out of all that is computed.
    pub fn left_out(&self) -> Option<String> {
        let (games, folder) = (self.confirmed().games, self.folder.display());
        if let Some(fault) = self.fault() {
            return Some(format!("{fault}; the {games} games before that are counted"));
        }
        let more = self.whole.games - games;
        (more > 0).then(|| format!("{folder}: {more} games behind the last checkpoint are not counted"))
    }

    /// Whether the file of what choices rest on is missing.
    pub(crate) fn lacks_moves(&self) -> bool {
        self.with_moves && ![UNSORTED, MOVES].iter().any(|name| self.folder.join(name).exists())
    }

    /// Whether the file of what choices rest on is covered by no checkpoint.
    pub(crate) fn has_uncovered_moves(&self) -> bool {
        self.with_moves && !self.checkpoints.cover_moves()
    }

    /// Whether the last checkpoint tells of every byte of the files.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub(crate) fn is_covered(&self) -> Result<bool, Error> {
        let Some(last) = self.checkpoints.rows.last() else { return Ok(false) };
        let sorted = self.verified.moves.filter(|name| *name == MOVES);
        let files = [Some(GAMES), Some(SEATS), sorted].into_iter().zip(&last.marks);
        for (name, mark) in files.filter_map(|(name, mark)| Some((name?, mark))) {
            let path = self.folder.join(name);
            let length = path.metadata().map_err(|error| Error::unreadable(&path, &error))?.len();
            if length != mark.bytes {
                return Ok(false);
            }
        }
        Ok(last.games == self.whole.games)
    }

    /// Calls `visit` with every confirmed game, in game order; returns how many there were.
    ///
    /// # Errors
    /// Files that cannot be read; the error names file and line.
    pub fn each_game(&self, visit: impl FnMut(&GameResult)) -> Result<u64, Error> {
        self.each_within(self.confirmed().games, visit)
    }

    /// Calls `visit` with the first `games` games.
    pub(crate) fn each_within(&self, games: u64, visit: impl FnMut(&GameResult)) -> Result<u64, Error> {
        first_games(&self.folder, games, visit)
    }
}

/// Calls `visit` with every confirmed game of a results folder, in game order; returns how many there were.
///
/// # Errors
/// A folder that holds no results, or files that cannot be read.
pub fn each_game(folder: &Path, visit: impl FnMut(&GameResult)) -> Result<u64, Error> {
    Opened::open(folder)?.each_game(visit)
}

/// Calls `visit` with the first games of a results folder, whose rows were looked at before.
///
/// # Errors
/// Files that cannot be read; the error names file and line.
pub(crate) fn first_games(
    folder: &Path,
    games: u64,
    mut visit: impl FnMut(&GameResult),
) -> Result<u64, Error> {
    let mut reader = Reader::open(folder, [0; 2])?;
    let mut count = 0;
    while count < games && reader.next()? {
        visit(&reader.result);
        count += 1;
    }
    Ok(count)
}

/// Holds the rows of a folder against the plan. Pairings that follow from rows become known on the way.
///
/// Returns how far the rows are those of the plan, and what is wrong with those behind; a last line that is cut
/// short is no fault. Returns also the first checkpoint that tells of other bytes than its number of games has.
fn scan(
    folder: &Path,
    config: &Config,
    plan: &Plan,
    checkpoints: &[Checkpoint],
) -> (Extent, Option<String>, Option<usize>) {
    let (mut whole, mut unfit) = (Extent { bytes: [0; 2], ..Extent::nothing() }, None);
    let (mut points, mut rest) = (Points::new(plan, config), checkpoints.iter().enumerate().peekable());
    let mut reach = |whole: &Extent| {
        while let Some((number, row)) = rest.next_if(|(_, row)| row.games <= whole.games) {
            let fits = Extent { moves: None, ..Extent::at(row) } == *whole;
            unfit = unfit.or((!fits).then_some(number));
        }
    };
    let mut walk = || -> Result<(), Error> {
        let mut reader = Reader::open(folder, [0; 2])?;
        whole.bytes = reader.position();
        reach(&whole);
        let mut index = 0;
        while index < plan.known_groups() {
            let group = plan.group(index);
            for game in 0..group.games {
                if !reader.next()? {
                    return Ok(());
                }
                reader.check(plan, config, &group, game)?;
                (whole.games, whole.bytes) = (whole.games + 1, reader.position());
                reach(&whole);
                points.add(&reader.result);
            }
            index += 1;
        }
        reader.is_at_end()
    };
    let fault = walk().err().map(|error| error.to_string());
    (whole, fault, unfit)
}

/// Makes known the pairings of a run that follow from the games in its folder. They were looked at before.
pub fn make_known(plan: &Plan, config: &Config, folder: &Path) -> Result<(), Error> {
    if plan.swiss().is_some() {
        let (mut points, mut reader) = (Points::new(plan, config), Reader::open(folder, [0; 2])?);
        while reader.next()? {
            points.add(&reader.result);
        }
    }
    Ok(())
}
