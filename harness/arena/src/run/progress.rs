//! What is shown while a run goes on: bars and the standing on a terminal, else a line from time to time; and messages
//! about failing engines.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use torneo_contract::SeatVec;
use torneo_present::english::{Joined as _, first};
use torneo_present::numbers::duration;
use torneo_present::terminal::{Stream, shortened, shown, width};

use super::cost::Costs;
use super::standing::{Line, table};
use crate::PlayedGroup;
use crate::faults::Faults;
use crate::figures::{Copies, GroupScore, Groups, Pooled, Standing, Tally};
use crate::plan::Tournament;
use crate::results::GameResult;

/// Tells people something: a line on stderr, without anything that a terminal would obey. Where nobody can be told, on a full
/// disk for instance, the work goes on.
pub fn tell(message: &str) {
    tell_as_it_is(&shown(message));
}

/// The same for a message with colours, whose parts from outside are [`shown`] already.
pub fn tell_as_it_is(message: &str) {
    if TELLER.get().is_none_or(|teller| !teller(message)) {
        let _ = writeln!(std::io::stderr(), "{message}");
    }
}

/// What passes a message on in place of stderr; false if it does not.
type Teller = fn(&str) -> bool;

static TELLER: OnceLock<Teller> = OnceLock::new();

/// Messages go to a program in which torneo is a library, for as long as the process lives, and there are no bars. The first one that
/// asks for it is told.
pub fn tell_to(teller: Teller) {
    let _ = TELLER.set(teller);
}

/// How far a run is, for another thread to look at.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// Games that are finished, and games of the run; both 0 until it begins.
    pub fn games(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }
}

/// How often the standing is drawn anew on a terminal.
const REDRAWN: Duration = Duration::from_secs(1);
/// The width where nothing tells one.
const USUAL_WIDTH: usize = 80;
/// Engines in the standing under the bar, and in that at the end.
const MOST_UNDER_BAR: usize = 8;
const MOST_AT_END: usize = 20;
/// Engines in a line.
const MOST_IN_LINE: usize = 4;
/// Messages about failing engines that are shown; the rest is only counted.
const SHOWN_FAILURES: u64 = 10;

/// What is shown of a run.
pub struct ProgressReporter<'a> {
    tournament: &'a Tournament,
    bar: ProgressBar,
    /// Whether nothing is ever said but what goes wrong.
    silent: bool,
    threads: usize,
    began: Instant,
    state: Mutex<State>,
    reused: AtomicU64,
    /// Who else is told of finished games.
    told: Option<Arc<Progress>>,
}

/// What is known so far.
struct State {
    faults: Faults,
    tally: Tally,
    /// A group of which the first games were played before.
    partial: Option<GroupScore>,
    costs: Costs,
    /// Games that are there.
    done: u64,
    /// The event and the engines of the block that was begun last.
    playing: Option<(usize, SeatVec<usize>)>,
}

impl<'a> ProgressReporter<'a> {
    /// The bar of a run on so many threads; nothing is shown if somebody else is `told`.
    pub fn new(
        tournament: &'a Tournament,
        threads: usize,
        told: Option<Arc<Progress>>,
    ) -> ProgressReporter<'a> {
        let total = tournament.plan.games();
        if let Some(progress) = told {
            progress.total.store(total, Ordering::Relaxed);
            return ProgressReporter { told: Some(progress), ..ProgressReporter::hidden(tournament) };
        }
        let target = match TELLER.get() {
            Some(_) => ProgressDrawTarget::hidden(),
            None => ProgressDrawTarget::stderr_with_hz(10),
        };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let style = ProgressStyle::with_template(
            "{elapsed_precise} {wide_bar:.cyan/blue} {human_pos}/{human_len} games, {per_sec}{prefix}\n{msg}",
        );
        bar.set_style(style.expect("the template is valid"));
        ProgressReporter::of(tournament, bar, threads)
    }

    /// ProgressReporter that are never shown.
    pub fn hidden(tournament: &'a Tournament) -> ProgressReporter<'a> {
        ProgressReporter { silent: true, ..ProgressReporter::of(tournament, ProgressBar::hidden(), 1) }
    }

    fn of(tournament: &'a Tournament, bar: ProgressBar, threads: usize) -> ProgressReporter<'a> {
        let state = State {
            faults: Faults::default(),
            partial: None,
            tally: Tally::new(tournament.config.engines.len(), Copies::of(tournament)),
            costs: Costs::new(&tournament.plan, 0),
            done: 0,
            playing: None,
        };
        let (state, reused, began) = (Mutex::new(state), AtomicU64::new(0), Instant::now());
        ProgressReporter { tournament, bar, silent: false, threads, began, state, reused, told: None }
    }

    /// Begins to count, after `done` games that are there.
    pub fn begin(&self, done: u64) {
        if let Some(progress) = &self.told {
            progress.done.store(done, Ordering::Relaxed);
        }
        let mut state = self.state();
        (state.done, state.costs) = (done, Costs::new(&self.tournament.plan, done));
        self.bar.set_position(done);
        self.bar.reset_eta();
        if !self.bar.is_hidden() {
            self.bar.enable_steady_tick(Duration::from_millis(250));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts games that were played before, in their order, as far as they can be read: nothing but what is shown
    /// depends on them.
    pub fn recall(&self, results: impl FnOnce(&mut dyn FnMut(&GameResult))) {
        if self.silent {
            return;
        }
        let mut groups = Groups::new(&self.tournament.config);
        let mut state = self.state();
        results(&mut |result| {
            if let Some(group) = groups.add(result) {
                state.tally.add(&group);
            }
        });
        // The last group may have games to come; until they are played it does not count.
        state.partial = groups.finish();
    }

    /// Adds groups that were played in so many seconds together.
    pub fn add(&self, groups: &[PlayedGroup], seconds: f64) {
        let games = groups.iter().map(|group| group.games.len() as u64).sum();
        self.bar.inc(games);
        if let Some(progress) = &self.told {
            progress.done.fetch_add(games, Ordering::Relaxed);
        }
        let mut state = self.state();
        state.done += games;
        for group in groups {
            let rest = group.counted();
            let partial = state.partial.take_if(|partial| partial.number == group.number);
            let whole = partial.map(|mut partial| {
                partial.join(&rest);
                partial
            });
            state.tally.add(&whole.unwrap_or(rest));
        }
        state.costs.add(groups, seconds);
    }

    /// Notes what is being played.
    pub fn now_playing(&self, event: usize, engines: &SeatVec<usize>) {
        if !self.bar.is_hidden() {
            self.state().playing = Some((event, engines.clone()));
        }
    }

    /// Tells of an engine that failed in a game.
    pub fn failure(&self, engine: &str, reason: &'static str, message: &str) {
        let games = self.state().faults.add(engine, reason);
        if games <= SHOWN_FAILURES {
            self.bar.suspend(|| tell(&format!("warning: {message}")));
        }
    }

    /// How often the engines failed so far.
    pub fn faults(&self) -> Faults {
        self.state().faults.clone()
    }

    /// Counts a game that another run had played.
    pub fn reuse(&self) {
        self.reused.fetch_add(1, Ordering::Relaxed);
    }

    /// Number of games that other runs had played.
    pub fn reused(&self) -> u64 {
        self.reused.load(Ordering::Relaxed)
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows how things stand from time to time, until `ended` says that nobody plays any more: under the bar on a
    /// terminal, else as a line each `every`.
    pub fn keep_telling(&self, every: Duration, ended: &Receiver<()>) {
        if self.silent {
            return;
        }
        let pause = if self.bar.is_hidden() { every } else { REDRAWN };
        while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            if self.bar.is_hidden() {
                tell(&self.line());
            } else {
                self.redraw();
            }
        }
    }

    /// Tells what is known of a run that is left.
    pub fn tell_standing(&self) {
        if self.silent {
            return;
        }
        let (done, total) = (self.state().done, self.tournament.plan.games());
        tell(&format!("{done} of {total} games are played"));
        let standings = self.standings();
        if standings.iter().any(|line| line.standing.games > 0) {
            let width = width(Stream::Err).unwrap_or(USUAL_WIDTH);
            table(&standings, width, MOST_AT_END).iter().for_each(|line| tell(line));
        }
        self.faults().lines().iter().for_each(|line| tell(&format!("faults of {line}")));
    }

    fn standings(&self) -> Vec<Line> {
        let engines = &self.tournament.config.engines;
        let state = self.state();
        let mut tally = state.tally.clone();
        if let Some(partial) = &state.partial {
            tally.add(partial);
        }
        let standings = tally.standings(&Pooled::default()).into_iter();
        let line = |standing: Standing| {
            let engine = engines[standing.engine].name.clone();
            Line { faults: state.faults.of(&engine), engine, standing }
        };
        standings.map(line).collect()
    }

    fn left(&self) -> Option<String> {
        let left = self.state().costs.left(self.threads)?;
        Some(format!("about {} left", duration(left)))
    }

    /// Draws what stands under the bar.
    fn redraw(&self) {
        let width = width(Stream::Err).unwrap_or(USUAL_WIDTH);
        let mut lines = Vec::new();
        let playing = self.state().playing.clone();
        lines.extend(playing.map(|(event, engines)| shortened(&self.words(event, &engines), width)));
        let standings = self.standings();
        if standings.iter().any(|line| line.standing.games > 0) {
            lines.extend(table(&standings, width, MOST_UNDER_BAR));
        }
        let faults = self.faults();
        lines.extend(faults.lines().iter().map(|line| shortened(&format!("faults of {line}"), width)));
        self.bar.set_prefix(self.left().map_or_else(String::new, |left| format!(", {left}")));
        self.bar.set_message(lines.join("\n"));
    }

    /// How things stand in one line.
    fn line(&self) -> String {
        let (done, total) = (self.state().done, self.tournament.plan.games());
        let mut line = format!("{}: {done} of {total} games", duration(self.began.elapsed()));
        line += &self.left().map_or_else(String::new, |left| format!(", {left}"));
        let standings = self.standings();
        let scored = |line: &Line| {
            let score = line.standing.score?;
            Some(format!("{} {score}", line.engine))
        };
        let scores: Vec<String> = standings.iter().filter_map(scored).collect();
        if !scores.is_empty() {
            line += &format!("; {}", first(&scores, MOST_IN_LINE));
        }
        let faults = self.faults().lines().joined("; ");
        if faults.is_empty() { line } else { format!("{line}; faults of {faults}") }
    }

    fn words(&self, event: usize, engines: &[usize]) -> String {
        let name = |&engine: &usize| &*self.tournament.config.engines[engine].name;
        let names = engines.iter().map(name);
        format!("{}: {}", self.tournament.plan.events()[event].game, names.joined(" - "))
    }
}
