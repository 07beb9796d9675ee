//! One thread of a run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::finishing::Finishing;
use super::progress::ProgressReporter;
use super::queue::{Block, Claim, Queue};
use super::request::{Stream, Wanted};
use crate::figures::Copies;
use crate::plan::{Group, PerGame, Tournament};
use crate::results::{Choices, Field, Held, ReuseCache, Rows};
use crate::results::{evaluation_rows, fault_rows, played_on_row, time_rows};
use crate::{Error, PlayedGame, PlayedGroup};
use torneo_contract::{Seat, SeatVec, reason};
use torneo_registry::matchup::Player;
use torneo_registry::pairing::{MatchSettings, Pairing, Played};

/// How long a block should take: long enough that handing over costs nothing, short enough to share the work well.
const BLOCK_TIME: Duration = Duration::from_millis(20);
/// The largest block, in groups.
const LARGEST_BLOCK: u64 = 1 << 14;

/// What workers write to and take from beside their games.
pub struct Files {
    pub reuse_cache: ReuseCache,
    /// What each choice rests on, if that is written.
    pub moves: Option<Arc<Choices>>,
    /// How long each choice took, if that is written.
    pub times: Option<Arc<Choices>>,
    /// How adjudicated games end, if that is written.
    pub endings: Option<Arc<Choices>>,
    /// Which answers were none, if that is written.
    pub faults: Option<Arc<Choices>>,
    /// Whether rows are written.
    pub are_written: bool,
    /// Which groups need their moves, if only to be compared.
    pub copies: Copies,
}

/// Plays blocks until none is left.
pub struct Worker<'a> {
    tournament: &'a Tournament,
    queue: &'a Queue<'a>,
    bars: &'a ProgressReporter<'a>,
    files: &'a Files,
    finishing: &'a Finishing,
    stop: &'a Arc<AtomicBool>,
    games: PerGame<Place>,
    /// The names of the engines as fields of the results.
    engines: Vec<Field>,
    /// How many groups of each event make a block.
    block_sizes: Vec<u64>,
    played: Played,
    /// Whether adjudicated games are played on.
    play_on: bool,
    wanted: Wanted,
}

/// The place of a worker at a game.
struct Place {
    /// The name of the game as a field of the results.
    name: Field,
    /// There at the game that is played, or at all of an interleaved run.
    player: Option<Player>,
}

impl<'a> Worker<'a> {
    /// A worker of a stream with nothing done yet.
    pub fn new(stream: &Stream<'a>, queue: &'a Queue<'a>, files: &'a Files) -> Worker<'a> {
        let Stream { tournament, bars, finishing, stop, play_on, wanted, .. } = *stream;
        let config = &tournament.config;
        Worker {
            tournament,
            queue,
            bars,
            files,
            finishing,
            stop,
            games: config.games.map(|game| Place { name: Field::new(game), player: None }),
            engines: config.engines.iter().map(|engine| Field::new(&engine.name)).collect(),
            block_sizes: vec![1; tournament.plan.events().len()],
            played: Played::default(),
            play_on,
            wanted,
        }
    }

    /// Plays until no work is left or the run is stopped.
    pub fn work(mut self) {
        while !self.stop.load(Ordering::Relaxed) && !self.finishing.is_asked() {
            let Some(claim) = self.queue.claim(|event| self.block_sizes[event]) else { return };
            let sequence = claim.sequence;
            match catch_unwind(AssertUnwindSafe(|| self.play_block(&claim))) {
                Ok(block) => self.queue.deliver(sequence, block),
                Err(panic) => {
                    let message = torneo_registry::panics::panic_message(&*panic);
                    let groups = claim.groups;
                    return self.queue.fail(Error::run(format!(
                        "an internal error in the groups {} to {}: {message}",
                        groups[0],
                        groups[groups.len() - 1]
                    )));
                }
            }
        }
    }

    fn play_block(&mut self, claim: &Claim) -> Block {
        let began = Instant::now();
        let plan = &self.tournament.plan;
        let first = plan.group(claim.groups[0]);
        if self.games[first.game].player.is_none() {
            if !plan.is_interleaved() {
                self.games.iter_mut().for_each(|place| place.player = None);
            }
            self.games[first.game].player = Some(self.tournament.tables[first.game].player(self.stop));
        }
        self.bars.now_playing(first.event, &first.engines);
        let games = claim.groups.iter().map(|&index| plan.group(index).games).sum::<u64>() - claim.skip;
        let mut on = self.finishing.begin(games);
        let mut groups = Vec::new();
        let mut rows = Rows::default();
        let mut block = Block { first_game: first.first_game + claim.skip, ..Block::default() };
        for (place, &index) in claim.groups.iter().enumerate() {
            let group = plan.group(index);
            let skip = if place == 0 { claim.skip } else { 0 };
            let mut played = PlayedGroup::of(&group);
            for game in skip..group.games {
                if !self.play_game(&group, game, &mut rows, &mut played) {
                    block.incomplete = true;
                    break;
                }
                block.plies += self.played.plies;
                on.end_one();
            }
            groups.push(played);
            if block.incomplete {
                break;
            }
        }
        (block.games, block.seats) = rows.into_bytes();
        let took = began.elapsed();
        groups.retain(|group| !group.games.is_empty());
        block.count = groups.iter().map(|group| group.games.len() as u64).sum();
        self.bars.add(&groups, took.as_secs_f64());
        if self.wanted != Wanted::Nothing {
            block.groups = groups;
        }
        block.milliseconds = took.as_secs_f64() * 1e3;
        self.block_sizes[first.event] = next_size(claim.groups.len() as u64, took);
        block
    }

    /// Plays one game and adds its rows and what came out; false if it was abandoned.
    fn play_game(&mut self, group: &Group, index: u64, rows: &mut Rows, played: &mut PlayedGroup) -> bool {
        let (game_no, pairing) = (group.first_game + index, self.tournament.pairing(group, index));
        let held = match self.files.reuse_cache.is_empty() {
            true => None,
            false => {
                match self.files.reuse_cache.find(self.tournament.identities.of_game(group, &pairing.engines))
                {
                    Ok(held) => held,
                    Err(error) => {
                        self.queue.fail(error);
                        return false;
                    }
                }
            }
        };
        let settings = self.tournament.settings(group);
        let (is_recorded, can_be_copy) = (settings.record, self.files.copies.can_be(group));
        // Moves that somebody wants, if only to find copies, need not be written.
        let record = is_recorded || (self.wanted == Wanted::Moves && can_be_copy);
        let with_moves = record && (self.wanted == Wanted::Moves || can_be_copy);
        if let Some(held) = held {
            let engines = pairing.engines.iter().map(|&engine| &self.engines[engine]);
            rows.push_held(game_no, group, &self.games[group.game].name, engines, &held);
            self.bars.reuse();
            played.games.push(game_of(&held, &pairing, with_moves));
            self.played.plies = played.games[played.games.len() - 1].plies;
            played.reused = true;
            return true;
        }
        let settings = MatchSettings { record, play_on: self.play_on, ..settings };
        let player =
            self.games[group.game].player.as_mut().expect("the worker sits at the table of the block");
        match player.play(&pairing, settings, &mut self.played) {
            Ok(true) => {}
            Ok(false) => return false,
            Err(fault) => {
                self.queue.stop(Error::run(fault));
                return false;
            }
        }
        let outcome = self.played.outcome.as_ref().expect("the game is over");
        if let Some((seat, message)) = &self.played.failed {
            let engine = &self.tournament.config.engines[pairing.engines[seat.index()]].name;
            let seat = self.tournament.tables[group.game].seat_name(*seat);
            let reason = outcome.reason;
            let message = format!("game {game_no}: engine `{engine}` ({seat}) failed: {reason}: {message}");
            self.bars.failure(engine, reason, &message);
        }
        if let Err(error) = self.write_choices(game_no, &pairing) {
            self.queue.fail(error);
            return false;
        }
        let text = |text: &String| if with_moves { text.clone() } else { String::new() };
        played.games.push(PlayedGame {
            engines: pairing.engines.clone(),
            scores: outcome.scores.clone(),
            actions: self.played.actions.clone(),
            plies: self.played.plies,
            record: text(&self.played.record),
            opening: text(&self.played.opening),
            fault: self
                .played
                .failed
                .as_ref()
                .map(|(seat, _)| (pairing.engines[seat.index()], outcome.reason.into())),
            wrong: self.played.wrong(),
        });
        if self.files.are_written {
            if !is_recorded {
                self.played.record.clear();
            }
            let engines = pairing.engines.iter().map(|&engine| &self.engines[engine]);
            rows.push(game_no, group, &self.games[group.game].name, engines, &self.played);
        }
        true
    }

    /// Writes what the choices of the game rest on, how long they took, how it was played on, and which answers were none, as far as
    /// that is asked for.
    fn write_choices(&self, game_no: u64, pairing: &Pairing) -> Result<(), Error> {
        if let Some(moves) = &self.files.moves {
            moves.append(&evaluation_rows(game_no, &self.played.evaluations))?;
        }
        if let Some(times) = &self.files.times {
            times.append(&time_rows(game_no, &self.played.times))?;
        }
        if let Some(faults) = &self.files.faults {
            let engine = |seat: Seat| &*self.tournament.config.engines[pairing.engines[seat.index()]].name;
            faults.append(&fault_rows(game_no, &self.played.faulty, engine))?;
        }
        match (&self.files.endings, &self.played.on, &self.played.outcome) {
            (Some(endings), Some(on), Some(outcome)) => {
                endings.append(&played_on_row(game_no, outcome, self.played.plies, on))
            }
            _ => Ok(()),
        }
    }
}

/// A game that another run has played.
fn game_of(held: &Held, pairing: &Pairing, with_moves: bool) -> PlayedGame {
    let text = |column: usize| held.game.get(column).unwrap_or_default();
    let moves = |column: usize| if with_moves { text(column).to_owned() } else { String::new() };
    let scores = scores_of(held);
    let is_fault = reason::FAULTS.contains(&text(7));
    // Who failed scored nothing.
    let faulty = scores.iter().position(|score| *score == 0.0).filter(|_| is_fault);
    PlayedGame {
        engines: pairing.engines.clone(),
        actions: held
            .seats
            .iter()
            .map(|row| row.get(5).and_then(|count| count.parse().ok()).unwrap_or(0))
            .collect(),
        plies: text(8).parse().unwrap_or_default(),
        record: moves(9),
        opening: moves(4),
        fault: faulty.map(|seat| (pairing.engines[seat], text(7).to_owned().into())),
        // Files that share games do not hold them.
        wrong: SeatVec::new(),
        scores,
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
