//! What was tuned and learnt for games: the files of the folder `tuning`.
//!
//! `GAME.toml` holds the engines and options that search a game best, each with the match that says why, and the scales by which the
//! values of engines become expected scores. `GAME.weights` holds the weights of an evaluation, as `torneo learn` writes them, and
//! `GAME.policy` those of a policy.

use std::collections::BTreeMap;

use serde::Deserialize;
use torneo_contract::{Spec, SpecError};
use torneo_search::{Scale, TunedConfig, TunedScale, Tuning};

use crate::EngineSpec;

/// The files by name.
const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/tuning.rs"));

/// A file `GAME.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    tuned: Vec<Row>,
    /// What told values stand for, by engine.
    #[serde(default)]
    scale: BTreeMap<String, Line>,
    /// The same of searches by the learnt evaluation.
    #[serde(default, rename = "scale-learned")]
    scale_learned: BTreeMap<String, Line>,
}

/// A line in log-odds, as of [`Scale`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    slope: f64,
    #[serde(default)]
    first: f64,
    #[serde(default)]
    mover: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    engine: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    seconds: f64,
    #[serde(default)]
    steps: u64,
    #[serde(default)]
    options: String,
    /// The match that says why.
    #[serde(rename = "match")]
    _match: String,
}

/// Reads the text of a file `GAME.toml`.
///
/// # Errors
/// A text of another form, or an engine or option that does not exist.
pub(crate) fn read(text: &str) -> Result<Tuning, SpecError> {
    let file: File = toml::from_str(text).map_err(|error| SpecError::new(error.to_string().trim_end()))?;
    let (mut configs, mut scales) = (Vec::new(), Vec::new());
    let lines = [(false, file.scale), (true, file.scale_learned)].into_iter();
    let lines = lines.flat_map(|(is_learned, lines)| lines.into_iter().map(move |line| (is_learned, line)));
    for (is_learned, (engine, Line { slope, first, mover })) in lines {
        EngineSpec::check(&engine.parse()?)?;
        let wrong =
            || SpecError::new(format!("the slope of {engine} is {slope}: expected a positive number"));
        let scale = Scale::new(slope, first, mover).ok_or_else(wrong)?;
        scales.push(TunedScale { engine, is_learned, scale });
    }
    for Row { engine, game, seconds, steps, options, _match } in file.tuned {
        let engine: Spec = format!("{engine}({options})").parse()?;
        EngineSpec::check(&engine)?;
        let game = format!("game({game})").parse::<Spec>()?.given;
        configs.push(TunedConfig { engine, game, seconds, steps });
    }
    Ok(Tuning { configs, scales, ..Tuning::default() })
}

/// What is known of the game with this id; nothing of others.
pub fn of(id: &str) -> Tuning {
    let find = |ending: &str| {
        let name = format!("{id}.{ending}");
        FILES.iter().find(|(file, _)| *file == name).map(|(_, text)| *text)
    };
    let tuning = find("toml").map(|text| read(text).expect("a test reads all files"));
    let [weights, policies] =
        ["weights", "policy"].map(|ending| find(ending).into_iter().map(str::to_owned).collect());
    Tuning { weights, policies, ..tuning.unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_games::info;

    #[test]
    fn every_file_is_of_a_game_and_can_be_read() {
        for (name, text) in FILES {
            let (id, ending) = name.rsplit_once('.').expect("an ending");
            let info = info(id).expect("a game");
            match ending {
                "toml" => {
                    let Tuning { configs, scales, .. } =
                        read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert!(
                        !(configs.is_empty() && scales.is_empty())
                            && text.matches("match = \"").count() == configs.len(),
                        "{name}"
                    );
                    for config in configs.iter().filter(|config| !config.game.is_empty()) {
                        let spec = Spec { name: id.to_owned(), given: config.game.clone() };
                        torneo_contract::Options::check(&spec, info.options).expect("options of the game");
                    }
                }
                "weights" | "policy" => assert!(text.contains(&format!("\ngame {id}")), "{name}"),
                _ => panic!("{name} is no file of tuned options, weights or a policy"),
            }
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        for (text, why) in [
            ("[[tuned]]\nengine = \"mcts\"\noptions = \"speed=9\"\nmatch = \"\"", "speed"),
            ("[[tuned]]\nengine = \"mcts\"", "match"),
            ("[[tuned]]\nengine = \"chess\"\nmatch = \"\"", "chess"),
            ("[scale]\nmtcs = { slope = 1.0 }", "mtcs"),
            ("[scale]\nmcts = { slope = 0.0 }", "positive"),
            ("[scale]\nmcts = { first = 0.1 }", "slope"),
            ("[scale-learned]\nmcts = { slope = -1.0 }", "positive"),
        ] {
            assert!(read(text).unwrap_err().to_string().contains(why), "{text}");
        }
    }
}
