//! Blends of engines, ladders of games, and agents that are placed on them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use torneo_registry::Registry;
use torneo_registry::ladder::Ladder;

use crate::command_line::{json, refused, stdout, torneo};

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

const BLEND: &str = "blend(weak=random, strong=mcts(sims=10, tuned=false), share=0.25)";

/// The files of a folder that do not depend on the clock or the machine.
fn kept(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    const NAMES: [&str; 4] = ["games.csv", "seats.csv", "manifest.json", "placements.csv"];
    let there = NAMES.iter().map(|name| folder.join(name)).filter(|path| path.exists());
    there.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect()
}

/// A ladder of three rungs whose Elo is made up, in a file.
fn ladder_file(folder: &Path) -> PathBuf {
    let rung = |number: usize, spec: &str, elo: f64| {
        format!(
            "\n[[rungs]]\nrung = {number}\nname = \"three-mens-morris/{number}\"\nspec = \"{spec}\"\nelo = {elo:?}\nsignature = \"0123456789abcdef\"\n"
        )
    };
    let text =
        "game = \"three-mens-morris\"\nladder = \"three-mens-morris@1\"\nversion = 1\nprogram = \"0\"\n\
                covariance = [[0.0, 0.0, 0.0], [0.0, 100.0, 90.0], [0.0, 90.0, 300.0]]\n"
            .to_owned()
            + &rung(0, "random", 0.0)
            + &rung(1, BLEND, 100.0)
            + &rung(2, "mcts(sims=10, tuned=false)", 250.0);
    let file = folder.join("ladder.toml");
    fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_blend_plays_wherever_an_engine_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("blends.toml");
    // Two and three seats, chance, and turns of all seats at once.
    let text = format!(
        "name = \"blends\"\nseed = 1\nrounds = 2\nengines = [\"{BLEND}\", \"random\"]\n\
         games = [\"three-mens-morris\", \"lanza(players=3)\", \"frames\", \"bin-fa\"]\n\
         [limits]\nmax_plies = 60\n"
    );
    fs::write(&config, text).unwrap();
    let out = |threads: &str| {
        let out = folder.path().join(threads);
        stdout(&["run", config.to_str().unwrap(), "--threads", threads, "--out", out.to_str().unwrap()]);
        kept(&out)
    };
    let one = out("1");
    assert_eq!(one, out("2"));
    let seats = String::from_utf8(one[1].1.clone()).unwrap();
    assert!(seats.contains(&format!("\"{BLEND}\"")), "{seats}");
    assert!(seats.lines().filter(|line| line.contains("blend")).any(|line| !line.ends_with(",0")));
    let advised =
        |seed: &str| json(&["bestmove", "three-mens-morris", "--engine", BLEND, "--seed", seed, "--json"]);
    let answers: Vec<Value> = ["1", "2", "3", "4", "5", "6", "7", "8"].map(advised).to_vec();
    let of = |nodes: u64| answers.iter().find(|answer| answer["nodes"] == nodes);
    assert!(of(0).is_some_and(|random| random["value"].is_null()), "random play tells no value");
    assert!(of(10).is_some_and(|searched| searched["value"].is_f64()), "the search tells its own");
    let found = json(&["match", BLEND, "random", "--games", "three-mens-morris", "--pairs", "20", "--json"]);
    assert_eq!(found["engine"], BLEND);
}

#[test]
fn what_is_wrong_inside_a_blend_is_told_with_its_place() {
    let refused =
        |engine: &str| refused(&["run", "--games", "blocker", "--engines", engine, "--rounds", "1"]);
    let wrong = refused("blend(strong=mcts(simms=10))");
    for part in ["--engines", "`blend`: option `strong`", "no option `simms`", "did you mean `sims`"] {
        assert!(wrong.contains(part), "{part}: {wrong}");
    }
    assert!(refused("blend(weak=rendom)").contains("did you mean `random`"));
    assert!(refused("blend(strong=external(command=\"x\"))").contains("not another program"));
    assert!(refused("blend(strong=mcts(sims=10)").contains("bracket"));
    assert!(refused("blend(strong=mcts(threads=2))").contains("no option `threads`"));
    assert!(refused("blend(strong=alpha-beta(threads=2))").contains("2 threads"));
}

#[test]
fn a_rung_is_called_by_its_ladder() {
    let Some(ladder) = REGISTRY.ladders().first() else { return };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let (game, last) = (&*ladder.game, ladder.rungs.last().unwrap());
    let engines = [format!("ladder(rung={})", last.rung), "random".to_owned()];
    stdout(&[
        "run",
        "--games",
        game,
        "--engines",
        &engines[0],
        &engines[1],
        "--rounds",
        "1",
        "--max-plies",
        "40",
        "--out",
        out.to_str().unwrap(),
    ]);
    let seats = fs::read_to_string(out.join("seats.csv")).unwrap();
    assert!(seats.contains(&format!(",{},", last.name)), "{seats}");
    stdout(&["verify", out.to_str().unwrap()]);
    let beyond =
        refused(&["run", "--games", game, "--engines", "ladder(rung=99)", "random", "--rounds", "1"]);
    assert!(beyond.contains(&format!("did you mean `ladder(rung={})`", last.rung)), "{beyond}");
}

/// What the program holds is what the files of the repository say, and plays as it did.
#[test]
fn ladders_that_are_held_play_as_they_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../results/ladders");
    let files = fs::read_dir(&folder).unwrap().filter(|file| {
        file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|ending| ending == "toml"))
    });
    let mut count = 0;
    for file in files {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let ladder = Ladder::read(&text, &REGISTRY).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        assert_eq!(ladder.to_toml(), text, "{}", path.display());
        assert_eq!(path.file_name().unwrap().to_str().unwrap(), Ladder::file_name(&ladder.game));
        assert!(REGISTRY.ladders().contains(&ladder));
        assert!(ladder.rungs.len() >= 8 || ladder.few.is_some(), "{}", ladder.game);
        let inside = |score: f64| (0.60..=0.80).contains(&score);
        assert!(ladder.rungs[1..].iter().all(|rung| rung.score_below.is_some_and(inside)), "{}", ladder.game);
        assert!(ladder.rungs.iter().all(|rung| rung.seconds <= 1.0), "{}", ladder.game);
        for checked in torneo_arena::ladder::check(&REGISTRY, &ladder).unwrap() {
            assert!(checked.holds(), "{checked:?}: torneo ladder build \"{}\"", ladder.game);
        }
        count += 1;
    }
    assert_eq!(count, REGISTRY.ladders().len());
    let listed = json(&["ladder", "--json"]);
    assert_eq!(listed.as_array().unwrap().len(), count);
    if let Some(first) = listed.get(0) {
        for key in ["game", "ladder", "version", "program", "few", "rungs", "covariance"] {
            assert!(first.get(key).is_some(), "{key}");
        }
    }
}

#[test]
fn a_rung_that_plays_otherwise_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = ladder_file(folder.path());
    let output = torneo(&["ladder", "check", "--ladder", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!((0..3).all(|rung| out.contains(&format!("three-mens-morris/{rung} plays otherwise"))), "{out}");
    assert!(said.contains("torneo ladder build three-mens-morris"), "{said}");
}
