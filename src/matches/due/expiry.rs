//! Matches in which nothing happens: their people are told, and then they do not go on.

use super::outages::there_since;
use crate::clock::Instant;
use crate::db::silences::{self as rows, Before, SilenceRow};
use crate::db::{Tx, is_taken};
use crate::error::{Code, Result};
use crate::mail::kind::LetterKind;
use crate::mail::notice::Notice;
use crate::matches::Matches;
use crate::matches::caller::Caller;
use crate::matches::decide::{self, Command};
use crate::matches::letters::notices::notice;
use crate::matches::stream::store::Decided;
use crate::matches::time::expires_at;
use crate::matches::time::expiry::{FORSAKEN, NOTICE, WAITING, silent_since};
use chrono::Duration;

/// How many matches are looked at in one tick.
const AT_ONCE: i64 = 200;

/// How long it is until a match that could not be ended is looked at again.
const LATER: Duration = Duration::hours(6);

impl Matches {
    /// Tells people of matches in which nothing happens, and ends those that stayed silent.
    pub async fn end_the_silent(&self) -> Result<()> {
        let now = self.clock.now();
        let told = Before { forsaken: now - FORSAKEN.told, waiting: now - WAITING.told };
        for (id, since) in self.db.read(move |conn| rows::silent(conn, told, None, AT_ONCE)).await?
        {
            if let Err(error) = self.tell_of_silence(&id, since).await {
                tracing::error!(match_id = id, %error, "nobody was told that a match is silent");
            }
        }
        let over = Before { forsaken: now - FORSAKEN.over, waiting: now - WAITING.over };
        // While Turnwise is away nobody can act on what they were told.
        let told = Some((there_since(now, &self.known_outages().await?, NOTICE), now));
        for (id, _) in self.db.read(move |conn| rows::silent(conn, over, told, AT_ONCE)).await? {
            if let Err(error) = self.expire(&id).await {
                // Something has happened in the meantime, or somebody still has time.
                if !matches!(error.code, Code::NewerThanThisServer | Code::NotDue) {
                    tracing::error!(match_id = id, %error, "a silent match was not ended");
                }
                let (id, at) = (id.clone(), now + LATER);
                self.db.write(move |tx| rows::put_off(tx, &id, at)).await?;
            }
        }
        Ok(())
    }

    /// Tells the people of a match that it will not go on.
    async fn tell_of_silence(&self, match_id: &str, since: Instant) -> Result<()> {
        let now = self.clock.now();
        let row = SilenceRow { match_id: match_id.to_owned(), since, told_at: now, look_at: None };
        // One that cannot be read here is told of by the newer server, and not again by this.
        let on = match self.newest(match_id, None).await {
            Ok(on) => Some(on),
            Err(error) if error.code == Code::NewerThanThisServer => None,
            Err(error) => return Err(error),
        };
        let mut notices = Vec::new();
        if let Some((on, over)) = on.and_then(|on| Some((on.clone(), expires_at(&on)?))) {
            // Somebody still has time: it is looked at again.
            if silent_since(&on) > since && over - (WAITING.over - WAITING.told) > now {
                return Ok(());
            }
            let data = serde_json::json!({ "over": over.max(now + NOTICE).and_utc() });
            for sitter in on.sitters.iter().filter(|sitter| sitter.is_present()) {
                let notice = notice(&on, &sitter.account, LetterKind::AboutToExpire, now);
                notices.push(Notice { data: data.clone(), ..notice });
            }
            // Mailboxes are locked in one order.
            notices.sort_by(|one, other| one.account_id.cmp(&other.account_id));
        }
        let write = move |tx: &mut Tx<'_>| {
            rows::keep(tx, &row)?;
            notices.iter().try_for_each(|notice| notice.give(tx))
        };
        match self.db.write(write).await {
            // Another process was first.
            Err(error) if is_taken(&error) => Ok(()),
            done => done,
        }
    }

    async fn expire(&self, match_id: &str) -> Result<()> {
        let done = self.perform(match_id, None, |on, secret| {
            decide::decide(on, &Caller::Clock, &Command::Expire, &self.facts(&secret.seed))
                .map(Decided::from)
        });
        done.await.map(drop)
    }
}
