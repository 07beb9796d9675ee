//! The drawing for people.

use super::Jetan;

impl Jetan {}
