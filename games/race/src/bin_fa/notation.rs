//! Notation of actions, the rules that forbid them, and what happens next in words.

use torneo_board::grid::BitSet;
use torneo_board::text;
use torneo_contract::PLAYERS;

use super::board::{Board, Over, Phase};
use super::cells::{self, NEAR};
use super::moves::Action;
use super::{BinFa, FACES};

pub(super) fn write(action: Action, written: &mut String) {
    let cell = |before: &str, cell: u8, written: &mut String| {
        written.push_str(before);
        cells::write(cell as usize, written);
    };
    match action {
        Action::Terrain(at) => cell("T", at, written),
        Action::Vortex(at) => cell("V", at, written),
        Action::Unit(at) => cell("U", at, written),
        Action::Die(face) => *written += &format!("[{face}]"),
        Action::Dice(high, low) => *written += &format!("[{high},{low}]"),
        Action::March => written.push('M'),
        Action::Step { units, from, to, end } => {
            text::write_number(units as usize, written);
            cell(":", from, written);
            cell(">", to, written);
            if end != to {
                cell("@", end, written);
            }
        }
        Action::Dislodge(from, at) => {
            cell("D", from, written);
            cell("x", at, written);
        }
        Action::Push(to) => cell(">", to, written),
        Action::Forage => written.push('F'),
        Action::Circles(circles) => *written += &format!("+{circles}"),
        Action::Stop => written.push('.'),
    }
}

/// Reads an action. Dice may be written in any order.
pub(super) fn read(written: &str) -> Option<Action> {
    let cell = |name: &str| cells::parse(name).map(|cell| cell as u8);
    match written {
        "M" => return Some(Action::March),
        "F" => return Some(Action::Forage),
        "." => return Some(Action::Stop),
        _ => {}
    }
    if let Some(dice) = written.strip_prefix('[') {
        let face = |digit: &str| text::parse_number(digit).filter(|face| (1..=FACES).contains(face));
        let dice = dice.strip_suffix(']')?;
        return match dice.split_once(',') {
            None => face(dice).map(Action::Die),
            Some((first, second)) => {
                let (first, second) = (face(first)?, face(second)?);
                Some(Action::Dice(first.max(second), first.min(second)))
            }
        };
    }
    if let Some((units, path)) = written.split_once(':') {
        let (from, to) = path.split_once('>')?;
        let (to, end) = to.split_once('@').unwrap_or((to, to));
        let units = text::parse_number(units)?;
        return Some(Action::Step { units, from: cell(from)?, to: cell(to)?, end: cell(end)? });
    }
    let first = written.chars().next()?;
    let rest = &written[first.len_utf8()..];
    match first {
        'T' => cell(rest).map(Action::Terrain),
        'V' => cell(rest).map(Action::Vortex),
        'U' => cell(rest).map(Action::Unit),
        'D' => {
            let (from, at) = rest.split_once('x')?;
            Some(Action::Dislodge(cell(from)?, cell(at)?))
        }
        '>' => cell(rest).map(Action::Push),
        '+' => text::parse_number(rest).map(Action::Circles),
        _ => None,
    }
}

impl BinFa {
    /// Which rule forbids an action.
    pub(super) fn explain(&self, board: &Board, action: Action) -> String {
        let expected = match board.turning.phase {
            Phase::Terrain => "a terrain triangle is placed, such as `T0.2.2`",
            Phase::Vortex => "a vortex is placed, such as `V0.4.4`",
            Phase::Units => "a unit is placed, such as `U0.3.1`",
            Phase::Supplies => "one die is rolled, such as `[4]`",
            Phase::March | Phase::Dislodge(..) | Phase::Forage => "two dice are rolled, such as `[5,2]`",
            Phase::Choose => "`M`, `D` with two stacks, `F` or `.` is chosen",
            Phase::Steps(_) => "units step, such as `2:0.3.1>0.3.2`, or `.`",
            Phase::Push(..) => "the attacked stack is pushed, such as `>0.3.3`",
            Phase::Circles(..) => "the marker moves, such as `+3`",
        };
        let rule = match (board.turning.phase, action) {
            (Phase::Terrain, Action::Terrain(cell)) => self.explain_site(board, cell as usize),
            (Phase::Vortex, Action::Vortex(cell)) | (Phase::Units, Action::Unit(cell)) => {
                self.explain_site(board, cell as usize)
            }
            (Phase::Choose, Action::March | Action::Dislodge(..) | Action::Forage) => {
                self.explain_choice(board, action)
            }
            (Phase::Steps(_), Action::Step { units, from, to, end }) => {
                return self.explain_step(board, units, [from, to, end].map(usize::from));
            }
            (Phase::Push(..), Action::Push(_)) => {
                "a stack is pushed to an adjacent cell that is empty or its own, without terrain and vortex"
            }
            (Phase::Circles(..), Action::Circles(_)) => "the marker moves by either die or by both",
            _ => expected,
        };
        rule.to_owned()
    }

    fn explain_site(&self, board: &Board, cell: usize) -> &'static str {
        if cells::sector(cell) != self.homes[board.mover()] {
            "pieces are placed in the own home sector"
        } else if board.terrain.has(cell) || board.vortexes.has(cell) {
            "there is terrain or a vortex on the cell"
        } else {
            "terrain may not cut cells off from each other"
        }
    }

    fn explain_choice(&self, board: &Board, action: Action) -> &'static str {
        if action == Action::Forage {
            return if self.has_supplies() {
                "foraging comes first in a turn"
            } else {
                "there are no supplies before stage 3"
            };
        }
        let attack = matches!(action, Action::Dislodge(..));
        if attack && !self.has_terrain() {
            "there is no dislodging in stage 1"
        } else if board.turning.foraged.is_some() {
            "after foraging a player only forages in that turn"
        } else if !self.may_march(board) {
            "it costs a supply, and the player has none"
        } else {
            "an own stack attacks a stack of another player on a cell beside it"
        }
    }

    fn explain_step(&self, board: &Board, units: u8, [from, to, end]: [usize; 3]) -> String {
        let mover = board.mover();
        let closed = board.closed_to(mover);
        let rule = if !board.held[mover].has(from) {
            return format!("there are no own units on {}", cells::name(from));
        } else if units == 0 || units > board.movable(from) {
            return format!("{} units can leave {}, found {units}", board.movable(from), cells::name(from));
        } else if !NEAR[from].has(to) {
            "units step to a cell beside theirs"
        } else if closed.has(to) {
            "units step to a cell that is empty or has own units, without terrain"
        } else if !board.vortexes.has(to) {
            "only units that step onto a vortex go to another one"
        } else if !board.vortexes.has(end) {
            "units go from vortex to vortex"
        } else {
            "the other vortex has units of another player"
        };
        rule.to_owned()
    }

    /// What happens next, in words.
    pub(super) fn due(&self, board: &Board) -> String {
        let name = PLAYERS[board.mover()];
        match (board.over, board.turning.phase) {
            (Some(Over::Won(winner)), _) => format!("{} has won", PLAYERS[winner.index()]),
            (Some(Over::Limit), _) => "the rounds are played".to_owned(),
            (None, Phase::Choose) => {
                format!("round {} of {}, {name} to choose", board.rounds + 1, self.max_rounds)
            }
            (None, phase) => format!("{name} {}", doing(phase)),
        }
    }
}

/// What the player does whose turn it is, in words after a name.
fn doing(phase: Phase) -> String {
    match phase {
        Phase::Terrain => "to place terrain".to_owned(),
        Phase::Vortex => "to place a vortex".to_owned(),
        Phase::Units => "to place a unit".to_owned(),
        Phase::Supplies => "to roll for supplies".to_owned(),
        Phase::Choose => "to choose".to_owned(),
        Phase::March => "to roll for a march".to_owned(),
        Phase::Steps(left) => format!("marches, {left} steps left"),
        Phase::Dislodge(from, at) => {
            let [from, at] = [from, at].map(|cell| cells::name(cell as usize));
            format!("to roll for the attack of {from} on {at}")
        }
        Phase::Push(at, _) => format!("to push the stack on {}", cells::name(at as usize)),
        Phase::Forage => "to roll for foraging".to_owned(),
        Phase::Circles(high, low) => format!("to move the marker by {low}, {high} or {}", high + low),
    }
}

/// The turn in progress in words: what comes next, and what was done.
pub(super) fn turn_in_words(board: &Board) -> String {
    let turning = board.turning;
    let mut words = doing(turning.phase);
    if matches!(turning.phase, Phase::Push(_, true)) {
        words += ", which ends the turn";
    }
    match turning.actions {
        0 => {}
        1 => words += ", after 1 action",
        actions => words += &format!(", after {actions} actions"),
    }
    if let Some(gained) = turning.foraged {
        words += &format!(", foraged {gained}");
    }
    for (number, cell) in
        board.vortexes.members().enumerate().filter(|(number, _)| turning.arrived[*number] > 0)
    {
        words += &format!(", {} new on {}", turning.arrived[number], cells::name(cell));
    }
    words
}
