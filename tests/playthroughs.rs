//! A committed random game of every game in the registry, with position, drawing and number of legal actions at
//! each ply. A change of rules, notation or order of actions shows as a difference; `INSTA_UPDATE=always` with this
//! test writes the files anew.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write;

use torneo_contract::random;
use torneo_contract::session::{Due, Session};

use crate::support::session;

/// Plies shown in full; of the rest only the tokens.
const SHOWN: usize = 12;
const LONGEST: usize = 400;
/// Actions of a turn that are listed; of more only every so-many-th.
const LISTED: usize = 400;

fn pick<'a>(rng: &mut Xoshiro256PlusPlus, texts: &'a [String]) -> &'a str {
    &texts[random::below(rng, texts.len())]
}

/// The actions of a turn, or some of very many.
fn list(legal: &[String]) -> String {
    let step = legal.len().div_ceil(LISTED);
    let some = if step > 1 { format!(", one in {step}") } else { String::new() };
    let listed: Vec<&str> = legal.iter().step_by(step).map(String::as_str).collect();
    format!("{} actions{some}: {}", legal.len(), listed.join(" "))
}

/// A random ply of the session and how many there were to choose from.
fn random_token(game: &dyn Session, rng: &mut Xoshiro256PlusPlus) -> Option<(String, String)> {
    Some(match game.due() {
        Due::Seat(seat, legal) => {
            let who = game.seat_name(seat);
            (pick(rng, &legal).to_owned(), format!("{who} has {}", list(&legal)))
        }
        Due::Chance(results) => {
            let total: u64 = results.iter().map(|(_, weight)| weight).sum();
            let list: Vec<(usize, u64)> = results.iter().map(|&(_, weight)| weight).enumerate().collect();
            let token = results[random::pick_weighted(rng.next_u64(), &list)].0.clone();
            (token, format!("chance has {} results of total weight {total}", results.len()))
        }
        Due::Simultaneous(choices) => {
            let counts: Vec<String> = choices.iter().map(|(_, legal)| legal.len().to_string()).collect();
            let parts: Vec<String> = choices.iter().map(|(_, legal)| pick(rng, legal).to_owned()).collect();
            (game.join(&parts), format!("the seats have {} actions", counts.join(" and ")))
        }
        Due::Over(_) => return None,
    })
}

fn playthrough(id: &str) -> String {
    let mut text = String::new();
    let mut game = session::open(id).expect("the defaults are valid");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1283);
    let mut record = Vec::new();
    for ply in 0..LONGEST {
        if ply < SHOWN {
            writeln!(text, "{}\n{}", game.position(), game.draw()).unwrap();
        }
        let Some((token, due)) = random_token(&*game, &mut rng) else { break };
        game.play(&token).unwrap_or_else(|error| panic!("{id}: {error}"));
        if ply < SHOWN {
            writeln!(text, "{due}\n\n{}. {token}", ply + 1).unwrap();
        }
        record.push(token);
    }
    writeln!(text, "\nrecord: {}\n{}\n{}", record.join(" "), game.position(), game.draw()).unwrap();
    match game.outcome() {
        Some(outcome) => {
            let scores: Vec<f64> = outcome.scores.to_vec();
            let points = outcome.points.map(|points| points.to_vec());
            writeln!(text, "over: {}, scores {scores:?}, points {points:?}", outcome.reason).unwrap();
        }
        None => writeln!(text, "not over").unwrap(),
    }
    text
}

#[test]
fn playthroughs_are_as_committed() {
    insta::with_settings!({ snapshot_path => "playthroughs", prepend_module_to_snapshot => false, omit_expression => true }, {
        for info in torneo_games::infos() {
            insta::assert_snapshot!(info.id, playthrough(info.id));
        }
    });
}
