//! Turnwise: deep board games by web, one turn at a time.
pub mod accounts;
pub mod clock;
pub mod config;
pub mod db;
pub mod demo;
pub mod error;
pub mod games;
pub mod mail;
pub mod matches;
pub mod random;
pub mod rules;
pub mod web;
