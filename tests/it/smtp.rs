//! A real SMTP server in the test's own process.

use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

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

/// How the server speaks.
#[derive(Clone, Debug)]
pub enum Security {
    Plain,
    /// Plain first, TLS when asked for it; letters only then.
    StartTls(Arc<ServerConfig>),
    /// TLS from the first byte.
    Implicit(Arc<ServerConfig>),
}

/// The server; it ends with the process.
#[derive(Clone, Debug)]
pub struct Sink {
    pub port: u16,
    security: Security,
    letters: Arc<Mutex<Vec<Received>>>,
    tries: Arc<Mutex<Vec<Received>>>,
    heard: Arc<Mutex<Vec<(bool, String)>>>,
    senders: Arc<Mutex<Vec<&'static str>>>,
    refusals: Arc<Mutex<Vec<&'static str>>>,
    bounces: Arc<Mutex<Vec<&'static str>>>,
    pause: Arc<Mutex<Duration>>,
}

impl Sink {
    pub fn start() -> Sink {
        Sink::at("127.0.0.1:0", Security::Plain).expect("a free port")
    }

    /// A server at an address, or what is wrong with it.
    pub fn at(address: &str, security: Security) -> std::io::Result<Sink> {
        let listener = TcpListener::bind(address)?;
        let sink = Sink {
            port: listener.local_addr()?.port(),
            security,
            letters: Arc::default(),
            tries: Arc::default(),
            heard: Arc::default(),
            senders: Arc::default(),
            refusals: Arc::default(),
            bounces: Arc::default(),
            pause: Arc::default(),
        };
        let shared = sink.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let sink = shared.clone();
                std::thread::spawn(move || sink.serve(stream));
            }
        });
        Ok(sink)
    }

    /// Answers the next senders with these lines instead of accepting them.
    pub fn refuse_senders(&self, answers: &[&'static str]) {
        self.senders.lock().unwrap().extend(answers);
    }

    /// Answers the next receivers with these lines instead of accepting them.
    pub fn refuse(&self, answers: &[&'static str]) {
        self.refusals.lock().unwrap().extend(answers);
    }

    /// Answers the next whole letters with these lines instead of accepting them.
    pub fn bounce(&self, answers: &[&'static str]) {
        self.bounces.lock().unwrap().extend(answers);
    }

    /// Takes this long to answer for a whole letter.
    pub fn dawdle(&self, pause: Duration) {
        *self.pause.lock().unwrap() = pause;
    }

    pub fn letters(&self) -> Vec<Received> {
        self.letters.lock().unwrap().clone()
    }

    /// The newest letter that is like this.
    pub fn newest(&self, is_it: impl FnMut(&&Received) -> bool) -> Option<Received> {
        self.letters.lock().unwrap().iter().rfind(is_it).cloned()
    }

    /// Every letter that came through to its end, also those not accepted.
    pub fn tries(&self) -> Vec<Received> {
        self.tries.lock().unwrap().clone()
    }

    /// Every command, and whether it came over TLS.
    pub fn heard(&self) -> Vec<(bool, String)> {
        self.heard.lock().unwrap().clone()
    }

    fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        stream.set_nodelay(true)?;
        let over_tls = |config: &Arc<ServerConfig>, stream| {
            let session = ServerConnection::new(config.clone()).expect("a TLS session");
            StreamOwned::new(session, stream)
        };
        match &self.security {
            Security::Plain => self.converse(stream, false, true).map(drop),
            Security::Implicit(config) => {
                self.converse(over_tls(config, stream), true, true).map(drop)
            }
            Security::StartTls(config) => match self.converse(stream, false, true)? {
                Some(stream) => self.converse(over_tls(config, stream), true, false).map(drop),
                None => Ok(()),
            },
        }
    }

    /// Speaks until the end, or until TLS is asked for: then it gives the stream back.
    fn converse<S: Read + Write>(
        &self,
        stream: S,
        secure: bool,
        greet: bool,
    ) -> std::io::Result<Option<S>> {
        let mut stream = BufReader::new(stream);
        let (mut to, mut line) = (String::new(), String::new());
        if greet {
            say(&mut stream, "220 sink ESMTP")?;
        }
        let offers_tls = matches!(self.security, Security::StartTls(_)) && !secure;
        loop {
            line.clear();
            if stream.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            self.heard.lock().unwrap().push((secure, line.trim_end().to_owned()));
            let verb = line.get(..4).unwrap_or("").to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" if offers_tls => {
                    say(&mut stream, "250-sink\r\n250-STARTTLS\r\n250 8BITMIME")?;
                }
                "EHLO" => say(&mut stream, "250-sink\r\n250-AUTH PLAIN\r\n250 8BITMIME")?,
                "STAR" if offers_tls => {
                    say(&mut stream, "220 go on")?;
                    return Ok(Some(stream.into_inner()));
                }
                "STAR" => say(&mut stream, "502 not here")?,
                "AUTH" => say(&mut stream, "235 welcome")?,
                "MAIL" => {
                    to.clear();
                    say(&mut stream, next(&self.senders).unwrap_or("250 ok"))?;
                }
                "RCPT" => match next(&self.refusals) {
                    Some(answer) => say(&mut stream, answer)?,
                    None => {
                        line[8..].trim().clone_into(&mut to);
                        say(&mut stream, "250 ok")?;
                    }
                },
                "DATA" => {
                    say(&mut stream, "354 go on")?;
                    let raw = content(&mut stream)?;
                    let letter = Received { to: to.trim_matches(['<', '>']).to_owned(), raw };
                    self.tries.lock().unwrap().push(letter.clone());
                    let pause = *self.pause.lock().unwrap();
                    std::thread::sleep(pause);
                    match next(&self.bounces) {
                        Some(answer) => say(&mut stream, answer)?,
                        None => {
                            self.letters.lock().unwrap().push(letter);
                            say(&mut stream, "250 queued")?;
                        }
                    }
                }
                "QUIT" => {
                    say(&mut stream, "221 bye")?;
                    return Ok(None);
                }
                _ => say(&mut stream, "250 ok")?,
            }
        }
    }
}

fn say<S: Read + Write>(stream: &mut BufReader<S>, line: &str) -> std::io::Result<()> {
    stream.get_mut().write_all(format!("{line}\r\n").as_bytes())?;
    stream.get_mut().flush()
}

/// The letter up to the lonely dot.
fn content(stream: &mut impl BufRead) -> std::io::Result<String> {
    let (mut raw, mut line) = (String::new(), String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if line == ".\r\n" {
            return Ok(raw);
        }
        raw.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}

fn next(answers: &Mutex<Vec<&'static str>>) -> Option<&'static str> {
    let mut answers = answers.lock().unwrap();
    if answers.is_empty() { None } else { Some(answers.remove(0)) }
}
