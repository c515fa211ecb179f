//! The service as its users meet it: one test binary.
//!
//! `TURNWISE_TEST_DATABASE=postgres` runs everything on Postgres instead of SQLite.

mod accounts;
mod addresses;
mod app;
mod backup;
mod browse;
mod browser;
mod clocks;
mod credentials;
mod dealt_anew;
#[path = "../decoders/mod.rs"]
mod decoders;
mod edge;
mod end_to_end;
mod faults;
mod forged;
mod gathering;
mod guessing;
mod hours;
mod input;
mod laws;
mod live;
mod lobby;
mod mail;
mod moving;
mod newcomers;
mod newer;
mod notices;
mod offers;
mod openapi;
mod outbox;
mod pages;
mod pictures;
mod play;
mod postgres;
mod process;
mod promises;
mod proof;
mod proposals;
mod quotas;
mod robots;
mod second_factor;
mod secrets;
mod smtp;
mod strangers;
mod streams;
mod table;
mod taking_back;
mod teaching;
mod tidy;
mod tls;
mod uncommitted;
mod visibility;
mod watching;
mod writes;
