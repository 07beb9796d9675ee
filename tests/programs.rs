//! Programs in runs and trials: how long their processes live, their clocks, their names, their options, where they stand.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const TORNEO: &str = env!("CARGO_BIN_EXE_torneo");

fn torneo(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(TORNEO).args(arguments).current_dir(folder).output().expect("the program starts")
}

#[track_caller]
fn done(folder: &Path, arguments: &[&str]) -> [String; 2] {
    let output = torneo(folder, arguments);
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{arguments:?}: {stdout}{stderr}");
    [stdout, stderr]
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = torneo(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Writes a program that counts its starts and is our engine behind a filter, with an option that it does not need.
fn program(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    let text = format!(
        "#!/bin/sh\necho {name} >> {starts}\n\
         '{TORNEO}' engine 'alpha-beta(depth=1)' --protocol uci | \
         sed -u 's/^uciok/option name Skill Level type spin default 5 min 0 max 20\\nuciok/'\n",
        starts = folder.join("starts").display()
    );
    fs::write(&path, text).unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&path, executable).unwrap();
    path.display().to_string()
}

fn starts(folder: &Path) -> usize {
    fs::read_to_string(folder.join("starts")).unwrap_or_default().lines().count()
}

/// The lines to the programs of a folder with logs, those of each file apart.
fn told(folder: &Path) -> Vec<Vec<String>> {
    let mut files: Vec<_> =
        fs::read_dir(folder.join("logs")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let lines = |path| {
        let text = fs::read_to_string(path).unwrap();
        text.lines().filter_map(|line| Some(line.split_once(" > ")?.1.to_owned())).collect()
    };
    files.into_iter().map(lines).collect()
}

#[test]
fn a_process_serves_an_entry_of_a_worker_as_long_as_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [a, b] = ["a", "b"].map(|name| program(folder, name));
    let [a, b] = [a, b].map(|path| format!("external(command={path}, protocol=uci, depth=1)"));
    let limits = ["--max-plies", "12", "--threads", "2"];
    for (command, most) in [
        (&["match", &a, &b, "--games", "chess", "grand-chess", "--sprt", "-5,5", "--max-rounds", "9"][..], 4),
        (&["best-of", &a, &b, "random", "--games", "chess", "--max-rounds", "4"], 4),
        (&["advantage", "chess", "--engine", &a, "--random-plies", "2", "--max-games", "20"], 4),
        (&["run", "--games", "chess", "--engines", &a, &b, "--rounds", "6", "--out", "run"], 4),
    ] {
        let _ = fs::remove_file(folder.join("starts"));
        let limits = if command[0] == "run" { &limits[2..] } else { &limits[..] };
        let output = torneo(folder, &[command, limits].concat());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!([Some(0), Some(1)].contains(&output.status.code()), "{command:?}: {stderr}");
        let starts = starts(folder);
        assert!((2..=most).contains(&starts), "{command:?}: {starts} starts; {stderr}");
    }
}

#[test]
fn options_of_programs_are_tuned_in_processes_that_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let engine = format!("external(command={}, protocol=uci, depth=1)", program(folder, "a"));
    let parameter = "options.skill level=0..20";
    let tune =
        ["tune", &engine, "--game", "chess", "--param", parameter, "--iterations", "4", "--pairs", "1"];
    let more =
        ["--check", "0", "--max-plies", "8", "--threads", "1", "--out", "out", "--log-engines", "--json"];
    let [stdout, _] = done(folder, &[&tune[..], &more].concat());
    let found: Value = serde_json::from_str(&stdout).unwrap();
    let settings = &found["settings"];
    assert_eq!(settings["parameters"][0]["name"], "options.Skill Level");
    assert_eq!(settings["parameters"][0]["start"], 5.0, "the program's own default");
    assert!(settings["A"] == 0.4 && settings["alpha"] == 0.602 && settings["gamma"] == 0.101, "{settings}");
    let [c_end, r_end] = ["c_end", "r_end"].map(|gain| settings["parameters"][0][gain].as_f64().unwrap());
    assert!(c_end > 1.0 && c_end < 2.0 && r_end > 0.0, "{c_end} {r_end}");
    let mean = found["means"][0].as_f64().unwrap().round();
    assert!(found["tuned"].as_str().unwrap().contains(&format!("Skill Level={mean}")), "{found}");
    let set: Vec<String> = told(&folder.join("out")).concat();
    let set = set.iter().filter(|line| line.starts_with("setoption name Skill Level value ")).count();
    assert!(set >= 8, "{set} times");
    // The processes of the games, and the one that was asked which options it has.
    assert!(starts(folder) <= 3, "{}", starts(folder));

    for (parameter, part) in [
        ("options.Skil Level=0..20", "did you mean `Skill Level`?"),
        ("options.Skill Level=0..30", "a whole number from 0 to 20"),
    ] {
        let tune = ["tune", &engine, "--game", "chess", "--param", parameter];
        let stderr = refused(folder, &tune);
        assert!(stderr.contains(part), "{stderr}");
    }
    let stderr = refused(folder, &["tune", "mcts", "--game", "chess", "--param", "options.c=0..1"]);
    assert!(stderr.contains("`mcts` is no program"), "{stderr}");
}

#[test]
fn both_clocks_are_told_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [a, b] = ["a", "b"].map(|name| program(folder, name));
    let config = format!(
        "name = \"c\"\nseed = 1\ngames = [\"chess\"]\nrounds = 1\nengines = [\n\
         {{ name = \"a\", command = [\"{a}\"], protocol = \"uci\", depth = 1, clock = [100, 0.5] }},\n\
         {{ name = \"b\", command = [\"{b}\"], protocol = \"uci\", depth = 1, clock = \"200+2\" }},\n]\n\
         [limits]\nmax_plies = 6\n"
    );
    fs::write(folder.join("c.toml"), config).unwrap();
    let run = ["run", "c.toml", "--threads", "1", "--out", "out", "--log-engines", "--affinity"];
    done(folder, &run);
    let told = told(&folder.join("out"));
    let first: Vec<&str> =
        told.iter().map(|lines| &**lines.iter().find(|line| line.starts_with("go ")).unwrap()).collect();
    assert_eq!(first[0], "go wtime 100000 btime 200000 winc 500 binc 2000 depth 1");
    let words: Vec<&str> = first[1].split(' ').collect();
    let white: u64 = words[2].parse().unwrap();
    assert!(
        (100_000..=100_500).contains(&white),
        "the other's clock has run, and got its increment: {words:?}"
    );
    assert_eq!(words[3..9], ["btime", "200000", "winc", "500", "binc", "2000"]);
}

#[test]
fn engines_of_torneo_keep_clocks() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for engine in ["mcts", "alpha-beta", "best-first", "flat-mc", "auto"] {
        let engine = format!("{engine}(clock=0.4+0.01)");
        let name = format!("name-{}", &engine[..4]);
        let run = ["run", "--games", "three-mens-morris", "--engines", &engine, "random", "--rounds", "1"];
        let [_, stderr] = done(folder, &[&run[..], &["--out", &name, "--threads", "1"]].concat());
        assert!(stderr.contains("cannot be reproduced"), "{engine}: {stderr}");
        let games = fs::read_to_string(folder.join(&name).join("games.csv")).unwrap();
        assert!(!games.contains("time-forfeit"), "{engine}: {games}");
    }
    let stderr = refused(folder, &["bestmove", "chess", "--engine", "mcts(clock=0+5)"]);
    assert!(stderr.contains("the first choice would have no time"), "{stderr}");
    let run =
        ["run", "--games", "three-mens-morris", "--engines", "mcts(clock=0.2)", "random", "--rounds", "1"];
    let [_, stderr] = done(folder, &[&run[..], &["--threads", "64", "--out", "crowded"]].concat());
    assert!(stderr.contains("64 workers share"), "{stderr}");
    let run = ["run", "--games", "three-mens-morris", "--engines", "mcts(sims=9)", "random", "--rounds", "1"];
    let [_, stderr] = done(folder, &[&run[..], &["--threads", "64", "--out", "counted"]].concat());
    assert!(!stderr.contains("workers share"), "{stderr}");
}

#[test]
fn engines_come_from_a_file_with_what_they_share() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let path = program(folder, "a");
    let text = format!(
        "[defaults]\ndepth = 1\nnodes = 100\n[[engines]]\nname = \"fish\"\ncommand = [\"{path}\"]\nprotocol = \"uci\"\n\
         options = {{ \"Skill Level\" = 3 }}\n[[engines]]\nname = \"ours\"\nspec = \"alpha-beta\"\n\
         [[engines]]\nname = \"chance\"\nspec = \"random\"\n"
    );
    fs::write(folder.join("engines.toml"), text).unwrap();
    let more = ["--games", "chess", "--sprt", "-5,5", "--max-rounds", "2", "--max-plies", "6", "--engines"];
    let play = |engines: [&str; 2], out: &str| {
        let words = ["match", engines[0], engines[1], "--out", out, "--json"];
        done(folder, &[&words[..], &more, &["engines.toml"]].concat())
    };
    let [stdout, _] = play(["fish", "ours"], "out");
    let found: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&found["engine"], &found["opponent"]), (&Value::from("fish"), &Value::from("ours")));
    let manifest: Value =
        serde_json::from_slice(&fs::read(folder.join("out/manifest.json")).unwrap()).unwrap();
    let engines = &manifest["config"]["engines"];
    assert_eq!(engines[1]["spec"], "alpha-beta(depth=1, nodes=100)");
    let spec = engines[0]["spec"].as_str().unwrap();
    assert!(
        spec.contains("depth=1") && spec.contains("nodes=100") && spec.contains("Skill Level=3"),
        "{spec}"
    );
    assert_eq!((&engines[0]["name"], &engines[0]["identity"]), (&Value::from("fish"), &Value::from("fish")));
    // A specification beside the names; a program that says its name and its identity itself.
    let named = format!("external(command={path}, protocol=uci, depth=1, name=mine, identity=me)");
    let [stdout, _] = play([&named, "chance"], "named");
    let found: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(found["engine"], "mine");
    let games = fs::read_to_string(folder.join("named/seats.csv")).unwrap();
    assert!(games.contains(",mine,"), "{games}");
    let words = ["match", "fisch", "ours", "--engines", "engines.toml", "--games", "chess", "--sprt", "0,5"];
    let stderr = refused(folder, &words);
    assert!(stderr.contains("fish, ours, chance") && stderr.contains("did you mean `fish`?"), "{stderr}");
    let text = "[defaults]\nhash = 1\n[[engines]]\nspec = \"random\"\n";
    fs::write(folder.join("wrong.toml"), text).unwrap();
    let stderr = refused(folder, &["best-of", "--engines", "wrong.toml", "--games", "chess"]);
    assert!(stderr.contains("wrong.toml:2:1") && stderr.contains("unknown key `hash`"), "{stderr}");
    fs::write(folder.join("wrong.toml"), "[[engines]]\ncommand = [\"x\"]\nmove_time = 1\n").unwrap();
    let stderr = refused(folder, &["best-of", "--engines", "wrong.toml", "--games", "chess"]);
    let (_, keys) = stderr.split_once("a program as an engine has ").expect("the keys are listed");
    let keys: Vec<&str> = keys.lines().next().unwrap_or_default().split(", ").collect();
    let different: BTreeSet<&str> = keys.iter().copied().collect();
    assert!(keys.contains(&"identity") && keys.len() == different.len(), "{keys:?}");
}

#[test]
fn lists_of_a_programs_limits_and_options_are_a_grid() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let path = program(folder, "a");
    let text = format!(
        "name = \"g\"\nseed = 1\ngames = [\"chess\"]\nengines = [\n{{ name = \"fish\", command = [\"{path}\"], \
         protocol = \"uci\", nodes = [10, 20], options = {{ \"Skill Level\" = [1, 2, 3], Hash = 4 }} }}\n]\n"
    );
    fs::write(folder.join("g.toml"), text).unwrap();
    let [stdout, _] = done(folder, &["run", "g.toml", "--print-config"]);
    let names: Vec<&str> = stdout.lines().filter_map(|line| line.strip_prefix("name = ")).skip(1).collect();
    assert_eq!(names.len(), 6);
    assert_eq!(names[0], "\"fish nodes=10 Skill Level=1\"");
    assert_eq!(names[5], "\"fish nodes=20 Skill Level=3\"");
    let spec = stdout.lines().rfind(|line| line.starts_with("spec = ")).unwrap();
    assert!(spec.contains("nodes=20") && spec.contains("Skill Level=3") && spec.contains("Hash=4"), "{spec}");
}

#[test]
fn a_moved_program_goes_on_and_another_one_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [there, here] = ["there", "here"].map(|name| folder.join(name));
    let config = |rounds: u32, depth: u32| {
        format!(
            "name = \"m\"\nseed = 1\ngames = [\"chess\"]\nrounds = {rounds}\ninterleave = true\n\
             engines = [\"random\", {{ name = \"fish\", command = [\"PLACE/a\"], protocol = \"uci\", depth = {depth} }}]\n\
             [limits]\nmax_plies = 6\n"
        )
    };
    for place in [&there, &here] {
        fs::create_dir(place).unwrap();
        program(place, "a");
        // What the file holds is the same in both.
        let text = fs::read_to_string(place.join("a")).unwrap();
        fs::write(place.join("a"), text.replace(&place.display().to_string(), "/tmp")).unwrap();
    }
    let write = |name: &str, place: &Path, rounds: u32, depth: u32| {
        let text = config(rounds, depth).replace("PLACE", &place.display().to_string());
        fs::write(folder.join(name), text).unwrap();
    };
    write("whole.toml", &there, 4, 1);
    done(folder, &["run", "whole.toml", "--out", "whole"]);
    write("begun.toml", &there, 2, 1);
    done(folder, &["run", "begun.toml", "--out", "begun"]);
    write("moved.toml", &here, 4, 1);
    let [_, stderr] = done(folder, &["run", "moved.toml", "--out", "begun", "--resume"]);
    let [was, is] = [&there, &here].map(|place| place.join("a").display().to_string());
    let told = stderr.lines().find(|line| line.contains(&was) && line.contains(&is));
    assert!(told.is_some_and(|line| line.contains("`fish`")), "{stderr}");
    for file in ["games.csv", "seats.csv", "manifest.json"] {
        let [whole, begun] = ["whole", "begun"].map(|run| fs::read(folder.join(run).join(file)).unwrap());
        assert!(whole == begun, "{file}");
    }
    let [_, stderr] = done(folder, &["run", "moved.toml", "--out", "again", "--reuse", "whole"]);
    assert!(stderr.contains("8 games were taken from other runs"), "{stderr}");
    write("other.toml", &here, 4, 2);
    let stderr = refused(folder, &["run", "other.toml", "--out", "begun", "--resume"]);
    assert!(stderr.contains("cannot be resumed"), "{stderr}");

    let programs = fs::read_to_string(folder.join("begun/programs.csv")).unwrap();
    let rows: Vec<&str> = programs.lines().collect();
    assert_eq!(rows[0], "started,engine,id,program,sha256");
    assert_eq!(rows.len(), 3, "{programs}");
    let fields: Vec<&str> = rows[1].split(',').collect();
    assert!(fields[1] == "fish" && fields[3] == was && fields[4].len() == 64, "{fields:?}");
    assert!(rows[2].ends_with(fields[4]), "the same program elsewhere");
    let [stdout, stderr] = done(folder, &["analyze", "begun"]);
    assert!(!(stdout + &stderr).contains("same program"), "{stderr}");
    // Another program under the same name.
    let mut text = fs::read_to_string(here.join("a")).unwrap();
    text.push_str("# changed\n");
    fs::write(here.join("a"), text).unwrap();
    write("moved.toml", &here, 6, 1);
    done(folder, &["run", "moved.toml", "--out", "begun", "--resume"]);
    let [stdout, stderr] = done(folder, &["analyze", "begun"]);
    assert!((stdout + &stderr).contains("`fish` was not the same program all the time"), "{stderr}");
}

#[test]
fn trials_tell_how_far_they_are_where_no_terminal_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let slow = "mcts(time=0.1)";
    let words =
        ["match", slow, "random", "--games", "three-mens-morris", "--sprt", "-1,1", "--max-rounds", "8"];
    let [_, stderr] = done(folder.path(), &[&words[..], &["--report-every", "1", "--threads", "1"]].concat());
    let told = stderr.lines().filter(|line| line.starts_with("1 s: ") || line.starts_with("2 s: ")).count();
    assert!(told >= 1, "{stderr}");
}
