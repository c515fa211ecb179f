//! Headers, cookies, tokens and addresses.

use actix_web::http::header::HeaderValue;
use actix_web::test::TestRequest;
use std::net::IpAddr;
use std::sync::LazyLock;
use tokio::runtime::Runtime;
use turnwise::accounts::Accounts;
use turnwise::accounts::password::Strength;
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::matches::stream::receipt::Receipt;
use turnwise::web::api::table::idempotency_key;
use turnwise::web::pages::{inside, visitor};
use turnwise::web::source::{Proxies, counted};
use turnwise::web::{caller, live};

/// People, of whom there are none.
struct Nobody {
    accounts: Accounts,
    runtime: Runtime,
    _folder: tempfile::TempDir,
}

static NOBODY: LazyLock<Nobody> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("nobody.db").display());
    let db = Db::connect(&url).expect("a database");
    let clock = Clock::of_the_machine();
    let secret = "a secret of the tests, long enough";
    let accounts = Accounts::new(db, clock, secret, Strength::Feeble, 10).expect("accounts");
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build();
    Nobody { accounts, runtime: runtime.expect("a runtime"), _folder: folder }
});

/// Whatever stands in a header lets nobody in and leads nowhere.
pub fn header(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    leads_nowhere(&text);
    comes_from_somewhere(&text);
    hides_nobody(data);
    lets_nobody_in(&text);
    let Ok(value) = HeaderValue::from_bytes(data) else { return };
    let with = |name: &'static str| {
        TestRequest::default().insert_header((name, value.clone())).to_http_request()
    };
    if let Ok(after) = live::from(&with("last-event-id"), None) {
        assert!(after >= 0, "a stream from {after} on");
    }
    if let Ok(Some(key)) = idempotency_key(&with("idempotency-key")) {
        assert!((1..=100).contains(&key.len()), "a key of {} bytes", key.len());
    }
    for token in [caller::bearer(&with("authorization")), visitor::secret(false, &with("cookie"))] {
        lets_nobody_in(&token.unwrap_or_default());
    }
    let request = TestRequest::default()
        .peer_addr("10.0.0.1:1".parse().expect("an address"))
        .insert_header(("x-forwarded-for", value.clone()))
        .append_header(("x-forwarded-for", value))
        .to_http_request();
    assert!(Proxies::Whoever.source(&request).is_some());
}

fn leads_nowhere(text: &str) {
    let Some(address) = inside::here(text) else { return };
    assert!(address.starts_with('/') && !address.starts_with("//"), "{address}");
    assert!(address.bytes().all(|byte| byte.is_ascii_graphic()), "{address}");
    assert_eq!(inside::here(&address), Some(address.clone()), "it reads as another address");
}

fn comes_from_somewhere(text: &str) {
    let known: Proxies = "10.0.0.0/8".parse().expect("a network");
    let (ours, theirs): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [9, 9, 9, 9].into());
    let lines: Vec<&str> = text.split('\n').collect();
    assert_eq!(known.behind(theirs, &lines), theirs, "a stranger chose an address");
    assert_eq!(Proxies::None.behind(ours, &lines), ours);
    let source = known.behind(ours, &lines);
    assert_eq!(counted(counted(source)), counted(source));
    if let Ok(proxies) = text.parse::<Proxies>() {
        proxies.behind(ours, &lines);
    }
}

/// What a client writes in front of what a proxy of ours adds to the same line.
fn hides_nobody(data: &[u8]) {
    let known: Proxies = "10.0.0.0/8".parse().expect("a network");
    let (proxy, client): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [9, 9, 9, 9].into());
    let line = [data, &b", 9.9.9.9"[..]].concat();
    assert_eq!(known.behind(proxy, std::slice::from_ref(&line)), client);
    assert_eq!(Proxies::Whoever.behind(proxy, &[line]), client);
}

fn lets_nobody_in(token: &str) {
    let Nobody { accounts, runtime, .. } = &*NOBODY;
    runtime.block_on(async {
        assert!(accounts.by_access_token(token).await.is_err(), "{token} is an access token");
        assert!(accounts.by_api_token(token).await.is_err(), "{token} is an API token");
        assert!(accounts.by_browser(token).await.is_err(), "{token} is a browser's");
        assert!(accounts.refresh(token).await.is_err(), "{token} is a refresh token");
        assert!(accounts.confirm(token).await.is_err(), "{token} confirms an address");
    });
    assert!(accounts.read_unsubscribe_token(token).is_err(), "{token} unsubscribes");
    assert!(!accounts.form_proof_fits("a session", token), "{token} proves a form");
    for receipt in Receipt::all_in(token) {
        let _ = receipt.is_signed();
    }
}
