//! Chance that nobody can foresee and everybody can check afterwards.
//!
//! At opening the server draws a seed of 256 bits and puts only its SHA-256 into
//! the stream; each person may add entropy of their own when they join. The
//! draws of one command come from ChaCha20 with the key HMAC-SHA-256(seed,
//! message), where the message is the UTF-8 text of the JSON array
//! `["turnwise draw 1", match, [entropy or null of each seat], draw]`; the draw is 0
//! for the deal and counts the drawing commands of the match from 1, those that were
//! undone later included, so that nothing anybody takes back moves it. The words of the
//! stream are taken as little-endian 32-bit numbers and made fair by
//! [`crate::rules::chance::uniform`]. The `ended` event gives the seed away.

use crate::rules::chance::{Chance, uniform};
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The secret from which all chance of a match comes.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(sealed)")
    }
}

impl Seed {
    /// A seed of these 256 bits.
    pub fn new(bits: [u8; 32]) -> Seed {
        Seed(bits)
    }

    /// A new seed from the operating system.
    pub fn draw() -> Seed {
        Seed(crate::random::bytes())
    }

    /// Reads 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Seed> {
        let mut seed = [0; 32];
        hex::decode_to_slice(text, &mut seed).ok()?;
        Some(Seed(seed))
    }

    /// 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        hex::encode(self.0)
    }

    /// What the stream may show from the beginning.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The chance of the deal (`draw` 0) or of the `draw`-th command that draws.
    pub fn chance(&self, match_id: &str, entropy: &[Option<&str>], draw: i64) -> Sealed {
        let message = serde_json::to_string(&("turnwise draw 1", match_id, entropy, draw))
            .expect("strings and numbers have a JSON form");
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any key length will do");
        mac.update(message.as_bytes());
        Sealed(ChaCha20Rng::from_seed(mac.finalize().into_bytes().into()))
    }
}

/// The draws of one command.
#[derive(Debug)]
pub struct Sealed(ChaCha20Rng);

impl Chance for Sealed {
    fn below(&mut self, bound: u32) -> u32 {
        uniform(bound, || self.0.next_u32())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(seed: &Seed, entropy: &[Option<&str>], draw: i64) -> Vec<u32> {
        let mut chance = seed.chance("m", entropy, draw);
        (0..8).map(|_| chance.below(1_000_000)).collect()
    }

    #[test]
    fn the_same_seed_entropy_and_number_draw_the_same_again_and_any_other_do_not() {
        let seed = Seed([7; 32]);
        let base = draws(&seed, &[Some("a"), None], 3);
        assert_eq!(base, draws(&Seed::from_hex(&seed.to_hex()).unwrap(), &[Some("a"), None], 3));
        assert_ne!(base, draws(&seed, &[Some("a"), None], 4));
        assert_ne!(base, draws(&seed, &[None, Some("a")], 3));
        assert_ne!(base, draws(&Seed([8; 32]), &[Some("a"), None], 3));
    }

    #[test]
    fn the_draws_stay_as_they_were_published() {
        let drawn = draws(&Seed([1; 32]), &[Some("x"), None], 12);
        assert_eq!(drawn, PUBLISHED, "a stored match could no longer be verified");
    }

    const PUBLISHED: [u32; 8] =
        [797_215, 880_826, 892_042, 721_140, 147_065, 741_202, 203_165, 157_226];

    #[test]
    fn the_commitment_is_the_hash_of_the_seed_and_no_debug_text_shows_it() {
        let seed = Seed([1; 32]);
        assert_eq!(
            seed.commitment(),
            "72cd6e8422c407fb6d098690f1130b7ded7ec2f7f5e1d30bd9d521f015363793"
        );
        assert!(!format!("{seed:?}").contains("01"));
    }
}
