//! Colours, light and dark.
//!
//! Seats have the colours of M. Okabe and K. Ito, "Color Universal Design" (2002), which people who see few colours can
//! tell apart; each has an emblem besides.

use torneo_contract::scene::Colour;

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// As the reader's screen is (`prefers-color-scheme`); light where nothing tells.
    #[default]
    Auto,
    /// For white paper.
    Light,
    /// For dark screens.
    Dark,
}

/// A colour of the drawing: its name, its value on light and on dark screens.
pub type Ink = (&'static str, &'static str, &'static str);

/// The inks of boards and texts.
pub const INKS: &[Ink] = &[
    ("ground", "#ffffff", "#17191d"),
    ("text", "#26231f", "#e9e4da"),
    ("faint", "#6d665c", "#a69f92"),
    ("light", "#f2e3c6", "#b39b74"),
    ("dark", "#cfab7b", "#7d6341"),
    ("middle", "#e2c79e", "#977d57"),
    ("wood", "#e8c78f", "#a58250"),
    ("rim", "#b98d52", "#5f4828"),
    ("cloth", "#efe6d2", "#8f866f"),
    ("line", "#5c4527", "#241a0d"),
    ("special", "#bcd0a4", "#66794f"),
    ("blocked", "#8d8477", "#3c372f"),
    ("felt", "#2f6f52", "#1f4d39"),
    ("pit", "#8f6533", "#5c4426"),
    ("on-dark", "#17120c", "#ffffff"),
    ("mark", "#c2185b", "#ff6f9f"),
    ("trace", "#f4d03f", "#e0b520"),
];

/// The inks of pieces: fill, and the line and emblem on it.
pub const PIECES: &[(Colour, &str, Ink, Ink)] = &[
    (Colour::White, "white", ("white", "#fdf9ee", "#f3ecdc"), ("white-line", "#3c332a", "#1a1510")),
    (Colour::Black, "black", ("black", "#171411", "#14110f"), ("black-line", "#958c80", "#a89f92")),
    (Colour::Blue, "blue", ("blue", "#0072b2", "#0072b2"), ("blue-line", "#00121e", "#00101a")),
    (Colour::Orange, "orange", ("orange", "#e69f00", "#e69f00"), ("orange-line", "#1f1500", "#1a1200")),
    (Colour::Green, "green", ("green", "#009e73", "#0aa87c"), ("green-line", "#00170f", "#00140d")),
    (Colour::Purple, "purple", ("purple", "#cc79a7", "#cc79a7"), ("purple-line", "#210e19", "#1c0c15")),
    (Colour::Yellow, "yellow", ("yellow", "#f0e442", "#e8dc3c"), ("yellow-line", "#1d1b00", "#181600")),
    (Colour::Sky, "sky", ("sky", "#56b4e9", "#56b4e9"), ("sky-line", "#051722", "#04141d")),
    (Colour::Red, "red", ("red", "#d55e00", "#dc6a12"), ("red-line", "#220f00", "#1c0c00")),
    (Colour::Brown, "brown", ("brown", "#8a5a33", "#9c6a40"), ("brown-line", "#1c1006", "#160c04")),
    (Colour::Grey, "grey", ("grey", "#b4b4b4", "#b4b4b4"), ("grey-line", "#161616", "#121212")),
];

/// The class of a colour.
pub fn class(colour: Colour) -> &'static str {
    PIECES.iter().find(|(known, ..)| *known == colour).map_or("grey", |(_, class, ..)| class)
}

/// The emblem that tells a colour without seeing it, as a path within a circle of radius 10; none where light and dark say
/// enough.
pub fn emblem(colour: Colour) -> Option<&'static str> {
    Some(match colour {
        Colour::White | Colour::Black | Colour::Brown => return None,
        Colour::Blue => "M0-5a5 5 0 1 1-.1 0z",
        Colour::Orange => "M-6-6H6V6H-6zM-3.6-3.6V3.6H3.6V-3.6z",
        Colour::Green => "M0-7L6.4 4.5H-6.4z",
        Colour::Purple => "M-2-7H2V-2H7V2H2V7H-2V2H-7V-2H-2z",
        Colour::Yellow => "M-7-2H7V2H-7z",
        Colour::Sky => "M-2-7H2V7H-2z",
        Colour::Red => "M0-7.5L6 0 0 7.5-6 0z",
        Colour::Grey => "M-6.4-4.5H6.4L0 7z",
    })
}

/// Whether an emblem on the colour is light.
pub fn is_dark(colour: Colour) -> bool {
    matches!(colour, Colour::Black | Colour::Blue | Colour::Brown)
}

/// The class in which the emblem of a colour is drawn.
pub fn contrast(colour: Colour) -> &'static str {
    if is_dark(colour) { "light" } else { "ink" }
}

/// The class in which text stands on a colour.
pub fn ink(colour: Colour) -> &'static str {
    if is_dark(colour) { "pale" } else { "ink" }
}
