//! A results folder that is being written.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use torneo_contract::refuse_if;

use super::checkpoint::{self, Checkpoint, Checkpoints, Mark};
use super::choices::{Choices, ENDINGS, EVALUATIONS, FAULTY, Kind, TIMED};
use super::draft::Draft;
use super::opened::Extent;
use super::rows::header_line;
use super::timing::TIMING_HEADER;
use super::{CHECKPOINTS, GAMES, GAMES_HEADER, Manifest, SEATS, SEATS_HEADER, TIMING};
use crate::Error;
use crate::storage::{Lock, Sink, Store, write_all};

/// A checkpoint waits until this many times as long has passed as the last one took: syncing never takes more than a
/// small part of the time.
const SHARE: u32 = 50;

/// A results folder that is being written. No other process writes to it meanwhile.
pub struct Folder {
    path: PathBuf,
    store: Store,
    games: Hashed,
    seats: Hashed,
    timing: Arc<dyn Sink>,
    checkpoints: Arc<dyn Sink>,
    /// What each choice rests on, if that is written.
    moves: Option<Arc<Choices>>,
    /// Rows that no checkpoint tells of: how long each choice took, and how adjudicated games end, if that is written.
    others: Vec<Arc<Choices>>,
    /// Whether the checkpoints cover that.
    covers_moves: bool,
    written: u64,
    began: Instant,
    saved: Instant,
    /// How long the last checkpoint took.
    took: Duration,
    /// Where the files are until they are moved into the folder.
    draft: Option<Draft>,
    _lock: Option<Lock>,
}

/// A file whose content is hashed as it grows.
pub(super) struct Hashed {
    pub file: Arc<dyn Sink>,
    hasher: blake3::Hasher,
    bytes: u64,
    /// A part of something may have been written: what follows would stand in the wrong place.
    failed: bool,
}

impl Hashed {
    /// A new file.
    pub fn new(file: Arc<dyn Sink>) -> Hashed {
        Hashed { file, hasher: blake3::Hasher::new(), bytes: 0, failed: false }
    }

    /// A file that goes on behind its first bytes.
    pub fn append(store: &Store, path: &Path, bytes: u64) -> std::io::Result<Hashed> {
        let (file, hasher) = (store.files.append(path)?, checkpoint::hash_of(path, bytes)?);
        Ok(Hashed { file, hasher, bytes, failed: false })
    }

    /// What cannot be written is neither counted nor hashed, and nothing is written behind it.
    pub fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        refuse_if!(self.failed, std::io::Error::other("an earlier write failed"));
        self.failed = true;
        write_all(&*self.file, bytes)?;
        self.failed = false;
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// What has been written so far.
    pub fn mark(&self) -> Mark {
        Mark::of(self.bytes, &self.hasher)
    }
}

/// What is needed to make a state of the files last; other threads may go on writing meanwhile.
pub struct Saving {
    moves: Option<Arc<dyn Sink>>,
    games: Arc<dyn Sink>,
    seats: Arc<dyn Sink>,
    checkpoints: Arc<dyn Sink>,
    row: Checkpoint,
}

impl Saving {
    /// Syncs the files, then writes their checkpoint: a checkpoint tells of nothing that a power cut could take back.
    ///
    /// # Errors
    /// A file that cannot be synced or written. Nothing may be saved any more then: what was written may be lost.
    pub fn save(&self) -> std::io::Result<()> {
        self.moves.as_ref().map_or(Ok(()), |moves| moves.sync())?;
        self.games.sync()?;
        self.seats.sync()?;
        write_all(&*self.checkpoints, self.row.row().as_bytes())?;
        self.checkpoints.sync()
    }
}

impl Folder {
    /// Makes a new results folder. It comes into being at once.
    ///
    /// # Errors
    /// A folder that is not empty, that another process writes to, or that cannot be made.
    pub fn create(store: &Store, path: &Path, manifest: &Manifest) -> Result<Folder, Error> {
        let mut folder = Folder::draft(store, path, manifest, manifest.config.output.evaluations)?;
        folder.commit()?;
        Ok(folder)
    }

    /// Begins a results folder that comes into being with [`Folder::commit`]; dropped before, it leaves nothing behind.
    ///
    /// # Errors
    /// A folder that is not empty, that another process writes to, or that cannot be made.
    pub(super) fn draft(
        store: &Store,
        path: &Path,
        manifest: &Manifest,
        covers_moves: bool,
    ) -> Result<Folder, Error> {
        let draft = Draft::begin(store, path, manifest)?;
        let failed = Error::unwritable(path);
        let new = |name: &str, text: &[u8]| -> std::io::Result<Hashed> {
            let mut file = Hashed::new(store.files.create(&draft.place(name))?);
            file.write(text)?;
            Ok(file)
        };
        let checkpoints = Checkpoints::none(covers_moves).text(&[]);
        let mut folder = Folder {
            path: path.to_owned(),
            store: store.clone(),
            games: new(GAMES, &header_line(&GAMES_HEADER)).map_err(failed)?,
            seats: new(SEATS, &header_line(&SEATS_HEADER)).map_err(failed)?,
            timing: new(TIMING, &header_line(&TIMING_HEADER)).map_err(failed)?.file,
            checkpoints: new(CHECKPOINTS, &checkpoints).map_err(failed)?.file,
            moves: None,
            others: Vec::new(),
            covers_moves,
            written: 0,
            began: Instant::now(),
            saved: Instant::now(),
            took: Duration::ZERO,
            draft: Some(draft),
            _lock: None,
        };
        folder.save()?;
        Ok(folder)
    }

    /// Moves the files of a draft into the folder; does nothing for a folder that is there.
    ///
    /// # Errors
    /// The files cannot be written or moved.
    pub fn commit(&mut self) -> Result<(), Error> {
        let Some(draft) = self.draft.take() else { return Ok(()) };
        let failed = Error::unwritable(&self.path);
        self.timing.sync().map_err(failed)?;
        self._lock = Some(draft.commit().map_err(failed)?);
        Ok(())
    }

    /// Goes on with a folder whose files end with these games.
    pub(super) fn append(
        store: &Store,
        path: &Path,
        lock: Lock,
        extent: Extent,
        covers_moves: bool,
    ) -> std::io::Result<Folder> {
        let open = |name| store.files.append(&path.join(name));
        Ok(Folder {
            path: path.to_owned(),
            store: store.clone(),
            games: Hashed::append(store, &path.join(GAMES), extent.bytes[0])?,
            seats: Hashed::append(store, &path.join(SEATS), extent.bytes[1])?,
            timing: open(TIMING)?,
            checkpoints: open(CHECKPOINTS)?,
            moves: None,
            others: Vec::new(),
            covers_moves,
            written: extent.games,
            began: Instant::now(),
            saved: Instant::now(),
            took: Duration::ZERO,
            draft: None,
            _lock: Some(lock),
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file of what each choice rests on; from now on checkpoints make it last, too.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn open_moves(&mut self) -> Result<Arc<Choices>, Error> {
        let moves = Arc::new(Choices::open(&self.store, &self.path, &EVALUATIONS)?);
        self.moves = Some(moves.clone());
        Ok(moves)
    }

    /// Opens the file of how long each choice took.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn open_times(&mut self) -> Result<Arc<Choices>, Error> {
        self.open_other(&TIMED)
    }

    /// Opens the file of how adjudicated games end.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn open_endings(&mut self) -> Result<Arc<Choices>, Error> {
        self.open_other(&ENDINGS)
    }

    /// Opens the file of answers that were none.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn open_faults(&mut self) -> Result<Arc<Choices>, Error> {
        self.open_other(&FAULTY)
    }

    /// Whether a session that was cut short has left rows of how adjudicated games end.
    pub fn has_unsorted_endings(&self) -> bool {
        self.path.join(ENDINGS.unsorted).exists()
    }

    fn open_other(&mut self, kind: &'static Kind) -> Result<Arc<Choices>, Error> {
        let opened = Arc::new(Choices::open(&self.store, &self.path, kind)?);
        self.others.push(opened.clone());
        Ok(opened)
    }

    /// Ends a run whose games are all there: the rows of choices are put in order.
    ///
    /// # Errors
    /// Files that cannot be read or written.
    pub fn finish(self) -> Result<(), Error> {
        self.moves.iter().chain(&self.others).try_for_each(|choices| choices.finish())
    }

    /// Where a file of the folder is now.
    pub(super) fn place(&self, name: &str) -> PathBuf {
        self.draft.as_ref().map_or_else(|| self.path.join(name), |draft| draft.place(name))
    }

    /// Adds the rows of games, whole rows in game order, and the time that they took.
    ///
    /// # Errors
    /// A file that cannot be written. Nothing may be written any more then.
    pub fn write(
        &mut self,
        games: &[u8],
        seats: &[u8],
        (first_game, count, plies, milliseconds): (u64, u64, u64, f64),
    ) -> Result<(), Error> {
        let failed = Error::unwritable(&self.path);
        self.games.write(games).map_err(failed)?;
        self.seats.write(seats).map_err(failed)?;
        let row = format!("{first_game},{count},{plies},{milliseconds:.3}\n");
        write_all(&*self.timing, row.as_bytes()).map_err(failed)?;
        self.written += count;
        Ok(())
    }

    /// Whether it is time for a checkpoint. The first ones come soon: only what they tell of is counted by others.
    pub fn is_due(&self) -> bool {
        let every = self.store.checkpoint_every.min(self.began.elapsed() / 2);
        self.saved.elapsed() >= every.max(self.took * SHARE)
    }

    /// A checkpoint of what has been written so far, to be saved.
    pub fn saving(&self) -> Saving {
        let mut marks = vec![self.games.mark(), self.seats.mark()];
        let moves = self.moves.as_ref().map(|moves| moves.state());
        if self.covers_moves {
            let nothing = || Mark::of(0, &blake3::Hasher::new());
            marks.push(moves.as_ref().map_or_else(nothing, |(mark, _)| mark.clone()));
        }
        Saving {
            moves: moves.map(|(_, file)| file),
            games: self.games.file.clone(),
            seats: self.seats.file.clone(),
            checkpoints: self.checkpoints.clone(),
            row: Checkpoint { games: self.written, marks },
        }
    }

    /// Makes what has been written so far last, with a checkpoint.
    ///
    /// # Errors
    /// A file that cannot be synced or written. Nothing may be written any more then.
    pub fn save(&mut self) -> Result<(), Error> {
        let began = Instant::now();
        self.saving().save().map_err(Error::unwritable(&self.path))?;
        self.has_saved(began.elapsed());
        Ok(())
    }

    /// Notes that a checkpoint was saved, and how long that took.
    pub fn has_saved(&mut self, took: Duration) {
        (self.saved, self.took) = (Instant::now(), took);
    }
}
