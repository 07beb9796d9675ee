//! The atlas of first moves: what each seat of every game scores when one engine with one budget plays all seats.
//!
//! A [`design`] names games, levels of engines and the size of each cell. [`tasks`] turns it into runs, [`play`] plays
//! them into results folders, and their [`rows`] stand in [`files`] of a [`folder`]. [`derived`] says what follows from all of them.
//! [`plan`] measures how many games each cell can have, and [`page`] tells the story.

pub mod alike;
pub mod checkpoints;
pub mod coherence;
pub mod derived;
pub mod design;
pub mod exact;
pub mod files;
pub mod first_moves;
pub mod folder;
pub mod page;
pub mod pass;
pub mod plan;
pub mod play;
mod reader;
mod rebuilt;
pub mod rows;
pub mod tasks;
pub mod validation;
pub mod verdicts;
pub mod verify;
