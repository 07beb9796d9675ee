//! UCI from the engine's side. `UCI_Variant` changes the game, and `UCI_Chess960` how castling is written.

mod go;
mod info;
mod options;

use std::time::Instant;

use torneo_contract::{Form, Refusal, Seat, Spec, Turn, refusal};
use torneo_registry::advice::Adviser;
use torneo_registry::{EngineSpec, Inquiry, Limits, Registry, Thought};

use super::input::{Input, Kind};
use super::limits::with_options;
use super::{Service, say};
use crate::Failure;
use go::Go;

/// The commands of the protocol.
const COMMANDS: [&str; 10] =
    ["uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit"];
const QUIT: &str = "quit";

/// The command of a line and what follows. Words before it that are no commands are left out, as the protocol asks.
fn command(line: &str) -> Option<(&str, &str)> {
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if COMMANDS.contains(&word) || word == QUIT {
            return Some((word, after.trim()));
        }
        rest = after.trim_start();
    }
    None
}

fn kind_of(line: &str) -> Kind {
    match command(line).map(|(word, _)| word) {
        Some("go") => Kind::Go,
        Some("stop" | "ponderhit") => Kind::Stop,
        Some(QUIT) => Kind::Quit,
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
    /// How many lines are told of.
    lines: usize,
    /// The size of the table, once it was set.
    hash: Option<(String, String)>,
    player: Option<Player>,
}

/// The engine of the last question. It is kept while the game and what it was made of stay the same.
struct Player {
    name: String,
    adviser: Adviser,
    /// The seat at which it began; none if it is to begin anew.
    seat: Option<Seat>,
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
        lines: 1,
        hash: None,
        player: None,
    };
    while let Some(line) = input.next() {
        match command(&line) {
            Some(("uci", _)) => state.greet(),
            Some(("isready", _)) => say("readyok"),
            Some(("setoption", rest)) => {
                if let Err(why) = state.set_option(rest) {
                    say(&format!("info string {why}"));
                }
            }
            Some(("ucinewgame", _)) => state.forget(),
            Some(("position", rest)) => rest.clone_into(&mut state.position),
            Some(("go", rest)) => {
                let go = Go::new(rest);
                let best = state.think(&go, &input).unwrap_or_else(|why| {
                    say(&format!("info string {why}"));
                    NO_MOVE.to_owned()
                });
                wait_if_asked(&go, &input);
                say(&format!("bestmove {best}"));
                input.has_chosen();
            }
            Some((QUIT, _)) => break,
            _ => {}
        }
    }
    Ok(())
}

/// The best move where there is none.
const NO_MOVE: &str = "0000";

/// The specification of the game that a value of `UCI_Variant` stands for.
pub fn variant(registry: &Registry, name: &str) -> Option<String> {
    let small = name.to_lowercase();
    registry.variants(Form::Uci).into_iter().find(|(known, _)| *known == small).map(|(_, spec)| spec)
}

/// Waits for `stop` where the choice must not be told before it.
fn wait_if_asked(go: &Go, input: &Input) {
    while go.waits && !input.is_stopped() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

impl State<'_> {
    fn greet(&self) {
        say(&format!("id name torneo {}", self.service.engine.canonical()));
        say("id author the authors of torneo");
        options::list(self).iter().for_each(|line| say(line));
        say("uciok");
    }

    /// The engine begins anew at the next question.
    fn forget(&mut self) {
        if let Some(player) = &mut self.player {
            player.seat = None;
        }
    }

    fn set_option(&mut self, text: &str) -> Result<(), Refusal> {
        let (name, value) = options::read(text)
            .ok_or_else(|| refusal!("setoption: expected `name NAME value VALUE`, found `{text}`"))?;
        let size = options::size(self.service);
        match (&*name.to_lowercase(), size) {
            ("uci_chess960", _) => {
                let own_rook: bool = value
                    .to_lowercase()
                    .parse()
                    .map_err(|_| refusal!("{name}: expected true or false, found `{value}`"))?;
                self.form = if own_rook { Form::Uci960 } else { Form::Uci };
            }
            ("uci_variant", _) => {
                let game = variant(self.service.registry, &value);
                self.game = game.ok_or_else(|| refusal!("unknown variant {value}"))?;
            }
            ("multipv", _) => self.lines = number(&name, &value, (1, options::MOST_LINES as i64))? as usize,
            ("hash", Some(size)) => {
                let mebibytes = number(&name, &value, size.range)?;
                let hash = Some((size.name.to_owned(), mebibytes.to_string()));
                if self.hash != hash {
                    // The old table goes before there is a new one.
                    (self.hash, self.player) = (hash, None);
                }
            }
            ("clear hash", Some(_)) => self.forget(),
            _ => return Err(refusal!("unknown option {name}")),
        }
        Ok(())
    }

    /// The engine as it is set up now.
    fn engine(&self, limits: Option<Limits>) -> Result<EngineSpec, Refusal> {
        let mut given: Vec<(String, String)> = self.hash.clone().into_iter().collect();
        // Another program hears its limits when it is started.
        if self.service.engine.text_engine().is_some() {
            let Limits { depth, steps, seconds, .. } = limits.unwrap_or_default();
            let steps = steps.map(|steps| steps.to_string());
            for (name, value) in [
                ("depth", depth.map(|depth| depth.to_string())),
                ("nodes", steps.clone()),
                ("sims", steps),
                ("time", seconds.map(|seconds| seconds.to_string())),
            ] {
                given.extend(value.map(|value| (name.to_owned(), value)));
            }
        }
        with_options(self.service, &given).map_err(Refusal::new)
    }

    /// The best move of the position, in the words of the protocol; the best of those that `searchmoves` lists, if it does.
    fn think(&mut self, go: &Go, input: &Input) -> Result<String, Refusal> {
        let began = Instant::now();
        let (form, lines) = (self.form, self.lines);
        let (adviser, seat) = self.adviser(go, input)?;
        let session = adviser.session().copy();
        let Some(seat) = seat else {
            // Whoever is mated has lost at once; a stalemate is worth nothing.
            let is_lost = session.outcome().is_some_and(|outcome| outcome.winner().is_some());
            say(&format!("info depth 0 score {}", if is_lost { "mate 0" } else { "cp 0" }));
            return Ok(NO_MOVE.to_owned());
        };
        let mut among: Vec<String> = Vec::new();
        for word in &go.searchmoves {
            match session.token(&session.import_action(form, word)) {
                Some(token) if among.contains(&token) => {}
                Some(token) => among.push(token),
                None => say(&format!("info string searchmoves: {word} is not legal here")),
            }
        }
        let mut report = |thought: &Thought<String>| say(&info::info(&*session, seat, form, thought, began));
        let asked = adviser.analyse(&mut Inquiry { among: &among, lines, report: &mut report });
        let token = asked.map_err(Refusal::new)?;
        session.exported(form, &token).ok_or_else(|| refusal!("there is no word for `{token}`"))
    }

    /// The engine at the position, ready to be asked, with the seat that chooses; none if the game is over.
    fn adviser(&mut self, go: &Go, input: &Input) -> Result<(&mut Adviser, Option<Seat>), Refusal> {
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
        // Whoever asks for a move has claimed nothing.
        session.play_on();
        let chooser = if let Turn::Seat(seat) = session.turn() { Some(seat) } else { None };
        let seat = chooser.unwrap_or(Seat::FIRST);
        let forced = chooser.is_some_and(|seat| session.choice_count(seat) == 1);
        let limits = go.limits(seat.index(), forced);
        let engine = self.engine(limits)?;
        let name = format!("{} {}", known.canonical(), engine.canonical());
        if self.player.as_ref().is_none_or(|player| player.name != name) {
            self.player = None;
            let adviser = known.adviser(&engine, input.stop()).map_err(Refusal::new)?;
            self.player = Some(Player { name, adviser, seat: None });
        }
        let player = self.player.as_mut().ok_or_else(|| Refusal::new("no engine"))?;
        let adviser = &mut player.adviser;
        adviser.set_stop(input.stop());
        adviser.set_limits(limits);
        let goes_on = player.seat == Some(seat) && !adviser.follows();
        if !goes_on {
            adviser.begin(seat, self.service.seed);
            player.seat = Some(seat);
        }
        if adviser.follows() {
            if let Some(text) = &text {
                adviser.set_position(text).map_err(Refusal::new)?;
            }
            for token in &tokens {
                adviser.follow(token).map_err(Refusal::new)?;
            }
            adviser.play_on();
        } else {
            adviser.go_to(&*session);
        }
        Ok((adviser, chooser))
    }
}

/// The value of an option that is a whole number.
fn number(name: &str, value: &str, (min, max): (i64, i64)) -> Result<i64, Refusal> {
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| refusal!("{name}: expected a whole number from {min} to {max}, found `{value}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_commands_are_left_out() {
        assert_eq!(command("joho debug on"), Some(("debug", "on")));
        assert_eq!(command("  position  startpos moves e2e4 "), Some(("position", "startpos moves e2e4")));
        assert_eq!((command("foo bar"), command("  ")), (None, None));
        assert!(kind_of("x go infinite") == Kind::Go && kind_of("quit") == Kind::Quit);
    }
}
