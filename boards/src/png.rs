//! Pictures for letters: a standalone SVG document painted as PNG.
//!
//! Mail programs show no SVG and fetch nothing, so a letter brings its picture along.
//! The font is compiled in and nothing is read from the machine or the network: the
//! same document is the same picture everywhere.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, ImageHrefResolver, Options, Tree, fontdb};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The one font family, whatever a document asks for.
const FAMILY: &str = "Turnwise";

/// How many colours a picture has at most.
const PALETTE: usize = 256;

type Rgb = [u8; 3];

/// The fonts that pictures are written in.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for file in [
        include_bytes!("../../assets/fonts/Turnwise-Regular.ttf").as_slice(),
        include_bytes!("../../assets/fonts/Turnwise-Bold.ttf").as_slice(),
    ] {
        fonts.load_font_data(file.to_vec());
    }
    Arc::new(fonts)
});

/// A painted picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Painted {
    /// The PNG file.
    pub png: Vec<u8>,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
}

impl fmt::Debug for Painted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Painted({}×{}, {} bytes)", self.width, self.height, self.png.len())
    }
}

/// A document that cannot be painted; a defect, never a person's doing.
#[derive(Debug)]
pub struct Unpainted(String);

impl fmt::Display for Unpainted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture cannot be painted: {}", self.0)
    }
}

impl std::error::Error for Unpainted {}

/// Paints a document in its own size. Takes tens of milliseconds of one core.
pub fn paint(svg: &str) -> Result<Painted, Unpainted> {
    let tree = Tree::from_str(svg, &options()).map_err(failed)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| failed("it is too large"))?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    let (shades, runs) = runs(&pixels);
    let png = encode(&shades, &runs, (width, height)).map_err(failed)?;
    Ok(Painted { png, width, height })
}

/// A colour of a picture, and how many pixels have it.
#[derive(Clone, Copy, Debug)]
struct Shade {
    rgb: Rgb,
    count: u32,
}

/// Pixels of one shade, one after the other.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The place of the shade among all.
    shade: usize,
    /// How many pixels.
    length: usize,
}

/// The shades of a picture in the order in which they come, and the runs it consists of.
fn runs(pixels: &Pixmap) -> (Vec<Shade>, Vec<Run>) {
    let (mut shades, mut places) = (Vec::<Shade>::new(), HashMap::<Rgb, usize>::new());
    let runs = pixels.pixels().chunk_by(|one, next| one == next).map(|run| {
        // On the opaque ground every pixel is opaque.
        let rgb = [run[0].red(), run[0].green(), run[0].blue()];
        let shade = *places.entry(rgb).or_insert_with(|| {
            shades.push(Shade { rgb, count: 0 });
            shades.len() - 1
        });
        shades[shade].count += run.len() as u32;
        Run { shade, length: run.len() }
    });
    let runs = runs.collect();
    (shades, runs)
}

fn failed(why: impl fmt::Display) -> Unpainted {
    Unpainted(why.to_string())
}

/// At most as many of the colours (the most frequent first) as a byte can number.
///
/// Boards have few colours and thousands of shades between them where edges are
/// smoothed. So the frequent colours are kept as they are, and of those that are
/// close to a kept one none is: the eye misses nothing, and the file is a third.
fn palette(shades: &[Shade]) -> Vec<Rgb> {
    let mut shades = shades.to_vec();
    // Of equally frequent ones none may be first by chance: the same document is the same file.
    shades.sort_unstable_by_key(|shade| (Reverse(shade.count), shade.rgb));
    // Where there are few, each is kept.
    let mut spacing = if shades.len() <= PALETTE { 0 } else { 8 };
    loop {
        let mut kept: Vec<Rgb> = Vec::with_capacity(PALETTE + 1);
        for Shade { rgb, .. } in &shades {
            if kept.iter().all(|other| apart(rgb, other) > spacing * spacing) {
                kept.push(*rgb);
                if kept.len() > PALETTE {
                    break;
                }
            }
        }
        if kept.len() <= PALETTE {
            return kept;
        }
        spacing += 2;
    }
}

/// The square of how far two colours are apart.
fn apart(&[red, green, blue]: &Rgb, &[other_red, other_green, other_blue]: &Rgb) -> u32 {
    let square = |one: u8, other: u8| {
        let by = u32::from(one.abs_diff(other));
        by * by
    };
    square(red, other_red) + square(green, other_green) + square(blue, other_blue)
}

/// The file: each pixel is the number of the closest colour of the palette.
fn encode(
    shades: &[Shade],
    runs: &[Run],
    (width, height): (u32, u32),
) -> Result<Vec<u8>, png::EncodingError> {
    let palette = palette(shades);
    let closest = |shade: &Shade| {
        let apart = palette.iter().map(|kept| apart(&shade.rgb, kept));
        let closest = apart.enumerate().min_by_key(|&(_, apart)| apart);
        closest.map_or(0, |(number, _)| number as u8)
    };
    let numbers: Vec<u8> = shades.iter().map(closest).collect();
    let mut indices = Vec::with_capacity(runs.iter().map(|run| run.length).sum());
    for run in runs {
        indices.resize(indices.len() + run.length, numbers[run.shade]);
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(palette.concat());
    // A higher one adds a fifth to the painting for a file that is a fortieth shorter.
    encoder.set_compression(png::Compression::Balanced);
    // Neighbouring numbers are not similar colours: differences would only be longer.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(file)
}

/// Only the compiled-in fonts, and no image from anywhere.
fn options() -> Options<'static> {
    Options {
        font_family: FAMILY.to_owned(),
        fontdb: FONTS.clone(),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    }
}
