//! Where in a picture a person clicks.

use torneo_contract::scene::{Board, Place, Shape, Site, View};
use torneo_present::english::Joined as _;

use crate::areas::Slot;
use crate::canvas::UNIT;
use crate::geometry::Extent;
use crate::layout::{self, Layout};
use crate::{geometry, words};

/// A place that can be clicked.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// The place.
    pub place: Place,
    /// What it is called, and what is there.
    pub name: String,
    /// Its corners in the coordinates of the picture.
    pub corners: Vec<(f32, f32)>,
    /// Its level: what is higher lies over what is lower.
    pub level: u8,
}

/// The places of the sites, hidden ones too, and of what lies in areas.
pub fn targets(layout: &Layout, slots: &[Slot]) -> Vec<Target> {
    let all = || layout.board.sites.iter().chain(&layout.scene.sites);
    let crowded = layout.board.view == View::Top && all().any(|site| site.z > 0);
    let of_sites = all().map(|site| Target {
        place: Place::Site(site.id),
        name: named(layout, site),
        corners: in_picture(corners(site, crowded)),
        level: site.z,
    });
    let of_slots = slots.iter().map(|&(place, (left, top), (width, height))| {
        let (right, bottom) = (left + width, top + height);
        let corners = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
        Target { place, name: lying(layout, place), corners: in_picture(corners), level: 0 }
    });
    of_sites.chain(of_slots).collect()
}

/// The levels beside the active one, with the corners around them.
pub fn small_levels(board: &Board, active: Option<u8>) -> Vec<(u8, Vec<(f32, f32)>)> {
    let Some(active) = active else { return Vec::new() };
    let top = board.sites.iter().map(|site| site.z).max().unwrap_or(0);
    let around = |level: u8| {
        let mut extent = Extent::NONE;
        let sites = board.sites.iter().filter(|site| site.z == level);
        sites.flat_map(geometry::corners).for_each(|corner| extent.include(corner));
        let Extent { left, top, right, bottom } = extent;
        (level, in_picture(vec![(left, top), (right, top), (right, bottom), (left, bottom)]))
    };
    (0..=top).filter(|&level| level != active).map(around).collect()
}

/// The corners of a site. Where levels lie over each other a site is its middle only.
fn corners(site: &Site, crowded: bool) -> Vec<(f32, f32)> {
    let share = match site.shape {
        _ if crowded => 0.72,
        // Points and round places are clicked beside them, too.
        Shape::Point | Shape::Circle => 1.11,
        _ => 1.0,
    };
    let outline = geometry::outline(&site.shape).into_iter();
    outline.map(|(x, y)| (site.x + share * x, site.y + share * y)).collect()
}

fn in_picture(corners: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    corners.into_iter().map(|(x, y)| (x * UNIT, y * UNIT)).collect()
}

/// A site with what stands on it.
fn named(layout: &Layout, site: &Site) -> String {
    let here = layout.scene.items.iter().filter(|item| layout::places(item).any(|id| id == site.id));
    let things: Vec<String> = here.map(|item| words::words(layout.board, item)).collect();
    if things.is_empty() { site.name.clone() } else { format!("{}: {}", site.name, things.joined(", ")) }
}

/// An area with what lies in one of its slots.
fn lying(layout: &Layout, place: Place) -> String {
    let Place::Area(area, _) = place else { return String::new() };
    let title = layout.scene.areas.get(usize::from(area)).map_or("", |area| area.title.as_str());
    let here = layout.scene.items.iter().filter(|item| item.at == place);
    let things = here.map(|item| words::words(layout.board, item));
    format!("{title}: {}", things.joined(", "))
}

#[cfg(test)]
mod tests {
    use torneo_contract::Seat;
    use torneo_contract::scene::{Area, AreaKind, Colour, Glyph, Item, Player, Scene, Tone};

    use super::*;
    use crate::{Painter, Style};

    #[test]
    fn sites_and_what_lies_beside_them_can_be_clicked() {
        let site = |id: u32, z: u8| Site {
            id,
            name: format!("p{id}"),
            x: id as f32,
            y: 0.0,
            z,
            shape: Shape::Square,
            tone: Tone::Light,
        };
        let player = Player { name: "White".to_owned(), colour: Colour::White };
        let board = Board { sites: vec![site(0, 0), site(1, 0)], players: vec![player], ..Board::default() };
        let mut scene = Scene::default();
        scene.put(Item::on(1, Glyph::Disc).of(Seat::FIRST));
        let hand = scene.area(Area::new("hand", AreaKind::Hand, 1));
        scene.put(Item::new(Place::slot(hand, 0), Glyph::Ball).of(Seat::FIRST).times(3));
        let (_, targets) = Painter::new(&board, Style::default()).draw_with_targets(&scene);
        let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
        assert_eq!(names, ["p0", "p1: White man", "hand: 3 White balls"]);
        assert_eq!(targets[1].corners[0], (0.5 * UNIT, -0.5 * UNIT));
        assert!(targets[2].corners[0].1 > 0.5 * UNIT, "what lies beside the board is below it");

        let board = Board { sites: vec![site(0, 0), site(1, 1)], ..board };
        let (_, targets) = Painter::new(&board, Style::default()).draw_with_targets(&Scene::default());
        assert_eq!(targets[0].corners[0], (-0.36 * UNIT, -0.36 * UNIT), "levels do not cover each other");
    }
}
