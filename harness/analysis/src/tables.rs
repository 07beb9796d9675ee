//! The statistics as tables and sentences for people.

use std::collections::{HashMap, HashSet};
use std::fmt;

use torneo_contract::reason;
use torneo_present::english::{self, Joined as _, counted, does};
use torneo_present::numbers::{self, signed};
use torneo_present::table::{Grid, numbered};
use torneo_present::text::{USUAL_WIDTH, wrapped};
use torneo_statistics::Estimate;

use super::{Accord, Analysis, GameAdvantage, Leader, Method, Pair, Ranked};

/// More engines than this are not set against each other in a table, unless everything is asked for.
const MOST_COLUMNS: usize = 8;
/// More engines than this are not listed, unless everything is asked for.
pub const MOST_ROWS: usize = 20;
/// Lines of the summary of a run, and rows of each of its tables.
const MOST_LINES: usize = 25;
const MOST_SUMMARY_ROWS: usize = 10;
const FEWEST_SUMMARY_ROWS: usize = 3;
/// Games that are named where none of their first moves was measured.
const MOST_NAMES: usize = 6;
/// A record that makes up a larger share of the games than this is told of.
const COMMON: f64 = 0.05;

/// A score such as `0.623 [0.560, 0.682]`; without an interval where there is none.
fn score(estimate: &Estimate) -> String {
    let has_interval = estimate.low.is_finite() && estimate.low < estimate.high;
    numbers::score(estimate.value, has_interval.then_some((estimate.low, estimate.high)))
}

fn range((low, high): (f64, f64)) -> String {
    format!("[{}, {}]", signed(low), signed(high))
}

/// What of the statistics is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// Whether nothing is left out for the sake of brevity.
    pub all: bool,
    pub width: usize,
}

impl View {
    /// The engines that are listed.
    fn engines(self) -> usize {
        if self.all { usize::MAX } else { MOST_ROWS }
    }
}

/// What a summary of a run says besides its statistics.
#[derive(Clone, Copy, Debug)]
pub struct Occasion<'a> {
    /// How the games were played, such as `in 24 s on 2 threads`; empty where nothing is known of it.
    pub played: &'a str,
    /// The results folder as a word of a shell.
    pub folder: &'a str,
}

impl Analysis {
    /// What a run says in at most 25 lines of `width` columns, or more of fewer than 100 columns: who is strongest, whether the games are fair, and where
    /// the rest is.
    pub fn summary(&self, occasion: &Occasion, width: usize) -> String {
        let fair_rows: Vec<&GameAdvantage> = self.first_rows().collect();
        let (engines, games) = (self.leaderboard.len(), fair_rows.len());
        let (mut leaders, mut fair) = (engines.min(MOST_SUMMARY_ROWS), games.min(MOST_SUMMARY_ROWS));
        loop {
            let text = |width| wrapped(&self.summary_of(occasion, leaders, fair, &fair_rows, width), width);
            // A narrow terminal has more lines, not fewer rows.
            let is_short = text(width.max(USUAL_WIDTH)).lines().count() <= MOST_LINES;
            let fewest = FEWEST_SUMMARY_ROWS;
            if is_short || leaders.min(engines) <= fewest && fair.min(games) <= fewest {
                return text(width);
            }
            if leaders > fair || fair <= fewest { leaders -= 1 } else { fair -= 1 }
        }
    }

    fn summary_of(
        &self,
        occasion: &Occasion,
        leaders: usize,
        fair: usize,
        fair_rows: &[&GameAdvantage],
        width: usize,
    ) -> String {
        let mut text = self.headline(occasion.played);
        text += &format!(" Results: {}", occasion.folder);
        text += &self.warned();
        if !self.leaderboard.is_empty() {
            text += &format!("\n\nWho is strongest?  {}\n", self.heading());
            text += &self.leader_grid(leaders, false).draw(width);
            text += &more(self.leaderboard.len(), leaders, "engine");
            text += &self.told_apart();
            text += self.unbounded(leaders);
        }
        text += &format!("\n\nAre the games fair?  {}", self.fair_heading());
        text += &self.fair_table(&fair_rows[..fair], width);
        text += &more(fair_rows.len(), fair, "game");
        text += &self.fair_notes();
        let folder = occasion.folder;
        text +=
            &format!("\n\nNext  torneo report {folder}         one page with plots, crosstables and replays");
        text += &format!("\n      torneo analyze {folder} --all  every table");
        text
    }

    /// The statistics as text, as wide as it takes; `all` adds what is left out for the sake of brevity.
    pub fn text(&self, all: bool) -> String {
        self.text_within(all, if all { usize::MAX } else { USUAL_WIDTH })
    }

    /// The statistics as text of at most `width` columns.
    pub fn text_within(&self, all: bool, width: usize) -> String {
        wrapped(&self.unwrapped(View { all, width }), width)
    }

    /// Whether more engines took part than are listed.
    pub fn is_long(&self) -> bool {
        self.leaderboard.len() > MOST_ROWS
    }

    fn unwrapped(&self, view: View) -> String {
        let mut text = format!("{}: {}", self.name, self.headline(""));
        text += &self.warned();
        if !self.leaderboard.is_empty() {
            text += &self.engines_text(view);
        }
        text += &self.reasons_text(view);
        let adjudications = self.adjudications.text(view.width);
        if !adjudications.is_empty() {
            text += &format!("\n\n{adjudications}");
        }
        text += &self.reliability_text(view);
        text += &self.first_move_text(view);
        text += &self.movements_text();
        text += "\n\n";
        text += match self.simultaneous {
            true => "Intervals: 95% for all of a table at once, from mirrored groups of games.",
            false => "Intervals: 95% each, from mirrored groups of games.",
        };
        if self.pooling == "played" {
            text += " Each game counts as much as it was played.";
        }
        text
    }

    /// How many games there are, and of what kinds.
    fn headline(&self, played: &str) -> String {
        let mut text = counted(self.games, "game");
        if self.games < self.planned_games {
            text += &format!(" of {} (the run is not complete)", self.planned_games);
        }
        if !played.is_empty() {
            text += &format!(" {played}");
        }
        let between = self.games - self.self_play_games;
        if between > 0 && self.self_play_games > 0 {
            text += &format!(" ({between} between engines, {} self-play)", self.self_play_games);
        }
        if self.engine_errors > 0 {
            text += &format!(", {} ended by a fault", self.engine_errors);
        }
        if self.ended_in_opening > 0 {
            text += &format!(", {} ended in their random opening", self.ended_in_opening);
        }
        text + "."
    }

    fn warned(&self) -> String {
        self.warnings.iter().map(|warning| format!("\nwarning: {warning}")).collect()
    }

    /// What stands in the leaderboard.
    fn heading(&self) -> String {
        let kinds = self.kinds.len();
        let mut text = "Score and Elo with its 95% interval".to_owned();
        if kinds > 1 {
            text += &match self.pooling {
                "equal" => format!("; the {kinds} kinds of game weigh the same"),
                _ => format!("; the {kinds} kinds of game weigh as they were played"),
            };
        }
        text
    }

    fn leader_grid(&self, most: usize, all: bool) -> Grid {
        let is_swiss = self.leaderboard.iter().any(|leader| leader.swiss.is_some());
        let mut titles = vec![" #  engine", "games", "win", "draw", "loss", "score", "Elo"];
        if is_swiss {
            titles.splice(1..1, ["points", "Buchholz", "Sonneborn-Berger"]);
        }
        if all {
            titles.extend(["stronger than the next", "games like these", "Davidson"]);
        }
        let mut grid = Grid::new(titles).plain().left("Elo");
        for leader in self.leaderboard.iter().take(most) {
            let rating = self.rating(&leader.engine);
            let mark = if self.is_unbounded(leader) { "*" } else { "" };
            let elo = match (leader.elo, leader.interval) {
                (Some(elo), Some(interval)) => format!("{}{mark} {}", signed(elo), range(interval)),
                (Some(elo), None) => format!("{} (anchor)", signed(elo)),
                (None, _) if rating.is_some_and(|rating| rating.is_repetitive) => {
                    "too few different games".to_owned()
                }
                (None, _) => "not bounded".to_owned(),
            };
            let mut row = vec![numbered(leader.rank, &leader.engine)];
            if is_swiss {
                let points = leader.swiss.map(|s| [s.points, s.buchholz, s.sonneborn_berger]);
                row.extend(points.unwrap_or([f64::NAN; 3]).map(|points| format!("{points:.2}")));
            }
            row.extend([leader.games, leader.wins, leader.draws, leader.losses].map(|n| n.to_string()));
            row.extend([format!("{:.3}", leader.score), elo]);
            if all {
                let dash = || "-".to_owned();
                row.push(leader.superiority.map_or_else(dash, |chance| format!("{chance:.3}")));
                row.push(rating.and_then(|rating| rating.across).map_or_else(dash, range));
                row.push(rating.and_then(|rating| rating.davidson).map_or_else(dash, signed));
            }
            grid.add(row);
        }
        if all && !self.overall().any(|rating| rating.across.is_some()) {
            grid = grid.without_column("games like these");
        }
        grid
    }

    /// Which engines cannot be told apart, by intervals that hold for all pairs at once; nothing if all can.
    pub fn told_apart(&self) -> String {
        let open = self.open_pairs();
        match &open[..] {
            [] => String::new(),
            [(first, second, pair)] => format!(
                "\n  {} and {} cannot be told apart: difference {} {}.",
                first + 1,
                second + 1,
                pair.elo.map_or(String::new(), signed),
                pair.simultaneous.map_or(String::new(), range)
            ),
            several => {
                let pairs: Vec<(usize, usize)> = several.iter().map(|&(a, b, _)| (a, b)).collect();
                let mut runs = runs(&pairs);
                let rest = if runs.len() > MOST_COLUMNS { ", ..." } else { "" };
                runs.truncate(MOST_COLUMNS);
                let named = |&(first, last): &(usize, usize)| match last - first {
                    1 => format!("{} and {}", first + 1, last + 1),
                    _ => format!("{} to {}", first + 1, last + 1),
                };
                let alone = pairs.iter().filter(|&&(a, b)| !runs.iter().any(|&(x, y)| x <= a && b <= y));
                let mut names: Vec<String> = runs.iter().map(named).collect();
                if rest.is_empty() {
                    let more = alone.take(MOST_COLUMNS).map(|(a, b)| format!("{} and {}", a + 1, b + 1));
                    names.extend(more);
                }
                let all = if self.leaderboard.len() > 3 { " All other pairs can." } else { "" };
                let all = if rest.is_empty() { all } else { "" };
                format!("\n  Cannot be told apart: {}{rest}.{all}", names.joined(", "))
            }
        }
    }

    /// Whether the Elo of an engine has a star: the results alone do not bound it.
    fn is_unbounded(&self, leader: &Leader) -> bool {
        let comparable = self.rating(&leader.engine).is_some_and(|rating| rating.comparable);
        leader.elo.is_some() && leader.interval.is_some() && !comparable
    }

    /// What the star means, if one of the first engines has it.
    fn unbounded(&self, most: usize) -> &'static str {
        match self.leaderboard.iter().take(most).any(|leader| self.is_unbounded(leader)) {
            true => {
                "\n  * This engine won or lost every game that counts, so the results alone do not bound its Elo."
            }
            false => "",
        }
    }

    /// The pairs that cannot be told apart, by their places in the leaderboard.
    fn open_pairs(&self) -> Vec<(usize, usize, &Pair)> {
        let places: HashMap<&str, usize> =
            self.leaderboard.iter().enumerate().map(|(place, leader)| (&*leader.engine, place)).collect();
        let place = |name: &str| places.get(name).copied();
        let open = self.pairs.iter().filter(|pair| pair.simultaneous.is_some() && !pair.different);
        let mut open: Vec<(usize, usize, &Pair)> = open
            .filter_map(|pair| {
                let (a, b) = (place(&pair.engine)?, place(&pair.opponent)?);
                Some((a.min(b), a.max(b), pair))
            })
            .collect();
        open.sort_by_key(|&(a, b, _)| (a, b));
        open
    }

    fn engines_text(&self, view: View) -> String {
        let mut text = format!("\n\nWho is strongest?  {}\n", self.heading());
        text += &self.leader_grid(view.engines(), view.all).draw(view.width);
        text += &more(self.leaderboard.len(), view.engines(), "engine");
        text += &self.told_apart();
        text += self.unbounded(view.engines());
        if self.parts.len() > 1 {
            let parts = self.parts.iter().map(|part| part.joined(", "));
            text += &format!(
                "\n  No games connect these engines, so nothing compares them: {}.",
                parts.joined(" | ")
            );
        }
        if self.strangers() > 0 {
            text += &format!(
                "\n  {} of {} pairs never met. Their differences rest on games against others.",
                self.strangers(),
                self.pairs.len()
            );
        }
        let leaders: Vec<&Leader> = self.leaderboard.iter().collect();
        if leaders.len() > 2 && (leaders.len() <= MOST_COLUMNS || view.all) {
            text += "\n\nAgainst each other: score of the row's engine against the column's\n";
            text += &self.duel_grid(&leaders).draw(view.width);
        }
        if self.kinds.len() > 1 {
            text += "\n\nScore of each engine at each game\n";
            text += &self.game_table(view);
        }
        if view.all {
            text += &self.rankings_text();
        }
        text
    }

    fn duel_grid(&self, leaders: &[&Leader]) -> Grid {
        let numbers = leaders.iter().map(|leader| leader.rank.to_string());
        let mut grid = Grid::new(std::iter::once(" #  engine".to_owned()).chain(numbers)).plain();
        for leader in leaders {
            let mut row = vec![numbered(leader.rank, &leader.engine)];
            row.extend(leaders.iter().map(|other| {
                let duel = self.duel(&leader.engine, &other.engine);
                duel.map_or("-".to_owned(), |duel| format!("{:.3}", duel.score.value))
            }));
            grid.add(row);
        }
        grid
    }

    /// The score of each engine at each game, with intervals where a usual terminal has room.
    fn game_table(&self, view: View) -> String {
        let leaders: Vec<&Leader> = self.leaderboard.iter().take(view.engines()).collect();
        let full = self.game_grid(&leaders, true);
        // A narrow terminal folds the table and loses nothing of it.
        if full.fits(view.width.max(USUAL_WIDTH)) {
            return full.draw(view.width);
        }
        self.game_grid(&leaders, false).draw(view.width)
    }

    fn game_grid(&self, leaders: &[&Leader], intervals: bool) -> Grid {
        let titles = leaders.iter().map(|leader| match intervals {
            true => leader.engine.clone(),
            false => leader.rank.to_string(),
        });
        let mut grid = Grid::new(std::iter::once("game".to_owned()).chain(titles)).plain();
        for kind in &self.kinds {
            let cell = |leader: &&Leader| match self.score_at(&leader.engine, &kind.game) {
                Some(found) if intervals => score(&found.score),
                Some(found) => format!("{:.3}", found.score.value),
                None => "-".to_owned(),
            };
            grid.add(std::iter::once(kind.game.clone()).chain(leaders.iter().map(cell)).collect());
        }
        grid
    }

    /// Rankings beside Elo.
    fn rankings_text(&self) -> String {
        let mut text = String::new();
        if let Some(ballot) = &self.ballot {
            text += &format!("\n\nThe {} games as voters", ballot.voters);
            text += match ballot.against_elo() {
                Accord::Same => " rank as Elo does",
                Accord::Ties => " tie engines that Elo ranks, and contradict it nowhere",
                Accord::Otherwise => " rank otherwise than Elo",
            };
            let level = |level: &Vec<Ranked>| match level.as_slice() {
                [alone] => alone.engine.clone(),
                tied => {
                    let each = |ranked: &Ranked| format!("{} {:.2}", ranked.engine, ranked.value);
                    format!("({})", tied.iter().map(each).joined(", "))
                }
            };
            let levels: Vec<String> = ballot.lotteries.iter().map(level).collect();
            text += &format!("\n  by Elo:              {}", ballot.elo.join(" > "));
            text += &format!("\n  maximal lotteries:   {}", levels.join(" > "));
            text += &format!("\n  soft Condorcet:      {}", ordered(&ballot.soft_condorcet));
            if let Some(winner) = &ballot.condorcet_winner {
                text += &format!("\n  More games prefer {winner} to each of the others than the reverse.");
            }
            text += "\n  A game prefers an engine where the difference of Elo there is significant.";
        }
        for alpha in &self.alpha_rank {
            let each = |ranked: &Ranked| format!("{} {:.2}", ranked.engine, ranked.value);
            let ranking: Vec<String> = alpha.ranking.iter().map(each).collect();
            text += &format!("\n  alpha-rank at {}: {}", alpha.game, ranking.joined(", "));
            if alpha.disagrees() {
                text += &format!(" (by Elo {} is first)", alpha.first_by_elo);
            }
        }
        text
    }

    /// How the games of each pair ended.
    fn reasons_text(&self, view: View) -> String {
        let mut reasons = distinct(self.reasons.iter().map(|row| &*row.reason));
        reasons.sort_by_key(|reason| reason::FAULTS.contains(reason));
        let mut grid = Grid::new(std::iter::once("between").chain(reasons.iter().copied())).plain();
        let pairs = distinct(self.reasons.iter().map(|row| (&*row.engine, &*row.opponent)));
        let shown = if view.all { pairs.len() } else { MOST_ROWS };
        for &(engine, opponent) in pairs.iter().take(shown) {
            let name = match engine == opponent {
                true => format!("{engine} with itself"),
                false => format!("{engine} - {opponent}"),
            };
            let count = |reason: &&str| {
                let is_theirs = |row: &&super::Reason| {
                    row.engine == engine && row.opponent == opponent && row.reason == **reason
                };
                self.reasons.iter().find(is_theirs).map_or(0, |row| row.games).to_string()
            };
            grid.add(std::iter::once(name).chain(reasons.iter().map(count)).collect());
        }
        let mut text = format!("\n\nHow the games ended\n{}", grid.draw(view.width));
        text += &more(pairs.len(), shown, "pair");
        for fault in &self.faults {
            text +=
                &format!("\n  {} lost {} by {}.", fault.engine, counted(fault.games, "game"), fault.reason);
        }
        text
    }

    /// The first seat's rows that have a verdict and are about a first move: one a game, or one an engine where nothing
    /// measures strength.
    pub fn first_rows(&self) -> impl Iterator<Item = &GameAdvantage> {
        self.verdicts().filter(|row| row.seat == 0 && row.verdict != Some("no-first-move"))
    }

    /// What the first player's scores are taken from.
    pub fn fair_heading(&self) -> String {
        let mut sources: Vec<String> = Vec::new();
        let has = |method: Method| self.first_rows().any(|row| row.method == method);
        sources.extend(has(Method::Exact).then(|| "exact".to_owned()));
        sources.extend(has(Method::Solved).then(|| "solved".to_owned()));
        let mut engines: Vec<&str> = self.first_rows().filter_map(|row| row.engine.as_deref()).collect();
        engines.dedup();
        match engines[..] {
            [] => {}
            [one] => sources.push(format!("{one} against itself")),
            _ => sources.push("an engine against itself".to_owned()),
        }
        match &sources[..] {
            [] => "Not measured".to_owned(),
            [one] => format!("First player's score: {one}"),
            [first @ .., last] => format!("First player's score: {}, or {last}", first.joined(", ")),
        }
    }

    /// The first player's score of each game with what can be said.
    fn fair_table(&self, rows: &[&GameAdvantage], width: usize) -> String {
        if rows.is_empty() {
            return String::new();
        }
        let several = rows.windows(2).any(|two| two[0].game == two[1].game);
        let mut grid =
            Grid::new(["game", "score", "verdict"]).plain().headless().left("score").left("verdict");
        for row in rows {
            let name = match &row.engine {
                Some(engine) if several => format!("{}: {engine}", row.game),
                _ => row.game.clone(),
            };
            let mut value = score(&row.score);
            if row.seats > 2 {
                value += &format!(", fair {:.3}", row.fair);
            }
            grid.add(vec![name, value, self.said(row)]);
        }
        format!("\n{}", grid.draw(width))
    }

    /// What a row with a verdict says, by the names of the seats.
    pub fn said(&self, row: &GameAdvantage) -> String {
        let verdict = row.verdict.unwrap_or_default();
        let other = || {
            let own = |other: &&GameAdvantage| {
                other.game == row.game && other.engine == row.engine && other.method == row.method
            };
            let mut rows = self.first_move.iter().filter(own);
            rows.find(|other| other.seat != row.seat).map_or(String::new(), |other| other.name.clone())
        };
        let two = row.seats == 2 && row.seat == 0;
        match (row.method, verdict) {
            (Method::Solved, "ahead") if row.score.value == 1.0 => {
                format!("{} by best play (solved)", does(&row.name, "win"))
            }
            (Method::Solved, "behind") if row.score.value == 0.0 => {
                format!("{} by best play (solved)", does(&other(), "win"))
            }
            (Method::Solved, "fair") if !row.has_chance => "fair: best play draws (solved)".to_owned(),
            (how @ (Method::Exact | Method::Solved), verdict) => {
                let said = match verdict {
                    "ahead" => format!("{} ahead", row.name),
                    "behind" if two => format!("{} ahead", other()),
                    "behind" => format!("{} behind", row.name),
                    _ => "fair".to_owned(),
                };
                format!("{said} ({})", how.word())
            }
            (_, "ahead") => format!("{} ahead", row.name),
            (_, "behind") if two => format!("{} ahead", other()),
            (_, "behind") => format!("{} behind", row.name),
            (_, "fair") => format!("fair within {}", self.margin),
            (_, "one-game") => "always the same game: no verdict".to_owned(),
            (_, "no-first-move") => "no first move: all choose at once".to_owned(),
            _ => match row.more {
                Some(more) => format!("undecided, about {} more games", rounded(more)),
                None => "undecided".to_owned(),
            },
        }
    }

    /// What has to be known of the verdicts, and what is missing: a line each.
    pub fn fair_notes(&self) -> String {
        let mut text = String::new();
        let together = self.verdicts().filter(|row| row.verdict == Some("no-first-move"));
        let together = distinct(together.map(|row| &*row.game));
        if !together.is_empty() {
            text += &format!("\n  {}: no first move, all choose at once", together.joined(", "));
        }
        let missing: Vec<&str> = self.unmeasured().collect();
        if let [first, ..] = missing[..] {
            text += &format!(
                "\n  Not measured: {}. Measure one with `torneo advantage {} --engine ENGINE`, all with `self_play = true`.",
                english::first(&missing, MOST_NAMES),
                quoted(first)
            );
        }
        if self.first_move_tests.rejected > 0 {
            text += "\n  Of the verdicts ahead and behind, at most 5% are expected to be wrong.";
        }
        if self.is_self_play && self.random_plies > 0 {
            text += &format!(
                "\n  The games begin with {} random plies: that is another question than the start of the game.",
                self.random_plies
            );
        }
        let open = self.first_rows().filter(|row| row.verdict == Some("undecided") && row.openings.is_none());
        let open = open.min_by_key(|row| row.more.unwrap_or(u64::MAX));
        if let Some((row, engine)) = open.and_then(|row| Some((row, row.engine.as_deref()?))) {
            text += &format!(
                "\n  To decide one:  torneo advantage {} --engine {}",
                quoted(&row.game),
                quoted(engine)
            );
        }
        text += &self.repeated(self.first_rows());
        text
    }

    /// Which engines repeat their games, so that they say less than their number.
    fn repeated<'a>(&self, rows: impl Iterator<Item = &'a GameAdvantage>) -> String {
        let common = |row: &&GameAdvantage| {
            row.verdict != Some("one-game") && row.commonest.is_some_and(|share| share > COMMON)
        };
        let mut text = String::new();
        let rows: Vec<&GameAdvantage> = rows.filter(common).collect();
        for row in rows.iter().take(2) {
            let (distinct, games) = (row.distinct_games.unwrap_or(0), row.games.unwrap_or(0));
            text += &format!(
                "\n  {}: {distinct} different games of {games}; the commonest is {:.0}% of them.",
                row.game,
                100.0 * row.commonest.unwrap_or(0.0)
            );
        }
        if rows.len() > 2 {
            text += &format!("\n  So it is in {}.", counted(rows.len() as u64 - 2, "other game"));
        }
        text
    }

    fn first_move_text(&self, view: View) -> String {
        let mut text = format!("\n\nAre the games fair?  {}\n", self.fair_heading());
        let mut grid = Grid::new(["game", "player", "by", "games", "score", "fair", "draws", "verdict"])
            .plain()
            .left("player")
            .left("by")
            .left("verdict");
        let mut last = "";
        for row in &self.first_move {
            let is_together =
                self.first_move.iter().any(|r| r.game == row.game && r.verdict == Some("no-first-move"));
            if !view.all && (row.method == Method::Model || is_together && row.seat > 0) {
                continue;
            }
            let by = match (&row.engine, row.method) {
                (Some(engine), _) => engine.clone(),
                (None, method) => method.word().to_owned(),
            };
            let known = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
            let verdict = if row.verdict.is_some() { self.said(row) } else { checked(row) };
            let hidden = is_together && !view.all;
            grid.add(vec![
                if last == row.game { String::new() } else { row.game.clone() },
                if hidden { "-".to_owned() } else { row.name.clone() },
                by,
                known(row.games.map(|games| games.to_string())),
                if hidden { "-".to_owned() } else { score(&row.score) },
                format!("{:.3}", row.fair),
                known(row.draws.map(|draws| format!("{:.1}%", 100.0 * draws))),
                verdict,
            ]);
            last = &row.game;
        }
        if !grid.is_empty() {
            text += &grid.draw(view.width);
        }
        text + &self.fair_notes()
    }

    fn movements_text(&self) -> String {
        let mut text = String::new();
        if !self.movements.is_empty() {
            text += "\n\nDoes the first player's score move with strength?";
        }
        for movement in &self.movements {
            let change = &movement.change;
            text += &format!(
                "\n  {}: {} less {} {:+.3} [{:+.3}, {:+.3}]: {}",
                movement.game,
                movement.engine,
                movement.than,
                change.value,
                change.low,
                change.high,
                movement.words.words()
            );
        }
        text
    }
}

/// How the model fits, where the row is one of it.
fn checked(row: &GameAdvantage) -> String {
    match row.check {
        Some(check) => match check.p {
            Some(p) => format!("model; Q = {:.1} of {} pairs, p = {p:.3}", check.q, check.pairs),
            None => "model; cannot be checked".to_owned(),
        },
        None if row.method == Method::Model => "model".to_owned(),
        None => String::new(),
    }
}

/// Each of some things once, in the order in which they come first.
fn distinct<T: PartialEq>(things: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for thing in things {
        if !distinct.contains(&thing) {
            distinct.push(thing);
        }
    }
    distinct
}

/// Engines by their values, those with the same one joined by `=`.
fn ordered(ranked: &[Ranked]) -> String {
    let mut text = String::new();
    for (place, engine) in ranked.iter().enumerate() {
        if let Some(before) = place.checked_sub(1) {
            text += if ranked[before].ties_with(engine) { " = " } else { " > " };
        }
        text += &engine.engine;
    }
    text
}

/// The longest runs of places of which no two are told apart; `open` has the pairs of such places in ascending order.
fn runs(open: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let is_open: HashSet<(usize, usize)> = open.iter().copied().collect();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut firsts: Vec<usize> = open.iter().map(|(first, _)| *first).collect();
    firsts.dedup();
    for first in firsts {
        let mut last = first;
        while (first..=last).all(|place| is_open.contains(&(place, last + 1))) {
            last += 1;
        }
        if last > first && runs.last().is_none_or(|(_, end)| last > *end) {
            runs.push((first, last));
        }
    }
    runs
}

/// A line for what a table leaves out.
pub(crate) fn more(all: usize, shown: usize, what: &str) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        rest => format!("\n  and {}", counted(rest as u64, &format!("more {what}"))),
    }
}

/// A number of games to two digits.
fn rounded(count: u64) -> u64 {
    let step = 10u64.pow((count.max(1).ilog10()).saturating_sub(1));
    count.div_ceil(step) * step
}

/// A specification as a word of a shell.
fn quoted(spec: &str) -> String {
    if spec.contains(['(', ' ']) { format!("\"{spec}\"") } else { spec.to_owned() }
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_hold_places_of_which_no_two_are_told_apart() {
        let all = |from: usize, to: usize| -> Vec<(usize, usize)> {
            (from..=to).flat_map(|a| (a + 1..=to).map(move |b| (a, b))).collect()
        };
        assert_eq!(runs(&all(0, 11)), [(0, 11)]);
        let mut two = [all(0, 2), all(1, 4)].concat();
        two.sort_unstable();
        two.dedup();
        assert_eq!(runs(&two), [(0, 2), (1, 4)]);
        assert_eq!(runs(&[(0, 1), (1, 2)]), [(0, 1), (1, 2)]);
        // A pair whose neighbours can be told apart is in no run.
        assert_eq!(runs(&[(0, 2)]), []);
    }
}
