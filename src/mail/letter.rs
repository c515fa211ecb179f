//! A letter as it travels by mail: one message with its headers, text, HTML and picture.

use super::content::{Content, Shown, one_line};
use super::picture::{Picture, Sketch};
use super::queue::{Carrier, Letter, Undelivered};
use super::transport::{AutoSubmitted, ListUnsubscribe, ListUnsubscribePost, Transport, mailbox};
use crate::clock::utc;
use crate::db::letters::LetterRow;
use crate::error::{Error, Result};
use crate::words::Word;
use lettre::Message;
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart, header};

/// A letter ready to be put into words.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The receiver's name.
    pub name: String,
    /// The receiver's address.
    pub address: String,
    /// What it says.
    pub content: Content,
    /// What it shows; of a digest, what its first parts show.
    pub pictures: Vec<Sketch>,
    /// Letters about the same thing stand together.
    pub thread: Option<String>,
    /// Where a POST mutes this kind of letter.
    pub unsubscribe: Option<String>,
}

/// Writes letters and gives them to a mail server.
#[derive(Debug)]
pub struct Postman {
    transport: Transport,
    from: Mailbox,
    /// Whether letters bring the pictures that they have.
    pictures: bool,
}

impl Carrier for Postman {
    type Kept = LetterRow;
    type Message = Draft;

    async fn carry(&self, letter: &Letter, draft: Draft) -> Result<(), Undelivered> {
        let mut pictures = Vec::new();
        for sketch in &draft.pictures {
            pictures.push(match self.pictures {
                true => sketch.finish(&letter.id).await,
                false => None,
            });
        }
        let message = self.message(letter, &draft, pictures).map_err(|error| {
            tracing::error!(letter = letter.id, %error, "a letter could not be put into words");
            Undelivered::Permanent("it could not be put into words".into())
        })?;
        let time = letter.created_at.format("%Y%m%dT%H%M%S%6f");
        let unique = &crate::random::token_hash(&letter.id)[..12];
        let name = format!("{time}-{}-{unique}", letter.kind.word());
        self.transport.send(message, &name).await
    }
}

impl Postman {
    /// A postman who writes `from` this mailbox.
    pub fn new(transport: Transport, from: Mailbox) -> Postman {
        Postman { transport, from, pictures: true }
    }

    /// The same postman, whose letters bring a picture only where that is so.
    pub fn with_pictures(self, pictures: bool) -> Postman {
        Postman { pictures, ..self }
    }

    fn message(
        &self,
        letter: &Letter,
        draft: &Draft,
        pictures: Vec<Option<Picture>>,
    ) -> Result<Message> {
        let domain = self.from.email.domain();
        let id = |local: &str| format!("<{}@{domain}>", safe(local));
        let cid = |at: usize| match at {
            0 => format!("board.{}@{domain}", safe(&letter.id)),
            _ => format!("board.{at}.{}@{domain}", safe(&letter.id)),
        };
        let shown = pictures.iter().enumerate();
        let shown: Vec<_> = shown
            .map(|(at, picture)| picture.as_ref().map(|picture| Shown::of(picture, &cid(at))))
            .collect();
        let rendered = draft.content.render(&shown)?;
        let to = mailbox(Some(&one_line(&draft.name)), &draft.address).map_err(Error::fault)?;
        let mut builder = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&rendered.subject)
            .message_id(Some(id(&letter.id)))
            .date(utc(letter.created_at).into())
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
        let pictures = pictures.into_iter().enumerate();
        let pictures: Vec<_> =
            pictures.filter_map(|(at, picture)| Some((cid(at), picture?.png))).collect();
        let body = match pictures.is_empty() {
            true => body.singlepart(html),
            false => body.multipart(related(html, pictures)?),
        };
        builder
            .header(header::ContentTransferEncoding::EightBit)
            .multipart(body)
            .map_err(Error::fault)
    }
}

/// The HTML with its pictures (RFC 2387), which it names by their ids.
fn related(html: SinglePart, pictures: Vec<(String, Vec<u8>)>) -> Result<MultiPart> {
    let mut related = MultiPart::related().build();
    let kind = format!(r#"multipart/related; type="text/html"; boundary="{}""#, related.boundary());
    let kind = header::ContentType::parse(&kind).map_err(Error::fault)?;
    related.headers_mut().set(kind);
    let mut related = related.singlepart(html);
    for (cid, png) in pictures {
        let kind = header::ContentType::parse("image/png").map_err(Error::fault)?;
        let picture = Attachment::new_inline_with_name(cid, "board.png".to_owned());
        related = related.singlepart(picture.body(png, kind));
    }
    Ok(related)
}

/// A letter's id as part of a Message-ID.
fn safe(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '.' }).collect()
}
