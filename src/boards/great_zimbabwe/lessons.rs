//! What is told to somebody who plays The Great Zimbabwe for the first time, decision by
//! decision.

use crate::boards::Lesson;

const fn lesson(name: &'static str, title: &'static str, text: &'static str) -> Lesson {
    Lesson { name, answers: &[], early: true, title, text }
}

/// Told while it is being done, since several can be done at a time.
const fn verb(answers: &'static [&'static str], title: &'static str, text: &'static str) -> Lesson {
    Lesson { name: answers[0], answers, early: false, title, text }
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
    Lesson {
        name: "do:gift",
        answers: &["do:gift", "do:pass"],
        early: true,
        title: "The generosity of kings",
        text: "A round begins with gifts: whoever gives most plays first, and each gift must be \
               higher than the one before. The cattle are spread over the queue, so some of what \
               others give comes to you; whoever passes takes the last free place.",
    },
    Lesson {
        name: "turn",
        answers: &["do:technology", "do:build"],
        early: true,
        title: "Your turn",
        text: "Do one main thing: build a monument, place craftsmen, or raise monuments. With a \
               technology you can place its craftsmen at once, and goods raise monuments, so that \
               is a good beginning; before it you may take a god or a specialist.",
    },
    verb(
        &["do:raise"],
        "Raise a monument",
        "Each level takes as many different goods as the monument is high: one for the second \
         level, two for the third. Each comes from a craftsman within reach and uses up a resource \
         until the round ends.",
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
        "The numbers on the map say how many of its resources it would reach from a square; each \
         resource serves once a round. Monuments within reach can use it, yours and those of your \
         customers. Many cover two squares: then you choose how it lies.",
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
