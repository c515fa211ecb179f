//! What a reader trusts besides the file itself: nothing that comes inside the file.

use super::export::Export;
use super::verified::shown;
use crate::clock::rfc3339;
use crate::db::events::EventRow;
use crate::matches::stream::receipt::Receipt;
use std::collections::BTreeSet;

/// Keys and receipts that a reader has from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    keys: Vec<String>,
    letters: Vec<Vec<Receipt>>,
}

/// What a match agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// How many receipts for the match were given.
    pub receipts: usize,
    /// The latest event that a receipt covers; 0 without one.
    pub covered: usize,
    /// Whether a key that is trusted has signed the last event.
    pub signed: bool,
}

impl Trust {
    /// Trust in these public keys of the service, 64 hexadecimal digits each, and in the
    /// receipts of these letters: one letter may tell of several matches.
    ///
    /// # Errors
    /// Says which text is no key, or which receipt is not signed by the key it names.
    pub fn new(keys: &[String], letters: Vec<Vec<Receipt>>) -> Result<Trust, String> {
        let mut known = Vec::new();
        for key in keys {
            let key = key.trim().to_ascii_lowercase();
            if key.len() != 64 || !key.chars().all(|c| c.is_ascii_hexdigit()) {
                return Err(format!("“{key}” is no key: 64 hexadecimal digits are"));
            }
            known.push(key);
        }
        for receipt in letters.iter().flatten() {
            if !receipt.is_signed() {
                return Err(format!(
                    "the receipt for event {} is not signed by its key: it was damaged",
                    receipt.version
                ));
            }
            if !known.is_empty() && !known.contains(&receipt.key) {
                return Err(format!(
                    "the receipt for event {} is signed by a key that you do not trust",
                    receipt.version
                ));
            }
        }
        Ok(Trust { keys: known, letters })
    }

    /// Compares a stream with all that is trusted.
    pub(super) fn agrees(&self, export: &Export, stored: &[EventRow]) -> Result<Agreed, String> {
        let own = &export.receipt;
        let last = stored.last().ok_or("the stream is empty")?;
        if !is_for(own, last) || !own.is_signed() {
            return Err("the receipt in the file is not for the end of this match".to_owned());
        }
        let signed = self.keys.contains(&own.key);
        if !self.keys.is_empty() && !signed {
            return Err("no key that you trust has signed the end of this match".to_owned());
        }
        // A receipt that was given twice is one.
        let mut given = BTreeSet::new();
        let mut covered = 0;
        for letter in &self.letters {
            for receipt in for_this(letter, &export.match_id)? {
                given.insert(&receipt.signature);
                covered = covered.max(covers(receipt, stored)?);
            }
        }
        Ok(Agreed { receipts: given.len(), covered, signed })
    }
}

/// The receipts of a letter that are for this match; refuses a letter that has none.
fn for_this<'a>(letter: &'a [Receipt], match_id: &str) -> Result<Vec<&'a Receipt>, String> {
    let own: Vec<&Receipt> = letter.iter().filter(|one| one.match_id == match_id).collect();
    if own.is_empty() {
        let others: BTreeSet<String> = letter.iter().map(|one| shown(&one.match_id)).collect();
        let others = others.into_iter().collect::<Vec<_>>().join(" and ");
        return Err(format!("what you gave holds no receipt for this match, but for {others}"));
    }
    Ok(own)
}

/// Up to which event a receipt says that a stream is the one that was played.
fn covers(receipt: &Receipt, stored: &[EventRow]) -> Result<usize, String> {
    let at = usize::try_from(receipt.version).unwrap_or(0);
    match stored.get(at.wrapping_sub(1)) {
        Some(row) if is_for(receipt, row) => Ok(at),
        _ => Err(format!(
            "event {} is not the one that the receipt is for: the match was rewritten",
            receipt.version
        )),
    }
}

fn is_for(receipt: &Receipt, row: &EventRow) -> bool {
    receipt.match_id == row.match_id
        && receipt.version == row.version
        && receipt.hash == row.hash
        && receipt.at == rfc3339(row.recorded_at)
}
