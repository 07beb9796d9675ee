//! Signs that other programs and printed books write, and what the standard has in their place.

use std::borrow::Cow;

/// Signs, none of them of ASCII, and what all of a row stand for.
const EQUAL: [(&str, &str); 14] = [
    ("‐‑‒–—―−﹣－", "-"),
    ("⁄∕／", "/"),
    ("½", "1/2"),
    ("×✕✖⨯", "x"),
    ("†", "+"),
    ("‡", "#"),
    ("♔♚", "K"),
    ("♕♛", "Q"),
    ("♖♜", "R"),
    ("♗♝", "B"),
    ("♘♞", "N"),
    // A pawn has no letter.
    ("♙♟", ""),
    // How a sign is to look, and what shows nothing.
    ("\u{fe0e}\u{fe0f}\u{200b}\u{200c}\u{200d}\u{2060}", ""),
    ("：", ":"),
];

/// What annotators write of a move or position: the signs of the *Chess Informator* and their like.
const ANNOTATIONS: &str = "±∓∞⩲⩱⩵□■▢▣☐⊡⇆⇄⇅⇔⇗⇧→↑↓⟳⟲↺↻○◯⊕⨁⊙⨀∆△▲▽▼⌓⊥⟂∥⋇≌≍≈≅≙≟⯹✓‼⁇⁈⁉…№\u{2194}\u{fffc}";

/// The same as words of ASCII. A single letter is a novelty or a diagram.
const WRITTEN: [&str; 21] = [
    "+-", "-+", "+--", "--+", "+/-", "-/+", "+/=", "=/+", "-/=", "=/-", "=", "+=", "=+", "~", "~=", "/\\",
    "\\/", "^", "N", "D", "RR",
];

/// Writings of each result.
const RESULTS: [(&str, &[&str]); 3] = [
    ("1-0", &["1-0", "1:0", "1.0-0.0"]),
    ("0-1", &["0-1", "0:1", "0.0-1.0"]),
    ("1/2-1/2", &["1/2-1/2", "1/2", "0.5-0.5", ".5-.5", "0,5-0,5", "1/2:1/2", "0.5:0.5"]),
];

/// What a sign stands for.
pub fn meant(sign: char) -> Option<&'static str> {
    if sign.is_ascii() {
        return None;
    }
    EQUAL.iter().find(|(signs, _)| signs.contains(sign)).map(|(_, meant)| *meant)
}

/// A text with the standard's characters.
pub fn standard(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut standard = String::with_capacity(text.len());
    for c in text.chars() {
        match meant(c) {
            Some(meant) => standard.push_str(meant),
            None => standard.push(c),
        }
    }
    Cow::Owned(standard)
}

/// Whether a character is an annotation by itself.
pub fn annotates(sign: char) -> bool {
    ANNOTATIONS.contains(sign)
}

/// Whether a word is an annotation.
pub fn is_annotation(word: &str) -> bool {
    WRITTEN.contains(&&*standard(word))
}

/// The result that a text gives, as the standard writes it; none if it is none or not known.
pub fn result(text: &str) -> Option<&'static str> {
    let written = standard(text);
    let found = RESULTS.iter().find(|(_, writings)| writings.contains(&written.trim()));
    found.map(|(result, _)| *result)
}
