//! `turnwise healthcheck`: asks a running server whether it is ready.

use crate::config::Config;
use std::io::{Error, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// How long the server has to answer.
const PATIENCE: Duration = Duration::from_secs(5);

const REQUEST: &[u8] =
    b"GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/// Asks where the server listens.
pub fn healthcheck(config: &Config) -> Result<(), String> {
    let mut refused = Err(format!("{} is no address", config.listen));
    for mut address in config.listens_at()? {
        // Who listens everywhere is asked on this machine.
        if address.ip().is_unspecified() {
            address.set_ip(match address {
                SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
            });
        }
        refused = match ask(address) {
            Ok(answer) if answer.starts_with("HTTP/1.1 200") => return Ok(()),
            Ok(_) => Err(format!("{address} is not ready")),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Err(format!("{address} does not answer within {} seconds", PATIENCE.as_secs()))
            }
            Err(error) => Err(format!("{address}: {error}")),
        };
    }
    refused
}

/// Asks over a plain socket: an image needs no other program for it.
fn ask(address: SocketAddr) -> Result<String, Error> {
    let until = Instant::now() + PATIENCE;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.write_all(REQUEST)?;
    let (mut answer, mut part) = (Vec::new(), [0; 1024]);
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut part)? {
            0 => return Ok(String::from_utf8_lossy(&answer).into_owned()),
            more => answer.extend_from_slice(&part[..more]),
        }
    }
}
