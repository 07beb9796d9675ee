//! Dice for a page in a browser: what is typed into its field, answered in JSON with a picture of each answer.

use serde::Serialize;
use torneo_dice::bars::Bar;
use torneo_dice::graph::{Graph, Look, Named, Theme, graph};
use torneo_dice::language::Bounds;
use torneo_dice::question::{Answer, Refusal, answers};
use torneo_present::numbers::percent;
use wasm_bindgen::prelude::*;

/// What the page shows.
#[derive(Serialize)]
#[serde(untagged)]
enum Shown {
    /// What is known of each expression or output.
    Answered {
        answers: Vec<Drawn>,
        /// All of them in one picture; none where there is one, or more than a picture holds.
        together: Option<String>,
    },
    /// What is wrong with the text.
    Refused { refused: Refusal },
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

/// Answers a text, with pictures of this width in pixels. `graph`: the name of what they show, as of `torneo dice --graph`. The
/// JSON has `answers` and a picture of them `together`, or `refused` with the place.
#[wasm_bindgen]
pub fn answer(text: &str, width: u32, graph: &str, dark: bool) -> String {
    let graph =
        Graph::NAMES.iter().find(|(name, _)| *name == graph).map_or(Graph::Normal, |(_, graph)| *graph);
    let look = Look { graph, theme: if dark { Theme::Dark } else { Theme::Light }, width };
    let shown = match answers(text, Bounds::default()) {
        Ok(answers) => answered(answers, look),
        Err(refused) => Shown::Refused { refused },
    };
    serde_json::to_string(&shown).expect("answers are texts and numbers")
}

fn answered(answers: Vec<Answer>, look: Look) -> Shown {
    let named: Vec<Named> = answers.iter().map(|answer| (answer.title.as_str(), &answer.value)).collect();
    let together = if named.len() > 1 { graph("", &named, look).ok() } else { None };
    // From distribution to distribution there is nothing to see of one.
    let alone = if look.graph == Graph::Transposed { Graph::Normal } else { look.graph };
    let drawn = |answer| drawn(answer, Look { graph: alone, ..look });
    Shown::Answered { together, answers: answers.into_iter().map(drawn).collect() }
}

fn drawn(answer: Answer, look: Look) -> Drawn {
    let picture = graph("", &[(&answer.title, &answer.value)], look).ok();
    let row = |bar: &Bar| {
        let [chance, at_least, at_most] = [bar.chance, bar.at_least, bar.at_most].map(percent);
        [bar.label.clone(), chance, at_least, at_most]
    };
    Drawn { rows: answer.bars.iter().map(row).collect(), answer, picture }
}
