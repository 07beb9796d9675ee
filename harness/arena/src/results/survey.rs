//! How much of a results folder is sound.

use std::path::Path;

use super::checkpoint::{self, Checkpoint, Checkpoints, Verified};
use super::scan::{Rows, Scanned};
use super::{CHECKPOINTS, GAMES, SEATS};
use crate::Error;
use crate::plan::{Config, Plan};

/// What the files of a folder hold, against their checkpoints and against the plan.
#[derive(Debug)]
pub struct Survey {
    /// The checkpoints.
    pub checkpoints: Checkpoints,
    /// How many of them hold.
    pub verified: Verified,
    /// The rows of `games.csv`.
    pub games: Scanned,
    /// The rows of `seats.csv`.
    pub seats: Scanned,
}

/// A state of both files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Whole games.
    pub games: u64,
    /// The bytes of `games.csv` and of `seats.csv` that hold them.
    pub bytes: [u64; 2],
}

impl Survey {
    /// Looks at a folder.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn of(folder: &Path, config: &Config, plan: &Plan) -> Result<Survey, Error> {
        let checkpoints = checkpoint::read(folder)?;
        let verified = checkpoint::verify(folder, &checkpoints.rows)?;
        let rows = |rows: Rows| rows.scan(folder, config, plan, u64::MAX);
        Ok(Survey { verified, checkpoints, games: rows(Rows::OfGames)?, seats: rows(Rows::OfSeats)? })
    }

    /// What is wrong with the rows: they are not as they were written, or not those of the plan.
    pub fn fault(&self) -> Option<&str> {
        let faults = [&self.verified.fault, &self.games.fault, &self.seats.fault];
        faults.into_iter().find_map(|fault| fault.as_deref())
    }

    /// Games whose rows are whole in both files.
    pub fn whole_games(&self) -> u64 {
        self.games.games.min(self.seats.games)
    }

    /// The checkpoints that hold, and whose games are those of the plan.
    pub fn sound_checkpoints(&self) -> &[Checkpoint] {
        let rows = &self.checkpoints.rows;
        let holding = &rows[..self.verified.count.min(rows.len())];
        let end = holding.partition_point(|checkpoint| checkpoint.games <= self.whole_games());
        &holding[..end]
    }

    /// The sound checkpoints of no more than what is kept.
    pub fn checkpoints_within(&self, extent: Extent) -> &[Checkpoint] {
        let sound = self.sound_checkpoints();
        &sound[..sound.partition_point(|checkpoint| checkpoint.games <= extent.games)]
    }

    /// The last state with at most this number of games that a sound checkpoint describes.
    pub fn extent_before(&self, games: u64) -> Option<Extent> {
        let sound = self.sound_checkpoints();
        let end = sound.partition_point(|checkpoint| checkpoint.games <= games);
        sound[..end].last().map(|checkpoint| Extent {
            games: checkpoint.games,
            bytes: [checkpoint.games_bytes, checkpoint.seats_bytes],
        })
    }

    /// Everything that can be kept: all whole games of a folder without a fault, else what the last sound checkpoint
    /// tells of; none if there is no such checkpoint.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn kept(&self, folder: &Path, config: &Config, plan: &Plan) -> Result<Option<Extent>, Error> {
        if self.fault().is_some() {
            return Ok(self.extent_before(u64::MAX));
        }
        let games = self.whole_games();
        let bytes = |rows: Rows, scanned: &Scanned| -> Result<u64, Error> {
            if scanned.games == games {
                return Ok(scanned.bytes);
            }
            Ok(rows.scan(folder, config, plan, games)?.bytes)
        };
        let bytes = [bytes(Rows::OfGames, &self.games)?, bytes(Rows::OfSeats, &self.seats)?];
        Ok(Some(Extent { games, bytes }))
    }

    /// What makes the checkpoints worth less than they should be.
    pub fn doubt(&self, folder: &Path) -> Option<String> {
        let place = folder.join(CHECKPOINTS);
        let place = place.display();
        if !self.checkpoints.exists {
            return Some(format!("{place} is missing: the rows could be held against the plan only"));
        }
        let line = self.checkpoints.damaged?;
        Some(format!(
            "{place} is damaged from line {line} on: later rows could be held against the plan only"
        ))
    }

    /// Whether the last checkpoint tells of every byte of the files, and of this many games.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn is_covered(&self, folder: &Path, games: u64) -> Result<bool, Error> {
        let Some(last) = self.checkpoints.rows.last() else { return Ok(false) };
        let lengths = [length(folder, GAMES)?, length(folder, SEATS)?];
        Ok(last.games == games && lengths == [last.games_bytes, last.seats_bytes])
    }
}

/// The length of a file of a folder.
///
/// # Errors
/// A file that cannot be read.
pub fn length(folder: &Path, name: &str) -> Result<u64, Error> {
    let path = folder.join(name);
    let length = std::fs::metadata(&path).map(|file| file.len());
    length.map_err(|error| Error::input(format!("cannot read {}: {error}", path.display())))
}
