//! Engines on games made for the purpose, and their values compared with plain references.

use std::sync::LazyLock;

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::{
    Described, Game, Heuristics, Options, Scratch, Seat, SeatVec, Spec, Turn, TurnKinds, reason,
};
use torneo_games::Visitor;
use torneo_games::hunt::CatchTheRabbit;
use torneo_games::morris::ThreeMensMorris;
use torneo_registry::engine::{self as engines, EngineEntry, EngineSpec};
use torneo_search::{
    AlphaBeta, AlphaBetaOptions, BestFirst, BestFirstOptions, Budget, Choice, Engine, EvaluationKind, Rng,
    Traits,
};
use torneo_solve::{Solved, expander};

use crate::support::pennies::Pennies;
use crate::support::small::SMALL;
use crate::support::tree_game::TreeGame;

/// Plies after which a game is left unfinished.
const LONG: u64 = 80;

fn engine_spec(text: &str) -> EngineSpec {
    let spec: Spec = text.parse().unwrap();
    EngineSpec::check(&spec).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// No tables of the game.
fn unsolved<G: Described>(game: &G) -> Solved {
    Solved::new(expander(game.clone(), G::INFO.id.to_owned()))
}

fn build<G: Described>(text: &str, game: &G) -> Box<dyn Engine<G>> {
    engines::build(&engine_spec(text), game, &Traits::untuned(game), &unsolved(game)).unwrap()
}

/// Sets up three men's morris. Other games would have every engine compiled once more.
fn on<V: Visitor>(morris: &str, visitor: V) -> V::Output {
    let spec: Spec = morris.parse().unwrap();
    let options = Options::check(&spec, ThreeMensMorris::INFO.options).unwrap();
    visitor.visit(ThreeMensMorris::new(&options).unwrap(), options.canonical())
}

/// Asks the engine of one seat and holds its choice against the rules.
fn ask<G: Described>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    engine: &mut dyn Engine<G>,
) -> Choice<G::Action> {
    let choice = engine.choose(game, position);
    let mut legal = Vec::new();
    game.actions(position, seat, &mut legal);
    assert!(legal.contains(&choice.action), "{choice:?} is not legal in {}", game.position_text(position));
    assert!(legal.len() > 1 || choice.nodes == 0, "a single action needs no search");
    choice
}

/// Plays a game; the choices in order.
fn play<G: Described>(game: &G, players: &mut [Box<dyn Engine<G>>], seed: u64) -> Vec<Choice<G::Action>> {
    let mut chance = Rng::seed_from_u64(seed);
    for (seat, player) in Seat::all(game.seats()).zip(&mut *players) {
        player.begin(game, seat, Rng::seed_from_u64(chance.next_u64()));
    }
    let (mut position, mut scratch, mut choices) = (game.start(), Scratch::default(), Vec::new());
    for _ in 0..LONG {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                let result = game.chance_at(&position, chance.next_u64(), &mut scratch);
                game.apply(&mut position, result);
            }
            Turn::Seat(seat) => {
                choices.push(ask(game, &position, seat, &mut *players[seat.index()]));
                game.apply(&mut position, choices[choices.len() - 1].action);
            }
            Turn::Simultaneous(seats) => {
                let first = choices.len();
                choices
                    .extend(seats.iter().map(|seat| ask(game, &position, seat, &mut *players[seat.index()])));
                let joint: SeatVec<G::Action> = choices[first..].iter().map(|choice| choice.action).collect();
                game.apply_simultaneous(&mut position, &joint);
            }
        }
    }
    choices
}

/// The small engines whose players know the types of their games. Those of `blend` are tried in every game.
static TYPED: LazyLock<Vec<&str>> =
    LazyLock::new(|| SMALL.iter().copied().filter(|text| !text.starts_with("blend(")).collect());

/// Seats the small engines around the table in turn, beginning with number `first`.
fn table<G: Described>(game: &G, first: usize) -> Vec<Box<dyn Engine<G>>> {
    let engine = |seat: Seat| build(TYPED[(first + seat.index()) % TYPED.len()], game);
    Seat::all(game.seats()).map(engine).collect()
}

/// Plays every engine at every place where it can sit next to another, and then once more with the same values.
struct PlayAll;

impl Visitor for PlayAll {
    type Output = ();

    fn visit<G: Described>(self, game: G, canonical: String) {
        for first in 0..TYPED.len() {
            let mut players = table(&game, first);
            let choices = play(&game, &mut players, 1);
            play(&game, &mut players, 2);
            let again = play(&game, &mut players, 1);
            assert_eq!(choices, again, "{canonical}: nothing carries over from one game to the next");
            let fresh = play(&game, &mut table(&game, first), 1);
            assert_eq!(choices, fresh, "{canonical}: the seed decides");
        }
    }
}

#[test]
fn every_engine_plays_every_mixture_of_turns() {
    for seats in 2..=4 {
        let turns = TurnKinds { decision: true, chance: true, simultaneous: true };
        for seed in 0..4 {
            PlayAll.visit(TreeGame { seed, seats, turns, plies: 20 }, format!("tree of {seats} seats"));
        }
    }
}

// Wins at hand.

/// A game, a position of it and the tokens that win at once.
const WINS: &[(&str, &str, &[&str])] = &[
    ("three-mens-morris", "ww./bb./..w b 0,1 -", &["@c2"]),
    ("three-mens-morris", "w.w/bb./.wb b 0,0 -", &["c1-c2"]),
    ("three-mens-morris(equal_turns=false)", "ww./bb./... w 1,1 -", &["@c3"]),
];

struct TakeWin {
    engine: &'static str,
    position: &'static str,
    seed: u64,
}

impl Visitor for TakeWin {
    type Output = String;

    fn visit<G: Described>(self, game: G, _canonical: String) -> String {
        let position = game.parse_position(self.position).unwrap();
        let Turn::Seat(seat) = game.turn(&position) else { panic!("a seat is to decide") };
        let mut engine = build(self.engine, &game);
        engine.begin(&game, seat, Rng::seed_from_u64(self.seed));
        let mut token = String::new();
        game.write_action(&position, ask(&game, &position, seat, &mut *engine).action, &mut token);
        token
    }
}

#[test]
fn a_win_at_hand_is_taken() {
    for &(game, position, winning) in WINS {
        for engine in [
            "greedy",
            "flat-mc(sims=10)",
            "alpha-beta",
            "alpha-beta(nodes=200)",
            "mcts(sims=10)",
            "best-first(nodes=20)",
        ] {
            for seed in 0..5 {
                let token = on(game, TakeWin { engine, position, seed });
                assert!(winning.contains(&token.as_str()), "{engine} plays {token} in {position} of {game}");
            }
        }
    }
}

// Values.

fn alpha_beta<G: Described>(depth: u32) -> AlphaBeta<G> {
    AlphaBeta::new(AlphaBetaOptions { depth: Some(depth), width: 8, ..AlphaBetaOptions::default() })
}

/// The value that a search of `depth` plies, as the game is searched by default, finds after the tokens, for the seat to move.
struct ValueAfter {
    tokens: &'static [&'static str],
    depth: u32,
}

impl Visitor for ValueAfter {
    type Output = (i32, String);

    fn visit<G: Described>(self, game: G, _canonical: String) -> (i32, String) {
        let mut position = game.start();
        let mut legal = Vec::new();
        for token in self.tokens {
            let Turn::Seat(seat) = game.turn(&position) else { panic!("a seat is to decide") };
            legal.clear();
            game.actions(&position, seat, &mut legal);
            let action = game.parse_action(&position, token, &legal).unwrap();
            game.apply(&mut position, action);
        }
        let Turn::Seat(seat) = game.turn(&position) else { panic!("a seat is to decide") };
        let tuning = torneo_registry::tuning(G::INFO.id);
        let tuned = tuning.configs.iter().find(|tuned| tuned.engine.name == "alpha-beta");
        let mut wanted = tuned.expect("it is known how the game is searched").engine.clone();
        wanted.given.push(("depth".to_owned(), self.depth.to_string()));
        let spec = engine_spec(&wanted.to_string());
        let mut engine = AlphaBeta::new(AlphaBetaOptions::new(spec.options()).unwrap());
        engine.begin(&game, seat, Rng::seed_from_u64(7));
        let mut token = String::new();
        game.write_action(&position, engine.choose(&game, &position).action, &mut token);
        (engine.value(), token)
    }
}

const WIN: i32 = 1_000_000_000;

#[test]
fn three_mens_morris_is_a_draw() {
    for depth in [10, 15, 30, 80] {
        let (value, _) = on("three-mens-morris", ValueAfter { tokens: &[], depth });
        assert_eq!(value, 0, "depth {depth}");
    }
}

#[test]
fn without_equal_turns_only_the_centre_wins() {
    let game = "three-mens-morris(equal_turns=false)";
    assert_eq!(on(game, ValueAfter { tokens: &[], depth: 40 }), (WIN - 9, "@b2".to_owned()));
    for first in ["@a1", "@b1", "@c1", "@a2", "@c2", "@a3", "@b3", "@c3"] {
        let tokens: &[&str] = Box::leak(Box::new([first]));
        let (value, _) = on(game, ValueAfter { tokens, depth: 40 });
        assert!(value >= 0, "{first} wins although only @b2 does: {value}");
    }
}

/// The value of a tree game by the definition, searched to a depth: best and worst for `seat`, means over chance, its
/// evaluation at the horizon.
fn reference(
    game: &TreeGame,
    node: &<TreeGame as Game>::Position,
    seat: Seat,
    plies: i32,
    depth: i32,
) -> i32 {
    let next = |action: u8| {
        let mut child = node.clone();
        game.apply(&mut child, action);
        reference(game, &child, seat, plies + 1, depth)
    };
    let mut legal = Vec::new();
    match game.turn(node) {
        turn if turn != Turn::Over && plies == depth => {
            let evaluation = i64::from(game.evaluate(node, seat).unwrap());
            (evaluation * 990_000_000 / (evaluation.abs() + 400)) as i32
        }
        Turn::Over => {
            let even = 1.0 / game.seats as f64;
            match game.outcome(node).scores[seat.index()] {
                1.0 => WIN - plies,
                0.0 => plies - WIN,
                score if score >= even => ((score - even) / (1.0 - even) * 990e6) as i32,
                score => ((score - even) / even * 990e6) as i32,
            }
        }
        Turn::Chance => {
            let mut results = Vec::new();
            game.chance(node, &mut results);
            let total: i64 = results.iter().map(|&(_, weight)| weight as i64).sum();
            let sum: i64 =
                results.iter().map(|&(result, weight)| weight as i64 * i64::from(next(result))).sum();
            (sum / total) as i32
        }
        Turn::Seat(mover) => {
            game.actions(node, mover, &mut legal);
            let values = legal.into_iter().map(next);
            if mover == seat { values.max().unwrap() } else { values.min().unwrap() }
        }
        Turn::Simultaneous(_) => unreachable!("these trees have none"),
    }
}

#[test]
fn star1_and_the_paranoid_reduction_cut_off_nothing_that_matters() {
    let turns = TurnKinds::WITH_CHANCE;
    for seats in 2..=4 {
        for seed in 0..40 {
            let game = TreeGame { seed, seats, turns, plies: 7 };
            let start = game.start();
            let Turn::Seat(seat) = game.turn(&start) else { continue };
            let mut engine = alpha_beta(20);
            engine.begin(&game, seat, Rng::seed_from_u64(seed));
            engine.choose(&game, &start);
            let expected = reference(&game, &start, seat, 0, i32::MAX);
            assert_eq!(engine.value(), expected, "{seats} seats, seed {seed}");
        }
    }
}

/// At tables of three and more the evaluation at the horizon is that of the root seat, whoever is to move there.
#[test]
fn horizons_are_judged_for_the_root_seat() {
    let turns = TurnKinds::DECISIONS;
    let exact =
        "quiescence=0, pruning=false, null_move=false, reductions=false, internal=false, extensions=false";
    for seats in 2..=4 {
        for seed in 0..40 {
            let game = TreeGame { seed, seats, turns, plies: 9 };
            let start = game.start();
            let Turn::Seat(seat) = game.turn(&start) else { continue };
            for depth in 1..=4 {
                let spec = engine_spec(&format!("alpha-beta(depth={depth}, {exact})"));
                let mut engine = AlphaBeta::new(AlphaBetaOptions::new(spec.options()).unwrap());
                engine.begin(&game, seat, Rng::seed_from_u64(seed));
                engine.choose(&game, &start);
                let expected = reference(&game, &start, seat, 0, depth);
                assert_eq!(engine.value(), expected, "{seats} seats, seed {seed}, depth {depth}");
            }
        }
    }
}

#[test]
fn every_technique_can_be_switched_off_and_none_changes_what_is_solved() {
    let techniques =
        ["reductions", "null_move", "pruning", "exchanges", "extensions", "internal", "continuation"];
    let game = Options::check(
        &"three-mens-morris(equal_turns=false)".parse().unwrap(),
        ThreeMensMorris::INFO.options,
    );
    let game = ThreeMensMorris::new(&game.unwrap()).unwrap();
    let solve = |switches: &str| {
        let spec = engine_spec(&format!("alpha-beta(depth=40, {switches})"));
        let mut engine = AlphaBeta::new(AlphaBetaOptions::new(spec.options()).unwrap());
        engine.begin(&game, Seat::FIRST, Rng::seed_from_u64(7));
        let nodes = engine.choose(&game, &game.start()).nodes;
        (engine.value(), nodes)
    };
    let (value, _) = solve("hash=16");
    assert_eq!(value, WIN - 9);
    for technique in techniques {
        assert_eq!(solve(&format!("{technique}=false")).0, value, "without {technique}");
    }
    let none = techniques.map(|technique| format!("{technique}=false")).join(", ");
    assert_eq!(solve(&none).0, value);
}

#[test]
fn searches_begin_with_what_earlier_ones_found_unless_that_is_switched_off() {
    let options = Options::check(&"three-mens-morris".parse().unwrap(), ThreeMensMorris::INFO.options);
    let game = ThreeMensMorris::new(&options.unwrap()).unwrap();
    // The nodes of two choices in the same position.
    let nodes = |reuse: bool| {
        let mut engine = build(&format!("alpha-beta(depth=6, tuned=false, reuse={reuse})"), &game);
        engine.begin(&game, Seat::FIRST, Rng::seed_from_u64(2));
        [0; 2].map(|_| engine.choose(&game, &game.start()).nodes)
    };
    let ([first, again], [fresh, as_fresh]) = (nodes(true), nodes(false));
    assert_eq!(first, fresh);
    assert!(again * 4 < first && as_fresh * 2 > first, "{first}, {again}, {as_fresh}");
}

/// Threads that share a table find what one of them finds: the value of the game, and the only action that wins.
#[test]
fn threads_agree_on_what_is_solved() {
    struct First(u32);
    impl Visitor for First {
        type Output = (i32, String, u64);
        fn visit<G: Described>(self, game: G, _canonical: String) -> (i32, String, u64) {
            let spec = engine_spec(&format!("alpha-beta(depth=40, threads={})", self.0));
            let mut engine = AlphaBeta::new(AlphaBetaOptions::new(spec.options()).unwrap());
            let (start, mut token) = (game.start(), String::new());
            // A table that was used before, and one of another game.
            let choices = [(); 2].map(|()| {
                engine.begin(&game, Seat::FIRST, Rng::seed_from_u64(7));
                engine.choose(&game, &start)
            });
            assert_eq!(choices[0].action, choices[1].action);
            game.write_action(&start, choices[1].action, &mut token);
            (engine.value(), token, choices[1].nodes)
        }
    }
    let solve = |threads| on("three-mens-morris(equal_turns=false)", First(threads));
    for threads in [1, 2, 5] {
        let (value, token, nodes) = solve(threads);
        assert_eq!((value, token.as_str()), (WIN - 9, "@b2"), "{threads} threads");
        assert!(nodes > 0);
    }
}

/// A search that goes on until it knows the value, or has seen so many positions.
fn best_first<G: Described>(nodes: u64) -> BestFirst<G> {
    let budget = Budget::default().with_steps(nodes);
    BestFirst::new(BestFirstOptions { budget, evaluation: EvaluationKind::Game, memory: 1 << 28 })
}

/// What best-first minimax knows to be won or lost is so, if not always in the fewest plies; other values are exact.
#[test]
fn completion_finds_the_values_of_trees() {
    let turns = TurnKinds::DECISIONS;
    let known = |value: i32| if value.abs() > 990_000_000 { value.signum() * WIN } else { value };
    let (mut won, mut shared) = (0, 0);
    for seed in 0..80 {
        let game = TreeGame { seed, seats: 2, turns, plies: 9 };
        let start = game.start();
        let Turn::Seat(seat) = game.turn(&start) else { panic!("a seat is to decide") };
        let mut engine = best_first(1_000_000);
        engine.begin(&game, seat, Rng::seed_from_u64(seed));
        let choice = engine.choose(&game, &start);
        assert!(choice.nodes < 1_000_000, "seed {seed}: it ends when it knows");
        let expected = known(reference(&game, &start, seat, 0, i32::MAX));
        *if expected.abs() == WIN { &mut won } else { &mut shared } += 1;
        assert_eq!(known(engine.value()), expected, "seed {seed}");
        let mut after = start.clone();
        game.apply(&mut after, choice.action);
        assert_eq!(known(reference(&game, &after, seat, 1, i32::MAX)), expected, "seed {seed}");
    }
    assert!(won > 10 && shared > 10, "{won} won or lost, {shared} shared");
}

/// The expected score of the first of two seats by best play, by the definition.
fn expected_score(game: &TreeGame, node: &<TreeGame as Game>::Position) -> f64 {
    let next = |action: u8| {
        let mut child = node.clone();
        game.apply(&mut child, action);
        expected_score(game, &child)
    };
    let mut legal = Vec::new();
    match game.turn(node) {
        Turn::Over => game.outcome(node).scores[0],
        Turn::Chance => {
            let mut results = Vec::new();
            game.chance(node, &mut results);
            let total: u64 = results.iter().map(|&(_, weight)| weight).sum();
            results.iter().map(|&(result, weight)| weight as f64 * next(result)).sum::<f64>() / total as f64
        }
        Turn::Seat(mover) => {
            game.actions(node, mover, &mut legal);
            let values = legal.into_iter().map(next);
            if mover == Seat::FIRST { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
        }
        Turn::Simultaneous(_) => unreachable!("these trees have none"),
    }
}

/// What score bounds prove is so, with proof numbers in the selection and without, through chance too.
#[test]
fn score_bounds_prove_the_values_of_trees() {
    const MOST: u64 = 1_000_000;
    for (engine, chance) in [
        ("mcts(sims=1000000, bounds=true)", true),
        ("mcts(sims=1000000, prior=0, playout_plies=0, bounds=true)", false),
        ("mcts(sims=1000000, proof_numbers=0.5)", true),
        ("mcts(sims=1000000, prior=0, playout_plies=0, proof_numbers=1, proof_scale=rank)", false),
        ("mcts(sims=1000000, rave=20, proof_numbers=0.2, proof_scale=sum)", false),
    ] {
        let turns = TurnKinds { decision: true, chance, simultaneous: false };
        let mut shared = 0;
        for seed in 0..30 {
            let game = TreeGame { seed, seats: 2, turns, plies: 8 };
            let start = game.start();
            let Turn::Seat(seat) = game.turn(&start) else { continue };
            let mut player = build(engine, &game);
            player.begin(&game, seat, Rng::seed_from_u64(seed));
            let choice = player.choose(&game, &start);
            if choice.nodes == 0 {
                continue;
            }
            assert!(choice.nodes < MOST, "{engine}, seed {seed}: it ends when it knows");
            let expected = expected_score(&game, &start);
            let (own, value) = (seat == Seat::FIRST, player.explain(&game, &start, 1).value.unwrap());
            let value = if own { value } else { 1.0 - value };
            assert!((value - expected).abs() < 1e-9, "{engine}, seed {seed}: {value} for {expected}");
            let mut after = start.clone();
            game.apply(&mut after, choice.action);
            assert!((expected_score(&game, &after) - expected).abs() < 1e-9, "{engine}, seed {seed}");
            shared += u32::from(expected > 0.0 && expected < 1.0);
        }
        assert!(shared > 3, "{engine}: {shared} positions neither won nor lost");
    }
}

/// Positions that a repetition ends are not taken for known on other ways.
#[test]
fn best_first_minimax_wins_where_only_the_centre_wins() {
    struct First;
    impl Visitor for First {
        type Output = (i32, String);
        fn visit<G: Described>(self, game: G, _canonical: String) -> (i32, String) {
            let mut engine = best_first(2_000_000);
            engine.begin(&game, Seat::FIRST, Rng::seed_from_u64(7));
            let (start, mut token) = (game.start(), String::new());
            game.write_action(&start, engine.choose(&game, &start).action, &mut token);
            (engine.value(), token)
        }
    }
    let (value, token) = on("three-mens-morris(equal_turns=false)", First);
    assert_eq!((value > 990_000_000, token.as_str()), (true, "@b2"));
}

// Simultaneous turns.

#[test]
fn pennies_are_shown_evenly() {
    for engine in [
        "alpha-beta",
        "alpha-beta(nodes=100)",
        "mcts(sims=200)",
        "mcts(sims=200, together=exp3)",
        "mcts(sims=200, together=rm)",
    ] {
        let mut player = build(engine, &Pennies);
        player.begin(&Pennies, Seat::SECOND, Rng::seed_from_u64(3));
        let heads = (0..400).filter(|_| player.choose(&Pennies, &None).action).count();
        assert!((150..250).contains(&heads), "{engine} shows heads {heads} times of 400");
    }
}

// Options.

#[test]
fn unusable_budgets_and_sizes_are_refused() {
    for text in [
        "alpha-beta(depth=0)",
        "alpha-beta(nodes=0)",
        "alpha-beta(time=0)",
        "alpha-beta(hash=-1)",
        "alpha-beta(multi=both)",
        "alpha-beta(hash=65537)",
        "alpha-beta(width=0)",
        "mcts(sims=0)",
        "mcts(memory=0)",
        "mcts(c=-1)",
        "flat-mc(sims=0)",
        "best-first(nodes=0)",
        "best-first(memory=0)",
        "greedy(depth=2)",
    ] {
        assert!(EngineSpec::check(&text.parse().unwrap()).is_err(), "{text}");
    }
}

#[test]
fn contradictory_options_are_refused() {
    for text in ["mcts(bias=1, prior=5)", "mcts(fpu=1, prior=5)", "mcts(fpu=1, bias=1)", "mcts(grave=50)"] {
        let (spec, traits, solved) = (engine_spec(text), Traits::untuned(&Pennies), unsolved(&Pennies));
        assert!(engines::check(&spec, &Pennies, &traits, &solved).is_err(), "{text}");
        assert!(engines::build(&spec, &Pennies, &traits, &solved).is_err(), "{text}");
    }
}

#[test]
fn only_a_time_budget_makes_play_irreproducible() {
    for engine in EngineEntry::built_in() {
        let id = engine.info().id;
        assert!(engine_spec(id).is_reproducible(), "{id}");
    }
    assert!(!engine_spec("mcts(time=0.1)").is_reproducible());
    assert!(!engine_spec("alpha-beta(depth=3, time=0.1)").is_reproducible());
    assert!(!engine_spec("alpha-beta(depth=3, threads=2)").is_reproducible());
}

#[test]
fn a_time_budget_ends_a_search() {
    for engine in ["alpha-beta(time=0.01)", "mcts(time=0.01)", "flat-mc(time=0.01)", "best-first(time=0.01)"]
    {
        let spent = on("three-mens-morris", TakeTime { engine });
        assert!((0.005..1.0).contains(&spent), "{engine} took {spent} s");
    }
}

struct TakeTime {
    engine: &'static str,
}

impl Visitor for TakeTime {
    type Output = f64;

    fn visit<G: Described>(self, game: G, _canonical: String) -> f64 {
        let mut engine = build(self.engine, &game);
        engine.begin(&game, Seat::FIRST, Rng::seed_from_u64(1));
        let begun = std::time::Instant::now();
        engine.choose(&game, &game.start());
        begun.elapsed().as_secs_f64()
    }
}

#[test]
fn hunters_do_not_let_positions_come_again() {
    let spec: Spec = "catch-the-rabbit".parse().unwrap();
    let game = CatchTheRabbit::new(&Options::check(&spec, CatchTheRabbit::INFO.options).unwrap()).unwrap();
    let budget = Budget { steps: Some(150), seconds: None };
    for seed in 0..8 {
        let mut players = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let mut player =
                AlphaBeta::new(AlphaBetaOptions { budget, hash: 1, ..AlphaBetaOptions::default() });
            player.begin(&game, seat, Rng::seed_from_u64(seed));
            player
        });
        let mut position = game.start();
        while let Turn::Seat(seat) = game.turn(&position) {
            let choice = players[seat.index()].choose(&game, &position);
            game.apply(&mut position, choice.action);
        }
        assert_ne!(game.outcome(&position).reason, reason::REPETITION, "seed {seed}");
    }
}
