//! Random openings: what they randomise, how long they are, and that they change nothing else.

use std::sync::{Arc, LazyLock};

use torneo_arena::plan::{Arguments, Entrant, Tournament};
use torneo_arena::trial::{AdvantageReport, Conduct, Goal, Keeping, Variation, Varied, measure_advantage};
use torneo_contract::{Game, Seat, Turn};
use torneo_games::morris::ThreeMensMorris;
use torneo_registry::pairing::{MatchSettings, Pairing, Played};
use torneo_registry::streams::Streams;
use torneo_registry::{EngineEntry, Registry};
use torneo_search::{Choice, Engine, EngineInfo, Rng};

static REGISTRY: LazyLock<Registry> = LazyLock::new(torneo::registry);

fn self_play(
    registry: &Registry,
    game: &str,
    engine: &str,
    seed: u64,
    games: u64,
    random_plies: u64,
) -> Tournament {
    let engines = vec![Entrant::read(registry, engine).unwrap()];
    let arguments = Arguments {
        random_plies,
        record: true,
        ..Arguments::of("test", vec![game.to_owned()], engines, (games, seed))
    };
    let tournament = Tournament::of_arguments(registry, &arguments);
    tournament.unwrap_or_else(|error| panic!("{game}: {error:?}"))
}

/// The first seat's score of random players over so many games.
fn first_seat(game: &str, seed: u64, games: u64, random_plies: u64) -> AdvantageReport {
    let tournament = self_play(&REGISTRY, game, "random", seed, games, random_plies);
    let opening = Varied { random_plies, by: Variation::Asked };
    let conduct = Conduct::new(2, Keeping::Nothing);
    let goal = Goal { precision: Some(0.0001), margin: 0.05, known: None };
    measure_advantage(&tournament, opening, goal, &conduct, |_| {}).unwrap()
}

fn exact(game: &str) -> f64 {
    let analysis = REGISTRY.analysis(&game.parse().unwrap()).unwrap();
    torneo_dice::odds(&analysis, torneo_dice::Limits::default()).unwrap().expected_score[0].decimal()
}

/// A game in which nobody decides is what its dice make it.
#[test]
fn openings_leave_games_of_chance_as_they_are() {
    for game in ["hazard(players=4)", "pair-and-ace", "guirguiesca", "triga"] {
        let truth = exact(game);
        for seed in 0..4 {
            let [plain, opened] = [0, 6].map(|plies| first_seat(game, seed, 4000, plies).score);
            assert_eq!((plain.value, plain.low, plain.high), (opened.value, opened.low, opened.high));
            let error = (truth * (1.0 - truth) / 4000.0).sqrt();
            assert!((plain.value - truth).abs() < 4.0 * error, "{game}: {} and not {truth}", plain.value);
        }
    }
}

/// Random players do not notice who chooses for them: openings that end a game, or do not, are drawn without bias.
#[test]
fn openings_change_nothing_for_random_players() {
    for (game, plies) in [("half-hazard", 6), ("three-mens-morris", 10), ("rising-hazard(pots=3)", 4)] {
        const GAMES: u64 = 8000;
        let [plain, opened] = [(1, 0), (2, plies)].map(|(seed, plies)| first_seat(game, seed, GAMES, plies));
        let error = (0.5 / GAMES as f64).sqrt();
        let gap = opened.score.value - plain.score.value;
        assert!(gap.abs() < 4.0 * error, "{game}: {gap}");
        let (long, short) = (plain.mean_plies.unwrap(), opened.mean_plies.unwrap());
        assert!((long - short).abs() < 0.06 * long, "{game}: {long} and {short} plies");
    }
}

/// The opening of a game and who chose in it, move by move.
fn opening(spec: &str, number: u64, plies: u64) -> (String, Vec<Vec<usize>>) {
    let game = REGISTRY.game(spec).unwrap();
    let table = game.table(&[REGISTRY.engine("random").unwrap()]).unwrap();
    let engines = (0..table.seats()).map(|_| 0).collect();
    let pairing = Pairing { game_no: 0, opening: None, streams: Streams::numbered(5, number), engines };
    let settings = MatchSettings {
        opening_plies: plies,
        max_plies: 200,
        record: true,
        evaluations: false,
        times: false,
        play_on: false,
        adjudication: None,
    };
    let mut played = Played::default();
    assert!(table.player(&Arc::default()).play(&pairing, settings, &mut played).unwrap());
    assert!(played.record.starts_with(&played.opening));
    let (mut session, mut moves, mut last) = (game.session(), Vec::new(), None);
    for token in played.opening.split_whitespace() {
        match session.turn() {
            Turn::Seat(seat) if last == Some(seat) => {}
            Turn::Seat(seat) => {
                moves.push(vec![seat.index()]);
                last = Some(seat);
            }
            Turn::Simultaneous(seats) => {
                moves.push(seats.iter().map(torneo_contract::Seat::index).collect());
                last = None;
            }
            Turn::Chance | Turn::Over => {}
        }
        session.play(token).unwrap();
    }
    (played.opening, moves)
}

#[test]
fn no_seat_has_more_random_moves_than_its_share() {
    for entry in REGISTRY.games() {
        let spec = entry.info().id;
        let seats = REGISTRY.game(spec).unwrap().seats();
        for number in 0..4 {
            let (opening, moves) = opening(spec, number, 2 * seats as u64 - 1);
            for seat in 0..seats {
                let made = moves.iter().filter(|choosing| choosing.contains(&seat)).count();
                assert!(made <= 2, "{spec}: {opening}");
            }
        }
    }
}

#[test]
fn rounds_are_whole_whatever_chance_does_before() {
    for spec in ["fischerandom", "hnefatafl", "four-seasons", "lanza(players=3)", "zertz", "martian-chess"] {
        let seats = REGISTRY.game(spec).unwrap().seats();
        for number in 0..4 {
            let (opening, moves) = opening(spec, number, seats as u64);
            for seat in 0..seats {
                let made = moves.iter().filter(|choosing| choosing.contains(&seat)).count();
                assert_eq!(made, 1, "{spec}: {opening}");
            }
        }
    }
    let (start, _) = opening("fischerandom", 0, 2);
    assert_eq!(start.split(' ').count(), 3, "the draw of the start and a move of each side: {start}");
}

#[test]
fn a_swap_is_left_to_the_engines() {
    for spec in ["havannah(size=4, swap=true)", "akron(size=4)"] {
        assert_eq!(opening(spec, 0, 8).1, [[0]], "{spec}: the first stone alone");
    }
    assert_eq!(opening("havannah(size=4)", 0, 4).1.len(), 4);
}

/// Plays the first legal action.
struct Foremost(Seat);

impl Engine<ThreeMensMorris> for Foremost {
    fn begin(&mut self, _game: &ThreeMensMorris, seat: Seat, _rng: Rng) {
        self.0 = seat;
    }

    fn choose(
        &mut self,
        game: &ThreeMensMorris,
        position: &<ThreeMensMorris as Game>::Position,
    ) -> Choice<<ThreeMensMorris as Game>::Action> {
        let mut actions = Vec::new();
        game.actions(position, self.0, &mut actions);
        Choice { action: actions[0], nodes: 0 }
    }
}

const FOREMOST: EngineInfo = EngineInfo { id: "foremost", summary: "the first legal action", options: &[] };

/// An engine that repeats its game has that one game, whatever the number asked for.
#[test]
fn an_engine_that_repeats_its_game_is_measured_by_one_game() {
    let mut registry = REGISTRY.clone();
    let entry =
        EngineEntry::new(&FOREMOST).plays::<ThreeMensMorris>(|_, _| Ok(Box::new(Foremost(Seat::FIRST))));
    registry.add_engine(entry);
    let measured = |game, engine| {
        let tournament = self_play(&registry, game, engine, 1, 200, 0);
        let conduct = Conduct::new(2, Keeping::Nothing);
        let goal = Goal { precision: None, margin: 0.05, known: None };
        let opening = Varied::from_start(&tournament);
        measure_advantage(&tournament, opening, goal, &conduct, |_| {}).unwrap()
    };
    let same = measured("three-mens-morris", "foremost");
    assert_eq!((same.games, same.distinct_games), (16, Some(1)));
    assert!(same.seats.iter().all(|seat| seat.verdict == "one-game" && seat.score.low.is_nan()));
    let drawn = measured("fischerandom", "random");
    assert_eq!((drawn.opening.by, drawn.opening.random_plies), (Variation::Chance, 0));
    assert!(drawn.distinct_games.unwrap() > 16 && drawn.seats[0].verdict != "one-game");
}

/// Books as other programs write them: FEN, EPD with its operations, comments, other encodings, packed.
#[test]
fn books_of_other_programs_are_read() {
    use std::io::Write;
    use torneo_arena::plan::Shard;
    const BOARD: &str = "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6";
    let folder = tempfile::tempdir().unwrap();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(format!("{BOARD} 0 3\n").as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let lines = |text: &str| text.replace("BOARD", BOARD).into_bytes();
    let read = |bytes: &[u8]| {
        std::fs::write(folder.path().join("book"), bytes).unwrap();
        let config = "name = \"b\"\nseed = 1\ngames = [\"fischerandom(start=518)\"]\nengines = [\"random\", \"greedy\"]\n\
                      [opening]\nlines = \"book\"\n";
        let file = folder.path().join("c.toml");
        let read = Tournament::parse(&REGISTRY, file.to_str().unwrap(), config, Shard::WHOLE);
        read.map(|read| read.config.opening.books.into_values().next().unwrap())
            .map_err(|error| error.to_string())
    };
    let position =
        |counters: &str| format!("rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w HAha {counters}");
    for (bytes, counters) in [
        (lines("BOARD 0 3"), "e6 0 3"),
        (lines("BOARD hmvc 5; fmvn 9;"), "- 5 9"),
        (lines("BOARD bm Nf3; id \"a; b\"; fmvn 9;"), "e6 0 9"),
        (lines("BOARD 0 1;"), "e6 0 1"),
        (lines("BOARD 0 0"), "e6 0 1"),
        (lines("BOARD 0 3 # a comment"), "e6 0 3"),
        (lines("# a comment\r\n\r\nBOARD 0 3\r\n"), "e6 0 3"),
        (lines("\u{feff}BOARD 0 3"), "e6 0 3"),
        ([&b"# caf\xe9\n"[..], &lines("BOARD 0 3")].concat(), "e6 0 3"),
        (packed, "e6 0 3"),
    ] {
        assert_eq!(read(&bytes), Ok(vec![position(counters)]), "{}", String::from_utf8_lossy(&bytes));
    }
    for (text, part) in [
        ("BOARD 0 3 4", "nothing comes after the move number"),
        ("BOARD hmvc", "operations that end with `;`"),
        ("BOARD hmvc x;", "half-move clock"),
        ("rnbq/8 w - - 0 1", "not a position: "),
        ("e4 e5 Nf9", "token 3"),
    ] {
        let why = read(&lines(text)).unwrap_err();
        assert!(why.contains(part), "{text}: {why}");
    }
}
