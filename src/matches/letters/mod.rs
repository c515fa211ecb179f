//! Letters about matches: [`notices`] (which, for whom), [`compose`] (what they say,
//! decided when they are sent), [`picture`] (what they show).

pub mod compose;
pub mod notices;
pub mod picture;
