//! What every piece of Bora Bora does and what it is worth, in pictures with words.

use super::table::effect_icon;
use super::tiles::action_icon;
use crate::Zone;
use crate::games::bora_bora::pieces::{Action, Effect, God, Jewelry, Source, Trinket};
use crate::games::bora_bora::tables::{
    BONUS_POINTS, BUILDING_POINTS, FISHING_POINTS, GOD_TILE_POINTS, JEWELRY, PRIEST_POINTS,
    STATUS_POINTS, TASK_POINTS, TASKS, scale,
};
use crate::markup::{capital, name_of};
use crate::things::Things;

/// All of it, part by part.
pub fn zones() -> Vec<Zone> {
    vec![
        Things::reference("ref-actions", "The action tiles", "a higher die does more", actions),
        Things::reference("ref-people", "Men and women", "one, two, three of a kind", people),
        Things::reference("ref-gods", "The gods", "a card and an offering each", gods),
        Things::reference("ref-jewelry", "Jewelry", "points for shells", jewelry),
        Things::reference("ref-rounds", "Round by round", "points", rounds),
        Things::reference("ref-tasks", "Tasks", "", tasks),
        Things::reference("ref-end", "At the end", "points", end),
    ]
}

fn actions(things: &mut Things<'_>) {
    let fishing = format!("{FISHING_POINTS} points. Any die, at any time; nothing closes it.");
    for &action in Action::ALL {
        let does = match action {
            Action::Helper => {
                "As many points to trade as the die shows. One: a tattoo, a woman's shells, or a \
                 victory point. Two: an offering, a god card, a material, or a hut moved to space \
                 12."
            }
            Action::Temple => {
                "A priest on a space up to the die; who stands there is pushed to the right, to \
                 the first empty space or off the end. The most priests, the leftmost in a tie, \
                 get a god tile each round. Then a Fire Bonus."
            }
            Action::Build => {
                "A building up to the die, on two neighbouring ceremony spaces that hold their \
                 materials. Then a Fire Bonus."
            }
            Action::Man => "A man from a position up to the die, onto a space without a hut.",
            Action::Woman => "A woman from a position up to the die, onto a space without a hut.",
            Action::LandPath => {
                "A hut along a land path up to the die; the new region brings its material or an \
                 offering."
            }
            Action::WaterPath => {
                "A hut along a water path up to the die; the new region brings its material or an \
                 offering."
            }
            Action::Fishing => &fishing,
        };
        things.piece(action_icon(action), "bb-ink", &format!("{}:", capital(action.word())), does);
    }
    things.put(format_args!(
        "<p>A Fire Bonus is a god card or an offering, and then a status step or a shell.</p>"
    ));
}

/// What one, two or three of a kind do at work.
pub fn does(effect: Effect) -> String {
    let (one, most) = scale(effect);
    let at = |count: u8| {
        let value = one * count;
        if most > 0 { value.min(most) } else { value }
    };
    let (one, two, three) = (at(1), at(2), at(3));
    let each = |what: &str| format!("{one}, {two} or {three} {what}.");
    match effect {
        Effect::LandPath => format!("A hut along a land path of up to {one}, {two} or {three}."),
        Effect::WaterPath => format!("A hut along a water path of up to {one}, {two} or {three}."),
        Effect::Woman => format!("A woman from a position up to {one}, or {two} with two."),
        Effect::Man => format!("A man from a position up to {one}, or {two} with two."),
        Effect::Build => format!("A building up to {one}, or {two} with two."),
        Effect::Material => each("materials of your choice"),
        Effect::MoveHut => each("huts move to space 12"),
        Effect::VictoryPoints => each("victory points"),
        Effect::GodCard => each("god cards"),
        Effect::Offering => each("offerings"),
        Effect::Status => each("status steps"),
        Effect::Shell => each("shells"),
    }
}

fn people(things: &mut Things<'_>) {
    for &effect in Effect::ALL {
        things.piece(effect_icon(effect), "bb-ink", "", &does(effect));
    }
    things.put(format_args!(
        "<p>Each tile also has one to three symbols, scored once when a helper's point moves it down: \
         a man's are status steps, a woman's are shells.</p>"
    ));
}

fn gods(things: &mut Things<'_>) {
    for &god in God::ALL {
        let does = match god {
            God::Blue => "A die may go where an equal or lower one lies.",
            God::White => "A die acts as a six; where it may go is decided by its own number.",
            God::Red => "Settling a new region counts its fish at once.",
            God::Green => {
                "Using men or women: the effect doubled, or one more kind of either gender."
            }
            God::Yellow => "One thing that a task asks for may be missing.",
        };
        let class = format!("god {}", name_of(&god));
        things.put(format_args!("<p class=\"piece\"><span class=\"{class}\">"));
        things.text(capital(god.word()));
        things.put(format_args!("</span> {does}</p>"));
    }
    things.put(format_args!(
        "<p>Two cards of one colour are any god, for one offering; so is a god tile, without an offering.</p>"
    ));
}

fn jewelry(things: &mut Things<'_>) {
    for &trinket in Trinket::ALL {
        let all: Vec<String> = JEWELRY
            .iter()
            .filter(|jewel| jewel.trinket == trinket)
            .map(|Jewelry { points, cost, .. }| format!("{points} for {cost}"))
            .collect();
        let does = format!("{}.", all.join(", "));
        things.piece(&name_of(&trinket), "bb-jewel", &capital(trinket.word()), &does);
    }
}

fn rounds(things: &mut Things<'_>) {
    let row = |points: &[i32]| points.iter().map(|it| format!("<td>{it}</td>")).collect::<String>();
    let rounds: String = (1..=6).map(|round| format!("<th scope=\"col\">{round}</th>")).collect();
    let status: Vec<String> = STATUS_POINTS.iter().map(i32::to_string).collect();
    things.put(format_args!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Round by round\"><table class=\"points\"><thead><tr><th scope=\"col\">Round</th>{rounds}</tr></thead>\
         <tbody><tr><th scope=\"row\">A building</th>{}</tr>\
         <tr><th scope=\"row\">Each priest</th>{}</tr></tbody></table></div>\
         <p>Points for 0, 1, 2 and more steps on the status track: {}. The track also gives the \
         order in which jewelry and tasks are taken, and that of the next round.</p>",
        row(&BUILDING_POINTS),
        row(&PRIEST_POINTS),
        status.join(", "),
    ));
}

fn tasks(things: &mut Things<'_>) {
    let [whole, helped] = TASK_POINTS;
    things.put(format_args!(
        "<p>Every task counts {whole} points, or {helped} where the Yellow God forgives \
         something. Nothing is paid for it.</p><details><summary>All {} tasks</summary><ul \
         class=\"tasks\">",
        TASKS.len()
    ));
    for task in &TASKS {
        things.put(format_args!("<li>"));
        things.text(capital(task.label));
        things.put(format_args!("</li>"));
    }
    things.put(format_args!("</ul></details>"));
}

fn end(things: &mut Things<'_>) {
    let bonuses = [
        Source::NineTasks,
        Source::SixBuildings,
        Source::AllRegions,
        Source::AllPersons,
        Source::Ceremony,
        Source::SixJewels,
    ];
    things.put(format_args!(
        "<p>Fish of the regions where your hut is on the building space, jewelry, \
         {GOD_TILE_POINTS} for each god tile you have not used, and each task you still hold and \
         have fulfilled. {BONUS_POINTS} more for each of these:</p><ul>"
    ));
    for bonus in bonuses {
        things.put(format_args!("<li>"));
        things.text(capital(bonus.names().1));
        things.put(format_args!("</li>"));
    }
    things.put(format_args!("</ul>"));
}
