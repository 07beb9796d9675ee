//! The searches, on games that are made for them and on problems with known solutions: optimised, as the crate that they belong to.

mod support {
    pub mod pennies;
    pub mod small;
    pub mod tree_game;
}

mod problems;
mod search_values;
