//! Letters: what they say, how they travel, and when they are sent.
//!
//! [`content`] holds the words of each letter, [`transport`] the ways to send
//! one, [`picture`] what a letter shows, [`deliver`] takes letters out of the outbox
//! one by one. Knows db, error and clock. What a letter is about is composed by whoever put it into the
//! outbox, at the time it is sent ([`deliver::Compose`]).

pub mod content;
pub mod deliver;
pub mod picture;
pub mod transport;
