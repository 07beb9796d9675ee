//! The last lines of dice games against the rules: winner and cause are worked out again from the faces that were thrown, by rules
//! written down once more as the pages say them.

use rand_core::SeedableRng as _;
use torneo_contract::session::Session;
use torneo_contract::{Seat, random};
use torneo_present::telling::{Reader, ending};

use super::{begun, play_randomly};

/// A random game: its tokens, and the game at its end.
fn played(spec: &str, seed: u64) -> (Vec<String>, Box<dyn Session>) {
    let (mut session, mut tokens) = (begun(spec), Vec::new());
    let mut rng = random::Generator::seed_from_u64(seed);
    while let Some(token) = play_randomly(&mut *session, &mut rng) {
        tokens.push(token);
        let told = session.told().map(|words| Reader::of(&*session).told(&words)).unwrap_or_default();
        assert!(!told.is_empty(), "{spec}: {tokens:?} tells nothing");
        for field in ["streak", "first role", "turns and money", "numbers:", "rehazard", "_", "  ", "{"] {
            assert!(!told.contains(field), "{spec}: {told}");
        }
    }
    (tokens, session)
}

/// The seat of a token, and its faces; no faces for a decision.
fn read(token: &str) -> (usize, Vec<u32>) {
    let (seat, rest) = token.split_once(':').expect("a seat");
    (seat.parse().expect("a number"), rest.chars().filter_map(|face| face.to_digit(10)).collect())
}

fn is_hazard(sum: u32) -> bool {
    !(7..=14).contains(&sum)
}

/// Who wins, and why, by the faces of one turn in which seat 0 begins.
type Judge = fn(players: usize, throws: &[(usize, Vec<u32>)]) -> (usize, String);

fn hazard(players: usize, throws: &[(usize, Vec<u32>)]) -> (usize, String) {
    let mut numbers = vec![0; players];
    for (seat, faces) in throws {
        let sum: u32 = faces.iter().sum();
        let holders: Vec<usize> = (0..players).filter(|&holder| numbers[holder] == sum).collect();
        match sum {
            sum if is_hazard(sum) => return (*seat, format!("{sum} is a hazard")),
            sum if numbers[*seat] == 0 => numbers[*seat] = sum,
            sum if holders.contains(seat) => {
                return (*seat, format!("{sum} is Player {}'s number", seat + 1));
            }
            sum if holders.len() == 1 => {
                return (holders[0], format!("{sum} is Player {}'s number", holders[0] + 1));
            }
            _ => {}
        }
    }
    panic!("nobody won");
}

fn marlota(players: usize, throws: &[(usize, Vec<u32>)]) -> (usize, String) {
    let mut numbers: Vec<(usize, u32)> = Vec::new();
    for (_, faces) in throws {
        let sum: u32 = faces.iter().sum();
        let owner = numbers.iter().find(|(_, number)| *number == sum);
        match owner {
            Some((owner, _)) if numbers.len() == players => {
                return (*owner, format!("{sum} is Player {}'s number", owner + 1));
            }
            None if numbers.len() < players && !is_hazard(sum) => {
                numbers.push((players - 1 - numbers.len(), sum));
            }
            _ => {}
        }
    }
    panic!("nobody won");
}

fn guirguiesca(_: usize, throws: &[(usize, Vec<u32>)]) -> (usize, String) {
    let (mut own, mut other) = (0, 0);
    for (_, faces) in throws {
        let sum: u32 = faces.iter().sum();
        match sum {
            2 | 3 | 11 | 12 => return (1, format!("{sum} is a hazard")),
            sum if sum == other => return (1, format!("{sum} is Player 2's number")),
            sum if sum == own => return (0, format!("{sum} is Player 1's number")),
            sum if other == 0 => other = sum,
            sum if own == 0 => own = sum,
            _ => {}
        }
    }
    panic!("nobody won");
}

fn pair_and_ace(_: usize, throws: &[(usize, Vec<u32>)]) -> (usize, String) {
    for (seat, faces) in throws {
        for face in 1..=6 {
            if faces.iter().filter(|other| **other == face).count() > 1 {
                return (*seat, format!("a pair of {face}"));
            }
        }
    }
    panic!("nobody won");
}

/// Rounds in which everybody who is left makes a score, until one has the best.
fn best_of(players: usize, scores: &[(usize, u32)], better: fn(u32, u32) -> bool) -> (usize, u32) {
    let (mut left, mut scores): (Vec<usize>, _) = ((0..players).collect(), scores.iter());
    loop {
        let round: Vec<(usize, u32)> = left.iter().map(|_| *scores.next().expect("a score")).collect();
        assert_eq!(round.iter().map(|(seat, _)| *seat).collect::<Vec<_>>(), left);
        let best = round.iter().map(|(_, score)| *score).reduce(|a, b| if better(b, a) { b } else { a });
        let best = best.expect("somebody is left");
        left = round.into_iter().filter(|(_, score)| *score == best).map(|(seat, _)| seat).collect();
        if let [winner] = left[..] {
            return (winner, best);
        }
    }
}

fn sums(throws: &[(usize, Vec<u32>)]) -> Vec<(usize, u32)> {
    throws.iter().map(|(seat, faces)| (*seat, faces.iter().sum())).collect()
}

fn highest_wins(players: usize, throws: &[(usize, Vec<u32>)]) -> (usize, String) {
    let (winner, sum) = best_of(players, &sums(throws), |a, b| a > b);
    (winner, format!("{sum} is the highest sum"))
}

fn lowest_wins(players: usize, throws: &[(usize, Vec<u32>)]) -> (usize, String) {
    let (winner, sum) = best_of(players, &sums(throws), |a, b| a < b);
    (winner, format!("{sum} is the lowest sum"))
}

fn riffa(players: usize, throws: &[(usize, Vec<u32>)]) -> (usize, String) {
    let (mut pair, mut scores) = (0, Vec::new());
    for (seat, faces) in throws {
        match faces[..] {
            [die] => scores.push((*seat, 2 * pair + die)),
            [a, b, c] if a == b || b == c => pair = b,
            _ => {}
        }
    }
    let (winner, score) = best_of(players, &scores, |a, b| a > b);
    (winner, format!("{score} is the highest score"))
}

fn triga(players: usize, throws: &[(usize, Vec<u32>)]) -> (usize, String) {
    for round in throws.chunks(players) {
        let triples: Vec<usize> =
            round.iter().filter(|(_, faces)| faces[0] == faces[2]).map(|(seat, _)| *seat).collect();
        let high: Vec<usize> =
            sums(round).into_iter().filter(|(_, sum)| *sum >= 15).map(|(seat, _)| seat).collect();
        match (&triples[..], &high[..]) {
            ([winner], _) => return (*winner, "the only triple of the round".to_owned()),
            ([], [winner]) => return (*winner, "the only sum of 15 to 18 of the round".to_owned()),
            _ => {}
        }
    }
    panic!("nobody won");
}

/// The first success of a round wins unless others of the round tie; those who tie go on.
fn as_many(players: usize, throws: &[(usize, Vec<u32>)]) -> (usize, String) {
    let (mut active, mut throws): (Vec<usize>, _) = ((0..players).collect(), throws.iter());
    loop {
        let mut succeeded: Vec<usize> = Vec::new();
        let mut last = 0;
        for &seat in &active {
            let (thrower, faces) = throws.next().expect("an attempt");
            assert_eq!(*thrower, seat);
            last = seat;
            if faces[0] == faces[1] + faces[2] {
                succeeded.push(seat);
            }
        }
        match succeeded[..] {
            [] => {}
            [winner] if winner == last => return (winner, "one die shows the sum of two".to_owned()),
            [winner] => {
                return (winner, format!("only Player {}'s one die showed the sum of two", winner + 1));
            }
            _ => active = succeeded,
        }
    }
}

#[test]
fn contests_are_won_as_their_rules_say() {
    let games: [(&str, Judge, bool); 9] = [
        ("hazard", hazard, true),
        ("marlota", marlota, true),
        ("guirguiesca", guirguiesca, false),
        ("pair-and-ace", pair_and_ace, true),
        ("highest-wins", highest_wins, true),
        ("lowest-wins", lowest_wins, true),
        ("riffa", riffa, true),
        ("triga", triga, true),
        ("as-many-on-one-as-on-two", as_many, true),
    ];
    for (id, judge, many) in games {
        for seed in 0..40 {
            let players = if many { 2 + seed as usize % 3 } else { 2 };
            let spec = if many { format!("{id}(players={players})") } else { id.to_owned() };
            let (tokens, session) = played(&spec, seed);
            let throws: Vec<(usize, Vec<u32>)> = tokens.iter().map(|token| read(token)).collect();
            let (winner, why) = judge(players, &throws);
            let sentence = format!("Player {} wins: {why}.", winner + 1);
            assert_eq!(ending(&*session, None), sentence, "{spec}: {tokens:?}");
            let own = why.replace(&format!("Player {}'s", winner + 1), "your");
            let own = format!("You won: {own}.");
            assert_eq!(ending(&*session, Some(Seat::new(winner))), own, "{spec}: {tokens:?}");
            let told = session.told().map(|words| Reader::of(&*session).told(&words));
            assert!(told.is_some_and(|told| told.ends_with(&format!(": Player {} wins", winner + 1))));
        }
    }
}

/// Turns of a game in which the seats throw by turns, first 0: the tokens of each.
fn turns(tokens: &[String]) -> Vec<Vec<&str>> {
    let mut turns: Vec<Vec<&str>> = Vec::new();
    for token in tokens {
        match turns.last_mut().filter(|turn| turn[0].as_bytes()[0] == token.as_bytes()[0]) {
            Some(turn) => turn.push(token),
            None => turns.push(vec![token]),
        }
    }
    turns
}

/// The opponent's number, the thrower's, and the tokens after those that fixed them.
fn numbers<'a>(turn: &'a [&'a str]) -> ([u32; 2], &'a [&'a str]) {
    let mut found = Vec::new();
    for (index, token) in turn.iter().enumerate() {
        let sum = read(token).1.iter().sum();
        if !is_hazard(sum) && !found.contains(&sum) {
            found.push(sum);
        }
        if let [other, own] = found[..] {
            return ([other, own], &turn[index + 1..]);
        }
    }
    panic!("no numbers");
}

#[test]
fn half_hazard_is_won_by_money() {
    for seed in 0..40 {
        let (tokens, session) = played("half-hazard", seed);
        let (mut money, mut left) = ([100u32; 2], 0);
        for (thrower, turn) in turns(&tokens).into_iter().enumerate() {
            money = money.map(|money| money - 10);
            let (pot, ([other, own], rest)) = (20 + left, numbers(&turn));
            let (mut winnings, mut streak) = (0, false);
            for token in rest {
                if token.ends_with("throw") || token.ends_with("stop") {
                    continue;
                }
                match read(token).1.iter().sum::<u32>() {
                    sum if is_hazard(sum) => {
                        winnings = pot.min(winnings + if streak { 2 } else { 6 });
                        streak = true;
                    }
                    sum if sum == other => winnings = pot,
                    sum if sum == own => streak = false,
                    _ => winnings = 0,
                }
            }
            money[thrower] += winnings;
            left = pot - winnings;
        }
        money = money.map(|money| money + left / 2);
        let [a, b] = money;
        let sentence = match a.cmp(&b) {
            std::cmp::Ordering::Greater => format!("Player 1 wins: on money, {a} to {b}."),
            std::cmp::Ordering::Less => format!("Player 2 wins: on money, {b} to {a}."),
            std::cmp::Ordering::Equal => "A draw: both have the same money.".to_owned(),
        };
        assert_eq!(ending(&*session, None), sentence, "{tokens:?}");
    }
}

#[test]
fn rising_hazard_is_won_by_the_others_number() {
    for seed in 0..40 {
        let (tokens, session) = played("rising-hazard", seed);
        let turns = turns(&tokens);
        let last = turns.last().expect("a turn");
        let ([other, _], _) = numbers(last);
        let (thrower, faces) = read(last.last().expect("a throw"));
        assert_eq!(faces.iter().sum::<u32>(), other, "{tokens:?}");
        let sentence = format!(
            "Player {} wins: {other} is Player {}'s number and takes the pot.",
            thrower + 1,
            2 - thrower
        );
        assert_eq!(ending(&*session, None), sentence, "{tokens:?}");
    }
}

#[test]
fn panquist_is_lost_by_who_cannot_stake() {
    for seed in 0..40 {
        let (tokens, session) = played("panquist", seed);
        let result = session.result();
        let points = result.points.as_ref().expect("stakes");
        let loser = (0..2).find(|&seat| 8.0 + points[seat] < 4.0).expect("somebody owns fewer than four");
        let sentence = format!("Player {} wins: Player {} cannot lay four stakes.", 2 - loser, loser + 1);
        assert_eq!(ending(&*session, None), sentence, "{tokens:?}");
        assert_eq!(ending(&*session, Some(Seat::new(loser))), "You lost: you cannot lay four stakes.");
    }
}
