//! `torneo play`: a person against engines.

use std::io::BufRead;

use clap::Args;
use rand_core::Rng as _;
use torneo::Failure;
use torneo::streams::{Purpose, generator, stream};
use torneo_contract::{Playable, Ply, PositionError, Scratch, Seat, SeatVec, Spec, SpecError, Turn};
use torneo_engines::Engine;
use torneo_engines::registry::{EngineSpec, build};
use torneo_games::registry::{self, Visitor};

use super::{game_spec, print};

/// Play in the terminal.
#[derive(Args)]
#[command(after_help = "Example: torneo play blocker --engine \"alpha-beta(depth=3)\"
Moves are typed in the game's notation; `?` lists them, `b` shows the board, `q` ends the game.")]
pub struct Play {
    /// A game, such as `blocker`
    #[arg(value_name = "GAME")]
    game: String,
    /// An engine; they take the last seats, in the order given, and people the others
    #[arg(long = "engine", value_name = "SPEC")]
    engines: Vec<String>,
    /// The engines take the first seats
    #[arg(long)]
    engines_first: bool,
    /// Begin at this position instead of the start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Seed of the engines and of chance
    #[arg(long, default_value_t = 1283)]
    seed: u64,
}

impl Play {
    pub fn execute(self) -> Result<(), Failure> {
        let engines: Vec<EngineSpec> = self
            .engines
            .iter()
            .map(|text| text.parse().and_then(|spec: Spec| EngineSpec::check(&spec)))
            .collect::<Result<_, _>>()
            .map_err(|error| Failure::argument("--engine", &error))?;
        let start = Start {
            engines: &engines,
            engines_first: self.engines_first,
            position: self.position.as_deref(),
            seed: self.seed,
        };
        registry::visit(&game_spec(&self.game)?, start)
            .map_err(|error| Failure::argument("<GAME>", &error))?
    }
}

struct Start<'a> {
    engines: &'a [EngineSpec],
    engines_first: bool,
    position: Option<&'a str>,
    seed: u64,
}

impl Visitor for Start<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self, game: G, canonical: String) -> Self::Output {
        let position = match self.position {
            Some(text) => game
                .parse_position(text)
                .map_err(|error: PositionError| Failure::input(format!("argument --position: {error}")))?,
            None => game.start(),
        };
        let seats = game.seats();
        if self.engines.len() > seats {
            let message = format!(
                "argument --engine: {canonical} has {seats} seats, found {} engines",
                self.engines.len()
            );
            return Err(Failure::input(message));
        }
        let mut players: SeatVec<Option<Box<dyn Engine<G>>>> = (0..seats).map(|_| None).collect();
        let first = if self.engines_first { 0 } else { seats - self.engines.len() };
        for (index, spec) in self.engines.iter().enumerate() {
            let seat = Seat::new(first + index);
            let mut engine = build(spec, &game, &canonical)
                .map_err(|error: SpecError| Failure::argument("--engine", &error))?;
            engine.begin(&game, seat, generator(self.seed, 0, Purpose::Seat(seat)));
            players[seat.index()] = Some(engine);
        }
        let luck = stream(self.seed, 0, Purpose::Chance);
        Table { game: &game, position, players, luck, record: Vec::new() }.play()
    }
}

/// A game in the terminal; seats without an engine are people.
struct Table<'a, G: Playable> {
    game: &'a G,
    position: G::Position,
    players: SeatVec<Option<Box<dyn Engine<G>>>>,
    luck: rand_chacha::ChaCha8Rng,
    record: Vec<String>,
}

impl<G: Playable> Table<'_, G> {
    fn play(mut self) -> Result<(), Failure> {
        self.show();
        loop {
            let ply = match self.game.turn(&self.position) {
                Turn::Over => break,
                Turn::Chance => {
                    let word = self.luck.next_u64();
                    Some(Ply::One(self.game.chance_at(&self.position, word, &mut Scratch::default())))
                }
                Turn::Seat(seat) => self.choose(seat)?.map(Ply::One),
                Turn::Simultaneous(seats) => {
                    let mut joint = SeatVec::new();
                    for seat in seats.iter() {
                        let Some(action) = self.choose(seat)? else { return self.leave() };
                        joint.push(action);
                    }
                    Some(Ply::Joint(joint))
                }
            };
            let Some(ply) = ply else { return self.leave() };
            self.apply(&ply);
        }
        print(&super::show::over(&self.game.outcome(&self.position)));
        self.leave()
    }

    fn leave(&self) -> Result<(), Failure> {
        print(&format!("moves: {}", self.record.join(" ")));
        Ok(())
    }

    fn show(&self) {
        print(&format!("{}\n{}", self.game.draw(&self.position), self.game.position_text(&self.position)));
    }

    fn apply(&mut self, ply: &Ply<G::Action>) {
        let mut token = String::new();
        ply.write(self.game, &self.position, &mut token);
        let who = match self.game.turn(&self.position) {
            Turn::Seat(seat) => format!("seat {seat} ({})", self.game.seat_name(seat)),
            Turn::Chance => "chance".to_owned(),
            Turn::Simultaneous(_) | Turn::Over => "all".to_owned(),
        };
        ply.apply(self.game, &mut self.position);
        print(&format!("\n{}. {who}: {token}", self.record.len() + 1));
        self.record.push(token);
        self.show();
    }

    /// The choice of a seat; none if the person leaves.
    fn choose(&mut self, seat: Seat) -> Result<Option<G::Action>, Failure> {
        if let Some(engine) = &mut self.players[seat.index()] {
            return Ok(Some(engine.choose(self.game, &self.position).action));
        }
        let mut legal = Vec::new();
        self.game.actions(&self.position, seat, &mut legal);
        loop {
            print(&format!("seat {seat} ({}), your move:", self.game.seat_name(seat)));
            let Some(line) = read_line()? else { return Ok(None) };
            match line.as_str() {
                "" => {}
                "q" => return Ok(None),
                "b" => self.show(),
                "?" => print(&self.written(&legal)),
                text => match self.game.parse_action(&self.position, text, &legal) {
                    Some(action) => return Ok(Some(action)),
                    None => {
                        let rule = self.game.why_illegal(&self.position, text);
                        let rule = rule.unwrap_or_else(|| "`?` lists the legal moves".to_owned());
                        print(&format!("`{text}` is not legal: {rule}"));
                    }
                },
            }
        }
    }

    fn written(&self, legal: &[G::Action]) -> String {
        let texts = legal.iter().map(|&action| {
            let mut text = String::new();
            self.game.write_action(&self.position, action, &mut text);
            text
        });
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// A line from stdin without blanks at its ends; none at the end of the input.
fn read_line() -> Result<Option<String>, Failure> {
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(line.trim().to_owned())),
        Err(error) => Err(Failure::run(format!("cannot read from the terminal: {error}"))),
    }
}
