//! What is told to somebody who plays The Great Zimbabwe for the first time, decision by
//! decision.

use crate::Lesson;

/// Told while it is being done, since several can be done at a time.
const fn verb(answers: &'static [&'static str], title: &'static str, text: &'static str) -> Lesson {
    Lesson { name: answers[0], answers, early: false, title, text }
}

/// In the order in which they are told where several fit.
pub const LESSONS: &[Lesson] = &[
    Lesson::new(
        "square",
        "Your first monument",
        "Victory points come mostly from monuments, and to raise one you need goods that \
         craftsmen make from resources within three squares; a whole lake counts as one step. So \
         start near several kinds of resources.",
    ),
    Lesson {
        name: "do:gift",
        answers: &["do:gift", "do:pass"],
        early: true,
        title: "The generosity of kings",
        text: "A round begins with gifts: whoever gives most plays first, whoever passes takes the \
               last free place. The cattle are spread over the queue, so some of what others give \
               comes to you.",
    },
    Lesson {
        name: "turn",
        answers: &["do:technology", "do:build"],
        early: true,
        title: "Your turn",
        text: "Do one main thing: build a monument, place craftsmen (also of a new technology), or \
               raise monuments; before or after it you may take a god or a specialist. Goods raise \
               monuments, so taking a technology is a good first turn.",
    },
    verb(
        &["do:raise"],
        "Raise a monument",
        "A monument needs as many different goods as it has levels: each is paid to a craftsman \
         within reach and uses up a resource until the round ends. A secondary craftsman needs a \
         primary one, which is paid and uses up a resource, too.",
    ),
    verb(
        &["do:technology"],
        "A technology",
        "It lets you place one kind of craftsmen, the first at once, and raises the victory \
         requirement that you have to reach. You set the price that is paid for the goods.",
    ),
    verb(
        &["do:craftsman"],
        "A craftsman",
        "The numbers on the map say how many of its resources it would reach from a square; each \
         resource serves once a round. Monuments within reach can use it, yours and those of your \
         customers.",
    ),
    Lesson::new(
        "price",
        "The price of your goods",
        "Everybody pays it, you too, and what is paid comes home to you in the next phase. Later it \
         can only go up, and a high price drives buyers to other craftsmen.",
    ),
    verb(
        &["do:god"],
        "A god for the whole match",
        "A god changes one rule for you, and nearly every god raises your victory requirement. You \
         adore one only, so take the one that helps in every round, or none.",
    ),
    verb(
        &["do:specialist"],
        "A specialist",
        "A specialist raises your victory requirement and can be used once in each of your turns, \
         for cattle that come home in the next phase; the first use is now. Take one only if you \
         will use it often.",
    ),
    verb(
        &["do:build"],
        "A further monument",
        "Instead of craftsmen or raising you may begin another monument, which must not touch one. \
         It is also a hub: on the way to a craftsman the reach begins anew at every monument, for \
         one head of cattle.",
    ),
    verb(
        &["do:use_shaman"],
        "The shaman",
        "A new resource on empty land serves every craftsman of its kind nearby. Put it where yours \
         reach it and those of others do not.",
    ),
    verb(
        &["do:use_rain_ceremony"],
        "The rain ceremony",
        "A water is one step, however large it is. So where waters are joined, all that lies around \
         them is nearer, for everybody.",
    ),
    verb(
        &["do:use_herd"],
        "The herd",
        "Cattle that you pay to the herd come home in the next phase, with one more for every two.",
    ),
    verb(
        &["do:use_builder"],
        "The builder",
        "Of each craftsman that you place after paying the builder, two cattle come home. So pay \
         before you place.",
    ),
    verb(
        &["do:use_nomads"],
        "The nomads",
        "After paying the nomads you may build beside other monuments in this turn.",
    ),
];
