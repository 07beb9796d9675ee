//! Simulated runs, written as results folders and read by the analysis: the whole way from games to verdicts is tested.

use std::path::Path;

use rand_core::{Rng as _, SeedableRng};
use rayon::prelude::*;
use torneo_arena::Error;
use torneo_arena::plan::{GameIndex, Shard, Tournament};
use torneo_arena::results::{Collector, Delivery, Field, GAMES_HEADER, Rows, SEATS_HEADER};
use torneo_contract::{Outcome, Seat, reason};
use torneo_registry::Registry;
use torneo_registry::pairing::Played;
use torneo_statistics::calibration::{COVERAGE, ERROR, Frequency};
use torneo_statistics::{Rng, expected_score};

use super::{Analysis, AnalysisOptions, Known, Method};

/// The strengths of the engines in Elo points; the first one is the anchor.
const STRENGTHS: [f64; 3] = [0.0, 100.0, 250.0];
/// The first seat's advantage in every second run, in Elo points; the others are fair.
const ADVANTAGE: f64 = 50.0;
/// Groups of each pairing, and games of the strongest engine with itself.
const ROUNDS: u64 = 40;
const SELF_PLAY: u64 = 200;

/// What the analysis of a simulated run got right.
struct Checked {
    ratings: Vec<bool>,
    first_seat: bool,
    /// Whether a fair game is said to be unfair; none for runs with an advantage.
    is_accused: Option<bool>,
}

/// How often the figures of `torneo analyze` cover the truth of simulated runs that are read from their folders.
///
/// # Errors
/// Folders that cannot be written, or a registry without a game of two seats.
pub fn folders(registry: &Registry, simulations: u64, seed: u64) -> Result<Vec<Frequency>, Error> {
    let place = tempfile::tempdir().map_err(|error| Error::run(format!("no temporary folder: {error}")))?;
    let run = |number: u64| {
        let out = place.path().join(number.to_string());
        simulate(registry, &out, seed.wrapping_add(number), number % 2 == 1)
    };
    let checked = (0..simulations).into_par_iter().map(run).collect::<Result<Vec<Checked>, Error>>()?;
    Ok(vec![
        Frequency::of(
            "simulated folders: rating covered",
            COVERAGE,
            checked.iter().flat_map(|run| run.ratings.clone()),
        ),
        Frequency::of(
            "simulated folders: first player's score covered",
            COVERAGE,
            checked.iter().map(|run| run.first_seat),
        ),
        Frequency::of(
            "simulated folders: a fair game is called unfair",
            ERROR,
            checked.iter().filter_map(|run| run.is_accused),
        ),
    ])
}

fn simulate(registry: &Registry, out: &Path, seed: u64, has_advantage: bool) -> Result<Checked, Error> {
    let advantage = if has_advantage { ADVANTAGE } else { 0.0 };
    write(registry, out, seed, advantage)?;
    let options = AnalysisOptions { bootstrap: 0, replays: 0, ..AnalysisOptions::default() };
    let analysis = Analysis::of(registry, out, options)?;
    let covers = |engine: usize| {
        let interval = analysis.rating(&engine.to_string()).and_then(|rating| rating.interval);
        interval.is_some_and(|(low, high)| (low..=high).contains(&STRENGTHS[engine]))
    };
    let measured = analysis.first_move.iter().find(|row| row.method == Method::SelfPlay && row.seat == 0);
    let measured = measured.ok_or_else(|| Error::run("a simulated run has no first-move figure"))?;
    let is_accused = matches!(measured.verdict, Some("ahead" | "behind"));
    Ok(Checked {
        ratings: (1..STRENGTHS.len()).map(covers).collect(),
        first_seat: measured.score.covers(expected_score(advantage)),
        is_accused: (!has_advantage).then_some(is_accused),
    })
}

/// Writes the folder of a run whose games come out as the strengths say.
fn write(registry: &Registry, out: &Path, seed: u64, advantage: f64) -> Result<(), Error> {
    let of_two = |id: &str| registry.game(id).ok().filter(|game| game.seats() == 2 && game.has_choices());
    let unsolved = |id: &&str| of_two(id).is_some() && Known::of(registry, id).is_none();
    let game = registry.games().iter().map(|entry| entry.info().id).find(unsolved);
    let game = game.ok_or_else(|| Error::run("no game of two seats to simulate"))?;
    let text = format!(
        "name = \"simulated\"\nseed = {seed}\ngames = [\"{game}\"]\nrounds = {ROUNDS}\n\
         engines = [{{ name = \"0\", spec = \"random\" }}, {{ name = \"1\", spec = \"random\" }}, \
         {{ name = \"2\", spec = \"random\" }}]\nself_play = {{ games = {SELF_PLAY}, engines = [\"2\"] }}\n"
    );
    let tournament = Tournament::parse(registry, "simulated.toml", &text, Shard::WHOLE)?;
    let mut rng = Rng::seed_from_u64(seed);
    let mut rows = Rows::default();
    let game = Field::new(&tournament.config.games[GameIndex::FIRST]);
    let names: Vec<Field> = tournament.config.engines.iter().map(|engine| Field::new(&engine.name)).collect();
    for index in 0..tournament.plan.groups() {
        let group = tournament.plan.group(index);
        for place in 0..group.games {
            let seats = tournament.plan.engines(&group, place);
            let share = expected_score(STRENGTHS[seats[0]] - STRENGTHS[seats[1]] + advantage);
            let chance = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            let winner = Seat::new(usize::from(chance >= share));
            let mut played = Played { plies: 10, record: format!("{index}"), ..Played::default() };
            played.outcome = Some(Outcome::shared_by(2, reason::WON, |seat| seat == winner));
            played.actions.extend([5, 5]);
            played.nodes.extend([0, 0]);
            rows.push(
                group.first_game + place,
                &group,
                &game,
                seats.iter().map(|&seat| &names[seat]),
                &played,
            );
        }
    }
    let (games, seats) = rows.into_bytes();
    let with_header = |header: &[&str], rows: Vec<u8>| [header.join(",").as_bytes(), b"\n", &rows].concat();
    let (games, seats) = (with_header(&GAMES_HEADER, games), with_header(&SEATS_HEADER, seats));
    let mut collector = Collector::open(&tournament, out, false)?;
    collector.take(tournament.plan.groups(), Delivery { games: &games, seats: &seats, moves: None })?;
    collector.close()
}
