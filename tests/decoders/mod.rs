//! What must hold of every decoder that meets strangers, whatever it is given. Each takes
//! bytes and panics where it does not hold; property tests and fuzzers share them.

mod bodies;
mod commands;
mod exports;
mod headers;

pub use bodies::{body, form};
pub use commands::command;
pub use exports::export;
pub use headers::header;

/// A decoder, with the file of `tests/corpus` whose lines it is first tried with.
pub struct Decoder {
    /// The name of the file, and of the fuzz target.
    pub name: &'static str,
    /// Panics where something does not hold.
    pub holds: fn(&[u8]),
}

/// All of them.
pub const DECODERS: &[Decoder] = &[
    Decoder { name: "commands", holds: command },
    Decoder { name: "bodies", holds: body },
    Decoder { name: "forms", holds: form },
    Decoder { name: "headers", holds: header },
    Decoder { name: "exports", holds: export },
];
