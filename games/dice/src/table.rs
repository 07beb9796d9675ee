//! The tables of the dice games: what lies on the felt beside the dice that were thrown.
//!
//! Above is the tray, in which the dice land. Below it lie the sums that count as cards, with a chip of each player on his number.
//! Games without numbers have the chips of all players there, by how the round stands for them.

use std::ops::RangeInclusive;

use torneo_board::scene::line;
use torneo_contract::scene::{Board, Colour, Glyph, Item, Scene, Shape, Site, Surface, Tone, Weight};
use torneo_contract::scene::{Line, Place};
use torneo_contract::{MAX_SEATS, Seat};

/// Half the width of the table, half the height of the tray, and how far down the table reaches.
const RIGHT: f32 = 4.3;
const TRAY: f32 = 1.3;
const BOTTOM: f32 = 4.9;

/// The numbers of the sites: each kind of thing has a hundred of its own.
const CARDS: usize = 0;
const CHIPS: usize = 100;
const RUNGS: usize = 200;
const COINS: usize = 300;
const SIGNS: usize = 400;

/// The table before anything lies on it.
pub fn board() -> Board {
    let frame = |top: f32, bottom: f32| {
        line([(-RIGHT, top), (RIGHT, top), (RIGHT, bottom), (-RIGHT, bottom), (-RIGHT, top)])
    };
    let tray = Line { weight: Weight::Bold, ..line([(-RIGHT, TRAY), (RIGHT, TRAY)]) };
    Board { surface: Surface::Felt, lines: vec![frame(-TRAY, BOTTOM), tray], ..Board::default() }
}

/// Rows of sums: those that are one above the other come equally often.
pub type Sums = &'static [&'static [u8]];

/// The sums of three dice.
pub const THREE_DICE: Sums = &[&[3, 4, 5, 6, 7, 8, 9, 10], &[18, 17, 16, 15, 14, 13, 12, 11]];
/// The sums of three dice that are points.
pub const POINTS: Sums = &[&[7, 8, 9, 10, 11, 12, 13, 14]];
/// The sums of two dice.
pub const TWO_DICE: Sums = &[&[2, 3, 4, 5, 6, 7], &[12, 11, 10, 9, 8]];

/// How a round stands for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rung {
    /// In the lead, alone or with others.
    Leads,
    /// Still to throw.
    Waits,
    /// Has thrown in this round, and throws again in the next.
    Thrown,
    /// Can no longer win the turn.
    Out,
}

/// Lays things on the table.
pub struct Table<'a> {
    scene: &'a mut Scene,
}

impl Table<'_> {
    /// The table of a scene.
    pub fn of(scene: &mut Scene) -> Table<'_> {
        Table { scene }
    }

    /// Lays a thing where nothing is drawn below it.
    fn put(&mut self, id: usize, at: (f32, f32), item: impl FnOnce(usize) -> Item) {
        self.lay(id, at, Shape::Point, Tone::Hidden, item);
    }

    fn lay(&mut self, id: usize, at: (f32, f32), shape: Shape, tone: Tone, item: impl FnOnce(usize) -> Item) {
        if self.scene.sites.iter().all(|site| site.id as usize != id) {
            self.scene.sites.push(Site { tone, ..Site::new(id, String::new(), at, shape) });
        }
        self.scene.put(item(id));
    }

    /// Lays a player's chip on a pale place, one on top of the others there.
    fn chip(&mut self, id: usize, at: (f32, f32), glyph: Glyph, seat: Seat) {
        let below = self.scene.items.iter().filter(|item| item.at == Place::site(id)).count();
        let chip = |id| Item::on(id, glyph).coloured(Colour::SEATS[seat.index()]).level(below);
        self.lay(id, at, Shape::Circle, Tone::Light, chip);
    }

    /// Lays out sums as cards, those that are hazards in another colour, and chips of players on their numbers.
    pub fn sums(
        &mut self,
        sums: Sums,
        is_hazard: impl Fn(u8) -> bool,
        numbers: impl IntoIterator<Item = (Seat, u8)>,
    ) {
        let place = |sum: u8| {
            let row = sums.iter().position(|row| row.contains(&sum))?;
            let column = sums[row].iter().position(|&known| known == sum)?;
            let left = (sums[0].len() as f32 - 1.0) / 2.0;
            Some((column as f32 - left, 2.0 + 1.65 * row as f32))
        };
        for &sum in sums.iter().copied().flatten() {
            let colour = if is_hazard(sum) { Colour::Yellow } else { Colour::White };
            let card = |id| Item::on(id, Glyph::Card(sum.to_string())).coloured(colour);
            self.put(CARDS + usize::from(sum), place(sum).expect("the sum is listed"), card);
        }
        for (seat, number) in numbers {
            let Some((x, y)) = place(number) else { continue };
            self.chip(CHIPS + usize::from(number), (x, y + 0.8), Glyph::Disc, seat);
        }
    }

    /// Lays out the chips of all players of an order of play, by how the round stands for them.
    pub fn rungs(&mut self, order: &[Seat], rung: impl Fn(usize) -> Rung) {
        let apart = (5.2 / (order.len() as f32 - 0.5)).min(1.2);
        for (place, &seat) in order.iter().enumerate() {
            let rung = rung(place);
            let (y, glyph) = match rung {
                Rung::Leads => (2.2, Glyph::Crowned),
                Rung::Waits => (3.1, Glyph::Disc),
                Rung::Thrown => (4.0, Glyph::Disc),
                Rung::Out => (4.0, Glyph::Marker),
            };
            let x = place as f32 * apart - 1.3;
            self.chip(RUNGS + MAX_SEATS * rung as usize + place, (x, y), glyph, seat);
        }
    }

    /// Lays a coin that stands for an amount of money; none where there is none.
    pub fn coins(&mut self, pile: usize, at: (f32, f32), amount: i64) {
        // What is too much to be written on a coin is told beside the table.
        let times = u16::try_from(amount).unwrap_or(1).into();
        let coin = |id| Item::on(id, Glyph::Disc).coloured(Colour::Yellow).times(times);
        if amount > 0 {
            self.put(COINS + pile, at, coin);
        }
    }

    /// Lays money on the table, if there is any, and tells beside the table what it is.
    pub fn money(&mut self, name: &str, pile: usize, at: (f32, f32), amount: i64) {
        self.coins(pile, at, amount);
        if amount > 0 {
            self.scene.note(name, None, amount);
        }
    }

    /// Lays a card with a sign or a number on it.
    pub fn card(&mut self, number: usize, at: (f32, f32), text: impl ToString) {
        let text = text.to_string();
        self.put(SIGNS + number, at, |id| Item::on(id, Glyph::Card(text)).coloured(Colour::White));
    }

    /// Lays a die that was not thrown now: one that is kept, or an example. 0 shows no pips.
    pub fn die(&mut self, number: usize, at: (f32, f32), up: u8) {
        self.put(SIGNS + number, at, |id| Item::on(id, Glyph::Die { sides: 6, up }));
    }

    /// Lays an arrow.
    pub fn arrow(&mut self, number: usize, at: (f32, f32), degrees: usize) {
        let arrow = |id| Item::on(id, Glyph::Arrow).coloured(Colour::Yellow).turned(degrees);
        self.put(SIGNS + number, at, arrow);
    }
}

/// Sums as people list them: `3 to 6, 9 or 15 to 18`. Two neighbours are listed one by one.
pub fn listed(sums: impl IntoIterator<Item = u8>) -> String {
    let mut runs: Vec<RangeInclusive<u8>> = Vec::new();
    for sum in sums {
        match runs.last_mut() {
            Some(run) if *run.end() + 1 == sum => *run = *run.start()..=sum,
            _ => runs.push(sum..=sum),
        }
    }
    let mut parts: Vec<String> = Vec::new();
    for run in runs {
        match run.end() - run.start() {
            0 | 1 => parts.extend(run.map(|sum| sum.to_string())),
            _ => parts.push(format!("{} to {}", run.start(), run.end())),
        }
    }
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn sums_are_listed_as_people_do() {
        assert_eq!(listed([]), "");
        assert_eq!(listed([9]), "9");
        assert_eq!(listed([2, 3, 11, 12]), "2, 3, 11 or 12");
        assert_eq!(listed([3, 4, 5, 6, 9, 15, 16, 17, 18]), "3 to 6, 9 or 15 to 18");
    }
}
