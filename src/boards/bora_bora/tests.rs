//! What the drawings of Bora Bora promise.

use super::BoraBora;
use crate::boards::{Board, Drawing, Marks, Scene};
use crate::games::bora_bora::BoraBora as Game;
use crate::games::bora_bora::command::{Command, Config};
use crate::games::bora_bora::state::State;
use crate::rules::playtest::{Closeness, Played, whole_match};
use crate::rules::{Game as _, Seat, Turn, Viewer};
use serde_json::value::to_raw_value;
use std::collections::BTreeSet;

const NAMES: [&str; 4] = ["Anna", "<b>\"x\"&", "Cleo", "Dora Dorothea von und zu Dorn"];

fn names(seats: usize) -> Vec<String> {
    NAMES.iter().take(seats).map(|&name| name.to_owned()).collect()
}

fn play(seats: usize, seed: u64) -> Played<Game> {
    let config = Config { orange_tiles: seats == 3 };
    whole_match::<Game>(&config, seats, seed, Closeness::FAST)
}

/// The state before each command of a match, with the command.
fn moments(played: &Played<Game>) -> Vec<(State, Seat, Command)> {
    let mut state = Game::begin(&played.setup);
    let mut moments = Vec::new();
    for (seat, command, events) in &played.steps {
        moments.push((state.clone(), *seat, command.clone()));
        for event in events {
            Game::evolve(&mut state, event);
        }
    }
    moments
}

fn draw(state: &State, viewer: Viewer, marks: &Marks) -> Drawing {
    let seats = state.order.len();
    let view = to_raw_value(&Game::view(state, viewer)).expect("a view has a JSON form");
    let names = names(seats);
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        _ => None,
    };
    let scene = Scene { view: &view, names: &names, seat };
    BoraBora.draw(&scene, marks).expect("a view can be drawn")
}

fn letter(state: &State) -> String {
    let view = to_raw_value(&Game::view(state, Viewer::Seat(Seat(0)))).expect("a view");
    let names = names(state.order.len());
    let scene = Scene { view: &view, names: &names, seat: Some(Seat(0)) };
    BoraBora.letter(&scene, &Marks::default()).expect("a letter's picture")
}

/// All that the legal commands of the moment offer.
fn offered(state: &State) -> Marks {
    let mut marks = Marks::default();
    if let Turn::Awaiting(seats) = Game::turn(state) {
        for seat in seats {
            for command in Game::legal(state, seat) {
                let json = serde_json::to_value(&command).expect("JSON");
                for spot in BoraBora.spots(seat, &json) {
                    let address = format!("?spot={spot}&step=\"1\"");
                    marks.offered.insert(spot, address);
                }
            }
        }
    }
    marks
}

/// A small reader of XML: tags are closed in order, attributes are quoted and
/// named once, and every `&` begins an entity. Returns the values of an attribute.
fn read_xml(text: &str, wanted: &str) -> Vec<String> {
    let (mut open, mut found, mut rest) = (Vec::new(), Vec::new(), text);
    while let Some(at) = rest.find('<') {
        entities(&rest[..at]);
        assert!(!rest[..at].contains('>'), "a stray > in {}", &rest[..at]);
        let end = rest.find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed out of order");
            continue;
        }
        let whole = tag.trim_end_matches('/');
        let (name, mut attributes) = whole.split_once(' ').unwrap_or((whole, ""));
        assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric()), "tag {name}");
        let mut seen = BTreeSet::new();
        while !attributes.is_empty() {
            let (key, value) = attributes.split_once("=\"").expect("an attribute has a value");
            let (value, after) = value.split_once('"').expect("a value ends");
            assert!(seen.insert(key), "{key} twice in {tag}");
            assert!(!key.contains(['"', '\'']) && !value.contains('<'), "{tag}");
            assert_ne!(key, "style", "{tag}");
            entities(value);
            if key == wanted {
                found.push(value.to_owned());
            }
            attributes = after.trim_start();
        }
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "left open: {open:?}");
    found
}

fn entities(text: &str) {
    for part in text.split('&').skip(1) {
        let name = part.split_once(';').expect("an entity ends").0;
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "&{name};");
    }
}

#[test]
fn every_picture_and_all_words_are_well_formed_and_hold_no_inline_style() {
    for seats in 2..=4 {
        for (state, seat, _) in moments(&play(seats, 7)).iter().step_by(23) {
            let mut marks = offered(state);
            marks.chosen = marks.offered.keys().next().cloned();
            marks.changed = marks.offered.keys().cloned().collect();
            let drawing = draw(state, Viewer::Seat(*seat), &marks);
            let mut ids = BTreeSet::new();
            for panel in &drawing.panels {
                read_xml(&panel.words, "class");
                for id in read_xml(&panel.svg, "id") {
                    assert!(id.starts_with(&panel.id), "{id} in {}", panel.id);
                    assert!(ids.insert(id.clone()), "{id} is there twice");
                }
                for class in read_xml(&panel.svg, "class") {
                    for class in class.split(' ') {
                        let marked = ["bb", "spot", "offered", "changed", "chosen"];
                        assert!(class.starts_with("bb-") || marked.contains(&class), "{class}");
                    }
                }
            }
            read_xml(&letter(state), "class");
        }
    }
}

#[test]
fn every_class_has_a_style_and_every_style_is_used() {
    let styles = super::STYLES;
    let mut used = BTreeSet::new();
    for (state, seat, _) in moments(&play(3, 5)).iter().chain(&moments(&play(4, 5))).step_by(7) {
        let mut marks = offered(state);
        marks.chosen = marks.offered.keys().next().cloned();
        marks.changed = marks.offered.keys().cloned().collect();
        let drawing = draw(state, Viewer::Seat(*seat), &marks);
        let pictures = drawing.panels.iter().map(|panel| panel.svg.clone());
        for picture in pictures.chain([letter(state)]) {
            for class in read_xml(&picture, "class") {
                used.extend(class.split(' ').map(str::to_owned));
            }
        }
    }
    for class in used.iter().filter(|class| class.starts_with("bb-")) {
        let panel = ["map", "actions", "people", "status", "market"];
        let bare = class.trim_start_matches("bb-");
        if panel.contains(&bare) || bare.starts_with("seat-") {
            continue;
        }
        let styled =
            styles.contains(&format!(".{class}{{")) || styles.contains(&format!(".{class},"));
        assert!(styled, ".{class} has no style");
    }
    for rule in styles.lines().filter(|line| line.starts_with(".bb-")) {
        let name = rule.trim_start_matches('.').split(['{', ',', ' ', ':']).next().expect("a name");
        assert!(used.contains(name), ".{name} is not used");
    }
}

#[test]
fn the_styles_have_light_colours_first_and_dark_ones_after() {
    let (light, rest) = super::STYLES.split_once("@media").expect("a media query");
    assert!(rest.contains("prefers-color-scheme:dark") && !light.contains("var("));
    for class in ["bb-t", "bb-sea", "bb-forest", "bb-offered", "bb-chosen", "bb-changed"] {
        assert!(light.contains(&format!(".{class}{{")), "{class} has no light colour");
        assert!(rest.contains(&format!(".{class}")), "{class} has no dark colour");
    }
}

#[test]
fn names_are_escaped_wherever_they_stand() {
    let (state, ..) = moments(&play(4, 3)).swap_remove(120);
    for panel in draw(&state, Viewer::Spectator, &offered(&state)).panels {
        assert!(!panel.svg.contains("<b>") && !panel.words.contains("<b>"), "{}", panel.id);
    }
    assert!(!letter(&state).contains("<b>"));
    assert!(letter(&state).contains("&lt;b&gt;"));
}

#[test]
fn every_legal_command_has_its_spots_in_the_picture_of_the_moment() {
    for seats in 2..=4 {
        for seed in 0..2 {
            for (state, seat, _) in moments(&play(seats, seed)).iter().step_by(3) {
                let marks = offered(state);
                let drawing = draw(state, Viewer::Seat(*seat), &marks);
                let mut drawn = BTreeSet::new();
                for panel in &drawing.panels {
                    let named: BTreeSet<_> =
                        read_xml(&panel.svg, "data-spot").into_iter().collect();
                    assert!(panel.spots.keys().eq(named.iter()), "{}", panel.id);
                    for spot in named {
                        assert!(drawn.insert(spot.clone()), "{spot} is there twice");
                    }
                }
                for command in Game::legal(state, *seat) {
                    let json = serde_json::to_value(&command).expect("JSON");
                    let spots = BoraBora.spots(*seat, &json);
                    assert_eq!(spots.is_empty(), command == Command::Finish {}, "{command:?}");
                    for spot in spots {
                        assert!(drawn.contains(&spot), "{spot} of {command:?} is not drawn");
                    }
                }
                assert_eq!(
                    drawing.panels.iter().any(|panel| panel.svg.contains("<a href=")),
                    !marks.offered.is_empty()
                );
            }
        }
    }
}

#[test]
fn a_picture_with_links_is_a_group_and_one_without_is_an_image() {
    let (state, seat, _) = moments(&play(4, 3)).swap_remove(0);
    let map = &draw(&state, Viewer::Seat(seat), &offered(&state)).panels[0];
    assert!(map.svg.contains(r#"role="group""#) && map.svg.contains(r#"class="spot offered""#));
    let map = &draw(&state, Viewer::Seat(seat), &Marks::default()).panels[0];
    assert!(map.svg.contains(r#"role="img""#) && !map.svg.contains("<a "));
}

#[test]
fn only_the_display_that_is_asked_for_is_offered() {
    let asks = |command: &Command| matches!(command, Command::TakePerson { .. });
    let all = moments(&play(4, 3));
    let (state, seat, _) = all.iter().find(|(_, _, command)| asks(command)).expect("a taking");
    let drawing = draw(state, Viewer::Seat(*seat), &offered(state));
    let people = drawing.panels.iter().find(|panel| panel.id == "people").expect("displays");
    let linked = |display: &str| people.svg.contains(&format!(r#"offered" data-spot="{display}-"#));
    assert_ne!(linked("men"), linked("women"));
}

#[test]
fn the_hands_of_others_are_not_in_the_drawing() {
    for (state, ..) in moments(&play(4, 11)).iter().step_by(31) {
        let own = Viewer::Seat(Seat(1));
        let mut other = state.clone();
        let mut chance = crate::rules::chance::Seeded::new(1);
        Game::scramble(&mut other, own, &mut chance);
        let all = |state: &State| format!("{:?}", draw(state, own, &Marks::default()));
        assert_eq!(all(state), all(&other));
        let drawing = draw(state, own, &Marks::default());
        for panel in drawing.panels.iter().filter(|panel| panel.seat.is_some()) {
            let open = panel.seat == Some(Seat(1));
            assert_eq!(panel.words.contains("hidden"), !open);
        }
    }
}

#[test]
fn the_board_of_the_person_who_looks_comes_first() {
    let (state, ..) = moments(&play(3, 1)).swap_remove(40);
    let ids = |viewer| -> Vec<String> {
        draw(&state, viewer, &Marks::default()).panels.into_iter().map(|panel| panel.id).collect()
    };
    let shared = ["map", "actions", "people", "status", "market"];
    assert_eq!(ids(Viewer::Seat(Seat(2)))[..5], shared);
    assert_eq!(ids(Viewer::Seat(Seat(2)))[5..], ["seat-2", "seat-0", "seat-1"]);
    assert_eq!(ids(Viewer::Spectator)[5..], ["seat-0", "seat-1", "seat-2"]);
}

#[test]
fn a_placed_die_changes_its_tile_and_nothing_that_others_own() {
    let all = moments(&play(4, 3));
    let mut seen = 0;
    for pair in all.windows(2) {
        let Command::PlaceDie { action, blue: None, white: None, .. } = &pair[0].2 else {
            continue;
        };
        let plain = ["temple", "man", "woman", "land_path", "water_path", "build"];
        let action = super::name_of(action);
        if !plain.contains(&action.as_str()) {
            continue;
        }
        let own = Viewer::Seat(pair[0].1);
        let before = draw(&pair[0].0, own, &Marks::default());
        let changed = draw(&pair[1].0, own, &Marks::default()).changed_since(&before);
        let mut changed: Vec<String> = changed.into_iter().collect();
        // Where a seat has two dice of one face, the other one stays.
        changed.retain(|spot| !spot.starts_with(&format!("seat-{}-die-", pair[0].1.0)));
        assert_eq!(changed, [format!("action-{action}")]);
        seen += 1;
    }
    assert!(seen > 5);
}

#[test]
fn a_whole_drawing_is_small() {
    let all = moments(&play(4, 3));
    let largest = all.iter().step_by(10).map(|(state, seat, _)| {
        let drawing = draw(state, Viewer::Seat(*seat), &Marks::default());
        let pictures: usize = drawing.panels.iter().map(|panel| panel.svg.len()).sum();
        let words: usize = drawing.panels.iter().map(|panel| panel.words.len()).sum();
        (pictures, words)
    });
    let (pictures, words) = largest.max().expect("moments");
    assert!(pictures < 105_000 && words < 20_000, "{pictures} and {words}");
}

#[test]
fn what_is_not_a_command_has_no_spots_and_what_is_no_view_is_not_drawn() {
    assert!(BoraBora.spots(Seat(0), &serde_json::json!({ "type": "nonsense" })).is_empty());
    let view = to_raw_value("nonsense").expect("JSON");
    let scene = Scene { view: &view, names: &[], seat: None };
    assert!(BoraBora.draw(&scene, &Marks::default()).is_err());
    assert!(BoraBora.letter(&scene, &Marks::default()).is_err());
}
