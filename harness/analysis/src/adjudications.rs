//! Whether games that were adjudicated ended as it was said, where they were played on.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use torneo_arena::Error;
use torneo_arena::results::{EndingReader, GameResult, Opened, milliseconds};
use torneo_present::numbers;
use torneo_present::table::Grid;
use torneo_statistics::Estimate;
use torneo_statistics::interval::exact_share;

/// Adjudications of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Adjudicated {
    /// The game's specification.
    pub game: String,
    /// Why the games were adjudicated.
    pub reason: String,
    /// Games that were, and were played on.
    pub games: u64,
    /// Games to which the adjudication gave another score than they had in the end.
    pub wrong: u64,
    /// Their share, with an exact 95% interval for which the games of a group are one observation.
    pub share: Estimate,
    /// The share of the plies of all games of the kind that was saved.
    pub plies_saved: f64,
}

/// All of a run.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Adjudications {
    /// By game and reason, in the order of the games; empty where none was played on.
    pub kinds: Vec<Adjudicated>,
    /// The share of the time of all games that playing on took, and that adjudication saves; none where no time is known.
    pub time_saved: Option<f64>,
}

#[derive(Default)]
struct Sums {
    games: u64,
    wrong: u64,
    plies: u64,
    groups: u64,
    /// The group of the last game.
    last: Option<u64>,
}

impl Sums {
    fn share(&self) -> Estimate {
        let (value, groups) = (self.wrong as f64 / self.games as f64, self.groups);
        let (low, high) = exact_share(value * groups as f64, groups as f64, 0.95);
        Estimate { value, low, high, groups }
    }

    fn add(&mut self, group: u64, is_wrong: bool, plies: u64) {
        self.groups += u64::from(self.last.replace(group) != Some(group));
        self.games += 1;
        self.wrong += u64::from(is_wrong);
        self.plies += plies;
    }
}

impl Adjudications {
    /// Those of a results folder whose run was told to play on.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn of(folder: &Path) -> Result<Adjudications, Error> {
        let Some(mut endings) = EndingReader::open(folder)? else { return Ok(Adjudications::default()) };
        let opened = Opened::open(folder)?;
        let mut kinds: BTreeMap<(String, String), Sums> = BTreeMap::new();
        let mut plies: BTreeMap<String, u64> = BTreeMap::new();
        let (mut took, mut failed) = (0.0, None);
        opened.each_game(|result: &GameResult| {
            *plies.entry(result.game.clone()).or_default() += result.plies;
            match endings.of_game(result.game_no) {
                Ok(Some(ending)) => {
                    let sums = kinds.entry((result.game.clone(), ending.reason.clone())).or_default();
                    sums.add(result.pair, ending.is_wrong(), ending.end_plies.saturating_sub(ending.plies));
                    took += ending.milliseconds;
                }
                Ok(None) => {}
                Err(error) => failed = Some(error),
            }
        })?;
        failed.map_or(Ok(()), Err)?;
        let all = milliseconds(folder).ok().filter(|all| *all > 0.0);
        let mut saved: BTreeMap<&String, u64> = BTreeMap::new();
        for ((game, _), sums) in &kinds {
            *saved.entry(game).or_default() += sums.plies;
        }
        let whole = |game: &String| plies[game] + saved[game];
        let wholes: BTreeMap<String, u64> = saved.keys().map(|game| ((*game).clone(), whole(game))).collect();
        let row = |((game, reason), sums): ((String, String), Sums)| Adjudicated {
            games: sums.games,
            wrong: sums.wrong,
            share: sums.share(),
            plies_saved: sums.plies as f64 / wholes[&game].max(1) as f64,
            game,
            reason,
        };
        let order: Vec<&String> = opened.manifest.config.games.iter().collect();
        let mut kinds: Vec<Adjudicated> = kinds.into_iter().map(row).collect();
        kinds.sort_by_key(|kind| order.iter().position(|game| **game == kind.game));
        Ok(Adjudications { kinds, time_saved: all.map(|all| took / all) })
    }

    /// A table of at most `width` columns, where games were played on.
    pub fn text(&self, width: usize) -> String {
        if self.kinds.is_empty() {
            return String::new();
        }
        let titles = ["game", "reason", "games", "wrong", "share", "plies saved"];
        let mut grid = Grid::new(titles).plain().left("reason").left("share");
        for kind in &self.kinds {
            let share = &kind.share;
            grid.add(vec![
                kind.game.clone(),
                kind.reason.clone(),
                kind.games.to_string(),
                kind.wrong.to_string(),
                numbers::score(share.value, Some((share.low, share.high))),
                numbers::percent(kind.plies_saved),
            ]);
        }
        let mut text = format!("Adjudicated games, played on to their end\n{}", grid.draw(width));
        if let Some(saved) = self.time_saved {
            text += &format!("\n  Adjudication saves {} of the time of all games.", numbers::percent(saved));
        }
        text
    }
}
