//! Proofs compared with values found by plainer means.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use rand_core::SeedableRng;
use torneo_contract::{Described, Game, Notation, Refusal, playout};
use torneo_contract::{Options, Scratch};
use torneo_games::connection::Havannah;
use torneo_games::morris::ThreeMensMorris;
use torneo_games::simultaneous::Nibelungenlied;

use super::*;
use crate::{List, Positions, Rng, expander};

fn game<G: Described>(text: &str) -> G {
    G::new(&Options::check(&text.parse().unwrap(), G::INFO.options).unwrap()).unwrap()
}

fn try_proof<G: Described>(
    game: &G,
    position: &G::Position,
    options: ProofOptions,
    control: &Control,
) -> Result<Proof, Unsolved> {
    let list: &dyn Positions = &List::<G>::of(position);
    solve(&*expander(game.clone(), String::new()), list.at(0), options, control)
}

fn proof<G: Described>(game: &G, position: &G::Position, options: ProofOptions) -> Proof {
    let stop = AtomicBool::new(false);
    let control = Control { memory: 1 << 22, threads: 1, stop: &stop, progress: &|_| () };
    try_proof(game, position, options, &control).unwrap()
}

/// The positions reached by random games of `plies` plies that are not over then.
fn random_positions<G: Described>(game: &G, plies: u32, count: usize) -> Vec<G::Position> {
    let (mut rng, mut scratch, mut found) = (Rng::seed_from_u64(9), Scratch::default(), Vec::new());
    while found.len() < count {
        let mut position = game.start();
        for _ in 0..plies {
            playout::random_ply(game, &mut position, &mut rng, &mut scratch);
        }
        game.forget_history(&mut position);
        if matches!(game.turn(&position), Turn::Seat(_)) {
            found.push(position);
        }
    }
    found
}

fn children<G: Described>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let Turn::Seat(seat) = game.turn(position) else { return Vec::new() };
    let mut actions = Vec::new();
    game.actions(position, seat, &mut actions);
    let next = |action| {
        let mut next = position.clone();
        game.apply(&mut next, action);
        game.forget_history(&mut next);
        next
    };
    actions.into_iter().map(next).collect()
}

/// The winner of a game that cannot go on for ever.
fn minimax<G: Described>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<u64, Option<Seat>>,
) -> Option<Seat> {
    let Turn::Seat(seat) = game.turn(position) else { return game.outcome(position).winner() };
    let key = game.hash(position);
    if let Some(&winner) = known.get(&key) {
        return winner;
    }
    let winners: Vec<_> = children(game, position).iter().map(|next| minimax(game, next, known)).collect();
    let best = [Some(seat), None, Some(seat.other())].into_iter().find(|best| winners.contains(best));
    known.insert(key, best.unwrap());
    best.unwrap()
}

/// The winner from each position that can be reached from the start, by going through all of them until nothing
/// changes; whoever cannot be brought to an end draws.
fn all_winners<G: Described>(game: &G) -> HashMap<u64, Option<Seat>> {
    let (mut next, mut open) = (HashMap::new(), vec![game.start()]);
    let mut winners: HashMap<u64, Option<Seat>> = HashMap::new();
    while let Some(position) = open.pop() {
        if next.contains_key(&game.hash(&position)) {
            continue;
        }
        if game.turn(&position) == Turn::Over {
            winners.insert(game.hash(&position), game.outcome(&position).winner());
        }
        let after = children(game, &position);
        next.insert(
            game.hash(&position),
            (game.turn(&position), after.iter().map(|p| game.hash(p)).collect()),
        );
        open.extend(after);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (&key, (turn, after)) in &next {
            let after: &Vec<u64> = after;
            let Turn::Seat(seat) = *turn else { continue };
            let has = |key: &u64, winner| winners.get(key).copied().flatten() == Some(winner);
            let winner = if after.iter().any(|key| has(key, seat)) {
                Some(seat)
            } else {
                after.iter().all(|key| has(key, seat.other())).then(|| seat.other())
            };
            changed |= winner.is_some() && winners.insert(key, winner) != Some(winner);
        }
    }
    winners
}

#[test]
fn late_positions_of_havannah_agree_with_minimax() {
    for text in ["havannah(size=3)", "havannah(size=3, swap=true)"] {
        let game: Havannah = game(text);
        let mut known = HashMap::new();
        for position in random_positions(&game, 9, 60) {
            let found =
                proof(&game, &position, ProofOptions { each_action: true, ..ProofOptions::default() });
            assert_eq!(found.winner, minimax(&game, &position, &mut known));
            assert!(!found.cyclic);
            for ((_, winner), next) in found.after.iter().zip(children(&game, &position)) {
                assert_eq!(*winner, minimax(&game, &next, &mut known));
            }
        }
    }
}

#[test]
fn positions_of_three_mens_morris_agree_with_retrograde_analysis() {
    for text in ["three-mens-morris(equal_turns=false)", "three-mens-morris(diagonals=false)"] {
        let game: ThreeMensMorris = game(text);
        let winners = all_winners(&game);
        for plies in [0, 3, 6, 8, 12] {
            for position in random_positions(&game, plies, 20) {
                let found = proof(&game, &position, ProofOptions { size: true, ..ProofOptions::default() });
                let expected = winners.get(&game.hash(&position)).copied().flatten();
                assert_eq!(found.winner, expected, "{text}: {}", game.position_text(&position));
                assert!(found.size.is_some_and(|size| size > 0));
            }
        }
    }
}

#[test]
fn a_line_of_a_proof_ends_with_the_win() {
    let game: Havannah = game("havannah(size=3)");
    let found = proof(&game, &game.start(), ProofOptions::default());
    assert_eq!(found.winner, Some(Seat::FIRST));
    let mut position = game.start();
    for token in &found.line {
        let Turn::Seat(seat) = game.turn(&position) else { panic!("a seat is to decide") };
        let mut legal = Vec::new();
        game.actions(&position, seat, &mut legal);
        let action = game.parse_action(&position, token, &legal).unwrap();
        game.apply(&mut position, action);
    }
    assert_eq!(game.outcome(&position).winner(), found.winner);
}

#[test]
fn only_corners_win_havannah_of_size_3() {
    let game: Havannah = game("havannah(size=3)");
    let found = proof(&game, &game.start(), ProofOptions { each_action: true, ..ProofOptions::default() });
    let mut names = Vec::new();
    for (name, winner) in found.after {
        assert!(winner.is_some(), "nobody wins after {name}");
        names.extend((winner == Some(Seat::FIRST)).then_some(name));
    }
    assert_eq!(names, ["a1", "c1", "a3", "e3", "c5", "e5"]);
}

#[test]
fn bounds_end_the_search() {
    let game: Havannah = game("havannah(size=4)");
    let stop = AtomicBool::new(true);
    let control = Control { memory: 1 << 20, threads: 1, stop: &stop, progress: &|_| () };
    let options = ProofOptions { nodes: Some(1_000), ..ProofOptions::default() };
    let spent = try_proof(&game, &game.start(), options, &control);
    assert_eq!(spent, Err(Unsolved::Spent { positions: 1_000 }));
    let stopped = try_proof(&game, &game.start(), ProofOptions::default(), &control);
    assert_eq!(stopped, Err(Unsolved::Interrupted));
}

#[test]
fn turns_of_chance_are_refused() {
    let game: Nibelungenlied = game("nibelungenlied");
    let stop = AtomicBool::new(false);
    let control = Control { memory: 1 << 20, threads: 1, stop: &stop, progress: &|_| () };
    let refused = try_proof(&game, &game.start(), ProofOptions::default(), &control);
    let why = "proof-number search takes no turns of chance or of several seats";
    assert_eq!(refused, Err(Unsolved::Unfit(Refusal::new(why))));
}
