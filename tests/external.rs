//! Engines across the border: best moves, our engines served to ourselves by each protocol, programs that are tested.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::support::python::python;

const TORNEO: &str = env!("CARGO_BIN_EXE_torneo");

fn torneo(arguments: &[&str]) -> Output {
    Command::new(TORNEO).args(arguments).output().expect("the program starts")
}

#[track_caller]
fn printed(arguments: &[&str]) -> Value {
    let output = torneo(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What a served engine says to these lines. `bestmove` and the like come before the end of the input is seen.
fn said(arguments: &[&str], lines: &str) -> Vec<String> {
    let mut child = Command::new(TORNEO)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn best_moves_have_the_documented_fields() {
    let moves = "@a1 @b2 @b1 @a2";
    for engine in ["alpha-beta(depth=3)", "mcts(sims=200)", "flat-mc(sims=90)", "greedy", "perfect"] {
        let game = "three-mens-morris(equal_turns=false)";
        let arguments = ["bestmove", game, "--moves", moves, "--engine", engine, "--lines", "3", "--json"];
        let found = printed(&arguments);
        let keys: Vec<&String> = found.as_object().unwrap().keys().collect();
        let fields = ["game", "position", "engine", "seat", "move", "value", "pv", "nodes", "candidates"];
        assert_eq!(keys, fields, "{engine}");
        assert_eq!((&found["move"], &found["value"]), (&json!("@c1"), &json!(1.0)), "{engine}: {found}");
        assert_eq!((&found["pv"][0], &found["seat"]), (&json!("@c1"), &json!(0)), "{engine}");
        assert_eq!(found["candidates"][0]["move"], "@c1", "{engine}: {found}");
        assert_eq!(printed(&arguments), found, "{engine}");
    }
}

#[test]
fn candidates_are_valued_and_ordered() {
    for engine in ["alpha-beta(depth=2)", "mcts(sims=400)"] {
        let arguments = ["bestmove", "hnefatafl", "--engine", engine, "--lines", "5", "--json"];
        let found = printed(&arguments);
        let candidates = found["candidates"].as_array().unwrap();
        let values: Vec<f64> = candidates.iter().map(|one| one["value"].as_f64().unwrap()).collect();
        assert_eq!(candidates.len(), 5, "{engine}");
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{engine}: {values:?}");
        assert_eq!(found["value"], candidates[0]["value"], "{engine}");
        assert_eq!(found["move"], candidates[0]["move"], "{engine}");
        if engine.starts_with("alpha") {
            assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
            assert!(found["pv"].as_array().unwrap().len() >= 2, "{found}");
        }
    }
    let random = printed(&["bestmove", "hnefatafl", "--engine", "random", "--json"]);
    assert_eq!((&random["value"], &random["nodes"]), (&Value::Null, &json!(0)));
    let mixture = random["mixture"].as_array().unwrap();
    let even = json!(1.0 / mixture.len() as f64);
    assert!(mixture.len() > 20 && mixture.iter().all(|one| one["probability"] == even), "{random}");
    assert!(mixture.iter().any(|one| one["move"] == random["move"]), "{random}");
}

#[test]
fn at_a_simultaneous_turn_each_seat_has_its_advice() {
    let found = printed(&["bestmove", "frames(size=5)", "--engine", "mcts(sims=50)", "--json"]);
    let seats: Vec<&Value> = found.as_array().unwrap().iter().map(|one| &one["seat"]).collect();
    assert_eq!(seats, [&json!(0), &json!(1)]);
    assert!(found[0]["value"].is_number() && found[1]["move"].is_string());
    let arguments = ["bestmove", "frames(size=5)", "--engine", "mcts(sims=50, together=rm)", "--json"];
    for one in printed(&arguments).as_array().unwrap() {
        let mixture = one["mixture"].as_array().unwrap();
        let sum: f64 = mixture.iter().map(|one| one["probability"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9 && mixture.iter().any(|each| each["move"] == one["move"]), "{one}");
    }
}

#[test]
fn best_moves_of_nothing_are_refused() {
    for (arguments, part) in [
        (&["bestmove", "rising-hazard", "--engine", "random"][..], "chance is to draw"),
        (&["bestmove", "three-mens-morris", "--engine", "random", "--moves", "@a1 @a1"], "move 2"),
        (&["bestmove", "three-mens-morris", "--engine", "randon"], "random"),
        (&["bestmove", "three-mens-morris", "--engine", "external"], "command"),
        (&["bestmove", "three-mens-morris", "--engine", "external(command=no-such-program)"], "cannot start"),
        (&["bestmove", "three-mens-morris", "--engine", "random", "--position", "x"], "--position"),
    ] {
        let output = torneo(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.split_whitespace().collect::<Vec<_>>().join(" ").contains(part), "{stderr}");
    }
}

/// Runs a configuration; the rows of a result file.
fn run(folder: &Path, name: &str, games: &str, engines: &str) -> (String, String) {
    let config = folder.join(format!("{name}.toml"));
    let text = format!("name = \"{name}\"\nseed = 3\ngames = {games}\nengines = {engines}\nrounds = 1\n");
    fs::write(&config, text).unwrap();
    let out = folder.join(name);
    let output = torneo(&["run", config.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |file: &str| fs::read_to_string(out.join(file)).unwrap();
    (read("games.csv"), read("seats.csv"))
}

const FAULTS: [&str; 5] = ["engine-crash", "time-forfeit", "illegal-move", "protocol-error", "memory-limit"];

#[test]
fn served_engines_play_tournaments_by_every_protocol() {
    let folder = tempfile::tempdir().unwrap();
    let served = |name: &str, arguments: &str, more: &str| {
        format!("{{ name = \"{name}\", command = \"{TORNEO} engine {arguments}\", {more} }}")
    };
    let lines = served("lines", "'mcts(sims=20)'", "sims = 10");
    let uci = served("uci", "'alpha-beta(depth=1)' --protocol uci", "protocol = \"uci\", depth = 1");
    let havannah = served("gtp", "'mcts(sims=10)' --protocol gtp --game havannah", "protocol = \"gtp\"");
    let atari_go = served("gtp", "'mcts(sims=10)' --protocol gtp", "protocol = \"gtp\"");
    for (name, games, engine) in [
        (
            "lines",
            r#"["three-mens-morris", "rising-hazard(pots=2)", "frames(size=5)", "lanza(players=3)"]"#,
            &lines,
        ),
        ("uci", r#"["fischerandom", "grand-chess"]"#, &uci),
        ("havannah", r#"["havannah(size=3, swap=true)"]"#, &havannah),
        ("atari-go", r#"["atari-go(size=5)"]"#, &atari_go),
    ] {
        let (games, seats) = run(folder.path(), name, games, &format!("[{engine}, \"random\"]"));
        assert!(games.lines().count() > 2, "{name}");
        assert!(!FAULTS.iter().any(|fault| games.contains(fault)), "{name}: {games}\n{seats}");
    }
}

/// Books of openings: programs learn where a game begins, by moves or by a position.
#[test]
fn programs_play_on_from_openings() {
    let folder = tempfile::tempdir().unwrap();
    let program = |name: &str, arguments: &str, more: &str| {
        format!("{{ name = \"{name}\", command = \"{TORNEO} engine {arguments}\", {more} }}")
    };
    let lines = program("lines", "'mcts(sims=9)'", "sims = 5");
    let uci = program("uci", "'alpha-beta(depth=1)' --protocol uci", "protocol = \"uci\", depth = 1");
    let gtp = program("gtp", "random --protocol gtp --game havannah", "protocol = \"gtp\"");
    let chess =
        "positions = [\"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\", \"e2e4 c7c5\"]";
    let played = |name: &str, game: &str, engines: &str, opening: &str| {
        let config = folder.path().join(format!("{name}.toml"));
        let text = format!(
            "name = \"{name}\"\nseed = 3\ngames = [\"{game}\"]\nengines = {engines}\nrounds = 2\n[opening]\n{opening}\n\
             [limits]\nmax_plies = 40\n"
        );
        fs::write(&config, text).unwrap();
        let out = folder.path().join(name);
        let output = torneo(&["run", config.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        let games = fs::read_to_string(out.join("games.csv")).unwrap_or_default();
        (String::from_utf8_lossy(&output.stderr).into_owned(), games)
    };
    let (stderr, games) = played("chess", "chess", &format!("[{uci}, {lines}]"), chess);
    assert_eq!(games.lines().filter(|row| row.contains(",rnbqkbnr/pp1ppppp/8/")).count(), 2, "{stderr}");
    assert_eq!(games.lines().filter(|row| row.contains(",e2e4 c7c5,")).count(), 2, "{games}");
    assert!(!FAULTS.iter().any(|fault| games.contains(fault)), "{games}");
    let foreign = "positions = [\"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1\"]";
    let (stderr, _) = played("foreign", "chess", &format!("[{uci}, {lines}]"), foreign);
    assert!(stderr.contains("king and rooks begin on e, a and h"), "{stderr}");
    let engines = format!("[{gtp}, \"random\"]");
    let (stderr, games) = played("line", "havannah(size=3)", &engines, "positions = [\"a1 b2\"]");
    assert_eq!(games.lines().filter(|row| row.contains(",a1 b2,")).count(), 4, "{stderr}");
    let swapped = played("swap", "havannah(size=3, swap=true)", &engines, "positions = [\"d3 swap\"]").1;
    assert_eq!(swapped.lines().filter(|row| row.contains(",d3 swap,")).count(), 4, "{swapped}");
    assert!(!FAULTS.iter().any(|fault| swapped.contains(fault)), "{swapped}");
    let (stderr, _) = played("place", "havannah(size=3)", &engines, "positions = [\"W a1 / B b2 / w\"]");
    assert!(stderr.contains("needs the moves that led there"), "{stderr}");
}

/// The size of the board is all that the protocol has words for; the swap rule goes along by a command of our own.
#[test]
fn a_swap_is_known_to_a_program_that_speaks_gtp() {
    let gtp = ["engine", "mcts(sims=20)", "--protocol", "gtp"];
    let opening = "play black d3\nplay white swap\ngenmove black\n";
    let lines = format!(
        "torneo-game havannah(size=3, swap=true)\n{opening}torneo-game havannah(size=3)\n{opening}\
         torneo-game havana\ntorneo-game havannah(size=99)\nquit\n"
    );
    let answers = said(&gtp, &lines).join("\n");
    let answers: Vec<&str> = answers.split("\n\n").map(str::trim).collect();
    assert_eq!(&answers[..3], ["=", "=", "="]);
    assert!(answers[3].len() == 4 && answers[3].starts_with("= "), "{answers:?}");
    assert_eq!(&answers[4..6], ["=", "="]);
    assert!(answers[6].starts_with("? illegal move"), "{answers:?}");
    for refused in &answers[8..10] {
        assert!(refused.starts_with("? unacceptable game: "), "{answers:?}");
    }
}

#[test]
fn uci_is_spoken_as_others_speak_it() {
    let uci = ["engine", "alpha-beta(depth=2)", "--protocol", "uci"];
    let lines =
        "uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5\ngo depth 1\nquit\n";
    let said_there = said(&uci, lines);
    let has = |start: &str| said_there.iter().any(|line| line.starts_with(start));
    assert!(has("id name torneo") && has("uciok") && has("readyok") && has("bestmove "), "{said_there:?}");
    let info = said_there
        .iter()
        .find(|line| line.starts_with("info depth 1 multipv 1 score cp "))
        .expect("information");
    assert!(info.contains(" nodes ") && info.contains(" nps ") && info.contains(" pv "), "{info}");
    // Castling is the King's two steps, or the King takes its Rook.
    let corner = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8e7\ngo\nquit\n";
    assert!(said(&uci, corner).iter().any(|line| line.starts_with("bestmove ")));
    let rook = format!("setoption name UCI_Chess960 value true\n{}", corner.replace("e1g1", "e1h1"));
    assert!(said(&uci, &rook).iter().any(|line| line.starts_with("bestmove ")));
    let grand = "setoption name UCI_Variant value grand\nposition startpos moves e3e5\ngo depth 1\nquit\n";
    assert!(said(&uci, grand).iter().any(|line| line.starts_with("bestmove ")));
    let nonsense = said(&uci, "position fen x\ngo\nfoo\nquit\n");
    assert!(nonsense.iter().any(|line| line.starts_with("info string")), "{nonsense:?}");
    assert!(nonsense.contains(&"bestmove 0000".to_owned()), "{nonsense:?}");
}

/// Driven by another program's manager of engines: python-chess, in games of orthodox chess and from other starts.
#[test]
fn python_chess_drives_a_served_engine() {
    let Some(python) = python("chess") else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/support/drive_uci.py");
    for engine in ["alpha-beta(depth=2)", "mcts(sims=30)", "random"] {
        let command = [TORNEO, "engine", engine, "--protocol", "uci"];
        let driven = Command::new(&python).arg(&script).args(command).output().unwrap();
        assert!(driven.status.success(), "{engine}: {}", String::from_utf8_lossy(&driven.stderr));
    }
}

#[test]
fn infinite_thinking_ends_with_stop_and_pings_are_answered_meanwhile() {
    let engine = ["engine", "mcts(sims=10)", "--protocol", "uci"];
    let mut child =
        Command::new(TORNEO).args(engine).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"position startpos\ngo infinite\nisready\n").unwrap();
    let lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let mut lines = lines.map(Result::unwrap).skip_while(|line| line.starts_with("info "));
    assert_eq!(lines.next().unwrap(), "readyok");
    stdin.write_all(b"stop\nquit\n").unwrap();
    let rest: Vec<String> = lines.collect();
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{rest:?}");
    assert!(child.wait().unwrap().success());
}

#[test]
fn gtp_is_spoken_as_others_speak_it() {
    let gtp = ["engine", "mcts(sims=20)", "--protocol", "gtp"];
    let lines = "1 protocol_version\nboardsize 5\nclear_board\nplay b C3\nplay b C4\ngenmove white\nnonsense\n2 known_command play\nquit\n";
    let answers = said(&gtp, lines).join("\n");
    let answers: Vec<&str> = answers.split("\n\n").map(str::trim).collect();
    assert_eq!((answers[0], answers[1], answers[3]), ("=1 2", "=", "="));
    assert!(answers[4].starts_with("? illegal move"), "{answers:?}");
    assert!(answers[5].len() == 4 && answers[5].starts_with("= "), "{answers:?}");
    assert_eq!((answers[6], answers[7]), ("? unknown command", "=2 true"));
}

#[test]
fn a_program_is_tested() {
    let good = torneo(&["engine-check", TORNEO, "engine", "random"]);
    let text = String::from_utf8_lossy(&good.stdout);
    assert!(good.status.success(), "{text}{}", String::from_utf8_lossy(&good.stderr));
    for part in ["ok    says hello: torneo random", "leaves unknown fields alone", "the same way again: yes"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().filter(|line| line.contains(" as ")).count() >= 8, "{text}");
    let bad = torneo(&["engine-check", "cat"]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&bad.stdout).contains("FAULT"),
        "{}",
        String::from_utf8_lossy(&bad.stdout)
    );
    assert_eq!(torneo(&["engine-check", "no-such-program"]).status.code(), Some(2));
}

/// The processes that a program started as engines, by the mark in their environment.
#[cfg(target_os = "linux")]
fn engines_of(program: u32) -> usize {
    let mark = format!("TORNEO_ENGINE=:{program}.");
    let environments = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| fs::read(entry.path().join("environ")).ok());
    let is_marked = |environment: &Vec<u8>| {
        environment.split(|&byte| byte == 0).any(|variable| variable.starts_with(mark.as_bytes()))
    };
    environments.filter(is_marked).count()
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_ends_the_programs_that_think() {
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("c.toml");
    let engine = format!("{{ command = \"{TORNEO} engine 'mcts(time=1000)'\", watchdog = 1000 }}");
    let text = format!("name = \"c\"\nseed = 1\ngames = [\"hnefatafl\"]\nengines = [{engine}, \"random\"]\n");
    fs::write(&config, text).unwrap();
    let mut run = Command::new(TORNEO)
        .args(["run", config.to_str().unwrap(), "--threads", "1", "--log-engines", "--out"])
        .arg(folder.path().join("out"))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let asked = || {
        let logs = fs::read_dir(folder.path().join("out/logs")).into_iter().flatten().flatten();
        logs.filter_map(|log| fs::read_to_string(log.path()).ok()).any(|log| log.contains("\"type\":\"go\""))
    };
    let began = Instant::now();
    while !asked() && began.elapsed() < Duration::from_secs(100) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(engines_of(run.id()) > 0, "the program thinks");
    assert!(Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap().success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    assert_eq!(engines_of(run.id()), 0);
}

/// A configuration with a program of this command.
fn config_with(folder: &Path, name: &str, engine: &str, rounds: u32) -> String {
    let config = folder.join(format!("{name}.toml"));
    let text = format!(
        "name = \"{name}\"\nseed = 1\ngames = [\"three-mens-morris\"]\nengines = [\"random\", {engine}]\n\
         rounds = {rounds}\n"
    );
    fs::write(&config, text).unwrap();
    config.to_str().unwrap().to_owned()
}

/// Whoever gives a folder away decides what its manifest says; nothing of that is run unasked.
#[test]
fn a_folder_runs_no_program_unless_it_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let marker = folder.path().join("marker");
    let engine = format!("{{ name = \"p\", command = \"{TORNEO} engine random\" }}");
    let config = config_with(folder.path(), "c", &engine, 2);
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    assert!(torneo(&["run", &config, "--out", out]).status.success());
    let verified = torneo(&["verify", out, "--run-programs"]);
    let text = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(verified.status.success() && text.contains("4 games played again"), "{text}");
    let manifest = Path::new(out).join("manifest.json");
    let there = fs::read_to_string(&manifest).unwrap();
    let forged = there.replace(&format!("{TORNEO} engine random"), &format!("touch {}", marker.display()));
    assert_ne!(forged, there);
    fs::write(&manifest, forged).unwrap();
    for arguments in [
        &["verify", out][..],
        &["verify", out, "--sample", "0"],
        &["verify", out, "--repair"],
        &["analyze", out],
        &["report", out],
        &["export", out, "--format", "json"],
        &["run", &config, "--resume", "--out", out],
        &["merge", out, "--out", "nowhere"],
    ] {
        let output = torneo(arguments);
        assert!(!marker.exists(), "{arguments:?} runs it");
        if arguments == ["verify", out] {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(text.contains("--run-programs") && text.contains("touch "), "{text}");
        }
    }
}

/// In a dry run, too, a program says hello.
#[test]
fn a_plan_with_a_program_that_does_not_start_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let config = config_with(
        folder.path(),
        "c",
        "{ name = \"p\", command = [\"sh\", \"-c\", \"echo out of luck >&2; exit 3\"] }",
        1,
    );
    for arguments in [&["run", &config, "--dry-run"][..], &["run", &config]] {
        let output = torneo(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        for part in ["out of luck", "exit code 3", "c.toml:4:"] {
            assert!(stderr.contains(part), "{part}: {stderr}");
        }
    }
}

/// Too many programs for the limit of open files are refused; fewer raise the soft limit.
#[cfg(target_os = "linux")]
#[test]
fn open_files_are_counted_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("{{ name = \"p\", command = \"{TORNEO} engine random\" }}");
    let config = config_with(folder.path(), "c", &engine, 400);
    let run = |limits: &str, threads: &str, out: &str| {
        let command = format!("{limits}; exec {TORNEO} run {config} --threads {threads} --out {out}");
        Command::new("sh").args(["-c", &command]).current_dir(folder.path()).output().unwrap()
    };
    let refused = run("ulimit -n 256", "100", "refused");
    let stderr = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("need 664 open files; the system allows 256"), "{stderr}");
    assert!(!folder.path().join("refused").exists());
    let raised = run("ulimit -S -n 64", "12", "raised");
    assert!(raised.status.success(), "{}", String::from_utf8_lossy(&raised.stderr));
    let games = fs::read_to_string(folder.path().join("raised/games.csv")).unwrap();
    assert!(!FAULTS.iter().any(|fault| games.contains(fault)), "{games}");
}

/// What programs started does not outlive a run that is killed.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_run_leaves_no_process() {
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let within = |seconds, done: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !done() && began.elapsed() < Duration::from_secs(seconds) {
            std::thread::sleep(Duration::from_millis(20));
        }
        done()
    };
    // A shell that waits for the engine, and a sleeper in a session of its own.
    let command = format!("setsid sleep 3600 & {TORNEO} engine 'mcts(time=1000)'; true");
    let engine = format!("{{ name = \"p\", command = [\"sh\", \"-c\", \"{command}\"], watchdog = 1000 }}");
    let config = config_with(folder.path(), "c", &engine, 1);
    let mut run = Command::new(TORNEO)
        .args(["run", &config, "--threads", "1", "--out"])
        .arg(folder.path().join("out"))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    assert!(within(100, &|| engines_of(run.id()) >= 3), "the program, its child and the sleeper run");
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(within(20, &|| engines_of(run.id()) == 0), "{} are left", engines_of(run.id()));
}

/// The engine of ours behind a filter of its lines, in a configuration.
fn uci_entry(filter: &str, more: &str) -> String {
    let engine = format!("{TORNEO} engine 'alpha-beta(depth=1)' --protocol uci");
    format!(
        "{{ name = \"u\", command = [\"sh\", \"-c\", \"{engine} | {filter}\"], protocol = \"uci\", {more} }}"
    )
}

/// What is sent to a program is what it has said that it takes.
#[test]
fn options_and_times_of_programs_are_checked_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let options = "sed -u 's/^option name Hash .*/option name Hash type spin default 16 min 1 max 64/'";
    for (filter, more, part) in [
        (options, "depth = 1, options = { Hahs = 1 }", "has no option `Hahs`"),
        (options, "depth = 1, options = { Hahs = 1 }", "did you mean `Hash`?"),
        (options, "depth = 1, options = { Hash = 4096 }", "a whole number from 1 to 64, found `4096`"),
        (options, "depth = 1, options = { \"Clear Hash\" = 5 }", "presses the button"),
        (options, "depth = 1, options = { Hash = \"1\\n2\" }", "line break"),
        (
            "cat",
            "depth = 1, options = { uci_chess960 = false }",
            "`UCI_Chess960` is the referee's: the game sets it",
        ),
        ("cat", "depth = 1, options = { UCI_Variant = \"crazyhouse\" }", "name the game instead"),
        ("cat", "depth = 1, options = { ponder = true }", "nobody thinks on the other's time"),
        ("cat", "time = 0.0004", "at least 0.001 seconds"),
        ("cat", "clock = [0, 5]", "the first choice would have no time"),
        (
            "sed -u /UCI_/d",
            "depth = 1",
            "has no option `UCI_Chess960`, so it plays orthodox chess alone: `chess`",
        ),
    ] {
        let config = folder.path().join("c.toml");
        let text = format!(
            "name = \"c\"\nseed = 1\ngames = [\"fischerandom\"]\nengines = [\"random\", {}]\n",
            uci_entry(filter, more)
        );
        fs::write(&config, text).unwrap();
        let output = torneo(&["run", config.to_str().unwrap(), "--dry-run"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{more}: {stderr}");
        assert!(stderr.contains(part) && stderr.contains("c.toml:4:"), "{more}: {stderr}");
    }
}

/// Plays Fischerandom against `random` with an entry on one thread: the games, the seats, and stderr.
fn games_of(folder: &Path, name: &str, entry: &str, max_plies: u32) -> [String; 3] {
    let config = folder.join(format!("{name}.toml"));
    let text = format!(
        "name = \"c\"\nseed = 1\ngames = [\"fischerandom\"]\nengines = [\"random\", {entry}]\nrounds = 2\n\
         [limits]\nmax_plies = {max_plies}\n[output]\nevaluations = true\n"
    );
    fs::write(&config, text).unwrap();
    let out = folder.join(name);
    let output = torneo(&["run", config.to_str().unwrap(), "--threads", "1", "--out", out.to_str().unwrap()]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{stderr}");
    let read = |file: &str| fs::read_to_string(out.join(file)).unwrap();
    [read("games.csv"), read("seats.csv") + &read("moves.csv"), stderr]
}

/// What a program says too often, or too late, is played in no later game and values no later choice.
#[test]
fn an_answer_belongs_to_its_question() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let plain = games_of(folder, "plain", &uci_entry("cat", "depth = 1"), 20);
    assert!(!FAULTS.iter().any(|fault| plain[0].contains(fault)), "{plain:?}");
    let twice = "sed -u 's/^bestmove.*/&\\\\nbestmove a2a3\\\\ninfo depth 9 score cp 9000/'";
    let twice = games_of(folder, "twice", &uci_entry(twice, "depth = 1, restart = \"off\""), 20);
    assert_eq!(twice[..2], plain[..2]);
    // The ready answer overtakes the late move: only waiting for the move keeps it out of the next game.
    let late = "while read -r line; do case $line in bestmove*) (sleep 0.4; echo \\\"$line\\\") & ;; \
                *) echo \\\"$line\\\";; esac; done";
    let more = "depth = 1, time = 0.1, margin = 0.1, restart = \"off\"";
    let late = games_of(folder, "late", &uci_entry(late, more), 20);
    let games: Vec<&str> = late[0].lines().skip(1).collect();
    assert!(games.len() == 4 && games.iter().all(|game| game.contains("time-forfeit")), "{late:?}");
}

/// A program that goes on beyond its limit is stopped, its move counts, and that is told once.
#[test]
fn a_program_that_does_not_stop_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("{TORNEO} engine 'alpha-beta(depth=1)' --protocol uci");
    let entry = format!(
        "{{ name = \"u\", command = [\"sh\", \"-c\", \"sed -u 's/^go .*/go infinite/' | {engine}\"], protocol = \"uci\", \
         nodes = 10, watchdog = 0.2, margin = 10 }}"
    );
    let [games, _, stderr] = games_of(folder.path(), "endless", &entry, 6);
    assert!(!FAULTS.iter().any(|fault| games.contains(fault)), "{games}");
    assert_eq!(
        stderr.matches("`sh` does not stop at nodes: it was stopped after 0.2 s").count(),
        1,
        "{stderr}"
    );
}

/// A fault is told with its position and its moves; what options make of games as well.
#[test]
fn what_programs_do_wrong_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let options = "sed -u -e 's/^uciok/option name UCI_Elo type spin default 1400 min 1 max 3000\\\\noption name Threads type spin default 1 min 1 max 64\\\\nuciok/' -e 's/^bestmove.*/bestmove a1h8/'";
    let more = "nodes = 1, options = { UCI_Elo = 1350, threads = 2 }";
    let [_, _, stderr] = games_of(folder.path(), "wrong", &uci_entry(options, more), 6);
    for part in [
        "`a1h8` is not legal",
        "\nits last lines (`<` on its output, `!` on stderr):\n    < ",
        "\n    < bestmove a1h8\n",
        " w HAha - 0 1`, after the moves [",
        "UCI_Elo does nothing without UCI_LimitStrength = true",
        "with Threads = 2 a limit of nodes is not reproducible",
    ] {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
}

/// Commands of GTP have numbers, and an answer with another number belongs to none; programs that leave numbers out play too.
#[test]
fn answers_by_gtp_have_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let heard = folder.join("heard");
    let entry = |filter: &str| {
        let engine = format!("tee -a {} | {TORNEO} engine 'mcts(sims=5)' --protocol gtp", heard.display());
        format!(
            "[\"random\", {{ name = \"g\", command = [\"sh\", \"-c\", \"{engine} | {filter}\"], protocol = \"gtp\" }}]"
        )
    };
    let game = "[\"havannah(size=4)\"]";
    let plain = run(folder, "plain", game, &entry("cat"));
    assert!(!FAULTS.iter().any(|fault| plain.0.contains(fault)), "{}", plain.0);
    let heard = fs::read_to_string(&heard).unwrap();
    let numbered = |line: &str| line.split_once(' ').is_some_and(|(number, _)| number.parse::<u64>().is_ok());
    assert!(heard.lines().filter(|line| *line != "quit").all(numbered), "{heard}");
    assert_eq!(run(folder, "none", game, &entry("sed -u 's/^=[0-9]*/=/'")), plain);
    let stale = "sed -u -E 's/^=([0-9]*)/=999999 a1\\\\n\\\\n=\\\\1/'";
    assert_eq!(run(folder, "stale", game, &entry(stale)), plain);
}

/// Programs that know orthodox chess alone play it, with a clock of periods, and buttons are pressed.
#[test]
fn orthodox_programs_play_orthodox_chess() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let engine = format!(
        "{{ name = \"u\", command = [\"sh\", \"-c\", \"tee -a {} | {TORNEO} engine 'alpha-beta(depth=1)' --protocol uci | \
         sed -u -e 's/^uciok/option name Clear Hash type button\\\\nuciok/'\"], protocol = \"uci\", \
         clock = [0.6, 0.05, 3], margin = 20, options = {{ \"Clear Hash\" = true }} }}",
        heard.display()
    );
    let config = folder.path().join("c.toml");
    let text = format!(
        "name = \"c\"\nseed = 1\ngames = [\"chess\"]\nengines = [\"random\", {engine}]\nrounds = 2\n\
         [limits]\nmax_plies = 12\n"
    );
    fs::write(&config, text).unwrap();
    let out = folder.path().join("out");
    let output = torneo(&["run", config.to_str().unwrap(), "--threads", "1", "--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let games = fs::read_to_string(out.join("games.csv")).unwrap();
    assert!(!FAULTS.iter().any(|fault| games.contains(fault)), "{games}");
    let heard = fs::read_to_string(heard).unwrap();
    let count = |part: &str| heard.lines().filter(|line| line.contains(part)).count();
    assert!(
        count("setoption name Clear Hash") > 0 && count("Clear Hash value") == 0 && count("UCI_") == 0,
        "{heard}"
    );
    assert!(count("position startpos moves ") > 0 && count("position fen") == 0, "{heard}");
    let periods: Vec<&str> = heard
        .lines()
        .filter_map(|line| line.rsplit_once("movestogo ").map(|(_, moves)| moves))
        .take(6)
        .collect();
    assert_eq!(periods, ["3", "2", "1", "3", "2", "1"], "{heard}");
}

/// A program stands beside its configuration, and runs there.
#[cfg(unix)]
#[test]
fn programs_are_found_beside_the_configuration() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let beside = folder.path().join("cfg");
    let script = |path: &Path, name: &str| {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(
            path,
            format!("#!/bin/sh\necho {name} >&2\n[ -f c.toml ] || exit 3\nexec {TORNEO} engine random\n"),
        )
        .unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    script(&beside.join("e.sh"), "beside");
    let run = |command: &str, more: &str| {
        let text = format!(
            "name = \"c\"\nseed = 1\ngames = [\"three-mens-morris\"]\n\
             engines = [\"random\", {{ name = \"p\", command = {command}{more} }}]\nrounds = 1\n"
        );
        fs::write(beside.join("c.toml"), text).unwrap();
        let output = Command::new(TORNEO)
            .args(["run", "cfg/c.toml", "--dry-run"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        (output.status.code(), stderr.replace(" │ ", " "))
    };
    assert_eq!(run("[\"./e.sh\"]", "").0, Some(0));
    script(&folder.path().join("e.sh"), "here");
    let (code, said) = run("[\"./e.sh\"]", "");
    assert!(code == Some(0) && said.contains("is started, beside the configuration, and not"), "{said}");
    let (code, said) = run("[\"./e.sh\"]", ", working_directory = \"none\"");
    assert!(code == Some(2) && said.contains("is no folder"), "{said}");
    for (command, part) in [
        ("[\"./none.sh\"]", "there is neither"),
        ("[\".\"]", "is a folder"),
        ("\"./e 1.sh --fast\"", "one file, with a blank in its name"),
    ] {
        script(&beside.join("e 1.sh"), "blank");
        let (code, said) = run(command, "");
        assert!(code == Some(2) && said.contains(part), "{command}: {said}");
    }
}

/// What another program asks is answered as long as there is a move.
#[test]
fn a_served_engine_answers_where_a_draw_may_be_claimed() {
    let uci = ["engine", "alpha-beta(depth=2)", "--protocol", "uci"];
    let best = |position: &str, go: &str| {
        let said = said(&uci, &format!("position {position}\n{go}\nquit\n"));
        said.into_iter().find_map(|line| line.strip_prefix("bestmove ").map(str::to_owned)).unwrap()
    };
    let shuffled = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    for position in [
        shuffled,
        &format!("{shuffled} {}", &shuffled[15..]),
        "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 100 90",
        "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 130 90",
        "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 90",
        "fen 8/4P1k1/8/8/8/8/8/4K3 w - - 0 1 moves e7e8Q",
    ] {
        assert_ne!(best(position, "go depth 1"), "0000", "{position}");
    }
    assert_eq!(best("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 1"), "0000", "no move is left");
    assert_eq!(best("startpos", "go depth 1 searchmoves a2a3"), "a2a3");
    assert_eq!(best("fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "go searchmoves e1g1 depth 1"), "e1g1");
    let listed = best("startpos", "go depth 2 searchmoves a2a3 h2h3");
    assert!(listed == "a2a3" || listed == "h2h3", "{listed}");
}
