//! `programs.csv`: which programs played, one row for each start of the run, program and file of its command.
//!
//! Like `sessions.csv` this is not reproducible. A run does not fail by it: what cannot be written is left out.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::Path;

use csv::{ReaderBuilder, Terminator, WriterBuilder};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::plan::Tournament;
use crate::storage::{self, Files, open, write_whole};

/// Name of the file.
pub const PROGRAMS: &str = "programs.csv";

/// A file of a program that played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedProgram {
    /// When the session began.
    pub started: String,
    /// The name of the engine.
    pub engine: String,
    /// What the program calls itself, with its version.
    pub id: String,
    /// The file of the program, or of one of its arguments.
    pub program: String,
    /// The SHA-256 of that file in hexadecimal digits; empty where it cannot be read.
    pub sha256: String,
}

/// The files of the programs in a results folder, as they were written; none where the file is missing or is none.
pub fn programs(folder: &Path) -> Vec<PlayedProgram> {
    let text = storage::read_to_string(&folder.join(PROGRAMS)).unwrap_or_default();
    let mut rows = ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    rows.deserialize().filter_map(Result::ok).collect()
}

/// Writes down the programs of a tournament, which have said hello, as of the session that began now.
pub(crate) fn note(files: &dyn Files, folder: &Path, started: &str, tournament: &Tournament) {
    let mut rows = Vec::new();
    for (entry, spec) in tournament.config.engines.iter().zip(&tournament.engines) {
        let Some(known) = spec.text_engine().and_then(|engine| engine.known()) else { continue };
        for file in known.files {
            rows.push(PlayedProgram {
                started: started.to_owned(),
                engine: entry.name.clone(),
                id: known.id.clone(),
                sha256: digest(&file).unwrap_or_default(),
                program: file.display().to_string(),
            });
        }
    }
    if !rows.is_empty() {
        write(files, folder, programs(folder).into_iter().chain(rows));
    }
}

/// Writes the programs of all parts of a run into the folder in which they are joined.
pub(crate) fn merge(files: &dyn Files, parts: &[&Path], folder: &Path) {
    let rows: Vec<PlayedProgram> = parts.iter().flat_map(|part| programs(part)).collect();
    if !rows.is_empty() {
        write(files, folder, rows);
    }
}

fn write(files: &dyn Files, folder: &Path, rows: impl IntoIterator<Item = PlayedProgram>) {
    let mut text = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
    let written = rows.into_iter().try_for_each(|row| text.serialize(row));
    if let (Ok(()), Ok(text)) = (written, text.into_inner()) {
        let _ = write_whole(files, &folder.join(PROGRAMS), &text);
    }
}

/// The SHA-256 of a file.
fn digest(path: &Path) -> io::Result<String> {
    let (mut hasher, mut file, mut bytes) = (Sha256::new(), open(path)?, vec![0; 1 << 16]);
    loop {
        match file.read(&mut bytes)? {
            0 => break,
            count => hasher.update(&bytes[..count]),
        }
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Which engines were not the same program in all sessions and parts of a run: a sentence for each. Where the files stand may
/// change from machine to machine, what they hold may not.
pub fn changed(rows: &[PlayedProgram]) -> Vec<String> {
    let mut engines: BTreeMap<&str, Vec<&PlayedProgram>> = BTreeMap::new();
    rows.iter().for_each(|row| engines.entry(&row.engine).or_default().push(row));
    let sentence = |(engine, rows): (&str, Vec<&PlayedProgram>)| {
        let name = |row: &PlayedProgram| Path::new(&row.program).file_name().map(ToOwned::to_owned);
        // The first row of a session is the program itself, whatever its file is called.
        let is_first = |at: usize| at == 0 || rows[at - 1].started != rows[at].started;
        let differ = |a: usize, b: usize| {
            let (first, other) = (rows[a], rows[b]);
            let same_file = name(first) == name(other) || (is_first(a) && is_first(b));
            first.id != other.id || (same_file && first.sha256 != other.sha256)
        };
        let pairs = (0..rows.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let (first, other) = pairs.into_iter().find(|&(a, b)| differ(a, b))?;
        let words = |row: &PlayedProgram| format!("{} ({}, SHA-256 {:.12})", row.program, row.id, row.sha256);
        let (first, other) = (words(rows[first]), words(rows[other]));
        Some(format!("`{engine}` was not the same program all the time: {first}, then {other}"))
    };
    engines.into_iter().filter_map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(started: &str, id: &str, program: &str, sha256: &str) -> PlayedProgram {
        let owned = str::to_owned;
        PlayedProgram {
            started: owned(started),
            engine: owned("sf"),
            id: owned(id),
            program: owned(program),
            sha256: owned(sha256),
        }
    }

    #[test]
    fn a_moved_program_is_the_same_and_another_one_is_not() {
        let first = row("1", "Fish 1", "/a/fish", "abc");
        assert!(changed(&[first.clone(), row("2", "Fish 1", "/b/fish", "abc")]).is_empty());
        let told = changed(&[first.clone(), row("2", "Fish 2", "/b/fish", "def")]);
        assert_eq!(
            told,
            [
                "`sf` was not the same program all the time: /a/fish (Fish 1, SHA-256 abc), then /b/fish (Fish 2, SHA-256 def)"
            ]
        );
        let net = [
            first,
            row("1", "Fish 1", "/a/net", "0"),
            row("2", "Fish 1", "/a/fish", "abc"),
            row("2", "Fish 1", "/a/net", "1"),
        ];
        assert_eq!(changed(&net).len(), 1);
    }
}
