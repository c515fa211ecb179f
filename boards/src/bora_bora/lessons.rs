//! What is told to somebody who plays Bora Bora for the first time, decision by decision.

use crate::Lesson;

/// In the order in which they are told where several fit.
pub const LESSONS: &[Lesson] = &[
    Lesson {
        name: "goal",
        answers: &["region"],
        early: true,
        title: "Six rounds, most points win",
        text: "Points come a few at a time from many things, and each task brings 6. \
               Under “You” are your board, your huts and your three tasks.",
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
         12 holds two huts, and nobody lives there before both are gone.",
    ),
    Lesson::new(
        "die",
        "Three dice a round",
        "In each of your turns one die goes on an action tile, and its number is how strong the \
         action is. Look at your three tasks first: one of them is due at the end of every round.",
    ),
    Lesson::new(
        "tile",
        "Low fits, high does more",
        "A die may only go where every die lying there is higher: a low one fits nearly anywhere \
         and closes the tile for others, a high one does more. Fishing takes any die for 2 \
         points.",
    ),
    Lesson {
        name: "gods",
        answers: &["blue", "white", "red", "green", "yellow", "with"],
        early: false,
        title: "A god can help",
        text: "Blue puts a die on lower ones, White lets it act as a 6, Red scores the fish beside a \
               new hut, Green doubles people at work, Yellow needs one thing less for a task. Each \
               costs an offering and a card of that colour, or two of another, or a god tile alone.",
    },
    Lesson {
        name: "orange",
        answers: &["orange"],
        early: false,
        title: "Orange tiles",
        text: "Each orange tile makes a die one higher or lower. You get one for each die of your \
               roll that shows what another one shows.",
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
         priest who stands where yours goes is pushed to the right, at last out of the temple.",
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
        "mark",
        "Status or shells",
        "Status steps score at the end of the round, and whoever has most plays first in the next \
         one. Shells buy jewelry.",
    ),
    Lesson::new(
        "material",
        "A building material",
        "A building needs two materials on neighbouring ceremony spaces. Take what is wanted beside \
         one that you have.",
    ),
    Lesson::new(
        "card",
        "A god card",
        "A card helps to call the god of its colour, and two of one colour any other. The open \
         cards you see; one from the pile is a surprise.",
    ),
    Lesson::new(
        "huts",
        "Making room",
        "A hut that moves to space 12 leaves room for one more person. Nobody can live on space 12 \
         as long as a hut is there.",
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
    Lesson {
        name: "task",
        answers: &["task", "given_up"],
        early: true,
        title: "A task is due",
        text: "Nothing is paid for a task: what it asks for only has to be there. A fulfilled task \
               scores 6 points; if you can fulfil none, you give one up.",
    },
    Lesson::new(
        "new_task",
        "The next task",
        "Take what you are close to, or what you want to do anyway. After the last round \
         every task that you still hold and have fulfilled scores, too.",
    ),
];
