//! Something to look at: three people and matches of every stage.

use crate::accounts::Accounts;
use crate::accounts::password::Strength;
use crate::clock::Clock;
use crate::db::notices::{self, End};
use crate::db::{Db, accounts, events, letters};
use crate::error::Error;
use crate::games;
use crate::mail::notice::Dropped;
use crate::matches::commands::{Opening, Post};
use crate::matches::stream::chance::Seed;
use crate::matches::{Match, Matches, Open, Settings, Status, Visibility};
use crate::random;
use crate::rules::Robot;
use crate::rules::chance::Seeded;
use crate::rules::erased::AnyGame;
use chrono::Duration;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::sync::Arc;

const PEOPLE: [&str; 3] = ["anna", "ben", "cleo"];
const PASSWORD: &str = "turnwise-demo";

/// Fills an empty database; says what is in it. The same word leads to the same matches;
/// without one they are others each time. The secret is asked for only where it is empty.
///
/// # Errors
/// Says when the database is not empty, or what went wrong.
pub fn fill(
    db: &Db,
    secret: impl FnOnce() -> Result<String, String>,
    word: Option<&str>,
) -> Result<String, String> {
    let taken = db
        .read_blocking(|conn| Ok(!events::streams(conn)?.is_empty() || accounts::are_there(conn)?));
    if taken.map_err(|error| error.to_string())? {
        return Err("the database is not empty; the demo leaves it as it is".to_owned());
    }
    let secret = secret()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(fill_all(db, &secret, word))
}

async fn fill_all(db: &Db, secret: &str, word: Option<&str>) -> Result<String, String> {
    let said = |error: Error| error.to_string();
    let clock = Clock::of_the_machine();
    let people = Accounts::new(db.clone(), clock.clone(), secret, Strength::Full, 10)?;
    let mut ids = Vec::new();
    for name in PEOPLE {
        let email = format!("{name}@example.org");
        people.register(name.to_owned(), email, PASSWORD.to_owned()).await.map_err(said)?;
        let account = people.by_handle(name).await.map_err(said)?;
        ids.push(account.ok_or("somebody registered is gone")?.id);
    }
    let matches = Matches::new(db.clone(), clock.clone(), secret).map_err(said)?;
    // Letters are there as soon as somebody serves it.
    let matches = matches.with(Settings { settling: Duration::zero(), ..Settings::default() });
    let table = Table { matches, ids, word };
    let mut opened = 0;
    for game in games::SHELF {
        table.stages(*game).await.map_err(said)?;
        opened += 4;
    }
    settle(db, clock).await.map_err(said)?;
    Ok(format!(
        "{} people ({}; password {PASSWORD}) and {opened} matches of every stage.",
        PEOPLE.len(),
        PEOPLE.join(", ")
    ))
}

/// Confirms the people's addresses, as if they had followed their letters, and leaves of
/// all notices the newest about each match: the others are no news any more.
async fn settle(db: &Db, clock: Clock) -> Result<(), Error> {
    let settling = db.write(move |tx| {
        for name in PEOPLE {
            let Some(person) = accounts::by_handle(tx, name)? else { continue };
            let Some(mut person) = accounts::locked(tx, &person.id)? else { continue };
            person.email_key = person.address_key.clone();
            person.confirmed_at = Some(clock.now());
            accounts::update(tx, &person)?;
            for letter in letters::of_account(tx, &person.id, i64::MAX)? {
                letters::remove(tx, &person.id, &letter.id)?;
            }
            let mut told = BTreeSet::new();
            for notice in notices::of_account(tx, &person.id, i64::MAX)? {
                if !told.insert(notice.match_id.clone()) {
                    let why = End::Dropped(Dropped::Played.said());
                    notices::end(tx, &notice, &why, clock.now())?;
                }
            }
        }
        Ok(())
    });
    settling.await
}

struct Table<'a> {
    matches: Matches,
    ids: Vec<String>,
    word: Option<&'a str>,
}

impl Table<'_> {
    /// One match that waits for people, one just begun, one midway, one ended.
    async fn stages(&self, game: &'static dyn AnyGame) -> Result<(), Error> {
        let title = game.info().title;
        self.open(game, &format!("{title}: come and join")).await?;
        self.begin(game, &format!("{title}: just begun")).await?;
        let ended = self.begin(game, &format!("{title}: ended")).await?;
        let played = self.play(ended, usize::MAX).await?;
        let midway = self.begin(game, &format!("{title}: midway")).await?;
        self.play(midway, played / 2).await?;
        Ok(())
    }

    /// A match for which everybody has come.
    async fn begin(&self, game: &'static dyn AnyGame, title: &str) -> Result<Arc<Match>, Error> {
        let mut folded = self.open(game, title).await?;
        for id in &self.ids[1..] {
            folded = self.matches.join(&folded.id, id, None, None).await?;
        }
        Ok(folded)
    }

    async fn open(&self, game: &'static dyn AnyGame, title: &str) -> Result<Arc<Match>, Error> {
        let wish = Open {
            game: game.info().slug.to_owned(),
            seats: 3,
            config: serde_json::json!({}),
            title: title.to_owned(),
            visibility: Visibility::Public,
            entropy: None,
            timing: None,
            rounds_apart: true,
            rated: true,
        };
        self.matches.open_as(&self.ids[0], &wish, self.opening(title), || Ok(())).await
    }

    /// What all the chance of a match comes from, so that a word always leads to the same.
    fn opening(&self, title: &str) -> Opening {
        let Some(word) = self.word else { return Opening::drawn() };
        let text = format!("{word}: {title}");
        let seed = Seed::new(Sha256::digest(&text).into());
        Opening::of(random::id_from(&text, chrono::DateTime::UNIX_EPOCH.naive_utc()), seed)
    }

    /// Plays on as the sensible robot would, for so many commands at most; how many it were.
    async fn play(&self, mut folded: Arc<Match>, commands: usize) -> Result<usize, Error> {
        let mut chance = Seeded::new(folded.version as u64);
        for played in 0..commands {
            let Some(&seat) = folded.awaited().first() else { return Ok(played) };
            let Some(state) = folded.state.as_ref().filter(|_| folded.status == Status::Running)
            else {
                return Ok(played);
            };
            let choice = folded.game().robot(Robot::Sensible, state, seat, &mut chance);
            let post = Post {
                commands: Vec::from_iter(choice),
                version: folded.version,
                key: random::id(),
                fingerprint: String::new(),
            };
            let who = folded.sitters[seat.index()].account.clone();
            folded = self.matches.play(&folded.id, &who, post).await?;
        }
        Ok(commands)
    }
}
