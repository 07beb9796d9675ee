//! Problems with published or known solutions, solved: the engine finds the first move and the value, or the solver
//! proves who wins. `docs/problems.md` says where the solutions come from and where play can be improved on.

use std::sync::atomic::AtomicBool;

use rand_core::SeedableRng;
use torneo_contract::{Described, Game, Options, Seat, Spec, Turn};
use torneo_games::capture::{SleepingBeautyDraughts, Surakarta};
use torneo_games::chess::GrandChess;
use torneo_games::connection::Havannah;
use torneo_games::hunt::CatchTheRabbit;
use torneo_games::mancala::OtTjin;
use torneo_games::morris::{NineMensMorris, ThreeMensMorris};
use torneo_registry::EngineSpec;
use torneo_search::{AlphaBeta, AlphaBetaOptions, Engine, Mcts, MctsOptions, Rng};
use torneo_solve::proof::{self, Proof, ProofOptions};
use torneo_solve::{Control, List, Positions, Unsolved, expander};

/// The value of a win at once; each ply until then takes 1 off.
const WIN: i32 = 1_000_000_000;

fn game<G: Described>(text: &str) -> G {
    G::new(&Options::check(&text.parse().unwrap(), G::INFO.options).unwrap()).unwrap()
}

fn at<G: Described>(game: &G, position: &str) -> G::Position {
    game.parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

fn play<G: Described>(game: &G, position: &mut G::Position, record: &str) {
    for token in record.split_whitespace() {
        let Turn::Seat(seat) = game.turn(position) else { panic!("{token}: a seat is to decide") };
        let mut legal = Vec::new();
        game.actions(position, seat, &mut legal);
        let action = game.parse_action(position, token, &legal);
        game.apply(position, action.unwrap_or_else(|| panic!("{token} is not legal")));
    }
}

fn name<G: Described>(game: &G, position: &G::Position, action: G::Action) -> String {
    let mut text = String::new();
    game.write_action(position, action, &mut text);
    text
}

/// The move that alpha-beta, as the game wants it, finds in so many plies, with its value for the side to move.
fn search<G: Described>(game: &G, position: &G::Position, depth: u32) -> (String, i32) {
    let Turn::Seat(seat) = game.turn(position) else { panic!("a seat is to decide") };
    let tuning = torneo_registry::tuning(G::INFO.id);
    let tuned = tuning.configs.iter().find(|tuned| tuned.engine.name == "alpha-beta");
    let mut spec = Spec { name: "alpha-beta".to_owned(), given: Vec::new() };
    spec.given.extend([("depth".to_owned(), depth.to_string()), ("hash".to_owned(), "32".to_owned())]);
    spec.given.extend(tuned.into_iter().flat_map(|tuned| tuned.engine.given.clone()));
    let mut engine =
        AlphaBeta::new(AlphaBetaOptions::new(EngineSpec::check(&spec).unwrap().options()).unwrap());
    engine.begin(game, seat, Rng::seed_from_u64(1));
    let action = engine.choose(game, position).action;
    (name(game, position, action), engine.value())
}

/// Who can force a win, and after which first moves.
fn prove<G: Described>(game: &G, position: &G::Position, nodes: u64) -> Result<Proof, Unsolved> {
    let stop = AtomicBool::new(false);
    let control = Control { memory: 1 << 26, threads: 1, stop: &stop, progress: &|_| () };
    let list: &dyn Positions = &List::<G>::of(position);
    proof::solve(
        &*expander(game.clone(), String::new()),
        list.at(0),
        ProofOptions { nodes: Some(nodes), each_action: true, size: false },
        &control,
    )
}

/// The first moves after which the game has this winner.
fn moves(found: &Proof, winner: Option<Seat>) -> Vec<&str> {
    let having = found.after.iter().filter(|(_, won)| *won == winner);
    having.map(|(action, _)| action.as_str()).collect()
}

#[test]
fn sleeping_beauty_problem_1() {
    let game: SleepingBeautyDraughts = game("sleeping-beauty-draughts");
    let position = at(&game, "Ld6 Md2 Mc1 la7 md4 ma3 sa1 w");
    assert_eq!(search(&game, &position, 9), ("d2c3".to_owned(), WIN - 5));
}

#[test]
fn sleeping_beauty_problem_2() {
    let game: SleepingBeautyDraughts = game("sleeping-beauty-draughts");
    let position = at(&game, "Le1 Ma1 Md2 Me3 Mh4 Sh8 le5 ma3 mg7 me7 mc7 mc5 w");
    assert_eq!(search(&game, &position, 14), ("a1b2".to_owned(), WIN - 15));
    let mut printed = position;
    play(&game, &mut printed, "a1b2 a3:c1sb e3f4 e5:g3 h4:f2 c1*:e3:g1 e1f2");
    assert_eq!(search(&game, &printed, 10), ("g1:f2".to_owned(), 8 - WIN), "better than the printed g1:e3");
}

#[test]
fn surakarta_problem() {
    let game: Surakarta = game("surakarta");
    let position = at(&game, ".b..../.b.wb./....../....../ww..../ww.... b");
    let found = prove(&game, &position, 5_000_000).unwrap();
    assert_eq!(found.winner, None);
    assert_eq!(moves(&found, None), ["e5:b2"]);
}

#[test]
fn ot_tjin_problem() {
    let game: OtTjin = game("ot-tjin(seeds=5)");
    let position = at(&game, "0,0,0,0,0,0,0,1,2|0,2,0,0,1,0,1,1,2 S 40,40");
    let (found, value) = search(&game, &position, 14);
    assert!(found == "9" && value.abs() < WIN / 10, "{found} {value}");
    let mut lost = position.clone();
    play(&game, &mut lost, "8");
    assert_eq!(search(&game, &lost, 2).1, WIN - 1, "North wins at once, by 3 or by 5");
}

#[test]
fn hunters_win_in_one() {
    let game: CatchTheRabbit = game("catch-the-rabbit");
    for (position, winning) in [
        ("hRh../.hhhh/hhh.h/..h../....h h", &["d4-d5"][..]),
        ("Rhhh./hh..h/h..hh/..h../.hh.. h", &["c2-c3", "d3-c3"]),
    ] {
        let (found, value) = search(&game, &at(&game, position), 4);
        assert!(winning.contains(&&*found) && value == WIN - 1, "{found} {value}");
    }
}

#[test]
fn three_mens_morris() {
    let with_turns: ThreeMensMorris = game("three-mens-morris");
    assert_eq!(prove(&with_turns, &with_turns.start(), 100_000).unwrap().winner, None);
    let without: ThreeMensMorris = game("three-mens-morris(equal_turns=false)");
    let found = prove(&without, &without.start(), 100_000).unwrap();
    assert_eq!(found.winner, Some(Seat::FIRST));
    assert_eq!(moves(&found, Some(Seat::FIRST)), ["@b2"]);
}

#[test]
fn nine_mens_morris_round() {
    let game: NineMensMorris = game("nine-mens-morris");
    let position = at(&game, ".b.......b....b......wb. w 0,0");
    let (found, value) = search(&game, &position, 3);
    assert!(found.matches('x').count() == 4 && value == WIN - 1, "{found} {value}");
}

#[test]
fn havannah_of_size_3() {
    let game: Havannah = game("havannah(size=3)");
    let found = prove(&game, &game.start(), 1_000_000).unwrap();
    assert_eq!(found.winner, Some(Seat::FIRST));
    let winning = moves(&found, Some(Seat::FIRST));
    assert_eq!(winning, ["a1", "c1", "a3", "e3", "c5", "e5"]);
}

/// The move that Monte Carlo tree search proves to win, with the simulations that this took; none if it does not.
fn prove_by_simulations<G: Described>(
    game: &G,
    position: &G::Position,
    engine: &str,
) -> Option<(String, u64)> {
    let spec: torneo_contract::Spec = engine.parse().unwrap();
    let options = MctsOptions::new(EngineSpec::check(&spec).unwrap().options(), game).unwrap();
    let most = options.budget.steps.unwrap();
    let Turn::Seat(seat) = game.turn(position) else { panic!("a seat is to decide") };
    let mut engine = Mcts::new(options);
    engine.begin(game, seat, Rng::seed_from_u64(1));
    let choice = engine.choose(game, position);
    let value = engine.explain(game, position, 1).value;
    (choice.nodes < most && value == Some(1.0)).then(|| (name(game, position, choice.action), choice.nodes))
}

#[test]
fn proof_numbers_lead_to_narrow_wins() {
    let game: SleepingBeautyDraughts = game("sleeping-beauty-draughts");
    for (position, winning) in [
        ("Ld6 Md2 Mc1 la7 md4 ma3 sa1 w", "d2c3"),
        ("Le1 Ma1 Md2 Me3 Mh4 Sh8 le5 ma3 mg7 me7 mc7 mc5 w", "a1b2"),
    ] {
        let position = at(&game, position);
        let without = prove_by_simulations(&game, &position, "mcts(sims=5000)").map(|(_, sims)| sims);
        for scale in ["largest", "sum", "rank"] {
            let engine = format!("mcts(sims=5000, proof_numbers=0.5, proof_scale={scale})");
            let (found, sims) = prove_by_simulations(&game, &position, &engine).unwrap();
            assert_eq!(found, winning, "{scale}");
            assert!(without.is_none_or(|without| sims < without), "{scale}: {sims}, without {without:?}");
        }
    }
}

#[test]
fn score_bounds_prove_the_win_of_the_centre() {
    let game: ThreeMensMorris = game("three-mens-morris(equal_turns=false)");
    for engine in ["mcts(sims=50000, bounds=true)", "mcts(sims=50000, proof_numbers=0.2)"] {
        let found = prove_by_simulations(&game, &game.start(), engine);
        assert!(found.is_some_and(|(first, _)| first == "@b2"), "{engine}");
    }
}

/// The mates that the notes to the published game of grand chess give.
#[test]
fn grand_chess_mates() {
    let game: GrandChess = game("grand-chess");
    let last = "r9/8R1/pp1k1pr3/2qp1P2P1/4b5/3n6/3p6/PPP4PP1/2K2M4/R9 w - - 1 34";
    for (record, depth, expected, plies) in [
        ("i7i8q c7c3 c2d1 g8g1 d1e2", 2, "c3e3", 1),
        ("i7i8q c7c3 c2d1", 7, "g8g1", 7),
        ("i7i8q c7c3 c2b1", 6, "g8g1", 5),
    ] {
        let mut position = at(&game, last);
        play(&game, &mut position, record);
        assert_eq!(search(&game, &position, depth), (expected.to_owned(), WIN - plies), "{record}");
    }
}
