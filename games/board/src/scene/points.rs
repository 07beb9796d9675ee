//! Boards of points on lines.

use torneo_contract::scene::{Board, Shape, Site, Surface};

use super::{edge_labels, line};
use crate::point_graph::PointGraph;
use crate::text;

/// The crossings of files and ranks, numbered `rank * files + file`.
pub fn crossings(files: usize, ranks: usize) -> Board {
    let site = |id: usize| {
        let (file, rank) = (id % files, id / files);
        Site::new(id, text::square_name(file, rank), (file as f32, (ranks - 1 - rank) as f32), Shape::Point)
    };
    let (right, bottom) = ((files - 1) as f32, (ranks - 1) as f32);
    let across = (0..ranks).map(|rank| line([(0.0, rank as f32), (right, rank as f32)]));
    let along = (0..files).map(|file| line([(file as f32, 0.0), (file as f32, bottom)]));
    Board {
        sites: (0..files * ranks).map(site).collect(),
        lines: across.chain(along).collect(),
        labels: edge_labels(files, ranks, 0.0, bottom, 1.0),
        surface: Surface::Wood,
        ..Board::default()
    }
}

/// The points and lines of a graph on a number of files and ranks. `place` says where each point is, from the
/// upper left.
pub fn graph(graph: &PointGraph, files: usize, ranks: usize, place: impl Fn(usize) -> (f32, f32)) -> Board {
    let site = |id: usize| Site::new(id, graph.name(id).to_owned(), place(id), Shape::Point);
    Board {
        sites: (0..graph.points()).map(site).collect(),
        lines: graph.lines().iter().map(|points| line(points.iter().map(|&id| place(id)))).collect(),
        labels: edge_labels(files, ranks, 0.0, (ranks - 1) as f32, 1.0),
        surface: Surface::Wood,
        ..Board::default()
    }
}

/// A square lattice as [`crate::point_graph::lattice::graph`] numbers it.
pub fn lattice(lattice: &PointGraph, side: usize) -> Board {
    graph(lattice, side, side, |point| ((point % side) as f32, (side - 1 - point / side) as f32))
}
