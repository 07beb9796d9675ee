//! What is played for: the options about wagers, and the accounts of a match.

use torneo_contract::zobrist;
use torneo_contract::{OptionInfo, Options, Seat, SpecError};

use super::board::{VALUES, mirrored};
use super::paths::{BLACK, KINDS, ORANGE};

/// Money and game points are counted in halves.
pub(super) const WHOLE: u32 = 2;

/// Games of a match with a wager, and without one.
const MATCH: i64 = 10;
const SINGLE: i64 = 1;

/// What a move costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tariff {
    /// So many points.
    Fixed(u32),
    /// The value of the piece.
    Value,
}

/// When a player may pass though a move could be paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Passing {
    Never,
    /// So many times in a game.
    Limited(u16),
    /// Not on two consecutive own turns.
    Alternate,
}

/// The wager of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wager {
    None,
    /// Both pay for the force that they field.
    Field,
    /// Both buy back what they have lost.
    Return,
    /// Captures are fought out with dice.
    Duel {
        retreat: bool,
    },
    /// Moves are paid for.
    Pay {
        tariff: Tariff,
        free_captures: bool,
        passing: Passing,
    },
}

/// The options of a match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub(super) wager: Wager,
    pub(super) games: u16,
    /// What each player starts with, in half points.
    pub(super) funds: u32,
    /// Whether players are asked which pieces they want.
    pub(super) ask: bool,
}

pub(super) const OPTIONS: [OptionInfo; 9] = [
    OptionInfo::choice(
        "wager",
        &["none", "ransom-field", "ransom-return", "duel", "pay-to-move-simple", "pay-to-move-piece"],
        "none",
    )
    .help("what is played for; all but none make it a match for money"),
    OptionInfo::int("games", 1..=1000, "").help("games of a match; default 10, without a wager 1"),
    OptionInfo::int("funds", 0..=1_000_000, "100")
        .help("the money of each player before the first game, in points"),
    OptionInfo::choice("field_choice", &["auto", "ask"], "auto")
        .help("ransoms: pieces are taken in the order of their prices, or the players are asked"),
    OptionInfo::choice("duel_tie", &["continue", "retreat"], "continue")
        .help("a tied duel is thrown again, or the attacker stays where he was"),
    OptionInfo::int("move_price", 1..=1000, "1").help("pay-to-move-simple: what each move costs, in points"),
    OptionInfo::flag("free_captures", false).help("pay-to-move: captures cost nothing"),
    OptionInfo::choice("pass_rule", &["none", "limited", "alternate"], "none")
        .help("pay-to-move: no passes at will, a limited number, or never on two own turns in a row"),
    OptionInfo::int("pass_limit", 0..=1000, "5").help("pass_rule=limited: passes of each player in a game"),
];

/// The options that only some wagers know, with those wagers.
const BOUND: [(&str, &[&str]); 5] = [
    ("field_choice", &["ransom-field", "ransom-return"]),
    ("duel_tie", &["duel"]),
    ("move_price", &["pay-to-move-simple"]),
    ("free_captures", &["pay-to-move-simple", "pay-to-move-piece"]),
    ("pass_rule", &["pay-to-move-simple", "pay-to-move-piece"]),
];

impl Terms {
    /// # Errors
    /// Options that mean nothing together.
    pub(super) fn new(options: &Options) -> Result<Terms, SpecError> {
        let word = options.choice("wager");
        check_bounds(options, word)?;
        let limited = Passing::Limited(options.int("pass_limit") as u16);
        let passing = options.one_of("pass_rule", [Passing::Never, limited, Passing::Alternate]);
        let pay = |tariff| Wager::Pay { tariff, free_captures: options.bool("free_captures"), passing };
        let wager = match word {
            "ransom-field" => Wager::Field,
            "ransom-return" => Wager::Return,
            "duel" => Wager::Duel { retreat: options.choice("duel_tie") == "retreat" },
            "pay-to-move-simple" => pay(Tariff::Fixed(options.u32("move_price"))),
            "pay-to-move-piece" => pay(Tariff::Value),
            _ => Wager::None,
        };
        let usual = if wager == Wager::None { SINGLE } else { MATCH };
        Ok(Terms {
            wager,
            games: options.maybe_int("games").unwrap_or(usual) as u16,
            funds: WHOLE * options.u32("funds"),
            ask: options.choice("field_choice") == "ask",
        })
    }

    /// Whether one game is played, for nothing but itself.
    #[inline]
    pub(super) fn is_single(&self) -> bool {
        self.wager == Wager::None && self.games == 1
    }

    /// What a move costs, in half points.
    #[inline]
    pub(super) fn price(&self, kind: usize, captures: bool) -> u32 {
        match self.wager {
            Wager::Pay { free_captures: true, .. } if captures => 0,
            Wager::Pay { tariff: Tariff::Fixed(points), .. } => WHOLE * points,
            Wager::Pay { tariff: Tariff::Value, .. } => WHOLE * VALUES[kind & (KINDS - 1)],
            _ => 0,
        }
    }
}

fn check_bounds(options: &Options, wager: &str) -> Result<(), SpecError> {
    for (name, wagers) in BOUND {
        let info = OPTIONS.iter().find(|info| info.name == name).expect("a declared option");
        let given = options.text(name) != info.default;
        let message = format!("needs `wager={}`, found `wager={wager}`", wagers.join("` or `wager="));
        options.refuse_if(given && !wagers.contains(&wager), name, message)?;
    }
    let funds = wager == "none" && options.int("funds") != 100;
    options.refuse_if(funds, "funds", "without a wager no money is played for")?;
    let limit = options.int("pass_limit") != 5 && options.choice("pass_rule") != "limited";
    options.refuse_if(limit, "pass_limit", "needs `pass_rule=limited`")
}

/// What is due in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// A move.
    Play,
    /// The answer about a piece of the price list, by its place there.
    Ask(u8),
    /// The dice of a duel, after this number of ties.
    Duel { from: u8, to: u8, ties: u32 },
}

/// The accounts of a match, by seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ledger {
    /// The number of the game, from 1.
    pub(super) game: u16,
    /// Game points, in halves.
    pub(super) points: [u32; 2],
    /// Money, in half points.
    pub(super) money: [u32; 2],
    /// What lies in the purse, in half points.
    pub(super) purse: u32,
    /// Passes at will in this game, where they are limited.
    pub(super) passes: [u16; 2],
    /// Who passed on the last own turn, where that matters.
    pub(super) passed: [bool; 2],
    /// Whether the last ply was a forced pass.
    pub(super) forced: bool,
    pub(super) stage: Stage,
}

impl Ledger {
    /// The accounts before the first game.
    pub(super) fn new(funds: u32) -> Ledger {
        Ledger {
            game: 1,
            points: [0; 2],
            money: [funds; 2],
            purse: 0,
            passes: [0; 2],
            passed: [false; 2],
            forced: false,
            stage: Stage::Play,
        }
    }

    /// The seat that plays a side: the first seat has Black in odd games.
    #[inline]
    pub(super) fn seat(&self, side: usize) -> Seat {
        Seat::new((side & 1) ^ usize::from(self.game.is_multiple_of(2)))
    }

    /// The side that a seat plays.
    #[inline]
    pub(super) fn side(&self, seat: Seat) -> usize {
        if self.seat(BLACK) == seat { BLACK } else { ORANGE }
    }

    /// The money of a side.
    #[inline]
    pub(super) fn money_of(&self, side: usize) -> u32 {
        self.money[self.seat(side).index() & 1]
    }

    /// A side pays into the purse.
    #[inline]
    pub(super) fn pay(&mut self, side: usize, amount: u32) {
        self.money[self.seat(side).index() & 1] -= amount;
        self.purse += amount;
    }

    /// A side takes at most this much out of the purse.
    pub(super) fn draw_from_purse(&mut self, side: usize, amount: u32) {
        let amount = amount.min(self.purse);
        self.purse -= amount;
        self.money[self.seat(side).index()] += amount;
    }

    /// A side pays the other one.
    pub(super) fn transfer(&mut self, from: usize, amount: u32) {
        let payer = self.seat(from);
        self.money[payer.index()] -= amount;
        self.money[payer.other().index()] += amount;
    }

    /// What the purse holds is divided equally.
    pub(super) fn share_purse(&mut self) {
        let half = self.purse / 2;
        self.money[0] += half;
        self.money[1] += self.purse - half;
        self.purse = 0;
    }

    /// A game begins: nobody has passed.
    pub(super) fn forget_passes(&mut self) {
        (self.passes, self.passed, self.forced) = ([0; 2], [false; 2], false);
    }

    /// A key of all that the text shows of the accounts; in the mirror image for a duel's squares.
    pub(super) fn key(&self, mirror: bool) -> u64 {
        let turn = |square: u8| u64::from(if mirror { mirrored(square as usize) as u8 } else { square });
        let stage = match self.stage {
            Stage::Play => 0,
            Stage::Ask(place) => 1 | u64::from(place) << 2,
            Stage::Duel { from, to, .. } => 2 | turn(from) << 2 | turn(to) << 9,
        };
        let flags = [self.passed[0], self.passed[1], self.forced];
        let flags = flags.iter().fold(0, |flags, &flag| flags << 1 | u64::from(flag));
        let pair = |[first, second]: [u32; 2]| u64::from(first) << 32 | u64::from(second);
        let words = [
            u64::from(self.game) | stage << 16 | flags << 32,
            pair(self.points),
            pair(self.money),
            u64::from(self.purse) << 32 | u64::from(self.passes[0]) << 16 | u64::from(self.passes[1]),
        ];
        words.into_iter().fold(0, |key, word| zobrist::key(key ^ word))
    }
}
