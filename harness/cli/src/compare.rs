//! `torneo match`.

use crate::Failure;
use clap::Args;
use torneo_arena::figures::{STOPPED, told};
use torneo_arena::plan::{Arguments, Tournament};
use torneo_arena::trial::{Comparison, compare, defaults};
use torneo_contract::Refusal;
use torneo_present::english::Joined as _;
use torneo_present::numbers::with_sign;
use torneo_registry::Registry;
use torneo_statistics::elo::{MatchElo, Pentanomial};
use torneo_statistics::sprt::{Decision, Hypotheses};

use super::options::error_rate;
use super::output::{SCREENFUL, brief, fault_lines};
use super::trial::{Book, Engines, Keep, Run, Seating, nothing_new};
use super::{print, print_json};

/// Play two engines against each other until it is clear which hypothesis holds.
#[derive(Args)]
#[command(
    after_help = "Example: torneo match \"mcts(sims=400)\" \"mcts(sims=200)\" --games hnefatafl havannah --sprt 0,30"
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
    sprt: (f64, f64),
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
        let tournament = Tournament::of_arguments(
            registry,
            &Arguments {
                name: "match".to_owned(),
                games: self.games.clone(),
                engines,
                seatings: self.seating.seatings,
                rounds: self.max_rounds,
                seed: self.run.seed,
                random_plies: self.book.random_plies(self.random_plies, defaults::RANDOM_PLIES),
                openings: self.book.openings.clone(),
                order: self.book.order,
                max_plies: self.max_plies,
                record: self.keep.out.is_some(),
            },
        )
        .map_err(|error| Failure::of_plan(error, "--games", "<ENGINE>"))?;
        self.run.warn(&tournament.engines);
        let (elo0, elo1) = self.sprt;
        let hypotheses = Hypotheses { elo0, elo1, alpha: self.alpha, beta: self.beta };
        let found = self.keep.play(
            &self.run,
            "the games under way are left",
            |conduct, report| compare(&tournament, hypotheses, conduct, report),
            |line, found| line.show(&summary(found)),
            |found, is_over| self.describe(found, is_over),
        )?;
        self.keep.tell_folder();
        nothing_new(found.stopped)
    }

    fn describe(&self, found: &Comparison, is_over: bool) {
        if self.run.json {
            return print_json(found);
        }
        let mut lines = vec![decision(found, is_over), results(found)];
        lines.push(counts(found));
        lines.extend(told(&found.copies));
        lines.extend(found.match_elo.as_ref().map(field_line));
        if let Some(most) = found.out_of_reach {
            lines.push(format!(
                "warning: with {:.1}% draws no advantage beyond {most:+.1} Elo is possible, so the test cannot \
                 accept {elo1} Elo. Choose values closer to 0, or openings that draw less.",
                100.0 * found.draws,
                elo1 = with_sign(found.hypotheses.elo1),
            ));
        }
        lines.extend(fault_lines(&found.faults));
        if let [_, _, ..] = &found.by_game[..] {
            lines.extend(found.by_game.iter().map(|game| format!("{}: {}", game.game, game.score)));
        }
        print(&brief(&lines.join("\n"), SCREENFUL));
    }
}

/// What the test says.
fn decision(found: &Comparison, is_over: bool) -> String {
    let Hypotheses { elo0, elo1, .. } = found.hypotheses;
    let Comparison { engine, opponent, .. } = found;
    let (low, high) = found.bounds;
    let accepted = |elo: f64, other: f64, needed: f64| {
        let (elo, other) = (with_sign(elo), with_sign(other));
        let ratio = found.log_likelihood_ratio;
        format!("the test accepts {elo} Elo, not {other} (LLR {ratio:+.2}, needed {needed:+.2}).")
    };
    match found.decision {
        Decision::AcceptH1 => {
            let relation = if elo0 >= 0.0 { "is stronger than" } else { "against" };
            format!("{engine} {relation} {opponent}: {}", accepted(elo1, elo0, high))
        }
        Decision::AcceptH0 => {
            let relation = match () {
                () if elo1 <= 0.0 => "is weaker than",
                () if elo0 >= 0.0 => "is not shown to be stronger than",
                () => "against",
            };
            format!("{engine} {relation} {opponent}: {}", accepted(elo0, elo1, low))
        }
        Decision::Undecided if found.stopped == Some(STOPPED) => format!(
            "{engine} against {opponent}: undecided (LLR {:+.2}, needed {low:+.2} or {high:+.2}), and nothing new comes.",
            found.log_likelihood_ratio
        ),
        Decision::Undecided => format!(
            "{engine} against {opponent}: undecided (LLR {:+.2}, needed {low:+.2} or {high:+.2}).{}",
            found.log_likelihood_ratio,
            if is_over { " --max-rounds allows more games." } else { "" }
        ),
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
    format!(
        "{} games: score {}, LLR {:+.2} ({:+.1}%) between {:+.2} and {:+.2}",
        found.games,
        found.score,
        found.log_likelihood_ratio,
        found.llr_percent,
        found.bounds.0,
        found.bounds.1
    )
}
