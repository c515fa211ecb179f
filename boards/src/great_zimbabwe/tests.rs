//! Tests of the board of The Great Zimbabwe.

use super::GreatZimbabwe as Drawn;
use super::places::{Place, pointed_at};
use super::scene::Sight;
use crate::games::great_zimbabwe::GreatZimbabwe;
use crate::games::great_zimbabwe::command::Command;
use crate::games::great_zimbabwe::setup::Config;
use crate::games::great_zimbabwe::squares::Squares;
use crate::games::great_zimbabwe::state::State;
use crate::games::great_zimbabwe::view::View;
use crate::markup::SHUT;
use crate::rules::chance::Seeded;
use crate::rules::playtest::{Closeness, whole_match};
use crate::rules::{Draft, Game, Part, Seat, Turn, Viewer};
use crate::{Board, Drawing, Marks, Offered, Scene};

/// Calls `look` with the seat awaited, its commands and the state before each
/// `nth` step of a random match, then with the end.
fn random_match(seats: usize, seed: u64, nth: usize, mut look: impl FnMut(&State)) {
    let played = whole_match::<GreatZimbabwe>(&Config::default(), seats, seed, Closeness::FAST);
    let mut state = GreatZimbabwe::begin(&played.setup);
    for (step, (_, _, events)) in played.steps.iter().enumerate() {
        if step % nth == 0 {
            look(&state);
        }
        events.iter().for_each(|event| GreatZimbabwe::evolve(&mut state, event));
    }
    look(&state);
}

fn view(state: &State) -> View {
    GreatZimbabwe::view(state, Viewer::Spectator)
}

fn names() -> Vec<String> {
    ["Anna", r#"<b>"x"&'y'"#, "Chloé", "Dao", "Esi"].map(str::to_owned).to_vec()
}

fn drawn(state: &State, marks: &Marks) -> Drawing {
    drawn_for(state, marks, Seat(1))
}

fn drawn_for(state: &State, marks: &Marks, seat: Seat) -> Drawing {
    let (view, names) = (view(state), names());
    let scene = Scene { view: &view, names: &names, seat: Some(seat), shown: seat, ended: false };
    Drawn.draw(&scene, marks)
}

fn commands(state: &State) -> Vec<(Seat, Command)> {
    match GreatZimbabwe::turn(state) {
        Turn::Over(_) => vec![],
        Turn::Awaiting(seats) => {
            let of = |seat: Seat| {
                GreatZimbabwe::legal(state, seat).into_iter().map(move |command| (seat, command))
            };
            seats.into_iter().flat_map(of).collect()
        }
    }
}

/// What the parts of the path to a command point at.
fn spots(state: &State, seat: Seat, command: &Command) -> Vec<String> {
    let path = GreatZimbabwe::parts(state, seat, command);
    (1..=path.len()).flat_map(|to| Drawn.spots(seat, &path[..to])).collect()
}

/// Every place where something can be done, offered; a few of them changed, one chosen.
fn all_marks(state: &State) -> Marks {
    let mut marks = Marks::default();
    for (seat, command) in commands(state) {
        for (index, spot) in spots(state, seat, &command).into_iter().enumerate() {
            if index == 1 {
                marks.changed.insert(spot.clone());
            }
            marks.chosen.get_or_insert_with(|| spot.clone());
            let address = format!("?a=1&spot={spot}");
            let badge = "2".to_owned();
            marks.offered.insert(spot, Offered { address, badge, ..Offered::default() });
        }
    }
    marks
}

/// How often a spot stands on the table.
fn stands(drawing: &Drawing, spot: &str) -> usize {
    let named = format!(r#"data-spot="{spot}""#);
    drawing.zones.iter().map(|zone| zone.content.matches(&named).count()).sum()
}

/// Panics unless the text is well-formed XML, as far as this board writes XML.
fn well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        plain(&rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        let name = tag.trim_matches('/').split(' ').next().expect("a name");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes of <{tag}>");
        for value in tag.split('"').skip(1).step_by(2) {
            plain(value);
        }
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name), "closing <{tag}>"),
            (_, true) => {}
            _ => open.push(name),
        }
        rest = &rest[end + 1..];
    }
    plain(rest);
    assert!(open.is_empty(), "left open: {open:?}");
}

/// Panics if a text between tags holds what must be escaped.
fn plain(text: &str) {
    assert!(!text.contains(['<', '>', '"']), "unescaped: {text}");
    for part in text.split('&').skip(1) {
        let entity = part.split(';').next().expect("an entity");
        let known = ["amp", "lt", "gt", "quot", "#39"].contains(&entity);
        assert!(known && part.contains(';'), "no entity: &{part}");
    }
}

#[test]
fn every_spot_of_a_legal_command_is_on_the_table() {
    for (seats, seed) in [(2, 1), (3, 2), (4, 3), (5, 4)] {
        random_match(seats, seed, 5, |state| {
            let marks = all_marks(state);
            for (seat, command) in commands(state) {
                let drawing = drawn_for(state, &marks, seat);
                let placeless = matches!(
                    command,
                    Command::Pass {} | Command::EndTurn {} | Command::GiveGift { .. }
                );
                let spots = spots(state, seat, &command);
                assert_eq!(spots.is_empty(), placeless, "{command:?}");
                for spot in spots {
                    assert_eq!(stands(&drawing, &spot), 1, "{spot} of {command:?}");
                }
            }
        });
    }
}

#[test]
fn every_drawing_is_well_formed_and_without_inline_style() {
    for (seats, seed) in [(2, 5), (5, 6)] {
        random_match(seats, seed, 23, |state| {
            let marks = all_marks(state);
            let drawing = drawn(state, &marks);
            assert!(!drawing.icons.contains("\"></symbol>"), "an icon is empty");
            for zone in drawing.zones {
                for text in [&zone.content, &zone.words] {
                    well_formed(text);
                    assert!(!text.contains("style="), "{}", zone.id);
                    assert!(!text.contains("<style"), "{}", zone.id);
                    assert!(!text.contains("<b>\""), "{}", zone.id);
                }
                for id in zone.content.split(r#" id=""#).skip(1) {
                    assert!(id.starts_with(&format!("{}-", zone.id)), "{}: {id:.30}", zone.id);
                }
            }
        });
    }
}

#[test]
fn every_marked_spot_is_drawn_with_its_mark() {
    random_match(4, 7, 11, |state| {
        let marks = all_marks(state);
        let Some((seat, _)) = commands(state).first().cloned() else { return };
        let drawing = drawn_for(state, &marks, seat);
        let all: String = drawing.zones.iter().map(|zone| zone.content.as_str()).collect();
        for spot in marks.offered.keys() {
            assert_eq!(stands(&drawing, spot), 1, "{spot}");
            let link = format!(r#"href="?a=1&amp;spot={spot}""#);
            assert!(all.contains(&link), "{spot}");
        }
    });
}

#[test]
fn what_is_closed_on_the_map_is_dashed_and_says_why() {
    random_match(3, 14, 60, |state| {
        for at in state.land.squares.iter() {
            let spot = Place::Square(at).spot();
            let closed = [(spot.clone(), "no <room>".to_owned())].into();
            let marks = Marks { closed, ..Marks::default() };
            let map = drawn(state, &marks).zones[0].content.clone();
            let open = format!(r#"<g class="spot closed" data-spot="{spot}" {SHUT}>"#);
            // A craftsman goes by one of its squares.
            let Some((_, drawn)) = map.split_once(&open) else {
                assert!(state.craftsmen.iter().any(|one| one.tile.contains(at)), "{at}");
                continue;
            };
            let (name, drawn) = drawn.split_once("</title>").expect("a name");
            assert!(name.ends_with(": no &lt;room&gt;"), "{name}");
            assert!(drawn.split("</g>").next().expect("it").contains("tgz-closed"), "{drawn:.300}");
            assert!(map.contains(r#"role="group""#), "what is in it can be met");
        }
    });
}

fn contents(drawing: &Drawing) -> Vec<&String> {
    drawing.zones.iter().map(|zone| &zone.content).collect()
}

#[test]
fn a_placed_craftsman_changes_its_square_and_what_it_costs() {
    let mut seen = 0;
    let config = Config::default();
    let played = whole_match::<GreatZimbabwe>(&config, 4, 8, Closeness::FAST);
    let mut state = GreatZimbabwe::begin(&played.setup);
    for (seat, command, events) in &played.steps {
        let before = state.clone();
        events.iter().for_each(|event| GreatZimbabwe::evolve(&mut state, event));
        let Command::PlaceCraftsman { craftsman, at, .. } = command else { continue };
        let none = Marks::default();
        let earlier = drawn(&before, &none).looks();
        let changed = drawn(&state, &none).changed_since(&earlier);
        let known = Marks { changed: changed.clone(), ..Marks::default() };
        let found = Marks { since: Some(earlier.into()), ..Marks::default() };
        assert_eq!(contents(&drawn(&state, &found)), contents(&drawn(&state, &known)));
        let due = [
            Place::Square(*at),
            Place::Cattle(*seat),
            Place::Standing(*seat),
            Place::Technology(*craftsman),
        ];
        for place in due {
            assert!(changed.contains(&place.spot()), "{place:?} of {command:?} in {changed:?}");
        }
        let squares = changed.iter().filter(|spot| spot.starts_with("square-"));
        assert_eq!(squares.count(), 1, "{command:?}: {changed:?}");
        seen += 1;
    }
    assert!(seen > 3, "{seen} craftsmen");
}

#[test]
fn the_range_of_a_square_is_the_range_of_the_rules() {
    for (seats, seed) in [(3, 9), (5, 10)] {
        random_match(seats, seed, 41, |state| {
            let (view, names) = (view(state), names());
            let scene =
                Scene { view: &view, names: &names, seat: None, shown: Seat(0), ended: false };
            let sight = Sight::of(&scene);
            assert_eq!(sight.land, *state.land);
            for at in state.land.squares.iter() {
                let rules = if state.monument(at).is_some() {
                    state.land.walk(at.bit(), sight.range(), state.monumental)
                } else {
                    let tile = state.craftsmen.iter().find(|one| one.tile.contains(at));
                    state.land.within(tile.map_or(at.bit(), |one| one.tile), sight.range())
                };
                assert_eq!(sight.reach(at), rules, "{at}");
            }
        });
    }
}

#[test]
fn the_range_of_the_chosen_square_is_drawn_and_told() {
    random_match(2, 11, 1000, |state| {
        let at = state.land.squares.iter().next().expect("a square");
        let marks = Marks { chosen: Some(Place::Square(at).spot()), ..Marks::default() };
        let drawing = drawn(state, &marks);
        assert!(drawing.zones[0].content.contains("tgz-range"));
        assert!(drawing.zones[0].words.contains(&format!("{at}: within range 3")));
        let told = drawing.told(&Place::Square(at).spot()).expect("it is told");
        assert!(
            told.starts_with(&format!("{at}: ")) && told.contains("; within range 3: "),
            "{told}"
        );
        let drawing = drawn(state, &Marks::default());
        assert!(!drawing.zones[0].content.contains("tgz-range"));
    });
}

#[test]
fn the_range_of_what_is_being_placed_is_that_of_the_whole_tile() {
    let mut met = [0; 3];
    for seed in 14..17 {
        random_match(3, seed, 7, |state| {
            let sight_of = |marks: &Marks| drawn(state, marks).closer.expect("it is looked at");
            for (seat, command) in commands(state).into_iter().step_by(5) {
                let (craft, at, lie) = match command {
                    Command::PlaceCraftsman { craftsman, at, lie } => (craftsman, at, lie),
                    Command::BuildMonument { at } => {
                        let begun = vec![Part::new("do", "build", "Build a monument")];
                        let marks = looking(Place::Square(at).spot(), begun);
                        let stops = state.monumental | at.bit();
                        let reach = state.land.walk(at.bit(), state.range(seat), stops);
                        let (told, sight) = (sight_of(&marks), drawn(state, &marks));
                        assert!(told.contains(" of a monument here: "), "{told}");
                        assert!(sight.zones[0].words.contains(&named(reach)), "{at}");
                        met[0] += 1;
                        continue;
                    }
                    _ => continue,
                };
                let path = GreatZimbabwe::parts(state, seat, &command);
                let lies = path.iter().any(|part| part.slot == "lie");
                // Looked at while the square is asked for, and while it is asked how it lies.
                let (spot, begun) = match lies {
                    true => (Place::Lying(at, lie).spot(), path[..3].to_vec()),
                    false => (Place::Square(at).spot(), path[..2].to_vec()),
                };
                let marks = looking(spot, begun);
                let tile = state.land.tile(at, craft.shape(), lie).expect("it can lie there");
                let reach = state.land.within(tile, state.range(seat));
                let (told, sight) = (sight_of(&marks), drawn(state, &marks));
                assert!(told.contains(&format!("{} here: ", craft.name())), "{told}");
                assert!(sight.zones[0].words.contains(&named(reach)), "{command:?}");
                met[1 + usize::from(lies)] += 1;
                // What cannot be chosen is looked at as it stands.
                let marks = Marks { offered: Default::default(), ..marks };
                assert!(lies || !sight_of(&marks).contains(" here: "), "{command:?}");
            }
        });
    }
    assert!(met.iter().all(|count| *count > 3), "{met:?}");
}

#[test]
fn a_tile_that_was_chosen_to_lie_like_that_is_marked_where_it_lies() {
    let mut met = [0; 2];
    for seed in 18..24 {
        random_match(3, seed, 11, |state| {
            for (seat, command) in commands(state).into_iter().step_by(9) {
                let rain = matches!(command, Command::UseRainCeremony { .. });
                let path = GreatZimbabwe::parts(state, seat, &command);
                let Some(place @ Place::Lying(at, _)) = pointed_at(seat, &path).pop() else {
                    continue;
                };
                let after = decided(state, seat, &command);
                let marks = Marks { chosen: Some(place.spot()), ..Marks::default() };
                let map = drawn(&after, &marks).zones.swap_remove(0).content;
                let spot = format!(r#"data-spot="{}""#, Place::Square(at).spot());
                let tag = map.split('<').find(|tag| tag.contains(&spot));
                let tag = tag.unwrap_or_else(|| panic!("{command:?} is not marked"));
                assert!(tag.contains("chosen"), "{command:?}: {tag}");
                met[usize::from(rain)] += 1;
            }
        });
    }
    assert!(met.iter().all(|count| *count > 5), "{met:?}");
}

fn decided(state: &State, seat: Seat, command: &Command) -> State {
    let mut draft = Draft::<GreatZimbabwe>::new(state.clone());
    GreatZimbabwe::decide(&mut draft, seat, command, &mut Seeded::new(1)).expect("it is legal");
    draft.finish().0
}

/// Somebody looks at a spot that can be chosen, having answered this.
fn looking(spot: String, begun: Vec<Part>) -> Marks {
    let offered = [(spot.clone(), Offered::default())].into();
    Marks { chosen: Some(spot), offered, begun, ..Marks::default() }
}

/// Squares as the words list them.
fn named(squares: Squares) -> String {
    let names: Vec<String> = squares.iter().map(|at| at.to_string()).collect();
    names.join(", ")
}

#[test]
fn a_whole_drawing_stays_light() {
    random_match(5, 12, 10_000, |state| {
        let drawing = drawn(state, &Marks::default());
        let bytes: usize = drawing.zones.iter().map(|zone| zone.content.len()).sum();
        assert!(bytes < 60_000, "{bytes} bytes");
    });
}

#[test]
fn a_letter_stands_alone_and_holds_no_links() {
    random_match(3, 13, 97, |state| {
        let (view, names) = (view(state), names());
        let scene =
            Scene { view: &view, names: &names, seat: Some(Seat(0)), shown: Seat(0), ended: false };
        let letter = Drawn.letter(&scene, &all_marks(state));
        assert!(letter.starts_with("<svg") && letter.contains("<style>.tgz"));
        assert!(!letter.contains("@media") && !letter.contains("<a "));
        // The painter warns of selectors that it does not know, once a letter.
        assert!(!letter.contains(":hover") && !letter.contains(":focus"));
        let start = letter.find("<style>").expect("styles");
        let end = letter.find("</style>").expect("styles");
        well_formed(&format!("{}{}", &letter[..start], &letter[end + "</style>".len()..]));
    });
}

/// In a turn of its own a seat's row counts the monuments that it is offered to raise.
#[test]
fn a_players_row_counts_the_monuments_that_can_be_raised() {
    let (mut met, mut none) = (0, 0);
    for seats in 2..=5 {
        random_match(seats, 3, 3, |state| {
            for (seat, legal) in commands(state) {
                // In the midst of something nothing else is offered.
                if legal != (Command::EndTurn {}) {
                    continue;
                }
                let ways = GreatZimbabwe::bundles(state, seat);
                let offered = ways.iter().filter(|(_, parts)| parts[2].value == "cheapest").count();
                let drawing = drawn(state, &Marks::default());
                let players = drawing.zones.iter().find(|zone| zone.id == "players").expect("it");
                let row = players.content.split("player now").nth(1).expect("whose turn it is");
                let row = row.split("class=\"player").next().unwrap_or_default();
                let told = row.split('↑').nth(1).and_then(|rest| rest.split('<').next());
                let told: usize = told.map_or(0, |count| count.parse().expect("a count"));
                assert_eq!(told, offered, "{seat} of {seats}");
                met += offered;
                none += usize::from(offered == 0);
            }
        });
    }
    assert!(met > 20 && none > 20, "{met} {none}");
}

/// Where nearly all is new, a zone of many things says so; a small one marks each.
#[test]
fn a_zone_of_many_things_of_which_nearly_all_are_new_says_so() {
    random_match(3, 3, 40, |state| {
        let looks = drawn(state, &Marks::default()).looks();
        for (since, all) in [(looks, false), (Default::default(), true)] {
            let drawing = drawn(state, &Marks { since: Some(since.into()), ..Marks::default() });
            for zone in &drawing.zones {
                let things = zone.content.matches("class=\"thing").count();
                assert_eq!(zone.renewed, all && things > 4, "{}", zone.id);
            }
        }
    });
}

#[test]
fn every_kind_of_decision_is_taught_or_explains_itself() {
    let options = [Config::default(), Config { first_play: true, gods: None }];
    // What to do is taught; which one, where and for how much follows from that.
    let plain = [
        "god",
        "specialist",
        "craft",
        "technology",
        "resource",
        "monument",
        "seller",
        "used",
        "lie",
        "way",
        "cattle",
        "do:end",
        "do:raise_price",
        "do:change_price",
    ];
    crate::taught::every_decision_is_taught(&Drawn, &options, &plain);
}
