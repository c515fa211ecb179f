//! How often one address or one account may ask.

use crate::error::{Error, Kind, Result};
use actix_web::HttpRequest;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;

type Keyed = DefaultKeyedRateLimiter<String>;

/// The limits of one server process.
pub struct Limits {
    addresses: Keyed,
    accounts: Keyed,
    sign_ins: Keyed,
    registrations: Keyed,
    letters: Keyed,
    trust_proxy: bool,
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
    pub fn new(rate: u32, trust_proxy: bool) -> Limits {
        let keyed = |quota: Quota| RateLimiter::keyed(quota);
        Limits {
            addresses: keyed(Quota::per_second(times(50, rate)).allow_burst(times(400, rate))),
            accounts: keyed(Quota::per_second(times(20, rate)).allow_burst(times(200, rate))),
            sign_ins: keyed(Quota::per_minute(times(10, rate)).allow_burst(times(20, rate))),
            registrations: keyed(Quota::per_hour(times(30, rate)).allow_burst(times(10, rate))),
            letters: keyed(Quota::per_hour(times(10, rate)).allow_burst(times(5, rate))),
            trust_proxy,
        }
    }

    /// The address a request comes from.
    pub fn source(&self, request: &HttpRequest) -> String {
        let forwarded = request.headers().get("x-forwarded-for").and_then(|h| h.to_str().ok());
        match forwarded.filter(|_| self.trust_proxy) {
            // The last entry is the one our own proxy has added.
            Some(list) => list.rsplit(',').next().unwrap_or(list).trim().to_owned(),
            None => request.peer_addr().map_or_else(String::new, |peer| peer.ip().to_string()),
        }
    }

    /// Any request of an address.
    pub fn address(&self, request: &HttpRequest) -> Result<()> {
        check(&self.addresses, self.source(request))
    }

    /// Any request of an account.
    pub fn account(&self, id: &str) -> Result<()> {
        check(&self.accounts, id.to_owned())
    }

    /// Trying a password: by address and by whose it is.
    pub fn sign_in(&self, request: &HttpRequest, login: &str) -> Result<()> {
        check(&self.sign_ins, format!("address {}", self.source(request)))?;
        check(&self.sign_ins, format!("login {}", login.trim().to_lowercase()))
    }

    /// Registering, by address.
    pub fn registration(&self, request: &HttpRequest) -> Result<()> {
        check(&self.registrations, self.source(request))
    }

    /// Having a letter sent, by whom it goes to.
    pub fn letter(&self, to: &str) -> Result<()> {
        check(&self.letters, to.trim().to_lowercase())
    }

    /// Forgets who has not asked for a while.
    pub fn tidy(&self) {
        for keyed in
            [&self.addresses, &self.accounts, &self.sign_ins, &self.registrations, &self.letters]
        {
            keyed.retain_recent();
        }
    }
}

fn check(limiter: &Keyed, key: String) -> Result<()> {
    limiter.check_key(&key).map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
        let detail = format!("Too many requests; wait {wait} seconds.");
        Error::new(Kind::TooMany, "too_many_requests", detail).with("retry_after", wait)
    })
}
