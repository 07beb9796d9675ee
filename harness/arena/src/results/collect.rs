//! A run whose games are played elsewhere, in ranges of groups that come in one after the other.

use std::path::Path;
use std::sync::Arc;

use torneo_contract::refuse_if;

use super::choices::{Choices, body_of};
use super::reader::Reader;
use super::resume::Resumed;
use super::{Folder, Manifest};
use crate::Error;
use crate::plan::{Config, Plan, Shard, Tournament};
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
    config: Config,
    folder: Folder,
    moves: Option<Arc<Choices>>,
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
        let (store, plan) = (Store::default(), tournament.plan.clone());
        refuse_if!(plan.is_interleaved(), Error::input(crate::plan::PlanError::InOnePiece));
        let Resumed { mut folder, games, notes } = match resume {
            true => Folder::resume(&store, out, tournament)?,
            false => {
                let folder = Folder::create(&store, out, &Manifest::new(tournament))?;
                Resumed { folder, games: 0, notes: Vec::new() }
            }
        };
        let moves = tournament.config.output.evaluations.then(|| folder.open_moves()).transpose()?;
        let (next, skip) = plan.locate(games);
        let config = tournament.config.clone();
        Ok(Collector { plan, config, folder, moves, next, skip, games, notes })
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
        let (next, groups) = (self.next, self.plan.groups());
        let is_next = next < end && end <= groups;
        refuse_if!(!is_next, "expected groups from {next} on, to {groups} at most, found {shard}");
        let name = format!("the rows of the groups {shard}");
        let mut reader = Reader::of_bytes(&name, delivery.games, delivery.seats)?;
        let (first_game, mut count, mut left) = (self.plan.group(self.next).first_game, 0, self.skip);
        let mut from = reader.position().map(|at| at as usize);
        for group in (self.next..end).map(|index| self.plan.group(index)) {
            for game in 0..group.games {
                refuse_if!(!reader.next()?, "{name}: expected game {}", group.first_game + game);
                reader.check(&self.plan, &self.config, &group, game)?;
                if left > 0 {
                    (left, from) = (left - 1, reader.position().map(|at| at as usize));
                } else {
                    count += 1;
                }
            }
        }
        reader.is_at_end()?;
        let is_cut = [delivery.games, delivery.seats].iter().any(|rows| !rows.ends_with(b"\n"));
        refuse_if!(is_cut, "{name}: the last row is cut short");
        let differs = self.moves.is_some() != delivery.moves.is_some();
        refuse_if!(differs, "{name}: expected moves as the configuration has");
        if let (Some(moves), Some(bytes)) = (&self.moves, delivery.moves) {
            moves.append(body_of(bytes)?)?;
        }
        let (games, seats) = (&delivery.games[from[0]..], &delivery.seats[from[1]..]);
        self.folder.write(games, seats, (first_game + self.skip, count, 0, 0.0))?;
        if self.folder.is_due() {
            self.folder.save()?;
        }
        (self.next, self.skip, self.games) = (end, 0, self.games + count);
        Ok(count)
    }

    /// Makes what is there last; once all groups are there the folder is that of a finished run.
    ///
    /// # Errors
    /// Files that cannot be written.
    pub fn close(mut self) -> Result<(), Error> {
        self.folder.save()?;
        if self.next == self.plan.groups() { self.folder.finish() } else { Ok(()) }
    }
}
