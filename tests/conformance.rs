//! One test over every game of the registry and several of its options: random play in which every position is
//! held against the contract.

#[path = "conformance/hints.rs"]
mod hints;
#[path = "conformance/scenes.rs"]
mod scenes;

use std::collections::HashSet;

use torneo_contract::{
    GameInfo, OptionInfo, OptionKind, Playable, Ply, Scratch, Seat, SeatVec, SpecError, Turn, TurnKinds,
    playout, random,
};
use torneo_games::registry::{self, Visitor};

use scenes::SceneCheck;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// Plies after which a random game is left unfinished.
const LONG: u64 = 5_000;
/// Games for each specification.
const GAMES: u64 = 3;
/// Plies of the games with pairs of options.
const OPENING: u64 = 60;
/// Games of each specification of which the scenes are checked.
const SCENE_GAMES: u64 = 2;
/// Of long games every position is checked up to this ply, later ones every 16th.
const DENSE: u64 = 200;

/// The specifications to check of a game: the defaults, and each option at each of its interesting values.
fn specs(info: &GameInfo) -> Vec<String> {
    let values = |option: &OptionInfo| -> Vec<String> {
        match option.kind {
            OptionKind::Bool => vec!["false".to_owned(), "true".to_owned()],
            OptionKind::Int { min, max } => {
                vec![min.to_string(), (min + 1).min(max).to_string(), max.to_string()]
            }
            OptionKind::Float { min, max } => vec![min.to_string(), max.to_string()],
            OptionKind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
            OptionKind::Text => Vec::new(),
        }
    };
    let mut specs = vec![info.id.to_owned()];
    for option in info.options {
        let others = values(option).into_iter().filter(|value| value != option.default);
        specs.extend(others.map(|value| format!("{}({}={value})", info.id, option.name)));
    }
    specs
}

/// Every pair of options, each at each of its interesting values.
fn pairs(info: &GameInfo) -> Vec<String> {
    let single = specs(info);
    let options: Vec<(&str, &str)> = single.iter().filter_map(|spec| inside(spec)?.split_once('=')).collect();
    let mut pairs = Vec::new();
    for (index, (name, value)) in options.iter().enumerate() {
        let others = options[index + 1..].iter().filter(|(other, _)| other != name);
        pairs.extend(others.map(|(other, word)| format!("{}({name}={value}, {other}={word})", info.id)));
    }
    pairs
}

/// What stands in the brackets of a specification.
fn inside(spec: &str) -> Option<&str> {
    spec.split_once('(')?.1.strip_suffix(')')
}

/// Options may contradict each other; then the error is about one option and names one that was given.
fn assert_contradiction(spec: &str, error: &SpecError) {
    let given = inside(spec).into_iter().flat_map(|inside| inside.split(", "));
    let mut names = given.filter_map(|option| option.split_once('=').map(|(name, _)| name));
    let text = error.to_string();
    assert!(text.contains("option `") && names.any(|name| text.contains(name)), "{spec}: {text}");
}

struct Conformance {
    spec: String,
    games: u64,
    plies: u64,
}

impl Visitor for Conformance {
    type Output = TurnKinds;

    fn visit<G: Playable>(self, game: G, canonical: String) -> TurnKinds {
        let spec = &self.spec;
        let seats = game.seats();
        assert!((G::INFO.seats.0..=G::INFO.seats.1).contains(&seats), "{spec}: {seats} seats");
        let start = game.start();
        assert!(start == game.start(), "{spec}: the start position is always the same");
        assert!(canonical.starts_with(G::INFO.id));
        let mut met = TurnKinds { decision: false, chance: false, simultaneous: false };
        for seed in 0..self.games {
            play(&game, spec, seed, self.plies, &mut met);
        }
        met
    }
}

/// Plays a random game and notes the kinds of turn.
fn play<G: Playable>(game: &G, spec: &str, seed: u64, plies: u64, met: &mut TurnKinds) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut scratch = Scratch::default();
    let mut position = game.start();
    let mut original = position.clone();
    let limit = game.max_plies().unwrap_or(u64::MAX);
    let mut scenes = (seed < SCENE_GAMES).then(|| SceneCheck::new(game, spec));
    for ply in 0..plies {
        let place = format!("{spec}, seed {seed}, ply {ply}");
        match game.turn(&position) {
            Turn::Seat(_) => met.decision = true,
            Turn::Chance => met.chance = true,
            Turn::Simultaneous(_) => met.simultaneous = true,
            Turn::Over => {}
        }
        let check = ply < DENSE || ply.is_multiple_of(16);
        if let Some(scenes) = scenes.as_mut().filter(|_| check) {
            scenes.check(game, &position, &place);
        }
        if game.turn(&position) == Turn::Over {
            check_text(game, &position, &place);
            return check_outcome(game, &position, &place);
        }
        assert!(ply < limit, "{place}: the game is longer than its length rule allows");
        if check {
            check_text(game, &position, &place);
            hints::check(game, &position, &place);
        }
        let next = random_ply(game, &position, &mut rng, &mut scratch, &place, check);
        original.clone_from(&position);
        let mut copy = position.clone();
        assert!(copy == position, "{place}: a clone equals its original");
        next.apply(game, &mut position);
        next.apply(game, &mut copy);
        assert!(copy == position, "{place}: the same ply gives equal positions");
        assert_eq!(game.hash(&copy), game.hash(&position), "{place}: equal positions have equal hashes");
        assert!(original != position, "{place}: a ply changes the position");
    }
}

/// Draws a ply by the fast path and checks it against the lists.
fn random_ply<G: Playable>(
    game: &G,
    position: &G::Position,
    rng: &mut Xoshiro256PlusPlus,
    scratch: &mut Scratch<G::Action>,
    place: &str,
    check: bool,
) -> Ply<G::Action> {
    let mut choose = |seat: Seat| {
        let action = game.random_action(position, seat, rng, scratch);
        if check {
            let legal = legal_actions(game, position, seat, place);
            assert!(legal.contains(&action), "{place}: the random action {action:?} is legal");
            check_notation(game, position, &legal, place);
        }
        action
    };
    match game.turn(position) {
        Turn::Seat(seat) => Ply::One(choose(seat)),
        Turn::Simultaneous(seats) => {
            assert!(!seats.is_empty(), "{place}: somebody chooses");
            let joint: SeatVec<G::Action> = seats.iter().map(choose).collect();
            let mut text = String::new();
            game.write_joint(position, &joint, &mut text);
            assert_token(&text, place);
            let parts = game.split_joint(&text).unwrap_or_else(|| panic!("{place}: `{text}` splits"));
            let parsed: SeatVec<G::Action> = seats
                .iter()
                .zip(parts)
                .map(|(seat, part)| {
                    let legal = legal_actions(game, position, seat, place);
                    game.parse_action(position, part, &legal)
                        .unwrap_or_else(|| panic!("{place}: `{part}` parses"))
                })
                .collect();
            assert_eq!(parsed, joint, "{place}: `{text}` parses back to itself");
            Ply::Joint(joint)
        }
        Turn::Chance => {
            let word = rng.next_u64();
            let result = game.chance_at(position, word, scratch);
            if check {
                let mut outcomes = Vec::new();
                game.chance(position, &mut outcomes);
                assert!(outcomes.iter().all(|&(_, weight)| weight > 0), "{place}: weights are positive");
                let results: Vec<G::Action> = outcomes.iter().map(|&(result, _)| result).collect();
                let distinct: HashSet<_> = results.iter().collect();
                assert_eq!(distinct.len(), results.len(), "{place}: results are distinct");
                assert_eq!(
                    random::pick_weighted(word, &outcomes),
                    result,
                    "{place}: the word selects by weight"
                );
                check_notation(game, position, &results, place);
            }
            Ply::One(result)
        }
        Turn::Over => unreachable!("the caller has tested this"),
    }
}

fn legal_actions<G: Playable>(game: &G, position: &G::Position, seat: Seat, place: &str) -> Vec<G::Action> {
    let mut legal = Vec::new();
    game.actions(position, seat, &mut legal);
    assert!(!legal.is_empty(), "{place}: a seat that is to choose has an action");
    let distinct: HashSet<_> = legal.iter().collect();
    assert_eq!(distinct.len(), legal.len(), "{place}: actions are distinct");
    assert_eq!(game.count_actions(position, seat, &mut Scratch::default()), legal.len(), "{place}: count");
    let mut again = Vec::new();
    game.actions(&position.clone(), seat, &mut again);
    assert_eq!(again, legal, "{place}: the order depends on the position alone");
    legal
}

fn check_notation<G: Playable>(game: &G, position: &G::Position, actions: &[G::Action], place: &str) {
    let mut seen = HashSet::new();
    // Of very long lists every seventh action is parsed back: parsing may compare with the whole list.
    let step = if actions.len() > 100 { 7 } else { 1 };
    for (index, &action) in actions.iter().enumerate() {
        let mut text = String::new();
        game.write_action(position, action, &mut text);
        assert_token(&text, place);
        if index % step == 0 {
            let parsed = game.parse_action(position, &text, actions);
            assert_eq!(parsed, Some(action), "{place}: `{text}` parses back to itself");
        }
        assert!(seen.insert(text.clone()), "{place}: `{text}` stands for one action only");
    }
}

fn assert_token(text: &str, place: &str) {
    let fits = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    assert!(fits, "{place}: `{text}` is one token");
}

fn check_text<G: Playable>(game: &G, position: &G::Position, place: &str) {
    let text = game.position_text(position);
    assert!(!text.contains('\n') && text.trim() == text, "{place}: `{text}` is one line");
    let parsed =
        game.parse_position(&text).unwrap_or_else(|error| panic!("{place}: `{text}` parses: {error}"));
    assert_eq!(game.position_text(&parsed), text, "{place}: position text round-trips");
    let mut fresh = position.clone();
    game.forget_history(&mut fresh);
    assert!(parsed == fresh, "{place}: `{text}` parses back to the same position");
    assert_eq!(game.hash(&parsed), game.hash(position), "{place}: the hash is that of the text");
    assert!(!game.draw(position).is_empty(), "{place}: there is a drawing");
}

fn check_outcome<G: Playable>(game: &G, position: &G::Position, place: &str) {
    let outcome = game.outcome(position);
    assert_eq!(outcome.scores.len(), game.seats(), "{place}: every seat has a score");
    let total: f64 = outcome.scores.iter().sum();
    assert!((total - 1.0).abs() < 1e-9, "{place}: scores add up to {total}");
    assert!(outcome.scores.iter().all(|score| (0.0..=1.0).contains(score)), "{place}: scores lie in 0..=1");
    assert!(!outcome.reason.is_empty() && !outcome.reason.contains(char::is_whitespace), "{place}: reason");
    if let Some(points) = outcome.points {
        assert_eq!(points.len(), game.seats(), "{place}: every seat has points");
        assert!(points.iter().all(|points| points.is_finite()), "{place}: points are numbers");
    }
}

#[test]
fn every_game_keeps_the_contract() {
    registry::games().par_iter().for_each(|info| {
        let mut kinds = TurnKinds { decision: false, chance: false, simultaneous: false };
        for spec in specs(info) {
            match conform(&spec, GAMES, LONG) {
                Ok(met) => {
                    kinds.decision |= met.decision;
                    kinds.chance |= met.chance;
                    kinds.simultaneous |= met.simultaneous;
                }
                Err(error) => assert_contradiction(&spec, &error),
            }
        }
        assert_eq!(kinds, info.turns, "{}: the kinds of turn that occur", info.id);
    });
}

fn conform(spec: &str, games: u64, plies: u64) -> Result<TurnKinds, SpecError> {
    let parsed = spec.parse().expect("the specification has the right form");
    registry::visit(&parsed, Conformance { spec: spec.to_owned(), games, plies })
}

#[test]
fn every_pair_of_options_keeps_the_contract() {
    registry::games().par_iter().for_each(|info| {
        for spec in pairs(info) {
            if let Err(error) = conform(&spec, 1, OPENING) {
                assert_contradiction(&spec, &error);
            }
        }
    });
}

/// Positions that the symmetric hash takes for the same are the same to a player.
#[test]
fn symmetric_positions_have_symmetric_followers() {
    struct Symmetry;
    impl Visitor for Symmetry {
        type Output = usize;
        fn visit<G: Playable>(self, game: G, canonical: String) -> usize {
            let (mut rng, mut scratch) = (Xoshiro256PlusPlus::seed_from_u64(11), Scratch::default());
            let mut met = 0;
            for plies in [0, 1, 2, 5, 12] {
                let mut position = game.start();
                playout::playout(&game, &mut position, plies, &mut rng, &mut scratch);
                met += hints::check_symmetry(&game, &position, &format!("{canonical}, {plies} plies"));
            }
            met
        }
    }
    let met = registry::games().iter().filter(|info| {
        registry::visit(&info.id.parse().expect("an id"), Symmetry).expect("the defaults are valid") > 0
    });
    let symmetric: Vec<&str> = met.map(|info| info.id).collect();
    for game in ["zertz", "havannah", "thud", "atari-go", "skirrid", "trax"] {
        assert!(symmetric.contains(&game), "symmetries occur in {symmetric:?}, not in {game}");
    }
}

#[test]
fn ids_are_unique_and_families_are_folders() {
    let ids: HashSet<_> = registry::games().iter().map(|info| info.id).collect();
    assert_eq!(ids.len(), registry::games().len());
    for info in registry::games() {
        let folder = format!("{}/{}", env!("CARGO_MANIFEST_DIR"), info.family);
        assert!(std::path::Path::new(&folder).is_dir(), "{}: {folder}", info.id);
        let page = format!("{}/../docs/games/{}.md", env!("CARGO_MANIFEST_DIR"), info.id);
        assert!(std::path::Path::new(&page).is_file(), "{}: {page}", info.id);
        assert!(info.options.iter().all(|option| !option.help.is_empty()));
    }
}

/// The fast path draws every legal action equally often: chi-square over the actions of several positions.
#[test]
fn random_actions_are_uniform() {
    struct Uniform;
    impl Visitor for Uniform {
        type Output = ();
        fn visit<G: Playable>(self, game: G, canonical: String) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
            let mut scratch = Scratch::default();
            for plies in [0, 7, 30] {
                let mut position = game.start();
                playout::playout(&game, &mut position, plies, &mut rng, &mut scratch);
                while game.turn(&position) == Turn::Chance {
                    playout::random_ply(&game, &mut position, &mut rng, &mut scratch);
                }
                let seat = match game.turn(&position) {
                    Turn::Seat(seat) => seat,
                    Turn::Simultaneous(seats) => seats.iter().next().expect("somebody chooses"),
                    Turn::Chance | Turn::Over => continue,
                };
                let mut legal = Vec::new();
                game.actions(&position, seat, &mut legal);
                if legal.len() < 2 {
                    continue;
                }
                legal.sort_unstable();
                let expected = 60.0;
                let mut counts = vec![0u32; legal.len()];
                for _ in 0..legal.len() * expected as usize {
                    let action = game.random_action(&position, seat, &mut rng, &mut scratch);
                    counts[legal.binary_search(&action).expect("the action is legal")] += 1;
                }
                let chi: f64 = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
                let freedom = (legal.len() - 1) as f64;
                // Wilson and Hilferty's approximation: z of a chi-square value; 5 is far beyond chance.
                let z =
                    ((chi / freedom).cbrt() - (1.0 - 2.0 / (9.0 * freedom))) / (2.0 / (9.0 * freedom)).sqrt();
                assert!(z < 5.0, "{canonical}: chi-square {chi:.1} with {freedom} degrees of freedom");
            }
        }
    }
    registry::games().par_iter().for_each(|info| {
        registry::visit(&info.id.parse().expect("an id"), Uniform).expect("the defaults are valid");
    });
}
