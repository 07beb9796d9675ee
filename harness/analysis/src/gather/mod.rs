//! Games of folders and files together, as the rows of one run.
//!
//! Each place is read once, game by game. The rows go into a temporary file, from which an analysis reads them as often as
//! it needs to: no more is held than players, kinds of games, and some games that wait for the other one of their pair.

mod groups;
mod names;
mod twice;
mod values;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use torneo_arena::Error;
use torneo_arena::plan::{Config, EngineEntry, Format as Pairing, Limits, Opening, Output, PerGame, Tables};
use torneo_arena::results::{ChoiceReader, GameResult, Opened, SeatResult, Spool, Spooled};
use torneo_contract::refuse_if;
use torneo_present::english::{Joined as _, counted};
use torneo_registry::Registry;

use super::reliability::ToldSums;
use groups::{Groups, Shared};
use names::Names;
use torneo_records::{Format, Import, Imported};
use twice::Sketch;

/// The reason of a game of which nobody says why it ended.
const UNKNOWN: &str = "unknown";

/// Games that were gathered.
pub struct Gathered {
    /// The name of the event, where all games have the same; else where they come from.
    pub name: String,
    /// The players and the games as those of a run.
    pub config: Config,
    /// The players, by index, who may draw at random: those of other programs' files.
    pub random: Vec<usize>,
    /// Number of games.
    pub games: u64,
    /// What the user should know.
    pub notes: Vec<String>,
    /// The values that were told.
    pub values: ToldSums,
    names: Names,
    rows: Spooled,
}

impl Gathered {
    /// Reads all games of these places: results folders, and files of records, `-` for the standard input. `same`: pairs of
    /// names of one player, of which the first stays. `skips_bad`: games of files that cannot be read are left out, and noted.
    ///
    /// # Errors
    /// A place that is given twice or cannot be read, a game that cannot be read, with its line, or a name that nobody has.
    pub fn of(
        registry: &Registry,
        places: &[PathBuf],
        same: &[(String, String)],
        skips_bad: bool,
    ) -> Result<Gathered, Error> {
        check_once(places)?;
        let mut gathering = Gathering { skips_bad, ..Gathering::new(registry, Names::of(same))? };
        for place in places {
            gathering.add(place)?;
        }
        gathering.finish(places)
    }

    /// The name that stays in the place of a name.
    pub fn name_of<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.one(name)
    }

    /// Calls `visit` with every game, group by group.
    ///
    /// # Errors
    /// Rows that cannot be read.
    pub fn each_game(&self, visit: impl FnMut(&GameResult)) -> Result<u64, Error> {
        self.rows.each_game(visit)
    }
}

/// Refuses a place that is given twice.
fn check_once(places: &[PathBuf]) -> Result<(), Error> {
    let mut known = BTreeSet::new();
    for place in places {
        let same = !known.insert(place.canonicalize().unwrap_or_else(|_| place.clone()));
        refuse_if!(same, "argument <PATH>: `{}` is given twice", place.display());
    }
    Ok(())
}

/// A player as met so far.
struct Player {
    entry: EngineEntry,
    /// Whether games of it come from torneo.
    is_ours: bool,
}

/// What was gathered so far.
struct Gathering<'a> {
    registry: &'a Registry,
    names: Names,
    players: Vec<Player>,
    places: HashMap<String, usize>,
    games: Vec<String>,
    /// Games that begin with openings of a book.
    books: BTreeMap<String, Vec<String>>,
    events: BTreeSet<String>,
    groups: Groups,
    values: ToldSums,
    spool: Spool,
    sketches: Vec<Sketch>,
    /// Whether games that cannot be read are left out.
    skips_bad: bool,
    /// How many were, and why the first of them was.
    skipped: (u64, Option<String>),
    /// Games without a result.
    unfinished: u64,
    /// Whether every game has its moves.
    is_recorded: bool,
    notes: Vec<String>,
}

impl<'a> Gathering<'a> {
    fn new(registry: &'a Registry, names: Names) -> Result<Gathering<'a>, Error> {
        Ok(Gathering {
            registry,
            names,
            players: Vec::new(),
            places: HashMap::new(),
            games: Vec::new(),
            books: BTreeMap::new(),
            events: BTreeSet::new(),
            groups: Groups::default(),
            values: ToldSums::default(),
            spool: Spool::new()?,
            sketches: Vec::new(),
            skips_bad: false,
            skipped: (0, None),
            unfinished: 0,
            is_recorded: true,
            notes: Vec::new(),
        })
    }

    fn add(&mut self, place: &Path) -> Result<(), Error> {
        self.sketches.push(Sketch::of(place.display().to_string()));
        if place.is_dir() { self.add_folder(place) } else { self.add_file(place) }
    }

    /// Adds the confirmed games of a run.
    fn add_folder(&mut self, folder: &Path) -> Result<(), Error> {
        let opened = Opened::open(folder)?;
        let config = &opened.manifest.config;
        self.notes.extend(opened.left_out());
        self.events.insert(opened.manifest.name.clone());
        for game in config.opening.books.keys() {
            self.books.entry(game.clone()).or_default();
        }
        for engine in &config.engines {
            let name = self.names.meet(&engine.name);
            self.player(&name, Some(&engine.spec));
        }
        let (mut group, mut failure) = (None, None);
        let mut choices = ChoiceReader::open(folder)?;
        opened.each_game(|result| {
            if failure.is_some() {
                return;
            }
            let told = choices.as_mut().map_or(Ok(Vec::new()), |choices| choices.of_game(result.game_no));
            let told = match told {
                Ok(told) => told,
                Err(error) => {
                    failure = Some(error);
                    return;
                }
            };
            let is_next = group.replace(result.pair) != Some(result.pair);
            let event = opened.manifest.name.clone();
            let mut result = result.clone();
            let players = self.note(&event, Some(result.round), &mut result);
            let values = told.iter().filter_map(|choice| Some((choice.seat as usize, choice.value?)));
            self.add_values(&players, &result, values.collect());
            failure = self.groups.add_known(is_next, &result, &mut self.spool).err();
        })?;
        failure.map_or(Ok(()), Err)
    }

    /// Adds the values that were told in a game, each with the seat that told it.
    fn add_values(&mut self, players: &[usize], result: &GameResult, values: Vec<(usize, f64)>) {
        let game = self.games.iter().position(|game| *game == result.game);
        if let Some(game) = game.filter(|_| !values.is_empty() && result.fault().is_none()) {
            let scores = result.seats.iter().map(|seat| seat.score).collect();
            self.values.add(game, &players.iter().copied().collect(), &scores, &values);
        }
    }

    fn add_file(&mut self, file: &Path) -> Result<(), Error> {
        let place = file.display();
        let unread = |error| Error::input(format!("argument <PATH>: cannot read {place}: {error}"));
        let format = Format::told(file).map_err(unread)?;
        let games = Import::open(self.registry, format, file, None).map_err(unread)?;
        for game in games {
            match game {
                Ok(game) => self.add_record(game)?,
                Err(error) if self.skips_bad => {
                    self.skipped.0 += 1;
                    self.skipped.1.get_or_insert_with(|| format!("{place}, {error}"));
                }
                Err(error) => {
                    let message = format!("{place}, {error}");
                    let helps =
                        error.help.into_iter().chain(["`--skip-bad` leaves such games out".to_owned()]);
                    return Err(Error::input_with_help(message, helps.collect::<Vec<_>>().join("\n")));
                }
            }
        }
        Ok(())
    }

    fn add_record(&mut self, imported: Imported) -> Result<(), Error> {
        let Imported { record, round, is_ours, .. } = imported;
        if record.scores.is_empty() {
            self.unfinished += 1;
            return Ok(());
        }
        let opening = match &record.position {
            Some(position) => position.clone(),
            None => record.tokens[..record.opening.min(record.tokens.len())].join(" "),
        };
        if record.position.is_some() {
            self.books.entry(record.game.clone()).or_default();
        }
        let best = record.scores.iter().copied().fold(0.0, f64::max);
        let mut winners = (0..record.scores.len()).filter(|seat| record.scores[*seat] == best);
        let winner = winners.next().filter(|_| winners.next().is_none()).map(|seat| seat as u64);
        // No engine decided anything in a game that its opening ended.
        let decides = record.position.is_some() || record.tokens.len() > record.opening;
        let seats = record.scores.iter().enumerate().map(|(seat, &score)| SeatResult {
            engine: record.engines.get(seat).filter(|name| !name.is_empty()).map_or("?", |name| name).into(),
            score,
            points: record.points.as_ref().map(|points| points[seat]),
            actions: u64::from(decides),
        });
        let mut result = GameResult {
            round: record.round.unwrap_or_default(),
            game: record.game.clone(),
            winner,
            reason: if record.reason.is_empty() { UNKNOWN.to_owned() } else { record.reason.clone() },
            plies: record.tokens.len() as u64,
            record: record.tokens.join(" "),
            opening: opening.clone(),
            seats: seats.collect(),
            ..GameResult::default()
        };
        self.events.insert(record.event.clone());
        let players = self.note(&record.event, record.round, &mut result);
        if !record.told.is_empty() {
            let values = values::of(self.registry, &record);
            self.add_values(&players, &result, values);
        }
        players.iter().for_each(|&player| self.players[player].is_ours |= is_ours);
        let mut players: Vec<String> = result.seats.iter().map(|seat| seat.engine.clone()).collect();
        players.sort_unstable();
        players.dedup();
        let seats = result.seats.len();
        let shared = Shared { event: record.event, round, game: record.game, seats, players, opening };
        self.groups.add(shared, result, &mut self.spool)
    }

    /// Notes the players and the kind of a game, which gets the names that stay.
    fn note(&mut self, event: &str, round: Option<u64>, result: &mut GameResult) -> Vec<usize> {
        if !self.games.contains(&result.game) {
            self.games.push(result.game.clone());
        }
        let raw: Vec<String> = result.seats.iter().map(|seat| seat.engine.clone()).collect();
        if let Some(sketch) = self.sketches.last_mut() {
            sketch.note(event, round, &raw, &result.record);
        }
        self.is_recorded &= !result.record.is_empty() || result.plies == 0;
        let mut players = Vec::new();
        for (seat, name) in result.seats.iter_mut().zip(&raw) {
            seat.engine = self.names.meet(name);
            players.push(self.player(&seat.engine, None));
        }
        players
    }

    /// The number of a player; `spec`: what a run says it is. Others are what their names say.
    fn player(&mut self, name: &str, spec: Option<&str>) -> usize {
        let next = self.players.len();
        let place = *self.places.entry(name.to_owned()).or_insert(next);
        if place == next {
            let entry = EngineEntry { name: name.to_owned(), spec: name.to_owned(), identity: None };
            self.players.push(Player { entry, is_ours: false });
        }
        if let Some(spec) = spec {
            spec.clone_into(&mut self.players[place].entry.spec);
            self.players[place].is_ours = true;
        }
        place
    }

    fn finish(mut self, places: &[PathBuf]) -> Result<Gathered, Error> {
        self.names.check()?;
        self.notes.extend(twice::check(&self.sketches)?);
        self.groups.finish(&mut self.spool)?;
        if let (skipped, Some(why)) = self.skipped {
            self.notes.push(format!("{} skipped: {why}", counted(skipped, "game")));
        }
        if self.unfinished > 0 {
            let games = if self.unfinished == 1 { "game has" } else { "games have" };
            self.notes.push(format!("{} {games} no result (`*`) and are left out", self.unfinished));
        }
        let is_random =
            |player: &Player| !player.is_ours && self.registry.engine(&player.entry.spec).is_err();
        let random = self.players.iter().enumerate().filter(|(_, player)| is_random(player));
        let random = random.map(|(place, _)| place).collect();
        let config = Config {
            name: "gathered".to_owned(),
            seed: 0,
            games: PerGame::from(self.games),
            engines: self.players.into_iter().map(|player| player.entry).collect(),
            format: Pairing::RoundRobin,
            tables: Tables::default(),
            seatings: Default::default(),
            rounds: 1,
            interleave: false,
            self_play: None,
            elimination: None,
            rating: None,
            opening: Opening { books: self.books, ..Opening::default() },
            limits: Limits::of_plies(u64::MAX),
            adjudication: None,
            output: Output { record: self.is_recorded, evaluations: false, times: false },
        };
        let name = match (self.events.len(), self.events.pop_first()) {
            (1, Some(event)) if !event.is_empty() => event,
            _ => {
                places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().iter().joined(", ")
            }
        };
        let games = self.spool.games();
        let rows = self.spool.finish()?;
        let (notes, values, names) = (self.notes, self.values, self.names);
        Ok(Gathered { name, config, random, games, notes, values, names, rows })
    }
}
