//! Games as numbers: encodings of all games, the places of which they are made, and the second version.

mod games;
mod places;
mod second;
