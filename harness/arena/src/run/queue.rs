//! Handing out work and putting the results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::finishing::Finishing;
use crate::plan::{Plan, Tournament};
use crate::results::{Folder, Saving};
use crate::{Error, PlayedGame, PlayedGroup};

/// Bytes of finished rows that may wait for an earlier block; beyond this no new block is handed out.
const MOST_WAITING_BYTES: usize = 64 << 20;

/// How often it is looked whether the run is to stop.
const LOOK: Duration = Duration::from_millis(20);

/// Groups to be played by one worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The place of the block in the order of the run.
    pub sequence: u64,
    /// Group indices within the shard, at least one, all of one event.
    pub groups: Vec<u64>,
    /// Games of the first group that are done already.
    pub skip: u64,
}

/// What is to be played next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The groups of the run in their order until so many are there.
    Until(u64),
    /// These groups of a run without shards, behind those before and behind those that are there.
    These(Vec<u64>),
}

/// What was played of a block.
#[derive(Debug, Default)]
pub struct Block {
    /// The groups, where somebody wants them.
    pub groups: Vec<PlayedGroup>,
    /// Rows of `games.csv`.
    pub games: Vec<u8>,
    /// Rows of `seats.csv`.
    pub seats: Vec<u8>,
    /// Number of games.
    pub count: u64,
    /// The number of the first game.
    pub first_game: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Wall-clock time.
    pub milliseconds: f64,
    /// Whether the block was left before its last game: nothing can follow it.
    pub incomplete: bool,
}

struct State {
    /// Where the rows are written, if they are.
    folder: Option<Folder>,
    /// The groups that were asked for one by one, if they are.
    listed: Vec<u64>,
    /// The place of the next group among those that are listed, or in the run.
    next_group: u64,
    skip: u64,
    /// Groups that nobody has been given yet, in their order.
    finished: Vec<PlayedGroup>,
    /// The first games of the group that comes next.
    partial: Vec<PlayedGame>,
    next_sequence: u64,
    /// Finished blocks that wait for an earlier one.
    waiting: BTreeMap<u64, Block>,
    waiting_bytes: usize,
    /// The sequence number of the block to be written next.
    due: u64,
    written: u64,
    closed: bool,
    /// A block was left before its last game: what comes after it is played again when the run goes on.
    gap: bool,
    /// A worker makes what is written last.
    saving: bool,
    failure: Option<Error>,
    /// Why no more games are played, where what was written holds.
    stopped: Option<Error>,
    /// Groups that may be handed out so far.
    limit: u64,
    /// Nothing more will be handed out than there is now.
    ended: bool,
}

/// The work of a run.
pub struct Queue<'a> {
    plan: &'a Plan,
    state: Mutex<State>,
    room: Condvar,
}

impl<'a> Queue<'a> {
    /// The work of a tournament after its first `done` games, of which `before` are the whole groups that somebody wants and
    /// the games of one that was begun.
    pub fn new(
        tournament: &'a Tournament,
        folder: Option<Folder>,
        done: u64,
        before: (Vec<PlayedGroup>, Vec<PlayedGame>),
    ) -> Queue<'a> {
        let (next_group, skip) = tournament.plan.locate(done);
        let state = State {
            folder,
            listed: Vec::new(),
            next_group,
            skip,
            finished: before.0,
            partial: before.1,
            next_sequence: 0,
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            due: 0,
            written: 0,
            closed: false,
            gap: false,
            saving: false,
            failure: None,
            stopped: None,
            limit: 0,
            ended: false,
        };
        Queue { plan: &tournament.plan, state: Mutex::new(state), room: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no worker panics while it holds the queue")
    }

    /// The next block of groups: as many as `size` says for the game to be played, or fewer. Waits until one
    /// can be handed out. None when all are handed out or the run ends early.
    pub fn claim(&self, size: impl Fn(usize) -> u64) -> Option<Claim> {
        let mut state = self.lock();
        while !state.closed && state.has_to_wait() {
            state = self.room.wait(state).expect("no worker panics while it holds the queue");
        }
        if state.closed || state.next_group >= state.limit {
            return None;
        }
        let first = state.next_group;
        let groups: Vec<u64> = if state.listed.is_empty() {
            let (event, last) = self.plan.stretch(first);
            (first..(first + size(event)).min(state.limit).min(last)).collect()
        } else {
            let rest = &state.listed[first as usize..];
            let event = self.plan.group(rest[0]).event;
            let of_event = rest.iter().take_while(|&&group| self.plan.group(group).event == event);
            of_event.take(size(event) as usize).copied().collect()
        };
        let claim = Claim { sequence: state.next_sequence, groups, skip: state.skip };
        state.next_group += claim.groups.len() as u64;
        (state.skip, state.next_sequence) = (0, claim.sequence + 1);
        Some(claim)
    }

    /// Hands out the work stage by stage. `next` is given the groups that came since it was asked last, if they are wanted,
    /// and says what is to be played by the end of the next stage. Its none ends the run. Returns whether it came to that.
    pub fn hand_out(
        &self,
        (stop, finishing): (&AtomicBool, &Finishing),
        mut next: impl FnMut(Vec<PlayedGroup>) -> Result<Option<Stage>, Error>,
    ) -> bool {
        let finished = loop {
            match next(self.take_finished()) {
                Ok(Some(Stage::Until(limit))) => self.lock().limit = limit,
                Ok(Some(Stage::These(groups))) => {
                    let mut state = self.lock();
                    if state.listed.is_empty() {
                        (state.next_group, state.skip) = (0, state.partial.len() as u64);
                    }
                    state.listed.extend(groups);
                    state.limit = state.listed.len() as u64;
                }
                Ok(None) => break true,
                Err(error) => {
                    self.fail(error);
                    break false;
                }
            }
            self.room.notify_all();
            if !self.await_stage(stop, finishing) {
                break false;
            }
        };
        self.lock().ended = true;
        self.room.notify_all();
        finished
    }

    /// The groups that nobody has been given yet.
    pub fn take_finished(&self) -> Vec<PlayedGroup> {
        std::mem::take(&mut self.lock().finished)
    }

    /// Waits until everything that may be handed out is written; false if the run ends before.
    fn await_stage(&self, stop: &AtomicBool, finishing: &Finishing) -> bool {
        let mut state = self.lock();
        loop {
            if state.closed || stop.load(Ordering::Relaxed) || finishing.is_asked() {
                return false;
            }
            if state.next_group >= state.limit && state.due == state.next_sequence {
                return true;
            }
            let waited = self.room.wait_timeout(state, LOOK);
            state = waited.expect("no worker panics while it holds the queue").0;
        }
    }

    /// Takes the rows of a claimed block and writes all blocks that are due.
    pub fn deliver(&self, sequence: u64, block: Block) {
        let mut state = self.lock();
        state.waiting_bytes += block.games.len() + block.seats.len();
        state.waiting.insert(sequence, block);
        while let Some(block) = state.next_due() {
            if state.failure.is_none() && !state.gap {
                state.write(block);
            }
        }
        let saving = state.next_saving();
        drop(state);
        self.room.notify_all();
        if let Some(saving) = saving {
            self.save(&saving);
        }
    }

    /// Makes what was written last, while the other workers play on.
    fn save(&self, saving: &Saving) {
        let began = Instant::now();
        let saved = saving.save();
        let mut state = self.lock();
        state.saving = false;
        match saved {
            Ok(()) => state.folder.iter_mut().for_each(|folder| folder.has_saved(began.elapsed())),
            Err(error) => {
                let path = state.folder.as_ref().map(|folder| folder.path().to_owned()).unwrap_or_default();
                state.fail(Error::io("write to", &path, error));
            }
        }
        drop(state);
        self.room.notify_all();
    }

    /// Ends the run with a failure.
    pub fn fail(&self, failure: Error) {
        self.lock().fail(failure);
        self.room.notify_all();
    }

    /// Ends the run: this machine cannot play its games on. What was written is kept.
    pub fn stop(&self, why: Error) {
        let mut state = self.lock();
        state.stopped.get_or_insert(why);
        state.closed = true;
        drop(state);
        self.room.notify_all();
    }

    /// Ends the writing; returns the number of games and the folder, or the failure that ended the run.
    pub fn close(self) -> (u64, Result<Option<Folder>, Error>) {
        let mut state = self.state.into_inner().expect("no worker panics while it holds the queue");
        if let Some(failure) = state.failure {
            // What was written may not have reached the disk: a checkpoint would vouch for it.
            return (state.written, Err(failure));
        }
        let saved = state.folder.as_mut().map_or(Ok(()), Folder::save);
        (state.written, saved.and(state.stopped.map_or(Ok(state.folder), Err)))
    }
}

impl State {
    /// Whether nothing can be handed out now, but perhaps later.
    fn has_to_wait(&self) -> bool {
        self.waiting_bytes > MOST_WAITING_BYTES || (self.next_group >= self.limit && !self.ended)
    }

    /// The block that is to be written next, if it is there.
    fn next_due(&mut self) -> Option<Block> {
        let block = self.waiting.remove(&self.due)?;
        self.waiting_bytes -= block.games.len() + block.seats.len();
        self.due += 1;
        Some(block)
    }

    fn write(&mut self, mut block: Block) {
        let timing = (block.first_game, block.count, block.plies, block.milliseconds);
        if block.count > 0
            && let Some(folder) = &mut self.folder
            && let Err(error) = folder.write(&block.games, &block.seats, timing)
        {
            return self.fail(error);
        }
        self.written += block.count;
        if let Some(first) = block.groups.first_mut() {
            first.games.splice(..0, self.partial.drain(..));
        }
        self.finished.append(&mut block.groups);
        if block.incomplete {
            (self.closed, self.gap) = (true, true);
        }
    }

    /// What is to be made to last now, if it is time and nobody does so already.
    fn next_saving(&mut self) -> Option<Saving> {
        let due = self.failure.is_none() && !self.saving;
        let saving =
            self.folder.as_mut().filter(|folder| due && folder.is_due()).map(|folder| folder.saving());
        self.saving |= saving.is_some();
        saving
    }

    fn fail(&mut self, failure: Error) {
        self.failure.get_or_insert(failure);
        self.closed = true;
    }
}
