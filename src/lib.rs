//! Turnwise: deep board games by web, one turn at a time.
pub mod games;
pub mod rules;
