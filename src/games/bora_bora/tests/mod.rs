//! Tests of Bora Bora: the laws, whole recorded matches, and tales by topic.

mod laws;
