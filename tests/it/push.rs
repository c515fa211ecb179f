//! Web push, with a real push service: what it is told, what it cannot read, and what the
//! browser reads.

use super::app::{self, Wish};
use super::hooks::{newest, wish};
use super::receiver::{Posted, Receiver};
use super::second_factor;
use super::visitor::Browser;
use crate::start_or_skip;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf;
use ring::rand::SystemRandom;
use ring::signature::{self, ECDSA_P256_SHA256_FIXED};
use serde_json::{Value, json};

/// The key and the secret of the browser in RFC 8291.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// A browser whose push service is there.
pub fn browser(endpoint: &str) -> Value {
    json!({ "name": "my phone", "endpoint": endpoint,
        "keys": { "p256dh": P256DH, "auth": AUTH } })
}

fn decoded(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).expect("base 64")
}

struct Long(usize);

impl hkdf::KeyType for Long {
    fn len(&self) -> usize {
        self.0
    }
}

fn derived(salt: &[u8], ikm: &[u8], info: &[u8], long: usize) -> Vec<u8> {
    let mut out = vec![0; long];
    let prk = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(ikm);
    prk.expand(&[info], Long(long)).expect("a length").fill(&mut out).expect("bytes");
    out
}

/// What a browser with this key reads (RFC 8188 and 8291, from the other end).
fn opened(own: EphemeralPrivateKey, posted: &Posted) -> Value {
    let public = own.compute_public_key().expect("a key").as_ref().to_vec();
    let (salt, rest) = posted.body.split_at(16);
    assert_eq!(rest[..4], 4096_u32.to_be_bytes());
    let (theirs, sealed) = rest[5..].split_at(usize::from(rest[4]));
    let shared = UnparsedPublicKey::new(&ECDH_P256, theirs);
    let shared = agree_ephemeral(own, &shared, <[u8]>::to_vec).expect("a point");
    let info = [b"WebPush: info\0", public.as_slice(), theirs].concat();
    let ikm = derived(&decoded(AUTH), &shared, &info, 32);
    let key = derived(salt, &ikm, b"Content-Encoding: aes128gcm\0", 16);
    let nonce = derived(salt, &ikm, b"Content-Encoding: nonce\0", 12);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).expect("a key"));
    let mut sealed = sealed.to_vec();
    let nonce = Nonce::try_assume_unique_for_key(&nonce).expect("a nonce");
    let text = key.open_in_place(nonce, Aad::empty(), &mut sealed).expect("it opens");
    let end = text.iter().rposition(|byte| *byte != 0).expect("an end");
    assert_eq!(text[end], 2, "the last record");
    serde_json::from_slice(&text[..end]).expect("JSON")
}

/// Whether the service vouches for a message as RFC 8292 says it; its claims.
fn vouched(posted: &Posted, key: &str) -> Value {
    let header = posted.header("authorization").expect("a header");
    let (token, shown) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(shown, key);
    let (signed, by) = token.rsplit_once('.').unwrap();
    signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decoded(key))
        .verify(signed.as_bytes(), &decoded(by))
        .expect("it is signed");
    serde_json::from_slice(&decoded(signed.split('.').nth(1).unwrap())).expect("claims")
}

#[actix_web::test]
async fn a_browser_reads_what_its_push_service_carries_and_cannot_read() {
    let app = start_or_skip!(wish());
    let ben = app.person("ben").await;
    let receiver = Receiver::start(|_| "201 Created".to_owned());
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).expect("a key");
    let public = URL_SAFE_NO_PAD.encode(own.compute_public_key().expect("a key").as_ref());
    let mut wish = browser(&receiver.url("/send/SECRETPATH"));
    wish["keys"]["p256dh"] = json!(public);
    let made = ben.post("/api/v1/me/browsers", wish).await.expect(201);
    assert_eq!((&made["form"], &made["state"]), (&json!("browser"), &json!("on")));
    let listed = ben.get("/api/v1/me/browsers").await.expect(200);
    assert!(!listed.to_string().contains("SECRETPATH") && !listed.to_string().contains(AUTH));
    let way = format!("/api/v1/me/ways/{}/tests", made["id"].as_str().expect("an id"));
    ben.post(&way, json!({})).await.expect(202);
    let got = receiver.wait_for(1).await;
    assert_eq!(got[0].header("content-encoding").as_deref(), Some("aes128gcm"));
    assert_eq!(got[0].header("ttl").as_deref(), Some("86400"));
    assert_eq!(got[0].header("urgency").as_deref(), Some("normal"));
    assert_eq!(got[0].body.len(), 16 + 4 + 1 + 65 + 1024 + 16);
    let claims = vouched(&got[0], listed["key"].as_str().expect("a key"));
    assert_eq!(claims["aud"], format!("http://127.0.0.1:{}", receiver.port));
    assert_eq!(claims["sub"], "mailto:turnwise@example.org");
    let lasts = claims["exp"].as_i64().unwrap() - chrono::Utc::now().timestamp();
    assert!((60..=86_400).contains(&lasts), "{lasts}");
    let said = opened(own, &got[0]);
    assert_eq!(said["text"], "This is a test. News of your matches come here.");
    assert_eq!(said["link"], format!("{}/account/notices", app.url));
    newest(&ben, "sent").await;
    // Another start of the service has the same key.
    let again = app::TestApp::start(Wish { database: Some(app.database.clone()), ..self::wish() });
    let again = again.await.expect("a server");
    let key = again.sign_in("ben", app::PASSWORD).await.get("/api/v1/me/browsers").await;
    assert_eq!(key.expect(200)["key"], listed["key"]);
}

#[actix_web::test]
async fn messages_of_one_match_share_a_topic_that_tells_nothing_and_what_is_gone_is_removed() {
    let app = start_or_skip!(wish());
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let receiver = Receiver::start(|number| match number {
        0..4 => "201 Created".to_owned(),
        _ => "410 Gone".to_owned(),
    });
    for who in [&anna, &ben] {
        let at = receiver.url(&format!("/{}", who.handle));
        who.post("/api/v1/me/browsers", browser(&at)).await.expect(201);
    }
    let id = app::begun(&[&anna, &ben], json!({})).await;
    let first = receiver.wait_for(1).await[0].clone();
    let topic = first.header("topic").expect("a topic");
    assert!(topic.len() <= 32 && topic.chars().all(|c| c.is_ascii_alphanumeric()), "{topic}");
    assert!(!id.contains(&topic) && !topic.contains(&id[..8]));
    for _ in 0..60 {
        let seen = anna.look(&id).await;
        if receiver.got().len() > 4 {
            break;
        }
        [&anna, &ben][app::awaited(&seen)].play_any(&id, |_| true).await;
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let got = receiver.wait_for(5).await;
    let of = |path: &str| -> std::collections::BTreeSet<String> {
        let own = got.iter().filter(|one| one.head.starts_with(&format!("POST {path} ")));
        own.filter_map(|one| one.header("topic")).collect()
    };
    assert!(of("/anna").len() == 1 && of("/ben").len() <= 1, "one match, one topic");
    assert!(of("/anna").is_disjoint(&of("/ben")), "two people have nothing in common");
    for _ in 0..200 {
        let left = async |who: &app::Caller<'_>| {
            let all = who.get("/api/v1/me/browsers").await.expect(200);
            all["items"].as_array().expect("items").len()
        };
        if left(&anna).await + left(&ben).await < 2 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("a browser that has ended it is still there");
}

#[actix_web::test]
async fn a_push_endpoint_passes_the_same_guard_and_belongs_to_whoever_sits_there_now() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    for wrong in ["https://127.0.0.1/x", "http://push.example/x", "https://u:p@push.example/"] {
        let refused = anna.post("/api/v1/me/browsers", browser(wrong)).await;
        refused.refused(422, "address_not_allowed");
    }
    let mut wrong = browser("https://push.example/send/1");
    wrong["keys"]["auth"] = json!("AAAA");
    anna.post("/api/v1/me/browsers", wrong).await.refused(422, "invalid_field");
    let count = async |who: &app::Caller<'_>| {
        let all = who.get("/api/v1/me/browsers").await.expect(200);
        all["items"].as_array().expect("items").len()
    };
    for _ in 0..2 {
        let again = browser("https://push.example/send/1");
        anna.post("/api/v1/me/browsers", again).await.expect(201);
    }
    assert_eq!(count(&anna).await, 1, "the same browser twice is one");
    let same = browser("https://push.example/send/1");
    ben.post("/api/v1/me/browsers", same).await.expect(201);
    assert_eq!((count(&anna).await, count(&ben).await), (0, 1));
    for number in 2..=11 {
        let more = browser(&format!("https://push.example/send/{number}"));
        anna.post("/api/v1/me/browsers", more).await.expect(201);
    }
    let more = browser("https://push.example/send/12");
    anna.post("/api/v1/me/browsers", more).await.refused(409, "too_many_ways");
    // The form of the page does the same.
    let page = Browser::of(&app, "ben").await;
    let proof = page.hidden("/account/notices", "proof").await;
    let fields = [
        ("proof", proof.as_str()),
        ("name", "the tablet"),
        ("endpoint", "https://push.example/send/ben"),
        ("p256dh", P256DH),
        ("auth", AUTH),
    ];
    assert_eq!(page.post("/account/notices/browsers", &fields).await.status, 303);
    let text = page.get("/account/notices").await.text;
    assert!(text.contains("the tablet") && !text.contains("send/ben"), "{text}");
}

#[actix_web::test]
async fn the_pages_can_be_installed_and_their_worker_comes_from_the_top() {
    let app = start_or_skip!();
    let page = Browser::new(&app);
    let front = page.get("/").await;
    assert!(front.text.contains("rel=\"manifest\" href=\"/manifest.webmanifest\""));
    let policy = front.headers["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("manifest-src 'self'") && policy.contains("default-src 'none'"));
    let manifest = page.get("/manifest.webmanifest").await;
    assert_eq!(manifest.headers["content-type"], "application/manifest+json");
    let manifest: Value = serde_json::from_str(&manifest.text).expect("JSON");
    let icon = manifest["icons"][0]["src"].as_str().expect("an icon");
    assert_eq!(page.get(icon).await.status, 200);
    let worker = page.get("/service-worker.js").await;
    assert!(worker.headers["content-type"].to_str().unwrap().starts_with("text/javascript"));
    assert_eq!(worker.headers["cache-control"], "no-cache");
    let offline = page.get("/offline").await;
    assert!(
        offline.text.contains("Turnwise cannot be reached") && !offline.text.contains("<script")
    );
}

#[actix_web::test]
async fn a_browser_takes_what_a_webhook_takes_and_is_no_way_to_take_anybodys_webhook_away() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let hook = "https://hooks.example/club";
    let wish = json!({ "name": "the club", "form": "discord", "url": hook });
    anna.post("/api/v1/me/webhooks", wish).await.expect(201);
    ben.post("/api/v1/me/browsers", browser(hook)).await.expect(201);
    let hooks = anna.get("/api/v1/me/webhooks").await.expect(200);
    assert_eq!(hooks["items"].as_array().map(Vec::len), Some(1), "it stays");

    let (_, codes) = second_factor::set_up(&ben, &turnwise::clock::Clock::of_the_machine()).await;
    let mut other = browser("https://push.example/send/9");
    ben.post("/api/v1/me/browsers", other.clone()).await.refused(403, "code_missing");
    other["code"] = json!("000000");
    ben.post("/api/v1/me/browsers", other.clone()).await.refused(403, "wrong_code");
    other["code"] = json!(codes[0]);
    ben.post("/api/v1/me/browsers", other).await.expect(201);

    // Whoever knew the password may have made them, so another one ends them all.
    let new = json!({ "password": "another horse battery", "current_password": app::PASSWORD });
    anna.patch("/api/v1/me", new).await.expect(200);
    let again = app.sign_in("anna", "another horse battery").await;
    let hooks = again.get("/api/v1/me/webhooks").await.expect(200);
    assert_eq!(hooks["items"], json!([]));
}
