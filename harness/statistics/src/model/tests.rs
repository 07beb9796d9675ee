use super::*;
use crate::{Data, ELO, FirstPlace, expected_score};

const FIRST: FirstPlace = 0b01;
const SECOND: FirstPlace = 0b10;
const BOTH: FirstPlace = 0b11;

fn without_prior() -> Settings {
    Settings { prior: Prior { games: 0.0 }, ..Settings::default() }
}

/// Single games of `a` against `b` at a game, as won, drawn and lost by `a`.
fn games(data: &mut Data, game: usize, (a, b): (usize, usize), counts: [u64; 3]) {
    let contest = data.contest(game, &[a, b]);
    for (first, count) in [FIRST, BOTH, SECOND].into_iter().zip(counts) {
        if count > 0 {
            data.add_many(game * 100 + a * 10 + b, &[(contest, first)], count);
        }
    }
}

#[track_caller]
fn close(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "{found} instead of {expected}");
}

#[test]
fn draws_are_half_points_in_elo_and_results_of_their_own_in_davidsons_model() {
    let mut data = Data::new(2);
    for pair in [(0, 1), (1, 0)] {
        let [won, lost] = if pair.0 == 0 { [15, 5] } else { [5, 15] };
        games(&mut data, 0, pair, [won, 180, lost]);
    }
    let difference = |outcome| {
        let strengths = Fit::strengths(&data, &Settings { outcome, ..without_prior() }).unwrap();
        ELO * (strengths[0] - strengths[1])
    };
    close(difference(Outcome::Score), 17.3873, 0.01);
    // The odds of 30 wins and 10 losses are 3; the prior of the tie parameter takes a little off.
    close(difference(Outcome::FirstPlace), 400.0 * libm::log10(3.0), 1.0);
}

#[test]
fn expected_scores_are_actual_scores() {
    // What makes Ordo's ratings: everybody's expected score is the one he has.
    let mut data = Data::new(3);
    for (pair, counts) in [
        ((0, 1), [9, 4, 2]),
        ((1, 0), [5, 3, 7]),
        ((0, 2), [11, 1, 3]),
        ((2, 0), [4, 4, 7]),
        ((1, 2), [6, 6, 3]),
        ((2, 1), [8, 2, 5]),
    ] {
        games(&mut data, 0, pair, counts);
    }
    let fit = Fit::new(&data, &without_prior()).unwrap();
    let seat = fit.seat_score(0, 0, 0.95).unwrap().value;
    let seat = libm::log(seat / (1.0 - seat));
    let expected = |a: usize, b: usize| {
        1.0 / (1.0 + libm::exp(-(fit.all_strengths()[a] - fit.all_strengths()[b] + seat)))
    };
    let of_0 = 15.0 * (expected(0, 1) + expected(0, 2) + 2.0 - expected(1, 0) - expected(2, 0));
    close(of_0, 9.0 + 2.0 + 7.0 + 1.5 + 11.0 + 0.5 + 7.0 + 2.0, 1e-4);
    let first =
        expected(0, 1) + expected(1, 0) + expected(0, 2) + expected(2, 0) + expected(1, 2) + expected(2, 1);
    close(15.0 * first, 9.0 + 5.0 + 11.0 + 4.0 + 6.0 + 8.0 + (4.0 + 3.0 + 1.0 + 4.0 + 6.0 + 2.0) / 2.0, 0.3);
}

#[test]
fn games_count_the_same_however_often_they_were_played() {
    let mut data = Data::new(2);
    games(&mut data, 0, (0, 1), [60, 0, 30]);
    games(&mut data, 0, (1, 0), [30, 0, 60]);
    games(&mut data, 1, (0, 1), [3, 0, 7]);
    games(&mut data, 1, (1, 0), [7, 0, 3]);
    let elo = |pooling| {
        let strengths = Fit::strengths(&data, &Settings { pooling, ..without_prior() }).unwrap();
        expected_score(ELO * (strengths[0] - strengths[1]))
    };
    close(elo(Pooling::Equal), (2.0 / 3.0 + 0.3) / 2.0, 1e-4);
    close(elo(Pooling::Played), (120.0 + 6.0) / 200.0, 1e-4);
}

#[test]
fn games_as_a_sample_vary_more_than_their_results() {
    let mut data = Data::new(2);
    for (game, won) in [30, 150, 90, 170, 60, 30, 150, 90, 170, 60].into_iter().enumerate() {
        games(&mut data, game, (0, 1), [won, 0, 200 - won]);
        games(&mut data, game, (1, 0), [200 - won, 0, won]);
    }
    let difference = Fit::new(&data, &Settings::default()).unwrap().difference(0, &[1]);
    let (within, across) = (difference.within(0.95), difference.across(0.95).unwrap());
    assert_eq!(across.groups, 10);
    assert!(across.high - across.low > 5.0 * (within.high - within.low), "{within:?} {across:?}");
    let mut single = Data::new(2);
    games(&mut single, 0, (0, 1), [3, 0, 5]);
    assert_eq!(Fit::new(&single, &Settings::default()).unwrap().difference(0, &[1]).across, None);
}

#[test]
fn the_prior_counts_by_its_information() {
    // Twelve wins, in pairs. The interval is that of the documented formula, worked out by hand: the seat's advantage
    // is 0 by symmetry, both players have half a drawn prior game's information p (1 - p).
    let mut data = Data::new(2);
    let (a, b) = (data.contest(0, &[0, 1]), data.contest(0, &[1, 0]));
    data.add_many(0, &[(a, FIRST), (b, SECOND)], 6);
    let fit = Fit::new(&data, &Settings::default()).unwrap();
    let difference = fit.difference(0, &[1]);
    let share = |x: f64| 1.0 / (1.0 + libm::exp(-x));
    let (p, q) = (share(difference.value), share(difference.value / 2.0));
    // Along the difference d, each player is moved by d / 2.
    let games = 12.0 * p * (1.0 - p);
    let prior = 2.0 * q * (1.0 - q) / 4.0;
    // No group came out otherwise than the others: the error is the one that is expected of independent games.
    close(difference.error, (games + prior).sqrt().recip(), 1e-4);
    // Nobody loses all of twelve games unless the truth is far away, however certain the results look.
    let interval = difference.within(0.95);
    assert!(interval.low > 0.0 && interval.high * ELO > 800.0, "{interval:?}");
}

#[test]
fn several_anchors_are_held() {
    let mut data = Data::new(3);
    for pair in [(0, 1), (1, 2), (0, 2), (1, 0), (2, 1), (2, 0)] {
        games(&mut data, 0, pair, [20, 10, 20]);
    }
    let anchors = vec![(0, 100.0 / ELO), (2, 300.0 / ELO)];
    let fit = Fit::new(&data, &Settings { anchors, ..Settings::default() }).unwrap();
    close(fit.all_strengths()[0] * ELO, 100.0, 1e-9);
    close(fit.all_strengths()[2] * ELO, 300.0, 1e-9);
    // Everybody drew level with the other, so it stands in the middle.
    close(fit.all_strengths()[1] * ELO, 200.0, 1e-6);
    assert_eq!(fit.difference(0, &[]).error, 0.0);
    assert!(fit.difference(1, &[]).error > 0.0);
}

#[test]
fn parts_without_games_between_them_are_told() {
    let mut data = Data::new(5);
    games(&mut data, 0, (0, 1), [3, 0, 2]);
    games(&mut data, 0, (3, 2), [1, 2, 2]);
    games(&mut data, 1, (2, 3), [1, 0, 2]);
    games(&mut data, 1, (4, 4), [1, 0, 2]);
    assert_eq!(data.parts(), [vec![0, 1], vec![2, 3], vec![4]]);
    assert_eq!(data.met().into_iter().collect::<Vec<_>>(), [(0, 1), (2, 3)]);
    assert_eq!(data.groups_of_players(), [5, 5, 8, 8, 0]);
}

#[test]
fn the_bootstrap_agrees_with_the_curvature_where_groups_are_many() {
    let mut data = Data::new(2);
    games(&mut data, 0, (0, 1), [120, 60, 80]);
    games(&mut data, 0, (1, 0), [100, 60, 100]);
    let fit = Fit::new(&data, &Settings::default()).unwrap();
    let curvature = fit.difference(0, &[1]).within(0.95);
    let bootstrap = fit.bootstrap(&[(0, &[1])], 2000, 1).intervals(0.95)[0];
    close((bootstrap.high - bootstrap.low) / (curvature.high - curvature.low), 1.0, 0.08);
}

#[test]
fn intervals_for_all_at_once_are_wider() {
    let mut data = Data::new(4);
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        games(&mut data, 0, (a, b), [20, 10, 20]);
        games(&mut data, 0, (b, a), [20, 10, 20]);
    }
    let fit = Fit::new(&data, &Settings::default()).unwrap();
    let one = fit.simultaneous(&[(0, &[1])], 0.95);
    let all = fit.simultaneous(&[(0, &[1]), (0, &[2]), (0, &[3]), (1, &[2]), (1, &[3]), (2, &[3])], 0.95);
    // For one Student's quantile, for all pairs of four that of the studentised range, 3.63 divided by the root of 2.
    close(one, 1.96, 0.12);
    close(all, 2.57, 0.12);
    let range = fit.range(&[0, 1, 2, 3], 0.95).unwrap();
    assert!(range.low == 0.0 && range.high > 0.0 && range.value < 1e-6, "{range:?}");
}
