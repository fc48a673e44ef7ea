//! Decodes a body in chunks (RFC 9112, section 7.1), which arrive cut anywhere.

/// How far the decoding is.
#[derive(Debug, Default)]
pub(crate) struct Chunks {
    /// The line with a chunk's size, as far as it has come.
    line: Vec<u8>,
    /// What is left of the present chunk.
    left: usize,
    /// The chunk of size 0 has come, which ends the body.
    pub(crate) ended: bool,
}

impl Chunks {
    /// Appends the contents of these bytes to `contents`.
    pub(crate) fn decode(&mut self, mut bytes: &[u8], contents: &mut Vec<u8>) {
        while let Some(first) = bytes.first() {
            if self.left > 0 {
                let (now, later) = bytes.split_at(self.left.min(bytes.len()));
                contents.extend_from_slice(now);
                self.left -= now.len();
                bytes = later;
                continue;
            }
            bytes = &bytes[1..];
            match first {
                b'\n' => {
                    let line = String::from_utf8_lossy(&self.line);
                    match usize::from_str_radix(line.trim(), 16) {
                        Ok(0) => self.ended = true,
                        Ok(size) => self.left = size,
                        // The line end behind a chunk is an empty line.
                        Err(_) => {}
                    }
                    self.line.clear();
                }
                byte => self.line.push(*byte),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = b"5\r\nHello\r\n10\r\n, how are you?\r\n\r\n1\r\n!\r\n0\r\n\r\n";
    const CONTENTS: &str = "Hello, how are you?\r\n!";

    fn decoded(pieces: &[&[u8]]) -> String {
        let (mut chunks, mut contents) = (Chunks::default(), Vec::new());
        pieces.iter().for_each(|piece| chunks.decode(piece, &mut contents));
        String::from_utf8(contents).unwrap()
    }

    #[test]
    fn a_body_is_the_same_wherever_it_was_cut() {
        assert_eq!(decoded(&[BODY]), CONTENTS);
        for cut in 0..BODY.len() {
            assert_eq!(decoded(&[&BODY[..cut], &BODY[cut..]]), CONTENTS, "cut at {cut}");
        }
    }

    #[test]
    fn a_body_ends_with_its_last_chunk_although_the_connection_stays_open() {
        let (mut chunks, mut contents) = (Chunks::default(), Vec::new());
        chunks.decode(b"2\r\nHi\r\n", &mut contents);
        assert!(!chunks.ended);
        chunks.decode(b"0\r\n", &mut contents);
        assert!(chunks.ended);
    }
}
