//! `torneo rate`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use torneo_arena::plan::Tournament;
use torneo_arena::trial::{AgentReport, Placed, RateReport, RateSettings, RatedScore, rate, rating_of};
use torneo_contract::{Refusal, refusal};
use torneo_present::english::{Joined as _, counted};
use torneo_present::table::Grid;
use torneo_registry::Registry;
use torneo_registry::ladder::Ladder;
use torneo_statistics::placement::{Bound, Placement};

use super::ladder::{given, of_games};
use super::options::within;
use super::output::{SCREENFUL, brief, table_width};
use super::trial::{Engines, Keep, Run};
use super::{Failure, print, print_json};

/// Place an agent, or two, on the ladders of games: its Elo above random play on a scale that does not move
#[derive(Args)]
#[command(after_help = "Examples: torneo rate \"mcts(sims=100)\" --games surakarta
          torneo rate greedy \"alpha-beta(depth=2)\" --games surakarta hi-jack --max-games 60
          torneo rate \"external(command=\\\"python3 mine.py\\\")\" --games surakarta --out results/mine
The agent meets the rungs that tell most, in mirrored pairs, until the 95% interval is narrow enough at each \
game. Two agents meet the same dice.")]
pub struct Rate {
    /// The agent, or the two that are compared; or their names in the file of `--engines`
    #[arg(value_name = "AGENT", num_args = 1..=2, required = true)]
    agents: Vec<String>,
    /// The games, or `all` that have a ladder
    #[arg(long, value_name = "GAME", num_args = 1.., default_value = "all")]
    games: Vec<String>,
    /// Stop at a game when the 95% interval is this narrow, in Elo: 60 means +-60
    #[arg(long, value_name = "ELO", default_value_t = 60.0, value_parser = width)]
    width: f64,
    /// Games at each game at most
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    max_games: u64,
    /// The rungs that are met, such as 3..6 [default: all]
    #[arg(long, value_name = "A..B", value_parser = rungs)]
    against: Option<(usize, usize)>,
    /// A ladder in a file, in place of those of the program
    #[arg(long, value_name = "FILE")]
    ladder: Option<PathBuf>,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    keep: Keep,
    #[command(flatten)]
    run: Run,
}

fn width(text: &str) -> Result<f64, Refusal> {
    within(text, 1.0..=2000.0, "expected a number of Elo points from 1 to 2000, such as 60")
}

/// Reads a range of rungs, its ends included.
fn rungs(text: &str) -> Result<(usize, usize), Refusal> {
    let ends = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    ends.filter(|(low, high)| low <= high)
        .ok_or_else(|| refusal!("expected a range of rungs such as 3..6, the lower first, found `{text}`"))
}

impl Rate {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let settings = RateSettings {
            agents: self.engines.entrants(registry, "<AGENT>", &self.agents)?,
            ladders: ladders(registry, &self.games, self.ladder.as_deref())?,
            width: self.width,
            max_games: self.max_games,
            against: self.against,
            near: BTreeMap::new(),
            seed: self.run.seed,
            record: self.keep.out.is_some(),
        };
        let tournament = planned(registry, &settings, "<AGENT>")?;
        self.run.warn(&tournament.engines, &tournament.books);
        self.keep.play(
            &self.run,
            "the games under way are left",
            |conduct, report| rate(&tournament, conduct, report),
            |line, found| line.show(&summary(found)),
            |found, _| match self.run.json {
                true => print_json(&written(found)),
                false => print(&brief(&told(found), SCREENFUL)),
            },
        )?;
        self.keep.tell_folder();
        Ok(())
    }
}

/// The ladders of these games, `all` for every one, among those of the program or the one in a file.
///
/// # Errors
/// A game that does not exist or has no ladder, or a file that holds none.
pub fn ladders(registry: &Registry, games: &[String], file: Option<&Path>) -> Result<Vec<Ladder>, Failure> {
    let known = given(registry, file)?;
    let all = games.iter().any(|game| game == "all");
    let found = of_games(registry, &known, ("--games", if all { &[] } else { games }))?;
    if found.is_empty() {
        return Err(Failure::input_with_help(
            "argument --games: no game has a ladder",
            "measure one with `torneo ladder build GAME`, or name one with --ladder FILE",
        ));
    }
    Ok(found.into_iter().cloned().collect())
}

/// The tournament of a rating, whose agents stand in this argument.
///
/// # Errors
/// What cannot be played; the error names the argument.
pub fn planned(registry: &Registry, settings: &RateSettings, agents: &str) -> Result<Tournament, Failure> {
    rating_of(registry, settings).map_err(|error| Failure::of_plan(error, "--games", agents))
}

/// What `--json` prints: one agent, or two with their difference.
pub fn written(found: &RateReport) -> Value {
    match &found.agents[..] {
        [one] => json!(one),
        several => json!({"agents": several, "difference": found.difference}),
    }
}

/// A line about how far it is.
fn summary(found: &RateReport) -> String {
    let of_agent = |agent: &AgentReport| {
        let games: u64 = agent.games.iter().map(|placed| placed.games).sum();
        format!("{}: {games} games, ladder score {}", agent.agent, score(&agent.ladder_score))
    };
    found.agents.iter().map(of_agent).joined("; ")
}

fn score(score: &RatedScore) -> String {
    format!("{:.1} [{:.1}, {:.1}]", score.value, score.low, score.high)
}

/// Everything that is known, the answer first.
fn told(found: &RateReport) -> String {
    let mut text = found.agents.iter().map(one).joined("\n\n");
    if let Some(difference) = &found.difference {
        let names: Vec<&str> = found.agents.iter().map(|agent| &*agent.agent).collect();
        text += &format!(
            "\n\nDifference of ladder scores, {} less {}: {}",
            names[0],
            names[1],
            score(difference)
        );
        text += match () {
            () if difference.low > 0.0 => ". The first is stronger.",
            () if difference.high < 0.0 => ". The second is stronger.",
            () => ". They cannot be told apart.",
        };
    }
    text
}

/// An agent's ladder score, and its place at each game.
fn one(agent: &AgentReport) -> String {
    let games = if agent.games.len() > MOST_ROWS { abridged(agent) } else { None };
    format!("{}\n{}", headline(agent), games.unwrap_or_else(|| detailed(agent)))
}

/// Rows of games beyond which two stand side by side, for want of lines.
const MOST_ROWS: usize = 18;

/// What is known of each game, in a row of its own.
fn detailed(agent: &AgentReport) -> String {
    let mut grid = Grid::new([
        "ladder",
        "Elo",
        "95% interval",
        "with ladder",
        "stands",
        "games",
        "faults",
        "without them",
        "retries",
        "note",
    ])
    .plain()
    .left("stands")
    .left("note");
    for placed in &agent.games {
        grid.add(row(placed));
    }
    let any = |is: fn(&Placed) -> bool| agent.games.iter().any(is);
    let columns = [
        ("faults", any(|placed| faults(placed) > 0)),
        ("without them", any(|placed| placed.without_faults.is_some())),
        ("retries", any(|placed| placed.retries > 0)),
        ("note", any(|placed| !note(placed).is_empty())),
    ];
    let empty = columns.into_iter().filter(|(_, is_filled)| !is_filled);
    let grid = empty.fold(grid, |grid, (name, _)| grid.without_column(name));
    grid.draw(table_width())
}

/// The strength at each game, two games in a row, and in the last line what there is no room for; none where two do not fit.
fn abridged(agent: &AgentReport) -> Option<String> {
    let cells = |placed: &Placed| [placed.game.clone(), strength(&placed.placement)];
    let (left, right) = agent.games.split_at(agent.games.len().div_ceil(2));
    let mut grid = Grid::new(["game", "Elo", " game", " Elo"]).plain().left(" game");
    for (number, placed) in left.iter().enumerate() {
        let other = right.get(number).map_or_else(Default::default, cells);
        grid.add([cells(placed), other].concat());
    }
    let few: Vec<&str> =
        agent.games.iter().filter(|placed| !placed.is_counted).map(|placed| &*placed.game).collect();
    let few = if few.is_empty() {
        String::new()
    } else {
        format!(" Too few steps to count: {}.", few.iter().joined(", "))
    };
    let games: u64 = agent.games.iter().map(|placed| placed.games).sum();
    let lost: u64 = agent.games.iter().map(faults).sum();
    grid.fits(table_width()).then(|| {
        format!(
            "{}\n{} in all, {lost} lost by faults.{few} --json and --out tell of the rungs, games and faults of each.",
            grid.draw(table_width()),
            counted(games, "game")
        )
    })
}

/// An estimate with its interval.
fn strength(placement: &Placement) -> String {
    let Placement { elo, low, high, bound, .. } = *placement;
    let interval = interval(bound, low, high);
    if bound.is_some() { interval } else { format!("{} {interval}", number(elo)) }
}

/// The ladder score over the games that count.
fn headline(agent: &AgentReport) -> String {
    let counted_games = agent.games.iter().filter(|placed| placed.is_counted).count() as u64;
    let elsewhere = agent
        .ladder_score_elsewhere
        .map_or(String::new(), |[low, high]| format!(" At other games of this kind: [{low:.1}, {high:.1}]."));
    format!(
        "{}: ladder score {} over {}; 0 is random play, 100 the highest rung.{elsewhere} Elo above random play.",
        agent.agent,
        score(&agent.ladder_score),
        counted(counted_games, "game"),
    )
}

fn faults(placed: &Placed) -> u64 {
    placed.faults.values().sum()
}

/// What a reader has to know of a row.
fn note(placed: &Placed) -> &'static str {
    match (placed.is_counted, placed.ran_out) {
        (false, _) => "too few steps to count",
        (true, true) => "ran out",
        (true, false) => "",
    }
}

fn number(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:+.0}"))
}

fn interval(bound: Option<Bound>, low: Option<f64>, high: Option<f64>) -> String {
    match bound {
        Some(Bound::Above) => format!("at least {}", number(low)),
        Some(Bound::Below) => format!("at most {}", number(high)),
        None => format!("[{}, {}]", number(low), number(high)),
    }
}

fn row(placed: &Placed) -> Vec<String> {
    let Placement { elo, low, high, low_with_ladder, high_with_ladder, bound } = placed.placement;
    let without = match placed.without_faults {
        Some(others) => strength(&others.placement),
        None if faults(placed) == placed.games => "no game left".to_owned(),
        None => String::new(),
    };
    vec![
        placed.ladder.clone(),
        number(elo),
        interval(bound, low, high),
        interval(bound, low_with_ladder, high_with_ladder),
        stands(placed),
        placed.games.to_string(),
        faults(placed).to_string(),
        without,
        placed.retries.to_string(),
        note(placed).to_owned(),
    ]
}

/// Between which rungs the estimate lies. Beyond an end of the ladder is said only where the whole interval lies there.
fn stands(placed: &Placed) -> String {
    match (placed.between, placed.beyond) {
        (_, Some(Bound::Above)) => "above the top rung".to_owned(),
        (_, Some(Bound::Below)) => "below random play".to_owned(),
        ([Some(low), Some(high)], None) => format!("between {low} and {high}"),
        ([Some(top), None], None) => format!("near {top}, the top rung"),
        ([None, _], None) => "near random play".to_owned(),
    }
}
