//! What is told to somebody who plays Bora Bora for the first time, decision by decision.

use crate::Lesson;

/// In the order in which they are told where several fit.
pub const LESSONS: &[Lesson] = &[
    Lesson {
        name: "goal",
        answers: &["region"],
        early: true,
        title: "Six rounds, most points win",
        text: "Under “You” are your board, your huts and your three tasks; beside your name stands \
               the sign of your pieces. Points come a few at a time from many things, most of them \
               from tasks: 6 for each.",
    },
    Lesson::new(
        "region",
        "A hut for the islands",
        "A hut moves from your board into a region and brings what is printed there: a building \
         material or an offering. Later huts spread from there, by land or water.",
    ),
    Lesson::new(
        "hut",
        "Room for people",
        "A hut that leaves makes room for a man or a woman. Take it from an ordinary space: space \
         12 holds two huts, and nobody can live there before both are gone.",
    ),
    Lesson::new(
        "die",
        "Three dice a round",
        "In each of your turns one die goes on an action tile, and its number is how strong the \
         action is. Look at your three tasks first: one of them is due at the end of every round.",
    ),
    Lesson::new(
        "tile",
        "Low opens, high does more",
        "A die may only go where every die lying there is higher. So a low one fits nearly \
         anywhere and closes the tile for others, and a high one does more and finds fewer tiles. \
         Fishing takes any die for 2 points. With two players men and women share a tile, and so \
         do land and water.",
    ),
    Lesson {
        name: "gods",
        answers: &["blue", "white", "red", "green", "yellow"],
        early: false,
        title: "A god can help",
        text: "You may call one beside Confirm. Blue puts a die on lower ones, White lets it act \
               as a 6, Red scores the fish beside a new hut at once, Green doubles people at work, \
               Yellow needs one thing less for a task. It costs an offering and a card of that \
               colour, or two of another; a god tile is any god and costs no offering.",
    },
    Lesson::new(
        "person",
        "A man or a woman",
        "Your die says how far along the row you may reach. In the second phase each kind does \
         something for you, and two or three of a kind do more.",
    ),
    Lesson::new(
        "onto",
        "Where they live",
        "A person needs a space whose hut has moved out. Later each can be moved down once, with \
         a helper’s point: men are tattooed and give status steps, women bring shells.",
    ),
    Lesson::new(
        "helper",
        "Small trades",
        "One point buys a tattoo, a woman’s shells or a victory point; two points buy an offering, \
         a god card or a material, or move a hut to space 12. Points you do not use are lost.",
    ),
    Lesson::new(
        "space",
        "A priest in the temple",
        "Priests score at the end of every round, and whoever has most there gets a god tile. A \
         priest who stands where yours goes is pushed to the right and may push others on; one \
         pushed off the end goes home.",
    ),
    Lesson::new(
        "building",
        "A building",
        "It covers two neighbouring ceremony spaces that hold their materials. It scores 10 points \
         in the first two rounds, 7 in the next two and 4 in the last two.",
    ),
    Lesson::new(
        "gift",
        "The Fire Bonus",
        "A new priest and a new building bring it: a god card or an offering, and then a status \
         step or a shell.",
    ),
    Lesson::new(
        "ceremony",
        "Where a material lies",
        "Each ceremony space wants one material, and a building needs two neighbours that have \
         theirs. A material placed here stays until a building covers it.",
    ),
    Lesson::new(
        "persons",
        "Your people at work",
        "Now one kind of your men and one kind of your women do what they can. Several of a kind \
         do it together, so they count as one use.",
    ),
    Lesson::new(
        "jewelry",
        "Jewelry for shells",
        "You may buy one piece in each round. Its points count at the end, and some tasks ask for it.",
    ),
    Lesson::new(
        "task",
        "A task is due",
        "Nothing is paid for a task: what it asks for only has to be there. A fulfilled task \
         scores 6 points; if you can fulfil none, you give one up.",
    ),
    Lesson::new(
        "new_task",
        "The next task",
        "Take what you are close to, or what you want to do anyway. After the last round \
         every task that you still hold and have fulfilled scores, too.",
    ),
];
