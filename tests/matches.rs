//! Matches of two engines: by a test, and over a number of groups that was given.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use torneo_arena::plan::{Arguments, Entrant, Order, Tournament};
use torneo_arena::trial::{Comparison, Conduct, Keeping, Terms, compare, compare_growing};
use torneo_records::Book;
use torneo_registry::EngineSpec;
use torneo_registry::incoming::Named;
use torneo_statistics::sprt::{Hypotheses, Model, Test};

use crate::command_line::torneo;

const PLAYERS: [&str; 6] = ["match", "greedy", "random", "--games", "three-mens-morris", "--json"];

fn played(more: &[&str]) -> (Value, String) {
    let output = torneo(&[&PLAYERS[..], more].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    (serde_json::from_slice(&output.stdout).expect("JSON"), said)
}

#[test]
fn pairs_are_played_whatever_comes_out() {
    let (found, said) = played(&["--pairs", "60"]);
    assert_eq!((&found["decision"], &found["games"]), (&Value::from("fixed"), &Value::from(120)));
    for name in ["hypotheses", "model", "log_likelihood_ratio", "bounds", "llr_percent", "expected_groups"] {
        assert!(found.get(name).is_some_and(Value::is_null), "{name}: {found}");
    }
    assert!(!said.contains("expected length"), "{said}");
    // A test that would have stopped long before is told.
    let (tested, _) = played(&["--pairs", "60", "--sprt", "0,50"]);
    assert_eq!((&tested["decision"], &tested["games"]), (&Value::from("fixed"), &Value::from(120)));
    assert!(tested["log_likelihood_ratio"].as_f64().unwrap() > tested["bounds"][1].as_f64().unwrap());
    assert_eq!(tested["scores"], found["scores"]);
    assert_eq!(tested["model"], "logistic");
    // The groups are those that the test plays first.
    let (stopped, _) = played(&["--sprt", "0,50"]);
    assert_eq!(stopped["decision"], "accept-h1");
    assert!(stopped["games"].as_u64() < Some(120));
}

#[test]
fn the_expected_length_is_told_before_and_after() {
    let (found, said) = played(&["--sprt", "0,50", "--model", "normalized"]);
    // 2 * 0.9 ln 19 / (50 sqrt(2) ln 10 / 800)^2 = 127.96, and (ln 19)^2 over the same 209.3.
    assert!(
        said.contains("expected length: 128 groups if H0 is true, 128 if H1 is true, 210 midway"),
        "{said}"
    );
    let expected = &found["expected_groups"];
    assert!((expected["h1"].as_f64().unwrap() - 127.96).abs() < 0.01, "{expected}");
    assert!((expected["between"].as_f64().unwrap() - 209.3).abs() < 0.1, "{expected}");
    assert_eq!(found["model"], "normalized");
    let few = played(&["--sprt", "0,1", "--max-rounds", "8"]).0;
    assert!(few["expected_groups"].is_null(), "{few}");
    let many = played(&["--sprt", "0,1", "--max-rounds", "40"]).0;
    assert!(many["expected_groups"]["h0"].as_f64().unwrap() > 1000.0, "{many}");
}

#[test]
fn a_match_needs_terms() {
    for (more, expected) in [
        (&[][..], &["--sprt", "--pairs"][..]),
        (&["--pairs", "3", "--model", "normalized"], &["--sprt"]),
        (&["--sprt", "0,4", "--model", "normalised"], &["normalised", "normalized"]),
        (&["--pairs", "0"], &["--pairs", "1..=1000000000"]),
        (&["--pairs", "3", "--max-rounds", "4"], &["--max-rounds"]),
    ] {
        let output = torneo(&[&PLAYERS[..], more].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{more:?}: {said}");
        expected.iter().for_each(|word| assert!(said.contains(word), "{more:?}: {said}"));
    }
}

/// A test that begins with few rounds of a book and takes more as it needs them plays, and says, what one of all rounds does, with a
/// folder and without.
#[test]
fn a_tournament_that_grows_is_that_of_all_rounds() {
    let registry = torneo::registry();
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    fs::write(&book, "a2a3 a7a6\nb2b3 b7b6\nc2c3 c7c6\nd2d3 d7d6\ne2e3 e7e6\n".repeat(40)).unwrap();
    let book = Arc::new(Book::open(&book, Named::ByUser).unwrap());
    let entrant = |spec: &str| Entrant {
        spec: EngineSpec::check(&spec.parse().unwrap()).unwrap(),
        name: None,
        identity: None,
    };
    for order in [Order::Sequential, Order::Random] {
        let of = |rounds: u64| {
            let engines = vec![entrant("mcts(sims=2)"), entrant("mcts(sims=3)")];
            let arguments = Arguments {
                openings: Some(book.clone()),
                order,
                max_plies: 12,
                record: true,
                ..Arguments::of("match", vec!["fischerandom(start=518)".to_owned()], engines, (rounds, 9))
            };
            Tournament::of_arguments(&registry, &arguments)
        };
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 1.0, alpha: 0.05, beta: 0.05 };
        let terms = Terms::Sequential(Test { hypotheses, model: Model::Logistic });
        let told = |found: &Comparison| serde_json::to_string(found).unwrap();
        let conduct = |keeping| Conduct::new(2, keeping);
        let out = |name: &str| folder.path().join(format!("{name}-{order:?}"));
        let kept = |name: &str| Keeping::Folder { out: out(name), resume: false };
        let whole = compare(&of(150).unwrap(), terms, &conduct(kept("whole")), |_| {}).unwrap();
        for keeping in [Keeping::Nothing, kept("grown")] {
            let (first, conduct) = (of(3).unwrap(), conduct(keeping));
            let grown = compare_growing(first, 150, of, terms, &conduct, |_| {}).unwrap();
            assert_eq!(told(&grown), told(&whole), "{order:?}");
        }
        for file in ["games.csv", "seats.csv", "manifest.json"] {
            let bytes = |folder: &Path| fs::read(folder.join(file)).unwrap();
            assert!(bytes(&out("grown")) == bytes(&out("whole")), "{order:?}: {file}");
        }
    }
}
