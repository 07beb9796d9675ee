//! GTP version 2 from the engine's side. The first seat is black.

mod clock;
mod score;

use std::time::Instant;

use torneo_contract::session::{Due, Session};
use torneo_contract::{Form, Refusal, Seat, Spec, Turn, refusal};
use torneo_registry::Limits;
use torneo_registry::advice::Adviser;
use torneo_registry::external::{GAME_COMMAND, token_of};

use super::input::{Input, Kind};
use super::{Service, say};
use crate::Failure;
use clock::{Clock, Settings};

const COMMANDS: [&str; 20] = [
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
    "final_score",
    "final_status_list",
    "time_settings",
    "time_left",
    "gogui-analyze_commands",
    GAME_COMMAND,
];

/// What GoGui offers in its window of analysis: the kind of the answer, a title, and the command.
const ANALYSES: &str = "string/Best Move/reg_genmove %c\nstring/Final Score/final_score\n\
                        plist/Stones Alive/final_status_list alive\nhstring/Board/showboard";

/// The word by which a side gives up, and words for moves that are no points of the board.
const RESIGN: &str = "resign";
const NO_POINTS: [&str; 3] = ["pass", "swap", "swap-pieces"];

/// Whether a text is a vertex, on the board or not: a letter with a number, or a word for a move that is no point.
fn is_vertex(text: &str) -> bool {
    let number = text.strip_prefix(|c: char| c.is_ascii_alphabetic());
    number.is_some_and(|number| number.parse::<u32>().is_ok_and(|number| number > 0))
        || NO_POINTS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

fn kind_of(line: &str) -> Kind {
    if words_of(line).1.first().is_some_and(|&word| word == "quit") { Kind::Quit } else { Kind::Other }
}

/// The number of a command, empty if it has none, and its words, without the comment.
fn words_of(line: &str) -> (&str, Vec<&str>) {
    let line = line.split('#').next().unwrap_or_default();
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let is_number = words.first().is_some_and(|word| word.parse::<u64>().is_ok());
    let number = if is_number { words.remove(0) } else { "" };
    (number, words)
}

/// The game so far.
struct Game<'a> {
    service: Service<'a>,
    spec: Spec,
    /// The tokens of its moves.
    moves: Vec<String>,
    adviser: Adviser,
    /// The side that has given up.
    resigned: Option<Seat>,
    /// How the time is set, and the clocks of both sides.
    time: Option<(Settings, [Clock; 2])>,
    input: &'a Input,
}

/// Serves until `quit` or the end of the input.
///
/// # Errors
/// A game that does not exist or that the engine does not play.
pub fn serve(service: Service, spec: &Spec) -> Result<(), Failure> {
    let input = Input::open(kind_of, "")?;
    let adviser = set_up(service, spec, &input).map_err(|why| Failure::input(format!("--game: {why}")))?;
    let moves = Vec::new();
    let mut game =
        Game { service, spec: spec.clone(), moves, adviser, resigned: None, time: None, input: &input };
    while let Some(line) = input.next() {
        // Control characters are left out, but for those that are blanks.
        let line: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
        let (id, words) = words_of(&line);
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

fn syntax_error() -> Refusal {
    Refusal::new("syntax error")
}

/// A whole number as a command gives it.
fn number(word: &str) -> Result<u32, Refusal> {
    word.parse().map_err(|_| syntax_error())
}

/// The seat of a colour.
fn seat_of(colour: &str) -> Result<Seat, Refusal> {
    match &*colour.to_lowercase() {
        "b" | "black" => Ok(Seat::FIRST),
        "w" | "white" => Ok(Seat::SECOND),
        _ => Err(syntax_error()),
    }
}

impl Game<'_> {
    fn obey(&mut self, command: &str, arguments: &[&str]) -> Result<String, Refusal> {
        match (command, arguments) {
            ("protocol_version", []) => Ok("2".to_owned()),
            ("name", []) => Ok(format!("torneo {}", self.service.engine.canonical())),
            ("version", []) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", []) => Ok(COMMANDS.join("\n")),
            ("quit", []) => Ok(String::new()),
            ("boardsize", [size]) => self.resize(size),
            (GAME_COMMAND, _) => self.become_game(&arguments.join(" ")),
            ("clear_board", []) => {
                self.clear();
                Ok(String::new())
            }
            // There are no points that it would change.
            ("komi", [komi]) => komi.parse::<f64>().map(|_| String::new()).map_err(|_| syntax_error()),
            ("play", [colour, vertex]) => self.play(colour, vertex),
            ("genmove", [colour]) => {
                let token = self.choose(colour, true)?;
                let vertex = self.vertex(&token)?;
                self.moves.push(token);
                Ok(vertex)
            }
            ("reg_genmove", [colour]) => self.choose(colour, false).and_then(|token| self.vertex(&token)),
            ("undo", []) => self.undo(),
            ("showboard", []) => {
                self.replay(Seat::FIRST)?;
                Ok(format!("\n{}", self.adviser.session().draw()))
            }
            ("final_score", []) => self.final_score(),
            ("final_status_list", [status]) => self.final_status_list(status),
            ("time_settings", [main, period, stones]) => {
                let settings = Settings::new(number(main)?, number(period)?, number(stones)?);
                self.time = settings.map(|settings| (settings, [settings.start(); 2]));
                Ok(String::new())
            }
            ("time_left", [colour, left, stones]) => {
                let (seat, left, stones) = (seat_of(colour)?, number(left)?, number(stones)?);
                if let Some((_, clocks)) = &mut self.time {
                    clocks[seat.index()].set(left, stones);
                }
                Ok(String::new())
            }
            ("gogui-analyze_commands", []) => Ok(ANALYSES.to_owned()),
            (known, _) if COMMANDS.contains(&known) => Err(syntax_error()),
            _ => Err(Refusal::new("unknown command")),
        }
    }

    /// Begins a game.
    fn clear(&mut self) {
        self.moves.clear();
        self.resigned = None;
        if let Some((settings, clocks)) = &mut self.time {
            *clocks = [settings.start(); 2];
        }
    }

    fn undo(&mut self) -> Result<String, Refusal> {
        if self.resigned.take().is_none() && self.moves.pop().is_none() {
            return Err(Refusal::new("cannot undo"));
        }
        Ok(String::new())
    }

    fn resize(&mut self, size: &str) -> Result<String, Refusal> {
        number(size)?;
        if self.adviser.session().formats().size.to_string() == size {
            self.clear();
            return Ok(String::new());
        }
        let mut spec = self.spec.clone();
        spec.given.retain(|(name, _)| name != "size");
        spec.given.push(("size".to_owned(), size.to_owned()));
        self.change(spec).map_err(|_| Refusal::new("unacceptable size"))
    }

    /// Another game, or this one with other options.
    fn become_game(&mut self, text: &str) -> Result<String, Refusal> {
        let read = self.service.registry.spec(text);
        let spec = read.map_err(|error| refusal!("unacceptable game: {error}"))?;
        let game = self.service.registry.game_of(&spec);
        let carried = game.and_then(|game| self.service.registry.check_carried(Form::Gtp, &*game));
        carried.map_err(|why| refusal!("unacceptable game: {why}"))?;
        self.change(spec).map_err(|why| refusal!("unacceptable game: {why}"))
    }

    fn change(&mut self, spec: Spec) -> Result<String, Refusal> {
        self.adviser = set_up(self.service, &spec, self.input)?;
        self.spec = spec;
        self.clear();
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
        let seat = seat_of(colour)?;
        self.replay(seat)?;
        match self.adviser.session().turn() {
            _ if self.resigned.is_some() => Err(Refusal::new("illegal move: the game is over")),
            Turn::Seat(turn) if turn == seat => Ok(seat),
            Turn::Over => Err(Refusal::new("illegal move: the game is over")),
            _ => Err(Refusal::new("illegal move: this game has no handicap, the colours move in turn")),
        }
    }

    fn play(&mut self, colour: &str, vertex: &str) -> Result<String, Refusal> {
        if vertex.eq_ignore_ascii_case(RESIGN) {
            self.resigned = Some(seat_of(colour)?);
            return Ok(String::new());
        }
        let turned = self.turn_of(colour);
        let legal = match self.adviser.session().due() {
            Due::Seat(_, legal) => legal,
            _ => Vec::new(),
        };
        let token = token_of(self.adviser.session(), vertex, &legal);
        if token.is_none() && !is_vertex(vertex) {
            seat_of(colour)?;
            return Err(Refusal::new("syntax error"));
        }
        turned?;
        self.moves.push(token.ok_or_else(|| Refusal::new("illegal move"))?);
        Ok(String::new())
    }

    /// The game at its start, where every point of the board is free.
    fn start(&self) -> Result<Box<dyn Session>, Refusal> {
        self.service.registry.game_of(&self.spec).map(|game| game.session()).map_err(Refusal::new)
    }

    /// A move of the position as a vertex.
    fn vertex(&self, token: &str) -> Result<String, Refusal> {
        let vertex = self.adviser.session().exported(Form::Gtp, token);
        vertex.ok_or_else(|| refusal!("there is no vertex for `{token}`"))
    }

    /// The token that the engine chooses. It is not played yet; its time is `spent` from the clock.
    fn choose(&mut self, colour: &str, spent: bool) -> Result<String, Refusal> {
        let seat = self.turn_of(colour)?;
        let began = Instant::now();
        let share = self.time.map(|(_, clocks)| clocks[seat.index()].share());
        let within = |seconds| Limits { seconds: Some(seconds), own_too: true, ..Limits::default() };
        self.adviser.set_limits(share.map(within));
        self.adviser.set_stop(self.input.stop());
        let token = self.adviser.advise(0).map(|advice| advice.token).map_err(Refusal::new)?;
        if let Some((_, clocks)) = self.time.as_mut().filter(|_| spent) {
            clocks[seat.index()].spend(began.elapsed().as_secs_f64());
        }
        Ok(token)
    }

    fn final_score(&mut self) -> Result<String, Refusal> {
        if let Some(resigned) = self.resigned {
            return Ok(format!("{}+R", score::letter(resigned.other())));
        }
        self.replay(Seat::FIRST)?;
        let session = self.adviser.session();
        let outcome = session.outcome().ok_or_else(|| Refusal::new("cannot score"))?;
        Ok(score::final_score(session, &outcome))
    }

    fn final_status_list(&mut self, status: &str) -> Result<String, Refusal> {
        let dead = match status {
            "dead" => true,
            "alive" => false,
            "seki" => return Ok(String::new()),
            _ => return Err(syntax_error()),
        };
        self.replay(Seat::FIRST)?;
        Ok(score::strings(self.adviser.session(), &*self.start()?, dead))
    }
}
