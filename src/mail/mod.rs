//! Letters: what they say, how they travel, and when they are sent.
//!
//! In reading order: [`kind`] (what there are letters about), [`notice`] (what somebody
//! should hear of), [`rhythm`] (how often), [`queue`] (the outbox: what is due is composed
//! and handed over), [`outbox`] (where it is kept), [`letter`] (a message as it travels),
//! [`content`], `about_match`, `stranger`, `way_off`, [`digest`] and [`sign_in`] (its words), [`picture`] (what it
//! shows), [`transport`] (the ways to send it), [`smtp`] (a conversation with a mail server), [`breaker`] (waiting for
//! one that is away). Knows db, runner, error and clock. What a letter is about is composed
//! by whoever put it into the outbox, at the time it is sent ([`queue::Compose`]).

mod about_match;
pub mod breaker;
pub mod content;
pub mod digest;
pub mod kind;
pub mod letter;
pub mod notice;
pub mod outbox;
pub mod picture;
pub mod queue;
pub mod rhythm;
pub mod sign_in;
pub mod smtp;
mod stranger;
pub mod transport;
mod way_off;
