//! Exact odds of a game from outside, against value iteration that knows its rules by itself.

use std::process::{Command, Output};

use serde_json::Value;

fn torneo(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_torneo-example-pig");
    Command::new(program).args(arguments).output().expect("the program runs")
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = torneo(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

const TARGET: usize = 20;

/// How likely the seat that begins wins; `stops` decides by its points, those of the other and the sum, the best choice is made
/// without it.
fn first_wins(stops: Option<fn(usize, usize, usize) -> bool>) -> f64 {
    let mut begins = [[0.5; TARGET]; TARGET];
    for _ in 0..300 {
        for own in (0..TARGET).rev() {
            for other in (0..TARGET).rev() {
                let mut throws = [0.0; TARGET];
                for sum in (0..TARGET - own).rev() {
                    let mut win = 1.0 - begins[other][own];
                    for after in sum + 2..=sum + 6 {
                        win += match own + after >= TARGET {
                            true => 1.0,
                            false => {
                                let (throw, stop) = (throws[after], 1.0 - begins[other][own + after]);
                                match stops {
                                    None => f64::max(throw, stop),
                                    Some(stops) => {
                                        if stops(own, other, after) {
                                            stop
                                        } else {
                                            throw
                                        }
                                    }
                                }
                            }
                        };
                    }
                    throws[sum] = win / 6.0;
                }
                begins[own][other] = throws[0];
            }
        }
    }
    begins[0][0]
}

#[track_caller]
fn agrees(policy: &[&str], expected: f64) {
    let arguments = [&["dice", "odds", "pig", "--json"], policy].concat();
    let odds: Value = serde_json::from_str(&printed(&arguments)).expect("JSON");
    let found = odds["seat_win"][0]["decimal"].as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-12, "{policy:?}: {found} instead of {expected}");
}

#[test]
fn the_best_policy_and_rules_over_fields_are_solved() {
    agrees(&[], first_wins(None));
    agrees(&["--policy", "never"], first_wins(Some(|_, _, _| false)));
    agrees(&["--policy", "stop when sum >= 15"], first_wins(Some(|_, _, sum| sum >= 15)));
    agrees(
        &["--policy", "throw when other points >= points + 5 or sum < 8; stop"],
        first_wins(Some(|own, other, sum| other < own + 5 && sum >= 8)),
    );
}

#[test]
fn a_policy_is_a_table_of_fields() {
    let rule = ["dice", "odds", "pig", "--decisions", "--policy", "stop when sum >= 15"];
    let csv = printed(&[&rule[..], &["--csv"]].concat());
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("seat,turn,points,other points,sum,action"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert!(rows.iter().all(|row| (row[5] == "stop") == (row[4].parse::<u32>().unwrap() >= 15)));
    assert!(rows.iter().any(|row| row[..] == ["1", "1", "3", "0", "16", "stop"]));
    let json: Value = serde_json::from_str(&printed(&[&rule[..], &["--json"]].concat())).expect("JSON");
    assert_eq!(json["decisions"].as_array().unwrap().len(), rows.len());
    assert_eq!(json["merged"][0], "turn");
    let text = printed(&rule);
    assert!(text.lines().count() <= 46 && text.contains("more rows: --csv"), "{text}");
}

#[test]
fn wrong_policies_name_the_field_and_the_nearest() {
    for (policy, message) in [
        ("stop when summ >= 15", "there is no field `summ`"),
        ("stop when summ >= 15", "did you mean `sum`?"),
        ("stop when turn > 3", "positions that differ in `turn` alone"),
        ("stop when other sum > 3", "`sum` is no field of a seat"),
        ("hold when sum > 3", "expected `throw` or `stop`, found `hold`"),
        ("a,b,c", "there is no `a`"),
        ("never,never,never", "expected one policy for both seats or one for each of two, found 3"),
    ] {
        let output = torneo(&["dice", "odds", "pig", "--policy", policy]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{policy}");
        let errors = errors.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(errors.contains(message), "{policy}: {errors}");
    }
}
