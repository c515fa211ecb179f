//! How well people play a game, by its ended matches alone.
//!
//! In reading order: [`result`] (what one match says), [`scale`] (the model), [`ladder`] (match
//! after match), [`keeping`] (as rows, by the runner), [`rebuild`] (all of it anew from the
//! streams), [`profile`] (what is shown of it).

pub mod keeping;
mod ladder;
pub mod profile;
pub mod rebuild;
pub mod result;
pub mod scale;
