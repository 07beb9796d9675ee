//! The harness of torneo: from a configuration to results and statistics.
//!
//! Data flows one way: [`plan`] turns a configuration file into a plan, [`run`] plays it in parallel with the
//! [`table`] of each game and writes [`results`], and [`analysis`] reads those for
//! a [`report`]. A [`trial`] plays only until a question is
//! answered, and writes nothing. Apart from all that, [`solve`](mod@solve) finds exact values.

pub mod analysis;
pub mod bench;
pub mod error;
pub mod plan;
pub mod report;
pub mod results;
pub mod run;
pub mod solve;
pub mod streams;
pub mod table;
pub mod trial;

pub use error::Failure;
