//! Taking letters out of the outbox, one step at a time.
//!
//! A step claims one letter, has it composed (or learns that nobody wants it any
//! more), sends it and marks it. A sender that dies leaves a claim that lapses;
//! then the letter goes out again under the same Message-ID. Failures are tried
//! again with growing delay for a day.

use super::content::{Content, Shown, one_line};
use super::picture::{Picture, Sketch};
use super::transport::{
    AutoSubmitted, ListUnsubscribe, ListUnsubscribePost, Transport, Undelivered, mailbox,
};
use crate::clock::{Clock, Instant, utc};
use crate::db::letters::{self, LetterRow, Outcome};
use crate::db::{Conn, Db};
use crate::error::{Error, Result};
use chrono::Duration;
use lettre::Message;
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart, header};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;
use tokio::sync::Notify;

/// How long a claim lasts: then the letters of a sender that died are free again.
const CLAIM: Duration = Duration::minutes(5);
/// How long one letter may be on its way to the mail server: less than a claim
/// lasts, so that nobody else takes it up meanwhile.
const ON_ITS_WAY: std::time::Duration = std::time::Duration::from_secs(4 * 60);
/// Minutes until the next try, by tries so far; the last one repeats.
const DELAYS: [i64; 5] = [1, 5, 15, 60, 180];
/// How long a letter is tried.
const PERSISTENCE: Duration = Duration::hours(24);
/// Letters sent at the same time.
const AT_ONCE: usize = 8;
/// How often the outbox is looked at even if nobody said that something is in it:
/// another process may have put something there.
const LOOK_EVERY: std::time::Duration = std::time::Duration::from_secs(2);

/// What to do with a letter that is due.
#[derive(Debug)]
pub enum Verdict {
    /// Send this.
    Send(Box<Draft>),
    /// Nobody wants it any more, for this reason.
    Withdraw(String),
}

/// A letter ready to be put into words.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The receiver's name.
    pub name: String,
    /// The receiver's address.
    pub address: String,
    /// What it says.
    pub content: Content,
    /// What it shows.
    pub picture: Option<Sketch>,
    /// Letters about the same thing stand together.
    pub thread: Option<String>,
    /// Where a POST mutes this kind of letter.
    pub unsubscribe: Option<String>,
}

/// Knows what the letters of the outbox are about.
pub trait Compose: Send + Sync {
    /// Decides on a letter that is due. Runs in a write transaction, so that
    /// one-time links can be made here.
    fn compose(&self, conn: &mut Conn, letter: &LetterRow) -> Result<Verdict>;
}

/// What a step did.
#[derive(Clone, Debug)]
pub enum Step {
    /// It dealt with a letter.
    Did(String, Outcome),
    /// Nothing is due.
    Nothing,
}

/// The post office of one server process.
pub struct Post {
    db: Db,
    clock: Clock,
    transport: Transport,
    composer: Arc<dyn Compose>,
    from: Mailbox,
    domain: String,
    sender: String,
    bell: Notify,
    looks: AtomicUsize,
}

impl std::fmt::Debug for Post {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Post({:?})", self.transport)
    }
}

impl Post {
    /// A post office that writes `from` this mailbox.
    pub fn new(
        db: Db,
        clock: Clock,
        transport: Transport,
        composer: Arc<dyn Compose>,
        from: Mailbox,
    ) -> Post {
        Post {
            db,
            clock,
            transport,
            composer,
            domain: from.email.domain().to_owned(),
            from,
            // Each process under a name of its own, which tells the operator which one it is.
            sender: format!("{}-{}", std::process::id(), short(&crate::random::id())),
            bell: Notify::new(),
            looks: AtomicUsize::new(0),
        }
    }

    /// Says that something may be in the outbox.
    pub fn ring(&self) {
        self.bell.notify_one();
    }

    /// Deals with one letter that is due, if there is one.
    pub async fn deliver_one(&self) -> Result<Step> {
        let now = self.clock.now();
        let mut due = self.db.read(move |conn| letters::due(conn, now, AT_ONCE as i64)).await?;
        // Colleagues who look at the same moment reach for different letters.
        let first = self.looks.fetch_add(1, Ordering::Relaxed) % due.len().max(1);
        due.rotate_left(first);
        for row in due {
            let (claimed, by, lapses) = (row.clone(), self.sender.clone(), now + CLAIM);
            let mine =
                self.db.write(move |conn| letters::claim(conn, &claimed, &by, lapses)).await?;
            if mine {
                return self.deliver(row).await;
            }
        }
        Ok(Step::Nothing)
    }

    async fn deliver(&self, row: LetterRow) -> Result<Step> {
        let outcome = match self.compose(&row).await {
            Ok(Verdict::Withdraw(why)) => {
                tracing::info!(letter = row.id, why, "letter withdrawn");
                return Ok(Step::Did(row.id, Outcome::Withdrawn(why)));
            }
            Ok(Verdict::Send(draft)) => match self.send(&row, &draft).await {
                Ok(()) => Outcome::Sent(self.clock.now()),
                Err(Undelivered::Permanent(why)) => Outcome::GivenUp(why),
                Err(Undelivered::Transient(why)) => self.again(&row, why),
            },
            Err(error) => {
                tracing::error!(letter = row.id, %error, "a letter could not be composed");
                self.again(&row, "it could not be composed".to_owned())
            }
        };
        match &outcome {
            Outcome::Sent(_) => tracing::info!(letter = row.id, "letter sent"),
            Outcome::Withdrawn(_) => {}
            // The server's answer often quotes the address; it stands in the outbox only.
            Outcome::Retry(..) => tracing::warn!(letter = row.id, "letter not sent yet"),
            Outcome::GivenUp(_) => tracing::warn!(letter = row.id, "letter given up"),
        }
        let (id, by, done) = (row.id.clone(), self.sender.clone(), outcome.clone());
        self.db.write(move |conn| letters::finish(conn, &id, &by, &done)).await?;
        Ok(Step::Did(row.id, outcome))
    }

    /// Has a letter composed; one that nobody wants is withdrawn in the same transaction.
    async fn compose(&self, row: &LetterRow) -> Result<Verdict> {
        let (composer, row, by) = (self.composer.clone(), row.clone(), self.sender.clone());
        let composed = self.db.write(move |conn| {
            let verdict = composer.compose(conn, &row)?;
            if let Verdict::Withdraw(why) = &verdict {
                letters::finish(conn, &row.id, &by, &Outcome::Withdrawn(why.clone()))?;
            }
            Ok(verdict)
        });
        composed.await
    }

    fn again(&self, row: &LetterRow, why: String) -> Outcome {
        let now = self.clock.now();
        let last = row.created_at + PERSISTENCE;
        if now >= last {
            return Outcome::GivenUp(why);
        }
        let tries = usize::try_from(row.attempts).unwrap_or(0);
        let delay = Duration::minutes(DELAYS[tries.min(DELAYS.len() - 1)]);
        Outcome::Retry(why, last.min(now + delay))
    }

    async fn send(&self, row: &LetterRow, draft: &Draft) -> Result<(), Undelivered> {
        let picture = match &draft.picture {
            Some(sketch) => sketch.finish(&row.id).await,
            None => None,
        };
        let message = self.message(row, draft, picture).map_err(|error| {
            tracing::error!(letter = row.id, %error, "a letter could not be put into words");
            Undelivered::Permanent("it could not be put into words".to_owned())
        })?;
        let time = row.created_at.format("%Y%m%dT%H%M%S%6f");
        let name = format!("{time}-{}-{}", row.kind, short(&row.id));
        let sending = self.transport.send(message, &name);
        tokio::time::timeout(ON_ITS_WAY, sending).await.unwrap_or_else(|_| {
            Err(Undelivered::Transient("the mail server takes too long".into()))
        })
    }

    fn message(&self, row: &LetterRow, draft: &Draft, picture: Option<Picture>) -> Result<Message> {
        let cid = format!("board.{}@{}", safe(&row.id), self.domain);
        let shown = picture.as_ref().map(|picture| Shown::of(picture, &cid));
        let rendered = draft.content.render(shown.as_ref())?;
        let id = |local: &str| format!("<{}@{}>", safe(local), self.domain);
        let to = mailbox(Some(&one_line(&draft.name)), &draft.address).map_err(Error::fault)?;
        let mut builder = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&rendered.subject)
            .message_id(Some(id(&row.id)))
            .date(date(row.created_at))
            .header(AutoSubmitted("auto-generated".to_owned()));
        if let Some(thread) = &draft.thread {
            builder = builder.references(id(thread)).in_reply_to(id(thread));
        }
        if let Some(link) = &draft.unsubscribe {
            builder = builder
                .header(ListUnsubscribe(format!("<{link}>")))
                .header(ListUnsubscribePost("List-Unsubscribe=One-Click".to_owned()));
        }
        let (text, html) = (SinglePart::plain(rendered.text), SinglePart::html(rendered.html));
        let body = MultiPart::alternative().singlepart(text);
        let body = match picture {
            None => body.singlepart(html),
            Some(picture) => body.multipart(related(html, picture.png, cid)?),
        };
        builder
            .header(header::ContentTransferEncoding::EightBit)
            .multipart(body)
            .map_err(Error::fault)
    }

    /// Delivers until `until` is over, several letters at a time.
    pub async fn run(self: Arc<Self>, until: tokio::sync::watch::Receiver<bool>) {
        let mut senders = Vec::new();
        for _ in 0..AT_ONCE {
            senders.push(tokio::spawn(self.clone().keep_delivering(until.clone())));
        }
        for sender in senders {
            if let Err(error) = sender.await {
                tracing::error!(%error, "a sender of letters broke");
            }
        }
    }

    async fn keep_delivering(self: Arc<Self>, mut until: tokio::sync::watch::Receiver<bool>) {
        while !*until.borrow() {
            match self.deliver_one().await {
                Ok(Step::Did(..)) => {
                    // More may wait: wake a colleague.
                    self.bell.notify_one();
                    continue;
                }
                Ok(Step::Nothing) => {}
                Err(error) => tracing::warn!(%error, "the outbox could not be looked at"),
            }
            tokio::select! {
                () = self.bell.notified() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
                _ = until.changed() => {}
            }
        }
    }
}

/// The HTML with its picture (RFC 2387), which it names by the id.
fn related(html: SinglePart, png: Vec<u8>, cid: String) -> Result<MultiPart> {
    let kind = header::ContentType::parse("image/png").map_err(Error::fault)?;
    let picture = Attachment::new_inline_with_name(cid, "board.png".to_owned()).body(png, kind);
    let mut related = MultiPart::related().build();
    let kind = format!(r#"multipart/related; type="text/html"; boundary="{}""#, related.boundary());
    let kind = header::ContentType::parse(&kind).map_err(Error::fault)?;
    related.headers_mut().set(kind);
    Ok(related.singlepart(html).singlepart(picture))
}

fn date(at: Instant) -> SystemTime {
    utc(at).into()
}

/// A letter's id as part of a Message-ID.
fn safe(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '.' }).collect()
}

fn short(id: &str) -> String {
    crate::random::token_hash(id)[..12].to_owned()
}
