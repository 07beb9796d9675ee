//! What boards are made of, shared by several games: bit sets and grids, hexagons, point graphs, rays and leaps, armies
//! with checks and pins, sowing, histories, and the texts of all these.
//!
//! This crate knows no game; it knows of the contract only the errors and options that its texts need.
//!
//! ```
//! use torneo_board::grid::Grid;
//!
//! type Chess = Grid<8, 8>;
//! let square = Chess::parse("e4").expect("a square");
//! assert_eq!((Chess::file(square), Chess::rank(square)), (4, 3));
//! ```

pub mod army;
pub mod attacks;
pub mod combinations;
pub mod fen;
pub mod grid;
pub mod hex;
pub mod history;
pub mod point_graph;
pub mod ranked;
pub mod ranks;
pub mod scene;
pub mod sowing;
pub mod swap;
pub mod terms;
pub mod text;
