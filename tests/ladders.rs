//! Blends of engines, ladders of games, and agents that are placed on them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;
use torneo_registry::Registry;
use torneo_registry::ladder::{Ladder, find};

use crate::command_line::{json, refused, stdout, torneo};
use crate::support::python::python;

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

const BLEND: &str = "blend(weak=random, strong=mcts(sims=10, tuned=false), share=0.25)";

/// The files of a folder that do not depend on the clock or the machine.
fn kept(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    const NAMES: [&str; 4] = ["games.csv", "seats.csv", "manifest.json", "placements.csv"];
    let there = NAMES.iter().map(|name| folder.join(name)).filter(|path| path.exists());
    there.map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap())).collect()
}

/// Cuts a folder of games of two behind its first ones, as if nothing more had been written.
fn cut(folder: &Path, games: usize) {
    for (name, rows) in [("games.csv", 1 + games), ("seats.csv", 1 + 2 * games)] {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let rows = text.lines().take(rows).map(|line| format!("{line}\n"));
        fs::write(folder.join(name), rows.collect::<String>()).unwrap();
    }
    _ = fs::remove_file(folder.join("checkpoints.csv"));
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
        // They are aimed at 0.60 to 0.80, and their games say so only up to an error.
        let inside = |score: f64| (0.58..=0.82).contains(&score);
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

/// A ladder that is measured anew tells where the rungs of the one before stand, played by the program that measured those.
#[test]
fn a_ladder_measured_anew_places_the_rungs_before() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new.toml");
    let program = format!("'{}'", env!("CARGO_BIN_EXE_torneo"));
    let command = ["ladder", "build", "three-mens-morris", "--hours", "0.02", "--seed", "9", "--out"];
    let found = json(&[&command[..], &[file.to_str().unwrap(), "--before", &program, "--json"]].concat());
    let found = &found[0];
    assert_eq!(found["ladder"], "three-mens-morris@2");
    let before = found["before"].as_array().unwrap();
    assert_eq!(before[0]["name"], "three-mens-morris@1/1");
    let placed = before.iter().filter(|rung| rung["elo"].is_f64());
    assert!(placed.count() + 2 > before.len(), "{before:?}");
    let text = stdout(&["ladder", "check", "--ladder", file.to_str().unwrap()]);
    assert!(text.contains("three-mens-morris@2"), "{text}");
    let other = folder.path().join("other.toml");
    // What cannot play is refused before hours are spent on measuring.
    for (game, program) in
        [("half-hazard", "x"), ("three-mens-morris", "false"), ("surakarta", "no such program")]
    {
        let command = ["ladder", "build", game, "--before", program, "--out", other.to_str().unwrap()];
        let message = refused(&command);
        assert!(message.contains("argument --before"), "{message}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else was begun");
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

#[test]
fn files_that_are_no_ladders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = ladder_file(folder.path());
    let text = fs::read_to_string(&file).unwrap();
    for (old, new, parts) in [
        ("elo = 100.0", "ello = 100.0", ["ladder.toml", "unknown field `ello`", "did you mean `elo`"]),
        ("game = \"three", "game = \"tree", ["ladder.toml:1", "no game is called", "three-mens-morris"]),
        ("sims=10", "sim=10", ["ladder.toml", "no option `sim`", "did you mean `sims`"]),
    ] {
        fs::write(&file, text.replacen(old, new, 1)).unwrap();
        let said = refused(&["rate", "random", "--ladder", file.to_str().unwrap()]);
        assert!(parts.iter().all(|part| said.contains(part)), "{new}: {said}");
    }
    let none = refused(&["ladder", "hazard"]);
    assert!(none.contains("`hazard` has no ladder") && none.contains("torneo ladder build"), "{none}");
}

#[test]
fn a_rating_is_the_same_on_any_number_of_threads_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let file = ladder_file(folder.path());
    let file = file.to_str().unwrap();
    let rate = |out: &Path, more: &[&str]| {
        let out = out.to_str().unwrap();
        let command = ["rate", "greedy", "--ladder", file, "--max-games", "60", "--out", out, "--json"];
        json(&[&command[..], more].concat())
    };
    let [one, two] = ["1", "2"].map(|threads| {
        let out = folder.path().join(threads);
        (rate(&out, &["--threads", threads]), kept(&out))
    });
    assert_eq!(one, two);
    let (found, files) = one;
    assert_eq!(files.len(), 4);
    let placed = &found["games"][0];
    assert_eq!((&found["agent"], &placed["ladder"]), (&"greedy".into(), &"three-mens-morris@1".into()));
    let number = |key: &str| placed[key].as_f64().unwrap_or_else(|| panic!("{key}: {placed}"));
    assert!(number("low") < number("elo") && number("elo") < number("high"));
    assert!(number("low_with_ladder") <= number("low") && number("high") <= number("high_with_ladder"));
    assert!(placed["games"].as_u64().is_some_and(|games| (20..=60).contains(&games)));
    assert!(placed["decisions"].as_u64().is_some_and(|decisions| decisions > 50));
    assert!(placed["bound"].is_null() && placed["faults"]["illegal-move"] == 0);
    // A folder of a rating is one of a run.
    let out = folder.path().join("1");
    stdout(&["verify", out.to_str().unwrap()]);
    stdout(&["analyze", out.to_str().unwrap()]);
    let table = fs::read_to_string(out.join("placements.csv")).unwrap();
    assert!(table.starts_with("game,ladder,elo,low,high,low_with_ladder,high_with_ladder,bound,games,score,faults,retries,decisions\n"));
    assert_eq!(table.lines().count(), 2);
    // Cut behind some games it comes to the same.
    let cut_one = folder.path().join("cut");
    fs::create_dir(&cut_one).unwrap();
    for name in ["games.csv", "seats.csv", "manifest.json"] {
        fs::copy(out.join(name), cut_one.join(name)).unwrap();
    }
    cut(&cut_one, 7);
    assert_eq!((rate(&cut_one, &["--resume"]), kept(&cut_one)), (found, files));
}

#[test]
fn two_agents_are_compared_on_one_ladder() {
    let folder = tempfile::tempdir().unwrap();
    let file = ladder_file(folder.path());
    let common = ["--ladder", file.to_str().unwrap(), "--max-games", "40", "--against", "0..1"];
    let found = json(&[&["rate", "greedy", "random", "--json"][..], &common].concat());
    assert_eq!([0, 1].map(|agent| found["agents"][agent]["agent"].clone()), ["greedy", "random"]);
    let [first, second] = [0, 1].map(|agent| &found["agents"][agent]);
    let score = |of: &Value| of["ladder_score"]["value"].as_f64().unwrap();
    let difference = found["difference"]["value"].as_f64().unwrap();
    assert!((difference - (score(first) - score(second))).abs() < 1e-9);
    assert!(first["games"][0]["difference"]["value"].is_f64(), "{first}");
    let text = stdout(&[&["rate", "greedy", "random"][..], &common].concat());
    assert!(text.lines().count() <= 25 && text.contains("Difference of ladder scores"), "{text}");
    let beyond = refused(&["rate", "greedy", "--ladder", common[1], "--against", "1..3"]);
    assert!(beyond.contains("--against") && beyond.contains("rungs 0 to 2"), "{beyond}");
}

/// A program whose every fourth answer is illegal so many times. It is asked again once.
fn often_wrong(times: u32) -> Option<String> {
    let (python, program) = (python("json")?, env!("CARGO_BIN_EXE_torneo"));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/support/wrong_answers.py");
    let command = format!("{python} {script} {times} fourth {program} engine greedy --protocol torneo");
    Some(format!("external(command=\"{command}\", retries=1)"))
}

/// Answers that were asked for again are counted, also by a rating that is resumed; games that were lost by faults are left out of a
/// second rating.
#[test]
fn a_rating_counts_retries_and_tells_what_faults_cost() {
    let folder = tempfile::tempdir().unwrap();
    let file = ladder_file(folder.path());
    let rate = |times: u32, out: &Path, more: &[&str]| {
        let (agent, file, out) = (often_wrong(times)?, file.to_str().unwrap(), out.to_str().unwrap());
        let command = ["rate", &agent, "--ladder", file, "--max-games", "20", "--out", out, "--json"];
        Some(json(&[&command[..], more].concat())["games"][0].clone())
    };
    let out = folder.path().join("retried");
    let Some(retried) = rate(1, &out, &[]) else { return };
    let decisions = retried["decisions"].as_u64().unwrap();
    let retries = retried["retries"].as_u64().unwrap();
    // What is left of the last four answers of a game does not count.
    assert!(retries > 0 && retries <= decisions / 4, "{retried}");
    assert!(retried["without_faults"].is_null() && retried["faults"]["illegal-move"] == 0, "{retried}");
    let cut_one = folder.path().join("cut");
    fs::create_dir(&cut_one).unwrap();
    for name in ["games.csv", "seats.csv", "manifest.json", "faults.csv"] {
        fs::copy(out.join(name), cut_one.join(name)).unwrap();
    }
    cut(&cut_one, 7);
    assert_eq!(rate(1, &cut_one, &["--resume"]), Some(retried));
    let lost = rate(2, &folder.path().join("lost"), &[]).unwrap();
    let faults = lost["faults"]["illegal-move"].as_u64().unwrap();
    let others = &lost["without_faults"];
    assert_eq!(others["games"].as_u64(), lost["games"].as_u64().map(|games| games - faults), "{lost}");
    assert!(faults > 0 && others["score"].as_f64() > lost["score"].as_f64(), "{lost}");
}

#[test]
fn a_rating_at_all_games_fits_on_a_screen() {
    let text = stdout(&["rate", "random", "--max-games", "2", "--threads", "1"]);
    assert!(text.lines().count() <= 25, "{text}");
    let held = json(&["ladder", "--json"]);
    for ladder in held.as_array().unwrap() {
        let game = ladder["game"].as_str().unwrap();
        assert!(text.contains(&format!(" {game} ")), "{game} is missing:\n{text}");
    }
}

/// The engines meet each other and the rungs, and ratings are those of the ladder.
#[test]
fn rungs_join_a_run_with_their_elo_held() {
    let ladder = find(REGISTRY.ladders(), "three-mens-morris").expect("it is held");
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let command = [
            "run",
            "--games",
            "three-mens-morris",
            "--engines",
            "greedy",
            "flat-mc(sims=5)",
            "--rounds",
            "3",
            "--self-play",
            "2",
            "--ladder",
            "--out",
            out.to_str().unwrap(),
        ];
        stdout(&[&command[..], more].concat());
        out
    };
    let (one, two) = (run("one", &["--threads", "1"]), run("two", &["--threads", "2"]));
    assert_eq!(kept(&one), kept(&two));
    let games = fs::read_to_string(one.join("games.csv")).unwrap();
    assert_eq!(games.lines().count(), 1 + 3 * 2 * (1 + 2 * ladder.rungs.len()) + 2 * 2);
    let found = json(&["analyze", one.to_str().unwrap(), "--json"]);
    let leaders = found["leaderboard"].as_array().unwrap();
    for rung in &ladder.rungs {
        let row = leaders.iter().find(|row| row["engine"] == *rung.name).expect("it took part");
        assert!((row["elo"].as_f64().unwrap() - rung.elo).abs() < 1e-6, "{row}");
    }
    stdout(&["verify", one.to_str().unwrap()]);
    // Cut behind some games it comes to the same.
    cut(&two, 9);
    run("two", &["--resume"]);
    assert_eq!(kept(&one), kept(&two));
    let none = refused(&["run", "--games", "hazard", "--engines", "random", "--rounds", "1", "--ladder"]);
    assert!(none.contains("--ladder"), "{none}");
}
