//! The names of stored files: `<kind>/<owner>/<128 random bits in hex>[-400].<extension>`.

use std::{fmt, str::FromStr};

use shared_events::{
    ids::AccountId,
    upload::{Kind, Media},
};

/// The prefix of uploaded files' URLs.
pub const URL_PREFIX: &str = "/api/uploads/";

/// The name of a stored file, which contains all its metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlobName {
    /// The purpose of the file.
    pub kind: Kind,
    /// The account that uploaded it.
    pub owner: AccountId,
    /// Random bits that make the name unguessable.
    pub secret: [u8; 16],
    /// Whether this is the small one of a picture's two sizes.
    pub small: bool,
    /// The media type of the file.
    pub media: Media,
}

impl BlobName {
    /// The URL of the file.
    pub fn url(&self) -> String {
        format!("{URL_PREFIX}{self}")
    }

    /// The last part of the name.
    pub fn file(&self) -> String {
        let size = if self.small { SMALL } else { "" };
        format!("{}{size}.{}", hex::encode(self.secret), self.media.extension())
    }

    /// The name in this URL, if it is the URL of one of our files. A file has exactly one URL.
    pub fn at(url: &str) -> Option<Self> {
        url.strip_prefix(URL_PREFIX)?.parse().ok()
    }

    /// The file of this kind and owner whose name ends in `file`.
    pub fn of(kind: Kind, owner: AccountId, file: &str) -> Option<Self> {
        format!("{}/{owner}/{file}", kind.folder()).parse().ok()
    }

    /// The same picture in the other size.
    #[must_use]
    pub const fn in_size(mut self, small: bool) -> Self {
        self.small = small;
        self
    }
}

/// Suffix of the name of a picture's small size.
const SMALL: &str = "-400";

impl fmt::Display for BlobName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.kind.folder(), self.owner, self.file())
    }
}

/// A text is not the name of one of our files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the name of an uploaded file")]
pub struct NotAName;

impl FromStr for BlobName {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Self, NotAName> {
        let mut parts = text.split('/');
        let (Some(folder), Some(owner), Some(file), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(NotAName);
        };
        let (stem, extension) = file.split_once('.').ok_or(NotAName)?;
        let (secret, small) = stem.strip_suffix(SMALL).map_or((stem, false), |secret| (secret, true));
        let name = Self {
            kind: Kind::ALL.into_iter().find(|kind| kind.folder() == folder).ok_or(NotAName)?,
            owner: owner.parse().map_err(|_| NotAName)?,
            secret: u128::from_str_radix(secret, 16).map_err(|_| NotAName)?.to_be_bytes(),
            small,
            media: Media::ALL.into_iter().find(|media| media.extension() == extension).ok_or(NotAName)?,
        };
        // Reject other spellings, such as capitals or missing zeros, because a file has exactly one name.
        if name.to_string() == text { Ok(name) } else { Err(NotAName) }
    }
}

/// The URL of the small size of an uploaded picture. Any other URL is returned unchanged.
pub fn small_variant(url: &str) -> String {
    let uploaded = BlobName::at(url).filter(|name| name.kind.is_public());
    uploaded.map_or_else(|| url.to_owned(), |name| name.in_size(true).url())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn picture() -> BlobName {
        BlobName {
            kind: Kind::ProductImage,
            owner: "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d".parse().unwrap(),
            secret: 0x00ab_u128.to_be_bytes(),
            small: false,
            media: Media::WebP,
        }
    }

    const URL: &str =
        "/api/uploads/products/0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d/000000000000000000000000000000ab.webp";

    #[test]
    fn names_survive_the_round_trip_through_their_urls() {
        assert_eq!(picture().url(), URL);
        for kind in Kind::ALL {
            for media in Media::ALL {
                for small in [false, true] {
                    let name = BlobName { kind, media, small, ..picture() };
                    assert_eq!(BlobName::at(&name.url()), Some(name));
                    assert_eq!(BlobName::of(kind, name.owner, &name.file()), Some(name));
                }
            }
        }
    }

    #[test]
    fn a_url_has_one_spelling() {
        let odd = [
            URL.replace("ab.webp", "AB.webp"),
            URL.replace("0000ab", "ab"),
            URL.replace("0000ab", "+000ab"),
            URL.replace("0b7ea1c4", "0B7EA1C4"),
            URL.replace('-', ""),
            URL.replace(".webp", ".html"),
            URL.replace(".webp", ".webp.html"),
            URL.replace("products", "product"),
            URL.replace("products/", "products/../certificates/"),
            URL.replace("/api", "https://example.com/api"),
            format!("{URL}?v=1"),
            format!("{URL}#"),
            format!("{URL}/"),
            format!(" {URL}"),
            URL.replace("/api/uploads/", "/api/uploads//"),
            URL.replace("products/", "products%2f"),
            "/demo/tomatoes.webp".to_owned(),
            String::new(),
        ];
        for url in odd {
            assert_eq!(BlobName::at(&url), None, "{url}");
        }
    }

    #[test]
    fn only_uploaded_pictures_have_a_small_size() {
        assert_eq!(small_variant(URL), URL.replace(".webp", "-400.webp"));
        assert_eq!(small_variant("/demo/tomatoes.webp"), "/demo/tomatoes.webp");
    }

    proptest! {
        #[test]
        fn a_text_is_a_name_only_in_its_one_spelling(text in "(products|certificates)/[0-9a-f-]{36}/[0-9a-fA-F-]{30,38}\\.(webp|pdf|png)") {
            if let Ok(name) = text.parse::<BlobName>() {
                prop_assert_eq!(name.to_string(), text);
            }
        }
    }
}
