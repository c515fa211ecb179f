//! Who may meet whom: random histories of inviting, declining, blocking, freezing, coming and
//! going, with a second opinion by a model that knows nothing of the service.
//! A twelfth of `TURNWISE_DB_LAWS` says how many.

use super::app::{Answer, Caller, PASSWORD, TestApp};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use turnwise::accounts::operator::{freeze, unfreeze};
use turnwise::db::audit::Deed;
use turnwise::db::letters;
use turnwise::random;

const PEOPLE: [&str; 5] = ["anna", "ben", "cleo", "dora", "emil"];
const SEATS: usize = 4;
const STEPS: usize = 60;
const MATCHES: usize = 4;
/// How many addresses one person invites; the service allows ten a day.
const ADDRESSES: usize = 9;

/// A match as it should be.
struct Table {
    id: String,
    private: bool,
    open: bool,
    /// In the order of their seats; the host is one of them.
    seated: Vec<usize>,
    host: usize,
    /// Who is invited by handle, and by whom.
    asked: BTreeMap<usize, usize>,
    /// Whose address was found out, and who invited it.
    written: BTreeSet<(usize, usize)>,
    /// Which addresses were invited, by whom.
    addressed: BTreeSet<(usize, usize)>,
    declined: BTreeSet<usize>,
    /// Who has declined what they were asked by handle.
    declined_by_handle: BTreeSet<usize>,
}

/// All that should be true.
#[derive(Default)]
struct Model {
    tables: Vec<Table>,
    blocks: BTreeSet<(usize, usize)>,
    frozen: BTreeSet<usize>,
    addresses: [usize; PEOPLE.len()],
}

impl Model {
    /// Whether somebody is shown an invitation to a match.
    fn invited(&self, table: &Table, who: usize) -> bool {
        let by_handle = table.asked.get(&who).copied();
        let by_address = table.written.iter().filter(|(one, _)| *one == who).map(|(_, by)| *by);
        let heard = |by: usize| !self.frozen.contains(&by) && !self.blocks.contains(&(who, by));
        table.open
            && !table.seated.contains(&who)
            && !table.declined.contains(&who)
            && by_handle.into_iter().chain(by_address).any(heard)
    }

    /// Whether somebody at a table has blocked whoever wants to come, or its host is frozen.
    fn unwelcome(&self, table: &Table, who: usize) -> bool {
        self.frozen.contains(&table.host)
            || table.seated.iter().any(|sits| self.blocks.contains(&(*sits, who)))
    }
}

/// Numbers by chance, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) as usize) % below
    }
}

/// A service with its people, and how it should be.
struct Company<'a> {
    app: &'a TestApp,
    people: Vec<Caller<'a>>,
    model: Model,
    dice: Dice,
}

fn deed() -> Deed {
    Deed { by: "olga".to_owned(), why: "a law".to_owned() }
}

/// What an answer is, in a status and a code.
fn said(answer: &Answer) -> (u16, String) {
    let body: Value = serde_json::from_str(&answer.text).unwrap_or_default();
    (answer.status, body["code"].as_str().unwrap_or_default().to_owned())
}

fn no(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

impl<'a> Company<'a> {
    fn table(&mut self) -> Option<usize> {
        let open: Vec<usize> =
            (0..self.model.tables.len()).filter(|at| self.model.tables[*at].open).collect();
        (!open.is_empty()).then(|| open[self.dice.roll(open.len())])
    }

    fn somebody(&mut self) -> usize {
        loop {
            let who = self.dice.roll(PEOPLE.len());
            if !self.model.frozen.contains(&who) {
                return who;
            }
        }
    }

    async fn opens(&mut self) {
        if self.model.tables.iter().filter(|table| table.open).count() >= MATCHES {
            return;
        }
        let (host, private) = (self.somebody(), self.dice.roll(2) == 0);
        let wish = json!({ "visibility": if private { "private" } else { "public" } });
        let id = self.people[host].open(SEATS, wish).await;
        self.model.tables.push(Table {
            id,
            private,
            open: true,
            seated: vec![host],
            host,
            asked: BTreeMap::new(),
            written: BTreeSet::new(),
            addressed: BTreeSet::new(),
            declined: BTreeSet::new(),
            declined_by_handle: BTreeSet::new(),
        });
    }

    async fn invites(&mut self, by_address: bool) {
        let (Some(at), guest) = (self.table(), self.dice.roll(PEOPLE.len())) else { return };
        let Model { tables, blocks, frozen, addresses } = &mut self.model;
        let table = &mut tables[at];
        let host = table.host;
        if frozen.contains(&host) || (by_address && addresses[host] >= ADDRESSES) {
            return;
        }
        let expected = match by_address {
            true => (202, String::new()),
            // Whoever is frozen can be asked, and hears of it once they are not.
            false if table.seated.contains(&guest) => no(409, "seated_already"),
            false if blocks.contains(&(host, guest)) => no(409, "blocked_by_you"),
            false if table.declined_by_handle.contains(&guest) => no(409, "invitation_declined"),
            false => (202, String::new()),
        };
        let body = match by_address {
            true => json!({ "email": format!("{}@example.org", PEOPLE[guest]) }),
            false => json!({ "handle": PEOPLE[guest] }),
        };
        let path = format!("/api/v1/matches/{}/invitations", table.id);
        let answer = self.people[host].post(&path, body).await;
        assert_eq!(said(&answer), expected, "{} asks {}", PEOPLE[host], PEOPLE[guest]);
        if by_address {
            addresses[host] += 1;
            let first = table.addressed.insert((guest, host));
            if first && !table.seated.contains(&guest) && !blocks.contains(&(host, guest)) {
                table.written.insert((guest, host));
            }
            self.letters_are_found_out().await;
        } else if expected.0 == 202 {
            // Whoever asks last is heard, unless the guest has blocked them.
            if !table.asked.contains_key(&guest) || !blocks.contains(&(guest, host)) {
                table.asked.insert(guest, host);
            }
        }
    }

    /// Waits until it is found out where each letter to an address leads.
    async fn letters_are_found_out(&self) {
        for _ in 0..400 {
            let nobody = random::no_id();
            let read = self.app.db.read(move |conn| letters::of_account(conn, &nobody, 500));
            let waiting = |state: &str| state != "withdrawn" && state != "sent";
            if !read.await.expect("letters").iter().any(|row| waiting(&row.state)) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("a letter to an address waits on");
    }

    async fn declines(&mut self) {
        let (Some(at), who) = (self.table(), self.somebody()) else { return };
        let invited = self.model.invited(&self.model.tables[at], who);
        let table = &mut self.model.tables[at];
        let path = format!("/api/v1/me/invitations/{}/decline", table.id);
        let answer = self.people[who].post(&path, json!({ "reason": "Never with you." })).await;
        if invited {
            assert_eq!(answer.status, 204, "{}", answer.text);
            table.declined.insert(who);
            if table.asked.contains_key(&who) {
                table.declined_by_handle.insert(who);
            }
        } else {
            // Who has sat down without an answer to the invitation leaves instead.
            assert!([404, 409].contains(&answer.status), "{}", answer.text);
        }
    }

    async fn joins(&mut self) {
        let (Some(at), who) = (self.table(), self.somebody()) else { return };
        let table = &self.model.tables[at];
        let invited = self.model.invited(table, who);
        let expected = if table.seated.contains(&who) {
            no(409, "seated_already")
        } else if table.private && !invited {
            no(404, "not_found")
        } else if self.model.unwelcome(table, who) {
            no(409, "not_admitted")
        } else {
            (201, String::new())
        };
        let path = format!("/api/v1/matches/{}/seats", table.id);
        let answer = self.people[who].post(&path, json!({})).await;
        assert_eq!(said(&answer), expected, "{} comes", PEOPLE[who]);
        assert!(!answer.text.contains("block"), "{}", answer.text);
        if expected.0 == 201 {
            let table = &mut self.model.tables[at];
            table.seated.push(who);
            table.open = table.seated.len() < SEATS;
        }
    }

    async fn leaves(&mut self) {
        let (Some(at), who) = (self.table(), self.somebody()) else { return };
        let table = &mut self.model.tables[at];
        if !table.seated.contains(&who) {
            return;
        }
        let path = format!("/api/v1/matches/{}/seats/me", table.id);
        assert_eq!(self.people[who].delete(&path).await.status, 200);
        table.seated.retain(|sits| *sits != who);
        match table.seated.first() {
            None => table.open = false,
            Some(next) if table.host == who => table.host = *next,
            Some(_) => {}
        }
    }

    async fn blocks(&mut self) {
        let (who, whom) = (self.somebody(), self.dice.roll(PEOPLE.len()));
        // The first two never change their mind.
        if who == whom || (who, whom) == (0, 1) {
            return;
        }
        let path = format!("/api/v1/me/blocks/{}", PEOPLE[whom]);
        if self.model.blocks.remove(&(who, whom)) {
            assert_eq!(self.people[who].delete(&path).await.status, 204);
        } else {
            assert_eq!(self.people[who].put(&path, json!({})).await.status, 204);
            self.model.blocks.insert((who, whom));
        }
    }

    async fn freezes(&mut self) {
        let who = self.dice.roll(PEOPLE.len());
        let (frozen, handle) = (self.model.frozen.contains(&who), PEOPLE[who]);
        if !frozen && self.model.frozen.len() > 1 {
            return;
        }
        let now = turnwise::clock::Clock::of_the_machine().now();
        let done = self.app.db.write(move |tx| match frozen {
            false => freeze(tx, handle, &deed(), now),
            true => unfreeze(tx, handle, &deed(), now),
        });
        done.await.expect("done");
        if frozen {
            self.model.frozen.remove(&who);
            self.people[who] = self.app.sign_in(handle, PASSWORD).await;
        } else {
            self.model.frozen.insert(who);
        }
    }

    /// What everybody sees is what the model says.
    async fn is_as_it_should_be(&self) {
        for who in (0..PEOPLE.len()).filter(|who| !self.model.frozen.contains(who)) {
            let person = &self.people[who];
            let inbox = person.get("/api/v1/me/invitations").await.expect(200);
            let shown: BTreeSet<&str> = inbox["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| item["match"]["id"].as_str().unwrap())
                .collect();
            let should = self.model.tables.iter().filter(|table| self.model.invited(table, who));
            let should: BTreeSet<&str> = should.map(|table| table.id.as_str()).collect();
            assert_eq!(shown, should, "what {} is invited to", PEOPLE[who]);
            for table in self.model.tables.iter().filter(|table| table.open) {
                let sees =
                    !table.private || table.seated.contains(&who) || self.model.invited(table, who);
                let looked = person.get(&format!("/api/v1/matches/{}", table.id)).await.status;
                assert_eq!(looked, if sees { 200 } else { 404 }, "{} looks", PEOPLE[who]);
                if table.host == who {
                    self.guests_tell_nothing(table).await;
                }
            }
        }
    }

    /// A host learns nothing of whose an address is, and hears nobody whom they have blocked.
    async fn guests_tell_nothing(&self, table: &Table) {
        let path = format!("/api/v1/matches/{}/invitations", table.id);
        let list = self.people[table.host].get(&path).await.expect(200);
        for guest in list["items"].as_array().unwrap() {
            let named = |name: &&str| {
                guest["handle"] == **name || guest["email"] == format!("{name}@example.org")
            };
            let who = PEOPLE.iter().position(named).expect("somebody");
            assert!(guest["email"].is_null() || guest["answer"] != "accepted", "{guest}");
            // That the words of an address vanish with a block would tell whose it is.
            if guest["email"].is_null() && self.model.blocks.contains(&(table.host, who)) {
                assert_eq!(guest["reason"], "", "{guest}");
            }
        }
    }
}

async fn one(number: u64) -> bool {
    let Some(app) = TestApp::start(super::app::Wish::default()).await else { return false };
    let mut people = Vec::new();
    for handle in PEOPLE {
        people.push(app.person(handle).await);
    }
    people[0].put("/api/v1/me/blocks/ben", json!({})).await.expect(204);
    let mut model = Model::default();
    model.blocks.insert((0, 1));
    let mut company = Company { app: &app, people, model, dice: Dice(number + 1) };
    for _ in 0..STEPS {
        match company.dice.roll(20) {
            0..=2 => company.opens().await,
            3..=6 => company.invites(false).await,
            7..=9 => company.invites(true).await,
            10..=11 => company.declines().await,
            12..=14 => company.joins().await,
            15..=16 => company.leaves().await,
            17..=18 => company.blocks().await,
            _ => company.freezes().await,
        }
        company.is_as_it_should_be().await;
    }
    let to_anna = |letter: &&super::smtp::Received| letter.to == "anna@example.org";
    for letter in app.sink.letters().iter().filter(to_anna) {
        let subject = letter.header("subject").unwrap();
        let spoken = subject.contains("ben invites") || subject.contains("ben declines");
        assert!(!spoken, "{subject}");
    }
    true
}

#[actix_web::test]
async fn whoever_invites_blocks_freezes_and_leaves_nobody_meets_or_learns_what_they_should_not() {
    let laws = std::env::var("TURNWISE_DB_LAWS").ok().and_then(|text| text.parse().ok());
    for number in 0..laws.unwrap_or(8_u64).div_ceil(12) {
        println!("history {number}");
        if !one(number).await {
            return;
        }
    }
}
