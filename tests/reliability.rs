//! The program loses nothing: interrupted, killed, on full disks, run twice at once, with damaged and edited results.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_torneo");

const CONFIG: &str = r#"name = "small"
seed = 5
games = ["three-mens-morris"]
engines = ["random", "greedy", "mcts(sims=30)"]
rounds = 300
"#;

fn torneo(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().expect("the program starts")
}

/// What it says on stderr, without the breaks that fit it to the terminal.
fn words(output: &Output) -> String {
    let stderr = String::from_utf8_lossy(&output.stderr);
    stderr.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

fn succeeds(arguments: &[&str]) -> Output {
    let output = torneo(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", words(&output));
    output
}

/// A command that must end with this exit code; returns what it says.
fn fails(code: i32, arguments: &[&str]) -> String {
    let output = torneo(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", words(&output));
    words(&output)
}

/// A command of a shell in which `$0` is the program.
fn shell(command: &str, arguments: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command, PROGRAM]).args(arguments).stdout(Stdio::null()).stderr(Stdio::piped());
    shell
}

fn signal(child: &Child, signal: &str) {
    Command::new("kill").args([signal, &child.id().to_string()]).status().expect("there is `kill`");
}

/// Waits until a file has so many bytes.
fn wait_for(path: &Path, bytes: u64) {
    let began = Instant::now();
    while fs::metadata(path).map_or(0, |file| file.len()) < bytes {
        assert!(began.elapsed() < Duration::from_secs(60), "{} grows", path.display());
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A folder with a configuration in it, and where results go.
struct Place {
    folder: tempfile::TempDir,
    config: String,
}

impl Place {
    fn new(config: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.toml");
        fs::write(&path, config).unwrap();
        Place { config: path.to_str().unwrap().to_owned(), folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Plays the whole run undisturbed.
    fn play(&self, name: &str) -> Vec<Vec<u8>> {
        succeeds(&["run", &self.config, "--out", &self.name(name)]);
        bytes(&self.path(name))
    }

    fn resume(&self, name: &str) -> Vec<Vec<u8>> {
        succeeds(&["run", &self.config, "--resume", "--out", &self.name(name)]);
        bytes(&self.path(name))
    }

    fn shards(&self) -> [String; 2] {
        ["1/2", "2/2"].map(|shard| {
            let out = self.name(&format!("part{}", &shard[..1]));
            succeeds(&["run", &self.config, "--shard", shard, "--out", &out]);
            out
        })
    }
}

/// What must be the same.
fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    ["games.csv", "seats.csv", "manifest.json"].map(|name| fs::read(folder.join(name)).unwrap()).to_vec()
}

/// Every file of a folder.
fn everything(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.map(|path| (path.clone(), fs::read(path).unwrap())).collect();
    files.sort();
    files
}

fn edit(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{} holds {from}", path.display());
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn an_interrupted_run_says_so_and_is_resumed_to_the_same_bytes() {
    let place = Place::new(CONFIG);
    let whole = place.play("whole");
    let mut interrupted = 0;
    for threads in ["1", "2", "4"] {
        for (index, how) in ["-INT", "-TERM", "-HUP", "-INT", "-TERM"].iter().enumerate() {
            let out = place.name(&format!("out{threads}{index}"));
            let child = Command::new(PROGRAM)
                .args(["run", &place.config, "--threads", threads, "--out", &out])
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            wait_for(&Path::new(&out).join("games.csv"), 2_000 * (1 + 7 * index as u64));
            signal(&child, how);
            let ended = child.wait_with_output().unwrap();
            let said = words(&ended);
            if ended.status.code() == Some(130) {
                interrupted += 1;
                assert!(said.contains("stopping: ") && said.contains("--resume --out"), "{said}");
            } else {
                assert_eq!(ended.status.code(), Some(0), "{said}"); // it was done before
            }
            assert!(place.resume(&format!("out{threads}{index}")) == whole, "{threads} threads, {how}");
        }
    }
    assert!(interrupted >= 5, "{interrupted} runs were interrupted in the middle");
}

/// Under `nohup` the end of a session does not end the run.
#[test]
fn a_hangup_that_is_ignored_stays_ignored() {
    let place = Place::new(CONFIG);
    let whole = place.play("whole");
    let out = place.name("out");
    let child =
        shell("trap '' HUP; exec \"$0\" \"$@\"", &["run", &place.config, "--threads", "1", "--out", &out])
            .spawn()
            .unwrap();
    wait_for(&place.path("out/games.csv"), 2_000);
    signal(&child, "-HUP");
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0), "{}", words(&ended));
    assert!(bytes(&place.path("out")) == whole);
}

#[test]
fn a_folder_in_use_is_refused_and_nothing_in_it_is_touched() {
    let place = Place::new(&CONFIG.replace("rounds = 300", "rounds = 100000"));
    let out = place.name("out");
    let mut child = Command::new(PROGRAM)
        .args(["run", &place.config, "--threads", "1", "--out", &out])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for(&place.path("out/games.csv"), 2_000);
    let owner = format!("process {}", child.id());
    for arguments in [
        vec!["run", &*place.config, "--resume", "--out", &*out],
        vec!["report", &*out],
        vec!["verify", &*out, "--repair"],
        vec!["merge", &*out, "--out", "elsewhere"],
    ] {
        let said = fails(2, &arguments);
        assert!(said.contains("is in use") && said.contains(&owner), "{arguments:?}: {said}");
    }
    let analysed = succeeds(&["analyze", &out, "--bootstrap", "0"]);
    assert!(words(&analysed).contains(&owner), "what is not written is told");
    assert!(!analysed.stdout.is_empty() && !place.path("out/ratings.csv").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    // The system has released it.
    succeeds(&["verify", &out, "--sample", "5"]);
    succeeds(&["analyze", &out, "--bootstrap", "0"]);
    assert!(place.path("out/ratings.csv").exists() && !place.path("out/elsewhere").exists());
}

#[test]
fn a_file_that_may_not_grow_fails_the_run_resumably() {
    let place = Place::new(CONFIG);
    let whole = place.play("whole");
    for blocks in ["1", "9", "40", "150"] {
        let name = format!("out{blocks}");
        let command = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let ended = shell(&command, &["run", &place.config, "--out", &place.name(&name)]).output().unwrap();
        let said = words(&ended);
        assert_eq!(ended.status.code(), Some(1), "{said}");
        assert!(said.contains("too large") && said.contains("--resume"), "{said}");
        assert!(place.resume(&name) == whole, "{blocks} blocks");
    }
}

/// Output that cannot be written is a failure; only a reader that has gone away is none.
#[test]
#[cfg(target_os = "linux")]
fn output_that_is_lost_is_told() {
    let place = Place::new(&CONFIG.replace("rounds = 300", "rounds = 3"));
    place.play("out");
    let (out, again) = (place.name("out"), place.name("again"));
    let commands: Vec<Vec<&str>> = vec![
        vec!["games"],
        vec!["engines", "--json"],
        vec!["show", "three-mens-morris"],
        vec!["perft", "three-mens-morris", "2"],
        vec!["play", "three-mens-morris"],
        vec!["run", &place.config, "--dry-run"],
        vec!["run", &place.config, "--out", &again],
        vec!["analyze", &out],
        vec!["report", &out],
        vec!["verify", &out],
        vec!["advantage", "three-mens-morris", "--engine", "random", "--precision", "0.4"],
        vec!["dice", "combos", "3d6"],
        vec!["solve", "three-mens-morris"],
        vec!["bench", "three-mens-morris", "--seconds", "0.01"],
        vec!["completions", "bash"],
        vec!["--help"],
        vec!["run", "--help"],
        vec!["--version"],
    ];
    for arguments in commands {
        let ended = shell("exec \"$0\" \"$@\" </dev/null >/dev/full", &arguments).output().unwrap();
        let said = words(&ended);
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("cannot write the output"), "{arguments:?}: {said}");
        let _ = fs::remove_dir_all(&again);
        let ended = shell("exec \"$0\" \"$@\" </dev/null 2>/dev/full", &arguments).output().unwrap();
        assert_eq!(ended.status.code(), Some(0), "{arguments:?}");
        let _ = fs::remove_dir_all(&again);
        let mut child = Command::new(PROGRAM)
            .args(&arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        let said = words(&ended);
        assert_eq!(ended.status.code(), Some(0), "{arguments:?}: {said}");
        assert!(!said.contains("panicked") && !said.contains("cannot write"), "{arguments:?}: {said}");
        let _ = fs::remove_dir_all(&again);
    }
    let ended = shell("exec \"$0\" run /nowhere.toml 2>/dev/full", &[]).output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
}

#[test]
fn shards_that_were_edited_are_not_merged() {
    let place = Place::new(&CONFIG.replace("rounds = 300", "rounds = 20"));
    let whole = place.play("whole");
    let [one, two] = place.shards();
    let part = Path::new(&one);
    let merged = place.name("merged");
    succeeds(&["merge", &one, &two, "--out", &merged]);
    assert!(bytes(Path::new(&merged)) == whole);
    let empty = place.name("empty");
    fs::create_dir(&empty).unwrap();
    let kept = everything(part);
    let manifest = part.join("manifest.json");
    let edits: [(&str, &str, &str, &str); 9] = [
        ("seats.csv", ",greedy,1,", ",greedy,0.5,", "was edited"),
        ("games.csv", ",won,", ",drawn,", "was edited"),
        ("manifest.json", "\"rounds\": 20", "\"rounds\": 2", "configuration in the manifest was edited"),
        ("manifest.json", "\"seats\": 2", "\"seats\": 9", "expected 2..=8, found 9"),
        ("manifest.json", "\"games\": 120", "\"games\": 119", "does not follow"),
        ("manifest.json", "\"seed\": 5", "\"seed\": 6", "manifest was edited"),
        ("manifest.json", "\"1/2\"", "\"3/2\"", "expected a shard"),
        ("checkpoints.csv", "games,games_bytes", "games,bytes", "checkpoints.csv is damaged"),
        ("manifest.json", "{", "", "not a manifest"),
    ];
    for (file, from, to, expected) in edits {
        edit(&part.join(file), from, to);
        let said = fails(2, &["merge", &one, &two, "--out", &empty]);
        assert!(said.contains(expected), "{file}, {to}: {said}");
        assert!(fs::read_dir(&empty).unwrap().next().is_none(), "the folder that was there stays empty");
        kept.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    }
    fs::remove_file(part.join("checkpoints.csv")).unwrap();
    assert!(fails(2, &["merge", &one, &two, "--out", &empty]).contains("checkpoints.csv is missing"));
    kept.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());

    edit(&part.join("seats.csv"), ",greedy,1,", ",greedy,0.5,");
    succeeds(&["merge", &one, &two, "--out", &empty, "--allow-edited"]);
    assert!(
        fs::read_to_string(Path::new(&empty).join("manifest.json")).unwrap().contains("\"edited\": true")
    );
    let analysed = succeeds(&["analyze", &empty, "--bootstrap", "0"]);
    assert!(String::from_utf8_lossy(&analysed.stdout).contains("were edited before they were merged"));
    assert!(manifest.exists());
}

/// Three hundred thousand engines in a forged manifest are as harmless as none.
#[test]
fn forged_manifests_do_no_harm() {
    let place = Place::new(&CONFIG.replace("rounds = 300", "rounds = 2"));
    place.play("out");
    let (out, manifest) = (place.name("out"), place.path("out/manifest.json"));
    let text = fs::read_to_string(&manifest).unwrap();
    let engines: Vec<String> =
        (0..300_000).map(|number| format!(r#"{{"name": "e{number}", "spec": "random"}}"#)).collect();
    let listed = text.find("\"engines\": [").unwrap();
    let end = listed + text[listed..].find(']').unwrap();
    let many = format!("{}\"engines\": [{}{}", &text[..listed], engines.join(","), &text[end..]);
    let none = format!("{}\"engines\": [{}", &text[..listed], &text[end..]);
    let rounds = |rounds: &str| text.replace("\"rounds\": 2", &format!("\"rounds\": {rounds}"));
    for forged in [many, none, rounds("0"), rounds("18446744073709551615"), rounds("-1"), "{}".to_owned()] {
        fs::write(&manifest, forged).unwrap();
        for arguments in [
            vec!["merge", &*out, "--out", "elsewhere"],
            vec!["verify", &*out],
            vec!["report", &*out],
            vec!["run", &*place.config, "--resume", "--out", &*out],
        ] {
            let ended = torneo(&arguments);
            let said = words(&ended);
            assert!(matches!(ended.status.code(), Some(0..=2)), "{arguments:?}: {said}");
            assert!(!said.contains("panicked"), "{arguments:?}: {said}");
            assert!(arguments[0] == "report" || ended.status.code() != Some(0), "{arguments:?}");
        }
    }
}

#[test]
fn verify_finds_what_is_wrong_and_repairs_it() {
    let place = Place::new(&CONFIG.replace("rounds = 300", "rounds = 20"));
    let whole = place.play("out");
    let (out, folder) = (place.name("out"), place.path("out"));
    let verify = |arguments: &[&str]| {
        let ended = torneo(&[&["verify", &*out, "--json"], arguments].concat());
        let found: serde_json::Value = serde_json::from_slice(&ended.stdout).expect("JSON");
        (ended.status.code(), found)
    };
    let (code, found) = verify(&[]);
    assert_eq!((code, &found["sound"]), (Some(0), &serde_json::json!(true)));
    assert_eq!(
        (&found["replayed"], &found["played_again"]),
        (&serde_json::json!(120), &serde_json::json!(20))
    );
    let (_, found) = verify(&["--sample", "7"]);
    assert_eq!((&found["replayed"], &found["played_again"]), (&serde_json::json!(7), &serde_json::json!(7)));

    // An edited row, with checkpoints that still tell of it.
    let kept = everything(&folder);
    edit(&folder.join("games.csv"), ",won,", ",drawn,");
    let (code, found) = verify(&[]);
    assert_eq!((code, &found["sound"]), (Some(1), &serde_json::json!(false)));
    assert!(found["faults"][0].as_str().unwrap().contains("was edited"), "{found}");
    let (code, found) = verify(&["--repair"]);
    assert_eq!((code, &found["sound"]), (Some(0), &serde_json::json!(true)));
    assert!(folder.join("games.csv.cut").exists(), "what was cut is kept");
    assert!(place.resume("out") == whole);

    // The same with checkpoints that were forged to fit: the record does not lead to that result.
    fs::remove_dir_all(&folder).unwrap();
    fs::create_dir(&folder).unwrap();
    kept.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    edit(&folder.join("games.csv"), ",won,", ",drawn,");
    fs::remove_file(folder.join("checkpoints.csv")).unwrap();
    let (code, found) = verify(&[]);
    let faults = found["faults"].to_string();
    assert_eq!(code, Some(1));
    assert!(faults.contains("checkpoints.csv is missing"), "{faults}");
    assert!(faults.contains("the record ends by `won`, not by `drawn`"), "{faults}");
    let analysed = succeeds(&["analyze", &out, "--bootstrap", "0"]);
    assert!(String::from_utf8_lossy(&analysed.stdout).contains("checkpoints.csv is missing"));
}

/// A result that cannot be written is shown all the same.
#[test]
fn an_analysis_that_cannot_be_written_is_shown() {
    let place = Place::new(&CONFIG.replace("rounds = 300", "rounds = 3"));
    place.play("out");
    fs::create_dir(place.path("out/ratings.csv")).unwrap();
    let ended = torneo(&["analyze", &place.name("out"), "--bootstrap", "0"]);
    assert_eq!(ended.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&ended.stdout).contains("random") && words(&ended).contains("ratings.csv")
    );
}

#[test]
fn names_and_plans_that_do_harm_are_refused() {
    let refused = |from: &str, to: &str, expected: &str| {
        let place = Place::new(&CONFIG.replace(from, to));
        let said = fails(2, &["run", &place.config, "--dry-run"]);
        assert!(said.contains(expected), "{to}: {said}");
    };
    refused("\"small\"", "\"CON\"", "device");
    refused("\"small\"", "\"-rf\"", "begins with a letter");
    let engine = |name: &str| format!("{{ name = \"{name}\", spec = \"greedy\" }}");
    for name in ["=1+1", "+1", "-1", "@x"] {
        refused("\"greedy\"", &engine(name), "formula");
    }
    refused("\"greedy\"", &engine("a\\u202eb"), "U+202E");
    let engines: Vec<String> =
        (0..6_000).map(|number| format!(r#"{{name="e{number}",spec="random"}}"#)).collect();
    let many = CONFIG.replace("\"random\", \"greedy\", \"mcts(sims=30)\"", &(engines.join(",\n") + "\n"));
    let place = Place::new(&many.replace("rounds = 300", "rounds = 1000000000"));
    let said = fails(2, &["run", &place.config, "--dry-run"]);
    assert!(said.contains("35994000000000000 games"), "{said}");
    let place = Place::new(&many);
    let shown = succeeds(&["run", &place.config, "--dry-run"]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("17996000 pairings more"));
}
