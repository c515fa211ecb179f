//! The Green God, called while persons are at work (English rules p. 11: "the type
//! you are currently using").

use super::super::BoraBora;
use super::super::command::Command;
use super::super::event::Step;
use super::super::pieces::*;
use super::super::state::State;
use super::table::*;
use crate::rules::chance::Seeded;
use crate::rules::{Draft, Game, Robot, robot};

fn persons(gender: Gender, effect: Effect, green: Option<Means>) -> Command {
    Command::UsePersons { gender, effect, green }
}

fn double(green: Means) -> Command {
    Command::DoublePersons { green }
}

fn take(god: God) -> Command {
    Command::TakeCard { open: Some(god) }
}

/// Anna uses her persons: so many women of one type, no card in the hand, no god tile.
fn women(effect: Effect, count: u8) -> Table {
    let table = table(4).god_tiles(ANNA, 0).step(ANNA, Step::Persons);
    (1..=count).fold(table, |table, symbols| table.person(ANNA, symbols, woman(effect, symbols)))
}

/// Five open cards of these colours.
fn open(table: Table, cards: [God; 5]) -> Table {
    table.with(|state| {
        state.card_pile.append(&mut state.open_cards);
        for card in cards {
            let at = state.card_pile.iter().position(|other| *other == card).expect("a card");
            state.open_cards.push(state.card_pile.remove(at));
        }
    })
}

/// Nothing to draw but these open cards: Ben holds all others.
fn scarce(table: Table, cards: &'static [God]) -> Table {
    table.with(|state| {
        state.card_pile.append(&mut state.open_cards);
        for card in cards {
            let at = state.card_pile.iter().position(|other| other == card).expect("a card");
            state.open_cards.push(state.card_pile.remove(at));
        }
        let pile = std::mem::take(&mut state.card_pile);
        state.boards[BEN].cards.extend(pile);
    })
}

const COLOURS: [God; 5] = [God::Green, God::White, God::White, God::Red, God::Blue];

#[test]
fn of_three_cards_the_first_is_green_and_doubles_them_to_six() {
    let tale = open(women(Effect::GodCard, 3).offerings(ANNA, 1), COLOURS)
        .tale()
        .with_chance(Seeded::new(1))
        .when(ANNA, persons(Gender::Woman, Effect::GodCard, None))
        .when_refused(ANNA, double(Means::Card), "no_such_cards")
        .when(ANNA, take(God::Green));
    assert!(tale.legal(ANNA).contains(&double(Means::Card)), "it is offered");
    let label = BoraBora::label(tale.state(), ANNA, &double(Means::Card)).telling.template;
    assert_eq!(
        label,
        "Let the god card women just used bring 3 more, calling the Green God with a Green \
         card and an offering"
    );
    let mut tale = tale
        .when(ANNA, double(Means::Card))
        .then(|state| assert_eq!(state.step, Step::Cards { left: 2 + 3 }));
    for _ in 0..5 {
        tale = tale.when(ANNA, Command::TakeCard { open: None });
    }
    tale.when_refused(ANNA, double(Means::Card), "green_used").then(|state| {
        let board = state.board(ANNA);
        assert_eq!((board.cards.len(), board.offerings), (5, 0), "six taken, one played");
        assert_eq!(state.step, Step::Persons);
    });
}

#[test]
fn two_women_take_the_offering_that_doubles_them() {
    women(Effect::Offering, 2)
        .hand(ANNA, &[God::Green, God::Green, God::White, God::White])
        .offerings(ANNA, 0)
        .tale()
        .when_refused(
            ANNA,
            persons(Gender::Woman, Effect::Offering, Some(Means::Card)),
            "no_offering",
        )
        .when_refused(ANNA, double(Means::Card), "nothing_to_double")
        .when(ANNA, persons(Gender::Woman, Effect::Offering, None))
        .when(ANNA, double(Means::Card))
        .then(|state| assert_eq!(state.board(ANNA).offerings, 2 - 1 + 2))
        .when_refused(ANNA, double(Means::Card), "green_used")
        .when_refused(ANNA, double(Means::Pair(God::White)), "green_used");
}

#[test]
fn who_has_called_him_already_is_not_told_to_call_him_for_one_more_type() {
    let tale = women(Effect::Offering, 2)
        .person(ANNA, 3, woman(Effect::Shell, 1))
        .hand(ANNA, &[God::Green])
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::Offering, None));
    let why = |state: &State| {
        let mut draft = Draft::<BoraBora>::new(state.clone());
        let more = persons(Gender::Woman, Effect::Shell, None);
        let no = BoraBora::decide(&mut draft, ANNA, &more, &mut Seeded::new(1));
        no.expect_err("it needs the Green God").message
    };
    let needs = "You have used a woman in this phase; one more type needs the Green God";
    assert_eq!(why(tale.state()), format!("{needs}."));
    let tale = tale.when(ANNA, double(Means::Card));
    assert_eq!(
        why(tale.state()),
        format!("{needs}, who helps once in a phase and was called already.")
    );
}

#[test]
fn the_last_card_taken_may_be_the_green_one_or_the_second_of_a_pair() {
    open(women(Effect::GodCard, 1), COLOURS)
        .tale()
        .with_chance(Seeded::new(1))
        .when(ANNA, persons(Gender::Woman, Effect::GodCard, None))
        .when(ANNA, take(God::Green))
        .when(ANNA, double(Means::Card))
        .then(|state| assert_eq!(state.step, Step::Cards { left: 1 }));
    open(women(Effect::GodCard, 2), COLOURS)
        .tale()
        .with_chance(Seeded::new(1))
        .when(ANNA, persons(Gender::Woman, Effect::GodCard, None))
        .when(ANNA, take(God::White))
        .when_refused(ANNA, double(Means::Pair(God::White)), "no_such_cards")
        .when(ANNA, take(God::White))
        .when(ANNA, double(Means::Pair(God::White)))
        .then(|state| {
            assert_eq!(state.step, Step::Cards { left: 2 });
            assert_eq!((state.board(ANNA).cards.len(), state.board(ANNA).offerings), (0, 1));
        });
}

#[test]
fn what_was_doubled_from_the_start_is_not_doubled_again() {
    women(Effect::GodCard, 2)
        .hand(ANNA, &[God::Green, God::Green])
        .offerings(ANNA, 9)
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::GodCard, Some(Means::Card)))
        .then(|state| assert_eq!(state.step, Step::Cards { left: 4 }))
        .when_refused(ANNA, double(Means::Card), "green_used");
}

#[test]
fn who_doubles_late_uses_no_second_type_of_a_gender_either() {
    let tale = women(Effect::Offering, 1)
        .hand(ANNA, &[God::Green, God::Green])
        .person(ANNA, 4, woman(Effect::Status, 1))
        .person(ANNA, 5, man(Effect::Shell, 1))
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::Offering, None))
        .when(ANNA, double(Means::Card))
        .when_refused(
            ANNA,
            persons(Gender::Woman, Effect::Status, Some(Means::Card)),
            "green_used",
        );
    tale.when(ANNA, persons(Gender::Man, Effect::Shell, None))
        .then(|state| assert_eq!(state.active, ANNA, "nobody else has persons"))
        .then(|state| assert_eq!(state.phase, Phase::Scoring, "and nothing is left to use"));
}

#[test]
fn a_second_type_by_green_is_not_doubled() {
    women(Effect::Offering, 2)
        .hand(ANNA, &[God::Green, God::Green])
        .person(ANNA, 4, woman(Effect::GodCard, 1))
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::Offering, None))
        .when(ANNA, persons(Gender::Woman, Effect::GodCard, Some(Means::Card)))
        .when_refused(ANNA, double(Means::Card), "green_used");
}

#[test]
fn only_the_type_under_way_is_doubled_and_not_one_used_before() {
    let table = || {
        women(Effect::Offering, 3)
            .hand(ANNA, &[God::Green])
            .person(ANNA, 4, man(Effect::GodCard, 1))
            .person(ANNA, 5, man(Effect::Status, 1))
    };
    table()
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::Offering, None))
        .when(ANNA, persons(Gender::Man, Effect::Status, None))
        .when_refused(ANNA, double(Means::Card), "nothing_to_double");
    let offerings = 2 + 3;
    table()
        .tale()
        .with_chance(Seeded::new(1))
        .when(ANNA, persons(Gender::Woman, Effect::Offering, None))
        .when(ANNA, persons(Gender::Man, Effect::GodCard, None))
        .when(ANNA, double(Means::Card))
        .then(|state| {
            assert_eq!(state.step, Step::Cards { left: 2 }, "the man's card, twice");
            assert_eq!(state.board(ANNA).offerings, offerings - 1);
        });
}

#[test]
fn types_that_bring_nothing_a_god_costs_are_doubled_from_the_start_or_not_at_all() {
    let others = Effect::ALL.iter().filter(|effect| {
        let immediate = [Effect::VictoryPoints, Effect::Status, Effect::Shell];
        immediate.contains(effect)
    });
    for &effect in others {
        women(effect, 2)
            .hand(ANNA, &[God::Green])
            .tale()
            .when(ANNA, persons(Gender::Woman, effect, None))
            .when_refused(ANNA, double(Means::Card), "nothing_to_double");
    }
    // The plain's offering comes when the path is walked: there is nothing left to double.
    women(Effect::LandPath, 2)
        .hut(ANNA, Region::CentralMountain)
        .hand(ANNA, &[God::Green])
        .offerings(ANNA, 0)
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::LandPath, None))
        .when(ANNA, settle(Region::CentralPlain))
        .when_refused(ANNA, double(Means::Card), "nothing_to_double");
    // Nor after the fire bonus of a builder has brought a Green card.
    open(women(Effect::Build, 1).materials(ANNA, &[0, 1, 4, 5]), COLOURS)
        .tale()
        .with_chance(Seeded::new(1))
        .when(ANNA, persons(Gender::Woman, Effect::Build, None))
        .when(ANNA, Command::Build { building: 3, spaces: [0, 1] })
        .when(ANNA, take(God::Green))
        .when_refused(ANNA, double(Means::Card), "wrong_step")
        .when(ANNA, Command::TakeShell {})
        .when_refused(ANNA, double(Means::Card), "nothing_to_double");
}

#[test]
fn doubling_is_paid_for_like_any_god() {
    let table = || open(women(Effect::GodCard, 1).offerings(ANNA, 0), COLOURS);
    let used = |table: Table| {
        let tale = table.tale().with_chance(Seeded::new(1));
        tale.when(ANNA, persons(Gender::Woman, Effect::GodCard, None)).when(ANNA, take(God::Green))
    };
    used(table())
        .when_refused(ANNA, double(Means::Card), "no_offering")
        .when_refused(ANNA, double(Means::Tile), "no_god_tile")
        .when_refused(ANNA, double(Means::Pair(God::Green)), "one_card_is_enough")
        .when_refused(ANNA, double(Means::Pair(God::Red)), "no_such_cards");
    used(table().god_tiles(ANNA, 1)).when(ANNA, double(Means::Tile)).then(|state| {
        assert_eq!(state.board(ANNA).god_tiles, 0);
        assert_eq!(state.board(ANNA).cards, [God::Green], "the card stays in the hand");
    });
}

#[test]
fn cards_that_run_out_leave_nobody_without_a_step() {
    // The only card is the Green one: two of three are forgone, and played it is the
    // pile from which the doubling draws it again.
    let tale = scarce(women(Effect::GodCard, 3), &[God::Green])
        .tale()
        .with_chance(Seeded::new(1))
        .when(ANNA, persons(Gender::Woman, Effect::GodCard, None))
        .when(ANNA, take(God::Green))
        .then(|state| assert_eq!(state.step, Step::Persons))
        .when(ANNA, double(Means::Card))
        .then(|state| assert_eq!(state.step, Step::Cards { left: 3 }));
    assert_eq!(tale.legal(ANNA), [Command::TakeCard { open: None }]);
    tale.when(ANNA, Command::TakeCard { open: None }).then(|state| {
        assert_eq!(state.board(ANNA).cards, [God::Green]);
        assert_eq!(state.step, Step::Persons);
    });
    // A god tile makes no pile.
    scarce(women(Effect::GodCard, 1).god_tiles(ANNA, 1), &[God::Green])
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::GodCard, None))
        .when(ANNA, take(God::Green))
        .when_refused(ANNA, double(Means::Tile), "god_not_needed");
}

#[test]
fn the_sensible_robot_calls_green_when_the_cards_it_takes_bring_him() {
    let mut tale = open(women(Effect::GodCard, 3).offerings(ANNA, 1), COLOURS)
        .tale()
        .with_chance(Seeded::new(1))
        .when(ANNA, persons(Gender::Woman, Effect::GodCard, None))
        .when(ANNA, take(God::Green));
    while tale.state().phase == Phase::Persons {
        let mut thoughts = Seeded::new(7);
        let chosen = robot::choose::<BoraBora>(Robot::Sensible, tale.state(), ANNA, &mut thoughts);
        tale = tale.when(ANNA, chosen.expect("Anna is awaited"));
    }
    assert_eq!(tale.state().discard, [God::Green]);
    assert_eq!(tale.state().board(ANNA).cards.len(), 5);
}

#[test]
fn nobody_doubles_what_another_has_used() {
    women(Effect::Offering, 1)
        .person(BEN, 1, man(Effect::Offering, 1))
        .hand(ANNA, &[God::Green])
        .hand(BEN, &[God::Green])
        .tale()
        .when(ANNA, persons(Gender::Woman, Effect::Offering, None))
        .when_refused(BEN, double(Means::Card), "not_your_turn")
        .when(ANNA, Command::Finish {})
        .when_refused(ANNA, double(Means::Card), "not_your_turn")
        .when_refused(BEN, double(Means::Card), "nothing_to_double")
        .when(BEN, persons(Gender::Man, Effect::Offering, None))
        .when(BEN, double(Means::Card))
        .then(|state| assert_eq!(state.board(BEN).offerings, 2 + 1 - 1 + 1));
}

#[test]
fn dice_are_never_doubled() {
    table(4).hand(ANNA, &[God::Green]).tale().when_refused(ANNA, double(Means::Card), "wrong_step");
}
