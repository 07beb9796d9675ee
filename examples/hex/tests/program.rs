//! A game from outside with every call that its program can make.

use std::process::{Command, Output};

fn torneo(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_torneo-example-hex");
    Command::new(program).args(arguments).output().expect("the program runs")
}

#[test]
fn conformance_says_how_often_it_tried_what() {
    let output = torneo(&["conformance", "hex(size=4)"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("a position text reads back to the same position"), "{text}");
    let json = torneo(&["conformance", "hex(size=4)", "--json", "--games", "1", "--seed", "7"]);
    let value = String::from_utf8_lossy(&json.stdout).into_owned();
    assert!(value.contains("\"breaches\": []") && value.contains("\"tried\""), "{value}");
}

#[test]
fn the_rules_are_those_that_the_entry_has() {
    let output = torneo(&["rules", "hex"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("Piet Hein"), "{output:?}");
}
