//! The letter which says that news of matches go by one way less.

use super::content::one_line;
use askama::Template;

/// What somebody is told one of whose ways was switched off.
#[derive(Clone, Debug, Template)]
#[template(path = "email/way_off.txt")]
pub struct WayOff {
    /// To whom.
    pub handle: String,
    /// What they call the way.
    pub way: String,
    /// The host that it leads to; empty for a browser.
    pub host: String,
    /// What went wrong at last, in a sentence.
    pub why: String,
    /// Where it can be switched on again.
    pub link: String,
}

impl WayOff {
    pub(super) const FOOT: &str = "Letters come as before. Nothing that waited is sent later.";

    pub(super) fn on_one_line(&mut self) {
        (self.way, self.why) = (one_line(&self.way), one_line(&self.why));
    }

    pub(super) fn subject(&self) -> String {
        format!("News of your matches go no more to “{}”", self.way)
    }

    pub(super) fn lead(&self) -> String {
        let which = match self.host.as_str() {
            "" => format!("your browser “{}”", self.way),
            host => format!("your webhook “{}” at {host}", self.way),
        };
        format!(
            "News of your matches go no more to {which}: it was switched off, since nothing could \
             be delivered there. What went wrong at last: {} You can switch it on again once that \
             is mended.",
            self.why
        )
    }

    pub(super) fn text(&self) -> askama::Result<String> {
        self.render()
    }
}
