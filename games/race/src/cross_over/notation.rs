//! Notation of actions and positions, the rules that forbid an action, and the drawing.

use torneo_board::grid::BitSet;
use torneo_board::scene::stand_all;
use torneo_board::text;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    End, Field, Game, Kind, Notation, PLAYERS, PositionError, Seat, reason, refuse, refuse_if,
};

use super::CrossOver;
use super::board::{Action, Board, FACES, MOST_SENT, Rolled};
use super::holes::{CROSSING_LINE, HALF, HOLES, Hole, beside};
use super::steps::Moved;

const STOP: &str = "stop";
const PASS: &str = "pass";
/// Stands for no pegs or holes.
const NONE: &str = "-";

/// `a1,b3`, or `-` for no hole, of the sets of each half.
fn write_holes(sets: [u64; 2]) -> String {
    text::listed(Hole::in_order(sets).into_iter().map(Hole::name), ",")
}

/// Reads `a1,b3` in any order, or `-`, as a set for each half.
fn read_holes(written: &str) -> Result<[u64; 2], PositionError> {
    let mut sets = [0; 2];
    for name in written.split(',').filter(|_| written != NONE) {
        let Some(hole) = Hole::parse(name) else {
            refuse!("expected holes such as `a1,b3`, or `-`, found `{name}`");
        };
        refuse_if!(sets[hole.half()] & hole.one() != 0, "{name} is named twice");
        sets[hole.half()] |= hole.one();
    }
    Ok(sets)
}

pub(super) fn write(action: Action, written: &mut String) {
    let pair = |from: Hole, sign: char, to: Hole, written: &mut String| {
        from.write(written);
        written.push(sign);
        to.write(written);
    };
    match action {
        Action::Roll(face) => {
            text::write_number(face as usize, written);
            written.push(':');
        }
        Action::Step(from, to) => pair(from, '-', to, written),
        Action::Cross(from, to) | Action::SendBack(from, to) => pair(from, '>', to, written),
        Action::Remove(a, b) => {
            written.push('x');
            let (first, second) = if a.order() < b.order() { (a, b) } else { (b, a) };
            pair(first, ',', second, written);
        }
        Action::Add(hole) => {
            written.push('+');
            hole.write(written);
        }
        Action::Stop => written.push_str(STOP),
        Action::Pass => written.push_str(PASS),
    }
}

/// Reads an action; the pegs of a removal may stand in any order.
pub(super) fn read(written: &str) -> Option<Action> {
    let pair = |written: &str, sign: char| {
        let (from, to) = written.split_once(sign)?;
        Some((Hole::parse(from)?, Hole::parse(to)?))
    };
    match written {
        STOP => return Some(Action::Stop),
        PASS => return Some(Action::Pass),
        _ => {}
    }
    if let Some(face) = written.strip_suffix(':') {
        return text::parse_number(face).map(Action::Roll);
    }
    if let Some(pegs) = written.strip_prefix('x') {
        return pair(pegs, ',').map(|(a, b)| Action::Remove(a.min(b), a.max(b)));
    }
    if let Some(hole) = written.strip_prefix('+') {
        return Hole::parse(hole).map(Action::Add);
    }
    if let Some((from, to)) = pair(written, '-') {
        return Some(Action::Step(from, to));
    }
    let (from, to) = pair(written, '>')?;
    Some(if from.half() == to.half() { Action::SendBack(from, to) } else { Action::Cross(from, to) })
}

impl Board {
    /// Which rule forbids an action.
    pub(super) fn explain(&self, action: Action) -> String {
        let face = self.rolled.face;
        if face == 0 {
            return "the die is rolled first: `1:` to `6:`".to_owned();
        }
        let rule = match action {
            Action::Roll(_) => "the die has been rolled",
            Action::Pass => "a player who can do what the face allows has to",
            Action::Step(from, to) if self.is_step_turn() => return self.explain_step(from, to),
            Action::Cross(from, to) if face == FACES => return self.explain_crossing(from, to),
            Action::Stop if face == 1 => "`stop` follows a peg that was sent back",
            Action::Remove(..) | Action::Add(_) if self.rolled.sent > 0 => {
                "after a peg was sent back, more are sent back or the turn stops"
            }
            Action::Remove(a, b) if face == 1 => {
                return self.explain_removal(a, b);
            }
            Action::Add(_) if face == 1 && self.reserve == 0 => "the reserve is empty",
            Action::Add(hole) if face == 1 && hole.half() == self.own() => {
                "a peg from the reserve goes to the opponent's half"
            }
            Action::Add(_) if face == 1 => "a peg is put into a vacant hole",
            Action::SendBack(from, to) if face == 1 => return self.explain_sending(from, to),
            _ => return format!("the face {face} does not allow that"),
        };
        rule.to_owned()
    }

    fn explain_step(&self, from: Hole, to: Hole) -> String {
        let stepping = self.stepping();
        let half = from.half();
        let rule = if self.pegs[half] & from.one() == 0 {
            return format!("there is no peg on {}", from.name());
        } else if !stepping.halves[half] {
            "only pegs of the own half may move"
        } else if stepping.moved.finished[half] & from.one() != 0 {
            "a peg that has moved before the active one is finished"
        } else if to.half() != half || beside(from.one()) & to.one() == 0 {
            "a step goes to an orthogonally adjacent hole of the same half"
        } else if self.pegs[half] & to.one() != 0 {
            return format!("{} is not vacant", to.name());
        } else if self.rolled.moved.active == Some(from) && self.rolled.moved.trail & to.one() != 0 {
            "the active peg does not come back to a hole of this turn"
        } else {
            return format!("the other {} steps could not be made after that", self.rolled.left - 1);
        };
        rule.to_owned()
    }

    fn explain_crossing(&self, from: Hole, to: Hole) -> String {
        let own = self.own();
        let rule = if from.half() != own || self.pegs[own] & from.one() & CROSSING_LINE == 0 {
            "a peg crosses from the own crossing line"
        } else if self.crossers(own) & from.one() == 0 {
            "the hole opposite is occupied"
        } else {
            return self.explain_target(self.crossing(from), to);
        };
        rule.to_owned()
    }

    fn explain_removal(&self, a: Hole, b: Hole) -> String {
        let own = self.own();
        let held = |hole: Hole| hole.half() == own && self.pegs[own] & hole.one() != 0;
        let rule = if a == b || self.pegs[own].len() < 2 {
            "exactly two pegs are removed"
        } else if let Some(bad) = [a, b].into_iter().find(|&hole| !held(hole)) {
            return format!("there is no own peg on {}", bad.name());
        } else {
            "two pegs of the own half are removed"
        };
        rule.to_owned()
    }

    fn explain_sending(&self, from: Hole, to: Hole) -> String {
        let other = self.own() ^ 1;
        if from.half() != other || self.pegs[other] & from.one() == 0 {
            return "a peg of the opponent's half is sent back".to_owned();
        }
        if self.sendable() & from.one() == 0 {
            return "no hole nearer to the start line is vacant in its column".to_owned();
        }
        self.explain_target(self.sending(from), to)
    }

    /// A peg that jumps goes to one hole only.
    fn explain_target(&self, legal: Action, to: Hole) -> String {
        let mut token = String::new();
        write(legal, &mut token);
        format!("the peg goes to the vacant hole nearest to the start line, `{token}`, not to {}", to.name())
    }
}

/// Reads what follows a roll: `1: sent 2`, or `4: 2 left both a3<a1,a2 b2`.
fn read_turn(board: &mut Board, written: &str) -> Result<(), PositionError> {
    let mut words = written.split_whitespace();
    let face = words.next().and_then(|word| text::parse_number(word.strip_suffix(':')?));
    let Some(face) = face.filter(|face| (1..=FACES).contains(face)) else {
        refuse!("`{written}`: expected a roll, `1:` to `6:`");
    };
    board.roll(face);
    let rest: Vec<&str> = words.collect();
    match rest[..] {
        [] => {}
        ["sent", sent] if face == 1 => {
            let Some(sent) = text::parse_number(sent).filter(|sent| (1..MOST_SENT).contains(sent)) else {
                refuse!("`{written}`: one or two pegs have been sent back before the next");
            };
            board.rolled.sent = sent;
        }
        [left, "left", ref steps @ ..] if board.is_step_turn() => {
            let Some(left) = text::parse_number(left).filter(|left| (1..face).contains(left)) else {
                refuse!("`{written}`: expected the number of steps that are left");
            };
            board.rolled.left = left;
            board.rolled.both = steps.first() == Some(&"both");
            read_steps(board, &steps[usize::from(board.rolled.both)..])?;
            if let Some(message) = check_steps(board) {
                refuse!("`{written}`: {message}");
            }
        }
        _ => refuse!(
            "`{written}`: expected `sent` and a number after the face 1, or `2 left a3<a1,a2 b2` after 2 to 5"
        ),
    }
    Ok(())
}

/// Reads the active peg, its trail and the finished pegs.
fn read_steps(board: &mut Board, words: &[&str]) -> Result<(), PositionError> {
    let error = || format!("expected `a3<a1,a2` and finished pegs, found `{}`", words.join(" "));
    let (steps, finished) = match *words {
        [steps] => (steps, NONE),
        [steps, finished] => (steps, finished),
        _ => return Err(error().into()),
    };
    let (active, trail) = steps.split_once('<').ok_or_else(error)?;
    let active = Hole::parse(active).ok_or_else(error)?;
    let trail = read_holes(trail)?;
    refuse_if!(trail[active.half() ^ 1] != 0 || trail[active.half()] & active.one() != 0, error().into());
    let trail = trail[active.half()] | active.one();
    board.rolled.moved = Moved { active: Some(active), trail, finished: read_holes(finished)? };
    Ok(())
}

/// Whether a path over all holes of a set, each once, leads from a hole beside `end` on.
fn is_path(set: u64, end: u64) -> bool {
    set == 0 || (set & beside(end)).members().any(|hole| is_path(set & !(1 << hole), 1 << hole))
}

/// What is wrong with the steps of a turn.
fn check_steps(board: &Board) -> Option<&'static str> {
    let Rolled { face, left, both, moved: Moved { active, trail, finished }, .. } = board.rolled;
    let active = active?;
    let (half, own, stepping) = (active.half(), board.own(), board.stepping());
    let stands = |half: usize, set: u64| set & !board.pegs[half] == 0 && (stepping.halves[half] || set == 0);
    let (made, walked) = (u32::from(face - left), trail.len() - 1);
    let done = finished[0].len() + finished[1].len();
    if !stands(half, active.one()) || (0..2).any(|half| !stands(half, finished[half])) {
        Some("pegs that have moved stand in a half whose pegs may move")
    } else if finished[half] & active.one() != 0 {
        Some("the active peg is not finished")
    } else if trail & board.pegs[half] != active.one() {
        Some("the trail of the active peg leads over vacant holes")
    } else if walked + done > made || (done == 0 && walked != made) {
        Some("the steps left, the trail and the finished pegs do not fit the roll")
    } else if walked == 0 || !is_path(trail & !active.one(), active.one()) {
        Some("the trail leads step by step to the active peg")
    } else if both && face < 5 && stepping.unmoved(own) & !CROSSING_LINE != 0 {
        Some("both halves may move only if all own pegs stood on the crossing line")
    } else if !both && face == 5 {
        Some("after a 5 both halves may move")
    } else if !stepping.can_complete(left) {
        Some("the steps that are left cannot be made")
    } else {
        None
    }
}

impl Notation for CrossOver {
    const ENDS: &'static [End] = &[
        (reason::WON, "no peg is left in {winner's} half"),
        (reason::LENGTH_LIMIT, "the limit of turns is reached, and pegs are counted"),
    ];
    const KINDS: &'static [Kind] = &[
        Kind::new('1', "peg", Some(Seat::FIRST), Glyph::Peg),
        Kind::new('2', "peg", Some(Seat::SECOND), Glyph::Peg),
    ];

    fn write_action(&self, _board: &Board, action: Action, written: &mut String) {
        write(action, written);
    }

    fn parse_action(&self, _board: &Board, written: &str, legal: &[Action]) -> Option<Action> {
        read(written).filter(|action| legal.contains(action))
    }

    fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        read(written).map(|action| board.explain(action))
    }

    fn position_text(&self, board: &Board) -> String {
        let pegs = write_holes(board.pegs);
        let mut written = format!("{pegs} / {} / {}", board.reserve, board.to_move.index() + 1);
        let Rolled { face, left, sent, both, moved: Moved { active, trail, finished } } = board.rolled;
        if face == 0 {
            return written;
        }
        written += &format!(" / {face}:");
        if sent > 0 {
            written += &format!(" sent {sent}");
        }
        if let Some(active) = active {
            let mut trails = [0; 2];
            trails[active.half()] = trail & !active.one();
            let (both, trail) = (if both { " both" } else { "" }, write_holes(trails));
            written += &format!(" {left} left{both} {}<{trail}", active.name());
            if finished != [0; 2] {
                written += &format!(" {}", write_holes(finished));
            }
        }
        written
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let parts: Vec<&str> = written.split('/').map(str::trim).collect();
        let (pegs, reserve, player, rolled) = match parts[..] {
            [pegs, reserve, player] => (pegs, reserve, player, None),
            [pegs, reserve, player, rolled] => (pegs, reserve, player, Some(rolled)),
            _ => refuse!("expected `pegs / reserve / player`, found `{written}`"),
        };
        let (sets, all) = (read_holes(pegs)?, self.pegs());
        let on_board = (sets[0].len() + sets[1].len()) as usize;
        let Some(reserve) = text::parse_number(reserve).filter(|&pegs: &u8| usize::from(pegs) <= all) else {
            refuse!("the reserve is a number of pegs up to {all}, found `{reserve}`");
        };
        let found = on_board + usize::from(reserve);
        refuse_if!(found > all, "expected at most {all} pegs with the reserve, found {found}");
        let mut board = Board::empty(reserve);
        Hole::in_order(sets).into_iter().for_each(|hole| board.toggle(hole));
        let to_move = ["1", "2"].iter().position(|&known| known == player).map(Seat::new);
        board.to_move =
            to_move.ok_or_else(|| format!("the player to roll is `1` or `2`, found `{player}`"))?;
        if board.pegs[board.own()] == 0 {
            refuse!("{} is to roll with an empty half: the game was over before", PLAYERS[board.own()]);
        }
        self.forget_history(&mut board);
        if let Some(rolled) = rolled {
            refuse_if!(board.ending.is_some(), "`{rolled}`: the game is over");
            read_turn(&mut board, rolled)?;
        }
        Ok(board)
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        let holes = |half: usize| board.pegs[half].members().map(move |hole| Hole::new(half, hole).square());
        stand_all(on, 1, (0..2).map(holes));
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        let Rolled { face, left, sent, both, moved: Moved { active, trail, finished } } = board.rolled;
        fields.push(Field::hand("reserve", 1, board.reserve, 2 * HOLES as i64));
        fields.push(Field::number("face", face, FACES.into()));
        fields.push(Field::number("steps_left", left, FACES.into()));
        fields.push(Field::number("sent_back", sent, HOLES as i64).hidden());
        fields.push(Field::flag("both_halves", both).hidden());
        fields.push(Field::site("active_peg", active.map(Hole::square), 2 * HOLES).hidden());
        // Bit sets of holes of a half.
        fields.push(Field::number("trail_of_the_active_peg", trail, HALF as i64).hidden());
        for seat in Seat::all(2) {
            fields.push(Field::flag("on_turn", board.to_move == seat).of(seat));
            let done = finished[seat.index()];
            fields.push(Field::number("pegs_that_have_moved", done, HALF as i64).of(seat).hidden());
        }
    }
}
