//! How a game is written for programs that know nothing of torneo.

use std::fmt;

use crate::{Notation, Seat};

/// A form in which other programs write moves and positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The Universal Chess Interface (Meyer-Kahlen and Huber, 2006). Castling is the king's two steps.
    Uci,
    /// The same with the option `UCI_Chess960`. Castling is the king taking its own rook.
    Uci960,
    /// The Go Text Protocol, version 2 (Farneback, 2002): vertices.
    Gtp,
    /// Portable Game Notation (Edwards, 1994), such as standard algebraic notation.
    Pgn,
    /// The Smart Game Format FF\[4\] (Hollosi, 1999): points.
    Sgf,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Uci | Form::Uci960 => "UCI",
            Form::Gtp => "GTP",
            Form::Pgn => "PGN",
            Form::Sgf => "SGF",
        })
    }
}

/// The formats and protocols that carry a game, and what the game is called there. All are for two seats that choose in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Formats {
    /// How UCI programs know it.
    pub uci: Option<Uci>,
    /// Whether GTP programs play it. The first seat is black.
    pub gtp: bool,
    /// How it is told in PGN.
    pub pgn: Option<Pgn>,
    /// How it is told in SGF.
    pub sgf: Option<Sgf>,
    /// The size of the board, as `boardsize` in GTP and `SZ` in SGF give it. They set the option `size` of the game.
    pub size: usize,
    /// Further values of `UCI_Variant` and of the tag `Variant`, in small letters, with the options that each stands for, such as
    /// `("chess", "start=518")`. The id of the game is one without being listed.
    pub variants: &'static [(&'static str, &'static str)],
    /// The position from which a game begins that names none, where chance draws the start.
    pub start: Option<&'static str>,
}

/// How UCI programs know a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uci {
    /// The value of `UCI_Variant` under which an engine of torneo plays it.
    pub variant: &'static str,
    /// The ways to play it with another program. The first of them is taken whose options the program has.
    pub dialects: &'static [Dialect],
    /// What a program plays that has the options of no dialect, if it plays something near.
    pub instead: Option<&'static str>,
}

/// A way to play a game with a UCI program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The options that are set, with their values.
    pub options: &'static [(&'static str, &'static str)],
    /// [`Form::Uci`] or [`Form::Uci960`].
    pub form: Form,
}

/// How a game is told in PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pgn {
    /// The value of the tag `Variant`; none for orthodox chess, which goes without it.
    pub variant: Option<&'static str>,
    /// Whether every game gives its start in the tag `FEN`, as games of many starts do.
    pub fen: bool,
}

/// How a game is told in SGF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sgf {
    /// Its number in the property `GM`; none where the list of games in FF\[4\] leaves it out.
    pub number: Option<u32>,
    /// Other numbers that are read.
    pub numbers: &'static [u32],
    /// The seat whose moves are `B`.
    pub black: Seat,
}

impl Sgf {
    /// The property of a seat's moves: `B` or `W`.
    pub fn colour(&self, seat: Seat) -> char {
        if seat == self.black { 'B' } else { 'W' }
    }
}

impl Formats {
    /// No format.
    pub const NONE: Formats =
        Formats { uci: None, gtp: false, pgn: None, sgf: None, size: 0, variants: &[], start: None };

    /// PGN alone, with the tokens of the game as moves.
    pub const fn pgn(variant: &'static str) -> Formats {
        Formats { pgn: Some(Pgn { variant: Some(variant), fen: false }), ..Formats::NONE }
    }

    /// Those of a game with its options set.
    pub fn of<G: Notation>(game: &G) -> Formats {
        match G::INTERCHANGE {
            Some(interchange) if game.seats() == 2 => (interchange.formats)(game),
            _ => Formats::NONE,
        }
    }

    /// Whether a form can carry the game.
    pub fn carry(&self, form: Form) -> bool {
        match form {
            Form::Uci | Form::Uci960 => self.uci.is_some(),
            Form::Gtp => self.gtp,
            Form::Pgn => self.pgn.is_some(),
            Form::Sgf => self.sgf.is_some(),
        }
    }

    /// The forms in which the game is written.
    pub fn forms(&self) -> impl Iterator<Item = Form> {
        let dialects = self.uci.map_or(&[][..], |uci| uci.dialects).iter().map(|dialect| dialect.form);
        let others = [Form::Gtp, Form::Pgn, Form::Sgf].into_iter();
        let carried = *self;
        dialects.chain(others.filter(move |form| carried.carry(*form)))
    }
}

/// The notation of a game in the formats and protocols of other programs. A game that other programs do not know does without.
///
/// A game that implements this says so by [`Notation::INTERCHANGE`]. Where nothing else is said, other programs write actions
/// and positions as the game does.
pub trait Interchange: Notation {
    /// What carries the game with its options.
    fn formats(&self) -> Formats;

    /// An action that is legal here, in a form that carries the game. None where the form has no word for it.
    fn export_action(&self, _form: Form, position: &Self::Position, action: Self::Action) -> Option<String> {
        let mut token = String::new();
        self.write_action(position, action, &mut token);
        Some(token)
    }

    /// What another program wrote for an action, as [`Notation::parse_action`] reads it. What stands for no action stays as it is.
    fn import_action(&self, _form: Form, _position: &Self::Position, text: &str) -> String {
        text.to_owned()
    }

    /// A position, such as the FEN that UCI programs read. None where the form has no text for it.
    fn export_position(&self, _form: Form, position: &Self::Position) -> Option<String> {
        Some(self.position_text(position))
    }

    /// What another program wrote for a position, as [`Notation::parse_position`] reads it.
    fn import_position(&self, _form: Form, text: &str) -> String {
        text.to_owned()
    }
}

/// The functions of [`Interchange`] of a game, for callers that do not know whether it has them.
pub struct Exchange<G: Notation> {
    formats: fn(&G) -> Formats,
    pub(crate) export_action: fn(&G, Form, &G::Position, G::Action) -> Option<String>,
    pub(crate) import_action: fn(&G, Form, &G::Position, &str) -> String,
    pub(crate) export_position: fn(&G, Form, &G::Position) -> Option<String>,
    pub(crate) import_position: fn(&G, Form, &str) -> String,
}

impl<G: Interchange> Exchange<G> {
    /// Those of the game, as the value of [`Notation::INTERCHANGE`].
    pub const OFFERED: Option<Exchange<G>> = Some(Exchange {
        formats: G::formats,
        export_action: G::export_action,
        import_action: G::import_action,
        export_position: G::export_position,
        import_position: G::import_position,
    });
}
