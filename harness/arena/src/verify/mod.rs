//! Whether results are what their run wrote, and what their games give.
//!
//! Five things are checked:
//!
//! - The manifest follows from its configuration.
//! - The files hold what their checkpoints say.
//! - Every row is that of the plan, and its record leads to its result.
//! - Games that were adjudicated ended as what the engines told makes them end.
//! - Games that are played again give the same rows, to the byte.

mod adjudications;
mod again;
mod replay;
mod tuning;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use torneo_contract::{Refusal, refuse_if};
use torneo_registry::Registry;

use crate::Error;
use crate::plan::{Shard, Tournament};
use crate::results::{MOVES, Manifest, Opened, PROGRAM, UNSORTED, cut_to, lock};
use crate::run::groups_of;
use crate::storage::Store;
use crate::trial::{climbs, follows, is_tuning};

/// The place of a game in its folder and what is wrong with it.
type Fault = (u64, String);

/// Games that are played again unless another number is asked for.
const PLAYED_AGAIN: u64 = 20;
/// Faults that are told; the rest is only counted.
const MOST_TOLD: usize = 20;

/// How results are verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VerifyOptions {
    /// How many games are replayed and how many are played again, spread evenly; without it all are replayed and twenty
    /// are played again.
    pub sample: Option<u64>,
    /// Whether damaged files are cut to the last checkpoint that holds; what is cut is kept in files beside.
    pub repair: bool,
    /// Whether the programs that the folder names are run, to play games again.
    pub run_programs: bool,
}

/// What was found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Verification {
    /// The folder.
    pub folder: PathBuf,
    /// Whether nothing is wrong, or nothing is any more.
    pub sound: bool,
    /// Games of the plan.
    pub planned_games: u64,
    /// Games whose rows are whole.
    pub games: u64,
    /// Checkpoints.
    pub checkpoints: u64,
    /// How many of them hold, from the first one.
    pub checkpoints_holding: u64,
    /// Games whose records were replayed.
    pub replayed: u64,
    /// Games that were played again.
    pub played_again: u64,
    /// What is wrong, with its place.
    pub faults: Vec<String>,
    /// Faults that are not told.
    pub more_faults: u64,
    /// What could not be looked at, and why.
    pub notes: Vec<String>,
    /// What was repaired.
    pub repair: Option<Repair>,
}

/// How a folder was repaired.
#[derive(Clone, Debug, Serialize)]
pub struct Repair {
    /// Games that are left; the run can be resumed after them.
    pub games: u64,
    /// Files with what was cut.
    pub kept: Vec<PathBuf>,
}

/// Verifies a results folder.
///
/// # Errors
/// A folder that holds no results, files that cannot be read, or a repair that is impossible or fails.
pub fn verify(
    store: &Store,
    registry: &Registry,
    folder: &Path,
    options: VerifyOptions,
) -> Result<Verification, Error> {
    let _lock = if options.repair { Some(lock(folder)?) } else { None };
    if is_tuning(folder) {
        return tuning::verify(store, registry, folder, options);
    }
    let opened = Opened::with_moves(folder)?;
    let mut look = Look::new(&opened)?;
    if opened.fault().is_none() {
        look.replay(registry, options.sample)?;
        look.play_again(registry, options)?;
    } else {
        look.found.notes.push("no game was replayed: the rows are damaged".to_owned());
    }
    let Look { mut found, first_bad, .. } = look;
    found.sound = found.faults.is_empty();
    if options.repair && !found.sound {
        found.repair = Some(repair(store, &opened, first_bad)?);
        found.sound = opened.manifest.edit().is_none();
    }
    Ok(found)
}

/// Verifies the files and the records of a run; no game is played again.
///
/// # Errors
/// A folder that holds no results, or files that cannot be read.
pub fn replayed(registry: &Registry, folder: &Path) -> Result<Verification, Error> {
    let opened = Opened::open(folder)?;
    let mut look = Look::new(&opened)?;
    if opened.fault().is_none() {
        look.replay(registry, None)?;
    }
    let mut found = look.found;
    found.sound = found.faults.is_empty();
    Ok(found)
}

fn repair(store: &Store, opened: &Opened, first_bad: u64) -> Result<Repair, Error> {
    let Some(extent) = opened.extent_within(first_bad) else {
        return Err(Error::input_with_help(
            format!("{} cannot be repaired: no checkpoint before the damage holds", opened.folder.display()),
            "play the run again in another folder",
        ));
    };
    Ok(Repair { games: extent.games, kept: cut_to(store, opened, extent)? })
}

impl Verification {
    /// Nothing has been looked at yet.
    fn new(folder: &Path, planned_games: u64, games: u64) -> Verification {
        Verification { folder: folder.to_owned(), planned_games, games, ..Verification::default() }
    }

    fn fault(&mut self, fault: String) {
        if self.faults.len() < MOST_TOLD {
            self.faults.push(fault);
        } else {
            self.more_faults += 1;
        }
    }
}

/// A folder that is being looked at.
struct Look<'a> {
    opened: &'a Opened,
    /// The place in the folder of the first game that is wrong.
    first_bad: u64,
    found: Verification,
}

impl<'a> Look<'a> {
    fn new(opened: &'a Opened) -> Result<Look<'a>, Error> {
        let (planned, games) = (opened.plan.games(), opened.whole.games);
        let found = Verification {
            checkpoints: opened.checkpoints.rows.len() as u64,
            checkpoints_holding: opened.verified.count as u64,
            ..Verification::new(&opened.folder, planned, games)
        };
        let mut look = Look { opened, first_bad: u64::MAX, found };
        let place = opened.folder.display();
        if let Some(edit) = opened.manifest.edit() {
            look.fault(None, format!("{place}: {edit}"));
        }
        opened.faults().for_each(|fault| look.fault(None, fault.clone()));
        if opened.has_uncovered_moves() {
            let note = format!("the checkpoints do not cover {MOVES}: nothing was compared with it");
            look.found.notes.push(note);
            if opened.lacks_moves() && games > 0 {
                look.fault(Some(0), format!("{} is missing", opened.folder.join(MOVES).display()));
            }
        }
        if let Some(doubt) = opened.doubt() {
            look.fault(None, doubt);
        } else if look.found.faults.is_empty() && !opened.is_covered()? {
            let told = opened.confirmed().games;
            if told == planned {
                look.fault(None, format!("{place}: its files hold more than the run had written"));
            } else {
                let note = format!("the checkpoints tell of {told} of {games} games: the run was cut off");
                look.found.notes.push(note);
            }
        }
        if games == planned && opened.verified.moves == Some(UNSORTED) {
            look.found.notes.push(format!("{MOVES} is not in order yet: resuming the run puts it in order"));
        }
        if opened.manifest.edited {
            look.found.notes.push("the results were edited before they were merged".to_owned());
        }
        if games < planned {
            look.found.notes.push(format!("{} games are still to be played", planned - games));
        }
        Ok(look)
    }

    /// Notes what is wrong, with a game by its place in the folder if it is that game's row or record.
    fn fault(&mut self, game: Option<u64>, fault: String) {
        self.first_bad = self.first_bad.min(game.unwrap_or(u64::MAX));
        self.found.fault(fault);
    }

    fn replay(&mut self, registry: &Registry, sample: Option<u64>) -> Result<(), Error> {
        let games = self.found.games;
        let (replayed, faults) = replay::replay(registry, self.opened, sample.unwrap_or(games))?;
        self.found.replayed = replayed;
        if !self.opened.manifest.config.output.record {
            self.found.notes.push("the run has no records that could be replayed".to_owned());
        }
        faults.into_iter().for_each(|(game, fault)| self.fault(Some(game), fault));
        match adjudications::judge(registry, self.opened, sample.unwrap_or(games))? {
            Some(faults) => faults.into_iter().for_each(|(game, fault)| self.fault(Some(game), fault)),
            None => {
                let note = format!("adjudicated ends were not judged again: that needs {MOVES}");
                self.found.notes.push(note);
            }
        }
        Ok(())
    }

    /// The run, ready to be played again; else why it is not.
    fn playable(&self, registry: &Registry) -> Result<Tournament, Refusal> {
        let Manifest { program, reproducible, config, .. } = &self.opened.manifest;
        refuse_if!(program != PROGRAM, "{program} wrote them, this is {PROGRAM}");
        refuse_if!(!reproducible, "an engine has a time budget");
        Tournament::of_config(registry, config.clone(), Shard::WHOLE).map_err(Refusal::new)
    }

    fn play_again(&mut self, registry: &Registry, options: VerifyOptions) -> Result<(), Error> {
        let tournament = match self.playable(registry) {
            Ok(tournament) => tournament,
            Err(why) => {
                self.found.notes.push(format!("no game was played again: {why}"));
                return Ok(());
            }
        };
        if options.run_programs {
            tournament.greet(&Arc::default())?;
        } else if !tournament.programs().is_empty() {
            let commands = tournament.commands().join("\n    ");
            self.found.notes.push(format!(
                "games of programs were not played again; with --run-programs this would run\n    {commands}"
            ));
        }
        if let Some(elimination) = &tournament.config.elimination {
            let (groups, _) = groups_of(&tournament, &self.opened.folder, self.found.games)?;
            if !follows(&tournament, elimination, groups) {
                let place = self.opened.folder.display();
                self.fault(None, format!("{place}: who was out when does not follow from the games"));
            }
        }
        if let Some(rating) = tournament.config.rating.as_ref().filter(|rating| rating.is_adaptive()) {
            let (groups, _) = groups_of(&tournament, &self.opened.folder, self.found.games)?;
            if !climbs(&tournament, rating, groups) {
                let place = self.opened.folder.display();
                self.fault(None, format!("{place}: who was met does not follow from the games"));
            }
        }
        let sample = options.sample.unwrap_or(PLAYED_AGAIN);
        let (played, faults) = again::play(&tournament, self.opened, (sample, options.run_programs))?;
        self.found.played_again = played;
        faults.into_iter().for_each(|(game, fault)| self.fault(Some(game), fault));
        Ok(())
    }
}

/// Whether the `index`-th of `count` things is among a sample of them that is spread evenly.
pub fn is_sampled(index: u64, count: u64, sample: u64) -> bool {
    let before = |index: u64| u128::from(index) * u128::from(sample) / u128::from(count.max(1));
    sample >= count || before(index) != before(index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_spread_evenly() {
        let sample =
            |count, size| (0..count).filter(|&index| is_sampled(index, count, size)).collect::<Vec<_>>();
        assert!(sample(10, 0).is_empty());
        assert_eq!(sample(10, 2), [4, 9]);
        assert_eq!(sample(3, 3), [0, 1, 2]);
        assert_eq!(sample(3, 5), [0, 1, 2]);
        assert_eq!(sample(1_000, 37).len(), 37);
    }
}
