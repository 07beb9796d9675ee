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
/// Cells that a window which stays in its place has at most.
const MOST_CELLS: i32 = 19 * 19;
/// By how much each row may be shifted against the one before, in distances of neighbouring sites: rows of hexagons then stand
/// in columns.
const SLANTS: [f32; 3] = [0.0, 0.5, -0.5];

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
        /// Where the window lies, if it stays in its place.
        fixed: Option<Fixed>,
    },
}

/// Where a window lies that stays in its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fixed {
    /// The first site of the game.
    origin: (f32, f32),
    /// By how much each row is shifted against the one before.
    slant: f32,
    /// The row and the column of the window's corner, counted from the origin.
    corner: (i32, i32),
}

impl Fixed {
    /// The row and the column of a site, counted from the origin.
    fn line_and_column(&self, site: &Site, row: f32, column: f32) -> (i32, i32) {
        let line = ((site.y - self.origin.1) / row).round();
        let along = site.x - self.origin.0 + self.slant * line;
        (line as i32, (along / column).round() as i32)
    }
}

/// Coordinates in which each row, or each column, is shifted against the one before.
fn slanted(sites: &[Site], slant: f32, by_rows: bool) -> Vec<(f32, f32)> {
    let along = |site: &Site| if by_rows { site.y } else { site.x };
    let across = lines(sites.iter().map(along));
    let shifted = |site: &Site| {
        let shift = slant * line_of(&across, along(site)) as f32;
        if by_rows { (site.x + shift, site.y) } else { (site.x, site.y + shift) }
    };
    sites.iter().map(shifted).collect()
}

/// How many cells the rows and columns of some coordinates have.
fn area(points: &[(f32, f32)]) -> usize {
    let (rows, columns) = (lines(points.iter().map(|at| at.1)), lines(points.iter().map(|at| at.0)));
    rows.len() * columns.len()
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
    /// The frame of a board; none if it has no sites of its own. Hexagons stand in slanted rows or columns where that is asked
    /// for: in those that have the fewest cells.
    pub fn of_board(board: &Board, may_slant: bool) -> Option<Frame> {
        let sites = &board.sites;
        let points = match may_slant {
            false => slanted(sites, 0.0, true),
            true => {
                let ways = [true, false].into_iter().flat_map(|by_rows| SLANTS.map(|slant| (slant, by_rows)));
                ways.map(|(slant, by_rows)| slanted(sites, slant, by_rows))
                    .min_by_key(|points| area(points))?
            }
        };
        if sites.is_empty() {
            return None;
        }
        let (rows, columns) = (lines(points.iter().map(|at| at.1)), lines(points.iter().map(|at| at.0)));
        let numbered = |cell: &dyn Fn(usize) -> usize| -> Cells {
            sites.iter().enumerate().map(|(index, site)| (site.id, cell(index))).collect()
        };
        let cell = |index: usize| {
            line_of(&rows, points[index].1) * columns.len() + line_of(&columns, points[index].0)
        };
        let on_grid = numbered(&cell);
        let mut used: Vec<usize> = (0..sites.len()).map(cell).collect();
        used.sort_unstable();
        used.dedup();
        if used.len() == sites.len() && rows.len() * columns.len() <= SPARSE * sites.len() && rows.len() > 1 {
            return Some(Frame::Grid { rows: rows.len(), columns: columns.len(), cells: on_grid });
        }
        Some(Frame::List { cells: numbered(&|index| index) })
    }

    /// A window on a table that grows, as it was in some scenes, that stays where the first site lies: as much of what was seen
    /// as it has room for. A single cell if there never were sites.
    pub fn staying<'a>(scenes: impl Iterator<Item = &'a [Site]> + Clone) -> Frame {
        let Frame::Window { row, .. } = Frame::of_scenes(scenes.clone()) else {
            return Frame::List { cells: Cells::default() };
        };
        let all = || scenes.clone().flatten();
        let first = all().next().expect("the table has sites");
        let origin = (first.x, first.y);
        let seen = |slant| {
            let fixed = Fixed { origin, slant, corner: (0, 0) };
            let columns = lines(all().map(|site| {
                let (line, _) = fixed.line_and_column(site, row, 1.0);
                site.x - origin.0 + slant * line as f32
            }));
            let column = columns.windows(2).map(|two| two[1] - two[0]).fold(1.0_f32, f32::min);
            let places: Vec<(i32, i32)> =
                all().map(|site| fixed.line_and_column(site, row, column)).collect();
            (Extent::of(&places), fixed, column, places)
        };
        let (mut extent, fixed, column, places) =
            SLANTS.map(seen).into_iter().min_by_key(|(extent, ..)| extent.cells()).expect("there are three");
        extent.shrink(&places);
        let (rows, columns) = (extent.rows(), extent.columns());
        let fixed = Some(Fixed { corner: (extent.top, extent.left), ..fixed });
        Frame::Window { rows: rows as usize, columns: columns as usize, row, column, fixed }
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
                Frame::Window { rows: limited(rows), columns: limited(columns), row, column, fixed: None }
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
        let Frame::Window { rows, columns, row, column, fixed } = self else { return };
        moving.clear();
        if let Some(fixed) = fixed {
            for site in &scene.sites {
                let (line, along) = fixed.line_and_column(site, *row, *column);
                let (line, along) = (line - fixed.corner.0, along - fixed.corner.1);
                if (0..*rows as i32).contains(&line) && (0..*columns as i32).contains(&along) {
                    moving.insert(site.id, line as usize * columns + along as usize);
                }
            }
            return;
        }
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

/// The rows and columns of a window.
struct Extent {
    top: i32,
    bottom: i32,
    left: i32,
    right: i32,
}

impl Extent {
    /// What these places need, and a line more on each side.
    fn of(places: &[(i32, i32)]) -> Extent {
        let start = Extent { top: -1, bottom: 1, left: -1, right: 1 };
        places.iter().fold(start, |extent, &(line, column)| Extent {
            top: extent.top.min(line - 1),
            bottom: extent.bottom.max(line + 1),
            left: extent.left.min(column - 1),
            right: extent.right.max(column + 1),
        })
    }

    fn rows(&self) -> i32 {
        self.bottom - self.top + 1
    }

    fn columns(&self) -> i32 {
        self.right - self.left + 1
    }

    fn cells(&self) -> i32 {
        self.rows() * self.columns()
    }

    /// Leaves out the outer lines with the fewest places until few enough cells are left.
    fn shrink(&mut self, places: &[(i32, i32)]) {
        while self.cells() > MOST_CELLS {
            let on = |has: &dyn Fn(&(i32, i32)) -> bool| places.iter().filter(|place| has(place)).count();
            let lines = [
                on(&|place| place.0 == self.top),
                on(&|place| place.0 == self.bottom),
                on(&|place| place.1 == self.left),
                on(&|place| place.1 == self.right),
            ];
            match (0..4).min_by_key(|&line| lines[line]) {
                Some(0) => self.top += 1,
                Some(1) => self.bottom -= 1,
                Some(2) => self.left += 1,
                _ => self.right -= 1,
            }
        }
    }
}
