//! What `torneo dice odds` prints, other than JSON.

use torneo_contract::Seat;
use torneo_dice::{Number, Odds};
use torneo_present::english::Joined as _;
use torneo_present::numbers::percent;
use torneo_present::table::{Column, aligned};
use torneo_registry::AnyGame;

use super::super::{print, say};

/// Prints who wins how often, what the game pays and how long it lasts.
pub fn answer(odds: &Odds, game: &dyn AnyGame) {
    let name = |seat: usize| game.seat_name(Seat::new(seat)).to_owned();
    say(&format!("{}: exact odds", odds.game));
    let row = |seat: usize| {
        let [win, score, points] = [&odds.seat_win, &odds.expected_score, &odds.expected_points]
            .map(|numbers| numbers[seat].decimal());
        vec![name(seat), percent(win), format!("{score:.4}"), format!("{points:+.3}")]
    };
    let mut rows: Vec<Vec<String>> = (0..odds.seats).map(row).collect();
    if odds.draw.decimal() > 0.0 {
        rows.push(vec!["nobody".to_owned(), percent(odds.draw.decimal())]);
    }
    let numbers = [("wins alone", 10), ("score", 6), ("points", 7)];
    let [wins, score, points] = numbers.map(|(title, width)| (title, Column::Right(width)));
    print(&aligned(&[("", Column::Left("nobody".len())), wins, score, points], rows));
    let [throws, rounds, turns] =
        [&odds.expected_throws, &odds.expected_rounds, &odds.expected_turns].map(Number::decimal);
    say(&format!("A game lasts {throws:.2} throws, {rounds:.2} rounds and {turns:.2} turns on average."));
    let shown = odds.length.quantiles.iter().take(3);
    let ends = shown.map(|q| format!("{} of turns end within {}", percent(q.probability), q.throws));
    say(&format!("Throws: {}.", ends.joined(", ")));
    let advantage = 100.0 * odds.first_thrower_advantage.decimal();
    say(&match advantage.abs() < 5e-5 {
        true => "Throwing first is neither good nor bad.".to_owned(),
        false => format!("Throwing first is worth {advantage:+.2} percentage points."),
    });
    for policy in &odds.policies {
        let wins: Vec<String> = policy.seat_win.iter().map(|win| percent(win.decimal())).collect();
        say(&format!(
            "Both {}: seats win {}, nobody {}.",
            policy.name,
            wins.joined(" and "),
            percent(policy.draw.decimal())
        ));
    }
    print_policy(odds);
    odds.notes.iter().for_each(|note| say(&format!("Note: {note}.")));
    say("Fractions and payments: --exact. Everything: --json.");
}

/// Prints everything in fractions.
pub fn exact(odds: &Odds, game: &dyn AnyGame) {
    let name = |seat: usize| game.seat_name(Seat::new(seat));
    say(&odds.game);
    for (seat, win) in odds.seat_win.iter().enumerate() {
        say(&format!("{} wins alone: {win}", name(seat)));
    }
    say(&format!("nobody wins alone: {}", odds.draw));
    for (what, numbers) in [("score", &odds.expected_score), ("points", &odds.expected_points)] {
        for (seat, number) in numbers.iter().enumerate() {
            say(&format!("expected {what} of {}: {number}", name(seat)));
        }
    }
    let lines: [(&str, &Number); 4] = [
        ("expected throws", &odds.expected_throws),
        ("expected rounds", &odds.expected_rounds),
        ("expected chance turns", &odds.expected_chance_turns),
        ("advantage of the first thrower of a turn", &odds.first_thrower_advantage),
    ];
    lines.iter().for_each(|(name, number)| say(&format!("{name}: {number}")));
    say(&format!("expected turns: {}", odds.expected_turns));
    for (from, row) in odds.stake_flow.iter().enumerate() {
        for (to, flow) in row.iter().enumerate().filter(|(to, _)| *to != from) {
            say(&format!("expected payment of {} to {}: {flow}", name(from), name(to)));
        }
    }
    print_length(odds);
    print_policies(odds, [name(0), name(1)]);
    odds.notes.iter().for_each(|note| say(&format!("note: {note}")));
}

fn print_policies(odds: &Odds, [first, second]: [&str; 2]) {
    for policy in &odds.policies {
        say(&format!(
            "both {}: {first} wins {}, {second} wins {}, nobody {}, points of {first} {}",
            policy.name, policy.seat_win[0], policy.seat_win[1], policy.draw, policy.expected_points[0]
        ));
    }
    print_policy(odds);
}

fn print_policy(odds: &Odds) {
    if let Some(policy) = &odds.policy {
        let throws = policy.states.iter().filter(|(_, action)| *action == "throw").count();
        let states = policy.states.len();
        say(&format!("Policy: throws on in {throws} of {states} states (--json lists them)"));
    }
}

fn print_length(odds: &Odds) {
    let length = &odds.length;
    for item in &length.head {
        say(&format!("turn 0 takes {} throws: {}", item.throws, item.probability));
    }
    say(&format!("turn 0 takes more throws: {}", length.longer));
    let quantiles: Vec<String> =
        length.quantiles.iter().map(|q| format!("{} ({} %)", q.throws, 100.0 * q.probability)).collect();
    say(&format!("throws not exceeded: {}", quantiles.joined(", ")));
    say(&format!("far out each further throw is made with probability {:.6}", length.tail_ratio));
}
