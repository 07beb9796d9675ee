//! Retrograde analysis: from the ends of a game back to what every position is worth, with the plies to the
//! end.
//!
//! Positions are taken without their histories, so the value of a position does not depend on the way to it.
//! A forced win holds under every rule of repetition: its positions come nearer to the end with each ply, and
//! none comes twice. What endless play is worth ([`endless`](torneo_contract::Solving::cycle_value)) matters only
//! where nobody can force the end. Rules that end a game by its length are left out.
//!
//! Games with a [`Numbering`] have a byte for each number. In other games all positions below a root are
//! found first.

mod components;
mod counts;
mod explore;
mod file;
mod graph;
mod numbered;
mod solution;
#[cfg(test)]
mod tests;

use std::path::Path;

use rayon::ThreadPoolBuilder;
use torneo_contract::{Number, Numbering, Seat, Turn, refuse, refuse_if};

pub use counts::{Counts, Tally};
use explore::{FRESH, Nodes, explore};
use file::TableFile;
use graph::{Class, Graph, Solved};
use numbered::Code;
pub use solution::{LineEnd, Solution, solve};

use crate::{Control, Expander, Identity, Position, Positions, Successor, Successors, Unsolved, Value};

/// The values of all positions that a game can come to from a root.
pub struct Tables(Kind);

enum Kind {
    Numbered { layers: Vec<Vec<u8>>, endless: Class },
    Graph { root: Box<dyn Positions>, nodes: Nodes, before: Vec<u32>, graph: Graph, solved: Vec<Solved> },
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

/// The number of a legal action with what it is worth, plies counted from before it.
pub type Rated = (usize, Option<Value>);

impl Tables {
    /// Solves the game below `root`. With `file`, numbered positions are kept there, layer by layer; what it has
    /// already is not solved again.
    ///
    /// # Errors
    /// A game that does not fit the method or the memory, a file that is something else, or the end of the run from
    /// outside.
    pub fn solve(
        expander: &dyn Expander,
        root: Position<'_>,
        file: Option<&Path>,
        control: &Control,
    ) -> Result<Tables, Unsolved> {
        fits(expander, root)?;
        let threads = ThreadPoolBuilder::new().num_threads(control.threads).build();
        let threads = threads.map_err(|error| Unsolved::NoThread(error.to_string()))?;
        match (expander.numbering().zip(expander.number_of(root)), file) {
            (Some((numbering, number)), _) => {
                let endless = endless(expander, root);
                let solve = || solve_layers(numbering, expander.canonical(), number.layer + 1, file, control);
                Ok(Tables(Kind::Numbered { layers: threads.install(solve)?, endless }))
            }
            (None, Some(_)) => {
                refuse!("the game does not number its positions, so that they cannot be kept in a file")
            }
            (None, None) => threads.install(|| {
                let explored = explore(expander, root, control)?;
                let solved = explored.graph.solve(control)?;
                let mut fresh = expander.list();
                expander.enter(root, FRESH, &mut *fresh);
                let explore::Explored { graph, nodes, before } = explored;
                Ok(Tables(Kind::Graph { root: fresh, nodes, before, graph, solved }))
            }),
        }
    }

    /// The tables of a file, without solving anything.
    ///
    /// # Errors
    /// A game without numbered positions, or a file that is not there, damaged, incomplete or of another game.
    pub fn load(expander: &dyn Expander, file: &Path) -> Result<Tables, Unsolved> {
        let Some(numbering) = expander.numbering() else {
            refuse!("the game does not number its positions");
        };
        let layers = TableFile::load(file, numbering)?;
        let endless = endless(expander, expander.start().at(0));
        Ok(Tables(Kind::Numbered { layers, endless }))
    }

    /// What a position is worth without its history. The outer none means that the tables do not have it, the
    /// inner one that its value depends on the history.
    pub fn value(&self, expander: &dyn Expander, position: Position<'_>) -> Option<Option<Value>> {
        if expander.turn(position) == Turn::Over {
            let winner = expander.winner(position);
            return Some(Some(Value { winner, plies: winner.map(|_| 0) }));
        }
        self.look_up(expander, position, || expander.key(position, Identity::Fresh))
    }

    /// The value of a position that is not over.
    fn look_up(
        &self,
        expander: &dyn Expander,
        position: Position<'_>,
        hash: impl Fn() -> u64,
    ) -> Option<Option<Value>> {
        match &self.0 {
            Kind::Numbered { layers, endless } => {
                let (numbering, number) = expander.numbering().zip(expander.number_of(position))?;
                let byte = layers.get(number.layer as usize)?[number.index as usize];
                Some(counts::value_of(Code::of(byte), numbering.to_move(number), *endless))
            }
            Kind::Graph { nodes, solved, .. } => {
                nodes.get(&hash()).map(|&node| solved[node as usize].value())
            }
        }
    }

    /// The actions of the seat to move, in their order, with what each is worth. An action that ends the game by its
    /// history too is worth what it brings; beyond that histories are left out. None if the tables do not have the
    /// position.
    pub fn rate(&self, expander: &dyn Expander, position: Position<'_>) -> Option<Vec<Rated>> {
        let mut next = Successors::new(expander);
        expander.expand(position, FRESH, &mut next);
        let value = |(number, found): (usize, &Successor)| {
            let value = match found.end {
                Some(end) => Some(Value { winner: end.winner, plies: end.winner.map(|_| 0) }),
                None => self.look_up(expander, next.positions.at(number), || found.key)?,
            };
            let later = |value: Value| Value { plies: value.plies.map(|plies| plies + 1), ..value };
            Some((number, value.map(later)))
        };
        next.all.iter().enumerate().map(value).collect()
    }

    /// The best of the actions, in their order, with what they are worth.
    pub fn best(&self, expander: &dyn Expander, position: Position<'_>) -> Option<Vec<Rated>> {
        let Turn::Seat(seat) = expander.turn(position) else { return Some(Vec::new()) };
        let mut rated = self.rate(expander, position)?;
        let most = rated.iter().map(|&(_, value)| Value::preference(value, seat)).max();
        rated.retain(|&(_, value)| Some(Value::preference(value, seat)) == most);
        Some(rated)
    }

    /// Whether every position has a value.
    pub fn is_complete(&self) -> bool {
        match &self.0 {
            Kind::Numbered { endless, .. } => *endless != Class::Unknown,
            Kind::Graph { solved, .. } => solved.iter().all(|solved| solved.class != Class::Unknown),
        }
    }

    /// Bytes of the tables themselves.
    pub fn bytes(&self) -> u64 {
        match &self.0 {
            Kind::Numbered { layers, .. } => layers.iter().map(|layer| layer.len() as u64).sum(),
            Kind::Graph { graph, .. } => explore::bytes(graph.len(), graph.successors.len()),
        }
    }

    /// The chance that two positions were taken for one, where they are told apart by hashes of 64 bits alone.
    pub fn collision_chance(&self) -> f64 {
        match &self.0 {
            Kind::Numbered { .. } => 0.0,
            Kind::Graph { graph, .. } => (graph.len() as f64).powi(2) / 2f64.powi(65),
        }
    }

    /// Counts the positions by value, layer by layer.
    ///
    /// # Errors
    /// [`Unsolved::Interrupted`].
    pub fn count(&self, expander: &dyn Expander, control: &Control) -> Result<Vec<Layer>, Unsolved> {
        let layer = |name: String, counts: Counts, text: &dyn Fn(u32) -> String| {
            let longest = counts.longest.map(|longest| longest.map(|(_, number)| text(number)));
            Layer { name, counts, longest }
        };
        match &self.0 {
            Kind::Numbered { layers, endless } => {
                let Some(numbering) = expander.numbering() else { return Ok(Vec::new()) };
                let one = |(number, bytes): (u32, &Vec<u8>)| {
                    let counts = Counts::of_layer(numbering, number, bytes, *endless, control)?;
                    let text =
                        |index| expander.text(expander.position_of(Number { layer: number, index }).at(0));
                    Ok(layer(numbering.layer_name(number), counts, &text))
                };
                (0..).zip(layers).map(one).collect()
            }
            Kind::Graph { root, before, graph, solved, nodes } => {
                let text = |node| expander.text(find(expander, root.at(0), before, nodes, node).at(0));
                Ok(vec![layer("all".to_owned(), Counts::of_graph(graph, solved), &text)])
            }
        }
    }
}

/// Whether the method takes the kind of game.
fn fits(expander: &dyn Expander, root: Position<'_>) -> Result<(), Unsolved> {
    let seats = expander.seats();
    refuse_if!(seats != 2, "retrograde analysis is for two seats, the game has {seats}");
    let is_single = matches!(expander.turn(root), Turn::Seat(_));
    refuse_if!(!is_single, "retrograde analysis needs turns of single seats");
    Ok(())
}

/// A list of the position of a node, by the way on which it was found.
fn find(
    expander: &dyn Expander,
    root: Position<'_>,
    before: &[u32],
    nodes: &Nodes,
    node: u32,
) -> Box<dyn Positions> {
    let first = nodes[&expander.key(root, Identity::Fresh)];
    let back = std::iter::successors(Some(node), |&node| (node != first).then(|| before[node as usize]));
    let mut path: Vec<u32> = back.collect();
    path.pop();
    let (mut position, mut next) = (expander.list(), Successors::new(expander));
    position.push(root);
    while let Some(wanted) = path.pop() {
        expander.expand(position.at(0), FRESH, &mut next);
        let leads = |found: &Successor| found.end.is_none() && nodes[&found.key] == wanted;
        let number = next.all.iter().position(leads).expect("a move leads from each node to the next");
        position.set(next.positions.at(number));
    }
    position
}

/// What play without end is worth.
fn endless(expander: &dyn Expander, position: Position<'_>) -> Class {
    match expander.cycle_value(position).map(|ending| ending.winner) {
        None => Class::Unknown,
        Some(None) => Class::Drawn,
        Some(Some(Seat::FIRST)) => Class::EndlesslyWon,
        Some(Some(_)) => Class::EndlesslyLost,
    }
}

/// Solves the first `count` layers, or takes them from the file.
fn solve_layers(
    numbering: &dyn Numbering,
    canonical: &str,
    count: u32,
    file: Option<&Path>,
    control: &Control,
) -> Result<Vec<Vec<u8>>, Unsolved> {
    let needs = numbered::needs(numbering, count, control.threads);
    refuse_if!(needs.bytes > control.memory as f64, Unsolved::TooLarge(needs));
    let (mut file, mut layers) = match file {
        Some(path) => {
            let (file, layers) = TableFile::open(path, numbering, canonical)?;
            (Some(file), layers)
        }
        None => (None, Vec::new()),
    };
    for layer in layers.len() as u32..count {
        control.check()?;
        let bytes = numbered::solve_layer(numbering, layer, &layers, control)?;
        if let Some(file) = &mut file {
            file.add(layer, &bytes)?;
        }
        layers.push(bytes);
    }
    layers.truncate(count as usize);
    Ok(layers)
}
