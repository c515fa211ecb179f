//! `turnwise verify` and `turnwise replay`: what was played, decided again.

use super::say;
use crate::config::Config;
use crate::db::Db;
use crate::matches::proof::database::verify_database;
use crate::matches::proof::trust::Trust;
use crate::matches::proof::verified::{Verified, shown};
use crate::matches::proof::verify;
use crate::matches::stream::receipt::Receipt;
use std::path::{Path, PathBuf};

/// What a program ends with that could not check what it was asked to.
const UNCHECKED: u8 = 2;

/// Decides every stream of the database again; gives the exit code.
pub fn database(config: &Config) -> Result<u8, String> {
    let looked = config.existing_database().and_then(|url| Db::inspect(&url, verify_database));
    let checked = match looked {
        Ok(checked) => checked,
        Err(why) => return Ok(unchecked(&why)),
    };
    for wrong in &checked.wrong {
        say(format_args!("{}: {}", shown(&wrong.match_id), shown(&wrong.why)));
    }
    say(format_args!("{} streams, {} wrong", checked.streams, checked.wrong.len()));
    if !checked.wrong.is_empty() {
        return Err("some streams are wrong".to_owned());
    }
    if checked.undecided > 0 {
        say(format_args!(
            "{} events of older versions, or by hours that are not kept, were read, and not decided \
             again in full",
            checked.undecided
        ));
    }
    Ok(checked.exit_code())
}

/// Proves an exported match with these receipts and trusted keys; gives the exit code.
pub fn file(file: Option<PathBuf>, given: Vec<String>, keys: &[String]) -> Result<u8, String> {
    let keys_are_keys = Trust::new(keys, Vec::new());
    let (bytes, letters) = match keys_are_keys.and_then(|_| asked(file, given)) {
        Ok(asked) => asked,
        Err(why) => return Ok(unchecked(&why)),
    };
    let verified = verify::verify(&text(bytes)?, &Trust::new(keys, letters)?)?;
    print_verified(&verified);
    Ok(verified.exit_code())
}

/// What is in a file, and the receipts in each letter.
fn asked(
    file: Option<PathBuf>,
    given: Vec<String>,
) -> Result<(Vec<u8>, Vec<Vec<Receipt>>), String> {
    let file = file.ok_or("name an exported file, or use --database")?;
    let mut letters = Vec::new();
    for given in given {
        let path = Path::new(&given);
        // A letter may be in any encoding; a receipt in it is not.
        let bytes = if path.is_file() { read(path)? } else { given.clone().into_bytes() };
        let found = Receipt::all_in(&String::from_utf8_lossy(&bytes));
        if found.is_empty() {
            return Err(format!("there is no receipt in “{given}”"));
        }
        letters.push(found);
    }
    Ok((read(&file)?, letters))
}

/// Says why something was not checked; gives the exit code.
fn unchecked(why: &str) -> u8 {
    super::complain(shown(why));
    UNCHECKED
}

fn print_verified(verified: &Verified) {
    say(format_args!("{}", verified.headline()));
    for line in verified.said().iter().chain(&verified.standings()) {
        say(line);
    }
}

/// Prints the state of an exported match at a version, at the last one if none is named, and says
/// beside it what the file is worth; gives the exit code.
pub fn replay(file: &Path, at: Option<i64>) -> Result<u8, String> {
    let bytes = match read(file) {
        Ok(bytes) => bytes,
        Err(why) => return Ok(unchecked(&why)),
    };
    let (verified, view) = verify::replay(&text(bytes)?, at)?;
    match view {
        Ok(view) => super::print_json(&view),
        Err(why) => return Ok(unchecked(&why)),
    }
    super::remark(verified.headline());
    Ok(verified.exit_code())
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// An export is text; what is not was damaged.
fn text(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|_| "the file is no text in UTF-8".to_owned())
}
