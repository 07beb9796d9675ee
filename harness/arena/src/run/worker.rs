//! One thread of a run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::PlayedGroup;
use super::progress::ProgressReporter;
use super::queue::{Block, Claim, Queue};
use crate::Error;
use crate::figures::GroupScore;
use crate::plan::{Group, PerGame, Tournament};
use crate::results::{Field, Held, Moves, ReuseCache, Rows};
use torneo_contract::{SeatVec, reason};
use torneo_registry::table::{Played, Player};

/// How long a block should take: long enough that handing over costs nothing, short enough to share the work well.
const BLOCK_TIME: Duration = Duration::from_millis(20);
/// The largest block, in groups.
const LARGEST_BLOCK: u64 = 1 << 14;

/// Plays blocks until none is left.
pub struct Worker<'a> {
    tournament: &'a Tournament,
    queue: &'a Queue<'a>,
    bars: &'a ProgressReporter<'a>,
    reuse_cache: &'a ReuseCache,
    stop: &'a Arc<AtomicBool>,
    games: PerGame<Place>,
    /// The names of the engines as fields of the results.
    engines: Vec<Field>,
    /// How many groups of each event make a block.
    block_sizes: Vec<u64>,
    played: Played,
    moves: Option<&'a Moves>,
}

/// The place of a worker at a game.
struct Place {
    /// The name of the game as a field of the results.
    name: Field,
    /// There at the game that is played, or at all of an interleaved run.
    player: Option<Player>,
}

impl<'a> Worker<'a> {
    /// A worker with nothing done yet, who writes to `moves` what each choice rests on.
    pub fn new(
        tournament: &'a Tournament,
        queue: &'a Queue<'a>,
        bars: &'a ProgressReporter<'a>,
        reuse_cache: &'a ReuseCache,
        stop: &'a Arc<AtomicBool>,
        moves: Option<&'a Moves>,
    ) -> Worker<'a> {
        let config = &tournament.config;
        Worker {
            tournament,
            queue,
            bars,
            reuse_cache,
            stop,
            games: config.games.map(|game| Place { name: Field::new(game), player: None }),
            engines: config.engines.iter().map(|engine| Field::new(&engine.name)).collect(),
            block_sizes: vec![1; tournament.plan.events().len()],
            played: Played::default(),
            moves,
        }
    }

    /// Plays until no work is left or the run is stopped.
    pub fn work(mut self) {
        while !self.stop.load(Ordering::Relaxed) {
            let Some(claim) = self.queue.claim(|event| self.block_sizes[event]) else { return };
            let sequence = claim.sequence;
            match catch_unwind(AssertUnwindSafe(|| self.play_block(&claim))) {
                Ok(block) => self.queue.deliver(sequence, block),
                Err(panic) => {
                    let message = torneo_registry::table::panic_message(&*panic);
                    let groups = claim.groups;
                    return self.queue.fail(Error::run(format!(
                        "an internal error in the groups {} to {}: {message}",
                        groups.start,
                        groups.end - 1
                    )));
                }
            }
        }
    }

    fn play_block(&mut self, claim: &Claim) -> Block {
        let began = Instant::now();
        let plan = &self.tournament.plan;
        let first = plan.group(claim.groups.start);
        if self.games[first.game].player.is_none() {
            if !plan.is_interleaved() {
                self.games.iter_mut().for_each(|place| place.player = None);
            }
            self.games[first.game].player = Some(self.tournament.tables[first.game].player(self.stop));
        }
        self.bars.now_playing(first.event, &first.engines);
        let mut groups = Vec::new();
        let mut rows = Rows::default();
        let mut block = Block { first_game: first.first_game + claim.skip, ..Block::default() };
        for index in claim.groups.clone() {
            let group = plan.group(index);
            let skip = if index == claim.groups.start { claim.skip } else { 0 };
            let score = GroupScore::new(group.number, group.game);
            let (event, engines) = (group.event, group.engines.clone());
            let mut scored = PlayedGroup { event, engines, score, reused: false };
            for game in skip..group.games {
                if !self.play_game(&group, game, &mut rows, &mut scored) {
                    block.incomplete = true;
                    break;
                }
                block.plies += self.played.plies;
            }
            groups.push(scored);
            if block.incomplete {
                break;
            }
        }
        block.count = rows.games();
        (block.games, block.seats) = rows.into_bytes();
        let took = began.elapsed();
        groups.retain(|group| group.score.games > 0);
        self.bars.add(&groups, took.as_secs_f64());
        block.milliseconds = took.as_secs_f64() * 1e3;
        self.block_sizes[first.event] = next_size(claim.groups.end - claim.groups.start, took);
        block
    }

    /// Plays one game and adds its rows and scores; false if it was abandoned.
    fn play_game(&mut self, group: &Group, index: u64, rows: &mut Rows, scored: &mut PlayedGroup) -> bool {
        let config = &self.tournament.config;
        let (game_no, pairing) = (group.first_game + index, self.tournament.pairing(group, index));
        let held = match self.reuse_cache.is_empty() {
            true => None,
            false => match self.reuse_cache.find(self.tournament.identities.of_game(group, &pairing.engines))
            {
                Ok(held) => held,
                Err(error) => {
                    self.queue.fail(error);
                    return false;
                }
            },
        };
        if let Some(held) = held {
            let engines = pairing.engines.iter().map(|&engine| &self.engines[engine]);
            rows.push_held(game_no, group, &self.games[group.game].name, engines, &held);
            self.played.plies = held.game.get(8).and_then(|plies| plies.parse().ok()).unwrap_or_default();
            self.bars.reuse();
            let is_fault = held.game.get(7).is_some_and(|reason| reason::FAULTS.contains(&reason));
            scored.score.add(&pairing.engines, &scores_of(&held), is_fault);
            if !is_fault {
                let text = |column: usize| held.game.get(column).unwrap_or_default();
                scored.score.add_moves(&pairing.engines, text(4), text(9));
            }
            scored.reused = true;
            return true;
        }
        let player =
            self.games[group.game].player.as_mut().expect("the worker sits at the table of the block");
        match player.play(&pairing, self.tournament.settings(group), &mut self.played) {
            Ok(true) => {}
            Ok(false) => return false,
            Err(fault) => {
                self.queue.stop(Error::run(fault));
                return false;
            }
        }
        if let Some((seat, message)) = &self.played.failed {
            let engine = &config.engines[pairing.engines[seat.index()]].name;
            let reason = self.played.outcome.as_ref().map_or(reason::ENGINE_ERROR, |outcome| outcome.reason);
            let seat = self.tournament.tables[group.game].seat_name(*seat);
            let message = format!("game {game_no}: engine `{engine}` ({seat}) failed: {reason}: {message}");
            self.bars.failure(engine, reason, &message);
        }
        if let Some(moves) = self.moves
            && let Err(error) = moves.write(game_no, &self.played.evaluations)
        {
            self.queue.fail(error);
            return false;
        }
        let engines = pairing.engines.iter().map(|&engine| &self.engines[engine]);
        rows.push(game_no, group, &self.games[group.game].name, engines, &self.played);
        if let Some(outcome) = &self.played.outcome {
            scored.score.add(&pairing.engines, &outcome.scores, self.played.failed.is_some());
            if self.played.failed.is_none() {
                scored.score.add_moves(&pairing.engines, &self.played.opening, &self.played.record);
            }
        }
        true
    }
}

/// The scores of a game that another run has played.
fn scores_of(held: &Held) -> SeatVec<f64> {
    let score = |row: &csv::StringRecord| row.get(3).and_then(|score| score.parse().ok()).unwrap_or(0.0);
    held.seats.iter().map(score).collect()
}

/// The size of the next block, after one of `size` groups took this long.
fn next_size(size: u64, took: Duration) -> u64 {
    let fitting = size as f64 * BLOCK_TIME.as_secs_f64() / took.as_secs_f64().max(1e-9);
    (fitting as u64).clamp(1, (size * 4).min(LARGEST_BLOCK))
}
