//! PDF documents are kept as they are; this looks only at whether a reader can open them without a password.

mod object;
mod password;

use self::object::{Value, object};

/// How many mentions of an entry are looked at, from the end of the file: a file has one trailer for each time it was saved.
const MAX_MENTIONS: usize = 100;

/// The reason why a document was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// The document asks for a password before it shows anything.
    #[error("This PDF is locked by a password. Please save it without a password and upload it again.")]
    Locked,
}

/// Checks that a document opens without a password. One that only restricts printing or changing (by an "owner password")
/// does.
///
/// # Errors
/// [`DocumentError::Locked`].
pub(crate) fn check(bytes: &[u8]) -> Result<(), DocumentError> {
    match encryption(bytes) {
        Some((encryption, id)) if !password::opens_without(&encryption, &id) => Err(DocumentError::Locked),
        _ => Ok(()),
    }
}

/// The encryption dictionary and the document's id. Both stand unencrypted and uncompressed in the file (ISO 32000-2,
/// 7.5.7 and 7.6.2), and a later trailer replaces an earlier one.
fn encryption(bytes: &[u8]) -> Option<(Value<'_>, Vec<u8>)> {
    let of_trailer = |name: &[u8], usable: fn(&Value<'_>) -> bool| {
        let places = bytes.windows(name.len()).enumerate().rev().filter(|(_, window)| *window == name);
        let mut values =
            places.take(MAX_MENTIONS).filter_map(|(at, _)| object::value(&bytes[at + name.len()..]));
        values.find(usable)
    };
    let encryption = match of_trailer(b"/Encrypt", |value| {
        matches!(value, Value::Dictionary(_) | Value::Reference(..))
    })? {
        Value::Reference(number, generation) => object(bytes, number, generation)?,
        direct => direct,
    };
    encryption.get(b"Filter")?;
    let id = match of_trailer(b"/ID", |value| matches!(value, Value::Array(_))) {
        Some(Value::Array(parts)) => match parts.into_iter().next() {
            Some(Value::Text(id)) => id,
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    Some((encryption, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of name, whether it opens without a password, encryption dictionary and id, as pypdf 7.1 writes them.
    const SAMPLES: &str = include_str!("samples.txt");

    fn document(encryption: &str, id: &str) -> String {
        format!(
            "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n15 0 obj\n<< >>\nendobj\n5 0 obj\n{encryption}\nendobj\n\
             trailer\n<< /Root 1 0 R /Encrypt 5 0 R /ID [ <{id}> <{id}> ] >>\nstartxref\n9\n%%EOF\n"
        )
    }

    #[test]
    fn only_documents_that_need_a_password_are_refused() {
        assert_eq!(SAMPLES.lines().count(), 10);
        for line in SAMPLES.lines() {
            let [name, opens, encryption, id] = line.split('|').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let expected = if opens == "opens" { Ok(()) } else { Err(DocumentError::Locked) };
            assert_eq!(check(document(encryption, id).as_bytes()), expected, "{name}, {opens}");
            // The dictionary may also stand in the trailer itself.
            let direct = document("null", id).replace("5 0 R", encryption);
            assert_eq!(check(direct.as_bytes()), expected, "{name}, {opens}");
        }
    }

    #[test]
    fn documents_without_encryption_pass() {
        for text in [
            "%PDF-1.7\ntrailer << /Root 1 0 R >>\n%%EOF",
            "%PDF-1.7\n(The word /Encrypt in a text)\n%%EOF",
            "%PDF-1.7\n/Encrypt 7 0 R\n%%EOF",
            "%PDF-1.7\n7 0 obj 12 endobj /Encrypt 7 0 R\n%%EOF",
            "%PDF-1.7\n/Encrypt << /Other",
            "/Encrypt [[[[[[",
        ] {
            assert_eq!(check(text.as_bytes()), Ok(()), "{text}");
        }
    }

    #[test]
    fn a_file_of_mentions_takes_no_time() {
        let began = std::time::Instant::now();
        for odd in [&b"["[..], b"(", b"<", b"%", b"<</A", b" 5 0 R"] {
            let file = [b"/Encrypt", odd].concat().repeat(400_000);
            assert_eq!(check(&file), Ok(()), "{}", String::from_utf8_lossy(odd));
        }
        assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
    }

    #[test]
    fn encryption_that_no_reader_knows_is_locked() {
        for encryption in ["<< /Filter /Adobe.PubSec /V 4 >>", "<< /Filter /Standard /R 9 /V 9 >>"] {
            assert_eq!(check(document(encryption, "00").as_bytes()), Err(DocumentError::Locked));
        }
    }
}
