//! Where the sites of a table lie in arrays.

use torneo_contract::scene::{Board, Scene, Site};

use crate::cells::Cells;

/// Sites with coordinates closer than this stand in one line.
const CLOSE: f32 = 0.01;
/// A board is a grid if at least one in this number of its cells is a site.
const SPARSE: usize = 4;
/// Rows and columns that a table which grows has at most.
const LARGEST: usize = 64;
/// Rows and columns that are added to the largest table that was seen.
const MARGIN: usize = 2;

/// The cells that stand for the sites of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Frame {
    /// Sites in rows and columns, by number.
    Grid {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// The cell of each site.
        cells: Cells,
    },
    /// Sites without rows and columns, in the order in which the board lists them.
    List {
        /// The cell of each site.
        cells: Cells,
    },
    /// The part of a growing table that is in use, from its upper left corner on.
    Window {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// The distance of rows.
        row: f32,
        /// The distance of columns.
        column: f32,
    },
}

/// The lines that coordinates form, in ascending order.
fn lines(coordinates: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut lines: Vec<f32> = coordinates.collect();
    lines.sort_by(f32::total_cmp);
    lines.dedup_by(|next, line| *next - *line < CLOSE);
    lines
}

/// The line on which a coordinate lies.
fn line_of(lines: &[f32], coordinate: f32) -> usize {
    lines.partition_point(|line| *line < coordinate - CLOSE)
}

impl Frame {
    /// The frame of a board; none if it has no sites of its own.
    pub fn of_board(board: &Board) -> Option<Frame> {
        if board.sites.is_empty() {
            return None;
        }
        let (rows, columns) =
            (lines(board.sites.iter().map(|site| site.y)), lines(board.sites.iter().map(|site| site.x)));
        let numbered = |cell: &dyn Fn(usize, &Site) -> usize| -> Cells {
            board.sites.iter().enumerate().map(|(index, site)| (site.id, cell(index, site))).collect()
        };
        let on_grid = numbered(&|_, site| line_of(&rows, site.y) * columns.len() + line_of(&columns, site.x));
        let mut used: Vec<usize> = board.sites.iter().filter_map(|site| on_grid.of(site.id)).collect();
        used.sort_unstable();
        used.dedup();
        let sites = board.sites.len();
        if used.len() == sites && rows.len() * columns.len() <= SPARSE * sites && rows.len() > 1 {
            return Some(Frame::Grid { rows: rows.len(), columns: columns.len(), cells: on_grid });
        }
        Some(Frame::List { cells: numbered(&|index, _| index) })
    }

    /// The frame of a table that grows, as it was in some scenes; a single cell if it never had sites.
    pub fn of_scenes<'a>(scenes: impl Iterator<Item = &'a [Site]> + Clone) -> Frame {
        let step = |of: fn(&Site) -> f32| {
            let steps = scenes.clone().flat_map(|sites| {
                let lines = lines(sites.iter().map(of));
                lines.windows(2).map(|two| two[1] - two[0]).collect::<Vec<_>>()
            });
            steps.fold(1.0_f32, f32::min)
        };
        let (row, column) = (step(|site| site.y), step(|site| site.x));
        let extent = |of: fn(&Site) -> f32, step: f32| {
            let width = |sites: &[Site]| {
                let (low, high) = bounds(sites.iter().map(of));
                ((high - low) / step).round() as usize + 1
            };
            scenes.clone().filter(|sites| !sites.is_empty()).map(width).max()
        };
        match (extent(|site| site.y, row), extent(|site| site.x, column)) {
            (Some(rows), Some(columns)) => {
                let limited = |lines: usize| (lines + MARGIN).min(LARGEST);
                Frame::Window { rows: limited(rows), columns: limited(columns), row, column }
            }
            _ => Frame::List { cells: Cells::default() },
        }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        match self {
            Frame::Grid { rows, columns, .. } | Frame::Window { rows, columns, .. } => rows * columns,
            Frame::List { cells } => cells.len(),
        }
    }

    /// Rows and columns, where there are any.
    pub fn grid(&self) -> Option<(usize, usize)> {
        match self {
            Frame::Grid { rows, columns, .. } | Frame::Window { rows, columns, .. } => {
                Some((*rows, *columns))
            }
            Frame::List { .. } => None,
        }
    }

    /// Whether sites lie elsewhere in each scene.
    pub fn grows(&self) -> bool {
        matches!(self, Frame::Window { .. })
    }

    /// Writes where the sites of a scene lie over `moving` if that is not the same in every scene.
    pub fn follow(&self, scene: &Scene, moving: &mut Cells) {
        let Frame::Window { rows, columns, row, column } = self else { return };
        moving.clear();
        let (left, _) = bounds(scene.sites.iter().map(|site| site.x));
        let (top, _) = bounds(scene.sites.iter().map(|site| site.y));
        for site in &scene.sites {
            let at_row = ((site.y - top) / row).round() as usize;
            let at_column = ((site.x - left) / column).round() as usize;
            if at_row < *rows && at_column < *columns {
                moving.insert(site.id, at_row * columns + at_column);
            }
        }
    }

    /// The cells of a scene after [`follow`](Frame::follow).
    pub fn located<'a>(&'a self, moving: &'a Cells) -> &'a Cells {
        match self {
            Frame::Grid { cells, .. } | Frame::List { cells } => cells,
            Frame::Window { .. } => moving,
        }
    }
}

/// The least and the greatest of some coordinates.
fn bounds(coordinates: impl Iterator<Item = f32>) -> (f32, f32) {
    coordinates.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
}
