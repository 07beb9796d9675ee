//! What changed on the board since a seat chose last.

/// The sites on which things arrived since a seat chose last: its own, and those of others.
#[derive(Clone, Default, Debug)]
pub struct Since {
    /// Its own.
    pub own: Vec<u16>,
    /// Those of others.
    pub others: Vec<u16>,
}

/// What stood where when a seat chose last.
#[derive(Clone, Default, Debug)]
pub struct Trail {
    on: Vec<u8>,
}

impl Trail {
    /// Forgets it: a game begins.
    pub fn clear(&mut self) {
        self.on.clear();
    }

    /// What stood where; none if the seat has not chosen yet.
    pub fn before(&self) -> Option<&[u8]> {
        Some(&self.on[..]).filter(|on| !on.is_empty())
    }

    /// The seat chooses where this stands on the board.
    pub fn set(&mut self, on: &[u8]) {
        self.on.clear();
        self.on.extend_from_slice(on);
    }
}
