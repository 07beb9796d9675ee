//! What searches and solvers may rely on: evaluations, passes, symmetries.

use std::collections::{HashMap, HashSet};

use torneo_contract::{Playable, Seat, Turn};

/// The largest value of an evaluation.
const LARGEST: i32 = 1_000_000;

/// Longer lists of actions are not followed.
const LONGEST_LIST: usize = 3_000;
/// Twins of a position that are compared.
const MOST_TWINS: usize = 12;

/// Holds the hints in a position against the contract.
pub fn check<G: Playable>(game: &G, position: &G::Position, place: &str) {
    check_evaluation(game, position, place);
    check_terms(game, position, place);
    check_noisy(game, position, place);
    check_pass(game, position, place);
}

fn check_noisy<G: Playable>(game: &G, position: &G::Position, place: &str) {
    let Turn::Seat(seat) = game.turn(position) else { return };
    let mut noisy = Vec::new();
    game.actions(position, seat, &mut noisy);
    if noisy.len() > LONGEST_LIST {
        return;
    }
    noisy.retain(|&action| game.is_noisy(position, action));
    // What was in the list before stays.
    let mut listed: Vec<G::Action> = noisy.first().copied().into_iter().collect();
    let before = listed.len();
    game.noisy_actions(position, seat, &mut listed);
    assert_eq!(listed[before..], noisy[..], "{place}: noisy actions");
}

fn check_evaluation<G: Playable>(game: &G, position: &G::Position, place: &str) {
    if game.turn(position) == Turn::Over {
        return;
    }
    let values: Vec<Option<i32>> =
        Seat::all(game.seats()).map(|seat| game.evaluate(position, seat)).collect();
    assert!(values.iter().all(|value| value.is_some() == values[0].is_some()), "{place}: {values:?}");
    assert!(values.iter().flatten().all(|value| value.abs() <= LARGEST), "{place}: {values:?}");
    if let [Some(first), Some(second)] = values[..] {
        assert_eq!(first, -second, "{place}: for two seats evaluations are opposite");
    }
}

/// Who counts what the evaluation counts gets the evaluation, too, and writes each count.
fn check_terms<G: Playable>(game: &G, position: &G::Position, place: &str) {
    if game.turn(position) == Turn::Over || game.seats() != 2 {
        return;
    }
    let terms = game.terms();
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    assert!(terms.iter().all(|name| !name.is_empty() && is_name(name)), "{place}: {terms:?}");
    let names: HashSet<&str> = terms.iter().copied().collect();
    assert_eq!(names.len(), terms.len(), "{place}: terms have names of their own");
    let own = game.evaluate(position, Seat::FIRST).unwrap_or(0);
    let mut counts = [vec![0; terms.len()], vec![i32::MIN; terms.len()]];
    for counts in &mut counts {
        assert_eq!(game.count_terms(position, counts), own, "{place}: the evaluation of who counts terms");
    }
    assert_eq!(counts[0], counts[1], "{place}: all counts are written");
}

fn check_pass<G: Playable>(game: &G, position: &G::Position, place: &str) {
    let Turn::Seat(seat) = game.turn(position) else { return };
    let mut passed = position.clone();
    if !game.pass(&mut passed) {
        assert!(passed == *position, "{place}: who does not pass leaves the position as it was");
        return;
    }
    match game.turn(&passed) {
        Turn::Seat(next) => {
            assert_ne!(next, seat, "{place}: a pass gives the turn away");
            let mut legal = Vec::new();
            game.actions(&passed, next, &mut legal);
            assert!(!legal.is_empty(), "{place}: after a pass somebody has an action");
        }
        // Whoever is to move now has no action, or the rule on the length ends the game.
        Turn::Over => {}
        turn => panic!("{place}: {turn:?} after a pass"),
    }
}

/// Positions that follow each other with the same symmetric hash must have as many actions each, and followers with the
/// same symmetric hashes. How many different positions had the hash of another.
pub fn check_symmetry<G: Playable>(game: &G, position: &G::Position, place: &str) -> usize {
    let mut known: HashMap<u64, G::Position> = HashMap::new();
    let mut met = 0;
    for next in followers(game, position) {
        let hash = game.symmetric_hash(&next);
        let Some(twin) = known.get(&hash) else {
            known.insert(hash, next);
            continue;
        };
        if game.position_text(twin) == game.position_text(&next) {
            continue;
        }
        met += 1;
        if met > MOST_TWINS {
            return met;
        }
        assert_eq!(game.turn(twin), game.turn(&next), "{place}: twins have the same turn");
        let hashes = |position: &G::Position| {
            let mut hashes: Vec<u64> =
                followers(game, position).iter().map(|next| game.symmetric_hash(next)).collect();
            hashes.sort_unstable();
            hashes
        };
        assert!(
            hashes(twin) == hashes(&next),
            "{place}: what follows `{}` and `{}` differs",
            game.position_text(twin),
            game.position_text(&next)
        );
    }
    met
}

/// The positions after each action of a seat that decides alone; none of lists that are very long.
fn followers<G: Playable>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let Turn::Seat(seat) = game.turn(position) else { return Vec::new() };
    let mut legal = Vec::new();
    game.actions(position, seat, &mut legal);
    if legal.len() > LONGEST_LIST {
        return Vec::new();
    }
    let after = |&action: &G::Action| {
        let mut next = position.clone();
        game.apply(&mut next, action);
        next
    };
    legal.iter().map(after).collect()
}
