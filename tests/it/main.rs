//! The service as its users meet it: one test binary.
//!
//! `TURNWISE_TEST_DATABASE=postgres` runs everything on Postgres instead of SQLite.

mod accounts;
mod app;
mod browse;
mod browser;
mod end_to_end;
mod faults;
mod input;
mod live;
mod lobby;
mod mail;
mod openapi;
mod outbox;
mod pages;
mod pictures;
mod play;
mod postgres;
mod process;
mod robots;
mod smtp;
mod streams;
mod tidy;
mod tls;
mod visibility;
