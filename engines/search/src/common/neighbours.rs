//! Which sites of a board are neighbours.

use std::collections::HashMap;

use torneo_contract::scene::{Board, Shape, Site};

/// Sites that are farther apart than this are no neighbours on boards of cells: those across a corner still are.
const REACH: f32 = 1.45;

/// A direction without its sense, in sixteenths of the distance between neighbours; on points along lines its signs alone.
pub type Direction = (i32, i32, i32);

/// The pairs of neighbours of each direction, the one that it comes from first.
pub fn neighbours(board: &Board) -> HashMap<Direction, Vec<(u16, u16)>> {
    let points = board.sites.iter().all(|site| matches!(site.shape, Shape::Point | Shape::Circle));
    let mut found: HashMap<Direction, Vec<(u16, u16)>> = HashMap::new();
    let drawn: Vec<_> = board.lines.iter().filter(|line| !line.curved && line.owner.is_none()).collect();
    if points && !drawn.is_empty() {
        for line in drawn {
            for ends in line.path.windows(2) {
                for pair in along(board, ends[0], ends[1]).windows(2) {
                    let sign = |from: f32, to: f32| (((to - from) * 16.0).round() as i32).signum();
                    connect(&mut found, pair[0], pair[1], sign);
                }
            }
        }
    } else {
        for (number, from) in board.sites.iter().enumerate() {
            for to in board.sites[number + 1..].iter().filter(|to| are_near(from, to)) {
                connect(&mut found, from, to, |from, to| ((to - from) * 16.0).round() as i32);
            }
        }
    }
    found
}

fn are_near(from: &Site, to: &Site) -> bool {
    from.z == to.z && libm::hypotf(from.x - to.x, from.y - to.y) < REACH
}

/// Adds a pair to its direction once.
fn connect(
    found: &mut HashMap<Direction, Vec<(u16, u16)>>,
    from: &Site,
    to: &Site,
    by: impl Fn(f32, f32) -> i32,
) {
    let direction = (by(from.x, to.x), by(from.y, to.y), i32::from(to.z) - i32::from(from.z));
    if direction < (0, 0, 0) {
        return connect(found, to, from, by);
    }
    let ids = (from.id as u16, to.id as u16);
    let pairs = found.entry(direction).or_default();
    if !pairs.contains(&ids) {
        pairs.push(ids);
    }
}

/// The sites on a straight line, from one end to the other.
fn along(board: &Board, from: (f32, f32), to: (f32, f32)) -> Vec<&Site> {
    const NEAR: f32 = 0.01;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = libm::hypotf(dx, dy).max(NEAR);
    let place = |site: &Site| {
        let (x, y) = (site.x - from.0, site.y - from.1);
        ((x * dx + y * dy) / length, (x * dy - y * dx).abs() / length)
    };
    let mut on: Vec<(f32, &Site)> = Vec::new();
    for site in &board.sites {
        let (at, off) = place(site);
        if off < NEAR && at > -NEAR && at < length + NEAR {
            on.push((at, site));
        }
    }
    on.sort_by(|a, b| a.0.total_cmp(&b.0));
    on.into_iter().map(|(_, site)| site).collect()
}
