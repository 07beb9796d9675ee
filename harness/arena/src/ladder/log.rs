//! What was measured so far of a ladder, beside its file: after a kill it is not measured again.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use torneo_contract::{refusal, refuse_if};

use crate::Error;
use crate::storage::{self, Store, write_whole};

/// What the measurements are for. A log of something else is not gone on with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Subject {
    /// The canonical specification of the game.
    pub game: String,
    /// The master seed.
    pub seed: u64,
    /// Hours, of which the number of games follows.
    pub hours: f64,
    /// The version of the program.
    pub program: String,
}

/// What for a measurement is made: each has random numbers of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// To find the next rung.
    Search,
    /// For the figures of the ladder.
    Figure,
    /// What one game takes.
    Cost,
    /// Where a rung of the ladder before stands.
    Before,
}

/// A measurement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// What for.
    pub purpose: Purpose,
    /// The engine.
    pub engine: String,
    /// Its opponent.
    pub opponent: String,
    /// The mean score of the engine in each group of games. Of a cost: the seconds of a game. Of a rung of the ladder before: its Elo
    /// with the ends of the interval.
    pub values: Vec<f64>,
}

/// The measurements so far.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    store: Store,
    text: String,
    known: Vec<Measured>,
}

impl Log {
    /// The log beside the file of a ladder: that which is there, if it is gone on with.
    ///
    /// # Errors
    /// A log of another ladder or none to go on with, a file that cannot be written.
    pub fn beside(out: &Path, subject: &Subject, resume: bool, store: Store) -> Result<Log, Error> {
        let mut path = out.as_os_str().to_owned();
        path.push(".log");
        let mut log = Log { path: path.into(), store, text: line(subject), known: Vec::new() };
        if resume && log.path.exists() {
            log.read(subject)?;
        }
        let folder = storage::folder_of(&log.path);
        log.store.files.create_dir(folder).map_err(Error::unwritable(folder))?;
        log.write()?;
        Ok(log)
    }

    /// What of the file is whole.
    fn read(&mut self, subject: &Subject) -> Result<(), Error> {
        let place = self.path.display().to_string();
        let text =
            storage::read_to_string(&self.path).map_err(|error| Error::unreadable(&self.path, &error))?;
        let mut lines = text.lines();
        let there: Subject = serde_json::from_str(lines.next().unwrap_or_default())
            .map_err(|error| refusal!("{place}, line 1: not the log of a ladder: {error}"))?;
        refuse_if!(
            there != *subject,
            Error::input_with_help(
                format!("{place}, line 1: it is of {}, not of {}", line(&there).trim(), line(subject).trim()),
                "leave out --resume, or choose another file with --out",
            )
        );
        for (number, text) in lines.enumerate() {
            let read: Measured = serde_json::from_str(text)
                .map_err(|error| refusal!("{place}, line {}: no measurement: {error}", number + 2))?;
            self.text += &line(&read);
            self.known.push(read);
        }
        Ok(())
    }

    fn write(&self) -> Result<(), Error> {
        write_whole(&*self.store.files, &self.path, self.text.as_bytes())
            .map_err(Error::unwritable(&self.path))
    }

    /// A measurement that is there; else it is made now.
    ///
    /// # Errors
    /// That it cannot be made, or not be written.
    pub fn recall(
        &mut self,
        purpose: Purpose,
        (engine, opponent): (&str, &str),
        measure: impl FnOnce() -> Result<Vec<f64>, Error>,
    ) -> Result<Vec<f64>, Error> {
        let is_same =
            |one: &&Measured| one.purpose == purpose && one.engine == engine && one.opponent == opponent;
        if let Some(known) = self.known.iter().find(is_same) {
            return Ok(known.values.clone());
        }
        let (engine, opponent) = (engine.to_owned(), opponent.to_owned());
        let measured = Measured { purpose, engine, opponent, values: measure()? };
        self.text += &line(&measured);
        self.known.push(measured.clone());
        self.write()?;
        Ok(measured.values)
    }

    /// Removes the file: the ladder is there.
    ///
    /// # Errors
    /// A file that cannot be removed.
    pub fn close(self) -> Result<(), Error> {
        self.store.files.remove_file(&self.path).map_err(|error| Error::io("remove", &self.path, error))
    }
}

/// A value as a line of JSON.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the value is plain data") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(seed: u64) -> Subject {
        Subject { game: "blocker".to_owned(), seed, hours: 0.1, program: "0".to_owned() }
    }

    #[test]
    fn what_was_measured_is_not_measured_again() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("x.toml");
        let open = |seed, resume| Log::beside(&out, &subject(seed), resume, Store::default());
        let mut log = open(1, false).unwrap();
        let pair = ("greedy", "random");
        assert_eq!(log.recall(Purpose::Search, pair, || Ok(vec![0.5, 1.0])).unwrap(), [0.5, 1.0]);
        let never = || -> Result<Vec<f64>, Error> { Err(Error::run("measured again")) };
        assert!(log.recall(Purpose::Figure, pair, never).is_err(), "another purpose");
        drop(log);
        let mut log = open(1, true).unwrap();
        assert_eq!(log.recall(Purpose::Search, pair, never).unwrap(), [0.5, 1.0]);
        let other = open(2, true).unwrap_err().to_string();
        assert!(other.contains("line 1") && other.contains("\"seed\":1"), "{other}");
        drop(open(2, false).unwrap());
        open(2, true).unwrap().close().unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_log_that_is_none_is_refused_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("x.toml");
        std::fs::write(folder.path().join("x.toml.log"), line(&subject(1)) + "{}\n").unwrap();
        let refused = Log::beside(&out, &subject(1), true, Store::default()).unwrap_err();
        assert!(refused.is_input() && refused.to_string().contains("line 2"), "{refused}");
    }
}
