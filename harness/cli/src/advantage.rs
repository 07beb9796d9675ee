//! `torneo advantage`.

use crate::Failure;
use clap::Args;
use torneo_arena::plan::{Arguments, GameIndex, Seatings, Tournament};
use torneo_arena::trial::{
    AdvantageReport, Goal, SeatReport, Variation, Varied, defaults, measure_advantage,
};
use torneo_contract::refuse_if;
use torneo_registry::Registry;

use super::options::{margin, within};
use super::output::{SCREENFUL, brief, fault_lines};
use super::trial::{Book, Keep, Run};
use super::{print, print_json};

/// Measure what the first move is worth: an engine plays all seats.
#[derive(Args)]
#[command(
    after_help = "Example: torneo advantage hnefatafl --engine \"alpha-beta(depth=2)\" --precision 0.07"
)]
pub struct MeasureAdvantage {
    /// A game, such as `hnefatafl`
    #[arg(value_name = "GAME")]
    game: String,
    /// The engine that plays all seats
    #[arg(long, value_name = "ENGINE")]
    engine: String,
    /// Stop when the 95% interval of the first player's score is this narrow: 0.02 means +-0.02. Without it the command
    /// stops at a verdict
    #[arg(long, value_name = "SCORE", value_parser = |text: &str| within(text, 0.0001..=0.5, "expected a score from 0.0001 to 0.5, such as 0.01"))]
    precision: Option<f64>,
    /// A seat counts as fair if its score is this close to 1 over the number of seats
    #[arg(long, value_name = "SCORE", default_value_t = defaults::MARGIN, value_parser = margin)]
    margin: f64,
    /// Random moves at the start of each game, as many for each seat. The score is then that of such openings, not of the start
    #[arg(long, value_name = "N")]
    random_plies: Option<u64>,
    #[command(flatten)]
    book: Book,
    #[command(flatten)]
    keep: Keep,
    /// Plies after which a game is adjudicated a draw
    #[arg(long, value_name = "N", default_value_t = defaults::MAX_PLIES, value_parser = clap::value_parser!(u64).range(1..))]
    max_plies: u64,
    /// Most games
    #[arg(long, value_name = "N", default_value_t = defaults::ROUNDS, value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    max_games: u64,
    #[command(flatten)]
    run: Run,
}

impl MeasureAdvantage {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let has_book = self.book.openings.is_some();
        refuse_if!(
            has_book && self.random_plies.is_some(),
            "argument --random-plies: not together with --openings"
        );
        let random_plies = self.random_plies.unwrap_or(0);
        let tournament = Tournament::of_arguments(
            registry,
            &Arguments {
                name: "advantage".to_owned(),
                games: vec![self.game.clone()],
                engines: vec![self.engine.clone()],
                seatings: Seatings::All,
                rounds: self.max_games,
                seed: self.run.seed,
                random_plies,
                openings: self.book.openings.clone(),
                order: self.book.order,
                max_plies: self.max_plies,
                record: true,
            },
        )?;
        let opening = match random_plies {
            _ if has_book => Varied { random_plies: 0, by: Variation::Book },
            0 => Varied::from_start(&tournament),
            random_plies => Varied { random_plies, by: Variation::Asked },
        };
        let goal = Goal { precision: self.precision, margin: self.margin };
        let solved = registry.solved(&tournament.config.games[GameIndex::FIRST]);
        self.keep.play(
            self.run.threads,
            "the games under way are left",
            |conduct, report| measure_advantage(&tournament, opening, goal, conduct, report),
            |line, found| line.show(&progress(found)),
            |found| self.describe(found, solved),
        )?;
        self.keep.tell_folder();
        Ok(())
    }

    fn describe(&self, found: &AdvantageReport, solved: Option<f64>) {
        if self.run.json {
            return print_json(found);
        }
        let engine = &found.engine;
        let mut lines = headline(found);
        lines.push(counts(found));
        lines.extend(varied(found.opening).map(str::to_owned));
        lines.extend(fault_lines(&found.faults));
        if found.figure.is_one_game {
            lines.push(format!(
                "{engine} repeats its game, so there is no interval and no verdict. Ask another question with \
                 --random-plies 2 or --openings FILE, or take an engine that draws at random, such as mcts."
            ));
        } else if !found.precise {
            lines.push(format!(
                "The goal is not reached after {} games; --max-games allows more.",
                found.games
            ));
        }
        if let Some(score) = solved {
            let first = &found.seats[0].name;
            lines.push(match score {
                1.0 => format!("Solved: {} by best play.", super::words::does(first, "win")),
                0.0 => format!("Solved: {} by best play.", super::words::does(&found.seats[1].name, "win")),
                _ => "Solved: best play draws.".to_owned(),
            });
        } else if !found.figure.is_one_game {
            lines.push("A stronger engine may give another figure.".to_owned());
        }
        print(&brief(&lines.join("\n"), SCREENFUL));
    }
}

/// What each seat scores; with two seats the first says all.
fn headline(found: &AdvantageReport) -> Vec<String> {
    let engine = &found.engine;
    let [first, rest @ ..] = &found.seats[..] else { return Vec::new() };
    if found.figure.is_one_game {
        let line = format!(
            "{} scores {:.3} in the one game that {engine} plays against itself. Fair is {:.3}.",
            first.name, first.score.value, found.fair
        );
        return vec![line];
    }
    let verdict = match (first.verdict, rest) {
        ("ahead", _) => format!("{} ahead", is(&first.name)),
        ("behind", [second]) => format!("{} ahead", is(&second.name)),
        ("behind", _) => format!("{} behind", is(&first.name)),
        ("fair", _) => format!("the game is fair within {}", found.figure.margin),
        ("no-first-move", _) => "no first move: all choose at once".to_owned(),
        _ => match found.figure.more {
            Some(more) => format!("undecided, about {more} more games"),
            None => "undecided".to_owned(),
        },
    };
    let mut lines = vec![format!(
        "{} {} when {engine} plays itself. Fair is {:.3}: {verdict}.",
        scores(&first.name),
        score(first),
        found.fair
    )];
    if rest.len() > 1 {
        lines.extend(
            rest.iter().map(|seat| format!("{} {}: {}.", scores(&seat.name), score(seat), seat.verdict)),
        );
    }
    lines
}

fn score(seat: &SeatReport) -> String {
    match seat.score.low.is_finite() {
        true => seat.score.to_string(),
        false => format!("{:.3} (fewer than ten openings: no interval)", seat.score.value),
    }
}

/// A seat's name with its verb; a name may be a plural.
fn scores(name: &str) -> String {
    super::words::does(name, "score")
}

fn is(name: &str) -> String {
    if name.ends_with('s') { format!("{name} are") } else { format!("{name} is") }
}

/// How many games there are, and of what kind.
fn counts(found: &AdvantageReport) -> String {
    let mut text = format!("{} games", found.games);
    text += &match (found.distinct_games, found.figure.commonest) {
        (Some(distinct), _) if distinct == found.games => ", all different".to_owned(),
        (Some(distinct), Some(share)) if share > 0.05 => {
            format!(", {distinct} of them different; the commonest is {:.0}% of them", 100.0 * share)
        }
        (Some(distinct), _) => format!(", {distinct} of them different"),
        (None, _) => String::new(),
    };
    if let Some(openings) = found.figure.openings {
        text += &format!(" ({openings} openings, which are the observations)");
    }
    text + &format!(". {:.0}% draws. {:.0} plies on average.", 100.0 * found.draws, found.mean_plies)
}

/// Where the games begin, if not at the start.
fn varied(opening: Varied) -> Option<&'static str> {
    match opening.by {
        Variation::Asked => {
            Some("The games begin with random plies: that is another question than the start of the game.")
        }
        Variation::Book => Some(
            "The games begin with openings of a book: that is another question than the start of the game.",
        ),
        Variation::Chance | Variation::Engine => None,
    }
}

/// How things stand, in a line.
fn progress(found: &AdvantageReport) -> String {
    let first = &found.seats[0];
    format!("{} {} after {} games: {}", scores(&first.name), score(first), found.games, first.verdict)
}
