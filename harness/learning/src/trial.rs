//! Which part of the learnt evaluation is worth its time: matches of evaluations against the game's own.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use serde::Serialize;
use tempfile::TempDir;
use torneo_arena::Error;
use torneo_arena::storage::Disk;
use torneo_contract::Seat;
use torneo_registry::matchup::{Matchup, Player};
use torneo_registry::pairing::{MatchSettings, Pairing, Played};
use torneo_registry::streams::Streams;
use torneo_registry::{AnyGame, Registry};
use torneo_search::learned::Weights;

use crate::{Settings, engine, write};

/// Nodes for each choice while the best candidate is sought and when it meets the game's own evaluation at last, in those of learning: a
/// deeper search sees more by itself.
const NODES: u64 = 2;
const LAST_NODES: u64 = 20;
/// Where learning itself takes many nodes, so many are enough for the last match, or this many times as many.
const DEEP: u64 = 6000;
const DEEPER: u64 = 4;
/// The part of the nodes with which the best candidate is sought.
const SEEKING: f64 = 0.5;
/// Mirrored pairs of the last match at least.
const FEWEST: u64 = 4;
/// How many of its nodes a search has left after the sums over patterns on lines of up to so many sites, in parts of a hundred.
const LEFT: [u64; 4] = [100, 85, 75, 70];
/// The numbers of the games of trials, which no game that is learnt from has, and of those of the last match.
const NUMBERS: u64 = 1 << 40;
const LAST_NUMBERS: u64 = 1 << 41;

/// An evaluation that may be the one that is kept.
pub struct Candidate {
    /// The sites of the longest lines that it looks at.
    pub longest: u8,
    /// How much of what was learnt it takes; the rest is the game's own evaluation.
    pub share: f64,
    /// Its weights.
    pub weights: Weights,
}

/// The results of the matches of an evaluation against the game's own.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tried {
    /// The sites of the longest lines that it looks at.
    pub longest: u8,
    /// How much of what was learnt it takes.
    pub share: f64,
    /// The games in which the best was sought.
    pub first: Met,
    /// The last match, of the best alone.
    pub last: Option<Met>,
}

/// Games against the game's own evaluation. The nodes are reduced by the assumed cost of the sums.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Met {
    /// The mean score.
    pub score: f64,
    /// How many.
    pub games: u64,
}

impl Tried {
    fn of(candidate: &Candidate) -> Tried {
        Tried { longest: candidate.longest, share: candidate.share, first: Met::default(), last: None }
    }
}

/// The mirrored pairs for which a share of the nodes is enough, where a game that is learnt from takes `of_game` and these are `times` as deep.
fn pairs(nodes: u64, share: f64, of_game: u64, times: u64) -> u64 {
    (nodes as f64 * share) as u64 / (2 * times * of_game).max(1)
}

/// Finds the best of the candidates with about this many nodes. A game that is learnt from takes `of_game`
/// nodes. Returns its place if it beats the game's own evaluation.
///
/// # Errors
/// A candidate that cannot be written to the folder of temporary files, or an interruption.
pub fn best(
    registry: &Registry,
    game: &dyn AnyGame,
    settings: &Settings,
    candidates: &[Candidate],
    nodes: u64,
    of_game: u64,
    stop: &Arc<AtomicBool>,
) -> Result<(Option<usize>, Vec<Tried>), Error> {
    // Engines read their weights when they begin to play.
    let folder =
        TempDir::new().map_err(|error| Error::run(format!("no folder of temporary files: {error}")))?;
    let table = |times| table(registry, game, settings, candidates, times * settings.nodes, folder.path());
    let mut tried: Vec<Tried> = candidates.iter().map(Tried::of).collect();
    let seeking = table(NODES)?;
    let won = halve(&seeking, settings, &mut tried, pairs(nodes, SEEKING, of_game, NODES), stop)?;
    let times = (DEEP / settings.nodes.max(1)).clamp(DEEPER, LAST_NODES);
    let last = pairs(nodes, 1.0 - SEEKING, of_game, times).max(FEWEST);
    let numbers = LAST_NUMBERS..LAST_NUMBERS + last;
    let tasks: Vec<(usize, u64)> = numbers.map(|number| (won, number)).collect();
    let mut points = 0.0;
    let deeper = table(times)?;
    play(&deeper, settings, &tasks, stop, |_, score| points += score)?;
    let (score, games) = (points / (2 * last) as f64, 2 * last);
    tried[won].last = Some(Met { score, games });
    Ok(((score > 0.5).then_some(won), tried))
}

/// Finds the best in so many mirrored pairs or a few more, by successive halving (Karnin, Koren and Somekh, "Almost Optimal Exploration in
/// Multi-Armed Bandits", 2013).
fn halve(
    table: &Matchup,
    settings: &Settings,
    tried: &mut [Tried],
    pairs: u64,
    stop: &Arc<AtomicBool>,
) -> Result<usize, Error> {
    let mut points = vec![0.0; tried.len()];
    let mut running: Vec<usize> = (0..tried.len()).collect();
    let halvings = u64::from(tried.len().max(2).next_power_of_two().ilog2());
    let mut number = NUMBERS;
    for _ in 0..halvings {
        let each = (pairs / halvings / running.len() as u64).max(1);
        // All of them meet the same openings.
        let tasks: Vec<(usize, u64)> = running
            .iter()
            .flat_map(|&place| (number..number + each).map(move |number| (place, number)))
            .collect();
        number += each;
        play(table, settings, &tasks, stop, |place, score| points[place] += score)?;
        for &place in &running {
            let met = &mut tried[place].first;
            met.games += 2 * each;
            met.score = points[place] / met.games as f64;
        }
        let score = |place: usize| tried[place].first.score;
        running.sort_by(|&a, &b| score(b).total_cmp(&score(a)).then(a.cmp(&b)));
        running.truncate(running.len().div_ceil(2));
    }
    Ok(running[0])
}

/// Plays pairs, each of a candidate and with a number, and tells the points of the candidates.
fn play(
    table: &Matchup,
    settings: &Settings,
    tasks: &[(usize, u64)],
    stop: &Arc<AtomicBool>,
    mut tell: impl FnMut(usize, f64),
) -> Result<(), Error> {
    let play =
        |player: &mut Player, &(place, number): &(usize, u64)| pair(player, 1 + place, number, settings);
    let scores: Vec<Option<f64>> = tasks.par_iter().map_init(|| table.player(stop), play).collect();
    for ((place, _), score) in tasks.iter().zip(scores) {
        tell(*place, score.ok_or(Error::Interrupted)?);
    }
    Ok(())
}

/// The table at which they meet: the game's own evaluation and the candidates.
fn table(
    registry: &Registry,
    game: &dyn AnyGame,
    settings: &Settings,
    candidates: &[Candidate],
    nodes: u64,
    folder: &Path,
) -> Result<Arc<Matchup>, Error> {
    let own = format!("alpha-beta(nodes={nodes}, hash=1, evaluation=game)");
    let mut engines = vec![registry.engine(&own).map_err(Error::Engine)?];
    for (place, candidate) in candidates.iter().enumerate() {
        let path = folder.join(place.to_string());
        write(&Disk, settings, &path, &candidate.weights)?;
        let left = (nodes * LEFT[usize::from(candidate.longest)] / 100).max(1);
        engines.push(engine(registry, left, &path)?);
    }
    game.table(&engines).map_err(Error::Game)
}

/// The points of a candidate in the two games of a mirrored pair; none after an interruption.
fn pair(player: &mut Player, engine: usize, number: u64, settings: &Settings) -> Option<f64> {
    let rules = MatchSettings {
        opening_plies: settings.random_plies,
        max_plies: settings.max_plies,
        record: false,
        evaluations: false,
        times: false,
        play_on: false,
        adjudication: None,
    };
    let (mut played, mut points) = (Played::default(), 0.0);
    for seat in Seat::all(2) {
        let engines = Seat::all(2).map(|other| if other == seat { engine } else { 0 }).collect();
        let streams = Streams::numbered(settings.seed, number);
        let finished =
            player.play(&Pairing { game_no: 0, opening: None, streams, engines }, rules, &mut played);
        if !finished.expect("no engine here is another program") {
            return None;
        }
        points += played.outcome.as_ref().map_or(0.5, |outcome| outcome.scores[seat.index()]);
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_games::capture::Surakarta;
    use torneo_registry::GameEntry;
    use torneo_search::learned::{Staged, UNIT};

    fn registry() -> Registry {
        let mut registry = Registry::new();
        registry.add_game(GameEntry::of::<Surakarta>());
        registry
    }

    fn settings(game: &dyn AnyGame, nodes: u64, max_plies: u64) -> Settings {
        let game = game.canonical().to_owned();
        Settings { game, budget: 0, nodes, seed: 5, random_plies: 4, max_plies }
    }

    #[test]
    fn what_loses_is_not_kept_and_the_best_plays_most() {
        let registry = registry();
        let game = registry.game("surakarta").unwrap();
        let settings = settings(&*game, 60, 80);
        let sight = crate::sight(&*game).unwrap();
        // So much for each man of the first seat, and the opposite for those of the second.
        let candidate = |share: f64, man: i32| {
            let mut weights = sight.zero(sight.patterns(1));
            let sites = weights.patterns().sites();
            weights.set(|pattern| Staged::even(UNIT * if pattern < sites { man } else { -man }));
            Candidate { longest: 1, share, weights }
        };
        let find = |candidates: &[Candidate]| {
            best(&registry, &*game, &settings, candidates, 300_000, 2_000, &Arc::default()).unwrap()
        };
        let (kept, tried) = find(&[candidate(1.0, -500), candidate(0.5, -400)]);
        assert_eq!(kept, None, "who gives men away loses: {tried:?}");
        assert!(tried.iter().all(|tried| tried.first.games >= 6 && tried.first.score < 0.3), "{tried:?}");
        assert_eq!(tried.iter().filter(|tried| tried.last.is_some()).count(), 1);
        let (_, tried) = find(&[candidate(1.0, -500), candidate(0.5, 20), candidate(0.25, -300)]);
        assert!(
            tried[1].first.games > tried[0].first.games.min(tried[2].first.games),
            "the best plays most: {tried:?}"
        );
        assert!(tried[1].first.score > tried[0].first.score.max(tried[2].first.score), "{tried:?}");
    }

    #[test]
    fn an_interruption_ends_the_trial() {
        let registry = registry();
        let game = registry.game("surakarta").unwrap();
        let settings = settings(&*game, 10, 20);
        let sight = crate::sight(&*game).unwrap();
        let weights = sight.zero(sight.patterns(1));
        let candidates = [Candidate { longest: 1, share: 1.0, weights }];
        let stop = Arc::new(AtomicBool::new(true));
        let found = best(&registry, &*game, &settings, &candidates, 0, 100, &stop);
        assert!(matches!(found, Err(Error::Interrupted)));
    }
}
