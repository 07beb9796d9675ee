//! Texts of actions and positions.

use torneo_board::fen;
use torneo_board::text;
use torneo_contract::{Ending, Field, Reason, Refusal, Seat, reason, refusal, refuse, refuse_if};

use super::board::{ARMY, Action, Board, KIND_NAMES, LETTERS};
use super::course::{CHIEF_CAPTURED, FORFEIT, NO_MONEY, THREE_PIECES};
use super::paths::{BLACK, ORANGE, PANTHAN, PRINCESS, SIDE, Squares};
use super::wager::{Ledger, Passing, Stage, WHOLE, Wager};
use super::{Jetan, State};

pub(super) const SIDES: [&str; 2] = ["Black", "Orange"];
pub(super) const PLAYERS: [&str; 2] = ["X", "Y"];
pub(super) const PASS: &str = "--";
const FACES: u8 = 6;

/// The reasons for which a match of one game can be over.
const REASONS: [Reason; 9] = [
    reason::WON,
    reason::NO_MOVE,
    reason::REPETITION,
    reason::NO_PROGRESS,
    reason::LENGTH_LIMIT,
    CHIEF_CAPTURED,
    THREE_PIECES,
    NO_MONEY,
    FORFEIT,
];

pub(super) fn write_action(action: Action, written: &mut String) {
    let squares = |from: u8, to: u8, written: &mut String| {
        Squares::write(from as usize, written);
        Squares::write(to as usize, written);
    };
    match action {
        Action::Move { from, to } => squares(from, to, written),
        Action::Escape { from, to } => {
            squares(from, to, written);
            written.push('!');
        }
        Action::Pass => written.push_str(PASS),
        Action::Answer(yes) => written.push_str(if yes { "yes" } else { "no" }),
        Action::Throw([attack, defence]) => {
            let digit = |die: u8| (b'0' + die) as char;
            written.extend(['[', digit(attack), ',', digit(defence), ']']);
        }
    }
}

/// The action that a text describes, legal or not.
pub(super) fn read_action(written: &str) -> Option<Action> {
    match written {
        PASS => return Some(Action::Pass),
        "yes" => return Some(Action::Answer(true)),
        "no" => return Some(Action::Answer(false)),
        _ => {}
    }
    if let Some(dice) = written.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let (attack, defence) = dice.split_once(',')?;
        let die = |face: &str| text::parse_number::<u8>(face).filter(|face| (1..=FACES).contains(face));
        return Some(Action::Throw([die(attack)?, die(defence)?]));
    }
    let (squares, escapes) = match written.strip_suffix('!') {
        Some(squares) => (squares, true),
        None => (written, false),
    };
    let [from, to] = read_squares(squares)?;
    Some(if escapes { Action::Escape { from, to } } else { Action::Move { from, to } })
}

/// Two squares without anything between them.
fn read_squares(written: &str) -> Option<[u8; 2]> {
    let second = written.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_lowercase())?.0;
    let (from, to) = written.split_at(second);
    Some([Squares::parse(from)? as u8, Squares::parse(to)? as u8])
}

pub(super) fn letter(board: &Board, square: usize) -> Option<char> {
    let (side, kind) = board.piece(square)?;
    Some(if side == BLACK { LETTERS[kind] } else { LETTERS[kind].to_ascii_lowercase() })
}

pub(super) fn write_half(amount: u32) -> String {
    let half = if amount.is_multiple_of(WHOLE) { "" } else { ".5" };
    format!("{}{half}", amount / WHOLE)
}

fn write_pair([first, second]: [u32; 2]) -> String {
    format!("{},{}", write_half(first), write_half(second))
}

fn read_half(written: &str) -> Option<u32> {
    let (whole, half) = match written.strip_suffix(".5") {
        Some(whole) => (whole, 1),
        None => (written, 0),
    };
    text::parse_number::<u32>(whole)?.checked_mul(WHOLE)?.checked_add(half)
}

fn read_pair(written: &str) -> Option<[u32; 2]> {
    let (first, second) = written.split_once(',')?;
    Some([read_half(first)?, read_half(second)?])
}

impl Jetan {
    /// The further fields of a match.
    pub(super) fn write_ledger(&self, state: &State) -> String {
        let Ledger { game, points, money, purse, passes, passed, forced, stage } = state.ledger;
        let mut written = format!(" game={game} score={}", write_pair(points));
        if self.terms.wager != Wager::None {
            written += &format!(" money={}", write_pair(money));
        }
        if self.has_purse() {
            written += &format!(" purse={}", write_half(purse));
        }
        if let Wager::Pay { passing, .. } = self.terms.wager {
            match passing {
                Passing::Never => {}
                Passing::Limited(_) => written += &format!(" passes={},{}", passes[0], passes[1]),
                Passing::Alternate => {
                    written += &format!(" passed={},{}", u8::from(passed[0]), u8::from(passed[1]));
                }
            }
            if forced {
                written += " forced=1";
            }
        }
        match stage {
            Stage::Play => {}
            Stage::Ask(place) => written += &format!(" ask={}", place + 1),
            Stage::Duel { from, to, .. } => {
                written += &format!(" duel={}{}", Squares::name(from as usize), Squares::name(to as usize));
            }
        }
        if let Some(ending) = state.ended {
            written += &format!(" over={}", ending.reason);
        }
        written
    }

    /// The accounts of a match as fields; money and points in halves, sites -1 and numbers 0 for what is not.
    pub(super) fn list_accounts(
        &self,
        to_move: usize,
        ledger: &Ledger,
        ended: Option<Ending>,
        fields: &mut Vec<Field>,
    ) {
        let Ledger { game, points, money, purse, passes, passed, forced, stage } = *ledger;
        fields.push(Field::number("game", game, self.terms.games.into()));
        for seat in Seat::all(2) {
            let of = |field: Field| field.of(seat);
            let number = |name: &'static str, value: u32| of(Field::number(name, value, u32::MAX.into()));
            fields.push(number("half_points", points[seat.index()]));
            if self.terms.wager != Wager::None {
                fields.push(number("half_money", money[seat.index()]));
            }
            if let Wager::Pay { passing, .. } = self.terms.wager {
                match passing {
                    Passing::Never => {}
                    Passing::Limited(_) => fields.push(number("passes", passes[seat.index()].into())),
                    Passing::Alternate => fields.push(of(Field::flag("has_passed", passed[seat.index()]))),
                }
            }
        }
        if self.has_purse() {
            fields.push(Field::number("half_purse", purse, u32::MAX.into()));
        }
        fields.push(Field::flag("forced", forced));
        let (asked, [from, to]) = match stage {
            Stage::Play => (0, [None; 2]),
            Stage::Ask(place) => (i64::from(place) + 1, [None; 2]),
            Stage::Duel { from, to, .. } => (0, [Some(from.into()), Some(to.into())]),
        };
        fields.push(Field::number("asked", asked, u8::MAX.into()).hidden());
        fields.push(Field::site("duel_from", from, SIDE * SIDE).hidden());
        fields.push(Field::site("duel_to", to, SIDE * SIDE).hidden());
        let over = |ending: Ending| REASONS.iter().position(|&known| known == ending.reason);
        let over = ended.and_then(over).map_or(0, |reason| reason + 1);
        fields.push(Field::number("over", over, REASONS.len() as i64).hidden());
        fields.push(Field::number("side", to_move, 1).hidden());
    }

    pub(super) fn has_purse(&self) -> bool {
        matches!(self.terms.wager, Wager::Field | Wager::Pay { .. })
    }

    pub(super) fn write_position(&self, state: &State) -> String {
        let board = &state.board;
        let mut written = fen::placement(SIDE, SIDE, |file, rank| letter(board, Squares::at(file, rank)));
        written.push_str(if board.to_move == BLACK { " b " } else { " o " });
        written += &text::flags(board.escapes, ['E', 'e']);
        if !self.terms.is_single() {
            written += &self.write_ledger(state);
        }
        written
    }

    pub(super) fn read_position(&self, written: &str) -> Result<State, Refusal> {
        let fields: Vec<&str> = written.split_whitespace().collect();
        let [placement, side, escapes, ref further @ ..] = fields[..] else {
            refuse!("expected placement, side to move and escapes, found `{written}`");
        };
        let mut board = self.read_placement(placement)?;
        if text::parse_side(side, ["b", "o"])?.index() == ORANGE {
            board.flip();
        }
        let Some(left) = text::parse_flags(escapes, ['E', 'e']) else {
            refuse!("the escapes left are `Ee`, `E`, `e` or `-`, found `{escapes}`");
        };
        [BLACK, ORANGE].into_iter().filter(|&side| !left[side]).for_each(|side| board.use_escape(side));
        let mut state = State { board, ledger: Ledger::new(self.terms.funds), ended: None };
        if self.terms.is_single() {
            if let Some(field) = further.first() {
                refuse!("expected nothing after the escapes, found `{field}`");
            }
            check_single(&state.board)?;
        } else {
            self.read_ledger(further, &mut state)?;
        }
        Ok(state)
    }

    fn read_placement(&self, placement: &str) -> Result<Board, Refusal> {
        let mut board = Board::empty();
        let place = |file: usize, rank: usize, found: char| {
            let kind = LETTERS.iter().position(|&known| known == found.to_ascii_uppercase());
            let kind =
                kind.ok_or_else(|| refusal!("expected one of `WADFCQTP` in either case, found `{found}`"))?;
            let side = if found.is_ascii_uppercase() { BLACK } else { ORANGE };
            if kind == PANTHAN && !self.movement.free && rank == [0, SIDE - 1][side] {
                refuse!("a Panthan never goes back to its side's first rank");
            }
            board.put(side, kind, Squares::at(file, rank));
            Ok(())
        };
        fen::parse_ranks(placement, SIDE, SIDE, place).map_err(Refusal::new)?;
        for (side, name) in SIDES.iter().enumerate() {
            for ((kind, count), most) in board.force(side).into_iter().enumerate().zip(ARMY) {
                if count > most {
                    let piece = KIND_NAMES[kind];
                    refuse!("{name} has at most {most} of the kind {piece}, found {count}");
                }
            }
        }
        Ok(board)
    }

    fn read_ledger(&self, fields: &[&str], state: &mut State) -> Result<(), Refusal> {
        let (mut over, mut seen) = (None, Vec::new());
        for field in fields {
            let (name, value) =
                field.split_once('=').ok_or_else(|| refusal!("expected `name=value`, found `{field}`"))?;
            refuse_if!(seen.contains(&name), "`{name}` is given twice");
            seen.push(name);
            if name == "over" {
                over = Some(value);
            } else {
                let known = self.read_field(name, value, state);
                known.ok_or_else(|| refusal!("`{field}`: no field of this match, or a wrong value"))?;
            }
        }
        let finished = over.is_some();
        self.check_accounts(&state.ledger, finished)?;
        match over {
            Some(written) => self.read_end(written, state),
            None => self.check_stage(state),
        }
    }

    /// Reads one field of the accounts; none if this match has no such field or the value cannot be.
    fn read_field(&self, name: &str, value: &str, state: &mut State) -> Option<()> {
        let ledger = &mut state.ledger;
        let passing = if let Wager::Pay { passing, .. } = self.terms.wager { Some(passing) } else { None };
        match (name, passing) {
            ("game", _) => {
                let games = 1..=self.terms.games;
                ledger.game = text::parse_number(value).filter(|game| games.contains(game))?;
            }
            ("score", _) => ledger.points = read_pair(value)?,
            ("money", _) if self.terms.wager != Wager::None => ledger.money = read_pair(value)?,
            ("purse", _) if self.has_purse() => {
                ledger.purse = read_half(value).filter(|purse| purse.is_multiple_of(WHOLE))?;
            }
            ("passes", Some(Passing::Limited(limit))) => {
                let (first, second) = value.split_once(',')?;
                let count = |text: &str| text::parse_number(text).filter(|&count| count <= limit);
                ledger.passes = [count(first)?, count(second)?];
            }
            ("passed", Some(Passing::Alternate)) => {
                ledger.passed = match value {
                    "0,0" => [false, false],
                    "0,1" => [false, true],
                    "1,0" => [true, false],
                    "1,1" => [true, true],
                    _ => return None,
                };
            }
            ("forced", Some(_)) => ledger.forced = (value == "1").then_some(true)?,
            ("ask", _) if ledger.stage == Stage::Play => {
                let place = text::parse_number::<u8>(value).and_then(|place| place.checked_sub(1))?;
                ledger.stage = Stage::Ask(place);
            }
            ("duel", _) if matches!(self.terms.wager, Wager::Duel { .. }) => {
                let [from, to] = read_squares(value)?;
                ledger.stage = Stage::Duel { from, to, ties: 0 };
            }
            _ => return None,
        }
        Some(())
    }

    /// Refuses money and game points that do not add up.
    fn check_accounts(&self, ledger: &Ledger, finished: bool) -> Result<(), Refusal> {
        let total = |amounts: [u32; 3]| amounts.iter().map(|&amount| u64::from(amount)).sum::<u64>();
        let money = total([ledger.money[0], ledger.money[1], ledger.purse]);
        let all = u64::from(WHOLE) * u64::from(self.terms.funds);
        if money != all {
            let (all, found) = (write_half(all as u32), money as f64 / f64::from(WHOLE));
            refuse!("money and purse add up to {all}, found {found}");
        }
        let played = if finished { self.terms.games } else { ledger.game - 1 };
        let points = total([ledger.points[0], ledger.points[1], 0]);
        if points != u64::from(WHOLE) * u64::from(played) {
            let found = points as f64 / f64::from(WHOLE);
            refuse!("{played} games have been played, found {found} game points");
        }
        Ok(())
    }

    /// Reads why the match is over.
    fn read_end(&self, written: &str, state: &mut State) -> Result<(), Refusal> {
        if state.ledger.stage != Stage::Play {
            refuse!("a match that is over has no `ask` or `duel`, found `over={written}`");
        }
        let known = REASONS.into_iter().find(|&reason| reason == written);
        let plain = self.final_ending(&state.ledger, None);
        let forfeit = known == Some(FORFEIT) && matches!(self.terms.wager, Wager::Field | Wager::Return);
        let last = state.ledger.game == self.terms.games;
        state.ended = Some(match known {
            _ if forfeit => self.final_ending(&state.ledger, known),
            Some(_) if self.terms.games == 1 && known != Some(FORFEIT) => {
                self.final_ending(&state.ledger, known)
            }
            _ if self.terms.games > 1 && last && plain.reason == written => plain,
            _ => refuse!("`over={written}` is not how this match can end"),
        });
        Ok(())
    }

    /// Refuses a match that cannot go on from here.
    fn check_stage(&self, state: &State) -> Result<(), Refusal> {
        let State { board, ledger, .. } = state;
        if let Stage::Ask(place) = ledger.stage {
            let checked = match self.terms.wager {
                Wager::Field | Wager::Return => self.check_question(state, place as usize),
                _ => Err(refusal!("nothing is asked")),
            };
            return checked.map_err(|why| refusal!("`ask={}`: {why}", place + 1));
        }
        if let Some(verdict) = self.standing_verdict(state) {
            let reason = verdict.reason;
            refuse!("this game is over ({reason}): expected the position of the next one, or `over=`");
        }
        if let Stage::Duel { from, to, .. } = ledger.stage {
            let defended = board.piece(to as usize).is_some_and(|(_, kind)| kind != PRINCESS);
            let mut legal = Vec::new();
            self.moves.list(board, &self.legal_entries(state), &mut legal);
            if !defended || !legal.contains(&Action::Move { from, to }) || !Self::is_capture(board, to) {
                refuse!("`duel`: expected an attack that the side to move can make");
            }
        }
        Ok(())
    }
}

/// Refuses a single game that cannot have come to this: only the side to move can have lost its Princess.
fn check_single(board: &Board) -> Result<(), Refusal> {
    let waiting = (board.to_move ^ 1) & 1;
    if board.kinds[waiting][PRINCESS] == 0 {
        refuse!("{} is not to move and has its Princess, found none", SIDES[waiting]);
    }
    Ok(())
}
