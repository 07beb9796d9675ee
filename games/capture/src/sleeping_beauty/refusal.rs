//! Which rule forbids a turn.

use torneo_board::grid::BitSet;
use torneo_contract::{refuse, refuse_if};

use super::board::{
    Action, Board, DARK, DIRECTIONS, FAR, LADY, MAN, NAMES, Squares, around, is_forward, step,
};
use super::moves::View;
use super::notation::{ASLEEP, Described};

/// Names the rule that forbids what a text describes; none if it describes nothing.
pub(super) fn why_illegal(board: &Board, written: &str) -> Option<String> {
    let described = Described::read(written)?;
    let rule = Refusal::new(board, described).and_then(|refusal| refusal.check());
    rule.err()
}

/// A turn that is not legal, by a piece that could move, and what the rules demand instead.
struct Refusal<'a> {
    board: &'a Board,
    turn: Described,
    view: View,
    is_lady: bool,
    /// The number of pieces that have to be captured by jumping.
    most: usize,
}

type Checked = Result<(), String>;

impl<'a> Refusal<'a> {
    fn new(board: &'a Board, turn: Described) -> Result<Refusal<'a>, String> {
        let squares = turn.reached.iter().copied().chain(turn.woken).chain([turn.from]);
        if squares.into_iter().any(|square| !DARK.has(square)) {
            refuse!("the game uses the dark squares only");
        }
        let [_, lady, beauties] = board.pieces[board.to_move];
        match turn.woken {
            None if board.waking => refuse!(
                "the lady was captured, so a sleeping beauty wakes first, as in `a1*b2` or `a1*,c3d4`"
            ),
            Some(_) if !board.waking => {
                refuse!("a beauty wakes only if the last move captured the lady of her side")
            }
            Some(square) if !beauties.has(square) => {
                refuse!("no beauty of {} sleeps on {}", NAMES[board.to_move], Squares::name(square))
            }
            _ => {}
        }
        let view = match turn.woken {
            Some(square) => View::new(board).waking(square),
            None => View::new(board),
        };
        let is_lady = turn.woken == Some(turn.from) || lady.has(turn.from);
        refuse_if!(!is_lady && beauties.has(turn.from), "a sleeping beauty never moves");
        if !is_lady && !board.pieces[board.to_move][MAN].has(turn.from) {
            refuse!("a player moves an own piece");
        }
        let mut jumps: Vec<Action> = Vec::new();
        view.list_captures(view.jumpers(), &mut jumps);
        let most = jumps.first().map_or(0, |action| usize::from(action.jumps));
        Ok(Refusal { board, turn, view, is_lady, most })
    }

    fn check(&self) -> Checked {
        let [first, ..] = self.turn.reached[..] else { unreachable!("a turn reaches a square") };
        let is_near = around(u64::one(self.turn.from)).has(first);
        match (self.turn.captures, is_near) {
            (false, _) => self.check_plain(first, is_near)?,
            (true, true) => self.check_replacement(first)?,
            (true, false) => self.check_jumps()?,
        }
        self.check_promotion()
    }

    /// The direction from a square to another so many steps away.
    fn direction(from: usize, to: usize, steps: i32) -> Option<usize> {
        (0..DIRECTIONS.len()).find(|&direction| from as i32 + steps * DIRECTIONS[direction] == to as i32)
    }

    fn check_plain(&self, to: usize, is_near: bool) -> Checked {
        let from = self.turn.from;
        let is_vacant = self.board.empty().has(to);
        if !self.is_lady {
            let forward = Self::direction(from, to, 1)
                .is_some_and(|direction| is_forward(self.board.to_move, direction));
            refuse_if!(!is_near || !forward, "a man moves one square diagonally forward");
        } else if let (false, Some(direction)) = (is_near, Self::direction(from, to, 2)) {
            self.check_jump_of_joy(step(u64::one(from), direction))?;
        } else if !is_near {
            refuse!("a lady moves one square diagonally");
        }
        refuse_if!(!is_vacant, "a plain move ends on a vacant square");
        refuse_if!(self.most > 0, "a jump is compulsory");
        if self.is_lady && !self.view.lady_targets().has(to) {
            refuse!("one position of this run of lady moves has come back; until a man moves no other may");
        }
        Ok(())
    }

    fn check_jump_of_joy(&self, crossed: u64) -> Checked {
        if self.turn.woken != Some(self.turn.from) {
            refuse!("only a lady woken in this turn makes a jump of joy, all others move one square");
        }
        refuse_if!(crossed & self.board.empty() == 0, "a jump of joy crosses a vacant square");
        if crossed & self.view.threatened() != 0 {
            refuse!("a jump of joy crosses no square that the enemy threatens");
        }
        Ok(())
    }

    fn check_replacement(&self, to: usize) -> Checked {
        let [enemy_men, enemy_lady, enemy_beauties] = self.board.pieces[self.board.to_move ^ 1];
        refuse_if!(!self.is_lady, "only a lady captures by replacement");
        refuse_if!(enemy_beauties.has(to), "a sleeping beauty is never captured");
        refuse_if!(!(enemy_men | enemy_lady).has(to), "a capture by replacement ends on an enemy piece");
        refuse_if!(self.turn.reached.len() > 1, "a lady captures one piece by replacement and then stops");
        match self.most {
            0 => Ok(()),
            1 if enemy_lady.has(to) => Ok(()),
            1 => refuse!("a jump is compulsory; only the enemy lady may be captured by replacement instead"),
            _ => self.refuse_fewer(),
        }
    }

    fn check_jumps(&self) -> Checked {
        let side = self.board.to_move;
        let vacant = self.board.empty() | u64::one(self.turn.from);
        let own = self.board.owned(side) & !u64::one(self.turn.from);
        let [enemy_men, enemy_lady, enemy_beauties] = self.board.pieces[side ^ 1];
        let (mut at, mut jumped, mut promoted) = (self.turn.from, 0, false);
        for &to in &self.turn.reached {
            let Some(direction) = Self::direction(at, to, 2) else {
                refuse!("a jump goes two squares diagonally");
            };
            let over = step(u64::one(at), direction);
            refuse_if!(promoted, "promotion ends the move");
            refuse_if!(over & enemy_beauties != 0, "a sleeping beauty is never captured");
            if over & own != 0 || over & (enemy_men | enemy_lady) == 0 {
                refuse!("a jump goes over an enemy piece");
            }
            refuse_if!(over & jumped != 0, "no piece is jumped over twice");
            refuse_if!(!vacant.has(to), "a jump ends on a vacant square");
            if over & self.view.victims(self.is_lady, direction) == 0 {
                refuse!("a man jumps over men only forward and over the lady only backward");
            }
            (at, jumped) = (to, jumped | over);
            promoted = !self.is_lady && FAR[side].has(to);
        }
        if self.turn.reached.len() >= self.most {
            return Ok(());
        }
        let goes_on = (0..DIRECTIONS.len()).any(|direction| {
            let over = step(u64::one(at), direction) & self.view.victims(self.is_lady, direction) & !jumped;
            step(over, direction) & vacant != 0
        });
        refuse_if!(goes_on && !promoted, "a piece goes on jumping as long as it can");
        self.refuse_fewer()
    }

    fn refuse_fewer(&self) -> Checked {
        Err(format!("the greatest number of pieces has to be captured, here {}", self.most))
    }

    fn check_promotion(&self) -> Checked {
        let side = self.board.to_move;
        let to = *self.turn.reached.last().expect("a turn reaches a square");
        let has_lady = self.turn.woken.is_some() || self.board.pieces[side][LADY] != 0;
        let promotes = !self.is_lady && FAR[side].has(to);
        match (promotes, has_lady, self.turn.asleep) {
            (true, true, false) => {
                Err(format!("a man becomes a sleeping beauty while its side has a lady, written `{ASLEEP}`"))
            }
            (true, false, true) => {
                refuse!("a man becomes a lady where its side has none, and nothing is added")
            }
            (false, _, true) => refuse!("only a man that reaches the far rank falls asleep"),
            _ => Ok(()),
        }
    }
}
