//! Where the games of a trial come from: played and forgotten, or kept in a results folder.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use torneo_contract::reason;

use super::{GameScores, GroupScores, Trial};
use crate::Error;
use crate::plan::Tournament;
use crate::results::{Follower, GameResult, Manifest, rewrite};
use crate::run::{ProgressReporter, RunOptions, in_stages};
use crate::storage::Store;

/// What becomes of the games of a trial.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Keeping {
    /// They are forgotten.
    #[default]
    Nothing,
    /// They are written to a results folder.
    Folder {
        /// The folder.
        out: PathBuf,
        /// Whether the trial goes on with what is there.
        resume: bool,
    },
}

/// How a trial is played; the result does not depend on it.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// Number of threads; 0 for one per processor.
    pub threads: usize,
    /// Set to stop.
    pub stop: Arc<AtomicBool>,
    /// What becomes of the games.
    pub keeping: Keeping,
    /// Where that is written.
    pub store: Store,
}

impl Conduct {
    /// So many threads, with files of this machine and nothing that stops them yet.
    pub fn new(threads: usize, keeping: Keeping) -> Conduct {
        Conduct { threads, stop: Arc::default(), keeping, store: Store::default() }
    }
}

/// Plays the groups of a tournament in their order. `next` is given the groups played since it was asked last and says how
/// many there are to be; none ends the trial. A folder then holds whole rounds, and says how many.
pub fn play(
    tournament: &Tournament,
    conduct: &Conduct,
    mut next: impl FnMut(&[GroupScores]) -> Result<Option<u64>, Error>,
) -> Result<(), Error> {
    let Keeping::Folder { out, resume } = &conduct.keeping else {
        let trial = Trial::new(tournament, conduct.threads, &conduct.stop)?;
        let (mut done, mut new) = (0, Vec::new());
        while let Some(limit) = next(&new)? {
            new = trial.play(&(done..limit).collect::<Vec<_>>())?;
            done = limit;
        }
        return Ok(());
    };
    let store = &conduct.store;
    let options = RunOptions { threads: conduct.threads, resume: *resume, ..RunOptions::default() };
    let mut rows = Rows::new(tournament, out);
    let (mut groups, mut ended) = (0, false);
    // What was asked for, what of it was given, and what is read but not yet asked for: a trial that goes on looks at what
    // is there in the same steps as one that was never stopped.
    let (mut limit, mut given, mut waiting) = (0, 0, VecDeque::new());
    in_stages(store, tournament, out, options, &conduct.stop, &ProgressReporter::hidden(tournament), || {
        let read = rows.read()?;
        groups += read.len() as u64;
        waiting.extend(read);
        while !ended && limit - given <= waiting.len() as u64 {
            let new: Vec<GroupScores> = waiting.drain(..(limit - given) as usize).collect();
            given = limit;
            match next(&new)? {
                Some(more) => limit = more.max(given),
                None => ended = true,
            }
        }
        // A folder ends with a whole round.
        let whole = groups.next_multiple_of(tournament.plan.groups_of_round());
        Ok(if ended { (groups < whole).then_some(whole) } else { Some(limit) })
    })?;
    shorten(store, tournament, out, groups)
}

/// Says in the manifest how many rounds were played.
fn shorten(store: &Store, tournament: &Tournament, out: &Path, groups: u64) -> Result<(), Error> {
    let rounds = groups / tournament.plan.groups_of_round();
    match Manifest::new(tournament).with_rounds(rounds) {
        Some(manifest) => rewrite(store, out, &manifest),
        None => Ok(()),
    }
}

/// The rows of a growing folder as groups.
struct Rows<'a> {
    tournament: &'a Tournament,
    follower: Follower,
    engines: HashMap<&'a str, usize>,
    /// The games of the group that is being read.
    games: Vec<GameScores>,
}

impl<'a> Rows<'a> {
    fn new(tournament: &'a Tournament, out: &Path) -> Rows<'a> {
        let engines = tournament.config.engines.iter().enumerate();
        let engines = engines.map(|(index, engine)| (&*engine.name, index)).collect();
        Rows { tournament, follower: Follower::of_own(out), engines, games: Vec::new() }
    }

    /// The groups that have been finished since the last time.
    fn read(&mut self) -> Result<Vec<GroupScores>, Error> {
        let Rows { tournament, follower, engines, games } = self;
        let (mut groups, mut failed) = (Vec::new(), None);
        follower.each_new(|result| {
            let group = tournament.plan.group(result.pair);
            if result.reason == reason::ENGINE_ERROR {
                failed.get_or_insert(result.game_no);
            }
            games.push(scores_of(result, engines));
            if games.len() as u64 == group.games {
                groups.push(GroupScores { game: group.game, games: std::mem::take(games) });
            }
        })?;
        failed.map_or(Ok(groups), |game| Err(Error::run(format!("an engine failed in game {game}"))))
    }
}

fn scores_of(result: &GameResult, engines: &HashMap<&str, usize>) -> GameScores {
    let faulty = result.faulty_seat().and_then(|seat| engines.get(&*result.seats[seat].engine));
    GameScores {
        fault: result.fault().and_then(|reason| Some((*faulty?, reason.into()))),
        engines: result.seats.iter().filter_map(|seat| engines.get(&*seat.engine).copied()).collect(),
        scores: result.seats.iter().map(|seat| seat.score).collect(),
        plies: result.plies,
        record: result.record.clone(),
        opening: result.opening.clone(),
    }
}
