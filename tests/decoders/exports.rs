//! Files given to `turnwise verify`: as they come, and made to fit in themselves.

use turnwise::matches::proof::export::{Export, Stored};
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::{replay, verify};
use turnwise::matches::stream::chain;

/// A file is verified or refused, and one that was changed is never proved as it came.
pub fn export(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = verify(text, &Trust::default());
    let _ = replay(text, None);
    if let Ok(export) = serde_json::from_str::<Export>(text) {
        fitting(export);
    }
}

/// Whoever makes a false file can make every hash and the digest fit it.
fn fitting(mut export: Export) {
    let Ok(mut rows) = export.rows() else { return };
    let mut before = chain::START.to_owned();
    for row in &mut rows {
        row.hash = chain::hash(&before, row);
        before.clone_from(&row.hash);
    }
    export.events = rows.into_iter().map(Stored::of).collect();
    "turnwise match 1".clone_into(&mut export.format);
    let text = export.digested().text();
    let read = Export::read(&text).expect("it fits in itself");
    let _ = verify(&text, &Trust::default());
    for at in [0, 1, read.events.len() as i64, i64::MAX] {
        let _ = replay(&text, Some(at));
    }
}
