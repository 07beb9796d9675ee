//! Exact odds of the dice games against the fractions of the rules pages.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;
use torneo::dice::{self, Number, Odds};

fn odds(spec: &str) -> Odds {
    let odds = dice::odds(&spec.parse().unwrap()).unwrap().unwrap();
    let sum: BigRational = odds.seat_win.iter().chain([&odds.draw]).filter_map(Number::exact).sum();
    assert!(sum.is_one(), "{spec}: probabilities add up to one");
    let turn: BigRational = odds.turn_results.iter().map(|result| &result.probability.0).sum();
    assert!(turn.is_one(), "{spec}: a turn ends somehow");
    odds
}

fn fraction(text: &str) -> BigRational {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    BigRational::new(numerator.parse::<BigInt>().unwrap(), denominator.parse::<BigInt>().unwrap())
}

#[track_caller]
fn exactly(number: &Number, expected: &str) {
    assert_eq!(number.exact(), Some(&fraction(expected)));
}

#[track_caller]
fn nearly(number: &Number, expected: f64) {
    assert!((number.decimal() - expected).abs() < 6e-13, "{} instead of {expected}", number.decimal());
}

#[test]
fn hazard() {
    let two = odds("hazard");
    exactly(&two.seat_win[0], "24298296676888433677205006791/43545762570418032921528692160");
    exactly(&two.seat_win[1], "19247465893529599244323685369/43545762570418032921528692160");
    exactly(&two.expected_throws, "2057118359841763051/575965643809347792");
    let round: BigRational = two.length.head[..2].iter().filter_map(|item| item.probability.exact()).sum();
    assert_eq!(round, fraction("245/729"));

    let three = odds("hazard(players=3)");
    for (seat, expected) in [0.418295569641, 0.322102864368, 0.259601565992].into_iter().enumerate() {
        nearly(&three.seat_win[seat], expected);
    }
    nearly(&three.expected_throws, 3.712895823770);
    let round: BigRational = three.length.head[..3].iter().filter_map(|item| item.probability.exact()).sum();
    assert_eq!(round, fraction("9035/19683"));
}

#[test]
fn turns_and_battles() {
    let one = odds("hazard");
    let win = one.seat_win[0].exact().unwrap().clone();
    let lose = BigRational::one() - &win;
    // Without rotation two turns are two independent trials.
    let two = odds("hazard(turns=2, rotate=false, stake=3)");
    assert_eq!(two.seat_win[0].exact(), Some(&(&win * &win)));
    assert_eq!(two.draw.exact(), Some(&(&win * &lose * fraction("2"))));
    assert_eq!(two.expected_points[0].exact(), Some(&((&win - &lose) * fraction("6"))));
    // With rotation both seats are alike after an even number of turns.
    let rotated = odds("hazard(turns=2)");
    assert_eq!(rotated.seat_win[0], rotated.seat_win[1]);
    exactly(&rotated.expected_points[0], "0");
    for spec in ["hazard(battle=highest)", "hazard(battle=lowest, players=4)"] {
        let even = odds(spec);
        exactly(&even.seat_win[0], &format!("1/{}", even.seats));
    }
}

#[test]
fn a_limit_on_the_throws_is_exact() {
    let odds = odds("hazard(max_throws=2)");
    exactly(&odds.seat_win[0], "5/27");
    exactly(&odds.draw, "484/729");
    exactly(&odds.expected_throws, "49/27");
}

#[test]
fn many_turns_are_known_to_an_error() {
    let odds = dice::odds(&"hazard(turns=100, players=4)".parse().unwrap()).unwrap().unwrap();
    assert!(odds.seat_win[0].exact().is_none());
    let sum: f64 = odds.seat_win.iter().chain([&odds.draw]).map(Number::decimal).sum();
    assert!((sum - 1.0).abs() < 1e-11);
    assert!(odds.expected_throws.exact().is_some());
}

#[test]
fn other_games_are_refused() {
    assert!(dice::odds(&"hnefatafl".parse().unwrap()).unwrap_err().to_string().contains("not a dice game"));
    assert!(dice::odds(&"hazrd".parse().unwrap()).unwrap_err().nearest().is_some());
}
