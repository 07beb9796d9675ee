//! Reading the results of a run, game by game, without holding more than one game in memory.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use torneo_contract::session::Session;
use torneo_contract::{MAX_SEATS, SeatVec, refusal, refuse_if};
use torneo_registry::AnyGame;

use super::lines::whole_lines;
use super::{GAMES, GAMES_HEADER, SEATS, SEATS_HEADER};
use crate::Error;
use crate::plan::{Config, Group, Plan};
use crate::storage::open;

/// The result of one game.
#[derive(Clone, Debug, Default)]
pub struct GameResult {
    /// The number of the game.
    pub game_no: u64,
    /// The round of its pairing.
    pub round: u64,
    /// The number of its mirrored group.
    pub pair: u64,
    /// The game's specification.
    pub game: String,
    /// The seat that alone has the top score; none for a draw.
    pub winner: Option<u64>,
    /// Why the game ended.
    pub reason: String,
    /// Number of plies.
    pub plies: u64,
    /// The moves; empty if they were not recorded.
    pub record: String,
    /// The opening: the tokens that the record begins with, or the text of the position in which the game began.
    pub opening: String,
    /// Whether the random opening ended the game: no engine decided anything.
    pub ended_in_opening: bool,
    /// The seats in order.
    pub seats: SeatVec<SeatResult>,
}

/// The result of one seat.
#[derive(Clone, Debug, Default)]
pub struct SeatResult {
    /// The name of the engine.
    pub engine: String,
    /// Score in `[0, 1]`.
    pub score: f64,
    /// Points, where the game has them.
    pub points: Option<f64>,
    /// Decisions of its engine.
    pub actions: u64,
}

impl GameResult {
    /// The position in which the game began, if its record does not begin at the start.
    pub fn position(&self) -> Option<&str> {
        let rest = self.record.strip_prefix(&*self.opening);
        let is_line = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        (!self.opening.is_empty() && !is_line).then_some(&*self.opening)
    }

    /// The game as it began, for its record to be played.
    ///
    /// # Errors
    /// An opening that is no position of the game: the results were edited, or another version of the program wrote them.
    pub fn session(&self, game: &dyn AnyGame) -> Result<Box<dyn Session>, Error> {
        let session = game.at(self.position());
        Ok(session.map_err(|error| refusal!("game {}, its opening: {error}", self.game_no))?)
    }
}

/// The rows of a folder, game by game.
pub struct Reader<'a> {
    games: CsvFile<'a>,
    seats: CsvFile<'a>,
    /// The game that was read last.
    pub result: GameResult,
}

impl<'a> Reader<'a> {
    /// Begins at bytes of `games.csv` and `seats.csv` at which rows begin, or at 0.
    ///
    /// # Errors
    /// Files that cannot be read, or have other columns.
    pub fn open(folder: &Path, from: [u64; 2]) -> Result<Reader<'a>, Error> {
        let games = CsvFile::open(&folder.join(GAMES), &GAMES_HEADER, from[0])?;
        let seats = CsvFile::open(&folder.join(SEATS), &SEATS_HEADER, from[1])?;
        Ok(Reader { games, seats, result: GameResult::default() })
    }

    /// Rows in memory, which errors call by this name.
    ///
    /// # Errors
    /// Texts with other columns.
    pub fn of_bytes(name: &str, games: &'a [u8], seats: &'a [u8]) -> Result<Reader<'a>, Error> {
        let games = CsvFile::of(format!("{name}, {GAMES}"), Box::new(games), &GAMES_HEADER, 0)?;
        let seats = CsvFile::of(format!("{name}, {SEATS}"), Box::new(seats), &SEATS_HEADER, 0)?;
        Ok(Reader { games, seats, result: GameResult::default() })
    }

    /// Rows of two files, which errors call by these names.
    ///
    /// # Errors
    /// Files that cannot be read, or have other columns.
    pub fn of_files(
        [name, other]: [String; 2],
        (games, seats): (impl Read + 'a, impl Read + 'a),
    ) -> Result<Reader<'a>, Error> {
        let games = CsvFile::of(name, Box::new(games), &GAMES_HEADER, 0)?;
        let seats = CsvFile::of(other, Box::new(seats), &SEATS_HEADER, 0)?;
        Ok(Reader { games, seats, result: GameResult::default() })
    }

    /// The bytes at which the next rows begin.
    pub fn position(&self) -> [u64; 2] {
        [self.games.position(), self.seats.position()]
    }

    /// Goes to the next whole game; false where there is none. The last game of a run that was stopped may be cut short.
    ///
    /// # Errors
    /// Rows that are none, or do not belong together; the error names file and line.
    pub fn next(&mut self) -> Result<bool, Error> {
        let Reader { games, seats, result } = self;
        if !games.next()? {
            return Ok(false);
        }
        result.game_no = games.number(0)?;
        result.round = games.number(1)?;
        result.pair = games.number(2)?;
        games.row[3].clone_into(&mut result.game);
        games.row[4].clone_into(&mut result.opening);
        result.winner = if games.row[6].is_empty() { None } else { Some(games.number(6)?) };
        games.row[7].clone_into(&mut result.reason);
        result.plies = games.number(8)?;
        games.row[9].clone_into(&mut result.record);
        let places = games.number(5)?;
        refuse_if!(!(2..=MAX_SEATS as u64).contains(&places), games.error(5, "a number of seats"));
        if result.winner.is_some_and(|seat| seat >= places) {
            return Err(games.error(6, &format!("a seat below {places} or nothing")));
        }
        result.ended_in_opening = !result.opening.is_empty();
        result.seats.clear();
        for place in 0..places {
            if !seats.next()? {
                return Ok(false);
            }
            if seats.number(0)? != result.game_no || seats.number(1)? != place {
                return Err(seats.error(0, &format!("seat {place} of game {}", result.game_no)));
            }
            let score = seats.row[3].parse().ok().filter(|score: &f64| (0.0..=1.0).contains(score));
            let score = score.ok_or_else(|| seats.error(3, "a number 0..=1"))?;
            let points = match &seats.row[4] {
                "" => None,
                text => Some(text.parse().map_err(|_| seats.error(4, "a number or nothing"))?),
            };
            let actions = seats.number(5)?;
            result.ended_in_opening &= actions == 0;
            seats.number(6)?;
            result.seats.push(SeatResult { engine: seats.row[2].to_owned(), score, points, actions });
        }
        Ok(true)
    }

    /// Holds the game that was read last against the plan.
    ///
    /// # Errors
    /// Another game; the error names file and line.
    pub fn check(&self, plan: &Plan, config: &Config, group: &Group, index: u64) -> Result<(), Error> {
        let (games, event) = (&self.games, &plan.events()[group.event]);
        let mut digits = itoa::Buffer::new();
        let numbers =
            [(0, group.first_game + index), (1, group.round), (2, group.number), (5, event.seats as u64)];
        for (column, number) in numbers {
            games.expect(column, digits.format(number))?;
        }
        games.expect(3, &event.game)?;
        let seats = self.seats.line + 1 - event.seats as u64;
        for ((seat, engine), there) in (0..).zip(plan.engines(group, index)).zip(&self.result.seats) {
            let expected = &config.engines[engine].name;
            if there.engine != *expected {
                return Err(self.seats.differs(seats + seat, 2, &format!("`{expected}`"), &there.engine));
            }
        }
        Ok(())
    }

    /// Makes sure that no row is left.
    ///
    /// # Errors
    /// There is one.
    pub fn is_at_end(&mut self) -> Result<(), Error> {
        for file in [&mut self.games, &mut self.seats] {
            refuse_if!(file.next()?, "{}, line {}: the run has no more games", file.name, file.line);
        }
        Ok(())
    }
}

/// The rows of a folder as they stand there.
pub struct RawReader {
    /// What they say.
    pub reader: Reader<'static>,
    files: [BufReader<File>; 2],
}

impl RawReader {
    /// Begins with the first game.
    ///
    /// # Errors
    /// Files that cannot be read, or have other columns.
    pub fn open(folder: &Path) -> Result<RawReader, Error> {
        let reader = Reader::open(folder, [0; 2])?;
        let begin = |name: &str, at: u64| {
            let path = folder.join(name);
            let opened = open(&path).and_then(|mut file| file.seek(SeekFrom::Start(at)).map(|_| file));
            opened.map(BufReader::new).map_err(|error| Error::unreadable(&path, &error))
        };
        let [games, seats] = reader.position();
        Ok(RawReader { reader, files: [begin(GAMES, games)?, begin(SEATS, seats)?] })
    }

    /// Appends the rows of the next game. It must be this game of the plan.
    ///
    /// # Errors
    /// Files that cannot be read, or another game.
    pub fn take(
        &mut self,
        (plan, config): (&Plan, &Config),
        (group, index): (&Group, u64),
        rows: &mut [Vec<u8>; 2],
    ) -> Result<(), Error> {
        let from = self.reader.position();
        let (found, name) = (self.reader.next()?, &self.reader.games.name);
        refuse_if!(!found, "{name}: expected game {}", group.first_game + index);
        self.reader.check(plan, config, group, index)?;
        let to = self.reader.position();
        for (file, rows) in rows.iter_mut().enumerate() {
            let read = self.files[file].by_ref().take(to[file] - from[file]).read_to_end(rows);
            read.map_err(|error| refusal!("cannot read rows: {error}"))?;
        }
        Ok(())
    }
}

/// A CSV file being read row by row.
pub struct CsvFile<'a> {
    name: String,
    /// The columns that it has to have.
    header: &'static [&'static str],
    /// The names of all columns.
    names: &'static [&'static str],
    reader: csv::Reader<Box<dyn Read + 'a>>,
    /// The row that was read last.
    pub row: csv::StringRecord,
    line: u64,
    /// The byte at which reading began.
    from: u64,
}

impl<'a> CsvFile<'a> {
    /// Opens a file and goes to a byte at which a row begins. At 0 its header is read and checked.
    pub fn open(path: &Path, header: &'static [&'static str], from: u64) -> Result<CsvFile<'a>, Error> {
        let failed = |error| Error::unreadable(path, &error);
        let whole = whole_lines(path, from).map_err(failed)?;
        let mut file = open(path).map_err(failed)?;
        file.seek(SeekFrom::Start(from)).map_err(failed)?;
        let file = BufReader::with_capacity(1 << 16, file).take(whole - from);
        CsvFile::of(path.display().to_string(), Box::new(file), header, from)
    }

    fn of(
        name: String,
        bytes: Box<dyn Read + 'a>,
        header: &'static [&'static str],
        from: u64,
    ) -> Result<CsvFile<'a>, Error> {
        let mut reader = csv::ReaderBuilder::new().flexible(true).has_headers(from == 0).from_reader(bytes);
        if from == 0 {
            let found = reader.headers().map_err(|error| refusal!("{name}, line 1: {error}"))?;
            let differs = found.iter().take(header.len()).ne(header.iter().copied());
            refuse_if!(differs, "{name}, line 1: expected the columns {}", header.join(","));
        }
        Ok(CsvFile { name, header, names: header, reader, row: csv::StringRecord::new(), line: 1, from })
    }

    /// Lets errors name columns that not every file has by these names.
    pub fn name_columns(&mut self, names: &'static [&'static str]) {
        self.names = names;
    }

    /// The byte at which the next row begins.
    pub fn position(&self) -> u64 {
        self.from + self.reader.position().byte()
    }

    /// Goes to the next row; false at the end of the file. A last row that is cut short does not count.
    pub fn next(&mut self) -> Result<bool, Error> {
        self.line = self.reader.position().line();
        let (name, line) = (&self.name, self.line);
        let found = self.reader.read_record(&mut self.row);
        if !found.map_err(|error| refusal!("{name}, line {line}: {error}"))? {
            return Ok(false);
        }
        let (expected, found) = (self.header.len(), self.row.len());
        refuse_if!(found < expected, "{name}, line {line}: expected {expected} columns, found {found}");
        // A file system may leave zeros where it lost data.
        let is_text = !self.row.as_slice().bytes().any(|byte| byte.is_ascii_control());
        refuse_if!(!is_text, "{name}, line {line}: expected text, found control characters");
        Ok(true)
    }

    /// The number in a column.
    pub fn number(&self, column: usize) -> Result<u64, Error> {
        self.row[column].parse().map_err(|_| self.error(column, "a whole number"))
    }

    fn expect(&self, column: usize, expected: &str) -> Result<(), Error> {
        if self.row[column] == *expected { Ok(()) } else { Err(self.error(column, &format!("`{expected}`"))) }
    }

    /// The refusal of what is in a column.
    pub fn error(&self, column: usize, expected: &str) -> Error {
        self.differs(self.line, column, expected, &self.row[column])
    }

    fn differs(&self, line: u64, column: usize, expected: &str, found: &str) -> Error {
        let (name, column) = (&self.name, self.names[column]);
        Error::input(format!("{name}, line {line}, column `{column}`: expected {expected}, found `{found}`"))
    }
}
