//! What searches and solvers may rely on: evaluations, passes, symmetries.

use std::collections::{HashMap, HashSet};

use rand_core::SeedableRng;
use torneo_contract::random::{Generator, below};
use torneo_contract::session::{Foreseen, Session};
use torneo_contract::{Seat, Turn};

use crate::property::{Broken, Property, Tally};

/// The largest value of an evaluation.
const LARGEST: i32 = 1_000_000;
/// Longer lists of actions are not followed.
const LONGEST_LIST: usize = 3_000;
/// Twins of a position that are compared.
const MOST_TWINS: usize = 12;

/// Tests the hints in a position where the game goes on. `spare` is another session of the game.
pub fn check(session: &dyn Session, spare: &mut dyn Session, tally: &mut Tally) -> Result<(), Broken> {
    check_evaluation(session, spare, tally)?;
    check_terms(session, tally)?;
    let Turn::Seat(seat) = session.turn() else { return Ok(()) };
    if session.choice_count(seat) <= LONGEST_LIST {
        let noisy = session.noisy(seat);
        tally.holds(Property::Noisy, noisy.listed == noisy.marked, || format!("{noisy:?}"))?;
        check_foresight(session, seat, spare, tally)?;
    }
    check_pass(session, seat, spare, tally)
}

fn check_evaluation(session: &dyn Session, spare: &mut dyn Session, tally: &mut Tally) -> Result<(), Broken> {
    let evaluate = |session: &dyn Session| -> Vec<Option<i32>> {
        Seat::all(session.seats()).map(|seat| session.evaluation(seat)).collect()
    };
    let values = evaluate(session);
    spare.go_to(session);
    spare.forget_history();
    // Evaluations are kept by hashes, which do not tell histories apart.
    let same = !session.keeps_evaluations() || spare.turn() == Turn::Over || evaluate(spare) == values;
    tally.holds(Property::Evaluation, same, || format!("{values:?}, and {:?} afresh", evaluate(spare)))?;
    let alike = values.iter().all(|value| value.is_some() == values[0].is_some());
    let small = values.iter().flatten().all(|value| value.abs() <= LARGEST);
    let opposite = match values[..] {
        [Some(first), Some(second)] => first == -second,
        _ => true,
    };
    tally.holds(Property::Evaluation, alike && small && opposite, || format!("{values:?}"))
}

/// Who counts what the evaluation counts gets the evaluation, too, and writes each count.
fn check_terms(session: &dyn Session, tally: &mut Tally) -> Result<(), Broken> {
    if session.seats() != 2 {
        return Ok(());
    }
    let terms = session.terms();
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let names: HashSet<&str> = terms.iter().copied().filter(|name| is_name(name)).collect();
    tally.holds(Property::Terms, names.len() == terms.len(), || format!("the names are {terms:?}"))?;
    let own = session.evaluation(Seat::FIRST).unwrap_or(0);
    let mut counts = [vec![0; terms.len()], vec![i32::MIN; terms.len()]];
    for counts in &mut counts {
        let value = session.count_terms(counts);
        tally.holds(Property::Terms, value == own, || {
            format!("the evaluation is {own}, and {value} where its terms are counted")
        })?;
    }
    tally.holds(Property::Terms, counts[0] == counts[1], || "some counts are not written".into())
}

/// Decisive actions are those that win, or those without which the next seat can win. What answers an action is legal. What is placed
/// is all that changes on the board.
fn check_foresight(
    session: &dyn Session,
    seat: Seat,
    spare: &mut dyn Session,
    tally: &mut Tally,
) -> Result<(), Broken> {
    let mut rng = Generator::seed_from_u64(session.hash());
    let Some(Foreseen { decisive, placed, .. }) = session.foreseen(seat, &mut rng) else {
        return tally.holds(Property::Foresight, true, String::new);
    };
    let count = session.choice_count(seat);
    let mut wins = |session: &dyn Session, seat: Seat, number: usize| {
        spare.go_to(session);
        spare.choose(Some(seat), number);
        spare.play_chosen(true);
        spare.turn() == Turn::Over && spare.result().scores[seat.index()] == 1.0
    };
    let is_decisive = |number: usize| decisive.contains(&Some(number));
    let are_wins = decisive.first().copied().flatten().is_some_and(|first| wins(session, seat, first));
    let number = below(&mut rng, count);
    let others: Vec<usize> = (0..count).filter(|&number| !is_decisive(number)).collect();
    let holds = if wins(session, seat, number) || are_wins {
        (0..count).all(|number| wins(session, seat, number) == is_decisive(number))
    } else if let Some(&other) = others.get(number % others.len().max(1)) {
        let next = after(session, seat, other);
        let Turn::Seat(seat) = next.turn() else { return Ok(()) };
        (0..next.choice_count(seat)).any(|number| wins(&*next, seat, number))
    } else {
        true
    };
    let are_legal = !decisive.is_empty() && decisive.iter().all(Option::is_some);
    tally
        .holds(Property::Foresight, holds && are_legal, || format!("decisive are {decisive:?} of {count}"))?;
    spare.go_to(session);
    spare.choose(Some(seat), number);
    spare.play_chosen(true);
    if let Some((site, kind)) = placed[number] {
        let [mut expected, found] = [session, &*spare].map(on_board);
        let is_free = expected.get(site) == Some(&0);
        expected.iter_mut().skip(site).take(1).for_each(|on| *on = kind);
        tally.holds(Property::Foresight, is_free && kind > 0 && expected == found, || {
            format!("action {number} does more than to place kind {kind} on site {site}")
        })?;
    }
    let Turn::Seat(next) = spare.turn() else { return Ok(()) };
    let answer = spare.foreseen(next, &mut rng).and_then(|foreseen| foreseen.answer);
    tally.holds(Property::Foresight, answer != Some(None), || "an answer is not legal".into())
}

/// What stands on each site.
fn on_board(session: &dyn Session) -> Vec<u8> {
    let mut on = vec![0; session.board().site_numbers()];
    session.pieces(&mut on);
    on
}

fn check_pass(
    session: &dyn Session,
    seat: Seat,
    passed: &mut dyn Session,
    tally: &mut Tally,
) -> Result<(), Broken> {
    passed.go_to(session);
    if !passed.null_move() {
        return tally.holds(Property::Pass, passed.is_at(session), || {
            "the position changes where no pass is possible".into()
        });
    }
    // Where the game is over, whoever is to move has no action, or the rule on the length ends it.
    let given = match passed.turn() {
        Turn::Seat(next) => next != seat && !passed.tokens(Some(next)).is_empty(),
        turn => turn == Turn::Over,
    };
    tally.holds(Property::Pass, given, || format!("{:?} after a pass of {seat:?}", passed.turn()))
}

/// Positions that follow each other with the same symmetric hash must have the same turn, and followers with the same
/// symmetric hashes.
pub fn check_symmetry(session: &dyn Session, tally: &mut Tally) -> Result<(), Broken> {
    let mut known: HashMap<u64, Box<dyn Session>> = HashMap::new();
    let mut met = 0;
    for next in followers(session) {
        let hash = next.symmetric_hash();
        let Some(twin) = known.get(&hash) else {
            known.insert(hash, next);
            continue;
        };
        if twin.position() == next.position() {
            continue;
        }
        met += 1;
        if met > MOST_TWINS {
            break;
        }
        let hashes = |session: &dyn Session| {
            let mut hashes: Vec<u64> = followers(session).iter().map(|next| next.symmetric_hash()).collect();
            hashes.sort_unstable();
            hashes
        };
        let same = twin.turn() == next.turn() && hashes(&**twin) == hashes(&*next);
        tally.holds(Property::Symmetry, same, || {
            format!("what follows `{}` and `{}` differs", twin.position(), next.position())
        })?;
    }
    Ok(())
}

/// The games after each action of a seat that decides alone; none of lists that are very long.
fn followers(session: &dyn Session) -> Vec<Box<dyn Session>> {
    let Turn::Seat(seat) = session.turn() else { return Vec::new() };
    let count = session.choice_count(seat);
    if count > LONGEST_LIST {
        return Vec::new();
    }
    (0..count).map(|number| after(session, seat, number)).collect()
}

/// The game after an action of a seat that decides alone.
fn after(session: &dyn Session, seat: Seat, number: usize) -> Box<dyn Session> {
    let mut next = session.copy();
    next.choose(Some(seat), number);
    next.play_chosen(false);
    next
}
