//! The players.
