//! No configuration makes the reader panic, and mistakes are bad input.

use std::sync::LazyLock;

use proptest::prelude::*;
use torneo_arena::plan::{Shard, Tournament};
use torneo_contract::Spec;
use torneo_registry::{EngineSpec, Registry};

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

const CONFIG: &str = r#"name = "model"
seed = 1283
games = ["three-mens-morris(diagonals=false)", "hazard(players=3)"]
engines = ["random", { name = "tree", spec = "mcts(sims=10)" }]
format = "gauntlet"
rounds = 10
[opening]
random_plies = 2
[limits]
max_plies = 100
[output]
record = true
"#;

/// The model with a few characters changed, added or left out.
fn edited() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..3u8, any::<char>());
    prop::collection::vec(edit, 1..5).prop_map(|edits| {
        let mut text: Vec<char> = CONFIG.chars().collect();
        for (at, kind, c) in edits {
            let at = at.index(text.len());
            match kind {
                0 => text.insert(at, c),
                1 => text[at] = c,
                _ => drop(text.remove(at)),
            }
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn configurations_are_read_or_refused(text in edited()) {
        match Tournament::parse(&REGISTRY, "model.toml", &text, Shard::WHOLE) {
            Ok(tournament) => prop_assert!(tournament.plan.games() > 0),
            Err(failure) => prop_assert!(failure.is_input()),
        }
    }

    #[test]
    fn engine_specifications_are_read_or_refused(text in "(random|greedy|mcts|alpha-beta)?\\PC{0,12}(\\([a-z]{0,6}=[0-9.e-]{0,4}\\))?") {
        if let Ok(spec) = text.parse::<Spec>() && let Ok(engine) = EngineSpec::check(&spec) {
            let canonical = engine.canonical();
            let again = EngineSpec::check(&canonical.parse().unwrap()).unwrap();
            prop_assert_eq!(again.canonical(), canonical);
        }
    }

    #[test]
    fn shards_are_read_or_refused(text in "[0-9/. -]{0,8}") {
        if let Ok(shard) = text.parse::<Shard>() {
            match shard {
                Shard::Every { index, count } => prop_assert!(1 <= index && index <= count),
                Shard::Range { first, end } => prop_assert!(first < end),
            }
            prop_assert_eq!(shard.to_string().parse::<Shard>(), Ok(shard));
        }
    }
}
