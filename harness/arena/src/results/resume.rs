//! Going on with a run that was stopped, however it was stopped.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::checkpoint::{self, Checkpoint, Checkpoints};
use super::draft::{self, State};
use super::folder::{Folder, TIMING_HEADER};
use super::lines::whole_lines;
use super::rows::header_line;
use super::standing::make_known;
use super::survey::{Extent, Survey};
use super::{CHECKPOINTS, GAMES, GAMES_HEADER, MANIFEST, Manifest, SEATS, SEATS_HEADER, TIMING, moves};
use crate::Error;
use crate::plan::Plan;
use crate::storage::{Disk, Files, Store, write_all, write_whole};

/// A folder with which a run goes on.
pub struct Resumed {
    /// The folder.
    pub folder: Folder,
    /// Games whose rows are there.
    pub games: u64,
    /// What the user should know: damage that was found, and what was done about it.
    pub notes: Vec<String>,
}

impl Folder {
    /// Opens the folder of a run that was stopped, to continue it. Rows that were cut short are removed. Where rows are
    /// not as they were written the run goes back to the last checkpoint that holds, and what is cut is kept in files
    /// beside.
    ///
    /// # Errors
    /// A folder that holds another run, that another process writes to, or whose files are not as they were written
    /// and have no checkpoint that holds; nothing is changed then.
    pub fn resume(store: &Store, path: &Path, manifest: &Manifest, plan: &Plan) -> Result<Resumed, Error> {
        match draft::state(path) {
            State::Missing => {
                let message = format!("there is nothing to resume: {} does not exist", path.display());
                return Err(Error::input_with_help(message, "leave out --resume to begin the run"));
            }
            State::Empty | State::Unbegun => {
                let note = format!("{} holds no results yet: the run begins", path.display());
                let folder = Folder::create(store, path, manifest)?;
                return Ok(Resumed { folder, games: 0, notes: vec![note] });
            }
            State::Taken => {}
        }
        fits(path, manifest)?;
        make_known(plan, &manifest.config, path);
        let lock = draft::lock(path)?;
        draft::finish(&*store.files, path);
        let mut notes = Vec::new();
        let (extent, checkpoints) = match without_files(path)? {
            true => {
                notes.push(format!("{} lacks files with results: the run begins", path.display()));
                (begin_again(store, path)?, Vec::new())
            }
            false => go_back(store, path, manifest, plan, &mut notes)?,
        };
        let failed = |error: io::Error| Error::io("write to", path, error);
        tidy(&*store.files, path, extent, &checkpoints).map_err(failed)?;
        renew(&*store.files, &path.join(MANIFEST), manifest).map_err(failed)?;
        let folder = Folder::append(store, path, lock, extent.bytes, extent.games).map_err(failed)?;
        Ok(Resumed { folder, games: extent.games, notes })
    }
}

fn fits(path: &Path, manifest: &Manifest) -> Result<(), Error> {
    let Some(difference) = Manifest::read(path)?.difference(manifest) else { return Ok(()) };
    let message = format!("{} cannot be resumed: {difference}", path.display());
    Err(Error::input_with_help(message, "choose another folder with --out DIR"))
}

/// Writes another manifest into a folder whose rows it describes as well.
///
/// # Errors
/// A folder that another process writes to, or a file that cannot be written.
pub fn rewrite(store: &Store, path: &Path, manifest: &Manifest) -> Result<(), Error> {
    let _lock = draft::lock(path)?;
    let written = renew(&*store.files, &path.join(MANIFEST), manifest);
    written.map_err(|error| Error::io("write to", path, error))
}

/// A manifest that says the same in other words, with blanks added for instance, is written as it was.
fn renew(files: &dyn Files, path: &Path, manifest: &Manifest) -> io::Result<()> {
    let text = manifest.text().into_bytes();
    if fs::read(path)? == text { Ok(()) } else { write_whole(files, path, &text) }
}

/// Whether a file with rows is missing or has not even its header, and no checkpoint tells of a game.
fn without_files(path: &Path) -> Result<bool, Error> {
    let played = checkpoint::read(path)?.rows.iter().any(|checkpoint| checkpoint.games > 0);
    let lacks = |name: &str, columns: &[&str]| {
        let length = fs::metadata(path.join(name)).map_or(0, |file| file.len());
        length < header_line(columns).len() as u64
    };
    Ok(!played && (lacks(GAMES, &GAMES_HEADER) || lacks(SEATS, &SEATS_HEADER)))
}

/// Makes both files anew; what they held is kept beside.
fn begin_again(store: &Store, path: &Path) -> Result<Extent, Error> {
    let failed = |error: io::Error| Error::io("write to", path, error);
    let mut bytes = [0; 2];
    for (index, (name, columns)) in
        [(GAMES, &GAMES_HEADER[..]), (SEATS, &SEATS_HEADER)].into_iter().enumerate()
    {
        let header = header_line(columns);
        bytes[index] = header.len() as u64;
        keep_beside(&*store.files, &path.join(name), bytes[index]).map_err(failed)?;
        write_whole(&*store.files, &path.join(name), &header).map_err(failed)?;
    }
    Ok(Extent { games: 0, bytes })
}

/// Finds what can be kept. Where rows are not as they were written, what is cut is kept beside.
fn go_back(
    store: &Store,
    path: &Path,
    manifest: &Manifest,
    plan: &Plan,
    notes: &mut Vec<String>,
) -> Result<(Extent, Vec<Checkpoint>), Error> {
    let survey = Survey::of(path, &manifest.config, plan)?;
    notes.extend(survey.doubt(path));
    let Some(extent) = kept(path, manifest, plan, &survey)? else {
        let fault = survey.fault().unwrap_or("the rows are not those of the run");
        return Err(Error::input_with_help(
            fault,
            "no checkpoint before it holds: bring the file back as it was, or begin anew in another folder (--out DIR)",
        ));
    };
    if let Some(fault) = survey.fault() {
        let kept = keep_all_beside(&*store.files, path, extent)
            .map_err(|error| Error::io("write to", path, error))?;
        notes.push(format!(
            "{fault}; going back to the last checkpoint that holds, after {} games{}",
            extent.games,
            kept_words(&kept)
        ));
    }
    Ok((extent, survey.checkpoints_within(extent).to_vec()))
}

/// What of a folder can be kept. Where it is written what each choice rests on, that reaches to the last checkpoint: behind
/// it rows of games may have outlasted a power cut that took the others.
fn kept(path: &Path, manifest: &Manifest, plan: &Plan, survey: &Survey) -> Result<Option<Extent>, Error> {
    let kept = survey.kept(path, &manifest.config, plan)?;
    if !manifest.config.output.evaluations {
        return Ok(kept);
    }
    let start = [&GAMES_HEADER[..], &SEATS_HEADER].map(|columns| header_line(columns).len() as u64);
    let nothing = Extent { games: 0, bytes: start };
    Ok(kept.map(|kept| match survey.extent_before(kept.games) {
        Some(saved) if moves::are_in(path) => saved,
        _ => nothing,
    }))
}

/// Cuts the files of a folder that nobody else writes to, and keeps what is cut beside; returns where.
///
/// # Errors
/// Files that cannot be written; the folder can be cut again.
pub(crate) fn cut_to(path: &Path, survey: &Survey, extent: Extent) -> Result<Vec<PathBuf>, Error> {
    let failed = |error: io::Error| Error::io("write to", path, error);
    let kept = keep_all_beside(&Disk, path, extent).map_err(failed)?;
    tidy(&Disk, path, extent, survey.checkpoints_within(extent)).map_err(failed)?;
    Ok(kept)
}

/// Where to find what was cut.
fn kept_words(kept: &[PathBuf]) -> String {
    if kept.is_empty() {
        return String::new();
    }
    let places: Vec<String> = kept.iter().map(|place| place.display().to_string()).collect();
    format!("; what was cut is in {}", places.join(" and "))
}

/// Keeps what both files hold behind an extent in files beside.
fn keep_all_beside(files: &dyn Files, path: &Path, extent: Extent) -> io::Result<Vec<PathBuf>> {
    let mut kept = Vec::new();
    for (name, bytes) in [GAMES, SEATS].into_iter().zip(extent.bytes) {
        kept.extend(keep_beside(files, &path.join(name), bytes)?);
    }
    Ok(kept)
}

/// Copies what a file holds behind its first bytes to a new file beside; returns that file, if there is anything.
fn keep_beside(files: &dyn Files, path: &Path, from: u64) -> io::Result<Option<PathBuf>> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    if file.metadata()?.len() <= from {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(from))?;
    let place = (1u32..).map(|number| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { ".cut".to_owned() } else { format!(".cut{number}") });
        PathBuf::from(name)
    });
    let place = place.into_iter().find(|place| !place.exists()).expect("a folder has fewer files");
    let beside = files.create(&place)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => write_all(&*beside, &buffer[..read])?,
        }
    }
    beside.sync()?;
    Ok(Some(place))
}

/// Cuts all files to what is kept. After a crash on the way the same is done again: first the checkpoints go, then what
/// they told of.
fn tidy(files: &dyn Files, path: &Path, extent: Extent, checkpoints: &[Checkpoint]) -> io::Result<()> {
    let place = path.join(CHECKPOINTS);
    let text = Checkpoints::text(checkpoints);
    if fs::read(&place).ok().as_ref() != Some(&text) {
        write_whole(files, &place, &text)?;
    }
    for (name, bytes) in [GAMES, SEATS].into_iter().zip(extent.bytes) {
        let place = path.join(name);
        if fs::metadata(&place)?.len() != bytes {
            files.cut(&place, bytes)?;
        }
    }
    let timing = path.join(TIMING);
    match whole_lines(&timing, 0) {
        Ok(length) if length > 0 => {
            if fs::metadata(&timing)?.len() != length {
                files.cut(&timing, length)?;
            }
        }
        _ => write_whole(files, &timing, &header_line(&TIMING_HEADER))?,
    }
    files.sync_dir(path)
}
