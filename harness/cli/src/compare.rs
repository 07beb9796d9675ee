//! `torneo match`.

use crate::Failure;
use clap::{ArgGroup, Args};
use torneo_arena::figures::{STOPPED, told};
use torneo_arena::plan::{Arguments, Tournament};
use torneo_arena::trial::{Comparison, Terms, Tested, compare_growing, defaults, expected_groups};
use torneo_contract::Refusal;
use torneo_present::english::Joined as _;
use torneo_present::numbers::{thousands, with_sign};
use torneo_registry::Registry;
use torneo_statistics::elo::{MatchElo, Pentanomial};
use torneo_statistics::sprt::{Decision, ExpectedGroups, Hypotheses, Model, Test};

use super::ends::Ends;
use super::options::{Words, error_rate, word};
use super::output::{SCREENFUL, brief, fault_lines};
use super::trial::{Book, Engines, Keep, Run, Seating, nothing_new};
use super::{print, print_json, tell};

/// Play two engines against each other until it is clear which hypothesis holds, or for a number of games.
#[derive(Args)]
#[command(
    group = ArgGroup::new("terms").args(["sprt", "pairs"]).multiple(true).required(true),
    after_help = "Examples: torneo match \"mcts(sims=400)\" \"mcts(sims=200)\" --games hnefatafl havannah --sprt 0,30\n  \
                  torneo match greedy random --games blocker --pairs 100"
)]
pub struct Match {
    /// The engine whose advantage is tested, or its name in the file of `--engines`
    #[arg(value_name = "ENGINE")]
    engine: String,
    /// Its opponent
    #[arg(value_name = "OPPONENT")]
    opponent: String,
    /// The games that are played in turn
    #[arg(long, value_name = "GAME", num_args = 1.., required = true)]
    games: Vec<String>,
    /// The advantage in Elo points under H0 and under H1
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_pair, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// On which scale these points are
    #[arg(long, default_value = "logistic", value_parser = word(MODELS), requires = "sprt")]
    model: Model,
    /// Mirrored groups of each game: all are played. With --sprt the ratio is told, and stops nothing
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000), conflicts_with = "max_rounds")]
    pairs: Option<u64>,
    /// The probability of accepting H1 though H0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = error_rate)]
    alpha: f64,
    /// The probability of accepting H0 though H1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = error_rate)]
    beta: f64,
    /// Random plies that both games of a mirrored pair begin with [default: 2, none with --openings]
    #[arg(long, value_name = "N")]
    random_plies: Option<u64>,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    book: Book,
    #[command(flatten)]
    ends: Ends,
    #[command(flatten)]
    seating: Seating,
    #[command(flatten)]
    keep: Keep,
    /// Plies after which a game is adjudicated a draw
    #[arg(long, value_name = "N", default_value_t = defaults::MAX_PLIES, value_parser = clap::value_parser!(u64).range(1..))]
    max_plies: u64,
    /// Most mirrored groups of each game
    #[arg(long, value_name = "N", default_value_t = defaults::ROUNDS, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    max_rounds: u64,
    #[command(flatten)]
    run: Run,
}

const MODELS: Words<Model> = &[
    ("logistic", "Elo points of the expected score", Model::Logistic),
    (
        "normalized",
        "Normalised Elo points: standard deviations of a game's score, times 800 / ln 10",
        Model::Normalized,
    ),
];

/// Rounds with which a test begins that has a book.
const FIRST_ROUNDS: u64 = 1000;

/// Elo points beyond which no score can be told from 0 and 1.
const MOST_ELO: f64 = 2000.0;

fn elo_pair(text: &str) -> Result<(f64, f64), Refusal> {
    let parsed =
        text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    let fits = |(a, b): &(f64, f64)| a < b && a.abs() <= MOST_ELO && b.abs() <= MOST_ELO;
    parsed
        .filter(fits)
        .ok_or_else(|| Refusal::new("expected two numbers of Elo points, the lower first, such as 0,10"))
}

impl Match {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let engines =
            self.engines.entrants(registry, "<ENGINE>", &[self.engine.clone(), self.opponent.clone()])?;
        let terms = self.terms();
        let most = self.pairs.unwrap_or(self.max_rounds);
        // A test may be decided soon: then not all of a long book is read.
        let is_short = matches!(terms, Terms::Sequential(_)) && self.book.is_given() && !self.keep.goes_on();
        let arguments = Arguments {
            name: "match".to_owned(),
            games: self.games.clone(),
            engines,
            seatings: self.seating.seatings,
            rounds: if is_short { most.min(FIRST_ROUNDS) } else { most },
            seed: self.run.seed,
            random_plies: self.book.random_plies(self.random_plies, defaults::RANDOM_PLIES),
            openings: self.book.open()?,
            order: self.book.order,
            plies: self.book.plies,
            start: self.book.start,
            max_plies: self.max_plies,
            adjudication: self.ends.rules(),
            record: self.keep.out.is_some(),
        };
        let tournament = Tournament::of_arguments(registry, &arguments)
            .map_err(|error| Failure::of_plan(error, "--games", "<ENGINE>"))?;
        let grown = |rounds| Tournament::of_arguments(registry, &Arguments { rounds, ..arguments.clone() });
        self.run.warn(&tournament.engines, &tournament.books);
        if tournament.config.rounds < most {
            tell("more openings are read when the test needs them");
        }
        if let Terms::Sequential(test) = &terms
            && let Some(expected) = expected_groups(&tournament, test)
        {
            tell(&length(&expected));
        }
        let found = self.keep.play(
            &self.run,
            "the games under way are left",
            |conduct, report| compare_growing(tournament, most, grown, terms, conduct, report),
            |line, found| line.show(&summary(found)),
            |found, is_over| self.describe(found, is_over),
        )?;
        self.keep.tell_folder();
        nothing_new(found.stopped)
    }

    fn terms(&self) -> Terms {
        let test = self.sprt.map(|(elo0, elo1)| Test {
            hypotheses: Hypotheses { elo0, elo1, alpha: self.alpha, beta: self.beta },
            model: self.model,
        });
        match test {
            Some(test) if self.pairs.is_none() => Terms::Sequential(test),
            test => Terms::Fixed(test),
        }
    }

    fn describe(&self, found: &Comparison, is_over: bool) {
        if self.run.json {
            return print_json(found);
        }
        let mut lines = vec![decision(found, is_over), results(found)];
        lines.push(counts(found));
        lines.extend(told(&found.copies));
        lines.extend(found.match_elo.as_ref().map(field_line));
        if let (Decision::Undecided, Some(expected)) = (found.decision, expected(found)) {
            lines.push(length(expected));
        }
        if let (Some(most), Some(tested)) = (found.out_of_reach, &found.tested) {
            lines.push(format!(
                "warning: with {:.1}% draws no advantage beyond {most:+.1} Elo is possible, so the test cannot \
                 accept {elo1} Elo. Choose values closer to 0, or openings that draw less.",
                100.0 * found.draws,
                elo1 = with_sign(tested.hypotheses.elo1),
            ));
        }
        lines.extend(fault_lines(&found.faults));
        if let [_, _, ..] = &found.by_game[..] {
            lines.extend(found.by_game.iter().map(|game| format!("{}: {}", game.game, game.score)));
        }
        print(&brief(&lines.join("\n"), SCREENFUL));
    }
}

/// How long the test is expected to take, if that is known.
fn expected(found: &Comparison) -> Option<&ExpectedGroups> {
    found.tested.as_ref()?.expected_groups.as_ref()
}

/// How long a test is expected to take.
fn length(expected: &ExpectedGroups) -> String {
    let [h0, between, h1] =
        [expected.h0, expected.between, expected.h1].map(|groups| thousands(groups.ceil() as u64));
    format!("expected length: {h0} groups if H0 is true, {h1} if H1 is true, {between} midway between them")
}

/// What was played for, and what came out.
fn decision(found: &Comparison, is_over: bool) -> String {
    let Comparison { engine, opponent, .. } = found;
    let said = match &found.tested {
        None => format!("{} groups of games", thousands(found.played)),
        Some(tested) => verdict(found, tested, is_over),
    };
    format!("{engine} {} {opponent}: {said}", relation(found))
}

/// How the first engine stands to the second, by the test.
fn relation(found: &Comparison) -> &'static str {
    let (elo0, elo1) =
        found.tested.map_or((0.0, 0.0), |Tested { hypotheses, .. }| (hypotheses.elo0, hypotheses.elo1));
    match found.decision {
        Decision::AcceptH1 if elo0 >= 0.0 => "is stronger than",
        Decision::AcceptH0 if elo1 <= 0.0 => "is weaker than",
        Decision::AcceptH0 if elo0 >= 0.0 => "is not shown to be stronger than",
        _ => "against",
    }
}

/// What the test says.
fn verdict(found: &Comparison, tested: &Tested, is_over: bool) -> String {
    let (low, high) = tested.bounds;
    let ratio = tested.log_likelihood_ratio;
    let unit = match tested.model {
        Model::Logistic => "Elo",
        Model::Normalized => "nElo",
    };
    let [elo0, elo1] = [tested.hypotheses.elo0, tested.hypotheses.elo1].map(with_sign);
    let undecided = format!("LLR {ratio:+.2}, needed {low:+.2} or {high:+.2}");
    let accepted = |elo, other, needed| {
        format!("the test accepts {elo} {unit}, not {other} (LLR {ratio:+.2}, needed {needed:+.2}).")
    };
    match found.decision {
        Decision::AcceptH1 => accepted(elo1, elo0, high),
        Decision::AcceptH0 => accepted(elo0, elo1, low),
        Decision::Fixed => {
            let played = thousands(found.played);
            format!("{played} groups of games. For {elo1} {unit} and not {elo0}: {undecided}.")
        }
        Decision::Undecided if found.stopped == Some(STOPPED) => {
            format!("undecided ({undecided}), and nothing new comes.")
        }
        Decision::Undecided => {
            let more = if is_over { " --max-rounds allows more games." } else { "" };
            format!("undecided ({undecided}).{more}")
        }
    }
}

/// The games, the score and the Elo.
fn results(found: &Comparison) -> String {
    let mut text = format!("{} games", found.games);
    if let Some([wins, draws, losses]) = found.results {
        text += &format!(": {wins} wins, {draws} draws, {losses} losses");
    }
    text += &match found.score.low.is_finite() {
        true => format!(". Score {}", found.score),
        false => format!(". Score {:.3}", found.score.value),
    };
    if let Some((elo, low, high)) = found.elo {
        text += &format!(", Elo {elo:+.0} [{low:+.0}, {high:+.0}]");
    }
    text + "."
}

/// Elo, normalised Elo and likelihood of superiority by the formulas of fastchess.
fn field_line(field: &MatchElo) -> String {
    let with_error = |value: Option<f64>, error: Option<f64>| match (value, error) {
        (Some(value), Some(error)) => format!("{value:+.2} +/- {error:.2}"),
        (Some(value), None) => format!("{value:+.2}"),
        _ => "-".to_owned(),
    };
    format!(
        "as fastchess: Elo {}, nElo {}, LOS {:.2}%",
        with_error(field.elo, field.elo_error),
        with_error(field.normalised, field.normalised_error),
        100.0 * field.superiority
    )
}

/// The groups by their scores: by name for pairs of games of two.
fn counts(found: &Comparison) -> String {
    match &found.pentanomial {
        Some(Pentanomial { ll, ld, dd, wl, wd, ww }) => {
            format!("{} pairs: LL {ll}, LD {ld}, DD {dd}, WL {wl}, WD {wd}, WW {ww}", found.groups)
        }
        None => {
            let counts = found.scores.iter().map(|(score, count)| format!("{score:.3}: {count}"));
            format!(
                "scores of the {} groups: {}; draws {:.1}%",
                found.groups,
                counts.joined(", "),
                100.0 * found.draws
            )
        }
    }
}

fn summary(found: &Comparison) -> String {
    let mut text = format!("{} games: score {}", found.games, found.score);
    if let Some(tested) = &found.tested {
        let ((low, high), ratio) = (tested.bounds, tested.log_likelihood_ratio);
        text += &format!(", LLR {ratio:+.2} ({:+.1}%) between {low:+.2} and {high:+.2}", tested.llr_percent);
    }
    if let Some(ExpectedGroups { h0, between, h1 }) = expected(found) {
        let [least, most] =
            [h0.min(*h1), between.max(*h0).max(*h1)].map(|groups| thousands(groups.ceil() as u64));
        text += &format!("; {} groups, expected {least} to {most}", thousands(found.groups));
    }
    text
}
