//! Hands messages over to webhooks and push services, and heeds what becomes of them.

use super::http::{Client, Parcel};
use super::news::TEST;
use super::way::{Fate, Form, heed, host};
use crate::clock::Instant;
use crate::db::deliveries::{self, DeliveryRow};
use crate::db::letters::Outcome;
use crate::db::ways::{self, WayRow};
use crate::db::{Conn, Db, Tx};
use crate::error::Result;
use crate::mail::kind::LetterKind;
use crate::mail::outbox::Kept;
use crate::mail::queue::{CLAIM, Carrier, Letter, NOT_COMPOSED, Undelivered};
use crate::runner::Runner;
use crate::words::Word;
use serde_json::json;
use tokio::sync::Notify;

/// Carries messages to where people want them.
#[derive(Debug)]
pub struct Courier(pub Client);

impl Carrier for Courier {
    type Kept = DeliveryRow;
    type Message = Parcel;
    const ONE_SERVER: bool = false;

    async fn carry(&self, _: &DeliveryRow, parcel: Parcel) -> Result<(), Undelivered> {
        let gone = parcel.gone;
        // One host that is away says nothing of the others, so nothing waits for a probe.
        match self.0.post(parcel).await {
            Ok(200..=299) => Ok(()),
            Ok(status) if gone.contains(&status) => Err(Undelivered::Permanent(
                format!("The host says that there is nothing at this address any more ({status}).")
                    .into(),
            )),
            Ok(status @ 300..=399) => Err(Undelivered::Transient(
                format!("The host leads to another address ({status}), which is not followed.")
                    .into(),
            )),
            Ok(status) => {
                Err(Undelivered::Transient(format!("The host answered {status}.").into()))
            }
            Err(failure) => Err(Undelivered::Transient(failure.said().into())),
        }
    }
}

impl Kept for DeliveryRow {
    type Envelope = DeliveryRow;
    const NAME: &'static str = "delivery";
    // Each takes ten seconds at most.
    const RUNNER: Runner =
        Runner { work: "deliveries", at_once: 16, look_every: std::time::Duration::from_secs(5) };

    fn bell(db: &Db) -> &Notify {
        db.new_deliveries()
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn account_id(&self) -> &str {
        &self.account_id
    }

    fn attempts(&self) -> i32 {
        self.attempts
    }

    fn due_at(&self) -> Instant {
        self.due_at
    }

    fn created_at(&self) -> Instant {
        self.created_at
    }

    fn envelope(&self) -> Result<DeliveryRow> {
        Ok(self.clone())
    }

    fn first_due(conn: &mut Conn, most: i64) -> Result<Vec<DeliveryRow>> {
        deliveries::first_due(conn, most)
    }

    fn claim(&self, conn: &mut Conn, by: &str, lapses: Instant) -> Result<bool> {
        deliveries::claim(conn, self, by, (lapses - CLAIM, lapses))
    }

    fn renew(&self, conn: &mut Conn, by: &str, lapses: Instant) -> Result<bool> {
        deliveries::renew(conn, self, by, lapses)
    }

    fn finish(&self, tx: &mut Tx<'_>, by: &str, outcome: &Outcome, now: Instant) -> Result<bool> {
        let outcome = match outcome {
            // Whoever tries a way wants to know now.
            Outcome::Retry(why, _) if self.kind == TEST => Outcome::GivenUp(why.clone()),
            outcome => outcome.clone(),
        };
        if !deliveries::finish(tx, self, by, &outcome)? {
            return Ok(false);
        }
        let own = match &outcome {
            Outcome::Retry(why, _) | Outcome::GivenUp(why) => why == NOT_COMPOSED,
            Outcome::Withdrawn(_) | Outcome::PutBack(..) => true,
            Outcome::Sent(_) | Outcome::Refused(_) => false,
        };
        let tried = matches!(outcome, Outcome::GivenUp(_)) && self.kind == TEST;
        if own || tried {
            return Ok(true);
        }
        let which = (self.account_id.as_str(), self.way_id.as_str());
        let Some(mut way) = ways::locked(tx, which)? else { return Ok(true) };
        let is_gone = matches!(outcome, Outcome::Refused(_));
        match heed(&mut way, &outcome, now) {
            Fate::Stays => {}
            Fate::Waits(until) => deliveries::put_off(tx, which, until)?,
            // Its person has ended it there.
            Fate::SwitchedOff(_) if is_gone && way.form == Form::Browser.word() => {
                deliveries::withdraw(tx, which, "the browser takes none any more")?;
                ways::remove(tx, which.0, which.1)?;
                return Ok(true);
            }
            Fate::SwitchedOff(why) => {
                deliveries::withdraw(tx, which, "the way was switched off")?;
                tell_of(tx, &way, &why, now)?;
            }
        }
        ways::update(tx, &way)?;
        Ok(true)
    }
}

/// Tells somebody that one of their ways was switched off.
fn tell_of(tx: &mut Tx<'_>, way: &WayRow, why: &str, now: Instant) -> Result<()> {
    let kind = LetterKind::WayOff;
    let browser = way.form == Form::Browser.word();
    let host = if browser { String::new() } else { host(&way.address) };
    let id = format!("account:{}:{}:{}", crate::random::id(), way.account_id, kind.word());
    let data = json!({ "name": way.name, "host": host, "why": why });
    Letter { data, ..Letter::new(id, &way.account_id, kind, now) }.enqueue(tx)
}
