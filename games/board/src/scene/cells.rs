//! Boards of cells: squares, hexagons, triangles, levels, pits.

use torneo_contract::scene::{Board, Shape, Site, Surface, Tone, View};

use super::{edge_labels, label};
use crate::hex::HexBoard;
use crate::text;

/// Half the height of a row of hexagons or triangles: the sine of 60 degrees.
const ROW: f32 = 0.866_025_4;

/// A board of squares, chequered with a dark one at the lower left, numbered `rank * files + file`.
pub fn squares(files: usize, ranks: usize) -> Board {
    let site = |id: usize| square(id, id % files, id / files, ranks, 0.0);
    Board {
        sites: (0..files * ranks).map(site).collect(),
        labels: edge_labels(files, ranks, 0.0, (ranks - 1) as f32, 0.85),
        ..Board::default()
    }
}

fn square(id: usize, file: usize, rank: usize, ranks: usize, left: f32) -> Site {
    let at = (left + file as f32, (ranks - 1 - rank) as f32);
    let tone = if (file + rank).is_multiple_of(2) { Tone::Dark } else { Tone::Light };
    Site { tone, ..Site::new(id, text::square_name(file, rank), at, Shape::Square) }
}

/// Boards of squares on several levels side by side, the lowest at the left, numbered level by level as
/// [`squares`]. `name` writes a site's name from level, file and rank.
pub fn levels(
    files: usize,
    ranks: usize,
    levels: usize,
    name: impl Fn(usize, usize, usize) -> String,
) -> Board {
    let mut board = Board { view: View::Levels, ..Board::default() };
    for level in 0..levels {
        let left = level as f32 * (files as f32 + 1.2);
        for cell in 0..files * ranks {
            let (file, rank) = (cell % files, cell / files);
            let site = square(level * files * ranks + cell, file, rank, ranks, left);
            let even = (file + rank + level) % 2 == 0;
            let tone = if even { Tone::Dark } else { Tone::Light };
            board.sites.push(Site { name: name(level, file, rank), z: level as u8, tone, ..site });
        }
        let files_only = if level == 0 { ranks } else { 0 };
        board.labels.extend(edge_labels(files, files_only, left, (ranks - 1) as f32, 0.85));
        board.labels.push(label(format!("level {}", level + 1), left + (files - 1) as f32 / 2.0, -0.85));
    }
    board
}

/// A cell of a board without an order of its own.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The number of the site.
    pub id: usize,
    /// Its name.
    pub name: String,
    /// Its column, in steps to the right along its row.
    pub column: f32,
    /// Its row, the first at the top.
    pub row: usize,
}

/// A board of hexagons with a corner at the top: rows from the top, columns in whole steps, every row shifted as its columns
/// say. Three tones, so that no two neighbours are alike, where `coloured`.
pub fn hexagons(cells: impl IntoIterator<Item = Cells>, coloured: bool) -> Board {
    let site = |cell: Cells| {
        let doubled = (2.0 * cell.column).round() as i32;
        let tone = match (doubled + 3 * cell.row as i32).rem_euclid(6) / 2 {
            _ if !coloured => Tone::Light,
            0 => Tone::Light,
            1 => Tone::Middle,
            _ => Tone::Dark,
        };
        let at = (cell.column, cell.row as f32 * ROW);
        Site { tone, ..Site::new(cell.id, cell.name, at, Shape::HexPointy) }
    };
    Board { sites: cells.into_iter().map(site).collect(), ..Board::default() }
}

/// A hexagon of hexagons, numbered as [`HexBoard`]; the first cell of each row is labelled.
pub fn hexagon(hex: &HexBoard, name: impl Fn(usize) -> String) -> Board {
    let place = |cell: usize| {
        let (_, row) = hex.column_and_row(cell);
        (hex.indent(row) as f32 / 2.0 + (cell - hex.row(row).start) as f32, row)
    };
    let cell = |id: usize| {
        let (column, row) = place(id);
        Cells { id, name: name(id), column, row }
    };
    let labels = (0..hex.rows()).map(|row| {
        let first = hex.row(row).start;
        label(name(first), place(first).0 - 0.95, row as f32 * ROW)
    });
    Board { labels: labels.collect(), ..hexagons((0..hex.cells()).map(cell), false) }
}

/// A board of triangles with sides of 1: columns in steps of a half, and whether the corner is at the top.
pub fn triangles(cells: impl IntoIterator<Item = (Cells, bool)>) -> Board {
    let site = |(cell, up): (Cells, bool)| {
        let middle = if up { ROW / 6.0 } else { -ROW / 6.0 };
        let at = (cell.column / 2.0, cell.row as f32 * ROW + middle);
        let tone = if up { Tone::Light } else { Tone::Dark };
        Site { tone, ..Site::new(cell.id, cell.name, at, Shape::Triangle { up }) }
    };
    Board { sites: cells.into_iter().map(site).collect(), ..Board::default() }
}

/// Two rows of pits: `near` from left to right below, `far` from left to right above, each a number and a name, and the
/// stores at the left and at the right of them.
pub fn pits(near: &[(usize, String)], far: &[(usize, String)], stores: [(usize, &str); 2]) -> Board {
    let mut board = Board { surface: Surface::Wood, ..Board::default() };
    let pit = |id: usize, name: &str, at: (f32, f32)| Site::new(id, name.to_owned(), at, Shape::Pit);
    for (row, pits) in [far, near].into_iter().enumerate() {
        for (column, (id, name)) in pits.iter().enumerate() {
            board.labels.push(label(name, column as f32, if row == 0 { -0.85 } else { 1.85 }));
            board.sites.push(pit(*id, name, (column as f32, row as f32)));
        }
    }
    for ((id, name), x) in stores.into_iter().zip([-1.2, near.len() as f32 + 0.2]) {
        board.sites.push(Site { tone: Tone::Special, ..pit(id, name, (x, 0.5)) });
    }
    board
}
