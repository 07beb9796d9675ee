//! What the atlas keeps and mends, as one program.

mod damage;
mod faults;
#[path = "../../arena/tests/simulated/mod.rs"]
mod simulated;
mod small;
