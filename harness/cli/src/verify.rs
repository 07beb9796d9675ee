//! `torneo verify`.

use std::path::PathBuf;

use crate::Failure;
use clap::Args;
use serde::Serialize;
use torneo_arena::storage::Store;
use torneo_arena::verify::{Verification, VerifyOptions, verify};
use torneo_atlas::design::Design;
use torneo_atlas::verify::{Verified, is_atlas};
use torneo_contract::refuse_if;
use torneo_present::text::wrapped;
use torneo_registry::Registry;

use super::output::{brief, table_width};
use super::{print, print_json, stop_on_interrupt};

/// Verify results.
#[derive(Args)]
#[command(after_help = "Examples: torneo verify results/quickstart
          torneo verify results/quickstart --sample 100 --json
          torneo verify results/quickstart --repair
          torneo verify results/atlas --sample 3 --design configs/atlas.toml")]
pub struct Verify {
    /// The results folder of a run, or the folder of an atlas
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Replay the records of N games and play N games again, spread evenly. Without it all records are replayed,
    /// and twenty games are played again. Of an atlas: play N cells again
    #[arg(long, value_name = "N")]
    sample: Option<u64>,
    /// Cut damaged files back to the last valid checkpoint, where the run can be resumed. The parts that are cut
    /// off are kept in files beside them
    #[arg(long)]
    repair: bool,
    /// Run the programs that the folder names, to play their games again. Without it no program is started
    #[arg(long)]
    run_programs: bool,
    /// The design of an atlas whose folder does not hold it: earlier versions of torneo did not keep it
    #[arg(long, value_name = "FILE", conflicts_with = "repair")]
    design: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// JSON with the kind of the folder in front.
#[derive(Serialize)]
struct OfKind<'a, T> {
    kind: &'static str,
    #[serde(flatten)]
    found: &'a T,
}

impl Verify {
    pub fn execute(self, registry: &Registry) -> Result<(), Failure> {
        if is_atlas(&self.folder) {
            return self.atlas(registry);
        }
        refuse_if!(self.design.is_some(), "argument --design: {} is no atlas", self.folder.display());
        let options =
            VerifyOptions { sample: self.sample, repair: self.repair, run_programs: self.run_programs };
        let found = verify(&Store::default(), registry, &self.folder, options)?;
        if self.json {
            print_json(&OfKind { kind: "run", found: &found });
        } else {
            print_text(&found);
        }
        if found.sound {
            return Ok(());
        }
        let place = found.folder.display();
        let message = format!("{place} does not hold what its run wrote");
        Err(match found.repair {
            None if !self.repair => Failure::run_with_help(
                message,
                format!("`torneo verify {place} --repair` keeps what is sound"),
            ),
            _ => Failure::run(message),
        })
    }
}

impl Verify {
    /// Verifies an atlas.
    fn atlas(&self, registry: &Registry) -> Result<(), Failure> {
        let place = self.folder.display();
        refuse_if!(
            self.repair,
            "argument --repair: {place} is an atlas: `torneo atlas --replay` plays it again"
        );
        let stop = stop_on_interrupt("nothing was changed")?;
        let design = self.design.as_ref().map(|file| Design::read(registry, file)).transpose()?;
        let found =
            torneo_atlas::verify::verify(registry, &self.folder, design.as_ref(), self.sample, &stop)?;
        if self.json {
            print_json(&OfKind { kind: "atlas", found: &found });
        } else {
            print_atlas(&found);
        }
        if found.sound {
            Ok(())
        } else {
            Err(Failure::run(format!("{place} does not hold what its tasks wrote")))
        }
    }
}

fn print_atlas(found: &Verified) {
    let Verified { cells, matches, with_games, replayed, played_again, .. } = found;
    print(&format!("{cells} cells, {matches} matches"));
    print(&format!("rows compared with the games of {with_games} runs, {replayed} records replayed"));
    print(&format!("{played_again} runs played again"));
    let faults: Vec<String> = found.faults.iter().map(|fault| format!("wrong: {fault}")).collect();
    if !faults.is_empty() {
        print(&brief(&faults.join("\n"), MOST_FAULTS));
    }
    found.notes.iter().for_each(|note| print(&wrapped(&format!("note: {note}"), table_width())));
    if found.sound {
        print("nothing is wrong");
    }
}

/// Lines of faults that are printed.
const MOST_FAULTS: usize = 15;

fn print_text(found: &Verification) {
    let Verification {
        games, planned_games, checkpoints, checkpoints_holding, replayed, played_again, ..
    } = found;
    print(&format!("{games} of {planned_games} games"));
    print(&format!("{checkpoints_holding} of {checkpoints} checkpoints hold"));
    print(&format!("{replayed} records replayed, {played_again} games played again"));
    let faults: Vec<String> = found.faults.iter().map(|fault| format!("wrong: {fault}")).collect();
    if !faults.is_empty() {
        print(&brief(&faults.join("\n"), MOST_FAULTS));
    }
    if found.more_faults > 0 {
        print(&format!("wrong: and {} faults more", found.more_faults));
    }
    found.notes.iter().for_each(|note| print(&wrapped(&format!("note: {note}"), table_width())));
    if let Some(repair) = &found.repair {
        let mut lines = vec![format!(
            "repaired: {} games are left; `torneo run CONFIG --resume` continues",
            repair.games
        )];
        lines.extend(repair.kept.iter().map(|kept| format!("what was cut off is in {}", kept.display())));
        print(&wrapped(&lines.join("\n"), table_width()));
    } else if found.sound {
        print("nothing is wrong");
    }
}
