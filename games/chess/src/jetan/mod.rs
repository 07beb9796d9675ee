//! Jetan, alone and with its wagers (rules: `docs/games/jetan.md`).

mod board;
mod course;
mod fielding;
mod moves;
mod notation;
#[cfg(test)]
mod oracle_tests;
mod paths;
mod refusal;
mod scene;
mod value;
mod wager;

use std::cmp::min;

use std::sync::LazyLock;

use rand_core::Rng;

use torneo_board::grid::BitSet;
use torneo_board::history::{History, Tracked};
use torneo_board::scene::stand_all;
use torneo_board::terms::tell;
use torneo_contract::scene::Glyph;
use torneo_contract::{
    Archiving, Described, End, Ending, Field, Game, GameInfo, Heuristics, Kind, Notation, OptionInfo,
    Options, Outcome, PositionError, Scratch, Seat, SeatName, Solving, SpecError, Turn, TurnKinds, Words,
    how_it_ended, random, random_listed, reason, scenery::Last,
};

use board::{ARMY, FIGURES, KIND_NAMES, LETTERS, Starts};
pub use board::{Action, Board};
use course::{CHIEF_CAPTURED, FORFEIT, NO_MONEY, THREE_PIECES};
use moves::Moves;
use paths::{BLACK, KINDS, Movement, ORANGE, PRINCESS, Paths};
use wager::{Ledger, Stage, Terms, WHOLE, Wager};

/// Room for the history of a game: captures and advances clear it.
const USUAL_PLIES: usize = 128;
/// The faces of a die.
const FACES: u8 = 6;
/// Pairs of a piece and a way that are drawn before the legal moves are listed.
const TRIES: usize = 200;
/// Answers before a game at most: pieces but Chief and Princess, of both players.
const ANSWERS: u64 = 36;

/// The rules with their options.
#[derive(Clone, Debug)]
pub struct Jetan {
    movement: Movement,
    terms: Terms,
    starts: Starts,
    moves: Moves,
}

/// The board with the accounts of the match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    board: Board,
    ledger: Ledger,
    /// How the single game or the match ended.
    ended: Option<Ending>,
}

const MOVEMENT_OPTIONS: [OptionInfo; 4] = [
    OptionInfo::choice("interpretation", &["chained", "free"], "chained")
        .help("pieces go exactly their number of steps, or at most that many"),
    OptionInfo::choice("thoat", &["either", "straight-first"], "either")
        .help("the order of the Thoat's straight and diagonal step"),
    OptionInfo::flag("thoat_jumps", false).help("the Thoat jumps over a piece on its way"),
    OptionInfo::choice("array", &["book", "manator"], "book")
        .help("Chief faces Princess, or Chief faces Chief"),
];

const OPTIONS: [OptionInfo; 13] = {
    let mut options = [MOVEMENT_OPTIONS[0]; 13];
    let mut at = 0;
    while at < options.len() {
        let shared = MOVEMENT_OPTIONS.len();
        options[at] = if at < shared { MOVEMENT_OPTIONS[at] } else { wager::OPTIONS[at - shared] };
        at += 1;
    }
    options
};

impl Jetan {
    /// The legal actions that are no moves of pieces.
    fn other_actions(&self, state: &State, actions: &mut Vec<Action>) {
        match state.ledger.stage {
            Stage::Ask(place) => {
                actions.push(Action::Answer(true));
                if self.may_decline(state, place as usize) {
                    actions.push(Action::Answer(false));
                }
            }
            _ if actions.is_empty() || self.may_pass(&state.ledger, state.board.to_move) => {
                actions.push(Action::Pass);
            }
            _ => {}
        }
    }
}

impl Described for Jetan {
    const INFO: GameInfo = GameInfo {
        id: "jetan",
        title: "Jetan",
        family: "chess",
        turns: TurnKinds::WITH_CHANCE,
        options: &OPTIONS,
        ..GameInfo::TWO_SEATS
    };

    fn new(options: &Options) -> Result<Self, SpecError> {
        let movement = Movement {
            free: options.choice("interpretation") == "free",
            straight_first: options.choice("thoat") == "straight-first",
            thoat_jumps: options.bool("thoat_jumps"),
        };
        let starts = board::starts(options.choice("array") == "manator");
        Ok(Jetan { movement, terms: Terms::new(options)?, starts, moves: Moves::new(Paths::new(movement)) })
    }
}

impl Game for Jetan {
    type Position = Tracked<State>;
    type Action = Action;

    const TURNS: TurnKinds = Self::INFO.turns;

    const ARCHIVE: Option<Archiving<Self, Self::Position>> = Some(|_, position, archive| {
        let Tracked { board: state, history } = position;
        archive.number(&mut state.board.idle);
        archive.number(&mut state.board.equal_plies);
        archive.number(&mut state.board.plies);
        if let Stage::Duel { ties, .. } = &mut state.ledger.stage {
            archive.number(ties);
        }
        history.archive(archive);
    });

    /// None where ties of duels are thrown again without end.
    fn max_plies(&self) -> Option<u64> {
        let moves = u64::from(course::MAX_PLIES);
        let plies = match self.terms.wager {
            Wager::Duel { retreat: false } => return None,
            Wager::Duel { retreat: true } => 2 * moves,
            Wager::Field | Wager::Return if self.terms.ask => moves + ANSWERS,
            _ => moves,
        };
        Some(plies * u64::from(self.terms.games))
    }

    fn start(&self) -> Self::Position {
        let board = Board::empty();
        let mut state = State { board, ledger: Ledger::new(self.terms.funds), ended: None };
        let mut history = History::with_capacity(USUAL_PLIES);
        self.set_up(&mut state, &mut history, [ARMY; 2]);
        Tracked { board: state, history }
    }

    #[inline]
    fn turn(&self, position: &Self::Position) -> Turn {
        let State { board, ledger, ended } = &position.board;
        match (ended, ledger.stage) {
            (Some(_), _) => Turn::Over,
            (None, Stage::Duel { .. }) => Turn::Chance,
            (None, _) => Turn::Seat(ledger.seat(board.to_move)),
        }
    }

    fn actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        let state = &position.board;
        if state.ledger.stage == Stage::Play {
            self.moves.list(&state.board, &self.paid_entries(state), actions);
        }
        self.other_actions(state, actions);
    }

    fn chance(&self, _position: &Self::Position, outcomes: &mut Vec<(Action, u64)>) {
        let dice = (1..=FACES).flat_map(|attack| (1..=FACES).map(move |defence| [attack, defence]));
        outcomes.extend(dice.map(|dice| (Action::Throw(dice), 1)));
    }

    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Action) {
        self.play(position, action);
    }

    /// Points are money or, without a wager, game points.
    fn outcome(&self, position: &Self::Position) -> Outcome {
        let State { ledger, ended, .. } = &position.board;
        let outcome = ended.expect("the game is over").outcome(2);
        if self.terms.is_single() {
            let points = outcome.scores.clone();
            return outcome.with_points(points);
        }
        let amounts = if self.terms.wager == Wager::None { ledger.points } else { ledger.money };
        let points = amounts.map(|halves| f64::from(halves) / f64::from(WHOLE));
        outcome.with_points(points)
    }

    #[inline]
    fn hash(&self, position: &Self::Position) -> u64 {
        let State { board, ledger, .. } = &position.board;
        if self.terms.is_single() { board.hash } else { board.hash ^ ledger.key(false) }
    }

    /// A piece and a way that pieces of its kind can go, or a pass, drawn until it is legal.
    #[inline]
    fn random_action<R: Rng>(
        &self,
        position: &Self::Position,
        seat: Seat,
        rng: &mut R,
        scratch: &mut Scratch<Action>,
    ) -> Action {
        let state = &position.board;
        if state.ledger.stage == Stage::Play {
            let entries = self.paid_entries(state);
            let passes = self.may_pass(&state.ledger, state.board.to_move);
            for _ in 0..TRIES {
                if passes && random::below(rng, self.moves.pairs(&state.board) + 1) == 0 {
                    return Action::Pass;
                }
                if let Some(action) = self.moves.draw(&state.board, &entries, rng) {
                    return action;
                }
            }
        }
        random_listed(self, position, seat, rng, scratch)
    }

    #[inline]
    fn chance_at(&self, _position: &Self::Position, word: u64, _scratch: &mut Scratch<Action>) -> Action {
        let throw = random::scale(word, u64::from(FACES) * u64::from(FACES)) as u8;
        Action::Throw([1 + throw / FACES, 1 + throw % FACES])
    }

    fn forget_history(&self, position: &mut Self::Position) {
        let Tracked { board: state, history } = position;
        self.begin(state, history);
    }

    fn count_actions(&self, position: &Self::Position, _seat: Seat, scratch: &mut Scratch<Action>) -> usize {
        let state = &position.board;
        if state.ledger.stage == Stage::Play {
            let moves = self.moves.count(&state.board, &self.paid_entries(state));
            let pass = moves == 0 || self.may_pass(&state.ledger, state.board.to_move);
            return moves + usize::from(pass);
        }
        scratch.actions.clear();
        self.other_actions(state, &mut scratch.actions);
        scratch.actions.len()
    }
}

/// The kinds of Black, then those of Orange: of a match, in which the seats exchange the sides, and of a single game.
static PIECES: LazyLock<[Vec<Kind>; 2]> = LazyLock::new(|| {
    let army = |side: usize, owner: Option<Seat>| {
        (0..KINDS).map(move |kind| {
            let letter = if side == BLACK { LETTERS[kind] } else { LETTERS[kind].to_ascii_lowercase() };
            let name = KIND_NAMES[kind].to_lowercase().into();
            Kind { letter, name, owner, glyph: Glyph::Figure(FIGURES[kind]) }
        })
    };
    [false, true].map(|single| {
        let owner = |side: usize| single.then(|| Seat::new(side));
        [BLACK, ORANGE].into_iter().flat_map(|side| army(side, owner(side))).collect()
    })
});

impl Notation for Jetan {
    fn seat_name(&self, seat: Seat) -> SeatName {
        let names = if self.terms.is_single() { notation::SIDES } else { notation::PLAYERS };
        names[seat.index()].into()
    }

    const ENDS: &'static [End] = &[
        (reason::WON, "more money, or else more game points"),
        (reason::DRAWN, "money and game points are equal"),
        (reason::NO_MOVE, "the side to move has no move"),
        (reason::REPETITION, "the same position came for the third time"),
        (reason::NO_PROGRESS, "100 plies without a capture"),
        (reason::LENGTH_LIMIT, "the limit of 1000 plies is reached"),
        (CHIEF_CAPTURED, "another piece than a Chief captured a Chief"),
        (THREE_PIECES, "both sides have at most three pieces of the same value"),
        (NO_MONEY, "neither player can pay for a move"),
        (FORFEIT, "a player could not field an army, and money decides"),
    ];

    fn cause(&self, position: &Self::Position, _last: Option<&Last<Self>>) -> Words {
        let outcome = self.outcome(position);
        let princess_taken = position.board.board.kinds.iter().any(|side| side[PRINCESS] == 0);
        match outcome.reason {
            reason::WON if self.terms.is_single() && princess_taken => "the Princess is captured".into(),
            reason::WON if self.terms.is_single() => "a Chief captured the other".into(),
            _ => how_it_ended(Self::ENDS, &outcome),
        }
    }

    fn write_action(&self, _position: &Self::Position, action: Action, text: &mut String) {
        notation::write_action(action, text);
    }

    fn parse_action(&self, _position: &Self::Position, text: &str, legal: &[Action]) -> Option<Action> {
        notation::read_action(text).filter(|action| legal.contains(action))
    }

    fn why_illegal(&self, position: &Self::Position, text: &str) -> Option<String> {
        self.refusal(&position.board, notation::read_action(text)?)
    }

    fn position_text(&self, position: &Self::Position) -> String {
        self.write_position(&position.board)
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, PositionError> {
        let mut state = self.read_position(text)?;
        let mut history = History::with_capacity(USUAL_PLIES);
        self.begin(&mut state, &mut history);
        Ok(Tracked { board: state, history })
    }

    fn kinds(&self) -> &[Kind] {
        &PIECES[usize::from(self.terms.is_single())]
    }

    fn pieces(&self, position: &Self::Position, on: &mut [u8]) {
        let kinds = position.board.board.kinds.as_flattened();
        stand_all(on, 1, kinds.iter().map(|pieces| pieces.members()));
    }

    fn fields(&self, position: &Self::Position, fields: &mut Vec<Field>) {
        let State { board, ledger, ended } = &position.board;
        for seat in Seat::all(2) {
            fields.push(Field::flag("princess_may_escape", board.escapes[ledger.side(seat)]).of(seat));
        }
        if !self.terms.is_single() {
            self.list_accounts(board.to_move, ledger, *ended, fields);
        }
    }
}

impl Heuristics for Jetan {
    const KEEPS_EVALUATIONS: bool = true;

    #[inline]
    fn evaluate(&self, position: &Self::Position, seat: Seat) -> Option<i32> {
        Some(value::of(self, &position.board, seat))
    }

    /// A capture, or an attack that begins a duel.
    #[inline]
    fn gain<'a>(&'a self, position: &'a Self::Position) -> impl Fn(Action) -> Option<i32> + 'a {
        move |action| {
            let Action::Move { from, to } = action else { return None };
            let board = &position.board.board;
            Self::is_capture(board, to).then(|| {
                match (board.piece(from as usize), board.piece(to as usize)) {
                    (Some((_, by)), Some((_, kind))) => value::of_capture(self, by, kind),
                    _ => 0,
                }
            })
        }
    }

    fn noisy_actions(&self, position: &Self::Position, _seat: Seat, actions: &mut Vec<Action>) {
        let state = &position.board;
        if state.ledger.stage == Stage::Play {
            let entries = self.paid_entries(state);
            self.moves.list_captures(&state.board, &entries, actions);
        }
    }

    /// Both sides can wait, unless the Princess has to.
    fn null_move(&self, position: &mut Self::Position) -> bool {
        let Tracked { board: state, history } = position;
        if state.ledger.stage != Stage::Play || value::is_exposed(self, &state.board) {
            return false;
        }
        state.board.flip();
        if self.standing_verdict(state).is_some() {
            state.board.flip();
            return false;
        }
        history.clear();
        true
    }

    fn terms(&self) -> Option<torneo_contract::Terms<Self>> {
        Some(torneo_contract::Terms::<Self>::new(
            if self.terms.is_single() { &value::TERMS } else { &[] },
            |game, position, counts| {
                let (value, found) = value::of_first_seat(game, &position.board);
                tell(value, found, true, counts)
            },
        ))
    }
}

impl Solving for Jetan {
    /// Left and right do not matter.
    #[inline]
    fn symmetric_hash(&self, position: &Self::Position) -> u64 {
        let State { board, ledger, .. } = &position.board;
        if self.terms.is_single() {
            return min(board.hash, board.mirrored);
        }
        min(board.hash ^ ledger.key(false), board.mirrored ^ ledger.key(true))
    }

    /// A draw by repetition, as far as it ends more than one game of several.
    fn cycle_value(&self, position: &Self::Position) -> Option<Ending> {
        let last = position.board.ledger.game == self.terms.games;
        (self.terms.is_single() && last).then_some(Ending::draw(reason::REPETITION))
    }
}
