//! The text of positions.

use super::moves::Action;
use torneo_board::grid::BitSet;
use torneo_board::scene::stand;
use torneo_board::text;
use torneo_contract::{End, Field, Game, Kind, Notation, PositionError, Seat, reason, refuse, refuse_if};

use super::board::{ARMY, Board, MOST_PLAYERS, Phase, VORTEXES};
use super::cells::{self, CELLS, CIRCLES, NEAR, leaves_connected, sector_cells};
use super::{BinFa, FACES, KINDS, TERRAINS, notation};

/// Supplies that there are.
const SUPPLIES: usize = 60;
const SETUP: &str = "setup";
/// Stands for an empty list.
const NONE: &str = "-";

type Words<'a, 'b> = std::slice::Iter<'b, &'a str>;

fn write_list(letter: &str, items: impl IntoIterator<Item = impl ToString>, written: &mut String) {
    *written += &format!("{letter}{} ", text::listed(items, ","));
}

/// The items of the next word, which begins with `letter`.
fn read_list<'a>(words: &mut Words<'a, '_>, letter: &str) -> Result<Vec<&'a str>, PositionError> {
    let word = words.next().copied().unwrap_or_default();
    match word.strip_prefix(letter) {
        Some(NONE) => Ok(Vec::new()),
        Some(list) => Ok(list.split(',').collect()),
        None => refuse!("expected a list that begins with `{letter}`, found `{word}`"),
    }
}

fn read_cell(name: &str) -> Result<usize, PositionError> {
    Ok(cells::parse(name).ok_or_else(|| format!("expected a cell such as `0.3.1`, found `{name}`"))?)
}

fn read_cells(words: &mut Words, letter: &str) -> Result<u128, PositionError> {
    read_list(words, letter)?.into_iter().try_fold(0, |set: u128, name| {
        let cell = read_cell(name)?;
        refuse_if!(set.has(cell), "{name} is named twice");
        Ok(set | 1 << cell)
    })
}

/// `3:0.3.1` as number and cell.
fn read_stack(item: &str) -> Result<(u8, usize), PositionError> {
    let stack = item.split_once(':').and_then(|(units, cell)| Some((text::parse_number(units)?, cell)));
    match stack {
        Some((units, cell)) if (1..=ARMY).contains(&units) => Ok((units, read_cell(cell)?)),
        _ => refuse!("expected units such as `3:0.3.1`, found `{item}`"),
    }
}

impl BinFa {
    fn read_army(&self, board: &mut Board, seat: usize, words: &mut Words) -> Result<(), PositionError> {
        let number = seat + 1;
        for item in read_list(words, &format!("{number}="))? {
            let (units, cell) = read_stack(item)?;
            if board.terrain.has(cell) || board.owner(cell).is_some() {
                refuse!("`{item}`: the cell holds terrain or units already");
            }
            refuse_if!(board.armies[seat] + units > ARMY, "player {number}: expected at most {ARMY} units");
            board.set_units(seat, cell, units);
        }
        Ok(())
    }

    fn read_supplies(&self, board: &mut Board, words: &mut Words) -> Result<(), PositionError> {
        for (letter, most) in [("S", SUPPLIES), ("C", CIRCLES - 1)] {
            let items = read_list(words, letter)?;
            let number = |item: &&str| text::parse_number(item).filter(|&n: &u8| usize::from(n) <= most);
            let numbers: Vec<u8> = items.iter().map_while(number).collect();
            if numbers.len() != self.players || items.len() != self.players {
                let (players, found) = (self.players, items.join(","));
                refuse!("`{letter}`: expected {players} numbers up to {most}, found `{found}`");
            }
            let places = if letter == "S" { &mut board.supplies } else { &mut board.markers };
            places[..self.players].copy_from_slice(&numbers);
        }
        let all: usize = board.supplies.iter().map(|&n| usize::from(n)).sum();
        refuse_if!(all > SUPPLIES, "expected at most {SUPPLIES} supplies, found {all}");
        Ok(())
    }

    /// Whether pieces that are placed in turn, `most` of all players together, lie in the home sectors.
    fn in_turn(&self, set: u128, most: usize) -> bool {
        let all = set.len() as usize;
        let placed = |seat: usize| (all + self.players - 1 - seat) / self.players;
        let found = |seat: usize| (set & sector_cells(self.homes[seat])).len() as usize;
        all <= most && (0..self.players).all(|seat| placed(seat) == found(seat))
    }

    fn check_land(&self, board: &Board) -> Result<(), PositionError> {
        if !self.in_turn(board.terrain, TERRAINS) || !leaves_connected(board.terrain) {
            refuse!("terrain is placed in turn in the home sectors and cuts nothing off");
        }
        if !self.in_turn(board.vortexes, VORTEXES) || board.vortexes & board.terrain != 0 {
            refuse!("vortexes are placed in turn in the home sectors, not on terrain");
        }
        Ok(())
    }

    /// Goes on with the set-up; what comes later may not be there yet.
    fn read_setup(&self, board: &mut Board) -> Result<(), PositionError> {
        self.check_land(board)?;
        let given = *board;
        self.next_setup(board);
        let (seat, phase) = (board.mover(), board.turning.phase);
        let home = |seat: usize| {
            let all = sector_cells(self.homes[seat]) & !given.vortexes;
            given.held[seat] & !all == 0
        };
        let armies = |seat: usize| given.armies[seat];
        let fits = match phase {
            Phase::Terrain => given.vortexes == 0 && given.occupied() == 0,
            Phase::Vortex => given.occupied() == 0,
            Phase::Units => (seat + 1..self.players).all(|seat| armies(seat) == 0),
            _ => (0..self.players).all(|seat| armies(seat) == ARMY),
        };
        let rolled = if phase == Phase::Supplies { seat } else { 0 };
        let supplies = |seat: usize| given.supplies[seat];
        let supplies_fit = (0..rolled).all(|seat| (1..=FACES).contains(&supplies(seat)))
            && (rolled..self.players).all(|seat| supplies(seat) == 0);
        if !self.in_setup(board) {
            refuse!("the set-up is complete: expected the player to act, found `setup`");
        }
        if !fits || !supplies_fit || !(0..self.players).all(home) || given.markers != self.bare().markers {
            refuse!("units, supplies or markers do not fit what has been set up so far");
        }
        Ok(())
    }

    /// Reads `a2 steps:3` and what may follow.
    fn read_turn(&self, board: &mut Board, player: &str, mut words: Words) -> Result<(), PositionError> {
        self.check_land(board)?;
        let (terrains, vortexes) = (board.terrain.len() as usize, board.vortexes.len() as usize);
        if self.has_terrain() && terrains != TERRAINS || self.has_vortexes() && vortexes != VORTEXES {
            refuse!("expected `setup` before all terrain and vortexes are placed, found `{player}`");
        }
        let seat = text::parse_number::<usize>(player).and_then(|number| number.checked_sub(1));
        let Some(seat) = seat.filter(|&seat| seat < self.players) else {
            refuse!("expected `setup` or a player, `1` to `{}`, found `{player}`", self.players);
        };
        refuse_if!(board.armies[seat] == 0, "player {player} is out of the game and does not act");
        self.start_turn(board, seat);
        let actions = words.next().copied().unwrap_or_default();
        let Some(number) = actions.strip_prefix('a').and_then(text::parse_number) else {
            refuse!("expected the number of actions such as `a0`, found `{actions}`");
        };
        board.turning.actions = number;
        let phase = words.next().copied().unwrap_or_default();
        board.turning.phase = read_phase(phase).ok_or_else(|| {
            format!("expected `choose`, `march` or another stage of a turn, found `{phase}`")
        })?;
        for word in words {
            self.read_detail(board, word)?;
        }
        self.check_turn(board)?;
        let before_roll = matches!(board.turning.phase, Phase::March | Phase::Dislodge(..) | Phase::Forage);
        let unrolled = number == 0 || number == 1 && before_roll;
        board.turning.danger = unrolled && board.held[seat] & board.vortexes != 0;
        self.forget_history(board);
        Ok(())
    }

    /// Reads `g3`, or units that have come to a vortex in this turn, `n2:0.4.4`.
    fn read_detail(&self, board: &mut Board, word: &str) -> Result<(), PositionError> {
        if let Some(gained) = word.strip_prefix('g').and_then(text::parse_number)
            && board.turning.foraged.is_none()
        {
            board.turning.foraged = Some(gained);
            return Ok(());
        }
        let Some(stack) = word.strip_prefix('n') else {
            refuse!("expected `g3` or `n2:0.4.4`, found `{word}`");
        };
        let (units, cell) = read_stack(stack)?;
        let held = board.held[board.mover()].has(cell) && units <= board.units[cell];
        let vortex = board.vortex_number(cell).filter(|&vortex| held && board.turning.arrived[vortex] == 0);
        let Some(vortex) = vortex else {
            refuse!("`{word}`: so many units of the player are not on a vortex there");
        };
        board.turning.arrived[vortex] = units;
        Ok(())
    }

    /// Refuses a turn in progress that cannot be.
    fn check_turn(&self, board: &Board) -> Result<(), PositionError> {
        let turning = board.turning;
        let (own, actions) = (board.held[board.mover()], turning.actions);
        let foraging = turning.foraged.is_some();
        let attacked = |at: u8| board.owner(at as usize).is_some_and(|owner| owner != board.mover());
        let fits = match turning.phase {
            Phase::Choose => actions < self.max_actions && (actions > 0 || !foraging),
            Phase::March | Phase::Steps(_) => !foraging,
            Phase::Dislodge(from, at) => {
                self.has_terrain()
                    && !foraging
                    && own.has(from as usize)
                    && attacked(at)
                    && NEAR[from as usize].has(at as usize)
            }
            Phase::Push(at, _) => {
                self.has_terrain()
                    && !foraging
                    && attacked(at)
                    && NEAR[at as usize] & own != 0
                    && self.retreats(board, at as usize) != 0
            }
            _ => self.has_supplies() && foraging,
        };
        let gained = turning.foraged.unwrap_or_default();
        let arrived = turning.arrived != [0; VORTEXES];
        if !fits || actions > self.max_actions || actions == 0 && turning.phase != Phase::Choose {
            refuse!("the turn in progress does not fit the rules or the number of actions");
        }
        if gained > board.supplies[board.mover()] || foraging && !self.has_supplies() {
            refuse!("the player has fewer supplies than were gained");
        }
        refuse_if!(arrived && (actions == 0 || foraging), "no units have come to a vortex in this turn");
        Ok(())
    }
}

fn stack(units: u8, cell: usize) -> String {
    format!("{units}:{}", cells::name(cell))
}

pub(super) fn write_turn(board: &Board, written: &mut String) {
    let turning = board.turning;
    *written += &format!("{} a{} ", board.mover() + 1, turning.actions);
    let name = |cell: u8| cells::name(cell as usize);
    *written += &match turning.phase {
        Phase::March => "march".to_owned(),
        Phase::Steps(left) => format!("steps:{left}"),
        Phase::Dislodge(from, at) => format!("dislodge:{}x{}", name(from), name(at)),
        Phase::Push(at, false) => format!("push:{}", name(at)),
        Phase::Push(at, true) => format!("last-push:{}", name(at)),
        Phase::Forage => "forage".to_owned(),
        Phase::Circles(high, low) => format!("circles:{high},{low}"),
        _ => "choose".to_owned(),
    };
    if let Some(gained) = turning.foraged {
        *written += &format!(" g{gained}");
    }
    for (number, cell) in board.vortexes.members().enumerate() {
        if turning.arrived[number] > 0 {
            *written += &format!(" n{}", stack(turning.arrived[number], cell));
        }
    }
}

fn read_phase(written: &str) -> Option<Phase> {
    let cell = |name: &str| cells::parse(name).map(|cell| cell as u8);
    let face = |digit: &str| text::parse_number(digit).filter(|face| (1..=FACES).contains(face));
    match written.split_once(':') {
        None if written == "choose" => Some(Phase::Choose),
        None if written == "march" => Some(Phase::March),
        None if written == "forage" => Some(Phase::Forage),
        Some(("steps", left)) => face(left).filter(|&left| left < FACES).map(Phase::Steps),
        Some(("dislodge", cells)) => {
            let (from, at) = cells.split_once('x')?;
            Some(Phase::Dislodge(cell(from)?, cell(at)?))
        }
        Some(("push", at)) => Some(Phase::Push(cell(at)?, false)),
        Some(("last-push", at)) => Some(Phase::Push(cell(at)?, true)),
        Some(("circles", dice)) => {
            let (high, low) = dice.split_once(',')?;
            let (high, low) = (face(high)?, face(low)?);
            (high > low).then_some(Phase::Circles(high, low))
        }
        _ => None,
    }
}

impl Notation for BinFa {
    const ENDS: &'static [End] = &[
        (reason::WON, "{loser} lost all units"),
        (reason::LENGTH_LIMIT, "the last round is over, and units are counted"),
    ];

    fn write_action(&self, _board: &Board, action: Action, written: &mut String) {
        notation::write(action, written);
    }

    fn parse_action(&self, _board: &Board, written: &str, legal: &[Action]) -> Option<Action> {
        notation::read(written).filter(|action| legal.contains(action))
    }

    fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        notation::read(written).map(|action| self.explain(board, action))
    }

    fn position_text(&self, board: &Board) -> String {
        let mut written = String::new();
        if self.has_terrain() {
            write_list("T", board.terrain.members().map(cells::name), &mut written);
        }
        if self.has_vortexes() {
            write_list("V", board.vortexes.members().map(cells::name), &mut written);
        }
        for seat in 0..self.players {
            let stacks = board.held[seat].members().map(|cell| stack(board.units[cell], cell));
            write_list(&format!("{}=", seat + 1), stacks, &mut written);
        }
        if self.has_supplies() {
            write_list("S", &board.supplies[..self.players], &mut written);
            write_list("C", &board.markers[..self.players], &mut written);
        }
        if self.in_setup(board) {
            written.push_str(SETUP);
        } else {
            write_turn(board, &mut written);
        }
        written
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let all: Vec<&str> = written.split_whitespace().collect();
        let mut words = all.iter();
        let mut board = self.bare();
        if self.has_terrain() {
            board.terrain = read_cells(&mut words, "T")?;
        }
        if self.has_vortexes() {
            board.vortexes = read_cells(&mut words, "V")?;
        }
        for seat in 0..self.players {
            self.read_army(&mut board, seat, &mut words)?;
        }
        if self.has_supplies() {
            self.read_supplies(&mut board, &mut words)?;
        }
        let word = words.next().copied().unwrap_or_default();
        if word == SETUP {
            if let Some(extra) = words.next() {
                refuse!("expected nothing after `{SETUP}`, found `{extra}`");
            }
            self.read_setup(&mut board)?;
        } else {
            self.read_turn(&mut board, word, words)?;
        }
        Ok(board)
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS[..2 + 2 * self.players]
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        stand(on, 1, board.terrain.members());
        stand(on, 2, board.vortexes.members());
        for seat in 0..self.players {
            let kind = 3 + 2 * seat as u8;
            stand(on, kind, board.held[seat].members());
            if self.has_supplies() {
                on[CELLS + usize::from(board.markers[seat])] = kind + 1;
            }
        }
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        for cell in 0..CELLS {
            let name = format!("units_{}", cells::name(cell).replace('.', "_"));
            fields.push(Field::number(name, board.units[cell], ARMY.into()).hidden());
        }
        let mut vortexes = board.vortexes.members();
        for number in 0..VORTEXES {
            fields.push(Field::site(format!("vortex_{}", number + 1), vortexes.next(), CELLS).hidden());
            let arrived = if self.in_setup(board) { 0 } else { board.turning.arrived[number] };
            fields.push(Field::number(format!("arrived_{}", number + 1), arrived, ARMY.into()).hidden());
        }
        for seat in Seat::all(self.players).filter(|_| self.has_supplies()) {
            let (supplies, marker) = (board.supplies[seat.index()], board.markers[seat.index()]);
            fields.push(Field::number("supplies", supplies, SUPPLIES as i64).of(seat));
            fields.push(Field::number("circle", marker, CIRCLES as i64 - 1).of(seat).hidden());
        }
        let turning = board.turning;
        let (stage, cells, numbers) = match turning.phase {
            _ if self.in_setup(board) => (0, [None; 2], [0; 2]),
            Phase::March => (2, [None; 2], [0; 2]),
            Phase::Steps(left) => (3, [None; 2], [left, 0]),
            Phase::Dislodge(from, at) => (4, [Some(from), Some(at)], [0; 2]),
            Phase::Push(at, last) => (5 + i64::from(last), [None, Some(at)], [0; 2]),
            Phase::Forage => (7, [None; 2], [0; 2]),
            Phase::Circles(high, low) => (8, [None; 2], [high, low]),
            _ => (1, [None; 2], [0; 2]),
        };
        let goes_on = |value: i64| if stage == 0 { 0 } else { value };
        let number = |name: &'static str, value, most| Field::number(name, value, most).hidden();
        fields.push(number("player", goes_on(board.mover() as i64), MOST_PLAYERS as i64 - 1));
        fields.push(number("stage", stage, 8));
        fields.push(number("actions", goes_on(turning.actions.into()), u16::MAX.into()));
        let foraged = turning.foraged.map_or(0, |gained| 1 + i64::from(gained));
        fields.push(number("foraged", goes_on(foraged), u8::MAX.into()));
        for (name, cell) in ["attacker", "attacked"].into_iter().zip(cells) {
            fields.push(Field::site(name, cell.map(usize::from), CELLS).hidden());
        }
        for (name, value) in ["steps_or_high_die", "low_die"].into_iter().zip(numbers) {
            fields.push(number(name, value.into(), FACES.into()));
        }
    }
}
