//! What a page puts together from sprites is what the painter draws, in every game.

use rand_core::SeedableRng as _;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use torneo_contract::random::Generator;
use torneo_picture::{Frame, Painter, Sheet, Sprites, Style, shared};

use crate::support::session;

/// A picture as pages put it together.
fn composed(sheet: &Sheet, frame: &Frame) -> String {
    let (rules, shapes) = shared([sheet]);
    let (view, outline) = &sheet.views[frame.view as usize];
    let [x, y, width, height]: [f32; 4] =
        std::array::from_fn(|index| view.split(' ').nth(index).unwrap().parse().unwrap());
    let pixels = (640.0 * height / width).round();
    let placed = frame.placed.iter().map(|&number| {
        let (sprite, x, y) = sheet.placed[number as usize];
        format!("<g transform=\"translate({x} {y})\">{}</g>", sheet.sprites[sprite as usize])
    });
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"torneo\" width=\"640\" height=\"{pixels}\" viewBox=\"{view}\" stroke-width=\"{outline}\">\
         <style>{}</style>{shapes}<rect class=\"ground\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>{}</svg>",
        rules.split("@media").next().unwrap(), // what is behind it is for the dark
        placed.collect::<String>()
    )
}

/// Draws an SVG at half its size.
fn points(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &Options::default()).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let size = tree.size().to_int_size();
    let mut drawn = Pixmap::new(size.width() / 2, size.height() / 2).unwrap();
    resvg::render(&tree, Transform::from_scale(0.5, 0.5), &mut drawn.as_mut());
    drawn
}

/// The share of the points that differ visibly, row by row as far as both go.
fn difference(one: &Pixmap, other: &Pixmap) -> f64 {
    assert_eq!(one.width(), other.width());
    let both = (one.width() * one.height().min(other.height())) as usize;
    let differ = one.pixels()[..both].iter().zip(&other.pixels()[..both]).filter(|(one, other)| {
        let off = |a: u8, b: u8| a.abs_diff(b) > 64;
        off(one.red(), other.red()) || off(one.green(), other.green()) || off(one.blue(), other.blue())
    });
    differ.count() as f64 / both as f64
}

#[test]
fn sprites_make_the_pictures_of_the_painter() {
    let style = Style { touch: true, theme: torneo_picture::Theme::Light, ..Style::default() };
    for info in torneo_games::infos() {
        let mut game = session::open(info.id).unwrap();
        let board = game.board();
        let (mut sprites, mut painter) = (Sprites::new(&board, style), Painter::new(&board, style));
        let mut random = Generator::seed_from_u64(7);
        let mut taken = Vec::new();
        for ply in 0..40 {
            let scene = game.scene();
            // Frames in between come first, so that what is kept is used.
            let frame = sprites.frame(&scene);
            if [0, 1, 9, 39].contains(&ply) {
                taken.push((ply, frame, painter.draw(&scene)));
            }
            if !game.play_randomly(&mut random) {
                break;
            }
        }
        let sheet = sprites.into_sheet();
        for (ply, frame, drawn) in taken {
            let off = difference(&points(&composed(&sheet, &frame)), &points(&drawn));
            assert!(off < 0.002, "{} after {ply} plies: {:.2}% of the points differ", info.id, 100.0 * off);
        }
    }
}
