//! What playing a tournament will hold: memory, and open files.

use std::collections::BTreeMap;

use torneo_registry::{EngineSpec, external, memory_of_machine};

use crate::Error;
use crate::plan::{Event, Tournament};

/// The games at which a thread keeps its engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// The one that it plays.
    One,
    /// All of the tournament.
    All,
}

/// The number of threads for a number that is asked for; 0 is one for each processor.
pub fn threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        asked => asked,
    }
}

/// Refuses a tournament whose engines would hold more memory than this machine has, or more open files than the system
/// allows.
///
/// # Errors
/// What it needs, and what there is.
pub fn check(tournament: &Tournament, threads: usize, kept: Kept) -> Result<(), Error> {
    check_files(tournament, threads, kept)?;
    let there = memory_of_machine();
    let needed = needed(tournament, threads, kept);
    if there == 0 || needed <= u128::from(there) {
        return Ok(());
    }
    let (needed, there, engines) = (needed >> 20, there >> 20, tournament.engines.len());
    let message = format!(
        "this needs {needed} MiB for {engines} engines on {threads} threads; this machine has {there} MiB"
    );
    Err(Error::input_with_help(message, "use fewer --threads, or engines with a smaller `hash` or `memory`"))
}

/// Files that are open beside those of programs: results, logs, and what a program needs while it starts.
const OTHER_FILES: u128 = 64;

fn check_files(tournament: &Tournament, threads: usize, kept: Kept) -> Result<(), Error> {
    let programs = of_players(tournament, threads, kept, |engine| u64::from(engine.text_engine().is_some()));
    let Some(most) = external::most_open_files().filter(|_| programs > 0) else { return Ok(()) };
    let files = programs * u128::from(external::FILES_OF_PROGRAM) + OTHER_FILES;
    if files <= u128::from(most) {
        return Ok(());
    }
    let message = format!(
        "up to {programs} programs at once on {threads} threads need {files} open files; the system allows {most}"
    );
    Err(Error::input_with_help(message, format!("use fewer --threads, or allow more: `ulimit -n {files}`")))
}

/// The bytes that the engines come to hold.
fn needed(tournament: &Tournament, threads: usize, kept: Kept) -> u128 {
    of_players(tournament, threads, kept, EngineSpec::memory) + shared(tournament)
}

/// What the players come to hold together. Every thread keeps one for each engine and seat that it has filled.
fn of_players(tournament: &Tournament, threads: usize, kept: Kept, of: impl Fn(&EngineSpec) -> u64) -> u128 {
    let of_event = |event: &Event| {
        let each = || seated(tournament, event).map(|engine| u128::from(of(engine)));
        let (all, largest) = (each().sum::<u128>(), each().max().unwrap_or(0));
        let (seats, engines) = (event.seats as u128, event.meetings.size() as u128);
        // With few groups not everybody gets to play everywhere.
        (threads as u128 * all * seats).min(u128::from(event.groups) * engines * seats * largest)
    };
    let events = tournament.plan.events().iter().map(of_event);
    match kept {
        Kept::One => events.max().unwrap_or(0),
        Kept::All => events.sum(),
    }
}

/// The engines that play a game: all of them, but of the rungs of ladders those of the game alone.
fn seated<'a>(tournament: &'a Tournament, event: &Event) -> impl Iterator<Item = &'a EngineSpec> {
    let climbing = tournament.config.rating.as_ref().map(|rating| {
        let ladder = &rating.ladders[event.game_index.number()];
        (rating.agents, ladder.first..ladder.first + ladder.elo.len())
    });
    let plays = move |number: &usize| {
        climbing.as_ref().is_none_or(|(agents, rungs)| number < agents || rungs.contains(number))
    };
    let engines = tournament.engines.iter().enumerate();
    engines.filter(move |(number, _)| plays(number)).map(|(_, engine)| engine)
}

/// The bytes of the tables that belong to the games: every game keeps those of its engines from the beginning on.
fn shared(tournament: &Tournament) -> u128 {
    let tables: BTreeMap<String, u64> =
        tournament.engines.iter().map(|engine| (engine.canonical(), engine.shared_memory())).collect();
    let of_game: u128 = tables.into_values().map(u128::from).sum();
    of_game * tournament.plan.contested().len() as u128
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Climbed, Rating, Shard};
    use torneo_registry::{GameEntry, Registry};

    fn tournament(games: &str, engines: &str, rounds: u32) -> Tournament {
        let mut registry = Registry::new();
        registry.add_game(GameEntry::of::<torneo_morris::ThreeMensMorris>());
        let text =
            format!("name = \"m\"\nseed = 1\ngames = [{games}]\nengines = [{engines}]\nrounds = {rounds}");
        Tournament::parse(&registry, "m.toml", &text, Shard::WHOLE).unwrap()
    }

    fn needed_mib(engines: &str, rounds: u32, threads: usize) -> u128 {
        needed(&tournament(r#""three-mens-morris""#, engines, rounds), threads, Kept::All) >> 20
    }

    #[test]
    fn rungs_count_at_their_game_alone() {
        let games = r#""three-mens-morris", "three-mens-morris(diagonals=false)""#;
        let engines = r#""random", "alpha-beta(hash=64)", "alpha-beta(hash=16)""#;
        let mut tournament = tournament(games, engines, 1000);
        let mib = |tournament: &Tournament| needed(tournament, 1, Kept::All) >> 20;
        assert_eq!(mib(&tournament), 2 * 2 * (64 + 16));
        let climbed = |first| Climbed {
            ladder: String::new(),
            first,
            among: (0, 0),
            elo: vec![0.0],
            covariance: Vec::new(),
            near: None,
        };
        let ladders = vec![climbed(1), climbed(2)];
        tournament.config.rating =
            Some(Rating { agents: 1, width: 0.0, max_games: 0, ladders, met: Vec::new() });
        assert_eq!(mib(&tournament), 2 * (64 + 16));
    }

    #[test]
    fn tables_count_for_each_engine_seat_and_thread() {
        let two = r#""alpha-beta(hash=64)", "alpha-beta(hash=16)""#;
        assert_eq!(needed_mib(two, 1000, 1), 2 * 80);
        assert_eq!(needed_mib(two, 1000, 8), 8 * 2 * 80);
        assert_eq!(needed_mib(two, 1, 8), 2 * 2 * 64, "one group seats two engines");
        assert_eq!(needed_mib(r#""random", "greedy""#, 1000, 64), 0);
        assert_eq!(needed_mib(r#""random", "mcts(time=1,memory=100)""#, 1000, 2), 2 * 2 * 100);
        assert_eq!(needed_mib(r#""random", "mcts(sims=256,memory=100)""#, 1000, 2), 2 * 2, "few simulations");
        let program = r#""random", "external(command=true, memory=100)""#;
        assert_eq!(needed_mib(program, 1000, 2), 2 * 2 * 100, "what a program may take");
        assert_eq!(needed_mib(r#""random", "perfect(memory=70)""#, 1000, 8), 70, "tables belong to the game");
        let twice = r#""perfect(memory=70)", { name = "other", spec = "perfect(memory=70)" }"#;
        assert_eq!(needed_mib(twice, 1000, 8), 70, "made once");
    }
}
