//! Matches of two engines: by a test, and over a number of groups that was given.

use serde_json::Value;

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
