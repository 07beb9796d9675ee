//! Sizes that nobody can have: each is refused with the figure before memory is taken for it.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_torneo");

/// KiB of addresses that a command may use here.
const ADDRESSES: u32 = 4_000_000;

/// What a command says that may not have more than [`ADDRESSES`], with its exit code.
fn small(arguments: &[&str]) -> (Option<i32>, String) {
    let script = format!("ulimit -v {ADDRESSES}; exec timeout 60 \"$0\" \"$@\"");
    let ended = Command::new("sh").args(["-c", &script, PROGRAM]).args(arguments).output().unwrap();
    let text = [ended.stdout, ended.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "│").collect();
    (ended.status.code(), words.join(" "))
}

#[track_caller]
fn refused(arguments: &[&str], expected: &[&str]) {
    let (code, said) = small(arguments);
    assert_eq!(code, Some(2), "{arguments:?}: {said}");
    for expected in expected {
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn engines_of_lists() {
    let folder = tempfile::tempdir().unwrap();
    let values = (1..=100).map(|value| value.to_string()).collect::<Vec<_>>().join(",");
    let config = folder.path().join("four.toml");
    let write = |engines: &str, more: &str| {
        let head = "name = \"four\"\nseed = 1\ngames = [\"hazard\"]\nrounds = 1\n";
        fs::write(&config, format!("{head}{engines}\n{more}")).unwrap();
    };
    let config = config.to_str().unwrap();
    let lists = format!("sims=[{values}], rave=[{values}], playout_plies=[{values}], expand=[{values}]");
    let expected = ["at most 10000 engines", "[limits] engines", "100000"];
    write(&format!("engines = [\"mcts({lists})\"]"), "");
    refused(&["run", config, "--dry-run"], &expected);
    let grid = lists.replace("], ", "]\n").replace('=', " = ");
    write("", &format!("[grid.mcts]\n{grid}\n"));
    refused(&["run", config, "--dry-run"], &expected);
    // An option allows more.
    let lists = format!("sims=[{values}], rave=[{values}], expand=[1,2]");
    write(&format!("engines = [\"mcts({lists})\"]"), "");
    refused(&["run", config, "--dry-run"], &expected);
    write(&format!("engines = [\"mcts({lists})\"]"), "[limits]\nengines = 20000\n");
    assert_eq!(small(&["run", config, "--print-config"]).0, Some(0));
    write("engines = [\"random\", \"greedy\"]", "[limits]\nengines = 100001\n");
    refused(&["run", config, "--dry-run"], &["1..=100000"]);
}

#[test]
fn replicates_and_manifests() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let name = out.to_str().unwrap();
    let run = ["run", "--games", "hazard", "--engines", "random", "greedy", "--rounds", "2", "--out", name];
    assert_eq!(small(&run).0, Some(0));
    for replicates in ["1000000000", "18446744073709551615"] {
        let arguments = ["analyze", name, "--bootstrap", replicates];
        refused(&arguments, &[replicates, "MiB (at most 1024)", "--memory"]);
    }
    assert_eq!(small(&["analyze", name, "--bootstrap", "10000", "--memory", "1"]).0, Some(0));
    refused(&["analyze", name, "--bootstrap", "100000", "--memory", "1"], &["4 MiB (at most 1)"]);
    refused(&["analyze", name, "--memory", "1000000000"], &["MiB are more than the", "of this machine"]);
    let manifest = out.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let swiss =
        text.replace("\"round-robin\"", "\"swiss\"").replace("\"rounds\": 2", "\"rounds\": 1000000000");
    fs::write(&manifest, swiss).unwrap();
    for command in ["analyze", "verify", "report", "web"] {
        refused(&[command, name], &["at most 10000 rounds, not 1000000000"]);
    }
    let engines: Vec<String> =
        (0..20_000).map(|n| format!(r#"{{"name": "e{n}", "spec": "random"}}"#)).collect();
    let begin = text.find("\"engines\": [").unwrap();
    let end = begin + text[begin..].find(']').unwrap();
    for (format, most, expected) in [
        ("round-robin", "", "20000 engines, more than the 10000"),
        ("swiss", ", \"engines\": 100000", "20000 engines, more than the 10000"),
        ("round-robin", ", \"engines\": 100000", "analysis of 20000 engines would take about"),
    ] {
        let many = format!("{}\"engines\": [{}{}", &text[..begin], engines.join(","), &text[end..]);
        let many = many.replace("\"round-robin\"", &format!("\"{format}\""));
        fs::write(&manifest, many.replace("\"max_plies\": 2000", &format!("\"max_plies\": 2000{most}")))
            .unwrap();
        refused(&["analyze", name], &[expected]);
    }
}

#[test]
fn memory_of_engines_and_solvers() {
    let of_machine = ["MiB are more than the 3906 MiB of this machine"];
    let dry = ["run", "--games", "three-mens-morris", "--rounds", "1", "--dry-run", "--engines", "random"];
    for engine in ["perfect(memory=34003)", "mcts(memory=34003)", "alpha-beta(hash=34003)"] {
        refused(&[&dry[..], &[engine]].concat(), &of_machine);
    }
    // Each fits, but not both at each seat and on each thread.
    let two = ["alpha-beta(depth=1, hash=2000)", "alpha-beta(depth=2, hash=2000)", "--threads", "2"];
    refused(&[&dry[..], &two].concat(), &["this needs", "3906 MiB"]);
    refused(&["solve", "three-mens-morris", "--memory", "1000000000"], &of_machine);
    let exploit = ["exploit", "hazard", "--engine", "random", "--positions", "10000000"];
    refused(&exploit, &["6675 MiB are more than the 3906 MiB"]);
    refused(&["solve", "three-mens-morris", "--memory", "18446744073709551615"], &of_machine);
}

#[test]
fn an_estimate_does_not_depend_on_the_memory() {
    let estimate = |memory: &str| {
        let (code, said) = small(&["solve", "camelot", "--memory", memory]);
        assert_eq!(code, Some(2), "{said}");
        let words = said.split("too large: about ").nth(1).expect("an estimate");
        words.split(" bytes").next().unwrap().to_owned()
    };
    assert_eq!(estimate("100"), estimate("1000"));
}

#[test]
fn dice() {
    refused(
        &["dice", "combos", "200d1000", "--json"],
        &["would take about", "MiB (at most 1024)", "--memory"],
    );
    refused(&["dice", "combos", "200d1000+1", "--json"], &["would take about", "--memory"]);
    refused(&["dice", "combos", "3d6", "--json", "--memory", "0"], &["MiB"]);
    assert_eq!(small(&["dice", "combos", "20d1000", "--json", "--memory", "200"]).0, Some(0));
    refused(&["dice", "combos", "20d1000", "--json", "--memory", "20"], &["(at most 20)"]);
    for policy in [&[][..], &["--policy", "never"]] {
        let arguments = [&["dice", "odds", "rising-hazard(bank=480, unit=10)"], policy].concat();
        refused(&arguments, &["would take about", "MiB (at most 1024)", "--memory"]);
    }
    refused(&["dice", "odds", "rising-hazard(unit=100)", "--memory", "5"], &["(at most 5)"]);
    assert_eq!(small(&["dice", "odds", "rising-hazard(unit=100)"]).0, Some(0));
}
