//! UCI from the engine's side. `UCI_Variant` changes the game, and `UCI_Chess960` how castling is written.

use std::time::Instant;

use torneo_contract::session::Session;
use torneo_contract::{Form, Refusal, Seat, Spec, SpecError, Turn, Uci, refusal};
use torneo_present::english::Joined as _;
use torneo_registry::advice::{Advice, Adviser};
use torneo_registry::{EngineSpec, Registry};

use super::input::{Input, Kind};
use super::{Service, say};
use crate::Failure;

/// The part of the remaining time that a choice may take, and seconds that are left for the way to the other side.
const SHARE: f64 = 1.0 / 30.0;
const OVERHEAD: f64 = 0.03;

fn kind_of(line: &str) -> Kind {
    match line.split_whitespace().next() {
        Some("go") => Kind::Go,
        Some("stop" | "ponderhit") => Kind::Stop,
        Some("quit") => Kind::Quit,
        Some("isready") => Kind::Ping,
        _ => Kind::Other,
    }
}

/// What has been told so far.
struct State<'a> {
    service: Service<'a>,
    /// The specification of the game.
    game: String,
    /// How moves are written.
    form: Form,
    /// The words of the last `position`.
    position: String,
    /// The engine of the last question, with its game and specification: it is kept while nothing about them changes.
    adviser: Option<(String, Adviser)>,
}

/// Serves until the end of the input. What makes no sense is answered with `info string` and left out, as the protocol
/// asks.
///
/// # Errors
/// An input that cannot be read.
pub fn serve(service: Service, game: &Spec) -> Result<(), Failure> {
    let input = Input::open(kind_of, "readyok")?;
    let mut state = State {
        service,
        game: game.to_string(),
        form: Form::Uci,
        position: "startpos".to_owned(),
        adviser: None,
    };
    while let Some(line) = input.next() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match word {
            "uci" => state.greet(),
            "isready" => say("readyok"),
            "setoption" => state.set_option(rest),
            "ucinewgame" => state.adviser = None,
            "position" => rest.trim().clone_into(&mut state.position),
            "go" => {
                let best = state.think(rest, &input).unwrap_or_else(|why| {
                    say(&format!("info string {why}"));
                    "0000".to_owned()
                });
                wait_if_asked(rest, &input);
                say(&format!("bestmove {best}"));
                input.has_chosen();
            }
            "quit" => break,
            "" | "stop" | "ponderhit" | "debug" | "register" => {}
            other => say(&format!("info string unknown command {other}")),
        }
    }
    Ok(())
}

/// The specification of the game that a value of `UCI_Variant` stands for.
pub fn variant(registry: &Registry, name: &str) -> Option<String> {
    let small = name.to_lowercase();
    registry.variants(Form::Uci).into_iter().find(|(known, _)| *known == small).map(|(_, spec)| spec)
}

/// Waits for `stop` where the choice must not be told before it.
fn wait_if_asked(go: &str, input: &Input) {
    let waits = go.split_whitespace().any(|word| word == "infinite" || word == "ponder");
    while waits && !input.is_stopped() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

impl State<'_> {
    fn greet(&self) {
        let Service { registry, engine, .. } = self.service;
        let known: Vec<Uci> = registry.games().iter().filter_map(|entry| entry.formats().uci).collect();
        let own = registry.game(&self.game).ok().and_then(|game| game.formats().uci);
        let variants: String = known.iter().map(|uci| format!(" var {}", uci.variant)).collect();
        say(&format!("id name torneo {}", engine.canonical()));
        say("id author the authors of torneo");
        say("option name Ponder type check default false");
        if known.iter().flat_map(|uci| uci.dialects).any(|dialect| dialect.form == Form::Uci960) {
            say("option name UCI_Chess960 type check default false");
        }
        let variant = own.map_or("", |uci| uci.variant);
        say(&format!("option name UCI_Variant type combo default {variant}{variants}"));
        say("uciok");
    }

    fn set_option(&mut self, rest: &str) {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match words[..] {
            ["name", name, "value", value] if name.eq_ignore_ascii_case("UCI_Chess960") => {
                let own_rook = value.eq_ignore_ascii_case("true");
                self.form = if own_rook { Form::Uci960 } else { Form::Uci };
            }
            ["name", name, "value", value] if name.eq_ignore_ascii_case("UCI_Variant") => {
                match variant(self.service.registry, value) {
                    Some(game) => self.game = game,
                    None => say(&format!("info string unknown variant {value}")),
                }
            }
            ["name", name, ..] if name.eq_ignore_ascii_case("Ponder") => {}
            _ => say(&format!("info string unknown option {rest}")),
        }
    }

    /// The best move of the position, in the words of the protocol; the best of those that `searchmoves` lists, if it does.
    fn think(&mut self, go: &str, input: &Input) -> Result<String, Refusal> {
        let began = Instant::now();
        let form = self.form;
        let adviser = self.adviser(go, input)?;
        let Turn::Seat(seat) = adviser.session().turn() else { return Err(Refusal::new("the game is over")) };
        let token = |word| adviser.session().token(&adviser.session().import_action(form, word));
        let listed = go.split_whitespace().skip_while(|word| *word != "searchmoves").skip(1);
        let listed: Vec<String> = listed.map_while(token).collect();
        let compared = if listed.is_empty() { 0 } else { adviser.session().choice_count(seat) };
        let mut advice = adviser.advise(compared).map_err(Refusal::new)?;
        if !listed.is_empty() && !listed.contains(&advice.token) {
            let best = advice.candidates.iter().find(|one| listed.contains(&one.token));
            let (token, value) = best.map_or_else(
                || {
                    say("info string the engine does not compare these moves: the first is played");
                    (listed[0].clone(), None)
                },
                |best| (best.token.clone(), best.value),
            );
            advice = Advice { line: vec![token.clone()], token, value, ..advice };
        }
        say(&info(adviser.session(), form, &advice, began));
        let unsaid = || refusal!("there is no word for `{}`", advice.token);
        adviser.session().exported(form, &advice.token).ok_or_else(unsaid)
    }

    /// The engine at the position, ready to be asked.
    fn adviser(&mut self, go: &str, input: &Input) -> Result<&mut Adviser, Refusal> {
        let black = |session: &dyn Session| session.turn() == Turn::Seat(Seat::SECOND);
        let (registry, form) = (self.service.registry, self.form);
        let mut known = registry.game(&self.game).map_err(Refusal::new)?;
        // Orthodox chess knows no other castling: with the option the positions are those of all starts.
        if form == Form::Uci960 && !known.formats().forms().any(|known| known == form) {
            known = registry.game(known.info().id).map_err(Refusal::new)?;
        }
        let mut session = known.session();
        let mut words = self.position.split_whitespace();
        let (text, moves) = match words.next() {
            Some("startpos") => {
                let start = known.formats().start.map(str::to_owned);
                (start, words.skip_while(|word| *word == "moves").collect())
            }
            Some("fen") => {
                let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
                (Some(session.import_position(form, &fen.join(" "))), words.collect::<Vec<_>>())
            }
            _ => return Err(Refusal::new("position: expected startpos or fen")),
        };
        if let Some(text) = &text {
            session.set_position(text).map_err(Refusal::new)?;
        }
        let mut tokens = Vec::new();
        for word in moves {
            tokens.push(session.follow_imported(form, word).map_err(Refusal::new)?);
        }
        session.play_on();
        let engine = limited(self.service, go, black(&*session)).map_err(Refusal::new)?;
        let name = format!("{} {}", known.canonical(), engine.canonical());
        if self.adviser.as_ref().is_none_or(|(known, _)| *known != name) {
            let adviser = known.adviser(&engine, input.stop()).map_err(Refusal::new)?;
            self.adviser = Some((name, adviser));
        }
        let (_, adviser) = self.adviser.as_mut().ok_or_else(|| Refusal::new("no engine"))?;
        let seat = usize::from(black(&*session));
        adviser.begin(Seat::new(seat), self.service.seed);
        if let Some(text) = &text {
            adviser.set_position(text).map_err(Refusal::new)?;
        }
        for token in &tokens {
            adviser.follow(token).map_err(Refusal::new)?;
        }
        // Whoever asks for a move has claimed nothing.
        adviser.play_on();
        Ok(adviser)
    }
}

/// The line that says what the engine thinks of a position.
fn info(session: &dyn Session, form: Form, advice: &Advice, began: Instant) -> String {
    let seconds = began.elapsed().as_secs_f64();
    let (milliseconds, speed) = (seconds * 1e3, advice.nodes as f64 / seconds.max(1e-6));
    let score = advice.value.map_or(String::new(), |value| format!(" score cp {}", centipawns(value)));
    let mut followed = session.copy();
    let written = |token: &String| followed.follow_exported(form, token).ok().flatten();
    let line: Vec<String> = advice.line.iter().map_while(written).collect();
    format!(
        "info depth {}{score} nodes {} nps {speed:.0} time {milliseconds:.0} pv {}",
        advice.depth.unwrap_or(1).max(1),
        advice.nodes,
        line.joined(" ")
    )
}

/// The centipawns that stand for an expected score, by the logistic curve of Elo ratings; 10000 at most.
fn centipawns(value: f64) -> i64 {
    const MOST: f64 = 10_000.0;
    (400.0 * (value / (1.0 - value)).log10()).clamp(-MOST, MOST).round() as i64
}

/// The engine with the limits of `go` in the place of its own, as far as it has them.
fn limited(service: Service, go: &str, black: bool) -> Result<EngineSpec, SpecError> {
    let words: Vec<&str> = go.split_whitespace().collect();
    let number = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1)?.parse::<i64>().ok()
    };
    let seconds = |milliseconds: i64| milliseconds.max(0) as f64 / 1e3;
    let mut given: Vec<(String, String)> = Vec::new();
    let mut give = |name: &str, value: String| given.push((name.to_owned(), value));
    if let Some(depth) = number("depth") {
        give("depth", depth.max(1).to_string());
    }
    if let Some(nodes) = number("nodes") {
        give("nodes", nodes.max(1).to_string());
        give("sims", nodes.max(1).to_string());
    }
    let (clock, increment) = if black { ("btime", "binc") } else { ("wtime", "winc") };
    let time = number("movetime").map(seconds).or_else(|| {
        let left = seconds(number(clock)?);
        let more = number(increment).map_or(0.0, seconds);
        let share = number("movestogo").map_or(SHARE, |moves| 1.0 / moves.max(1) as f64);
        Some((left * share + 0.8 * more).min(left))
    });
    if let Some(time) = time {
        give("time", (time - OVERHEAD).max(0.001).to_string());
    } else if words.contains(&"infinite") || words.contains(&"ponder") {
        give("time", "1000000".to_owned());
    }
    with_options(service, &given)
}

/// The engine with these options in the place of its own; those that it does not have are left out. A limit takes the
/// place of all limits.
///
/// # Errors
/// A value that an option does not take.
pub fn with_options(service: Service, given: &[(String, String)]) -> Result<EngineSpec, SpecError> {
    const LIMITS: [&str; 4] = ["nodes", "sims", "depth", "time"];
    let known = service.engine.info().options;
    let kept = |(name, _): &&(String, String)| known.iter().any(|option| option.name == *name);
    let given: Vec<&(String, String)> = given.iter().filter(kept).collect();
    let is_limit = |name: &str| LIMITS.contains(&name);
    let limits = given.iter().any(|(name, _)| is_limit(name));
    let replaced = |name: &str| limits && is_limit(name) || given.iter().any(|(new, _)| new == name);
    let old = service.spec.given.iter().filter(|(name, _)| !replaced(name));
    let spec =
        Spec { name: service.spec.name.clone(), given: old.chain(given.iter().copied()).cloned().collect() };
    service.registry.engine_of(&spec)
}
