//! Tests of The Great Zimbabwe: the laws, recorded matches, and tales by topic.

mod laws;
