//! HMAC-SHA-256 for `jsonwebtoken`, which leaves the choice of cryptography to its
//! user. Its ready-made choices bring RSA and elliptic curves along; access
//! tokens need neither.

use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use sha2::Sha256;
use signature::{Error, Signer, Verifier};

struct Hs(Hmac<Sha256>);

impl Signer<Vec<u8>> for Hs {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.0.clone().chain_update(message).finalize().into_bytes().to_vec())
    }
}

impl Verifier<Vec<u8>> for Hs {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        self.0.clone().chain_update(message).verify_slice(signature).map_err(|_| Error::new())
    }
}

impl JwtSigner for Hs {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for Hs {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

fn mac(algorithm: &Algorithm, key: &[u8]) -> Result<Hs> {
    if *algorithm != Algorithm::HS256 {
        return Err(ErrorKind::InvalidAlgorithm.into());
    }
    Ok(Hs(Hmac::new_from_slice(key).map_err(|_| ErrorKind::InvalidKeyFormat)?))
}

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key: &EncodingKey| Ok(Box::new(mac(algorithm, key.as_bytes())?)),
    verifier_factory: |algorithm, key: &DecodingKey| {
        Ok(Box::new(mac(algorithm, key.try_get_as_bytes()?)?))
    },
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes this the cryptography of all tokens in the process; twice is harmless.
pub fn install() {
    // An error says that it is installed already.
    let _ = PROVIDER.install_default();
}
