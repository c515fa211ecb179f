//! From where a request comes: whose word is believed about it.
//!
//! Behind a reverse proxy every connection comes from the proxy, which says in
//! `X-Forwarded-For` whom it serves. Anybody else can write that header too, so it is
//! read from its end, and only as far as the proxies of this service wrote it.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderValue;
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

/// Whose `X-Forwarded-For` is believed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Proxies {
    /// Nobody's: what connects is what asks.
    #[default]
    None,
    /// Whoever connects is a proxy, and what it added last is true. Only for a service
    /// that nothing but its proxy can reach.
    Whoever,
    /// That of proxies in these networks.
    Known(Vec<IpNet>),
}

impl FromStr for Proxies {
    type Err = String;

    /// Reads `false`, `true`, or addresses and networks with commas between them, such
    /// as `10.0.0.0/8, ::1`.
    fn from_str(text: &str) -> Result<Proxies, String> {
        match text.trim() {
            "" | "false" => Ok(Proxies::None),
            "true" => Ok(Proxies::Whoever),
            list => {
                let networks = list.split(',').map(|one| network(one.trim()));
                networks.collect::<Result<_, _>>().map(Proxies::Known)
            }
        }
    }
}

fn network(text: &str) -> Result<IpNet, String> {
    let one = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| one()).map_err(|_| {
        format!("TURNWISE_TRUST_PROXY: “{text}” is neither true, false, an address nor a network")
    })
}

impl Proxies {
    fn know(&self, address: IpAddr) -> bool {
        match self {
            Proxies::None | Proxies::Whoever => false,
            Proxies::Known(networks) => networks.iter().any(|known| known.contains(&address)),
        }
    }

    /// Whether what connects from there is a proxy of this service.
    pub fn include(&self, peer: IpAddr) -> bool {
        *self == Proxies::Whoever || self.know(peer.to_canonical())
    }

    /// The address that asks, as far as it is known for sure.
    pub fn source(&self, request: &HttpRequest) -> Option<IpAddr> {
        let peer = request.peer_addr()?.ip().to_canonical();
        let lines = request.headers().get_all("x-forwarded-for");
        let lines: Vec<&[u8]> = lines.map(HeaderValue::as_bytes).collect();
        Some(self.behind(peer, &lines))
    }

    /// The address behind `peer`, which sent these lines of `X-Forwarded-For`. Several
    /// lines are one list. An entry that is no address ends what can be believed; what
    /// stands before it in the same line, and is no text perhaps, takes nothing from it.
    pub fn behind(&self, peer: IpAddr, lines: &[impl AsRef<[u8]>]) -> IpAddr {
        let entries =
            lines.iter().rev().flat_map(|line| line.as_ref().rsplit(|&byte| byte == b','));
        let mut entries = entries.map(|entry| std::str::from_utf8(entry).ok().and_then(address));
        match self {
            Proxies::None => peer,
            Proxies::Whoever => entries.next().flatten().unwrap_or(peer),
            Proxies::Known(_) => {
                let mut behind = peer;
                while self.know(behind)
                    && let Some(Some(before)) = entries.next()
                {
                    behind = before;
                }
                behind
            }
        }
    }
}

/// An entry of the list; some proxies add a port.
fn address(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let plain = || entry.parse::<IpAddr>();
    let with_port = || entry.parse::<SocketAddr>().map(|socket| socket.ip());
    let bracketed = || entry.trim_matches(['[', ']']).parse::<IpAddr>();
    plain().or_else(|_| with_port()).or_else(|_| bracketed()).ok().map(|ip| ip.to_canonical())
}

/// What is counted as one: an address, of IPv6 the 64 bits that one customer has.
pub fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn only_known_proxies_are_believed_and_only_what_they_wrote() {
        let known: Proxies = "10.0.0.0/8, ::1".parse().expect("networks");
        let (peer, lines) = (ip("10.1.1.1"), ["1.1.1.1, 2.2.2.2", "3.3.3.3,10.9.9.9"]);
        assert_eq!(known.behind(peer, &lines), ip("3.3.3.3"));
        assert_eq!(known.behind(ip("9.9.9.9"), &lines), ip("9.9.9.9"), "no proxy of ours");
        assert_eq!(Proxies::None.behind(peer, &lines), peer);
        assert_eq!(Proxies::Whoever.behind(peer, &lines), ip("10.9.9.9"));
        // A client's gibberish in front of what our proxy has added, in one line.
        let garbled = [&b"\xff, \x80\x01, 3.3.3.3"[..]];
        assert_eq!(known.behind(peer, &garbled), ip("3.3.3.3"));
        assert_eq!(Proxies::Whoever.behind(peer, &garbled), ip("3.3.3.3"));
        assert_eq!(known.behind(peer, &["1.1.1.1", "gibberish"]), peer);
        assert_eq!(known.behind(peer, &["10.2.2.2"]), ip("10.2.2.2"), "a proxy itself asks");
        assert_eq!(known.behind(peer, &[""; 0]), peer);
        assert_eq!(known.behind(peer, &["[2001:db8::1]:4711"]), ip("2001:db8::1"));
        assert_eq!(known.behind(peer, &["::ffff:1.2.3.4"]), ip("1.2.3.4"));
    }

    #[test]
    fn the_setting_is_a_word_or_a_list_of_networks() {
        assert_eq!("false".parse(), Ok(Proxies::None));
        assert_eq!("true".parse(), Ok(Proxies::Whoever));
        assert!("10.0.0.0/8,proxy.local".parse::<Proxies>().is_err());
    }

    #[test]
    fn a_customer_with_many_addresses_of_ipv6_is_counted_as_one() {
        assert_eq!(counted(ip("2001:db8:1:2:3:4:5:6")), counted(ip("2001:db8:1:2::")));
        assert_ne!(counted(ip("2001:db8:1:2::")), counted(ip("2001:db8:1:3::")));
        assert_eq!(counted(ip("::ffff:1.2.3.4")), ip("1.2.3.4"));
    }
}
