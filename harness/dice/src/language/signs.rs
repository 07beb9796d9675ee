//! The signs of the language.

use super::tree::{Binary, Unary};
use crate::expression::syntax::Comparison;

/// The signs between values from those that bind least to those that bind most.
pub const LEVELS: [&[(&str, Binary)]; 7] = [
    &[("&", Binary::And), ("|", Binary::Or)],
    &[
        ("=", Binary::Compare(Comparison::Equal)),
        ("!=", Binary::Compare(Comparison::NotEqual)),
        ("<=", Binary::Compare(Comparison::AtMost)),
        (">=", Binary::Compare(Comparison::AtLeast)),
        ("<", Binary::Compare(Comparison::Less)),
        (">", Binary::Compare(Comparison::Greater)),
    ],
    &[("+", Binary::Plus), ("-", Binary::Minus)],
    &[("*", Binary::Times), ("/", Binary::Divide)],
    &[("^", Binary::Power)],
    &[("@", Binary::At)],
    &[("d", Binary::Dice)],
];

/// The signs before a value.
pub const PREFIXES: [(&str, Unary); 5] =
    [("d", Unary::Die), ("-", Unary::Minus), ("+", Unary::Plus), ("!", Unary::Not), ("#", Unary::Length)];
