//! Expressions, programs and questions about dice, as one program.

mod expressions;
mod language;
mod notations;
mod questions;
