//! Configurations as files that plan the same games.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use toml::Value;

use super::config::{Config, Opening, Order};

/// What names the standard input: a file of a configuration cannot name it.
const STDIN: &str = "-";

impl Config {
    /// The text of a file with the same games. Books stand in it as their files do; openings that came from a pipe are listed.
    ///
    /// # Errors
    /// A number that TOML cannot hold.
    pub fn printed(&self) -> Result<String, toml::ser::Error> {
        let Opening { books, selected, files, .. } = &self.opening;
        let file_of = |game: &String| files.get(game).filter(|file| *file != Path::new(STDIN));
        let files: BTreeMap<&String, &PathBuf> =
            books.keys().filter_map(|game| Some((game, file_of(game)?))).collect();
        let listed: Vec<&String> = books.keys().filter(|game| file_of(game).is_none()).collect();
        let mut plain = self.clone();
        plain.opening.books.clear();
        plain.opening.selected.clear();
        // What was selected stands in the order of play.
        if listed.iter().any(|game| selected.contains(*game)) && files.is_empty() {
            (plain.opening.order, plain.opening.start) = (Order::default(), None);
        }
        let mut text = toml::to_string(&plain)?;
        let common = files.values().next().filter(|first| {
            listed.is_empty() && files.len() == self.games.len() && files.values().all(|file| file == *first)
        });
        match common {
            Some(file) => {
                text = text.replacen("[opening]\n", &format!("[opening]\nlines = {}\n", quoted(file)), 1);
            }
            None => list(&mut text, "lines", files.iter().map(|(game, file)| (*game, quoted(file)))),
        }
        let positions = |game: &String| Value::from(books[game].clone()).to_string();
        list(&mut text, "positions", listed.iter().map(|game| (*game, positions(game))));
        Ok(text)
    }
}

fn quoted(file: &Path) -> String {
    Value::from(file.display().to_string()).to_string()
}

/// Adds a table of `[opening]`.
fn list<'a>(text: &mut String, key: &str, entries: impl Iterator<Item = (&'a String, String)>) {
    let entries: Vec<_> = entries.collect();
    if entries.is_empty() {
        return;
    }
    writeln!(text, "\n[opening.{key}]").expect("text can be written to");
    for (game, value) in entries {
        writeln!(text, "{} = {value}", Value::from(game.as_str())).expect("text can be written to");
    }
}
