//! The engines in tournaments, and what becomes of one that does everything wrong.

mod support;
mod tournament;
mod unruly;
