//! The rules of the house: ours, or the text that whoever runs the service gives instead.

use super::answer::{Answer, Frame, page};
use super::visitor::Visitor;
use crate::web::App;
use actix_web::web;
use askama::Template;

#[derive(Template)]
#[template(path = "pages/house.html")]
struct House {
    frame: Frame,
    /// The operator's own text, by paragraphs; ours where there is none.
    own: Vec<String>,
}

/// The paragraphs of a plain text: what stands between empty lines.
fn paragraphs(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let mut all = vec![String::new()];
    for line in text.lines().map(str::trim_end) {
        match (line, all.last_mut()) {
            ("", Some(last)) if !last.is_empty() => all.push(String::new()),
            ("", _) | (_, None) => {}
            (line, Some(last)) => {
                if !last.is_empty() {
                    last.push('\n');
                }
                last.push_str(line);
            }
        }
    }
    all.retain(|paragraph| !paragraph.is_empty());
    all
}

/// GET /house-rules
pub async fn house(app: web::Data<App>, visitor: Visitor) -> Answer {
    let own = paragraphs(&app.house_rules);
    page(&House { frame: Frame::new("Rules of the house", &visitor), own })
}

#[cfg(test)]
mod tests {
    use super::paragraphs;

    #[test]
    fn a_paragraph_is_what_stands_between_empty_lines() {
        assert!(paragraphs(" \n\r\n").is_empty());
        assert_eq!(paragraphs("\nOne\r\ntwo \n \n\nthree"), ["One\ntwo", "three"]);
    }
}
