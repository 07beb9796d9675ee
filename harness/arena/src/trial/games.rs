//! Where the games of a trial come from: the stream of a run, with or without a results folder beside it.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use torneo_contract::reason;

use crate::plan::{Config, Tournament};
use crate::results::{Manifest, renew};
use crate::run::{Finishing, Keeping, ProgressReporter, RunOptions, Stage, Stream, Wanted};
use crate::storage::Store;
use crate::{Error, PlayedGroup};

/// How a trial is played; the result does not depend on it.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// Number of threads; 0 for one per processor.
    pub threads: usize,
    /// Set to stop.
    pub stop: Arc<AtomicBool>,
    /// Asked to end with the games that are on.
    pub finishing: Arc<Finishing>,
    /// What becomes of the games.
    pub keeping: Keeping,
    /// Where that is written.
    pub store: Store,
    /// The folder in which engines that are other programs are listened to, if they are.
    pub logs: Option<PathBuf>,
    /// The command that was typed, if one was.
    pub command: Option<String>,
    /// Whether each worker, with its programs, has a processor of its own.
    pub affinity: bool,
    /// Whether an engine that fails by itself loses its game; else it ends the trial.
    pub forfeits: bool,
    /// What was played so far of a tournament that may grow and that no folder keeps; none where it cannot grow.
    pub played: Option<Arc<Mutex<Vec<PlayedGroup>>>>,
}

impl Conduct {
    /// So many threads, with files of this machine and nothing that stops them yet.
    pub fn new(threads: usize, keeping: Keeping) -> Conduct {
        Conduct {
            threads,
            stop: Arc::default(),
            finishing: Arc::default(),
            keeping,
            store: Store::default(),
            logs: None,
            command: None,
            affinity: false,
            forfeits: false,
            played: None,
        }
    }

    /// The same for a tournament that may grow.
    #[must_use]
    pub fn growing(&self) -> Conduct {
        let is_kept = self.keeping != Keeping::Nothing;
        Conduct { played: (!is_kept).then(Arc::default), ..self.clone() }
    }

    /// The same for a tournament that has grown: what was played of it is there.
    #[must_use]
    pub fn grown(mut self) -> Conduct {
        if let Keeping::Folder { resume, .. } = &mut self.keeping {
            *resume = true;
        }
        self
    }

    /// What was played so far and is in no folder.
    fn there(&self) -> Vec<PlayedGroup> {
        let played = self.played.as_ref().map(|played| played.lock().unwrap_or_else(PoisonError::into_inner));
        played.map_or(Vec::new(), |played| played.clone())
    }
}

/// Plays a tournament stage by stage: `next` is given the groups played since it was asked last and says what is to be played
/// then; none ends the trial.
pub fn stages(
    tournament: &Tournament,
    conduct: &Conduct,
    mut next: impl FnMut(Vec<PlayedGroup>) -> Result<Option<Stage>, Error>,
) -> Result<(), Error> {
    let there = conduct.there();
    let stream = Stream {
        tournament,
        keeping: &conduct.keeping,
        there: &there,
        store: &conduct.store,
        threads: conduct.threads,
        reuse: &[],
        wanted: Wanted::Moves,
        bars: &ProgressReporter::hidden(tournament),
        told_every: RunOptions::default().told_every,
        affinity: conduct.affinity,
        logs: conduct.logs.as_deref(),
        command: conduct.command.as_deref(),
        play_on: false,
        finishing: &conduct.finishing,
        stop: &conduct.stop,
    };
    let mut known = there.len();
    let stages = |new: Vec<PlayedGroup>| {
        if !conduct.forfeits {
            new.iter().try_for_each(|group| check(tournament, group))?;
        }
        if let Some(played) = &conduct.played {
            let old = known.min(new.len());
            known -= old;
            played.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&new[old..]);
        }
        next(new)
    };
    stream.play(stages).map(drop)
}

/// Makes sure that no engine of a group failed by itself: an answer without it would be another's.
fn check(tournament: &Tournament, group: &PlayedGroup) -> Result<(), Error> {
    for (number, game) in (tournament.plan.group(group.number).first_game..).zip(&group.games) {
        if let Some((engine, reason)) =
            game.fault.as_ref().filter(|(_, reason)| *reason == reason::ENGINE_ERROR)
        {
            let engine = &tournament.config.engines[*engine].name;
            return Err(Error::run(format!("engine `{engine}` failed in game {number}: {reason}")));
        }
    }
    Ok(())
}

/// Plays the groups of a tournament in their order. `next` is given the groups played since it was asked last and says how
/// many there are to be; none ends the trial. A folder then holds whole rounds, and says how many.
pub fn play(
    tournament: &Tournament,
    conduct: &Conduct,
    mut next: impl FnMut(&[PlayedGroup]) -> Result<Option<u64>, Error>,
) -> Result<(), Error> {
    let (mut groups, mut ended) = (0, false);
    // What was asked for, what of it was given, and what is there but not yet asked for: a trial that goes on looks at what
    // is there in the same steps as one that was never stopped.
    let (mut limit, mut given, mut waiting) = (0, 0, VecDeque::new());
    stages(tournament, conduct, |new| {
        groups += new.len() as u64;
        waiting.extend(new);
        while !ended && limit - given <= waiting.len() as u64 {
            let new: Vec<PlayedGroup> = waiting.drain(..(limit - given) as usize).collect();
            given = limit;
            match next(&new)? {
                Some(more) => limit = more.max(given),
                None => ended = true,
            }
        }
        if !ended {
            return Ok(Some(Stage::Until(limit)));
        }
        // A folder ends with a whole round.
        let of_round = tournament.plan.groups_of_round();
        let whole = groups.next_multiple_of(of_round);
        if conduct.keeping != Keeping::Nothing && groups < whole {
            return Ok(Some(Stage::Until(whole)));
        }
        tell(tournament, conduct, |config| {
            config.rounds = groups / of_round;
            config.opening = std::mem::take(&mut config.opening).of_rounds(config.rounds);
        })?;
        Ok(None)
    })
}

/// Writes into the manifest of a trial that is kept what is known of its course by now.
pub fn tell(
    tournament: &Tournament,
    conduct: &Conduct,
    known: impl FnOnce(&mut Config),
) -> Result<(), Error> {
    let Keeping::Folder { out, .. } = &conduct.keeping else { return Ok(()) };
    let mut config = tournament.config.clone();
    known(&mut config);
    let manifest = Manifest::new(tournament).with(config).map_err(Error::input)?;
    renew(&conduct.store, out, &manifest)
}
