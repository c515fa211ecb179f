//! Receipts: the server's signature under what a match was at a version.
//!
//! Whoever holds a receipt, from an answer or a letter, can show later that the match
//! was rewritten. The signature (Ed25519) covers the UTF-8 text of the JSON array
//! `["turnwise receipt 1", match, version, hash, time]`; the time is that of the event.
//! One key serves a whole service and is kept in its database; older public keys are
//! listed with it.

use crate::clock::{Instant, rfc3339};
use crate::db::Db;
use crate::db::keys::{self, KeyRow};
use crate::error::{Error, Result};
use crate::matches::stream::state::Match;
use ring::rand::SystemRandom;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// What a receipt in one line begins with.
const MARK: &str = "turnwise-receipt-1";

/// What the server has signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// Which match.
    pub match_id: String,
    /// At which version.
    pub version: i64,
    /// The hash of this version's event.
    pub hash: String,
    /// When that was accepted, RFC 3339.
    pub at: String,
    /// The public key that signed it, 64 hexadecimal digits.
    pub key: String,
    /// The signature, 128 hexadecimal digits.
    pub signature: String,
}

impl Receipt {
    fn message(&self) -> String {
        let Receipt { match_id, version, hash, at, .. } = self;
        serde_json::to_string(&(MARK.replace('-', " "), match_id, version, hash, at))
            .expect("strings and numbers have a JSON form")
    }

    /// Whether the key that it names has signed it. Says nothing about whose key that is.
    pub fn is_signed(&self) -> bool {
        let (Ok(key), Ok(signature)) = (hex::decode(&self.key), hex::decode(&self.signature))
        else {
            return false;
        };
        UnparsedPublicKey::new(&ED25519, key).verify(self.message().as_bytes(), &signature).is_ok()
    }

    /// Every receipt in a text, each once: in the JSON of an answer, wherever it stands
    /// in it, or in a letter, wherever a mail program has broken its line, quoted it or
    /// encoded it as quoted-printable.
    pub fn all_in(text: &str) -> Vec<Receipt> {
        let mut found = Vec::new();
        match serde_json::from_str(text) {
            Ok(json) => in_json(&json, &mut found),
            Err(_) => {
                let broken = |c: &char| c.is_ascii_graphic() && !matches!(c, '>' | '=');
                let whole: String = text.chars().filter(broken).collect();
                found.extend(whole.split(MARK).skip(1).filter_map(Receipt::of_line));
            }
        }
        let mut once: Vec<Receipt> = Vec::new();
        for receipt in found {
            if !once.contains(&receipt) {
                once.push(receipt);
            }
        }
        once
    }

    /// Reads what follows the mark in a line without its blanks. All but the version has
    /// a known length, and the first `-` after the match is in the time.
    fn of_line(line: &str) -> Option<Receipt> {
        let (match_id, rest) = line.split_at_checked(36)?;
        let year = rest.find('-')?.checked_sub(4)?;
        let (version, rest) = rest.split_at_checked(year.checked_sub(64)?)?;
        let (hash, rest) = rest.split_at_checked(64)?;
        let (at, rest) = rest.split_at_checked(27)?;
        let (key, rest) = rest.split_at_checked(64)?;
        let (signature, _) = rest.split_at_checked(128)?;
        Some(Receipt {
            match_id: match_id.to_owned(),
            version: version.parse().ok()?,
            hash: hash.to_owned(),
            at: at.to_owned(),
            key: key.to_owned(),
            signature: signature.to_owned(),
        })
    }
}

fn in_json(json: &Value, found: &mut Vec<Receipt>) {
    if let Ok(receipt) = Receipt::deserialize(json) {
        found.push(receipt);
        return;
    }
    match json {
        Value::Object(fields) => fields.values().for_each(|value| in_json(value, found)),
        Value::Array(items) => items.iter().for_each(|item| in_json(item, found)),
        Value::String(text) if text.contains(MARK) => found.extend(Receipt::all_in(text)),
        _ => {}
    }
}

impl std::fmt::Display for Receipt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Receipt { match_id, version, hash, at, key, signature } = self;
        write!(f, "{MARK} {match_id} {version} {hash} {at} {key} {signature}")
    }
}

/// A public key of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// 64 hexadecimal digits.
    pub key: String,
    /// When it was made.
    pub made_at: Instant,
}

/// The key that signs, and the public keys of the service, newest first.
#[derive(Clone)]
pub struct Signer {
    pair: Arc<Ed25519KeyPair>,
    public: Arc<[PublicKey]>,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signer({})", self.public[0].key)
    }
}

impl Signer {
    /// The key of the service, made now if this is its first start.
    ///
    /// # Errors
    /// Where the database does not answer or holds a key that cannot be read.
    pub fn of(db: &Db, now: Instant) -> Result<Signer> {
        // A server starts within a runtime, where nothing may wait.
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| Signer::read(db, now));
            waiting.join().map_err(|_| Error::fault("reading the key broke"))?
        })
    }

    fn read(db: &Db, now: Instant) -> Result<Signer> {
        if db.read_blocking(keys::all)?.is_empty() {
            let made = KeyRow::first(new_key()?, now);
            match db.write_blocking(move |conn| keys::insert(conn, &made)) {
                // Another process was first: its key is the service's.
                Err(error) if crate::db::is_taken(&error) => {}
                done => done?,
            }
        }
        let rows = db.read_blocking(keys::all)?;
        let newest = rows.first().ok_or_else(|| Error::fault("the service has no key"))?;
        let unreadable = |_| Error::fault("the service's key cannot be read");
        let pkcs8 = hex::decode(&newest.pkcs8).map_err(|_| Error::fault("the key is no hex"))?;
        let pair = Ed25519KeyPair::from_pkcs8(&pkcs8).map_err(unreadable)?;
        if hex::encode(pair.public_key().as_ref()) != newest.public_key {
            return Err(Error::fault("the service's public key is not that of the key that signs"));
        }
        let public =
            rows.into_iter().map(|row| PublicKey { key: row.public_key, made_at: row.made_at });
        Ok(Signer { pair: Arc::new(pair), public: public.collect() })
    }

    /// A key that is the same at every run.
    #[cfg(test)]
    pub(crate) fn of_seed(seed: [u8; 32]) -> Signer {
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).expect("any seed will do");
        let key = hex::encode(pair.public_key().as_ref());
        let made_at = chrono::DateTime::UNIX_EPOCH.naive_utc();
        Signer { pair: Arc::new(pair), public: [PublicKey { key, made_at }].into() }
    }

    /// The public keys of the service, newest first.
    pub fn public_keys(&self) -> &[PublicKey] {
        &self.public
    }

    /// Signs what a match is now.
    pub fn receipt(&self, of: &Match) -> Receipt {
        self.sign(&of.id, of.version, &of.hash, of.changed_at)
    }

    /// Signs that the event of a version has this hash.
    pub fn sign(&self, match_id: &str, version: i64, hash: &str, at: Instant) -> Receipt {
        let mut receipt = Receipt {
            match_id: match_id.to_owned(),
            version,
            hash: hash.to_owned(),
            at: rfc3339(at),
            key: self.public[0].key.clone(),
            signature: String::new(),
        };
        receipt.signature = hex::encode(self.pair.sign(receipt.message().as_bytes()));
        receipt
    }
}

/// A new key: its public half and all of it, as hexadecimal digits.
fn new_key() -> Result<(String, String)> {
    let broken = |_| Error::fault("no key could be made");
    let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(broken)?;
    let pair = Ed25519KeyPair::from_pkcs8(pkcs8.as_ref())
        .map_err(|_| Error::fault("a key just made cannot be read"))?;
    Ok((hex::encode(pair.public_key().as_ref()), hex::encode(pkcs8.as_ref())))
}
