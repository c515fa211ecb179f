//! Reading matches: [`names`] (what people are called), [`look`] (a match as somebody
//! sees it), [`list`] (the lobby), [`book`] (a whole stream as somebody may read it), [`events`]
//! (read once and kept), [`history`] (every event as a sentence), [`told`] (for many at once),
//! [`agenda`] (what people propose to each other), [`course`] (its rounds, the points over time).

pub mod agenda;
pub mod book;
pub mod course;
pub mod events;
pub mod history;
pub mod list;
pub mod look;
pub mod names;
pub mod told;
