//! Values compared with values known by hand and against each other.

use std::sync::atomic::AtomicBool;

use torneo_contract::scene::{Board, Glyph, Place, Places, Scene};
use torneo_contract::zobrist;
use torneo_contract::{Described, Game, Heuristics, Notation, Scenery, SeatName, SeatSet, Solving};
use torneo_contract::{GameInfo, LengthRule, Options, Outcome, PositionError, SpecError, TurnKinds, reason};
use torneo_games::chess::Jetan;
use torneo_games::simultaneous::{Frames, Nibelungenlied};

use super::*;
use crate::{List, Positions, expander};

fn game<G: Described>(text: &str) -> G {
    G::new(&Options::check(&text.parse().unwrap(), G::INFO.options).unwrap()).unwrap()
}

fn solved_at<G: Described>(game: &G, position: &G::Position, options: ValueOptions) -> Solution {
    let stop = AtomicBool::new(false);
    let control = Control { memory: 1 << 30, threads: 2, stop: &stop, progress: &|_| () };
    let list: &dyn Positions = &List::<G>::of(position);
    solve(&*expander(game.clone(), String::new()), list.at(0), options, &control).unwrap()
}

fn solved<G: Described>(game: &G, options: ValueOptions) -> Solution {
    solved_at(game, &game.start(), options)
}

/// Both seats show heads or tails in each turn. Two heads win for the first seat, tails against heads for the second
/// one; after heads against tails the first seat wins with probability 1/3; two tails begin another turn. So the
/// value is that of [[1, 1/3], [0, v]] where `v` is the value of another turn.
#[derive(Clone, Debug)]
struct Heads {
    limit: u32,
}

#[derive(Clone, PartialEq, Debug)]
struct State {
    turn: u32,
    shown: Option<[bool; 2]>,
    lots: Option<bool>,
}

impl Described for Heads {
    const INFO: GameInfo = GameInfo {
        id: "heads",
        title: "Heads",
        family: "tests",
        seats: (2, 2),
        reconstructed: false,
        turns: TurnKinds { decision: false, chance: true, simultaneous: true },
        options: &[],
    };

    fn new(_options: &Options) -> Result<Self, SpecError> {
        Err(SpecError::new("made by its fields"))
    }
}

impl Game for Heads {
    type Position = State;
    type Action = bool;

    const TURNS: TurnKinds = Self::INFO.turns;

    fn max_plies(&self) -> Option<u64> {
        None
    }

    fn start(&self) -> State {
        State { turn: 0, shown: None, lots: None }
    }

    fn turn(&self, state: &State) -> Turn {
        match (state.shown, state.lots) {
            (None, _) if state.turn < self.limit => Turn::Simultaneous(SeatSet::first(2)),
            (Some([true, false]), None) => Turn::Chance,
            _ => Turn::Over,
        }
    }

    fn actions(&self, _state: &State, _seat: Seat, actions: &mut Vec<bool>) {
        actions.extend([true, false]);
    }

    fn chance(&self, _state: &State, outcomes: &mut Vec<(bool, u64)>) {
        outcomes.extend([(true, 3), (false, 6)]);
    }

    fn apply(&self, state: &mut State, lots: bool) {
        state.lots = Some(lots);
    }

    fn apply_simultaneous(&self, state: &mut State, joint: &[bool]) {
        if joint == [false, false] {
            state.turn += 1;
        } else {
            state.shown = Some([joint[0], joint[1]]);
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let Some([first, _]) = state.shown else { return Outcome::draw(2, reason::LENGTH_LIMIT) };
        let wins = state.lots.unwrap_or(first);
        Outcome::win(if wins { Seat::FIRST } else { Seat::SECOND }, 2, reason::WON)
    }

    fn hash(&self, state: &State) -> u64 {
        let shown = state.shown.map_or(0, |[first, second]| 1 + u64::from(first) + 2 * u64::from(second));
        zobrist::key(
            u64::from(state.turn) << 8 | shown << 2 | state.lots.map_or(0, |lots| 1 + u64::from(lots)),
        )
    }
}

impl Notation for Heads {
    fn seat_name(&self, seat: Seat) -> SeatName {
        ["First", "Second"][seat.index()].into()
    }

    fn write_action(&self, _state: &State, action: bool, text: &mut String) {
        text.push_str(if action { "heads" } else { "tails" });
    }

    fn position_text(&self, state: &State) -> String {
        format!("{state:?}")
    }

    fn parse_position(&self, _text: &str) -> Result<State, PositionError> {
        Err(PositionError::new("not needed"))
    }
}

impl Scenery for Heads {
    fn board(&self) -> Board {
        Board::default()
    }

    fn scene(&self, position: &State) -> Scene {
        let mut scene = Scene { caption: self.position_text(position), ..Scene::default() };
        scene.choices("choose", ["tails", "heads"].map(|side| Glyph::Text(side.to_owned())));
        scene
    }

    fn clicks(&self, _position: &State, _seat: Option<Seat>, action: bool) -> Places {
        Places::from_slice(&[Place::slot(0, usize::from(action))])
    }
}

impl Heuristics for Heads {}

impl Solving for Heads {
    fn length_rule(&self, state: &mut State, rewind: bool) -> Option<LengthRule> {
        let rule = LengthRule { counted: state.turn, limit: self.limit };
        if rewind {
            state.turn = 0;
        }
        Some(rule)
    }
}

fn near(interval: Interval, value: f64, precision: f64) -> bool {
    let [low, high] = interval;
    low <= value + 1e-12 && value - 1e-12 <= high && high - low <= precision
}

/// The value of [[1, 1/3], [0, v]]; up to 1/3 the first row and the second column hold each other.
fn heads_before(v: f64) -> f64 {
    if v <= 1.0 / 3.0 { 1.0 / 3.0 } else { v / (2.0 / 3.0 + v) }
}

#[test]
fn enclosures_close_on_the_value_of_endless_play() {
    let found = solved(&Heads { limit: 500 }, ValueOptions { precision: 1e-9, ..ValueOptions::default() });
    let (mut above, mut drawn) = (1.0, 0.5);
    for (turn, by_turn) in found.enclosures.iter().zip(&found.by_turns) {
        (above, drawn) = (heads_before(above), heads_before(drawn));
        assert!(near(*turn, 1.0 / 3.0, 1.0) && (turn[1] - above).abs() < 1e-12);
        assert!(near(*by_turn, drawn, 1e-12));
    }
    assert!(near(found.value, 1.0 / 3.0, 1e-9) && found.enclosures.len() < 100);
}

#[test]
fn turns_left_agree_with_backward_induction_over_the_count() {
    for limit in 1..=3 {
        let counted = solved(&Heads { limit }, ValueOptions::default());
        let by_turns = solved(&Heads { limit: 10 }, ValueOptions::default()).by_turns;
        assert!(near(counted.value, by_turns[limit as usize - 1][0], 1e-12));
    }
}

#[test]
fn one_turn_of_nibelungenlied() {
    let game: Nibelungenlied = game("nibelungenlied(max_turns=1)");
    let found = solved(&game, ValueOptions::default());
    assert!(near(found.value, found.value[0], 1e-12));
    assert_eq!(found.after.len(), 10);
}

#[test]
fn frames_of_size_3_is_a_draw_even_with_open_cards() {
    for points in [1, 2] {
        let game: Frames = game(&format!("frames(size=3, points={points})"));
        let value = |payoff, cards| {
            let found = solved(&game, ValueOptions { payoff, cards, ..ValueOptions::default() });
            assert_eq!(found.value[0], found.value[1]);
            found.value[0]
        };
        assert_eq!(value(Payoff::Score, Cards::Hidden), 0.5);
        assert_eq!(value(Payoff::Score, Cards::FirstShows), 0.5);
        assert_eq!(value(Payoff::Score, Cards::SecondShows), 0.5);
        assert_eq!((value(Payoff::Win, Cards::Hidden), value(Payoff::NoLoss, Cards::Hidden)), (0.0, 1.0));
    }
}

#[test]
fn seats_of_a_symmetric_game_have_opposite_values() {
    // Three points are vacant.
    let game: Frames = game("frames(size=4, points=1)");
    let position = game.parse_position("WBN1/1NWB/B1NN/NWBW 0-0").unwrap();
    let mirrored = game.parse_position("BWN1/1NBW/W1NN/NBWB 0-0").unwrap();
    let value = |position, payoff, cards| {
        solved_at(&game, position, ValueOptions { payoff, cards, ..ValueOptions::default() }).value
    };
    let opposite = [
        (Payoff::Score, Cards::Hidden, Payoff::Score, Cards::Hidden),
        (Payoff::Win, Cards::Hidden, Payoff::NoLoss, Cards::Hidden),
        (Payoff::Score, Cards::FirstShows, Payoff::Score, Cards::SecondShows),
    ];
    for (payoff, cards, other_payoff, other_cards) in opposite {
        let [low, high] = value(&position, payoff, cards);
        let [other_low, other_high] = value(&mirrored, other_payoff, other_cards);
        assert!((low + other_high - 1.0).abs() < 1e-12 && (high + other_low - 1.0).abs() < 1e-12);
    }
}

/// A duel that decides a match of one game: nobody can move after it, and the money of both has been the same. A tie
/// is thrown again, which brings the same position back, or leaves the money as it is.
#[test]
fn duels_have_the_value_that_their_throws_say() {
    for (attack, expected) in
        [("W6C2 a3", [21.0, 5.0, 10.0]), ("1T5C2 b3", [26.0, 4.0, 6.0]), ("7C2 a4", [30.0, 3.0, 3.0])]
    {
        let (row, from) = attack.split_once(' ').unwrap();
        let dwar = if from == "a4" { "D9" } else { "10" };
        let position =
            format!("Q9/10/10/10/10/10/{dwar}/{row}/1P5PPP/pwA4Acq b - game=1 money=4,4 duel={from}a1");
        let [wins, ties, losses] = expected;
        for (tie, value) in
            [("continue", wins / (wins + losses)), ("retreat", (wins + ties / 2.0) / (wins + ties + losses))]
        {
            let jetan: Jetan = game(&format!("jetan(wager=duel, games=1, funds=4, duel_tie={tie})"));
            let stop = AtomicBool::new(false);
            let control = Control { memory: 1 << 20, threads: 1, stop: &stop, progress: &|_| () };
            let jetan = expander(jetan, "jetan".to_owned());
            let root = jetan.parse(&position).unwrap();
            let found = solve(&*jetan, root.at(0), ValueOptions::default(), &control).unwrap();
            assert!(
                found.value.iter().all(|bound| (bound - value).abs() < 1e-12),
                "{attack}, {tie}: {found:?}"
            );
        }
    }
}
