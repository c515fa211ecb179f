//! One conversation with a host that a person names: a POST, and the status of its answer.
//!
//! The connection goes to an address that was checked. No redirect is followed and nothing of
//! an answer but its status is read on, kept or shown: neither its other headers nor its body.
//! All of it together has one limit in time.

use super::guard::{Guard, Target, Wrong};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONNECTION, HOST, HeaderName, HeaderValue, USER_AGENT};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// How long a whole conversation may take, from looking up the name on.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// How long connecting to one of several addresses may take.
const TO_CONNECT: Duration = Duration::from_secs(3);
/// How many addresses of one name are tried.
const TRIES: usize = 3;
/// The most bytes of the head of an answer.
const LONGEST_HEAD: usize = 16 * 1024;
/// The most headers of an answer.
const MOST_HEADERS: usize = 100;

/// What is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// Where to: a secret.
    pub address: String,
    /// Its headers, beside those of every message.
    pub headers: Vec<(&'static str, String)>,
    /// Its body.
    pub body: Vec<u8>,
    /// The statuses that say that there is nothing there any more.
    pub gone: &'static [u16],
}

/// Why there was no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It may not be connected to.
    Refused(Wrong),
    /// Nobody answers there.
    Unreachable,
    /// It does not show a good certificate.
    Untrusted,
    /// It broke off, or is no HTTP.
    Broken,
    /// It took too long.
    TooSlow,
}

impl Failure {
    /// What happened, as the end of “It could not be delivered:”.
    pub fn said(self) -> &'static str {
        match self {
            Failure::Refused(wrong) => wrong.said(),
            Failure::Unreachable => "The host cannot be reached.",
            Failure::Untrusted => "The host shows no certificate that is good for its name.",
            Failure::Broken => "The host did not answer as a web server does.",
            Failure::TooSlow => "The host did not answer within 10 seconds.",
        }
    }
}

/// Sends messages. Clones share what they know.
#[derive(Clone)]
pub struct Client {
    guard: Guard,
    tls: TlsConnector,
    patience: Duration,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Client({:?})", self.guard)
    }
}

impl Client {
    /// A client that connects to what the guard lets it. Hosts are trusted when a public
    /// authority vouches for them, or one of `authorities` (certificates as PEM).
    ///
    /// # Errors
    /// What is wrong with the authorities.
    pub fn new(guard: Guard, authorities: Option<&str>) -> Result<Client, String> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        if let Some(pem) = authorities {
            let mut own = 0;
            for certificate in CertificateDer::pem_slice_iter(pem.as_bytes()) {
                let wrong = |error: &dyn std::fmt::Display| format!("TURNWISE_REACH_CA: {error}");
                let certificate = certificate.map_err(|error| wrong(&error))?;
                roots.add(certificate).map_err(|error| wrong(&error))?;
                own += 1;
            }
            if own == 0 {
                return Err("TURNWISE_REACH_CA: there is no certificate in it".to_owned());
            }
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut tls = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Client { guard, tls: TlsConnector::from(Arc::new(tls)), patience: PATIENCE })
    }

    /// The same, with another limit for a whole conversation.
    pub fn within(self, patience: Duration) -> Client {
        Client { patience, ..self }
    }

    /// What it lets through.
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// Sends a message and gives the status of the answer, whatever it is.
    ///
    /// # Errors
    /// Why there was none.
    pub async fn post(&self, parcel: Parcel) -> Result<u16, Failure> {
        let talking = self.talk(parcel);
        tokio::time::timeout(self.patience, talking).await.unwrap_or(Err(Failure::TooSlow))
    }

    async fn talk(&self, parcel: Parcel) -> Result<u16, Failure> {
        let target = self.guard.read(&parcel.address).map_err(Failure::Refused)?;
        let addresses = self.guard.look_up(&target).await.map_err(Failure::Refused)?;
        let request = request(&target, parcel).ok_or(Failure::Refused(Wrong::Unreadable))?;
        let plain = connect(&addresses).await?;
        if !target.tls {
            return exchange(plain, request).await;
        }
        let name = ServerName::try_from(target.host).map_err(|_| Failure::Untrusted)?;
        let shown = self.tls.connect(name, plain).await;
        exchange(shown.map_err(|_| Failure::Untrusted)?, request).await
    }
}

/// Connects to the first of some addresses that answers.
async fn connect(addresses: &[SocketAddr]) -> Result<TcpStream, Failure> {
    for address in addresses.iter().take(TRIES) {
        let connecting = TcpStream::connect(address);
        if let Ok(Ok(stream)) = tokio::time::timeout(TO_CONNECT, connecting).await {
            return Ok(stream);
        }
    }
    Err(Failure::Unreachable)
}

/// The request by which a message is sent; `None` where a header cannot be one.
fn request(target: &Target, parcel: Parcel) -> Option<Request<Full<Bytes>>> {
    let path = match target.url.query() {
        Some(query) => format!("{}?{query}", target.url.path()),
        None => target.url.path().to_owned(),
    };
    let mut request = Request::builder().method(Method::POST).uri(path);
    let headers = request.headers_mut()?;
    let host = target.url.host_str()?.trim_end_matches('.');
    let host = match target.url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    };
    headers.insert(HOST, HeaderValue::from_str(&host).ok()?);
    headers.insert(USER_AGENT, HeaderValue::from_static("Turnwise"));
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    for (name, value) in parcel.headers {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_str(&value).ok()?);
    }
    request.body(Full::new(Bytes::from(parcel.body))).ok()
}

/// Sends a request and waits for the head of its answer; the rest is cut off.
async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<u16, Failure> {
    let shaking = hyper::client::conn::http1::Builder::new()
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .handshake(TokioIo::new(stream));
    let (mut sender, connection) = shaking.await.map_err(|_| Failure::Broken)?;
    let mut answering = std::pin::pin!(sender.send_request(request));
    let mut connection = std::pin::pin!(connection);
    let answer = tokio::select! {
        answer = &mut answering => answer,
        _ = &mut connection => answering.await,
    };
    Ok(answer.map_err(|_| Failure::Broken)?.status().as_u16())
}
