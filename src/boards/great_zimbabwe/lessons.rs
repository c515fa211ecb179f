//! What is told to somebody who plays The Great Zimbabwe for the first time, decision by
//! decision.

use crate::boards::Lesson;

const fn lesson(name: &'static str, title: &'static str, text: &'static str) -> Lesson {
    Lesson { name, answers: &[], title, text }
}

const fn verb(answers: &'static [&'static str], title: &'static str, text: &'static str) -> Lesson {
    Lesson { name: answers[0], answers, title, text }
}

/// In the order in which they are told where several fit.
pub const LESSONS: &[Lesson] = &[
    lesson(
        "square",
        "Your first monument",
        "Victory points come from monuments, and to raise one you need goods that craftsmen make \
         from resources within three squares; a whole lake counts as one step. So begin where \
         several kinds of resources lie near.",
    ),
    verb(
        &["do:gift", "do:pass"],
        "The generosity of kings",
        "Whoever gives most plays first, and each gift must be higher than the one before. The \
         cattle are spread over the queue, so some of what others give comes to you; whoever \
         passes takes the last free place.",
    ),
    verb(
        &["do:raise"],
        "Raise a monument",
        "The higher a monument, the more points. From level n it takes n different goods, each \
         from a craftsman within reach, and each uses up a resource until the round ends.",
    ),
    verb(
        &["do:technology"],
        "A technology",
        "It lets you place one kind of craftsmen, and raises the victory requirement that you \
         have to reach. You set the price that others pay you for the goods.",
    ),
    verb(
        &["do:craftsman"],
        "A craftsman",
        "Place it where it reaches the resource that it works: each of them serves once a round. \
         Monuments of others within reach are your customers.",
    ),
    lesson(
        "price",
        "The price of your goods",
        "Everybody pays it, you too: what is paid lies on your card and comes home in the next \
         phase. A high price earns more from each and sends people to other craftsmen.",
    ),
    verb(
        &["do:god"],
        "A god for the whole match",
        "A god changes one rule for you and raises your victory requirement. You adore one only, \
         so take the one that helps in every round, or none.",
    ),
    verb(
        &["do:specialist"],
        "A specialist",
        "A specialist can be used in your turns and raises your victory requirement. It is worth \
         it if you mean to use it often.",
    ),
    verb(
        &["do:build"],
        "A further monument",
        "Instead of craftsmen or raising you may begin another monument. It is also a stepping \
         stone: on the way to a craftsman the reach begins anew at every monument.",
    ),
];
