//! The notation of Lanza: actions, positions and the drawing of the board.

use super::hexagon::DIRECTIONS;
use super::piece::{MAX_PLAYERS, Piece, Pieces, RANK_LETTERS, RANKS, all_pieces};
use super::{Action, Board, KINDS, Lanza, Orders, is_distinct, order_place};
use torneo_board::grid::BitSet;
use torneo_board::text;
use torneo_contract::{
    End, Field, Kind, Notation, PositionError, Refusal, Seat, reason, refusal, refuse, refuse_if,
};

/// The letters in the order in which orders are written.
fn order_letter(place: usize) -> char {
    RANK_LETTERS[order_place(place)]
}

/// Reads `J2Q5K1`, with any of the three left out, or `-` for no piece.
fn read_orders(written: &str) -> Option<Orders> {
    let mut orders = [0; RANKS];
    if written == "-" {
        return Some(orders);
    }
    let mut rest = written;
    for (place, order) in orders.iter_mut().enumerate() {
        if let Some(after) = rest.strip_prefix(order_letter(place)) {
            let digit = after.chars().next()?;
            *order =
                digit.to_digit(10).filter(|direction| (1..=DIRECTIONS as u32).contains(direction))? as u8;
            rest = &after[1..];
        }
    }
    (rest.is_empty() && !written.is_empty()).then_some(orders)
}

impl Lanza {
    /// Appends the notation of an action.
    pub(super) fn write(&self, board: &Board, action: Action, written: &mut String) {
        match action {
            Action::Draw(piece) => {
                written.push('[');
                piece.write(written);
                written.push(']');
            }
            Action::Place(cell) => {
                board.drawn.expect("a piece was drawn").write(written);
                written.push('@');
                self.board.write(cell as usize, written);
            }
            Action::Orders(orders) if orders == [0; RANKS] => written.push('-'),
            Action::Orders(orders) => {
                for (place, &direction) in orders.iter().enumerate().filter(|&(_, &direction)| direction > 0)
                {
                    written.push(order_letter(place));
                    text::write_number(direction as usize, written);
                }
            }
        }
    }

    /// Reads the notation of an action, legal or not.
    pub(super) fn read(&self, board: &Board, written: &str) -> Option<Action> {
        if let Some(name) = written.strip_prefix('[') {
            return Piece::parse(name.strip_suffix(']')?, self.players).map(Action::Draw);
        }
        if let Some((name, cell)) = written.split_once('@') {
            let piece = Piece::parse(name, self.players)?;
            let cell = self.board.parse(cell)?;
            return (board.drawn == Some(piece)).then_some(Action::Place(cell as u8));
        }
        read_orders(written).map(Action::Orders)
    }

    /// Reads a piece on the board, or one that waits.
    fn read_piece(&self, board: &mut Board, field: &str) -> Result<(), Refusal> {
        let unsigned = field.strip_prefix(['+', '*']);
        let (name, cell) = match unsigned.unwrap_or(field) {
            rest if rest.is_char_boundary(2.min(rest.len())) => rest.split_at(2.min(rest.len())),
            rest => (rest, ""),
        };
        let Some(piece) = Piece::parse(name, self.players) else {
            refuse!("expected a piece such as `1K` of player 1..={}, found `{name}`", self.players);
        };
        if (board.pieces.present | board.waiting).has(piece.index()) || board.drawn == Some(piece) {
            refuse!("{name} is named twice");
        }
        if unsigned.is_some() {
            refuse_if!(board.dealing, "no piece is captured during the deal");
            refuse_if!(!cell.is_empty(), "a captured piece stands on no cell");
            if field.starts_with('+') {
                board.waiting |= u16::one(piece.index());
            } else if let Some(drawn) = board.drawn.replace(piece) {
                refuse!("only one piece is drawn, found {} as well", drawn.name());
            }
            return Ok(());
        }
        let Some(cell) = self.board.parse(cell) else {
            refuse!("expected a cell of the board, found `{cell}`");
        };
        if let Some(other) = board.pieces.on(cell) {
            refuse!("{} stands on {}", other.name(), self.board.name(cell));
        }
        board.pieces.put(piece, cell);
        Ok(())
    }

    fn read_score(&self, written: &str) -> Result<[u16; MAX_PLAYERS], PositionError> {
        // Each piece captures at most one other in a turn.
        let most = RANKS as u16 * self.max_turns;
        let mut score = [0; MAX_PLAYERS];
        let read = |number| text::parse_number(number).filter(|&points| points <= most);
        let numbers: Option<Vec<u16>> = written.split('-').map(read).collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() == self.players) else {
            refuse!("the score is {} numbers 0..={most} separated by `-`, found `{written}`", self.players);
        };
        score[..self.players].copy_from_slice(&numbers);
        Ok(score)
    }

    fn read_turns(&self, written: &str) -> Result<u16, PositionError> {
        let turns = written.strip_prefix('t').and_then(text::parse_number::<u16>);
        let Some(turns) = turns.filter(|&turns| turns <= self.max_turns) else {
            refuse!("the turns resolved are `t0` to `t{}`, found `{written}`", self.max_turns);
        };
        Ok(turns)
    }

    /// Whether a deal can be like this: the first start cells are filled, some are left, nothing has happened.
    fn check_deal(&self, board: &Board) -> Result<(), Refusal> {
        refuse_if!(board.turns > 0 || board.score != [0; MAX_PLAYERS], "expected no points and `t0`");
        let dealt = board.pieces.present.len() as usize;
        let all = self.start_cells.len();
        refuse_if!(dealt == all, "all pieces are dealt, expected the text without `deal`");
        let mut so_far = Board { pieces: Pieces::NONE, waiting: all_pieces(self.players), ..*board };
        for &cell in &self.start_cells[..dealt] {
            let name = self.board.name(cell as usize);
            let Some(piece) = board.pieces.on(cell as usize) else {
                refuse!("{dealt} pieces fill the first start cells, found none on {name}");
            };
            if !self.drawable(&so_far).has(piece.index()) {
                refuse!("{name} is on the other player's side, found {}", piece.name());
            }
            so_far.pieces.put(piece, cell as usize);
        }
        Ok(())
    }
}

impl Notation for Lanza {
    const ENDS: &'static [End] = &[
        (reason::WON, "{winner} reached the score needed"),
        (reason::LENGTH_LIMIT, "the limit of turns is reached"),
    ];

    fn write_action(&self, board: &Board, action: Action, written: &mut String) {
        self.write(board, action, written);
    }

    fn parse_action(&self, board: &Board, written: &str, legal: &[Action]) -> Option<Action> {
        self.read(board, written).filter(|action| legal.contains(action))
    }

    fn why_illegal(&self, board: &Board, written: &str) -> Option<String> {
        if let Some(piece) = board.drawn {
            let (name, cell) = written.split_once('@')?;
            let (named, cell) = (Piece::parse(name, self.players)?, self.board.parse(cell)?);
            return Some(if named != piece {
                format!("the piece that comes back is {}", piece.name())
            } else if !self.board.ring.has(cell) {
                "a piece comes back on an outermost cell".to_owned()
            } else {
                "a piece comes back on a vacant cell".to_owned()
            });
        }
        if board.waiting != 0 {
            let piece = Piece::parse(written.strip_prefix('[')?.strip_suffix(']')?, self.players)?;
            let due = if board.dealing { "to be dealt" } else { "waiting to come back" };
            let dealt_later = board.waiting.has(piece.index());
            return Some(if dealt_later {
                format!("{} belongs to the other side of the board", piece.name())
            } else {
                format!("{} is not {due}", piece.name())
            });
        }
        let Some(orders) = read_orders(written) else {
            return Some(
                "orders name a direction 1 to 6 for Jack, Queen and King, such as `J2Q5K1`".to_owned(),
            );
        };
        Some(if is_distinct(&orders) {
            "the orders are for exactly the player's pieces on the board".to_owned()
        } else {
            "a player gives each direction to one piece at most".to_owned()
        })
    }

    fn position_text(&self, board: &Board) -> String {
        let mut written = String::from(if board.dealing { "deal " } else { "" });
        for piece in board.pieces.iter() {
            piece.write(&mut written);
            self.board.write(board.pieces.cell(piece), &mut written);
            written.push(' ');
        }
        let captured = if board.dealing { 0 } else { board.waiting };
        let waiting = captured.members().map(|piece| ('+', Piece::from_index(piece)));
        for (sign, piece) in waiting.chain(board.drawn.map(|piece| ('*', piece))) {
            written.push(sign);
            piece.write(&mut written);
            written.push(' ');
        }
        written + &format!("{} t{}", text::joined(&board.score[..self.players], "-"), board.turns)
    }

    fn parse_position(&self, written: &str) -> Result<Board, PositionError> {
        let fields: Vec<&str> = written.split_whitespace().collect();
        let [pieces @ .., score, turns] = &fields[..] else {
            refuse!("expected `pieces score turns` as in `1Kc2 2Qc3 0-0 t0`, found `{written}`");
        };
        let mut board = Board { waiting: 0, dealing: false, ..torneo_contract::Game::start(self) };
        let pieces = match pieces {
            ["deal", dealt @ ..] => {
                board.dealing = true;
                dealt
            }
            pieces => pieces,
        };
        for field in pieces {
            self.read_piece(&mut board, field).map_err(|message| refusal!("`{field}`: {message}"))?;
        }
        board.score = self.read_score(score)?;
        board.turns = self.read_turns(turns)?;
        if board.dealing {
            self.check_deal(&board).map_err(|message| refusal!("deal: {message}"))?;
            board.waiting = all_pieces(self.players) & !board.pieces.present;
        }
        board.ending = self.judge(&board);
        if let Some(piece) = board.drawn.filter(|_| board.ending.is_some()) {
            refuse!("the game is over, so no piece comes back: found `*{}`", piece.name());
        }
        Ok(board)
    }

    fn kinds(&self) -> &[Kind] {
        &KINDS[..RANKS * self.players]
    }

    fn pieces(&self, board: &Board, on: &mut [u8]) {
        for piece in board.pieces.iter() {
            on[board.pieces.cell(piece)] = (1 + piece.owner().index() * RANKS + piece.rank()) as u8;
        }
    }

    fn fields(&self, board: &Board, fields: &mut Vec<Field>) {
        fields.push(Field::flag("deal", board.dealing).hidden());
        for seat in Seat::all(self.players) {
            for (rank, name) in [
                ("captured_king", "drawn_king"),
                ("captured_queen", "drawn_queen"),
                ("captured_jack", "drawn_jack"),
            ]
            .into_iter()
            .enumerate()
            {
                let piece = Piece::new(seat.index(), rank);
                let captured = !board.dealing && board.waiting.has(piece.index());
                fields.push(Field::flag(name.0, captured).of(seat).hidden());
                fields.push(Field::flag(name.1, board.drawn == Some(piece)).of(seat).hidden());
            }
            fields.push(Field::number("points", board.score[seat.index()], u16::MAX.into()).of(seat));
        }
        fields.push(Field::number("turns", board.turns, u16::MAX.into()));
    }
}
