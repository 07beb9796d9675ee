//! What random games of a game show, so that shapes can be fixed.

use rand_core::{Rng as _, SeedableRng as _};
use torneo_contract::random::Generator;
use torneo_contract::scene::{Area, Glyph, Place, Scene, Site, Surface, Tile};
use torneo_contract::session::Session;
use torneo_contract::{Turn, random};

use crate::Form;
use crate::alphabet::Alphabet;
use crate::cells::Cells;
use crate::codec::Codec;
use crate::frame::Frame;
use crate::layout::{Entered, Layout};
use crate::objects::Objects;
use crate::sight::{Setting, Sight, Track};

/// The seed of the random games.
const SEED: u64 = 1283;
/// Games that are played at most, and the number of positions after which no other begins.
const GAMES: usize = 24;
const POSITIONS: usize = 1500;
/// Plies of one game at most.
const PLIES: usize = 1000;
/// Every position of the beginning of a game is looked at, and later every so many.
const EVERY: usize = 4;
const BEGINNING: usize = 40;

/// What was seen in random games.
pub struct Findings {
    /// How positions become arrays.
    pub layout: Layout,
    /// How actions become integers.
    pub codec: Codec,
    /// The same for each seat to whom the board is turned.
    pub codecs: Vec<Codec>,
    /// How positions become lists of things.
    pub objects: Objects,
    /// What lies beside the board.
    pub areas: Vec<Area>,
    /// The most results of one chance turn.
    pub chance: usize,
    /// Whether seats ever decided.
    pub decides: bool,
}

/// What is collected while games are played.
#[derive(Default)]
struct Collected {
    scenes: Vec<Scene>,
    /// The number of slots of each area that seats click.
    slots: Vec<usize>,
    /// The most places of an action.
    longest: usize,
    chance: usize,
    decides: bool,
    /// Whether several seats chose at the same time.
    together: bool,
}

/// Plays random games and fixes the shapes by what they show.
pub fn survey(start: &dyn Session, form: Form) -> Findings {
    let mut collected = Collected::default();
    let mut rng = Generator::seed_from_u64(SEED);
    for _ in 0..GAMES {
        if collected.scenes.len() >= POSITIONS {
            break;
        }
        collected.play(&mut *start.copy(), &mut rng);
    }
    let board = start.board();
    // What lies on a table for dice is for people: the fields of the position say it all.
    let shown = collected.scenes.iter().filter(|_| board.surface != Surface::Felt);
    let sites = shown.map(|scene: &Scene| -> &[Site] { &scene.sites });
    let frame = match form {
        Form::First => Frame::of_board(&board, false).unwrap_or_else(|| Frame::of_scenes(sites)),
        Form::Second { .. } => Frame::of_board(&board, true).unwrap_or_else(|| Frame::staying(sites)),
    };
    let tracks = if frame.grows() { tracks(&collected.scenes) } else { Vec::new() };
    let widest = collected.scenes.iter().max_by_key(|scene| scene.areas.len());
    let areas = widest.map_or_else(Vec::new, |scene| scene.areas.clone());
    let Collected { scenes, mut slots, longest, chance, decides, together } = collected;
    let may_turn = form.may_turn() && !frame.grows() && frame.cells() > 0;
    let turn = may_turn.then(|| torneo_symmetry::to_next_seat(start, &areas)).flatten();
    if let Some(turn) = &turn {
        // Areas that take each other's place have the same number of slots.
        slots.resize(areas.len().max(slots.len()), 0);
        for _ in 0..start.seats() {
            for (area, &image) in turn.areas.iter().enumerate() {
                slots[image] = slots[image].max(slots[area]);
            }
        }
    }
    let codec = Codec::new(Alphabet::new(frame.cells(), &slots), longest, form);
    let (mut turned, mut codecs) = (Vec::new(), Vec::new());
    if let Some(turn) = &turn {
        for seat in 0..start.seats() {
            let back = turn.map.times(seat).inverse();
            let own = frame.located(&Cells::default()).clone();
            let place = |site: u32| own.of(back.image(site)).map(|cell| (site, cell));
            turned.push(board.sites.iter().filter_map(|site| place(site.id)).collect());
            codecs.push(codec.with(codec.alphabet.exchanged(&turn.areas_back(seat))));
        }
    }
    let steps = if codec.pairs { 2 } else { 1 };
    let entered = match form {
        Form::First => Entered::Numbers,
        Form::Second { .. } if longest <= steps => Entered::Nothing,
        Form::Second { .. } => Entered::Places(codec.alphabet.slots()),
    };
    let setting = Setting { form, tracks, together, turned: turn.is_some() };
    let seen = Sight::seen(start, &frame, setting);
    let layout = Layout::new(form, frame, seen, entered, turned);
    let objects = Objects::new(start, turn.map(|turn| turn.map), tiles(&scenes));
    Findings { layout, codec, codecs, objects, areas, chance, decides }
}

/// The tiles that lay on the table.
fn tiles(scenes: &[Scene]) -> impl Iterator<Item = &Tile> {
    let items = scenes.iter().flat_map(|scene| &scene.items);
    items.filter(|item| item.at.id().is_some()).filter_map(|item| match &item.glyph {
        Glyph::Tile(tile) => Some(tile),
        _ => None,
    })
}

/// The tracks of all tiles that lay on the table, in order.
fn tracks(scenes: &[Scene]) -> Vec<Track> {
    let mut tracks: Vec<Track> = tiles(scenes).flat_map(|tile| tile.tracks.iter().copied()).collect();
    tracks.sort_unstable_by_key(|&(from, to, colour)| (colour as u8, from, to));
    tracks.dedup();
    tracks
}

impl Collected {
    /// Plays one random game.
    fn play(&mut self, session: &mut dyn Session, rng: &mut Generator) {
        for ply in 0..PLIES {
            let turn = session.turn();
            if ply < BEGINNING || ply % EVERY == 0 || turn == Turn::Over {
                self.look(session, turn);
            }
            let counts = match turn {
                Turn::Over => return,
                Turn::Chance => {
                    self.chance = self.chance.max(session.weights().len());
                    session.draw_chance(rng.next_u64());
                    continue;
                }
                Turn::Seat(_) | Turn::Simultaneous(_) => session.choice_counts(),
            };
            self.decides = true;
            self.together |= matches!(turn, Turn::Simultaneous(_));
            let numbers: Vec<usize> = counts.iter().map(|&count| random::below(rng, count)).collect();
            session.play_numbers(&numbers).expect("the numbers are below the counts");
        }
    }

    /// Remembers a position.
    fn look(&mut self, session: &dyn Session, turn: Turn) {
        let scene = session.plain_scene();
        if !matches!(turn, Turn::Chance | Turn::Over) {
            for places in session.clicks().iter().flatten() {
                self.longest = self.longest.max(places.len());
                for &place in places {
                    self.click(&scene, place);
                }
            }
        }
        self.scenes.push(scene);
    }

    /// Remembers that a slot of an area may be clicked.
    fn click(&mut self, scene: &Scene, place: Place) {
        let Place::Area(area, slot) = place else { return };
        let area = usize::from(area);
        if self.slots.len() <= area {
            self.slots.resize(area + 1, 0);
        }
        let slots = scene.areas.get(area).map_or(0, |area| usize::from(area.slots));
        self.slots[area] = self.slots[area].max(slots).max(usize::from(slot) + 1);
    }
}
