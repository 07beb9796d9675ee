//! The site on which the games of a registry are played in a browser, and a small server for it.
//!
//! [`Site`] is what the site consists of: pages, the list of games, their rules and pictures, and the modules for
//! browsers that `web/build.sh` makes. It is written to a folder for any host ([`Site::write`]) or served ([`Server`]), with the
//! results of a run and how they grow ([`Results`]).
//!
//! ```
//! use torneo_registry::Registry;
//! use torneo_web::{Modules, Site};
//!
//! let site = Site::of(&Registry::new(), serde_json::json!([]), &Modules::none(), None);
//! assert!(site.page("index.html").is_some() && site.page("../secret").is_none());
//! ```

mod bytes;
mod documentation;
mod games;
mod http;
mod live;
mod markdown;
mod modules;
mod packed;
mod results;
mod server;
mod site;
mod terms;

pub use bytes::Bytes;
pub use modules::Modules;
pub use results::Results;
pub use server::{Server, ServerError};
pub use site::{Page, Site, SiteError};
