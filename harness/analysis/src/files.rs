//! The statistics as CSV files beside the results.

use std::path::Path;

use torneo_statistics::Estimate;

use super::{Analysis, Ranked};
use torneo_arena::Error;
use torneo_arena::cells::cell;
use torneo_arena::results::lock;
use torneo_arena::storage::{Disk, write_whole};

/// Ratings.
pub const RATINGS: &str = "ratings.csv";
/// First-seat advantages.
pub const ADVANTAGE: &str = "advantage.csv";
/// Measures of the games.
pub const METRICS: &str = "metrics.csv";

/// Pairs of engines.
pub const PAIRS: &str = "pairs.csv";
/// Rankings beside Elo.
pub const RANKINGS: &str = "rankings.csv";

const RATINGS_HEADER: &str = "scope,name,engine,elo,low,high,bootstrap_low,bootstrap_high,superiority,games,comparable,\
    across_low,across_high,davidson";
const ADVANTAGE_HEADER: &str = "game,engine,method,seats,games,groups,score,low,high,fair,draws,mean_plies,seat,name,\
    distinct_games,e_value,sequence_low,sequence_high,verdict,model_q,model_p";

const PAIRS_HEADER: &str = "engine,opponent,elo,low,high,across_low,across_high,superiority,met,\
    simultaneous_low,simultaneous_high,different";

const RANKINGS_HEADER: &str = "method,game,level,engine,value";

const METRICS_HEADER: &str = "game,metric,value,low,high,observations";

/// A number; empty where there is none, such as the end of an interval that is as wide as can be.
fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:.6}") } else { String::new() }
}

fn optional(value: Option<f64>) -> String {
    value.map_or(String::new(), number)
}

fn bounds(interval: Option<(f64, f64)>) -> [String; 2] {
    [interval.map(|(low, _)| low), interval.map(|(_, high)| high)].map(optional)
}

fn interval(estimate: &Estimate) -> [String; 3] {
    [estimate.value, estimate.low, estimate.high].map(number)
}

/// Writes a file beside its place and moves it there, so that nobody ever sees half of it.
fn write(
    folder: &Path,
    name: &str,
    header: &str,
    rows: impl Iterator<Item = Vec<String>>,
) -> Result<(), Error> {
    let path = folder.join(name);
    let failed = |error: csv::Error| Error::run(format!("cannot write {}: {error}", path.display()));
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    writer.write_record(header.split(',')).map_err(failed)?;
    for row in rows {
        writer.write_record(row.iter().map(|text| cell(text).into_owned())).map_err(failed)?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::run(error.to_string()))?;
    write_whole(&Disk, &path, &bytes).map_err(|error| Error::io("write", &path, error))
}

impl Analysis {
    /// Writes `ratings.csv`, `pairs.csv`, `rankings.csv`, `advantage.csv` and `metrics.csv` into the folder of the run.
    ///
    /// # Errors
    /// The folder cannot be written to, or another process writes to it.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let _lock = lock(folder)?;
        let ratings = self.ratings.iter().map(|rating| {
            let (scope, name) = rating.scope.words();
            let mut row =
                vec![scope.to_owned(), name.to_owned(), rating.engine.clone(), optional(rating.elo)];
            row.extend(bounds(rating.interval).into_iter().chain(bounds(rating.bootstrap)));
            row.extend([
                optional(rating.superiority),
                rating.games.to_string(),
                rating.comparable.to_string(),
            ]);
            row.extend(bounds(rating.across));
            row.push(optional(rating.davidson));
            row
        });
        write(folder, RATINGS, RATINGS_HEADER, ratings)?;
        let advantages = self.first_move.iter().map(|row| {
            let count = |count: Option<u64>| count.map_or(String::new(), |count| count.to_string());
            let groups = Some(row.score.groups).filter(|_| !row.is_known());
            let mut cells = vec![
                row.game.clone(),
                row.engine.clone().unwrap_or_default(),
                row.method.word().to_owned(),
                row.seats.to_string(),
                count(row.games),
                count(groups),
            ];
            cells.extend(interval(&row.score));
            cells.extend([number(row.fair), optional(row.draws), optional(row.mean_plies)]);
            cells.extend([row.seat.to_string(), row.name.clone(), count(row.distinct_games)]);
            cells.push(optional(row.e_value));
            cells.extend(bounds(row.sequence));
            cells.push(row.verdict.unwrap_or_default().to_owned());
            cells.extend([row.check.map(|check| check.q), row.check.and_then(|check| check.p)].map(optional));
            cells
        });
        write(folder, ADVANTAGE, ADVANTAGE_HEADER, advantages)?;
        let metrics = self.metrics.iter().map(|metric| {
            let mut row = vec![metric.game.clone(), metric.name.to_owned(), number(metric.value)];
            row.extend(bounds(metric.interval));
            row.push(metric.observations.to_string());
            row
        });
        write(folder, METRICS, METRICS_HEADER, metrics)?;
        write(folder, PAIRS, PAIRS_HEADER, self.pair_rows())?;
        write(folder, RANKINGS, RANKINGS_HEADER, self.ranking_rows())
    }

    fn pair_rows(&self) -> impl Iterator<Item = Vec<String>> {
        self.pairs.iter().map(|pair| {
            let mut row = vec![pair.engine.clone(), pair.opponent.clone()];
            row.push(optional(pair.elo));
            row.extend(bounds(pair.interval).into_iter().chain(bounds(pair.across)));
            row.extend([optional(pair.superiority), pair.met.to_string()]);
            row.extend(bounds(pair.simultaneous));
            row.push(pair.different.to_string());
            row
        })
    }

    fn ranking_rows(&self) -> impl Iterator<Item = Vec<String>> {
        let row = |method: &str, game: &str, level: usize, ranked: &Ranked| {
            let level = level.to_string();
            vec![method.to_owned(), game.to_owned(), level, ranked.engine.clone(), number(ranked.value)]
        };
        let mut rows = Vec::new();
        if let Some(ballot) = &self.ballot {
            for (level, ranked) in ballot.lotteries.iter().enumerate() {
                rows.extend(ranked.iter().map(|ranked| row("maximal-lottery", "", level, ranked)));
            }
            let soft = ballot.soft_condorcet.iter().enumerate();
            rows.extend(soft.map(|(place, ranked)| row("soft-condorcet", "", place, ranked)));
        }
        for alpha in &self.alpha_rank {
            let ranking = alpha.ranking.iter().enumerate();
            rows.extend(ranking.map(|(place, ranked)| row("alpha-rank", &alpha.game, place, ranked)));
        }
        rows.into_iter()
    }
}
