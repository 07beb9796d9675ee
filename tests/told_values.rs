//! The values that engines tell: expected scores, of every choice.

use std::collections::{BTreeMap, BTreeSet};

use rand_core::SeedableRng;
use torneo_contract::{Seat, Turn};
use torneo_games::capture::Surakarta;
use torneo_games::morris::NineMensMorris;
use torneo_registry::{GameEntry, Registry};
use torneo_search::{Rng, Scale};
use torneo_solve::Solved;

use crate::command_line::{json, rows, stdout};

/// Fewest values and games of a tenth that says something.
const LARGE: (usize, usize) = (200, 50);

/// A choice without an alternative is told a value as well: it is searched for nothing, and results stay as they are.
#[test]
fn forced_choices_tell_a_value() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut line =
        vec!["run", "--games", "hnefatafl", "nine-mens-morris", "havannah(size=3)", "camelot", "--engines"];
    line.extend([
        "greedy",
        "alpha-beta(depth=2)",
        "mcts(sims=20)",
        "flat-mc(sims=20)",
        "best-first(nodes=50)",
    ]);
    line.extend([
        "--rounds",
        "2",
        "--output",
        "evaluations",
        "--no-analysis",
        "--out",
        out.to_str().unwrap(),
    ]);
    stdout(&line);
    let engines: BTreeMap<(String, String), String> = rows(&out, "seats.csv")
        .into_iter()
        .map(|row| ((row[0].clone(), row[1].clone()), row[2].clone()))
        .collect();
    let mut forced: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows(&out, "moves.csv") {
        let engine = &engines[&(row[0].clone(), row[2].clone())];
        // Without an evaluation, greedy play compares nothing.
        let is_blind = engine == "greedy" && row[4].is_empty() && row[5] != "0";
        assert!(!row[4].is_empty() || is_blind, "{engine}: {row:?}");
        if row[5] == "0" && row[6].is_empty() {
            let value: f64 = row[4].parse().unwrap();
            assert!((0.0..=1.0).contains(&value), "{row:?}");
            *forced.entry(engine).or_default() += 1;
        }
    }
    for engine in ["greedy", "alpha-beta(depth=2)", "mcts(sims=20)"] {
        assert!(forced[engine] > 0, "{forced:?}");
    }
}

/// What `analyze` says of told values, by a count of its own, for folders and for PGN.
#[test]
fn reliability_is_the_mean_result_by_tenths() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut line = vec!["run", "--games", "surakarta", "--engines", "alpha-beta(depth=1)", "mcts(sims=30)"];
    line.extend([
        "--rounds",
        "40",
        "--output",
        "evaluations",
        "--no-analysis",
        "--out",
        out.to_str().unwrap(),
    ]);
    stdout(&line);
    let seats: BTreeMap<(String, String), (String, f64)> = rows(&out, "seats.csv")
        .into_iter()
        .map(|row| ((row[0].clone(), row[1].clone()), (row[2].clone(), row[3].parse().unwrap())))
        .collect();
    type Values = Vec<(f64, f64, String)>;
    let mut expected: BTreeMap<(String, usize), Values> = BTreeMap::new();
    for row in rows(&out, "moves.csv") {
        let (engine, score) = &seats[&(row[0].clone(), row[2].clone())];
        let value: f64 = row[4].parse().unwrap();
        let tenth = ((value * 10.0) as usize).min(9);
        expected.entry((engine.clone(), tenth)).or_default().push((value, *score, row[0].clone()));
    }
    let told = json(&["analyze", out.to_str().unwrap(), "--json"]);
    let found = told["reliability"].as_array().unwrap();
    let mut tenths = 0;
    for row in found {
        assert_eq!(row["game"], "surakarta");
        let engine = row["engine"].as_str().unwrap();
        for tenth in row["tenths"].as_array().unwrap() {
            let place = (tenth["low"].as_f64().unwrap() * 10.0).round() as usize;
            let values = &expected[&(engine.to_owned(), place)];
            let games: BTreeSet<&String> = values.iter().map(|(.., game)| game).collect();
            let mean =
                |of: fn(&(f64, f64, String)) -> f64| values.iter().map(of).sum::<f64>() / values.len() as f64;
            let near = |key: &str, value: f64| {
                assert!((tenth[key].as_f64().unwrap() - value).abs() < 1e-9, "{tenth}: {value}");
            };
            near("mean_value", mean(|one| one.0));
            near("mean_result", mean(|one| one.1));
            assert_eq!(tenth["values"], values.len());
            assert_eq!(tenth["games"], games.len());
            assert_eq!(tenth["is_large"], values.len() >= LARGE.0 && games.len() >= LARGE.1);
            tenths += 1;
        }
    }
    assert_eq!(tenths, expected.len());
    let text = stdout(&["analyze", out.to_str().unwrap(), "--all"]);
    for part in ["Do engines score what they tell?", "Mean result by tenths of the value"] {
        assert!(text.contains(part), "{text}");
    }
    // The file that is exported has as many values, as centipawns and mates.
    let file = folder.path().join("games.json");
    stdout(&["export", out.to_str().unwrap(), "--format", "json", "--out", file.to_str().unwrap()]);
    let gathered = json(&["analyze", file.to_str().unwrap(), "--json"]);
    let counted = |found: &serde_json::Value| -> BTreeMap<String, u64> {
        let rows = found["reliability"].as_array().unwrap().iter();
        rows.map(|row| (row["engine"].as_str().unwrap().to_owned(), row["values"].as_u64().unwrap()))
            .collect()
    };
    assert_eq!(counted(&gathered), counted(&told));
}

/// What an engine tells of its choices when it plays both seats: token, seat, value and centipawns.
fn told(registry: &Registry, game: &str, engine: &str) -> Vec<(String, Seat, Option<f64>, Option<i64>)> {
    let (engine, game) = (registry.engine(engine).unwrap(), registry.game(game).unwrap());
    let (mut session, solved) = (game.session(), Solved::new(game.expander()));
    let mut players = [(); 2].map(|()| game.engine(&engine, &solved).unwrap());
    for (seat, player) in Seat::all(2).zip(&mut players) {
        player.begin(&*session, seat, Rng::seed_from_u64(3 + seat.index() as u64));
    }
    let mut all = Vec::new();
    while let (Turn::Seat(seat), true) = (session.turn(), all.len() < 60) {
        let player = &mut players[seat.index()];
        let nodes = player.choose(&mut *session).unwrap();
        let found = player.assess(&*session, nodes);
        let explained = player.explain(&*session, 3);
        assert_eq!(explained.value, found.value);
        let mut token = String::new();
        session.write_choice(&mut token);
        session.play_chosen(false);
        all.push((token, seat, found.value, found.cp));
    }
    all
}

/// The scale of a game changes what is told, by its line, and no choice.
#[test]
fn a_scale_changes_what_is_told_and_nothing_else() {
    let with = |text: &str| {
        let mut registry = Registry::new();
        registry.add_game(GameEntry::of::<NineMensMorris>().with_tuning(text).unwrap());
        registry
    };
    let scale = Scale::new(1.7, -0.4, -0.2).unwrap();
    for engine in ["alpha-beta(depth=2)", "mcts(sims=40)", "flat-mc(sims=40)", "greedy"] {
        let name = engine.split('(').next().unwrap();
        let told = |text: &str| told(&with(text), "nine-mens-morris", engine);
        let raw = told("");
        let scaled = told(&format!("[scale]\n{name} = {{ slope = 1.7, first = -0.4, mover = -0.2 }}"));
        let other = told("[scale]\nbest-first = { slope = 3.0 }");
        assert_eq!(raw, other, "{engine}");
        assert!(raw.iter().any(|one| one.2.is_some_and(|value| value > 0.0 && value < 1.0)), "{engine}");
        for (raw, scaled) in raw.iter().zip(&scaled) {
            assert_eq!((&raw.0, raw.1), (&scaled.0, scaled.1), "{engine}");
            let expected = raw.2.map(|value| scale.score(value, raw.1, 2));
            assert_eq!(scaled.2, expected, "{engine}: {raw:?}");
        }
    }
}

/// A search by the learnt evaluation has a scale of its own.
#[test]
fn learnt_evaluations_have_a_scale_of_their_own() {
    let weights = include_str!("../harness/registry/tuning/surakarta.weights");
    let told = |text: &str, engine: &str| {
        let mut registry = Registry::new();
        let entry = GameEntry::of::<Surakarta>().with_tuning(text).unwrap();
        registry.add_game(entry.with_weights(weights));
        told(&registry, "surakarta", engine)
    };
    let tables = ["[scale]\nalpha-beta = { slope = 2.0 }", "[scale-learned]\nalpha-beta = { slope = 2.0 }"];
    for (own, engine) in ["alpha-beta(depth=1)", "alpha-beta(depth=1, evaluation=learned)"].iter().enumerate()
    {
        let raw = told("", engine);
        assert_ne!(told(tables[own], engine), raw, "{engine}");
        assert_eq!(told(tables[1 - own], engine), raw, "{engine}");
    }
}
