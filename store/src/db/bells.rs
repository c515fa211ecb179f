//! Bells: what has been stored that somebody may be waiting for.
//!
//! Whoever stores something that others should look at says so in the transaction that
//! stores it ([`super::Tx::ring`]). The bell rings after the commit and never after one
//! that failed, so no caller has to remember it. A bell says only that looking is worth
//! it: what happened stands in the database. On Postgres other processes hear it, too
//! ([`super::notify`]), but for notices where this one looks after them; one may be missed there,
//! so who waits also looks now and then.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError, mpsc};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::{Notify, watch};

/// How many matches may change before a slow listener has to look at its own.
const KEPT: usize = 256;

/// What somebody may be waiting for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bell {
    /// Something was put into the outbox.
    Letters,
    /// Somebody should hear of something.
    Notices,
    /// Something is to go by a way beside letters.
    Deliveries,
    /// Something was appended to the match with this id.
    Match(String),
    /// Something was written or removed in the talk of the match with this id.
    Talk(String),
    /// Nobody knows what was missed: all look.
    Anything,
}

impl Bell {
    /// The bell as other processes are told of it.
    pub(super) fn text(&self) -> String {
        match self {
            Bell::Letters => "letters".to_owned(),
            Bell::Notices => "notices".to_owned(),
            Bell::Deliveries => "deliveries".to_owned(),
            Bell::Match(id) => format!("match {id}"),
            Bell::Talk(id) => format!("talk {id}"),
            Bell::Anything => "anything".to_owned(),
        }
    }

    /// The bell of such a text; one that is not known may be anything.
    pub(super) fn of_text(text: &str) -> Bell {
        match text.split_once(' ') {
            Some(("match", id)) => Bell::Match(id.to_owned()),
            Some(("talk", id)) => Bell::Talk(id.to_owned()),
            None if text == "letters" => Bell::Letters,
            None if text == "notices" => Bell::Notices,
            None if text == "deliveries" => Bell::Deliveries,
            _ => Bell::Anything,
        }
    }
}

/// The bells that a transaction asked for.
pub(super) type Rung = BTreeSet<Bell>;

/// The bells of one [`super::Db`].
#[derive(Debug)]
pub(super) struct Bells {
    letters: Notify,
    notices: Notify,
    deliveries: Notify,
    matches: broadcast::Sender<Bell>,
    others: Mutex<Option<mpsc::Sender<Bell>>>,
    /// True once this process does not look into mailboxes any more; nothing where it never did.
    gathers_until: Mutex<Option<watch::Receiver<bool>>>,
}

impl Default for Bells {
    fn default() -> Self {
        let matches = broadcast::channel(KEPT).0;
        let (letters, notices, deliveries) = (Notify::new(), Notify::new(), Notify::new());
        Bells {
            letters,
            notices,
            deliveries,
            matches,
            others: Mutex::default(),
            gathers_until: Mutex::default(),
        }
    }
}

impl Bells {
    /// Has what is rung here told to other processes by way of this channel, but for notices
    /// that this one looks after ([`Bells::gathers_until`]).
    pub(super) fn tell(&self, others: mpsc::Sender<Bell>) {
        *self.others.lock().unwrap_or_else(PoisonError::into_inner) = Some(others);
    }

    /// Has other processes not told of notices, which this one makes letters of until then.
    pub(super) fn gathers_until(&self, until: watch::Receiver<bool>) {
        *self.gathers_until.lock().unwrap_or_else(PoisonError::into_inner) = Some(until);
    }

    /// The bell of the outbox. One that nobody waits on remembers one ring.
    pub(super) fn letters(&self) -> &Notify {
        &self.letters
    }

    /// The bell of the mailboxes. One that nobody waits on remembers one ring.
    pub(super) fn notices(&self) -> &Notify {
        &self.notices
    }

    /// The bell of what goes by other ways. One that nobody waits on remembers one ring.
    pub(super) fn deliveries(&self) -> &Notify {
        &self.deliveries
    }

    /// Listens from now on.
    pub(super) fn news(&self) -> News {
        News(self.matches.subscribe())
    }

    /// Rings what committed transactions asked for, in this process and in others.
    pub(super) fn ring(&self, rung: Rung) {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let until = self.gathers_until.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let gathers = until.is_some_and(|until| !*until.borrow());
        for bell in rung {
            self.ring_here(bell.clone());
            // Nearly every turn gives one: had each process asked the database then, a turn would
            // cost more the more there are. What one that dies has left, others find when they
            // look anyway.
            let own = gathers && bell == Bell::Notices;
            if let Some(others) = others.as_ref().filter(|_| !own) {
                // Without that thread the process ends.
                let _ = others.send(bell);
            }
        }
    }

    /// Rings in this process.
    pub(super) fn ring_here(&self, bell: Bell) {
        if matches!(bell, Bell::Match(_) | Bell::Talk(_) | Bell::Anything) {
            // Nobody listening is no fault.
            let _ = self.matches.send(bell.clone());
        }
        if matches!(bell, Bell::Letters | Bell::Anything) {
            self.letters.notify_one();
        }
        if matches!(bell, Bell::Notices | Bell::Anything) {
            self.notices.notify_one();
        }
        if matches!(bell, Bell::Deliveries | Bell::Anything) {
            self.deliveries.notify_one();
        }
    }
}

/// A listener for what is appended to matches, and for what is said in them.
#[derive(Debug)]
pub struct News(broadcast::Receiver<Bell>);

/// What is new in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rang {
    /// Something was appended to it, or may have been; something may have been said, too.
    Match,
    /// Something was said in it, or removed from what was said.
    Talk,
}

impl News {
    /// Waits until something was appended to this match, or may have been.
    pub async fn of(&mut self, match_id: &str) {
        while self.any_of(match_id).await == Rang::Talk {}
    }

    /// Waits until something was appended to this match, or said in it, or may have been.
    pub async fn any_of(&mut self, match_id: &str) -> Rang {
        loop {
            match self.0.recv().await {
                Ok(Bell::Match(id) | Bell::Talk(id)) if id != match_id => {}
                Ok(Bell::Talk(_)) => return Rang::Talk,
                Ok(_) | Err(RecvError::Lagged(_)) => return Rang::Match,
                // The process ends; there will be no more news.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_processes_are_told_of_each_bell_as_it_is() {
        let matched = Bell::Match("a match".to_owned());
        let said = Bell::Talk("a match".to_owned());
        for bell in [Bell::Letters, Bell::Notices, Bell::Deliveries, matched, said, Bell::Anything]
        {
            assert_eq!(Bell::of_text(&bell.text()), bell);
        }
        assert_eq!(Bell::of_text("what a later version says"), Bell::Anything);
    }

    #[tokio::test]
    async fn a_listener_hears_of_its_own_match_and_of_what_may_be_its_own() {
        let bells = Bells::default();
        let mut news = bells.news();
        let others = [Bell::Match("another".to_owned()), Bell::Talk("own".to_owned())];
        bells.ring(Rung::from([Bell::Letters]));
        bells.ring(Rung::from(others));
        let heard = tokio::time::timeout(std::time::Duration::from_millis(20), news.of("own"));
        assert!(heard.await.is_err(), "nothing is new");
        bells.ring(Rung::from([Bell::Talk("another".to_owned()), Bell::Talk("own".to_owned())]));
        assert_eq!(news.any_of("own").await, Rang::Talk);
        for bell in [Bell::Match("own".to_owned()), Bell::Anything] {
            bells.ring(Rung::from([bell]));
            news.of("own").await;
        }
    }
}
