//! Programs that do everything wrong lose their games, each for its own reason; the tournament goes on and leaves no
//! process behind. The tests run one after the other, so that each can look for processes.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use torneo_arena::Error;
use torneo_arena::results::each_game;
use torneo_arena::run::{RunOptions, run};

use crate::support::{self, play, tournament, unruly_entry};

/// The reasons of the games in which an engine sat, sorted.
fn reasons(folder: &Path, engine: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let visited = each_game(folder, |game| {
        for seat in game.seats.iter().filter(|seat| seat.engine == engine) {
            found.push((game.reason.clone(), seat.score > 0.0));
        }
    });
    visited.expect("results");
    found.sort();
    found
}

/// The processes that this test program started through the harness and that still run. A process that was killed is gone when the
/// system comes to it, which on a busy machine may take a moment.
fn left_behind() -> Vec<PathBuf> {
    let deadline = Instant::now() + Duration::from_secs(5);
    loop {
        let found = running();
        if found.is_empty() || Instant::now() > deadline {
            return found;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn running() -> Vec<PathBuf> {
    let mark = format!("TORNEO_ENGINE=:{}.", std::process::id());
    let entries = std::fs::read_dir("/proc").expect("the processes of the system");
    let has_mark = |path: &PathBuf| {
        let environment = std::fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable.starts_with(mark.as_bytes()))
    };
    entries.flatten().map(|entry| entry.path()).filter(has_mark).collect()
}

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays a program against `random` for one mirrored pair; the reasons of its losses by faults.
fn faults_of(mode: &str, more: &str) -> Vec<String> {
    let [lost] = faults_of_all([(mode, more)]);
    lost
}

/// Plays several programs, each against `random` for one mirrored pair, all at once, since most of them only wait; the
/// reasons of the losses of each by faults.
fn faults_of_all<const N: usize>(programs: [(&str, &str); N]) -> [Vec<String>; N] {
    let lost = std::thread::scope(|scope| {
        programs
            .map(|(mode, more)| scope.spawn(move || losses(mode, more)))
            .map(|playing| playing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    assert_eq!(left_behind(), Vec::<PathBuf>::new(), "{programs:?}");
    lost
}

fn losses(mode: &str, more: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let engines = [unruly_entry("mine", mode, more), "\"random\"".to_owned()];
    let analysis = play(&tournament("[\"three-mens-morris\"]", &engines, "rounds = 1"), &out, 1);
    assert_eq!(analysis.games, 2, "{mode}");
    let lost = reasons(&out, "mine");
    let counted: u64 = analysis.faults.iter().map(|fault| fault.games).sum();
    assert_eq!(counted, analysis.engine_errors, "{mode}");
    assert!(analysis.faults.iter().all(|fault| fault.engine == "mine"), "{mode}: {:?}", analysis.faults);
    lost.into_iter().filter(|(_, scored)| !scored).map(|(reason, _)| reason).collect()
}

#[test]
fn each_fault_has_its_reason() {
    let _alone = alone();
    let expected = [
        ("crash 0", "nodes = 10", "engine-crash"),
        ("crash 2", "", "engine-crash"),
        ("abort 1", "", "engine-crash"),
        ("illegal", "", "illegal-move"),
        ("rubbish", "", "protocol-error"),
        ("bytes", "", "protocol-error"),
        ("tokenless", "", "protocol-error"),
        ("overconfident", "", "protocol-error"),
        ("gigabyte", "", "protocol-error"),
        ("never-ready", "startup = 0.5", "time-forfeit"),
        ("hang", "nodes = 10, watchdog = 0.2", "time-forfeit"),
        ("hang", "time = 0.1", "time-forfeit"),
        ("late 400", "time = 0.1", "time-forfeit"),
        ("late 150", "clock = [0.3, 0.0], margin = 0.01", "time-forfeit"),
        ("half", "", "engine-crash"),
        ("memory", "memory = 128", "memory-limit"),
        ("memory-away", "memory = 128", "memory-limit"),
        ("peak 300", "memory = 200", "memory-limit"),
        ("peak 300", "memory = 200, restart = \"off\"", "memory-limit"),
    ];
    let found = faults_of_all(expected.map(|(mode, more, _)| (mode, more)));
    for ((mode, more, reason), found) in expected.iter().zip(found) {
        assert_eq!(found, [*reason, *reason], "{mode} {more}");
    }
}

/// What is taken and given back counts, if it is more than the program may take.
#[test]
fn a_program_may_take_what_it_is_allowed_to() {
    let _alone = alone();
    let ends = faults_of("peak 60", "memory = 200");
    assert!(ends.iter().all(|end| end == "won"), "{ends:?}");
}

/// Nothing is played with a program that does not say hello, and the folder is not begun.
#[test]
fn a_program_that_does_not_greet_is_refused_at_its_place() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for (mode, more, part) in [
        ("crash-at-once", "", "(exit code 1)\nits last lines on stderr:\n    no net in this folder"),
        ("mute", "startup = 0.2", "`hello` did not come within 0.200 s"),
    ] {
        let engines = ["\"random\"".to_owned(), unruly_entry("mine", mode, more)];
        let tournament = tournament("[\"three-mens-morris\"]", &engines, "rounds = 1");
        let options = RunOptions { threads: 1, ..RunOptions::default() };
        match run(&tournament, &out, options, &Arc::default()).unwrap_err() {
            Error::Configuration { text, span, message, .. } => {
                assert!(message.contains(part), "{mode}: {message}");
                assert_eq!(&text[span], engines[1], "{mode}");
            }
            error => panic!("{mode}: {error}"),
        }
        assert!(!out.exists() && left_behind().is_empty(), "{mode}");
    }
}

/// What programs write to standard error is read to its end, whether it is kept or not.
#[test]
fn standard_error_changes_no_game() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let games = |name: &str, kept: bool| {
        let engines = [unruly_entry("mine", "complain 3", ""), "\"random\"".to_owned()];
        let tournament = tournament("[\"three-mens-morris\"]", &engines, "rounds = 2");
        let out = folder.path().join(name);
        if kept {
            tournament.log_programs(&folder.path().join("logs"));
        }
        assert_eq!(play(&tournament, &out, 1).engine_errors, 0, "{name}");
        std::fs::read_to_string(out.join("games.csv")).unwrap()
    };
    assert_eq!(games("without", false), games("with", true));
}

/// An interruption is heard by a program that talks and by one that is silent.
#[test]
fn an_interruption_ends_every_wait() {
    let _alone = alone();
    for (mode, more) in [("chat", "watchdog = 600"), ("hang", "watchdog = 600"), ("deaf", "nodes = 1")] {
        let folder = tempfile::tempdir().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let engines = [unruly_entry("mine", mode, more), "\"random\"".to_owned()];
        let tournament = tournament("[\"three-mens-morris\"]", &engines, "rounds = 100000");
        let waited = std::thread::scope(|scope| {
            let asked = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(500));
                stop.store(true, Ordering::Relaxed);
                Instant::now()
            });
            let options = RunOptions { threads: 1, ..RunOptions::default() };
            let ended = run(&tournament, &folder.path().join("out"), options, &stop);
            assert!(matches!(ended, Err(Error::Interrupted)), "{mode}: {ended:?}");
            asked.join().unwrap().elapsed()
        });
        // Much more than it takes on a busy machine, and much less than the watchdog.
        assert!(waited < Duration::from_secs(20), "{mode}: {waited:?}");
        assert!(left_behind().is_empty(), "{mode}");
    }
}

/// Where a program that has played cannot be started any more, the fault is the machine's: the run stops, no game is booked on
/// the program, and the run goes on to the same bytes when the program is there again.
#[cfg(unix)]
#[test]
fn what_the_machine_lacks_is_booked_on_nobody() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("program");
    let put = || assert!(std::fs::copy(env!("CARGO_BIN_EXE_unruly"), &program).is_ok());
    let engine =
        format!("{{ name = \"mine\", command = \"{} late 5\", restart = \"on\" }}", program.display());
    let tournament = tournament("[\"three-mens-morris\"]", &[engine, "\"random\"".to_owned()], "rounds = 30");
    let (whole, out) = (folder.path().join("whole"), folder.path().join("out"));
    put();
    play(&tournament, &whole, 1);
    let options = || RunOptions { threads: 1, ..RunOptions::default() };
    let error = std::thread::scope(|scope| {
        scope.spawn(|| {
            let games = || std::fs::metadata(out.join("games.csv")).map_or(0, |file| file.len());
            while games() < 500 {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::fs::remove_file(&program).unwrap();
        });
        run(&tournament, &out, options(), &Arc::default()).unwrap_err()
    });
    assert!(matches!(error, Error::Failed(_)) && error.to_string().contains("cannot start"), "{error:?}");
    let reasons = reasons(&out, "mine");
    assert!((1..60).contains(&reasons.len()), "{}", reasons.len());
    assert!(reasons.iter().all(|(reason, _)| reason == "won" || reason == "no-move"), "{reasons:?}");
    put();
    run(&tournament, &out, RunOptions { resume: true, ..options() }, &Arc::default()).unwrap();
    for file in ["games.csv", "seats.csv"] {
        assert_eq!(
            std::fs::read(out.join(file)).unwrap(),
            std::fs::read(whole.join(file)).unwrap(),
            "{file}"
        );
    }
}

/// A program that only computes is ended by the system long before the watchdog.
#[cfg(target_os = "linux")]
#[test]
fn processor_time_is_limited() {
    let _alone = alone();
    assert_eq!(faults_of("busy", "cpu = 1, watchdog = 600"), ["engine-crash", "engine-crash"]);
    let found = faults_of("good", "cpu = 60");
    assert!(found.iter().all(|reason| reason == "won" || reason == "no-move"), "{found:?}");
}

/// How often a program is started for three mirrored pairs on one thread, where it sits at both seats in turn. The process that was
/// asked who it is plays the first game.
fn starts(mode: &str, restart: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("starts");
    let mode = format!("{mode} {}", file.display());
    let engines = [unruly_entry("mine", &mode, &format!("restart = \"{restart}\"")), "\"random\"".to_owned()];
    let analysis =
        play(&tournament("[\"three-mens-morris\"]", &engines, "rounds = 3"), &folder.path().join("out"), 1);
    assert_eq!((analysis.games, left_behind()), (6, Vec::new()), "{mode} {restart}");
    std::fs::read_to_string(file).unwrap().lines().count()
}

#[test]
fn a_process_is_replaced_when_the_configuration_says_so() {
    let _alone = alone();
    for (mode, restart, count) in [
        ("good 0", "auto", 1),
        ("good 0", "on", 6),
        ("good 0", "off", 1),
        ("illegal 0", "auto", 6),
        ("illegal 0", "on", 6),
        ("illegal 0", "off", 1),
        ("crash 0", "auto", 6),
        ("crash 0", "off", 6),
    ] {
        assert_eq!(starts(mode, restart), count, "{mode} {restart}");
    }
}

/// What engines did wrong is told of by whatever plays with them.
#[test]
fn matches_and_races_count_faults() {
    use torneo_arena::plan::{Arguments, Entrant, Tournament};
    use torneo_arena::trial::{
        Conduct, Goal, Keeping, Terms, Variation, Varied, compare, measure_advantage, race,
    };
    use torneo_statistics::sprt::{Hypotheses, Model, Test};
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let tournament = |engines: &[&str], rounds| {
        let registry = support::registry();
        let engines = engines.iter().map(|engine| Entrant::read(&registry, engine).unwrap()).collect();
        let arguments = Arguments {
            max_plies: 100,
            record: true,
            ..Arguments::of("trial", vec!["three-mens-morris".to_owned()], engines, (rounds, 1))
        };
        Tournament::of_arguments(&support::registry(), &arguments).unwrap()
    };
    let crashing = format!("external(command=\"{}\")", support::unruly("crash 1"));
    let illegal = format!("external(command=\"{}\")", support::unruly("illegal"));
    let hypotheses = Hypotheses { elo0: -500.0, elo1: 500.0, alpha: 0.05, beta: 0.05 };
    let terms = Terms::Sequential(Test { hypotheses, model: Model::Logistic });
    let opening = Varied { random_plies: 0, by: Variation::Asked };
    let kept = |name: &str| Keeping::Folder { out: folder.path().join(name), resume: false };
    for keeping in [[Keeping::Nothing, Keeping::Nothing], [kept("match"), kept("advantage")]] {
        let [first, second] = keeping.map(|keeping| Conduct::new(1, keeping));
        let found = compare(&tournament(&[&crashing, "random"], 2), terms, &first, |_| {}).unwrap();
        assert_eq!(found.faults.lines(), [format!("{crashing}: engine-crash {}", found.games)]);
        let goal = Goal { precision: Some(0.01), margin: 0.05, known: None };
        let found = measure_advantage(&tournament(&[&illegal], 4), opening, goal, &second, |_| {});
        let message = format!("{:?}", found.expect_err("no game is left to measure"));
        assert!(
            message.contains("all 4 games ended by a fault") && message.contains("illegal-move 4"),
            "{message}"
        );
    }
    let engines = [&*crashing, &*illegal, "random"];
    let found = race(tournament(&engines, 1), 0.05, &Conduct::new(1, Keeping::Nothing), |_| {}).unwrap();
    assert_eq!(found.faults.games(), 6, "{:?}", found.faults);
    let json = serde_json::to_value(&found.faults).unwrap();
    assert!(json[&illegal]["illegal-move"].as_u64() >= Some(2), "{json}");
}

#[test]
fn output_without_an_end_is_cut() {
    let _alone = alone();
    assert_eq!(faults_of("endless", "watchdog = 600"), ["protocol-error", "protocol-error"]);
}

#[test]
fn what_is_no_fault_loses_nothing() {
    let _alone = alone();
    let programs = [
        ("good", ""),
        ("late 20", "clock = [60.0, 0.1]"),
        ("fork", ""),
        ("fork-away", ""),
        ("deaf", ""),
        ("stay", ""),
        ("crash-on-quit", ""),
    ];
    for ((mode, _), found) in programs.iter().zip(faults_of_all(programs)) {
        assert!(found.iter().all(|reason| reason == "won" || reason == "no-move"), "{mode}: {found:?}");
    }
}

#[test]
fn a_tournament_over_all_of_them_counts_right() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let engines = [
        unruly_entry("good", "good", "nodes = 5"),
        unruly_entry("crashing", "crash 1", "nodes = 5"),
        unruly_entry("illegal", "illegal", "nodes = 5"),
        unruly_entry("rubbish", "rubbish", "nodes = 5"),
        unruly_entry("forking", "fork-away", "nodes = 5"),
        "\"random\"".to_owned(),
    ];
    let games = r#"["three-mens-morris", "lanza(players=3)", "frames(size=5)", "rising-hazard(pots=3)"]"#;
    let analysis = play(&tournament(games, &engines, "rounds = 1"), &out, 2);
    assert_eq!(analysis.games, analysis.planned_games);
    assert_eq!(left_behind(), Vec::<PathBuf>::new());
    let faulty: Vec<(&str, &str)> = analysis.faults.iter().map(|f| (&*f.engine, f.reason)).collect();
    assert_eq!(
        faulty,
        [("crashing", "engine-crash"), ("illegal", "illegal-move"), ("rubbish", "protocol-error")]
    );
    let text = analysis.text(false);
    assert!(text.contains("ended by a fault") && text.contains("by engine-crash"), "{text}");
}
