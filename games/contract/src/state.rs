//! A position as data: the kinds of things that stand on its sites, and what else there is, by name.

use std::borrow::Cow;

use crate::Seat;
use crate::scene::Glyph;

/// A kind of thing that stands on sites.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    /// The letter that stands for it in texts, where it has one; else one that tells it from the others.
    pub letter: char,
    /// What it is called, such as `knight`: lower case, `_` for blanks.
    pub name: Cow<'static, str>,
    /// The seat that it belongs to.
    pub owner: Option<Seat>,
    /// How it looks.
    pub glyph: Glyph,
}

impl Kind {
    /// A kind of thing of a seat, or nobody's.
    pub const fn new(letter: char, name: &'static str, owner: Option<Seat>, glyph: Glyph) -> Kind {
        Kind { letter, name: Cow::Borrowed(name), owner, glyph }
    }
}

/// Something that a position holds beside the things on its sites: a count, a right, a square that matters.
///
/// Games whose tables do not grow give the same fields in the same order in every position: only values differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// What it is, such as `castling_king_side`: lower case, `_` for blanks.
    pub name: Cow<'static, str>,
    /// The seat that it belongs to.
    pub owner: Option<Seat>,
    /// The value, `least..=most`.
    pub value: i64,
    /// The least value that it can have.
    pub least: i64,
    /// The greatest value that it can have.
    pub most: i64,
    /// What the value is, and how it is shown.
    pub show: Show,
}

/// What the value of a [`Field`] is, and how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// A number of the score sheet.
    Number,
    /// Whether something holds: 1 or 0. It is noted where it does.
    Flag,
    /// The number of a site, which is marked; -1 for none.
    Site,
    /// How many things of a kind lie beside the board: what a seat may bring onto it, or what everybody may.
    Hand(u8),
    /// How many things of a kind a seat has captured.
    Captured(u8),
    /// Pictures leave it out.
    Hidden,
}

impl Field {
    /// A field of the whole table.
    fn new(
        name: impl Into<Cow<'static, str>>,
        value: impl TryInto<i64>,
        bounds: [i64; 2],
        show: Show,
    ) -> Field {
        let [least, most] = bounds;
        // Values are counts and numbers of sites; one that large would be no such thing.
        let value = value.try_into().unwrap_or(i64::MAX);
        Field { name: name.into(), owner: None, value, least, most, show }
    }

    /// A number of the score sheet, `0..=most`.
    pub fn number(name: impl Into<Cow<'static, str>>, value: impl TryInto<i64>, most: i64) -> Field {
        Field::new(name, value, [0, most], Show::Number)
    }

    /// Whether something holds.
    pub fn flag(name: impl Into<Cow<'static, str>>, holds: bool) -> Field {
        Field::new(name, holds, [0, 1], Show::Flag)
    }

    /// One of the sites `0..sites`, or none.
    pub fn site(name: impl Into<Cow<'static, str>>, site: Option<usize>, sites: usize) -> Field {
        let value = site.map_or(-1, |site| site as i64);
        Field::new(name, value, [-1, sites as i64 - 1], Show::Site)
    }

    /// Things of a kind that are to be brought onto the board, at most so many.
    pub fn hand(name: impl Into<Cow<'static, str>>, kind: u8, count: impl TryInto<i64>, most: i64) -> Field {
        Field::new(name, count, [0, most], Show::Hand(kind))
    }

    /// Whether the value counts on and on: its range is wider than 1000.
    pub fn is_counter(&self) -> bool {
        self.most.saturating_sub(self.least) > 1000
    }

    /// Whether the value is the number of one of `sites` sites, or -1, though pictures may not mark it.
    pub fn names_site(&self, sites: usize) -> bool {
        let is_hidden_site = self.show == Show::Hidden && self.least == -1 && self.most + 1 == sites as i64;
        sites > 0 && (self.show == Show::Site || is_hidden_site)
    }

    /// The same field, a seat's.
    #[must_use]
    pub fn of(self, seat: Seat) -> Field {
        Field { owner: Some(seat), ..self }
    }

    /// The same field with another least value.
    #[must_use]
    pub fn from(self, least: i64) -> Field {
        Field { least, ..self }
    }

    /// The same field, left out of pictures.
    #[must_use]
    pub fn hidden(self) -> Field {
        self.shown(Show::Hidden)
    }

    /// The same field, shown in another way.
    #[must_use]
    pub fn shown(self, show: Show) -> Field {
        Field { show, ..self }
    }
}
