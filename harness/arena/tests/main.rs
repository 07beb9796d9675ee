//! What the arena writes, keeps and mends, as one program.

mod damage;
mod faults;
mod rows;
mod simulated;
mod small;
mod storage;
