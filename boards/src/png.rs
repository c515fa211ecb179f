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
    // On the opaque ground every pixel is opaque.
    let pixels: Vec<Rgb> =
        pixels.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut counts = HashMap::<Rgb, u32>::new();
    for run in pixels.chunk_by(|one, next| one == next) {
        *counts.entry(run[0]).or_default() += run.len() as u32;
    }
    let mut colours: Vec<(Rgb, u32)> = counts.into_iter().collect();
    // The order of the map must not decide: the same document is the same file.
    colours.sort_unstable_by_key(|(rgb, count)| (Reverse(*count), *rgb));
    let colours: Vec<Rgb> = colours.into_iter().map(|(rgb, _)| rgb).collect();
    let png = encode(&pixels, &colours, &palette(&colours), (width, height)).map_err(failed)?;
    Ok(Painted { png, width, height })
}

fn failed(why: impl fmt::Display) -> Unpainted {
    Unpainted(why.to_string())
}

/// At most as many of the colours (the most frequent first) as a byte can number.
///
/// Boards have few colours and thousands of shades between them where edges are
/// smoothed. So the frequent colours are kept as they are, and of those that are
/// close to a kept one none is: the eye misses nothing, and the file is a third.
fn palette(colours: &[Rgb]) -> Vec<Rgb> {
    if colours.len() <= PALETTE {
        return colours.to_vec();
    }
    let mut spacing = 8;
    loop {
        let mut kept: Vec<Rgb> = Vec::with_capacity(PALETTE + 1);
        for colour in colours {
            if kept.iter().all(|other| apart(colour, other) > spacing * spacing) {
                kept.push(*colour);
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
fn apart(one: &Rgb, other: &Rgb) -> i32 {
    one.iter().zip(other).map(|(a, b)| (i32::from(*a) - i32::from(*b)).pow(2)).sum()
}

/// The file: each pixel is the number of the closest colour of the palette.
fn encode(
    pixels: &[Rgb],
    colours: &[Rgb],
    palette: &[Rgb],
    (width, height): (u32, u32),
) -> Result<Vec<u8>, png::EncodingError> {
    let closest = |colour: &Rgb| {
        let numbered = (0..=u8::MAX).zip(palette);
        numbered.min_by_key(|(_, other)| apart(colour, other)).map_or(0, |(number, _)| number)
    };
    let numbers: HashMap<&Rgb, u8> =
        colours.iter().map(|colour| (colour, closest(colour))).collect();
    let mut indices = Vec::with_capacity(pixels.len());
    for run in pixels.chunk_by(|one, next| one == next) {
        let number = numbers.get(&run[0]).copied().unwrap_or_default();
        indices.resize(indices.len() + run.len(), number);
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
