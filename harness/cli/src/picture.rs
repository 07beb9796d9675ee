//! Pictures in files: positions, and plots.

use std::path::{Path, PathBuf};

use clap::Args;
use resvg::tiny_skia::{self, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use torneo_arena::storage::replace;
use torneo_contract::session::Session;
use torneo_picture::{SIZE, Style, Theme, svg};
use torneo_present::english::Joined as _;

use crate::Failure;
use crate::lettering::outlined;
use crate::options::place;

/// What pictures are made, and how.
#[derive(Args)]
pub struct Pictures {
    /// Draw the position to FILE as SVG
    #[arg(long, value_name = "FILE", value_parser = place())]
    svg: Option<PathBuf>,
    /// Draw the position to FILE as PNG
    #[arg(long, value_name = "FILE", value_parser = place())]
    png: Option<PathBuf>,
    /// Width of the pictures in pixels
    #[arg(long, value_name = "PX", default_value_t = SIZE, value_parser = clap::value_parser!(u32).range(16..=8192))]
    size: u32,
    /// Draw the board alone, without coordinates and without what lies beside it
    #[arg(long)]
    bare: bool,
    /// Colours: as the reader's screen is (PNG: light), for paper, or for dark screens
    #[arg(long, value_name = "THEME", default_value = "auto", value_parser = ["auto", "light", "dark"])]
    theme: String,
}

impl Pictures {
    /// Writes the pictures that were asked for, with something more to say below them, if it is not empty.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, session: &dyn Session, more: &str) -> Result<(), Failure> {
        if self.svg.is_none() && self.png.is_none() {
            return Ok(());
        }
        let (board, mut scene) = (session.board(), session.scene());
        if !more.is_empty() {
            let parts = [more, &scene.caption].into_iter().filter(|part| !part.is_empty());
            scene.caption = parts.joined(". ");
        }
        let theme = match self.theme.as_str() {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => Theme::Auto,
        };
        let style = Style { size: self.size, theme, bare: self.bare, ..Style::default() };
        if let Some(file) = &self.svg {
            let picture = svg(&board, &scene, style);
            save(file, picture.as_bytes())?;
        }
        if let Some(file) = &self.png {
            let theme = if theme == Theme::Auto { Theme::Light } else { theme };
            let picture = svg(&board, &scene, Style { theme, ..style });
            save(file, &points(&outlined(&picture).map_err(Failure::run)?, 1.0)?)?;
        }
        Ok(())
    }
}

/// The files that a plot goes to.
#[derive(Args, Default)]
pub struct PlotFiles {
    /// Write a plot to FILE as SVG
    #[arg(long, value_name = "FILE", value_parser = place())]
    svg: Option<PathBuf>,
    /// Write the plot to FILE as PNG
    #[arg(long, value_name = "FILE", value_parser = place())]
    png: Option<PathBuf>,
}

impl PlotFiles {
    /// Writes the files that were asked for; nothing is drawn if there are none.
    ///
    /// # Errors
    /// A plot that cannot be drawn, or a file that cannot be written.
    pub fn write(&self, plot: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
        if self.svg.is_none() && self.png.is_none() {
            return Ok(());
        }
        let plot = plot()?;
        if let Some(file) = &self.svg {
            save(file, plot.as_bytes())?;
        }
        if let Some(file) = &self.png {
            save(file, &plot_points(&plot)?)?;
        }
        Ok(())
    }
}

/// Writes a file in the place of the one that is there, whole or not at all.
pub fn save(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(file, bytes).map_err(|error| Failure::io("write", file, &error))
}

/// Points of a plot for each of its units, so that it is sharp in print.
const SHARPNESS: f32 = 2.0;

/// A plot as PNG.
///
/// # Errors
/// A plot that is too large.
pub fn plot_points(plot: &str) -> Result<Vec<u8>, Failure> {
    points(&outlined(plot).map_err(Failure::run)?, SHARPNESS)
}

/// The picture of a position in points on white: their columns and rows, and red, green and blue of each, row by row.
///
/// # Errors
/// A picture that is too large.
pub fn colours(picture: &str) -> Result<(u32, u32, Vec<u8>), Failure> {
    let drawn = drawn(&outlined(picture).map_err(Failure::run)?, 1.0)?;
    let on_white = |pixel: &tiny_skia::PremultipliedColorU8| {
        let white = 255 - pixel.alpha();
        [pixel.red() + white, pixel.green() + white, pixel.blue() + white]
    };
    Ok((drawn.width(), drawn.height(), drawn.pixels().iter().flat_map(on_white).collect()))
}

/// Draws an SVG without variables and texts as PNG, so many points for each of its units.
fn points(picture: &str, scale: f32) -> Result<Vec<u8>, Failure> {
    drawn(picture, scale)?.encode_png().map_err(Failure::run)
}

fn drawn(picture: &str, scale: f32) -> Result<Pixmap, Failure> {
    let tree = Tree::from_str(picture, &Options::default()).map_err(Failure::run)?;
    let size = tree.size().to_int_size();
    let size = size.scale_by(scale).unwrap_or(size);
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| Failure::run(format!("{} by {} pixels are too many", size.width(), size.height())))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use torneo_dice::answer::combos::Dice;
    use torneo_dice::graph;

    fn dark(png: &[u8]) -> usize {
        let pixels = Pixmap::decode_png(png).unwrap();
        pixels.pixels().iter().filter(|pixel| pixel.red() < 100 && pixel.alpha() == 255).count()
    }

    #[test]
    fn texts_of_plots_are_drawn_without_a_font_of_the_system() {
        for family in ["sans-serif", "Helvetica, Arial, sans-serif", "No Such Font"] {
            let plot = |text: &str| {
                format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"40\" font-family=\"{family}\" \
                     font-size=\"14\"><rect width=\"200\" height=\"40\" fill=\"#FFFFFF\"/><text x=\"10\" y=\"25\">{text}\
                     </text></svg>"
                )
            };
            let [none, one, more] =
                ["", "0.5", "alpha-beta(depth=2)"].map(|text| dark(&plot_points(&plot(text)).unwrap()));
            assert!(none == 0 && one > 50 && more > 3 * one, "{family}: {none} {one} {more}");
        }
    }

    #[test]
    fn everything_lies_inside_the_plot() {
        for dice in ["1d6", "3d6", "30d100"] {
            let dice: Dice = dice.parse().unwrap();
            let (name, value) = (dice.to_string(), dice.distribution());
            let svg = graph::graph("", &[(&name, &value)], graph::Look::default()).unwrap();
            let tree = Tree::from_str(&outlined(&svg).unwrap(), &Options::default()).unwrap();
            let (inked, size) = (tree.root().abs_bounding_box(), tree.size());
            assert!(inked.left() >= 0.0 && inked.top() >= 0.0, "{inked:?}");
            assert!(inked.right() <= size.width() && inked.bottom() <= size.height(), "{inked:?}");
            let png = plot_points(&svg).unwrap();
            let pixels = Pixmap::decode_png(&png).unwrap();
            assert_eq!(
                (f32::from(pixels.width() as u16), pixels.height()),
                (2.0 * size.width(), 2 * size.height() as u32)
            );
        }
    }
}
