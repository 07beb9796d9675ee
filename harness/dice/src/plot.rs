//! The odds of a dice game as a plot.

use torneo_present::svg::Point;

use super::frame::{
    BOTTOM, Frame, LINE, MOST_BARS, Picture, RIGHT, Theme, WIDTH, dashes, fitting, gap, without_tails,
};
use super::odds::Odds;

/// The height of a panel.
const HEIGHT: f64 = 460.0;
/// From the top of a panel to its frame.
const TITLE: f64 = 34.0;

/// The length of a turn, and the chances of the seats at tables of several sizes.
pub fn odds(odds: &Odds, tables: &[Odds]) -> String {
    let mut picture = Picture::new(WIDTH.into(), 2.0 * HEIGHT, Theme::Light);
    let all: Vec<Point> = odds.length.decimals.iter().map(|&(throws, p)| (throws.into(), p)).collect();
    let lengths = without_tails(&all).to_vec();
    panel(&mut picture, 0.0, (&format!("{}: throws of a turn", odds.game), "throws"), &[lengths]);
    let (title, lines) = match tables {
        [] => (String::new(), vec![players(odds)]),
        tables => (format!(", 2 to {} players", tables.len() + 1), tables.iter().map(players).collect()),
    };
    let title = format!("{}: chance of each player to win alone{title}", odds.game);
    panel(&mut picture, HEIGHT, (&title, "player"), &lines);
    for (place, odds) in tables.iter().enumerate() {
        let (x, y) = (f64::from(WIDTH) - 90.0, HEIGHT + TITLE + LINE * (place as f64 + 1.0));
        let colour = picture.colour(place);
        picture.polyline(&[(x - 36.0, y - 4.0), (x - 8.0, y - 4.0)], colour, dashes(place));
        picture.text((x, y), "start", &format!("{} players", odds.seats));
    }
    picture.canvas.finish()
}

/// A panel from `top` on: one line as bars, or several with dots.
fn panel(picture: &mut Picture, top: f64, (title, unit): (&str, &str), lines: &[Vec<Point>]) {
    let (width, gap, colour) = (f64::from(WIDTH), gap(lines), picture.colour(0));
    picture.text((width / 2.0, top + 20.0), "middle", &fitting(title, width - 2.0 * RIGHT));
    let frame = Frame::around(lines, gap, (top + TITLE, top + HEIGHT - BOTTOM), width);
    frame.draw_chances(picture);
    frame.draw_values(picture, unit);
    match lines {
        [bars] if bars.len() <= MOST_BARS => frame.draw_bars(picture, bars, gap, colour),
        lines => lines.iter().enumerate().for_each(|(place, line)| {
            frame.draw_line(picture, line, place, (line.len() <= MOST_BARS).then_some(4.0));
        }),
    }
}

/// The number of each player, counted from 1 as in their names, and the chance to win alone.
fn players(odds: &Odds) -> Vec<Point> {
    (1..).zip(&odds.seat_win).map(|(player, win)| (f64::from(player), win.decimal())).collect()
}
