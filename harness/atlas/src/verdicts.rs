//! Verdicts on games: what the strongest cells of the engines say together. Of the rules the first that fits holds.

use serde::{Deserialize, Serialize};
use torneo_contract::{Refusal, refuse_if};
use torneo_present::english::Joined as _;
use torneo_statistics::betting::rejected;

use crate::rows::{Keyed, Row, check};

/// How close to the fair score intervals must stay for the verdicts `fair` and `drawn`.
pub const MARGIN: f64 = 0.05;
/// The share of games that must end by a rule, not by the length limit.
pub const COMPLETE: f64 = 0.9;
/// With a larger share of draws a fair game is mostly drawn.
pub const MOSTLY_DRAWN: f64 = 0.5;
/// The even score of a match.
const EVEN: f64 = 0.5;
/// Numbers in the files have four digits: what is smaller than this is rounding.
const ROUNDING: f64 = 1e-9;

/// What is said of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The value is known.
    Exact,
    /// All seats choose at once.
    NoFirstMove,
    /// Games end by the length limit, or no level is shown to be stronger than random play.
    NotMeasured,
    /// A seat is ahead.
    Ahead,
    /// One engine finds a seat ahead, the other one finds it behind.
    Disagree,
    /// All seats score the fair share, within [`MARGIN`].
    Fair,
    /// The same, and most games are drawn.
    Drawn,
    /// None of these.
    #[default]
    Undecided,
}

impl Verdict {
    /// The word in the files.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::NoFirstMove => "no-first-move",
            Verdict::NotMeasured => "not-measured",
            Verdict::Ahead => "ahead",
            Verdict::Disagree => "disagree",
            Verdict::Fair => "fair",
            Verdict::Drawn => "drawn",
            Verdict::Undecided => "undecided",
        }
    }
}

/// What the atlas says of a game or a variant.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct VerdictRow {
    /// The game's canonical specification.
    pub game: String,
    /// Whether it is a variant of a game.
    pub variant: bool,
    /// What the first player is called.
    pub first_player: String,
    /// The first player's score by best play; none where it is not known.
    pub value: Option<f64>,
    /// The first player's mean score in the strongest cell of `alpha-beta`; none where it has no cell.
    pub alpha_beta: Option<f64>,
    /// The lower end of its 95% interval.
    pub alpha_beta_low: Option<f64>,
    /// The upper end.
    pub alpha_beta_high: Option<f64>,
    /// The first player's mean score in the strongest cell of `mcts`; none where it has no cell.
    pub mcts: Option<f64>,
    /// The lower end of its 95% interval.
    pub mcts_low: Option<f64>,
    /// The upper end.
    pub mcts_high: Option<f64>,
    /// Share of the games without a sole winner, over the cells on which the verdict rests.
    pub draws: Option<f64>,
    /// The least completion of a strongest cell; none where it is not known.
    pub completion: Option<f64>,
    /// The engine that the match shows to be stronger, or `level`; empty where no match was played.
    pub stronger: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The seat that is ahead, from 0; none where none is.
    pub seat: Option<usize>,
    /// Why there is no clear verdict; else empty.
    pub reason: String,
}

impl Keyed for VerdictRow {
    const FILE: &'static str = "verdicts.csv";

    fn key(&self) -> [&str; 5] {
        [&self.game, "", "", "", ""]
    }

    fn check(&self) -> Result<(), Refusal> {
        let scores = [
            (self.alpha_beta_low, self.alpha_beta, self.alpha_beta_high),
            (self.mcts_low, self.mcts, self.mcts_high),
            (None, self.value, None),
        ];
        for (low, score, high) in scores {
            score.map_or(Ok(()), |score| check(low, score, high, self.seat.unwrap_or(0), 1))?;
        }
        let shares = [self.draws, self.completion];
        let are_shares = shares.into_iter().flatten().all(|share| (0.0..=1.0).contains(&share));
        refuse_if!(!are_shares, "expected draws and completion from 0 to 1");
        Ok(())
    }
}

/// A game, as far as a verdict follows from it.
#[derive(Clone, Debug, Default)]
pub struct Case<'a> {
    /// The seats' scores by best play, where they are known.
    pub known: Option<&'a [f64]>,
    /// Whether all seats choose at once from the first turn.
    pub no_first_move: bool,
    /// Engines that play the game.
    pub engines: usize,
    /// The strongest cell of each engine that was played, a row a seat.
    pub cells: Vec<Vec<&'a Row>>,
    /// The 95% interval of the first engine's score in the match against the second.
    pub between: Option<(f64, f64)>,
    /// Whether a match against random play or the level below shows a level to be stronger; none if none was played.
    pub is_stronger: Option<bool>,
}

/// What is said of a case.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The seat that is ahead.
    pub seat: Option<usize>,
    /// Why there is no clear verdict.
    pub reason: String,
    /// The stronger engine, or `level`.
    pub stronger: String,
    /// The places of the cells on which the verdict rests.
    pub cells: Vec<usize>,
    /// Share of draws over these cells.
    pub draws: Option<f64>,
    /// The least completion of a strongest cell.
    pub completion: Option<f64>,
}

/// The verdicts on cases that are decided together: among those that call a game unfair at most 5% are expected to be wrong.
pub fn decide(cases: &[Case]) -> Vec<Decision> {
    let (mut places, mut e_values) = (Vec::new(), Vec::new());
    for (index, case) in cases.iter().enumerate().filter(|(_, case)| case.is_tested()) {
        for (place, cell) in case.cells.iter().enumerate() {
            if let Some(e_value) = e_value(cell) {
                places.push((index, place));
                e_values.push(e_value);
            }
        }
    }
    let outs = rejected(&e_values);
    let is_out =
        |key: (usize, usize)| places.iter().position(|place| *place == key).is_some_and(|at| outs[at]);
    let decided = |(index, case): (usize, &Case)| {
        let is_rejected: Vec<bool> = (0..case.cells.len()).map(|place| is_out((index, place))).collect();
        case.decision(&is_rejected)
    };
    cases.iter().enumerate().map(decided).collect()
}

/// The e-value of a cell against fairness: the mean over its seats is an e-value, however they depend on each other.
fn e_value(cell: &[&Row]) -> Option<f64> {
    let all: Option<Vec<f64>> = cell.iter().map(|row| row.e_value).collect();
    all.map(|all| all.iter().sum::<f64>() / cell.len() as f64)
}

/// What of a verdict is found rule by rule: the verdict, the seat ahead, and the reason.
type Said = (Verdict, Option<usize>, String);

impl Case<'_> {
    /// Whether its cells are tests of fairness.
    fn is_tested(&self) -> bool {
        self.known.is_none() && !self.no_first_move
    }

    fn decision(&self, is_rejected: &[bool]) -> Decision {
        let (stronger, cells) = self.weighed();
        let completion = self.completions().map(|(_, share)| share).reduce(f64::min);
        let (verdict, seat, reason) = self.said(&cells, is_rejected);
        let draws = self.draws(&cells);
        Decision { verdict, seat, reason, stronger, cells, draws, completion }
    }

    /// The stronger engine, and the places of the cells that count; none before all is played.
    fn weighed(&self) -> (String, Vec<usize>) {
        let name = |place: usize| self.cells[place][0].engine.clone();
        if self.cells.len() < self.engines {
            return (String::new(), Vec::new());
        }
        match (self.engines, self.between) {
            (0, _) | (2, None) => (String::new(), Vec::new()),
            (1, _) => (name(0), vec![0]),
            (2, Some((low, _))) if low > EVEN => (name(0), vec![0]),
            (2, Some((_, high))) if high < EVEN => (name(1), vec![1]),
            _ => ("level".to_owned(), (0..self.engines).collect()),
        }
    }

    /// The engines of the strongest cells with their completion, where it is known.
    fn completions(&self) -> impl Iterator<Item = (&str, f64)> {
        self.cells.iter().filter_map(|cell| Some((&*cell[0].engine, cell[0].completion?)))
    }

    /// Share of draws over all games of these cells.
    fn draws(&self, cells: &[usize]) -> Option<f64> {
        let rows = || cells.iter().map(|&place| self.cells[place][0]);
        let games: f64 = rows().map(|row| row.games as f64).sum();
        (games > 0.0).then(|| rows().map(|row| row.draws * row.games as f64).sum::<f64>() / games)
    }

    fn said(&self, cells: &[usize], is_rejected: &[bool]) -> Said {
        let none = |verdict: Verdict, reason: String| (verdict, None, reason);
        if let Some(scores) = self.known {
            return (Verdict::Exact, best(scores), String::new());
        }
        if self.no_first_move {
            return none(Verdict::NoFirstMove, String::new());
        }
        if cells.is_empty() {
            return none(Verdict::Undecided, "not played yet".to_owned());
        }
        if let Some(why) = self.not_measured() {
            return none(Verdict::NotMeasured, why);
        }
        if cells.iter().any(|&cell| is_rejected[cell])
            && let Some(said) = self.unfair(cells)
        {
            return said;
        }
        match self.is_near(cells) {
            true if self.draws(cells).is_some_and(|draws| draws > MOSTLY_DRAWN) => {
                none(Verdict::Drawn, String::new())
            }
            true => none(Verdict::Fair, String::new()),
            false => none(Verdict::Undecided, self.why(cells, is_rejected)),
        }
    }

    /// Why a game counts as not measured, if it does.
    fn not_measured(&self) -> Option<String> {
        let worst = self.completions().min_by(|one, other| one.1.total_cmp(&other.1));
        match worst.filter(|(_, share)| *share < COMPLETE) {
            Some((engine, share)) => Some(format!(
                "{:.0}% of the games of {engine} end by the length limit",
                100.0 * (1.0 - share)
            )),
            None if self.is_stronger == Some(false) => {
                Some("no level is shown to be stronger than random play".to_owned())
            }
            None => None,
        }
    }

    /// Who is ahead by these cells, or that they disagree; none if a score is exactly fair.
    fn unfair(&self, cells: &[usize]) -> Option<Said> {
        let seats = self.cells[cells[0]].len();
        let score = |cell: usize, seat: usize| self.cells[cell][seat].score;
        let sums: Vec<f64> =
            (0..seats).map(|seat| cells.iter().map(|&cell| score(cell, seat)).sum()).collect();
        let seat = (0..seats).rev().max_by(|&one, &other| sums[one].total_cmp(&sums[other]))?;
        let fair = 1.0 / seats as f64;
        if cells.iter().all(|&cell| score(cell, seat) > fair + ROUNDING) {
            return Some((Verdict::Ahead, Some(seat), String::new()));
        }
        let is_behind = |&&cell: &&usize| score(cell, seat) < fair - ROUNDING;
        cells.iter().find(is_behind)?;
        // Of two seats the first says all.
        let told_of = if seats == 2 { 0 } else { seat };
        let told = cells.iter().map(|&cell| {
            let row = self.cells[cell][told_of];
            format!("{} gives {} {:.3}", row.engine, row.seat_name, row.score)
        });
        Some((Verdict::Disagree, None, told.joined(", ")))
    }

    /// Whether the intervals of all seats lie near the fair score.
    fn is_near(&self, cells: &[usize]) -> bool {
        self.seats(cells).all(|(row, fair)| {
            let (low, high) = (row.low.unwrap_or(0.0), row.high.unwrap_or(1.0));
            low >= fair - MARGIN - ROUNDING && high <= fair + MARGIN + ROUNDING
        })
    }

    /// The rows of these cells with the fair score.
    fn seats<'a>(&'a self, cells: &'a [usize]) -> impl Iterator<Item = (&'a Row, f64)> {
        cells.iter().flat_map(|&cell| {
            let fair = 1.0 / self.cells[cell].len() as f64;
            self.cells[cell].iter().map(move |row| (*row, fair))
        })
    }

    /// Why nothing can be said.
    fn why(&self, cells: &[usize], is_rejected: &[bool]) -> String {
        if let Some(one) = cells.iter().map(|&cell| &self.cells[cell]).find(|cell| e_value(cell).is_none()) {
            return format!("{} plays one game again and again", one[0].engine);
        }
        if cells.iter().any(|&cell| is_rejected[cell]) {
            return "one engine finds a player ahead, the other one neither".to_owned();
        }
        // Of two seats the first says all.
        let seats = || self.seats(cells).filter(|(row, fair)| row.seat == 0 || *fair < EVEN);
        let span = |row: &Row| (row.low.unwrap_or(0.0), row.high.unwrap_or(1.0));
        let said = |row: &Row| {
            let (low, high) = span(row);
            let whose =
                if self.cells[0].len() == 2 { String::new() } else { format!(" for {}", row.seat_name) };
            format!("the interval of {}{whose}, {low:.3} to {high:.3},", row.engine)
        };
        let leaves_out = |(row, fair): &(&Row, f64)| {
            let (low, high) = span(row);
            low > *fair || high < *fair
        };
        if let Some((row, fair)) = seats().find(leaves_out) {
            let e_value = cells.iter().filter_map(|&cell| e_value(&self.cells[cell])).fold(0.0, f64::max);
            let fair = format!("{fair:.3}");
            let fair = fair.trim_end_matches('0');
            return format!(
                "{} leaves out {fair}, but an e-value of {e_value:.1} is too small among all games",
                said(row)
            );
        }
        let reach = |(row, fair): &(&Row, f64)| {
            let (low, high) = span(row);
            (fair - low).max(high - fair)
        };
        let widest = seats().max_by(|one, other| reach(one).total_cmp(&reach(other)));
        widest.map_or(String::new(), |(row, _)| format!("{} is too wide", said(row)))
    }
}

/// The seat that best play puts ahead; none where the best share is the fair one, or is shared.
fn best(scores: &[f64]) -> Option<usize> {
    let most = scores.iter().copied().fold(0.0, f64::max);
    let mut ahead = (0..scores.len()).filter(|&seat| most - scores[seat] < ROUNDING);
    let seat = ahead.next()?;
    (ahead.next().is_none() && most > 1.0 / scores.len() as f64 + ROUNDING).then_some(seat)
}

#[cfg(test)]
mod tests {
    use rand_core::{Rng as _, SeedableRng};
    use torneo_statistics::betting::Bets;
    use torneo_statistics::{Moments, Rng};

    use super::*;

    /// The seats of a cell: the first one scores this, the interval reaches this far to both sides.
    fn cell(engine: &str, score: f64, half: f64, e_value: f64) -> Vec<Row> {
        let seat = |(seat, score): (usize, f64)| Row {
            engine: engine.to_owned(),
            seat,
            seat_name: ["White", "Black"][seat].to_owned(),
            games: 400,
            score,
            low: Some(score - half),
            high: Some(score + half),
            e_value: Some(e_value),
            completion: Some(1.0),
            ..Row::default()
        };
        [score, 1.0 - score].into_iter().enumerate().map(seat).collect()
    }

    fn with(mut cells: Vec<Vec<Row>>, change: impl FnMut(&mut Row)) -> Vec<Vec<Row>> {
        cells.iter_mut().flatten().for_each(change);
        cells
    }

    /// A case in which the match is level.
    fn level(cells: &[Vec<Row>]) -> Case<'_> {
        Case {
            engines: cells.len(),
            cells: cells.iter().map(|cell| cell.iter().collect()).collect(),
            between: Some((0.4, 0.6)),
            is_stronger: Some(true),
            ..Case::default()
        }
    }

    fn one(case: Case) -> Decision {
        decide(&[case]).remove(0)
    }

    const CLEAR: f64 = 1e6;

    #[test]
    fn the_first_rule_that_fits_holds() {
        use Verdict::{Ahead, Disagree, Drawn, Exact, Fair, NoFirstMove, NotMeasured, Undecided};
        let two = |one: (f64, f64, f64), other: (f64, f64, f64)| {
            vec![cell("alpha-beta", one.0, one.1, one.2), cell("mcts", other.0, other.1, other.2)]
        };
        let ahead = two((0.7, 0.04, CLEAR), (0.6, 0.04, CLEAR));
        let case = || level(&ahead);
        let found = |case: Case| {
            let Decision { verdict, seat, .. } = one(case);
            (verdict, seat)
        };
        assert_eq!(found(Case { known: Some(&[0.0, 1.0]), no_first_move: true, ..case() }), (Exact, Some(1)));
        assert_eq!(found(Case { known: Some(&[0.5, 0.5]), ..case() }), (Exact, None));
        assert_eq!(
            found(Case { no_first_move: true, is_stronger: Some(false), ..case() }),
            (NoFirstMove, None)
        );
        assert_eq!(found(Case { is_stronger: Some(false), ..case() }), (NotMeasured, None));
        // Where no such match was played nothing speaks against the levels.
        assert_eq!(found(Case { is_stronger: None, ..case() }), (Ahead, Some(0)));
        let cut = with(ahead.clone(), |row| row.completion = Some(0.899));
        assert_eq!(found(level(&cut)), (NotMeasured, None));
        let nearly = with(ahead.clone(), |row| row.completion = Some(0.9));
        assert_eq!(found(level(&nearly)), (Ahead, Some(0)));
        let unknown = with(ahead.clone(), |row| row.completion = None);
        assert_eq!(found(level(&unknown)), (Ahead, Some(0)));
        // One rejected cell is enough, if the other lies on the same side.
        assert_eq!(found(level(&two((0.3, 0.04, CLEAR), (0.49, 0.04, 1.0)))), (Ahead, Some(1)));
        assert_eq!(found(level(&two((0.3, 0.04, CLEAR), (0.51, 0.04, 1.0)))), (Disagree, None));
        assert_eq!(found(level(&two((0.3, 0.04, CLEAR), (0.5, 0.04, 1.0)))), (Undecided, None));
        assert_eq!(found(level(&two((0.49, 0.04, 1.0), (0.51, 0.04, 1.0)))), (Fair, None));
        assert_eq!(found(level(&two((0.49, 0.04, 1.0), (0.51, 0.05, 1.0)))), (Undecided, None));
        let drawn = with(two((0.49, 0.01, 1.0), (0.51, 0.01, 1.0)), |row| row.draws = 0.51);
        assert_eq!(found(level(&drawn)), (Drawn, None));
        let half = with(drawn, |row| row.draws = 0.5);
        assert_eq!(found(level(&half)), (Fair, None));
    }

    #[test]
    fn the_stronger_engine_alone_counts() {
        let cells = [cell("alpha-beta", 0.7, 0.04, CLEAR), cell("mcts", 0.5, 0.01, 1.0)];
        let against = |between: (f64, f64)| one(Case { between: Some(between), ..level(&cells) });
        let stronger = |between| {
            let found = against(between);
            (found.stronger, found.verdict)
        };
        assert_eq!(stronger((0.51, 0.6)), ("alpha-beta".to_owned(), Verdict::Ahead));
        assert_eq!(stronger((0.3, 0.49)), ("mcts".to_owned(), Verdict::Fair));
        // An interval that holds 0.5, if only with its end, shows nothing.
        assert_eq!(stronger((0.5, 0.6)).0, "level");
        assert_eq!(stronger((0.4, 0.5)).0, "level");
        let open = one(Case { between: None, ..level(&cells) });
        assert_eq!(
            (&*open.stronger, open.verdict, &*open.reason),
            ("", Verdict::Undecided, "not played yet")
        );
        let alone = one(Case { engines: 1, between: None, ..level(&cells[..1]) });
        assert_eq!((&*alone.stronger, alone.verdict), ("alpha-beta", Verdict::Ahead));
        let missing = one(Case { engines: 2, ..level(&cells[..1]) });
        assert_eq!(missing.reason, "not played yet");
    }

    #[test]
    fn undecided_games_have_their_reasons() {
        let reason = |cells: &[Vec<Row>]| one(level(cells)).reason;
        let wide = [cell("alpha-beta", 0.49, 0.04, 1.0), cell("mcts", 0.51, 0.06, 1.0)];
        assert_eq!(reason(&wide), "the interval of mcts, 0.450 to 0.570, is too wide");
        let out = [cell("alpha-beta", 0.552, 0.042, 3.1), cell("mcts", 0.5, 0.01, 1.0)];
        assert_eq!(
            reason(&out),
            "the interval of alpha-beta, 0.510 to 0.594, leaves out 0.5, but an e-value of 3.1 is too small among all games"
        );
        let again = with(vec![cell("mcts", 1.0, 0.0, 1.0)], |row| row.e_value = None);
        assert_eq!(reason(&again), "mcts plays one game again and again");
        let apart = [cell("alpha-beta", 0.3, 0.04, CLEAR), cell("mcts", 0.6, 0.04, 1.0)];
        assert_eq!(reason(&apart), "alpha-beta gives White 0.300, mcts gives White 0.600");
        let cut = with(vec![cell("mcts", 0.5, 0.04, 1.0)], |row| row.completion = Some(0.08));
        assert_eq!(reason(&cut), "92% of the games of mcts end by the length limit");
    }

    /// A seat of many is ahead in all cells.
    #[test]
    fn tables_of_four_have_a_fair_share_of_a_quarter() {
        let of_four = |scores: [f64; 4]| -> Vec<Row> {
            let seat = |(seat, score): (usize, f64)| Row {
                engine: "mcts".to_owned(),
                seat,
                seat_name: format!("Player {}", seat + 1),
                games: 400,
                score,
                low: Some(score - 0.02),
                high: Some(score + 0.02),
                e_value: Some(CLEAR),
                ..Row::default()
            };
            scores.into_iter().enumerate().map(seat).collect()
        };
        let cells = vec![of_four([0.2, 0.2, 0.4, 0.2])];
        let found = one(level(&cells));
        assert_eq!((found.verdict, found.seat, found.completion), (Verdict::Ahead, Some(2), None));
        let quiet = with(cells, |row| {
            (row.score, row.e_value) = (0.25, Some(1.0));
            (row.low, row.high) = (Some(0.21), Some(0.29));
        });
        assert_eq!(one(level(&quiet)).verdict, Verdict::Fair);
    }

    /// Atlases of 40 games, each with 400 games of both engines: how many call a game unfair, and how many verdicts name the
    /// wrong seat. `share` is the first seat's chance to win in each game.
    fn simulated(seed: u64, share: impl Fn(usize) -> f64) -> Vec<(usize, Decision)> {
        const GAMES: usize = 40;
        let mut rng = Rng::seed_from_u64(seed);
        let mut played = |engine: &str, share: f64| {
            let (mut bets, mut moments) = (Bets::new(0.5, MARGIN), Moments::default());
            for _ in 0..400 {
                let unit = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
                let score = f64::from(u8::from(unit < share));
                bets.add(score);
                moments.add(score);
            }
            let found = moments.share_with(0.95);
            let half = (found.high - found.low) / 2.0;
            cell(engine, found.value, half, bets.e_value())
        };
        let cells: Vec<[Vec<Row>; 2]> =
            (0..GAMES).map(|game| ["alpha-beta", "mcts"].map(|engine| played(engine, share(game)))).collect();
        let cases: Vec<Case> = cells.iter().map(|cells| level(cells)).collect();
        decide(&cases).into_iter().enumerate().collect()
    }

    /// In atlases of fair games hardly a verdict names a player: e-BH holds the share of false ones below 5%, which is here the
    /// share of atlases with any.
    #[test]
    fn atlases_of_fair_games_name_hardly_a_player() {
        let is_false = |seed: u64| {
            let found = simulated(seed, |_| 0.5);
            found.iter().any(|(_, found)| matches!(found.verdict, Verdict::Ahead | Verdict::Disagree))
        };
        let wrong = (0..60).filter(|&seed| is_false(seed)).count();
        // 5% of 60 are 3; more than 9 come once in a thousand such tests.
        assert!(wrong <= 9, "{wrong} of 60");
    }

    /// Where advantages are real they are found, and the seat is the right one. Half of the games are fair.
    #[test]
    fn real_advantages_are_found_with_their_seats() {
        let share = |game: usize| [0.5, 0.65, 0.5, 0.35][game % 4];
        let (mut named, mut false_ones, mut wrong_seats) = (0, 0, 0);
        for seed in 0..20 {
            for (game, found) in simulated(seed, share) {
                let Some(seat) = found.seat else { continue };
                named += 1;
                false_ones += usize::from(share(game) == 0.5);
                wrong_seats += usize::from(share(game) != 0.5 && (seat == 0) != (share(game) > 0.5));
            }
        }
        assert!(named >= 380, "{named} of 400 real advantages");
        assert_eq!(wrong_seats, 0);
        // At most 5% of the verdicts are expected to be false.
        assert!(20 * false_ones <= named, "{false_ones} of {named}");
    }
}
