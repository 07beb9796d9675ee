//! GTP version 2 from the engine's side. The first seat is black.

use torneo_contract::session::Due;
use torneo_contract::{Form, Refusal, Seat, Spec, Turn, refusal};
use torneo_registry::advice::Adviser;
use torneo_registry::external::{GAME_COMMAND, token_of};

use super::input::{Input, Kind};
use super::{Service, say};
use crate::Failure;

const COMMANDS: [&str; 17] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
    GAME_COMMAND,
];

fn kind_of(line: &str) -> Kind {
    let mut words = line.split_whitespace().skip_while(|word| word.parse::<u64>().is_ok());
    if words.next() == Some("quit") { Kind::Quit } else { Kind::Other }
}

/// The game so far.
struct Game<'a> {
    service: Service<'a>,
    spec: Spec,
    /// The tokens of its moves.
    moves: Vec<String>,
    adviser: Adviser,
    input: &'a Input,
}

/// Serves until `quit` or the end of the input.
///
/// # Errors
/// A game that does not exist or that the engine does not play.
pub fn serve(service: Service, spec: &Spec) -> Result<(), Failure> {
    let input = Input::open(kind_of, "")?;
    let adviser = set_up(service, spec, &input).map_err(|why| Failure::input(format!("--game: {why}")))?;
    let mut game = Game { service, spec: spec.clone(), moves: Vec::new(), adviser, input: &input };
    while let Some(line) = input.next() {
        let line = line.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = words.first().filter(|word| word.parse::<u64>().is_ok()).copied().unwrap_or_default();
        if !id.is_empty() {
            words.remove(0);
        }
        let Some((&command, arguments)) = words.split_first() else { continue };
        match game.obey(command, arguments) {
            Ok(answer) => say(&format!("{}\n", format!("={id} {answer}").trim_end())),
            Err(why) => say(&format!("?{id} {why}\n")),
        }
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

fn set_up(service: Service, spec: &Spec, input: &Input) -> Result<Adviser, Refusal> {
    let game = service.registry.game_of(spec).map_err(Refusal::new)?;
    game.adviser(service.engine, input.stop()).map_err(Refusal::new)
}

impl Game<'_> {
    fn obey(&mut self, command: &str, arguments: &[&str]) -> Result<String, Refusal> {
        match (command, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(format!("torneo {}", self.service.engine.canonical())),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("boardsize", [size]) => self.resize(size),
            (GAME_COMMAND, _) => self.become_game(&arguments.join(" ")),
            ("clear_board", _) => {
                self.moves.clear();
                Ok(String::new())
            }
            ("play", [colour, vertex]) => self.play(colour, vertex),
            ("genmove", [colour]) => {
                let token = self.choose(colour)?;
                let vertex = self.vertex(&token)?;
                self.moves.push(token);
                Ok(vertex)
            }
            ("reg_genmove", [colour]) => self.choose(colour).and_then(|token| self.vertex(&token)),
            ("undo", _) => self.moves.pop().map(|_| String::new()).ok_or_else(|| Refusal::new("cannot undo")),
            ("showboard", _) => {
                self.replay(Seat::FIRST)?;
                Ok(format!("\n{}", self.adviser.session().draw()))
            }
            ("quit" | "komi" | "time_settings" | "time_left", _) => Ok(String::new()),
            (known, _) if COMMANDS.contains(&known) => Err(Refusal::new("syntax error")),
            _ => Err(Refusal::new("unknown command")),
        }
    }

    fn resize(&mut self, size: &str) -> Result<String, Refusal> {
        if self.adviser.session().formats().size.to_string() == size {
            self.moves.clear();
            return Ok(String::new());
        }
        let mut spec = self.spec.clone();
        spec.given.retain(|(name, _)| name != "size");
        spec.given.push(("size".to_owned(), size.to_owned()));
        self.change(spec).map_err(|_| Refusal::new("unacceptable size"))
    }

    /// Another game, or this one with other options.
    fn become_game(&mut self, text: &str) -> Result<String, Refusal> {
        let spec: Spec = text.parse().map_err(|error| refusal!("unacceptable game: {error}"))?;
        let game = self.service.registry.game_of(&spec);
        let carried = game.and_then(|game| self.service.registry.check_carried(Form::Gtp, &*game));
        carried.map_err(|why| refusal!("unacceptable game: {why}"))?;
        self.change(spec).map_err(|why| refusal!("unacceptable game: {why}"))
    }

    fn change(&mut self, spec: Spec) -> Result<String, Refusal> {
        self.adviser = set_up(self.service, &spec, self.input)?;
        self.spec = spec;
        self.moves.clear();
        Ok(String::new())
    }

    /// Plays the game so far again, the engine at a seat.
    fn replay(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.adviser.begin(seat, self.service.seed);
        for token in &self.moves {
            self.adviser.play(token).map_err(Refusal::new)?;
        }
        Ok(())
    }

    /// Goes to the position and checks that a colour is to move.
    fn turn_of(&mut self, colour: &str) -> Result<Seat, Refusal> {
        let seat = match &*colour.to_lowercase() {
            "b" | "black" => Seat::FIRST,
            "w" | "white" => Seat::SECOND,
            _ => return Err(Refusal::new("syntax error")),
        };
        self.replay(seat)?;
        match self.adviser.session().turn() {
            Turn::Seat(turn) if turn == seat => Ok(seat),
            Turn::Over => Err(Refusal::new("illegal move: the game is over")),
            _ => Err(Refusal::new("illegal move: this game has no handicap, the colours move in turn")),
        }
    }

    fn play(&mut self, colour: &str, vertex: &str) -> Result<String, Refusal> {
        self.turn_of(colour)?;
        let legal = match self.adviser.session().due() {
            Due::Seat(_, legal) => legal,
            _ => Vec::new(),
        };
        let token = token_of(self.adviser.session(), vertex, &legal);
        self.moves.push(token.ok_or_else(|| Refusal::new("illegal move"))?);
        Ok(String::new())
    }

    /// A move of the position as a vertex.
    fn vertex(&self, token: &str) -> Result<String, Refusal> {
        let vertex = self.adviser.session().exported(Form::Gtp, token);
        vertex.ok_or_else(|| refusal!("there is no vertex for `{token}`"))
    }

    /// The token that the engine chooses. It is not played yet.
    fn choose(&mut self, colour: &str) -> Result<String, Refusal> {
        self.turn_of(colour)?;
        self.adviser.advise(0).map(|advice| advice.token).map_err(Refusal::new)
    }
}
