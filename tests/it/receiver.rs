//! A real web server in the test's own process, to which others post.

use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What was posted.
#[derive(Clone, Debug)]
pub struct Posted {
    /// The head, as it came.
    pub head: String,
    pub body: Vec<u8>,
}

impl Posted {
    pub fn header(&self, name: &str) -> Option<String> {
        let mut lines = self.head.lines().skip(1).filter_map(|line| line.split_once(':'));
        let found = lines.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim().to_owned())
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

/// A server on a free port of this machine.
#[derive(Clone, Debug)]
pub struct Receiver {
    pub port: u16,
    got: Arc<Mutex<Vec<Posted>>>,
}

impl Receiver {
    /// One that answers the post of this number (from 0 on) with a status, and perhaps headers.
    pub fn start(answer: impl Fn(usize) -> String + Send + Sync + 'static) -> Receiver {
        Receiver::listening(move |stream, got| {
            let _ = serve(stream, got, &answer);
        })
    }

    /// The same by TLS, with this certificate.
    pub fn start_tls(
        made: &rcgen::CertifiedKey<rcgen::KeyPair>,
        answer: impl Fn(usize) -> String + Send + Sync + 'static,
    ) -> Receiver {
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .expect("a certificate");
        let config = Arc::new(config);
        Receiver::listening(move |stream, got| {
            let tls = ServerConnection::new(config.clone()).expect("a connection");
            let _ = serve(StreamOwned::new(tls, stream), got, &answer);
        })
    }

    /// One that does with a connection whatever it likes.
    pub fn start_raw(speak: impl Fn(TcpStream) + Send + Sync + 'static) -> Receiver {
        Receiver::listening(move |mut stream, _| {
            let _ = stream.read(&mut [0; 4096]);
            speak(stream);
        })
    }

    fn listening(
        speak: impl Fn(TcpStream, &Mutex<Vec<Posted>>) + Send + Sync + 'static,
    ) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let got = Arc::new(Mutex::new(Vec::new()));
        let (speak, kept) = (Arc::new(speak), got.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (speak, kept) = (speak.clone(), kept.clone());
                std::thread::spawn(move || {
                    let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
                    speak(stream, &kept);
                });
            }
        });
        Receiver { port, got }
    }

    /// Where to post to.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// What was posted so far.
    pub fn got(&self) -> Vec<Posted> {
        self.got.lock().expect("posts").clone()
    }

    /// Waits until so many posts came.
    pub async fn wait_for(&self, least: usize) -> Vec<Posted> {
        for _ in 0..800 {
            let got = self.got();
            if got.len() >= least {
                return got;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("there are {} of {least} posts", self.got().len())
    }
}

fn serve(
    mut stream: impl Read + Write,
    got: &Mutex<Vec<Posted>>,
    answer: &(impl Fn(usize) -> String + ?Sized),
) -> std::io::Result<()> {
    let (mut all, mut part) = (Vec::new(), [0; 4096]);
    let (head, body) = loop {
        let end = all.windows(4).position(|four| four == b"\r\n\r\n");
        if let Some(end) = end {
            let head = String::from_utf8_lossy(&all[..end]).into_owned();
            let posted = Posted { head, body: Vec::new() };
            let length: usize =
                posted.header("content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
            if all.len() >= end + 4 + length {
                break (posted.head, all[end + 4..end + 4 + length].to_vec());
            }
        }
        match stream.read(&mut part)? {
            0 => return Ok(()),
            read => all.extend_from_slice(&part[..read]),
        }
    };
    let number = {
        let mut got = got.lock().expect("posts");
        got.push(Posted { head, body });
        got.len() - 1
    };
    let answer = answer(number);
    write!(stream, "HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n")?;
    stream.flush()
}
