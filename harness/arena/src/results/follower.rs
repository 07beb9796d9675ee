//! Reading a results folder while it grows.

use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use torneo_contract::refuse_if;

use super::checkpoint::Checkpoints;
use super::reader::Reader;
use super::{GAMES, GameResult, SEATS};
use crate::Error;
use crate::storage::open;

/// A results folder that is read while it grows.
#[derive(Clone, Debug)]
pub struct Follower {
    folder: PathBuf,
    /// The bytes of `games.csv` and `seats.csv` that have been read.
    read: [u64; 2],
    /// Games that have been read.
    games: u64,
    /// The hashes of what was read.
    hashers: [blake3::Hasher; 2],
}

impl Follower {
    /// Begins with the first game. Rows are shown when a checkpoint tells of them.
    pub fn new(folder: &Path) -> Follower {
        let hashers = [blake3::Hasher::new(), blake3::Hasher::new()];
        Follower { folder: folder.to_owned(), read: [0; 2], games: 0, hashers }
    }

    /// Calls `visit` with every game that has been added since the last time; returns how many there were.
    ///
    /// # Errors
    /// Files that cannot be read, do not fit together or are not as their checkpoints say.
    pub fn each_new(&mut self, mut visit: impl FnMut(&GameResult)) -> Result<u64, Error> {
        let (most, end) = self.confirmed()?;
        if most == self.games {
            return Ok(0);
        }
        let mut reader = Reader::open(&self.folder, self.read)?;
        let before = self.games;
        while self.games < most && reader.next()? {
            visit(&reader.result);
            (self.games, self.read) = (self.games + 1, reader.position());
        }
        let fits = end.is_none_or(|end| end == self.read);
        refuse_if!(!fits, "{}: its last checkpoint does not fit its rows", self.folder.display());
        Ok(self.games - before)
    }

    /// The number of games that may be read, and the bytes where they end; new rows are compared with the last checkpoint.
    fn confirmed(&mut self) -> Result<(u64, Option<[u64; 2]>), Error> {
        let checkpoints = Checkpoints::read(&self.folder, false)?;
        let Some(last) = checkpoints.rows.last().filter(|last| last.games > self.games) else {
            return Ok((if checkpoints.exists { self.games } else { u64::MAX }, None));
        };
        let end = [last.marks[0].bytes, last.marks[1].bytes];
        let mut new = self.hashers.clone();
        for (file, name) in [GAMES, SEATS].into_iter().enumerate() {
            let path = self.folder.join(name);
            let mut part = BufReader::new(open(&path).map_err(|error| Error::unreadable(&path, &error))?);
            let (at, length) = (self.read[file], end[file].saturating_sub(self.read[file]));
            let hashed =
                part.seek(SeekFrom::Start(at)).and_then(|_| new[file].update_reader(part.take(length)));
            hashed.map_err(|error| Error::unreadable(&path, &error))?;
            let fits = new[file].finalize().to_hex().as_str() == last.marks[file].hash;
            refuse_if!(!fits, "{} is not as its checkpoint says", path.display());
        }
        self.hashers = new;
        Ok((last.games, Some(end)))
    }
}
