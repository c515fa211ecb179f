//! Letters about matches: [`notices`] (who should hear of what), [`reader`] (who wants to
//! hear of what, and when), [`fresh`] (whether it is still news), [`gather`] (what has
//! gathered in a mailbox becomes one letter), [`rhythm`] (how often, as people set it),
//! [`spread`] (the same by webhooks and browsers), [`composer`] (whatever waits to be sent),
//! [`compose`] (what letters say, decided when they are sent), [`picture`] (what they show).

pub mod compose;
pub mod composer;
pub mod fresh;
pub mod gather;
pub mod notices;
pub mod picture;
pub mod reader;
pub mod rhythm;
pub mod spread;
