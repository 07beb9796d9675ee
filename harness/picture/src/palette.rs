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
    ("pit", "#a97c45", "#5c4426"),
    ("mark", "#c2185b", "#ff6f9f"),
    ("trace", "#f4d03f", "#e0b520"),
    ("panel", "#f4f0e8", "#23262b"),
];

/// The inks of pieces: fill, and the line and emblem on it.
pub const PIECES: &[(Colour, &str, Ink, Ink)] = &[
    (Colour::White, "white", ("white", "#fdf9ee", "#f3ecdc"), ("white-line", "#3c332a", "#2a231c")),
    (Colour::Black, "black", ("black", "#3b3632", "#4a443e"), ("black-line", "#0f0d0c", "#857c6e")),
    (Colour::Blue, "blue", ("blue", "#0072b2", "#1a80bd"), ("blue-line", "#00324f", "#00263c")),
    (Colour::Orange, "orange", ("orange", "#e69f00", "#e69f00"), ("orange-line", "#5e4100", "#402c00")),
    (Colour::Green, "green", ("green", "#009e73", "#0aa87c"), ("green-line", "#004634", "#003326")),
    (Colour::Purple, "purple", ("purple", "#cc79a7", "#cc79a7"), ("purple-line", "#5b2a46", "#431d33")),
    (Colour::Yellow, "yellow", ("yellow", "#f0e442", "#e8dc3c"), ("yellow-line", "#655f00", "#474300")),
    (Colour::Sky, "sky", ("sky", "#56b4e9", "#56b4e9"), ("sky-line", "#0f4a6b", "#0a364f")),
    (Colour::Red, "red", ("red", "#d55e00", "#dc6a12"), ("red-line", "#5a2700", "#421c00")),
    (Colour::Brown, "brown", ("brown", "#8a5a33", "#8a5a33"), ("brown-line", "#3b2411", "#2b1a0c")),
    (Colour::Grey, "grey", ("grey", "#a3a3a3", "#a3a3a3"), ("grey-line", "#3d3d3d", "#2b2b2b")),
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
    matches!(colour, Colour::Black | Colour::Blue | Colour::Green | Colour::Red | Colour::Brown)
}

/// The class in which the emblem of a colour is drawn.
pub fn contrast(colour: Colour) -> &'static str {
    if is_dark(colour) { "light" } else { "ink" }
}

/// The class in which text stands on a colour.
pub fn ink(colour: Colour) -> &'static str {
    if is_dark(colour) { "pale" } else { "ink" }
}
