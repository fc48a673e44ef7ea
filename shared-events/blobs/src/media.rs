//! What a file is, by its bytes.

/// The media types that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Media {
    /// A JPEG picture.
    Jpeg,
    /// A PNG picture.
    Png,
    /// A WebP picture.
    WebP,
    /// A PDF document.
    Pdf,
}

/// Where the end mark of a PDF must be, counted from its end: readers look that far.
const PDF_TAIL: usize = 1024;

impl Media {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Jpeg, Self::Png, Self::WebP, Self::Pdf];

    /// What these bytes are, if it is one of these at all. A file counts by its first bytes, as in every program that
    /// opens it; a PDF also by its last.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            [b'%', b'P', b'D', b'F', b'-', ..] => {
                let tail = &bytes[bytes.len().saturating_sub(PDF_TAIL)..];
                tail.windows(5).any(|window| window == b"%%EOF").then_some(Self::Pdf)
            }
            _ => None,
        }
    }

    /// How names of such files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::WebP => "webp",
            Self::Pdf => "pdf",
        }
    }

    /// The value of `Content-Type`.
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
            Self::Pdf => "application/pdf",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_what_its_bytes_say() {
        assert_eq!(Media::of(b"\xff\xd8\xff\xe0 and so on"), Some(Media::Jpeg));
        assert_eq!(Media::of(b"\x89PNG\r\n\x1a\n and so on"), Some(Media::Png));
        assert_eq!(Media::of(b"RIFF\x10\0\0\0WEBPVP8 "), Some(Media::WebP));
        assert_eq!(Media::of(b"%PDF-1.7\n1 0 obj\n%%EOF\n"), Some(Media::Pdf));
    }

    #[test]
    fn what_is_none_of_them_is_refused() {
        for bytes in [
            &b""[..],
            b"\xff\xd8",
            b"<!DOCTYPE html><script>alert(1)</script>",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>",
            b"<?xml version=\"1.0\"?><svg/>",
            b"GIF89a\x01\x00\x01\x00",
            b"BM\x00\x00",
            b"II*\0",
            b"RIFF\x10\0\0\0WAVEfmt ",
            b" \x89PNG\r\n\x1a\n",
            b"MZ\x90\0",
            b"PK\x03\x04",
            b"%PDF-1.7 that was cut off",
            b"<html>%PDF-1.7\n%%EOF",
        ] {
            assert_eq!(Media::of(bytes), None, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
