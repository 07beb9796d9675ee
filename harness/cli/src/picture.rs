//! Pictures of positions in files.

use std::path::{Path, PathBuf};

use clap::Args;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use torneo_contract::session::Session;
use torneo_picture::{SIZE, Style, Theme, svg};

use crate::Failure;

/// What pictures are made, and how.
#[derive(Args)]
pub struct Pictures {
    /// Draw the position to FILE as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the position to FILE as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width of the pictures in pixels
    #[arg(long, value_name = "PX", default_value_t = SIZE, value_parser = clap::value_parser!(u32).range(16..=8192))]
    size: u32,
    /// Colours: as the reader's screen is (PNG: light), for paper, or for dark screens
    #[arg(long, value_name = "THEME", default_value = "auto", value_parser = ["auto", "light", "dark"])]
    theme: String,
}

impl Pictures {
    /// Writes the pictures that were asked for.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, session: &dyn Session) -> Result<(), Failure> {
        if self.svg.is_none() && self.png.is_none() {
            return Ok(());
        }
        let (board, scene) = (session.board(), session.scene());
        let theme = match self.theme.as_str() {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => Theme::Auto,
        };
        let style = Style { size: self.size, theme, outlines: false };
        if let Some(file) = &self.svg {
            let picture = svg(&board, &scene, style);
            std::fs::write(file, picture).map_err(|error| Failure::io("write", file, &error))?;
        }
        if let Some(file) = &self.png {
            let theme = if theme == Theme::Auto { Theme::Light } else { theme };
            write_png(file, &svg(&board, &scene, Style { theme, outlines: true, ..style }))?;
        }
        Ok(())
    }
}

/// Draws an SVG without text and variables point by point.
fn write_png(file: &Path, picture: &str) -> Result<(), Failure> {
    let tree = Tree::from_str(picture, &Options::default()).map_err(Failure::run)?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| Failure::run(format!("{} by {} pixels are too many", size.width(), size.height())))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    let encoded = pixels.encode_png().map_err(Failure::run)?;
    std::fs::write(file, encoded).map_err(|error| Failure::io("write", file, &error))
}
