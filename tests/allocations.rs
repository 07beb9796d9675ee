//! Searches and random games that run again in the memory that they took before allocate nothing.

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::{Described, GameInfo, Options, Scratch, Seat, SeatVec, Spec, Turn, playout};
use torneo_games::dice::RisingHazard;
use torneo_games::hunt::CatchTheRabbit;
use torneo_games::morris::ThreeMensMorris;
use torneo_games::simultaneous::{KingOfPearls, Nibelungenlied};
use torneo_games::{Visitor, infos, visit};
use torneo_registry::EngineSpec;
use torneo_search::{Engine, Mcts, MctsOptions, Rng};

/// Plies of a game.
const PLIES: usize = 40;

fn player<G: Described>(text: &str, game: &G) -> Mcts<G> {
    let spec: Spec = text.parse().unwrap();
    Mcts::new(MctsOptions::new(EngineSpec::check(&spec).unwrap().options(), game).unwrap())
}

/// Plays a game; the allocations while the players chose.
fn allocations<G: Described>(game: &G, players: &mut [Mcts<G>]) -> u64 {
    let mut chance = Rng::seed_from_u64(5);
    for (seat, player) in Seat::all(game.seats()).zip(&mut *players) {
        player.begin(game, seat, Rng::seed_from_u64(chance.next_u64()));
    }
    let (mut position, mut scratch, mut count) = (game.start(), Scratch::default(), 0);
    for _ in 0..PLIES {
        let mut choose = |seat: Seat| {
            let mut action = None;
            let choose = || action = Some(players[seat.index()].choose(game, &position).action);
            count += allocation_counter::measure(choose).count_total;
            action.unwrap()
        };
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                let result = game.chance_at(&position, chance.next_u64(), &mut scratch);
                game.apply(&mut position, result);
            }
            Turn::Seat(seat) => {
                let action = choose(seat);
                game.apply(&mut position, action);
            }
            Turn::Simultaneous(seats) => {
                let joint: SeatVec<G::Action> = seats.iter().map(choose).collect();
                game.apply_simultaneous(&mut position, &joint);
            }
        }
    }
    count
}

fn a_second_game_allocates_nothing<G: Described>() {
    let spec: Spec = G::INFO.id.parse().unwrap();
    let game = G::new(&Options::check(&spec, G::INFO.options).unwrap()).unwrap();
    for options in [
        "sims=100",
        "sims=100, prior=0",
        "sims=100, reuse=false",
        "sims=100, prior=0, rave=50, playout=mast",
        "sims=100, rave=50, grave=20, playout=lgr",
        "sims=100, minimax=0.5, bias=2",
        "sims=100, together=exp3",
        "sims=100, together=rm",
    ] {
        let mut players: Vec<_> =
            Seat::all(game.seats()).map(|_| player(&format!("mcts({options})"), &game)).collect();
        let first = allocations(&game, &mut players);
        let second = allocations(&game, &mut players);
        assert!(first > 0, "the counter counts");
        assert_eq!(second, 0, "{} with {options}; {first} in the first game", G::INFO.id);
    }
}

#[test]
fn simulations_do_not_allocate() {
    a_second_game_allocates_nothing::<ThreeMensMorris>();
    a_second_game_allocates_nothing::<CatchTheRabbit>();
    a_second_game_allocates_nothing::<RisingHazard>();
    a_second_game_allocates_nothing::<KingOfPearls>();
    a_second_game_allocates_nothing::<Nibelungenlied>();
}

/// Plies after which a random game is left unfinished.
const LONG: u64 = 2_000;
/// Random games in the same memory.
const GAMES: u64 = 6;
/// Games that take memory when they are set up or when the tiles outgrow their window: at most so often a game.
const GROWING: &[&str] = &["fischerandom", "tantrix", "trax"];
const MOST: u64 = 5;

/// The allocations of random games whose position and lists are those of the games before them, with the same
/// seeds.
fn of_random_games<G: Described>(
    game: &G,
    start: &G::Position,
    position: &mut G::Position,
    scratch: &mut Scratch<G::Action>,
) -> u64 {
    let play = || {
        for seed in 0..GAMES {
            position.clone_from(start);
            playout::playout(game, position, LONG, &mut Rng::seed_from_u64(seed), scratch);
        }
    };
    allocation_counter::measure(play).count_total
}

struct RandomGames;

impl Visitor for RandomGames {
    type Output = [u64; 2];

    fn visit<G: Described>(self, game: G, _canonical: String) -> [u64; 2] {
        let start = game.start();
        let (mut position, mut scratch) = (start.clone(), Scratch::default());
        [(); 2].map(|()| of_random_games(&game, &start, &mut position, &mut scratch))
    }
}

#[test]
fn random_plies_do_not_allocate() {
    let mut counts = false;
    for GameInfo { id, .. } in infos() {
        let [first, second] = visit(&id.parse().unwrap(), RandomGames).unwrap();
        let most = if GROWING.contains(id) { MOST * GAMES } else { 0 };
        assert!(second <= most, "{id}: {second}; {first} in the same games before");
        counts |= first > 0;
    }
    assert!(counts, "the counter counts");
}
