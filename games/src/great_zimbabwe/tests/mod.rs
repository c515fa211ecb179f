//! Tests of The Great Zimbabwe: the laws, and tales by topic.

mod drawn;
mod examples;
mod facts;
mod gods;
mod kings;
mod laws;
mod placing;
mod raising;
mod ranges;
mod roads;
mod robots;
mod rounds;
mod turns;
