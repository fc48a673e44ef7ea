//! A merchant uploads a file: how large it may be, and of which type. Plain functions: no stream has the file. How many
//! files a merchant may have before approval is in `stall/keep_file.rs`.

use shared_events::upload::{Kind, Media};

/// The largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 5 * 1024 * 1024;

/// Reasons to refuse a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It has more than [`MAX_FILE_BYTES`].
    #[error("File too large. Maximum size is {}MB.", MAX_FILE_BYTES / (1024 * 1024))]
    TooLarge,
    /// Pictures of this type are not accepted, or it is no picture.
    #[error("Only JPEG, PNG, and WebP formats are allowed.")]
    NotAPicture,
    /// It is neither a PDF nor a scan.
    #[error("Only PDF and image files are allowed.")]
    NotACertificate,
}

/// Checks the size of a file, in bytes.
///
/// # Errors
/// [`Refusal::TooLarge`].
pub const fn check_size(bytes: usize) -> Result<(), Refusal> {
    if bytes > MAX_FILE_BYTES { Err(Refusal::TooLarge) } else { Ok(()) }
}

/// Checks the type of a file, which its bytes tell; `None` if it is of no known type.
///
/// # Errors
/// Files of this type are not accepted for this purpose.
pub fn check_type(kind: Kind, media: Option<Media>) -> Result<Media, Refusal> {
    match kind {
        Kind::ProductImage | Kind::BusinessPhoto => {
            media.filter(|media| *media != Media::Pdf).ok_or(Refusal::NotAPicture)
        }
        Kind::Certificate => media.filter(|media| *media != Media::WebP).ok_or(Refusal::NotACertificate),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_jpeg_png_or_webp() {
        for kind in [Kind::ProductImage, Kind::BusinessPhoto] {
            for media in [Media::Jpeg, Media::Png, Media::WebP] {
                assert_eq!(check_type(kind, Some(media)), Ok(media));
            }
            for media in [Some(Media::Pdf), None] {
                let refusal = check_type(kind, media).unwrap_err();
                assert_eq!(refusal.to_string(), "Only JPEG, PNG, and WebP formats are allowed.");
            }
        }
    }

    #[test]
    fn a_certificate_is_a_document_or_a_scan() {
        for media in [Media::Pdf, Media::Jpeg, Media::Png] {
            assert_eq!(check_type(Kind::Certificate, Some(media)), Ok(media));
        }
        for media in [Some(Media::WebP), None] {
            let refusal = check_type(Kind::Certificate, media).unwrap_err();
            assert_eq!(refusal.to_string(), "Only PDF and image files are allowed.");
        }
    }

    #[test]
    fn the_largest_file_has_five_megabytes() {
        assert_eq!(check_size(MAX_FILE_BYTES), Ok(()));
        assert_eq!(check_size(MAX_FILE_BYTES + 1), Err(Refusal::TooLarge));
        assert_eq!(Refusal::TooLarge.to_string(), "File too large. Maximum size is 5MB.");
    }
}
