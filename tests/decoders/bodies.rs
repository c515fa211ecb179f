//! Bodies of the API and forms of the pages, read as each of their types.

use actix_web::web::Query;
use garde::Validate;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use turnwise::games::SHELF;
use turnwise::rules::chance::Seeded;
use turnwise::web::api::{
    accounts, invitations, matches, me, proof, robots, seats, second_factor, sessions, table,
};
use turnwise::web::pages;

fn read<T: DeserializeOwned + Validate<Context = ()>>(data: &[u8]) -> Option<T> {
    let value: T = serde_json::from_slice(data).ok()?;
    value.validate().ok().map(|()| value)
}

/// A body is read or refused; a match that may be opened has a title that can be read
/// and options that its game knows or refuses.
pub fn body(data: &[u8]) {
    read::<accounts::Registration>(data);
    read::<accounts::Link>(data);
    read::<accounts::Forgotten>(data);
    read::<accounts::NewPassword>(data);
    read::<sessions::Credentials>(data);
    read::<sessions::Refresh>(data);
    read::<me::AccountChange>(data);
    read::<me::Closing>(data);
    read::<me::NewToken>(data);
    read::<second_factor::EnrolmentRequest>(data);
    read::<second_factor::FirstCode>(data);
    read::<second_factor::FactorProof>(data);
    read::<proof::Commitment>(data);
    read::<robots::NewRobot>(data);
    read::<seats::Joining>(data);
    read::<invitations::NewInvitation>(data);
    read::<table::TakingBack>(data);
    if let Some(commands) = read::<table::NewCommands>(data) {
        assert!((1..=50).contains(&commands.commands.len()));
    }
    if let Some(new) = read::<matches::NewMatch>(data) {
        assert!(!new.title.trim().is_empty() && !new.title.chars().any(char::is_control));
        options(&new.config);
    }
    if let Ok(value) = serde_json::from_slice::<Value>(data) {
        options(&value);
    }
}

/// Options are refused, or a match can be dealt by them, or is refused too.
fn options(given: &Value) {
    for game in SHELF {
        let Ok(config) = game.config(given) else { continue };
        assert_eq!(game.config(&config).as_ref(), Ok(&config), "read again they are others");
        for seats in game.info().seats {
            let Ok(setup) = game.deal(&config, usize::from(seats), &mut Seeded::new(1)) else {
                continue;
            };
            let state = game.begin(game.schema(), &setup).expect("a set-up of our own");
            game.audit(&state).expect("a law is broken");
        }
    }
}

/// A form or the query of a page is read or refused.
pub fn form(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    fn read<T: DeserializeOwned>(text: &str) {
        drop(Query::<T>::from_query(text));
    }
    read::<pages::table::Looking>(text);
    read::<pages::past::Asked>(text);
    read::<pages::matches::Wanted>(text);
    read::<pages::lobby::Joining>(text);
    read::<pages::lobby::NewRobot>(text);
    read::<pages::invitations::ToInvite>(text);
    read::<pages::invitations::Coming>(text);
    read::<pages::people::Credentials>(text);
    read::<pages::people::NewPerson>(text);
    read::<pages::play::Confirmed>(text);
    read::<pages::play::Back>(text);
    read::<BTreeMap<String, String>>(text);
    let Ok(fields) = Query::<BTreeMap<String, String>>::from_query(text) else { return };
    for game in SHELF {
        options(&pages::options::config(*game, &fields.0));
    }
    if let Some(plan) = fields.get("plan")
        && let Ok(commands) = serde_json::from_str::<Vec<Value>>(plan)
    {
        for command in commands.iter().take(3) {
            super::command(command.to_string().as_bytes());
        }
    }
}
