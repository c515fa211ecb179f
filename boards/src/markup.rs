//! Text and marks as boards, charts and pages write them into markup.

use super::{Marks, Offered, Rank};
use crate::Looks;
use crate::rules::Seat;
use serde::Serialize;
use serde_json::Value;

/// Text made fit to stand in markup, between tags or between quotes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML has no place for these, not even escaped.
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                escaped.push(' ');
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// The text with a capital at its front.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// The text with a small letter at its front.
pub fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().collect::<String>() + letters.as_str()
    })
}

/// One of several: `a`, `a or b`, `a, b or c`.
pub fn either(all: &[String]) -> String {
    match all {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => all.concat(),
    }
}

/// One, two, or three of something.
pub fn counted(count: usize, one: &str, more: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    }
}

/// The text cut to `most` letters, with an ellipsis where some are missing.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{}…", kept.trim_end())
}

/// The name of a piece, as JSON spells it.
pub fn name_of(piece: &impl Serialize) -> String {
    match serde_json::to_value(piece) {
        Ok(Value::String(name)) => name,
        _ => String::new(),
    }
}

/// The letter of a seat, which goes with its colour and shape.
pub fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.0)
}

/// A change as it is said: `+3`, `−2`, `0`.
pub fn signed(by: i64) -> String {
    match by {
        0 => "0".to_owned(),
        1.. => format!("+{by}"),
        _ => format!("−{}", by.unsigned_abs()),
    }
}

/// A text, and what more is to be said; the sentence after its colon is not said twice.
fn with_more(text: &str, more: &str) -> String {
    let told = text.split_once(": ").map(|(_, told)| told).filter(|told| told.ends_with('.'));
    let more = told.map_or_else(|| more.to_owned(), |told| more.replace(told, ""));
    let more = more.replace("; ; ", "; ");
    match (more.trim_matches([';', ' ']), text.ends_with('.')) {
        ("", _) => text.to_owned(),
        (more, true) => format!("{text} {}", capital(more)),
        (more, false) => format!("{text}: {more}"),
    }
}

/// Texts as a list; nothing where there are none.
pub fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: String =
        items.into_iter().map(|item| format!("<li>{}</li>", escape(&item))).collect();
    if items.is_empty() { items } else { format!("<ul>{items}</ul>") }
}

/// A table whose first column names its rows; nothing where there are none.
pub fn table<const N: usize>(
    caption: &str,
    heads: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let mut body = String::new();
    for row in rows {
        for (column, cell) in row.iter().enumerate() {
            let cell = escape(cell);
            body += &match column {
                0 => format!(r#"<tr><th scope="row">{cell}</th>"#),
                _ => format!("<td>{cell}</td>"),
            };
        }
        body += "</tr>";
    }
    if body.is_empty() {
        return body;
    }
    let head = |head| format!(r#"<th scope="col">{}</th>"#, escape(head));
    let heads: String = heads.into_iter().map(head).collect();
    let caption = match caption {
        "" => String::new(),
        caption => format!("<caption>{}</caption>", escape(caption)),
    };
    format!("<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>")
}

/// What a thing that is closed says of itself to who does not see it.
pub const SHUT: &str = r#"role="link" aria-disabled="true""#;

/// The marks on one spot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marked<'a> {
    /// What can be chosen with it.
    pub offered: Option<&'a Offered>,
    /// Why it cannot be chosen, where nothing can be chosen with it.
    pub closed: Option<&'a str>,
    /// Whether it looks different from what the person saw last.
    pub changed: bool,
    /// Whether the person has chosen it.
    pub chosen: bool,
    /// Whether what was chosen is about it.
    pub touched: bool,
}

impl Marks {
    /// The marks on a spot with this content, which may go by another name, too.
    pub fn on(&self, name: &str, alias: &str, content: &str) -> Marked<'_> {
        let offered = self.offered.get(name).or_else(|| self.offered.get(alias));
        let closed = self.closed.get(name).or_else(|| self.closed.get(alias));
        Marked {
            offered,
            closed: closed.filter(|_| offered.is_none()).map(String::as_str),
            changed: self.changed.contains(name) || self.is_new(name, content),
            chosen: self.chosen.as_deref().is_some_and(|spot| spot == name || spot == alias),
            touched: self.touched.contains(name),
        }
    }

    fn is_new(&self, name: &str, content: &str) -> bool {
        let was = |since: &Looks| since.get(name).is_some_and(|was| was == content);
        self.since.as_ref().is_some_and(|since| !was(since))
    }
}

impl Marked<'_> {
    /// The class names of a spot with these marks, `before` among them.
    pub fn classes(&self, before: &str) -> String {
        let mut class = String::from(before);
        let rank = match self.offered.map(|offered| offered.rank) {
            Some(Rank::Best) => " best",
            Some(Rank::Faint) => " faint",
            _ => "",
        };
        class.push_str(rank);
        for (marked, word) in [
            (self.offered.is_some(), " offered"),
            (self.closed.is_some(), " closed"),
            (self.changed, " changed"),
            (self.chosen, " chosen"),
        ] {
            if marked {
                class.push_str(word);
            }
        }
        class
    }

    /// What a spot is called: what it holds, and what choosing it is worth, or why it cannot be
    /// chosen.
    pub fn name(&self, content: &str) -> String {
        match (self.offered, self.closed) {
            (Some(offered), _) => escape(&with_more(content, &offered.worth)),
            (None, Some(why)) => escape(&with_more(content, why)),
            _ => escape(content),
        }
    }

    /// The tag that opens a spot of a picture with these marks; [`Marked::close`] closes it.
    pub fn open(&self, name: &str) -> String {
        let class = self.classes("spot");
        match self.offered {
            Some(Offered { address, .. }) => {
                let address = escape(address);
                format!(r#"<a href="{address}" class="{class}" data-spot="{name}">"#)
            }
            None if self.closed.is_some() => {
                format!(r#"<g class="{class}" data-spot="{name}" {SHUT}>"#)
            }
            None => format!(r#"<g class="{class}" data-spot="{name}">"#),
        }
    }

    /// The tag that closes it.
    pub fn close(&self) -> &'static str {
        if self.offered.is_some() { "</a>" } else { "</g>" }
    }

    /// Whether there is any mark.
    pub fn any(&self) -> bool {
        self.offered.is_some()
            || self.closed.is_some()
            || self.changed
            || self.chosen
            || self.touched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_of_a_card_is_not_said_twice() {
        let card = "Xango (−2 VR): Only lowers your VR; wins ties.";
        let more = |more: &str| with_more(card, more);
        assert_eq!(more("VR −2; Only lowers your VR; wins ties."), format!("{card} VR −2"));
        assert_eq!(more("Only lowers your VR; wins ties.; VR −2"), format!("{card} VR −2"));
        assert_eq!(more("Only lowers your VR; wins ties."), card);
        assert_eq!(more("costs 3; VR −2"), format!("{card} Costs 3; VR −2"));
        assert_eq!(with_more("A1", "reaches 2 clay; costs 3"), "A1: reaches 2 clay; costs 3");
        assert_eq!(with_more("A1", ""), "A1");
    }
}
