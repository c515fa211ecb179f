//! Pictures in letters: what they show, how they travel, and that they keep none back.

use super::app::{Wish, awaited, begun};
use super::outbox::{Desk, memory, outcome};
use super::smtp::Received;
use crate::start_or_skip;
use serde_json::json;
use turnwise::db::letters::Outcome;
use turnwise::error::Error;
use turnwise::games::bora_bora::BoraBora;
use turnwise::games::great_zimbabwe::GreatZimbabwe;
use turnwise::mail::picture::{Picture, Sketch};
use turnwise::matches::letters::picture::Look;
use turnwise::rules::chance::Seeded;
use turnwise::rules::erased::AnyView;
use turnwise::rules::playtest::{Closeness, whole_match};
use turnwise::rules::{Game, Seat, Viewer};

/// The most bytes of a picture.
const MOST: usize = 150_000;

const NAMES: [&str; 5] = ["anna", "benjamin-of-the-long-name", "Cleo_3", "don", "eve"];

/// Calls `look` with what a seat saw before and sees now, at parts of a random match.
fn positions<G: Game>(
    seats: usize,
    seed: u64,
    parts: &[usize],
    mut look: impl FnMut(Look, &G::State),
) {
    let played = whole_match::<G>(&Default::default(), seats, seed, Closeness::FAST);
    let mut state = G::begin(&played.setup);
    let viewer = Seat((seed % seats as u64) as u8);
    let view = |state: &G::State| AnyView::new(G::view(state, Viewer::Seat(viewer)));
    let mut earlier = None;
    let last = played.steps.len() - 1;
    for (number, (seat, _, events)) in played.steps.iter().enumerate() {
        if parts.iter().any(|part| last * part / 100 == number) {
            let names = NAMES[..seats].iter().map(|name| (*name).to_owned()).collect();
            let (game, view) = (G::INFO.slug.to_owned(), view(&state));
            look(
                Look { game, seat: viewer, names, view, ended: false, earlier: earlier.clone() },
                &state,
            );
        }
        events.iter().for_each(|event| G::evolve(&mut state, event));
        if *seat == viewer {
            earlier = Some(view(&state));
        }
    }
}

/// The kinds of the chunks of a PNG file.
fn chunks(png: &[u8]) -> Vec<String> {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n", "the signature");
    let (mut kinds, mut rest) = (Vec::new(), &png[8..]);
    while let Some((head, after)) = rest.split_at_checked(8) {
        let length = u32::from_be_bytes(head[..4].try_into().unwrap()) as usize;
        kinds.push(String::from_utf8(head[4..].to_vec()).unwrap());
        rest = &after[length + 4..];
    }
    kinds.dedup();
    kinds
}

/// Decodes the whole file; its width and height.
fn decoded(png: &[u8]) -> (u32, u32) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a head");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut pixels).expect("pixels");
    assert!(pixels.iter().any(|one| *one != pixels[0]), "something is drawn");
    (frame.width, frame.height)
}

fn a_late_picture_is_small<G: Game>() {
    for seed in 1..=3 {
        positions::<G>(usize::from(*G::INFO.seats.end()), seed, &[75, 90, 100], |look, _| {
            let picture = look.draw().expect("a picture");
            if let Some(folder) = std::env::var_os("TURNWISE_PICTURES") {
                let name =
                    format!("{}-{seed}-{}-{}.png", look.game, picture.marked, picture.png.len());
                std::fs::write(std::path::Path::new(&folder).join(name), &picture.png).unwrap();
            }
            assert!(picture.png.len() < MOST, "{}: {} bytes", look.game, picture.png.len());
            assert_eq!(decoded(&picture.png), (picture.width, picture.height));
            assert!((800..=1100).contains(&picture.width), "{}", picture.width);
            assert!(picture.alt.contains("anna") && picture.alt.ends_with('.'), "{}", picture.alt);
        });
    }
}

#[test]
fn a_late_position_of_a_full_table_is_a_picture_of_less_than_150_kilobytes() {
    a_late_picture_is_small::<BoraBora>();
    a_late_picture_is_small::<GreatZimbabwe>();
}

#[test]
fn a_picture_of_as_many_colours_as_a_byte_can_number_keeps_each() {
    let squares = (0..256).map(|at| {
        let (x, y) = (at % 16, at / 16);
        format!("<rect x='{x}' y='{y}' width='1' height='1' fill='rgb({at},0,{})'/>", 255 - at)
    });
    let squares: String = squares.collect();
    let svg =
        format!("<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'>{squares}</svg>");
    let painted = turnwise::boards::paint(&svg).expect("a picture");
    let mut reader =
        png::Decoder::new(std::io::Cursor::new(&painted.png)).read_info().expect("a head");
    assert_eq!(reader.info().palette.as_ref().map(|palette| palette.len()), Some(3 * 256));
    let mut numbers = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut numbers).expect("pixels");
    numbers.sort_unstable();
    assert_eq!(numbers, (0..=u8::MAX).collect::<Vec<u8>>());
}

#[test]
fn a_picture_is_the_same_file_every_time() {
    positions::<BoraBora>(2, 1, &[50], |look, _| {
        assert_eq!(look.draw().unwrap().png, look.draw().unwrap().png);
    });
}

/// How many positions had something hidden that was different.
fn hidden_things_do_not_show<G: Game>() -> usize {
    let mut differed = 0;
    for seats in G::INFO.seats.clone() {
        let seed = u64::from(seats);
        positions::<G>(usize::from(seats), seed, &[10, 60], |look, state| {
            let viewer = Viewer::Seat(look.seat);
            let mut other = state.clone();
            G::scramble(&mut other, viewer, &mut Seeded::new(seed));
            differed += usize::from(other != *state);
            let view = AnyView::new(G::view(&other, viewer));
            let (here, there) = (look.draw().unwrap(), Look { view, ..look }.draw().unwrap());
            assert_eq!(here.png, there.png);
            assert_eq!(here.alt, there.alt);
            // No text, no time and no other extra: the bytes are pixels and their colours.
            assert_eq!(chunks(&here.png), ["IHDR", "PLTE", "IDAT", "IEND"]);
        });
    }
    differed
}

#[test]
fn a_picture_does_not_change_with_what_its_receiver_cannot_know() {
    assert!(hidden_things_do_not_show::<BoraBora>() > 4);
    // Nothing on the table is hidden in this game.
    assert_eq!(hidden_things_do_not_show::<GreatZimbabwe>(), 0);
}

/// A part of a letter: its head and its body.
type Part = (String, String);

/// The parts of a multipart body with this head.
fn parts(head: &str, body: &str) -> Vec<Part> {
    let boundary = head.split("boundary=\"").nth(1).expect("a boundary");
    let boundary = format!("--{}", boundary.split('"').next().unwrap());
    let mut pieces = body.split(&boundary).skip(1).collect::<Vec<_>>();
    assert_eq!(pieces.pop().map(str::trim), Some("--"), "the end");
    let part = |piece: &str| {
        let (head, body) = piece.split_once("\r\n\r\n").expect("a head and a body");
        (head.to_owned(), body.to_owned())
    };
    pieces.into_iter().map(part).collect()
}

fn base64(text: &str) -> Vec<u8> {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for value in text.chars().filter_map(|letter| LETTERS.find(letter)) {
        (bits, held) = (bits << 6 | value as u32, held + 6);
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}

/// The plain text, the HTML and the picture of a letter that has all three.
fn pictured(letter: &Received) -> (String, String, Vec<u8>) {
    let (head, body) = letter.raw.split_once("\r\n\r\n").unwrap();
    let head = head.replace("\r\n ", " ");
    assert!(head.contains("multipart/alternative"), "{head}");
    let alternatives = parts(&head, body);
    let [(text_head, text), (related_head, related)] = &alternatives[..] else {
        panic!("two alternatives: {head}")
    };
    assert!(text_head.contains("text/plain"), "the text comes first: {text_head}");
    let related_head = related_head.replace("\r\n ", " ");
    assert!(related_head.contains("multipart/related; type=\"text/html\""), "{related_head}");
    let related = parts(&related_head, related);
    let [(html_head, html), (picture_head, picture)] = &related[..] else {
        panic!("the HTML and its picture: {related_head}")
    };
    assert!(html_head.contains("text/html"), "{html_head}");
    for needed in ["Content-Type: image/png", "Content-Disposition: inline", "base64"] {
        assert!(picture_head.contains(needed), "{needed}: {picture_head}");
    }
    let html = plain(html);
    let cid = picture_head.split("Content-ID: <").nth(1).expect("an id");
    let cid = cid.split('>').next().unwrap();
    assert!(html.contains(&format!("<img src=\"cid:{cid}\" alt=\"")), "{cid}: {html}");
    assert_eq!(html.matches("<img").count(), 1);
    assert_eq!(html.matches("src=").count(), 1, "nothing is fetched from anywhere");
    (plain(text), html, base64(picture))
}

/// Quoted-printable undone.
fn plain(body: &str) -> String {
    Received { to: String::new(), raw: body.to_owned() }.text()
}

#[actix_web::test]
async fn the_letter_about_a_turn_shows_the_board_and_its_text_does_without() {
    let app = start_or_skip!(Wish { pictures: true, ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    for game in ["bora-bora", "great-zimbabwe"] {
        let id = begun(&people, json!({ "title": game, "game": game })).await;
        let mut seen = anna.look(&id).await;
        // Twice around, so that both have had a turn before.
        let first = awaited(&seen);
        let mut changes = 0;
        while changes < 3 {
            let whose = awaited(&seen);
            seen = people[whose].play_any(&id, |_| true).await;
            changes += usize::from(awaited(&seen) != whose);
        }
        let receiver = people[1 - first].handle.clone();
        let subject = format!("{game}: it is your turn");
        let letter = app.letter(&format!("{receiver}@example.org"), &subject).await;
        let (text, html, png) = pictured(&letter);
        let (width, height) = decoded(&png);
        assert!(png.len() < MOST && width > 500 && height > 400, "{width} × {height}");
        assert!(html.contains("anna") && html.contains(" alt=\"The "), "{html}");
        assert!(text.contains(&format!("Hello {receiver},")), "{text}");
        let lines = text.replace("\r\n", "\n");
        assert!(lines.contains("Since your last turn:\n- "), "{text}");
        assert!(text.contains(&format!("/matches/{id}")) && text.contains("Receipt ("), "{text}");
        assert!(!text.contains("cid:") && !text.contains("picture"), "{text}");
    }
}

#[actix_web::test]
async fn the_letter_about_the_end_shows_the_board_at_the_end() {
    let app = start_or_skip!(Wish { pictures: true, ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({ "title": "The end" })).await;
    anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let letter = app.letter("ben@example.org", "The end: you win").await;
    let (text, html, png) = pictured(&letter);
    decoded(&png);
    assert!(html.contains("alt=\"The board at the end of the match. The islands. "), "{html}");
    assert!(text.contains("1. ben, "), "{text}");
}

#[actix_web::test]
async fn where_letters_bring_no_pictures_they_are_whole_without_one() {
    let app = start_or_skip!(Wish { pictures: false, ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({ "title": "The end" })).await;
    anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let letter = app.letter("ben@example.org", "The end: you win").await;
    assert!(
        letter.raw.contains("text/html") && !letter.raw.contains("image/png"),
        "{}",
        letter.raw
    );
    assert!(
        !letter.text().contains("cid:") && letter.text().contains("1. ben, "),
        "{}",
        letter.text()
    );
}

#[actix_web::test]
async fn a_letter_goes_out_without_a_picture_that_cannot_be_drawn() {
    let Some(mut desk) = Desk::open() else { return };
    let picture = |png| Picture { png, alt: String::new(), width: 9, height: 9, marked: false };
    let sketches = [
        Sketch::new(|| Err(Error::fault("no colours left"))),
        Sketch::new(|| panic!("the brush broke")),
        Sketch::new(move || Ok(picture(vec![0; MOST + 1]))),
    ];
    for (number, sketch) in sketches.into_iter().enumerate() {
        desk.draft.pictures = vec![sketch];
        let (transport, sent) = memory();
        let office = desk.office(transport);
        desk.queue(&number.to_string()).await;
        assert!(matches!(outcome(&office).await, Some(Outcome::Sent(_))));
        let letter = sent().remove(0);
        let (head, body) = letter.raw.split_once("\r\n\r\n").unwrap();
        let parts = parts(&head.replace("\r\n ", " "), body);
        assert_eq!(parts.len(), 2, "the text and the HTML");
        assert!(parts[1].0.contains("text/html") && !parts[1].1.contains("<img"));
        assert!(letter.text().contains("It is your turn"));
    }
}
