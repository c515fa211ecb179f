//! Whether a step may be taken as things stand.

use super::gods::Purse;
use super::{needs, reach};
use crate::bora_bora::command::Command;
use crate::bora_bora::event::Step;
use crate::bora_bora::pieces::*;
use crate::bora_bora::state::{ActionTile, State};
use crate::bora_bora::tables::{scale, trade};
use crate::rules::{Refusal, Seat};
use std::borrow::Cow;

type Checked = Result<(), Refusal>;

fn no(code: &'static str, message: impl Into<Cow<'static, str>>, rule: &'static str) -> Checked {
    Err(Refusal::new(code, message, rule))
}

fn ensure(holds: bool, code: &'static str, message: &'static str, rule: &'static str) -> Checked {
    if holds { Ok(()) } else { no(code, message, rule) }
}

/// Says why a seat may not take a step, if it may not.
pub fn check(state: &State, seat: Seat, command: &Command) -> Checked {
    if state.step == Step::Over {
        return no("match_over", "The match is over.", "");
    }
    if state.active != seat {
        return no("not_your_turn", "It is not your turn.", "Game rules, p. 4");
    }
    match (command, &state.step) {
        (Command::SettleFirst { region, hut }, Step::FirstHut) => {
            settle_first(state, seat, *region, *hut)
        }
        (Command::PlaceDie { die, action, orange, blue, white }, Step::Die) => {
            place_die(state, seat, (*die, *orange), *action, (*blue, *white))
        }
        (Command::Settle { region, hut, red }, Step::Settle { path, limit }) => {
            settle(state, seat, (*path, *limit), *region, *hut, *red)
        }
        (Command::TakePerson { position, onto }, Step::Person { gender, limit }) => {
            take_person(state, seat, (*gender, *limit), *position, *onto)
        }
        (Command::PlacePriest { space }, Step::Priest { limit }) => place_priest(*space, *limit),
        (Command::Build { building, spaces }, Step::Build { limit }) => {
            build(state, seat, *limit, *building, *spaces)
        }
        (Command::PlaceMaterial { space }, Step::Ceremony { material, .. }) => ensure(
            state.board(seat).spaces_for(*material).contains(space),
            "space_not_free",
            "The material goes onto a free ceremony space that wants it.",
            "Building materials, p. 7",
        ),
        (Command::UsePersons { gender, effect, green }, Step::Persons) => {
            use_persons(state, seat, *gender, *effect, *green)
        }
        (Command::DoublePersons { green }, Step::Persons | Step::Cards { .. }) => {
            double_persons(state, seat, *green)
        }
        (Command::BuyJewelry { place }, Step::Jewelry) => buy_jewelry(state, seat, *place),
        (Command::CompleteTask { task, yellow }, Step::Task | Step::LastTasks) => {
            holds_task(state, seat, *task)?;
            needs::check(state, seat, *task, *yellow)
        }
        (Command::SurrenderTask { task }, Step::Task) => {
            holds_task(state, seat, *task)?;
            must_complete(state, seat)
        }
        (Command::ChooseTask { task }, Step::NewTask) => ensure(
            state.tasks.contains(task),
            "no_such_task",
            "This task does not lie open on the board.",
            "Phase C, 4.) Task tiles",
        ),
        (Command::Finish {}, step) => finish(state, seat, step),
        (command, step) => gain(state, seat, command, step),
    }
}

fn within(value: u8, limit: u8, rule: &'static str) -> Checked {
    if value <= limit {
        return Ok(());
    }
    no("too_high", format!("At most {limit} is possible here."), rule)
}

fn settle_first(state: &State, seat: Seat, region: Region, hut: Spot) -> Checked {
    const RULE: &str = "Game setup, p. 4";
    has_hut(state, seat, hut, RULE)?;
    ensure(
        state.fish[region as usize].value == 1,
        "no_one_fish",
        "The first hut goes to a region beside a fish of value 1.",
        RULE,
    )?;
    ensure(
        state.building_space[region as usize].is_none(),
        "space_taken",
        "Somebody has settled this region already.",
        RULE,
    )
}

fn has_hut(state: &State, seat: Seat, spot: Spot, rule: &'static str) -> Checked {
    let there = state.board(seat).hut_at(spot).is_some();
    ensure(there, "no_hut", "You have no hut left there.", rule)
}

/// The action tile that serves an action.
pub fn tile(state: &State, action: Action) -> &ActionTile {
    state
        .tiles
        .iter()
        .find(|tile| tile.actions.contains(&action))
        .expect("every action has a tile for every number of seats")
}

fn place_die(
    state: &State,
    seat: Seat,
    (die, orange): (u8, i8),
    action: Action,
    (blue, white): (Option<Means>, Option<Means>),
) -> Checked {
    const RULE: &str = "Phase A, p. 5";
    let board = state.board(seat);
    ensure(board.dice.contains(&die), "no_such_die", "You have no such die left.", RULE)?;
    let face = i16::from(die) + i16::from(orange);
    ensure(
        orange.unsigned_abs() <= board.orange,
        "no_orange_tiles",
        "You do not have that many orange tiles.",
        "Option orange_tiles",
    )?;
    ensure(
        (1..=6).contains(&face),
        "face_out_of_range",
        "Orange tiles never move a die past 1 or 6.",
        "Option orange_tiles",
    )?;
    let face = face as u8;
    let lowest = match action {
        Action::Fishing => None,
        _ => tile(state, action).dice.iter().map(|(_, face)| *face).min(),
    };
    let fits = lowest.is_none_or(|lowest| face < lowest);
    match (fits, blue) {
        (false, None) => {
            let lowest = lowest.unwrap_or(0);
            let message = match lowest {
                1 => "No die is low enough there: only the Blue God helps.".to_owned(),
                _ => format!("It needs a die below {lowest}, or the Blue God."),
            };
            return no("die_not_lower", message, RULE);
        }
        (true, Some(_)) => {
            return no("god_not_needed", "The die fits without the Blue God.", "Blue God, p. 10");
        }
        _ => {}
    }
    if white.is_some() && (face == 6 || action == Action::Fishing) {
        return no("god_not_needed", "The White God would change nothing.", "White God, p. 10");
    }
    let mut purse = Purse::of(board);
    if let Some(means) = blue {
        purse.pay(God::Blue, means)?;
    }
    if let Some(means) = white {
        purse.pay(God::White, means)?;
    }
    let value = if white.is_some() { 6 } else { face };
    match reach::prevents(state, seat, action, value) {
        Some(why) => no("action_impossible", why, "The individual action tiles, pp. 5 to 8"),
        None => Ok(()),
    }
}

fn settle(
    state: &State,
    seat: Seat,
    (path, limit): (Path, u8),
    region: Region,
    hut: Spot,
    red: Option<Means>,
) -> Checked {
    const RULE: &str = "Expand action, p. 5";
    ensure(
        !state.settled[seat][region as usize],
        "settled_already",
        "You have a hut in this region already.",
        RULE,
    )?;
    if !reach::regions(state, seat, path, limit).contains(&region) {
        let message = format!("No {} of at most {limit} leads there from your huts.", path.word());
        return no("out_of_reach", message, RULE);
    }
    has_hut(state, seat, hut, RULE)?;
    if let Some(means) = red {
        // The plain's own offering is taken before the fish is decided on.
        let gained = u8::from(region.material().is_none());
        Purse::of(state.board(seat)).with_offerings(gained).pay(God::Red, means)?;
    }
    Ok(())
}

fn take_person(
    state: &State,
    seat: Seat,
    (gender, limit): (Gender, u8),
    position: u8,
    onto: Spot,
) -> Checked {
    const RULE: &str = "Woman action and man action, p. 6";
    within(position, limit, RULE)?;
    let there = position >= 1 && state.display(gender)[usize::from(position) - 1].is_some();
    ensure(there, "nobody_there", "Nobody is at this position any more.", RULE)?;
    ensure(
        state.board(seat).free_at(onto).is_some(),
        "space_not_free",
        "There is no free space of that sort on your board.",
        RULE,
    )
}

fn place_priest(space: u8, limit: u8) -> Checked {
    const RULE: &str = "Temple action, p. 8";
    let there = (1..=6).contains(&space);
    ensure(there, "no_such_space", "The temple has spaces 1 to 6.", RULE)?;
    within(space, limit, RULE)
}

fn build(state: &State, seat: Seat, limit: u8, building: u8, spaces: [u8; 2]) -> Checked {
    const RULE: &str = "Build action, p. 8";
    let board = state.board(seat);
    ensure((1..=6).contains(&building), "no_such_building", "Buildings have values 1 to 6.", RULE)?;
    within(building, limit, RULE)?;
    ensure(
        !board.built[usize::from(building) - 1],
        "built_already",
        "You have built this building already.",
        RULE,
    )?;
    ensure(
        board.building_sites().contains(&spaces),
        "no_building_site",
        "A building takes the place of two materials side by side, the lower space first.",
        RULE,
    )
}

/// The value that persons of a type have together.
pub fn persons_value(state: &State, seat: Seat, gender: Gender, effect: Effect, twice: u8) -> u8 {
    let (base, most) = scale(effect);
    let value = base * state.board(seat).persons_of(gender, effect) * twice;
    if most > 0 { value.min(most) } else { value }
}

fn use_persons(
    state: &State,
    seat: Seat,
    gender: Gender,
    effect: Effect,
    green: Option<Means>,
) -> Checked {
    const RULE: &str = "Phase B, p. 8";
    if state.board(seat).persons_of(gender, effect) == 0 {
        let message = format!("You have no {} {}.", effect.word(), gender.word());
        return no("no_such_person", message, RULE);
    }
    ensure(
        !state.used.contains(&(gender, effect)),
        "used_already",
        "You have used these persons in this phase already.",
        RULE,
    )?;
    let further = state.used.iter().any(|(used, _)| *used == gender);
    if let Some(means) = green {
        ensure(
            !state.green_used,
            "green_used",
            "The Green God helps once in a phase.",
            "Green God, p. 11",
        )?;
        Purse::of(state.board(seat)).pay(God::Green, means)?;
    } else if further {
        let called = match state.green_used {
            true => ", who helps once in a phase and was called already",
            false => "",
        };
        let message = format!(
            "You have used a {} in this phase; one more type needs the Green God{called}.",
            gender.word()
        );
        return no("one_type_only", message, RULE);
    }
    let plain = persons_value(state, seat, gender, effect, 1);
    let doubled = persons_value(state, seat, gender, effect, 2);
    if green.is_some() && !further && doubled == plain {
        return no("god_not_needed", "Doubling would change nothing.", "Green God, p. 11");
    }
    let value = if green.is_some() && !further { doubled } else { plain };
    ensure(
        reach::can_use(state, seat, effect, value),
        "action_impossible",
        "These persons could do nothing for you now.",
        RULE,
    )
}

/// The use of persons that may still be doubled, because it brings what gods cost:
/// the last one, until another begins.
pub fn under_way(state: &State) -> Option<(Gender, Effect)> {
    let brings = |effect| matches!(effect, Effect::GodCard | Effect::Offering);
    state.used.last().copied().filter(|&(_, effect)| brings(effect))
}

fn double_persons(state: &State, seat: Seat, means: Means) -> Checked {
    const RULE: &str = "Green God, p. 11";
    let Some((_, effect)) = under_way(state) else {
        let message = "Only persons just used for god cards or offerings can be doubled now.";
        return no("nothing_to_double", message, RULE);
    };
    ensure(!state.green_used, "green_used", "The Green God helps once in a phase.", RULE)?;
    Purse::of(state.board(seat)).pay(God::Green, means)?;
    // Played cards make a new pile; a god tile leaves no card to take.
    ensure(
        effect == Effect::Offering || means != Means::Tile || state.cards_left(),
        "god_not_needed",
        "Doubling would change nothing.",
        RULE,
    )
}

fn buy_jewelry(state: &State, seat: Seat, place: u8) -> Checked {
    const RULE: &str = "Phase C, 3.) Jewelry tiles";
    let jewelry = usize::from(place).checked_sub(1).and_then(|at| state.jewelry.first()?.get(at));
    match jewelry {
        None => no("no_such_jewelry", "There is no such piece in this round's column.", RULE),
        Some(Jewelry { cost, .. }) if *cost > state.board(seat).shells => {
            let shells = if *cost == 1 { "shell" } else { "shells" };
            let own = state.board(seat).shells;
            no("too_few_shells", format!("It costs {cost} {shells}; you have {own}."), RULE)
        }
        Some(_) => Ok(()),
    }
}

fn holds_task(state: &State, seat: Seat, task: Task) -> Checked {
    ensure(
        state.board(seat).tasks.contains(&task),
        "no_such_task",
        "This is not one of your tasks.",
        "Phase C, 4.) Task tiles",
    )
}

/// Who can complete a task without help must do so (French rules: "doit").
fn must_complete(state: &State, seat: Seat) -> Checked {
    ensure(
        !needs::can_complete_one(state, seat),
        "must_complete",
        "You can complete one of your tasks without help, so you must complete one.",
        "Phase C, 4.) Task tiles",
    )
}

fn finish(state: &State, seat: Seat, step: &Step) -> Checked {
    match step {
        Step::Helper { .. } | Step::Huts { .. } | Step::Persons | Step::Jewelry => Ok(()),
        Step::LastTasks => must_complete(state, seat),
        _ => no("not_finished", "Something must still be chosen first.", ""),
    }
}

/// Things taken as a trade of the helper, from persons or as a fire bonus.
fn gain(state: &State, seat: Seat, command: &Command, step: &Step) -> Checked {
    const RULE: &str = "Helper action, pp. 6 and 7";
    let price = |points: u8| match step {
        Step::Helper { points: left } if *left < points => {
            let is = if *left == 1 { "is" } else { "are" };
            no("too_few_points", format!("This costs {points} points; {left} {is} left."), RULE)
        }
        Step::Helper { .. } => Ok(()),
        _ => no("wrong_step", "This is not what you are asked for now.", ""),
    };
    let board = state.board(seat);
    match command {
        Command::ShiftPerson { space } => {
            price(trade::SMALL)?;
            let placed = usize::from(*space).checked_sub(1).and_then(|at| board.persons.get(at));
            match placed.copied().flatten() {
                None => no("nobody_there", "Nobody is on this space.", RULE),
                Some(placed) if placed.shifted => {
                    no("shifted_already", "Shifted down already.", RULE)
                }
                Some(_) => Ok(()),
            }
        }
        Command::ScorePoints { points } => {
            ensure(*points > 0, "too_few_points", "Score at least one point.", RULE)?;
            price(*points)
        }
        Command::TakeOffering {} if *step == Step::FireGift => Ok(()),
        Command::TakeOffering {} => price(trade::LARGE),
        Command::TakeCard { open } => {
            if !matches!(step, Step::FireGift | Step::Cards { .. }) {
                price(trade::LARGE)?;
            }
            match open {
                Some(god) => ensure(
                    state.open_cards.contains(god),
                    "no_such_card",
                    "No such card lies open.",
                    "God cards, p. 7",
                ),
                None => ensure(
                    state.pile_can_be_drawn(),
                    "no_such_card",
                    "No card is left in the pile.",
                    "God cards, p. 7",
                ),
            }
        }
        Command::TakeMaterial { .. } if matches!(step, Step::Materials { .. }) => Ok(()),
        Command::TakeMaterial { .. } => price(trade::LARGE),
        Command::MoveHut {} => {
            if !matches!(step, Step::Huts { .. }) {
                price(trade::LARGE)?;
            }
            ensure(
                board.can_move_hut(),
                "no_hut_to_move",
                "No hut can be moved: none is on spaces 1 to 11, or a person lies on space 12.",
                "Move hut, p. 7",
            )
        }
        Command::TakeStep {} | Command::TakeShell {} if *step == Step::FireMark => Ok(()),
        _ => no("wrong_step", "This is not what you are asked for now.", ""),
    }
}
