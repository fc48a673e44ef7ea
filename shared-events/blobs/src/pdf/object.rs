//! Reads single objects of a PDF: as much of its syntax (ISO 32000-2, 7.3) as an encryption dictionary has.

/// The deepest nesting of arrays and dictionaries that is read.
const MAX_DEPTH: usize = 8;
/// The longest value that is read, in bytes. An encryption dictionary has some hundreds.
const MAX_LENGTH: usize = 16_384;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Name(&'a [u8]),
    Number(i64),
    Text(Vec<u8>),
    Array(Vec<Value<'a>>),
    Dictionary(Vec<(&'a [u8], Value<'a>)>),
    /// The number and the generation of another object.
    Reference(i64, i64),
    /// `true`, `null` and other words.
    Word(&'a [u8]),
}

impl<'a> Value<'a> {
    /// An entry of a dictionary.
    pub(super) fn get(&self, name: &[u8]) -> Option<&Value<'a>> {
        let Self::Dictionary(entries) = self else { return None };
        entries.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    pub(super) fn number(&self, name: &[u8]) -> Option<i64> {
        if let Self::Number(number) = self.get(name)? { Some(*number) } else { None }
    }

    pub(super) fn text(&self, name: &[u8]) -> Option<&[u8]> {
        if let Self::Text(text) = self.get(name)? { Some(text) } else { None }
    }
}

/// The value at the start of these bytes.
pub(super) fn value(bytes: &[u8]) -> Option<Value<'_>> {
    Reader { bytes: &bytes[..bytes.len().min(MAX_LENGTH)], at: 0 }.value(MAX_DEPTH)
}

/// The last object with this number in a file.
pub(super) fn object(file: &[u8], number: i64, generation: i64) -> Option<Value<'_>> {
    let head = format!("{number} {generation} obj");
    let mut found = file.windows(head.len()).enumerate().filter(|(at, window)| {
        *window == head.as_bytes() && !at.checked_sub(1).is_some_and(|before| file[before].is_ascii_digit())
    });
    let (at, _) = found.next_back()?;
    value(&file[at + head.len()..])
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Option<Value<'a>> {
        self.skip_blanks();
        match self.bytes.get(self.at..)? {
            [b'/', ..] => Some(Value::Name(self.name())),
            [b'<', b'<', ..] => self.dictionary(depth.checked_sub(1)?),
            [b'<', ..] => self.hexadecimal(),
            [b'(', ..] => self.literal(),
            [b'[', ..] => self.array(depth.checked_sub(1)?),
            _ => self.number_or_word(),
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'%' => {
                    while self.bytes.get(self.at).is_some_and(|byte| !matches!(byte, b'\r' | b'\n')) {
                        self.at += 1;
                    }
                }
                0 | b'\t' | b'\n' | 12 | b'\r' | b' ' => self.at += 1,
                _ => return,
            }
        }
    }

    fn regular(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let ends =
            |byte: &u8| matches!(byte, 0 | b'\t' | b'\n' | 12 | b'\r' | b' ') || b"()<>[]{}/%".contains(byte);
        let word = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn name(&mut self) -> &'a [u8] {
        self.at += 1;
        self.regular()
    }

    fn number_or_word(&mut self) -> Option<Value<'a>> {
        let word = self.regular();
        if word.is_empty() {
            return None;
        }
        let Some(number) = integer(word) else { return Some(Value::Word(word)) };
        let after = self.at;
        self.skip_blanks();
        if let Some(generation) = integer(self.regular()) {
            self.skip_blanks();
            if self.regular() == b"R" {
                return Some(Value::Reference(number, generation));
            }
        }
        self.at = after;
        Some(Value::Number(number))
    }

    fn dictionary(&mut self, depth: usize) -> Option<Value<'a>> {
        self.at += 2;
        let mut entries = Vec::new();
        loop {
            self.skip_blanks();
            match self.bytes.get(self.at..)? {
                [b'>', b'>', ..] => {
                    self.at += 2;
                    return Some(Value::Dictionary(entries));
                }
                [b'/', ..] => entries.push((self.name(), self.value(depth)?)),
                _ => return None,
            }
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value<'a>> {
        self.at += 1;
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if self.bytes.get(self.at)? == &b']' {
                self.at += 1;
                return Some(Value::Array(values));
            }
            values.push(self.value(depth)?);
        }
    }

    fn hexadecimal(&mut self) -> Option<Value<'a>> {
        let rest = &self.bytes[self.at + 1..];
        let end = rest.iter().position(|byte| *byte == b'>')?;
        let mut digits: Vec<u8> = rest[..end].iter().copied().filter(u8::is_ascii_hexdigit).collect();
        if digits.len() % 2 == 1 {
            digits.push(b'0');
        }
        self.at += end + 2;
        hex::decode(digits).ok().map(Value::Text)
    }

    /// A text in parentheses, which it may contain in pairs.
    fn literal(&mut self) -> Option<Value<'a>> {
        self.at += 1;
        let mut text = Vec::new();
        let mut inner = 0;
        loop {
            match self.next()? {
                b')' if inner == 0 => return Some(Value::Text(text)),
                b'\\' => text.extend(self.escaped()?),
                other => {
                    inner += i32::from(other == b'(') - i32::from(other == b')');
                    text.push(other);
                }
            }
        }
    }

    /// What a backslash and the bytes after it stand for.
    fn escaped(&mut self) -> Option<Option<u8>> {
        Some(match self.next()? {
            b'n' => Some(b'\n'),
            b'r' => Some(b'\r'),
            b't' => Some(b'\t'),
            b'b' => Some(8),
            b'f' => Some(12),
            b'\r' => {
                self.at += usize::from(self.bytes.get(self.at) == Some(&b'\n'));
                None
            }
            b'\n' => None,
            digit @ b'0'..=b'7' => {
                let mut code = digit - b'0';
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.bytes.get(self.at) else { break };
                    code = code.wrapping_mul(8).wrapping_add(digit - b'0');
                    self.at += 1;
                }
                Some(code)
            }
            other => Some(other),
        })
    }

    fn next(&mut self) -> Option<u8> {
        self.at += 1;
        self.bytes.get(self.at - 1).copied()
    }
}

fn integer(word: &[u8]) -> Option<i64> {
    str::from_utf8(word).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(bytes: &[u8]) -> Value<'static> {
        Value::Text(bytes.to_vec())
    }

    #[test]
    fn values_of_every_kind_are_read() {
        let written = b" % a comment\r\n<</Filter/Standard /R 6/P -4 /Ref 12 0 R /EncryptMetadata false\n/O<4 1 4>/U(a\\)(b)\\061\\
\\n)/CF<</StdCF<<>>>>/ID[(x)5 7]>>";
        let read = value(written).unwrap();
        assert_eq!(read.get(b"Filter"), Some(&Value::Name(b"Standard")));
        assert_eq!((read.number(b"R"), read.number(b"P")), (Some(6), Some(-4)));
        assert_eq!(read.get(b"Ref"), Some(&Value::Reference(12, 0)));
        assert_eq!(read.get(b"EncryptMetadata"), Some(&Value::Word(b"false")));
        assert_eq!(read.text(b"O"), Some(&b"A@"[..]));
        assert_eq!(read.text(b"U"), Some(&b"a)(b)1\n"[..]));
        assert_eq!(read.get(b"CF").unwrap().get(b"StdCF"), Some(&Value::Dictionary(Vec::new())));
        let id = Value::Array(vec![text(b"x"), Value::Number(5), Value::Number(7)]);
        assert_eq!(read.get(b"ID"), Some(&id));
    }

    #[test]
    fn the_last_object_with_a_number_counts() {
        let file = b"15 0 obj 1 endobj 5 0 obj 2 endobj 5 0 obj 3 endobj 25 0 obj 4 endobj";
        assert_eq!(object(file, 5, 0), Some(Value::Number(3)));
        assert_eq!(object(file, 6, 0), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), signs in "[(<\\[/)>\\] 0R\\\\]{0,30}") {
            let _ = value(&bytes);
            let _ = value(signs.as_bytes());
        }
    }
}
