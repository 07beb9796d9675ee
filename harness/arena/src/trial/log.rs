//! The folder of a tuning: its settings, and one row for each iteration.
//!
//! The values of an iteration follow from its score and the settings. Rows are believed as far as they do.

use std::path::{Path, PathBuf};

use torneo_registry::Registry;

use super::Keeping;
use super::games::Conduct;
use super::tune::{Course, Iteration, TuneSettings};
use crate::Error;
use crate::results::{keep_beside, lock};
use crate::run::tell;
use crate::storage::{self, Files, LOCK, Lock, Store, write_whole};

/// The file of the iterations.
const LOG: &str = "tune.csv";
/// The file of the settings.
const SETTINGS: &str = "tune.json";
/// What is there before the settings are: a tuning that was not begun.
const UNBEGUN: [&str; 4] = [LOCK, LOG, "tune.csv.new", "tune.json.new"];

/// Whether a folder is that of a tuning.
pub fn is_tuning(folder: &Path) -> bool {
    folder.join(SETTINGS).exists()
}

/// The folder of a tuning that is written to.
pub struct Log {
    store: Store,
    folder: PathBuf,
    _lock: Lock,
}

impl Log {
    /// Opens or makes the folder in which a tuning is kept, if it is to be.
    ///
    /// # Errors
    /// A folder that holds something else, or that another process writes to.
    pub fn open(settings: &TuneSettings, conduct: &Conduct) -> Result<Option<Log>, Error> {
        let Keeping::Folder { out, resume } = &conduct.keeping else { return Ok(None) };
        storage::check_place(out)?;
        let place = out.display();
        if *resume && !out.is_dir() {
            let message = format!("there is nothing to resume: {place} does not exist");
            return Err(Error::input_with_help(message, "leave out --resume to begin"));
        }
        let (store, files) = (conduct.store.clone(), &*conduct.store.files);
        files.create_dir(out).map_err(|error| Error::io("make", out, error))?;
        let lock = lock(out)?;
        let (there, text) = (out.join(SETTINGS), text_of(settings));
        match (is_unbegun(out), *resume) {
            (true, _) => {
                write(files, &out.join(LOG), &header(settings))?;
                write(files, &there, &text)?;
            }
            (false, false) => {
                let message = format!("{place} is not empty");
                return Err(Error::input_with_help(message, "choose another folder, or go on with --resume"));
            }
            (false, true) => {
                let other =
                    storage::read_to_string(&there).map_err(|error| Error::unreadable(&there, &error))?;
                if other != text {
                    let message = format!("{place} holds another tuning: {}", difference(&other, &text));
                    return Err(Error::input_with_help(message, "choose another folder with --out DIR"));
                }
            }
        }
        Ok(Some(Log { store, folder: out.clone(), _lock: lock }))
    }

    /// Takes up the iterations that were written down, as far as they can be believed; what follows is kept beside. The last
    /// one is played again: nothing behind it confirms its score.
    pub fn take_up(&self, course: &mut Course, conduct: &Conduct) -> Result<(), Error> {
        let path = self.folder.join(LOG);
        let mut read = read(&path, course)?;
        if let Some(last) =
            course.iterations.last().filter(|_| course.why_not_again().is_ok_and(|why| why.is_none()))
        {
            let (last, mut before) = (last.score, course.before_last()?);
            let score = before.next_score(conduct)?;
            if score != last {
                read.spoil(&path, before.iterations.len(), score);
                *course = before;
            }
        }
        if let Some(fault) = read.fault {
            let kept = set_aside(&*self.store.files, &path, read.bytes)?;
            let kept = kept.map_or(String::new(), |kept| format!("; what was cut is in {}", kept.display()));
            tell(&format!("warning: {fault}; going on after {} iterations{kept}", course.iterations.len()));
        }
        Ok(())
    }

    /// Writes down the iterations so far.
    pub fn write(&self, course: &Course) -> Result<(), Error> {
        let path = self.folder.join(LOG);
        let mut text = header(course.settings);
        (0..).zip(&course.iterations).for_each(|(number, iteration)| text += &row(number, iteration));
        write(&*self.store.files, &path, &text)
    }
}

fn write(files: &dyn Files, path: &Path, text: &str) -> Result<(), Error> {
    write_whole(files, path, text.as_bytes()).map_err(|error| Error::io("write", path, error))
}

/// What was found in the folder of a tuning.
#[derive(Debug, Default)]
pub struct TuneCheck {
    /// Iterations of the settings.
    pub planned: u64,
    /// Iterations that can be believed.
    pub iterations: u64,
    /// Iterations that were played again.
    pub played_again: u64,
    /// What is wrong.
    pub fault: Option<String>,
    /// What could not be looked at, and why.
    pub note: Option<&'static str>,
    /// Whether that was cut.
    pub repaired: bool,
    /// Where what was cut is kept.
    pub kept: Option<PathBuf>,
}

/// Compares the iterations of a tuning with its settings.
///
/// `is_sampled` is given the place of an iteration and their number. It says which ones are played again. With
/// `repair` the iterations that cannot be believed are cut, and kept beside.
///
/// # Errors
/// A folder that holds no tuning, or files that cannot be read or written.
pub fn check(
    store: &Store,
    registry: &Registry,
    folder: &Path,
    is_sampled: impl Fn(u64, u64) -> bool,
    repair: bool,
) -> Result<TuneCheck, Error> {
    let (there, path) = (folder.join(SETTINGS), folder.join(LOG));
    let text = storage::read_to_string(&there).map_err(|error| Error::unreadable(&there, &error))?;
    let settings: TuneSettings =
        serde_json::from_str(&text).map_err(|error| Error::unreadable(&there, &error))?;
    let mut course = Course::new(registry, &settings)?;
    let mut read = read(&path, &mut course)?;
    let mut found = TuneCheck { planned: settings.iterations, ..TuneCheck::default() };
    let mut again = Course::new(registry, &settings)?;
    let conduct = Conduct::new(0, Keeping::Nothing);
    let count = course.iterations.len() as u64;
    found.note = again.why_not_again()?;
    for (index, iteration) in (0..).zip(course.iterations) {
        if found.note.is_none() && is_sampled(index, count) {
            found.played_again += 1;
            let score = again.next_score(&conduct)?;
            if score != iteration.score {
                read.spoil(&path, index as usize, score);
                break;
            }
        }
        again.take_up(iteration);
    }
    found.iterations = again.iterations.len() as u64;
    if read.fault.is_some() && repair {
        (found.repaired, found.kept) = (true, set_aside(&*store.files, &path, read.bytes)?);
    }
    found.fault = read.fault;
    Ok(found)
}

/// How far the iterations of a file can be believed.
struct Read {
    /// The byte at which the first row begins that cannot.
    bytes: u64,
    /// The bytes at which the rows begin.
    begins: Vec<u64>,
    /// Why not.
    fault: Option<String>,
}

impl Read {
    /// From this iteration on nothing can be believed: played again it scores otherwise.
    fn spoil(&mut self, path: &Path, iteration: usize, score: f64) {
        let line = iteration + 2;
        self.bytes = self.begins[iteration];
        self.fault = Some(format!("{}, line {line}: played again it scores {score}", path.display()));
    }
}

/// Takes up the iterations of a file.
fn read(path: &Path, course: &mut Course) -> Result<Read, Error> {
    let mut read = Read { bytes: 0, begins: Vec::new(), fault: None };
    let bytes = match storage::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            read.fault = Some(format!("{} is missing", path.display()));
            return Ok(read);
        }
        bytes => bytes.map_err(|error| Error::unreadable(path, &error))?,
    };
    for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        let taken = match number {
            1 if line == header(course.settings).as_bytes() => Ok(()),
            1 => Err("expected the columns of the tuning"),
            _ => next(line, course).map(|iteration| course.take_up(iteration)),
        };
        if let Err(fault) = taken {
            read.fault = Some(format!("{}, line {number}: {fault}", path.display()));
            break;
        }
        if number > 1 {
            read.begins.push(read.bytes);
        }
        read.bytes += line.len() as u64;
    }
    Ok(read)
}

/// The next iteration, if this line holds it.
fn next(line: &[u8], course: &Course) -> Result<Iteration, &'static str> {
    let line = line.strip_suffix(b"\n").ok_or("the row is cut short")?;
    let text = std::str::from_utf8(line).map_err(|_| "expected text")?;
    let mut fields = text.split(',');
    let number = course.iterations.len() as u64;
    let is_next = fields.next().is_some_and(|field| field == number.to_string());
    if !is_next || number >= course.settings.iterations {
        return Err("expected the next iteration of the tuning");
    }
    let score = fields.next().and_then(|score| score.parse().ok());
    let score = score.filter(|score| (0.0..=1.0).contains(score)).ok_or("expected a score 0..=1")?;
    let iteration = Iteration { score, values: course.values_after(score) };
    let is_same = text == row(number, &iteration).trim_end();
    is_same.then_some(iteration).ok_or("the values do not follow from the score")
}

/// The row of an iteration, with the end of the line.
fn row(number: u64, Iteration { score, values }: &Iteration) -> String {
    let values = values.iter().map(|value| format!(",{value}"));
    format!("{number},{score}{}\n", values.collect::<String>())
}

/// Cuts a file, which need not be there, and keeps what is cut beside; returns where.
fn set_aside(files: &dyn Files, path: &Path, from: u64) -> Result<Option<PathBuf>, Error> {
    let cut = || {
        storage::check_changeable(path)?;
        let kept = keep_beside(files, path, from)?;
        if kept.is_some() {
            files.cut(path, from)?;
        }
        Ok(kept)
    };
    cut().map_err(|error| Error::io("write", path, error))
}

/// Whether a tuning was to be begun in a folder, or it is empty.
fn is_unbegun(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().all(|entry| UNBEGUN.iter().any(|name| entry.file_name() == *name))
}

fn text_of(settings: &TuneSettings) -> String {
    serde_json::to_string_pretty(settings).expect("settings are plain data") + "\n"
}

fn header(settings: &TuneSettings) -> String {
    let names = settings.parameters.iter().map(|parameter| format!(",{}", parameter.name));
    format!("iteration,score{}\n", names.collect::<String>())
}

/// The first line in which two texts differ.
fn difference(there: &str, here: &str) -> String {
    let lines = there.lines().zip(here.lines()).find(|(there, here)| there != here);
    lines.map_or("its settings differ".to_owned(), |(there, here)| {
        format!("it has {} and not {}", there.trim().trim_end_matches(','), here.trim().trim_end_matches(','))
    })
}
