//! `torneo import`.

use std::path::PathBuf;

use crate::Failure;
use clap::Args;
use torneo_contract::Seat;
use torneo_records::{Format, Import as Games, Imported, Record};
use torneo_registry::Registry;

use super::{excerpt, print, print_bytes, tell};

/// Read records of games, check them by the rules, and print their moves as `torneo show --moves` takes them.
#[derive(Args)]
#[command(after_help = "Examples: torneo import game.pgn
          torneo import game.sgf --game \"atari-go(size=9)\"
          torneo import games.pgn.gz --json > games.json
          torneo import - --format pgn < game.pgn")]
pub struct Import {
    /// The file, packed by gzip or not; `-` for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The format: pgn, sgf or json [default: what the name of the file ends with]
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// The game, where the file does not name it
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Go on after a game that cannot be read: name it, read the next one, and exit with 1
    #[arg(long)]
    skip_bad: bool,
    /// Print a line of JSON for each game, as `torneo export --format json` writes them
    #[arg(long)]
    json: bool,
}

impl Import {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let file = self.file.display();
        let format = self.format()?;
        if let Some(spec) = &self.game {
            let game = registry.game(spec).map_err(|error| Failure::argument("--game", &error))?;
            let carried = format.check(registry, &*game);
            carried
                .map_err(|why| Failure::input_with_help(format!("argument --game: {why}"), Format::HELP))?;
        }
        let games = Games::open(registry, format, &self.file, self.game.as_deref());
        let games =
            games.map_err(|error| Failure::input(format!("argument <FILE>: cannot read {file}: {error}")))?;
        let (mut read, mut bad) = (0u64, 0u64);
        for game in games {
            match game {
                Ok(Imported { record, notes, .. }) => {
                    notes
                        .iter()
                        .for_each(|note| tell(&excerpt::message(&format!("warning: {file}, {note}"))));
                    self.show(registry, &record)?;
                    read += 1;
                }
                Err(error) if self.skip_bad => {
                    tell(&excerpt::message(&format!("skipped: {file}, {error}")));
                    bad += 1;
                }
                Err(error) => {
                    return Err(Failure::input_or_help(format!("{file}, {error}"), error.help));
                }
            }
        }
        match bad {
            0 => Ok(()),
            _ => Err(Failure::run(format!("{bad} of {} games of {file} could not be read", read + bad))),
        }
    }

    fn format(&self) -> Result<Format, Failure> {
        self.format.or_else(|| Format::of_file(&self.file)).ok_or_else(|| {
            let file = self.file.display();
            Failure::input_with_help(
                format!("argument <FILE>: the name `{file}` does not end with .pgn, .sgf or .json"),
                "say the format, such as --format pgn",
            )
        })
    }

    fn show(&self, registry: &Registry, record: &Record) -> Result<(), Failure> {
        if !self.json {
            print(&summary(registry, record)?);
            return Ok(());
        }
        let game = registry.game(&record.game).map_err(|error| Failure::run(error.full()))?;
        let line = Format::Json.write(&*game, record).map_err(Failure::run)?;
        print_bytes(line.as_bytes());
        Ok(())
    }
}

/// A game in a few lines, the last of which are its moves.
fn summary(registry: &Registry, record: &Record) -> Result<String, Failure> {
    let game = registry.game(&record.game).map_err(|error| Failure::run(error.full()))?;
    let mut lines = vec![format!("{}: {} plies", record.game, record.tokens.len())];
    for (index, seat) in Seat::all(game.seats()).enumerate() {
        let engine = record.engines.get(index).filter(|name| !name.is_empty()).map_or("?", String::as_str);
        let score = record.scores.get(index).map_or("?".to_owned(), ToString::to_string);
        let points = record.points.as_ref().and_then(|points| points.get(index));
        let points = points.map_or_else(String::new, |points| format!(", points {points}"));
        lines.push(format!("{}: {engine}, score {score}{points}", game.seat_name(seat)));
    }
    if !record.reason.is_empty() {
        lines.push(format!("reason: {}", record.reason));
    }
    if let Some(position) = &record.position {
        lines.push(format!("position: {position}"));
    }
    lines.push(format!("moves: {}", record.tokens.join(" ")));
    Ok(lines.join("\n"))
}
