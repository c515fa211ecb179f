//! A letter's picture, which travels within the letter.
//!
//! Whoever composes a letter hands over a sketch, which is cheap to make within the
//! transaction; the picture is made of it later, where nobody waits. A letter
//! without its picture is whole, so nothing that goes wrong here keeps it back.

use crate::error::Result;
use std::fmt;
use std::sync::Arc;

/// The most bytes of a picture: a letter is to be small, and is kept for years.
const MOST: usize = 150_000;

/// A picture as it travels.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The PNG file.
    pub png: Vec<u8>,
    /// What it shows, for who cannot see it.
    pub alt: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Whether it marks what has changed since the receiver's last turn.
    pub marked: bool,
}

/// A picture that can be made.
#[derive(Clone)]
pub struct Sketch(Arc<dyn Fn() -> Result<Picture> + Send + Sync>);

impl fmt::Debug for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sketch")
    }
}

impl Sketch {
    /// A picture that `draw` makes; it runs on a thread where it may take its time.
    pub fn new(draw: impl Fn() -> Result<Picture> + Send + Sync + 'static) -> Sketch {
        Sketch(Arc::new(draw))
    }

    /// Makes the picture, or says in the log why this letter goes without.
    pub(super) async fn finish(&self, letter: &str) -> Option<Picture> {
        let draw = self.0.clone();
        let why = match tokio::task::spawn_blocking(move || draw()).await {
            Ok(Ok(picture)) if picture.png.len() <= MOST => return Some(picture),
            Ok(Ok(picture)) => format!("it has {} bytes", picture.png.len()),
            Ok(Err(error)) => error.to_string(),
            Err(panic) => panic.to_string(),
        };
        tracing::warn!(letter, why, "a letter goes without its picture");
        None
    }
}
