//! Whether the values that engines told are what they scored.

mod text;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use torneo_arena::Error;
use torneo_arena::figures::Groups;
use torneo_arena::plan::Config;
use torneo_arena::results::{ChoiceReader, GameResult};
use torneo_contract::SeatVec;
use torneo_statistics::Estimate;
use torneo_statistics::reliability::{self as statistics, Line, TENTHS, Told};

use super::source::Source;

/// How far a mean value may be from the mean result.
pub const WITHIN: f64 = 0.05;
/// The chance that some tenth of an analysis is said to be off, or to be within [`WITHIN`], and is not.
const ERROR: f64 = 0.05;

/// What the values of an engine at a game are worth.
#[derive(Clone, Debug, Serialize)]
pub struct Reliability {
    /// The engine.
    pub engine: String,
    /// The game's specification.
    pub game: String,
    /// Values that were told.
    pub values: u64,
    /// Games in which it told any.
    pub games: u64,
    /// The factor of their log-odds that makes expected scores of them.
    pub slope: f64,
    /// What the first seat has to be given in log-odds besides.
    pub first: f64,
    /// The same of whoever tells.
    pub mover: f64,
    /// The values by tenths, the lowest first; where none lies there is none.
    pub tenths: Vec<Tenth>,
    /// `within` where every tenth that is large enough is within 0.05, `off` where one is not, both with 95% for all of the analysis at
    /// once; else `open`. None where no tenth is large enough.
    pub verdict: Option<&'static str>,
}

/// Values of one tenth.
#[derive(Clone, Debug, Serialize)]
pub struct Tenth {
    /// The least value of it.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// Number of values.
    pub values: u64,
    /// Number of games in which they were told.
    pub games: u64,
    /// Their mean.
    pub mean_value: f64,
    /// The mean result of the seats that told them.
    pub mean_result: f64,
    /// The mean result less the mean value. Its interval counts games.
    pub beyond: Estimate,
    /// Whether it has 200 values of 50 games, so that it says something.
    pub is_large: bool,
}

/// Values with results, by the numbers of game and engine.
#[derive(Clone, Debug, Default)]
pub struct ToldSums(BTreeMap<(usize, usize), statistics::Reliability>);

impl ToldSums {
    /// Adds the values of a game that no fault ended: for each the seat that told it. `engines` and `scores` are by seat.
    pub fn add(
        &mut self,
        game: usize,
        engines: &SeatVec<usize>,
        scores: &SeatVec<f64>,
        values: &[(usize, f64)],
    ) {
        let mut by_engine: BTreeMap<usize, Vec<Told>> = BTreeMap::new();
        for &(seat, value) in values.iter().filter(|(seat, _)| *seat < engines.len()) {
            let told = Told { value, result: scores[seat], is_first: seat == 0 };
            by_engine.entry(engines[seat]).or_default().push(told);
        }
        for (engine, told) in by_engine {
            let new = || statistics::Reliability::new(engines.len());
            self.0.entry((game, engine)).or_insert_with(new).add(&told);
        }
    }

    /// The values of a run, if it wrote them.
    pub(crate) fn of_folder(folder: &Path, source: &Source<'_>) -> Result<ToldSums, Error> {
        let mut sums = ToldSums::default();
        let Some(mut choices) = ChoiceReader::open(folder)? else { return Ok(sums) };
        let (groups, mut failed) = (Groups::new(source.config), None);
        (source.each_game)(&mut |result| {
            if failed.is_none() && result.fault().is_none() {
                failed = sums.add_choices(&groups, &mut choices, result).err();
            }
        })?;
        failed.map_or(Ok(sums), Err)
    }

    /// Adds the values of a game whose choices come next.
    pub(crate) fn add_choices(
        &mut self,
        groups: &Groups,
        choices: &mut ChoiceReader,
        result: &GameResult,
    ) -> Result<(), Error> {
        let Some((game, engines)) = groups.indices(result) else { return Ok(()) };
        let choices = choices.of_game(result.game_no)?;
        let values = choices.iter().filter_map(|choice| Some((choice.seat as usize, choice.value?)));
        self.add(
            game.number(),
            &engines,
            &result.scores().into_iter().collect(),
            &values.collect::<Vec<_>>(),
        );
        Ok(())
    }

    /// What they say.
    pub(crate) fn rows(&self, config: &Config) -> Vec<Reliability> {
        let large = |sums: &statistics::Reliability| {
            sums.tenths(0.95).into_iter().flatten().filter(statistics::Tenth::is_large).count()
        };
        let confidence = 1.0 - ERROR / self.0.values().map(large).sum::<usize>().max(1) as f64;
        let games: Vec<&String> = config.games.iter().collect();
        let row = |(&(game, engine), sums): (&(usize, usize), &statistics::Reliability)| {
            let Line { slope, first, mover } = sums.line();
            let at_once = sums.tenths(confidence).into_iter().flatten().filter(statistics::Tenth::is_large);
            Reliability {
                engine: config.engines[engine].name.clone(),
                game: games[game].clone(),
                values: sums.values(),
                games: sums.games(),
                slope,
                first,
                mover,
                tenths: tenths(sums),
                verdict: verdict(&at_once.map(|tenth| tenth.beyond).collect::<Vec<_>>()),
            }
        };
        self.0.iter().map(row).collect()
    }
}

fn tenths(sums: &statistics::Reliability) -> Vec<Tenth> {
    let tenth = |(place, tenth): (usize, Option<statistics::Tenth>)| {
        let tenth = tenth?;
        let edge = |place: usize| place as f64 / TENTHS as f64;
        Some(Tenth {
            low: edge(place),
            high: edge(place + 1),
            values: tenth.values,
            games: tenth.games,
            mean_value: tenth.told,
            mean_result: tenth.scored,
            beyond: tenth.beyond,
            is_large: tenth.is_large(),
        })
    };
    sums.tenths(0.95).into_iter().enumerate().filter_map(tenth).collect()
}

/// What intervals that hold all at once say.
fn verdict(beyond: &[Estimate]) -> Option<&'static str> {
    match () {
        () if beyond.is_empty() => None,
        () if beyond.iter().any(|off| off.low > WITHIN || off.high < -WITHIN) => Some("off"),
        () if beyond.iter().all(|off| off.low >= -WITHIN && off.high <= WITHIN) => Some("within"),
        () => Some("open"),
    }
}

impl Reliability {
    /// The tenth that is furthest off, among those that are large enough.
    pub fn furthest(&self) -> Option<&Tenth> {
        let off = |tenth: &Tenth| tenth.beyond.value.abs();
        self.tenths.iter().filter(|tenth| tenth.is_large).max_by(|a, b| off(a).total_cmp(&off(b)))
    }
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng as _, SeedableRng};
    use torneo_statistics::Rng;

    use super::*;

    /// The verdicts of 400 analyses of one engine, whose seats score `beyond` more than the values that they tell.
    fn verdicts(beyond: f64, games: usize) -> BTreeMap<Option<&'static str>, usize> {
        let mut rng = Rng::seed_from_u64(11);
        let mut unit = || (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut found = BTreeMap::new();
        for _ in 0..400 {
            let mut sums = statistics::Reliability::new(2);
            for _ in 0..games {
                let value = 0.1 + 0.8 * unit();
                let result = f64::from(u8::from(unit() < value + beyond));
                sums.add(&[Told { value, result, is_first: true }; 8]);
            }
            let tenths =
                || sums.tenths(0.95).into_iter().flatten().filter(statistics::Tenth::is_large).count();
            let confidence = 1.0 - ERROR / tenths().max(1) as f64;
            let large = sums.tenths(confidence).into_iter().flatten().filter(statistics::Tenth::is_large);
            *found.entry(verdict(&large.map(|tenth| tenth.beyond).collect::<Vec<_>>())).or_default() += 1;
        }
        found
    }

    /// At most one analysis in twenty says what is false, also where values are off by just as much as is allowed; many games decide.
    #[test]
    fn verdicts_are_seldom_false() {
        let said = |beyond, games, word| verdicts(beyond, games).get(&Some(word)).copied().unwrap_or(0);
        for beyond in [0.0, WITHIN, -WITHIN] {
            let off = said(beyond, 800, "off");
            assert!(off <= 20, "{beyond}: {off} of 400 are called off");
        }
        for beyond in [WITHIN + 0.001, -WITHIN - 0.001] {
            let within = said(beyond, 800, "within");
            assert!(within <= 20, "{beyond}: {within} of 400 are called within");
        }
        assert!(said(0.0, 40_000, "within") > 380 && said(0.1, 40_000, "off") > 380);
    }
}
