//! Dice for a page in a browser: what is typed into its field, answered in JSON with a picture of each answer.

use serde::Serialize;
use torneo_dice::bars::Bar;
use torneo_dice::graph::{Look, graph};
use torneo_dice::language::Bounds;
use torneo_dice::question::{Answer, Refusal, answers};
use torneo_present::numbers::percent;
use wasm_bindgen::prelude::*;

/// What the page shows.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Shown {
    /// An answer to each expression or output.
    Answers(Vec<Drawn>),
    /// What is wrong with the text.
    Refused(Refusal),
}

/// An answer with its picture.
#[derive(Serialize)]
struct Drawn {
    #[serde(flatten)]
    answer: Answer,
    /// The bars: values, and in percent how likely they are, they or higher ones, they or lower ones.
    rows: Vec<[String; 4]>,
    /// SVG; none where nothing is possible.
    picture: Option<String>,
}

/// Sets the module up. The browser's console tells what fails inside it.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Answers a text, with pictures of this width in pixels. The JSON has `answers`, or `refused` with the place.
#[wasm_bindgen]
pub fn answer(text: &str, width: u32) -> String {
    let shown = match answers(text, Bounds::default()) {
        Ok(answers) => Shown::Answers(answers.into_iter().map(|answer| drawn(answer, width)).collect()),
        Err(refusal) => Shown::Refused(refusal),
    };
    serde_json::to_string(&shown).expect("answers are texts and numbers")
}

fn drawn(answer: Answer, width: u32) -> Drawn {
    let picture = match answer.value.is_empty() {
        true => None,
        false => graph("", &[(&answer.title, &answer.value)], Look { width, ..Look::default() }).ok(),
    };
    let row = |bar: &Bar| {
        let [chance, at_least, at_most] = [bar.chance, bar.at_least, bar.at_most].map(percent);
        [bar.label.clone(), chance, at_least, at_most]
    };
    Drawn { rows: answer.bars.iter().map(row).collect(), answer, picture }
}
