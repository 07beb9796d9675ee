//! What the page tells, from the rows of an atlas.

use std::collections::HashMap;

use serde::Serialize;
use torneo_arena::Error;
use torneo_contract::TurnKinds;
use torneo_present::english::{Joined as _, are, does};
use torneo_present::numbers::thousands;
use torneo_registry::Registry;
use torneo_report::names::{self, GameName};
use torneo_statistics::movement::directions;

use super::first_moves::FirstMovesStory;
use super::panel::{Panel, panel};
use super::sides::{PublishedStory, SolvedStory, UnequalStory};
use super::words::{engine, movement, playing, score, scores, step, verdict};
use crate::derived::{Known, cell, deciding};
use crate::design::Design;
use crate::exact::ExactRow;
use crate::rows::{Contents, Row};
use crate::tasks::origin;

/// What stands for a verdict before the matches that decide it are played.
const OPEN: &str = "not decided yet";

/// The page.
#[derive(Serialize)]
pub struct Story {
    pub name: String,
    pub file: String,
    pub seed: u64,
    pub version: String,
    pub hours: String,
    /// Games of all cells, and of all matches.
    pub games: String,
    pub matches: String,
    /// What the verdicts say together.
    pub sentence: String,
    /// The games that have a row in the plot, the one with the largest advantage of the first player first.
    pub rows: Vec<GameStory>,
    pub variants: Vec<VariantStory>,
    /// Games whose value is known, level by level.
    pub truths: Vec<TruthStory>,
    /// How the solved values are known.
    pub solved: Vec<SolvedStory>,
    /// What the first player scores after each first move, game by game.
    pub first_moves: Vec<FirstMovesStory>,
    /// How moves compare that symmetries map onto each other.
    pub control: Option<String>,
    /// Games with unequal budgets.
    pub unequal: Vec<UnequalStory>,
    /// What others found.
    pub published: Vec<PublishedStory>,
    /// What is not there, line by line.
    pub missing: Vec<String>,
}

/// A game.
#[derive(Serialize)]
pub struct GameStory {
    pub game: GameName,
    pub begins: String,
    /// Where things lie on the axis, in percent.
    pub fair: f64,
    pub place: Option<f64>,
    pub span: Option<(f64, f64)>,
    pub known: Option<f64>,
    /// The first player's score, and its interval where that is not known exactly.
    pub score: f64,
    pub interval: Option<(f64, f64)>,
    pub engine: String,
    pub verdict: String,
    pub sure: bool,
    pub paragraph: String,
    pub panel: Option<Panel>,
    pub command: String,
    #[serde(skip)]
    advantage: f64,
}

impl GameStory {
    /// Whether the cell that stands for the game is the one that decides it, or its value is known.
    pub fn is_decided(&self) -> bool {
        self.verdict != OPEN
    }
}

/// A variant.
#[derive(Serialize)]
pub struct VariantStory {
    pub spec: String,
    pub first: String,
    /// The first player's score in the strongest cell of each engine.
    pub scores: Vec<String>,
    pub verdict: String,
}

/// A game whose value is known.
#[derive(Serialize)]
pub struct TruthStory {
    pub spec: String,
    pub first: String,
    pub how: String,
    pub value: String,
    /// The first player's score at each level, from the weakest to the strongest; empty where none was played.
    pub scores: Vec<String>,
}

/// What the page is made from.
pub struct Sources<'a> {
    /// The games.
    pub registry: &'a Registry,
    /// The design.
    pub design: &'a Design,
    /// What is known of its games.
    pub known: &'a Known,
    /// What was played.
    pub contents: &'a Contents,
    /// What solvers found.
    pub exact: &'a [ExactRow],
    /// Core-hours that it took.
    pub hours: f64,
}

/// How a game's score moves from another level to that which stands for the game, by entry and level.
type Moved = HashMap<(usize, usize), String>;

impl Sources<'_> {
    /// The story of the atlas.
    ///
    /// # Errors
    /// A game that this program does not know.
    pub fn story(&self) -> Result<Story, Error> {
        let (design, contents) = (self.design, self.contents);
        let specs: Vec<String> = design.entries.iter().map(|entry| entry.spec().to_owned()).collect();
        let names = names::games(self.registry, specs.iter())?;
        let mut stories = Vec::new();
        let mut variants = Vec::new();
        let mut truths = Vec::new();
        let moved = self.moved();
        for (entry, game) in names.into_iter().enumerate() {
            if self.known.scores[entry].is_some() {
                truths.extend(self.truth(entry));
            }
            match design.entries[entry].is_variant {
                true => variants.extend(self.variant(entry)),
                false => stories.extend(self.game(entry, game, &moved)),
            }
        }
        stories.sort_by(|a, b| b.advantage.total_cmp(&a.advantage));
        let cells = contents.cells.iter().filter(|row| row.seat == 0).map(|row| row.games);
        let after = contents.first_moves.iter().filter(|row| row.seat == 0).map(|row| row.games);
        let games = cells.chain(after).sum();
        let between = contents.matches.iter().map(|row| row.games);
        let between = between.chain(contents.unequal.iter().map(|row| row.games)).sum();
        Ok(Story {
            name: design.name.clone(),
            file: design.file.clone(),
            seed: design.seed,
            version: crate::play::VERSION.to_owned(),
            hours: format!("{:.1}", self.hours),
            games: thousands(games),
            matches: thousands(between),
            sentence: sentence(&stories),
            rows: stories,
            variants,
            truths,
            solved: self.solved(),
            first_moves: self.first_moves()?,
            control: self.control(),
            unequal: self.unequal(),
            published: self.published(),
            missing: self.missing(),
        })
    }

    pub(super) fn cell(&self, entry: usize, level: usize) -> Vec<&Row> {
        cell(self.design, &self.contents.cells, entry, level).collect()
    }

    /// The cell that stands for a game: the one that decides it, else the strongest that was played.
    pub(super) fn shown(&self, entry: usize) -> Option<(usize, Vec<&Row>)> {
        let (design, matches) = (self.design, &self.contents.matches);
        let played =
            |level: usize| Some((level, self.cell(entry, level))).filter(|(_, cell)| !cell.is_empty());
        deciding(design, entry, matches)
            .and_then(played)
            .or_else(|| (0..design.levels.len()).rev().find_map(played))
    }

    fn game(&self, entry: usize, game: GameName, moved: &Moved) -> Option<GameStory> {
        let known = self.known.scores[entry].as_ref();
        let shown = self.shown(entry);
        let fair = 1.0 / game.seats.len() as f64;
        let first = shown.as_ref().map(|(_, cell)| cell[0]);
        let value = known.map(|(_, scores)| scores[0]).or(first.map(|row| row.score))?;
        let (verdict, sure) = match (known, &shown) {
            (Some((how, scores)), _) => (known_verdict(how, scores, &game.seats), true),
            (None, Some((_, cell))) if cell[0].verdict.is_empty() => (OPEN.to_owned(), false),
            (None, Some((_, cell))) => {
                let said = verdict(cell);
                let sure = !matches!(&*said, "undecided" | "one game");
                (said, sure)
            }
            (None, None) => return None,
        };
        let level = shown.as_ref().map(|(level, _)| *level);
        let named = |row: &Row| (row.engine.clone(), row.level.clone());
        let command = first.map(named).map_or(String::new(), |(engine, level)| {
            format!("torneo atlas {} --cell {} {engine} {level} --out again", self.design.file, game.spec)
        });
        let begins =
            if game.together { "all choose at once".to_owned() } else { does(game.seats[0], "begin") };
        Some(GameStory {
            begins,
            fair: 100.0 * fair,
            place: first.map(|row| 100.0 * row.score),
            span: first.and_then(|row| Some((100.0 * row.low?, 100.0 * row.high?))),
            known: known.map(|(_, scores)| 100.0 * scores[0]),
            score: value,
            interval: first.filter(|_| known.is_none()).and_then(|row| row.low.zip(row.high)),
            engine: first.map_or(String::new(), engine),
            verdict,
            sure,
            paragraph: self.paragraph(entry, level, moved),
            panel: panel(self.design, &self.contents.cells, entry, fair),
            command,
            advantage: value - fair,
            game,
        })
    }

    /// At most 60 words on a game.
    fn paragraph(&self, entry: usize, level: Option<usize>, moved: &Moved) -> String {
        let (design, mut parts) = (self.design, Vec::new());
        if let Some((how, values)) = &self.known.scores[entry] {
            let game = &design.entries[entry].game;
            let first = game.seat_name(torneo_contract::Seat::FIRST);
            parts.push(match *how {
                "exact" => {
                    format!("Chance alone decides: {} exactly {:.3}.", does(first, "score"), values[0])
                }
                _ if values.contains(&1.0) => {
                    let winner = game.seat_name(torneo_contract::Seat::new(usize::from(values[0] < 0.5)));
                    format!("Solved: {} by best play.", does(winner, "win"))
                }
                _ if values[0] == 0.5 && game.info().turns == TurnKinds::DECISIONS => {
                    "Solved: best play draws.".to_owned()
                }
                _ => format!("Solved: {} {:.3} by best play.", does(first, "score"), values[0]),
            });
        }
        let Some(level) = level else { return parts.join(" ") };
        let cell = self.cell(entry, level);
        let first = cell[0];
        parts.push(format!("{} {}.", scores(&cell), playing(first)));
        let distinct = match first.distinct {
            Some(distinct) if distinct < first.games => format!(", {} different", thousands(distinct)),
            _ => String::new(),
        };
        let draws = 100.0 * first.draws;
        parts.push(format!(
            "{} games{distinct}, {draws:.0}% drawn, {:.0} plies.",
            thousands(first.games),
            first.plies
        ));
        if self.known.scores[entry].is_none() && !first.verdict.is_empty() {
            parts.push(match &*verdict(&cell) {
                "one game" => "This engine plays one game, so there is no verdict.".to_owned(),
                "no first move" => "All choose at once: there is no first move.".to_owned(),
                said => format!("By engines: {said}."),
            });
        }
        parts.extend(self.movements(entry, level, moved));
        parts.join(" ")
    }

    /// The levels that a level is compared with: random play, and the one below it of its engine.
    fn weaker(&self, entry: usize, level: usize) -> Option<(usize, Option<usize>)> {
        let design = self.design;
        let levels = design.played(&design.entries[entry], &design.levels[level].engine);
        let below = levels[..levels.iter().position(|&other| other == level)?].last().copied();
        Some((origin(design, entry).filter(|&lowest| lowest != level)?, below))
    }

    /// How the first player's scores of all games move with strength, in words that hold for the whole page at once.
    fn moved(&self) -> Moved {
        let (mut keys, mut steps) = (Vec::new(), Vec::new());
        for entry in (0..self.design.entries.len()).filter(|&entry| !self.design.entries[entry].is_variant) {
            let Some((level, strong)) = self.shown(entry) else { continue };
            let Some((lowest, below)) = self.weaker(entry, level) else { continue };
            for other in [lowest].into_iter().chain(below) {
                let weak = self.cell(entry, other);
                let found = weak.first().and_then(|weak| step(strong[0], weak, 1.0 / strong.len() as f64));
                if let Some(step) = found {
                    keys.push((entry, other));
                    steps.push(step);
                }
            }
        }
        let told = steps.iter().zip(directions(&steps)).map(|(step, direction)| movement(step, direction));
        keys.into_iter().zip(told).collect()
    }

    /// How the first player's score moves with strength.
    fn movements(&self, entry: usize, level: usize, moved: &Moved) -> Option<String> {
        let (lowest, below) = self.weaker(entry, level)?;
        let whole = moved.get(&(entry, lowest))?;
        match below.and_then(|below| Some((&self.design.levels[below].name, moved.get(&(entry, below))?))) {
            Some((below, step)) => {
                Some(format!("From random play the score moves by {whole}; from level {below} by {step}."))
            }
            None => Some(format!("From random play the score moves by {whole}.")),
        }
    }

    fn variant(&self, entry: usize) -> Option<VariantStory> {
        let (design, game) = (self.design, &self.design.entries[entry]);
        let strongest =
            design.engines().into_iter().map(|engine| design.played(game, engine).last().copied());
        let cells: Vec<Vec<&Row>> =
            strongest.map(|level| level.map_or(Vec::new(), |level| self.cell(entry, level))).collect();
        if cells.iter().all(Vec::is_empty) {
            return None;
        }
        let decided = cells.iter().find(|cell| cell.first().is_some_and(|row| !row.verdict.is_empty()));
        let said = match (&self.known.scores[entry], decided) {
            (Some((how, scores)), _) => {
                let names: Vec<&'static str> = torneo_contract::Seat::all(game.game.seats())
                    .map(|seat| game.game.seat_name(seat))
                    .collect();
                known_verdict(how, scores, &names)
            }
            (None, Some(cell)) => verdict(cell),
            (None, None) => OPEN.to_owned(),
        };
        Some(VariantStory {
            spec: game.spec().to_owned(),
            first: game.game.seat_name(torneo_contract::Seat::FIRST).to_owned(),
            scores: cells.iter().map(|cell| cell.first().map_or(String::new(), |row| score(row))).collect(),
            verdict: said,
        })
    }

    fn truth(&self, entry: usize) -> Option<TruthStory> {
        let (how, values) = self.known.scores[entry].as_ref()?;
        let game = &self.design.entries[entry];
        let of_level = |level: usize| self.cell(entry, level).first().map_or(String::new(), |row| score(row));
        let levels = (0..self.design.levels.len()).filter(|&level| !self.design.levels[level].later);
        Some(TruthStory {
            spec: game.spec().to_owned(),
            first: game.game.seat_name(torneo_contract::Seat::FIRST).to_owned(),
            how: (*how).to_owned(),
            value: format!("{:.3}", values[0]),
            scores: levels.map(of_level).collect(),
        })
    }
}

/// What exact and solved scores say.
fn known_verdict(how: &str, scores: &[f64], seats: &[&str]) -> String {
    let fair = 1.0 / scores.len() as f64;
    let best = scores.iter().copied().fold(0.0, f64::max);
    let ahead: Vec<String> = scores
        .iter()
        .zip(seats)
        .filter(|(score, _)| best - **score < 1e-9)
        .map(|(_, name)| (*name).to_owned())
        .collect();
    match best - fair < 1e-9 {
        true => format!("fair ({how})"),
        false => format!("{} ahead ({how})", are(&ahead)),
    }
}

/// How many games have which verdict.
fn sentence(stories: &[GameStory]) -> String {
    let count = |holds: &dyn Fn(&str) -> bool| stories.iter().filter(|story| holds(&story.verdict)).count();
    let known = count(&|said| said.ends_with("(exact)") || said.ends_with("(solved)"));
    let unequal = count(&|said| said.ends_with(" ahead") || said.ends_with(" behind"));
    let (fair, undecided) =
        (count(&|said| said.starts_with("fair within")), count(&|said| said == "undecided"));
    let (together, open) = (count(&|said| said == "no first move"), count(&|said| said == OPEN));
    let one_game = count(&|said| said == "one game");
    let parts = [
        (unequal, "with a player ahead by engines"),
        (fair, "fair within 0.05 by engines"),
        (undecided, "undecided"),
        (known, "known exactly"),
        (together, "without a first move"),
        (one_game, "with one game only"),
        (open, OPEN),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}"));
    format!("Of {} games: {}.", stories.len(), parts.joined(", "))
}
