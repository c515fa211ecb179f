//! Letters and the database over TLS, against real servers with certificates of their own.

use super::outbox::{Desk, outcome};
use super::postgres::{Cluster, required};
use super::process::turnwise;
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
            let Outcome::PutBack(why, _) = &outcome else { panic!("{scheme}: {outcome:?}") };
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
    assert!(matches!(outcome, Outcome::PutBack(..)), "{outcome:?}");
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

/// What the database of the test calls itself.
const DATABASE: &str = "database.example.org";

/// A server of Postgres that takes no connection without TLS.
fn over_tls_only(cluster: &Cluster, certificate: &str, key: &str) {
    for (setting, file) in [
        ("ssl_cert_file", cluster.file("server.crt", certificate)),
        ("ssl_key_file", cluster.file("server.key", key)),
    ] {
        let file = file.display();
        cluster.sql("postgres", &format!("ALTER SYSTEM SET {setting} = '{file}'"));
    }
    cluster.sql("postgres", "ALTER SYSTEM SET ssl = on");
    cluster.admit("hostssl all all 127.0.0.1/32 trust\n");
    for _ in 0..200 {
        if cluster.sql("postgres", "SHOW ssl") == "on" {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the server speaks TLS");
}

#[test]
fn the_database_is_reached_over_tls_and_only_under_the_name_of_its_certificate() {
    let Some(cluster) = Cluster::start("") else { return };
    let name = cluster.new_database().rsplit('/').next().expect("a name").to_owned();
    let made = rcgen::generate_simple_self_signed([DATABASE.to_owned()]).expect("a certificate");
    over_tls_only(&cluster, &made.cert.pem(), &made.signing_key.serialize_pem());
    let folder = tempfile::tempdir().unwrap();
    let migrated = |host: &str, authority: &str| {
        let file = folder.path().join("authority.pem");
        std::fs::write(&file, authority).expect("a file");
        let address = format!(
            "host={host} hostaddr=127.0.0.1 port={} dbname={name} user=postgres \
             sslmode=verify-full sslrootcert={}",
            cluster.port,
            file.display()
        );
        let ended =
            turnwise(folder.path()).env("DATABASE_URL", address).arg("migrate").output().unwrap();
        (ended.status.success(), String::from_utf8_lossy(&ended.stderr).into_owned())
    };
    let (reached, said) = migrated(DATABASE, &made.cert.pem());
    if said.contains("SSL support is not compiled in") {
        assert!(!reached && !required("tls"), "{said}");
        crate::skipped!("this build's library of Postgres speaks no TLS, and says so");
        return;
    }
    assert!(reached, "{said}");
    let (reached, said) = migrated("elsewhere.example.org", &made.cert.pem());
    assert!(!reached && said.contains("does not match"), "{said}");
    let other = rcgen::generate_simple_self_signed([DATABASE.to_owned()]).expect("a certificate");
    let (reached, said) = migrated(DATABASE, &other.cert.pem());
    assert!(!reached && said.contains("certificate verify failed"), "{said}");
}
