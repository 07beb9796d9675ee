//! How a board lies in its picture: turned around, and with its levels below each other where the picture is narrow.

use torneo_contract::scene::{Board, Glyph, Label, Scene, Shape, Site, View};

use crate::Style;

/// Fewest pixels of a unit of the board at which levels stand side by side.
const SIDE_BY_SIDE: f32 = 20.0;
/// The narrowest picture, in pixels, in which sites that are looked at from a corner are touched.
const FROM_A_CORNER: u32 = 520;
/// Room between levels that stand below each other, in units of the board.
const GAP: f32 = 2.0;

/// The board as a picture of this style shows it; none where it lies as it is.
pub fn board(board: &Board, style: Style) -> Option<Board> {
    let levels = (board.view == View::Levels).then(|| Levels::of(board)).filter(|levels| {
        let width = levels.spans.last().map_or(1.0, |last| last.right) - levels.spans[0].left + 1.0;
        style.size as f32 / width < SIDE_BY_SIDE
    });
    let from_above = board.view == View::Isometric && style.touch && style.size < FROM_A_CORNER;
    if levels.is_none() && !style.turned && !from_above {
        return None;
    }
    let mut changed = board.clone();
    if from_above {
        changed.view = View::Top;
    }
    if let Some(levels) = levels {
        levels.stack(&mut changed);
    }
    if style.turned {
        changed.sites.iter_mut().for_each(turn_site);
        changed.labels.iter_mut().for_each(turn_label);
        let points = changed.lines.iter_mut().flat_map(|line| &mut line.path);
        points.for_each(|(x, y)| (*x, *y) = (-*x, -*y));
    }
    Some(changed)
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
    spans: Vec<Span>,
    height: f32,
}

#[derive(Clone, Copy)]
struct Span {
    left: f32,
    right: f32,
}

impl Levels {
    fn of(board: &Board) -> Levels {
        let top = board.sites.iter().map(|site| site.z).max().unwrap_or(0);
        let span = |level: u8| {
            let mut span = Span { left: f32::INFINITY, right: f32::NEG_INFINITY };
            for site in board.sites.iter().filter(|site| site.z == level) {
                span = Span { left: span.left.min(site.x), right: span.right.max(site.x) };
            }
            span
        };
        let (low, high) = board.sites.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), site| {
            (low.min(site.y), high.max(site.y))
        });
        Levels { spans: (0..=top).map(span).collect(), height: high - low + 1.0 }
    }

    /// The level that is the nearest to a place.
    fn at(&self, x: f32) -> usize {
        let distance = |span: &Span| (span.left - x).max(x - span.right).max(0.0);
        let levels = self.spans.iter().enumerate();
        levels.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b))).map_or(0, |(level, _)| level)
    }

    /// Puts the highest level at the top and the lowest at the bottom.
    fn stack(&self, board: &mut Board) {
        let place = |level: usize, (x, y): (f32, f32)| {
            let above = (self.spans.len() - 1 - level) as f32;
            (x - self.spans[level].left + self.spans[0].left, y + above * (self.height + GAP))
        };
        for site in &mut board.sites {
            (site.x, site.y) = place(site.z.into(), (site.x, site.y));
        }
        for label in &mut board.labels {
            (label.x, label.y) = place(self.at(label.x), (label.x, label.y));
        }
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

    #[test]
    fn levels_stand_below_each_other_where_they_would_be_too_small() {
        let widest = |size: u32| {
            let board = levels();
            let (_, targets) =
                Painter::new(&board, Style { size, ..Style::default() }).draw_with_targets(&Scene::default());
            let (left, right) = targets
                .iter()
                .flat_map(|target| &target.corners)
                .fold((f32::INFINITY, f32::NEG_INFINITY), |(left, right), (x, _)| {
                    (left.min(*x), right.max(*x))
                });
            (right - left) / crate::canvas::UNIT
        };
        assert_eq!((widest(640), widest(390)), (26.0, 8.0));
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
        let around = board(&levels(), style).unwrap();
        assert_eq!((around.sites[1].x, around.sites[1].y), (-1.0, 0.0));
        assert_eq!(board(&levels(), Style::default()), None);
    }

    #[test]
    fn solids_are_touched_from_above() {
        let solid = Board { view: View::Isometric, ..levels() };
        let view = |size: u32, touch: bool| {
            let style = Style { size, touch, ..Style::default() };
            board(&solid, style).map_or(solid.view, |board| board.view)
        };
        assert_eq!(
            [view(390, true), view(390, false), view(800, true)],
            [View::Top, View::Isometric, View::Isometric]
        );
    }
}
