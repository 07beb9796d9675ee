//! Placements, draws and positions as texts, and why a placement is illegal.

use super::board::{Board, around};
use super::hand::Hand;
use super::position::{ALL, PLAYERS, Position, STAGES, Stage, Tiles, count};
use super::tile::{self, SIDES, TILES};
use super::{Action, COLOURS_OF_SEATS, NAMES, Tantrix};
use crate::mosaic::Cell;
use torneo_board::grid::BitSet;
use torneo_board::text;
use torneo_contract::{End, Field, Notation, PositionError, Seat, reason, refuse, refuse_if};

/// The notation of a turn without a free placement.
pub(super) const SKIP: &str = "-";
/// An empty list.
const NONE: &str = "-";

/// The letter of a seat: its colour.
pub(super) fn seat_letter(seat: usize) -> char {
    tile::LETTERS[COLOURS_OF_SEATS[seat]]
}

fn write_tile(tile: usize, (q, r): Cell, turns: usize, written: &mut String) {
    written.push_str(&format!("{}@{q},{r}:{turns}", tile::letters(tile, 0)));
}

/// Reads a coordinate that a tile can have.
fn parse_coordinate(written: &str) -> Option<i16> {
    let number: i16 = text::parse_number(written.strip_prefix('-').unwrap_or(written))?;
    let signed = if written.starts_with('-') { -number } else { number };
    (usize::from(number.unsigned_abs()) < TILES && written != "-0").then_some(signed)
}

/// Reads a placement.
fn parse_tile(written: &str) -> Option<(usize, Cell, usize)> {
    let (code, place) = written.split_once('@')?;
    let (cell, turns) = place.split_once(':')?;
    let (q, r) = cell.split_once(',')?;
    let turns = text::parse_number(turns).filter(|&turns: &usize| turns < SIDES)?;
    Some((tile::parse(code)?, (parse_coordinate(q)?, parse_coordinate(r)?), turns))
}

/// Reads an action; letters may be small.
pub(super) fn read(written: &str) -> Option<Action> {
    let written = written.to_ascii_uppercase();
    if written == SKIP {
        return Some(Action::Skip);
    }
    if let Some(code) = written.strip_prefix('+') {
        return Some(Action::Draw(tile::parse(code)? as u8));
    }
    let (tile, (q, r), turns) = parse_tile(&written)?;
    Some(Action::Place { tile: tile as u8, q: q as i8, r: r as i8, turns: turns as u8 })
}

fn why_no_placement(
    position: &Position,
    restrictions: bool,
    tile: usize,
    cell: Cell,
    turns: usize,
) -> String {
    let board = &position.board;
    let own = position.hands[position.seat];
    if !own.has(tile) {
        return format!("{} is not in the hand of {}", tile::letters(tile, 0), seat_letter(position.seat));
    }
    if board.mosaic.tiles() == 0 {
        return "the first tile is placed on 0,0 with rotation 0".to_owned();
    }
    if board.mosaic.bounds().with(cell) == board.mosaic.bounds() && board.mosaic.tile(cell).is_some() {
        return format!("there is a tile on {},{} already", cell.0, cell.1);
    }
    let Some(open) = board.mosaic.open_within(cell).map(|open| &board.mosaic.open()[open]) else {
        return format!("{},{} is not next to a tile", cell.0, cell.1);
    };
    if position.pressed && !Board::is_forced(open) {
        return "a forced space that can be filled must be filled first".to_owned();
    }
    let hand = Hand::new(Tiles::one(tile));
    let chosen = |restricted: bool| board.choices(open, &hand, restricted).has(turns);
    if !chosen(false) {
        "its sides do not match the tiles around".to_owned()
    } else if position.is_restricted(restrictions) && around(open.touch) > 3 {
        "it breaks a restriction: the cell has more than three neighbours".to_owned()
    } else {
        "it breaks a restriction: three sides of one colour round a cell, or four tiles with all forced \
         spaces filled"
            .to_owned()
    }
}

impl Tantrix {
    fn parse_state(&self, state: &str, position: &mut Position) -> Result<(), PositionError> {
        let items: Vec<&str> = state.split_whitespace().collect();
        let known = match items[..] {
            [seat, stage, idle] => {
                let seat = (0..self.players).find(|&known| seat.chars().eq([seat_letter(known)]));
                let stage = STAGES.iter().find(|(_, name)| *name == stage).map(|&(stage, _)| stage);
                let idle = text::parse_number(idle).filter(|&idle: &usize| idle <= self.players);
                seat.zip(stage).zip(idle)
            }
            _ => None,
        };
        let Some(((seat, stage), idle)) = known else {
            refuse!("expected colour, `deal`, `begin`, `forced` or `end`, and idle turns, found `{state}`");
        };
        refuse_if!(idle > 0 && stage != Stage::Begin, "idle turns are counted at `begin`, found `{state}`");
        (position.seat, position.stage, position.idle) = (seat, stage, idle);
        Ok(())
    }

    /// Refuses hands that nobody can have, and sees whether a tile is to be drawn.
    fn check_hands(&self, position: &mut Position) -> Result<(), PositionError> {
        let empty = position.board.mosaic.tiles() == 0;
        let (seat, stage) = (position.seat, position.stage);
        if (empty && matches!(stage, Stage::Forced | Stage::End)) || (!empty && stage == Stage::Deal) {
            refuse!("tiles are placed when the hands have been dealt");
        }
        if empty && stage == Stage::Begin && (seat, position.idle) != (0, 0) {
            refuse!("player 1 places the first tile");
        }
        position.drawing = match stage {
            Stage::Deal => true,
            Stage::Begin => false,
            _ => position.bag != 0 && count(position.hands[seat]) + 1 == self.hand,
        };
        for (other, &tiles) in position.hands[..self.players].iter().enumerate() {
            let found = count(tiles);
            let fits = match stage {
                Stage::Deal if other == seat => found < self.hand,
                Stage::Deal => found == if other < seat { self.hand } else { 0 },
                _ if position.bag == 0 => found <= self.hand,
                _ if other == seat && position.drawing => true,
                _ => found == self.hand,
            };
            refuse_if!(!fits, "{} cannot have {found} tiles now", seat_letter(other));
        }
        Ok(())
    }

    /// Refuses tiles that the restrictions forbid, and fills in thought.
    fn check_board(&self, position: &mut Position) -> Result<(), PositionError> {
        if !position.is_restricted(self.restrictions) || position.board.mosaic.tiles() == 0 {
            return Ok(());
        }
        if let Err((q, r)) = position.board.fill() {
            refuse!("the restrictions forbid what is round {q},{r}: three sides of one colour or four tiles");
        }
        Ok(())
    }

    /// Sees what comes next.
    fn find_next(&self, position: &mut Position) -> Result<(), PositionError> {
        if position.drawing {
            return Ok(());
        }
        let (seat, stage) = (position.seat, position.stage);
        position.settle(self.players, self.restrictions);
        if (position.seat, position.stage) != (seat, stage) {
            refuse!("the turn of {} is over: no forced space can be filled", seat_letter(seat));
        }
        position.over |= position.idle == self.players;
        Ok(())
    }
}

/// Takes a tile out of the bag.
fn take(code: &str, bag: &mut Tiles) -> Result<usize, PositionError> {
    let Some(tile) = tile::parse(code) else {
        refuse!("expected the code of a tile such as `BBGGRR`, found `{code}`");
    };
    refuse_if!(!bag.has(tile), "{code} is named twice");
    *bag &= !Tiles::one(tile);
    Ok(tile)
}

fn parse_tiles(tiles: &str, bag: &mut Tiles) -> Result<Vec<(Cell, usize, usize)>, PositionError> {
    let mut placed: Vec<(Cell, usize, usize)> = Vec::new();
    for item in tiles.split_whitespace().filter(|_| tiles != NONE) {
        let Some((tile, cell, turns)) = parse_tile(item) else {
            refuse!("expected a tile as `BBGGRR@1,-1:4`, found `{item}`");
        };
        take(&tile::letters(tile, 0), bag)?;
        refuse_if!(placed.iter().any(|&(other, ..)| other == cell), "{},{} has two tiles", cell.0, cell.1);
        placed.push((cell, tile, turns));
    }
    if !placed.is_empty() && !placed.iter().any(|&(cell, _, turns)| (cell, turns) == ((0, 0), 0)) {
        refuse!("the first tile is on 0,0 with rotation 0");
    }
    Ok(placed)
}

fn parse_hand(seat: usize, hand: &str, bag: &mut Tiles) -> Result<Tiles, PositionError> {
    let letter = seat_letter(seat);
    let Some(tiles) = hand.strip_prefix(letter).filter(|rest| rest.is_empty() || rest.starts_with(' '))
    else {
        refuse!("expected the hand `{letter} BBGGRR ...`, found `{hand}`");
    };
    let codes = tiles.split_whitespace().filter(|_| tiles.trim() != NONE);
    codes.map(|code| take(code, bag)).try_fold(0, |hand, tile| Ok(hand | Tiles::one(tile?)))
}

/// Puts the tiles down, each next to one before.
fn connect(mut tiles: Vec<(Cell, usize, usize)>, board: &mut Board) -> Result<(), PositionError> {
    while let Some(&(first, ..)) = tiles.first() {
        let before = tiles.len();
        let mut rest = Vec::new();
        for (cell, tile, turns) in tiles {
            match board.mosaic.open_within(cell).map(|open| &board.mosaic.open()[open]) {
                Some(open) if !Hand::new(Tiles::one(tile)).matching(open.touch).has(turns) => {
                    refuse!("{},{}: the sides do not match", cell.0, cell.1)
                }
                None if board.mosaic.tiles() > 0 => rest.push((cell, tile, turns)),
                _ => board.put(cell, tile, turns, false),
            }
        }
        if rest.len() == before {
            refuse!("the tile on {},{} is not connected with the others", first.0, first.1);
        }
        tiles = rest;
    }
    Ok(())
}

/// The tiles row by row, each as its sides clockwise from the north-east.
pub(super) fn draw(board: &Board) -> String {
    if board.mosaic.tiles() == 0 {
        return "no tiles\n".to_owned();
    }
    let bounds = board.mosaic.bounds();
    let rows = bounds.low.1..=bounds.high.1;
    let mut drawing = String::new();
    for r in rows {
        // Each row lies half a tile further to the right than the one above.
        let mut line = " ".repeat(4 * (r - bounds.low.1) as usize);
        for q in bounds.low.0..=bounds.high.0 {
            match board.mosaic.tile((q, r)) {
                Some(code) => line += &tile::letters((code / 8).into(), (code % 8).into()),
                None => line += "   .  ",
            }
            line += "  ";
        }
        drawing += &format!("{:>4}: {}\n", r, line.trim_end());
    }
    drawing
        + &format!(
            "rows by their second coordinate; the first runs from {} to {}\n",
            bounds.low.0, bounds.high.0
        )
}

impl Notation for Tantrix {
    const SEATS: &'static [&'static str] = &NAMES;
    const ENDS: &'static [End] = &[
        (reason::WON, "on points, {points}"),
        (reason::DRAWN, "equal points, {points}"),
        (reason::NO_MOVE, "no tile can be placed, and the score is {points}"),
    ];

    /// Appends a placement such as `BBGGRR@1,-1:4`, a draw such as `+BBGGRR`, or a skip.
    fn write_action(&self, _position: &Position, action: Action, written: &mut String) {
        match action {
            Action::Place { tile, q, r, turns } => {
                write_tile(tile.into(), (q.into(), r.into()), turns.into(), written);
            }
            Action::Draw(tile) => {
                written.push('+');
                written.push_str(&tile::letters(tile.into(), 0));
            }
            Action::Skip => written.push_str(SKIP),
        }
    }

    fn parse_action(&self, _position: &Position, written: &str, legal: &[Action]) -> Option<Action> {
        read(written).filter(|action| legal.contains(action))
    }

    fn why_illegal(&self, position: &Position, written: &str) -> Option<String> {
        Some(match read(written)? {
            Action::Draw(_) if position.drawing => "this tile is not in the bag".to_owned(),
            _ if position.drawing => "a tile is drawn first".to_owned(),
            Action::Draw(_) => "no tile is drawn now".to_owned(),
            Action::Skip => "a player skips the free placement only if there is none".to_owned(),
            Action::Place { tile, q, r, turns } => {
                why_no_placement(position, self.restrictions, tile.into(), (q.into(), r.into()), turns.into())
            }
        })
    }

    fn position_text(&self, position: &Position) -> String {
        let tiles = position.board.mosaic.iter().map(|(cell, code)| {
            text::written(|written| write_tile((code / 8).into(), cell, (code % 8).into(), written))
        });
        let mut written = text::listed(tiles, " ");
        for (seat, hand) in position.hands[..self.players].iter().enumerate() {
            let hand = text::listed(hand.members().map(|tile| tile::letters(tile, 0)), " ");
            written += &format!(" | {} {hand}", seat_letter(seat));
        }
        let stage = STAGES.iter().find(|(stage, _)| *stage == position.stage).map_or("", |&(_, name)| name);
        written + &format!(" | {} {stage} {}", seat_letter(position.seat), position.idle)
    }

    fn parse_position(&self, written: &str) -> Result<Position, PositionError> {
        let fields: Vec<&str> = written.split('|').map(str::trim).collect();
        let [tiles, ref hands @ .., state] = fields[..] else {
            refuse!("expected `tiles | hands | turn`, found `{written}`");
        };
        refuse_if!(hands.len() != self.players, "expected {} hands, found {}", self.players, hands.len());
        let mut bag = ALL;
        let placed = parse_tiles(tiles, &mut bag)?;
        let mut position = Position {
            board: Board::empty(),
            hands: [0; PLAYERS],
            bag: 0,
            seat: 0,
            stage: Stage::Begin,
            idle: 0,
            drawing: false,
            pressed: false,
            over: false,
        };
        for (seat, hand) in hands.iter().enumerate() {
            position.hands[seat] = parse_hand(seat, hand, &mut bag)?;
        }
        position.bag = bag;
        self.parse_state(state, &mut position)?;
        connect(placed, &mut position.board)?;
        self.check_hands(&mut position)?;
        self.check_board(&mut position)?;
        self.find_next(&mut position)?;
        Ok(position)
    }

    fn fields(&self, position: &Position, fields: &mut Vec<Field>) {
        for ((q, r), code) in position.board.mosaic.iter() {
            fields.push(Field::number(format!("tile_{q}_{r}"), code, 8 * TILES as i64).hidden());
        }
        for seat in Seat::all(self.players) {
            for tile in 0..TILES {
                let held = position.hands[seat.index()].has(tile);
                fields.push(Field::flag(format!("hand_{}", tile + 1), held).of(seat).hidden());
            }
        }
        fields.push(Field::number("player", position.seat, PLAYERS as i64 - 1).hidden());
        let stage = STAGES.iter().position(|(stage, _)| *stage == position.stage).unwrap_or(0);
        fields.push(Field::number("stage", stage, STAGES.len() as i64 - 1).hidden());
        fields.push(Field::number("idle_turns", position.idle, u32::MAX.into()).hidden());
    }
}
