//! Retrograde analysis: from the ends of a game back to what every position is worth, with the plies to the end.
//!
//! Positions are taken without their histories, so that what a position is worth does not depend on the way to it.
//! A forced win holds under every rule of repetition, for its positions come nearer to the end with each ply and none
//! comes twice; only where nobody can force the end does it matter what endless play is worth
//! ([`Game::endless`]). Rules that end a game by its length are left out.
//!
//! Games with a [`Ranking`](torneo_contract::Ranking) have a byte for each number; of other games all
//! positions below a root are found first.

mod components;
mod counts;
mod explore;
mod file;
mod graph;
mod ranked;
#[cfg(test)]
mod tests;

use std::path::Path;

use rayon::ThreadPoolBuilder;
use torneo_contract::{Playable, Rank, RankedSpace, Ranking, Turn};

pub use counts::{Counts, Tally};
use explore::{Nodes, explore};
use file::TableFile;
use graph::{Class, Graph, Solved};
use ranked::Code;

use super::{Control, Unsolved, Value};

/// The values of all positions that a game can come to from a root.
pub struct Tables<G: Playable>(Kind<G>);

enum Kind<G: Playable> {
    Ranked { space: Box<dyn RankedSpace<G::Position>>, layers: Vec<Vec<u8>>, endless: Class },
    Graph { root: G::Position, nodes: Nodes, before: Vec<u32>, graph: Graph, solved: Vec<Solved> },
}

/// The counts of one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// What the layer holds; `all` if there are no layers.
    pub name: String,
    /// Its positions by value.
    pub counts: Counts,
    /// The texts of the positions of `counts.longest`.
    pub longest: [Option<String>; 2],
}

/// An action with what it is worth, plies counted from before it.
pub type Rated<A> = (A, Option<Value>);

impl<G: Playable> Tables<G> {
    /// Solves the game below `root`. With `file`, numbered positions are kept there, layer by layer; what it has
    /// already is not solved again. `canonical` is the game's specification.
    ///
    /// # Errors
    /// A game that does not fit the method or the memory, a file that is something else, or the end of the run from
    /// outside.
    pub fn solve(
        game: &G,
        canonical: &str,
        root: &G::Position,
        file: Option<&Path>,
        control: &Control,
    ) -> Result<Tables<G>, Unsolved> {
        if game.seats() != 2 {
            let seats = game.seats();
            return Err(Unsolved::Unfit(format!(
                "retrograde analysis is for two seats, the game has {seats}"
            )));
        }
        if !matches!(game.turn(root), Turn::Seat(_)) {
            return Err(Unsolved::Unfit("retrograde analysis needs turns of single seats".to_owned()));
        }
        let threads = ThreadPoolBuilder::new().num_threads(control.threads).build();
        let threads = threads.map_err(|error| Unsolved::Unfit(error.to_string()))?;
        match (game.ranking(), file) {
            (Some(space), _) => {
                let count = space.rank(root).layer + 1;
                let endless = endless(game, root);
                let ranking: &dyn Ranking = &*space;
                let layers = threads.install(|| solve_layers(ranking, canonical, count, file, control))?;
                Ok(Tables(Kind::Ranked { space, layers, endless }))
            }
            (None, Some(_)) => Err(Unsolved::Unfit(
                "the game does not number its positions, so that they cannot be kept in a file".to_owned(),
            )),
            (None, None) => threads.install(|| {
                let explored = explore(game, root, control)?;
                let solved = explored.graph.solve(control)?;
                let mut root = root.clone();
                game.forget_history(&mut root);
                let explore::Explored { graph, nodes, before } = explored;
                Ok(Tables(Kind::Graph { root, nodes, before, graph, solved }))
            }),
        }
    }

    /// The tables of a file, without solving anything.
    ///
    /// # Errors
    /// A game without numbered positions, or a file that is not there, damaged, incomplete or of another game.
    pub fn load(game: &G, file: &Path) -> Result<Tables<G>, Unsolved> {
        let Some(space) = game.ranking() else {
            return Err(Unsolved::Unfit("the game does not number its positions".to_owned()));
        };
        let layers = TableFile::load(file, &*space)?;
        let endless = endless(game, &game.start());
        Ok(Tables(Kind::Ranked { space, layers, endless }))
    }

    /// What a position is worth without its history; the outer none if the tables do not have it, the inner if its
    /// value depends on the history.
    pub fn value(&self, game: &G, position: &G::Position) -> Option<Option<Value>> {
        if game.turn(position) == Turn::Over {
            let winner = game.outcome(position).winner();
            return Some(Some(Value { winner, plies: winner.map(|_| 0) }));
        }
        match &self.0 {
            Kind::Ranked { space, layers, endless } => {
                let rank = space.rank(position);
                let byte = layers.get(rank.layer as usize)?[rank.index as usize];
                Some(counts::value_of(Code::of(byte), space.to_move(rank), *endless))
            }
            Kind::Graph { nodes, solved, .. } => {
                nodes.get(&game.hash(position)).map(|&node| solved[node as usize].value())
            }
        }
    }

    /// The actions of the seat to move with what each is worth. An action that ends the game by its history too is
    /// worth what it brings; beyond that histories are left out. None if the tables do not have the position.
    pub fn rate(&self, game: &G, position: &G::Position) -> Option<Vec<Rated<G::Action>>> {
        let Turn::Seat(seat) = game.turn(position) else { return Some(Vec::new()) };
        let mut actions = Vec::new();
        game.actions(position, seat, &mut actions);
        let mut next = position.clone();
        let rated = actions.into_iter().map(|action| {
            next.clone_from(position);
            game.apply(&mut next, action);
            let value = self.value(game, &next)?;
            let later = |value: Value| Value { plies: value.plies.map(|plies| plies + 1), ..value };
            Some((action, value.map(later)))
        });
        rated.collect()
    }

    /// The best of the actions, in their order, with what they are worth.
    pub fn best(&self, game: &G, position: &G::Position) -> Option<Vec<Rated<G::Action>>> {
        let Turn::Seat(seat) = game.turn(position) else { return Some(Vec::new()) };
        let mut rated = self.rate(game, position)?;
        let most = rated.iter().map(|&(_, value)| Value::preference(value, seat)).max();
        rated.retain(|&(_, value)| Some(Value::preference(value, seat)) == most);
        Some(rated)
    }

    /// Whether every position has a value.
    pub fn is_complete(&self) -> bool {
        match &self.0 {
            Kind::Ranked { endless, .. } => *endless != Class::Unknown,
            Kind::Graph { solved, .. } => solved.iter().all(|solved| solved.class != Class::Unknown),
        }
    }

    /// Bytes of the tables themselves.
    pub fn bytes(&self) -> u64 {
        match &self.0 {
            Kind::Ranked { layers, .. } => layers.iter().map(|layer| layer.len() as u64).sum(),
            Kind::Graph { graph, .. } => explore::bytes(graph.len(), graph.successors.len()),
        }
    }

    /// The chance that two positions were taken for one, where they are told apart by hashes of 64 bits alone.
    pub fn collision_chance(&self) -> f64 {
        match &self.0 {
            Kind::Ranked { .. } => 0.0,
            Kind::Graph { graph, .. } => (graph.len() as f64).powi(2) / 2f64.powi(65),
        }
    }

    /// Counts the positions by value, layer by layer.
    ///
    /// # Errors
    /// [`Unsolved::Interrupted`].
    pub fn count(&self, game: &G, control: &Control) -> Result<Vec<Layer>, Unsolved> {
        let layer = |name: String, counts: Counts, text: &dyn Fn(u32) -> String| {
            let longest = counts.longest.map(|longest| longest.map(|(_, number)| text(number)));
            Layer { name, counts, longest }
        };
        match &self.0 {
            Kind::Ranked { space, layers, endless } => {
                let one = |(number, bytes): (u32, &Vec<u8>)| {
                    let counts = Counts::of_layer(&**space, number, bytes, *endless, control)?;
                    let text = |index| game.position_text(&space.unrank(Rank { layer: number, index }));
                    Ok(layer(space.layer_name(number), counts, &text))
                };
                (0..).zip(layers).map(one).collect()
            }
            Kind::Graph { root, before, graph, solved, nodes } => {
                let text = |node| game.position_text(&find(game, root, before, nodes, node));
                Ok(vec![layer("all".to_owned(), Counts::of_graph(graph, solved), &text)])
            }
        }
    }
}

/// The position of a node, by the way on which it was found.
fn find<G: Playable>(game: &G, root: &G::Position, before: &[u32], nodes: &Nodes, node: u32) -> G::Position {
    let first = nodes[&game.hash(root)];
    let back = std::iter::successors(Some(node), |&node| (node != first).then(|| before[node as usize]));
    let mut way: Vec<u32> = back.collect();
    way.pop();
    let mut position = root.clone();
    let mut actions = Vec::new();
    while let (Some(wanted), Turn::Seat(seat)) = (way.pop(), game.turn(&position)) {
        actions.clear();
        game.actions(&position, seat, &mut actions);
        let next = actions.iter().find_map(|&action| {
            let mut next = position.clone();
            let hash = explore::step(game, &mut next, action).ok()?;
            (nodes[&hash] == wanted).then_some(next)
        });
        position = next.expect("a move leads from each node to the next");
    }
    position
}

/// What play without end is worth.
fn endless<G: Playable>(game: &G, position: &G::Position) -> Class {
    Class::of_endless(game.endless(position).map(|ending| ending.winner))
}

/// Solves the first `count` layers, or takes them from the file.
fn solve_layers(
    ranking: &dyn Ranking,
    canonical: &str,
    count: u32,
    file: Option<&Path>,
    control: &Control,
) -> Result<Vec<Vec<u8>>, Unsolved> {
    let needs = ranked::needs(ranking, 0, count, control.threads);
    if needs.bytes > control.memory as f64 {
        return Err(Unsolved::TooLarge(needs));
    }
    let (mut file, mut layers) = match file {
        Some(path) => {
            let (file, layers) = TableFile::open(path, ranking, canonical)?;
            (Some(file), layers)
        }
        None => (None, Vec::new()),
    };
    for layer in layers.len() as u32..count {
        control.check()?;
        let bytes = ranked::solve_layer(ranking, layer, &layers, control)?;
        if let Some(file) = &mut file {
            file.add(layer, &bytes)?;
        }
        layers.push(bytes);
    }
    layers.truncate(count as usize);
    Ok(layers)
}
