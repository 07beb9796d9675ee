//! Turns and positions as texts, and why a turn is illegal.

use super::Zertz;
use super::action::{Action, Kind, Path};
use super::board::{Board, COLOURS, LETTERS, Marbles};
use super::rings::{Places, Rings, jump_direction, shifted};
use torneo_board::grid::BitSet;
use torneo_board::history::Tracked;
use torneo_board::scene::{stand, stand_all};
use torneo_board::text;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    self as contract, End, Field, Notation, PositionError, Seat, Show, reason, refuse, refuse_if,
};

/// A turn as it was written, legal or not.
pub(super) enum Written {
    Place {
        colour: usize,
        ring: usize,
        removed: Option<usize>,
    },
    /// The rings that a marble touches, at least two.
    Jump(Vec<usize>),
}

/// Reads a turn; letters may be small.
pub(super) fn read(rings: &Rings, written: &str) -> Option<Written> {
    let written = written.to_ascii_uppercase();
    if let Some(path) = written.strip_prefix('X') {
        let path: Vec<usize> = path.split('-').map(|name| rings.parse(name)).collect::<Option<_>>()?;
        return (path.len() > 1).then_some(Written::Jump(path));
    }
    let (colour, places) = written.split_at_checked(1)?;
    let colour = LETTERS.iter().position(|letter| colour.starts_with(*letter))?;
    let (ring, removed) = match places.split_once(',') {
        Some((ring, removed)) => (ring, Some(rings.parse(removed)?)),
        None => (places, None),
    };
    Some(Written::Place { colour, ring: rings.parse(ring)?, removed })
}

/// The action of a turn that was written; none for a path that no marble can take.
pub(super) fn action(written: &Written) -> Option<Action> {
    match *written {
        Written::Place { colour, ring, removed } => Some(Action::place(colour, ring, removed)),
        Written::Jump(ref places) if places.len() > MOST_JUMPS => None,
        Written::Jump(ref places) => {
            let steps = places.windows(2).map(|step| jump_direction(step[0], step[1]));
            let directions: Vec<usize> = steps.collect::<Option<_>>()?;
            let turns_back = directions.windows(2).any(|two| two[0].abs_diff(two[1]) == 3);
            let path = directions.iter().fold(Path::NONE, |path, &direction| path.then(direction));
            (!turns_back).then(|| Action::jump(places[0], path))
        }
    }
}

/// A jump takes a marble away, so there are fewer than marbles in the game.
const MOST_JUMPS: usize = 24;

fn why_no_placement(
    rings: &Rings,
    board: &Board,
    colour: usize,
    ring: usize,
    removed: Option<usize>,
) -> String {
    let free = board.free() & !Places::one(ring);
    if board.all_jumpers() != 0 {
        "a player who can jump must jump".to_owned()
    } else if !board.rings.has(ring) {
        format!("the ring {} has left the board", rings.name(ring))
    } else if !board.vacant().has(ring) {
        format!("there is a marble on {} already", rings.name(ring))
    } else if board.supply()[colour] == 0 {
        format!("no marble {} is left to be placed", LETTERS[colour])
    } else if let Some(removed) = removed {
        let name = rings.name(removed);
        format!("{name} cannot be removed: a removed ring is vacant and can be slid out of the board")
    } else {
        format!("a ring must be removed: {} are free", free.len())
    }
}

fn why_no_jump(rings: &Rings, board: &Board, path: &[usize]) -> String {
    if !board.occupied().has(path[0]) {
        return format!("there is no marble on {}", rings.name(path[0]));
    }
    let mut others = board.occupied() & !Places::one(path[0]);
    for step in path.windows(2) {
        let [from, to] = [rings.name(step[0]), rings.name(step[1])];
        let Some(direction) = jump_direction(step[0], step[1]) else {
            return format!("from {from} to {to} is no jump: it goes two rings on in a straight line");
        };
        let over = shifted(Places::one(step[0]), direction);
        if over & others == 0 {
            return format!("there is no marble to jump between {from} and {to}");
        }
        others &= !over;
        if !board.rings.has(step[1]) || others.has(step[1]) {
            return format!("a jump ends on a vacant ring, and {to} is none");
        }
    }
    "a marble that can jump on must do so".to_owned()
}

fn parse_rings(rings: &Rings, placed: &str, board: &mut Board) -> Result<(), PositionError> {
    for item in placed.split_whitespace() {
        let colour = LETTERS.iter().position(|&letter| item.ends_with(letter) && item.len() > 2);
        let name = if colour.is_some() { &item[..item.len() - 1] } else { item };
        let Some(place) = rings.parse(name) else {
            refuse!("expected a ring such as `A1`, or with a marble `A1W`, `A1G`, `A1B`, found `{item}`");
        };
        refuse_if!(board.rings.has(place), "the ring {name} is named twice");
        board.rings |= Places::one(place);
        if let Some(colour) = colour {
            board.marbles[colour] |= Places::one(place);
        }
    }
    Ok(())
}

fn parse_pool(pool: &str) -> Result<Marbles, PositionError> {
    let items: Vec<&str> = pool.split_whitespace().collect();
    let mut marbles = [0; COLOURS];
    for (colour, letter) in LETTERS.into_iter().enumerate() {
        let item = items.get(colour).filter(|_| items.len() == COLOURS);
        let count = item.and_then(|item| item.strip_prefix(letter)).and_then(text::parse_number);
        match count {
            Some(count) => marbles[colour] = count,
            None => refuse!("expected the pool as `W6 G8 B10`, found `{pool}`"),
        }
    }
    Ok(marbles)
}

fn parse_captured(captured: &str) -> Result<[Marbles; 2], PositionError> {
    let read = |player: &str| text::parse_numbers(player.trim(), '/');
    let players = captured.split_once('-').and_then(|(first, second)| Some([read(first)?, read(second)?]));
    let Some(players) = players else {
        refuse!("expected captures as `0/0/0 - 0/0/0` (white/grey/black), found `{captured}`");
    };
    Ok(players)
}

impl Zertz {
    /// Refuses what no game comes to.
    fn check(&self, board: &Board) -> Result<(), PositionError> {
        for (colour, letter) in LETTERS.into_iter().enumerate() {
            let counts = [board.marbles[colour].len(), board.pool[colour].into()];
            let captured = board.captured.iter().map(|captured| u32::from(captured[colour]));
            let (found, all) =
                (counts.into_iter().chain(captured).sum::<u32>(), u32::from(self.marbles[colour]));
            refuse_if!(found != all, "there are {all} marbles {letter} in the game, found {found}");
        }
        let to_move = board.mover().index();
        if self.goals.reached(&board.captured[to_move]) {
            refuse!("player {} is to move and had already won", to_move + 1);
        }
        let claimed = Board::claimed(board.rings, board.vacant());
        if claimed != 0 {
            let names = text::joined(claimed.members().map(|place| self.rings.name(place)), " ");
            refuse!("{names} would have been claimed: no ring of the group is vacant");
        }
        Ok(())
    }
}

impl Notation for Zertz {
    const ENDS: &'static [End] = &[
        (reason::WON, "{winner} captured the marbles needed"),
        (reason::NO_MOVE, "nobody can move any more"),
        (reason::REPETITION, "the same position came for the third time"),
        (reason::LENGTH_LIMIT, "the limit of turns is reached"),
    ];

    /// Rings, and marbles of each colour on them.
    const KINDS: &'static [contract::Kind] = &[
        contract::Kind::new('O', "ring", None, Glyph::Ring),
        contract::Kind::new('W', "white_marble", None, Glyph::Ball),
        contract::Kind::new('G', "grey_marble", None, Glyph::Ball),
        contract::Kind::new('B', "black_marble", None, Glyph::Ball),
    ];

    /// Appends a turn such as `WD4,A1` or `xD2-D4-F4`.
    fn write_action(&self, _position: &Self::Position, action: Action, written: &mut String) {
        let rings = &self.rings;
        match action.kind() {
            Kind::Place { colour, ring, removed } => {
                written.push(LETTERS[colour]);
                rings.write(ring, written);
                if let Some(removed) = removed {
                    written.push(',');
                    rings.write(removed, written);
                }
            }
            Kind::Jump { from, path } => {
                written.push('x');
                rings.write(from, written);
                for (_, landing) in path.jumps(from) {
                    written.push('-');
                    rings.write(landing.lowest(), written);
                }
            }
        }
    }

    fn parse_action(&self, _position: &Self::Position, written: &str, legal: &[Action]) -> Option<Action> {
        let action = action(&read(&self.rings, written)?)?;
        legal.contains(&action).then_some(action)
    }

    fn why_illegal(&self, position: &Self::Position, written: &str) -> Option<String> {
        let (rings, board) = (&self.rings, &position.board);
        Some(match read(rings, written)? {
            Written::Place { colour, ring, removed } => why_no_placement(rings, board, colour, ring, removed),
            Written::Jump(path) => why_no_jump(rings, board, &path),
        })
    }

    fn position_text(&self, position: &Self::Position) -> String {
        let (rings, board) = (&self.rings, &position.board);
        let mut written = String::new();
        for place in rings.places().filter(|&place| board.rings.has(place)) {
            rings.write(place, &mut written);
            if let Some(colour) = board.content(place).checked_sub(1) {
                written.push(LETTERS[colour]);
            }
            written.push(' ');
        }
        let [w, g, b] = board.pool;
        let [first, second] = board.captured.map(|[w, g, b]| format!("{w}/{g}/{b}"));
        written + &format!("| W{w} G{g} B{b} | {first} - {second} | {}", board.plies)
    }

    fn parse_position(&self, written: &str) -> Result<Self::Position, PositionError> {
        let fields: Vec<&str> = written.split('|').map(str::trim).collect();
        let [placed, pool, captured, plies] = fields[..] else {
            refuse!("expected a position as `A1 A2W ... | W5 G8 B10 | 0/0/0 - 0/0/0 | 1`, found `{written}`");
        };
        let mut board = Board::empty(0, parse_pool(pool)?);
        parse_rings(&self.rings, placed, &mut board)?;
        board.captured = parse_captured(captured)?;
        board.plies =
            text::parse_number(plies).filter(|&plies| plies <= self.max_plies).ok_or_else(|| {
                format!("expected the number of plies played, at most {}, found `{plies}`", self.max_plies)
            })?;
        self.check(&board)?;
        board.hash = board.full_hash();
        Ok(Tracked::begin(self, board, 0))
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        stand(on, 1, position.board.rings.members());
        stand_all(on, 2, position.board.marbles.map(BitSet::members));
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        let board = &position.board;
        for (kind, colour) in (2..).zip(0..COLOURS) {
            let (name, most) = (Self::KINDS[usize::from(kind) - 1].name.clone(), self.marbles[colour].into());
            fields.push(Field::hand(name.clone(), kind, board.pool[colour], most));
            for (seat, captured) in Seat::all(2).zip(board.captured) {
                let field = Field::number(name.clone(), captured[colour], most).of(seat);
                fields.push(field.shown(Show::Captured(kind)));
            }
        }
        fields.push(Field::number("plies", board.plies, self.max_plies.into()).hidden());
    }
}
