//! How the game is shown.

use torneo_board::grid::BitSet;
use torneo_board::scene::line;
use torneo_contract::scene::{
    Area, AreaKind, Board as SceneBoard, Colour, Glyph, Item, Line, Mark, Place, Places, Scene, Shape, Site,
    Surface, Tone, Weight,
};
use torneo_contract::{Scenery, Seat};

use super::{
    Action, Board, CASTLE_SETS, CASTLES, CHARACTERS, LETTERS, NAMES, NOBODY, Nibelungenlied, POINTS, ROWS,
    place, point_name,
};

/// The distance between points, and between rows.
const STEP: f32 = 1.3;
const ROW: f32 = 1.126;
/// The area of tokens to choose from.
const TOKENS: u8 = 0;

fn centre(point: usize) -> (f32, f32) {
    let (row, column) = place(point);
    (STEP * (column as f32 + (ROWS - 1 - row) as f32 / 2.0), ROW * row as f32)
}

fn token(character: usize) -> Glyph {
    Glyph::Letter(LETTERS[character].to_string())
}

fn tokens(pair: u8) -> impl Iterator<Item = usize> {
    (0..CHARACTERS).filter(move |character| pair >> character & 1 == 1)
}

impl Scenery for Nibelungenlied {
    fn board(&self) -> SceneBoard {
        let site = |point: usize| {
            let castle = CASTLE_SETS.iter().any(|castle| castle.has(point));
            let tone = if castle { Tone::Special } else { Tone::Plain };
            Site { tone, ..Site::new(point, point_name(point as u8), centre(point), Shape::Circle) }
        };
        let roads = (0..POINTS).flat_map(|from| {
            let further = self.near[from].members().filter(move |&to| to > from);
            further.map(move |to| line([centre(from), centre(to)]))
        });
        let wall = |castle: [usize; 3]| {
            let corners = castle.into_iter().chain([castle[0]]);
            Line { weight: Weight::Wall, ..line(corners.map(centre)) }
        };
        SceneBoard {
            sites: (0..POINTS).map(site).collect(),
            lines: roads.chain(CASTLES.map(wall)).collect(),
            surface: Surface::Wood,
            ..SceneBoard::default()
        }
    }

    fn scene(&self, board: &Board) -> Scene {
        let mut scene = Scene::default();
        scene.choices("tokens", (0..CHARACTERS).map(token));
        for (character, &point) in board.points.iter().enumerate() {
            scene.put(Item::on(point.into(), token(character)));
        }
        let mut show = |title: &str, owner: Option<Seat>, pair: u8| {
            let area = scene.area(Area::new(title, AreaKind::Reserve, CHARACTERS).of(owner));
            for character in tokens(pair) {
                scene.put(Item::new(Place::slot(area, character), token(character)));
            }
        };
        show("tokens in front", Some(board.three_chooser), board.front);
        let selected = board.next != NOBODY;
        for seat in Seat::all(NAMES.len()).filter(|_| selected) {
            show("selected", Some(seat), board.selected[seat.index()]);
        }
        scene.items.iter_mut().for_each(|token| token.colour = Some(Colour::White));
        if selected {
            scene.note("moves next", None, LETTERS[usize::from(board.next)]);
        }
        scene.note("turn", None, board.turn);
        scene
    }

    /// Two tokens, or the point on which the character to move ends: its own if it stays.
    #[inline]
    fn clicks(&self, _board: &Board, _seat: Option<Seat>, action: Action) -> Places {
        match action {
            Action::Select(pair) => tokens(pair).map(|character| Place::slot(TOKENS, character)).collect(),
            Action::Move { to, .. } => Places::from_slice(&[Place::site(to.into())]),
        }
    }

    fn marks(&self, board: &Board, _seat: Option<Seat>, action: Action, _joint: &[Action]) -> Vec<Mark> {
        match action {
            Action::Select(_) => Vec::new(),
            Action::Move { character, to } => {
                vec![Mark::Move(vec![board.points[usize::from(character)].into(), to.into()])]
            }
        }
    }
}
