//! Games as a page plays them.

use serde_json::Value;
use torneo_picture::Style;
use torneo_web_player::{Table, Thinker};

fn view(table: &Table, ply: usize) -> Value {
    serde_json::to_value(table.seen(ply, ply, Style::default())).unwrap()
}

/// Plays games of random clicks: of each action the places that are clicked are shown, and no two actions are clicked alike.
fn play(spec: &str) {
    let mut table = Table::set(spec, None, "").unwrap();
    for ply in 0..60usize {
        let view = view(&table, ply);
        let turn = view["turn"].as_str().unwrap();
        let shown: Vec<&str> = ["targets", "choices"]
            .iter()
            .flat_map(|kind| view[kind].as_array().unwrap())
            .map(|place| place["key"].as_str().unwrap())
            .collect();
        let mut tokens = Vec::new();
        for (legal, clicks) in
            view["legal"].as_array().unwrap().iter().zip(view["clicks"].as_array().unwrap())
        {
            let (legal, clicks) = (legal.as_array().unwrap(), clicks.as_array().unwrap());
            assert_eq!(legal.len(), clicks.len(), "{spec} at ply {ply}");
            for (index, places) in clicks.iter().enumerate() {
                let places = places.as_array().unwrap();
                assert!(!places.is_empty(), "{spec} at ply {ply}: {} is clicked nowhere", legal[index]);
                assert!(
                    places.iter().all(|key| shown.contains(&key.as_str().unwrap())),
                    "{spec} at ply {ply}"
                );
                assert!(!clicks[..index].contains(&clicks[index]), "{spec} at ply {ply}: {}", legal[index]);
            }
            tokens.push(legal[(ply * 7 + 3) % legal.len()].as_str().unwrap().to_owned());
        }
        match turn {
            "over" => return assert!(view["outcome"]["scores"].is_array()),
            "chance" => table.draw(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(ply as u64 + 1)),
            "seat" => table.push(&tokens[0]).unwrap(),
            _ => assert!(table.play_joint(tokens).is_ok()),
        }
        assert_eq!(table.record().split(' ').count(), ply + 1, "{spec}: a ply was played");
    }
}

#[test]
#[cfg(feature = "morris")]
fn decisions_are_clicked() {
    play("three-mens-morris");
    play("nine-mens-morris");
}

#[test]
#[cfg(feature = "dice")]
fn dice_are_drawn() {
    play("hazard(players=3)");
    play("half-hazard");
}

#[test]
#[cfg(feature = "simultaneous")]
fn choices_are_joined() {
    play("frames(size=7)");
    play("lanza(players=3)");
}

#[test]
#[cfg(feature = "morris")]
fn games_are_taken_back_and_set_up() {
    let mut table = Table::set("three-mens-morris", None, "@b2 @a1 @c3").unwrap();
    let position = table.position(2);
    table.back(2);
    assert_eq!((table.record().as_str(), table.position(9)), ("@b2 @a1", position.clone()));
    let again = Table::set("three-mens-morris", Some(&position), "@c3").unwrap();
    assert_eq!(again.choosing(0), [0]);
    assert_eq!(again.choosing(1), [1]);
}

#[test]
#[cfg(feature = "morris")]
fn what_is_wrong_is_told() {
    let wrong = |spec: &str, position: Option<&str>, moves: &str| {
        Table::set(spec, position, moves).err().unwrap().to_string()
    };
    assert!(wrong("three-mens-moris", None, "").contains("three-mens-moris"));
    assert!(wrong("three-mens-morris(equal=1)", None, "").contains("equal"));
    assert!(wrong("three-mens-morris", Some("nonsense"), "").starts_with("position: "));
    assert!(wrong("three-mens-morris", None, "@b2 @b2").starts_with("move 2: "));
    assert!(Thinker::of("three-mens-morris", "perfect").err().unwrap().to_string().contains("browser"));
    let mut thinker = Thinker::of("three-mens-morris", "mcts(sims=50)").unwrap();
    assert!(thinker.advise(None, "@b2 @b2", 0, 1, 1).unwrap_err().to_string().starts_with("move 2: "));
    assert!(thinker.advise(None, "@b2", 0, 1, 1).unwrap_err().to_string().contains("does not choose"));
    let advice = thinker.advise(None, "@b2", 1, 1, 3).unwrap();
    assert!(advice.candidates.len() == 3 && advice.value.is_some());
}

#[test]
#[cfg(feature = "morris")]
fn every_move_since_ones_own_is_marked() {
    let table = Table::set("three-mens-morris", None, "@b2 @a1 @c3").unwrap();
    let rings = |since: usize| {
        let view = serde_json::to_value(table.seen(3, since, Style::default())).unwrap();
        view["svg"].as_str().unwrap().matches("<circle class=\"mark\"").count()
    };
    assert_eq!([rings(3), rings(2), rings(1), rings(0)], [1, 1, 2, 3]);
}

#[test]
#[cfg(feature = "morris")]
fn the_line_that_won_and_why_are_shown() {
    let table = Table::set("three-mens-morris", None, "@a1 @a3 @b1 @c3 @c2 @a2 c2-c1 a2-b2").unwrap();
    let view = view(&table, 8);
    let sentence = &view["outcome"]["sentence"];
    assert_eq!(sentence["text"], "White wins: three in a row.");
    assert_eq!(sentence["to"], serde_json::json!(["You won: three in a row.", "You lost: three in a row."]));
    let svg = view["svg"].as_str().unwrap();
    let lines = svg
        .split("<path class=\"mark\" d=\"")
        .skip(1)
        .filter(|path| path.split('"').next().unwrap().ends_with('z'));
    assert_eq!(lines.count(), 1, "a line through the three men");
}

#[test]
#[cfg(feature = "morris")]
fn what_was_captured_is_told() {
    let moves = "d3-c3 d4-d3 c3-d4 b3-c3 b2-b3 b4xb2 b1xb3";
    let table = Table::set("twelve-mens-morris", None, moves).unwrap();
    let lost = |ply: usize| {
        let losses = view(&table, ply)["losses"].clone();
        let loss =
            |loss: &Value| format!("{}: {}", loss["seat"], loss["things"][0]["name"].as_str().unwrap());
        losses.as_array().unwrap().iter().map(loss).collect::<Vec<_>>()
    };
    assert_eq!(lost(5), Vec::<String>::new());
    assert_eq!(lost(6), ["0: 1 White man"]);
    assert_eq!(lost(7), ["0: 1 White man", "1: 1 Black man"]);
}
