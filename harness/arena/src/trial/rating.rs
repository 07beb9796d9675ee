//! Where agents stand on the ladders of games: they meet the rungs that tell most, until the intervals are narrow enough.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use torneo_contract::reason::FAULTS;
use torneo_contract::refuse_if;
use torneo_registry::Registry;
use torneo_registry::ladder::Ladder;
use torneo_statistics::expected_score;
use torneo_statistics::interval::quantile;
use torneo_statistics::placement::{Bound, Placement, Scale, Scored, ladder_score, next_rung, place};

use super::games::{self, Conduct};
use crate::plan::{
    Arguments, Climbed, Config, EngineEntry, Entrant, Format, Pairings, Rating, Seatings, Tournament,
};
use crate::run::{Keeping, Stage};
use crate::storage::{Store, write_whole};
use crate::{Error, PlayedGame, PlayedGroup};

/// The table of a rating in its results folder.
pub const PLACEMENTS: &str = "placements.csv";
/// The columns of the table.
const COLUMNS: &str =
    "game,ladder,elo,low,high,low_with_ladder,high_with_ladder,bound,games,score,faults,retries,decisions";

/// What is asked of a rating.
#[derive(Clone, Debug)]
pub struct RateSettings {
    /// The agents, one or two.
    pub agents: Vec<Entrant>,
    /// The ladders of the games.
    pub ladders: Vec<Ladder>,
    /// Half the width of the 95% interval that is narrow enough, in Elo.
    pub width: f64,
    /// Games of an agent at each game at most.
    pub max_games: u64,
    /// The first and the last rung that are met; all if none are given.
    pub against: Option<(usize, usize)>,
    /// Games at which the first group is played against the rung nearest to a strength, in Elo above random play; at others it is the
    /// rung that tells most.
    pub near: BTreeMap<String, f64>,
    /// The master seed.
    pub seed: u64,
    /// Whether moves are recorded.
    pub record: bool,
}

/// An estimate with its interval, in Elo or in points of a ladder score; ends that the results leave open are none.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The value; none where it is open.
    pub value: Option<f64>,
    /// The lower end of the 95% interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// A ladder score, of a game or over games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RatedScore {
    /// 0 is random play, 100 the highest rung.
    pub value: f64,
    /// The ends of the 95% interval with the ladders held fixed.
    pub low: f64,
    /// As `low`.
    pub high: f64,
}

impl RatedScore {
    /// The mean of scores of several games, which are independent.
    fn mean(scores: &[RatedScore]) -> RatedScore {
        let count = scores.len() as f64;
        let value = mean_of(scores.iter().map(|score| score.value));
        let reach = |end: fn(&RatedScore) -> f64| {
            let squares = scores.iter().map(|score| (score.value - end(score)).powi(2));
            squares.sum::<f64>().sqrt() / count
        };
        let (low, high) = (value - reach(|score| score.low), value + reach(|score| score.high));
        RatedScore { value, low, high }
    }

    fn minus(self, other: RatedScore) -> RatedScore {
        let value = self.value - other.value;
        RatedScore {
            value,
            low: value - libm::hypot(self.value - self.low, other.high - other.value),
            high: value + libm::hypot(self.high - self.value, other.value - other.low),
        }
    }
}

/// Games below which nothing is said of others: so few say nothing of how far games are apart.
const FEWEST_GAMES: usize = 5;

/// What is expected at other games of this kind: the 95% interval of Student's distribution by how far the games are apart.
fn at_other_games(scores: &[RatedScore]) -> Option<[f64; 2]> {
    let count = scores.len() as f64;
    if scores.len() < FEWEST_GAMES {
        return None;
    }
    let mean = mean_of(scores.iter().map(|score| score.value));
    let squares = scores.iter().map(|score| (score.value - mean).powi(2)).sum::<f64>();
    let reach = quantile(scores.len() as u64, 0.975) * (squares / (count - 1.0) / count).sqrt();
    Some([mean - reach, mean + reach])
}

fn mean_of(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len();
    values.sum::<f64>() / count as f64
}

/// Where an agent stands by those of its games that it did not lose by faults.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WithoutFaults {
    /// The strength with its intervals.
    #[serde(flatten)]
    pub placement: Placement,
    /// These games.
    pub games: u64,
    /// The mean score in them.
    pub score: f64,
}

/// Where an agent stands at a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Placed {
    /// The game.
    pub game: String,
    /// The ladder.
    pub ladder: String,
    /// The strength with its intervals.
    #[serde(flatten)]
    pub placement: Placement,
    /// The rungs next to it below and above; none beyond the ends.
    pub between: [Option<usize>; 2],
    /// The end of the ladder beyond which its whole interval lies.
    #[serde(skip)]
    pub beyond: Option<Bound>,
    /// Games played.
    pub games: u64,
    /// The mean score in these.
    pub score: f64,
    /// Games that it lost by faults, by each reason that there can be.
    pub faults: BTreeMap<String, u64>,
    /// Answers that were asked for again.
    pub retries: u64,
    /// Choices that it made.
    pub decisions: u64,
    /// Where it stands without the games that it lost by faults; none if there are no such games, or no others.
    pub without_faults: Option<WithoutFaults>,
    /// Whether the game counts in the ladder score over games: its ladder has at least two steps.
    #[serde(rename = "counted")]
    pub is_counted: bool,
    /// Whether all games were played and the interval is still wider than was asked for.
    pub ran_out: bool,
    /// The ladder score of the game.
    pub ladder_score: RatedScore,
    /// Elo of the first agent less that of the second, where two are rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// Where an agent stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgentReport {
    /// The agent.
    pub agent: String,
    /// The master seed.
    pub seed: u64,
    /// Its ladder score over the games that count; over all if none does.
    pub ladder_score: RatedScore,
    /// The ends of the 95% interval of its ladder score over other games of this kind; none for fewer than five games.
    pub ladder_score_elsewhere: Option<[f64; 2]>,
    /// By game.
    pub games: Vec<Placed>,
}

/// What a rating has found.
#[derive(Clone, PartialEq, Debug)]
pub struct RateReport {
    /// The agents.
    pub agents: Vec<AgentReport>,
    /// The ladder score of the first less that of the second, where there are two.
    pub difference: Option<RatedScore>,
}

/// The tournament of a rating before its first game.
///
/// # Errors
/// A game or an engine that does not exist or do not fit together, rungs that a ladder does not have.
pub fn rating_of(registry: &Registry, settings: &RateSettings) -> Result<Tournament, Error> {
    let (mut engines, mut ladders) = (settings.agents.clone(), Vec::new());
    for ladder in &settings.ladders {
        ladders.push(climbed(ladder, engines.len(), settings)?);
        for rung in &ladder.rungs {
            let entrant = Entrant::read(registry, &rung.spec).map_err(Error::Engine)?;
            engines.push(Entrant { name: Some(rung.name.clone()), ..entrant });
        }
    }
    let games = settings.ladders.iter().map(|ladder| ladder.game.clone()).collect();
    let arguments = Arguments {
        seatings: Seatings::Balanced,
        record: settings.record,
        ..Arguments::of("rate", games, engines, (settings.max_games.max(1), settings.seed))
    };
    let mut tournament = Tournament::of_arguments(registry, &arguments)?;
    let agents = settings.agents.len();
    tournament.change(|config| {
        // Agents that are compared meet the same dice.
        config.opening.common = true;
        (config.format, config.interleave) = (Format::RoundRobin, true);
        let are_twins = agents == 2 && config.engines[0].called() == config.engines[1].called();
        for (number, entry) in config.engines.iter_mut().enumerate() {
            entered(entry, number < agents, are_twins);
        }
        let (width, max_games) = (settings.width, settings.max_games);
        config.rating = Some(Rating { agents, width, max_games, ladders, met: Vec::new() });
    })?;
    Ok(tournament)
}

/// A rung is known by its name, whatever other ladders are climbed; an agent is called by its specification.
fn entered(entry: &mut EngineEntry, is_agent: bool, are_twins: bool) {
    match is_agent {
        true if are_twins => {}
        true => entry.name = entry.called().to_owned(),
        false => entry.identity = Some(entry.name.clone()),
    }
}

fn climbed(ladder: &Ladder, first: usize, settings: &RateSettings) -> Result<Climbed, Error> {
    let last = ladder.rungs.len() - 1;
    let among = settings.against.unwrap_or((0, last));
    refuse_if!(
        among.0 > among.1 || among.1 > last,
        Error::input(format!(
            "argument --against: `{}` has the rungs 0 to {last}: expected such as 0..{last}, found {}..{}",
            ladder.ladder, among.0, among.1
        ))
    );
    Ok(Climbed {
        ladder: ladder.ladder.clone(),
        first,
        among,
        elo: ladder.elo(),
        covariance: ladder.covariance.clone(),
        near: settings.near.get(&ladder.game).copied(),
    })
}

/// Plays a rating until all intervals are narrow enough, or all games are played. `report` is shown what is known after each step, and
/// at an end that was asked for with the games that were on.
///
/// # Errors
/// An engine fails, a folder that cannot be used, `stop` is set, or an end was asked for.
pub fn rate(
    tournament: &Tournament,
    conduct: &Conduct,
    mut report: impl FnMut(&RateReport),
) -> Result<RateReport, Error> {
    let rating = tournament.config.rating.as_ref().expect("it is the tournament of a rating");
    let (mut climb, mut there) = (Climb::new(tournament, rating), Vec::new());
    let played = games::stages(tournament, conduct, |new| {
        there.extend(new);
        let next = climb.advance(&mut there);
        if climb.steps > 0 {
            report(&climb.report());
        }
        // Rows are written only when the manifest says who is met.
        games::tell(tournament, conduct, |config| climb.enter(config))?;
        Ok((!next.is_empty()).then_some(Stage::These(next)))
    });
    let is_left = matches!(played, Err(Error::Interrupted)) && conduct.finishing.is_asked();
    if is_left {
        there.iter().for_each(|group| climb.add(group));
        report(&climb.report());
    } else {
        played?;
    }
    let found = climb.report();
    if let Keeping::Folder { out, .. } = &conduct.keeping {
        write_table(&conduct.store, out, &found)?;
    }
    if is_left { Err(Error::Interrupted) } else { Ok(found) }
}

/// Whether it follows from the groups of a rating who was met.
pub(crate) fn climbs(tournament: &Tournament, rating: &Rating, mut there: Vec<PlayedGroup>) -> bool {
    let begun = rating.clone().begun();
    let mut climb = Climb::new(tournament, &begun);
    climb.advance(&mut there);
    let known = climb.met.len().min(rating.met.len());
    there.is_empty() && climb.met[..known] == rating.met[..known] && climb.met.len() >= rating.met.len()
}

/// Groups of an agent at a game after which its interval may be narrow enough.
const FEWEST_GROUPS: usize = 10;
/// Groups that are played one by one at first, and how many at once later: so threads have something to do.
const ONE_BY_ONE: usize = 4;
const AT_ONCE: usize = 2;

/// Scores in groups of games.
#[derive(Clone, Debug, Default)]
struct Scores {
    scored: Vec<Scored>,
    games: u64,
    points: f64,
}

impl Scores {
    /// Adds the scores of a group's games against a rung, if there are any.
    fn add(&mut self, rung: usize, scores: impl Iterator<Item = f64>) {
        let (count, sum) = scores.fold((0, 0.0), |(count, sum), score| (count + 1, sum + score));
        if count > 0 {
            self.scored.push(Scored { rung, score: sum / count as f64 });
        }
        (self.games, self.points) = (self.games + count, self.points + sum);
    }

    fn mean(&self) -> f64 {
        self.points / self.games as f64
    }
}

/// What an agent scored at a game.
#[derive(Clone, Debug, Default)]
struct Results {
    all: Scores,
    /// Without the games that it lost by faults.
    without_faults: Scores,
    faults: BTreeMap<String, u64>,
    retries: u64,
    decisions: u64,
    is_over: bool,
    ran_out: bool,
}

/// A rating under way.
struct Climb<'a> {
    tournament: &'a Tournament,
    rating: &'a Rating,
    /// By game and agent.
    results: Vec<Vec<Results>>,
    /// The groups that were asked for.
    met: Vec<[u64; 4]>,
    /// How many of these have come.
    come: usize,
    steps: u64,
}

impl<'a> Climb<'a> {
    fn new(tournament: &'a Tournament, rating: &'a Rating) -> Climb<'a> {
        let results = rating.ladders.iter().map(|_| vec![Results::default(); rating.agents]).collect();
        Climb { tournament, rating, results, met: Vec::new(), come: 0, steps: 0 }
    }

    /// Takes the groups that are there as far as they were asked for, and says which are to be played next; none at the end.
    fn advance(&mut self, there: &mut Vec<PlayedGroup>) -> Vec<u64> {
        loop {
            let due = self.met.len() - self.come;
            if there.len() < due {
                return self.met[self.come + there.len()..].iter().map(|met| self.number(met)).collect();
            }
            let new: Vec<PlayedGroup> = there.drain(..due).collect();
            new.iter().for_each(|group| self.add(group));
            self.come += due;
            self.steps += u64::from(due > 0);
            let before = self.met.len();
            self.ask();
            if self.met.len() == before {
                return Vec::new();
            }
        }
    }

    fn add(&mut self, group: &PlayedGroup) {
        let game = group.game.number();
        let (agent, opponent) = (group.engines[0], group.engines[1]);
        let (rung, results) = (opponent - self.rating.ladders[game].first, &mut self.results[game][agent]);
        let score = |played: &PlayedGame| played.score(agent, opponent);
        results.all.add(rung, group.games.iter().map(score));
        let others = group.games.iter().filter(|played| !played.is_lost_by_fault_of(agent));
        results.without_faults.add(rung, others.map(score));
        for played in &group.games {
            results.decisions += played.decisions_of(agent);
            results.retries += played.retries_of(agent);
            if let Some((_, reason)) = played.fault.as_ref().filter(|(faulty, _)| *faulty == agent) {
                *results.faults.entry(reason.clone().into_owned()).or_default() += 1;
            }
        }
    }

    /// Asks for the groups of the next step: those of the same round of all games follow each other.
    fn ask(&mut self) {
        let mut next = Vec::new();
        for (game, of_game) in self.results.iter_mut().enumerate() {
            let climbed = &self.rating.ladders[game];
            let size = self.tournament.plan.events()[game].seatings.len() as u64;
            let most = usize::try_from((self.rating.max_games / size).max(1)).unwrap_or(usize::MAX);
            for (agent, results) in of_game.iter_mut().enumerate() {
                let scored = &results.all.scored;
                let played = scored.len();
                let width = place(scale(climbed), scored).map(|placed| placed.half_width());
                let is_narrow = width.is_some_and(|width| width <= self.rating.width);
                results.is_over |= (is_narrow && played >= FEWEST_GROUPS) || played >= most;
                results.ran_out = !is_narrow && played >= most;
                if results.is_over {
                    continue;
                }
                let rung = rung_to_meet(climbed, scored);
                let count = if played < ONE_BY_ONE { 1 } else { AT_ONCE }.min(most - played);
                let group =
                    |round: usize| [round as u64, game as u64, agent as u64, (climbed.first + rung) as u64];
                next.extend((played..played + count).map(group));
            }
        }
        next.sort_unstable();
        self.met.extend(next);
    }

    /// The number of a group in the plan.
    fn number(&self, &[round, game, agent, opponent]: &[u64; 4]) -> u64 {
        let pairings = Pairings::new(Format::RoundRobin, self.tournament.config.engines.len());
        let place = pairings.position((agent as usize, opponent as usize)).expect("all pairs are planned");
        self.tournament.plan.number(game as usize, round, place)
    }

    /// Writes who is met into the configuration.
    fn enter(&self, config: &mut Config) {
        let rounds = self.met.iter().map(|[round, ..]| round + 1).max();
        config.rounds = rounds.unwrap_or(config.rounds);
        if let Some(rating) = &mut config.rating {
            rating.met.clone_from(&self.met);
        }
    }

    fn placed(&self, game: usize, agent: usize) -> Option<Placed> {
        let (climbed, results) = (&self.rating.ladders[game], &self.results[game][agent]);
        let placement = place(scale(climbed), &results.all.scored)?;
        Some(Placed {
            game: self.tournament.plan.events()[game].game.clone(),
            ladder: climbed.ladder.clone(),
            between: between(climbed, &placement),
            beyond: placement.beyond(&climbed.elo),
            games: results.all.games,
            score: results.all.mean(),
            faults: with_all_reasons(&results.faults),
            retries: results.retries,
            decisions: results.decisions,
            without_faults: without_faults(climbed, results),
            is_counted: steps(climbed) >= FEWEST_STEPS,
            ran_out: results.ran_out,
            ladder_score: score_of(climbed, &placement),
            difference: None,
            placement,
        })
    }

    fn agent(&self, agent: usize) -> AgentReport {
        let games: Vec<Placed> =
            (0..self.rating.ladders.len()).filter_map(|game| self.placed(game, agent)).collect();
        let is_any = games.iter().any(|placed| placed.is_counted);
        let counted = games.iter().filter(|placed| placed.is_counted || !is_any);
        let scores: Vec<RatedScore> = counted.map(|placed| placed.ladder_score).collect();
        AgentReport {
            agent: self.tournament.config.engines[agent].name.clone(),
            seed: self.tournament.config.seed,
            ladder_score: RatedScore::mean(&scores),
            ladder_score_elsewhere: at_other_games(&scores),
            games,
        }
    }

    fn report(&self) -> RateReport {
        let mut agents: Vec<AgentReport> = (0..self.rating.agents).map(|agent| self.agent(agent)).collect();
        let mut difference = None;
        if let [first, second] = &mut agents[..] {
            difference = Some(first.ladder_score.minus(second.ladder_score));
            for one in &mut first.games {
                let Some(other) = second.games.iter_mut().find(|other| other.game == one.game) else {
                    continue;
                };
                let found = apart(&one.placement, &other.placement);
                (one.difference, other.difference) = (Some(found), Some(found));
            }
        }
        RateReport { agents, difference }
    }
}

/// Steps of a ladder below which its game does not count over games.
const FEWEST_STEPS: usize = 2;
/// The score against the rung below from which on a rung is a step, as it is measured.
const STEP: f64 = 0.58;

/// How many rungs of a ladder are a step above the one below.
fn steps(climbed: &Climbed) -> usize {
    climbed.elo.windows(2).filter(|pair| expected_score(pair[1] - pair[0]) >= STEP).count()
}

/// Where an agent stands without the games that it lost by faults, if there are such.
fn without_faults(climbed: &Climbed, results: &Results) -> Option<WithoutFaults> {
    let others = &results.without_faults;
    let placement = place(scale(climbed), &others.scored).filter(|_| others.games < results.all.games)?;
    Some(WithoutFaults { placement, games: others.games, score: others.mean() })
}

/// The faults with every reason that there can be.
fn with_all_reasons(faults: &BTreeMap<String, u64>) -> BTreeMap<String, u64> {
    let mut all: BTreeMap<String, u64> = FAULTS.iter().map(|reason| ((*reason).to_owned(), 0)).collect();
    all.extend(faults.clone());
    all
}

fn scale(climbed: &Climbed) -> Scale<'_> {
    Scale { elo: &climbed.elo, covariance: &climbed.covariance }
}

/// The rung that is met after these results: the one that tells most, and before the first the one near a strength that is expected.
fn rung_to_meet(climbed: &Climbed, scored: &[Scored]) -> usize {
    let (low, high) = climbed.among;
    match climbed.near.filter(|_| scored.is_empty()) {
        None => next_rung(scale(climbed), scored, low..=high),
        Some(near) => {
            let distance = |rung: &usize| (climbed.elo[*rung] - near).abs();
            (low..=high).min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("there are rungs to meet")
        }
    }
}

/// The rungs next to a strength.
fn between(climbed: &Climbed, placement: &Placement) -> [Option<usize>; 2] {
    let at = match (placement.elo, placement.bound) {
        (Some(elo), _) => climbed.elo.partition_point(|rung| *rung <= elo),
        (None, Some(Bound::Above)) => climbed.elo.len(),
        (None, _) => 0,
    };
    [at.checked_sub(1), Some(at).filter(|at| *at < climbed.elo.len())]
}

/// The ladder score of a strength with its interval; where an end is open it is that of a strength without bound.
fn score_of(climbed: &Climbed, placement: &Placement) -> RatedScore {
    let score = |strength: f64| ladder_score(&climbed.elo, strength);
    let (low, high) = (placement.low.unwrap_or(f64::NEG_INFINITY), placement.high.unwrap_or(f64::INFINITY));
    let open = if placement.bound == Some(Bound::Above) { high } else { low };
    RatedScore { value: score(placement.elo.unwrap_or(open)), low: score(low), high: score(high) }
}

/// How far two strengths on one ladder are apart.
fn apart(one: &Placement, other: &Placement) -> Difference {
    let reach = |from: Option<f64>, to: Option<f64>| Some((from? - to?).abs());
    let value = one.elo.zip(other.elo).map(|(one, other)| one - other);
    let end = |own: Option<f64>, others: Option<f64>, sign: f64| {
        Some(value? + sign * libm::hypot(reach(one.elo, own)?, reach(other.elo, others)?))
    };
    Difference { value, low: end(one.low, other.high, -1.0), high: end(one.high, other.low, 1.0) }
}

/// Writes the table of a rating: the first agent's rows, then the second's.
fn write_table(store: &Store, out: &Path, found: &RateReport) -> Result<(), Error> {
    let is_many = found.agents.len() > 1;
    let mut text = format!("{COLUMNS}{}\n", if is_many { ",agent" } else { "" });
    for (agent, placed) in
        found.agents.iter().flat_map(|agent| agent.games.iter().map(move |placed| (agent, placed)))
    {
        let mut cells = row(placed);
        cells.extend(is_many.then(|| agent.agent.clone()));
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        writer.write_record(&cells).map_err(Error::run)?;
        text += &String::from_utf8(writer.into_inner().map_err(Error::run)?).map_err(Error::run)?;
    }
    let place = out.join(PLACEMENTS);
    write_whole(&*store.files, &place, text.as_bytes()).map_err(Error::unwritable(&place))
}

fn row(placed: &Placed) -> Vec<String> {
    let Placement { elo, low, high, low_with_ladder, high_with_ladder, bound } = placed.placement;
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    let bound = match bound {
        Some(Bound::Above) => "above",
        Some(Bound::Below) => "below",
        None => "",
    };
    vec![
        placed.game.clone(),
        placed.ladder.clone(),
        number(elo),
        number(low),
        number(high),
        number(low_with_ladder),
        number(high_with_ladder),
        bound.to_owned(),
        placed.games.to_string(),
        placed.score.to_string(),
        placed.faults.values().sum::<u64>().to_string(),
        placed.retries.to_string(),
        placed.decisions.to_string(),
    ]
}
