//! Letters over TLS, against a real server with a certificate of its own.

use super::outbox::{Desk, outcome};
use super::smtp::{Security, Sink};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use std::sync::Arc;
use turnwise::db::letters::Outcome;
use turnwise::mail::transport::Transport;

/// A server's side of TLS under this name, and the certificate that vouches for it.
fn certified(name: &str) -> (Arc<ServerConfig>, String) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).expect("a certificate");
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(made.signing_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("protocol versions")
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .expect("a key that fits");
    (Arc::new(config), made.cert.pem())
}

/// Sends one letter by a server on this machine, with a password.
async fn send(scheme: &str, sink: &Sink, authorities: Option<&str>) -> Option<Outcome> {
    let url = format!("{scheme}://turnwise:secret@127.0.0.1:{}", sink.port);
    let transport = Transport::parse(&url, authorities).expect("a transport");
    let desk = Desk::open()?;
    let office = desk.office(transport);
    desk.queue("1").await;
    outcome(&office).await
}

/// `AUTH PLAIN` of `turnwise:secret`.
const PASSWORD: &str = "AHR1cm53aXNlAHNlY3JldA==";

fn said_password(sink: &Sink) -> bool {
    sink.heard().iter().any(|(_, line)| line.contains(PASSWORD))
}

#[actix_web::test]
async fn letters_go_over_starttls_and_over_implicit_tls() {
    let (config, pem) = certified("127.0.0.1");
    for (scheme, security) in [
        ("smtp+starttls", Security::StartTls(config.clone())),
        ("smtps", Security::Implicit(config.clone())),
    ] {
        let sink = Sink::at("127.0.0.1:0", security).expect("a free port");
        let Some(outcome) = send(scheme, &sink, Some(&pem)).await else { return };
        assert!(matches!(outcome, Outcome::Sent(_)), "{scheme}: {outcome:?}");
        assert_eq!(sink.letters().len(), 1, "{scheme}");
        assert!(said_password(&sink), "{scheme}: {:?}", sink.heard());
        for (secure, line) in sink.heard() {
            let harmless = line.starts_with("EHLO") || line == "STARTTLS";
            assert!(secure || harmless, "{scheme} says in plain words: {line}");
        }
    }
}

#[actix_web::test]
async fn a_server_that_nobody_vouches_for_gets_no_letter_and_no_password() {
    let (config, _) = certified("127.0.0.1");
    let (_, pem_of_another) = certified("127.0.0.1");
    let (misnamed, pem) = certified("mail.example.org");
    for (config, authorities) in
        [(&config, None), (&config, Some(&pem_of_another)), (&misnamed, Some(&pem))]
    {
        for (scheme, security) in [
            ("smtp+starttls", Security::StartTls(config.clone())),
            ("smtps", Security::Implicit(config.clone())),
        ] {
            let sink = Sink::at("127.0.0.1:0", security).expect("a free port");
            let authorities = authorities.map(String::as_str);
            let Some(outcome) = send(scheme, &sink, authorities).await else { return };
            let Outcome::Retry(why, _) = &outcome else { panic!("{scheme}: {outcome:?}") };
            assert!(why.contains("certificate"), "{scheme}: {why}");
            assert!(sink.tries().is_empty() && !said_password(&sink), "{:?}", sink.heard());
            assert!(!sink.heard().iter().any(|(_, line)| line.starts_with("MAIL")), "{scheme}");
        }
    }
}

#[actix_web::test]
async fn a_server_without_starttls_gets_no_letter_where_it_is_asked_for() {
    let sink = Sink::start();
    let Some(outcome) = send("smtp+starttls", &sink, None).await else { return };
    assert!(matches!(outcome, Outcome::Retry(..)), "{outcome:?}");
    assert!(sink.tries().is_empty() && !said_password(&sink), "{:?}", sink.heard());
    assert!(!sink.heard().iter().any(|(_, line)| line.starts_with("MAIL")));
}

#[actix_web::test]
async fn a_file_of_authorities_without_a_certificate_is_refused_at_once() {
    for pem in ["", "nonsense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
        let parsed = Transport::parse("smtps://mail.example.org", Some(pem));
        assert!(parsed.is_err(), "{pem:?} was taken for a certificate");
    }
}
