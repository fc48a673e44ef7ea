//! Uploaded files: what they are for, and what they are by their bytes. The address of a file, which events carry, says
//! both.

/// The purpose of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A picture of a product.
    ProductImage,
    /// The photo of a business.
    BusinessPhoto,
    /// Proof that a product is organic.
    Certificate,
}

impl Kind {
    /// All purposes.
    pub const ALL: [Self; 3] = [Self::ProductImage, Self::BusinessPhoto, Self::Certificate];

    /// The first part of the file's name.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::ProductImage => "products",
            Self::BusinessPhoto => "businesses",
            Self::Certificate => "certificates",
        }
    }

    /// Whether everyone may see it. Other files are visible to their owner and to admins.
    pub const fn is_public(self) -> bool {
        !matches!(self, Self::Certificate)
    }
}

/// The supported media types.
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

/// The end mark of a PDF is searched in this many bytes at the end of the file, as PDF readers do.
const PDF_TAIL: usize = 1024;
/// A PDF may begin with a byte order mark and white space of at most this many bytes, where readers look for its head.
const PDF_LEAD: usize = 1024;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Media {
    /// All media types.
    pub const ALL: [Self; 4] = [Self::Jpeg, Self::Png, Self::WebP, Self::Pdf];

    /// The media type of these bytes; `None` if it is not supported. The first bytes decide, as in every program that
    /// opens such files; for a PDF also the last ones.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::WebP),
            _ => is_pdf(bytes).then_some(Self::Pdf),
        }
    }

    /// The file extension.
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

fn is_pdf(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
    let tail = &bytes[bytes.len().saturating_sub(PDF_TAIL)..];
    text.starts_with(b"%PDF-")
        && bytes.len() - text.len() <= PDF_LEAD
        && tail.windows(5).any(|window| window == b"%%EOF")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_determine_the_media_type() {
        assert_eq!(Media::of(b"\xff\xd8\xff\xe0 and so on"), Some(Media::Jpeg));
        assert_eq!(Media::of(b"\x89PNG\r\n\x1a\n and so on"), Some(Media::Png));
        assert_eq!(Media::of(b"RIFF\x10\0\0\0WEBPVP8 "), Some(Media::WebP));
        assert_eq!(Media::of(b"%PDF-1.7\n1 0 obj\n%%EOF\n"), Some(Media::Pdf));
    }

    #[test]
    fn a_pdf_may_begin_with_a_byte_order_mark_and_white_space() {
        for lead in ["\u{feff}", "\r\n", " \t", "\u{feff}\r\n"] {
            assert_eq!(Media::of(format!("{lead}%PDF-1.7\n%%EOF").as_bytes()), Some(Media::Pdf), "{lead:?}");
        }
        for lead in ["\u{feff}\u{feff}", "\0", "x", "\u{a0}", "\r\n%", &" ".repeat(1_025)] {
            assert_eq!(Media::of(format!("{lead}%PDF-1.7\n%%EOF").as_bytes()), None, "{lead:?}");
        }
    }

    #[test]
    fn unsupported_bytes_have_no_media_type() {
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
