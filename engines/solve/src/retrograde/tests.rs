//! The tables against plain definitions.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand_core::{Rng as _, SeedableRng};
use torneo_contract::{Described, Game, Notation, Seat};
use torneo_contract::{Options, Standing};
use torneo_games::capture::{SleepingBeautyDraughts, Surakarta};
use torneo_games::chess::FourSeasons;
use torneo_games::hunt::{CatchTheRabbit, Hnefatafl};
use torneo_games::morris::ThreeMensMorris;
use torneo_games::simultaneous::{Frames, Nibelungenlied};

use super::*;
use crate::{List, Needs, Progress, Rng, expander};

fn with_control<T>(run: impl FnOnce(&Control) -> T) -> T {
    let (stop, progress) = (AtomicBool::new(false), |_: &Progress| {});
    run(&Control { memory: 64 << 20, threads: 2, stop: &stop, progress: &progress })
}

fn game<G: Described>(spec: &str) -> G {
    let options = Options::check(&spec.parse().unwrap(), G::INFO.options).unwrap();
    G::new(&options).unwrap()
}

fn erased<G: Described>(game: &G, spec: &str) -> Arc<dyn Expander> {
    expander(game.clone(), spec.to_owned())
}

/// A list of one position.
fn held<G: Described>(position: &G::Position) -> Box<dyn Positions> {
    Box::new(List::<G>::of(position))
}

/// A game with its tables.
struct Known<G: Described> {
    expander: Arc<dyn Expander>,
    tables: Tables,
    game: G,
}

impl<G: Described> Known<G> {
    fn below(game: &G, root: &G::Position) -> Known<G> {
        let (expander, root) = (erased(game, ""), held::<G>(root));
        let solve = |control: &Control| Tables::solve(&*expander, root.at(0), None, control);
        Known { tables: with_control(solve).unwrap(), expander, game: game.clone() }
    }

    fn value(&self, position: &G::Position) -> Option<Option<Value>> {
        self.tables.value(&*self.expander, held::<G>(position).at(0))
    }

    fn layers(&self) -> Vec<Layer> {
        with_control(|control| self.tables.count(&*self.expander, control)).unwrap()
    }
}

/// A winner and the plies to the end, if one is forced.
type Forced = Option<(Seat, u32)>;

/// Values by the definition, ply after ply: won if a move leads to a loss, lost if all lead to wins.
fn plainly<G: Described>(game: &G, root: &G::Position) -> Vec<(G::Position, Forced)> {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let (mut positions, mut moves, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let mut number = |position: &G::Position, positions: &mut Vec<G::Position>, ended: bool| {
        let text = format!("{} {ended}", game.position_text(position));
        *numbers.entry(text).or_insert_with(|| {
            positions.push(position.clone());
            positions.len() - 1
        })
    };
    number(root, &mut positions, false);
    while moves.len() < positions.len() {
        let position = positions[moves.len()].clone();
        let (mut actions, mut after) = (Vec::new(), Vec::new());
        let turn = game.turn(&position);
        values.push(match turn {
            Turn::Over => game.outcome(&position).winner().map(|winner| (winner, 0)),
            _ => None,
        });
        if let Turn::Seat(seat) = turn {
            game.actions(&position, seat, &mut actions);
        }
        for action in actions {
            let mut next = position.clone();
            game.apply(&mut next, action);
            let over = game.turn(&next) == Turn::Over;
            if !over {
                game.forget_history(&mut next);
            }
            after.push(number(&next, &mut positions, over));
        }
        moves.push((turn, after));
    }
    for plies in 1.. {
        let before = values.clone();
        for (value, (turn, after)) in values.iter_mut().zip(&moves) {
            let (Turn::Seat(seat), None) = (turn, *value) else { continue };
            if after.iter().any(|&next| before[next].is_some_and(|(winner, _)| winner == *seat)) {
                *value = Some((*seat, plies));
            } else if after.iter().all(|&next| before[next].is_some_and(|(winner, _)| winner != *seat)) {
                *value = Some((seat.other(), plies));
            }
        }
        if values == before {
            break;
        }
    }
    positions.into_iter().zip(values).collect()
}

/// Holds the tables below `root` against the plain values; the number of positions.
fn compare<G: Described>(game: &G, root: &G::Position) -> usize {
    let known = Known::below(game, root);
    let plain = plainly(&known.game, root);
    for (position, expected) in &plain {
        let found = known.value(position).unwrap();
        let endless = game.cycle_value(position).map(|ending| Value { winner: ending.winner, plies: None });
        let expected = match expected {
            Some((winner, plies)) => Some(Value { winner: Some(*winner), plies: Some(*plies) }),
            None if game.turn(position) == Turn::Over => Some(Value::DRAW),
            None => endless,
        };
        assert_eq!(found, expected, "{}", game.position_text(position));
    }
    plain.len()
}

#[test]
fn three_mens_morris_is_what_plain_search_finds() {
    for options in ["", "(equal_turns=false)", "(diagonals=false)", "(diagonals=false, equal_turns=false)"] {
        let game: ThreeMensMorris = game(&format!("three-mens-morris{options}"));
        assert!(compare(&game, &game.start()) > 5_000);
    }
}

#[test]
fn small_hunts_are_what_plain_search_finds() {
    for (options, hunters, positions) in [
        ("rabbit_wins_at=0", ".h.../..R../..h../.....", 10_000),
        ("rabbit_wins_at=1", ".h.../..R../..h../.h...", 50_000),
        ("rabbit_wins_at=0, multi_jump=false", ".h.../..R../..h../.....", 10_000),
    ] {
        let game: CatchTheRabbit = game(&format!("catch-the-rabbit({options})"));
        let root = game.parse_position(&format!("...../{hunters} h")).unwrap();
        assert!(compare(&game, &root) > positions);
    }
}

#[test]
fn endgames_with_ladies_are_solved_whatever_the_repetition_rule() {
    let text = "Lc3 lg7 mb6 w";
    let [by_rule, void] = ["lady-rule", "no-result"].map(|rule| {
        let game: SleepingBeautyDraughts = game(&format!("sleeping-beauty-draughts(repetition={rule})"));
        let root = game.parse_position(text).unwrap();
        compare(&game, &root);
        let known = Known::below(&game, &root);
        assert_eq!(known.tables.is_complete(), rule == "no-result");
        known.layers()[0].counts.to_move
    });
    for (by_rule, void) in by_rule.iter().zip(&void) {
        assert_eq!((by_rule.won, by_rule.unknown), (void.won, void.drawn));
        assert_eq!(by_rule.drawn + void.unknown, 0);
    }
}

#[test]
fn what_has_the_most_value_follows_from_the_moves() {
    let game: Surakarta = game("surakarta");
    let root = game.parse_position("....b./....../..w.../....../.w..../...... w").unwrap();
    let known = Known::below(&game, &root);
    let tally = known.layers()[0].counts.to_move[0];
    assert!(tally.endlessly_won[0] > 0 && tally.drawn > 0 && tally.won[0] > 0, "{tally:?}");
    let Kind::Graph { graph, solved, .. } = &known.tables.0 else { panic!("no numbered positions") };
    for (node, here) in solved.iter().enumerate().skip(graph::ENDS) {
        let seat = Seat::new(graph.to_move[node] as usize);
        let after = graph.successors(node as u32).iter().map(|&next| {
            let value = solved[next as usize].value().unwrap();
            Some(Value { plies: value.plies.map(|plies| plies + 1), ..value })
        });
        let best = after.map(|value| Value::preference(value, seat)).max();
        assert_eq!(Some(Value::preference(here.value(), seat)), best);
    }
}

/// Numbers with random moves: even indices for the first seat, odd ones for the second, every seventh not in use.
struct RandomNumbers {
    layers: Vec<Vec<Vec<Number>>>,
}

impl RandomNumbers {
    fn new(seed: u64, sizes: &[u32]) -> RandomNumbers {
        let mut rng = Rng::seed_from_u64(seed);
        let used = |index: u32| index % 7 != 6;
        let mut layers: Vec<Vec<Vec<Number>>> = Vec::new();
        for (layer, &size) in (0..).zip(sizes) {
            let moves = (0..size).map(|index| {
                let mut after = Vec::new();
                for _ in 0..if used(index) { rng.next_u64() % 4 } else { 0 } {
                    let down = u32::from(rng.next_u64().is_multiple_of(4)).min(layer);
                    let to = (rng.next_u64() % u64::from(sizes[(layer - down) as usize])) as u32;
                    let to = Number { layer: layer - down, index: to };
                    if used(to.index) && to.index % 2 != index % 2 && !after.contains(&to) {
                        after.push(to);
                    }
                }
                after
            });
            layers.push(moves.collect());
        }
        RandomNumbers { layers }
    }
}

impl Numbering for RandomNumbers {
    fn key(&self) -> String {
        "random".to_owned()
    }

    fn layers(&self) -> u32 {
        self.layers.len() as u32
    }

    fn layer_name(&self, layer: u32) -> String {
        format!("layer {layer}")
    }

    fn size(&self, layer: u32) -> u32 {
        self.layers[layer as usize].len() as u32
    }

    fn to_move(&self, number: Number) -> Seat {
        Seat::new(number.index as usize % 2)
    }

    fn weight(&self, number: Number) -> u32 {
        u32::from(number.index % 7 != 6)
    }

    fn successors(&self, number: Number, successors: &mut Vec<Number>) -> Standing {
        if self.weight(number) == 0 {
            return Standing::Unused;
        }
        let after = &self.layers[number.layer as usize][number.index as usize];
        successors.extend(after);
        if after.is_empty() { Standing::Lost } else { Standing::Open }
    }

    fn predecessors(&self, number: Number, predecessors: &mut Vec<u32>) {
        let before =
            (0..).zip(&self.layers[number.layer as usize]).filter(|(_, after)| after.contains(&number));
        predecessors.extend(before.map(|(index, _)| index));
    }
}

fn tables_of(numbers: &RandomNumbers, file: Option<&Path>) -> Result<Vec<Vec<u8>>, Unsolved> {
    with_control(|control| solve_layers(numbers, "random(option=1)", numbers.layers(), file, control))
}

#[test]
fn numbered_positions_and_graphs_agree() {
    for seed in 0..30 {
        let numbers = RandomNumbers::new(seed, &[90, 200, 150]);
        let layers = tables_of(&numbers, None).unwrap();
        let mut graph = Graph::new();
        let all =
            || (0..3).flat_map(|layer| (0..numbers.size(layer)).map(move |index| Number { layer, index }));
        let mut nodes = HashMap::new();
        for number in all() {
            nodes.insert(number, graph.add(numbers.to_move(number).index() as u8, Class::Drawn));
        }
        for number in all() {
            let mut after = Vec::new();
            let standing = numbers.successors(number, &mut after);
            let begin = graph.successors.len();
            graph.successors.extend(after.iter().map(|next| nodes[next]));
            if standing == Standing::Lost {
                graph.successors.push(graph::end(Some(numbers.to_move(number).other())));
            }
            graph.begin[nodes[&number] as usize] = begin as u32;
            graph.count[nodes[&number] as usize] = (graph.successors.len() - begin) as u16;
        }
        let solved = with_control(|control| graph.solve(control)).unwrap();
        for number in all().filter(|&number| numbers.weight(number) > 0) {
            let code = Code::of(layers[number.layer as usize][number.index as usize]);
            let mut expected = solved[nodes[&number] as usize].value();
            // The graph has a last ply from each lost position to its end.
            if let Some(Value { plies: Some(plies), .. }) = &mut expected {
                *plies -= 1;
            }
            assert_eq!(counts::value_of(code, numbers.to_move(number), Class::Drawn), expected);
        }
    }
}

/// The class that a graph of few nodes comes to if each seat always does the same at a node, by trying all ways.
fn by_strategies(graph: &Graph, node: u32) -> Class {
    let nodes = || graph::ENDS as u32..graph.len() as u32;
    let choices = |seat: u8| -> Vec<Vec<u32>> {
        nodes().fold(vec![vec![0; graph.len()]], |chosen, node| {
            if graph.to_move[node as usize] != seat {
                return chosen;
            }
            let each = |chosen: &Vec<u32>| {
                let with = |&next: &u32| {
                    let mut chosen = chosen.clone();
                    chosen[node as usize] = next;
                    chosen
                };
                graph.successors(node).iter().map(with).collect::<Vec<_>>()
            };
            chosen.iter().flat_map(each).collect()
        })
    };
    let played = |first: &[u32], second: &[u32]| {
        let mut at = node;
        for _ in 0..graph.len() {
            match at {
                0 => return Class::Won,
                graph::DRAWN => return Class::Drawn,
                2 => return Class::Lost,
                _ => at = [first, second][graph.to_move[at as usize] as usize][at as usize],
            }
        }
        graph.endless[at as usize]
    };
    let second = choices(1);
    let worst = |first: Vec<u32>| second.iter().map(|second| played(&first, second)).min();
    choices(0).into_iter().filter_map(worst).max().unwrap()
}

#[test]
fn endless_play_has_the_value_that_strategies_make_of_it() {
    let mut rng = Rng::seed_from_u64(3);
    let mut below = |n: usize| (rng.next_u64() % n as u64) as usize;
    let kinds = [Class::EndlesslyLost, Class::Drawn, Class::EndlesslyWon];
    for _ in 0..3000 {
        let mut graph = Graph::new();
        for _ in 0..7 {
            graph.add(below(2) as u8, Class::Drawn);
        }
        for node in graph::ENDS..graph.len() {
            graph.begin[node] = graph.successors.len() as u32;
            let mut after: Vec<u32> = (0..=below(3)).map(|_| below(graph.len()) as u32).collect();
            after.sort_unstable();
            after.dedup();
            graph.count[node] = after.len() as u16;
            graph.successors.extend(after);
        }
        let components = components::of(graph.len(), |node| graph.successors(node));
        for members in components.iter() {
            let kind = kinds[below(3)];
            members.iter().for_each(|&node| graph.endless[node as usize] = kind);
        }
        let solved = with_control(|control| graph.solve(control)).unwrap();
        for (node, found) in solved.iter().enumerate().skip(graph::ENDS) {
            assert_eq!(found.class, by_strategies(&graph, node as u32));
        }
    }
}

#[test]
fn files_are_resumed_and_damage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let numbers = RandomNumbers::new(1, &[90, 200, 150]);
    let expected = tables_of(&numbers, Some(&path)).unwrap();
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(tables_of(&numbers, Some(&path)).unwrap(), expected);
    assert_eq!(TableFile::load(&path, &numbers).unwrap(), expected);
    // A layer that was not written to its end is solved again.
    for length in [whole.len() - 1, whole.len() - 150, whole.len() - 151, whole.len() - 300] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let error = TableFile::load(&path, &numbers).unwrap_err();
        assert!(error.to_string().contains("is missing"), "{error}");
        assert_eq!(tables_of(&numbers, Some(&path)).unwrap(), expected);
        assert!(std::fs::read(&path).unwrap() == whole);
    }
    // Whatever byte is another, the file is refused and stays.
    for at in (0..whole.len()).step_by(17) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        let error = tables_of(&numbers, Some(&path)).unwrap_err();
        assert!(matches!(&error, Unsolved::File(text) if text.contains("table")), "{error}");
        assert!(std::fs::read(&path).unwrap() == damaged);
    }
    std::fs::write(&path, "my notes").unwrap();
    assert!(tables_of(&numbers, Some(&path)).unwrap_err().to_string().contains("no table"));
    assert_eq!(std::fs::read(&path).unwrap(), b"my notes");
}

#[test]
fn a_table_of_other_rules_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let solve = |options: &str| {
        let game: CatchTheRabbit = game(&format!("catch-the-rabbit({options})"));
        let root = game.parse_position("...../...../..R../...../.h... h").unwrap();
        let (expander, root) = (erased(&game, options), held::<CatchTheRabbit>(&root));
        with_control(|control| Tables::solve(&*expander, root.at(0), Some(&path), control)).map(|_| ())
    };
    solve("rabbit_wins_at=0").unwrap();
    solve("rabbit_wins_at=0, hunters=10, first=hunters").unwrap();
    let error = solve("rabbit_wins_at=0, multi_jump=false").unwrap_err();
    assert!(error.to_string().contains("multi_jump=true rabbit_wins_at=0`, not of"), "{error}");
}

/// Why the start of a game is not solved.
fn refused<G: Described>(spec: &str, control: &Control) -> Unsolved {
    let expander = erased::<G>(&game(spec), spec);
    Tables::solve(&*expander, expander.start().at(0), None, control).map(|_| ()).unwrap_err()
}

#[test]
fn what_does_not_fit_is_refused_with_its_needs() {
    let rabbit = with_control(|control| refused::<CatchTheRabbit>("catch-the-rabbit", control));
    let Unsolved::TooLarge(Needs { positions, bytes, .. }) = rabbit else { panic!("too large") };
    assert!(positions > 8e7 && bytes > positions);
    let tafl = with_control(|control| refused::<Hnefatafl>("hnefatafl", control));
    let Unsolved::TooLarge(Needs { positions, .. }) = tafl else { panic!("too large") };
    assert!(positions > 1e6);
}

#[test]
fn games_of_another_kind_are_refused() {
    let four = with_control(|control| refused::<FourSeasons>("four-seasons", control)).to_string();
    assert_eq!(four, "retrograde analysis is for two seats, the game has 4");
    let mixed = with_control(|control| refused::<Frames>("frames", control)).to_string();
    assert_eq!(mixed, "retrograde analysis needs turns of single seats");
    let later = with_control(|control| refused::<Nibelungenlied>("nibelungenlied", control)).to_string();
    assert_eq!(later, "retrograde analysis needs turns of single seats");
}

#[test]
fn a_run_can_be_stopped() {
    let (stop, progress) = (AtomicBool::new(true), |_: &Progress| {});
    let control = Control { memory: 1 << 30, threads: 1, stop: &stop, progress: &progress };
    assert_eq!(refused::<CatchTheRabbit>("catch-the-rabbit", &control), Unsolved::Interrupted);
    assert_eq!(refused::<ThreeMensMorris>("three-mens-morris", &control), Unsolved::Interrupted);
}

/// About two minutes: `cargo test --release -p torneo-solve --lib -- --ignored twelve_hunters`.
#[test]
#[ignore = "minutes, and 200 MB"]
fn twelve_hunters_catch_the_rabbit_in_fifty_plies() {
    let (stop, progress) = (AtomicBool::new(false), |_: &Progress| {});
    let control = Control { memory: 300 << 20, threads: 2, stop: &stop, progress: &progress };
    let rabbit: CatchTheRabbit = game("catch-the-rabbit");
    let (expander, start) = (erased(&rabbit, ""), held::<CatchTheRabbit>(&rabbit.start()));
    let tables = Tables::solve(&*expander, start.at(0), None, &control).unwrap();
    let known = Known { expander, tables, game: rabbit.clone() };
    let hunters = |plies| Some(Some(Value { winner: Some(Seat::SECOND), plies: Some(plies) }));
    assert_eq!(known.value(&rabbit.start()), hunters(50));
    for (text, plies) in [("...../...../h.R../hhhhh/hhhhh r", 60), ("...../...../..R../hhhhh/hhhhh h", 73)] {
        assert_eq!(known.value(&rabbit.parse_position(text).unwrap()), hunters(plies));
    }
}
