//! Web push: messages for a browser, which its push service carries and cannot read (RFC 8030,
//! RFC 8291), from a service that it knows by a key (RFC 8292).

use super::http::Parcel;
use super::news::{News, Subject};
use super::way::Form;
use crate::clock::{Instant, utc};
use crate::db::Db;
use crate::db::ways::{self, PushKeyRow};
use crate::error::{Error, Result};
use crate::mail::kind::LetterKind;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

/// How long a push service keeps a message for a browser that is away, in seconds.
const A_DAY: u32 = 86_400;
/// The same for a call before somebody's time is over, which is worth nothing later.
const SOON: u32 = 10_800;
/// How long a token for a push service is good, in seconds; a day is allowed at most.
const TOKEN_LASTS: i64 = 43_200;
/// Bytes of every message before it is sealed: its length tells nothing.
const PADDED: usize = 1_024;
/// What a record may hold at most (RFC 8188); a message is one.
const RECORD: u32 = 4_096;

/// What a browser gives to whoever may write to it.
#[derive(Clone, Serialize, Deserialize)]
pub struct BrowserKeys {
    /// Its public key, an uncompressed point of P-256, in base 64 for addresses.
    pub p256dh: String,
    /// A secret of 16 bytes, in the same.
    pub auth: String,
}

impl BrowserKeys {
    /// The key and the secret, if they are what they must be.
    fn read(&self) -> Option<([u8; 65], [u8; 16])> {
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let key: [u8; 65] = decode(&self.p256dh)?.try_into().ok()?;
        let auth = decode(&self.auth)?.try_into().ok()?;
        (key[0] == 4).then_some((key, auth))
    }

    /// Whether a message can be sealed for them.
    pub fn are_good(&self) -> bool {
        let Some((key, _)) = self.read() else { return false };
        agreed(&key).is_some()
    }
}

/// The key by which push services know this one. Clones share it.
#[derive(Clone)]
pub struct PushKey {
    pair: Arc<EcdsaKeyPair>,
    contact: String,
}

impl std::fmt::Debug for PushKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PushKey({})", self.public())
    }
}

impl PushKey {
    /// The key of the service, made now if this is its first start. Push services write to
    /// `contact` where something is wrong.
    ///
    /// # Errors
    /// Where the database does not answer or holds a key that cannot be read.
    pub fn of(db: &Db, now: Instant, contact: &str) -> Result<PushKey> {
        // A server starts within a runtime, where nothing may wait.
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| PushKey::read(db, now, contact));
            waiting.join().map_err(|_| Error::fault("reading the key for push broke"))?
        })
    }

    fn read(db: &Db, now: Instant, contact: &str) -> Result<PushKey> {
        let row = match db.read_blocking(ways::newest_key)? {
            Some(row) => row,
            None => {
                let made = new_key(now)?;
                match db.write_blocking(move |conn| ways::insert_key(conn, &made)) {
                    // Another process was first: its key is the service's.
                    Err(error) if crate::db::is_taken(&error) => {}
                    done => done?,
                }
                let row = db.read_blocking(ways::newest_key)?;
                row.ok_or_else(|| Error::fault("the service has no key for push"))?
            }
        };
        let pkcs8 = hex::decode(&row.pkcs8).map_err(|_| Error::fault("the key is no hex"))?;
        Ok(PushKey { pair: Arc::new(pair(&pkcs8)?), contact: contact.to_owned() })
    }

    /// The public half, as browsers want it.
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.pair.public_key().as_ref())
    }

    /// The header by which a push service knows whose message it is (RFC 8292).
    fn vouches(&self, audience: &str, now: Instant) -> Result<String> {
        let encode = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let head = encode(json!({ "typ": "JWT", "alg": "ES256" }));
        let until = utc(now).timestamp() + TOKEN_LASTS;
        let claims = encode(json!({ "aud": audience, "exp": until, "sub": self.contact }));
        let signed = format!("{head}.{claims}");
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = signature.map_err(|_| Error::fault("nothing could be signed"))?;
        let signature = URL_SAFE_NO_PAD.encode(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }

    /// A message for a browser.
    ///
    /// # Errors
    /// Where the browser's keys or address cannot be read.
    pub fn parcel(
        &self,
        (address, audience): (&str, &str),
        keys: &BrowserKeys,
        news: &News,
        now: Instant,
    ) -> Result<Parcel> {
        let said = json!({ "text": news.text, "link": news.link, "tag": news.thread });
        let unreadable = || Error::fault("a browser's keys cannot be read");
        let (key, auth) = keys.read().ok_or_else(unreadable)?;
        let (own, shared) = agreed(&key).ok_or_else(unreadable)?;
        let ends = Ends { browser: &key, service: &own, auth: &auth, shared: &shared };
        let salt = crate::random::bytes::<16>();
        let body = ends.seal(&salt, said.to_string().as_bytes(), PADDED).ok_or_else(unreadable)?;
        let calls = news.subject == Subject::Kind(LetterKind::LastCall);
        let ended = [LetterKind::MatchEnded, LetterKind::InvitationDeclined];
        let waits = !ended.iter().any(|kind| news.subject == Subject::Kind(*kind));
        let urgency = match (calls, waits) {
            (true, _) => "high",
            (false, true) => "normal",
            (false, false) => "low",
        };
        let mut headers = vec![
            ("authorization", self.vouches(audience, now)?),
            ("content-encoding", "aes128gcm".to_owned()),
            ("content-type", "application/octet-stream".to_owned()),
            ("ttl", if calls { SOON } else { A_DAY }.to_string()),
            ("urgency", urgency.to_owned()),
        ];
        // A later message of the same match takes the place of one that waits.
        headers.extend(news.thread.clone().map(|thread| ("topic", thread)));
        let address = address.to_owned();
        Ok(Parcel { address, headers, body, gone: Form::Browser.gone() })
    }
}

fn pair(pkcs8: &[u8]) -> Result<EcdsaKeyPair> {
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &SystemRandom::new())
        .map_err(|_| Error::fault("the key for push cannot be read"))
}

fn new_key(now: Instant) -> Result<PushKeyRow> {
    let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
    let pkcs8 = made.map_err(|_| Error::fault("no key could be made"))?;
    let public_key = hex::encode(pair(pkcs8.as_ref())?.public_key().as_ref());
    Ok(PushKeyRow { ordinal: 1, public_key, pkcs8: hex::encode(pkcs8.as_ref()), made_at: now })
}

/// A key for one message, and what it has in common with a browser's.
fn agreed(browser: &[u8; 65]) -> Option<(Vec<u8>, Vec<u8>)> {
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).ok()?;
    let public = own.compute_public_key().ok()?.as_ref().to_vec();
    let theirs = UnparsedPublicKey::new(&ECDH_P256, browser);
    let shared = agree_ephemeral(own, &theirs, <[u8]>::to_vec).ok()?;
    Some((public, shared))
}

/// What both ends of a message know.
struct Ends<'a> {
    browser: &'a [u8],
    service: &'a [u8],
    auth: &'a [u8],
    shared: &'a [u8],
}

impl Ends<'_> {
    /// Seals a text (RFC 8291, section 3.4; RFC 8188, section 2), padded to so many bytes.
    fn seal(&self, salt: &[u8], text: &[u8], padded: usize) -> Option<Vec<u8>> {
        let info = [b"WebPush: info\0", self.browser, self.service].concat();
        let ikm = derived::<32>(self.auth, self.shared, &info)?;
        let key = derived::<16>(salt, &ikm, b"Content-Encoding: aes128gcm\0")?;
        let nonce = derived::<12>(salt, &ikm, b"Content-Encoding: nonce\0")?;
        let mut record = text.to_vec();
        record.push(2);
        record.resize(record.len().max(padded), 0);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
        let nonce = Nonce::assume_unique_for_key(nonce);
        key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record).ok()?;
        let length = u8::try_from(self.service.len()).ok()?;
        Some([salt, &RECORD.to_be_bytes(), &[length], self.service, &record].concat())
    }
}

/// So many bytes.
struct Long<const N: usize>;

impl<const N: usize> KeyType for Long<N> {
    fn len(&self) -> usize {
        N
    }
}

/// HKDF with SHA-256 (RFC 5869).
fn derived<const N: usize>(salt: &[u8], ikm: &[u8], info: &[u8]) -> Option<[u8; N]> {
    let mut out = [0; N];
    let prk = Salt::new(HKDF_SHA256, salt).extract(ikm);
    prk.expand(&[info], Long::<N>).ok()?.fill(&mut out).ok()?;
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn a_message_is_sealed_as_in_the_example_of_the_standard() {
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let browser = decode(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        );
        let service = decode(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let shared = decode("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let auth = decode("BTBZMqHH6r4Tts7J_aSIgg");
        let salt = decode("DGv6ra1nlYgDCS1FRnbzlw");
        let ends = Ends { browser: &browser, service: &service, auth: &auth, shared: &shared };
        let text = b"When I grow up, I want to be a watermelon";
        let sealed = ends.seal(&salt, text, 0).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(sealed), expected);
    }

    #[test]
    fn every_message_is_equally_long_whatever_it_says() {
        let (own, shared) = ([4; 65], [1; 32]);
        let ends = Ends { browser: &own, service: &own, auth: &[2; 16], shared: &shared };
        let long = |text: &[u8]| ends.seal(&[3; 16], text, PADDED).unwrap().len();
        assert_eq!(long(b"a"), long(&[b'x'; 800]));
    }

    #[test]
    fn keys_that_are_no_point_of_the_curve_are_refused() {
        let keys = |p256dh: &[u8], auth: &[u8]| BrowserKeys {
            p256dh: URL_SAFE_NO_PAD.encode(p256dh),
            auth: URL_SAFE_NO_PAD.encode(auth),
        };
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let good = own.compute_public_key().unwrap();
        assert!(keys(good.as_ref(), &[1; 16]).are_good());
        assert!(!keys(good.as_ref(), &[1; 15]).are_good());
        assert!(!keys(&[4; 65], &[1; 16]).are_good());
        assert!(!keys(&[0; 65], &[1; 16]).are_good());
        let text = BrowserKeys { p256dh: "*".to_owned(), auth: String::new() };
        assert!(!text.are_good());
    }
}
