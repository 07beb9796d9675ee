//! The frame of a picture and its colours.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use torneo_contract::scene::{Board, Scene};
use torneo_present::english::Joined as _;
use torneo_present::text::escape;

use crate::canvas::{Canvas, UNIT, number};
use crate::geometry::Extent;
use crate::palette::{INKS, Ink, PIECES, is_dark};
use crate::{Style, Theme, figures};

/// Rules that name an ink as `$name`.
const RULES: &[(&str, &str)] = &[
    ("ground", "fill:$ground"),
    ("t", "fill:$text;font-family:system-ui,sans-serif"),
    ("f", "fill:$faint;font-family:system-ui,sans-serif"),
    ("light", "fill:$light"),
    ("dark", "fill:$dark"),
    ("middle", "fill:$middle"),
    ("plain", "fill:$cloth"),
    ("special", "fill:$special"),
    ("blocked", "fill:$blocked"),
    ("rock", "fill:$blocked;stroke:#17120c;stroke-linejoin:round"),
    ("wood", "fill:$wood;stroke:$rim;stroke-width:3"),
    ("cloth", "fill:$cloth;stroke:$rim;stroke-width:3"),
    ("felt", "fill:$felt;stroke:$rim;stroke-width:4"),
    ("edge", "stroke:$line;stroke-width:.7;stroke-linejoin:round"),
    ("line", "fill:none;stroke:$line;stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round"),
    ("bold", "fill:none;stroke:$line;stroke-width:3;stroke-linecap:round;stroke-linejoin:round"),
    ("wall", "fill:none;stroke:$line;stroke-width:6;stroke-linecap:round;stroke-linejoin:round"),
    ("point", "fill:$line"),
    ("pit", "fill:$pit;stroke:$rim;stroke-width:2"),
    // Numbers on things lie on paper, by day and by night.
    ("paper", "fill:#f7f3ea;stroke:#17120c;stroke-width:1"),
    ("mark", "fill:none;stroke:$mark;stroke-width:3;stroke-linecap:round;stroke-linejoin:round"),
    ("thread", "fill:none;stroke:$mark;stroke-width:1.4;stroke-dasharray:2 4;stroke-linecap:round"),
    ("halo", "fill:none;stroke:$mark;stroke-width:9;stroke-linejoin:round"),
    ("tip", "fill:$mark"),
    ("trace", "fill:$trace;fill-opacity:.5"),
    ("shine", "fill:#fff;fill-opacity:.38"),
    ("shade", "fill:#000;fill-opacity:.22"),
    ("shadow", "fill:#000;fill-opacity:.3"),
    // What is written on cells: dark ones are dark by night only.
    ("on-dark", "fill:$on-dark;font-family:system-ui,sans-serif"),
    ("pale", "fill:#fff;font-family:system-ui,sans-serif"),
    ("ink", "fill:#17120c;font-family:system-ui,sans-serif"),
    // Grey, so that the black tiles stand apart on light and on dark grounds.
    ("tile", "fill:#17120c;stroke:#8f887c;stroke-width:1.6;stroke-linejoin:round"),
    ("seed", "fill:#f6ecd6;stroke:#17120c;stroke-width:1"),
];

/// Puts the parts of a picture together.
/// `outline` is the width of the lines around pieces, in units of the drawing.
pub fn frame(
    board: &Board,
    scene: &Scene,
    style: Style,
    (extent, outline): (Extent, f32),
    parts: &[Canvas],
) -> String {
    let (width, height) = (extent.width(), extent.height());
    let pixels = (style.size as f32 * height / width).round();
    let [x, y, w, h] = [extent.left, extent.top, width, height].map(|value| number(value * UNIT));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"torneo\" width=\"{}\" height=\"{pixels}\" \
         viewBox=\"{x} {y} {w} {h}\" stroke-width=\"{}\" role=\"img\" aria-label=\"{}\">",
        style.size,
        number(outline),
        escape(&description(board, scene))
    );
    let bodies: String = parts.iter().map(|part| part.body.as_str()).collect();
    svg += &format!("<style>{}</style>", rules(style.theme, &bodies));
    svg += &definitions(parts.iter().flat_map(|part| part.uses.iter().copied()).collect());
    svg += &format!("<rect class=\"ground\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>");
    svg.push_str(&bodies);
    svg.push_str("</svg>\n");
    svg
}

/// The shapes that are drawn by reference.
pub fn definitions(shapes: BTreeSet<&str>) -> String {
    if shapes.is_empty() {
        return String::new();
    }
    let defined: String = shapes.into_iter().map(figures::definition).collect();
    format!("<defs>{defined}</defs>")
}

/// What a reader hears who does not see the picture.
fn description(board: &Board, scene: &Scene) -> String {
    let names = board.players.iter().map(|player| player.name.as_str());
    let pieces = scene.items.iter().filter(|item| item.at.id().is_some()).count();
    let caption = if scene.caption.is_empty() { String::new() } else { format!(". {}", scene.caption) };
    format!("Board of {} with {pieces} pieces{caption}", names.joined(" and "))
}

/// The rules of the classes that occur. Where they depend on the reader's screen they are light, and a media query with the dark
/// ones follows. So programs that know no such query draw the light picture.
pub fn rules(theme: Theme, body: &str) -> String {
    let (mut rules, mut night) = (String::new(), String::new());
    let words = words(body);
    for Class { name, light, dark } in &*CLASSES {
        if name != "ground" && !words.contains(&**name) {
            continue;
        }
        let by_day = if theme == Theme::Dark { dark } else { light };
        if theme == Theme::Auto && dark != light {
            night += &format!(".torneo .{name}{{{dark}}}");
        }
        rules += &format!(".torneo .{name}{{{by_day}}}");
    }
    if !night.is_empty() {
        rules += &format!("@media(prefers-color-scheme:dark){{{night}}}");
    }
    rules
}

/// All classes with their rules, in which inks are named.
fn classes() -> impl Iterator<Item = (String, String)> {
    let pieces = PIECES.iter().map(|(colour, class, fill, line)| {
        let cut = if is_dark(*colour) { "#efe7d8".to_owned() } else { format!("${}", line.0) };
        let rule = format!("fill:${};stroke:${};stroke-linejoin:round;color:{cut}", fill.0, line.0);
        ((*class).to_owned(), rule)
    });
    let lines = PIECES.iter().map(|(_, class, fill, line)| {
        let track = (format!("{class}-track"), format!("fill:none;stroke:${}", fill.0));
        let outline = (
            format!("{class}-outline"),
            format!("fill:none;stroke:${};stroke-width:1;stroke-opacity:.6", line.0),
        );
        let home = (format!("{class}-home"), format!("fill:${};fill-opacity:.32", fill.0));
        let border = (
            format!("{class}-border"),
            format!("fill:none;stroke:${};stroke-width:5;stroke-linecap:round", fill.0),
        );
        let rim = (format!("{class}-rim"), format!("fill:none;stroke:${};stroke-linejoin:round", line.0));
        [track, outline, rim, home, border]
    });
    let own = RULES.iter().map(|(class, rule)| ((*class).to_owned(), (*rule).to_owned()));
    own.chain(pieces).chain(lines.flatten())
}

fn inks() -> impl Iterator<Item = Ink> {
    INKS.iter().copied().chain(PIECES.iter().flat_map(|(_, _, fill, line)| [*fill, *line]))
}

/// A class with its rule by day and by night.
struct Class {
    name: String,
    light: String,
    dark: String,
}

/// All classes, worked out once.
static CLASSES: LazyLock<Vec<Class>> = LazyLock::new(|| {
    let class = |(name, rule): (String, String)| {
        let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| filled(&rule, theme));
        Class { name, light, dark }
    };
    classes().map(class).collect()
});

/// What may be the name of a class in a drawing: words between quotes and blanks.
fn words(body: &str) -> HashSet<&str> {
    body.split(['"', ' ']).filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect()
}

/// A rule with the values of its inks.
fn filled(rule: &str, theme: Theme) -> String {
    let mut inks: Vec<Ink> = inks().collect();
    inks.sort_by_key(|(name, ..)| std::cmp::Reverse(name.len()));
    inks.into_iter().fold(rule.to_owned(), |rule, (name, light, dark)| {
        let value = match theme {
            Theme::Auto | Theme::Light => light,
            Theme::Dark => dark,
        };
        rule.replace(&format!("${name}"), value)
    })
}
