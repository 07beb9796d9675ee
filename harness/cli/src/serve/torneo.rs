//! The line protocol from the engine's side.

use serde_json::{Map, Value, json};
use torneo_contract::{MAX_SEATS, Seat};
use torneo_registry::EngineSpec;
use torneo_registry::advice::Adviser;

use super::input::{Input, Kind};
use super::{Service, say};
use crate::Failure;
use crate::options::option_json;

const PONG: &str = r#"{"type":"pong"}"#;

fn kind_of(line: &str) -> Kind {
    match message(line).as_ref().and_then(|message| message["type"].as_str()) {
        Some("go") => Kind::Go,
        Some("stop") => Kind::Stop,
        Some("quit") => Kind::Quit,
        Some("ping") => Kind::Ping,
        _ => Kind::Other,
    }
}

fn message(line: &str) -> Option<Value> {
    serde_json::from_str(line).ok().filter(Value::is_object)
}

/// A game that is served.
struct Game {
    adviser: Adviser,
    /// Whether the plies told so far all made sense; otherwise the position of each question counts alone.
    follows: bool,
}

/// Serves until the end of the input.
///
/// # Errors
/// A message that makes no sense.
pub fn serve(service: Service) -> Result<(), Failure> {
    let input = Input::open(kind_of, PONG)?;
    let mut game: Option<Game> = None;
    while let Some(line) = input.next() {
        if line.trim().is_empty() {
            continue;
        }
        let Some(message) = message(&line) else {
            return Err(Failure::run(format!("expected a JSON object, found `{line}`")));
        };
        match message["type"].as_str().unwrap_or_default() {
            "hello" => say(&hello(service).to_string()),
            "new" => {
                game = Some(begin(service, &message, &input)?);
                say(r#"{"type":"ready"}"#);
            }
            "ply" => {
                if let Some(game) = &mut game {
                    game.follows &= game.adviser.play(message["token"].as_str().unwrap_or_default()).is_ok();
                }
            }
            "go" => {
                let game = game.as_mut().ok_or_else(|| Failure::run("`go` before `new`"))?;
                game.adviser.set_stop(input.stop());
                say(&answer(game, &message)?.to_string());
                input.has_chosen();
            }
            "ping" => say(PONG),
            "quit" => break,
            _ => {}
        }
    }
    Ok(())
}

fn hello(service: Service) -> Value {
    let info = service.engine.info();
    json!({
        "type": "hello",
        "name": format!("torneo {}", service.engine.canonical()),
        "author": "the authors of torneo",
        "games": ["*"],
        "options": info.options.iter().map(option_json).collect::<Vec<_>>(),
    })
}

fn begin(service: Service, message: &Value, input: &Input) -> Result<Game, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::run(format!("cannot begin the game: {error}"));
    let text = message["game"].as_str().unwrap_or_default();
    let game = service.registry.game(text).map_err(|error| failed(&error))?;
    let engine = limited(service, &message["limits"], &message["options"])?;
    let mut adviser = game.adviser(&engine, input.stop()).map_err(|error| failed(&error))?;
    let seat = message["seat"].as_u64().and_then(|seat| usize::try_from(seat).ok());
    let seat = seat.filter(|&seat| seat < game.seats().min(MAX_SEATS));
    let seat = seat.ok_or_else(|| failed(&format!("`seat` is below {}", game.seats())))?;
    let seed = message["seed"].as_str().and_then(|seed| u64::from_str_radix(seed, 16).ok());
    adviser.begin(Seat::new(seat), seed.unwrap_or(service.seed));
    if let Some(position) = message["position"].as_str() {
        adviser.set_position(position).map_err(|error| failed(&error))?;
    }
    Ok(Game { adviser, follows: true })
}

/// The engine with the limits and options of a game in the place of its own, as far as it has them.
fn limited(service: Service, limits: &Value, options: &Value) -> Result<EngineSpec, Failure> {
    let mut given: Vec<(String, String)> = Vec::new();
    for (name, value) in limits.as_object().into_iter().flat_map(Map::iter) {
        if ["nodes", "sims", "depth", "time"].contains(&name.as_str()) && !value.is_null() {
            given.push((name.clone(), value.to_string()));
        }
    }
    for (name, value) in options.as_object().into_iter().flat_map(Map::iter) {
        given.push((name.clone(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
    }
    super::limits::with_options(service, &given)
        .map_err(|error| Failure::run(format!("cannot begin: {error}")))
}

fn answer(game: &mut Game, message: &Value) -> Result<Value, Failure> {
    let text = message["position"].as_str().unwrap_or_default();
    if !game.follows || game.adviser.session().position() != text {
        let set = game.adviser.set_position(text);
        set.map_err(|error| Failure::run(format!("`position`: {error}")))?;
    }
    let advice = game.adviser.advise(0).map_err(|fault| Failure::run(fault.to_string()))?;
    let mut answer = json!({"type": "move", "token": advice.token, "nodes": advice.nodes});
    if let Some(value) = advice.value {
        answer["value"] = json!(value);
    }
    if let Some(depth) = advice.depth {
        answer["depth"] = json!(depth);
    }
    answer["pv"] = json!(advice.line);
    Ok(answer)
}
