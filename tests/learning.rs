//! `torneo learn` as users type it, and engines with what was learnt.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn torneo(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_torneo"));
    command.current_dir(folder).args(arguments).output().expect("the program starts")
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = torneo(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A command that must end with exit code 2 and print nothing to stdout; returns what it says.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = torneo(folder, arguments);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints to stdout");
    stderr.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The shortest learning that there is: one generation.
const SHORT: [&str; 4] = ["--minutes", "0.001", "--nodes", "40"];

#[test]
fn the_same_command_gives_the_same_bytes_with_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    for (threads, out) in [("1", "one"), ("2", "two")] {
        let learn =
            [&["learn", "surakarta", "--seed", "1", "--threads", threads, "--out", out], &SHORT[..]].concat();
        let told = done(folder.path(), &learn);
        assert!(told.contains("generations") && told.contains(&format!("weights: {out}")), "{told}");
        // Terms, sites, lines of two and of three, each in full and by half.
        assert_eq!(told.lines().filter(|line| line.contains("of what was learnt: ")).count(), 8, "{told}");
        assert!(told.contains(", kept") && !told.contains("none of them wins"), "{told}");
    }
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(bytes("one"), bytes("two"));
    let other = [&["learn", "surakarta", "--seed", "5", "--out", "other"], &SHORT[..]].concat();
    done(folder.path(), &other);
    assert_ne!(bytes("one"), bytes("other"), "another seed gives other weights");
    let engine = "alpha-beta(nodes=500, evaluation=learned, weights=one)";
    for engine in [engine, &engine.replace("alpha-beta", "best-first")] {
        done(folder.path(), &["bestmove", "surakarta", "--engine", engine]);
    }
    let valued = |weights: &str| {
        let engine = format!("mcts(sims=200, evaluation=learned, weights={weights})");
        done(folder.path(), &["bestmove", "surakarta", "--engine", &engine, "--lines", "9", "--json"])
    };
    assert_eq!(valued("one"), valued("one"));
    let values = |weights: &str| valued(weights).split_once("candidates").map(|(_, rest)| rest.to_owned());
    assert_ne!(values("one"), values("other"), "mcts judges by the weights");
}

#[test]
fn what_does_not_win_is_not_kept() {
    let folder = TempDir::new().unwrap();
    let told =
        done(folder.path(), &[&["learn", "surakarta", "--seed", "4", "--out", "x"], &SHORT[..]].concat());
    assert!(told.contains("none of them wins") && !told.contains(", kept"), "{told}");
    let text = fs::read_to_string(folder.path().join("x")).unwrap();
    assert!(text.contains("\nboard 0 0 0\n") && text.contains("\nown 64 0\n"), "its own evaluation: {text}");
}

#[test]
fn lines_may_be_given() {
    let folder = TempDir::new().unwrap();
    let learn = |game, lines| [&["learn", game, "--lines", lines, "--out", "x"], &SHORT[..]].concat();
    let told = done(folder.path(), &learn("surakarta", "1"));
    let tried: Vec<&str> = told.lines().filter(|line| line.contains("of what was learnt: ")).collect();
    assert!(tried.len() == 2 && tried.iter().all(|line| line.starts_with("sites, ")), "{told}");
    fs::remove_file(folder.path().join("x")).unwrap();
    let told = done(folder.path(), &learn("trax", "0"));
    assert!(told.contains("what the game's own evaluation counts, 50% of what was learnt: "), "{told}");
    let text = fs::read_to_string(folder.path().join("x")).unwrap();
    assert!(
        text.starts_with("torneo-weights 3\ngame trax\n") && text.contains("\nterm one-apart "),
        "{text}"
    );
    fs::remove_file(folder.path().join("x")).unwrap();
    for (game, lines, expected) in
        [("blocker", "3", "1..=2"), ("blocker", "0", "1..=2"), ("trax", "1", "0..=0")]
    {
        let error = refused(folder.path(), &learn(game, lines));
        assert!(error.contains(&format!("lines of {lines} sites")) && error.contains(expected), "{error}");
        assert!(!folder.path().join("x").exists(), "nothing is written");
    }
    assert!(refused(folder.path(), &learn("blocker", "4")).contains("0..=3"));
}

#[test]
fn nothing_is_overwritten_unless_it_is_asked_for() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("three-mens-morris.weights"), "mine").unwrap();
    let learn = [&["learn", "three-mens-morris"], &SHORT[..]].concat();
    let error = refused(folder.path(), &learn);
    assert!(
        error.contains("three-mens-morris.weights is there already") && error.contains("--force"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(folder.path().join("three-mens-morris.weights")).unwrap(), "mine");
    done(folder.path(), &[&learn[..], &["--force"]].concat());
}

#[test]
fn what_cannot_be_learnt_is_refused() {
    let folder = TempDir::new().unwrap();
    for (game, why) in [
        ("hazard", "tells neither what stands where nor what its evaluation counts"),
        ("half-hazard", "tells neither what stands where"),
        ("four-seasons", "tables of two seats"),
        ("martian-chess(players=4)", "tables of two seats"),
        ("surakata", "surakarta"),
    ] {
        let error = refused(folder.path(), &["learn", game, "--minutes", "1"]);
        assert!(error.contains("argument <GAME>") && error.contains(why), "{game}: {error}");
    }
    for minutes in ["0", "-1", "nan", "x"] {
        let error = refused(folder.path(), &["learn", "surakarta", &format!("--minutes={minutes}")]);
        assert!(error.contains("0.001..=1000000"), "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

#[test]
fn weights_are_held_against_the_game() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("none", "hello\n");
    write("other", "torneo-weights 2\ngame havannah\nboard 169 2 500\nfull 9\nown 64 0\n");
    write("old", "torneo-weights 1\ngame surakarta\nboard 36 2 144\nown 64 0\n");
    let best = |engine: &str| refused(folder.path(), &["bestmove", "surakarta", "--engine", engine]);
    for (engine, words) in [
        ("alpha-beta(evaluation=learned, weights=missing)", &["missing", "No such file"][..]),
        ("alpha-beta(evaluation=learned, weights=none)", &["none: line 1", "torneo-weights 3"]),
        ("alpha-beta(evaluation=learned, weights=old)", &["old: line 1", "torneo-weights 3"]),
        ("alpha-beta(evaluation=learned, weights=other)", &["other: line 3", "`havannah`", "another board"]),
        ("alpha-beta(weights=none)", &["`weights`", "evaluation=learned"]),
        ("best-first(weights=none)", &["`weights`", "evaluation=learned"]),
        ("mcts(weights=none)", &["`weights`", "evaluation=learned"]),
        ("mcts(evaluation=default)", &["evaluation", "game, learned"]),
    ] {
        let error = best(engine);
        assert!(words.iter().all(|word| error.contains(word)), "{engine}: {error}");
    }
    let config =
        "name = \"x\"\ngames = [\"hazard\"]\nengines = [\"random\", \"alpha-beta(evaluation=learned)\"]\n";
    write("run.toml", config);
    let error = refused(folder.path(), &["run", "run.toml"]);
    assert!(error.contains("hazard") && error.contains("run.toml"), "{error}");
}

/// The shortest learning of a policy that there is.
const SHORT_POLICY: [&str; 5] = ["--policy", "--minutes", "0.01", "--nodes", "60"];

/// Learns a policy of a game to a file; what the command tells.
fn learn_policy(folder: &Path, game: &str, more: &[&str]) -> String {
    done(folder, &[&["learn", game], more, &SHORT_POLICY[..]].concat())
}

#[test]
fn a_policy_is_the_same_with_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let bytes = |name: &str| fs::read(folder.path().join(name)).unwrap();
    for (threads, out) in [("1", "one"), ("2", "two")] {
        let told =
            learn_policy(folder.path(), "surakarta", &["--seed", "4", "--threads", threads, "--out", out]);
        assert!(told.contains("choices learnt from") && told.contains("mean rank"), "{told}");
        assert!(told.contains(&format!("weights in {out}")), "{told}");
    }
    assert!(bytes("one").starts_with(b"torneo-policy 2\ngame surakarta\nboard 36 2\n"));
    assert_eq!(bytes("one"), bytes("two"));
    learn_policy(folder.path(), "surakarta", &["--seed", "5"]);
    assert_ne!(bytes("one"), bytes("surakarta.policy"), "another seed gives other weights");
}

#[test]
fn what_a_policy_is_worth_is_told_as_json() {
    let folder = TempDir::new().unwrap();
    let told = learn_policy(folder.path(), "havannah(size=4)", &["--json", "--out", "x"]);
    let found: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!((&found["game"], &found["seed"]), (&"havannah(size=4)".into(), &1283.into()));
    assert_eq!(found["minutes"], 0.01);
    assert!(found["choices"].as_u64() > Some(100), "{told}");
    let held_out = &found["held_out"];
    assert!(held_out["games"].as_u64() > Some(0) && held_out["choices"].as_u64() > Some(20), "{told}");
    let share = |name: &str| held_out[name].as_f64().unwrap();
    assert!(share("policy") > share("evaluation"), "{told}");
    assert!(share("policy_rank") < share("evaluation_rank"), "{told}");
}

#[test]
fn engines_follow_policies() {
    let folder = TempDir::new().unwrap();
    for (game, out) in [("surakarta", "one"), ("rising-hazard", "dice"), ("four-seasons", "four")] {
        learn_policy(folder.path(), game, &["--out", out]);
    }
    let best = |game: &str, engine: &str| {
        let told = done(folder.path(), &["bestmove", game, "--engine", engine, "--lines", "9", "--json"]);
        serde_json::from_str::<serde_json::Value>(&told).expect("JSON")
    };
    let engines = [
        "policy(weights=one)",
        "mcts(sims=200, policy=learned, weights=one)",
        "mcts(sims=200, policy=learned, prior=0, rave=20, weights=one)",
        "mcts(sims=50, prior=0, playout=policy, playout_plies=20, weights=one)",
        "alpha-beta(nodes=3000, policy=learned, weights=one)",
        "mcts(sims=100, policy=learned, evaluation=learned, weights=one)",
    ];
    for engine in engines {
        assert_eq!(best("surakarta", engine), best("surakarta", engine), "{engine}");
    }
    let without = best("surakarta", "mcts(sims=200, tuned=false)");
    assert_ne!(best("surakarta", engines[1])["candidates"], without["candidates"], "the policy counts");
    for (game, weights) in [("rising-hazard", "dice"), ("four-seasons", "four")] {
        let engine = format!("policy(weights={weights})");
        let run = ["run", "--games", game, "--engines", &engine, "random", "--rounds", "1", "--no-analysis"];
        done(folder.path(), &[&run[..], &["--max-plies", "60", "--out", game]].concat());
    }
}

#[test]
fn local_policies_play_on_boards_of_any_size() {
    let folder = TempDir::new().unwrap();
    for (threads, out) in [("1", "one"), ("2", "two")] {
        learn_policy(folder.path(), "havannah(size=4)", &["--local", "--threads", threads, "--out", out]);
    }
    let text = fs::read_to_string(folder.path().join("one")).unwrap();
    assert!(text.starts_with("torneo-policy 2\ngame havannah(size=4)\nboard any 2\n"), "{text}");
    assert_eq!(text, fs::read_to_string(folder.path().join("two")).unwrap());
    let sorts: HashSet<&str> = text.lines().skip(3).filter_map(|line| line.split(' ').next()).collect();
    assert!(sorts.contains("near") && sorts.contains("own"), "{sorts:?}");
    assert!(sorts.is_disjoint(&["target", "key", "value", "net", "end"].into()), "{sorts:?}");
    for game in ["havannah(size=5)", "havannah(size=6, swap=true)"] {
        for engine in
            ["policy(weights=one)", "mcts(sims=300, prior=0, rave=100, policy=learned, weights=one)"]
        {
            let played = ["bestmove", game, "--engine", engine];
            assert_eq!(done(folder.path(), &played), done(folder.path(), &played), "{engine}");
        }
    }
    let error = refused(folder.path(), &["bestmove", "surakarta", "--engine", "policy(weights=one)"]);
    assert!(error.contains("line 2") && error.contains("`havannah(size=4)`"), "{error}");
    let error = refused(folder.path(), &["learn", "surakarta", "--local"]);
    assert!(error.contains("--policy"), "{error}");
}

#[test]
fn policies_and_evaluations_are_not_mixed_up() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("policy", "torneo-policy 2\ngame surakarta\nboard 36 2\nkey 1 5\n");
    write("weights", "torneo-weights 3\ngame surakarta\nboard 0 0 0\n");
    write("other", "torneo-policy 2\ngame havannah\nboard 271 2\n");
    write("wrong", "torneo-policy 2\ngame surakarta\nboard 36 2\nkeys 1 5\n");
    let best = |game: &str, engine: &str| refused(folder.path(), &["bestmove", game, "--engine", engine]);
    for (engine, words) in [
        (
            "alpha-beta(evaluation=learned, weights=policy)",
            &["policy: line 1", "of a policy", "torneo-weights 3"][..],
        ),
        (
            "alpha-beta(policy=learned, weights=weights)",
            &["weights: line 1", "of an evaluation", "torneo-policy 2"],
        ),
        ("mcts(policy=learned, weights=weights)", &["weights: line 1", "of an evaluation"]),
        ("mcts(playout=policy, weights=weights)", &["weights: line 1", "of an evaluation"]),
        ("policy(weights=weights)", &["weights: line 1", "of an evaluation"]),
        ("policy(weights=other)", &["other: line 3", "`havannah`", "another board"]),
        ("policy(weights=wrong)", &["wrong: line 4", "`keys`", "key"]),
        ("policy(weights=missing)", &["missing", "No such file"]),
        ("mcts(weights=policy)", &["`weights`", "`policy=learned`"]),
        ("alpha-beta(policy=lernt)", &["policy", "none, learned"]),
    ] {
        let error = best("surakarta", engine);
        assert!(words.iter().all(|word| error.contains(word)), "{engine}: {error}");
    }
    let run = ["run", "--games", "lanza", "--engines", "policy", "random", "--rounds", "1"];
    let error = refused(folder.path(), &run);
    assert!(error.contains("`lanza`") && error.contains("simultaneous"), "{error}");
    let error = best("camelot", "policy");
    assert!(error.contains("no policy comes") && error.contains("torneo learn camelot --policy"), "{error}");
}

#[test]
fn policies_that_cannot_be_learnt_are_refused() {
    let folder = TempDir::new().unwrap();
    for (game, why) in
        [("lanza", "simultaneous turns"), ("hazard", "no seat ever decides"), ("surakata", "surakarta")]
    {
        let error = refused(folder.path(), &["learn", game, "--policy"]);
        assert!(error.contains("argument <GAME>") && error.contains(why), "{game}: {error}");
    }
    let error = refused(folder.path(), &["learn", "surakarta", "--policy", "--lines", "1"]);
    assert!(error.contains("--lines") && error.contains("--policy"), "{error}");
    fs::write(folder.path().join("surakarta.policy"), "mine").unwrap();
    let error = refused(folder.path(), &["learn", "surakarta", "--policy"]);
    assert!(error.contains("surakarta.policy is there already") && error.contains("--force"), "{error}");
    let output = torneo(folder.path(), &["learn", "surakarta", "--policy", "--out", "none/x"]);
    assert_eq!(output.status.code(), Some(1), "before any game is played");
    assert!(String::from_utf8_lossy(&output.stderr).contains("none/x"));
}
