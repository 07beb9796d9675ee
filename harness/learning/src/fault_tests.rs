//! Learning whose files fail, at every write, sync and rename: the file of weights is whole, and learnt again it is the same.

#[path = "../../arena/tests/simulated/mod.rs"]
mod simulated;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use simulated::{Failing, LOSSES, Simulated};
use torneo_arena::Error;
use torneo_registry::{GameEntry, Registry};

use crate::{Conduct, Features, Settings, learn, learn_policy};

fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add_game(GameEntry::of::<torneo_morris::ThreeMensMorris>());
    registry
}

fn conduct(files: &Simulated, folder: &Path) -> Conduct {
    let files = Arc::new(files.clone());
    Conduct { threads: 1, stop: Arc::default(), out: folder.join("weights"), files }
}

/// The shortest learning that there is.
fn settings() -> Settings {
    Settings {
        game: "three-mens-morris".to_owned(),
        budget: 500,
        nodes: 20,
        seed: 1,
        random_plies: 2,
        max_plies: 20,
    }
}

fn learnt_policy(files: &Simulated, folder: &Path) -> Result<u64, Error> {
    learn_policy(&registry(), &settings(), Features::All, &conduct(files, folder), |_| {})
        .map(|progress| progress.games)
}

fn learnt(files: &Simulated, folder: &Path) -> Result<u64, Error> {
    let conduct = conduct(files, folder);
    learn(&registry(), &settings(), Some(1), &conduct, |_| {}).map(|progress| progress.generations)
}

#[test]
fn weights_on_files_that_fail_are_whole_or_the_old_ones() {
    are_whole_or_old(learnt);
}

#[test]
fn policies_on_files_that_fail_are_whole_or_the_old_ones() {
    are_whole_or_old(learnt_policy);
}

fn are_whole_or_old(learnt: fn(&Simulated, &Path) -> Result<u64, Error>) {
    let whole = tempfile::tempdir().unwrap();
    learnt(&Simulated::new(whole.path(), None), whole.path()).unwrap();
    let expected = fs::read(whole.path().join("weights")).unwrap();
    for failing in [Failing::Once, Failing::Full, Failing::Short, Failing::PowerCut] {
        for number in 0.. {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("weights"), "old").unwrap();
            let files = Simulated::new(folder.path(), Some((number, failing)));
            let found = learnt(&files, folder.path());
            if !files.has_failed() {
                found.unwrap();
                assert!(number >= 5, "created, written, synced, renamed, synced");
                break;
            }
            assert!(!matches!(found, Err(Error::Failed(_) | Error::Interrupted)), "{failing:?} {number}");
            let is_whole = |folder: &Path| {
                let weights = fs::read(folder.join("weights")).unwrap();
                // Each generation ends with a whole line, the old file has none.
                assert!(weights == b"old" || weights.ends_with(b"\n"), "{failing:?} {number}");
            };
            is_whole(folder.path());
            for loss in LOSSES {
                let left = tempfile::tempdir().unwrap();
                files.leave(loss, left.path());
                is_whole(left.path());
            }
            learnt(&Simulated::new(folder.path(), None), folder.path()).unwrap();
            assert!(fs::read(folder.path().join("weights")).unwrap() == expected, "{failing:?} {number}");
        }
    }
}
