//! Sentences: what happened, and what each step would do. In our own words.

use super::command::Command;
use super::decide::check;
use super::event::{Event, Step};
use super::pieces::*;
use super::state::State;
use super::tables;
use crate::rules::telling::with_article;
use crate::rules::{Label, Seat, Telling, Viewer};

/// One sentence on an event, as the viewer may know it.
pub fn tell(before: &State, event: &Event, viewer: Viewer) -> Telling {
    match event {
        Event::Awaited { seat, step } => Telling::new("awaited", "It is up to {who} to {what}.")
            .with("who", *seat)
            .with("what", asked(step))
            .quiet(),
        Event::RoundBegan { .. }
        | Event::PhaseBegan { .. }
        | Event::DiceRolled { .. }
        | Event::OrderSet { .. }
        | Event::GodTileGiven { .. }
        | Event::RoundEnded { .. }
        | Event::Ended {} => tell_round(event),
        Event::CardTaken { .. }
        | Event::CardDrawn { .. }
        | Event::CardOpened { .. }
        | Event::CardsShuffled { .. }
        | Event::GodPlayed { .. } => tell_cards(event, viewer),
        Event::PilesReshuffled { .. } => {
            Telling::new("piles_reshuffled", "All that lies face down is shuffled anew.")
        }
        _ => tell_deed(before, event),
    }
}

fn asked(step: &Step) -> &'static str {
    match step {
        Step::FirstHut => "place the first hut",
        Step::Die => "place a die",
        Step::Settle { .. } => "settle a region",
        Step::Person { .. } => "take a person",
        Step::Helper { .. } => "spend points of the helper",
        Step::Priest { .. } => "place a priest",
        Step::Build { .. } => "build",
        Step::FireGift => "take a god card or an offering",
        Step::FireMark => "take a status step or a shell",
        Step::Ceremony { .. } => "choose a ceremony space",
        Step::Persons => "use men and women",
        Step::Materials { .. } => "take a building material",
        Step::Cards { .. } => "take a god card",
        Step::Huts { .. } => "move huts to space 12",
        Step::Jewelry => "buy jewelry",
        Step::Task => "complete a task",
        Step::NewTask => "choose a new task",
        Step::LastTasks => "complete the last tasks",
        Step::Over => "do nothing more",
    }
}

fn tell_round(event: &Event) -> Telling {
    match event {
        Event::RoundBegan { round, .. } => {
            Telling::new("round_began", "Round {round} begins.").with("round", *round)
        }
        Event::PhaseBegan { phase } => {
            Telling::new("phase_began", "Now: {phase}.").with("phase", phase.word())
        }
        Event::DiceRolled { faces } => {
            let mut template = "Everybody rolls".to_owned();
            for (seat, faces) in faces.iter() {
                let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
                let comma = if seat.0 == 0 { ". " } else { "; " };
                template += &format!("{comma}{{seat_{}}}: {}", seat.0, faces.join(", "));
            }
            template.push('.');
            faces.seats().fold(Telling::new("dice_rolled", &template), |telling, seat| {
                telling.with(&format!("seat_{}", seat.0), seat)
            })
        }
        Event::OrderSet { order } => {
            let names: Vec<String> = (0..order.len()).map(|at| format!("{{place_{at}}}")).collect();
            let template = format!("The new turn order is {}.", names.join(", "));
            order
                .iter()
                .enumerate()
                .fold(Telling::new("order_set", &template), |telling, (at, &seat)| {
                    telling.with(&format!("place_{at}"), seat)
                })
        }
        Event::GodTileGiven { seat: Some(seat) } => {
            Telling::new("god_tile_given", "{who} gets a god tile for the temple.")
                .with("who", *seat)
        }
        Event::GodTileGiven { seat: None } => Telling::new(
            "god_tile_removed",
            "No priest is in the temple, so a god tile leaves the game.",
        ),
        Event::RoundEnded { round } => {
            Telling::new("round_ended", "Round {round} ends.").with("round", *round)
        }
        _ => Telling::new("ended", "The last points are counted."),
    }
}

/// What a god is paid with.
pub fn paid_with(god: God, means: Means) -> String {
    let offering = if means == Means::Tile { "" } else { " and an offering" };
    laid_down_for(god, means) + offering
}

/// What is laid down for a god; cards need an offering besides.
pub fn laid_down_for(god: God, means: Means) -> String {
    match means {
        Means::Card => format!("a {} card", god.word()),
        Means::Pair(colour) => format!("two {} cards", colour.word()),
        Means::Tile => "a god tile".to_owned(),
    }
}

fn tell_cards(event: &Event, viewer: Viewer) -> Telling {
    match event {
        Event::CardTaken { seat, god } => {
            Telling::new("card_taken", "{who} takes the open {god} card.")
                .with("who", *seat)
                .with("god", god.word())
        }
        Event::CardDrawn { seat, god } if viewer.knows(*seat) => {
            Telling::new("card_drawn", "{who} draws a {god} card.")
                .with("who", *seat)
                .with("god", god.word())
        }
        Event::CardDrawn { seat, .. } => {
            Telling::new("card_drawn_hidden", "{who} draws a god card.").with("who", *seat)
        }
        Event::CardOpened { god } => {
            Telling::new("card_opened", "A {god} card is turned up.").with("god", god.word())
        }
        Event::GodPlayed { seat, god, means } => {
            Telling::new("god_played", "{who} calls the {god} God with {means}.")
                .with("who", *seat)
                .with("god", god.word())
                .with("means", paid_with(*god, *means))
        }
        _ => Telling::new("cards_shuffled", "The played god cards are shuffled into a new pile."),
    }
}

fn plural(count: impl Into<i64>, one: &str) -> String {
    match count.into() {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    }
}

fn tell_deed(before: &State, event: &Event) -> Telling {
    let of =
        |key: &str, template: &str, seat: &Seat| Telling::new(key, template).with("who", *seat);
    match event {
        Event::OrangeGained { seat, tiles } => {
            of("orange_gained", "{who} gets {tiles} for repeated dice.", seat)
                .with("tiles", plural(*tiles, "orange tile"))
        }
        Event::OrangeSpent { seat, tiles } => of("orange_spent", "{who} gives up {tiles}.", seat)
            .with("tiles", plural(*tiles, "orange tile")),
        Event::DiePlaced { seat, face, action, acts_as, .. } if face != acts_as => of(
            "die_placed_as",
            "{who} places a {face} for the {action} action; it acts as a {as}.",
            seat,
        )
        .with("face", *face)
        .with("action", action.word())
        .with("as", *acts_as),
        Event::DiePlaced { seat, face, action, .. } => {
            of("die_placed", "{who} places a {face} for the {action} action.", seat)
                .with("face", *face)
                .with("action", action.word())
        }
        Event::HutPlaced { seat, region, moved_aside: Some(other), .. } => {
            of("hut_placed_aside", "{who} settles {region}; the hut of {other} moves aside.", seat)
                .with("region", region.word())
                .with("other", *other)
        }
        Event::HutPlaced { seat, region, .. } => {
            of("hut_placed", "{who} settles {region}.", seat).with("region", region.word())
        }
        Event::HutMoved { seat, .. } => of("hut_moved", "{who} moves a hut to space 12.", seat),
        Event::OfferingsTaken { seat, offerings } => {
            of("offerings_taken", "{who} takes {offerings}.", seat)
                .with("offerings", plural(*offerings, "offering"))
        }
        Event::ShellsTaken { seat, shells } => of("shells_taken", "{who} takes {shells}.", seat)
            .with("shells", plural(*shells, "shell")),
        Event::MaterialTaken { seat, material, space: Some(_) } => {
            of("material_placed", "{who} puts {material} on a ceremony space.", seat)
                .with("material", material.word())
        }
        Event::MaterialTaken { seat, material, space: None } => {
            of("material_beside", "{who} lays {material} beside the board.", seat)
                .with("material", material.word())
        }
        Event::Scored { seat, source, points } => {
            of("scored", "{who} scores {points}: {source}.", seat)
                .with("points", plural(*points, "point"))
                .with("source", source.names().1)
        }
        Event::StatusMoved { seat, steps } => {
            of("status_moved", "{who} goes up {steps} on the status track.", seat)
                .with("steps", plural(*steps, "step"))
        }
        Event::PersonTaken { seat, gender, position, .. } => {
            let person = before.display(*gender)[usize::from(*position) - 1];
            of("person_taken", "{who} takes the {person} from position {position}.", seat)
                .with("person", person.map_or_else(String::new, Person::words))
                .with("position", *position)
        }
        Event::PersonShifted { seat, space } => {
            let placed = before.board(*seat).persons[usize::from(*space) - 1];
            let person = placed.map_or_else(String::new, |placed| placed.person.words());
            match placed.map(|placed| placed.person.gender) {
                Some(Gender::Woman) => {
                    of("collected", "{who} has the {person} collect shells.", seat)
                }
                _ => of("tattooed", "{who} has the {person} tattooed.", seat),
            }
            .with("person", person)
        }
        Event::PriestPlaced { seat, space, fallen: Some(other), .. } => of(
            "priest_placed_fallen",
            "{who} places a priest on the {space} of the temple; a priest of {other} falls off.",
            seat,
        )
        .with("space", *space)
        .with("other", *other),
        Event::PriestPlaced { seat, space, .. } => {
            of("priest_placed", "{who} places a priest on the {space} of the temple.", seat)
                .with("space", *space)
        }
        Event::BuildingBuilt { seat, building, .. } => {
            of("building_built", "{who} builds the {building}.", seat).with("building", *building)
        }
        Event::PersonsUsed { seat, gender, effect, value, .. } => {
            let count = before.board(*seat).persons_of(*gender, *effect);
            let name = Person { gender: *gender, effect: *effect, symbols: 0 }.counted(count);
            let words = match count == *value {
                true => "{who} uses {count} {person}.",
                false => "{who} uses {count} {person}, with an effect of {value}.",
            };
            of("persons_used", words, seat)
                .with("count", count)
                .with("person", name)
                .with("value", *value)
        }
        Event::PersonsDone { seat } => {
            of("persons_done", "{who} is done with the men and women.", seat).quiet()
        }
        Event::JewelryBought { seat, place } => {
            let jewel = before.jewelry.first().and_then(|c| c.get(usize::from(*place) - 1));
            let name = jewel.map_or("jewel", |jewel| jewel.trinket.word());
            of("jewelry_bought", "{who} buys {jewel} worth {points} for {cost}.", seat)
                .with("jewel", with_article(name))
                .with("points", jewel.map_or(0, |jewel| jewel.points))
                .with("cost", plural(jewel.map_or(0, |jewel| jewel.cost), "shell"))
        }
        Event::TaskCompleted { seat, task } => {
            of("task_completed", "{who} completes the task “{task}”.", seat)
                .with("task", task.row().label)
        }
        Event::TaskSurrendered { seat, task } => {
            of("task_surrendered", "{who} gives up the task “{task}”.", seat)
                .with("task", task.row().label)
        }
        Event::TaskTaken { seat, task } => {
            of("task_taken", "{who} takes the task “{task}”.", seat).with("task", task.row().label)
        }
        _ => Telling::new("happened", "Something happens."),
    }
}

/// How a legal step is offered.
pub fn label(state: &State, seat: Seat, command: &Command) -> Label {
    let (group, telling) = match command {
        Command::PlaceDie { .. }
        | Command::Settle { .. }
        | Command::UsePersons { .. }
        | Command::DoublePersons { .. } => label_with_gods(state, seat, command),
        _ => label_plain(state, seat, command),
    };
    Label { group: group.to_owned(), telling }
}

fn calling(text: &str, god: God, means: Option<Means>) -> String {
    match means {
        None => text.to_owned(),
        Some(means) => {
            format!("{text}, calling the {} God with {}", god.word(), paid_with(god, means))
        }
    }
}

fn label_with_gods(state: &State, seat: Seat, command: &Command) -> (&'static str, Telling) {
    match command {
        Command::PlaceDie { die, action, orange, blue, white } => {
            let mut text = format!("Place the {die} for the {} action", action.word());
            if *orange != 0 {
                let face = die.saturating_add_signed(*orange);
                let tiles = plural(orange.unsigned_abs(), "orange tile");
                text = format!("{text} as a {face} for {tiles}");
            }
            text = calling(&text, God::Blue, *blue);
            (action.word(), Telling::new("place_die", &calling(&text, God::White, *white)))
        }
        Command::Settle { region, hut, red } => {
            let text = format!("Settle {} with a hut from {}", region.word(), hut.word());
            let text = match red {
                Some(_) => {
                    let fish = state.fish[*region as usize].value;
                    calling(&format!("{text} and score the {fish}-fish"), God::Red, *red)
                }
                None => text,
            };
            ("Settle", Telling::new("settle", &text))
        }
        Command::UsePersons { gender, effect, green } => {
            let count = state.board(seat).persons_of(*gender, *effect);
            let name = Person { gender: *gender, effect: *effect, symbols: 0 }.counted(count);
            let text = format!("Use {count} {name}");
            ("Men and women", Telling::new("use_persons", &calling(&text, God::Green, *green)))
        }
        Command::DoublePersons { green } => {
            let name = check::under_way(state).map_or_else(String::new, |(gender, effect)| {
                let more = check::persons_value(state, seat, gender, effect, 1);
                let count = state.board(seat).persons_of(gender, effect);
                let name = Person { gender, effect, symbols: 0 }.counted(count);
                format!("Let the {name} just used bring {more} more")
            });
            let text = calling(&name, God::Green, Some(*green));
            ("Men and women", Telling::new("double_persons", &text))
        }
        _ => ("", Telling::new("", "")),
    }
}

fn label_plain(state: &State, seat: Seat, command: &Command) -> (&'static str, Telling) {
    let board = state.board(seat);
    match command {
        Command::SettleFirst { region, hut } => {
            let text = format!("Settle {} with a hut from {}", region.word(), hut.word());
            ("First hut", say("settle_first", text))
        }
        Command::TakePerson { position, onto } => {
            let person = match &state.step {
                Step::Person { gender, .. } => state.display(*gender)[usize::from(*position) - 1],
                _ => None,
            };
            let name = person.map_or_else(String::new, Person::words);
            let symbols = person.map_or(0, |person| person.symbols);
            let text = format!(
                "Take the {name} ({symbols}) from position {position} onto {}",
                onto.word()
            );
            ("Take a person", say("take_person", text))
        }
        Command::ShiftPerson { space } => {
            let placed = board.persons.get(usize::from(*space) - 1).copied().flatten();
            let name = placed.map_or_else(String::new, |placed| placed.person.words());
            let symbols = placed.map_or(0, |placed| placed.person.symbols);
            let text = match placed.map(|placed| placed.person.gender) {
                Some(Gender::Woman) => {
                    format!("Shift the {name} on space {space} for {}", plural(symbols, "shell"))
                }
                _ => format!(
                    "Tattoo the {name} on space {space} for {}",
                    plural(symbols, "status step")
                ),
            };
            ("Shift persons", say("shift_person", text))
        }
        Command::ScorePoints { points } => {
            ("Points", say("score_points", format!("Score {}", plural(*points, "point"))))
        }
        Command::TakeOffering {} => ("Take", say("take_offering", "Take an offering".into())),
        Command::TakeCard { open: Some(god) } => {
            ("God cards", say("take_card", format!("Take the open {} card", god.word())))
        }
        Command::TakeCard { open: None } => {
            ("God cards", say("draw_card", "Draw the top god card".into()))
        }
        Command::TakeMaterial { material } => {
            ("Materials", say("take_material", format!("Take {}", material.word())))
        }
        Command::PlaceMaterial { space } => {
            let (row, column) = (space / 4 + 1, space % 4 + 1);
            let text = format!("Put it on the ceremony space in row {row}, column {column}");
            ("Ceremony space", say("place_material", text))
        }
        Command::MoveHut {} => ("Huts", say("move_hut", "Move a hut to space 12".into())),
        Command::PlacePriest { space } => {
            ("Temple", say("place_priest", format!("Place a priest on space {space}")))
        }
        Command::Build { building, spaces } => {
            let (on, beside) = (ceremony_words(spaces[0]), beside_words(*spaces));
            let text = format!("Build the {building} on {on} and {beside}");
            ("Build", say("build", text))
        }
        Command::TakeStep {} => ("Take", say("take_step", "Go up one status step".into())),
        Command::TakeShell {} => ("Take", say("take_shell", "Take a shell".into())),
        Command::BuyJewelry { place } => {
            let jewel = state.jewelry.first().and_then(|c| c.get(usize::from(*place) - 1));
            let text = jewel.map_or_else(String::new, |jewel| {
                let price = plural(jewel.cost, "shell");
                format!("Buy the {} worth {} for {price}", jewel.trinket.word(), jewel.points)
            });
            ("Jewelry", say("buy_jewelry", text))
        }
        Command::CompleteTask { task, yellow } => {
            let text = format!("Complete “{}”", task.row().label);
            ("Tasks", say("complete_task", calling(&text, God::Yellow, *yellow)))
        }
        Command::SurrenderTask { task } => {
            ("Tasks", say("surrender_task", format!("Give up “{}”", task.row().label)))
        }
        Command::ChooseTask { task } => {
            ("Tasks", say("choose_task", format!("Take “{}”", task.row().label)))
        }
        _ => ("Finish", say("finish", finish_words(&state.step).into())),
    }
}

/// What doing no more comes to.
pub(super) fn finish_words(step: &Step) -> &'static str {
    match step {
        Step::Helper { .. } => "Leave the remaining points unused",
        Step::Huts { .. } => "Move no more huts",
        Step::Persons => "Use no more men and women",
        Step::Jewelry => "Buy no jewelry",
        _ => "Complete no more tasks",
    }
}

fn say(key: &str, text: String) -> Telling {
    Telling::new(key, &text)
}

/// A ceremony space, by what it wants and where it lies.
pub(super) fn ceremony_words(space: u8) -> String {
    let material = tables::ceremony_material(space).word();
    format!("{material} in row {}, column {}", space / 4 + 1, space % 4 + 1)
}

/// The higher of two adjacent ceremony spaces, by where it lies from the lower.
pub(super) fn beside_words([lower, higher]: [u8; 2]) -> String {
    let side = if higher == lower + 1 { "to the right of it" } else { "below it" };
    format!("the {} {side}", tables::ceremony_material(higher).word())
}
