//! Tests of Bora Bora: the laws, and tales by topic.

mod dice;
mod facts;
mod gods;
mod green;
mod laws;
mod robots;
mod rounds;
mod rulings;
mod start;
mod table;
