//! Names that stand for one player.

use std::collections::{BTreeMap, BTreeSet};

use torneo_arena::Error;
use torneo_contract::nearest;

/// Which names are of one player.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// By a name the one that stays in its place.
    stays: BTreeMap<String, String>,
    /// All names that were asked for.
    asked: Vec<String>,
    /// All names that were met.
    met: BTreeSet<String>,
}

impl Names {
    /// Pairs of names of one player; the first of each pair stays.
    pub fn of(same: &[(String, String)]) -> Names {
        let mut names = Names::default();
        for (stays, other) in same {
            names.asked.extend([stays.clone(), other.clone()]);
            let (stays, other) = (names.one(stays).to_owned(), names.one(other).to_owned());
            if stays != other {
                names.stays.insert(other, stays);
            }
        }
        names
    }

    /// The name that stays in the place of a name.
    pub fn one<'a>(&'a self, name: &'a str) -> &'a str {
        let mut name = name;
        while let Some(stays) = self.stays.get(name) {
            name = stays;
        }
        name
    }

    /// Notes a name of the games; the one that stays in its place.
    pub fn meet(&mut self, name: &str) -> String {
        if !self.met.contains(name) {
            self.met.insert(name.to_owned());
        }
        self.one(name).to_owned()
    }

    /// Makes sure that somebody has each of the names that were asked for.
    ///
    /// # Errors
    /// A name that nobody has, with the nearest one.
    pub fn check(&self) -> Result<(), Error> {
        let Some(unknown) = self.asked.iter().find(|name| !self.met.contains(*name)) else { return Ok(()) };
        let message = format!("argument --same: nobody has the name `{unknown}`");
        let near = nearest(unknown, self.met.iter().map(String::as_str));
        let help = near.map_or_else(
            || "give two names of the games, such as --same \"Engine 1.0=Engine\"".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        Err(Error::input_with_help(message, help))
    }
}
