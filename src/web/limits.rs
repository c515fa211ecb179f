//! How often one address or one account may ask. How often one may guess a password:
//! see [`super::guesses`].

use super::held::{Held, Place};
use super::source::{Proxies, counted};
use crate::accounts::address::mailbox;
use crate::error::{Code, Error, Result};
use actix_web::HttpRequest;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::IpAddr;
use std::num::NonZeroU32;

type Keyed = DefaultKeyedRateLimiter<String>;

/// Connections that one account may hold open at the same time.
const HELD_BY_ACCOUNT: u32 = 20;
/// Connections that one address may hold open at the same time.
const HELD_BY_ADDRESS: u32 = 100;
/// Connections that one address may have at the same time.
const CONNECTIONS: u32 = 300;
/// Large answers that one address may have at the same time and not have read to their end.
const UNREAD: u32 = 50;

/// The limits of one server process. Each is keyed so that whoever exhausts it keeps
/// nobody else from anything: by who asks.
pub struct Limits {
    addresses: Keyed,
    accounts: Keyed,
    registrations: Keyed,
    askers: Keyed,
    letters: Keyed,
    feeds: Keyed,
    openings: Keyed,
    held: Held,
    rate: u32,
    proxies: Proxies,
}

impl std::fmt::Debug for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Limits")
    }
}

fn times(number: u32, rate: u32) -> NonZeroU32 {
    NonZeroU32::new(number.saturating_mul(rate)).unwrap_or(NonZeroU32::MIN)
}

impl Limits {
    /// The limits, each multiplied by `rate`.
    pub fn new(rate: u32, proxies: Proxies) -> Limits {
        let keyed = |quota: Quota| RateLimiter::keyed(quota);
        Limits {
            addresses: keyed(Quota::per_second(times(50, rate)).allow_burst(times(400, rate))),
            accounts: keyed(Quota::per_second(times(20, rate)).allow_burst(times(200, rate))),
            registrations: keyed(Quota::per_hour(times(30, rate)).allow_burst(times(10, rate))),
            askers: keyed(Quota::per_hour(times(60, rate)).allow_burst(times(20, rate))),
            letters: keyed(Quota::per_hour(times(10, rate)).allow_burst(times(5, rate))),
            feeds: keyed(Quota::per_hour(times(120, rate)).allow_burst(times(30, rate))),
            openings: keyed(Quota::per_hour(times(10, rate)).allow_burst(times(60, rate))),
            held: Held::default(),
            rate,
            proxies,
        }
    }

    /// The address that a request comes from and is counted under; empty where none is
    /// known.
    pub fn source(&self, request: &HttpRequest) -> String {
        let address = self.proxies.source(request).map(counted);
        address.map_or_else(String::new, |address| address.to_string())
    }

    /// Any request of an address.
    pub fn address(&self, request: &HttpRequest) -> Result<()> {
        check(&self.addresses, self.source(request))
    }

    /// A connection that stays open, by its account and its address. It counts until the
    /// place is dropped.
    pub fn hold(&self, request: &HttpRequest, account: Option<&str>) -> Result<Place> {
        let address = format!("address {}", self.source(request));
        let mut holders = vec![(address, self.most(HELD_BY_ADDRESS))];
        holders.extend(account.map(|id| (format!("account {id}"), self.most(HELD_BY_ACCOUNT))));
        self.held.one_more(&holders)
    }

    /// A connection of an address. Proxies have as many as they need.
    pub fn connection(&self, peer: IpAddr) -> Result<Place> {
        let limited = !self.proxies.include(peer);
        let holder = || (format!("connections of {}", counted(peer)), self.most(CONNECTIONS));
        self.held.one_more(&limited.then(holder).into_iter().collect::<Vec<_>>())
    }

    /// A large answer, until it is read or dropped.
    pub fn unread(&self, request: &HttpRequest) -> Result<Place> {
        let holder = format!("unread by {}", self.source(request));
        self.held.one_more(&[(holder, self.most(UNREAD))])
    }

    fn most(&self, number: u32) -> u32 {
        number.saturating_mul(self.rate)
    }

    /// Any request of an account.
    pub fn account(&self, id: &str) -> Result<()> {
        check(&self.accounts, id.to_owned())
    }

    /// Registering: by who asks, and for which mailbox. How many letters a mailbox gets is
    /// limited where they are composed, without a word to whoever asks.
    pub fn registration(&self, request: &HttpRequest, to: &str) -> Result<()> {
        let source = self.source(request);
        check(&self.registrations, source.clone())?;
        check(&self.letters, format!("from {source} to {}", mailbox(to)))
    }

    /// Asking for a letter with which a password is reset: by who asks for whom. How many
    /// letters an account gets is limited where they are composed, without a word to
    /// whoever asks.
    pub fn reset(&self, request: &HttpRequest, to: &str) -> Result<()> {
        let source = self.source(request);
        check(&self.askers, source.clone())?;
        check(&self.letters, format!("from {source} to {}", mailbox(to)))
    }

    /// Having a letter sent to the address of an account, to confirm it: by account.
    pub fn confirmation(&self, account_id: &str) -> Result<()> {
        check(&self.letters, format!("by {account_id}"))
    }

    /// Trying a webhook or browser: by account.
    pub fn trial(&self, account_id: &str) -> Result<()> {
        check(&self.letters, format!("trial by {account_id}"))
    }

    /// Inviting somebody by letter: by host and guest.
    pub fn invitation(&self, host: &str, guest: &str) -> Result<()> {
        check(&self.askers, host.to_owned())?;
        check(&self.letters, format!("by {host} to {guest}"))
    }

    /// Opening a match: by host. Those that nobody plays stay, too.
    pub fn opening(&self, host: &str) -> Result<()> {
        check(&self.openings, host.to_owned())
    }

    /// Taking all home that is kept about an account.
    pub fn copy(&self, account_id: &str) -> Result<()> {
        check(&self.letters, format!("copy of {account_id}"))
    }

    /// Asking for a feed of an account: by kind, whoever has its address.
    pub fn feed(&self, account_id: &str, kind: &str) -> Result<()> {
        check(&self.feeds, format!("{kind} of {account_id}"))
    }

    /// Forgets who has not asked for a while.
    pub fn tidy(&self) {
        let asking = [&self.addresses, &self.accounts, &self.registrations, &self.askers];
        for keyed in asking.into_iter().chain([&self.letters, &self.feeds, &self.openings]) {
            keyed.retain_recent();
        }
    }
}

fn check(limiter: &Keyed, key: String) -> Result<()> {
    limiter.check_key(&key).map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
        let detail = format!("Too many requests; wait {wait} seconds.");
        Error::new(Code::TooManyRequests, detail).with("retry_after", wait)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_refused_leaves_no_trace_of_whom_they_asked_for() {
        let limits = Limits::new(1, Proxies::default());
        let asked = (0..100).map(|guest| limits.invitation("host", &format!("guest{guest}")));
        let done = asked.filter(Result::is_ok).count();
        assert_eq!((done, limits.letters.len()), (20, 20));
    }
}
