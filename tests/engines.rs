//! Every engine on every game of the registry, their types erased.

use std::process::Command;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use rayon::prelude::*;
use torneo_contract::session::{Due, Session};
use torneo_contract::{GameInfo, Seat, random};
use torneo_registry::matchup::Player;
use torneo_registry::pairing::{MatchSettings, Pairing, Played};
use torneo_registry::people::Participant;
use torneo_registry::speed::SearchSpeed;
use torneo_registry::streams::{Purpose, Streams};
use torneo_registry::watching::{Begun, PlyEvent, Watcher};
use torneo_registry::{AnyGame, EngineSpec, Registry};

use crate::support::python::python;
use crate::support::small::SMALL;

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

/// Needs a table of all positions, which most games are too large for; needs a program; needs a ladder of the game; needs a policy.
const LEFT_OUT: [&str; 4] = ["perfect", "external", "ladder", "policy"];
/// Plays games of two seats without chance and without simultaneous turns.
const BEST_FIRST: &str = "best-first(nodes=100, memory=1)";
/// Plies after which a game is left unfinished.
const LONG: u64 = 40;

fn specs(texts: &[&str]) -> Vec<EngineSpec> {
    let spec = |text: &&str| REGISTRY.engine(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    texts.iter().map(spec).collect()
}

fn each_game() -> impl Iterator<Item = (&'static GameInfo, Arc<dyn AnyGame>)> {
    let game = |info: &'static GameInfo| (info, REGISTRY.game(info.id).expect("the defaults are valid"));
    REGISTRY.games().iter().map(move |entry| game(entry.info()))
}

fn is_for_best_first(info: &GameInfo) -> bool {
    !info.turns.chance && !info.turns.simultaneous && info.seats.1 == 2
}

/// The small engines that play a game.
fn small(info: &GameInfo, game: &dyn AnyGame) -> Vec<EngineSpec> {
    let (best_first, fits) = (specs(&[BEST_FIRST]), is_for_best_first(info));
    match game.table(&best_first) {
        Ok(_) => assert!(fits, "{}", info.id),
        Err(error) => assert!(!fits && error.to_string().contains(info.id), "{error}"),
    }
    specs(SMALL).into_iter().chain(best_first.into_iter().filter(|_| fits)).collect()
}

/// What happened in game number `number` with `count` engines around the table in turn, beginning with `first`.
fn play(
    player: &mut Player,
    seats: usize,
    (first, count): (usize, usize),
    number: u64,
) -> (String, Vec<u64>, Vec<u64>) {
    let engines = (0..seats).map(|seat| (first + seat) % count).collect();
    let pairing = Pairing { game_no: 0, opening: None, streams: Streams::numbered(1283, number), engines };
    let settings = MatchSettings {
        opening_plies: 0,
        max_plies: LONG,
        record: true,
        evaluations: false,
        times: false,
        play_on: false,
        adjudication: None,
    };
    let mut played = Played::default();
    assert!(player.play(&pairing, settings, &mut played).unwrap());
    assert_eq!(played.failed, None);
    (played.record, played.actions.to_vec(), played.nodes.to_vec())
}

#[test]
fn what_games_want_is_what_engines_can() {
    let mut wanted = 0;
    for (info, game) in each_game() {
        for setting in &game.traits().tuned {
            wanted += 1;
            assert!(["alpha-beta", "mcts"].contains(&&*setting.engine.name), "{}: {setting:?}", info.id);
            let text = setting.engine.to_string();
            assert!(game.table(&specs(&[&text])).is_ok(), "{}: {text}", info.id);
        }
        for spec in
            specs(&["auto", "auto(time=0.1)", "auto(sims=100000)", "mcts(time=1)", "alpha-beta(nodes=5)"])
        {
            let followed = game.followed(&spec).unwrap();
            let plays = followed.as_ref().unwrap_or(&spec);
            assert_ne!(plays.info().id, "auto", "{}", info.id);
            assert!(game.followed(plays).unwrap().is_none_or(|again| again.canonical() == plays.canonical()));
        }
    }
    assert!(wanted > 0);
    let havannah = REGISTRY.game("havannah").unwrap();
    let plays = |text: &str| havannah.followed(&specs(&[text])[0]).unwrap().map(|spec| spec.canonical());
    let tuned =
        "mcts(time=0.1, prior=0, decisive=true, c=1, rave=10000, expand=3, playout=answer, policy=learned)";
    assert_eq!(plays("mcts(time=0.1)").as_deref(), Some(tuned));
    assert_eq!((plays("mcts(time=0.1, tuned=false)"), plays("mcts(sims=100)")), (None, None));
    let small = REGISTRY.game("havannah(size=3)").unwrap();
    let few = small.followed(&specs(&["mcts(sims=100)"])[0]).unwrap().map(|spec| spec.canonical());
    let tuned = "mcts(sims=100, prior=0, decisive=true, c=0.05, rave=10000, playout=answer)";
    assert_eq!(few.as_deref(), Some(tuned), "fewer simulations are enough on a smaller board");
}

#[test]
fn every_engine_plays_every_game_and_the_seed_decides() {
    for engine in REGISTRY.engines().iter().filter(|engine| !LEFT_OUT.contains(&engine.info().id)) {
        let id = engine.info().id;
        assert!(SMALL.iter().chain([&BEST_FIRST]).any(|spec| spec.starts_with(id)), "{id} plays here too");
    }
    each_game().collect::<Vec<_>>().par_iter().for_each(|(info, game)| {
        let engines = small(info, &**game);
        let table = game.table(&engines).unwrap();
        let (seats, mut player) = (table.seats(), table.player(&Arc::default()));
        for first in (0..engines.len()).step_by(seats) {
            let first = (first, engines.len());
            let known = play(&mut player, seats, first, 1);
            play(&mut player, seats, first, 2);
            let again = play(&mut player, seats, first, 1);
            assert_eq!(known, again, "{}: nothing carries over from one game to the next", info.id);
            let fresh = play(&mut table.player(&Arc::default()), seats, first, 1);
            assert_eq!(known, fresh, "{}: the seed decides", info.id);
        }
    });
}

// Wins at hand.

/// Random games, their plies, and the positions with a win that are tried.
const RANDOM_GAMES: u64 = 8;
const RANDOM_PLIES: u64 = 150;
const TRIED: usize = 4;
/// Longer lists are not looked through for wins.
const LONGEST_LIST: usize = 100;

/// Whether a token wins at once for a seat.
fn wins(game: &dyn AnyGame, position: &str, token: &str, seat: Seat) -> bool {
    let mut session = game.session();
    session.set_position(position).unwrap();
    session.play(token).unwrap();
    session.outcome().is_some_and(|outcome| outcome.winner() == Some(seat))
}

/// Nobody who watches.
struct Unwatched;

impl Watcher for Unwatched {
    fn begun(&mut self, _session: &dyn Session) {}

    fn played(&mut self, _ply: PlyEvent<'_>, _session: &dyn Session) {}
}

/// Positions of random games in which the seat to move has a win at once, and a choice.
fn with_wins(game: &dyn AnyGame) -> Vec<(String, Seat)> {
    let mut found = Vec::new();
    for number in 0..RANDOM_GAMES {
        let mut rng = Streams::numbered(7, number).generator(Purpose::Opening);
        let mut session = game.session();
        for _ in 0..RANDOM_PLIES {
            let drawn = |tokens: &[String], rng: &mut _| tokens[random::below(rng, tokens.len())].clone();
            let token = match session.due() {
                Due::Over(_) => break,
                Due::Chance(results) => results[random::below(&mut rng, results.len())].0.clone(),
                Due::Simultaneous(lists) => {
                    let choices: Vec<String> =
                        lists.iter().map(|(_, legal)| drawn(legal, &mut rng)).collect();
                    session.join(&choices)
                }
                Due::Seat(seat, legal) => {
                    let position = session.position();
                    let looked_at = (2..=LONGEST_LIST).contains(&legal.len());
                    if looked_at && legal.iter().any(|token| wins(game, &position, token, seat)) {
                        found.push((position, seat));
                        if found.len() == TRIED {
                            return found;
                        }
                    }
                    drawn(&legal, &mut rng)
                }
            };
            session.play(&token).unwrap();
        }
    }
    found
}

#[test]
fn wins_at_hand_are_taken_in_every_game() {
    let engines =
        specs(&["greedy", "flat-mc(sims=5)", "alpha-beta(depth=2)", "mcts(sims=5)", "best-first(nodes=30)"]);
    let mut games = 0;
    for (info, game) in each_game() {
        let found = with_wins(&*game);
        games += u32::from(!found.is_empty());
        for (position, seat) in found {
            for engine in engines.iter().filter(|engine| game.table(&[(*engine).clone()]).is_ok()) {
                let participants = (0..game.seats()).map(|_| Participant::Engine(engine.clone())).collect();
                let ending = game
                    .play(participants, Begun { position: Some(&position), moves: "" }, 1, &mut Unwatched)
                    .unwrap();
                let token = ending.record.split(' ').next().unwrap_or_default();
                let name = engine.canonical();
                assert!(
                    wins(&*game, &position, token, seat),
                    "{}: {name} plays {token} in {position}",
                    info.id
                );
            }
        }
    }
    assert!(games >= 4, "random play meets wins at hand in {games} games only");
}

// Signatures.

/// Engines whose searches are fixed by a signature for every game.
const SIGNED: &[&str] = &[
    "greedy",
    "flat-mc(sims=20)",
    "alpha-beta(depth=2)",
    "alpha-beta(nodes=1000)",
    "alpha-beta(nodes=1000, multi=max-n, evaluation=default)",
    "mcts(sims=60)",
    "mcts(sims=40, prior=0)",
    "mcts(sims=60, prior=0, rave=50, grave=20, playout=mast, playout_plies=40, together=rm)",
    "mcts(sims=60, bias=1, rave=50, playout=lgr, playout_plies=40, together=exp3, reuse=false)",
    "mcts(sims=60, prior=0, fpu=0.7, expand=3, playout_plies=40)",
];

/// Nodes and choices change only when a search or a game does, and then on purpose.
#[test]
fn searches_are_those_of_the_last_change_of_an_engine() {
    let sign = |(info, game): (&GameInfo, Arc<dyn AnyGame>)| {
        let best_first = is_for_best_first(info).then_some(&"best-first(nodes=1000)");
        let signed: Vec<&str> = SIGNED.iter().chain(best_first).copied().collect();
        let found = game.searches(&specs(&signed), Duration::ZERO).unwrap();
        let line = |(search, text): (&SearchSpeed, &&str)| {
            format!("\n    {text}: {} {}", search.nodes, search.choices)
        };
        format!("{}:{}", game.canonical(), found.iter().zip(&signed).map(line).collect::<String>())
    };
    let games: Vec<_> = each_game().collect();
    let signatures: Vec<String> = games.into_par_iter().map(sign).collect();
    insta::assert_snapshot!(signatures.join("\n"));
}

/// The page says what `auto` is in every game, and every match behind it was played by that engine.
#[test]
fn the_table_of_strength_is_of_these_engines() {
    let Some(python) = python("tomllib") else { return };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/strength.py");
    let checked = Command::new(python)
        .args([script, "--check", "--program", env!("CARGO_BIN_EXE_torneo")])
        .output()
        .unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}
