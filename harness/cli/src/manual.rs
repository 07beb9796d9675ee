//! `torneo man`.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use torneo_arena::storage::replace;
use torneo_registry::Registry;

use super::options::place;
use super::{Arguments, Failure, print};

/// Write the manual pages of all commands to a folder
#[derive(Args)]
#[command(after_help = "Example: torneo man ~/.local/share/man/man1")]
pub struct Manual {
    /// The folder, which is made if it is missing
    #[arg(value_name = "FOLDER", value_parser = place())]
    folder: PathBuf,
}

impl Manual {
    pub fn execute(self, _registry: &Registry) -> Result<(), Failure> {
        let folder = &self.folder;
        std::fs::create_dir_all(folder).map_err(|error| Failure::io("make", folder, &error))?;
        let mut command = Arguments::command().disable_help_subcommand(true);
        command.build();
        let pages = write(&command, folder)?;
        print(&format!("{pages} pages: {}", folder.join("torneo.1").display()));
        Ok(())
    }
}

/// Writes the page of a command and those of the commands below it; returns how many there are.
fn write(command: &Command, folder: &Path) -> Result<usize, Failure> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let file = folder.join(format!("{name}.1"));
    let page = page(command).map_err(Failure::run)?;
    replace(&file, &page).map_err(|error| Failure::io("write", &file, &error))?;
    let below = command.get_subcommands().filter(|command| !command.is_hide_set());
    below.map(|command| write(command, folder)).try_fold(1, |pages, more| Ok(pages + more?))
}

/// The page of a command, for `man`.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let manual = Man::new(command.clone());
    manual.source(concat!("torneo ", env!("CARGO_PKG_VERSION"))).manual("torneo").render(&mut page)?;
    Ok(page)
}
