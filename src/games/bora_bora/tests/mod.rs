//! Tests of Bora Bora: the laws, whole recorded matches, and tales by topic.

mod dice;
mod gods;
mod laws;
mod recorded;
mod robots;
mod rounds;
mod rulings;
mod start;
mod table;
