//! The statistics of committed runs: worked out a second time, held together, and as sentences.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;
use torneo_analysis::{Analysis, AnalysisOptions, Pooling, Scope, Verdict};
use torneo_registry::Registry;

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

/// A Python with numpy: `TORNEO_PYTHON`, else `python3`.
fn python() -> Option<String> {
    let python = std::env::var("TORNEO_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import numpy"]).output();
    found.is_ok_and(|output| output.status.success()).then_some(python)
}

#[test]
fn a_second_computation_agrees() {
    let Some(python) = python() else {
        eprintln!("skipped: no python3 with numpy (TORNEO_PYTHON names another)");
        return;
    };
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

#[test]
fn one_line_says_the_best_of_each_game() {
    let folder = tempfile::tempdir().unwrap();
    let analysis = Analysis::of(&REGISTRY, &copy("reference", folder.path()), options()).unwrap();
    let best = analysis.best_first_moves();
    let mut games: Vec<&str> = best.iter().map(|row| &*row.game).collect();
    assert!(best.windows(2).all(|rows| rows[0].verdict() <= rows[1].verdict()), "sorted by verdict");
    games.sort_unstable();
    games.dedup();
    assert_eq!(games.len(), analysis.first_seats().count());
    for row in &best {
        let exact = analysis.first_move.iter().any(|other| other.game == row.game && other.is_known());
        assert_eq!(exact, row.is_known(), "{}: what is exact leads", row.game);
        match row.verdict() {
            Verdict::TooFew => assert_eq!(row.words(), "too few games"),
            Verdict::Ahead | Verdict::Behind if !row.is_known() => {
                assert!(row.words().ends_with("by these engines"), "{}", row.words());
            }
            _ => {}
        }
    }
    let text = analysis.text(false);
    let table = text.split_once("First-move advantage").unwrap().1;
    for row in &best {
        let name = format!(" {} ", row.game);
        // A table that is folded names it in each part.
        assert!(table.lines().any(|line| line.starts_with(&name)), "{}", row.game);
    }
    let unfolded = analysis.text_within(false, usize::MAX);
    assert!(analysis.text(true).lines().count() > unfolded.lines().count(), "--all says more");
}

/// Every footnote has its star, and no star lacks its footnote.
#[test]
fn footnotes_have_their_stars() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["reference", "engines-ladder"] {
        let analysis = Analysis::of(&REGISTRY, &copy(name, folder.path()), options()).unwrap();
        let text = analysis.text(false);
        assert_eq!(text.contains("\n* "), analysis.overall().any(|rating| !rating.comparable), "{name}");
        let out = copy(name, folder.path());
        let page = fs::read_to_string(torneo_report::report(&REGISTRY, &out, &analysis, 0).unwrap()).unwrap();
        let starred = analysis.ratings.iter().any(|rating| !rating.comparable);
        assert_eq!(page.contains("<p>* The results alone"), starred, "{name}");
    }
}

/// A sentence that calls an engine stronger rests on the interval of that very difference.
#[test]
fn stronger_needs_the_interval_of_the_difference() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["reference", "engines-ladder"] {
        let out = copy(name, folder.path());
        let analysis = Analysis::of(&REGISTRY, &out, options()).unwrap();
        let page = fs::read_to_string(torneo_report::report(&REGISTRY, &out, &analysis, 0).unwrap()).unwrap();
        for pair in &analysis.pairs {
            let claim = format!("{} is stronger than {} by", pair.engine, pair.opponent);
            assert!(!page.contains(&claim) || pair.interval.0 > 0.0, "{claim}");
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
