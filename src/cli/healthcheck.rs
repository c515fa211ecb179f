//! `turnwise healthcheck`: asks a running server whether it is ready.

use std::io::{Read, Write};
use turnwise::config::Config;

/// Asks over a plain socket: an image needs no other program for it.
pub fn healthcheck(config: &Config) -> Result<(), String> {
    let port = config.listen.rsplit(':').next().unwrap_or("8080");
    let said = |error: std::io::Error| error.to_string();
    let mut stream = std::net::TcpStream::connect(format!("127.0.0.1:{port}")).map_err(said)?;
    stream.set_read_timeout(Some(std::time::Duration::from_secs(5))).map_err(said)?;
    stream
        .write_all(b"GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .map_err(said)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(said)?;
    if answer.starts_with("HTTP/1.1 200") { Ok(()) } else { Err("not ready".to_owned()) }
}
