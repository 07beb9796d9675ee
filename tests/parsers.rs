//! No parser panics, whatever it is given, and what it accepts it can write again.

use proptest::prelude::*;
use torneo_contract::Spec;
use torneo_contract::session::{Due, Session};
use torneo_games::infos;

use crate::support::session;

/// A text that looks like `model`, with a few edits.
fn near(model: String) -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..4u8, "[ -~]|[a-k1-9/.:,=+*-]|\\PC");
    prop::collection::vec(edit, 0..6).prop_map(move |edits| {
        let mut text: Vec<char> = model.chars().collect();
        for (at, kind, piece) in edits {
            let at = at.index(text.len() + 1);
            let c = piece.chars().next().unwrap_or(' ');
            match kind {
                0 => text.insert(at, c),
                1 if at < text.len() => text[at] = c,
                2 if at < text.len() => drop(text.remove(at)),
                _ => text.truncate(at.max(1)),
            }
        }
        text.into_iter().collect()
    })
}

fn first_token(game: &dyn Session) -> String {
    match game.due() {
        Due::Seat(_, legal) => legal[0].clone(),
        Due::Chance(results) => results[0].0.clone(),
        Due::Simultaneous(choices) => {
            game.join(&choices.into_iter().map(|(_, legal)| legal[0].clone()).collect::<Vec<_>>())
        }
        Due::Over(_) => String::new(),
    }
}

/// Positions of a game that texts are made from: the start, and a few plies on.
fn model_positions(id: &str) -> Vec<String> {
    let mut game = session::open(id).expect("the defaults are valid");
    let mut positions = vec![game.position()];
    for _ in 0..7 {
        let token = first_token(&*game);
        if game.play(&token).is_err() {
            break;
        }
        positions.push(game.position());
    }
    positions
}

fn set_position(id: &str, text: &str) {
    let mut game = session::open(id).expect("the defaults are valid");
    if game.set_position(text).is_ok() {
        let written = game.position();
        game.set_position(&written).unwrap_or_else(|error| panic!("{id}: `{written}`: {error}"));
        assert_eq!(game.position(), written, "{id}: `{text}`");
        // A position that was accepted can be shown and played on.
        assert!(!game.draw().is_empty());
        let token = first_token(&*game);
        let _ = game.play(&token);
    }
}

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The lines of a file of `tests/corpus`: what once did harm, or would.
fn corpus(name: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus").join(name);
    let text = std::fs::read_to_string(path).expect("the corpus is there");
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert!(lines.len() > 5);
    lines
}

#[test]
fn the_corpus_does_no_harm() {
    for line in corpus("specifications.txt") {
        let _ = line.parse::<Spec>();
        let _ = session::open(&line);
    }
    for line in corpus("positions.txt") {
        let (game, text) = line.split_once(' ').unwrap_or((&line, ""));
        set_position(game, text);
    }
    for line in corpus("moves.txt") {
        let (game, tokens) = line.split_once(' ').unwrap_or((&line, ""));
        let mut game = session::open(game).expect("the defaults are valid");
        assert!(game.play_all(tokens).is_err(), "{line}");
    }
}

#[test]
fn positions() {
    for info in infos() {
        for model in model_positions(info.id) {
            proptest!(cases(60), |(text in near(model.clone()))| set_position(info.id, &text));
        }
        proptest!(cases(30), |(text in "\\PC{0,40}")| set_position(info.id, &text));
    }
}

#[test]
fn moves() {
    for info in infos() {
        let game = session::open(info.id).expect("the defaults are valid");
        let model = first_token(&*game);
        let play = |token: &str| {
            let mut game = session::open(info.id).expect("the defaults are valid");
            let _ = game.play(token);
        };
        proptest!(cases(150), |(token in near(model.clone()))| play(&token));
        proptest!(cases(30), |(token in "\\PC{0,20}")| play(&token));
    }
}

#[test]
fn specifications() {
    proptest!(cases(2000), |(text in near("lanza(players=3, start=\"ring\")".to_owned()))| {
        if let Ok(spec) = text.parse::<Spec>() {
            prop_assert!(!spec.name.is_empty());
        }
        let _ = session::open(&text);
    });
}
