//! Every single write, sync, rename of a run, a resume and a merge fails in turn, or the power is cut there: what is in
//! the folder afterwards goes on to the bytes of a run that nothing disturbed.
#![expect(clippy::disallowed_methods, reason = "the folders are those of the tests")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use torneo_arena::Error;
use torneo_arena::plan::{Order, Shard, Tournament};
use torneo_arena::results::{MergeOptions, merge};
use torneo_arena::run::{RunOptions, run_in};
use torneo_arena::storage::{Files, Store, write_whole};
use torneo_arena::trial::{Conduct, Keeping, Parameter, Terms, TuneSettings, compare, race, tune};
use torneo_arena::verify::{VerifyOptions, verify};
use torneo_statistics::sprt::{Hypotheses, Model, Test};

use crate::simulated::{Failing, LOSSES, Simulated};
use crate::small;

/// The small tournament, with all the files that a run can write.
fn tournament(shard: Shard) -> Tournament {
    small::tournament(shard, "[output]\nevaluations = true\n")
}

/// What must be the same however it is played.
fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    let mut files = small::bytes(folder);
    files.push(fs::read(folder.join("moves.csv")).unwrap_or_default());
    files
}

/// These files, with a checkpoint after every block.
fn store(files: &Simulated) -> Store {
    Store { files: Arc::new(files.clone()), checkpoint_every: Duration::ZERO }
}

fn play(files: &Simulated, out: &Path, shard: Shard, threads: usize, resume: bool) -> Result<u64, Error> {
    let options = RunOptions { threads, resume, ..RunOptions::default() };
    run_in(&store(files), &tournament(shard), out, options, &Arc::new(AtomicBool::new(false)))
        .map(|summary| summary.played)
}

fn sound(folder: &Path) -> Simulated {
    Simulated::new(folder, None)
}

fn undisturbed(shard: Shard) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    play(&sound(folder.path()), &out, shard, 1, false).unwrap();
    bytes(&out)
}

/// Goes on with what is there, or begins if there is nothing.
fn finish(folder: &Path) -> Result<Vec<Vec<u8>>, Error> {
    let (files, out) = (sound(folder), folder.join("out"));
    play(&files, &out, Shard::WHOLE, 1, out.exists())?;
    let left = [".new", ".lock", "moves.unsorted.csv"].into_iter().find(|name| out.join(name).exists());
    assert_eq!(left, None, "nothing stays behind");
    Ok(bytes(&out))
}

/// Does something in new folders with its operations failing in turn, until none is left that fails; `check` is shown
/// each folder and the files, after what was done.
fn each_failure(
    failing: Failing,
    prepare: impl Fn(&Path),
    act: impl Fn(&Simulated, &Path) -> Result<u64, Error>,
    check: impl Fn(usize, &Path, &Simulated, Result<u64, Error>),
) {
    for number in 0.. {
        assert!(number < 5_000, "there is an end to it");
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        let files = Simulated::new(folder.path(), Some((number, failing)));
        let result = act(&files, folder.path());
        if !files.has_failed() {
            result.unwrap();
            assert!(number > 10, "the operations were counted");
            return;
        }
        if let Err(error) = &result {
            assert!(!matches!(error, Error::Failed(_) | Error::Interrupted), "operation {number}: {error}");
        }
        check(number, folder.path(), &files, result);
    }
}

/// What power cuts at every operation leave, in every way to lose what was not synced.
fn each_power_cut(
    prepare: impl Fn(&Path),
    act: impl Fn(&Simulated, &Path) -> Result<u64, Error>,
    check: impl Fn(&str, &Path),
) {
    each_failure(Failing::PowerCut, prepare, act, |number, _, files, _| {
        for loss in LOSSES {
            let left = tempfile::tempdir().unwrap();
            files.leave(loss, left.path());
            check(&format!("power cut at operation {number}, {loss:?}"), left.path());
        }
    });
}

/// What is there goes on to these bytes.
fn finishes(expected: &[Vec<u8>]) -> impl Fn(&str, &Path) + use<'_> {
    move |what, folder| {
        let finished = finish(folder).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(finished == expected, "{what}");
    }
}

#[test]
fn a_run_on_files_that_fail_is_resumed_to_the_same_bytes() {
    let expected = undisturbed(Shard::WHOLE);
    for (failing, threads) in
        [(Failing::Once, 1), (Failing::Full, 1), (Failing::Short, 1), (Failing::Once, 2), (Failing::Full, 2)]
    {
        let act =
            |files: &Simulated, folder: &Path| play(files, &folder.join("out"), Shard::WHOLE, threads, false);
        each_failure(
            failing,
            |_| {},
            act,
            |number, folder, _, result| {
                // Only what is tidied away at the end may fail unseen.
                assert!(result.is_err() || bytes(&folder.join("out")) == expected, "{failing:?} {number}");
                finishes(&expected)(&format!("{failing:?} at operation {number}"), folder);
            },
        );
    }
}

#[test]
fn a_run_whose_power_is_cut_is_resumed_to_the_same_bytes() {
    let expected = undisturbed(Shard::WHOLE);
    let act = |files: &Simulated, folder: &Path| play(files, &folder.join("out"), Shard::WHOLE, 1, false);
    each_power_cut(|_| {}, act, finishes(&expected));
}

/// A folder whose power was cut: the rows behind its last checkpoint are zeros.
fn damaged(folder: &Path) {
    let out = folder.join("out");
    play(&sound(folder), &out, Shard::WHOLE, 1, false).unwrap();
    let checkpoints = fs::read_to_string(out.join("checkpoints.csv")).unwrap();
    let rows: Vec<&str> = checkpoints.lines().collect();
    // The header and at least the first checkpoint: on a slow disk there are few.
    let kept = rows[..(rows.len() / 2).max(2)].join("\n") + "\n";
    fs::write(out.join("checkpoints.csv"), kept).unwrap();
    for name in ["games.csv", "seats.csv"] {
        let mut rows = fs::read(out.join(name)).unwrap();
        let from = rows.len() - 100;
        rows[from..].fill(0);
        rows.push(b'\n');
        fs::write(out.join(name), rows).unwrap();
    }
}

#[test]
fn a_resume_on_files_that_fail_is_resumed_to_the_same_bytes() {
    let expected = undisturbed(Shard::WHOLE);
    let act = |files: &Simulated, folder: &Path| play(files, &folder.join("out"), Shard::WHOLE, 1, true);
    for failing in [Failing::Once, Failing::Full, Failing::Short] {
        each_failure(failing, damaged, act, |number, folder, _, _| {
            finishes(&expected)(&format!("{failing:?} at operation {number}"), folder);
        });
    }
    each_power_cut(damaged, act, finishes(&expected));
}

/// A repair that fails on its way can be done again, and the run goes on.
#[test]
fn a_repair_on_files_that_fail_is_done_again() {
    let expected = undisturbed(Shard::WHOLE);
    let repair = |files: &Simulated, folder: &Path| {
        let options = VerifyOptions { sample: Some(0), repair: true, run_programs: false };
        verify(&store(files), &small::REGISTRY, &folder.join("out"), options).map(|found| found.games)
    };
    let again = |what: &str, folder: &Path| {
        repair(&sound(folder), folder).unwrap_or_else(|error| panic!("{what}: {error}"));
        finishes(&expected)(what, folder);
    };
    for failing in [Failing::Once, Failing::Full, Failing::Short] {
        each_failure(failing, damaged, repair, |number, folder, _, _| {
            again(&format!("{failing:?} at operation {number}"), folder);
        });
    }
    each_power_cut(damaged, repair, again);
}

/// A run that takes games of another is resumed to the bytes of one that played them all.
#[test]
fn a_run_with_games_of_another_is_resumed_to_the_same_bytes() {
    let tournament = || small::tournament(Shard::WHOLE, "");
    let reuse = |files: &Simulated, folder: &Path| {
        let (out, old) = (folder.join("out"), folder.join("old"));
        let options =
            RunOptions { threads: 1, resume: out.exists(), reuse: vec![old], ..RunOptions::default() };
        run_in(&store(files), &tournament(), &out, options, &Arc::default()).map(|summary| summary.played)
    };
    let old = |folder: &Path| {
        let options = RunOptions { threads: 1, ..RunOptions::default() };
        let shard = small::tournament(Shard::Every { index: 1, count: 2 }, "");
        run_in(&store(&sound(folder)), &shard, &folder.join("old"), options, &Arc::default()).unwrap();
    };
    let whole = tempfile::tempdir().unwrap();
    old(whole.path());
    reuse(&sound(whole.path()), whole.path()).unwrap();
    let expected = small::bytes(&whole.path().join("out"));
    let again = |what: &str, folder: &Path| {
        reuse(&sound(folder), folder).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(small::bytes(&folder.join("out")) == expected, "{what}");
    };
    for failing in [Failing::Once, Failing::Full, Failing::Short] {
        each_failure(failing, old, reuse, |number, folder, _, _| {
            again(&format!("{failing:?} at operation {number}"), folder);
        });
    }
    each_power_cut(old, reuse, again);
}

/// What a damaged tail held is kept, and what was done is said.
#[test]
fn what_is_cut_is_kept_beside() {
    let folder = tempfile::tempdir().unwrap();
    damaged(folder.path());
    let before = fs::read(folder.path().join("out/games.csv")).unwrap();
    finish(folder.path()).unwrap();
    let cut = fs::read(folder.path().join("out/games.csv.cut")).unwrap();
    assert!(before.ends_with(&cut) && cut.len() > 100);
}

fn shards(folder: &Path) -> Vec<PathBuf> {
    let shard = |index| {
        let part = folder.join(format!("part{index}"));
        play(&sound(folder), &part, Shard::Every { index, count: 2 }, 1, false).unwrap();
        part
    };
    [1, 2].map(shard).to_vec()
}

/// After a merge that failed there is no result, or the whole one.
#[test]
fn a_merge_on_files_that_fail_leaves_all_or_nothing() {
    let expected = undisturbed(Shard::WHOLE);
    let parts = |folder: &Path| [1, 2].map(|index| folder.join(format!("part{index}"))).to_vec();
    let merge = |files: &Simulated, folder: &Path| {
        merge(&store(files), &parts(folder), &folder.join("out"), MergeOptions::default())
    };
    let whole_or_again = |what: &str, folder: &Path| {
        let out = folder.join("out");
        if !out.join("manifest.json").exists() {
            merge(&sound(folder), folder).unwrap_or_else(|error| panic!("{what}: {error}"));
        }
        assert!(bytes(&out) == expected, "{what}");
    };
    for (failing, empty) in
        [(Failing::Once, false), (Failing::Full, true), (Failing::Short, false), (Failing::Full, false)]
    {
        let prepare = |folder: &Path| {
            shards(folder);
            if empty {
                fs::create_dir(folder.join("out")).unwrap();
            }
        };
        each_failure(failing, prepare, merge, |number, folder, _, result| {
            let out = folder.join("out");
            let begun = fs::read_dir(&out).is_ok_and(|mut entries| entries.next().is_some());
            // On a full disk everything can still be removed.
            assert!(
                failing == Failing::Once || result.is_ok() || !begun || out.join("manifest.json").exists()
            );
            assert!(!empty || out.exists(), "a folder that was there stays");
            // What is reported as failed does not look complete.
            assert!(
                result.is_ok() || !out.join("manifest.json").exists(),
                "{failing:?} at operation {number}"
            );
            whole_or_again(&format!("{failing:?} at operation {number}"), folder);
        });
    }
    each_power_cut(|folder| _ = shards(folder), merge, whole_or_again);
}

/// A file that is replaced is the old one or the new one, never a part of either.
#[test]
fn a_replaced_file_is_whole() {
    for failing in [Failing::Once, Failing::Full, Failing::Short, Failing::PowerCut] {
        for number in 0.. {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("page"), "old").unwrap();
            let files = Simulated::new(folder.path(), Some((number, failing)));
            let written = write_whole(&files, &folder.path().join("page"), b"something new");
            if !files.has_failed() {
                written.unwrap();
                assert!(number >= 5, "created, written, synced, renamed, synced");
                break;
            }
            let whole = |folder: &Path| {
                let page = fs::read_to_string(folder.join("page")).unwrap();
                assert!(page == "old" || page == "something new", "{failing:?} {number}: {page:?}");
            };
            whole(folder.path());
            for loss in LOSSES {
                let left = tempfile::tempdir().unwrap();
                files.leave(loss, left.path());
                whole(left.path());
            }
        }
    }
}

/// A disk that loses what it had promised: the rows that its checkpoints tell of are not there. The run goes back as far
/// as it must.
#[test]
fn a_disk_that_lies_costs_only_time() {
    let expected = undisturbed(Shard::WHOLE);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    for share in [0, 10, 35, 50, 75, 99] {
        for name in ["games.csv", "seats.csv"] {
            for zeros in [false, true] {
                let _ = fs::remove_dir_all(&out);
                play(&sound(folder.path()), &out, Shard::WHOLE, 1, false).unwrap();
                let mut rows = fs::read(out.join(name)).unwrap();
                let (header, length) = (rows.iter().position(|&b| b == b'\n').unwrap() + 1, rows.len());
                let from = header + (length - header) * share / 100;
                rows[from..].fill(0);
                fs::write(out.join(name), if zeros { &rows } else { &rows[..from] }).unwrap();
                assert!(finish(folder.path()).unwrap() == expected, "{name} from {share}%, zeros: {zeros}");
            }
        }
    }
}

/// Left by a program that wrote its files one after the other.
#[test]
fn a_manifest_alone_can_be_resumed() {
    let expected = undisturbed(Shard::WHOLE);
    for left in 1..16 {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        fs::create_dir(&out).unwrap();
        fs::write(out.join("manifest.json"), &expected[2]).unwrap();
        let files = sound(folder.path());
        for (bit, name) in ["games.csv", "seats.csv", "timing.csv", "checkpoints.csv"].iter().enumerate() {
            if left >> bit & 1 == 1 {
                files.create(&out.join(name)).unwrap();
            }
        }
        assert!(finish(folder.path()).unwrap() == expected, "{left:04b}");
    }
}

/// A run by the Swiss system that writes evaluations: its pairings follow from rows that may be lost.
const SWISS: &str = r#"
name = "swiss"
seed = 3
games = ["three-mens-morris"]
engines = ["random", "greedy", "alpha-beta(depth=1)", "mcts(sims=3)"]
rounds = 5
format = "swiss"
[limits]
max_plies = 20
[output]
evaluations = true
"#;

#[test]
fn a_swiss_run_is_resumed_to_the_same_bytes() {
    let play = |files: &Simulated, folder: &Path, threads: usize| {
        let tournament = Tournament::parse(&small::REGISTRY, "swiss.toml", SWISS, Shard::WHOLE).unwrap();
        let out = folder.join("out");
        let options = RunOptions { threads, resume: out.exists(), ..RunOptions::default() };
        run_in(&store(files), &tournament, &out, options, &Arc::default()).map(|summary| summary.played)
    };
    let whole = tempfile::tempdir().unwrap();
    play(&sound(whole.path()), whole.path(), 1).unwrap();
    let expected = bytes(&whole.path().join("out"));
    let finished = |what: &str, folder: &Path| {
        play(&sound(folder), folder, 2).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(bytes(&folder.join("out")) == expected, "{what}");
    };
    for (failing, threads) in [(Failing::Once, 1), (Failing::Full, 2), (Failing::Short, 4)] {
        let act = |files: &Simulated, folder: &Path| play(files, folder, threads);
        let check =
            |number, folder: &Path, _: &Simulated, _| finished(&format!("{failing:?} {number}"), folder);
        each_failure(failing, |_| {}, act, check);
    }
    let act = |files: &Simulated, folder: &Path| play(files, folder, 1);
    each_power_cut(|_| {}, act, finished);
}

/// How a trial is played on these files: with one thread, kept in the folder `out`.
fn conduct(files: &Simulated, folder: &Path) -> Conduct {
    let out = folder.join("out");
    let keeping = Keeping::Folder { resume: out.exists(), out };
    Conduct { store: store(files), ..Conduct::new(1, keeping) }
}

/// A trial that fails, or whose power is cut, goes on to what one that nothing disturbed says.
fn goes_on(trial: impl Fn(&Simulated, &Path) -> Result<u64, Error>, files: &[&str]) {
    let bytes = |folder: &Path| {
        files.iter().map(|name| fs::read(folder.join("out").join(name)).unwrap()).collect::<Vec<_>>()
    };
    let whole = tempfile::tempdir().unwrap();
    let found = trial(&sound(whole.path()), whole.path()).unwrap();
    let expected = bytes(whole.path());
    let again = |what: &str, folder: &Path| {
        let again = trial(&sound(folder), folder).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(again, found, "{what}");
        assert!(bytes(folder) == expected, "{what}");
    };
    for failing in [Failing::Once, Failing::Full, Failing::Short] {
        each_failure(
            failing,
            |_| {},
            &trial,
            |number, folder, _, _| {
                again(&format!("{failing:?} at operation {number}"), folder);
            },
        );
    }
    each_power_cut(|_| {}, &trial, again);
}

#[test]
fn a_match_goes_on_to_the_same_bytes() {
    let goes = |files: &Simulated, folder: &Path| {
        let text = small::CONFIG.replace("rounds = 4", "rounds = 12\ninterleave = true");
        let tournament = Tournament::parse(&small::REGISTRY, "match.toml", &text, Shard::WHOLE).unwrap();
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 400.0, alpha: 0.05, beta: 0.05 };
        let terms = Terms::Sequential(Test { hypotheses, model: Model::Logistic });
        compare(&tournament, terms, &conduct(files, folder), |_| {}).map(|found| found.groups)
    };
    goes_on(goes, &["games.csv", "seats.csv", "manifest.json"]);
}

/// The manifest of a race is written again whenever engines drop out.
#[test]
fn a_race_goes_on_to_the_same_bytes() {
    let goes = |files: &Simulated, folder: &Path| {
        let text = small::CONFIG.replace("rounds = 4", "rounds = 40\ninterleave = true");
        let text = text.replace("\"greedy\"", "\"mcts(sims=3)\", \"mcts(sims=20)\"");
        let text = text.replace(", \"three-mens-morris(equal_turns=false)\"", "");
        let tournament = Tournament::parse(&small::REGISTRY, "race.toml", &text, Shard::WHOLE).unwrap();
        let found = race(tournament, 0.45, &conduct(files, folder), |_| {})?;
        let mut out: Vec<u64> = found.runners.iter().filter_map(|runner| runner.out_after).collect();
        out.dedup();
        assert_eq!(out.len(), 2, "engines drop out one after the other: {found:?}");
        Ok(found.played)
    };
    goes_on(goes, &["games.csv", "seats.csv", "manifest.json"]);
}

#[test]
fn a_tuning_goes_on_to_the_same_bytes() {
    let engine = "mcts(sims=4)";
    let spec = small::REGISTRY.engine(engine).unwrap();
    let parameter = Parameter::read(&small::REGISTRY, &spec, "c=0.1..2").unwrap();
    let settings = TuneSettings {
        engine: engine.to_owned(),
        parameters: vec![parameter],
        games: vec!["three-mens-morris".to_owned()],
        iterations: 4,
        pairs: 1,
        check: 0,
        seed: 1,
        random_plies: 2,
        openings: None,
        plies: None,
        start: None,
        order: Order::default(),
        max_plies: 20,
        adjudication: None,
    };
    let goes = |files: &Simulated, folder: &Path| {
        tune(&small::REGISTRY, &settings, &spec, &conduct(files, folder), |_| {})
            .map(|found| found.iterations.len() as u64)
    };
    goes_on(goes, &["tune.csv", "tune.json"]);
}
