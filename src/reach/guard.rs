//! Where this process may connect to because somebody asks it to: to public addresses, and to
//! those networks that the operator names.
//!
//! An address is taken apart by the rules of browsers (the URL Standard), which undo its
//! disguises. A name is looked up once for each conversation; every address that it leads to
//! is checked, and the connection goes to one of exactly these: a name that leads elsewhere a
//! moment later wins nothing.

use ipnet::IpNet;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use strum::VariantArray;
use url::{Host, Url};

/// The longest address that is kept.
pub const LONGEST: usize = 2_000;
/// The ports of public hosts that may be connected to: those of HTTPS.
const PORTS: [u16; 2] = [443, 8443];

/// Why an address may not be connected to, in a sentence for whoever gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum Wrong {
    /// It cannot be read as an address.
    Unreadable,
    /// It is too long.
    TooLong,
    /// It does not begin with `https://`.
    NotHttps,
    /// It holds a name or a password.
    Credentials,
    /// Its port is none of HTTPS.
    Port,
    /// Its host leads nowhere, or not to public addresses alone.
    NotPublic,
}

impl Wrong {
    /// What is wrong, and what would do.
    pub fn said(self) -> &'static str {
        match self {
            Wrong::Unreadable => "This is no address; it looks like https://example.org/hook.",
            Wrong::TooLong => "The address is too long; 2000 characters will do.",
            Wrong::NotHttps => "The address must be one of HTTPS: it begins with https://.",
            Wrong::Credentials => {
                "The address holds a name or password; only one without them is taken."
            }
            Wrong::Port => "The port must be that of HTTPS: 443, which needs not be said, or 8443.",
            // One sentence for both, so that nobody learns which names there are inside.
            Wrong::NotPublic => "Its host has no address, or one that is not public.",
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.said())
    }
}

/// Looks up a name: all its addresses, or none.
pub type LookUp = dyn Fn(&str) -> Vec<IpAddr> + Send + Sync;

/// Who knows to which addresses a name leads.
#[derive(Clone, Default)]
pub enum Names {
    /// The system, as it does for every program.
    #[default]
    System,
    /// A list, for tests.
    Listed(Arc<LookUp>),
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Names::System => "System",
            Names::Listed(_) => "Listed",
        })
    }
}

/// What may be connected to.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    /// Networks that may be connected to although they are not public, by HTTP too and at any
    /// port.
    pub allowed: Vec<IpNet>,
    /// Who looks names up.
    pub names: Names,
}

/// An address that was taken apart; where it leads is not known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The address, as it is kept.
    pub url: Url,
    /// Its host, without brackets and without the dot at its end: what certificates are for.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Whether by HTTPS.
    pub tls: bool,
}

impl Target {
    /// The scheme, host and port: all of an address that is no secret.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

impl Guard {
    /// Takes an address apart, and refuses one that can be seen to lead nowhere good. Whoever
    /// gives it learns nothing of how names are looked up here.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(&self, text: &str) -> Result<Target, Wrong> {
        if text.len() > LONGEST {
            return Err(Wrong::TooLong);
        }
        let url = Url::parse(text.trim()).map_err(|_| Wrong::Unreadable)?;
        let tls = match url.scheme() {
            "https" => true,
            "http" if !self.allowed.is_empty() => false,
            _ => return Err(Wrong::NotHttps),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Wrong::Credentials);
        }
        let port = url.port_or_known_default().ok_or(Wrong::Port)?;
        let (host, number) = match url.host().ok_or(Wrong::Unreadable)? {
            Host::Domain(name) => (name.trim_end_matches('.').to_owned(), None),
            Host::Ipv4(address) => (address.to_string(), Some(IpAddr::V4(address))),
            Host::Ipv6(address) => (address.to_string(), Some(IpAddr::V6(address))),
        };
        if host.is_empty() {
            return Err(Wrong::Unreadable);
        }
        let target = Target { url, host, port, tls };
        match number {
            Some(address) => self.check(&target, address)?,
            None if self.allowed.is_empty() && !PORTS.contains(&port) => return Err(Wrong::Port),
            None => {}
        }
        Ok(target)
    }

    /// Whether a target at this address may be connected to.
    fn check(&self, target: &Target, address: IpAddr) -> Result<(), Wrong> {
        if self.allowed.iter().any(|network| network.contains(&address)) {
            return Ok(());
        }
        match is_public(address) {
            false => Err(Wrong::NotPublic),
            true if !target.tls => Err(Wrong::NotHttps),
            true if !PORTS.contains(&target.port) => Err(Wrong::Port),
            true => Ok(()),
        }
    }

    /// Looks up, this once, where a target leads. One address that may not be connected to
    /// spoils all: an honest name has none.
    ///
    /// # Errors
    /// Why it may not be connected to.
    pub async fn look_up(&self, target: &Target) -> Result<Vec<SocketAddr>, Wrong> {
        let found = match target.url.host() {
            Some(Host::Ipv4(address)) => vec![IpAddr::V4(address)],
            Some(Host::Ipv6(address)) => vec![IpAddr::V6(address)],
            _ => match &self.names {
                Names::Listed(look_up) => look_up(&target.host),
                Names::System => {
                    let found = tokio::net::lookup_host((target.host.as_str(), target.port)).await;
                    found.map_err(|_| Wrong::NotPublic)?.map(|found| found.ip()).collect()
                }
            },
        };
        if found.is_empty() {
            return Err(Wrong::NotPublic);
        }
        found.iter().try_for_each(|address| self.check(target, *address))?;
        Ok(found.into_iter().map(|address| SocketAddr::new(address, target.port)).collect())
    }
}

/// Reads networks with commas between them, such as `10.0.0.0/8, ::1`.
///
/// # Errors
/// Which of them is none.
pub fn networks(text: &str) -> Result<Vec<IpNet>, String> {
    let named = text.split(',').map(str::trim).filter(|one| !one.is_empty());
    named
        .map(|one| {
            let single = || one.parse::<IpAddr>().map(IpNet::from);
            one.parse().or_else(|_| single()).map_err(|_| {
                format!("TURNWISE_REACH_NETWORKS: “{one}” is neither an address nor a network")
            })
        })
        .collect()
}

/// Whether an address is one of the public internet, by the registries of IANA for special
/// purposes (RFC 6890). What is not known to be public is not.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match a {
        // "This network", private use, loopback.
        0 | 10 | 127 => true,
        // Shared by the customers of a carrier (RFC 6598).
        100 => (64..128).contains(&b),
        // Link-local; the metadata of clouds.
        169 => b == 254,
        172 => (16..32).contains(&b),
        // Protocol assignments, documentation, 6to4 relays, private use.
        192 => matches!((b, c), (0, 0 | 2) | (88, 99) | (168, _)),
        // Benchmarks, documentation.
        198 => matches!((b, c), (18 | 19, _) | (51, 100)),
        203 => (b, c) == (0, 113),
        // Multicast, reserved, broadcast.
        224.. => true,
        _ => false,
    };
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // All that is public is 2000::/3: neither loopback, nor mapped, compatible or translated
    // IPv4 (::/96, ::ffff:0:0/96, 64:ff9b::/96), nor ULA, link-local, site-local or multicast.
    let global = a & 0xe000 == 0x2000;
    let special = match a {
        // Protocol assignments, with Teredo and benchmarks; documentation.
        0x2001 => b < 0x0200 || b == 0x0db8,
        // 6to4, behind which any IPv4 address may be.
        0x2002 => true,
        // Documentation (RFC 9637).
        0x3fff => b < 0x1000,
        _ => false,
    };
    global && !special
}
