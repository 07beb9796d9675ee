//! What is on the table, held against the rules of a random game.

use std::collections::{HashMap, HashSet};

use torneo_contract::scene::{Board, Glyph, Mark, Place, Scene, Site};
use torneo_contract::scenery::Clicks;
use torneo_contract::{Playable, Seat, Turn, scenery};
use torneo_games::session::{self, Due};

/// What the scenes of one game have shown so far.
pub struct SceneCheck {
    board: Board,
    /// Every site that was there in any scene.
    sites: HashMap<u32, Site>,
    /// The text of the position of each scene, written as JSON.
    positions: HashMap<String, String>,
}

impl SceneCheck {
    pub fn new<G: Playable>(game: &G, spec: &str) -> SceneCheck {
        let board = scenery::table(game);
        assert!(board == scenery::table(game), "{spec}: the board is always the same");
        assert_eq!(board.players.len(), game.seats(), "{spec}: every seat is shown");
        let written = serde_json::to_string(&board).expect("a board is plain data");
        assert!(
            serde_json::from_str::<Board>(&written).expect("it reads back") == board,
            "{spec}: a board as JSON"
        );
        let mut check =
            SceneCheck { board: Board::default(), sites: HashMap::new(), positions: HashMap::new() };
        check.add_sites(&board.sites, spec);
        assert_eq!(check.sites.len(), board.sites.len(), "{spec}: sites have numbers of their own");
        SceneCheck { board, ..check }
    }

    /// Remembers sites; a number stands for the same place for ever.
    fn add_sites(&mut self, sites: &[Site], place: &str) {
        for site in sites {
            let known = self.sites.entry(site.id).or_insert_with(|| site.clone());
            assert!(known == site, "{place}: site {} was {known:?}, now {site:?}", site.id);
        }
    }

    /// Checks the scene of a position and the clicks of what is legal there.
    pub fn check<G: Playable>(&mut self, game: &G, position: &G::Position, place: &str) {
        let scene = scenery::shown(game, position, None);
        self.add_sites(&scene.sites, place);
        let here: HashSet<u32> = self.board.sites.iter().chain(&scene.sites).map(|site| site.id).collect();
        let is_there = |at: Place| match at {
            Place::Site(id) => here.contains(&id),
            Place::Area(area, slot) => {
                scene.areas.get(usize::from(area)).is_some_and(|area| slot < area.slots)
            }
        };
        for item in &scene.items {
            assert!(is_there(item.at), "{place}: {item:?} stands nowhere");
            assert!(item.span.iter().all(|&site| here.contains(&site)), "{place}: {item:?}");
            assert!(item.owner.is_none_or(|seat| seat.index() < game.seats()), "{place}: {item:?}");
        }
        self.check_difference(game, position, &scene, place);
        match game.turn(position) {
            Turn::Seat(seat) => check_clicks(game, position, Some(seat), &is_there, place),
            Turn::Chance => check_clicks(game, position, None, &is_there, place),
            Turn::Simultaneous(seats) => {
                seats.iter().for_each(|seat| check_clicks(game, position, Some(seat), &is_there, place));
            }
            Turn::Over => {}
        }
    }

    /// Positions that are written differently look different.
    fn check_difference<G: Playable>(
        &mut self,
        game: &G,
        position: &G::Position,
        scene: &Scene,
        place: &str,
    ) {
        let written = serde_json::to_string(scene).expect("a scene is plain data");
        let read: Scene = serde_json::from_str(&written).expect("it reads back");
        assert!(read == *scene, "{place}: a scene as JSON");
        let text = game.position_text(position);
        let first = self.positions.entry(written).or_insert_with(|| text.clone());
        assert_eq!(*first, text, "{place}: two positions look alike");
    }
}

/// Every legal action of a seat or of chance is entered by places that are there, and no other begins with them.
fn check_clicks<G: Playable>(
    game: &G,
    position: &G::Position,
    seat: Option<Seat>,
    is_there: &impl Fn(Place) -> bool,
    place: &str,
) {
    let actions: Vec<G::Action> = match seat {
        Some(seat) => {
            let mut actions = Vec::new();
            game.actions(position, seat, &mut actions);
            actions
        }
        None => {
            let mut outcomes = Vec::new();
            game.chance(position, &mut outcomes);
            outcomes.into_iter().map(|(result, _)| result).collect()
        }
    };
    let clicked = actions.into_iter().map(|action| (game.clicks(position, seat, action), action));
    let mut clicked: Vec<(Vec<Place>, G::Action)> = clicked.collect();
    for (places, action) in &clicked {
        assert!(!places.is_empty(), "{place}: nothing is clicked for {action:?}");
        let missing = places.iter().find(|&&at| !is_there(at));
        assert!(missing.is_none(), "{place}: {action:?} is entered at {missing:?}, which is not there");
    }
    // In this order an action whose places begin those of another stands right before such a one.
    clicked.sort_unstable();
    for two in clicked.windows(2) {
        let [(first, action), (second, other)] = two else { unreachable!("windows of two") };
        assert!(!second.starts_with(first), "{place}: {action:?} and {other:?} are entered alike: {first:?}");
    }
}

/// The marks of the last of some tokens, and what it showed beside the board.
fn after(spec: &str, tokens: &str) -> (Vec<Mark>, Vec<Glyph>) {
    let mut game = session::open(spec).expect("a specification");
    game.play_all(tokens).unwrap_or_else(|(number, error)| panic!("{spec}, token {number}: {error}"));
    let scene = game.scene();
    (scene.marks, scene.shown.into_iter().map(|item| item.glyph).collect())
}

#[test]
fn marks_tell_what_a_ply_did() {
    let morris = "three-mens-morris";
    assert_eq!(after(morris, "@b2").0, [Mark::Enter(4)]);
    assert_eq!(after(morris, "@b2 @a1 @b1 @b3 @a3 @c1 b2-c2").0, [Mark::Move(vec![4, 5])]);
    let (sown, _) = after("ot-tjin", "1");
    assert_eq!(sown[0], Mark::Enter(0));
    assert!(sown[1..].iter().all(|mark| matches!(mark, Mark::Change(_, by) if *by != 0)), "{sown:?}");
    assert!(sown.len() > 3, "{sown:?}");
    let (marks, dice) = after("hazard", "0:433");
    assert_eq!(marks, []);
    assert_eq!(dice, [4, 3, 3].map(|up| Glyph::Die { sides: 6, up }));
    let (frame, _) = after("frames(size=5)", "a1,c3");
    assert_eq!(frame, [Mark::Enter(0), Mark::Enter(12), Mark::Frame(vec![0, 10, 12, 2])]);
}

#[test]
fn a_position_that_was_set_has_no_marks() {
    let mut game = session::open("hnefatafl").expect("a specification");
    let legal = |game: &dyn session::Session| match game.due() {
        Due::Seat(_, legal) => legal,
        due => panic!("{due:?}"),
    };
    let first = legal(&*game)[0].clone();
    game.play(&first).expect("a legal token");
    assert!(!game.scene().marks.is_empty());
    let text = game.position();
    game.set_position(&text).expect("a position");
    assert!(game.scene().marks.is_empty());
    assert_eq!(game.clicks().len(), 1);
    assert_eq!(game.clicks()[0].len(), legal(&*game).len());
}

/// The clicks that are listed of each seat that is to choose.
fn listed(game: &mut dyn session::Session) -> Vec<Vec<Vec<Place>>> {
    let mut clicks = Clicks::default();
    let seats = game.seats();
    let list = |seat| -> Vec<Vec<Place>> {
        game.list_clicks(seat, &mut clicks);
        clicks.iter().map(<[Place]>::to_vec).collect()
    };
    Seat::all(seats).map(list).filter(|clicks| !clicks.is_empty()).collect()
}

/// The token of the actions with these numbers.
fn token_of(game: &dyn session::Session, numbers: &[usize]) -> String {
    match game.due() {
        Due::Seat(_, legal) => legal[numbers[0]].clone(),
        Due::Simultaneous(lists) => {
            let choices: Vec<String> =
                lists.iter().zip(numbers).map(|((_, legal), &number)| legal[number].clone()).collect();
            game.join(&choices)
        }
        due => panic!("{due:?}"),
    }
}

/// Two sessions of a game go the same way, one of which lists its actions before every change: what it remembers of them
/// may not outlast the position.
#[test]
fn listed_actions_are_those_of_the_position() {
    for spec in ["hnefatafl", "frames(size=5)", "half-hazard", "lanza"] {
        let open = || session::open(spec).expect("a specification");
        let mut games = [open(), open()];
        let start = games[0].position();
        for ply in 0..60 {
            let chosen = matches!(games[0].turn(), Turn::Seat(_) | Turn::Simultaneous(_));
            let clicks = if chosen { games[1].clicks() } else { Vec::new() };
            assert_eq!(listed(&mut *games[0]), clicks, "{spec} at ply {ply}");
            let numbers = |game: &dyn session::Session| -> Vec<usize> {
                game.choice_counts().iter().map(|count| ply * 7 % count).collect()
            };
            for game in &mut games {
                match game.turn() {
                    Turn::Over => game.set_position(&start).expect("the start"),
                    Turn::Chance => game.draw_chance((ply as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
                    _ if ply % 8 == 7 => game.set_position(&start).expect("the start"),
                    _ if ply % 3 == 0 => {
                        let token = token_of(&**game, &numbers(&**game));
                        game.play(&token).expect("a legal token");
                    }
                    _ => game.play_numbers(&numbers(&**game)).expect("numbers of legal actions"),
                }
                let numbers = numbers(&**game);
                if !numbers.is_empty() {
                    game.play_numbers(&numbers).expect("numbers of legal actions");
                }
            }
            assert_eq!(games[0].position(), games[1].position(), "{spec} after ply {ply}");
        }
    }
}
