//! Copies: groups of games that went move by move like others before them.
//!
//! Where nothing draws at random, the same engines play the same games again from the same opening. Such copies say
//! nothing new, so a stratum (one game, the same engines) counts each of its different groups once.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;
use torneo_registry::{EngineSpec, Registry};

use super::GroupScore;
use crate::plan::{Config, GameIndex, Group, PerGame, Tournament};

/// Different groups below which there is neither an interval nor Elo where copies were left out.
pub const FEWEST_DIFFERENT: u64 = 10;

/// Groups in a row that bring nothing new, after which a trial stops.
pub const MOST_IN_A_ROW: u64 = 20;

/// A number for the moves of a game: who sat where, how it began and what was played. None for a game without moves,
/// which is not compared with others.
pub(super) fn print_of(seated: &[usize], opening: &str, record: &str) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    (seated, opening, record).hash(&mut hasher);
    (!record.is_empty()).then(|| hasher.finish())
}

/// The groups of a stratum.
#[derive(Clone, Debug, Default)]
struct Stratum {
    groups: u64,
    games: u64,
    /// Groups with a fault, or without moves that could be compared.
    apart: u64,
    /// The prints of the different groups and of their different games.
    different: HashSet<u64>,
    different_games: HashSet<u64>,
    /// Games of the groups that stand apart.
    games_apart: u64,
}

/// A stratum in which groups repeat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Repeated {
    /// The game's specification.
    pub game: String,
    /// The engines that met.
    pub engines: Vec<String>,
    /// Groups that were played.
    pub groups: u64,
    /// Different groups among them, which count once each.
    pub different: u64,
    /// Games of all groups.
    #[serde(skip)]
    pub games: u64,
    /// Different games among them.
    #[serde(skip)]
    pub different_games: u64,
}

/// Says of each group of a run whether it is new.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    /// Whether each engine is known to draw at random; engines beyond the list are.
    engines: Vec<bool>,
    /// The same for each game.
    games: PerGame<bool>,
    strata: BTreeMap<(GameIndex, Vec<usize>), Stratum>,
    /// Groups since the last one that was new.
    in_a_row: u64,
}

impl Copies {
    /// No group yet of a tournament.
    pub fn of(tournament: &Tournament) -> Copies {
        let engines: Vec<bool> = tournament.engines.iter().map(EngineSpec::draws_at_random).collect();
        // Where every engine draws, games need not be asked.
        let all_draw = engines.iter().all(|draws| *draws);
        let games = tournament.tables.map(|table| all_draw || table.draws_at_random());
        Copies { engines, games, ..Copies::default() }
    }

    /// No group yet of a run with this configuration. A game or an engine that the registry lacks is not known to draw; of
    /// the engines in `random` it is known.
    pub fn read(registry: &Registry, config: &Config, random: &[usize]) -> Copies {
        let games = config.games.map(|game| registry.game(game).is_ok_and(|game| game.draws_at_random()));
        let draws =
            |spec: &str| registry.engine(spec).is_ok_and(|engine: EngineSpec| engine.draws_at_random());
        let engines = config.engines.iter().enumerate();
        let engines = engines.map(|(index, engine)| random.contains(&index) || draws(&engine.spec)).collect();
        Copies { engines, games, ..Copies::default() }
    }

    /// Whether games of a run need their moves for copies to be found.
    pub fn can_be(&self, group: &Group) -> bool {
        self.can_repeat(group.game, &group.engines)
    }

    /// Whether groups of these engines can be copies: neither the game nor an engine is known to draw at random.
    fn can_repeat(&self, game: GameIndex, engines: &[usize]) -> bool {
        let draws = |engine: &usize| self.engines.get(*engine).copied().unwrap_or(true);
        !engines.iter().any(draws) && !self.games[game]
    }

    /// Adds a group; whether it is new. Games of one engine with itself are left to their own rules.
    pub fn is_new(&mut self, group: &GroupScore) -> bool {
        let is_new = self.add(group);
        self.in_a_row = if is_new { 0 } else { self.in_a_row + 1 };
        is_new
    }

    fn add(&mut self, group: &GroupScore) -> bool {
        if group.is_self_play() || !self.can_repeat(group.game, &group.engines) {
            return true;
        }
        let mut engines = group.engines.to_vec();
        engines.sort_unstable();
        let stratum = self.strata.entry((group.game, engines)).or_default();
        stratum.groups += 1;
        stratum.games += group.games;
        if group.prints.len() as u64 != group.games {
            stratum.apart += 1;
            stratum.games_apart += group.games;
            return true;
        }
        stratum.different_games.extend(&group.prints);
        // The games of a group may have been added in any order.
        stratum.different.insert(group.prints.iter().fold(0, |sum, print| sum.wrapping_add(*print)))
    }

    /// Whether so many groups in a row brought nothing new that more of them promise nothing.
    pub fn is_exhausted(&self) -> bool {
        self.in_a_row >= MOST_IN_A_ROW
    }

    /// The strata in which groups repeat.
    pub fn repeated(&self, config: &Config) -> Vec<Repeated> {
        let of = |((game, engines), stratum): (&(GameIndex, Vec<usize>), &Stratum)| {
            let different = stratum.different.len() as u64 + stratum.apart;
            let name = |engine: &usize| config.engines[*engine].name.clone();
            (different < stratum.groups).then(|| Repeated {
                game: config.games[*game].clone(),
                engines: engines.iter().map(name).collect(),
                groups: stratum.groups,
                different,
                games: stratum.games,
                different_games: stratum.different_games.len() as u64 + stratum.games_apart,
            })
        };
        self.strata.iter().filter_map(of).collect()
    }

    /// Whether there may be copies that nothing shows, since moves were not recorded.
    pub fn is_unknown(&self, config: &Config) -> bool {
        !config.output.record && self.strata.values().any(|stratum| stratum.groups > 1)
    }
}

/// Why a trial stopped before it had its answer: the word for it in JSON.
pub const STOPPED: &str = "copies";

/// What people are told of copies, in one line; none where there are none.
pub fn told(repeated: &[Repeated]) -> Option<String> {
    let (games, different) = repeated.iter().fold((0, 0), |(games, different), stratum| {
        (games + stratum.games, different + stratum.different_games)
    });
    (!repeated.is_empty()).then(|| {
        format!(
            "{games} games, {different} different: copies count once; a book or `random_plies` gives more"
        )
    })
}
