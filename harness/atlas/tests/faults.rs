//! Every single write, sync and rename of an atlas fails in turn, or the power is cut there: what is in the folder afterwards
//! goes on to the bytes of an atlas that nothing disturbed.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use torneo_arena::Error;
use torneo_arena::storage::Store;
use torneo_atlas::checkpoints::{CHECKPOINTS, COVERED};
use torneo_atlas::coherence::Judge;
use torneo_atlas::derived::Known;
use torneo_atlas::design::Design;
use torneo_atlas::verify::verify;

use crate::simulated::{Failing, LOSSES, Simulated};
use crate::small::{self, REGISTRY};

/// A cell, and games after each first move.
const DESIGN: &str = r#"name = "small"
seed = 3
levels = [{ engine = "random" }]
first_moves = { level = "random-0", games = 2, most = 9 }
[games]
three-mens-morris = { b = 4, random-0 = 2 }
"#;

static READ: LazyLock<(Design, Known)> = LazyLock::new(|| small::read(DESIGN));

fn play(files: &Simulated, folder: &Path) -> Result<(), Error> {
    let store = Store { files: Arc::new(files.clone()), checkpoint_every: Duration::from_secs(60) };
    small::play(&store, &folder.join("out"), Judge { design: &READ.0, known: &READ.1 })
}

/// The files that must be the same, and the checkpoints.
fn bytes(folder: &Path) -> Vec<Option<Vec<u8>>> {
    let out = folder.join("out");
    COVERED.into_iter().chain([CHECKPOINTS]).map(|name| fs::read(out.join(name)).ok()).collect()
}

static UNDISTURBED: LazyLock<Vec<Option<Vec<u8>>>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    play(&Simulated::new(folder.path(), None), folder.path()).unwrap();
    let found = verify(&REGISTRY, &folder.path().join("out"), None, Some(9), &Arc::default()).unwrap();
    assert!(found.sound && found.notes.is_empty(), "{found:?}");
    assert_eq!((found.cells, found.matches, found.with_games, found.played_again), (1, 0, 2, 2));
    bytes(folder.path())
});

/// What is there goes on to the bytes of an atlas that nothing disturbed, and nothing stays behind.
fn finishes(what: &str, folder: &Path) {
    play(&Simulated::new(folder, None), folder).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(bytes(folder) == *UNDISTURBED, "{what}");
    let left = fs::read_dir(folder.join("out")).unwrap().map(|entry| entry.unwrap().file_name());
    let is_left =
        |name: &std::ffi::OsString| [".lock", ".new"].iter().any(|end| name.to_string_lossy().ends_with(end));
    let left: Vec<_> = left.filter(is_left).collect();
    assert!(left.is_empty(), "{what}: {left:?}");
}

/// Plays with each operation failing in turn, from the first to one that is not reached.
fn each_failure(failing: Failing, check: impl Fn(usize, &Path, &Simulated)) {
    for number in 0.. {
        assert!(number < 5_000, "there is an end to it");
        let folder = tempfile::tempdir().unwrap();
        let files = Simulated::new(folder.path(), Some((number, failing)));
        let result = play(&files, folder.path());
        if !files.has_failed() {
            result.unwrap();
            assert!(number > 80, "{number} operations were counted");
            return;
        }
        if let Err(error) = &result {
            assert!(!matches!(error, Error::Failed(_) | Error::Interrupted), "operation {number}: {error}");
        }
        check(number, folder.path(), &files);
    }
}

#[test]
fn an_atlas_on_files_that_fail_goes_on_to_the_same_bytes() {
    for failing in [Failing::Once, Failing::Full, Failing::Short] {
        each_failure(failing, |number, folder, _| {
            finishes(&format!("{failing:?} at operation {number}"), folder);
        });
    }
}

#[test]
fn an_atlas_whose_power_is_cut_goes_on_to_the_same_bytes() {
    each_failure(Failing::PowerCut, |number, _, files| {
        // Each operation with two of the ways, each way at every few operations.
        for loss in [number, number + 3].map(|number| LOSSES[number % LOSSES.len()]) {
            let left = tempfile::tempdir().unwrap();
            files.leave(loss, left.path());
            finishes(&format!("power cut at operation {number}, {loss:?}"), left.path());
        }
    });
}
