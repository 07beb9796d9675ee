//! What random games of a game show, so that shapes can be fixed.

use rand_core::{Rng as _, SeedableRng as _};
use torneo_contract::random::Generator;
use torneo_contract::scene::{Glyph, Place, Scene, Site};
use torneo_contract::session::Session;
use torneo_contract::{Turn, random};

use crate::alphabet::Alphabet;
use crate::codec::Codec;
use crate::frame::Frame;
use crate::layout::Layout;
use crate::sight::{Sight, Track};

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
}

/// Plays random games and fixes the shapes by what they show.
pub fn survey(start: &dyn Session) -> Findings {
    let mut collected = Collected::default();
    let mut rng = Generator::seed_from_u64(SEED);
    for _ in 0..GAMES {
        if collected.scenes.len() >= POSITIONS {
            break;
        }
        collected.play(&mut *start.copy(), &mut rng);
    }
    let board = start.board();
    let frame = Frame::of_board(&board).unwrap_or_else(|| {
        Frame::of_scenes(collected.scenes.iter().map(|scene: &Scene| -> &[Site] { &scene.sites }))
    });
    let codec = Codec::new(Alphabet::new(frame.cells(), &collected.slots), collected.longest);
    let tracks = if frame.grows() { collected.tracks() } else { Vec::new() };
    let sight = Sight::new(start, &frame, tracks);
    let layout = Layout::new(frame, sight);
    let Collected { chance, decides, .. } = collected;
    Findings { layout, codec, chance, decides }
}

impl Collected {
    /// The tracks of all tiles that lay on the table, in order.
    fn tracks(&self) -> Vec<Track> {
        let items = self.scenes.iter().flat_map(|scene| &scene.items);
        let on_table = items.filter(|item| item.at.id().is_some());
        let tracks = on_table.filter_map(|item| match &item.glyph {
            Glyph::Tile(tile) => Some(tile.tracks.iter().copied()),
            _ => None,
        });
        let mut tracks: Vec<Track> = tracks.flatten().collect();
        tracks.sort_unstable_by_key(|&(from, to, colour)| (colour as u8, from, to));
        tracks.dedup();
        tracks
    }

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
