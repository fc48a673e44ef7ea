//! Tries the empty password on a document, as every reader does before it asks for one (ISO 32000-2, 7.6.4).

use aes::{
    Aes128,
    cipher::{BlockCipherEncrypt, KeyInit},
};
use md5::Md5;
use sha2::{Digest, Sha256, Sha384, Sha512};

use super::object::Value;

/// Fills up short passwords; the empty one is this (algorithm 2, step a).
const PADDING: &[u8; 32] = b"\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\
                             \x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A";
/// The shortest and the longest key before AES-256, in bytes.
const KEY_LENGTHS: (usize, usize) = (5, 16);
/// Rounds after which a hash of revision 6 may end, and after which it certainly does: each round ends it with a
/// probability that grows from a tenth.
const MIN_ROUNDS: usize = 64;
const MAX_ROUNDS: usize = 4_096;

/// Whether the document opens without a password. An encryption that readers do not know opens for nobody.
pub(super) fn opens_without(encryption: &Value<'_>, id: &[u8]) -> bool {
    encryption.get(b"Filter") == Some(&Value::Name(b"Standard")) && opens(encryption, id).unwrap_or(false)
}

fn opens(encryption: &Value<'_>, id: &[u8]) -> Option<bool> {
    let user = encryption.text(b"U")?;
    let revision = encryption.number(b"R")?;
    Some(match revision {
        2 => user.get(..32)? == rc4(&key(encryption, id)?, PADDING),
        3 | 4 => user.get(..16)? == check_of_revision_3(&key(encryption, id)?, id),
        5 => user.get(..32)? == Sha256::digest(user.get(32..40)?).as_slice(),
        6 => user.get(..32)? == hash_of_revision_6(user.get(32..40)?),
        _ => return None,
    })
}

/// The key that the empty password gives (algorithm 2).
fn key(encryption: &Value<'_>, id: &[u8]) -> Option<Vec<u8>> {
    let revision = encryption.number(b"R")?;
    let permissions = encryption.number(b"P")? as u32;
    let bits = match encryption.number(b"V")? {
        1 => 40,
        4 => 128,
        _ => encryption.number(b"Length").unwrap_or(40),
    };
    let length = usize::try_from(bits / 8).ok()?.clamp(KEY_LENGTHS.0, KEY_LENGTHS.1);
    let mut hash = Md5::new();
    hash.update(PADDING);
    hash.update(encryption.text(b"O")?.get(..32)?);
    hash.update(permissions.to_le_bytes());
    hash.update(id);
    if revision >= 4 && encryption.get(b"EncryptMetadata") == Some(&Value::Word(b"false")) {
        hash.update([0xff; 4]);
    }
    let mut key = hash.finalize().to_vec();
    if revision >= 3 {
        for _ in 0..50 {
            key = Md5::digest(&key[..length]).to_vec();
        }
    }
    key.truncate(length);
    Some(key)
}

/// The first half of the entry `U` (algorithm 5).
fn check_of_revision_3(key: &[u8], id: &[u8]) -> Vec<u8> {
    let hash = Md5::new().chain_update(PADDING).chain_update(id).finalize().to_vec();
    (0..20).fold(hash, |text, round| {
        let key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
        rc4(&key, &text)
    })
}

/// The hash of the empty password with this salt (algorithm 2.B).
fn hash_of_revision_6(salt: &[u8]) -> Vec<u8> {
    let mut hash = Sha256::digest(salt).to_vec();
    for round in 0..MAX_ROUNDS {
        let encrypted = aes_cbc(&hash[..16], &hash[16..32], &hash.repeat(64));
        hash = match encrypted[..16].iter().map(|byte| usize::from(*byte)).sum::<usize>() % 3 {
            0 => Sha256::digest(&encrypted).to_vec(),
            1 => Sha384::digest(&encrypted).to_vec(),
            _ => Sha512::digest(&encrypted).to_vec(),
        };
        let last = usize::from(*encrypted.last().expect("the hash is not empty"));
        if round + 1 >= MIN_ROUNDS && last + 32 <= round + 1 {
            break;
        }
    }
    hash.truncate(32);
    hash
}

/// AES-128 in CBC mode without padding; the text has whole blocks.
fn aes_cbc(key: &[u8], vector: &[u8], text: &[u8]) -> Vec<u8> {
    let cipher = Aes128::new_from_slice(key).expect("the key has sixteen bytes");
    let mut previous: [u8; 16] = vector.try_into().expect("a block");
    let blocks = text.as_chunks::<16>().0.iter().flat_map(|block| {
        for (byte, other) in previous.iter_mut().zip(block) {
            *byte ^= other;
        }
        let mut encrypted = previous.into();
        cipher.encrypt_block(&mut encrypted);
        previous = encrypted.into();
        previous
    });
    blocks.collect()
}

fn rc4(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut state: [u8; 256] = std::array::from_fn(|at| at as u8);
    let mut other = 0_u8;
    for at in 0..256 {
        other = other.wrapping_add(state[at]).wrapping_add(key[at % key.len()]);
        state.swap(at, usize::from(other));
    }
    let (mut at, mut other) = (0_u8, 0_u8);
    let stream = text.iter().map(|byte| {
        at = at.wrapping_add(1);
        other = other.wrapping_add(state[usize::from(at)]);
        state.swap(usize::from(at), usize::from(other));
        byte ^ state[usize::from(state[usize::from(at)].wrapping_add(state[usize::from(other)]))]
    });
    stream.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ciphers_give_published_results() {
        // RFC 6229 and others: the key "Key" and the text "Plaintext".
        assert_eq!(hex::encode(rc4(b"Key", b"Plaintext")), "bbf316e8d940af0ad3");
        // NIST SP 800-38A, F.2.1.
        let key = hex::decode("2b7e151628aed2a6abf7158809cf4f3c").unwrap();
        let vector: Vec<u8> = (0..16).collect();
        let text = hex::decode("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51").unwrap();
        let encrypted = "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2";
        assert_eq!(hex::encode(aes_cbc(&key, &vector, &text)), encrypted);
    }
}
