//! What the rules of several dice games call a throw.

use torneo_contract::{Seat, Words};

/// `9: your number`, as the sum becomes the number of a seat.
pub fn becomes_number(sum: u8, seat: Seat) -> Words {
    Words::from(format!("{sum}: ")).whose(seat).text(" number")
}

/// `9 is your number`, as the sum is that of a seat.
pub fn is_number(sum: u8, seat: Seat) -> Words {
    Words::from(format!("{sum} is ")).whose(seat).text(" number")
}

/// `9 is nobody's number`.
pub fn is_no_number(sum: u8) -> Words {
    format!("{sum} is nobody's number").into()
}

/// `6 is a hazard`.
pub fn is_hazard(sum: u8) -> Words {
    format!("{sum} is a hazard").into()
}

/// A throw for a number that fixed none: a hazard, or the number of a seat that is fixed already.
pub fn fixes_nothing(sum: u8, fixed_of: Option<Seat>) -> Words {
    let words = fixed_of.map_or(is_hazard(sum), |seat| is_number(sum, seat).text(" already"));
    words.text(", thrown again")
}
