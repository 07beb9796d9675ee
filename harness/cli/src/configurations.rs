//! Configurations of tournaments: files, and those that are built in.

use std::path::Path;

use torneo_contract::nearest;
use torneo_present::english::Joined as _;
use torneo_registry::Registry;
use torneo_registry::incoming::{self, Encoding, Named};

use super::Failure;

/// What names the standard input.
const STDIN: &str = "-";

/// The text of a configuration: a file, or where there is none, what is built in under this name.
///
/// # Errors
/// A file that cannot be read, or a name of which there is neither.
pub fn read(registry: &Registry, config: &Path) -> Result<String, Failure> {
    let built_in = registry.configurations().iter().find(|(name, _)| config == Path::new(name));
    match built_in {
        Some((_, text)) if config.is_dir() || !is_there(config) => Ok((*text).to_owned()),
        _ => incoming::read(config, Named::ByUser, Encoding::Utf8).map_err(|error| {
            let message = format!("argument <CONFIG>: cannot read {}: {error}", config.display());
            match is_there(config) || config == Path::new(STDIN) {
                true => Failure::input(message),
                false => unknown(registry, config, &message),
            }
        }),
    }
}

/// Whether something has this name, be it a link that leads nowhere.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The refusal of a name that is neither a file nor built in.
fn unknown(registry: &Registry, config: &Path, message: &str) -> Failure {
    let names = registry.configurations().iter().map(|(name, _)| *name);
    if names.len() == 0 {
        return Failure::input(message);
    }
    let written = config.file_stem().unwrap_or_default().to_string_lossy();
    let near = nearest(&written, names.clone()).map(|near| format!("did you mean `{near}`? "));
    let list =
        format!("{}These configurations are built in: {}", near.unwrap_or_default(), names.joined(", "));
    Failure::input_with_help(format!("{message}; no configuration of this name is built in"), list)
}
