//! One stream of played groups, whoever asks for them: groups are handed out stage by stage, played by workers, and given to
//! a consumer in their order. A results folder is a sink beside the consumer.

use std::path::Path;
use std::sync::mpsc;
use std::time::Instant;

use super::affinity::Affinity;
use super::queue::{Queue, Stage};
use super::request::{Keeping, Stream, Wanted};
use super::sessions::OpenSession;
use super::worker::{Files, Worker};
use super::{Summary, check_memory, tell};
use crate::figures::{Copies, Groups};
use crate::memory;
use crate::plan::Tournament;
use crate::results::{Folder, Manifest, Resumed, ReuseCache, first_games, programs, wrong_answers};
use crate::{Error, PlayedGame, PlayedGroup};

/// What is there of a run before it goes on.
#[derive(Default)]
struct Before {
    folder: Option<Folder>,
    games: u64,
    groups: Vec<PlayedGroup>,
    partial: Vec<PlayedGame>,
}

impl Stream<'_> {
    /// Plays stage by stage: `next` is given the groups that came since it was asked last, if they are wanted. It says what is
    /// to be there by the end of the next stage; none ends the stream. In a folder that is gone on with its groups come first. Where an
    /// end was asked for, `next` is told last of what was on then, and what it wants is not played.
    ///
    /// # Errors
    /// A folder that cannot be used, an error while playing or one of `next`, or [`Error::Interrupted`] if `stop` was set or an end
    /// was asked for: then the folder holds every game finished so far.
    pub fn play(
        &self,
        mut next: impl FnMut(Vec<PlayedGroup>) -> Result<Option<Stage>, Error>,
    ) -> Result<Summary, Error> {
        let Stream { tournament, bars, stop, .. } = *self;
        let threads = memory::threads(self.threads);
        check_memory(tournament, threads)?;
        tournament.greet(stop)?;
        let reuse_cache = ReuseCache::of(self.reuse, &tournament.config)?;
        reuse_cache.notes.iter().for_each(|note| tell(&format!("warning: {note}")));
        let Before { mut folder, games: resumed, groups, partial } = self.before()?;
        // Nothing is written into a results folder before it is one.
        self.logs.iter().for_each(|logs| tournament.log_programs(logs));
        let session = folder
            .as_ref()
            .map(|folder| OpenSession::begin(self.store, folder.path(), threads, self.command));
        if let (Some(session), Some(folder)) = (&session, &folder) {
            programs::note(&*self.store.files, folder.path(), &session.started(), tournament);
        }
        let began = Instant::now();
        let output = tournament.config.output;
        let moves = folder.as_mut().filter(|_| output.evaluations).map(Folder::open_moves).transpose()?;
        let times = folder.as_mut().filter(|_| output.times).map(Folder::open_times).transpose()?;
        // Rows of an earlier session are put in order though no game is played on now.
        let writes_endings = |folder: &&mut Folder| self.play_on || folder.has_unsorted_endings();
        let endings = folder.as_mut().filter(writes_endings).map(Folder::open_endings).transpose()?;
        let faults = folder.as_mut().filter(|_| tournament.asks_others());
        let faults = faults.map(Folder::open_faults).transpose()?;
        bars.begin(resumed);
        if let Keeping::Folder { out, .. } = self.keeping
            && resumed > 0
        {
            bars.recall(|visit| _ = first_games(out, resumed, visit));
        }
        let (are_written, copies) = (folder.is_some(), Copies::of(tournament));
        let files = Files { reuse_cache, moves, times, endings, faults, are_written, copies };
        let queue = Queue::new(tournament, folder, resumed, (groups, partial));
        let affinity = Affinity::new(self.affinity)?;
        let play = |pool: &rayon::ThreadPool| {
            std::thread::scope(|scope| {
                let (end, ended) = mpsc::channel();
                scope.spawn(move || bars.keep_telling(self.told_every, &ended));
                let finished = pool.in_place_scope(|scope| {
                    for _ in 0..pool.current_num_threads() {
                        scope.spawn(|_| Worker::new(self, &queue, &files).work());
                    }
                    queue.hand_out((stop, self.finishing), &mut next)
                });
                drop(end);
                finished
            })
        };
        // All threads end here: none is left for the end of the program to cut off.
        let finished = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("worker {index}"))
            .start_handler(move |index| affinity.pin(index))
            .build_scoped(rayon::ThreadBuilder::run, play)
            .map_err(|error| Error::run(format!("cannot start the threads: {error}")))?;
        bars.finish();
        if let Some(session) = session {
            session.end();
        }
        if !finished
            && self.finishing.is_asked()
            && let Err(error) = next(queue.take_finished())
        {
            queue.fail(error);
        }
        let (played, closed) = queue.close();
        let folder = closed?;
        if !finished {
            bars.tell_standing();
            return Err(Error::Interrupted);
        }
        folder.map_or(Ok(()), Folder::finish)?;
        let (reused, faults) = (bars.reused(), bars.faults());
        Ok(Summary { resumed, played, reused, seconds: began.elapsed().as_secs_f64(), faults })
    }

    /// The folder, with what it holds.
    fn before(&self) -> Result<Before, Error> {
        let tournament = self.tournament;
        let (out, resume) = match self.keeping {
            Keeping::Nothing => {
                let groups = self.there.to_vec();
                let games = groups.iter().map(|group| group.games.len() as u64).sum();
                return Ok(Before { games, groups, ..Before::default() });
            }
            Keeping::Folder { out, resume } => (out, resume),
        };
        if !resume {
            let folder = Folder::create(self.store, out, &Manifest::new(tournament))?;
            return Ok(Before { folder: Some(folder), ..Before::default() });
        }
        let Resumed { folder, games, notes } = Folder::resume(self.store, out, tournament)?;
        notes.iter().for_each(|note| tell(&format!("warning: {note}")));
        let before = Before { folder: Some(folder), games, ..Before::default() };
        if self.wanted == Wanted::Nothing || games == 0 {
            return Ok(before);
        }
        let (groups, partial) = groups_of(tournament, out, games)?;
        Ok(Before { groups, partial, ..before })
    }
}

/// The groups of the first games of a folder, and the games of the one that was begun.
pub(crate) fn groups_of(
    tournament: &Tournament,
    out: &Path,
    games: u64,
) -> Result<(Vec<PlayedGroup>, Vec<PlayedGame>), Error> {
    let names = Groups::new(&tournament.config);
    let mut wrong = wrong_answers(out)?;
    let (mut groups, mut open): (Vec<PlayedGroup>, Vec<PlayedGame>) = (Vec::new(), Vec::new());
    first_games(out, games, |result| {
        let group = tournament.plan.group_of_run(result.pair);
        let Some((_, engines)) = names.indices(result) else { return };
        let faulty = result.faulty_seat().map(|seat| engines[seat]);
        open.push(PlayedGame {
            fault: result.fault().and_then(|reason| Some((faulty?, reason.to_owned().into()))),
            scores: result.scores().into_iter().collect(),
            actions: result.seats.iter().map(|seat| seat.actions).collect(),
            plies: result.plies,
            record: result.record.clone(),
            opening: result.opening.clone(),
            wrong: wrong.remove(&result.game_no).unwrap_or_default(),
            engines,
        });
        if open.len() as u64 == group.games {
            groups.push(PlayedGroup { games: std::mem::take(&mut open), ..PlayedGroup::of(&group) });
        }
    })?;
    Ok((groups, open))
}
