//! Before the start: opening a match, taking and leaving seats, starting.

use super::Matches;
use super::append::{Append, By};
use super::event::{Cancelled, Joined, Left, Opened, Visibility, kind};
use super::fold::{Folded, Status};
use super::play;
use super::project::letter;
use super::sealed::Seed;
use crate::accounts::Account;
use crate::db::letters::{self, LetterRow};
use crate::db::matches::{self as rows, AnsweredRow, Filter, SecretRow};
use crate::db::{Conn, is_taken};
use crate::error::{Error, Result};
use crate::games;
use crate::rules::Seat;
use crate::rules::erased::Undecided;
use serde_json::Value;
use std::sync::Arc;

/// Matches that one account may have open and not yet started.
const OPEN_AT_ONCE: i64 = 30;

/// What a host wants.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Slug of the game.
    pub game: String,
    /// How many seats.
    pub seats: u8,
    /// The game's options.
    pub config: Value,
    /// What to call it.
    pub title: String,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// What the host adds to the chance of the match.
    pub entropy: Option<String>,
}

impl Matches {
    /// Opens a match with its host in the first seat. Asked again under the same key,
    /// it gives the match that was opened the first time.
    pub async fn open(&self, host: &str, wish: Wish, key: Option<String>) -> Result<Arc<Folded>> {
        let fingerprint = crate::random::token_hash(&format!("open a match\n{wish:?}"));
        let game = games::find(&wish.game).ok_or_else(|| {
            Error::refused("no_such_game", "There is no such game; GET /api/v1/games lists them.")
        })?;
        let seats = game.info().seats;
        if !seats.contains(&wish.seats) {
            let detail =
                format!("{} is played by {} to {}.", game.info().title, seats.start(), seats.end());
            return Err(Error::refused("wrong_number_of_seats", detail));
        }
        let config = game.config(&wish.config).map_err(|why| {
            Error::refused("wrong_options", format!("The options do not fit: {why}."))
        })?;
        // Dealing once with throwaway chance finds options that make no match.
        let mut throwaway = Seed::draw().chance("", &[], 0);
        game.deal(&config, usize::from(wish.seats), &mut throwaway).map_err(undecided)?;
        let id = crate::random::id();
        let seed = Seed::draw();
        let opened = Opened {
            game: wish.game,
            seats: wish.seats,
            title: wish.title,
            visibility: wish.visibility,
            config,
            host: host.to_owned(),
            seed_hash: seed.commitment(),
        };
        let secret = SecretRow {
            match_id: id.clone(),
            seed: seed.to_hex(),
            invitation: hex::encode(crate::random::bytes::<12>()),
        };
        let joined = Joined { account: host.to_owned(), entropy: wish.entropy };
        let now = self.clock.now();
        let (matches, host) = (self.clone(), host.to_owned());
        let folded = self
            .db
            .write(move |conn| {
                if let Some(before) = opened_before(conn, &host, key.as_deref(), &fingerprint)? {
                    return matches.load(conn, &before);
                }
                too_many_open(conn, &host)?;
                let mut append = Append::open(&id, &opened, now)?;
                append.emit(
                    kind::JOINED,
                    &joined,
                    By { seat: Some(Seat(0)), actor: Some(&host) },
                )?;
                append.store(conn)?;
                rows::insert_secret(conn, &secret)?;
                super::project::project(conn, &append, &[], &host)?;
                if let Some(key) = key {
                    rows::insert_answered(conn, &first_answer(&append, host, key, fingerprint))?;
                }
                Ok(Arc::new(append.folded))
            })
            .await?;
        self.folds.keep(&folded);
        Ok(folded)
    }

    /// Takes the next seat. The last seat starts the match.
    pub async fn join(
        &self,
        match_id: &str,
        account: &str,
        invitation: Option<String>,
        entropy: Option<String>,
    ) -> Result<Arc<Folded>> {
        let (secrets, who) = (self.secrets.clone(), account.to_owned());
        let joined = self.perform(match_id, account, move |conn, append| {
            if append.folded.seat_of(&who).is_some() {
                return Err(Error::conflict("seated_already", "You have a seat in this match."));
            }
            let secret = secrets.of(conn, &append.folded.id)?;
            if append.folded.opened.visibility == Visibility::Private {
                match &invitation {
                    Some(code) if *code == secret.invitation => {}
                    Some(_) | None if !append.folded.is_seen_by(Some(&who)) => {
                        return Err(Error::not_found("match"));
                    }
                    _ => {
                        return Err(Error::forbidden(
                            "invitation_needed",
                            "This match is private: send its invitation code.",
                        ));
                    }
                }
            }
            open(&append.folded)?;
            if append.folded.sitters.len() >= usize::from(append.folded.opened.seats) {
                return Err(Error::conflict("match_full", "Every seat is taken."));
            }
            let seat = Seat(append.folded.sitters.len() as u8);
            let joined = Joined { account: who.clone(), entropy: entropy.clone() };
            append.emit(kind::JOINED, &joined, By { seat: Some(seat), actor: Some(&who) })?;
            if append.folded.sitters.len() == usize::from(append.folded.opened.seats) {
                start(append, &secret, &who)?;
            }
            Ok(())
        });
        joined.await.map(|(folded, ())| folded)
    }

    /// Gives a seat back before the start. A host who leaves passes the match on;
    /// when only robots are left it is cancelled.
    pub async fn leave(&self, match_id: &str, account: &str) -> Result<Arc<Folded>> {
        let who = account.to_owned();
        let left = self.perform(match_id, account, move |_, append| {
            let seat = seat(&append.folded, &who)?;
            if append.folded.status == Status::Running {
                return Err(Error::conflict(
                    "match_running",
                    "The match is being played; resign if you want to stop.",
                ));
            }
            open(&append.folded)?;
            let mut people = append.folded.sitters.iter().filter(|sitter| sitter.robot.is_none());
            let heir = people.find(|sitter| sitter.account != who);
            let host = match heir {
                Some(heir) if append.folded.host == who => heir.account.clone(),
                _ => append.folded.host.clone(),
            };
            let by = By { seat: Some(seat), actor: Some(&who) };
            append.emit(kind::LEFT, &Left { host }, by)?;
            if append.folded.sitters.iter().all(|sitter| sitter.robot.is_some()) {
                append.emit(
                    kind::CANCELLED,
                    &Cancelled {},
                    By { seat: None, actor: Some(&who) },
                )?;
            }
            Ok(())
        });
        left.await.map(|(folded, ())| folded)
    }

    /// Starts a match that has enough people.
    pub async fn start(&self, match_id: &str, account: &str) -> Result<Arc<Folded>> {
        let (secrets, who) = (self.secrets.clone(), account.to_owned());
        let started = self.perform(match_id, account, move |conn, append| {
            if !append.folded.is_seen_by(Some(&who)) {
                return Err(Error::not_found("match"));
            }
            if append.folded.host != who {
                return Err(Error::forbidden("host_only", "Only the host can start the match."));
            }
            open(&append.folded)?;
            let least = *append.folded.game().info().seats.start();
            if append.folded.sitters.len() < usize::from(least) {
                let detail = format!("At least {least} people must have a seat first.");
                return Err(Error::conflict("too_few_people", detail));
            }
            let secret = secrets.of(conn, &append.folded.id)?;
            start(append, &secret, &who)
        });
        started.await.map(|(folded, ())| folded)
    }

    /// Invites somebody by letter: once for each person, however often it is asked.
    /// For the host.
    pub async fn invite(&self, match_id: &str, account: &str, guest: Account) -> Result<()> {
        let (matches, match_id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        let now = self.clock.now();
        let invited = self.db.write(move |conn| {
            let folded = matches.load(conn, &match_id)?;
            if !folded.is_seen_by(Some(&who)) {
                return Err(Error::not_found("match"));
            }
            if folded.host != who {
                return Err(Error::forbidden("host_only", "Only the host can invite people."));
            }
            open(&folded)?;
            if folded.seat_of(&guest.id).is_some() {
                let detail = format!("{} has a seat in this match.", guest.handle);
                return Err(Error::conflict("seated_already", detail));
            }
            let id = format!("{match_id}:{}:invitation", guest.id);
            let row = LetterRow {
                match_id: Some(match_id),
                version: Some(folded.version),
                ..LetterRow::new(id, &guest.id, letter::INVITATION, now)
            };
            letters::enqueue(conn, &row)
        });
        match invited.await {
            Err(error) if is_taken(&error) => Ok(()),
            done => done,
        }
    }

    /// The invitation code of a match, for its host and the people in it.
    pub async fn invitation(&self, match_id: &str, account: &str) -> Result<Option<String>> {
        let (matches, match_id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        self.db
            .read(move |conn| {
                let folded = matches.load(conn, &match_id)?;
                let knows = folded.host == who || folded.seat_of(&who).is_some();
                let open = folded.status == Status::Open;
                if !knows || !open {
                    return Ok(None);
                }
                Ok(Some(matches.secrets.of(conn, &match_id)?.invitation.clone()))
            })
            .await
    }
}

fn too_many_open(conn: &mut Conn, host: &str) -> Result<()> {
    let filter = Filter {
        status: Some("open".to_owned()),
        player: Some(host.to_owned()),
        seen_by: Some(host.to_owned()),
        ..Filter::default()
    };
    let open = rows::list(conn, &filter, OPEN_AT_ONCE)?;
    if (open.len() as i64) < OPEN_AT_ONCE {
        return Ok(());
    }
    let detail = format!("You have {OPEN_AT_ONCE} matches waiting to start; leave one first.");
    Err(Error::conflict("too_many_open_matches", detail))
}

/// The match that was opened under this key already, by the same wish.
fn opened_before(
    conn: &mut Conn,
    host: &str,
    key: Option<&str>,
    fingerprint: &str,
) -> Result<Option<String>> {
    let Some(key) = key else { return Ok(None) };
    match rows::answered(conn, host, key)? {
        None => Ok(None),
        Some(before) if before.fingerprint == fingerprint => Ok(Some(before.match_id)),
        Some(_) => Err(play::key_reused()),
    }
}

fn first_answer(append: &Append, host: String, key: String, fingerprint: String) -> AnsweredRow {
    AnsweredRow {
        account_id: host,
        idempotency_key: key,
        match_id: append.folded.id.clone(),
        fingerprint,
        from_version: 0,
        to_version: append.folded.version,
        recorded_at: append.now,
    }
}

/// The seat of an account: 404 where it may not know of the match, 403 where it has none.
pub(super) fn seat(folded: &Folded, account: &str) -> Result<Seat> {
    if !folded.is_seen_by(Some(account)) {
        return Err(Error::not_found("match"));
    }
    folded
        .seat_of(account)
        .ok_or_else(|| Error::forbidden("no_seat", "You have no seat in this match."))
}

/// Checks that a match waits for people.
pub(super) fn open(folded: &Folded) -> Result<()> {
    match folded.status {
        Status::Open => Ok(()),
        _ => {
            Err(Error::conflict("match_not_open", "This match does not wait for people any more."))
        }
    }
}

/// Deals and begins.
pub(super) fn start(append: &mut Append, secret: &SecretRow, actor: &str) -> Result<()> {
    let folded = &append.folded;
    let seed = play::seed(secret)?;
    let mut chance = seed.chance(&folded.id, &folded.entropy(), folded.version);
    let setup = folded
        .game()
        .deal(&folded.opened.config, folded.sitters.len(), &mut chance)
        .map_err(undecided)?;
    append.start(setup, By { seat: None, actor: Some(actor) })
}

/// What the game said no to, for the client.
pub(super) fn undecided(undecided: Undecided) -> Error {
    match undecided {
        Undecided::Refused(refusal) => refusal.into(),
        Undecided::Malformed(why) => {
            Error::malformed("not_a_command", format!("This is no command of the game: {why}."))
        }
    }
}
