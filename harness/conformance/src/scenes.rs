//! Whether what is on the table agrees with the positions of a random game.

use std::collections::{HashMap, HashSet};

use torneo_contract::Seat;
use torneo_contract::scene::{Board, Colour, Glyph, Place, Scene, Site};
use torneo_contract::session::Session;

use crate::property::{Broken, Property, Tally};

/// What a thing looks like, with how far it is turned and how many seeds it is.
type Thing<'a> = (&'a Glyph, Option<Seat>, Option<Colour>, u16, u16);

/// What the scenes of one game have shown so far.
pub struct Scenes {
    board: Board,
    /// Every site that was there in any scene.
    sites: HashMap<u32, Site>,
    /// The text of the position of each scene, by the scene.
    positions: HashMap<String, String>,
}

impl Scenes {
    /// The scenes of a game.
    pub fn new(session: &dyn Session, tally: &mut Tally) -> Result<Scenes, Broken> {
        let board = session.board();
        let same = board == session.board() && board.players.len() == session.seats();
        tally
            .holds(Property::Board, same, || "two boards of a game differ, or a seat is not shown".into())?;
        let mut scenes = Scenes { board, sites: HashMap::new(), positions: HashMap::new() };
        let sites = scenes.board.sites.clone();
        scenes.add_sites(&sites, tally)?;
        tally
            .holds(Property::Board, scenes.sites.len() == sites.len(), || "two sites have a number".into())?;
        Ok(scenes)
    }

    /// Remembers sites; a number stands for the same place for ever.
    fn add_sites(&mut self, sites: &[Site], tally: &mut Tally) -> Result<(), Broken> {
        for site in sites {
            let known = self.sites.entry(site.id).or_insert_with(|| site.clone());
            tally.holds(Property::Board, known == site, || {
                format!("site {} was {known:?}, now {site:?}", site.id)
            })?;
        }
        Ok(())
    }

    /// Checks the scene of a position and the clicks of what is legal there.
    pub fn check(&mut self, session: &dyn Session, tally: &mut Tally) -> Result<(), Broken> {
        let scene = session.plain_scene();
        self.add_sites(&scene.sites, tally)?;
        let here: HashSet<u32> = self.board.sites.iter().chain(&scene.sites).map(|site| site.id).collect();
        let is_there = |at: Place| match at {
            Place::Site(id) => here.contains(&id),
            Place::Area(area, slot) => {
                scene.areas.get(usize::from(area)).is_some_and(|area| slot < area.slots)
            }
        };
        for item in &scene.items {
            let stands = is_there(item.at)
                && item.span.iter().all(|&site| here.contains(&site))
                && item.owner.is_none_or(|seat| seat.index() < session.seats());
            tally.holds(Property::Scene, stands, || format!("{item:?} stands nowhere, or is of no seat"))?;
        }
        self.check_difference(session, &scene, tally)?;
        if !session.kinds().is_empty() {
            self.check_pieces(session, &scene, tally)?;
        }
        for chooser in session.choosers() {
            check_clicks(session, chooser, &is_there, tally)?;
        }
        Ok(())
    }

    /// What evaluations that are learnt see is what the scene shows: whatever belongs to a seat, things that look alike by the same
    /// kind, and nothing where nothing lies. Markers lie on no piece and are none.
    fn check_pieces(&self, session: &dyn Session, scene: &Scene, tally: &mut Tally) -> Result<(), Broken> {
        let last = self.sites.keys().max().copied().unwrap_or(0);
        let mut on = vec![0; last as usize + 1];
        session.pieces(&mut on);
        let mut things: HashMap<u32, Vec<Thing<'_>>> = HashMap::new();
        for item in scene.items.iter().filter(|item| item.glyph != Glyph::Marker || item.owner.is_some()) {
            let Place::Site(site) = item.at else { continue };
            let sites = if item.span.is_empty() { vec![site] } else { item.span.clone() };
            for site in sites {
                let seeds = if item.glyph == Glyph::Seeds { item.count } else { 1 };
                things.entry(site).or_default().push((
                    &item.glyph,
                    item.owner,
                    item.colour,
                    item.turn,
                    seeds,
                ));
            }
        }
        let all = session.kinds().len();
        let marked = scene.items.iter().any(|item| item.glyph == Glyph::Marker);
        let mut kinds: HashMap<String, u8> = HashMap::new();
        for (site, &kind) in (0..).zip(&on) {
            let Some(things) = things.get(&site) else {
                tally.holds(Property::Pieces, kind == 0, || {
                    format!("the kind {kind} is on site {site}, where the scene shows nothing")
                })?;
                continue;
            };
            let owned = things.iter().any(|(_, owner, ..)| owner.is_some());
            tally.holds(Property::Pieces, usize::from(kind) <= all && (kind > 0 || !owned), || {
                format!("the kind {kind} of {all} is on site {site} with {things:?}")
            })?;
            let owner = session.kinds().get(usize::from(kind).wrapping_sub(1)).and_then(|kind| kind.owner);
            let alike = owner.is_none() || things.iter().any(|thing| thing.1 == owner);
            tally.holds(Property::Pieces, alike, || {
                format!("the kind {kind} belongs to {owner:?}, and on site {site} are {things:?}")
            })?;
            let known = *kinds.entry(format!("{things:?}")).or_insert(kind);
            tally.holds(Property::Pieces, marked || known == kind, || {
                format!("{things:?} is of the kinds {known} and {kind}")
            })?;
        }
        Ok(())
    }

    /// Positions that are written differently look different, in games that do not tell them as data.
    fn check_difference(
        &mut self,
        session: &dyn Session,
        scene: &Scene,
        tally: &mut Tally,
    ) -> Result<(), Broken> {
        // Pictures leave out what data tell.
        let mut fields = Vec::new();
        session.fields(&mut fields);
        if !session.kinds().is_empty() || !fields.is_empty() {
            return Ok(());
        }
        let text = session.position();
        let first = self.positions.entry(format!("{scene:?}")).or_insert_with(|| text.clone());
        tally.holds(Property::Scene, *first == text, || format!("it looks like `{first}`"))
    }
}

/// Every legal action of a chooser is entered by places that are there, and no other begins with them.
fn check_clicks(
    session: &dyn Session,
    chooser: Option<Seat>,
    is_there: &impl Fn(Place) -> bool,
    tally: &mut Tally,
) -> Result<(), Broken> {
    let tokens = session.tokens(chooser);
    let mut clicked: Vec<(Vec<Place>, String)> = session.places(chooser).into_iter().zip(tokens).collect();
    for (places, token) in &clicked {
        let there = !places.is_empty() && places.iter().all(|&at| is_there(at));
        tally.holds(Property::Clicks, there, || match places[..] {
            [] => {
                format!("`{token}` is entered by no place: what is only said stands in an area of `choices`")
            }
            _ => format!("`{token}` is entered by {places:?}, and some of these are not there"),
        })?;
    }
    // In this order an action whose places begin those of another stands right before such a one.
    clicked.sort_unstable();
    for two in clicked.windows(2) {
        let [(first, token), (second, other)] = two else { unreachable!("windows of two") };
        tally.holds(Property::Clicks, !second.starts_with(first), || {
            format!("`{token}` and `{other}` are entered alike: {first:?}")
        })?;
    }
    Ok(())
}
