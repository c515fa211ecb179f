//! A message as a webhook takes it: as JSON, or as Discord and Slack want it; signed as
//! Standard Webhooks say it.
//!
//! `webhook-signature` is `v1,` and, in base 64, the HMAC-SHA-256 of `ID.TIMESTAMP.BODY` under
//! the hook's own secret, of which what follows `whsec_` is the key in base 64. A message that
//! is sent again has the same `webhook-id`.

use super::http::Parcel;
use super::news::News;
use super::way::Form;
use crate::clock::{Instant, rfc3339, utc};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

/// What a signing secret begins with.
const PREFIX: &str = "whsec_";

/// A hook's secret as its person is shown it.
pub fn secret_text(key: &[u8]) -> String {
    format!("{PREFIX}{}", STANDARD.encode(key))
}

/// A message for a webhook: `id` names it for good, `key` signs it, as of `now`.
pub fn parcel(
    (form, address): (Form, &str),
    key: &[u8],
    id: &str,
    news: &News,
    now: Instant,
) -> Parcel {
    let body = body(form, news).to_string();
    let timestamp = utc(now).timestamp().to_string();
    let headers = vec![
        ("content-type", "application/json".to_owned()),
        ("webhook-signature", signature(key, id, &timestamp, &body)),
        ("webhook-timestamp", timestamp),
        ("webhook-id", id.to_owned()),
    ];
    let address = address.to_owned();
    Parcel { address, headers, body: body.into_bytes(), gone: form.gone() }
}

fn signature(key: &[u8], id: &str, timestamp: &str, body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(key).expect("any key length will do");
    let mac = mac.chain_update(format!("{id}.{timestamp}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// What is sent.
fn body(form: Form, news: &News) -> Value {
    let News { text, link, .. } = news;
    match form {
        Form::Discord => json!({
            "username": "Turnwise",
            "content": format!("{} <{link}>", plain_for_discord(text)),
            // Whatever a title says, it calls nobody.
            "allowed_mentions": { "parse": [] },
        }),
        Form::Slack => json!({
            "text": format!("{} {link}", plain_for_slack(text)),
            "mrkdwn": false,
            "unfurl_links": false,
        }),
        Form::Json | Form::Browser => json!({
            "type": news.subject.word(),
            "timestamp": rfc3339(news.at),
            "data": {
                "text": text,
                "link": link,
                "match": news.about.as_ref().map(|one| json!({
                    "id": one.id, "title": one.title, "game": one.game,
                })),
                "thread": news.thread,
            },
        }),
    }
}

/// What people wrote, so that Discord takes nothing in it for formatting.
fn plain_for_discord(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '.' | ',' | ';' | '(' | ')' | '\'' | '"') {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}

/// The same for Slack, which knows three characters.
fn plain_for_slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks specification and its libraries.
    #[test]
    fn a_message_is_signed_as_standard_webhooks_say_it() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed = signature(
            &key,
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "1614265330",
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assert_eq!(secret_text(&key), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    }

    #[test]
    fn nothing_that_people_write_is_taken_for_formatting_or_a_call() {
        let title = "*Hi* [x](https://evil.example) @everyone <@1> `a` ~~b~~ ||c||";
        let plain = plain_for_discord(title);
        for mark in ["[x]", "https://", "<@", "`a`", "~~", "||", "*Hi*"] {
            assert!(!plain.contains(mark), "{plain}");
        }
        assert!(plain.contains(r" \@everyone "), "{plain}");
        assert_eq!(plain.replace('\\', ""), title, "and nothing of it is lost");
        assert_eq!(plain_for_slack("<!channel> & co"), "&lt;!channel&gt; &amp; co");
    }
}
