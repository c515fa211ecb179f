//! What the drawings of Bora Bora promise.

use super::BoraBora;
use crate::games::bora_bora::BoraBora as Game;
use crate::games::bora_bora::command::{Command, Config};
use crate::games::bora_bora::state::State;
use crate::markup::{SHUT, name_of};
use crate::rules::playtest::{Closeness, Played, whole_match};
use crate::rules::{Fact, Game as _, Part, Seat, Telling, Turn, Viewer};
use crate::{Board, Drawing, Marks, Offered, Scene, Spot, Zone};
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
    let view = Game::view(state, viewer);
    let names = names(seats);
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        _ => None,
    };
    let scene =
        Scene { view: &view, names: &names, seat, shown: seat.unwrap_or(Seat(0)), ended: false };
    BoraBora.draw(&scene, marks)
}

fn letter(state: &State) -> String {
    let view = Game::view(state, Viewer::Seat(Seat(0)));
    let names = names(state.order.len());
    let scene =
        Scene { view: &view, names: &names, seat: Some(Seat(0)), shown: Seat(0), ended: false };
    BoraBora.letter(&scene, &Marks::default())
}

/// What the parts of the path to a command point at.
fn pointed_at(state: &State, seat: Seat, command: &Command) -> Vec<Spot> {
    let path = Game::parts(state, seat, command);
    (1..=path.len()).flat_map(|to| BoraBora.spots(seat, &path[..to])).collect()
}

/// What is known of a region.
fn brings(good: &str, fish: u8) -> Fact {
    let words = Telling::new("region", "{good}, fish {fish}").with("good", good).with("fish", fish);
    Fact::new("region", words, i32::from(fish), Vec::new())
}

/// All that the legal commands of the moment offer.
fn offered(state: &State) -> Marks {
    let mut marks = Marks::default();
    if let Turn::Awaiting(seats) = Game::turn(state) {
        for seat in seats {
            for command in Game::legal(state, seat) {
                for spot in pointed_at(state, seat, &command) {
                    let address = format!("?spot={spot}&step=\"1\"");
                    let (badge, facts) = ("3".to_owned(), vec![brings("stone", 3)]);
                    let offered = Offered { address, badge, facts, ..Offered::default() };
                    marks.offered.insert(spot, offered);
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
            for zone in &drawing.zones {
                read_xml(&zone.words, "class");
                for id in read_xml(&zone.content, "id") {
                    assert!(id.starts_with(&zone.id), "{id} in {}", zone.id);
                    assert!(ids.insert(id.clone()), "{id} is there twice");
                }
            }
            read_xml(&letter(state), "class");
            let icons = drawing.icons + &letter(state);
            assert!(!icons.contains("\"></symbol>"), "an icon is empty");
        }
    }
}

/// The styles of what is no picture.
const THINGS: &str = include_str!("../../../assets/things.css");

#[test]
fn every_class_has_a_style_and_every_style_of_a_picture_is_used() {
    let styles = super::STYLES;
    let mut used = BTreeSet::new();
    for (state, seat, _) in moments(&play(3, 5)).iter().chain(&moments(&play(4, 5))).step_by(7) {
        let mut marks = offered(state);
        marks.chosen = marks.offered.keys().next().cloned();
        marks.changed = marks.offered.keys().cloned().collect();
        marks.closed = regions_of(state).into_iter().map(|it| (it, "no".into())).collect();
        let drawing = draw(state, Viewer::Seat(*seat), &marks);
        let contents = drawing.zones.iter().map(|zone| zone.content.clone());
        for content in contents.chain([drawing.icons.clone(), letter(state)]) {
            for class in read_xml(&content, "class") {
                used.extend(class.split_whitespace().map(str::to_owned));
            }
        }
    }
    // What tests and scripts look for, or what needs no style of its own.
    let bare = ["bb", "spot", "half", "empty", "tiles"];
    for class in used.iter().filter(|class| !bare.contains(&class.as_str())) {
        let styled = [styles, THINGS].iter().any(|styles| {
            styles.match_indices(&format!(".{class}")).any(|(at, name)| {
                let next = styles[at + name.len()..].chars().next().unwrap_or(' ');
                !next.is_ascii_alphanumeric() && next != '-'
            })
        });
        assert!(styled, ".{class} has no style");
    }
    for rule in styles.lines().filter(|line| line.starts_with(".bb-")) {
        let name = rule.trim_start_matches('.').split(['{', ',', ' ', ':']).next().expect("a name");
        assert!(used.contains(name), ".{name} is not used");
    }
}

/// The spots of all regions.
fn regions_of(state: &State) -> Vec<Spot> {
    let map = draw(state, Viewer::Spectator, &Marks::default()).zones.swap_remove(0);
    map.spots.into_keys().filter(|spot| spot.starts_with("region-")).collect()
}

#[test]
fn what_is_closed_on_the_islands_is_dashed_and_says_why() {
    let (state, ..) = moments(&play(4, 3)).swap_remove(120);
    let regions = regions_of(&state);
    assert_eq!(regions.len(), 12);
    for spot in regions {
        let closed = [(spot.clone(), "too far".to_owned())].into();
        let marks = Marks { closed, ..Marks::default() };
        let map = draw(&state, Viewer::Spectator, &marks).zones.swap_remove(0).content;
        let open = format!(r#"<g class="spot closed" data-spot="{spot}" {SHUT}>"#);
        let (_, drawn) = map.split_once(&open).expect("it is there");
        let (name, drawn) = drawn.split_once("</title>").expect("a name");
        assert!(name.ends_with(": too far"), "{name}");
        assert!(drawn.split("</g>").next().expect("it").contains("bb-closed"), "{drawn:.300}");
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
    for zone in draw(&state, Viewer::Spectator, &offered(&state)).zones {
        assert!(!zone.content.contains("<b>\"") && !zone.words.contains("<b>"), "{}", zone.id);
    }
    assert!(!letter(&state).contains("<b>"));
    assert!(letter(&state).contains("&lt;b&gt;"));
}

/// How many things lead to what is offered with a spot.
fn leads(drawing: &Drawing, spot: &str) -> usize {
    let named = format!("href=\"?spot={spot}&amp;");
    drawing.zones.iter().map(|zone| zone.content.matches(&named).count()).sum()
}

#[test]
fn every_legal_command_points_at_things_on_the_table() {
    for seats in 2..=4 {
        for seed in 0..2 {
            for (state, seat, _) in moments(&play(seats, seed)).iter().step_by(3) {
                let marks = offered(state);
                let drawing = draw(state, Viewer::Seat(*seat), &marks);
                let placeless = |command: &Command| {
                    matches!(command, Command::Finish {} | Command::DoublePersons { .. })
                };
                for command in Game::legal(state, *seat) {
                    let spots = pointed_at(state, *seat, &command);
                    assert_eq!(spots.is_empty(), placeless(&command), "{command:?}");
                    // Men or women of one kind are all of them lit.
                    let lit: usize = spots.iter().map(|spot| leads(&drawing, spot)).sum();
                    let all = match command {
                        Command::UsePersons { .. } => lit.min(1),
                        _ => lit,
                    };
                    let due = match command {
                        Command::UsePersons { .. } => 1,
                        _ => spots.len(),
                    };
                    assert_eq!(all, due, "{command:?}: {spots:?}");
                }
            }
        }
    }
}

fn zone(drawing: Drawing, id: &str) -> Zone {
    drawing.zones.into_iter().find(|zone| zone.id == id).expect("a zone")
}

#[test]
fn a_picture_with_links_is_a_group_and_one_without_is_an_image() {
    let (state, seat, _) = moments(&play(4, 3)).swap_remove(0);
    let map = zone(draw(&state, Viewer::Seat(seat), &offered(&state)), "map").content;
    assert!(map.contains(r#"role="group""#) && map.contains(r#"class="spot offered""#));
    let map = zone(draw(&state, Viewer::Seat(seat), &Marks::default()), "map").content;
    assert!(map.contains(r#"role="img""#) && !map.contains("<a "));
}

#[test]
fn a_region_says_what_a_hut_on_it_brings_as_far_as_there_is_room() {
    let (state, seat, _) = moments(&play(4, 3)).swap_remove(0);
    let mut marks = offered(&state);
    let said = |marks: &Marks| {
        let map = zone(draw(&state, Viewer::Seat(seat), marks), "map").content;
        let pills =
            map.split("bb-on-pill").skip(1).filter_map(|rest| rest.split(['>', '<']).nth(1));
        pills.map(str::to_owned).collect::<BTreeSet<String>>()
    };
    assert_eq!(said(&marks), BTreeSet::from(["stone, fish 3".to_owned()]));
    let mut say = |facts: Vec<Fact>| {
        marks.offered.values_mut().for_each(|offered| facts.clone_into(&mut offered.facts));
        said(&marks)
    };
    assert_eq!(say(vec![brings("offering", 6)]), BTreeSet::from(["fish 6".to_owned()]));
    let other = Fact { key: "task".to_owned(), ..brings("stone", 6) };
    assert_eq!(say(vec![other]), BTreeSet::from(["3".to_owned()]));
    assert_eq!(say(Vec::new()), BTreeSet::from(["3".to_owned()]));
}

#[test]
fn only_the_display_that_is_asked_for_is_offered() {
    let asks = |command: &Command| matches!(command, Command::TakePerson { .. });
    let all = moments(&play(4, 3));
    let (state, seat, _) = all.iter().find(|(_, _, command)| asks(command)).expect("a taking");
    let drawing = draw(state, Viewer::Seat(*seat), &offered(state));
    let people = zone(drawing, "people").content;
    let links: Vec<&str> = people.split("<a ").skip(1).collect();
    let linked = |display: &str| {
        let named = format!("data-spot=\"{display}-");
        links.iter().any(|link| link.split('>').next().is_some_and(|tag| tag.contains(&named)))
    };
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
        // The words of the players: all hands but the own one are hidden.
        let words = zone(drawing, "players").words;
        assert_eq!(words.matches("hidden").count(), 3);
    }
}

#[test]
fn the_things_of_the_person_who_looks_are_shown_whole() {
    let (state, ..) = moments(&play(3, 1)).swap_remove(40);
    let own = zone(draw(&state, Viewer::Seat(Seat(2)), &Marks::default()), "you");
    assert!(own.title == "You" && own.content.contains("data-spot=\"seat-2-offerings\""));
    let other = zone(draw(&state, Viewer::Spectator, &Marks::default()), "you");
    assert!(other.title.contains("Anna") && other.content.contains("seat-0-offerings"));
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
        let action = name_of(action);
        if !plain.contains(&action.as_str()) {
            continue;
        }
        let own = Viewer::Seat(pair[0].1);
        let before = draw(&pair[0].0, own, &Marks::default()).looks();
        let changed = draw(&pair[1].0, own, &Marks::default()).changed_since(&before);
        let known = Marks { changed: changed.clone(), ..Marks::default() };
        let found = Marks { since: Some(before.into()), ..Marks::default() };
        let contents = |marks| -> Vec<String> {
            let zones = draw(&pair[1].0, own, marks).zones.into_iter();
            zones.map(|zone| zone.content).collect()
        };
        assert_eq!(contents(&found), contents(&known));
        let mut changed: Vec<String> = changed.into_iter().collect();
        // The row of the player counts the dice.
        changed.retain(|spot| *spot != format!("player-{}", pair[0].1.0));
        // Where a seat has two dice of one face, the other one stays.
        changed.retain(|spot| !spot.starts_with(&format!("seat-{}-die-", pair[0].1.0)));
        assert_eq!(changed, [format!("action-{action}")]);
        seen += 1;
    }
    assert!(seen > 5);
}

#[test]
fn actions_of_one_tile_stand_in_one_frame_and_each_die_lies_there_once() {
    for (seats, frames) in [(2, 2), (3, 1), (4, 0)] {
        let mut most = 0;
        for (state, seat, _) in moments(&play(seats, 5)) {
            let view = Game::view(&state, Viewer::Seat(seat));
            let dice: usize = view.action_tiles.iter().map(|tile| tile.dice.len()).sum();
            let drawing = draw(&state, Viewer::Seat(seat), &Marks::default());
            let content = zone(drawing, "tiles").content;
            assert_eq!(content.matches("<div class=\"combined\">").count(), frames, "{seats}");
            assert_eq!(content.matches("class=\"dd s").count(), dice, "{content}");
            most = most.max(dice);
        }
        assert!(most > 2 * seats, "{most}");
    }
}

#[test]
fn a_whole_drawing_is_small() {
    let all = moments(&play(4, 3));
    let largest = all.iter().step_by(10).map(|(state, seat, _)| {
        let drawing = draw(state, Viewer::Seat(*seat), &Marks::default());
        let pictures: usize = drawing.zones.iter().map(|zone| zone.content.len()).sum();
        let words: usize = drawing.zones.iter().map(|zone| zone.words.len()).sum();
        (pictures, words)
    });
    let (pictures, words) = largest.max().expect("moments");
    assert!(pictures < 50_000 && words < 20_000, "{pictures} and {words}");
}

#[test]
fn what_is_no_choice_has_no_spots() {
    let nonsense = Part::new("nonsense", "1", "nonsense");
    assert!(BoraBora.spots(Seat(0), &[nonsense]).is_empty());
}

#[test]
fn every_picture_of_a_narrow_screen_is_a_zone() {
    let (state, seat, _) = moments(&play(2, 3)).swap_remove(0);
    let drawing = draw(&state, Viewer::Seat(seat), &Marks::default());
    for picture in super::PICTURES {
        assert!(drawing.zones.iter().any(|zone| zone.id == picture.zone), "{picture:?}");
    }
}

#[test]
fn every_kind_of_decision_is_taught_or_explains_itself() {
    let options = [Config { orange_tiles: false }, Config { orange_tiles: true }];
    // How a building lies and how much a helper scores follow from the lesson before.
    let plain = ["covers", "pair", "points", "instead"];
    crate::taught::every_decision_is_taught(&BoraBora, &options, &plain);
}

#[test]
fn what_was_bought_is_not_marked_where_the_next_piece_has_moved_to() {
    let (state, ..) = moments(&play(2, 3)).swap_remove(0);
    let offer = offered(&state).offered.into_values().next().expect("an offer");
    let marked = |spot: &str, is_offered: bool| {
        let mut marks = Marks { chosen: Some(spot.to_owned()), ..Marks::default() };
        if is_offered {
            marks.offered.insert(spot.to_owned(), offer.clone());
        }
        let market = zone(draw(&state, Viewer::Seat(Seat(0)), &marks), "market").content;
        market.contains("chosen")
    };
    assert!(!marked("jewelry-1", false));
    assert!(marked("jewelry-1", true), "where it is offered, it lies there still");
    assert!(marked("temple-6", false), "nothing moves there");
}
