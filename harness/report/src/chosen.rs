//! Games that are worth a look: of each kind the longest, the shortest, the greatest upset and the closest.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;
use torneo_analysis::Analysis;
use torneo_arena::results::GameResult;
use torneo_present::english::{and, counted};

use super::names::GameName;

/// A game that is worth a look.
#[derive(Clone, Serialize)]
pub struct Chosen {
    /// Its number.
    pub number: u64,
    /// What makes it so: `closest`, `longest`, `shortest` or `upset`.
    pub what: &'static str,
    /// The same in words.
    pub why: String,
}

/// The games of one kind that are worth a look.
#[derive(Serialize)]
pub struct OfKind<'a> {
    game: &'a GameName,
    games: Vec<Chosen>,
}

/// The best candidate so far: what it is measured by, the larger the better, and the game.
type Best = Option<(f64, Chosen)>;

/// Puts a game in the place of the best one, if it is better.
fn prefer(best: &mut Best, measure: f64, chosen: impl FnOnce() -> Chosen) {
    if best.as_ref().is_none_or(|(known, _)| measure > *known) {
        *best = Some((measure, chosen()));
    }
}

#[derive(Default)]
struct Kind {
    upset: Best,
    longest: Best,
    shortest: Best,
    margin: Best,
    /// The closest by the game's own evaluation.
    disputed: Best,
    /// The closest by what the engines expected, which is known once games were chosen.
    expected: Best,
}

/// Chooses games while they are read.
pub struct Choice<'a> {
    analysis: &'a Analysis,
    /// The Elo from which on an engine is of the stronger half.
    strong: f64,
    /// Engines with others that are clearly weaker: no result against one that may be as strong is an upset.
    clear: HashSet<(&'a str, &'a str)>,
    kinds: BTreeMap<String, Kind>,
}

impl<'a> Choice<'a> {
    pub fn new(analysis: &'a Analysis) -> Choice<'a> {
        let mut elos: Vec<f64> = analysis.overall().filter_map(|rating| rating.elo).collect();
        elos.sort_by(|a, b| b.total_cmp(a));
        // The weaker half plays games that say little of the rules.
        let strong = elos.get(elos.len().div_ceil(2).saturating_sub(1)).copied().unwrap_or(f64::NEG_INFINITY);
        let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
        for (game, changes, number) in analysis.disputed.iter().filter(|(_, changes, _)| *changes > 0) {
            let why = format!("the lead changed hands {}", counted((*changes).into(), "time"));
            let chosen = Chosen { number: *number, what: "closest", why };
            kinds.entry(game.clone()).or_default().disputed = Some((f64::from(*changes), chosen));
        }
        let clear = analysis.pairs.iter().filter(|pair| pair.is_clear());
        let clear = clear.map(|pair| (&*pair.engine, &*pair.opponent)).collect();
        Choice { analysis, strong, clear, kinds }
    }

    fn elo(&self, engine: &str) -> Option<f64> {
        self.analysis.rating(engine).and_then(|rating| rating.elo)
    }

    /// Looks at a recorded game.
    pub fn look(&mut self, result: &GameResult) {
        if result.record.is_empty() || result.is_fault() || result.ended_in_opening {
            return;
        }
        let elos: Vec<Option<f64>> = result.seats.iter().map(|seat| self.elo(&seat.engine)).collect();
        let strong = self.strong;
        let serious = elos.iter().all(|elo| elo.is_none_or(|elo| elo >= strong));
        let upset = result.winner.and_then(|winner| {
            let own = elos[winner as usize]?;
            let name = |seat: usize| &*result.seats[seat].engine;
            let stronger = |seat: &usize| self.clear.contains(&(name(*seat), name(winner as usize)));
            let rivals = (0..elos.len()).filter(stronger).filter_map(|seat| Some((seat, elos[seat]?)));
            let (seat, best) = rivals.max_by(|a, b| a.1.total_cmp(&b.1))?;
            Some((winner as usize, seat, best - own))
        });
        let chosen = |what, why| Chosen { number: result.game_no, what, why };
        let kind = self.kinds.entry(result.game.clone()).or_default();
        if let Some((winner, loser, more)) = upset {
            let [winner, loser] = [winner, loser].map(|seat| &result.seats[seat].engine);
            prefer(&mut kind.upset, more, || {
                chosen("upset", format!("{winner} won against {loser}, which is {more:.0} Elo stronger"))
            });
        }
        // Among games of the stronger engines first.
        let bonus = if serious { 1e12 } else { 0.0 };
        let plies = || counted(result.plies, "ply");
        prefer(&mut kind.longest, bonus + result.plies as f64, || chosen("longest", plies()));
        if result.winner.is_some() {
            prefer(&mut kind.shortest, bonus - result.plies as f64, || chosen("shortest", plies()));
        }
        if let Some((margin, why)) = margin(result) {
            prefer(&mut kind.margin, bonus - margin, || chosen("closest", why));
        }
    }

    /// Looks at what the engines of a game expected, choice by choice: the seat, and its score in thousandths.
    pub fn expect(&mut self, result: &GameResult, values: &[(u64, u64, u32)]) {
        const FEW: usize = 6;
        if result.winner.is_none() || values.len() < FEW || result.is_fault() {
            return;
        }
        let fair = 1.0 / result.seats.len() as f64;
        let off = values.iter().map(|(.., value)| (f64::from(*value) / 1000.0 - fair).abs()).sum::<f64>()
            / values.len() as f64;
        let kind = self.kinds.entry(result.game.clone()).or_default();
        prefer(&mut kind.expected, -off, || Chosen {
            number: result.game_no,
            what: "closest",
            why: format!("what the engines expected was {off:.2} from even on average"),
        });
    }

    /// The numbers of the games that were chosen without replaying them.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        let bests = |kind: &Kind| {
            let found = [&kind.margin, &kind.disputed, &kind.longest, &kind.shortest, &kind.upset];
            found.map(|best| best.as_ref().map(|(_, chosen)| chosen.number))
        };
        self.kinds.values().flat_map(bests).flatten()
    }

    /// What was chosen of each kind, in the order of the configuration; each game once.
    pub fn finish<'g>(self, games: &'g [GameName]) -> Vec<OfKind<'g>> {
        let mut kinds = self.kinds;
        let of_kind = |game: &'g GameName| {
            let Kind { upset, longest, shortest, margin, disputed, expected } = kinds.remove(&game.spec)?;
            let mut games: Vec<Chosen> = Vec::new();
            for (_, chosen) in
                [margin.or(expected).or(disputed), upset, longest, shortest].into_iter().flatten()
            {
                match games.iter_mut().find(|known| known.number == chosen.number) {
                    Some(known) => known.why += &format!("; {}: {}", chosen.what, chosen.why),
                    None => games.push(chosen),
                }
            }
            (!games.is_empty()).then_some(OfKind { game, games })
        };
        games.iter().filter_map(of_kind).collect()
    }
}

/// By how many points a game was won, where it has points and somebody won; and the same in words.
fn margin(result: &GameResult) -> Option<(f64, String)> {
    result.winner?;
    let mut points: Vec<f64> = result.seats.iter().map(|seat| seat.points).collect::<Option<_>>()?;
    points.sort_by(|a, b| b.total_cmp(a));
    let margin = points[0] - points[1];
    let points: Vec<String> = points.iter().map(f64::to_string).collect();
    (margin > 0.0).then(|| (margin, format!("won by {margin} with the points {}", and(&points))))
}
