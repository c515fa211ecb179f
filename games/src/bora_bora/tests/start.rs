//! Setting up, and what is in the box.

use super::super::BoraBora;
use super::super::command::{Command, Config};
use super::super::event::Step;
use super::super::pieces::*;
use super::super::tables;
use crate::rules::chance::Seeded;
use crate::rules::tale::Tale;
use crate::rules::{Game, Seat};

#[test]
fn the_box_holds_what_the_rulebook_counts() {
    assert_eq!(tables::people(Gender::Man).len(), 36);
    assert_eq!(tables::TASKS.len(), 60);
    let mut labels: Vec<_> = tables::TASKS.iter().map(|row| row.label).collect();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), 60, "no task stands there twice");
    assert_eq!(tables::FISH.iter().filter(|fish| fish.value == 1).count(), 4);
    for kind in FishKind::ALL {
        assert_eq!(tables::FISH.iter().filter(|fish| fish.kind == *kind).count(), 3);
    }
    for trinket in Trinket::ALL {
        let points = tables::JEWELRY.iter().filter(|j| j.trinket == *trinket).map(|j| j.points);
        assert_eq!(points.sum::<u8>(), 20);
    }
    for terrain in Terrain::ALL {
        let regions = tables::REGIONS.iter().filter(|row| row.terrain == *terrain);
        assert_eq!(regions.count(), 3);
    }
    assert_eq!(tables::PATHS.iter().filter(|path| path.0 == Path::Land).count(), 8);
    assert_eq!(tables::START_HUTS.iter().sum::<u8>(), 12);
    for material in Material::ALL {
        let spaces = (0..12).filter(|space| tables::ceremony_material(*space) == *material);
        assert_eq!(spaces.count(), 4);
    }
    let adjacent = (0..12).flat_map(|a| (0..a).map(move |b| (a, b)));
    assert_eq!(adjacent.filter(|(a, b)| tables::ceremony_adjacent(*a, *b)).count(), 17);
}

#[test]
fn step_five_of_the_status_track_is_the_first_worth_four() {
    assert_eq!(tables::STATUS_POINTS[5], 4);
    assert!(tables::STATUS_POINTS[..5].iter().all(|points| *points < 4));
    assert_eq!(tables::STATUS_POINTS.last(), Some(&15));
}

#[test]
fn two_three_and_four_players_have_five_six_and_seven_action_tiles() {
    let sizes: Vec<_> = (2..=4).map(|seats| tables::action_tiles(seats).len()).collect();
    assert_eq!(sizes, [5, 6, 7]);
}

#[test]
fn everybody_is_dealt_what_the_set_up_says() {
    for seats in 2..=4 {
        let setup = BoraBora::deal(&Config::default(), seats, &mut Seeded::new(9)).unwrap();
        let state = BoraBora::begin(&setup);
        BoraBora::audit(&state).unwrap();
        assert_eq!((state.tasks.len(), state.open_cards.len()), (seats + 2, 5));
        assert_eq!(state.jewelry.iter().map(Vec::len).sum::<usize>(), 24);
        for (place, &seat) in state.order.iter().enumerate() {
            let board = state.board(seat);
            assert_eq!(board.total(), place as i32, "the later in order, the more points");
            assert_eq!((board.cards.len(), board.offerings, board.god_tiles), (2, 2, 1));
            assert_eq!((board.tasks.len(), board.priests), (3, 4));
            let starting = board.tasks.iter().filter(|task| task.0 < tables::STARTING_TASKS);
            assert_eq!(starting.count(), 1);
        }
        assert_eq!(state.standing, state.order, "the first player's marker is on top");
    }
}

fn first_hut(region: Region) -> Command {
    Command::SettleFirst { region, hut: Spot::Ordinary }
}

#[test]
fn first_huts_are_placed_in_reverse_order_beside_fish_of_value_one() {
    let setup = BoraBora::deal(&Config::default(), 3, &mut Seeded::new(5)).unwrap();
    let state = BoraBora::begin(&setup);
    let order = state.order.clone();
    let ones: Vec<Region> = Region::ALL
        .iter()
        .copied()
        .filter(|region| state.fish[*region as usize].value == 1)
        .collect();
    let other = *Region::ALL.iter().find(|region| !ones.contains(region)).unwrap();
    let mut tale = Tale::<BoraBora>::given(state)
        .with_chance(Seeded::new(1))
        .when_refused(order[0], first_hut(ones[0]), "not_your_turn")
        .when_refused(order[2], first_hut(other), "no_one_fish");
    for (place, seat) in [(0, order[2]), (1, order[1]), (2, order[0])] {
        if place > 0 {
            let taken = first_hut(ones[0]);
            tale = tale.when_refused(seat, taken, "space_taken");
        }
        let offerings = tale.state().board(seat).offerings;
        tale = tale.when(seat, first_hut(ones[place]));
        if let Step::Ceremony { .. } = tale.state().step {
            let choice = tale.legal(seat);
            assert_eq!(choice.len(), 4, "any of the four spaces that want the material");
            tale = tale.when(seat, choice[0].clone());
        }
        let board = tale.state().board(seat);
        match ones[place].material() {
            Some(material) => assert_eq!(board.material(material), 1),
            None => assert_eq!(board.offerings, offerings + 1),
        }
    }
    tale.then(|state| {
        assert_eq!((state.round, state.active), (1, order[0]));
        assert!(state.boards.values().all(|board| board.dice.len() == 3), "all have rolled");
        assert!(state.boards.values().all(|board| board.points[Source::RedGod as usize] == 0));
    });
}

#[test]
fn the_first_hut_may_be_any_of_ones_huts() {
    // English rules p. 4: "one of his huts"; the two of space 12 are among them.
    let setup = BoraBora::deal(&Config::default(), 4, &mut Seeded::new(5)).unwrap();
    let state = BoraBora::begin(&setup);
    let seat = state.active;
    let (huts, twelfth) = (state.board(seat).huts, tables::START_HUTS[11]);
    let commands = BoraBora::legal(&state, seat);
    assert_eq!(commands.len(), 4 * 2, "four regions, two sorts of huts");
    for command in commands {
        let Command::SettleFirst { region, hut } = command else { panic!("{command:?}") };
        let tale = Tale::<BoraBora>::given(state.clone()).when(seat, command);
        let board = tale.state().board(seat);
        assert!(tale.state().settled[seat][region as usize]);
        assert_eq!(board.huts.iter().sum::<u8>(), 11);
        assert_eq!(board.huts[11], twelfth - u8::from(hut == Spot::Twelfth));
        assert_eq!(board.huts[..11] == huts[..11], hut == Spot::Twelfth);
    }
}

#[test]
fn one_or_five_players_are_refused() {
    for seats in [1, 5] {
        let refusal = BoraBora::deal(&Config::default(), seats, &mut Seeded::new(1)).unwrap_err();
        assert_eq!(refusal.code, "wrong_number_of_seats");
    }
}

#[test]
fn seats_are_told_apart_from_spectators_by_what_they_see() {
    use crate::rules::Viewer;
    let setup = BoraBora::deal(&Config::default(), 2, &mut Seeded::new(2)).unwrap();
    let state = BoraBora::begin(&setup);
    let own = BoraBora::view(&state, Viewer::Seat(Seat(0)));
    assert!(own.boards[Seat(0)].hand.is_some() && own.boards[Seat(1)].hand.is_none());
    let anyone = BoraBora::view(&state, Viewer::Spectator);
    assert!(anyone.boards.values().all(|board| board.hand.is_none() && board.cards == 2));
    let all = BoraBora::view(&state, Viewer::Everything);
    assert!(all.boards.values().all(|board| board.hand.is_some()));
}
