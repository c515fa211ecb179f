//! The decoder that the variable `DECODER` names, given what libFuzzer thinks up.

#![no_main]

#[path = "../../tests/decoders/mod.rs"]
mod decoders;

use decoders::{DECODERS, Decoder};
use std::sync::LazyLock;

static CHOSEN: LazyLock<&Decoder> = LazyLock::new(|| {
    let name = std::env::var("DECODER").unwrap_or_default();
    let names: Vec<&str> = DECODERS.iter().map(|decoder| decoder.name).collect();
    let chosen = DECODERS.iter().find(|decoder| decoder.name == name);
    chosen.unwrap_or_else(|| panic!("set DECODER to one of {names:?}"))
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| (CHOSEN.holds)(data));
