//! Which games of files are one group: those that differ in who sits where alone.

use std::collections::{HashMap, VecDeque};

use torneo_arena::Error;
use torneo_arena::results::{GameResult, Spool};

/// Bytes of games that wait for others of their group. Where more come, the oldest group is taken as it is.
const MOST_WAITING: usize = 16 << 20;
/// Bytes of a game beside its moves, about.
const BYTES_OF_GAME: usize = 512;

/// What the games of a group share.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shared {
    /// The name of the event.
    pub event: String,
    /// The round, as the file writes it.
    pub round: String,
    /// The specification of the game.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// The players in the order of their names, each once.
    pub players: Vec<String>,
    /// The moves or the position with which the game begins.
    pub opening: String,
}

/// A group to which games may still come.
#[derive(Debug)]
struct Open {
    shared: Shared,
    games: Vec<GameResult>,
    bytes: usize,
}

impl Open {
    /// Whether no other game can belong to it.
    fn is_whole(&self) -> bool {
        let Shared { players, seats, .. } = &self.shared;
        players.len() < 2 || (*seats == 2 && self.games.len() == 2)
    }

    fn lacks(&self, game: &GameResult) -> bool {
        let seated =
            |game: &GameResult| game.seats.iter().map(|seat| seat.engine.clone()).collect::<Vec<_>>();
        !self.games.iter().any(|other| seated(other) == seated(game))
    }
}

/// The groups on their way into the rows, in the order of their first games.
#[derive(Default)]
pub struct Groups {
    waiting: VecDeque<Open>,
    /// The number of the group in front.
    front: u64,
    /// By what their games share: the numbers of groups to which another game may come.
    open: HashMap<Shared, u64>,
    bytes: usize,
    /// Groups in the rows.
    written: u64,
}

impl Groups {
    /// Adds a game; groups that are whole go into the rows.
    ///
    /// # Errors
    /// Rows that cannot be kept.
    pub fn add(&mut self, shared: Shared, game: GameResult, spool: &mut Spool) -> Result<(), Error> {
        let bytes = game.record.len() + BYTES_OF_GAME;
        self.bytes += bytes;
        let place = self.open.get(&shared).map(|number| (number - self.front) as usize);
        let place = place.filter(|place| self.waiting[*place].lacks(&game)).unwrap_or_else(|| {
            self.open.insert(shared.clone(), self.front + self.waiting.len() as u64);
            self.waiting.push_back(Open { shared, games: Vec::new(), bytes: 0 });
            self.waiting.len() - 1
        });
        let group = &mut self.waiting[place];
        group.games.push(game);
        group.bytes += bytes;
        if group.is_whole() {
            self.open.remove(&group.shared);
        }
        while self.waiting.front().is_some_and(Open::is_whole) || self.bytes > MOST_WAITING {
            self.write_front(spool)?;
        }
        Ok(())
    }

    /// Adds the next game of a run whose groups are known; `is_next`: it begins a group.
    ///
    /// # Errors
    /// Rows that cannot be kept.
    pub fn add_known(&mut self, is_next: bool, game: &GameResult, spool: &mut Spool) -> Result<(), Error> {
        self.written += u64::from(is_next);
        spool.add(self.written - 1, game)
    }

    /// Writes what still waits.
    ///
    /// # Errors
    /// Rows that cannot be kept.
    pub fn finish(&mut self, spool: &mut Spool) -> Result<(), Error> {
        while !self.waiting.is_empty() {
            self.write_front(spool)?;
        }
        Ok(())
    }

    fn write_front(&mut self, spool: &mut Spool) -> Result<(), Error> {
        let Some(group) = self.waiting.pop_front() else { return Ok(()) };
        if self.open.get(&group.shared) == Some(&self.front) {
            self.open.remove(&group.shared);
        }
        self.front += 1;
        self.bytes -= group.bytes;
        let number = self.written;
        self.written += 1;
        group.games.iter().try_for_each(|game| spool.add(number, game))
    }
}
