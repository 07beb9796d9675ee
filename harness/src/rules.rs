//! The pages of `docs/games` inside the program.

/// The pages of these games, each with its id.
macro_rules! pages {
    ($($id:literal,)*) => {
        [$(($id, include_str!(concat!("../../docs/games/", $id, ".md")))),*]
    };
}

/// The id of every game with the page of its rules.
pub const PAGES: [(&str, &str); 47] = pages![
    "akron",
    "as-many-on-one-as-on-two",
    "atari-go",
    "bin-fa",
    "blocker",
    "camelot",
    "catch-the-rabbit",
    "cross-over",
    "fischerandom",
    "four-seasons",
    "frames",
    "grand-chess",
    "grande-acedrex",
    "guirguiesca",
    "half-hazard",
    "havannah",
    "hazard",
    "hi-jack",
    "highest-wins",
    "hnefatafl",
    "jetan",
    "king-of-pearls",
    "lanza",
    "lowest-wins",
    "marlota",
    "martian-chess",
    "millennium-3d-chess",
    "nardeshir",
    "nibelungenlied",
    "nine-mens-morris",
    "ot-tjin",
    "pair-and-ace",
    "panquist",
    "razzle-dazzle",
    "riffa",
    "rising-hazard",
    "skirrid",
    "sleeping-beauty-draughts",
    "space-chess",
    "surakarta",
    "tantrix",
    "three-mens-morris",
    "thud",
    "trax",
    "triga",
    "twelve-mens-morris",
    "zertz",
];
