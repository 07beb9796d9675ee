//! The program loses nothing: interrupted, killed, on full disks, run twice at once, with damaged and edited results.
#![expect(clippy::disallowed_methods, reason = "the folders are those of the tests")]
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::program::PROGRAM;

const CONFIG: &str = r#"name = "small"
seed = 5
games = ["three-mens-morris"]
engines = ["random", "greedy", "mcts(sims=30)"]
rounds = 300
"#;

fn torneo(arguments: &[&str]) -> Output {
    Command::new(&*PROGRAM).args(arguments).output().expect("the program starts")
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
    shell.args(["-c", command, &PROGRAM]).args(arguments).stdout(Stdio::null()).stderr(Stdio::piped());
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
            let child = Command::new(&*PROGRAM)
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
    // More games than are played while the folder is looked at.
    let place = Place::new(&CONFIG.replace("rounds = 300", "rounds = 1000000"));
    let out = place.name("out");
    let mut child = Command::new(&*PROGRAM)
        .args(["run", &place.config, "--threads", "1", "--out", &out])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The header, the checkpoint before the first game, and one more.
    wait_for(&place.path("out/checkpoints.csv"), 360);
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
    for blocks in ["1", "9", "40", "90"] {
        let name = format!("out{blocks}");
        let command = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let ended = shell(&command, &["run", &place.config, "--out", &place.name(&name)]).output().unwrap();
        let said = words(&ended);
        assert_eq!(ended.status.code(), Some(1), "{said}");
        assert!(said.contains("too large"), "{said}");
        // Not even the manifest had room: then the folder never came into being.
        let begun = place.path(&name).exists();
        assert_eq!(said.contains("--resume"), begun, "{said}");
        let finished = if begun { place.resume(&name) } else { place.play(&name) };
        assert!(finished == whole, "{blocks} blocks");
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
        let mut child = Command::new(&*PROGRAM)
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

/// A run by the Swiss system: its pairings follow from its rows.
const SWISS: &str = r#"name = "swiss"
seed = 9
games = ["three-mens-morris", "hazard"]
engines = ["random", "greedy", "mcts(sims=10)", "alpha-beta(depth=1)"]
rounds = 8
format = "swiss"
"#;

const EVALUATIONS: &str = "[output]\nevaluations = true\n";

/// Pairings are made from rows that stay, not from those that are cut.
#[test]
fn pairings_follow_from_confirmed_rows() {
    for config in [SWISS.to_owned(), format!("{SWISS}{EVALUATIONS}")] {
        let place = Place::new(&config);
        let whole = place.play("whole");
        let cut = |name: &str, lines: usize| {
            let path = place.path("out").join(name);
            let text = fs::read_to_string(&path).unwrap();
            fs::write(path, text.split_inclusive('\n').take(lines).collect::<String>()).unwrap();
        };
        let damages: [&dyn Fn(); 3] = [
            &|| edit(&place.path("out/seats.csv"), "greedy", "greedz"),
            // Scores that would lead to other pairings, behind the last checkpoint.
            &|| {
                cut("checkpoints.csv", 2);
                edit(&place.path("out/seats.csv"), "\n0,0,random,", "\n0,0,random,0.25");
            },
            &|| {
                cut("checkpoints.csv", 2);
                cut("seats.csv", 60);
            },
        ];
        for damage in damages {
            place.play("out");
            damage();
            assert!(place.resume("out") == whole);
            succeeds(&["verify", &place.name("out")]);
            fs::remove_dir_all(place.path("out")).unwrap();
        }
    }
}

/// Statistics are made from confirmed rows; what is left out is named.
/// Times are kept by resuming and merging, each choice of each game once and in order, and nothing else depends on them.
#[test]
fn times_are_kept_and_not_compared() {
    let config = CONFIG.replace("rounds = 300", "rounds = 10");
    let place = Place::new(&format!("{config}[output]\ntimes = true\nevaluations = true\n"));
    let choices = |name: &str, file: &str| -> Vec<String> {
        let text = fs::read_to_string(place.path(name).join(file)).unwrap();
        let choice = |line: &str| line.split(',').take(2).collect::<Vec<_>>().join(",");
        text.lines().map(choice).collect()
    };
    let is_whole = |name: &str| {
        let times = fs::read_to_string(place.path(name).join("times.csv")).unwrap();
        assert!(times.starts_with("game_no,ply,milliseconds,clock\n0,0,"), "{times:.60}");
        assert!(choices(name, "times.csv") == choices(name, "moves.csv"), "{name}");
        assert!(!place.path(name).join("times.unsorted.csv").exists());
        succeeds(&["verify", &place.name(name)]);
    };
    let whole = place.play("out");
    is_whole("out");
    let [one, two] = place.shards();
    succeeds(&["merge", &one, &two, "--out", &place.name("merged")]);
    is_whole("merged");
    // Stopped on the way: the games behind the checkpoint are played again.
    let (out, rows) = (place.path("out"), fs::read_to_string(place.path("out/checkpoints.csv")).unwrap());
    fs::write(out.join("checkpoints.csv"), rows.split_inclusive('\n').take(2).collect::<String>()).unwrap();
    assert!(place.resume("out") == whole);
    is_whole("out");
    // Nobody compares them.
    fs::remove_file(out.join("times.csv")).unwrap();
    succeeds(&["verify", &place.name("out")]);
}

#[test]
fn statistics_follow_from_confirmed_rows() {
    let place = Place::new(&CONFIG.replace("rounds = 300", "rounds = 20"));
    place.play("out");
    let (out, checkpoints) = (place.name("out"), place.path("out/checkpoints.csv"));
    let text = fs::read_to_string(&checkpoints).unwrap();
    fs::write(&checkpoints, text.split_inclusive('\n').take(2).collect::<String>()).unwrap();
    for command in ["analyze", "report"] {
        let said = fails(2, &[command, &out]);
        assert!(said.contains("120 games behind the last checkpoint are not counted"), "{said}");
    }
    // A resumed run confirms what it keeps.
    place.resume("out");
    succeeds(&["analyze", &out, "--bootstrap", "0"]);
}

#[test]
fn a_run_without_its_moves_is_not_played_anew() {
    let place = Place::new(&format!("{}{EVALUATIONS}", CONFIG.replace("rounds = 300", "rounds = 10")));
    let moves = |name: &str| fs::read(place.path(name).join("moves.csv")).unwrap();
    let whole = (place.play("out"), moves("out"));
    let out = place.name("out");
    fs::remove_file(place.path("out/moves.csv")).unwrap();
    let before = everything(&place.path("out"));
    let said = fails(2, &["run", &place.config, "--resume", "--out", &out]);
    assert!(said.contains("moves.csv is missing") && said.contains("--repair"), "{said}");
    assert!(everything(&place.path("out")) == before, "nothing is changed");
    fails(1, &["verify", &out]);
    succeeds(&["verify", &out, "--repair"]);
    assert!((place.resume("out"), moves("out")) == whole);
}

/// Whatever happens to `moves.csv`, it is found, and not merged; a resume leads to the same bytes.
#[test]
fn moves_are_covered_by_the_checkpoints() {
    let place = Place::new(&format!("{}{EVALUATIONS}", CONFIG.replace("rounds = 300", "rounds = 10")));
    let moves = |name: &str| place.path(name).join("moves.csv");
    let whole = (place.play("out"), fs::read(moves("out")).unwrap());
    let [one, two] = place.shards();
    let (out, merged) = (place.name("out"), place.name("merged"));
    succeeds(&["merge", &one, &two, "--out", &merged]);
    assert!(fs::read(moves("merged")).unwrap() == whole.1);
    succeeds(&["verify", &merged]);
    let part = fs::read(moves("part1")).unwrap();
    type Change = fn(&mut Vec<u8>);
    let changes: [Change; 5] = [
        Vec::clear,
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| *bytes.last_mut().unwrap() = b'\0',
        |bytes| bytes.extend(b"5,0,0,a1,0.5,1,1\n"),
        |bytes| bytes[200] ^= 1,
    ];
    for change in changes {
        let changed = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            change(&mut bytes);
            bytes
        };
        fs::write(moves("out"), changed(&whole.1)).unwrap();
        let found = torneo(&["verify", &out]);
        assert_eq!(found.status.code(), Some(1), "{}", String::from_utf8_lossy(&found.stdout));
        assert!((place.resume("out"), fs::read(moves("out")).unwrap()) == whole);
        succeeds(&["verify", &out]);
        fs::write(moves("part1"), changed(&part)).unwrap();
        fails(2, &["merge", &one, &two, "--out", &place.name("again")]);
        fs::write(moves("part1"), &part).unwrap();
    }
    // A folder of an earlier version stays as it is.
    let checkpoints = place.path("out/checkpoints.csv");
    let text = fs::read_to_string(&checkpoints).unwrap();
    let five = |line: &str| line.split(',').take(5).collect::<Vec<_>>().join(",") + "\n";
    fs::write(&checkpoints, text.lines().map(five).collect::<String>()).unwrap();
    let found = succeeds(&["verify", &out]);
    assert!(String::from_utf8_lossy(&found.stdout).contains("do not cover moves.csv"));
    assert!((place.resume("out"), fs::read(moves("out")).unwrap()) == whole);
    assert!(
        fs::read_to_string(&checkpoints)
            .unwrap()
            .starts_with("games,games_bytes,games_hash,seats_bytes,seats_hash\n")
    );
}

/// A file outside a folder is never read or written through a name inside it, and a pipe holds up nobody.
#[test]
fn links_and_pipes_are_refused() {
    let place = Place::new(&CONFIG.replace("rounds = 300", "rounds = 3"));
    place.play("whole");
    let (whole, victim, out) = (place.path("whole"), place.path("victim"), place.path("out"));
    let more = place.name("more.toml");
    fs::write(&more, CONFIG.replace("rounds = 300", "rounds = 4")).unwrap();
    let name = out.to_str().unwrap();
    let link = |file: &Path| std::os::unix::fs::symlink(&victim, file).unwrap();
    let hard = |file: &Path| fs::hard_link(&victim, file).unwrap();
    let pipe = |file: &Path| assert!(Command::new("mkfifo").arg(file).status().unwrap().success());
    type Put<'a> = &'a dyn Fn(&Path);
    let puts: [(&str, Put); 3] = [("link", &link), ("hard link", &hard), ("pipe", &pipe)];
    for file in ["games.csv", "seats.csv", "timing.csv", "checkpoints.csv", "manifest.json", ".lock"] {
        for (what, put) in puts {
            let source = whole.join(file);
            let kept = fs::read(&source).unwrap_or_else(|_| b"secret".to_vec());
            let _ = fs::remove_file(&victim);
            fs::write(&victim, &kept).unwrap();
            let _ = fs::remove_dir_all(&out);
            fs::create_dir(&out).unwrap();
            for (path, bytes) in everything(&whole) {
                fs::write(out.join(path.file_name().unwrap()), bytes).unwrap();
            }
            let _ = fs::remove_file(out.join(file));
            put(&out.join(file));
            for arguments in [
                vec!["analyze", name, "--bootstrap", "0"],
                vec!["report", name],
                vec!["verify", name],
                vec!["verify", name, "--repair"],
                vec!["run", &*place.config, "--resume", "--out", name],
                vec!["run", &*more, "--reuse", name, "--out", &*place.name("new")],
                vec!["merge", name, "--out", &*place.name("new")],
            ] {
                let ended = torneo(&arguments);
                let said = words(&ended);
                if ended.status.code() != Some(0) {
                    let told = said.contains(&format!("{file} is a {what}")) || said.contains("another name");
                    assert!(ended.status.code() == Some(2) && told, "{file}, {arguments:?}: {said}");
                } else {
                    assert!(what == "hard link" || file == ".lock", "{file}, {what}, {arguments:?}");
                }
                assert!(fs::read(&victim).unwrap() == kept, "{file}, {what}, {arguments:?}");
                let _ = fs::remove_dir_all(place.path("new"));
            }
        }
    }
    // The folder in which a run is begun leads nowhere else either.
    let elsewhere = place.path("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("games.csv"), "kept").unwrap();
    fs::remove_dir_all(&out).unwrap();
    fs::create_dir(&out).unwrap();
    std::os::unix::fs::symlink(&elsewhere, out.join(".new")).unwrap();
    assert_ne!(torneo(&["run", &place.config, "--out", name]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(elsewhere.join("games.csv")).unwrap(), "kept");
}

/// Games are taken by their numbers, as far as checkpoints tell of them.
#[test]
fn games_to_use_again_are_confirmed() {
    let config = CONFIG.replace("rounds = 300", "rounds = 30");
    let (place, more) = (Place::new(&config), Place::new(&config.replace("rounds = 30", "rounds = 40")));
    let whole = more.play("whole");
    place.play("out");
    let (out, games) = (place.path("out"), place.path("out/games.csv"));
    let cut = |path: &Path, keep: &dyn Fn(usize) -> bool| {
        let text = fs::read_to_string(path).unwrap();
        let lines = text.split_inclusive('\n').enumerate();
        fs::write(path, lines.filter(|(line, _)| keep(*line)).map(|(_, line)| line).collect::<String>())
            .unwrap();
    };
    cut(&out.join("checkpoints.csv"), &|line| line < 2);
    let reuse = |name: &str| {
        vec![
            "run".to_owned(),
            more.config.clone(),
            "--out".to_owned(),
            more.name(name),
            "--reuse".to_owned(),
            place.name("out"),
        ]
    };
    let run = |name: &str| torneo(&reuse(name).iter().map(String::as_str).collect::<Vec<_>>());
    let unconfirmed = run("unconfirmed");
    assert!(words(&unconfirmed).contains("180 games behind the last checkpoint"), "{}", words(&unconfirmed));
    assert!(bytes(&more.path("unconfirmed")) == whole);
    cut(&games, &|line| line != 150);
    let said = words(&run("refused"));
    assert!(said.contains("cannot be used here") && said.contains("game 150"), "{said}");
    assert!(!more.path("refused").exists());
}

const TUNE: [&str; 14] = [
    "tune",
    "mcts(sims=10)",
    "--game",
    "three-mens-morris",
    "--param",
    "c=0.1..2",
    "--iterations",
    "8",
    "--pairs",
    "2",
    "--check",
    "0",
    "--max-plies",
    "30",
];

/// A tuning goes on from the iterations that follow from each other; what cannot be believed is told and kept beside.
#[test]
fn a_tuning_is_not_believed_blindly() {
    let place = Place::new("");
    let tune = |name: &str, more: &[&str]| {
        let out = place.name(name);
        torneo(&[&TUNE[..], &["--out", &out], more].concat())
    };
    let log = |name: &str| fs::read_to_string(place.path(name).join("tune.csv")).unwrap();
    assert!(tune("whole", &[]).status.success());
    let whole = log("whole");
    succeeds(&["verify", &place.name("whole"), "--sample", "8"]);
    // Killed before anything was written.
    for (name, more) in [("begun", &[][..]), ("resumed", &["--resume"])] {
        fs::create_dir(place.path(name)).unwrap();
        fs::write(place.path(name).join(".lock"), "1").unwrap();
        let ended = tune(name, more);
        assert!(ended.status.success() && log(name) == whole, "{}", words(&ended));
    }
    let out = place.path("begun");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let last = lines[8].trim_end();
    let digits = last.len() - 1;
    let score = last.split(',').nth(1).unwrap();
    let other = if score == "0.25" { "0.75" } else { "0.25" };
    let before = || lines[..8].concat();
    for damaged in [
        format!("{}{last}", before()),
        format!("{}{}\n", before(), &last[..digits]),
        format!("{}{}\n", before(), last.replacen(score, other, 1)),
        format!("{}{}{whole}", before(), lines[8]),
        whole.replacen("\n3,", "\n4,", 1),
        String::new(),
    ] {
        fs::write(out.join("tune.csv"), &damaged).unwrap();
        if !damaged.is_empty() {
            let said = torneo(&["verify", out.to_str().unwrap(), "--sample", "8"]);
            assert_eq!(said.status.code(), Some(1), "{damaged}");
            let ended = tune("begun", &["--resume"]);
            assert!(words(&ended).contains("tune.csv, line") && ended.status.success(), "{}", words(&ended));
        }
        assert!(tune("begun", &["--resume"]).status.success() && log("begun") == whole, "{damaged}");
        succeeds(&["verify", out.to_str().unwrap()]);
    }
    assert!(out.join("tune.csv.cut").exists(), "what was cut is kept");
}

/// A match that was stopped again and again is the same as one that was not, down to the number of its rounds.
#[test]
fn a_resumed_match_ends_where_it_would_have() {
    ends_where_it_would_have(&["match", "mcts(sims=60)", "greedy", "--sprt", "0,200"]);
}

/// So is a race, down to the rounds after which each engine was out.
#[test]
fn a_resumed_race_ends_where_it_would_have() {
    ends_where_it_would_have(&["best-of", "mcts(sims=60)", "greedy", "random", "--max-rounds", "30"]);
}

/// A trial that is killed again and again, and resumed, is the same as one that was left alone.
fn ends_where_it_would_have(trial: &[&str]) {
    let place = Place::new("");
    let play = |name: &str, resume: bool, after: Option<Duration>| {
        let out = place.name(name);
        let mut child = Command::new(&*PROGRAM)
            .args(trial)
            .args(["--games", "three-mens-morris", "surakarta", "--max-plies", "60", "--out", &*out])
            .args(resume.then_some("--resume"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        if let Some(after) = after {
            std::thread::sleep(after);
            child.kill().unwrap();
        }
        child.wait().unwrap()
    };
    assert!(play("whole", false, None).success());
    let whole = bytes(&place.path("whole"));
    for milliseconds in [15, 30, 45, 60, 80] {
        let out = place.path("out");
        for _ in 0..4 {
            play("out", out.join("manifest.json").exists(), Some(Duration::from_millis(milliseconds)));
        }
        assert!(play("out", out.exists(), None).success());
        assert!(bytes(&out) == whole, "{milliseconds} ms");
        // It is finished already, and stays as it is.
        assert!(play("out", true, None).success() && bytes(&out) == whole);
        fs::remove_dir_all(&out).unwrap();
    }
}

/// A picture that cannot be written leaves the old one.
#[test]
fn a_full_disk_leaves_the_old_picture() {
    let place = Place::new("");
    for option in ["--png", "--svg"] {
        let picture = place.name("picture");
        succeeds(&["show", "three-mens-morris", option, &picture]);
        let before = fs::read(&picture).unwrap();
        let command = "ulimit -f 1; exec \"$0\" \"$@\"";
        let ended = shell(command, &["show", "hnefatafl", option, &picture]).output().unwrap();
        assert_eq!(ended.status.code(), Some(1), "{}", words(&ended));
        assert!(fs::read(&picture).unwrap() == before);
    }
}
