//! The table of a match, followed link by link.

use super::app::{Caller, TestApp, awaited, begun};
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most bytes of a table's page, two people playing.
const MOST: usize = 60 * 1024;

/// The links of a page that lead to this table: what is planned and what is begun.
fn links(page: &str, path: &str) -> Vec<(String, Vec<String>, String)> {
    let hrefs = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let own = hrefs.filter(|href| href.starts_with('?'));
    own.map(|href| {
        let href = format!("{path}{}", href.replace("&amp;", "&").replace("&#38;", "&"));
        let url = url::Url::parse(&format!("http://here{href}")).expect("an address");
        let part = |name: &str| {
            let mut pairs = url.query_pairs().filter(|(key, _)| key == name);
            pairs.next().map_or(String::new(), |(_, value)| value.into_owned())
        };
        let plan = part("plan");
        let choices = plan.split(';').filter(|choice| !choice.is_empty()).map(str::to_owned);
        (href.clone(), choices.collect(), part("at"))
    })
    .collect()
}

/// A path as an address writes it, whatever was answered first.
fn in_any_order(path: &str) -> String {
    path.split(',').collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(",")
}

/// The path to a choice of the API, as an address writes it.
pub fn path_to(choice: &Value) -> String {
    let parts = choice["parts"].as_array().expect("parts").iter();
    let said = parts.map(|part| match (part["slot"].as_str(), part["value"].as_str()) {
        (Some(slot), Some(value)) => format!("{slot}:{value}"),
        _ => panic!("{part} is no answer"),
    });
    said.collect::<Vec<_>>().join(",")
}

/// The tab of one's own board says so where something on it can be chosen.
fn tab_tells(page: &str) -> bool {
    let part =
        |from: &str, to: &str| page.split(from).nth(1).and_then(|rest| rest.split(to).next());
    let lit = part("id=\"zone-you\"", "</section>").is_some_and(|own| own.contains(" offered"));
    let told =
        part("data-to=\"you\"", "</a>").is_some_and(|tab| tab.contains("something to choose"));
    lit == told
}

/// What a choice is said to cost and bring, clause by clause, as lists say it.
fn clauses(choice: &Value) -> Vec<String> {
    let worth = &choice["worth"];
    let all = |what: &str| worth[what].as_array().into_iter().flatten();
    let change = |it: &Value| {
        let what = it["what"].as_str().expect("a name");
        match it["by"].as_i64() {
            Some(by) if by < 0 => format!("{what} −{}", -by),
            Some(by) => format!("{what} +{by}"),
            None => format!("{what} ?"),
        }
    };
    let changes = all("cost").chain(all("gain")).map(change);
    let facts = all("facts").map(|fact| fact["words"].as_str().expect("words").to_owned());
    let kept = (worth["reveals"] == true).then(|| "cannot be taken back".to_owned());
    changes.chain(facts).chain(kept).collect()
}

/// What is said of several choices is so with each of them, however it is paid for; what is said
/// of the best is said of the best. Gives what is left of the sentence.
fn so_with_all<'a>(said: &'a str, all: &[&Value], toggles: &BTreeSet<&str>) -> &'a str {
    let paid = |part: &&Value| part["slot"].as_str().is_some_and(|slot| toggles.contains(slot));
    let unpaid = |choice: &Value| -> Vec<String> {
        let parts = choice["parts"].as_array().expect("parts").iter();
        parts
            .filter(|part| !paid(part))
            .map(|part| format!("{}:{}", part["slot"], part["value"]))
            .collect()
    };
    let is_plain =
        |choice: &Value| !choice["parts"].as_array().expect("parts").iter().any(|it| paid(&it));
    let plain: Vec<Vec<String>> =
        all.iter().filter(|choice| is_plain(choice)).map(|choice| unpaid(choice)).collect();
    // Another way to pay for a choice that can be paid without gods and tiles as well.
    let otherwise = |choice: &Value| !is_plain(choice) && plain.contains(&unpaid(choice));
    let measured: Vec<&&Value> = all.iter().filter(|choice| !otherwise(choice)).collect();
    let mut rest = said;
    for clause in clauses(measured[0]) {
        if let Some(more) = rest.strip_prefix(&clause) {
            for choice in &measured {
                assert!(clauses(choice).contains(&clause), "“{said}” is not so with {choice}");
            }
            rest = more.trim_start_matches("; ");
        }
    }
    if let Some(best) = rest.strip_prefix("at best ") {
        let lead = |choice: &&Value| {
            let fact = &choice["worth"]["facts"][0];
            let words = fact["words"].as_str().expect("words");
            // What is counted, if anything is, in the singular: `region`.
            let many = words.replace("reaches", "reach").replacen("none of", "0 of", 1);
            let counted = many.trim_start_matches(|it: char| it.is_numeric());
            let kind = if counted == many { "" } else { counted.trim_end_matches('s') };
            let key = format!("{} {}", fact["key"], kind.replace("spaces", "space"));
            (fact["rank"].as_i64().expect("a rank"), key, words.to_owned())
        };
        // Help that is not said is not counted: of those that call nobody more than it takes.
        let calls = |choice: &&Value| {
            choice["parts"].as_array().expect("parts").iter().filter(paid).count()
        };
        let least = all.iter().map(calls).min();
        let called_for = all.iter().filter(|choice| Some(calls(choice)) == least);
        let leads: BTreeSet<(i64, String, String)> = called_for.map(lead).collect();
        let (most, key, _) = leads.last().expect("a choice");
        assert!(leads.iter().all(|(_, other, _)| other == key), "“{said}” measures {leads:?}");
        let words = leads.iter().filter(|(rank, ..)| rank == most).map(|(.., words)| words);
        let said = words.clone().find(|words| best.starts_with(words.as_str()));
        let said = said.unwrap_or_else(|| panic!("“{best}” is not the best of {leads:?}"));
        rest = best[said.len()..].trim_start_matches("; ");
    }
    rest
}

/// Every sentence of a list about answers that lead to several choices is so. How many there
/// were.
fn tells_truly(page: &str, path: &str, told: &Value) -> usize {
    let offers: Vec<&Value> = told["items"].as_array().into_iter().flatten().collect();
    if offers.is_empty() {
        return 0;
    }
    let slots = told["slots"].as_array().into_iter().flatten();
    let toggles = slots.filter(|slot| slot["answered"] == "toggle");
    let toggles: BTreeSet<&str> = toggles.filter_map(|slot| slot["name"].as_str()).collect();
    let below = |at: &str| -> Vec<&Value> {
        let begins = |offer: &&&Value| {
            let parts = offer["parts"].as_array().expect("parts").iter();
            let said = parts.map(|part| format!("{}:{}", part["slot"], part["value"]));
            let mut said: Vec<String> = said.map(|it| it.replace('"', "")).collect();
            // What may be answered early comes first where it was.
            let first = |one: &String| format!("{at},").starts_with(&format!("{one},"));
            if let Some(place) = said.iter().position(first) {
                said[..=place].rotate_right(1);
            }
            (said.join(",") + ",").starts_with(&format!("{at},"))
        };
        offers.iter().filter(begins).copied().collect()
    };
    let text = |html: &str| html.replace("&#39;", "'").replace("&#38;", "&").replace("&amp;", "&");
    let mut met = 0;
    let mut rows: Vec<&Value> = Vec::new();
    for row in page.split("<a class=\"choice").skip(1) {
        let Some((_, plan, at)) = links(&row[..row.find('>').expect("a link")], path).pop() else {
            continue;
        };
        if let Some(choice) = plan.first() {
            rows.extend(
                offers.iter().find(|offer| in_any_order(&path_to(offer)) == in_any_order(choice)),
            );
        }
        let all = if plan.is_empty() && !at.is_empty() { below(&at) } else { Vec::new() };
        rows.extend(&all);
        if all.len() < 2 {
            continue;
        }
        let note = row.split("class=\"note\">").nth(1).and_then(|rest| rest.split('<').next());
        let note = text(note.expect("a note"));
        let rest = so_with_all(&note, &all, &toggles);
        let follows = rest.starts_with("then one of ") || rest.starts_with("only");
        let counted = rest.split(' ').next().is_some_and(|count| count.parse::<u32>().is_ok());
        assert!(rest.is_empty() || follows || counted, "“{rest}” of “{note}” is said of {all:?}");
        met += 1;
    }
    if let Some(shared) = page.split("Each of them: ").nth(1) {
        let shared = text(shared.split(".</p>").next().expect("a sentence"));
        let rest = so_with_all(&shared, &rows, &toggles);
        assert!(rest.is_empty(), "“{rest}” of “{shared}” is not known of all");
    }
    met
}

/// Undo leads from what was chosen to where it can be chosen again, however it is paid for.
async fn undoes_a_click(browser: &Browser<'_>, path: &str, address: &str, page: &str) {
    let undo = page.split_once("\" data-key=\"z\"").map(|(before, _)| before);
    let undo = undo.and_then(|before| before.rsplit_once("href=\""));
    let link = |href: &str| links(&format!("href=\"{href}\""), path).pop();
    let (href, ..) = undo
        .and_then(|(_, undo)| link(undo))
        .unwrap_or_else(|| panic!("what {address} has chosen cannot be undone"));
    let (_, plan, at) = link(&address[path.len()..]).expect("a plan, or its beginning");
    let mut ways = vec![(plan.clone(), at.clone())];
    if at.is_empty() {
        ways.extend(links(page, path).into_iter().map(|(_, plan, at)| (plan, at)));
        ways.retain(|(other, at)| at.is_empty() && other.len() == plan.len());
    }
    let before = browser.get(&href).await.text;
    let again = links(&before, path).into_iter().any(|(_, plan, at)| ways.contains(&(plan, at)));
    assert!(again, "what {address} has chosen cannot be chosen again at {href}");
}

/// What the links of a table lead to.
#[derive(Default)]
struct Reached {
    /// Every choice by its path, with the address of its plan.
    found: BTreeMap<String, String>,
    /// The address of a plan that began with an answer given early.
    early: Option<String>,
    /// How often what was said on the way agreed with what the API tells.
    agreed: usize,
}

/// What the links of a table lead to from an address on; what is said on the way agrees with what
/// is `told` by the API.
async fn reached(browser: &Browser<'_>, path: &str, from: &str, told: &Value) -> Reached {
    let mut reached = Reached::default();
    let mut seen = BTreeSet::from([String::new()]);
    let mut open = vec![format!("{path}{from}")];
    while let Some(address) = open.pop() {
        let page = browser.get(&address).await;
        assert_eq!(page.status, 200, "{address}: {}", page.text);
        assert!(tab_tells(&page.text), "{address}: {}", page.text);
        assert!(page.text.len() <= MOST, "{address} has {} bytes", page.text.len());
        reached.agreed += tells_truly(&page.text, path, told);
        // What followed by itself is nothing that was chosen.
        let is_made = page.text.contains("class=\"chip\" href=");
        assert!(is_made || !page.text.contains("data-tried=\""), "{address} keeps nothing tried");
        assert!(
            is_made || !from.is_empty() || page.text.contains("data-tried-before"),
            "{address}"
        );
        if address != format!("{path}{from}") {
            undoes_a_click(browser, path, &address, &page.text).await;
        }
        for (href, plan, at) in links(&page.text, path) {
            match &plan[..] {
                [choice] => {
                    if choice.starts_with("tile:") {
                        reached.early = Some(href.clone());
                    }
                    reached.found.insert(in_any_order(choice), href);
                }
                [] if seen.insert(at) => open.push(href),
                _ => {}
            }
        }
    }
    reached
}

#[actix_web::test]
async fn the_links_of_a_table_lead_to_every_legal_command_and_to_nothing_else() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let browsers = [Browser::of(&app, "anna").await, Browser::of(&app, "ben").await];
    let mut all = Met::default();
    // Not in every deal a god can be called, or cannot, or a tile be chosen before its die.
    for _deal in 0..8 {
        let met = walk(&people, &browsers, "bora-bora", 60, 4).await;
        all.toggled += met.toggled;
        all.early += met.early;
        all.unpaid += met.unpaid;
        if all.toggled > 0 && all.early > 0 && all.unpaid > 0 {
            break;
        }
    }
    assert!(all.toggled > 0, "no god could ever be called");
    assert!(all.early > 0, "no tile could ever be chosen before its die");
    assert!(all.unpaid > 0, "of no god it was said why they cannot be called");
    let met = walk(&people, &browsers, "great-zimbabwe", 40, 5).await;
    assert_eq!(met.early, 0, "there are no tiles for dice at The Great Zimbabwe");
}

/// What a page says would happen, but for whose turn is next.
fn happens(page: &str) -> Vec<&str> {
    let list =
        page.split("<ul class=\"happens\">").nth(1).and_then(|rest| rest.split("</ul>").next());
    let items = list.into_iter().flat_map(|list| list.split("<li>").skip(1));
    items.filter(|item| !item.starts_with("Then ")).collect()
}

/// A plan that can be confirmed names each of its choices and says what happens, or what the
/// last one costs line by line: nobody posts what they do not see. Whether it went on to two
/// choices.
async fn names_all(browser: &Browser<'_>, path: &str, one: &str) -> bool {
    let named = |page: &str| page.matches("class=\"chip\"").count();
    let told = |page: &str, address: &str| match page.contains("class=\"bill\"") {
        true => address.contains("do:raise") || address.contains("seller:"),
        // Where nothing happens but that one is asked something, that is what stands there.
        false => page.contains("class=\"happens\"") || page.contains("<a class=\"choice"),
    };
    let page = browser.get(one).await.text;
    assert!(named(&page) > 0 && told(&page, one), "{one} does not say all of it");
    let two = links(&page, path).into_iter().find(|(_, plan, at)| at.is_empty() && plan.len() == 2);
    let Some((two, ..)) = two else { return false };
    // What is lit answers what is asked now, and does not choose anew what was chosen before.
    for lit in page.split("<a href=\"").skip(1) {
        let tag = lit.split('>').next().unwrap_or_default();
        if tag.contains(" offered") && tag.contains("data-spot=") {
            let (_, plan, at) = links(&format!("href=\"{tag}"), path).swap_remove(0);
            assert!(plan.len() > 1 || !at.is_empty(), "{one} lights {tag}");
        }
    }
    let first = page;
    let page = browser.get(&two).await.text;
    assert!(named(&page) > 1 && told(&page, &two), "{two} does not say all of it");
    assert!(happens(&page).starts_with(&happens(&first)), "{two} hides what comes first");
    // Whoever looks at somebody's board keeps what they planned.
    let whose = links(&page, path).into_iter().filter(|(href, ..)| href.contains("from=seat-"));
    let whose: Vec<usize> = whose.map(|(_, plan, _)| plan.len()).collect();
    assert!(whose.len() > 1 && whose.iter().all(|plan| *plan == 2));
    let first = page.split("class=\"chip\" ").nth(1).expect("a chip");
    let (_, plan, _) = links(&first[..first.len().min(2_000)], path).swap_remove(0);
    assert!(plan.is_empty(), "the first chip of {two} leads back to the beginning");
    true
}

/// What a walk through a match came upon.
#[derive(Default)]
struct Met {
    /// Commands that only stood among the ways to pay for another one.
    toggled: usize,
    /// Tiles that were chosen before their dice.
    early: usize,
    /// Choices with a god who cannot be paid, and why.
    unpaid: usize,
}

/// Plays some steps of a new match and compares its links at every so many of them.
async fn walk(
    people: &[&Caller<'_>; 2],
    browsers: &[Browser<'_>; 2],
    game: &str,
    steps: usize,
    every: usize,
) -> Met {
    let id = begun(people, json!({ "game": game })).await;
    let path = format!("/matches/{id}");
    let (mut went_on, mut agreed) = (0, 0);
    let (mut looked, mut happened) = (0, 0);
    let mut met = Met::default();
    for step in 0..steps {
        let mover = awaited(&people[0].look(&id).await);
        let legal = people[mover].legal(&id).await;
        let items = legal["items"].as_array().expect("items");
        // Also when the last one places what all begin with.
        if step % every == 0 || step == 1 {
            let told = people[mover].get(&format!("/api/v1{path}/legal")).await.expect(200);
            let reached = reached(&browsers[mover], &path, "", &told).await;
            let found = reached.found;
            agreed += reached.agreed;
            let one = found.values().nth(step % found.len()).expect("something to choose");
            let page = browsers[mover].get(one).await.text;
            undoes_a_click(&browsers[mover], &path, one, &page).await;
            // A tile was chosen before its die.
            if let Some(turned) = &reached.early {
                let page = browsers[mover].get(turned).await.text;
                assert!(page.contains("at=tile:") || found.len() == 1, "{turned}");
                undoes_a_click(&browsers[mover], &path, turned, &page).await;
                met.early += 1;
            }
            let unpaid = page.split("class=\"way shut\"").nth(1);
            if let Some(said) = unpaid.and_then(|rest| rest.split("title=\"").nth(1)) {
                let said = said.split('"').next().expect("a title");
                let why = said.split_once(" God: ").map(|(_, why)| why);
                assert!(why.is_some_and(|why| why.ends_with('.')), "{said}");
                met.unpaid += 1;
            }
            looked += 1;
            happened +=
                usize::from(page.contains("class=\"happens\"") || page.contains("class=\"bill\""));
            went_on += usize::from(names_all(&browsers[mover], &path, one).await);
            let items = told["items"].as_array().expect("items");
            met.toggled += compare(&browsers[mover], &path, items, found).await;
        }
        let command = &items[(step * 7) % items.len()]["command"];
        let version = legal["version"].as_i64().expect("a version");
        let key = format!("{id}-{step}");
        people[mover].play(&id, std::slice::from_ref(command), version, &key).await.expect(200);
    }
    assert!(2 * happened > looked, "only {happened} of {looked} plans say what happens");
    assert!(went_on > 0, "no plan of {game} had two choices");
    assert!(agreed > 0, "no row of {game} led to several choices");
    met
}

/// Compares what the links lead to with what is legal; how many commands only stand among
/// the ways to pay for another one.
async fn compare(
    browser: &Browser<'_>,
    path: &str,
    items: &[Value],
    found: BTreeMap<String, String>,
) -> usize {
    let legal: BTreeMap<String, &Value> =
        items.iter().map(|choice| (in_any_order(&path_to(choice)), choice)).collect();
    for (choice, address) in &found {
        assert!(legal.contains_key(choice), "{choice} is not legal");
        // What is given up by it is asked where it is confirmed, whoever goes on then.
        let facts = legal[choice]["worth"]["facts"].as_array().into_iter().flatten();
        if facts.into_iter().any(|fact| fact["key"] == "unused") {
            let page = browser.get(address).await.text;
            assert!(page.contains("Is that what you want?</h2>"), "{address} is not asked: {page}");
        }
    }
    let mut missing: BTreeSet<&String> =
        legal.keys().filter(|path| !found.contains_key(*path)).collect();
    let toggled = missing.len();
    // One switch after the other leads to every way to pay.
    let mut known: BTreeSet<String> = found.keys().cloned().collect();
    let mut open: VecDeque<(String, String)> = found.into_iter().collect();
    while let Some((choice, address)) = open.pop_front().filter(|_| !missing.is_empty()) {
        let page = browser.get(&address).await;
        let confirms = page.text.contains("id=\"confirm\"");
        let choice = legal[&choice];
        let at_once = choice["then"].as_array().is_some_and(|then| !then.is_empty());
        match choice["command"]["type"].as_str() {
            // What has to be finished asks its next question, and is confirmed with the answer.
            Some("begin_raise" | "take_technology" | "choose_specialist") if !at_once => {
                assert!(!confirms, "{address} is confirmed half done");
            }
            Some("buy_good" | "buy_primary") => {}
            _ => assert!(confirms, "{address} cannot be confirmed"),
        }
        assert!(confirms || page.text.contains("<a class=\"choice"), "{address} leads nowhere");
        for (href, plan, _) in links(&page.text, path) {
            if let [choice] = &plan[..] {
                let choice = in_any_order(choice);
                assert!(legal.contains_key(&choice), "{choice} is not legal");
                missing.remove(&choice);
                if known.insert(choice.clone()) {
                    open.push_back((choice, href));
                }
            }
        }
    }
    assert!(missing.is_empty(), "no link of {path} leads to {missing:?}");
    toggled
}

#[actix_web::test]
async fn who_waits_tries_a_turn_that_is_checked_again_in_their_own() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    for game in ["bora-bora", "great-zimbabwe"] {
        let id = begun(&people, json!({ "game": game })).await;
        let path = format!("/matches/{id}");
        let mover = awaited(&anna.look(&id).await);
        let browsers = [Browser::of(&app, "anna").await, Browser::of(&app, "ben").await];
        let (playing, waiting) = (&browsers[mover], &browsers[1 - mover]);
        let wait = waiting.get(&path).await.text;
        assert!(wait.contains("Not your turn") && wait.contains(&format!("{path}?try=yes")));
        let tried = waiting.get(&format!("{path}?try=yes")).await.text;
        assert!(tried.contains("Only tried, nothing is posted."), "{tried}");
        // Whatever is tried leads on within what is tried, and nothing of it can be posted.
        let Reached { found, .. } = reached(waiting, &path, "?try=yes", &Value::Null).await;
        for address in found.values().take(9) {
            assert!(address.contains("try=yes"), "{address}");
            let page = waiting.get(address).await;
            assert_eq!(page.status, 200, "{address}: {}", page.text);
            assert!(page.text.contains("Only tried"), "{address}: {}", page.text);
            assert!(!page.text.contains(&format!("{path}/play")), "{address}: it can be played");
        }
        let address = found.values().next().expect("something to try").clone();
        // Nobody else is shown a turn to try.
        let stranger = Browser::new(&app).get(&address).await.text;
        assert!(!stranger.contains("Only tried") && !stranger.contains("try=yes"), "{stranger}");
        let theirs = playing.get(&address).await.text;
        assert!(!theirs.contains("Only tried"), "{theirs}");
        // In their turn it is an ordinary plan, and asked first where it no longer fits.
        let legal = people[mover].legal(&id).await;
        let step = &legal["items"][0]["command"];
        let version = legal["version"].as_i64().expect("a version");
        let key = format!("{id}-before");
        people[mover].play(&id, std::slice::from_ref(step), version, &key).await.expect(200);
        let page = waiting.get(&address).await;
        let now = awaited(&anna.look(&id).await);
        if now != mover {
            let fits = page.text.contains("id=\"confirm\"");
            assert!(fits || page.text.contains("role=\"alert\""), "{}", page.text);
            assert!(!page.text.contains("Only tried"), "{}", page.text);
        }
    }
}

#[actix_web::test]
async fn a_garbled_or_hostile_address_of_a_table_is_answered_in_words() {
    let app: TestApp = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let mover = ["anna", "ben"][awaited(&anna.look(&id).await)];
    let browser = Browser::of(&app, mover).await;
    let deep = format!("?plan=do:pass{}", ";do:pass".repeat(200));
    for query in [
        "?plan=;",
        "?plan=do:pass;;do:pass",
        "?plan=7",
        "?plan=:&v=99",
        "?plan=%5B%7B%22type%22%3A%22pass%22%7D%5D",
        "?v=-1&plan=do:pass",
        "?plan=die:9,tile:moon",
        "?at=die:9,tile:moon",
        "?at=:::,,,",
        "?at=%3Cscript%3E:1",
        "?from=%3Cscript%3E",
        "?from=seat-99",
        "?from=seat--1",
        "?news=-5",
        "?news=99999999",
        "?news=9223372036854775807",
        "?news=-9223372036854775808",
        "?news=9223372036854775808",
        "?pane=%22&picture=%22",
        deep.as_str(),
    ] {
        let page = browser.get(&format!("/matches/{id}{query}")).await;
        assert!(page.status < 500, "{query}: {}", page.status);
        assert!(!page.text.contains("<script>"), "{query}");
        assert!(page.text.contains("data-table"), "{query} shows no table");
    }
}

#[actix_web::test]
async fn the_end_of_a_match_that_all_others_left_says_so_and_takes_any_moment() {
    let app: TestApp = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    for game in ["bora-bora", "great-zimbabwe"] {
        let id = begun(&[&anna, &ben], json!({ "game": game })).await;
        ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
        let browser = Browser::of(&app, "anna").await;
        for query in ["", "?news=1", "?news=9223372036854775807", "?news=-1"] {
            let page = browser.get(&format!("/matches/{id}{query}")).await;
            assert_eq!(page.status, 200, "{query}: {}", page.text);
            assert!(page.text.contains("You have won."), "{query}");
        }
        let lost = Browser::of(&app, "ben").await.get(&format!("/matches/{id}")).await;
        assert!(lost.text.contains("anna has won. You are 2nd."), "{}", lost.text);
        let looks = Browser::new(&app).get(&format!("/matches/{id}")).await;
        assert!(looks.text.contains("anna has won.") && !looks.text.contains("You are"));
        let page = browser.get(&format!("/matches/{id}")).await;
        assert!(page.text.contains("All others have resigned."));
        assert_eq!(page.text.contains("Beyond VR"), game == "great-zimbabwe");
    }
}

#[actix_web::test]
async fn a_number_in_a_form_that_no_seat_has_is_refused_in_a_sentence() {
    let app: TestApp = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let browser = Browser::of(&app, "anna").await;
    let path = format!("/matches/{id}");
    let proof = browser.hidden(&path, "proof").await;
    for seat in ["999", "-1", "first", ""] {
        let fields = [("proof", proof.as_str()), ("seat", seat)];
        let page = browser.post(&format!("{path}/stand-ins"), &fields).await;
        assert_eq!(page.status, 400, "{seat}: {}", page.text);
        assert!(page.text.contains("is missing or does not fit"), "{}", page.text);
        assert!(!page.text.contains("deserialize"), "{}", page.text);
    }
}

/// The versions to which the buttons of a table take back: those of the last step, and of all.
fn takes_back(page: &str) -> (Option<i64>, Option<i64>) {
    let to = |name: &str| {
        let before = page.split(&format!(">{name}</button>")).next()?;
        let button = before.rsplit("<button").next().filter(|_| before.len() < page.len())?;
        button.split("value=\"").nth(1)?.split('"').next()?.parse().ok()
    };
    (to("My last step"), to("All my steps"))
}

#[actix_web::test]
async fn what_was_confirmed_at_once_is_taken_back_at_once_and_what_was_not_is_not() {
    let app: TestApp = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let browsers = [Browser::of(&app, "anna").await, Browser::of(&app, "ben").await];
    for game in ["bora-bora", "great-zimbabwe"] {
        let id = begun(&people, json!({ "game": game })).await;
        let page = format!("/matches/{id}");
        // Two steps of a turn, one after the other.
        let (mover, steps) = loop {
            let mover = awaited(&anna.look(&id).await);
            let next = async || people[mover].legal(&id).await["items"][0]["command"].clone();
            let one = next().await;
            let after = people[mover].play_any(&id, |_| true).await;
            if after["take_back"] == json!([]) || awaited(&after) != mover {
                continue;
            }
            let two = next().await;
            let after = people[mover].play_any(&id, |_| true).await;
            if after["take_back"].as_array().is_some_and(|points| points.len() == 2) {
                break (mover, [one, two]);
            }
        };
        let seen = people[mover].look(&id).await;
        let point = |at: usize| seen["take_back"][at].as_i64();
        let shown = browsers[mover].get(&page).await.text;
        assert_eq!(takes_back(&shown), (point(1), point(0)), "{game}: one by one");
        let back = json!({ "to": point(0) });
        people[mover].post(&format!("/api/v1{page}/take-back"), back).await.expect(200);
        // The same steps at once.
        let before = people[mover].look(&id).await;
        let version = before["version"].as_i64().expect("a version");
        people[mover].play(&id, &steps, version, &format!("{id}-both")).await.expect(200);
        let shown = browsers[mover].get(&page).await.text;
        assert_eq!(takes_back(&shown), (Some(version), None), "{game}: at once");
        let proof = browsers[mover].hidden(&page, "proof").await;
        let to = version.to_string();
        let v = browsers[mover].hidden(&page, "v").await;
        let fields = [("proof", proof.as_str()), ("v", &v), ("to", &to)];
        assert_eq!(browsers[mover].post(&format!("{page}/take-back"), &fields).await.status, 303);
        let after = people[mover].look(&id).await;
        assert_eq!(after["view"], before["view"], "{game}: it stands as before both");
        assert_eq!(takes_back(&browsers[mover].get(&page).await.text), (None, None));
    }
}
