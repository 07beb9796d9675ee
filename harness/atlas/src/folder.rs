//! The one door to the folder of an atlas.
//!
//! Whoever opens a folder learns whether its files are those of a checkpoint, and whether what follows from its rows stands in
//! them. Nothing inside a folder is reached through a link. Rows come in under a lock, with checkpoints around them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use torneo_arena::Error;
use torneo_arena::results::{Mark, lock};
use torneo_arena::storage::{Lock, LockError, Store, check_changeable, write_whole};
use torneo_contract::refuse_if;
use torneo_registry::Registry;

use crate::checkpoints::{CHECKPOINTS, COVERED, Checkpoints, State};
use crate::coherence::{self, Judge};
use crate::derived::{Known, derive};
use crate::design::Design;
use crate::exact;
use crate::files::{
    DESIGN, Fault, GAMES, MANIFESTS, ManifestLine, TIMING, bytes_of, bytes_with, games_folder, is_missing,
    manifests_of, rows_of, times, times_with, utf8_of,
};
use crate::rows::{Contents, FirstMoveRow, Keyed, MatchRow, UnequalRow};
use crate::validation::{self, ValidationRow};
use crate::verdicts::VerdictRow;

/// How often a folder is read again that another process enters rows into meanwhile.
const MOST_READINGS: u32 = 200;
/// How long is waited in between.
const PAUSE: Duration = Duration::from_millis(20);

/// The folder of an atlas as it was found.
#[derive(Default)]
pub struct Found {
    /// The rows.
    pub contents: Contents,
    /// The manifests, in the order of their names.
    pub manifests: Vec<ManifestLine>,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// The design by which the last task was entered, where the folder holds one.
    pub design: Option<String>,
    /// The checkpoints, where there are some that can be read.
    pub checkpoints: Option<Checkpoints>,
    /// What the files are.
    state: State,
    /// What could not be compared, and why.
    pub notes: Vec<String>,
}

impl Found {
    /// Whether the folder holds files of an atlas, but no checkpoints: an earlier version of the program wrote it.
    pub fn is_older(&self) -> bool {
        self.checkpoints.is_none() && self.state.iter().any(Option::is_some)
    }

    /// Whether a task was being entered when a program ended.
    pub fn is_between(&self) -> bool {
        self.checkpoints.as_ref().is_some_and(|checkpoints| checkpoints.before.is_some())
    }

    /// The same, if nothing is wrong.
    ///
    /// # Errors
    /// The first fault.
    pub fn sound(mut self) -> Result<Found, Error> {
        if self.faults.is_empty() { Ok(self) } else { Err(self.faults.swap_remove(0).into()) }
    }
}

/// Looks at the folder of an atlas; what is wrong is listed, and nothing is changed. What follows from the rows is compared
/// by the design in the folder, else by the one that is given.
pub fn look(registry: &Registry, folder: &Path, given: Option<Judge>) -> Found {
    let mut readings = 0;
    let checkpoints = |found: &mut Found| match bytes_of(&folder.join(CHECKPOINTS)) {
        Ok(bytes) => bytes,
        Err(fault) => {
            found.faults.push(fault);
            None
        }
    };
    loop {
        let mut found = Found::default();
        let told = checkpoints(&mut found);
        let bytes = COVERED.map(|name| bytes_of(&folder.join(name)));
        if checkpoints(&mut Found::default()) != told && readings < MOST_READINGS {
            readings += 1;
            std::thread::sleep(PAUSE);
            continue;
        }
        if let Some(told) = told {
            match Checkpoints::parse(&folder.join(CHECKPOINTS), &told) {
                Ok(checkpoints) => found.checkpoints = Some(checkpoints),
                Err(fault) => found.faults.push(fault),
            }
        }
        found.examine(registry, folder, bytes, given);
        return found;
    }
}

impl Found {
    /// Reads the files, whose bytes are in the order of [`COVERED`], and compares them.
    fn examine(
        &mut self,
        registry: &Registry,
        folder: &Path,
        bytes: [Result<Option<Vec<u8>>, Fault>; COVERED.len()],
        given: Option<Judge>,
    ) {
        let mut lines = [0; COVERED.len()];
        for (place, bytes) in bytes.into_iter().enumerate() {
            let path = folder.join(COVERED[place]);
            let read = bytes.and_then(|bytes| {
                let Some(bytes) = bytes else { return Ok(()) };
                self.state[place] = Some(Mark::of_bytes(&bytes));
                lines[place] = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
                self.take(&path, &bytes)
            });
            self.faults.extend(read.err());
        }
        self.faults.extend(times(folder).err());
        self.faults.extend(not_a_folder(&folder.join(GAMES)));
        let knows =
            |place: usize| self.checkpoints.as_ref().is_none_or(|told| told.knows(place, &self.state[place]));
        let changed: Vec<usize> = (0..COVERED.len()).filter(|&place| !knows(place)).collect();
        let is_changed = |path: &Path| changed.iter().any(|&place| path == folder.join(COVERED[place]));
        if self.faults.is_empty() && !is_changed(&folder.join(DESIGN)) {
            self.compare(registry, folder, given);
            if !changed.is_empty() {
                // Where a file is not that of the checkpoints, comparing it may tell the line.
                self.faults.retain(|fault| is_changed(&fault.file));
            }
        }
        for place in changed {
            let path = folder.join(COVERED[place]);
            if self.faults.iter().all(|fault| fault.file != path) {
                let fault = self.changed(place, path, lines[place]);
                self.faults.push(fault);
            }
        }
    }

    /// How a file, by its place in [`COVERED`], differs from the one that the checkpoints tell of. It has so many lines.
    fn changed(&self, place: usize, path: PathBuf, lines: u64) -> Fault {
        let told = self.checkpoints.as_ref().and_then(|told| told.present[place].as_ref());
        match (told, &self.state[place]) {
            (Some(_), None) => Fault::of(&path, format!("is missing: {CHECKPOINTS} tells of it")),
            (Some(told), Some(mark)) if mark.bytes < told.bytes => {
                let why =
                    format!("the file ends here, but had {} bytes by {CHECKPOINTS}: it was cut", told.bytes);
                Fault::at(&path, lines.max(1), why)
            }
            (Some(_), Some(_)) => {
                let why = format!("lines 1 to {lines} were edited: their hash is not that of {CHECKPOINTS}");
                Fault::at(&path, 1, why)
            }
            (None, _) => Fault::at(&path, 1, format!("is not one of the files of {CHECKPOINTS}")),
        }
    }

    fn take(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Fault> {
        let name = path.file_name().unwrap_or_default();
        match () {
            () if name == MANIFESTS => self.manifests = manifests_of(path, bytes)?,
            () if name == DESIGN => self.design = Some(utf8_of(path, bytes)?.to_owned()),
            () if name == VerdictRow::FILE => self.contents.verdicts = rows_of(path, bytes)?,
            () if name == ValidationRow::FILE => self.contents.validation = rows_of(path, bytes)?,
            () if name == UnequalRow::FILE => self.contents.unequal = rows_of(path, bytes)?,
            () if name == FirstMoveRow::FILE => self.contents.first_moves = rows_of(path, bytes)?,
            () if name == MatchRow::FILE => self.contents.matches = rows_of(path, bytes)?,
            () => self.contents.cells = rows_of(path, bytes)?,
        }
        Ok(())
    }

    /// Compares what can be read.
    fn compare(&mut self, registry: &Registry, folder: &Path, given: Option<Judge>) {
        let of_folder = match &self.design {
            Some(text) if given.is_none_or(|given| given.design.text != *text) => {
                let file = folder.join(DESIGN);
                match Design::parse(registry, &file.display().to_string(), text) {
                    Ok(design) => Some((Known::of(registry, &design), design)),
                    Err(error) => return self.faults.push(Fault::of(&file, error)),
                }
            }
            _ => None,
        };
        let judge = match &of_folder {
            Some((known, design)) => Some(Judge { design, known }),
            None => given,
        };
        match judge {
            Some(judge) => coherence::compare(self, folder, judge),
            None => self.notes.push("there is no design to compare the rows with: --design FILE".to_owned()),
        }
    }
}

/// What is wrong with a folder, if anything has its name: a link, or no folder at all.
fn not_a_folder(path: &Path) -> Option<Fault> {
    match fs::symlink_metadata(path) {
        Err(error) if is_missing(&error) => None,
        Err(error) => Some(Fault::of(path, format!("cannot be read: {error}"))),
        Ok(found) if found.is_dir() => None,
        Ok(found) if found.is_symlink() => Some(Fault::of(path, "is a link, not a folder; remove it")),
        Ok(_) => Some(Fault::of(path, "is no folder; move it away")),
    }
}

/// Makes sure that the way to the games of a cell or match has no link.
///
/// # Errors
/// A link, or something else that is no folder.
pub fn check_games(out: &Path, name: &str) -> Result<(), Error> {
    let faults = [out.join(GAMES), games_folder(out, name)];
    faults.iter().find_map(|path| not_a_folder(path)).map_or(Ok(()), |fault| Err(fault.into()))
}

/// What is entered into a folder.
pub struct Entered<'a> {
    /// The text of the design.
    pub design: &'a str,
    /// All rows.
    pub contents: &'a Contents,
    /// All manifests, in the order of their names.
    pub manifests: &'a [ManifestLine],
}

/// Enters a new state into a folder that is locked, in the place of the one that was found. Whenever the program ends, each
/// file is that of one of both, and the checkpoints tell of both.
///
/// # Errors
/// A file that may not be changed, or cannot be written.
pub fn enter(store: &Store, folder: &Path, found: &Found, entered: &Entered) -> Result<(), Error> {
    let Entered { design, contents, manifests } = entered;
    let manifests: String = manifests.iter().map(|manifest| format!("{}\n", manifest.line)).collect();
    let unless_empty = |is_empty: bool, bytes: Vec<u8>| (!is_empty).then_some(bytes);
    // In the order of `COVERED`. What need not be played has no file as long as it has no rows.
    let files: [Option<Vec<u8>>; COVERED.len()] = [
        unless_empty(contents.validation.is_empty(), bytes_with(&contents.validation)?),
        Some(bytes_with(&contents.verdicts)?),
        unless_empty(manifests.is_empty(), manifests.into_bytes()),
        Some(design.as_bytes().to_vec()),
        unless_empty(contents.unequal.is_empty(), bytes_with(&contents.unequal)?),
        unless_empty(contents.first_moves.is_empty(), bytes_with(&contents.first_moves)?),
        Some(bytes_with(&contents.matches)?),
        Some(bytes_with(&contents.cells)?),
    ];
    let present: State = files.each_ref().map(|file| file.as_deref().map(Mark::of_bytes));
    if found.checkpoints.is_none() && found.design.as_deref().is_some_and(|there| there != *design) {
        let why = "was not written by an atlas in this folder: move it away";
        return Err(Fault::of(&folder.join(DESIGN), why).into());
    }
    for name in COVERED.into_iter().chain([CHECKPOINTS]) {
        check_changeable(&folder.join(name)).map_err(|error| Fault::of(&folder.join(name), error))?;
    }
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        write_whole(&*store.files, &path, bytes).map_err(|error| Error::io("write", &path, error))
    };
    let settled = Checkpoints { before: None, present };
    if found.state != settled.present {
        let both = Checkpoints { before: Some(found.state.clone()), present: settled.present.clone() };
        write(CHECKPOINTS, both.text().as_bytes())?;
        for (place, bytes) in files.iter().enumerate() {
            match bytes {
                Some(bytes) if found.state[place] != settled.present[place] => write(COVERED[place], bytes)?,
                _ => {}
            }
        }
    } else if found.checkpoints.as_ref() == Some(&settled) {
        return Ok(());
    }
    write(CHECKPOINTS, settled.text().as_bytes())
}

/// The rows with what follows from all of them, and from what solvers found.
///
/// # Errors
/// The solvers' findings in the folder cannot be read.
pub fn derived(folder: &Path, judge: Judge, contents: &Contents) -> Result<Contents, Error> {
    let mut contents = contents.clone();
    contents.validation = validation::solved(judge.design, &exact::read(folder)?);
    derive(judge.design, judge.known, &mut contents);
    Ok(contents)
}

/// Enters what follows from the rows, where it does not stand in the folder yet. Nothing is played. How games of cells ended
/// that do not tell it is taken from `seen`.
///
/// # Errors
/// A folder that is not as it was written, or cannot be written to.
pub fn complete(
    store: &Store,
    registry: &Registry,
    folder: &Path,
    judge: Judge,
    seen: &Contents,
) -> Result<(), Error> {
    let _lock = locked(folder)?;
    let mut found = look(registry, folder, Some(judge)).sound()?;
    for row in &seen.cells {
        let key = row.key().map(str::to_owned);
        row.completion.into_iter().for_each(|share| found.contents.complete((key.clone(), share)));
    }
    let contents = derived(folder, judge, &found.contents)?;
    let entered = Entered { design: &judge.design.text, contents: &contents, manifests: &found.manifests };
    enter(store, folder, &found, &entered)
}

/// Ends what a program had begun to enter when it was killed: rows that are there already get what follows from them.
///
/// # Errors
/// A folder that is not as it was written, or cannot be written to.
pub fn settle(store: &Store, registry: &Registry, folder: &Path, judge: Judge) -> Result<(), Error> {
    let _lock = locked(folder)?;
    let found = look(registry, folder, Some(judge)).sound()?;
    if !found.is_between() {
        return Ok(());
    }
    let contents = derived(folder, judge, &found.contents)?;
    let entered = Entered { design: &judge.design.text, contents: &contents, manifests: &found.manifests };
    enter(store, folder, &found, &entered)
}

/// Adds a sitting to the times: a cell or a match took so many core-seconds.
///
/// # Errors
/// The file is not as it was written, or cannot be written.
pub fn add_time(store: &Store, folder: &Path, key: [&str; 5], seconds: f64) -> Result<(), Error> {
    let _lock = locked(folder)?;
    let path = folder.join(TIMING);
    check_changeable(&path).map_err(|error| Fault::of(&path, error))?;
    let bytes = times_with(folder, key, seconds)?;
    write_whole(&*store.files, &path, &bytes).map_err(|error| Error::io("write", &path, error))
}

/// How long another process may hold the files.
const PATIENCE: Duration = Duration::from_secs(60);

/// Locks the files of an atlas: several processes may play cells of one. They hold it for a moment only.
///
/// # Errors
/// The folder cannot be written to, or another process does not let it go.
pub fn locked(folder: &Path) -> Result<Lock, Error> {
    let began = Instant::now();
    loop {
        match Lock::take(folder) {
            Ok(lock) => return Ok(lock),
            Err(LockError::InUse(_)) if began.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            // The same again, for its words.
            Err(_) => return lock(folder),
        }
    }
}

/// Whether a folder holds anything of an atlas, whatever it is.
pub fn is_begun(out: &Path) -> bool {
    let names = COVERED.into_iter().chain([CHECKPOINTS, GAMES]).filter(|name| *name != DESIGN);
    names.into_iter().any(|name| out.join(name).symlink_metadata().is_ok())
}

/// Makes sure that the folder of an atlas is one, if anything has its name.
///
/// # Errors
/// Something else.
pub fn check_is_folder(out: &Path) -> Result<(), Error> {
    refuse_if!(out.exists() && !out.is_dir(), "{} is not a folder", out.display());
    Ok(())
}
