//! A real SMTP server in the test's own process.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A letter that was accepted.
#[derive(Clone, Debug)]
pub struct Received {
    pub to: String,
    pub raw: String,
}

impl Received {
    /// The value of a header, unfolded.
    pub fn header(&self, name: &str) -> Option<String> {
        let head = self.raw.split("\r\n\r\n").next().unwrap_or("").replace("\r\n ", " ");
        let prefix = format!("{}:", name.to_lowercase());
        head.lines()
            .find(|line| line.to_lowercase().starts_with(&prefix))
            .map(|line| line[prefix.len()..].trim().to_owned())
    }

    /// The body with quoted-printable undone.
    pub fn text(&self) -> String {
        let joined = self.raw.replace("=\r\n", "");
        let mut out = Vec::new();
        let mut rest = joined.as_bytes();
        while let Some((&byte, after)) = rest.split_first() {
            let digits = after.get(..2).and_then(|d| std::str::from_utf8(d).ok());
            match digits.and_then(|d| u8::from_str_radix(d, 16).ok()).filter(|_| byte == b'=') {
                Some(decoded) => {
                    out.push(decoded);
                    rest = &after[2..];
                }
                None => {
                    out.push(byte);
                    rest = after;
                }
            }
        }
        String::from_utf8_lossy(&out).into_owned()
    }

    /// What follows `?token=` in the text.
    pub fn token(&self) -> Option<String> {
        let text = self.text();
        let at = text.find("token=")? + "token=".len();
        Some(text[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect())
    }
}

/// The server; it ends with the process.
#[derive(Clone, Debug)]
pub struct Sink {
    pub port: u16,
    letters: Arc<Mutex<Vec<Received>>>,
    refusals: Arc<Mutex<Vec<&'static str>>>,
}

impl Sink {
    pub fn start() -> Sink {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let sink = Sink {
            port: listener.local_addr().expect("its number").port(),
            letters: Arc::default(),
            refusals: Arc::default(),
        };
        let shared = sink.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let sink = shared.clone();
                std::thread::spawn(move || sink.converse(stream));
            }
        });
        sink
    }

    /// Answers the next receivers with these lines instead of accepting them.
    pub fn refuse(&self, answers: &[&'static str]) {
        self.refusals.lock().unwrap().extend(answers);
    }

    pub fn letters(&self) -> Vec<Received> {
        self.letters.lock().unwrap().clone()
    }

    fn converse(&self, stream: TcpStream) -> std::io::Result<()> {
        stream.set_nodelay(true)?;
        let mut writer = stream.try_clone()?;
        let mut reader = BufReader::new(stream);
        let (mut to, mut line) = (String::new(), String::new());
        writer.write_all(b"220 sink ESMTP\r\n")?;
        loop {
            line.clear();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let verb = line.get(..4).unwrap_or("").to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" => writer.write_all(b"250-sink\r\n250 8BITMIME\r\n")?,
                "MAIL" => {
                    to.clear();
                    writer.write_all(b"250 ok\r\n")?;
                }
                "RCPT" => {
                    let refusal = {
                        let mut refusals = self.refusals.lock().unwrap();
                        if refusals.is_empty() { None } else { Some(refusals.remove(0)) }
                    };
                    match refusal {
                        Some(answer) => writer.write_all(format!("{answer}\r\n").as_bytes())?,
                        None => {
                            line[8..].trim().clone_into(&mut to);
                            writer.write_all(b"250 ok\r\n")?;
                        }
                    }
                }
                "DATA" => {
                    writer.write_all(b"354 go on\r\n")?;
                    let mut raw = String::new();
                    loop {
                        line.clear();
                        reader.read_line(&mut line)?;
                        if line == ".\r\n" {
                            break;
                        }
                        raw.push_str(line.strip_prefix('.').unwrap_or(&line));
                    }
                    let to = to.trim_matches(['<', '>']).to_owned();
                    self.letters.lock().unwrap().push(Received { to, raw });
                    writer.write_all(b"250 queued\r\n")?;
                }
                "QUIT" => {
                    writer.write_all(b"221 bye\r\n")?;
                    return Ok(());
                }
                _ => writer.write_all(b"250 ok\r\n")?,
            }
        }
    }
}
