//! Ways beside letters by which news of matches reach people: webhooks and browsers.
//!
//! In reading order: [`guard`] (where this process may connect to because somebody asks it
//! to), [`http`] (one conversation there), [`way`] (what ways there are, and what becomes of
//! one that does not work), [`news`] (what a message may say), [`hook`] (how it
//! is written for a webhook, and signed), [`push`] (how it is sealed for a browser), [`courier`] (handing messages over). Knows mail (whose queue it uses), db, runner, error and
//! clock. Which news there are, and whether they are still news, is not decided here.
//!
//! # What may surprise
//!
//! * What goes by webhooks and to browsers says nothing that a stranger may not know,
//!   not even that there is a private match of which game: channels and screens are shared. It is
//!   put down when a mailbox is looked into, never in a command.

pub mod courier;
pub mod guard;
pub mod hook;
pub mod http;
pub mod news;
pub mod push;
pub mod way;

use crate::clock::Instant;
use crate::db::Db;
use crate::error::Result as Done;
use guard::Guard;
use http::Client;
use push::PushKey;

/// What the operator lets people reach.
#[derive(Clone, Debug)]
pub struct Reach {
    /// What goes out.
    pub client: Client,
    /// Whether there are webhooks.
    pub webhooks: bool,
    /// Whether there is web push.
    pub push: bool,
    /// The key by which push services know this one; none before the service starts.
    pub key: Option<PushKey>,
}

impl Reach {
    /// Everything, at addresses that `guard` lets through.
    ///
    /// # Errors
    /// What is wrong with the authorities that shall vouch for hosts beside the public ones.
    pub fn new(guard: Guard, authorities: Option<&str>) -> Result<Reach, String> {
        let client = Client::new(guard, authorities)?;
        Ok(Reach { client, webhooks: true, push: true, key: None })
    }

    /// The same with the key of a service, of which push services are told whom to write to.
    ///
    /// # Errors
    /// Where the database does not answer or holds a key that cannot be read.
    pub fn of_service(self, db: &Db, now: Instant, contact: &str) -> Done<Reach> {
        Ok(Reach { key: Some(PushKey::of(db, now, contact)?), ..self })
    }

    /// The same with those ways alone that are listed, such as `webhooks,push`, or `none`.
    ///
    /// # Errors
    /// Which word is none of them.
    pub fn only(self, list: &str) -> Result<Reach, String> {
        let mut reach = Reach { webhooks: false, push: false, ..self };
        let words: Vec<&str> =
            list.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        if words.contains(&"none") && words.iter().any(|word| *word != "none") {
            return Err("TURNWISE_REACH: “none” stands alone".to_owned());
        }
        for word in words {
            match word {
                "webhooks" => reach.webhooks = true,
                "push" => reach.push = true,
                "none" => {}
                other => {
                    return Err(format!(
                        "TURNWISE_REACH: “{other}” is neither webhooks, push nor none"
                    ));
                }
            }
        }
        Ok(reach)
    }
}
