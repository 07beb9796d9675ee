//! `torneo export`.

mod selection;
mod tellings;

use std::io;
use std::path::{Path, PathBuf};

use crate::Failure;
use clap::Args;
use torneo_arena::Error;
use torneo_arena::storage::{Disk, replace_by};
use torneo_present::english::Joined as _;
use torneo_records::Format;
use torneo_registry::Registry;

use super::options::place;
use super::output::{print_bytes, tell};
use selection::{Selected, Selection, each_record};

/// Write the games of a run as records that other programs read.
#[derive(Args)]
#[command(after_help = "Examples: torneo export results/chess --format pgn --out chess.pgn
          torneo export results/chess --format pgn --times --out chess.pgn
          torneo export results/quickstart --format json --game hnefatafl --engine random")]
pub struct Export {
    /// The results folder of a run
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The format: pgn (such as chess), sgf (such as Atari Go) or json (every game, a line each)
    #[arg(long, value_name = "FORMAT")]
    format: Format,
    /// The file to write [default: stdout]
    #[arg(long, value_name = "FILE", value_parser = place())]
    out: Option<PathBuf>,
    /// Only this game: its name or its specification
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Only games in which this engine plays, by its name in the run
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// Tell times: of each choice, from times.csv, and when the run began. The bytes then differ from run to run
    #[arg(long)]
    times: bool,
}

/// Bytes that are printed at once.
const AT_ONCE: usize = 1 << 16;

impl Export {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        let selection = Selection { game: self.game.clone(), engine: self.engine.clone(), times: self.times };
        let mut selected = selection.of(registry, &self.folder, self.format)?;
        if !selected.left_out.is_empty() {
            let left_out = selected.left_out.iter().joined(", ");
            tell(&format!("note: there is no {} of {left_out}: these games are left out", self.format));
        }
        if self.times && selected.lacks_times() {
            tell("note: the run wrote no times of choices: `times = true` under [output] writes them");
        }
        if let Some(left_out) = selected.unconfirmed() {
            tell(&format!("note: {left_out}"));
        }
        let written = match &self.out {
            None => self.print(&mut selected)?,
            Some(file) => {
                let written = self.write_to(file, &mut selected)?;
                tell(&format!("{written} games: {}", file.display()));
                written
            }
        };
        if written == 0 {
            tell("note: no game fits");
        }
        Ok(())
    }

    fn print(&self, selected: &mut Selected) -> Result<u64, Failure> {
        let mut pending = Vec::new();
        let written = each_record(selected, &self.folder, self.format, |text| {
            pending.extend_from_slice(text.as_bytes());
            if pending.len() >= AT_ONCE {
                print_bytes(&pending);
                pending.clear();
            }
            Ok(())
        })?;
        print_bytes(&pending);
        Ok(written)
    }

    /// Writes the file, all of it or none.
    fn write_to(&self, file: &Path, selected: &mut Selected) -> Result<u64, Failure> {
        let mut result = Ok(0);
        let written = replace_by(&Disk, file, |writer| {
            result = each_record(selected, &self.folder, self.format, |text| {
                writer.write_all(text.as_bytes()).map_err(|error| Error::io("write", file, error))
            });
            // What is written beside is given up; `result` says why.
            if result.is_ok() { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
        });
        let count = result?;
        written.map_err(|error| Failure::io("write", file, &error))?;
        Ok(count)
    }
}
