//! Going on with a run that was stopped, however it was stopped.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use torneo_contract::refusal;
use torneo_present::english::Joined as _;

use super::checkpoint::Checkpoints;
use super::draft::{self, State};
use super::folder::Folder;
use super::lines::whole_lines;
use super::opened::{Extent, Opened, WRITTEN, make_known};
use super::reader::Reader;
use super::replay;
use super::rows::header_line;
use super::timing::TIMING_HEADER;
use super::{CHECKPOINTS, GAMES, GAMES_HEADER, MANIFEST, Manifest, SEATS, SEATS_HEADER};
use super::{MOVES, TIMING, UNSORTED};
use crate::Error;
use crate::plan::{Config, Tournament};
use crate::storage::{self, Files, Store, check_changeable, write_all, write_whole};

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
    /// not as they were written the run goes back to the last checkpoint that holds. Games behind it count only after
    /// their records have been replayed, the first that differs ends what is kept. What is cut is kept in files beside.
    ///
    /// # Errors
    /// A folder that holds another run, that another process writes to, or whose files are not as they were written
    /// and have no checkpoint that holds; nothing is changed then.
    pub fn resume(store: &Store, path: &Path, tournament: &Tournament) -> Result<Resumed, Error> {
        let (manifest, plan) = (Manifest::new(tournament), &tournament.plan);
        match draft::state(path) {
            State::Missing => {
                let message = format!("there is nothing to resume: {} does not exist", path.display());
                return Err(Error::input_with_help(message, "leave out --resume to begin the run"));
            }
            State::Empty | State::Unbegun => {
                let note = format!("{} holds no results yet: the run begins", path.display());
                let folder = Folder::create(store, path, &manifest)?;
                return Ok(Resumed { folder, games: 0, notes: vec![note] });
            }
            State::Taken => {}
        }
        fits(path, &manifest)?;
        let lock = draft::lock(path)?;
        // Another process may have gone on with it meanwhile.
        let manifest = &fits(path, &manifest)?;
        check_files(path)?;
        draft::finish(&*store.files, path);
        let mut notes = Vec::new();
        notes.extend(tournament.config.moved(&manifest.config));
        if without_files(path)? {
            notes.push(format!("{} lacks files with results: the run begins", path.display()));
            begin_again(store, path)?;
        }
        let opened = Opened::of(path, manifest.clone(), true)?;
        let extent = go_back(store, &opened, tournament, &mut notes)?;
        let failed = Error::unwritable(path);
        tidy(&*store.files, &opened, extent).map_err(failed)?;
        renew(store, path, manifest)?;
        make_known(plan, &manifest.config, path)?;
        let covers_moves = opened.checkpoints.cover_moves();
        let mut folder = Folder::append(store, path, lock, extent, covers_moves).map_err(failed)?;
        if opened.extent_within(extent.games).is_none_or(|saved| saved.games < extent.games) {
            // From now on what was kept is confirmed.
            folder.save()?;
        }
        Ok(Resumed { folder, games: extent.games, notes })
    }
}

/// Makes sure that writing to a folder changes nothing outside it.
fn check_files(path: &Path) -> Result<(), Error> {
    for name in WRITTEN {
        check_changeable(&path.join(name))
            .map_err(|error| refusal!("{} is not written to: {error}", path.display()))?;
    }
    Ok(())
}

/// The manifest with which a run goes on that is there: of a race it says who is out already, of a rating who was met.
fn fits(path: &Path, manifest: &Manifest) -> Result<Manifest, Error> {
    let there = Manifest::read(path)?;
    there.continues_as(manifest).map_err(|difference| {
        let message = format!("{} cannot be resumed: {difference}", path.display());
        Error::input_with_help(message, "choose another folder with --out DIR")
    })?;
    // Programs may stand elsewhere now; what was written first stays.
    let placed = manifest.config.placed_as(&there.config);
    let Config { elimination, rating, .. } = there.config;
    let config = Config { elimination, rating, ..placed };
    manifest.with(config).map_err(Error::input)
}

/// Writes another manifest into a folder whose rows it describes as well, and to which nobody else writes. One that says the
/// same in other words, with blanks added for instance, is written as it was.
///
/// # Errors
/// A file that cannot be written.
pub fn renew(store: &Store, path: &Path, manifest: &Manifest) -> Result<(), Error> {
    let (place, text) = (path.join(MANIFEST), manifest.text().into_bytes());
    let is_same = storage::read(&place).map(|there| there == text);
    let renewed =
        is_same.and_then(|same| if same { Ok(()) } else { write_whole(&*store.files, &place, &text) });
    renewed.map_err(Error::unwritable(path))
}

/// Whether a file with rows is missing or has not even its header, and no checkpoint tells of a game.
fn without_files(path: &Path) -> Result<bool, Error> {
    let played = Checkpoints::read(path, false)?.rows.iter().any(|checkpoint| checkpoint.games > 0);
    let lacks = |name: &str, columns: &[&str]| {
        let length = fs::metadata(path.join(name)).map_or(0, |file| file.len());
        length < header_line(columns).len() as u64
    };
    Ok(!played && (lacks(GAMES, &GAMES_HEADER) || lacks(SEATS, &SEATS_HEADER)))
}

/// Makes both files anew; what they held is kept beside.
fn begin_again(store: &Store, path: &Path) -> Result<(), Error> {
    let failed = Error::unwritable(path);
    for (name, columns) in [(GAMES, &GAMES_HEADER[..]), (SEATS, &SEATS_HEADER)] {
        let header = header_line(columns);
        keep_beside(&*store.files, &path.join(name), header.len() as u64).map_err(failed)?;
        write_whole(&*store.files, &path.join(name), &header).map_err(failed)?;
    }
    Ok(())
}

/// Finds what can be kept. Where files are not as they were written, what is cut is kept beside.
fn go_back(
    store: &Store,
    opened: &Opened,
    tournament: &Tournament,
    notes: &mut Vec<String>,
) -> Result<Extent, Error> {
    let (path, games) = (&*opened.folder, opened.whole.games);
    if opened.lacks_moves() && games > 0 {
        let place = path.join(MOVES);
        return Err(Error::input_with_help(
            format!("{} is missing: its rows come only from playing the games again", place.display()),
            format!(
                "bring it back, or let `torneo verify {} --repair` cut the run to its beginning",
                path.display()
            ),
        ));
    }
    notes.extend(opened.doubt());
    let Some((extent, differs)) = kept(opened, tournament)? else {
        let fault = opened.fault().unwrap_or("nothing confirms the rows from which the run would go on");
        return Err(Error::input_with_help(
            fault,
            "no checkpoint before it holds: bring the file back as it was, or begin anew in another folder (--out DIR)",
        ));
    };
    let keep = || keep_all_beside(&*store.files, opened, extent).map_err(Error::unwritable(path));
    let left = extent.games;
    if let Some(fault) = opened.fault() {
        let kept = kept_words(&keep()?);
        notes
            .push(format!("{fault}; going back to the last checkpoint that holds, after {left} games{kept}"));
    } else if let Some(differs) = differs {
        let kept = kept_words(&keep()?);
        notes.push(format!("{differs}; going back to the {left} games before it{kept}"));
    } else if games > left {
        // Without any checkpoint these may be all games: they are not thrown away.
        let kept =
            if opened.extent_within(u64::MAX).is_none() { kept_words(&keep()?) } else { String::new() };
        let (again, place) = (games - left, path.display());
        notes.push(format!("{place}: {again} games behind the last checkpoint are played again{kept}"));
    }
    Ok(extent)
}

/// What of a folder can be kept, and why that is not all. After a fault it is what the last sound checkpoint tells of, else
/// also the games behind it whose records lead to their rows. A run goes on from its last checkpoint in any case where
/// pairings follow from its rows, or where it is written what choices rest on: rows of games may have outlasted a power
/// cut that took those.
fn kept(opened: &Opened, tournament: &Tournament) -> Result<Option<(Extent, Option<String>)>, Error> {
    let (confirmed, whole) = (opened.extent_within(u64::MAX), opened.whole);
    let rests_on_rows = opened.with_moves || opened.plan.swiss().is_some();
    if opened.fault().is_some() || (rests_on_rows && whole.games > 0) {
        return Ok(confirmed.map(|confirmed| (confirmed, None)));
    }
    let from = confirmed.unwrap_or(Extent::nothing());
    match () {
        () if from.games == whole.games => Ok(Some((whole, None))),
        () if !opened.manifest.config.output.record => Ok(Some((from, None))),
        () => replayed(opened, tournament, from).map(Some),
    }
}

/// Replays the games behind an extent; returns how far their records lead to their rows, and what differs in the next.
fn replayed(
    opened: &Opened,
    tournament: &Tournament,
    from: Extent,
) -> Result<(Extent, Option<String>), Error> {
    let config = &tournament.config;
    let mut reader = Reader::open(&opened.folder, if from.games == 0 { [0; 2] } else { from.bytes })?;
    let mut kept = Extent { bytes: reader.position(), ..from };
    while kept.games < opened.whole.games && reader.next()? {
        let result = &reader.result;
        let of_game =
            config.games.iter().zip(tournament.tables.iter()).find(|(spec, _)| **spec == result.game);
        let (_, table) = of_game.expect("the rows are those of the plan");
        if let Err(fault) = replay::check(table.game(), config, result) {
            // A row a game, behind the header.
            let (place, line) = (opened.folder.join(GAMES), kept.games + 2);
            let fault = format!("{}, line {line}: game {}: {fault}", place.display(), result.game_no);
            return Ok((kept, Some(fault)));
        }
        (kept.games, kept.bytes) = (kept.games + 1, reader.position());
    }
    Ok((kept, None))
}

/// Cuts the files of a folder that nobody else writes to, and keeps what is cut beside; returns where.
///
/// # Errors
/// Files that cannot be written; the folder can be cut again.
pub(crate) fn cut_to(store: &Store, opened: &Opened, extent: Extent) -> Result<Vec<PathBuf>, Error> {
    check_files(&opened.folder)?;
    let failed = Error::unwritable(&opened.folder);
    let kept = keep_all_beside(&*store.files, opened, extent).map_err(failed)?;
    tidy(&*store.files, opened, extent).map_err(failed)?;
    Ok(kept)
}

/// Where to find what was cut.
fn kept_words(kept: &[PathBuf]) -> String {
    if kept.is_empty() {
        return String::new();
    }
    let places = kept.iter().map(|place| place.display().to_string());
    format!("; what was cut is in {}", places.joined(" and "))
}

/// The files of rows with the bytes that are kept of each.
fn lengths(opened: &Opened, extent: Extent) -> impl Iterator<Item = (PathBuf, u64)> {
    let moves = opened.verified.moves.map(|name| (name, extent.moves.unwrap_or_default()));
    let rows = [(GAMES, extent.bytes[0]), (SEATS, extent.bytes[1])].into_iter().chain(moves);
    rows.map(|(name, bytes)| (opened.folder.join(name), bytes))
}

/// Keeps what the files hold behind an extent in files beside.
fn keep_all_beside(files: &dyn Files, opened: &Opened, extent: Extent) -> io::Result<Vec<PathBuf>> {
    let kept = lengths(opened, extent).map(|(path, bytes)| keep_beside(files, &path, bytes));
    kept.filter_map(Result::transpose).collect()
}

/// Copies what a file holds behind its first bytes to a new file beside; returns that file, if there is anything.
pub(crate) fn keep_beside(files: &dyn Files, path: &Path, from: u64) -> io::Result<Option<PathBuf>> {
    let mut file = match storage::open(path) {
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
    let place =
        place.into_iter().find(|place| place.symlink_metadata().is_err()).expect("a folder has fewer files");
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
fn tidy(files: &dyn Files, opened: &Opened, extent: Extent) -> io::Result<()> {
    let path = &*opened.folder;
    let place = path.join(CHECKPOINTS);
    let text = opened.checkpoints.text(opened.checkpoints_within(extent.games));
    if storage::read(&place).ok().as_ref() != Some(&text) {
        write_whole(files, &place, &text)?;
    }
    for (place, bytes) in lengths(opened, extent) {
        if fs::metadata(&place)?.len() != bytes {
            files.cut(&place, bytes)?;
        }
    }
    // Of a run that goes on the rows of choices are in no order.
    match opened.verified.moves {
        Some(MOVES) => files.rename(&path.join(MOVES), &path.join(UNSORTED))?,
        Some(_) if path.join(MOVES).exists() => files.remove_file(&path.join(MOVES))?,
        _ => {}
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
