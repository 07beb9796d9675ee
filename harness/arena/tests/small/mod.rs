//! A small tournament.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use torneo_arena::plan::{Shard, Tournament};
use torneo_registry::{GameEntry, Registry};

/// One game.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let mut registry = Registry::new();
    registry.add_game(GameEntry::of::<torneo_morris::ThreeMensMorris>());
    registry
});

/// Its configuration.
pub const CONFIG: &str = r#"
name = "small"
seed = 7
games = ["three-mens-morris", "three-mens-morris(equal_turns=false)"]
engines = ["random", "greedy"]
rounds = 4
[limits]
max_plies = 30
"#;

/// A part of it, with `more` at the end of its configuration.
pub fn tournament(shard: Shard, more: &str) -> Tournament {
    let text = format!("{CONFIG}{more}");
    Tournament::parse(&REGISTRY, "small.toml", &text, shard).expect("the configuration is valid")
}

/// What must be the same however it is played.
pub fn bytes(folder: &Path) -> Vec<Vec<u8>> {
    ["games.csv", "seats.csv", "manifest.json"].map(|name| fs::read(folder.join(name)).unwrap()).to_vec()
}
