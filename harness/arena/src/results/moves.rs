//! `moves.csv`: what each choice of an engine rests on.
//!
//! While a run goes on the rows of each game are added to a file as soon as it is played, in whatever order; at the end
//! they are put in order. A run that is stopped and resumed may play a game again, and finds its rows twice.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::MOVES;
use super::rows::header_line;
use crate::Error;
use torneo_registry::table::Evaluated;

/// The columns of the file.
pub const MOVES_HEADER: [&str; 7] = ["game_no", "ply", "seat", "token", "value", "nodes", "depth"];

/// The file of a run that goes on.
const UNSORTED: &str = "moves.unsorted.csv";
/// The file that becomes `moves.csv` when it is whole.
const DRAFT: &str = "moves.draft.csv";

/// What each choice rests on, while a run goes on.
#[derive(Debug)]
pub struct Moves {
    folder: PathBuf,
    file: Mutex<File>,
}

impl Moves {
    /// Opens the file of a run in its folder.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn open(folder: &Path) -> Result<Moves, Error> {
        let path = folder.join(UNSORTED);
        let failed = |error| Error::io("write to", &path, error);
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
        // What a stopped run wrote last may be cut short: a blank line stands between it and what follows.
        file.write_all(b"\n\n").map_err(failed)?;
        Ok(Moves { folder: folder.to_owned(), file: Mutex::new(file) })
    }

    /// Adds the rows of a game.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, game_no: u64, evaluations: &[Evaluated]) -> Result<(), Error> {
        let rows = rows(game_no, evaluations);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&rows).map_err(|error| Error::io("write to", &self.folder.join(UNSORTED), error))
    }

    /// Puts the rows in order, once all games are played.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub fn finish(self) -> Result<(), Error> {
        drop(self.file);
        let unsorted = self.folder.join(UNSORTED);
        let sorted = self.folder.join(MOVES);
        // A run that is resumed though nothing is left to play has its rows already.
        let files = if sorted.exists() { vec![&*unsorted, &*sorted] } else { vec![&*unsorted] };
        sort(&files, &self.folder)?;
        fs::remove_file(&unsorted).map_err(|error| Error::io("remove", &unsorted, error))
    }
}

/// The rows of a game. Values have six decimals, so that the last bit of a program's arithmetic does not show.
fn rows(game_no: u64, evaluations: &[Evaluated]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    for Evaluated { ply, seat, token, value, nodes, depth } in evaluations {
        let row = [
            game_no.to_string(),
            ply.to_string(),
            seat.to_string(),
            token.clone(),
            value.map_or(String::new(), |value| format!("{value:.6}")),
            nodes.to_string(),
            depth.map_or(String::new(), |depth| depth.to_string()),
        ];
        writer.write_record(row).expect("writing to memory succeeds");
    }
    writer.into_inner().expect("writing to memory succeeds")
}

/// Joins the files of shards into that of the whole run.
pub fn merge(folders: &[&Path], out: &Path) -> Result<(), Error> {
    let files: Vec<PathBuf> = folders.iter().map(|folder| folder.join(MOVES)).collect();
    sort(&files.iter().map(PathBuf::as_path).collect::<Vec<_>>(), out)
}

/// The successive rows of one game in a file.
#[derive(Clone, Copy)]
struct Part {
    file: usize,
    start: u64,
    bytes: u64,
}

/// Writes the rows of these files in the order of the games. Of a game that is there more than once the longest part
/// is whole.
fn sort(paths: &[&Path], folder: &Path) -> Result<(), Error> {
    let mut games: BTreeMap<u64, Part> = BTreeMap::new();
    let mut files = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        let unreadable = |error| Error::input(format!("cannot read {}: {error}", path.display()));
        let file = File::open(path).map_err(unreadable)?;
        for (game, part) in parts_of(&file, number).map_err(unreadable)? {
            let known = games.entry(game).or_insert(part);
            if part.bytes > known.bytes {
                *known = part;
            }
        }
        files.push(file);
    }
    let draft = folder.join(DRAFT);
    let failed = |error| Error::io("write to", &draft, error);
    let mut out = BufWriter::new(File::create(&draft).map_err(failed)?);
    out.write_all(&header_line(&MOVES_HEADER)).map_err(failed)?;
    for part in games.values() {
        let file = &mut files[part.file];
        file.seek(SeekFrom::Start(part.start)).map_err(failed)?;
        std::io::copy(&mut file.take(part.bytes), &mut out).map_err(failed)?;
    }
    out.flush().map_err(failed)?;
    fs::rename(&draft, folder.join(MOVES)).map_err(failed)
}

/// The games of a file with their parts. Lines that begin with no number are left out: the header, and blank lines.
fn parts_of(file: &File, number: usize) -> std::io::Result<Vec<(u64, Part)>> {
    let mut lines = BufReader::new(file);
    let (mut parts, mut at, mut open): (Vec<(u64, Part)>, u64, Option<u64>) = (Vec::new(), 0, None);
    let mut line = Vec::new();
    loop {
        line.clear();
        let bytes = lines.read_until(b'\n', &mut line)? as u64;
        if bytes == 0 {
            return Ok(parts);
        }
        let field = line.split(|&byte| byte == b',').next().unwrap_or_default();
        let game: Option<u64> = std::str::from_utf8(field).ok().and_then(|field| field.parse().ok());
        match (game, parts.last_mut()) {
            (Some(game), Some((_, part))) if open == Some(game) => part.bytes += bytes,
            (Some(game), _) => parts.push((game, Part { file: number, start: at, bytes })),
            (None, _) => {}
        }
        (open, at) = (game, at + bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_contract::Seat;

    fn evaluated(ply: u64, token: &str, value: Option<f64>) -> Evaluated {
        Evaluated { ply, seat: Seat::FIRST, token: token.to_owned(), value, nodes: 7, depth: Some(2) }
    }

    #[test]
    fn rows_are_sorted_and_a_game_counts_once() {
        let folder = tempfile::tempdir().unwrap();
        let game = [evaluated(0, "a1", Some(0.5)), evaluated(2, "d4,q16", None)];
        let moves = Moves::open(folder.path()).unwrap();
        moves.write(1, &game).unwrap();
        // The run is killed while it writes the second row of game 0.
        let cut = rows(0, &game);
        moves.file.lock().unwrap().write_all(&cut[..cut.len() - 4]).unwrap();
        drop(moves);
        let moves = Moves::open(folder.path()).unwrap();
        moves.write(0, &game).unwrap();
        moves.write(2, &[]).unwrap();
        moves.finish().unwrap();
        let text = fs::read_to_string(folder.path().join(MOVES)).unwrap();
        let expected = "game_no,ply,seat,token,value,nodes,depth\n0,0,0,a1,0.500000,7,2\n0,2,0,\"d4,q16\",,7,2\n\
                        1,0,0,a1,0.500000,7,2\n1,2,0,\"d4,q16\",,7,2\n";
        assert_eq!(text, expected);
        assert!(!folder.path().join(UNSORTED).exists());
    }

    #[test]
    fn shards_are_joined_in_the_order_of_the_games() {
        let folder = tempfile::tempdir().unwrap();
        let shards = ["a", "b"].map(|name| folder.path().join(name));
        for (shard, games) in shards.iter().zip([[0, 3], [1, 2]]) {
            fs::create_dir(shard).unwrap();
            let moves = Moves::open(shard).unwrap();
            games.into_iter().for_each(|game| moves.write(game, &[evaluated(0, "x", None)]).unwrap());
            moves.finish().unwrap();
        }
        merge(&[&shards[0], &shards[1]], folder.path()).unwrap();
        let text = fs::read_to_string(folder.path().join(MOVES)).unwrap();
        let games: Vec<&str> = text.lines().skip(1).map(|line| &line[..1]).collect();
        assert_eq!(games, ["0", "1", "2", "3"]);
    }
}
