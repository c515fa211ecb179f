//! Where somebody wants news of their matches beside letters: webhooks and browsers.
//!
//! Their addresses are secrets, as whoever knows one can write there: after it was given, only
//! its host is shown. The secret that signs what a webhook gets is computed from the server's
//! own and a salt, so that who reads the database signs nothing.

use super::{Accounts, mark, session};
use crate::clock::Instant;
use crate::db::accounts as people;
use crate::db::deliveries::{self, DeliveryRow};
use crate::db::ways::{self as rows, WayRow};
use crate::db::{Conn, Tx};
use crate::error::{Code, Error, Result};
use crate::mail::kind::LetterKind;
use crate::mail::queue::State;
use crate::random;
use crate::reach::http::Parcel;
use crate::reach::news::{News, TEST};
use crate::reach::push::BrowserKeys;
use crate::reach::way::{BROWSERS, Form, WEBHOOKS, host, switch_on};
use crate::reach::{Reach, hook};
use crate::words::Word;
use hmac::Mac;

/// How many of the latest messages somebody is shown.
const SHOWN: i64 = 100;
/// What is noted of a way that its person switches off.
const BY_ITS_PERSON: &str = "You have switched it off.";

/// A webhook or browser, as its person is shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// UUID.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// How a message is written for it.
    pub form: Form,
    /// The host that it leads to.
    pub host: String,
    /// Since when there is one.
    pub made_at: Instant,
    /// When a message was last delivered.
    pub sent_at: Option<Instant>,
    /// Since when nothing can be delivered.
    pub failing_since: Option<Instant>,
    /// When it is tried again.
    pub retry_at: Option<Instant>,
    /// Since when it is switched off.
    pub off_at: Option<Instant>,
    /// Why it is.
    pub off_why: Option<String>,
}

impl Way {
    fn of(row: WayRow) -> Result<Way> {
        Ok(Way {
            form: Form::of_stored(&row.form)?,
            host: host(&row.address),
            id: row.id,
            name: row.name,
            made_at: row.made_at,
            sent_at: row.sent_at,
            failing_since: row.failing_since,
            retry_at: row.retry_at,
            off_at: row.off_at,
            off_why: row.off_why,
        })
    }
}

/// A webhook that somebody wants.
#[derive(Clone)]
pub struct NewWebhook {
    /// What they call it.
    pub name: String,
    /// How a message is written for it.
    pub form: Form,
    /// Where it leads.
    pub address: String,
    /// A code, where the account has a second factor.
    pub code: Option<String>,
}

/// A browser in which somebody wants to be told of news.
#[derive(Clone)]
pub struct NewBrowser {
    /// What they call it.
    pub name: String,
    /// Where its push service takes messages.
    pub endpoint: String,
    /// What messages are sealed for.
    pub keys: BrowserKeys,
    /// A code, where the account has a second factor: any address can be called a browser.
    pub code: Option<String>,
}

/// A message that goes by one of somebody's ways, and what became of it.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// By which way.
    pub way_id: String,
    /// What it is about; a test, where that is a letter of no kind.
    pub kind: Option<LetterKind>,
    /// About which match.
    pub match_id: Option<String>,
    /// What became of it so far.
    pub state: State,
    /// How often it was tried.
    pub attempts: i32,
    /// When it is to be sent, or tried again.
    pub due_at: Instant,
    /// What went wrong at the last try, or why it was withdrawn.
    pub error: Option<String>,
    /// When it was written.
    pub created_at: Instant,
    /// When it was delivered.
    pub sent_at: Option<Instant>,
}

impl Delivery {
    fn of(row: DeliveryRow) -> Result<Delivery> {
        let kind = if row.kind == TEST { None } else { Some(LetterKind::of_stored(&row.kind)?) };
        Ok(Delivery {
            kind,
            state: State::of_stored(&row.state)?,
            way_id: row.way_id,
            match_id: row.match_id,
            attempts: row.attempts,
            due_at: row.due_at,
            error: row.error,
            created_at: row.created_at,
            sent_at: row.sent_at,
        })
    }

    /// The word for what it is about.
    pub fn word(&self) -> &'static str {
        self.kind.map_or(TEST, LetterKind::word)
    }
}

/// Whether a way works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// It shall.
    On,
    /// It shall not.
    Off,
}

impl Accounts {
    /// Adds a webhook of who is signed in. Gives the secret that signs what it gets, which is
    /// never shown again. Takes a code where the account has a second factor.
    ///
    /// # Errors
    /// [`Code::NotOffered`], [`Code::AddressNotConfirmed`], [`Code::AddressNotAllowed`],
    /// [`Code::TooManyWays`], or what is wrong with session and code.
    pub async fn add_webhook(
        &self,
        reach: &Reach,
        account_id: &str,
        session: &str,
        new: NewWebhook,
    ) -> Result<(Way, String)> {
        if !reach.webhooks {
            return Err(not_offered());
        }
        let target = reach.client.guard().read(&new.address).map_err(|wrong| {
            Error::new(Code::AddressNotAllowed, wrong.said()).with("field", "url")
        })?;
        let form = new.form;
        let row = WayRow {
            name: new.name,
            address: target.url.to_string(),
            keys: random::token(""),
            ..WayRow::new(account_id, random::id(), form.word(), self.clock.now())
        };
        let secret = hook::secret_text(&self.signing_key(&row));
        let (accounts, stored, session) = (self.clone(), row.clone(), session.to_owned());
        let adding = self.db.write(move |tx| {
            mark::holds(tx, &accounts.secret)?;
            accounts.may_add(tx, &stored, &session)?;
            accounts.check_code(tx, &stored.account_id, new.code.as_deref())?;
            let own = rows::of_account(tx, &stored.account_id)?;
            let hooks = own.iter().filter(|row| row.form != Form::Browser.word());
            if hooks.count() >= WEBHOOKS {
                let detail = format!("You have {WEBHOOKS} webhooks; remove one first.");
                return Err(Error::new(Code::TooManyWays, detail));
            }
            rows::insert(tx, &stored)
        });
        adding.await?;
        Ok((Way::of(row)?, secret))
    }

    /// Adds a browser of who is signed in, or puts another key to one that is there. Whoever sat in front of
    /// it before is told nothing there any more.
    ///
    /// # Errors
    /// As [`Accounts::add_webhook`]; [`Code::InvalidField`] for keys to which nothing can be
    /// sealed.
    pub async fn add_browser(
        &self,
        reach: &Reach,
        account_id: &str,
        session: &str,
        new: NewBrowser,
    ) -> Result<Way> {
        if !reach.push {
            return Err(not_offered());
        }
        let target = reach.client.guard().read(&new.endpoint).map_err(|wrong| {
            Error::new(Code::AddressNotAllowed, wrong.said()).with("field", "endpoint")
        })?;
        if !new.keys.are_good() {
            let detail = "The keys of the browser do not fit: `p256dh` is a point of P-256, \
                          `auth` has 16 bytes, both in base 64 for addresses.";
            return Err(Error::field("keys", detail));
        }
        let form = Form::Browser;
        let row = WayRow {
            name: new.name,
            address: target.url.to_string(),
            keys: serde_json::to_string(&new.keys).map_err(Error::fault)?,
            ..WayRow::new(account_id, random::id(), form.word(), self.clock.now())
        };
        let (accounts, stored, session) = (self.clone(), row.clone(), session.to_owned());
        let adding = self.db.write(move |tx| {
            accounts.may_add(tx, &stored, &session)?;
            accounts.check_code(tx, &stored.account_id, new.code.as_deref())?;
            rows::remove_others(tx, &stored.account_id, &stored.form, &stored.address)?;
            let own = rows::of_account(tx, &stored.account_id)?;
            let same = |row: &&WayRow| (&row.form, &row.address) == (&stored.form, &stored.address);
            for same in own.iter().filter(same) {
                rows::remove(tx, &same.account_id, &same.id)?;
            }
            let others = own.iter().filter(|row| row.form == stored.form);
            if others.filter(|row| row.address != stored.address).count() >= BROWSERS {
                let detail = format!("You have {BROWSERS} browsers; remove one first.");
                return Err(Error::new(Code::TooManyWays, detail));
            }
            rows::insert(tx, &stored)
        });
        adding.await?;
        Way::of(row)
    }

    /// Refuses whose session has ended a moment ago, and whose address is not confirmed: what
    /// is sent to others is sent for somebody who can be reached.
    fn may_add(&self, tx: &mut Tx<'_>, row: &WayRow, session: &str) -> Result<()> {
        let person = people::locked(tx, &row.account_id)?;
        session::living(tx, &row.account_id, session, row.made_at)?;
        match person.is_some_and(|person| person.confirmed_at.is_some()) {
            true => Ok(()),
            false => Err(Error::new(
                Code::AddressNotConfirmed,
                "Confirm your email address first: follow the link in our letter.",
            )),
        }
    }

    /// The webhooks and browsers of an account, the oldest first.
    pub async fn ways(&self, account_id: &str) -> Result<Vec<Way>> {
        let id = account_id.to_owned();
        let rows = self.db.read(move |conn| rows::of_account(conn, &id)).await?;
        rows.into_iter().map(Way::of).collect()
    }

    /// The latest messages by them, the newest first.
    pub async fn deliveries(&self, account_id: &str) -> Result<Vec<Delivery>> {
        let id = account_id.to_owned();
        let rows = self.db.read(move |conn| deliveries::of_account(conn, &id, SHOWN)).await?;
        // What only a newer version knows is told by it.
        Ok(rows.into_iter().filter_map(|row| Delivery::of(row).ok()).collect())
    }

    /// Removes one; what waits for it is not sent.
    ///
    /// # Errors
    /// [`Code::NotFound`] where there is none.
    pub async fn remove_way(&self, account_id: &str, id: &str) -> Result<()> {
        let (account_id, id) = (account_id.to_owned(), id.to_owned());
        let removing = self.db.write(move |tx| {
            deliveries::withdraw(tx, (&account_id, &id), "it was removed")?;
            match rows::remove(tx, &account_id, &id)? {
                true => Ok(()),
                false => Err(no_way()),
            }
        });
        removing.await
    }

    /// Switches one on or off. What is switched on begins anew, as if it had never failed.
    ///
    /// # Errors
    /// [`Code::NotFound`] where there is none.
    pub async fn switch_way(&self, account_id: &str, id: &str, to: Switch) -> Result<Way> {
        let (account_id, id, now) = (account_id.to_owned(), id.to_owned(), self.clock.now());
        let switching = self.db.write(move |tx| {
            let mut row = rows::locked(tx, (&account_id, &id))?.ok_or_else(no_way)?;
            match to {
                Switch::On => switch_on(&mut row),
                Switch::Off if row.off_at.is_none() => {
                    switch_on(&mut row);
                    (row.off_at, row.off_why) = (Some(now), Some(BY_ITS_PERSON.to_owned()));
                    deliveries::withdraw(tx, (&account_id, &id), "the way was switched off")?;
                }
                Switch::Off => {}
            }
            rows::update(tx, &row)?;
            Way::of(row)
        });
        switching.await
    }

    /// Has a test sent.
    ///
    /// # Errors
    /// [`Code::NotFound`] where there is no such way, [`Code::WayIsOff`].
    pub async fn try_way(&self, account_id: &str, id: &str) -> Result<()> {
        let (account_id, id, now) = (account_id.to_owned(), id.to_owned(), self.clock.now());
        let trying = self.db.write(move |tx| {
            let row = rows::by_id(tx, &account_id, &id)?.ok_or_else(no_way)?;
            if row.off_at.is_some() {
                return Err(Error::new(Code::WayIsOff, "It is switched off; switch it on first."));
            }
            let test = format!("{TEST}:{}", random::id());
            deliveries::enqueue(tx, &DeliveryRow::new(test, (&account_id, &id), TEST, now))
        });
        trying.await
    }

    /// The way by which a message is to go, or why it may go no more.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub fn way_of(
        &self,
        conn: &mut Conn,
        reach: &Reach,
        delivery: &DeliveryRow,
    ) -> Result<Result<WayRow, &'static str>> {
        let Some(way) = rows::by_id(conn, &delivery.account_id, &delivery.way_id)? else {
            return Ok(Err("it was removed"));
        };
        if way.off_at.is_some() {
            return Ok(Err("the way was switched off"));
        }
        let offered = match Form::of_stored(&way.form)? {
            Form::Browser => reach.push,
            Form::Json | Form::Discord | Form::Slack => reach.webhooks,
        };
        if !offered {
            return Ok(Err("whoever runs this service does not offer it any more"));
        }
        let person = people::by_id(conn, &way.account_id)?;
        Ok(match person.filter(|person| person.is_in_use() && person.confirmed_at.is_some()) {
            Some(_) => Ok(way),
            None => Err("the account is not in use, or its address is not confirmed"),
        })
    }

    /// A message as it goes by a way.
    ///
    /// # Errors
    /// Where what is stored of the way cannot be read.
    pub fn pack(
        &self,
        reach: &Reach,
        way: &WayRow,
        delivery: &DeliveryRow,
        news: &News,
    ) -> Result<Parcel> {
        let form = Form::of_stored(&way.form)?;
        if form == Form::Browser {
            let key = reach.key.as_ref().ok_or_else(|| Error::fault("no key for push"))?;
            let target = reach.client.guard().read(&way.address);
            let audience = target.map(|target| target.origin()).unwrap_or_default();
            let keys = serde_json::from_str(&way.keys).map_err(Error::fault)?;
            return key.parcel((&way.address, &audience), &keys, news, self.clock.now());
        }
        let DeliveryRow { account_id, way_id, id, .. } = delivery;
        let named = random::token_hash(&format!("{account_id}\n{way_id}\n{id}"));
        let id = format!("msg_{}", &named[..32]);
        let key = self.signing_key(way);
        Ok(hook::parcel((form, &way.address), &key, &id, news, self.clock.now()))
    }

    /// What signs the messages of a webhook.
    fn signing_key(&self, way: &WayRow) -> Vec<u8> {
        let WayRow { account_id, id, keys, .. } = way;
        let mac = self.mac(&format!("turnwise webhook\n{account_id}\n{id}\n{keys}"));
        mac.finalize().into_bytes().to_vec()
    }

    /// What all messages about one match to one person have in common, and nobody can read
    /// anything from.
    pub fn thread(&self, account_id: &str, match_id: &str) -> String {
        let mac = self.mac(&format!("turnwise thread\n{account_id}\n{match_id}"));
        hex::encode(&mac.finalize().into_bytes()[..12])
    }
}

fn no_way() -> Error {
    Error::not_found("webhook or browser")
}

fn not_offered() -> Error {
    Error::new(Code::NotOffered, "Whoever runs this service does not offer this.")
}
