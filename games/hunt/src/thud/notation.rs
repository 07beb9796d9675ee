//! Notation of actions and positions, the rules that forbid a move, and the drawing.

use torneo_board::grid::{BitSet, Bits192};
use torneo_board::scene::stand_all;
use torneo_board::text;
use torneo_contract::scene::{Figure, Glyph};
use torneo_contract::{
    End, Field, Game, Kind, Notation, PositionError, Seat, SeatName, reason, refuse, refuse_if,
};

use super::board::{Action, Board, DWARFS, LETTERS, MOST, SIDES, TROLLS};
use super::tables::{SIDE, STONE, Tables};
use super::{AGREEMENT, Thud};

const PROPOSE: &str = "end?";
const ACCEPT: &str = "yes";
const DECLINE: &str = "no";
/// What stands in a position text before the points of the first battle, and for a proposal.
const SECOND: &str = "second:";
const OFFERED: &str = "?";

/// A move as it is written, captured cells included.
struct Written {
    from: usize,
    to: usize,
    captured: Bits192,
}

impl Written {
    /// Reads `e5-f5xg6,f6`.
    fn read(tables: &Tables, written: &str) -> Option<Written> {
        let (cells, list) = match written.split_once('x') {
            Some((cells, list)) => (cells, Some(list)),
            None => (written, None),
        };
        let (from, to) = cells.split_once('-')?;
        let mut captured = Bits192::EMPTY;
        for name in list.into_iter().flat_map(|list| list.split(',')) {
            let cell = tables.parse(name)?;
            if captured.has(cell) {
                return None;
            }
            captured = captured | Bits192::one(cell);
        }
        Some(Written { from: tables.parse(from)?, to: tables.parse(to)?, captured })
    }

    fn action(&self) -> Action {
        Action::to(self.from, self.to, !self.captured.is_empty())
    }
}

impl Thud {
    pub(super) fn write(&self, board: &Board, action: Action, written: &mut String) {
        let Action::Move { from, to, .. } = action else {
            let word = match action {
                Action::Propose => PROPOSE,
                Action::Accept => ACCEPT,
                _ => DECLINE,
            };
            return written.push_str(word);
        };
        self.tables.write(from as usize, written);
        written.push('-');
        self.tables.write(to as usize, written);
        let captured = self.tables.in_order(board.captured(&self.tables, action));
        for (index, cell) in captured.into_iter().enumerate() {
            written.push(if index == 0 { 'x' } else { ',' });
            self.tables.write(cell, written);
        }
    }

    /// Captured squares may stand in any order.
    pub(super) fn read(&self, board: &Board, written: &str) -> Option<Action> {
        match written {
            PROPOSE => return Some(Action::Propose),
            ACCEPT => return Some(Action::Accept),
            DECLINE => return Some(Action::Decline),
            _ => {}
        }
        let written = Written::read(&self.tables, written)?;
        let action = written.action();
        (board.captured(&self.tables, action) == written.captured).then_some(action)
    }

    fn explain_move(&self, board: &Board, written: &Written) -> Option<String> {
        let &Written { from, to, captured } = written;
        let (tables, side) = (&*self.tables, board.to_move);
        let rule = if board.offered {
            "a proposal is answered by `yes` or `no`"
        } else if !board.pieces[side].has(from) {
            "a player moves an own piece"
        } else if to == STONE {
            "nobody enters the stone"
        } else if tables.path(from, to).is_none() {
            "a piece moves along a rank, a file or a diagonal"
        } else if !tables.reach(from, board.occupied()).has(to) {
            "no piece passes through a piece or the stone"
        } else if board.pieces[side].has(to) {
            "the square is occupied by an own piece"
        } else if side == DWARFS {
            return Some(self.explain_dwarf(board, written));
        } else if board.pieces[DWARFS].has(to) {
            "a troll moves to vacant squares; it captures beside the square where it ends"
        } else if let Some(rule) = self.explain_distance(board, from, to) {
            return Some(rule);
        } else {
            let beside = board.dwarfs_beside(tables, to);
            return Some(match (captured.is_empty(), beside.is_empty()) {
                (true, _) => format!("this move must capture {}", self.names(beside)),
                (false, true) => "there is no dwarf to capture".to_owned(),
                (false, false) => format!("the move captures all of {}", self.names(beside)),
            });
        };
        Some(rule.to_owned())
    }

    /// A dwarf that reaches a vacant square or a troll.
    fn explain_dwarf(&self, board: &Board, &Written { from, to, captured }: &Written) -> String {
        let (direction, distance) = self.tables.path(from, to).unwrap_or_default();
        if !board.pieces[TROLLS].has(to) {
            return "a dwarf that goes to a vacant square captures nothing".to_owned();
        }
        let line = board.line(&self.tables, DWARFS, from, direction, SIDE);
        if line < distance {
            return format!("a line of {line} hurls a dwarf {line} squares far, not {distance}");
        }
        let found = if captured.is_empty() { "nothing".to_owned() } else { self.names(captured) };
        format!("the hurl captures {}, found {found}", self.tables.name(to))
    }

    /// Whether a troll goes too far for a step and for a shove.
    fn explain_distance(&self, board: &Board, from: usize, to: usize) -> Option<String> {
        let (direction, distance) = self.tables.path(from, to)?;
        if distance == 1 {
            return None;
        }
        let line = board.line(&self.tables, TROLLS, from, direction, SIDE);
        if line < distance {
            return Some(format!("a line of {line} moves a troll {line} squares far, not {distance}"));
        }
        let beside = board.dwarfs_beside(&self.tables, to);
        beside.is_empty().then(|| "a shove must capture, and no dwarf stands beside the square".to_owned())
    }

    fn names(&self, set: Bits192) -> String {
        text::joined(self.tables.in_order(set).into_iter().map(|cell| self.tables.name(cell)), ", ")
    }

    fn read_pieces(&self, words: &[&str]) -> Result<Board, PositionError> {
        let mut board = Board::empty();
        for word in words {
            let mut letters = word.chars();
            let side = letters.next().and_then(|first| LETTERS.iter().position(|&letter| letter == first));
            let (Some(side), Some(cell)) = (side, self.tables.parse(letters.as_str())) else {
                refuse!("`{word}`: expected `d` or `T` and a square of the board");
            };
            refuse_if!(cell == STONE, "`{word}`: nobody stands on the stone");
            refuse_if!(board.side_on(cell).is_some(), "{} holds another piece", self.tables.name(cell));
            board.toggle(side, cell);
        }
        for (side, name) in SIDES.into_iter().enumerate() {
            let (most, found) = (MOST[side], board.pieces[side].len());
            refuse_if!(found > most, "expected at most {most} {name}, found {found}");
        }
        refuse_if!(board.occupied().is_empty(), "expected at least one piece");
        Ok(board)
    }

    /// The points of player 1, who had the Dwarfs, and player 2 in the first battle.
    fn read_points(&self, written: &str) -> Result<[u8; 2], PositionError> {
        refuse_if!(!self.two_battles, "`{SECOND}{written}`: there is one battle (option `battles`)");
        let fits = |&[dwarfs, trolls]: &[u8; 2]| {
            dwarfs.max(trolls) <= 32 && dwarfs.max(trolls) > 0 && trolls.is_multiple_of(4)
        };
        let Some(points) = text::parse_numbers(written, '-').filter(fits) else {
            refuse!(
                "`{SECOND}{written}`: expected the points of the first battle, 0 to 32 for the Dwarfs and 0 to 32 \
                 in fours for the Trolls, such as `{SECOND}20-12`"
            );
        };
        Ok(points)
    }
}

impl Notation for Thud {
    const ENDS: &'static [End] = &[
        (reason::WON, "an army is gone, and the score is {points}"),
        (reason::DRAWN, "an army is gone, and the points are equal, {points}"),
        (reason::NO_MOVE, "a side cannot move, and the score is {points}"),
        (reason::NO_PROGRESS, "nothing was captured for too long, and the score is {points}"),
        (AGREEMENT, "the players agreed to end, and the score is {points}"),
    ];

    /// The pieces of the first battle, and those of the second, in which the seats have exchanged the sides.
    const KINDS: &'static [Kind] = &[
        Kind::new('d', "dwarf", Some(Seat::FIRST), Glyph::Figure(Figure::Dwarf)),
        Kind::new('T', "troll", Some(Seat::SECOND), Glyph::Figure(Figure::Troll)),
        Kind::new('d', "dwarf", Some(Seat::SECOND), Glyph::Figure(Figure::Dwarf)),
        Kind::new('T', "troll", Some(Seat::FIRST), Glyph::Figure(Figure::Troll)),
    ];

    fn seat_name(&self, seat: Seat) -> SeatName {
        let names = if self.two_battles { ["Player 1", "Player 2"] } else { SIDES };
        names[seat.index()].into()
    }

    fn write_action(&self, board: &Board, action: Action, written: &mut String) {
        self.write(board, action, written);
    }

    fn parse_action(&self, board: &Board, written: &str, legal: &[Action]) -> Option<Action> {
        self.read(board, written).filter(|action| legal.contains(action))
    }

    fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        let rule = match written {
            PROPOSE | ACCEPT | DECLINE if !self.agreement => "the option `agreement` is off",
            PROPOSE if board.offered => "a proposal is answered by `yes` or `no`",
            PROPOSE => {
                "a player makes a move of the pieces before the next proposal, and after declining one"
            }
            ACCEPT | DECLINE => "there is no proposal to answer",
            _ => return self.explain_move(board, &Written::read(&self.tables, written)?),
        };
        Some(rule.to_owned())
    }

    fn position_text(&self, board: &Board) -> String {
        let mut written = String::new();
        for (letter, set) in LETTERS.into_iter().zip(board.pieces) {
            for cell in self.tables.in_order(set) {
                written.push(letter);
                self.tables.write(cell, &mut written);
                written.push(' ');
            }
        }
        written.push(LETTERS[board.to_move]);
        if let Some([first, second]) = board.first_battle {
            written += &format!(" {SECOND}{first}-{second}");
        }
        if board.offered {
            written += &format!(" {OFFERED}");
        }
        written
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let mut words: Vec<&str> = written.split_whitespace().collect();
        let offered = words.last() == Some(&OFFERED);
        words.truncate(words.len() - usize::from(offered));
        let points = words.last().and_then(|word| word.strip_prefix(SECOND));
        words.truncate(words.len() - usize::from(points.is_some()));
        let Some((side, pieces)) = words.split_last() else {
            refuse!("expected pieces and the side to move, found nothing");
        };
        let mut board = self.read_pieces(pieces)?;
        board.to_move = text::parse_side(side, ["d", "T"])?.index();
        if let Some(points) = points {
            board.first_battle = Some(self.read_points(points)?);
            board.dwarfs_seat = Seat::SECOND;
        }
        board.offered = offered;
        self.forget_history(&mut board);
        if offered && !(self.agreement && board.offered && board.over.is_none()) {
            refuse!("`?`: a proposal needs the option `agreement` and a battle that goes on");
        }
        Ok(board)
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        // The seats exchange the sides after the first half.
        let first = 1 + 2 * board.dwarfs_seat.index() as u8;
        stand_all(on, first, board.pieces.map(BitSet::members));
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        for seat in Seat::all(2) {
            let first = board.first_battle.map_or(0, |points| points[seat.index()]);
            fields.push(Field::number("points_of_the_first_battle", first, u8::MAX.into()).of(seat).hidden());
        }
        fields.push(Field::flag("end_is_proposed", board.offered));
    }
}
