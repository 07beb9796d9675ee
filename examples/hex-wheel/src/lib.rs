//! `import hexgame`: the package `torneo` with the game of the crate `examples/hex`.

#[path = "../../hex/src/hex.rs"]
mod hex;

torneo_python::module!(hexgame, {
    let mut registry = torneo::registry();
    registry.add_game(torneo::GameEntry::of::<hex::Hex>());
    registry
});
