//! What every piece of The Great Zimbabwe does and what it is worth, in pictures with words.

use super::display::{god_told, specialist_told};
use crate::Zone;
use crate::games::great_zimbabwe::pieces::{Craft, God, Specialist, one};
use crate::games::great_zimbabwe::tables::{
    CRAFTSMAN_TILES, HUB_FEE, MAX_LEVEL, MAX_PRICE, MAX_VR, MONUMENT_VP, RANGE, START_VR,
};
use crate::markup::{capital, name_of};
use crate::things::Things;

/// All of it, part by part.
pub fn zones() -> Vec<Zone> {
    vec![
        Things::reference("ref-monuments", "Monuments", "victory points (VP)", monuments),
        Things::reference("ref-technologies", "Technologies", "craftsmen and their goods", crafts),
        Things::reference(
            "ref-gods",
            "Gods",
            "eight of them in a match, one for each player",
            gods,
        ),
        Things::reference("ref-specialists", "Specialists", "", specialists),
        Things::reference("ref-ways", "Reach and fees", "", ways),
    ]
}

fn monuments(things: &mut Things<'_>) {
    for level in 1..=MAX_LEVEL {
        let points = MONUMENT_VP[usize::from(level)];
        let next = match level {
            MAX_LEVEL => "It is as high as it gets.".to_owned(),
            1 => "1 good raises it.".to_owned(),
            level => format!("{level} different goods raise it."),
        };
        let name = format!("Level {level}: {points} VP.");
        things.piece(&format!("tower-{level}"), "", &name, &next);
    }
}

fn crafts(things: &mut Things<'_>) {
    for &craft in Craft::ALL {
        let row = craft.row();
        let made = match row.primary {
            None => format!("makes {} from {}", one(row.good), row.resource.name()),
            Some(primary) => format!(
                "makes {} from {}’s {} and {}; once one is on the map, whoever owns it, the primary’s good \
                 no longer raises any monument",
                one(row.good),
                one(primary.name()),
                primary.row().good,
                row.resource.name()
            ),
        };
        let points = if row.vp == 1 { "1 VP".to_owned() } else { format!("{} VP", row.vp) };
        let [first, second] = row.vr;
        let does = format!(
            "{}. Placing one costs {} cattle and counts {points}. Its first owner’s victory \
             requirement rises by {first}, the second one’s by {second}.",
            capital(&made),
            row.cost
        );
        things.piece(&name_of(&craft), "", &capital(row.name), &does);
    }
    things.put(format_args!(
        "<p>There are {CRAFTSMAN_TILES} craftsmen of each kind and two cards. Prices go from 1 to {MAX_PRICE}.</p>"
    ));
}

fn gods(things: &mut Things<'_>) {
    for &god in God::ALL {
        things.line(&god_told(god));
    }
}

fn specialists(things: &mut Things<'_>) {
    for &specialist in Specialist::ALL {
        things.line(&capital(&specialist_told(specialist)));
    }
}

fn ways(things: &mut Things<'_>) {
    things.put(format_args!(
        "<p>Everybody’s victory requirement (VR) begins at {START_VR} and never exceeds {MAX_VR}. \
         A craftsman reaches resources within {RANGE} steps, straight or diagonal; a whole lake \
         counts as one. So does a monument reach craftsmen, and a secondary craftsman its primary \
         one; on these ways the steps begin anew at every monument, for {HUB_FEE} head of cattle \
         each when goods are bought.</p>"
    ));
}
