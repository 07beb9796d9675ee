//! Runs with small balanced designs and with tables of different engines: who sits where, the same bytes however they are
//! played, and an analysis that counts them as they are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use torneo_analysis::{Analysis, AnalysisOptions};
use torneo_arena::Error;
use torneo_arena::figures::head_to_head;
use torneo_arena::plan::{Arguments, Entrant, Seatings, Shard, Tournament};
use torneo_arena::results::{GameResult, MergeOptions, each_game, merge};
use torneo_arena::run::{RunOptions, run};
use torneo_arena::storage::Store;
use torneo_arena::trial::{Conduct, Keeping, Terms, compare};
use torneo_arena::verify::{VerifyOptions, verify};
use torneo_registry::Registry;
use torneo_statistics::sprt::{Hypotheses, Model, Test};

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

const BALANCED: &str = r#"
name = "balanced"
seed = 4
games = ["hazard(players=8)", "hazard(players=6)", "hazard(players=5)", "hazard"]
engines = ["random", "greedy", "mcts(sims=5)"]
seatings = "balanced"
rounds = 3
"#;

const MIXED: &str = r#"
name = "mixed"
seed = 4
games = ["lanza(players=3)", "hazard(players=4)", "hazard"]
engines = ["random", "greedy", "flat-mc(sims=5)", "mcts(sims=5)"]
tables = "mixed"
rounds = 2
[limits]
max_plies = 40
"#;

/// Of 15 engines four sit together in 1365 ways: each round has a sample.
fn sampled() -> String {
    let engines: Vec<String> = (0..15).map(|n| format!("{{ name = \"e{n}\", spec = \"random\" }}")).collect();
    let engines = engines.join(", ");
    format!(
        "name = \"sampled\"\nseed = 4\ngames = [\"hazard(players=4)\"]\nengines = [{engines}]\n\
         tables = \"mixed\"\nrounds = 4"
    )
}

fn read(config: &str, shard: Shard) -> Result<Tournament, Error> {
    Tournament::parse(&REGISTRY, "c.toml", config, shard)
}

fn play(config: &str, out: &Path, options: RunOptions) -> u64 {
    run(&read(config, Shard::WHOLE).unwrap(), out, options, &Arc::default()).unwrap().played
}

fn threads(threads: usize) -> RunOptions {
    RunOptions { threads, ..RunOptions::default() }
}

fn results(folder: &Path) -> Vec<GameResult> {
    let mut all = Vec::new();
    each_game(folder, |result| all.push(result.clone())).unwrap();
    all
}

/// How often each engine sat at each seat of each game.
fn seats(results: &[GameResult]) -> BTreeMap<(&str, &str, usize), u64> {
    let mut counts = BTreeMap::new();
    for result in results {
        for (seat, at) in result.seats.iter().enumerate() {
            *counts.entry((&*result.game, &*at.engine, seat)).or_default() += 1;
        }
    }
    counts
}

#[test]
fn a_balanced_design_is_small_and_seats_everybody_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    play(BALANCED, &out, threads(2));
    let results = results(&out);
    assert_eq!(results.len(), 3 * 3 * (14 + 10 + 10 + 2));
    let counts = seats(&results);
    for (&(game, engine, seat), &count) in &counts {
        let games = results.iter().filter(|result| result.game == game).count() as u64;
        // Each engine is in two of three pairings and has half of the seats there.
        assert_eq!(count * 3, games, "{game}: {engine} at {seat}");
    }
    assert_eq!(counts.len(), 3 * (8 + 6 + 5 + 2));
    let all = read(&BALANCED.replace("\"balanced\"\nrounds", "\"all\"\nrounds"), Shard::WHOLE).unwrap();
    assert_eq!(all.plan.total_games(), 3 * 3 * (70 + 20 + 20 + 2));
}

#[test]
fn different_engines_sit_everywhere_equally_often() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    play(MIXED, &out, threads(2));
    let results = results(&out);
    // Tables of three of four engines in 6 games, the table of four in 4, pairs in 2.
    assert_eq!(results.len(), 2 * (4 * 6 + 4 + 6 * 2));
    let expected =
        BTreeMap::from([("lanza(players=3)", 2 * 3 * 2), ("hazard(players=4)", 2), ("hazard", 2 * 3)]);
    for ((game, engine, seat), count) in seats(&results) {
        assert_eq!(count, expected[game], "{game}: {engine} at {seat}");
    }
    for result in &results {
        let engines: BTreeSet<&str> = result.seats.iter().map(|seat| &*seat.engine).collect();
        assert_eq!(engines.len(), result.seats.len(), "all different");
    }
}

#[test]
fn a_sample_of_tables_is_balanced_and_another_in_each_round() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    play(&sampled(), &out, threads(2));
    let results = results(&out);
    assert_eq!(results.len(), 4 * 15 * 4);
    assert!(
        seats(&results).into_values().all(|count| count == 4 * 4),
        "4 rounds, 4 tables each, once at each seat"
    );
    let mut tables: BTreeMap<u64, BTreeSet<Vec<&str>>> = BTreeMap::new();
    for result in &results {
        let mut engines: Vec<&str> = result.seats.iter().map(|seat| &*seat.engine).collect();
        engines.sort_unstable();
        tables.entry(result.pair / 15).or_default().insert(engines);
    }
    assert!(tables.values().all(|tables| tables.len() == 15), "no table twice in a round");
    assert!(tables.values().collect::<BTreeSet<_>>().len() == 4, "rounds differ");
}

fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    ["games.csv", "seats.csv", "manifest.json"].map(|name| fs::read(folder.join(name)).unwrap()).to_vec()
}

/// One thread, several, an interrupted run, and shards that are merged write the same bytes, which verification finds sound.
#[test]
fn designs_are_reproducible() {
    for config in [BALANCED, MIXED, &sampled()] {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        play(config, &path("one"), threads(1));
        play(config, &path("three"), threads(3));
        let known = bytes(&path("one"));
        assert_eq!(known, bytes(&path("three")));
        let plan = read(config, Shard::WHOLE).unwrap();
        for attempt in 0..3 {
            let stop = Arc::new(AtomicBool::new(false));
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_millis(1 << attempt));
                    stop.store(true, Ordering::Relaxed);
                });
                let options = RunOptions { threads: 2, resume: attempt > 0, ..RunOptions::default() };
                let found = run(&plan, &path("stopped"), options, &stop);
                assert!(matches!(found, Ok(_) | Err(Error::Interrupted)), "{found:?}");
            });
        }
        play(config, &path("stopped"), RunOptions { resume: true, ..threads(2) });
        assert_eq!(known, bytes(&path("stopped")));
        let shards: Vec<PathBuf> = (1..=3).map(|index| path(&format!("shard{index}"))).collect();
        for (index, out) in shards.iter().enumerate() {
            let part = read(config, Shard::Every { index: index as u64 + 1, count: 3 }).unwrap();
            run(&part, out, threads(1), &Arc::default()).unwrap();
        }
        merge(&Store::default(), &shards, &path("merged"), MergeOptions::default()).unwrap();
        assert_eq!(known[..2], bytes(&path("merged"))[..2]);
        let found = verify(&Store::default(), &REGISTRY, &path("one"), VerifyOptions::default()).unwrap();
        assert!(found.sound && found.played_again > 0, "{:?}", found.faults);
        let interleaved = format!("interleave = true\n{}", config.trim_start());
        play(&interleaved, &path("interleaved"), threads(2));
        let sound =
            verify(&Store::default(), &REGISTRY, &path("interleaved"), VerifyOptions::default()).unwrap();
        assert!(sound.sound, "{:?}", sound.faults);
        let rows = |name: &str| -> BTreeSet<(String, String)> {
            let row = |result: GameResult| (format!("{:?}", result.seats), result.record);
            results(&path(name)).into_iter().map(row).collect()
        };
        assert_eq!(rows("one"), rows("interleaved"), "the same games in another order");
    }
}

/// The games of a table are what they are, whoever else takes part.
#[test]
fn tables_of_different_engines_are_reused() {
    let folder = tempfile::tempdir().unwrap();
    let [small, large, fresh] = ["small", "large", "fresh"].map(|name| folder.path().join(name));
    let fewer = MIXED.replace(", \"hazard(players=4)\"", "");
    play(&fewer.replace("\"random\", ", ""), &small, threads(1));
    let options = RunOptions { reuse: vec![small], ..threads(1) };
    run(&read(&fewer, Shard::WHOLE).unwrap(), &large, options, &Arc::default()).unwrap();
    play(&fewer, &fresh, threads(1));
    assert_eq!(bytes(&large), bytes(&fresh));
}

/// The engines at the seats of a game, and their scores.
type Seated = (Vec<usize>, Vec<f64>);

/// Head-to-head scores by hand from the rows: the mean over the games of a group, over the groups of a game, over games.
#[test]
fn what_tables_of_different_engines_say_is_counted_by_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let config =
        MIXED.replace(", \"hazard(players=4)\", \"hazard\"", "").replace("rounds = 2", "rounds = 12");
    play(&config, &out, threads(2));
    let analysis =
        Analysis::of(&REGISTRY, &out, AnalysisOptions { replays: 0, ..AnalysisOptions::default() }).unwrap();
    let results = results(&out);
    let names = ["random", "greedy", "flat-mc(sims=5)", "mcts(sims=5)"];
    let index = |name: &str| names.iter().position(|known| *known == name).unwrap();
    let mut groups: BTreeMap<u64, Vec<Seated>> = BTreeMap::new();
    for result in &results {
        let engines = result.seats.iter().map(|seat| index(&seat.engine)).collect();
        let scores = result.seats.iter().map(|seat| seat.score).collect();
        groups.entry(result.pair).or_default().push((engines, scores));
    }
    assert_eq!(groups.len(), 4 * 12);
    for duel in &analysis.duels {
        let (a, b) = (index(&duel.engine), index(&duel.opponent));
        let met = groups.values().filter(|games| games[0].0.contains(&a) && games[0].0.contains(&b));
        let score = |games: &Vec<(Vec<usize>, Vec<f64>)>| {
            games.iter().map(|(engines, scores)| head_to_head(engines, scores, a, b)).sum::<f64>()
                / games.len() as f64
        };
        let met: Vec<f64> = met.map(score).collect();
        assert_eq!((met.len(), duel.games), (2 * 12, 2 * 12 * 6), "two of four tables");
        let mean = met.iter().sum::<f64>() / met.len() as f64;
        assert!(
            (mean - duel.score.value).abs() < 1e-12,
            "{} {}: {mean} {:?}",
            duel.engine,
            duel.opponent,
            duel.score
        );
        assert_eq!(duel.score.groups, met.len() as u64);
    }
    assert_eq!(analysis.duels.len(), 4 * 3);
    let rated: Vec<&str> =
        analysis.overall().filter(|rating| rating.elo.is_some()).map(|rating| &*rating.engine).collect();
    assert_eq!(rated.len(), 4, "tables of three connect all engines: {rated:?}");
}

#[test]
fn tables_that_cannot_be_are_refused_with_their_place() {
    let refused = |config: &str| match read(config, Shard::WHOLE) {
        Err(Error::Configuration { message, span, nearest, text, .. }) => {
            (message, text[span].to_owned(), nearest)
        }
        other => panic!("{:?}", other.err()),
    };
    let (message, place, _) = refused(&MIXED.replace("\"random\", ", ""));
    assert!(
        message.contains("`hazard(players=4)` has 4 seats") && message.contains("3 engines"),
        "{message}"
    );
    assert_eq!(place, "tables");
    for format in ["self-play", "swiss"] {
        let (message, place, _) = refused(&format!("format = \"{format}\"\n{}", MIXED.trim_start()));
        assert!(message.contains("round-robin and gauntlet"), "{message}");
        assert_eq!(place, "tables");
    }
    let (message, place, nearest) = refused(&MIXED.replace("\"mixed\"\n", "\"mxed\"\n"));
    assert!(message.contains("unknown tables `mxed`: expected one of pairs, mixed"), "{message}");
    assert_eq!((&*place, nearest.as_deref()), ("\"mxed\"", Some("mixed")));
    let (_, place, nearest) = refused(&BALANCED.replace("\"balanced\"\nrounds", "\"balance\"\nrounds"));
    assert_eq!((&*place, nearest.as_deref()), ("\"balance\"", Some("balanced")));
}

#[test]
fn a_match_plays_a_design_when_asked() {
    let games = |seatings: Seatings| {
        let engines = ["random", "greedy"].map(|engine| Entrant::read(&REGISTRY, engine).unwrap()).into();
        let arguments = Arguments {
            seatings,
            max_plies: 1000,
            ..Arguments::of("match", vec!["hazard(players=6)".to_owned()], engines, (8, 1))
        };
        let tournament = Tournament::of_arguments(&REGISTRY, &arguments).unwrap();
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 1.0, alpha: 0.01, beta: 0.01 };
        let terms = Terms::Sequential(Test { hypotheses, model: Model::Logistic });
        let conduct = Conduct::new(1, Keeping::Nothing);
        let found = compare(&tournament, terms, &conduct, |_| ()).unwrap();
        (found.groups, found.games)
    };
    assert_eq!((games(Seatings::All), games(Seatings::Balanced)), ((8, 8 * 20), (8, 8 * 10)));
}
