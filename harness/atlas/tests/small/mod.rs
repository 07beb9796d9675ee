//! Small atlases.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use torneo_arena::Error;
use torneo_arena::plan::Shard;
use torneo_arena::storage::Store;
use torneo_atlas::coherence::Judge;
use torneo_atlas::derived::Known;
use torneo_atlas::design::Design;
use torneo_atlas::play::Player;
use torneo_atlas::{folder, pass};
use torneo_registry::{GameEntry, Registry};

/// One game.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let mut registry = Registry::new();
    registry.add_game(GameEntry::of::<torneo_morris::ThreeMensMorris>());
    registry
});

/// A design, and what is known of its games.
pub fn read(text: &str) -> (Design, Known) {
    let design = Design::parse(&REGISTRY, "small.toml", text).expect("it is a design");
    let known = Known::of(&REGISTRY, &design);
    (design, known)
}

/// Begins it in a folder, or goes on, as the command does.
pub fn play(store: &Store, out: &Path, Judge { design, known }: Judge) -> Result<(), Error> {
    let stop = Arc::default();
    let player = Player { store, registry: &REGISTRY, design, known, out, threads: 1, stop: &stop };
    let tasks = pass::tasks(design, &[0], Shard::WHOLE)?;
    if folder::is_begun(out) {
        pass::go_on(&player, &tasks)?;
    }
    let summary = pass::play(&player, &tasks, None, |_, _, _| {})?;
    assert!(!summary.out_of_time, "all is played");
    Ok(())
}
