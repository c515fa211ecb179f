//! What whoever writes a bot should know, with programs that tests run; and who plays under an
//! account.

use super::account;
use super::answer::{Answer, Frame, page, to};
use super::visitor::{Sent, Visitor};
use crate::accounts::bots::Holder;
use crate::accounts::profile::Change;
use crate::web::App;
use actix_web::web;
use askama::Template;
use serde::Deserialize;

/// Two bots through the client that is generated for Python.
const PYTHON: &str = include_str!("../../../tests/clients/python/bot.py");
/// The same for TypeScript.
const TYPESCRIPT: &str = include_str!("../../../tests/clients/typescript/bot.ts");
const README: &str = include_str!("../../../README.md");

#[derive(Template)]
#[template(path = "pages/bots.html")]
struct Bots {
    frame: Frame,
    url: String,
    /// A bot that needs no client.
    smallest: &'static str,
    python: &'static str,
    typescript: &'static str,
}

/// The bot of README: what stands in its block of Python.
pub fn smallest() -> &'static str {
    let (_, from) = README.split_once("```python\n").unwrap_or_default();
    from.split("```").next().unwrap_or_default()
}

/// GET /docs/bots
pub async fn kit(app: web::Data<App>, visitor: Visitor) -> Answer {
    page(&Bots {
        frame: Frame::new("Bots", &visitor),
        url: app.origin.clone(),
        smallest: smallest(),
        python: PYTHON,
        typescript: TYPESCRIPT,
    })
}

/// Who plays under the account.
#[derive(Deserialize)]
pub struct Choice {
    bot: String,
}

/// POST /account/bot: as long as the account has never sat at a table.
pub async fn choose(app: web::Data<App>, sent: Sent<Choice>) -> Answer {
    let (person, form) = sent.by_person()?;
    let holder = Holder::of(form.bot == "yes");
    let change = Change { holder: Some(holder), ..Change::default() };
    match app.accounts.change(&person.account, change).await {
        Ok(_) if holder.is_bot() => Ok(to("/account?done=bot")),
        Ok(_) => Ok(to("/account?done=person")),
        Err(error) => account::refused(&app, person, error).await,
    }
}

#[cfg(test)]
mod tests {
    use super::smallest;

    #[test]
    fn the_smallest_bot_is_the_one_of_the_readme() {
        let bot = smallest();
        assert!(bot.starts_with("import ") && bot.contains("while True:"), "{bot}");
    }
}
