//! Whether positions as data tell what their texts tell.

use std::collections::HashMap;

use torneo_contract::mixer::{HashedMap, hash_of};
use torneo_contract::session::Session;
use torneo_contract::{Field, Seat, Show, Turn};
use torneo_present::english::Joined as _;

use crate::property::{Broken, Property, Tally};

/// The positions of a game as texts and as data, as far as they were seen.
#[derive(Default)]
pub struct States {
    /// Numbers of sites, and whether the board lists any.
    sites: usize,
    grows: bool,
    /// The fields of the first position, their values left out.
    first: Option<Vec<Field>>,
    /// The text of each state, and the state of each text, both hashed.
    texts: HashedMap<String>,
    states: HashMap<String, u64>,
    /// By the hash that the game gives a position what it must tell apart, hashed: the turn and the pieces.
    hashes: HashedMap<u64>,
    on: Vec<u8>,
    fields: Vec<Field>,
}

/// Whether a name is lower case, with `_` for blanks; cells may have negative numbers.
fn is_name(name: &str) -> bool {
    let fits = |c: char| matches!(c, '_' | '-') || c.is_alphanumeric() && !c.is_uppercase();
    !name.is_empty() && name.chars().all(fits)
}

impl States {
    /// Before the first position of a game.
    pub fn new(session: &dyn Session) -> States {
        let board = session.board();
        let sites = board.site_numbers();
        States { sites, grows: sites == 0, ..States::default() }
    }

    /// Checks a position whose history is forgotten.
    pub fn check(&mut self, session: &dyn Session, tally: &mut Tally) -> Result<(), Broken> {
        self.on.clear();
        self.on.resize(self.sites, 0);
        self.fields.clear();
        session.pieces(&mut self.on);
        session.fields(&mut self.fields);
        let turn = format!("{:?}", session.turn());
        let is_kept = session.keeps_evaluations() && session.turn() != Turn::Over;
        let evaluation = if is_kept { session.evaluation(Seat::FIRST) } else { None };
        let told = hash_of(&(&self.on, &turn, evaluation));
        let known = *self.hashes.entry(session.hash()).or_insert(told);
        tally.holds(Property::Collision, known == told, || {
            "an earlier position of the game, with another turn, pieces or evaluation, has the same hash"
                .into()
        })?;
        if session.kinds().is_empty() && self.fields.is_empty() {
            return Ok(());
        }
        self.check_fields(session, tally)?;
        let values: Vec<i64> = self.fields.iter().map(|field| field.value).collect();
        // A table that grows has fields with other names.
        let names =
            self.grows.then(|| self.fields.iter().map(|field| field.name.as_ref()).collect::<Vec<_>>());
        let placed = hash_of(&(&self.on, values, names));
        let (state, text) = (hash_of(&(placed, turn)), session.position());
        let known = self.texts.entry(state).or_insert_with(|| text.clone());
        tally.holds(Property::State, *known == text, || {
            format!("turn, pieces and fields are those of `{known}`: {}", described(&self.fields))
        })?;
        let known = *self.states.entry(text).or_insert(placed);
        tally.holds(Property::State, known == placed, || {
            format!("pieces or fields differed when the text was the same: {}", described(&self.fields))
        })
    }

    /// Fields have names, values within their bounds, and are the same ones in every position.
    fn check_fields(&mut self, session: &dyn Session, tally: &mut Tally) -> Result<(), Broken> {
        let (seats, kinds) = (session.seats(), session.kinds().len());
        for field in &self.fields {
            let kind = match field.show {
                Show::Hand(kind) | Show::Captured(kind) => (1..=kinds).contains(&usize::from(kind)),
                _ => true,
            };
            let fits = (field.least..=field.most).contains(&field.value)
                && field.owner.is_none_or(|seat| seat.index() < seats);
            tally.holds(Property::State, kind && fits && is_name(&field.name), || {
                format!("a name, an owner, a kind or a bound is wrong: {field:?}")
            })?;
        }
        if self.grows {
            return Ok(());
        }
        let bare = |field: &Field| Field { value: 0, show: Show::Hidden, ..field.clone() };
        let bare: Vec<Field> = self.fields.iter().map(bare).collect();
        let first = self.first.get_or_insert_with(|| bare.clone());
        tally.holds(Property::State, *first == bare, || {
            format!("the fields were {}, now they are {}", described(first), described(&bare))
        })
    }
}

/// Fields with their values, for people.
fn described(fields: &[Field]) -> String {
    let one = |field: &Field| match field.owner {
        Some(seat) => format!("{} of {seat}: {}", field.name, field.value),
        None => format!("{}: {}", field.name, field.value),
    };
    fields.iter().map(one).joined(", ")
}
