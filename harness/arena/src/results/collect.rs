//! A run whose games are played elsewhere, in ranges of groups that come in one after the other.

use std::path::Path;
use std::sync::Arc;

use super::merge::Pair;
use super::moves::body_of;
use super::resume::Resumed;
use super::{Folder, Manifest, Moves};
use crate::Error;
use crate::plan::{Plan, Shard, Tournament};
use crate::storage::Store;

/// The files of a range that was played elsewhere, with their headers.
#[derive(Clone, Copy, Debug)]
pub struct Delivery<'a> {
    /// Rows of `games.csv`.
    pub games: &'a [u8],
    /// Rows of `seats.csv`.
    pub seats: &'a [u8],
    /// Rows of `moves.csv`, if the configuration asks for them.
    pub moves: Option<&'a [u8]>,
}

/// A results folder that grows by ranges of groups, to the bytes that this machine would have written.
pub struct Collector {
    plan: Plan,
    folder: Folder,
    moves: Option<Arc<Moves>>,
    /// The group from which on the next range has to be.
    next: u64,
    /// Games of that group that are there already.
    skip: u64,
    /// Games that are there.
    games: u64,
    notes: Vec<String>,
}

impl Collector {
    /// A new folder for a run, or that of one that was stopped.
    ///
    /// # Errors
    /// A run that has no parts; those of [`Folder::create`], and of [`Folder::resume`] with `resume`.
    pub fn open(tournament: &Tournament, out: &Path, resume: bool) -> Result<Collector, Error> {
        let (store, manifest, plan) = (Store::default(), Manifest::new(tournament), tournament.plan.clone());
        if plan.is_interleaved() {
            return Err(Error::input(crate::plan::NoPlan::InOnePiece));
        }
        let Resumed { mut folder, games, notes } = match resume {
            true => Folder::resume(&store, out, &manifest, &plan)?,
            false => Resumed { folder: Folder::create(&store, out, &manifest)?, games: 0, notes: Vec::new() },
        };
        let moves = tournament.config.output.evaluations.then(|| folder.open_moves()).transpose()?;
        let (next, skip) = plan.locate(games);
        Ok(Collector { plan, folder, moves, next, skip, games, notes })
    }

    /// The group from which on the next range has to be; the number of groups when all are there.
    pub fn next_group(&self) -> u64 {
        self.next
    }

    /// Games that are there.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// What the user should know of a run that was resumed.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Adds the rows of the next groups; games of them that are there already stay as they are.
    ///
    /// # Errors
    /// Rows that are not those of the groups from [`next_group`](Collector::next_group) to `end`: nothing is written then.
    /// Files that cannot be written: the folder can be resumed.
    pub fn take(&mut self, end: u64, delivery: Delivery<'_>) -> Result<u64, Error> {
        let shard = Shard::Range { first: self.next, end };
        if end <= self.next || end > self.plan.groups() {
            let (next, groups) = (self.next, self.plan.groups());
            return Err(Error::input(format!(
                "expected groups from {next} on, to {groups} at most, found {shard}"
            )));
        }
        let mut rows = [Vec::new(), Vec::new()];
        let mut pair =
            Pair::of_bytes(&format!("the rows of the groups {shard}"), delivery.games, delivery.seats)?;
        let (mut count, mut first_game) = (0, 0);
        for index in self.next..end {
            let group = self.plan.group(index);
            let seats = self.plan.events()[group.event].seats;
            let skip = if index == self.next { self.skip } else { 0 };
            for game in 0..group.games {
                pair.take(group.first_game + game, seats, &mut rows)?;
                if index == self.next && game + 1 == skip {
                    rows.iter_mut().for_each(Vec::clear);
                }
            }
            first_game = if index == self.next { group.first_game + skip } else { first_game };
            count += group.games - skip;
        }
        pair.is_at_end()?;
        if self.moves.is_some() != delivery.moves.is_some() {
            return Err(Error::input(format!(
                "the rows of the groups {shard}: expected moves as the configuration has"
            )));
        }
        if let (Some(moves), Some(bytes)) = (&self.moves, delivery.moves) {
            moves.append(body_of(bytes)?)?;
        }
        let failed = |folder: &Folder, error| Error::io("write to", folder.path(), error);
        let written = self.folder.write(&rows[0], &rows[1], (first_game, count, 0, 0.0), count);
        written.map_err(|error| failed(&self.folder, error))?;
        if self.folder.is_due() {
            self.folder.save().map_err(|error| failed(&self.folder, error))?;
        }
        (self.next, self.skip, self.games) = (end, 0, self.games + count);
        Ok(count)
    }

    /// Makes what is there last; once all groups are there the folder is that of a finished run.
    ///
    /// # Errors
    /// Files that cannot be written.
    pub fn close(mut self) -> Result<(), Error> {
        let path = self.folder.path().to_owned();
        self.folder.save().map_err(|error| Error::io("write to", &path, error))?;
        if self.next == self.plan.groups() { self.folder.finish() } else { Ok(()) }
    }
}
