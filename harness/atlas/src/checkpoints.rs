//! `checkpoints.csv` of an atlas: the length and hash of each of its files, for the present state of the folder. While a task is
//! entered the state before stands there, too: a file is that of one or of the other then, whenever the program ends.

use std::path::Path;

use torneo_arena::results::Mark;
use torneo_contract::refuse_if;

use crate::files::{DESIGN, Fault, MANIFESTS, text_of};
use crate::rows::{FirstMoveRow, Keyed, MatchRow, Row, UnequalRow};
use crate::validation::ValidationRow;
use crate::verdicts::VerdictRow;

/// The name of the file.
pub const CHECKPOINTS: &str = "checkpoints.csv";
/// The files that are covered, in the order in which they are written: rows that others follow from come first, behind what
/// follows from all rows together.
pub const COVERED: [&str; 8] = [
    ValidationRow::FILE,
    VerdictRow::FILE,
    MANIFESTS,
    DESIGN,
    UnequalRow::FILE,
    FirstMoveRow::FILE,
    MatchRow::FILE,
    Row::FILE,
];
/// How many of them, from the first on, earlier versions of the program did not know.
const NEW: usize = 2;
const HEADER: &str = "state,file,bytes,hash";
/// The names of the states in the order in which they stand in the file.
const STATES: [&str; 2] = ["before", "present"];

/// The files of a folder in the order of [`COVERED`]; none for one that is not there.
pub type State = [Option<Mark>; COVERED.len()];

/// What the file tells of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoints {
    /// The state before, while a task is entered.
    pub before: Option<State>,
    /// The present state.
    pub present: State,
}

impl Checkpoints {
    /// The text of the file.
    pub fn text(&self) -> String {
        let [first, last] = STATES;
        let before = self.before.iter().flat_map(|state| rows(first, state));
        let lines = before.chain(rows(last, &self.present));
        std::iter::once(format!("{HEADER}\n")).chain(lines).collect()
    }

    /// Reads the file.
    ///
    /// # Errors
    /// What torneo did not write, with its line.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Checkpoints, Fault> {
        let lines: Vec<&str> = text_of(path, bytes)?.lines().collect();
        refuse_if!(lines[0] != HEADER, Fault::at(path, 1, format!("expected the columns {HEADER}")));
        let rows = &lines[1..];
        let is_older = rows.first().is_some_and(|row| row.split(',').nth(1) == Some(COVERED[NEW]));
        let skipped = if is_older { NEW } else { 0 };
        let count = COVERED.len() - skipped;
        let state = |name: &str, from: usize| -> Result<State, Fault> {
            let mut state = State::default();
            for (place, file) in COVERED.into_iter().enumerate().skip(skipped) {
                let index = from + place - skipped;
                let line = index as u64 + 2;
                let row = rows.get(index).and_then(|row| row.strip_prefix(&*format!("{name},{file},")));
                let expected =
                    || Fault::at(path, line, format!("expected the {name} length and hash of {file}"));
                state[place] = mark(row.ok_or_else(expected)?).ok_or_else(expected)?;
            }
            Ok(state)
        };
        let [first, last] = STATES;
        let found = match rows.len() > count {
            true => Checkpoints { before: Some(state(first, 0)?), present: state(last, count)? },
            false => Checkpoints { before: None, present: state(last, 0)? },
        };
        let most = count * if found.before.is_some() { 2 } else { 1 };
        refuse_if!(rows.len() > most, Fault::at(path, most as u64 + 2, "expected no more rows"));
        Ok(found)
    }

    /// Whether a file, by its place in [`COVERED`], is that of a state that is told of.
    pub fn knows(&self, place: usize, mark: &Option<Mark>) -> bool {
        self.present[place] == *mark || self.before.as_ref().is_some_and(|before| before[place] == *mark)
    }
}

/// The rows of a state.
fn rows<'a>(name: &'a str, state: &'a State) -> impl Iterator<Item = String> + 'a {
    COVERED.into_iter().zip(state).map(move |(file, mark)| match mark {
        Some(Mark { bytes, hash }) => format!("{name},{file},{bytes},{hash}\n"),
        None => format!("{name},{file},,\n"),
    })
}

/// The length and hash in the last two columns, both empty for a file that is not there; none if they are neither.
fn mark(row: &str) -> Option<Option<Mark>> {
    match row.split_once(',')? {
        ("", "") => Some(None),
        (bytes, hash) => {
            let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            let bytes = bytes.parse().ok().filter(|_| is_hash)?;
            Some(Some(Mark { bytes, hash: hash.to_owned() }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Earlier versions knew fewer files: those that they did not know were not there.
    #[test]
    fn checkpoints_of_earlier_versions_are_read() {
        let mut present = State::default();
        present[NEW] = Some(Mark::of_bytes(b"one"));
        for before in [None, Some(State::default())] {
            let written = Checkpoints { before, present: present.clone() };
            let is_known = |line: &&str| COVERED[..NEW].iter().all(|file| !line.contains(file));
            let text: String = written.text().split_inclusive('\n').filter(is_known).collect();
            let found = Checkpoints::parse(Path::new("checkpoints.csv"), text.as_bytes()).unwrap();
            assert_eq!(found, written);
            assert!(found.knows(0, &None) && !found.knows(0, &Some(Mark::of_bytes(b"verdicts"))));
        }
    }

    /// What is written is read again, and a line that is damaged is named.
    #[test]
    fn checkpoints_are_read_as_they_are_written() {
        let mut present = State::default();
        present[0] = Some(Mark::of_bytes(b"one"));
        let both = Checkpoints { before: Some(State::default()), present: present.clone() };
        let path = Path::new("checkpoints.csv");
        for written in [Checkpoints { before: None, present }, both] {
            let text = written.text();
            assert_eq!(Checkpoints::parse(path, text.as_bytes()).unwrap(), written);
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            for number in 0..lines.len() {
                let without: String = lines
                    .iter()
                    .enumerate()
                    .filter(|(line, _)| *line != number)
                    .map(|(_, line)| *line)
                    .collect();
                let fault = Checkpoints::parse(path, without.as_bytes()).unwrap_err();
                assert!(fault.line.is_some(), "{fault}");
                let twice: String = lines
                    .iter()
                    .enumerate()
                    .flat_map(|(line, text)| std::iter::repeat_n(*text, 1 + usize::from(line == number)))
                    .collect();
                Checkpoints::parse(path, twice.as_bytes()).unwrap_err();
            }
            for cut in 0..text.len() {
                Checkpoints::parse(path, &text.as_bytes()[..cut]).unwrap_err();
            }
        }
    }
}
