//! How a board lies in its picture: turned around, and with one level large and the others small where there is no room for all.

use torneo_contract::Seat;
use torneo_contract::scene::{Board, Glyph, Label, Mark, Scene, Shape, Site, View};

use crate::Style;
use crate::geometry::Extent;

/// Fewest pixels of a square with which all levels stand side by side, equally large.
const SIDE_BY_SIDE: f32 = 36.0;
/// Narrower pictures, in pixels, have the small levels below the large one; in wider ones they are beside it.
const BESIDE: u32 = 420;
/// The size of a small level in parts of a large one: two of them are as long as it, with the gap between them.
const SMALL: f32 = 0.45;
/// Room around a small level, in units of the board: above it is its name.
const GAP: f32 = 0.8;

/// The board as a picture of this style shows it, with the level `active` large.
pub fn board(board: &Board, style: Style, active: Option<u8>) -> Board {
    let mut changed = board.clone();
    if let Some(active) = active {
        Levels::of(board).arrange(&mut changed, active, style.size < BESIDE);
    }
    if style.turned {
        changed.sites.iter_mut().for_each(turn_site);
        changed.labels.iter_mut().for_each(turn_label);
        let points = changed.lines.iter_mut().flat_map(|line| &mut line.path);
        points.for_each(|(x, y)| (*x, *y) = (-*x, -*y));
    }
    changed
}

/// The level that is large in the picture of a scene; none where all are, and on boards of one level.
///
/// It is the one that the style names. Else it is where the last ply went; before the first ply, where most of what belongs to the
/// seat to move stands.
pub fn active(board: &Board, scene: &Scene, style: Style) -> Option<u8> {
    if board.view != View::Levels {
        return None;
    }
    let extent = extent(board.sites.iter());
    if style.size as f32 / (extent.width() + 2.0 * GAP) >= SIDE_BY_SIDE {
        return None;
    }
    let level = |id: u32| board.sites.iter().find(|site| site.id == id).map(|site| site.z);
    let last = scene.marks.iter().rev().find_map(|mark| match mark {
        Mark::Move(path) => path.last().and_then(|&id| level(id)),
        Mark::Enter(id) => level(*id),
        _ => None,
    });
    let mover = scene.to_choose.first().copied().unwrap_or(Seat::FIRST);
    let owned = |of: u8| {
        let own = scene.items.iter().filter(|item| item.owner == Some(mover));
        own.filter(|item| item.at.id().and_then(level) == Some(of)).count()
    };
    let levels = board.sites.iter().map(|site| site.z).max().unwrap_or(0);
    let fullest = (0..=levels).rev().max_by_key(|&level| owned(level));
    style.level.filter(|&level| level <= levels).or(last).or(fullest)
}

/// Around the squares of some sites.
fn extent<'a>(sites: impl Iterator<Item = &'a Site>) -> Extent {
    let mut extent = Extent::NONE;
    for site in sites {
        extent.include((site.x - 0.5, site.y - 0.5));
        extent.include((site.x + 0.5, site.y + 0.5));
    }
    extent
}

/// A scene whose board is turned around.
pub fn turned(scene: &Scene) -> Scene {
    let mut changed = scene.clone();
    changed.sites.iter_mut().for_each(turn_site);
    changed.labels.iter_mut().for_each(turn_label);
    for item in changed.items.iter_mut().filter(|item| item.at.id().is_some()) {
        let always = matches!(item.glyph, Glyph::Tile(_) | Glyph::Arrow);
        // A figure that is not turned at all looks nowhere; a whole turn looks up.
        match item.turn {
            0 if !always => {}
            turn => item.turn = if turn % 360 == 180 && !always { 360 } else { (turn + 180) % 360 },
        }
    }
    changed
}

fn turn_site(site: &mut Site) {
    (site.x, site.y) = (-site.x, -site.y);
    match &mut site.shape {
        Shape::Triangle { up } => *up = !*up,
        Shape::Polygon(corners) => corners.iter_mut().for_each(|(x, y)| (*x, *y) = (-*x, -*y)),
        _ => {}
    }
}

fn turn_label(label: &mut Label) {
    (label.x, label.y) = (-label.x, -label.y);
}

/// Where the levels of a board are, side by side.
struct Levels {
    spans: Vec<Extent>,
}

/// Where a level is shown: its upper left corner, and its size in parts of what it is alone.
#[derive(Clone, Copy)]
struct Shown {
    left: f32,
    top: f32,
    size: f32,
}

impl Levels {
    fn of(board: &Board) -> Levels {
        let top = board.sites.iter().map(|site| site.z).max().unwrap_or(0);
        let span = |level: u8| extent(board.sites.iter().filter(|site| site.z == level));
        Levels { spans: (0..=top).map(span).collect() }
    }

    /// The level that is the nearest to a place.
    fn at(&self, x: f32) -> usize {
        let distance = |span: &Extent| (span.left - x).max(x - span.right).max(0.0);
        let levels = self.spans.iter().enumerate();
        levels.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b))).map_or(0, |(level, _)| level)
    }

    /// Where each level is shown: the active one large, the others small, the highest first, below or beside it.
    fn shown(&self, active: usize, below: bool) -> Vec<Shown> {
        let first = self.spans[0];
        let (mut left, mut top) =
            if below { (first.left, first.bottom + 1.0 + GAP) } else { (first.right + GAP, first.top) };
        let mut shown = vec![Shown { left: first.left, top: first.top, size: 1.0 }; self.spans.len()];
        for (level, span) in self.spans.iter().enumerate().rev().filter(|&(level, _)| level != active) {
            shown[level] = Shown { left, top, size: SMALL };
            if below {
                left = first.right - SMALL * span.width();
            } else {
                top = first.bottom - SMALL * span.height();
            }
        }
        shown
    }

    /// Makes one level large and the others small. Coordinates stay with the large one, names with all.
    fn arrange(&self, board: &mut Board, active: u8, below: bool) {
        let shown = self.shown(active.into(), below);
        let place = |level: usize, (x, y): (f32, f32)| {
            let (span, Shown { left, top, size }) = (self.spans[level], shown[level]);
            (left + (x - span.left) * size, top + (y - span.top) * size)
        };
        for site in board.sites.iter_mut().filter(|site| site.z != active) {
            (site.x, site.y) = place(site.z.into(), (site.x, site.y));
            let half = SMALL / 2.0;
            site.shape = Shape::Polygon(vec![(-half, -half), (half, -half), (half, half), (-half, half)]);
        }
        let active_level = usize::from(active);
        for site in board.sites.iter_mut().filter(|site| site.z == active) {
            (site.x, site.y) = place(active_level, (site.x, site.y));
        }
        let first = self.spans[0];
        board.labels.retain_mut(|label| {
            let level = self.at(label.x);
            if label.x < first.left {
                // Ranks are written beside the first level only, and are the same on all.
                return true;
            }
            let is_name = label.y < self.spans[level].top;
            if !is_name && level != active_level {
                return false;
            }
            let (x, y) = place(level, (label.x, label.y));
            let above = shown[level].top - (self.spans[level].top - label.y);
            (label.x, label.y) = (x, if is_name { above } else { y });
            true
        });
        for line in &mut board.lines {
            let level =
                self.at(line.path.iter().map(|(x, _)| x).sum::<f32>() / line.path.len().max(1) as f32);
            line.path.iter_mut().for_each(|point| *point = place(level, *point));
        }
    }
}

#[cfg(test)]
mod tests {
    use torneo_contract::scene::{Item, Tone};

    use super::*;
    use crate::Painter;

    fn levels() -> Board {
        let site = |id: u32| Site {
            id,
            name: format!("p{id}"),
            x: (id % 24) as f32 + (id % 24 / 8) as f32,
            y: (id / 24) as f32,
            z: (id % 24 / 8) as u8,
            shape: Shape::Square,
            tone: Tone::Light,
        };
        Board { sites: (0..192).map(site).collect(), view: View::Levels, ..Board::default() }
    }

    /// The levels by the widths of their squares in pixels.
    fn widths(size: u32, level: Option<u8>) -> [u32; 3] {
        let (board, style) = (levels(), Style { size, level, ..Style::default() });
        let (_, targets) = Painter::new(&board, style).draw_with_targets(&Scene::default());
        let (from, to) = targets
            .iter()
            .flat_map(|target| &target.corners)
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(from, to), (x, _)| (from.min(*x), to.max(*x)));
        // Around the board are margins, here without coordinates.
        let pixels = size as f32 / (to - from + 0.6 * crate::canvas::UNIT);
        [0, 1, 2].map(|level| {
            let target = targets.iter().find(|target| target.level == level).unwrap();
            ((target.corners[1].0 - target.corners[0].0) * pixels).round() as u32
        })
    }

    #[test]
    fn one_level_is_large_where_there_is_no_room_for_all() {
        let large = |widths: [u32; 3]| widths.map(|width| width >= 36);
        assert_eq!(large(widths(1000, None)), [true; 3]);
        assert_eq!(large(widths(640, None)), [true, false, false]);
        assert_eq!(large(widths(640, Some(2))), [false, false, true]);
        assert_eq!(large(widths(340, Some(1))), [false, true, false]);
    }

    #[test]
    fn the_level_of_the_last_ply_is_large() {
        let (board, style) = (levels(), Style::default());
        let mut scene = Scene { marks: vec![Mark::Move(vec![0, 9])], ..Scene::default() };
        assert_eq!(active(&board, &scene, style), Some(1));
        assert_eq!(active(&board, &scene, Style { level: Some(0), ..style }), Some(0));
        scene.marks.clear();
        scene.put(Item::on(23, Glyph::Disc).of(Seat::FIRST));
        assert_eq!(active(&board, &scene, style), Some(2));
        assert_eq!(active(&Board::default(), &scene, style), None);
    }

    #[test]
    fn what_is_turned_twice_lies_as_before() {
        let mut scene = Scene::default();
        scene.put(Item::on(0, Glyph::Arrow).turned(90));
        scene.put(Item::on(1, Glyph::Disc).turned(360));
        scene.put(Item::on(2, Glyph::Disc));
        let once = turned(&scene);
        assert_eq!(once.items.iter().map(|item| item.turn).collect::<Vec<_>>(), [270, 180, 0]);
        assert_eq!(turned(&once), scene);
        let style = Style { turned: true, ..Style::default() };
        let around = board(&levels(), style, None);
        assert_eq!((around.sites[1].x, around.sites[1].y), (-1.0, 0.0));
        assert_eq!(board(&levels(), Style::default(), None), levels());
    }
}
