//! Building the ladder of a game: rungs are found one above the other, each scoring about 0.70 against the one below.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use torneo_contract::refuse_if;
use torneo_registry::ladder::{self, Before, Ladder, Rung, ladder_name, rung_name, signature};
use torneo_registry::{AnyGame, EngineSpec, Registry};
use torneo_statistics::placement::{Met, Rated, rate};
use torneo_statistics::{elo, expected_score};

use super::before::{self, Placing};
use super::candidates::{Height, Line};
use super::log::{Log, Purpose, Subject};
use super::steps::Meter;
use crate::Error;
use crate::storage::{Store, replace_by};

/// How a ladder is built.
#[derive(Clone, Debug)]
pub struct BuildSettings {
    /// The canonical specification of the game.
    pub game: String,
    /// Hours on two processors of 2020. The number of games follows from them, not from the clock.
    pub hours: f64,
    /// The master seed.
    pub seed: u64,
    /// Threads; 0 for one per processor. The ladder does not depend on them.
    pub threads: usize,
    /// The file that is written.
    pub out: PathBuf,
    /// Whether what was measured before a kill is gone on with.
    pub resume: bool,
    /// The version of the program.
    pub program: String,
    /// The command of the release that measured the ladder before, whose rungs are to be placed on this one.
    pub before: Option<String>,
}

/// What was built.
#[derive(Clone, Debug)]
pub struct Built {
    /// The ladder.
    pub ladder: Ladder,
}

/// Rungs at most, and the fewest that need no reason.
const MOST_RUNGS: usize = 12;
const ENOUGH_RUNGS: usize = 8;
/// From which to which score against the one below a rung may have, as measured.
const SCORES: (f64, f64) = (0.58, 0.82);
/// The Elo between two rungs where nothing asks for another one, 0.70 of the points; and the least and the most, 0.62 and 0.77, at
/// which measured scores keep to what they may be.
const STEP: f64 = 147.0;
const STEPS_BETWEEN: (f64, f64) = (85.0, 210.0);
/// How much smaller steps must be for rungs to be looked for again.
const NARROWER: f64 = 5.0;
/// How near to the aim is near enough in the search.
const NEAR: f64 = 0.03;
/// Games of a figure at full precision, at the least, and how many times fewer are enough in the search. They are played in groups,
/// which are larger where there are more seats.
const GAMES: f64 = 600.0;
const FEWEST_GAMES: f64 = 40.0;
const SEARCHED: f64 = 3.0;
/// The height of the first step that is tried, and the smallest difference that is.
const FIRST_STEP: f64 = 0.3;
const SMALLEST: f64 = 0.004;
/// Steps of a search for one rung.
const STEPS: u32 = 14;
/// Seconds of processor time that a game of a rung may take, and that one of the largest search may: the next where the one before
/// makes few rungs. Rungs of another machine or below the top, whose games may be longer, keep to the second too.
const MOST_SECONDS: f64 = 1.0;
const MOST_OF_TOP: [f64; 3] = [0.1, 0.25, MOST_SECONDS];

/// Builds the ladder of a game and writes its file. `tell` is told how far it is.
///
/// # Errors
/// A game that no engine can be told apart in, an engine that fails, `stop` set, a file that cannot be written.
pub fn build(
    registry: &Registry,
    settings: &BuildSettings,
    stop: &Arc<AtomicBool>,
    tell: &mut dyn FnMut(&str),
) -> Result<Built, Error> {
    let game = registry.game(&settings.game).map_err(Error::Game)?;
    refuse_if!(!game.has_choices(), "{} has no ladder: nobody ever chooses in it", settings.game);
    refuse_if!(
        settings.before.is_some() && ladder::find(registry.ladders(), &settings.game).is_none(),
        "argument --before: {} has no ladder whose rungs could be placed on a new one",
        settings.game
    );
    if let Some(program) = &settings.before {
        before::greet(registry, program, &*game, stop)?;
    }
    let store = Store::default();
    let subject = Subject {
        game: settings.game.clone(),
        seed: settings.seed,
        hours: settings.hours,
        program: settings.program.clone(),
    };
    let log = Log::beside(&settings.out, &subject, settings.resume, store.clone())?;
    let meter =
        Meter { registry, game: &settings.game, seed: settings.seed, threads: settings.threads, stop, log };
    let games = (GAMES * settings.hours).clamp(FEWEST_GAMES, GAMES);
    let (line, most_of_top) = (Line::default(), 0.0);
    let mut builder = Builder { meter, game: &*game, games, line, most_of_top, tell };
    let climbed = builder.climbed()?;
    let mut ladder = builder.ladder(&climbed, settings)?;
    if let Some(program) = &settings.before {
        ladder.before = builder.before(&ladder, program)?;
    }
    replace_by(&*store.files, &settings.out, |to| to.write_all(ladder.to_toml().as_bytes()))
        .map_err(Error::unwritable(&settings.out))?;
    builder.meter.log.close()?;
    Ok(Built { ladder })
}

struct Builder<'a> {
    meter: Meter<'a>,
    game: &'a dyn AnyGame,
    /// Games of each figure.
    games: f64,
    /// The engines that can be rungs, and the seconds that games of the highest may take.
    line: Line,
    most_of_top: f64,
    tell: &'a mut dyn FnMut(&str),
}

/// The rungs that were found, with why there are no more.
struct Climbed {
    rungs: Vec<Height>,
    /// The scores of each rung's groups against the rung below.
    below: Vec<Vec<f64>>,
    end: Option<String>,
    /// The line that they are places of.
    line: Line,
}

impl Climbed {
    /// Elo from the lowest rung to the highest, about.
    fn total(&self) -> f64 {
        self.below[1..].iter().map(|scores| elo::of_score(mean(scores))).sum()
    }

    /// These rungs or others that were found later, whichever are more.
    fn or(self, later: Climbed) -> Climbed {
        if later.rungs.len() < self.rungs.len() { self } else { later }
    }

    fn is_enough(&self) -> bool {
        self.rungs.len() >= ENOUGH_RUNGS
    }
}

/// The Elo of a step with which rungs go so far up and are enough.
fn step_of(total: f64) -> f64 {
    let steps = (total / STEP).round().clamp((ENOUGH_RUNGS - 1) as f64, (MOST_RUNGS - 1) as f64);
    (total / steps).clamp(STEPS_BETWEEN.0, STEPS_BETWEEN.1)
}

/// How exactly rungs are measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// To see how far it is to the highest.
    Survey,
    /// For the ladder.
    Ladder,
}

/// What a search for the next rung came to.
enum Next {
    Found(Height, Vec<f64>),
    /// Nothing stronger is there, and why.
    None(String),
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

impl Builder<'_> {
    /// The most rungs that are found; where they are few, up to a larger search.
    fn climbed(&mut self) -> Result<Climbed, Error> {
        let mut best = self.climbed_within(MOST_OF_TOP[0])?;
        for most in &MOST_OF_TOP[1..] {
            if best.is_enough() {
                break;
            }
            best = best.or(self.climbed_within(*most)?);
        }
        refuse_if!(
            best.rungs.len() < 2,
            Error::run(format!("{} has no ladder: {}", self.meter.game, best.end.unwrap_or_default()))
        );
        self.line = best.line.clone();
        Ok(best)
    }

    /// The rungs up to the largest search whose games take so many seconds: a survey tells how far it is from random play to there,
    /// then steps are chosen so that the rungs reach as far as they can and are enough. Scores of small steps do not add up to those
    /// of large ones in every game, so where the rungs are few, what they themselves add up to is the better measure.
    fn climbed_within(&mut self, most: f64) -> Result<Climbed, Error> {
        self.line = self.line_within(most)?;
        self.most_of_top = most;
        let surveyed = self.climb(Pace::Survey, expected_score(STEP))?.total();
        let climbed = self.climbed_in_steps(step_of(surveyed), surveyed)?;
        let (wide, narrow) = (step_of(surveyed), step_of(climbed.total()));
        if climbed.is_enough() || wide - narrow < NARROWER {
            return Ok(climbed);
        }
        let total = climbed.total();
        Ok(climbed.or(self.climbed_in_steps(narrow, total)?))
    }

    fn climbed_in_steps(&mut self, step: f64, total: f64) -> Result<Climbed, Error> {
        let aim = expected_score(step);
        (self.tell)(&format!("{total:.0} Elo or more above random play: each rung is to score {aim:.2}"));
        self.climb(Pace::Ladder, aim)
    }

    /// The engines that can be rungs: up to the largest search whose games take so many seconds, and beyond it to an alpha-beta search
    /// that is stronger.
    fn line_within(&mut self, most: f64) -> Result<Line, Error> {
        let searches = Line::of_searches(most, |spec| self.meter.seconds(spec))?;
        let other = searches.clone().with_alpha_beta(most, |spec| self.meter.seconds(spec))?;
        let against = (&*other.spec(other.top()), &*searches.spec(searches.top()));
        let scores = self.meter.scores(Purpose::Search, against, self.few())?;
        Ok(if mean(&scores) >= SCORES.0 { other } else { searches })
    }

    /// The rungs that each score about `aim` against the one below.
    fn climb(&mut self, pace: Pace, aim: f64) -> Result<Climbed, Error> {
        let (rungs, below, line) = (vec![Height::BOTTOM], vec![Vec::new()], self.line.clone());
        let mut climbed = Climbed { rungs, below, end: None, line };
        let mut step = FIRST_STEP;
        while !self.is_whole(pace, &climbed) {
            let last = climbed.rungs[climbed.rungs.len() - 1];
            match self.next(pace, last, step, aim)? {
                Next::Found(height, scores) => {
                    let (number, spec, score) = (climbed.rungs.len(), self.line.spec(height), mean(&scores));
                    if pace == Pace::Ladder {
                        (self.tell)(&format!(
                            "rung {number}: {spec} scores {score:.3} against the rung below"
                        ));
                    }
                    step = last.to(height);
                    climbed.rungs.push(height);
                    climbed.below.push(scores);
                }
                Next::None(why) => {
                    climbed.end = Some(why);
                    break;
                }
            }
        }
        Ok(climbed)
    }

    /// Whether there are as many rungs as there may be; in a survey, whether it has gone as far as a ladder can reach.
    fn is_whole(&self, pace: Pace, climbed: &Climbed) -> bool {
        match pace {
            Pace::Ladder => climbed.rungs.len() >= MOST_RUNGS,
            Pace::Survey => climbed.total() >= STEPS_BETWEEN.1 * (MOST_RUNGS - 1) as f64,
        }
    }

    /// The rung above one, looked for from a step on.
    fn next(&mut self, pace: Pace, below: Height, step: f64, aim: f64) -> Result<Next, Error> {
        let (mut low, mut high) = (below, below.above(step, self.line.top()));
        if high == below {
            return Ok(Next::None(format!(
                "`{}` is the largest search whose games take at most {} s",
                self.line.spec(below),
                self.most_of_top
            )));
        }
        let mut is_bracketed = false;
        for _ in 0..STEPS {
            let height = if is_bracketed { low.midpoint(high) } else { high };
            let mut score = self.search(height, below)?;
            let is_last = height == self.line.top() && score < aim;
            if (score - aim).abs() <= NEAR || is_last || (is_bracketed && low.to(high) < SMALLEST) {
                let scores = self.measured(pace, height, below)?;
                score = mean(&scores);
                if (SCORES.0..=SCORES.1).contains(&score) {
                    return self.affordable(height, scores);
                }
                if is_last && score < SCORES.0 {
                    return self.at_top(pace, below);
                }
                // The search was wrong by chance: what it found bounds nothing.
                (low, high) = if score > aim {
                    (below, height)
                } else {
                    (height, height.above(below.to(height), self.line.top()))
                };
                is_bracketed = score > aim;
                continue;
            }
            if score > aim {
                (high, is_bracketed) = (height, true);
            } else if is_bracketed {
                low = height;
            } else {
                (low, high) = (height, height.above(2.0 * below.to(height), self.line.top()));
            }
        }
        self.at_top(pace, below)
    }

    /// The largest search as the last rung, where nothing nearer was found.
    fn at_top(&mut self, pace: Pace, below: Height) -> Result<Next, Error> {
        let top = self.line.top();
        let scores = self.measured(pace, top, below)?;
        if (SCORES.0..=SCORES.1).contains(&mean(&scores)) {
            return self.affordable(top, scores);
        }
        Ok(Next::None(format!(
            "`{}`, the largest search whose games take at most {} s, scores {:.2} against the rung below, and a rung has {:.2} to {:.2}",
            self.line.spec(top),
            self.most_of_top,
            mean(&scores),
            SCORES.0,
            SCORES.1
        )))
    }

    /// A rung, if its games take no longer than they may.
    fn affordable(&mut self, height: Height, scores: Vec<f64>) -> Result<Next, Error> {
        let spec = self.line.spec(height);
        let seconds = self.meter.seconds(&spec)?;
        Ok(if seconds <= MOST_SECONDS {
            Next::Found(height, scores)
        } else {
            Next::None(format!("a game of `{spec}` takes {seconds:.1} s, more than the second that it may"))
        })
    }

    /// The score in a search.
    fn search(&mut self, height: Height, below: Height) -> Result<f64, Error> {
        Ok(mean(&self.measured(Pace::Survey, height, below)?))
    }

    /// The scores of the groups of one rung against another: few for a survey and a search, all for the ladder.
    fn measured(&mut self, pace: Pace, height: Height, below: Height) -> Result<Vec<f64>, Error> {
        let (purpose, groups) = match pace {
            Pace::Survey => (Purpose::Search, self.few()),
            Pace::Ladder => (Purpose::Figure, self.groups(self.games)),
        };
        self.meter.scores(purpose, (&self.line.spec(height), &self.line.spec(below)), groups)
    }

    /// Groups of games that are enough in a search.
    fn few(&self) -> u64 {
        self.groups((self.games / SEARCHED).max(FEWEST_GAMES))
    }

    /// The groups that have so many games.
    fn groups(&self, games: f64) -> u64 {
        (games as u64).div_ceil(self.games_of_group())
    }

    /// The ladder of what was found.
    fn ladder(&mut self, climbed: &Climbed, settings: &BuildSettings) -> Result<Ladder, Error> {
        let Climbed { rungs, below, end, .. } = climbed;
        let mut two_below = vec![Vec::new(); rungs.len().min(2)];
        for pair in rungs.windows(3) {
            two_below.push(self.measured(Pace::Ladder, pair[2], pair[0])?);
        }
        let met = met(below, 1).chain(met(&two_below, 2)).collect::<Vec<_>>();
        let rated = rate(rungs.len(), &met);
        let Rated { elo, covariance } =
            rated.ok_or_else(|| Error::run("the games bound no Elo of the rungs"))?;
        let mut listed = Vec::new();
        for (number, height) in rungs.iter().enumerate() {
            let score = |scores: &Vec<f64>| (!scores.is_empty()).then(|| rounded(mean(scores), 1e4));
            listed.push(Rung {
                rung: number,
                name: rung_name(&settings.game, number),
                spec: self.line.spec(*height),
                elo: rounded(elo[number], 1e2),
                score_below: score(&below[number]),
                games_below: below[number].len() as u64 * self.games_of_group(),
                score_two_below: score(&two_below[number]),
                seconds: rounded(self.meter.seconds(&self.line.spec(*height))?, 1e5),
                signature: self.signature(*height)?,
            });
        }
        let covariance = covariance.iter().map(|row| row.iter().map(|cell| rounded(*cell, 1e2)).collect());
        let few = end.clone().filter(|_| !climbed.is_enough());
        let held = ladder::find(self.meter.registry.ladders(), &settings.game);
        let version = held.map_or(1, |held| held.version + u64::from(!is_same(&held.rungs, &listed)));
        Ok(Ladder {
            game: settings.game.clone(),
            ladder: ladder_name(&settings.game, version),
            version,
            program: settings.program.clone(),
            few,
            rungs: listed,
            covariance: covariance.collect(),
            before: Vec::new(),
        })
    }

    /// Where the rungs of the ladder that is held stand on this one.
    fn before(&mut self, ladder: &Ladder, program: &str) -> Result<Vec<Before>, Error> {
        let Meter { registry, seed, threads, stop, ref mut log, .. } = self.meter;
        let held = ladder::find(registry.ladders(), &ladder.game).expect("there is one");
        (self.tell)(&format!("placing the rungs of {} on {}", held.ladder, ladder.ladder));
        let most = self.games as u64;
        Placing { registry, ladder, program, most, seed, threads, stop }.of(held, log)
    }

    fn games_of_group(&self) -> u64 {
        crate::plan::Seatings::Balanced.of_two(self.game.seats()).len() as u64
    }

    fn signature(&self, height: Height) -> Result<String, Error> {
        let engine = self
            .line
            .spec(height)
            .parse()
            .and_then(|spec| EngineSpec::check(&spec))
            .map_err(Error::Engine)?;
        signature(self.game, &engine).map_err(Error::run)
    }
}

/// The scores of each rung against the one so far below it.
fn met(scores: &[Vec<f64>], below: usize) -> impl Iterator<Item = Met> {
    scores.iter().enumerate().flat_map(move |(player, scores)| {
        scores.iter().map(move |&score| Met { player, other: player - below, score })
    })
}

/// A number to so many parts of one.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

/// Whether rungs are those that are held already, apart from what they cost.
fn is_same(held: &[Rung], rungs: &[Rung]) -> bool {
    let without = |rung: &Rung| Rung { seconds: 0.0, ..rung.clone() };
    held.iter().map(without).eq(rungs.iter().map(without))
}
