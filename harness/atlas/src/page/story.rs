//! What the page tells, from the rows of an atlas.

use std::collections::HashMap;

use serde::Serialize;
use torneo_arena::Error;
use torneo_contract::{Seat, TurnKinds};
use torneo_present::english::{Joined as _, does};
use torneo_present::numbers::thousands;
use torneo_registry::Registry;
use torneo_report::names::{self, GameName};
use torneo_statistics::movement::directions;

use super::first_moves::FirstMovesStory;
use super::panel::{Panel, panel};
use super::plot::{Mark, place};
use super::sides::{PublishedStory, SolvedStory, UnequalStory};
use super::words::{engine, interval, movement, playing, said, score, scores, step};
use super::worth::WorthStory;
use crate::derived::{Known, cell, strongest};
use crate::design::{Design, Section};
use crate::exact::ExactRow;
use crate::rows::{Contents, Keyed, Row};
use crate::tasks::{between_engines, origin};
use crate::verdicts::{Verdict, VerdictRow};

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
    /// What verdicts are worth.
    pub worth: Option<WorthStory>,
    /// What the verdicts say together.
    pub sentence: String,
    /// The games, the one with the largest advantage of the first player first.
    pub rows: Vec<GameStory>,
    pub variants: Vec<GameStory>,
    /// Games whose value is known, level by level.
    pub truths: Vec<TruthStory>,
    /// How the solved values are known.
    pub solved: Vec<SolvedStory>,
    /// What the first player scores after each first move, game by game.
    pub first_moves: Vec<FirstMovesStory>,
    /// Games with unequal budgets.
    pub unequal: Vec<UnequalStory>,
    /// What the largest handicap does for the side that always loses.
    pub handicaps: Vec<String>,
    /// What others found.
    pub published: Vec<PublishedStory>,
    /// What is not there, line by line.
    pub missing: Vec<String>,
}

/// A game or a variant.
#[derive(Serialize)]
pub struct GameStory {
    pub game: GameName,
    pub begins: String,
    /// The fair score on the axis, in percent of it.
    pub fair: f64,
    /// The first player's score by best play; empty unless it is known.
    pub value: String,
    /// The first player's score in the strongest cell of each engine; empty where none counts.
    pub scores: Vec<String>,
    /// Where these scores lie on the axis.
    pub marks: Vec<MarkStory>,
    /// Share of draws, and of games that a rule ended, in percent; `-` where they are not known.
    pub draws: String,
    pub by_rule: String,
    pub verdict: String,
    pub sure: bool,
    pub paragraph: String,
    pub panel: Option<Panel>,
    pub command: String,
    #[serde(skip)]
    pub known: Option<f64>,
    #[serde(skip)]
    pub measured: Vec<Option<Mark>>,
    #[serde(skip)]
    said: Verdict,
    #[serde(skip)]
    advantage: f64,
}

/// A score on the axis.
#[derive(Serialize)]
pub struct MarkStory {
    /// Its place and that of its interval, in percent of the axis.
    pub place: f64,
    pub low: f64,
    pub high: f64,
    /// What is drawn: `dot`, `diamond`, or an arrow to the `left` or the `right`.
    pub shape: &'static str,
    /// The place of the engine, from 0.
    pub series: usize,
    pub said: String,
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
    /// What was played, with what follows from it.
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
        let (mut rows, mut variants, mut truths) = (Vec::new(), Vec::new(), Vec::new());
        let moved = self.moved();
        for (entry, game) in names.into_iter().enumerate() {
            truths.extend(self.truth(entry));
            match design.entries[entry].section {
                Section::Games => rows.extend(self.game(entry, game, &moved)),
                Section::Variants => variants.extend(self.game(entry, game, &moved)),
                // Their verdicts are told where they are compared with the truth.
                Section::Solved => {}
            }
        }
        rows.sort_by(|a, b| b.advantage.total_cmp(&a.advantage));
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
            worth: self.worth(),
            sentence: sentence(&rows),
            rows,
            variants,
            truths,
            solved: self.solved(),
            first_moves: self.first_moves()?,
            unequal: self.unequal(),
            handicaps: self.handicaps(),
            published: self.published(),
            missing: self.missing(),
        })
    }

    pub(super) fn cell(&self, entry: usize, level: usize) -> Vec<&Row> {
        cell(self.design, &self.contents.cells, entry, level).collect()
    }

    /// The row of an entry in `verdicts.csv`.
    pub(super) fn verdict(&self, entry: usize) -> Option<&VerdictRow> {
        let spec = self.design.entries[entry].spec();
        self.contents.verdicts.iter().find(|row| row.game == spec)
    }

    /// The strongest cell of each engine, in the order of the design; none where it was not played.
    pub(super) fn strongest(&self, entry: usize) -> Vec<Option<Vec<&Row>>> {
        let cells = strongest(self.design, &self.contents.cells, entry);
        let of_engine = |engine: &str| cells.iter().find(|cell| cell[0].engine == engine).cloned();
        self.design.engines().into_iter().map(of_engine).collect()
    }

    /// The cell by which a game's movements are told: the strongest one of the stronger engine, else the strongest that was played.
    pub(super) fn shown(&self, entry: usize) -> Option<(usize, Vec<&Row>)> {
        let design = self.design;
        let played =
            |level: usize| Some((level, self.cell(entry, level))).filter(|(_, cell)| !cell.is_empty());
        let stronger = self.verdict(entry).map_or("", |row| &row.stronger);
        let level = design.played(&design.entries[entry], stronger).last().copied();
        level.and_then(played).or_else(|| (0..design.levels.len()).rev().find_map(played))
    }

    fn game(&self, entry: usize, game: GameName, moved: &Moved) -> Option<GameStory> {
        let row = self.verdict(entry)?;
        let shown = self.shown(entry);
        let fair = 1.0 / game.seats.len() as f64;
        // On the axis a fair score lies in the middle, however many players there are.
        let on_axis = |score: f64| score * 0.5 / fair;
        let counts = !matches!(row.verdict, Verdict::Exact | Verdict::NoFirstMove);
        let cells = self.strongest(entry);
        let firsts: Vec<Option<&Row>> =
            cells.iter().map(|cell| cell.as_ref().map(|cell| cell[0]).filter(|_| counts)).collect();
        if row.value.is_none() && shown.is_none() {
            return None;
        }
        let mark = |row: &Row| Mark {
            score: on_axis(row.score),
            low: on_axis(row.low.unwrap_or(row.score)),
            high: on_axis(row.high.unwrap_or(row.score)),
        };
        let measured: Vec<Option<Mark>> = firsts.iter().map(|first| first.map(mark)).collect();
        let known = row.value.map(on_axis);
        let level = shown.as_ref().map(|(level, _)| *level);
        let command = shown.as_ref().map_or(String::new(), |(_, cell)| {
            let (engine, level) = (&cell[0].engine, &cell[0].level);
            format!("torneo atlas {} --cell {} {engine} {level} --out again", self.design.file, game.spec)
        });
        let begins =
            if game.together { "all choose at once".to_owned() } else { does(game.seats[0], "begin") };
        let of_engine = |first: &Option<&Row>| first.map_or(String::new(), score);
        let percent =
            |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{:.0}%", 100.0 * share));
        let told = |verdict: Verdict| verdict != Verdict::Exact;
        Some(GameStory {
            begins,
            fair: 100.0 * place(0.5).0,
            value: row.value.map_or(String::new(), |value| format!("{value:.3}")),
            scores: firsts.iter().map(of_engine).collect(),
            marks: marks(known, &measured, &firsts),
            draws: percent(row.draws.filter(|_| told(row.verdict))),
            by_rule: percent(row.completion.filter(|_| told(row.verdict))),
            verdict: self.words(entry, row),
            sure: !matches!(row.verdict, Verdict::Undecided | Verdict::NotMeasured | Verdict::Disagree),
            paragraph: self.paragraph(entry, level, moved),
            panel: panel(self.design, &self.contents.cells, entry, fair),
            command,
            advantage: match (row.value, &measured[..]) {
                (Some(value), _) => value - fair,
                (None, marks) => {
                    let scores: Vec<f64> = marks.iter().flatten().map(|mark| mark.score - 0.5).collect();
                    if scores.is_empty() {
                        f64::MIN
                    } else {
                        scores.iter().sum::<f64>() / scores.len() as f64
                    }
                }
            },
            known,
            measured,
            said: row.verdict,
            game,
        })
    }

    /// A verdict in words, with its reason.
    fn words(&self, entry: usize, row: &VerdictRow) -> String {
        let game = &self.design.entries[entry].game;
        let words = said(row.verdict, row.seat.map(|seat| game.seat_name(Seat::new(seat))), row.draws);
        if row.reason.is_empty() { words } else { format!("{words}: {}", row.reason) }
    }

    /// Some words on a game.
    fn paragraph(&self, entry: usize, level: Option<usize>, moved: &Moved) -> String {
        let mut parts: Vec<String> = self.truth_in_words(entry).into_iter().collect();
        let Some(level) = level else { return parts.join(" ") };
        let mut cells: Vec<Vec<&Row>> = self.strongest(entry).into_iter().flatten().collect();
        if cells.is_empty() {
            cells.push(self.cell(entry, level));
        }
        for cell in &cells {
            let first = cell[0];
            parts.push(format!("{} {}.", scores(cell), playing(first)));
            let distinct = match first.distinct {
                Some(distinct) if distinct < first.games => format!(", {} different", thousands(distinct)),
                _ => String::new(),
            };
            let (games, draws) = (thousands(first.games), 100.0 * first.draws);
            parts.push(format!("{games} games{distinct}, {draws:.0}% drawn, {:.0} plies.", first.plies));
        }
        parts.extend(self.between(entry));
        parts.extend(self.movements(entry, level, moved));
        parts.join(" ")
    }

    /// What is known of a game, in words.
    fn truth_in_words(&self, entry: usize) -> Option<String> {
        let (how, values) = self.known.with(&self.contents.validation, self.design, entry)?;
        let game = &self.design.entries[entry].game;
        let first = game.seat_name(Seat::FIRST);
        Some(match how {
            "exact" => format!("Chance alone decides: {} exactly {:.3}.", does(first, "score"), values[0]),
            _ if values.contains(&1.0) => {
                let winner = game.seat_name(Seat::new(usize::from(values[0] < 0.5)));
                format!("Solved: {} by best play.", does(winner, "win"))
            }
            _ if values[0] == 0.5 && game.info().turns == TurnKinds::DECISIONS => {
                "Solved: best play draws.".to_owned()
            }
            _ => format!("Solved: {} {:.3} by best play.", does(first, "score"), values[0]),
        })
    }

    /// How the match between the engines ended.
    fn between(&self, entry: usize) -> Option<String> {
        let task = between_engines(self.design, entry)?;
        let row = self.contents.matches.iter().find(|row| row.key() == task.key(self.design))?;
        let score = interval(row.score, Some(row.low), Some(row.high));
        Some(match &*self.verdict(entry)?.stronger {
            "level" => format!("The match of both engines is level: {} scores {score}.", row.engine),
            winner if winner == row.engine => {
                format!("{winner} won the match against {}: {score}.", row.opponent)
            }
            winner => format!("{winner} won the match against {}, which scores {score}.", row.engine),
        })
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
        for entry in (0..self.design.entries.len()).filter(|&entry| !self.design.entries[entry].is_variant())
        {
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

    fn truth(&self, entry: usize) -> Option<TruthStory> {
        let (how, values) = self.known.with(&self.contents.validation, self.design, entry)?;
        let game = &self.design.entries[entry];
        let of_level = |level: usize| self.cell(entry, level).first().map_or(String::new(), |row| score(row));
        let levels = (0..self.design.levels.len()).filter(|&level| self.design.levels[level].has_cells());
        Some(TruthStory {
            spec: game.spec().to_owned(),
            first: game.game.seat_name(torneo_contract::Seat::FIRST).to_owned(),
            how: how.to_owned(),
            value: format!("{:.3}", values[0]),
            scores: levels.map(of_level).collect(),
        })
    }
}

/// What is drawn of a game: what is known, else what each engine finds.
fn marks(known: Option<f64>, measured: &[Option<Mark>], firsts: &[Option<&Row>]) -> Vec<MarkStory> {
    let percent = |score: f64| 100.0 * place(score).0;
    let shape = |score: f64, inside: &'static str| match place(score).1 {
        0 => inside,
        side => {
            if side < 0 {
                "left"
            } else {
                "right"
            }
        }
    };
    if let Some(value) = known {
        let place = percent(value);
        let shape = shape(value, "diamond");
        return vec![MarkStory {
            place,
            low: place,
            high: place,
            shape,
            series: 0,
            said: "exact".to_owned(),
        }];
    }
    let of_engine = |(series, (mark, first)): (usize, (&Option<Mark>, &Option<&Row>))| {
        let (mark, first) = ((*mark)?, (*first)?);
        let Mark { score, low, high } = mark;
        Some(MarkStory {
            place: percent(score),
            low: percent(low),
            high: percent(high),
            shape: shape(score, "dot"),
            series,
            said: engine(first),
        })
    };
    measured.iter().zip(firsts).enumerate().filter_map(of_engine).collect()
}

/// How many games have which verdict.
fn sentence(stories: &[GameStory]) -> String {
    let count = |verdict: Verdict| stories.iter().filter(|story| story.said == verdict).count();
    let parts = [
        (Verdict::Exact, "known exactly"),
        (Verdict::Ahead, "with a player ahead by engines"),
        (Verdict::Fair, "fair within 0.05 by engines"),
        (Verdict::Drawn, "mostly drawn"),
        (Verdict::Disagree, "on which the engines disagree"),
        (Verdict::NotMeasured, "not measured"),
        (Verdict::Undecided, "undecided"),
        (Verdict::NoFirstMove, "without a first move"),
    ];
    let parts =
        parts.into_iter().map(|(verdict, words)| (count(verdict), words)).filter(|(count, _)| *count > 0);
    format!(
        "Of {} games: {}.",
        stories.len(),
        parts.map(|(count, words)| format!("{count} {words}")).joined(", ")
    )
}
