//! Tournaments with programs, in folders of their own.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use torneo_analysis::{Analysis, AnalysisOptions};
use torneo_arena::plan::{Shard, Tournament};
use torneo_arena::run::{RunOptions, run};
use torneo_games::dice::RisingHazard;
use torneo_games::morris::ThreeMensMorris;
use torneo_games::simultaneous::{Frames, Lanza};
use torneo_registry::{GameEntry, Registry};

/// Games of every kind of turn: decisions, chance with three seats, choices at the same time.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add_game(GameEntry::of::<ThreeMensMorris>());
    registry.add_game(GameEntry::of::<Lanza>());
    registry.add_game(GameEntry::of::<Frames>());
    registry.add_game(GameEntry::of::<RisingHazard>());
    registry
}

/// The program that does everything wrong, in one of its ways.
pub fn unruly(mode: &str) -> String {
    format!("{} {mode}", env!("CARGO_BIN_EXE_unruly"))
}

/// The table of the program in a configuration.
pub fn unruly_entry(name: &str, mode: &str, more: &str) -> String {
    format!("{{ name = \"{name}\", command = \"{}\", {more} }}", unruly(mode))
}

/// A tournament of a configuration.
pub fn tournament(games: &str, engines: &[String], more: &str) -> Tournament {
    let engines = engines.join(", ");
    let text = format!("name = \"t\"\nseed = 5\ngames = {games}\nengines = [{engines}]\n{more}");
    match Tournament::parse(&registry(), "t.toml", &text, Shard::WHOLE) {
        Ok(tournament) => tournament,
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// Plays a tournament into a folder.
pub fn play(tournament: &Tournament, out: &Path, threads: usize) -> Analysis {
    let options = RunOptions { threads, ..RunOptions::default() };
    run(tournament, out, options, &Arc::new(AtomicBool::new(false))).expect("the tournament is played");
    Analysis::of(&registry(), out, AnalysisOptions { bootstrap: 0, ..Default::default() }).expect("results")
}
