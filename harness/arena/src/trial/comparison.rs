//! Which of two engines is stronger: by a sequential test, or over a number of games that was given.

use serde::{Serialize, Serializer};
use torneo_statistics::elo::{self, MatchElo, Pentanomial};
use torneo_statistics::sprt::{Decision, ExpectedGroups, Hypotheses, Model, Scores, Test};
use torneo_statistics::{Estimate, Moments};

use super::games::{self, Conduct};
use crate::faults::Faults;
use crate::figures::{Copies, FEWEST_DIFFERENT, Repeated, STOPPED, sole_winner, told_of};
use crate::plan::{Event, PerGame, Tournament};
use crate::{Error, PlayedGroup};

/// The first engine's results at one game.
#[derive(Clone, Debug, Serialize)]
pub struct GameScore {
    /// The game's specification.
    pub game: String,
    /// Its score over the groups, 0.5 is even.
    pub score: Estimate,
}

/// When a match ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Terms {
    /// When a test decides.
    Sequential(Test),
    /// When all rounds are played, whatever a test says of them.
    Fixed(Option<Test>),
}

impl Terms {
    fn test(self) -> Option<Test> {
        match self {
            Terms::Sequential(test) => Some(test),
            Terms::Fixed(test) => test,
        }
    }
}

/// How far a test has got.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Tested {
    /// The hypotheses on the advantage of the first engine.
    pub hypotheses: Hypotheses,
    /// On which scale they are.
    pub model: Model,
    /// The log-likelihood ratio of H1 against H0.
    pub log_likelihood_ratio: f64,
    /// The ratios at which H0 and H1 are accepted.
    pub bounds: (f64, f64),
    /// How far the test has got in percent: 100 at the bound of H1, -100 at that of H0.
    pub llr_percent: f64,
    /// How many groups such a test takes; none where it is not known yet.
    pub expected_groups: Option<ExpectedGroups>,
}

impl Tested {
    /// What a test says of these scores of groups with so many games.
    fn of(test: &Test, scores: &Scores, games_in_group: f64) -> Tested {
        let Test { hypotheses, model } = *test;
        let ratio = scores.log_likelihood_ratio(test, games_in_group);
        Tested {
            hypotheses,
            model,
            log_likelihood_ratio: ratio,
            bounds: hypotheses.bounds(),
            llr_percent: elo::llr_percent(ratio, &hypotheses),
            expected_groups: test.expected_groups(scores, games_in_group),
        }
    }

    /// The hypothesis that is accepted.
    fn decision(&self) -> Decision {
        self.hypotheses.decide(self.log_likelihood_ratio)
    }
}

/// Without a test its fields are null.
fn or_nulls<S: Serializer>(tested: &Option<Tested>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Default, Serialize)]
    struct Untested {
        hypotheses: (),
        model: (),
        log_likelihood_ratio: (),
        bounds: (),
        llr_percent: (),
        expected_groups: (),
    }
    match tested {
        Some(tested) => tested.serialize(serializer),
        None => Untested::default().serialize(serializer),
    }
}

/// What a match found.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The first engine.
    pub engine: String,
    /// The second engine.
    pub opponent: String,
    /// What a test says, if one was asked for.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub tested: Option<Tested>,
    /// What was decided.
    pub decision: Decision,
    /// Why the test ended without a decision before all rounds were played: `copies`, nothing new came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
    /// Where games went move by move like others: copies count once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<Repeated>,
    /// Mirrored groups, each different one once.
    pub groups: u64,
    /// Mirrored groups that were played.
    #[serde(skip)]
    pub played: u64,
    /// Games played.
    pub games: u64,
    /// The first engine's score over all groups, 0.5 is even. A test that stops when it has decided leaves it a little
    /// too far on the side of the decision.
    pub score: Estimate,
    /// The same in Elo points of the expected score, with its interval; none at scores of 0 and 1.
    pub elo: Option<(f64, f64, f64)>,
    /// Elo, normalised Elo and likelihood of superiority as fastchess works them out; none before the first group.
    pub match_elo: Option<MatchElo>,
    /// The pairs of games by their results; none if games of more than two seats were played.
    pub pentanomial: Option<Pentanomial>,
    /// Wins, draws and losses of all games that were played; none if games of more than two seats were.
    #[serde(skip)]
    pub results: Option<[u64; 3]>,
    /// Share of the games without a sole winner.
    pub draws: f64,
    /// If H1 cannot hold with this many draws, even if every other game is won: the largest advantage that
    /// can, in Elo.
    pub out_of_reach: Option<f64>,
    /// Scores of groups with their numbers.
    pub scores: Vec<(f64, u64)>,
    /// By game.
    pub by_game: Vec<GameScore>,
    /// Games that the engines lost by faults of their own.
    pub faults: Faults,
}

/// Rounds that are played before the ratio is looked at again; within them every group is looked at in its order.
const ROUNDS_AT_ONCE: u64 = 8;

/// How many groups a test of this tournament is expected to take, before one is played; none where only the scores can
/// tell.
pub fn expected_groups(tournament: &Tournament, test: &Test) -> Option<ExpectedGroups> {
    let events = tournament.plan.events();
    let games: u64 = events.iter().map(Event::games).sum();
    let groups = tournament.config.rounds * tournament.plan.groups_of_round();
    test.expected_groups(&Scores::default(), games as f64 / groups.max(1) as f64)
}

/// Plays the two engines of a tournament against each other, round by round over all its games. It stops when
/// its terms are met or all rounds are played. The run of the tournament is interleaved. `report` is shown
/// what is known from time to time.
///
/// # Errors
/// An engine fails, or `stop` is set.
pub fn compare(
    tournament: &Tournament,
    terms: Terms,
    conduct: &Conduct,
    mut report: impl FnMut(&Comparison),
) -> Result<Comparison, Error> {
    let events = tournament.plan.events();
    let mut tally = Tally {
        tournament,
        terms,
        copies: Copies::of(tournament),
        left_out: 0,
        different_games: 0,
        played: events.iter().all(|event| event.seats == 2).then(Pentanomial::default),
        scores: Scores::default(),
        all: Moments::default(),
        by_game: tournament.config.games.map(|_| Moments::default()),
        games: 0,
        drawn: 0,
        faults: Faults::default(),
        pentanomial: events.iter().all(|event| event.seats == 2).then(Pentanomial::default),
    };
    let (rounds, mut round) = (tournament.config.rounds, 0);
    games::play(tournament, conduct, |groups| {
        for group in groups {
            if tally.is_over() {
                break;
            }
            tally.add(group);
        }
        if tally.games > 0 {
            report(&tally.comparison());
        }
        if tally.is_over() || round == rounds {
            return Ok(None);
        }
        round = (round + ROUNDS_AT_ONCE).min(rounds);
        Ok(Some(round * tournament.plan.groups_of_round()))
    })?;
    Ok(tally.comparison())
}

/// How much longer a tournament becomes each time that it grows.
const GROWTH: u64 = 8;

/// Compares as [`compare`], where the tournament may be the first rounds of a longer one: as long as nothing is decided, `grown` makes it
/// longer, up to `most` rounds. So of a long book only those openings are read that may be played.
///
/// # Errors
/// As [`compare`], and those of `grown`.
pub fn compare_growing(
    mut tournament: Tournament,
    most: u64,
    grown: impl Fn(u64) -> Result<Tournament, Error>,
    terms: Terms,
    conduct: &Conduct,
    mut report: impl FnMut(&Comparison),
) -> Result<Comparison, Error> {
    let mut conduct = conduct.growing();
    loop {
        let (rounds, found) = (tournament.config.rounds, compare(&tournament, terms, &conduct, &mut report)?);
        if found.decision != Decision::Undecided || found.stopped.is_some() || rounds >= most {
            return Ok(found);
        }
        tournament = grown(rounds.saturating_mul(GROWTH).min(most))?;
        conduct = conduct.grown();
    }
}

struct Tally<'a> {
    tournament: &'a Tournament,
    terms: Terms,
    scores: Scores,
    all: Moments,
    by_game: PerGame<Moments>,
    games: u64,
    drawn: u64,
    faults: Faults,
    pentanomial: Option<Pentanomial>,
    copies: Copies,
    /// Groups that were copies.
    left_out: u64,
    /// Games of the different groups.
    different_games: u64,
    /// All pairs that were played.
    played: Option<Pentanomial>,
}

/// Games before which nothing is called out of reach.
const FEWEST_GAMES: u64 = 100;
/// Draws are taken to be as frequent as they are, less three standard errors, before a hypothesis is called out of reach.
const SURE: f64 = 3.0;

impl Tally<'_> {
    fn tested(&self) -> Option<Tested> {
        self.terms.test().map(|test| Tested::of(&test, &self.scores, self.games_in_group()))
    }

    fn decision(&self, tested: Option<&Tested>) -> Decision {
        match self.terms {
            Terms::Sequential(_) => tested.map_or(Decision::Undecided, Tested::decision),
            Terms::Fixed(_) => Decision::Fixed,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.terms, Terms::Sequential(_))
            && (self.decision(self.tested().as_ref()) != Decision::Undecided || self.copies.is_exhausted())
    }

    /// Games of a different group, in the mean.
    fn games_in_group(&self) -> f64 {
        self.different_games as f64 / self.scores.groups().max(1) as f64
    }

    fn add(&mut self, group: &PlayedGroup) {
        let (games, score) = (group.games.len() as u64, group.score(0, 1));
        let pair = match &group.games[..] {
            [a, b] => Some([a, b].map(|game| game.score(0, 1))),
            _ => None,
        };
        self.games += games;
        group.count_faults(self.tournament, &mut self.faults);
        let drawn = group.games.iter().filter(|game| sole_winner(&game.scores).is_none());
        self.drawn += drawn.count() as u64;
        self.played.iter_mut().zip(pair).for_each(|(played, pair)| played.add(pair));
        if !self.copies.is_new(&group.counted()) {
            self.left_out += 1;
            return;
        }
        self.different_games += games;
        self.scores.add(score);
        self.all.add(score);
        self.by_game[group.game].add(score);
        self.pentanomial.iter_mut().zip(pair).for_each(|(counts, pair)| counts.add(pair));
    }

    /// Whether copies leave too few groups for intervals and Elo.
    fn has_few(&self) -> bool {
        self.left_out > 0 && self.scores.groups() < FEWEST_DIFFERENT
    }

    /// The largest advantage that is possible with so many draws, if H1 asks for more.
    fn out_of_reach(&self) -> Option<f64> {
        let (games, draws) = (self.games as f64, self.drawn as f64 / self.games.max(1) as f64);
        let fewest = draws - SURE * (draws * (1.0 - draws) / games).sqrt();
        let enough = self.games >= FEWEST_GAMES && fewest > 0.0;
        let test = self.terms.test().filter(|test| enough && test.model == Model::Logistic)?;
        elo::out_of_reach(&test.hypotheses, fewest).then(|| elo::reachable(fewest))
    }

    fn comparison(&self) -> Comparison {
        let engine = |index: usize| self.tournament.config.engines[index].called().to_owned();
        let score = told_of(self.all.estimate(), self.left_out);
        let tested = self.tested();
        let decision = self.decision(tested.as_ref());
        let inside = |score: f64| score > 0.0 && score < 1.0;
        let bounded = [score.value, score.low, score.high].into_iter().all(inside);
        let games = self.by_game.indexed().filter(|(_, moments)| moments.count > 0);
        Comparison {
            engine: engine(0),
            opponent: engine(1),
            tested,
            decision,
            stopped: (decision == Decision::Undecided && self.copies.is_exhausted()).then_some(STOPPED),
            copies: self.copies.repeated(&self.tournament.config),
            groups: self.scores.groups(),
            played: self.scores.groups() + self.left_out,
            games: self.games,
            score,
            elo: bounded
                .then(|| (elo::of_score(score.value), elo::of_score(score.low), elo::of_score(score.high))),
            match_elo: MatchElo::of(&self.scores, self.games_in_group()).filter(|_| !self.has_few()),
            pentanomial: self.pentanomial,
            results: self.played.map(|Pentanomial { ll, ld, dd, wl, wd, ww }| {
                [2 * ww + wd + wl, ld + wd + 2 * dd, 2 * ll + ld + wl]
            }),
            draws: self.drawn as f64 / self.games.max(1) as f64,
            out_of_reach: self.out_of_reach(),
            scores: self.scores.counts().collect(),
            by_game: games
                .map(|(game, moments)| GameScore {
                    game: self.tournament.config.games[game].clone(),
                    score: told_of(moments.estimate(), self.left_out),
                })
                .collect(),
            faults: self.faults.clone(),
        }
    }
}
