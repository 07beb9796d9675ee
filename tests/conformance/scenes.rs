//! What is on the table, held against the rules of a random game.

use std::collections::{HashMap, HashSet};

use torneo_contract::scene::{Board, Colour, Glyph, Place, Places, Scene, Site};
use torneo_contract::{Playable, Seat, Turn, scenery};

/// What a thing looks like, with how many seeds it is.
type Thing<'a> = (&'a Glyph, Option<Seat>, Option<Colour>, u16);

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
        if game.kinds() > 0 {
            self.check_pieces(game, position, &scene, place);
        }
        match game.turn(position) {
            Turn::Seat(seat) => check_clicks(game, position, Some(seat), &is_there, place),
            Turn::Chance => check_clicks(game, position, None, &is_there, place),
            Turn::Simultaneous(seats) => {
                seats.iter().for_each(|seat| check_clicks(game, position, Some(seat), &is_there, place));
            }
            Turn::Over => {}
        }
    }

    /// What evaluations that are learnt see is what the scene shows: whatever belongs to a seat, things that look alike by the same
    /// kind, and nothing where nothing lies. Markers lie on no piece and are none.
    fn check_pieces<G: Playable>(&self, game: &G, position: &G::Position, scene: &Scene, place: &str) {
        let last = self.sites.keys().max().expect("a board has sites");
        let mut on = vec![0; *last as usize + 1];
        game.pieces(position, &mut on);
        let mut things: HashMap<u32, Vec<Thing<'_>>> = HashMap::new();
        for item in scene.items.iter().filter(|item| item.glyph != Glyph::Marker || item.owner.is_some()) {
            let Place::Site(site) = item.at else { continue };
            let sites = if item.span.is_empty() { vec![site] } else { item.span.clone() };
            for site in sites {
                let seeds = if item.glyph == Glyph::Seeds { item.count } else { 1 };
                things.entry(site).or_default().push((&item.glyph, item.owner, item.colour, seeds));
            }
        }
        let mut kinds: HashMap<String, u8> = HashMap::new();
        for (site, &kind) in (0..).zip(&on) {
            assert!(kind <= game.kinds(), "{place}: site {site} has the kind {kind} of {}", game.kinds());
            let Some(things) = things.get(&site) else {
                assert_eq!(kind, 0, "{place}: nothing is on site {site}");
                continue;
            };
            let owned = things.iter().any(|(_, owner, ..)| owner.is_some());
            assert!(kind > 0 || !owned, "{place}: {things:?} is on site {site}");
            let known = *kinds.entry(format!("{things:?}")).or_insert(kind);
            let balls = scene.items.iter().any(|item| item.glyph == Glyph::Marker);
            assert!(balls || known == kind, "{place}: {things:?} is of the kinds {known} and {kind}");
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
    let mut clicked: Vec<(Places, G::Action)> = clicked.collect();
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
