//! Games and engines for a page in a browser: what is on the table, what may be clicked, and what an engine would play.
//!
//! The page's modules call [`Table`] and [`Thinker`]; what they hand over is JSON. Each module that is built has the games of
//! one family, chosen by a feature. Errors are the texts of the command line.
//!
//! ```
//! # #[cfg(feature = "morris")] {
//! let mut table = torneo_web_player::Table::set("three-mens-morris", None, "@b2").unwrap();
//! table.push("@a1").unwrap();
//! assert_eq!(table.record(), "@b2 @a1");
//! # }
//! ```

#[cfg(feature = "dice")]
mod chances;
mod emphasis;
mod games;
mod losses;
mod table;
mod thinker;
mod view;

#[cfg(feature = "dice")]
pub use chances::chances;
pub use table::Table;
pub use thinker::Thinker;

use wasm_bindgen::prelude::*;

/// Sets the module up. The browser's console tells what fails inside it.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The ids of the games of this module.
#[wasm_bindgen]
pub fn games() -> Vec<String> {
    games::registry().games().iter().map(|entry| entry.info().id.to_owned()).collect()
}

/// The canonical form of an engine's specification.
///
/// # Errors
/// A text that is no specification of an engine that plays in a browser.
#[wasm_bindgen]
pub fn engine(spec: &str) -> Result<String, JsError> {
    games::engine(spec).map(|engine| engine.canonical()).map_err(JsError::from)
}
