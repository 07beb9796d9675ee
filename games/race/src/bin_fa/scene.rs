//! How the game is shown: six sectors of triangles, and the supply track around them.

use torneo_board::grid::BitSet;
use torneo_board::scene::{faces, from_to, octagon, roll};
use torneo_board::text;
use torneo_contract::scene::{
    Board as SceneBoard, Colour, Glyph, Item, Place, Places, Scene, Shape, Site, Tone,
};
use torneo_contract::{PLAYERS, Scenery, Seat};

use super::board::{ARMY, Board};
use super::cells::{self, CELLS, CIRCLES, SECTOR_CIRCLES, SECTORS};
use super::moves::Action;
use super::notation::turn_in_words;
use super::{BinFa, FACES};

/// The areas of faces, words and numbers of units to choose from.
const THROW: u8 = 0;
const WORDS: u8 = 1;
const UNITS: u8 = 2;
const SAID: [&str; 3] = ["march", "forage", "stop"];
/// The distance of the track from the centre of the board.
const TRACK: f32 = 5.0;

type Spot = (f32, f32);

/// The corner of the hexagon of radius 1 at which a sector begins.
fn corner(sector: usize) -> Spot {
    let angle = (60.0 * sector as f32 - 30.0).to_radians();
    (libm::sinf(angle), -libm::cosf(angle))
}

/// The point that lies `along` of `row` steps from the first side of a sector to the next one, `row` steps from the centre.
fn lattice(sector: usize, row: f32, along: f32) -> Spot {
    let ((ax, ay), (bx, by)) = (corner(sector), corner(sector + 1));
    ((row - along) * ax + along * bx, (row - along) * ay + along * by)
}

/// The corners of a cell.
fn triangle(cell: usize) -> [Spot; 3] {
    let (sector, row, place) = cells::coordinates(cell);
    let (along, row) = (((place - 1) / 2) as f32, row as f32);
    let point = |row: f32, along: f32| lattice(sector, row, along);
    let third = if place % 2 == 1 { point(row, along) } else { point(row - 1.0, along + 1.0) };
    [point(row - 1.0, along), third, point(row, along + 1.0)]
}

fn cell_site(cell: usize, tone: Tone) -> Site {
    let corners = triangle(cell);
    let (x, y) = corners.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0 / 3.0, y + corner.1 / 3.0));
    let shape = Shape::Polygon(corners.map(|corner| (corner.0 - x, corner.1 - y)).to_vec());
    Site { tone, ..Site::new(cell, cells::name(cell), (x, y), shape) }
}

/// A circle of the supply track.
fn circle(number: usize) -> Site {
    let along = (number % SECTOR_CIRCLES) as f32 + 0.5;
    let at = lattice(number / SECTOR_CIRCLES, TRACK, along * TRACK / SECTOR_CIRCLES as f32);
    Site::new(CELLS + number, format!("circle {number}"), at, octagon(0.29))
}

impl BinFa {
    /// What a cell is in a drawing.
    fn glyph(&self, board: &Board, cell: usize) -> String {
        let vortex = if board.vortexes.has(cell) { "@" } else { "" };
        match board.owner(cell) {
            Some(seat) => format!("{}{}{vortex}", text::file_letter(seat), board.units[cell]),
            None if board.terrain.has(cell) => "#".to_owned(),
            None if vortex.is_empty() => ".".to_owned(),
            None => vortex.to_owned(),
        }
    }
}

impl Scenery for BinFa {
    /// A row of cells for each sector, from the centre outwards.
    fn draw(&self, board: &Board) -> String {
        let mut drawing = String::from("units a3 (3 of player 1), terrain #, vortex @\n");
        for sector in 0..SECTORS {
            let home = self.homes.iter().position(|&home| home == sector);
            drawing += &format!("sector {sector}  ");
            let mut row = String::new();
            for cell in (0..CELLS).filter(|&cell| cells::sector(cell) == sector) {
                let name = cells::name(cell);
                if name.ends_with(".1") && !name.ends_with(".1.1") {
                    row.push_str(" | ");
                }
                row += &format!("{:<4}", self.glyph(board, cell));
            }
            drawing += row.trim_end();
            drawing += &home.map_or(String::new(), |seat| format!("  home of {}", PLAYERS[seat]));
            drawing.push('\n');
        }
        for (seat, name) in PLAYERS.iter().enumerate().take(self.players) {
            drawing += &format!("{name}: {} units", board.armies[seat]);
            if self.has_supplies() {
                drawing += &format!(", {} supplies, marker on {}", board.supplies[seat], board.markers[seat]);
            }
            drawing.push('\n');
        }
        drawing + &self.due(board)
    }

    fn board(&self) -> SceneBoard {
        let tone = |cell: usize| {
            let home = self.homes.iter().position(|&home| home == cells::sector(cell));
            match home.filter(|&seat| seat < self.players) {
                Some(seat) => Tone::Home(Seat::new(seat)),
                None if cell.is_multiple_of(2) => Tone::Light,
                None => Tone::Middle,
            }
        };
        let track = (0..CIRCLES).filter(|_| self.has_supplies()).map(circle);
        SceneBoard {
            sites: (0..CELLS).map(|cell| cell_site(cell, tone(cell))).chain(track).collect(),
            ..SceneBoard::default()
        }
    }

    fn scene(&self, board: &Board) -> Scene {
        let mut scene = Scene::default();
        faces(&mut scene, FACES);
        scene.choices("do", SAID.map(|word| Glyph::Text(word.to_owned())));
        scene.choices("units", (1..=ARMY).map(|units| Glyph::Text(units.to_string())));
        scene.items.extend(board.terrain.members().map(|cell| Item::on(cell, Glyph::Obstacle)));
        let vortex = |cell| Item::on(cell, Glyph::Ring).coloured(Colour::Brown);
        scene.items.extend(board.vortexes.members().map(vortex));
        for seat in Seat::all(self.players) {
            for cell in board.held[seat.index()].members() {
                scene.put(Item::on(cell, Glyph::Letter(board.units[cell].to_string())).of(seat));
            }
            if self.has_supplies() {
                let circle = CELLS + usize::from(board.markers[seat.index()]);
                let below =
                    (0..seat.index()).filter(|&other| board.markers[other] == board.markers[seat.index()]);
                scene.put(Item::on(circle, Glyph::Disc).of(seat).level(below.count()));
                scene.note("supplies", Some(seat), board.supplies[seat.index()]);
            }
        }
        scene.note("turn", Some(Seat::new(board.mover())), turn_in_words(board));
        scene.caption = if self.in_setup(board) { self.due(board) } else { String::new() };
        scene
    }

    #[inline]
    fn clicks(&self, board: &Board, seat: Option<Seat>, action: Action) -> Places {
        let say = |word: usize| Places::from_slice(&[Place::slot(WORDS, word)]);
        match action {
            Action::Terrain(cell) | Action::Vortex(cell) | Action::Unit(cell) | Action::Push(cell) => {
                Places::from_slice(&[Place::site(cell.into())])
            }
            Action::Die(face) => roll(THROW, [face]),
            Action::Dice(high, low) => roll(THROW, [high, low]),
            Action::March => say(0),
            Action::Forage => say(1),
            Action::Stop => say(2),
            Action::Step { units, from, to, end } => {
                let number = Place::slot(UNITS, usize::from(units) - 1);
                let [from, to, end] = [from, to, end].map(|cell| Place::site(cell.into()));
                Places::from_slice(&[from, number, to, end])
            }
            Action::Dislodge(from, at) => from_to(from.into(), at.into()),
            Action::Circles(circles) => {
                let marker = board.markers[seat.map_or(0, Seat::index)];
                Places::from_slice(&[Place::site(CELLS + usize::from(marker + circles) % CIRCLES)])
            }
        }
    }
}
