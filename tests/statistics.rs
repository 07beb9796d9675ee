//! The statistics of committed runs: worked out a second time, held together, and as sentences.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock};

use serde_json::Value;
use torneo_analysis::{Analysis, AnalysisOptions, Method, Occasion, Pooling, Scope};
use torneo_arena::figures::{Copies, Groups, Pooled, Tally};
use torneo_arena::plan::{Shard, Tournament};
use torneo_arena::results::{Manifest, each_game};
use torneo_arena::run::{RunOptions, run};
use torneo_registry::Registry;

use crate::support::python::python;

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A copy of a committed run, into which an analysis may write.
fn copy(name: &str, folder: &Path) -> PathBuf {
    let out = folder.join(name);
    fs::create_dir_all(&out).unwrap();
    for file in ["manifest.json", "games.csv", "seats.csv"] {
        fs::copy(root().join("results").join(name).join(file), out.join(file)).unwrap();
    }
    out
}

fn options() -> AnalysisOptions {
    AnalysisOptions { bootstrap: 40, replays: 0, ..AnalysisOptions::default() }
}

fn torneo(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_torneo")).args(arguments).output().expect("the program starts")
}

fn json(arguments: &[&str]) -> Value {
    let output = torneo(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_second_computation_agrees() {
    let Some(python) = python("numpy") else { return };
    let folder = tempfile::tempdir().unwrap();
    for name in ["reference", "engines-ladder"] {
        let out = copy(name, folder.path());
        Analysis::of(&REGISTRY, &out, options()).unwrap().write(&out).unwrap();
        let script = root().join("docs/recompute.py");
        let checked = Command::new(&python).arg(script).arg(&out).output().unwrap();
        let text = String::from_utf8_lossy(&checked.stdout);
        assert!(checked.status.success(), "{name}: {text}{}", String::from_utf8_lossy(&checked.stderr));
        assert_eq!(text.matches(" 0 differ").count(), 4, "{text}");
    }
}

/// Elo is that of the expected score, so in a round-robin it ranks as the scores do.
#[test]
fn elo_ranks_as_scores_do() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["reference", "engines-ladder"] {
        let analysis = Analysis::of(&REGISTRY, &copy(name, folder.path()), options()).unwrap();
        let scores: Vec<f64> = analysis
            .overall()
            .map(|rating| {
                analysis.scores.iter().find(|score| score.engine == rating.engine).unwrap().score.value
            })
            .collect();
        assert!(scores.is_sorted_by(|a, b| a >= &(b - 1e-9)), "{name}: {scores:?}");
    }
}

/// Runs of many kinds: chance and three seats, simultaneous moves, Swiss, a gauntlet, faults, mixed tables, a book, self-play
/// alone, self-play beside others.
const KINDS: [(&str, &str); 9] = [
    (
        "chance",
        "games = [\"hazard(players=3)\", \"frames(size=4)\"]\nengines = [\"random\", \"greedy\"]\nrounds = 5",
    ),
    (
        "self-play beside others",
        "games = [\"three-mens-morris\", \"razzle-dazzle\"]\nengines = [\"random\", \"greedy\", \"mcts(sims=20)\"]\nrounds = 4\nself_play = 12",
    ),
    (
        "swiss",
        "games = [\"three-mens-morris\"]\nengines = [\"random\", \"greedy\", \"mcts(sims=20)\", \"alpha-beta(depth=1)\"]\nformat = \"swiss\"\nrounds = 3\nself_play = 4",
    ),
    (
        "gauntlet",
        "games = [\"surakarta\"]\nengines = [\"greedy\", \"random\", \"mcts(sims=10)\"]\nformat = \"gauntlet\"\nrounds = 3",
    ),
    (
        "faults",
        "games = [\"lanza(players=3)\", \"three-mens-morris\"]\nengines = [\"random\", { name = \"broken\", command = [\"sh\", \"-c\", '''read x; echo '{\"type\":\"hello\"}' '''] }]\nrounds = 3\nself_play = 5",
    ),
    (
        "mixed",
        "games = [\"hazard(players=3)\", \"four-seasons\"]\nengines = [\"random\", \"greedy\", \"mcts(sims=5)\", \"flat-mc(sims=5)\"]\ntables = \"mixed\"\nrounds = 1",
    ),
    (
        "book",
        "games = [\"three-mens-morris\"]\nengines = [\"random\", \"greedy\"]\nrounds = 6\n[opening]\npositions = [\".../.../w.. b 2,3 -\", \".../.w./... b 2,3 -\", \".../.../.w. b 2,3 -\"]",
    ),
    (
        "self-play",
        "games = [\"three-mens-morris\", \"hazard\"]\nengines = [\"random\", \"greedy\"]\nformat = \"self-play\"\nrounds = 20",
    ),
    (
        "book of self-play",
        "games = [\"three-mens-morris\"]\nengines = [\"random\"]\nformat = \"self-play\"\nrounds = 30\n[opening]\npositions = [\".../.../w.. b 2,3 -\", \".../.w./... b 2,3 -\", \".../.../.w. b 2,3 -\"]",
    ),
];

fn play(config: &str, out: &Path) {
    let text = format!("name = \"kind\"\nseed = 11\n{config}\n[limits]\nmax_plies = 60\n");
    let tournament = Tournament::parse(&REGISTRY, "kind.toml", &text, Shard::WHOLE).unwrap();
    run(&tournament, out, RunOptions { threads: 2, ..RunOptions::default() }, &Arc::default()).unwrap();
}

/// What a cell of a table says, or nothing.
fn cell(value: &Value) -> String {
    value.as_f64().map_or("-".to_owned(), |value| format!("{value:.3}"))
}

/// Games, wins, draws, losses, score and Elo of an engine are the same figures wherever they are read, and so are the scores
/// of seats.
#[test]
fn one_figure_is_the_same_wherever_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (kind, config)) in KINDS.into_iter().enumerate() {
        let out = folder.path().join(number.to_string());
        play(config, &out);
        let analysis = Analysis::of(&REGISTRY, &out, options()).unwrap();
        analysis.write(&out).unwrap();
        let json = serde_json::to_value(&analysis).unwrap();
        let page =
            fs::read_to_string(torneo_report::report(&REGISTRY, &out, &analysis, 0, &mut |_, _| ()).unwrap())
                .unwrap();
        let text = analysis.text(false);
        let occasion = Occasion { played: "", folder: "out" };
        let summary = analysis.summary(&occasion, 100);
        assert!(summary.lines().count() <= 25, "{kind}: {summary}");
        // The standing of a run that goes on, and of the site.
        let manifest = Manifest::read(&out).unwrap();
        let (mut groups, mut tally) =
            (Groups::new(&manifest.config), Tally::new(manifest.config.engines.len(), Copies::default()));
        each_game(&out, |result| groups.add(result).into_iter().for_each(|group| _ = tally.add(&group)))
            .unwrap();
        groups.finish().into_iter().for_each(|group| _ = tally.add(&group));
        let mut site = torneo_web::Results::open(&REGISTRY, &out).unwrap();
        let live = serde_json::to_value(site.progress().unwrap()).unwrap();
        let ratings = fs::read_to_string(out.join("ratings.csv")).unwrap();
        for leader in json["leaderboard"].as_array().unwrap() {
            let engine = leader["engine"].as_str().unwrap();
            let index = manifest.config.engines.iter().position(|entry| entry.name == engine).unwrap();
            let standing = tally.standing(index, &Pooled::default());
            let counts = [standing.games, standing.wins, standing.draws, standing.losses];
            let same = ["games", "wins", "draws", "losses"].map(|key| leader[key].as_u64().unwrap());
            assert_eq!(counts, same, "{kind}: {engine}");
            let score = standing.score.unwrap().value;
            assert!((score - leader["score"].as_f64().unwrap()).abs() < 1e-12, "{kind}: {engine}");
            let on_site = live["engines"].as_array().unwrap().iter().find(|e| e["engine"] == engine).unwrap();
            for key in ["games", "wins", "draws", "losses"] {
                assert_eq!(on_site[key], leader[key], "{kind}: {engine}");
            }
            assert!((on_site["score"].as_f64().unwrap() - score).abs() < 1e-12);
            for shown in [&text, &summary] {
                let line = shown.lines().find(|line| line.contains(&format!("  {engine} "))).unwrap();
                let words: Vec<&str> = line.split_whitespace().collect();
                assert!(words.contains(&&*format!("{score:.3}")), "{kind}: {line}");
                assert!(counts.iter().all(|count| words.contains(&&*count.to_string())), "{kind}: {line}");
            }
            assert!(page.contains(&format!(">{score:.3}</span>")), "{kind}: {engine}");
            let elo = leader["elo"].as_f64().unwrap();
            let row = ratings.lines().find(|row| row.starts_with("all,") && row.contains(engine)).unwrap();
            assert!(row.contains(&format!("{elo:.6}")), "{kind}: {row}");
        }
        let advantage = fs::read_to_string(out.join("advantage.csv")).unwrap();
        for row in json["first_move"].as_array().unwrap() {
            let value = cell(&row["score"]["value"]);
            if row["method"] == "self-play" {
                let (game, seat) = (row["game"].as_str().unwrap(), row["name"].as_str().unwrap());
                assert!(page.contains(&value), "{kind}: {game} {seat}");
                let all = analysis.text(true);
                assert!(all.contains(&value), "{kind}: {game} {seat} {value}: {all}");
            }
            let exact = row["score"]["value"].as_f64().unwrap();
            assert!(advantage.contains(&format!("{exact:.6}")), "{kind}: {row}");
        }
    }
}

/// Games that a fault ended count in the standing, where every seat of the engine has nothing, and nowhere else.
#[test]
fn games_that_faults_end_count_in_the_standing_alone() {
    let folder = tempfile::tempdir().unwrap();
    play(KINDS[4].1, folder.path());
    let analysis = Analysis::of(&REGISTRY, folder.path(), options()).unwrap();
    // Every game of the broken program ends by its fault: 3 groups of 6 and of 2 games, and 5 games of self-play at each.
    assert_eq!((analysis.games, analysis.engine_errors, analysis.self_play_games), (44, 34, 20));
    let broken = analysis.leaderboard.iter().find(|leader| leader.engine == "broken").unwrap();
    assert_eq!((broken.games, broken.wins, broken.draws, broken.losses), (24, 0, 0, 24));
    each_game(folder.path(), |result| {
        let seats = result.seats.iter().filter(|seat| seat.engine == "broken").count();
        if result.is_fault() && seats < result.seats.len() {
            let share = 1.0 / (result.seats.len() - seats) as f64;
            for seat in &result.seats {
                let expected = if seat.engine == "broken" { 0.0 } else { share };
                assert!((seat.score - expected).abs() < 1e-12, "{result:?}");
            }
        }
    })
    .unwrap();
    let measured = analysis.first_move.iter().filter(|row| row.method == Method::SelfPlay);
    assert!(measured.clone().all(|row| row.engine.as_deref() == Some("random") && row.games == Some(5)));
    assert!(measured.count() == 5 && analysis.metrics.iter().all(|metric| metric.observations <= 5));
    let text = analysis.text(false);
    assert!(text.contains("44 games (24 between engines, 20 self-play), 34 ended by a fault."), "{text}");
}

/// Four games of dice without decisions: no game prefers anybody.
#[test]
fn a_ballot_of_ties_prefers_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let config = "games = [\"hazard\", \"triga\", \"pair-and-ace\", \"marlota\"]\nengines = [\"random\", \"mcts(sims=10)\", \"greedy\"]\nrounds = 10";
    play(config, folder.path());
    let analysis = Analysis::of(&REGISTRY, folder.path(), options()).unwrap();
    assert_eq!(analysis.ballot.as_ref().unwrap().condorcet_winner, None);
    assert!(!analysis.text(true).contains("prefer random"), "{}", analysis.text(true));
    let lotteries = &analysis.ballot.unwrap().lotteries;
    assert_eq!((lotteries.len(), lotteries[0].len()), (1, 3), "all are on one level");
}

/// The first-move figure is that of one engine against itself, from the start; without such games it is missing.
#[test]
fn first_moves_are_measured_in_self_play_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (without, with) = (folder.path().join("without"), folder.path().join("with"));
    let config =
        "games = [\"razzle-dazzle\", \"frames(size=4)\"]\nengines = [\"random\", \"greedy\"]\nrounds = 4\n";
    play(config, &without);
    play(&format!("{config}self_play = {{ games = 8, engines = [\"greedy\"] }}\n"), &with);
    let analysis = Analysis::of(&REGISTRY, &without, options()).unwrap();
    assert!(analysis.first_move.iter().all(|row| row.method == Method::Model && row.verdict.is_none()));
    let text = analysis.summary(&Occasion { played: "", folder: "out" }, 100);
    assert!(
        text.contains("Not measured: razzle-dazzle") && text.contains("torneo advantage razzle-dazzle"),
        "{text}"
    );
    let analysis = Analysis::of(&REGISTRY, &with, options()).unwrap();
    let verdicts: Vec<_> =
        analysis.verdicts().map(|row| (&*row.game, row.seat, row.verdict.unwrap())).collect();
    assert_eq!(verdicts.len(), 4);
    assert_eq!(verdicts[3], ("frames(size=4)", 1, "no-first-move"));
    // The games of the format are those without self-play.
    let [alone, beside] = [&without, &with].map(|out| fs::read_to_string(out.join("games.csv")).unwrap());
    assert!(beside.starts_with(&alone), "self-play comes after the other games");
}

/// Every footnote has its star, and no star lacks its footnote.
#[test]
fn footnotes_have_their_stars() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["reference", "engines-ladder"] {
        let analysis = Analysis::of(&REGISTRY, &copy(name, folder.path()), options()).unwrap();
        let text = analysis.text(false);
        assert_eq!(text.contains("\n  * "), analysis.overall().any(|rating| !rating.comparable), "{name}");
        let out = copy(name, folder.path());
        let page =
            fs::read_to_string(torneo_report::report(&REGISTRY, &out, &analysis, 0, &mut |_, _| ()).unwrap())
                .unwrap();
        let starred = analysis.overall().any(|rating| !rating.comparable);
        assert_eq!(page.contains("<p>* This engine won or lost"), starred, "{name}");
    }
}

/// A sentence that calls an engine stronger rests on the interval of that very difference.
#[test]
fn stronger_needs_the_interval_of_the_difference() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["reference", "engines-ladder"] {
        let out = copy(name, folder.path());
        let analysis = Analysis::of(&REGISTRY, &out, options()).unwrap();
        let page =
            fs::read_to_string(torneo_report::report(&REGISTRY, &out, &analysis, 0, &mut |_, _| ()).unwrap())
                .unwrap();
        for pair in &analysis.pairs {
            let claim = format!("{} is stronger than {} by", pair.engine, pair.opponent);
            assert!(!page.contains(&claim) || pair.is_clear(), "{claim}");
            assert!(!page.contains(&format!("{} is stronger than {} by", pair.opponent, pair.engine)));
        }
    }
}

#[test]
fn intervals_for_all_at_once_hold_those_for_one() {
    let folder = tempfile::tempdir().unwrap();
    let out = copy("engines-ladder", folder.path());
    let each = Analysis::of(&REGISTRY, &out, options()).unwrap();
    let all = Analysis::of(&REGISTRY, &out, AnalysisOptions { simultaneous: true, ..options() }).unwrap();
    for (one, many) in each.ratings.iter().zip(&all.ratings) {
        assert_eq!((&one.engine, &one.scope, one.elo), (&many.engine, &many.scope, many.elo));
        if let (Some(one), Some(many)) = (one.interval, many.interval) {
            assert!(many.0 <= one.0 && one.1 <= many.1, "{one:?} {many:?}");
        }
    }
    assert!(all.text(false).contains("at once"));
}

#[test]
fn anchors_set_the_origin_or_are_held() {
    let folder = tempfile::tempdir().unwrap();
    let out = copy("reference", folder.path());
    let with = |anchors: &[(&str, f64)]| {
        let anchors = anchors.iter().map(|(name, elo)| ((*name).to_owned(), *elo)).collect();
        Analysis::of(&REGISTRY, &out, AnalysisOptions { anchors, ..options() })
    };
    let elo = |analysis: &Analysis, engine: &str| {
        analysis.overall().find(|rating| rating.engine == engine).unwrap().elo.unwrap()
    };
    let plain = with(&[]).unwrap();
    let moved = with(&[("search", 1500.0)]).unwrap();
    let shift = elo(&moved, "tree") - elo(&plain, "tree");
    assert!((elo(&moved, "search") - 1500.0).abs() < 1e-6);
    assert!(
        (elo(&plain, "random") + shift - elo(&moved, "random")).abs() < 1e-6,
        "one anchor moves the origin"
    );
    let held = with(&[("search", 1500.0), ("random", 1000.0)]).unwrap();
    assert!((elo(&held, "search") - 1500.0).abs() < 1e-6 && (elo(&held, "random") - 1000.0).abs() < 1e-6);
    let Err(error) = with(&[("serch", 0.0)]) else { panic!("there is no such engine") };
    assert!(format!("{error:?}").contains("serch"));
}

#[test]
fn pooling_is_equal_unless_asked_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let out = copy("reference", folder.path());
    let equal = Analysis::of(&REGISTRY, &out, options()).unwrap();
    let played =
        Analysis::of(&REGISTRY, &out, AnalysisOptions { pooling: Pooling::Played, ..options() }).unwrap();
    for total in &equal.scores {
        let of_games: Vec<f64> = equal
            .by_game
            .iter()
            .filter(|score| score.engine == total.engine)
            .map(|score| score.score.value)
            .collect();
        let mean = of_games.iter().sum::<f64>() / of_games.len() as f64;
        assert!((total.score.value - mean).abs() < 1e-9, "{}", total.engine);
    }
    assert!(played.scores.iter().zip(&equal.scores).any(|(a, b)| a.score.value != b.score.value));
    let game = |analysis: &Analysis| -> Vec<Option<f64>> {
        let games = analysis.ratings.iter().filter(|rating| matches!(rating.scope, Scope::Game(_)));
        games.map(|rating| rating.elo).collect()
    };
    assert_eq!(game(&equal), game(&played), "at one game there is nothing to pool");
}

#[test]
fn plots_hold_their_labels() {
    let folder = tempfile::tempdir().unwrap();
    let out = copy("reference", folder.path());
    let plots = folder.path().join("plots");
    let folder = plots.to_str().unwrap();
    let done = torneo(&["analyze", out.to_str().unwrap(), "--svg", folder, "--png", folder]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    for name in ["ratings.svg", "first-seat.svg"] {
        let svg = fs::read_to_string(plots.join(name)).unwrap();
        let width: f64 = svg.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        let png = fs::read(plots.join(name).with_extension("png")).unwrap();
        assert_eq!((&png[1..4], &png[16..20]), (&b"PNG"[..], &(2 * width as u32).to_be_bytes()[..]));
        for text in svg.split("<text x=\"").skip(1) {
            let x: f64 = text.split('"').next().unwrap().parse().unwrap();
            let content = text.split('>').nth(1).unwrap().split('<').next().unwrap();
            let wide = content.chars().count() as f64 * 14.0 * 0.6;
            let (left, right) = match text.split("text-anchor=\"").nth(1).unwrap() {
                anchor if anchor.starts_with("end") => (x - wide, x),
                anchor if anchor.starts_with("middle") => (x - wide / 2.0, x + wide / 2.0),
                _ => (x, x + wide),
            };
            assert!(left >= 0.0 && right <= width, "{name}: {content} from {left} to {right} of {width}");
        }
    }
}

#[test]
fn a_match_prints_what_the_field_prints() {
    let found = json(&[
        "match",
        "greedy",
        "random",
        "--games",
        "razzle-dazzle",
        "--sprt",
        "0,100",
        "--max-rounds",
        "30",
        "--json",
    ]);
    let pairs: u64 = found["pentanomial"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(pairs, found["groups"].as_u64().unwrap());
    let score = found["score"]["value"].as_f64().unwrap();
    assert!((found["match_elo"]["score"].as_f64().unwrap() - score).abs() < 1e-9);
    let percent = found["llr_percent"].as_f64().unwrap();
    let ratio = found["log_likelihood_ratio"].as_f64().unwrap() / found["bounds"][1].as_f64().unwrap();
    assert!((percent - 100.0 * ratio).abs() < 1e-6);
    assert!(found["out_of_reach"].is_null());
}

#[test]
fn a_race_ends_with_the_best_and_does_not_depend_on_threads() {
    let arguments = [
        "best-of",
        "random",
        "greedy",
        "mcts(sims=100)",
        "--games",
        "razzle-dazzle",
        "--max-rounds",
        "60",
        "--json",
    ];
    let found = json(&[&arguments[..], &["--threads", "1"]].concat());
    assert_eq!(json(&[&arguments[..], &["--threads", "2"]].concat()), found);
    let runners = found["runners"].as_array().unwrap();
    assert_eq!(runners.len(), 3);
    assert_eq!(runners[2]["engine"], "random");
    assert!(runners[2]["out_after"].is_u64() && runners[0]["out_after"].is_null());
    assert!(found["played"].as_u64() < found["without_elimination"].as_u64());
    let one = torneo(&["best-of", "random", "--games", "hazard"]);
    assert_eq!(one.status.code(), Some(2));
}

/// Simulated runs that are written as folders and read by the analysis: its intervals cover the truth, its verdicts err as seldom
/// as they say.
#[test]
fn simulated_folders_are_read_as_they_are() {
    for frequency in torneo_analysis::calibration::folders(&REGISTRY, 200, 7).unwrap() {
        assert!(frequency.is_met(), "{frequency:?}: {}", frequency.share());
    }
}

/// A value that is known is the answer of every command, without games: `exact` without decisions, `solved` with them.
#[test]
fn known_values_are_the_answer_everywhere() {
    let known: [(&str, &str, f64); 7] = [
        ("hazard", "exact", 0.557_994_5),
        ("hazard(players=3)", "exact", 0.418_296),
        ("panquist", "exact", 0.545_131),
        ("half-hazard", "solved", 0.498_150),
        ("rising-hazard", "solved", 0.540_505),
        ("three-mens-morris(equal_turns=false)", "solved", 1.0),
        ("frames(size=3)", "solved", 0.5),
    ];
    let games: Vec<String> = known.iter().map(|(game, ..)| format!("\"{game}\"")).collect();
    let text = format!(
        "name = \"known\"\nseed = 1\nrounds = 1\nformat = \"self-play\"\nengines = [\"random\"]\ngames = [{}]\n",
        games.join(", ")
    );
    let tournament = Tournament::parse(&REGISTRY, "known.toml", &text, Shard::WHOLE).unwrap();
    let folder = tempfile::tempdir().unwrap();
    run(&tournament, folder.path(), RunOptions::default(), &Arc::default()).unwrap();
    let analysis = Analysis::of(&REGISTRY, folder.path(), options()).unwrap();
    for (game, method, value) in known {
        let verdict = match value - 1.0 / REGISTRY.game(game).unwrap().seats() as f64 {
            ahead if ahead > 1e-6 => "ahead",
            behind if behind < -1e-6 => "behind",
            _ => "fair",
        };
        let found = json(&["advantage", game, "--json"]);
        let first = &found["seats"][0];
        assert_eq!((&found["engine"], &found["games"]), (&Value::Null, &0.into()), "{game}");
        assert_eq!((&found["method"], &found["known"]["method"]), (&method.into(), &method.into()), "{game}");
        assert_eq!((&first["verdict"], &found["decided_after"]), (&verdict.into(), &Value::Null), "{game}");
        for end in ["value", "low", "high"] {
            assert!((first["score"][end].as_f64().unwrap() - value).abs() < 1e-6, "{game}: {found}");
            assert_eq!(found["score"][end], first["score"][end]);
        }
        assert_eq!(found["known"]["value"], first["score"]["value"]);
        let row = analysis.first_move.iter().find(|row| row.game == game && row.seat == 0).unwrap();
        assert_eq!((row.method.word(), row.verdict), (method, Some(verdict)), "{game}");
        assert!((row.score.value - value).abs() < 1e-6, "{game}");
        // Only a value of 0 or 1 is a win, and only without chance is 1/2 a draw.
        let said = analysis.said(row);
        assert_eq!(said.contains("by best play"), value == 1.0, "{game}: {said}");
        assert_eq!(said.contains("draws"), game.starts_with("frames"), "{game}: {said}");
    }
    // With an engine the games are played, and the value is told beside them.
    let found = json(&["advantage", "hazard", "--engine", "random", "--max-games", "64", "--json"]);
    assert_eq!((&found["method"], &found["known"]["method"]), (&"self-play".into(), &"exact".into()));
    assert!(found["games"].as_u64() > Some(0) && found["engine"] == "random");
    let found =
        json(&["advantage", "three-mens-morris", "--random-plies", "2", "--max-games", "20", "--json"]);
    assert_eq!((&found["engine"], &found["method"]), (&"auto(sims=100)".into(), &"self-play".into()));
    let refused = torneo(&["advantage", "hazard", "--out", "nowhere"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--engine"));
}

/// The interval beside a verdict never contradicts it, and the seats of a game make one claim.
#[test]
fn verdicts_agree_with_what_stands_beside_them() {
    for (game, seed) in
        [("highest-wins(players=8)", "20007"), ("hazard(players=3)", "1"), ("triga(players=4)", "20003")]
    {
        let command = ["advantage", game, "--engine", "random", "--seed", seed];
        let found = json(&[&command[..], &["--json"]].concat());
        let seats = found["seats"].as_array().unwrap();
        let fair = 1.0 / seats.len() as f64;
        let said = |word: &str| seats.iter().filter(|seat| seat["verdict"] == word).count();
        let decided = found["decided_after"].as_u64();
        assert_eq!(decided.is_some(), said("ahead") + said("behind") > 0 || said("fair") == seats.len());
        assert!(decided.is_none_or(|after| after <= found["games"].as_u64().unwrap()), "{found}");
        let text = String::from_utf8_lossy(&torneo(&command).stdout).replace("\n  ", " ");
        assert!(decided.is_none_or(|after| text.contains(&format!("decided after {after} games"))), "{text}");
        for seat in seats {
            let ends = [0, 1].map(|end| seat["sequence"][end].as_f64().unwrap());
            assert_eq!(
                [&seat["score"]["low"], &seat["score"]["high"]],
                [&seat["sequence"][0], &seat["sequence"][1]]
            );
            assert!(text.contains(&format!("[{:.3}, {:.3}]", ends[0], ends[1])), "{text}");
            match seat["verdict"].as_str().unwrap() {
                "ahead" => assert!(ends[0] > fair, "{seat}"),
                "behind" => assert!(ends[1] < fair, "{seat}"),
                "fair" => assert!(ends[0] >= fair - 0.05 && ends[1] <= fair + 0.05, "{seat}"),
                _ => assert!(ends[0] <= fair && fair <= ends[1], "{seat}"),
            }
        }
    }
}

/// The list of solved games is what the solver says; the largest of them are left to `torneo solve --known`.
#[test]
fn solved_values_are_those_of_the_solver() {
    const LARGEST: [&str; 2] = ["catch-the-rabbit", "atari-go(size=5)"];
    for (game, score) in torneo_registry::solved().filter(|(game, _)| !LARGEST.contains(game)) {
        assert_eq!(REGISTRY.game(game).unwrap().canonical(), game, "the list holds canonical forms");
        let found = json(&["solve", game, "--json"]);
        let value = match (found["value"].get(0).and_then(Value::as_f64), found["winner"].as_u64()) {
            (Some(value), _) => value,
            (None, Some(winner)) => f64::from(u8::from(winner == 0)),
            (None, None) => 0.5,
        };
        assert_eq!(value, score, "{game}");
    }
    assert_eq!(REGISTRY.solved("three-mens-morris(diagonals=false, equal_turns=false)"), Some(0.5));
}

/// The whole list, as the command prints it; some minutes.
#[test]
#[ignore = "some minutes: it solves the hare with twelve hunters, and proves a win of Atari Go"]
fn the_list_of_solved_games_is_what_the_command_prints() {
    let printed = torneo(&["solve", "--known"]);
    assert_eq!(String::from_utf8_lossy(&printed.stdout), include_str!("../harness/registry/src/solved.csv"));
}

/// Without a prior an engine that loses every game has no rating, and the others are rated as if it had not played.
#[test]
fn engines_without_bounds_move_nobody() {
    let broken =
        "{ name = \"broken\", command = [\"sh\", \"-c\", '''read x; echo '{\"type\":\"hello\"}' '''] }";
    let folder = tempfile::tempdir().unwrap();
    let rated = |engines: &str, name: &str| {
        let out = folder.path().join(name);
        let config = format!("games = [\"three-mens-morris\"]\nengines = [{engines}]\nrounds = 12");
        play(&config, &out);
        Analysis::of(&REGISTRY, &out, AnalysisOptions { prior: 0.0, ..options() }).unwrap()
    };
    let with = rated(&format!("\"greedy\", \"mcts(sims=20)\", {broken}"), "with");
    let without = rated("\"greedy\", \"mcts(sims=20)\"", "without");
    let elo = |analysis: &Analysis, engine: &str| analysis.rating(engine).unwrap().elo;
    for engine in ["greedy", "mcts(sims=20)"] {
        let (with, without) = (elo(&with, engine).unwrap(), elo(&without, engine).unwrap());
        assert!((with - without).abs() < 1e-6, "{engine}: {with} {without}");
    }
    assert!(
        (elo(&with, "greedy").unwrap() + elo(&with, "mcts(sims=20)").unwrap()).abs() < 1e-6,
        "the mean is 0"
    );
    let last = with.rating("broken").unwrap();
    assert_eq!((last.elo, last.interval, last.comparable, last.games), (None, None, false, 48));
    assert!(with.text(false).contains("not bounded"));
    let pair = with.pairs.iter().find(|pair| pair.opponent == "broken").unwrap();
    assert_eq!((pair.elo, pair.different), (None, false));
    with.write(&folder.path().join("with")).unwrap();
    let ratings = fs::read_to_string(folder.path().join("with/ratings.csv")).unwrap();
    assert!(ratings.contains("all,,broken,,,,,,,48,false"), "{ratings}");
    // The origin is `random` only if the results bound it.
    let anchored = rated(&format!("\"greedy\", \"random\", {broken}"), "anchored");
    let random = elo(&anchored, "random");
    assert!(random.is_none_or(|elo| elo == 0.0), "{random:?}");
}
