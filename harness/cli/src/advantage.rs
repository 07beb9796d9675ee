//! `torneo advantage`.

use crate::Failure;
use clap::Args;
use torneo_analysis::Known;
use torneo_arena::figures::SelfPlayFigure;
use torneo_arena::plan::{Arguments, GameIndex, Tournament};
use torneo_arena::trial::{
    AdvantageReport, Goal, KnownScore, SeatReport, Variation, Varied, defaults, measure_advantage,
};
use torneo_contract::refuse_if;
use torneo_present::english::{does, is};
use torneo_present::numbers;
use torneo_registry::Registry;

use super::options::{margin, within};
use super::output::{SCREENFUL, brief, fault_lines};
use super::trial::{Book, Engines, Keep, Run};
use super::{print, print_json};

/// Say what the first move is worth: as it is known, or as an engine scores that plays all seats.
#[derive(Args)]
#[command(after_help = "Examples: torneo advantage hazard
          torneo advantage hnefatafl --engine \"alpha-beta(depth=2)\" --precision 0.07")]
pub struct MeasureAdvantage {
    /// A game, such as `hnefatafl`
    #[arg(value_name = "GAME")]
    game: String,
    /// The engine that plays all seats. Without it a score that is known is the answer, and no game is played; else
    /// `auto(sims=100)` plays
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
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
    engines: Engines,
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

/// What plays where no engine is named: a counted budget, so that the answer is the same everywhere.
const DEFAULT_ENGINE: &str = "auto(sims=100)";

impl MeasureAdvantage {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let has_book = self.book.openings.is_some();
        refuse_if!(
            has_book && self.random_plies.is_some(),
            "argument --random-plies: not together with --openings"
        );
        let random_plies = self.random_plies.unwrap_or(0);
        let engine = self.engine.clone().unwrap_or_else(|| DEFAULT_ENGINE.to_owned());
        let engines = self.engines.entrants(registry, "--engine", &[engine])?;
        let tournament = Tournament::of_arguments(
            registry,
            &Arguments {
                random_plies,
                openings: self.book.open()?,
                order: self.book.order,
                plies: self.book.plies,
                start: self.book.start,
                max_plies: self.max_plies,
                record: true,
                ..Arguments::of(
                    "advantage",
                    vec![self.game.clone()],
                    engines,
                    (self.max_games, self.run.seed),
                )
            },
        )
        .map_err(|error| Failure::of_plan(error, "<GAME>", "--engine"))?;
        let opening = match random_plies {
            _ if has_book => Varied { random_plies: 0, by: Variation::Book },
            0 => Varied::from_start(&tournament),
            random_plies => Varied { random_plies, by: Variation::Asked },
        };
        let has_chance = tournament.tables[GameIndex::FIRST].has_chance();
        let known = Known::of(registry, &tournament.config.games[GameIndex::FIRST]);
        let from_start = matches!(opening.by, Variation::Chance | Variation::Engine);
        if let (None, Some(known), true) = (&self.engine, &known, from_start) {
            refuse_if!(
                self.keep.out.is_some(),
                "argument --out: the score is known, so no game is played; with --engine ENGINE games are played"
            );
            let answer = AdvantageReport::known(&tournament, opening, known.method.word(), &known.scores);
            self.describe(&answer, has_chance, true);
            return Ok(());
        }
        let known = known.map(|known| known.first());
        let goal = Goal { precision: self.precision, margin: self.margin, known };
        self.run.warn(&tournament.engines, &tournament.books);
        self.keep.play(
            &self.run,
            "the games under way are left",
            |conduct, report| measure_advantage(&tournament, opening, goal, conduct, report),
            |line, found| line.show(&progress(found)),
            |found, is_over| self.describe(found, has_chance, is_over),
        )?;
        self.keep.tell_folder();
        Ok(())
    }

    fn describe(&self, found: &AdvantageReport, has_chance: bool, is_over: bool) {
        if self.run.json {
            return print_json(found);
        }
        let lines = match (&found.figure, &found.engine) {
            (Some(figure), Some(engine)) => self.measured(found, figure, engine, has_chance, is_over),
            _ => answered(found),
        };
        print(&brief(&lines.join("\n"), SCREENFUL));
    }

    /// What games say.
    fn measured(
        &self,
        found: &AdvantageReport,
        figure: &SelfPlayFigure,
        engine: &str,
        has_chance: bool,
        is_over: bool,
    ) -> Vec<String> {
        let mut lines = self.headline(found, figure, engine);
        lines.push(counts(found, figure));
        lines.extend(varied(found.opening).map(str::to_owned));
        lines.extend(fault_lines(&found.faults));
        if figure.is_one_game {
            lines.push(format!(
                "{engine} repeats its game, so there is no interval and no verdict. Ask another question with \
                 --random-plies 2 or --openings FILE, or take an engine that draws at random, such as mcts."
            ));
        } else if !found.precise {
            lines.push(format!(
                "The goal is not reached after {} games{}",
                found.games,
                if is_over { "; --max-games allows more." } else { "." }
            ));
        }
        lines.push(match found.known {
            Some(known) => known_line(found, known, has_chance),
            None if figure.is_one_game => return lines,
            None => "A stronger engine may give another figure.".to_owned(),
        });
        lines
    }

    /// What each seat scores, with the sequence beside each verdict; with two seats the first says all.
    fn headline(&self, found: &AdvantageReport, figure: &SelfPlayFigure, engine: &str) -> Vec<String> {
        let [first, rest @ ..] = &found.seats[..] else { return Vec::new() };
        if figure.is_one_game {
            let line = format!(
                "{} scores {:.3} in the one game that {engine} plays against itself. Fair is {:.3}.",
                first.name, first.score.value, found.fair
            );
            return vec![line];
        }
        let mut lines = vec![format!(
            "{} {} when {engine} plays itself. Fair is {:.3}: {}.",
            scores(&first.name),
            sequence(first),
            found.fair,
            verdict(found, figure)
        )];
        if rest.len() > 1 {
            let line =
                |seat: &SeatReport| format!("{} {}: {}.", scores(&seat.name), sequence(seat), seat.verdict);
            lines.extend(rest.iter().map(line));
        }
        if found.seats.iter().any(|seat| seat.sequence.is_none()) {
            lines.push("Later games contradict earlier ones: no score fits all of them.".to_owned());
        }
        if self.precision.is_some() {
            lines.push(match first.score.low.is_finite() {
                true => format!("95% interval of the estimate: {}.", score(first)),
                false => format!("Estimate: {}.", score(first)),
            });
        }
        lines
    }
}

/// The value that is known, beside what games say.
fn known_line(found: &AdvantageReport, known: KnownScore, has_chance: bool) -> String {
    let first = &found.seats[0].name;
    let wins = |seat: usize| format!("Solved: {} by best play.", does(&found.seats[seat].name, "win"));
    match (known.method, known.value) {
        ("solved", 1.0) => wins(0),
        ("solved", 0.0) => wins(1),
        ("solved", 0.5) if !has_chance => "Solved: best play draws.".to_owned(),
        ("solved", value) => format!("Solved: {} {} by best play.", scores(first), decimals(value)),
        (_, value) => format!("Chance alone decides: {} {} (exact).", scores(first), decimals(value)),
    }
}

/// What is known without playing.
fn answered(found: &AdvantageReport) -> Vec<String> {
    let [first, rest @ ..] = &found.seats[..] else { return Vec::new() };
    let why = if found.method == "exact" { "chance alone decides" } else { "all play best" };
    let verdict = match (first.verdict, rest) {
        ("behind", [second]) => format!("{} ahead", is(&second.name)),
        ("fair", _) => "the game is fair".to_owned(),
        (verdict, _) => format!("{} {verdict}", is(&first.name)),
    };
    let mut lines = vec![format!(
        "{} {} ({}), as {why}. Fair is {:.3}: {verdict}.",
        scores(&first.name),
        decimals(first.score.value),
        found.method,
        found.fair
    )];
    if rest.len() > 1 {
        let line = |seat: &SeatReport| {
            format!("{} {}: {}.", scores(&seat.name), decimals(seat.score.value), seat.verdict)
        };
        lines.extend(rest.iter().map(line));
    }
    lines.push("No games: the value is known. With --engine ENGINE games are played.".to_owned());
    lines
}

/// A known score to six digits, without zeros at the end.
fn decimals(score: f64) -> String {
    let text = format!("{score:.6}");
    let short = text.trim_end_matches('0');
    // Three digits at least, as scores have elsewhere.
    text[..short.len().max("0.000".len())].to_owned()
}

/// The one verdict on a game, and after how many games it was reached.
fn verdict(found: &AdvantageReport, figure: &SelfPlayFigure) -> String {
    let first = &found.seats[0];
    let fair = |seat: &SeatReport| seat.verdict == "fair";
    let said = match (first.verdict, &found.seats[1..]) {
        ("no-first-move", _) => return "no first move: all choose at once".to_owned(),
        ("ahead", _) => format!("{} ahead", is(&first.name)),
        ("behind", [second]) => format!("{} ahead", is(&second.name)),
        ("behind", _) => format!("{} behind", is(&first.name)),
        _ if found.seats.iter().all(fair) => format!("the game is fair within {}", figure.margin),
        (_, others) => match others.iter().find(|seat| matches!(seat.verdict, "ahead" | "behind")) {
            Some(seat) => format!("{} {}", is(&seat.name), seat.verdict),
            None => match figure.more {
                Some(more) => return format!("undecided, about {more} more games"),
                None => return "undecided".to_owned(),
            },
        },
    };
    match found.decided_after {
        Some(games) => format!("{said}, decided after {games} games"),
        None => said,
    }
}

/// A seat's score with its confidence sequence.
fn sequence(seat: &SeatReport) -> String {
    numbers::score(seat.score.value, seat.sequence)
}

fn score(seat: &SeatReport) -> String {
    match seat.score.low.is_finite() {
        true => seat.score.to_string(),
        false => format!("{:.3} (fewer than ten openings: no interval)", seat.score.value),
    }
}

/// A seat's name with its verb; a name may be a plural.
fn scores(name: &str) -> String {
    does(name, "score")
}

/// How many games there are, and of what kind.
fn counts(found: &AdvantageReport, figure: &SelfPlayFigure) -> String {
    let mut text = format!("{} games", found.games);
    text += &match (found.distinct_games, figure.commonest) {
        (Some(distinct), _) if distinct == found.games => ", all different".to_owned(),
        (Some(distinct), Some(share)) if share > 0.05 => {
            format!(", {distinct} of them different; the commonest is {:.0}% of them", 100.0 * share)
        }
        (Some(distinct), _) => format!(", {distinct} of them different"),
        (None, _) => String::new(),
    };
    if let Some(openings) = figure.openings {
        text += &format!(" ({openings} openings, which are the observations)");
    }
    text + &format!(". {:.0}% draws. {:.0} plies on average.", 100.0 * figure.draws, figure.mean_plies)
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
    format!("{} {} after {} games: {}", scores(&first.name), sequence(first), found.games, first.verdict)
}
