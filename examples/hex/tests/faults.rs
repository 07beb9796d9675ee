//! Conformance finds what is wrong with a game: Hex with faults.

use std::time::{Duration, Instant};

use torneo::contract::scene::{Board, Places};
use torneo::contract::{
    Described, Exchange, Form, Formats, Game, GameInfo, Heuristics, Interchange, Kind, Notation, Options,
    Outcome, PositionError, Scenery, Scratch, Seat, SeatName, Solving, Spec, SpecError, Stage, Turn,
    TurnKinds, session,
};
use torneo_conformance::{Breach, Conduct, Property, Subject, examine};

use crate::hex::{self, Hex};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    HashAfterSwap,
    HashOfNumbers,
    LostMove,
    Duplicate,
    OrderByHistory,
    Text,
    Panic,
    UnreadSwap,
}

/// Hex with a fault.
#[derive(Clone)]
struct Faulty {
    hex: Hex,
    fault: Option<Fault>,
}

/// A position with what is wrong about it: the last action, which equal positions do not share.
#[derive(Clone, Debug)]
struct Position {
    hex: hex::Position,
    last: u16,
    swapped: bool,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.hex == other.hex
    }
}

impl Described for Faulty {
    const INFO: GameInfo = Hex::INFO;

    fn new(options: &Options) -> Result<Faulty, SpecError> {
        Ok(Faulty { hex: Hex::new(options)?, fault: None })
    }
}

impl Game for Faulty {
    type Position = Position;
    type Action = u16;
    const TURNS: TurnKinds = Self::INFO.turns;
    const MANY_SEATS: bool = Self::INFO.seats.1 > 2;

    fn max_plies(&self) -> Option<u64> {
        self.hex.max_plies()
    }

    fn start(&self) -> Position {
        Position { hex: self.hex.start(), last: 0, swapped: false }
    }

    fn turn(&self, position: &Position) -> Turn {
        self.hex.turn(&position.hex)
    }

    fn actions(&self, position: &Position, seat: Seat, actions: &mut Vec<u16>) {
        self.hex.actions(&position.hex, seat, actions);
        match self.fault {
            Some(Fault::LostMove) if position.hex.placed > 4 => actions.truncate(actions.len() - 1),
            Some(Fault::Duplicate) if position.hex.placed > 4 => actions.extend_from_within(..1),
            Some(Fault::OrderByHistory) if position.last > 0 => actions.reverse(),
            _ => {}
        }
    }

    fn count_actions(&self, position: &Position, seat: Seat, scratch: &mut Scratch<u16>) -> usize {
        let lost = usize::from(self.fault == Some(Fault::LostMove) && position.hex.placed > 4);
        scratch.actions.clear();
        self.actions(position, seat, &mut scratch.actions);
        scratch.actions.len() + lost
    }

    fn stage(&self, position: &Position) -> Stage {
        self.hex.stage(&position.hex)
    }

    fn apply(&self, position: &mut Position, action: u16) {
        let swapped = position.hex.stones[usize::from(action)] > 0;
        self.hex.apply(&mut position.hex, action);
        (position.last, position.swapped) = (action, swapped);
    }

    fn outcome(&self, position: &Position) -> Outcome {
        self.hex.outcome(&position.hex)
    }

    fn hash(&self, position: &Position) -> u64 {
        let wrong = position.swapped && self.fault == Some(Fault::HashAfterSwap);
        match self.fault {
            Some(Fault::HashOfNumbers) => position.hex.placed as u64,
            _ => self.hex.hash(&position.hex) ^ u64::from(wrong),
        }
    }
}

impl Notation for Faulty {
    const INTERCHANGE: Option<Exchange<Self>> = Exchange::OFFERED;

    fn seat_name(&self, seat: Seat) -> SeatName {
        self.hex.seat_name(seat)
    }

    fn write_action(&self, position: &Position, action: u16, text: &mut String) {
        self.hex.write_action(&position.hex, action, text);
    }

    fn position_text(&self, position: &Position) -> String {
        let text = self.hex.position_text(&position.hex);
        match self.fault {
            // A stone is left out.
            Some(Fault::Text) if position.hex.placed > 4 => text.replacen('b', ".", 1),
            _ => text,
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        assert!(self.fault != Some(Fault::Panic) || text.contains(' '), "there is a blank");
        Ok(Position { hex: self.hex.parse_position(text)?, last: 0, swapped: false })
    }

    fn kinds(&self) -> &[Kind] {
        self.hex.kinds()
    }

    fn pieces(&self, position: &Position, on: &mut [u8]) {
        self.hex.pieces(&position.hex, on);
    }
}

impl Interchange for Faulty {
    fn formats(&self) -> Formats {
        self.hex.formats()
    }

    fn export_action(&self, form: Form, position: &Position, action: u16) -> Option<String> {
        let text = self.hex.export_action(form, &position.hex, action)?;
        Some(if self.fault == Some(Fault::UnreadSwap) { text.replace("pieces", "sides") } else { text })
    }

    fn import_action(&self, form: Form, position: &Position, text: &str) -> String {
        self.hex.import_action(form, &position.hex, text)
    }
}

impl Scenery for Faulty {
    fn board(&self) -> Board {
        self.hex.board()
    }

    fn clicks(&self, position: &Position, seat: Option<Seat>, action: u16) -> Places {
        self.hex.clicks(&position.hex, seat, action)
    }
}

impl Heuristics for Faulty {}

impl Solving for Faulty {}

/// What conformance finds, in a few seconds: half a minute where other tests run beside it.
fn found(fault: Option<Fault>) -> Option<Breach> {
    let set_up = |options: &Options| Ok(session::begin(Faulty { fault, ..Faulty::new(options)? }));
    let began = Instant::now();
    let found = examine(
        &Subject { info: &Faulty::INFO, set_up: &set_up },
        Conduct { damaged: true, ..Conduct::default() },
    );
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    if let Some(breach) = &found.breach {
        // The moves lead to the position.
        let spec: Spec = breach.spec.parse().expect("a specification");
        let options = Options::check(&spec, Faulty::INFO.options).expect("options of the game");
        let mut session = set_up(&options).expect("the game is set up");
        session.play_all(&breach.moves.join(" ")).expect("the moves are legal");
        assert_eq!((session.position(), breach.ply), (breach.position.clone(), breach.moves.len() as u64));
    }
    found.breach
}

#[test]
fn hex_keeps_the_contract() {
    assert_eq!(found(None), None);
}

#[test]
fn a_wrong_hash_after_the_swap_is_found() {
    let breach = found(Some(Fault::HashAfterSwap)).expect("a breach");
    assert_eq!(breach.broken.property, Property::Hash);
    assert_eq!(breach.moves.last().map(String::as_str), Some("swap"));
}

#[test]
fn a_hash_that_different_positions_share_is_found() {
    assert_eq!(found(Some(Fault::HashOfNumbers)).expect("a breach").broken.property, Property::Collision);
}

#[test]
fn a_lost_legal_move_is_found() {
    assert_eq!(found(Some(Fault::LostMove)).expect("a breach").broken.property, Property::Count);
}

#[test]
fn an_action_that_is_listed_twice_is_found() {
    assert_eq!(found(Some(Fault::Duplicate)).expect("a breach").broken.property, Property::Distinct);
}

#[test]
fn an_order_that_depends_on_history_is_found() {
    assert_eq!(found(Some(Fault::OrderByHistory)).expect("a breach").broken.property, Property::Order);
}

#[test]
fn a_text_that_does_not_read_back_is_found() {
    assert_eq!(found(Some(Fault::Text)).expect("a breach").broken.property, Property::Text);
}

#[test]
fn a_panic_at_a_damaged_text_is_found() {
    let breach = found(Some(Fault::Panic)).expect("a breach");
    assert_eq!(breach.broken.property, Property::Damage);
    assert!(breach.broken.message.contains("there is a blank"), "{}", breach.broken.message);
}

#[test]
fn a_word_that_other_programs_write_and_nobody_reads_is_found() {
    let breach = found(Some(Fault::UnreadSwap)).expect("a breach");
    assert_eq!(breach.broken.property, Property::Interchange);
    assert!(breach.broken.message.contains("`swap-sides` in GTP"), "{}", breach.broken.message);
}
