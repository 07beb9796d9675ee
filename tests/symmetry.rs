//! Choices at the start of built-in games that symmetries of the board map onto each other.

use torneo_contract::Seat;
use torneo_symmetry::alike_choices;

use crate::support::session;

/// The first moves of a game, those together that are alike.
fn classes(spec: &str) -> Vec<Vec<String>> {
    let start = session::open(spec).expect("a specification");
    let tokens = start.tokens(Some(Seat::FIRST));
    let class = |class: Vec<usize>| class.into_iter().map(|choice| tokens[choice].clone()).collect();
    alike_choices(&*start, Seat::FIRST).into_iter().map(class).collect()
}

#[test]
fn first_moves_are_alike_under_symmetries() {
    assert_eq!(
        classes("three-mens-morris"),
        [vec!["@a1", "@c1", "@a3", "@c3"], vec!["@b1", "@a2", "@c2", "@b3"], vec!["@b2"]]
    );
    let counts =
        ["havannah", "atari-go", "hnefatafl", "surakarta", "grand-chess"].map(|spec| classes(spec).len());
    assert_eq!(counts, [20, 15, 15, 8, 65]);
}
