//! Processes pictures: decodes them within limits, rotates them upright, scales them down and encodes them again. The
//! result has nothing of the uploaded file but its pixels: no location, no camera data, no appended file, no script.

use std::{io::Cursor, time::Duration};

use image::{
    DynamicImage, ImageDecoder, ImageReader, Limits, codecs::jpeg::JpegEncoder, imageops::FilterType,
};

use shared_events::upload::Media;

/// The longest side of a picture's two sizes, in pixels. Smaller pictures are not enlarged.
pub(crate) const LARGE_SIDE: u32 = 800;
pub(crate) const SMALL_SIDE: u32 = 400;
/// The longest side of a scanned document, in pixels: A4 at 300 dots per inch and a little more.
const SCAN_SIDE: u32 = 4_000;

/// The longest side of an uploaded picture, in pixels.
const MAX_SIDE: u32 = 16_384;
/// The most pixels of an uploaded picture: more than today's phones use by default.
const MAX_PIXELS: u64 = 40_000_000;
/// The most memory of a decoder, in bytes: the largest picture with four channels, and half as much again.
const MAX_MEMORY: u64 = 240_000_000;
/// The time limit for one picture. Pictures within the size limits take less than a tenth of it.
pub(crate) const PICTURE_TIMEOUT: Duration = Duration::from_secs(20);

/// The quality of WebP pictures, on libwebp's scale to 100.
const WEBP_QUALITY: f32 = 80.0;
/// The quality of JPEG scans, on a scale to 100.
const SCAN_QUALITY: u8 = 88;

/// The reason why a picture was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The picture has more pixels than the limit.
    #[error("The image has too many pixels. Please upload one of at most 40 megapixels.")]
    TooManyPixels,
    /// The file is truncated, or not of the type that its first bytes indicate.
    #[error("The image could not be read. It may be damaged.")]
    Unreadable,
}

/// A picture in two sizes, as WebP.
#[derive(Debug)]
pub(crate) struct Sizes {
    pub(crate) large: Vec<u8>,
    pub(crate) small: Vec<u8>,
}

/// Encodes both sizes. This takes a core for up to a second, so it must not run on an async thread.
pub(crate) fn sizes(media: Media, bytes: &[u8]) -> Result<Sizes, PictureError> {
    let large = scaled(&decode(media, bytes)?, LARGE_SIDE);
    let small = scaled(&large, SMALL_SIDE);
    Ok(Sizes { large: webp(&large)?, small: webp(&small)? })
}

/// Encodes a scanned document again, in its own format. It is as slow as [`sizes`].
pub(crate) fn scan(media: Media, bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let picture = scaled(&decode(media, bytes)?, SCAN_SIDE);
    let mut out = Cursor::new(Vec::new());
    let written = match media {
        Media::Jpeg => {
            let encoder = JpegEncoder::new_with_quality(&mut out, SCAN_QUALITY);
            DynamicImage::from(picture.into_rgb8()).write_with_encoder(encoder)
        }
        _ => picture.write_to(&mut out, image::ImageFormat::Png),
    };
    written.map_err(|_| PictureError::Unreadable)?;
    Ok(out.into_inner())
}

/// Decodes the picture upright, with eight bits per channel. For an animation, decodes the first frame.
fn decode(media: Media, bytes: &[u8]) -> Result<DynamicImage, PictureError> {
    let format = match media {
        Media::Jpeg => image::ImageFormat::Jpeg,
        Media::Png => image::ImageFormat::Png,
        Media::WebP => image::ImageFormat::WebP,
        Media::Pdf => return Err(PictureError::Unreadable),
    };
    if media == Media::Jpeg && !jpeg_has_an_end(bytes) {
        return Err(PictureError::Unreadable);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| refused(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_MEMORY {
        return Err(PictureError::TooManyPixels);
    }
    let orientation = decoder.orientation().map_err(|error| refused(&error))?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| refused(&error))?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn refused(error: &image::ImageError) -> PictureError {
    match error {
        image::ImageError::Limits(_) => PictureError::TooManyPixels,
        _ => PictureError::Unreadable,
    }
}

/// Whether a JPEG is complete. The decoder would paint missing parts gray.
fn jpeg_has_an_end(bytes: &[u8]) -> bool {
    let mut at = 2;
    loop {
        // Skip compressed data up to the next marker. The markers 00 and D0 to D7 are part of the data.
        while !matches!(bytes.get(at..at + 2), Some([0xff, mark]) if !matches!(mark, 0 | 0xd0..=0xd7 | 0xff))
        {
            if at + 2 > bytes.len() {
                return false;
            }
            at += 1;
        }
        match bytes.get(at + 1..at + 4) {
            _ if bytes[at + 1] == 0xd9 => return true,
            Some([_, high, low]) => at += 2 + usize::from(u16::from_be_bytes([*high, *low])).max(2),
            _ => return false,
        }
    }
}

/// Scales the picture so that no side is longer than this.
fn scaled(picture: &DynamicImage, side: u32) -> DynamicImage {
    if picture.width().max(picture.height()) <= side {
        return picture.clone();
    }
    // Average pixels first, which is fast: the good filter works in floating point and needs sixteen bytes for each
    // pixel.
    let twice = side * 2;
    if picture.width().max(picture.height()) > twice {
        picture.thumbnail(twice, twice).resize(side, side, FilterType::Lanczos3)
    } else {
        picture.resize(side, side, FilterType::Lanczos3)
    }
}

fn webp(picture: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let (width, height) = (picture.width(), picture.height());
    let encoded = if picture.color().has_alpha() {
        webp::Encoder::from_rgba(&picture.to_rgba8(), width, height).encode_simple(false, WEBP_QUALITY)
    } else {
        webp::Encoder::from_rgb(&picture.to_rgb8(), width, height).encode_simple(false, WEBP_QUALITY)
    };
    encoded.map(|bytes| bytes.to_vec()).map_err(|_| PictureError::Unreadable)
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView, ImageFormat};

    use super::*;
    use crate::testing::*;

    fn read(webp: &[u8]) -> DynamicImage {
        image::load_from_memory_with_format(webp, ImageFormat::WebP).expect("what was written can be read")
    }

    fn is_red(picture: &DynamicImage, x: u32, y: u32) -> bool {
        let [red, _, blue, _] = picture.get_pixel(x, y).0;
        red > 150 && blue < 100
    }

    #[test]
    fn every_format_becomes_two_sizes_of_webp() {
        let picture = picture(2_000, 1_000);
        for (media, format) in [
            (Media::Jpeg, ImageFormat::Jpeg),
            (Media::Png, ImageFormat::Png),
            (Media::WebP, ImageFormat::WebP),
        ] {
            let sizes = sizes(media, &encoded(&picture, format)).unwrap();
            for (bytes, width) in [(&sizes.large, 800), (&sizes.small, 400)] {
                assert_eq!(Media::of(bytes), Some(Media::WebP), "{media:?}");
                let picture = read(bytes);
                assert_eq!(picture.dimensions(), (width, width / 2));
                assert!(
                    is_red(&picture, width / 4, width / 4) && !is_red(&picture, width * 3 / 4, width / 4)
                );
            }
            assert!(sizes.small.len() < sizes.large.len() && sizes.large.len() < 100_000);
        }
    }

    #[test]
    fn small_pictures_are_not_enlarged_and_slim_ones_keep_a_pixel() {
        let small = sizes(Media::Png, &encoded(&picture(30, 20), ImageFormat::Png)).unwrap();
        assert_eq!(read(&small.large).dimensions(), (30, 20));
        assert_eq!(read(&small.small).dimensions(), (30, 20));
        let slim = sizes(Media::Png, &encoded(&picture(5_000, 1), ImageFormat::Png)).unwrap();
        assert_eq!(read(&slim.small).dimensions(), (400, 1));
        let dot = sizes(Media::Png, &encoded(&picture(1, 1), ImageFormat::Png)).unwrap();
        assert_eq!(read(&dot.large).dimensions(), (1, 1));
    }

    #[test]
    fn transparency_is_kept() {
        let sizes = sizes(Media::Png, &encoded(&see_through(900, 900), ImageFormat::Png)).unwrap();
        assert_eq!(read(&sizes.large).get_pixel(400, 400).0[3], 0);
    }

    #[test]
    fn a_picture_is_rotated_upright_and_loses_its_metadata() {
        let jpeg = encoded(&picture(120, 60), ImageFormat::Jpeg);
        let turned = with_exif(&jpeg, 6);
        assert!(turned.windows(16).any(|window| window == b"my secret garden"));
        let sizes = sizes(Media::Jpeg, &turned).unwrap();
        let upright = read(&sizes.large);
        assert_eq!(upright.dimensions(), (60, 120));
        assert!(is_red(&upright, 30, 10) && !is_red(&upright, 30, 110), "left has become top");
        let scanned = scan(Media::Jpeg, &turned).unwrap();
        for bytes in [&sizes.large, &sizes.small, &scanned] {
            for secret in [&b"Exif"[..], b"EXIF", b"garden"] {
                assert!(!bytes.windows(secret.len()).any(|window| window == secret));
            }
        }
        assert_eq!(Media::of(&scanned), Some(Media::Jpeg));
        assert_eq!(image::load_from_memory(&scanned).unwrap().dimensions(), (60, 120));
    }

    #[test]
    fn a_scan_keeps_its_format_and_stays_legible() {
        let scanned = scan(Media::Png, &encoded(&picture(1_240, 1_754), ImageFormat::Png)).unwrap();
        assert_eq!(Media::of(&scanned), Some(Media::Png));
        assert_eq!(image::load_from_memory(&scanned).unwrap().dimensions(), (1_240, 1_754));
        let huge = scan(Media::Jpeg, &encoded(&picture(4_400, 110), ImageFormat::Jpeg)).unwrap();
        assert_eq!(image::load_from_memory(&huge).unwrap().dimensions(), (4_000, 100));
    }

    #[test]
    fn small_files_that_declare_large_pictures_are_refused_at_once() {
        let began = std::time::Instant::now();
        for (width, height) in [(60_000, 60_000), (16_000, 16_000), (u32::MAX, 1), (1, 100_000)] {
            let refused = sizes(Media::Png, &png_bomb(width, height)).unwrap_err();
            assert_eq!(refused, PictureError::TooManyPixels, "{width} × {height}");
        }
        assert_eq!(sizes(Media::Jpeg, &jpeg_bomb(60_000, 60_000)).unwrap_err(), PictureError::TooManyPixels);
        assert_eq!(sizes(Media::Jpeg, &jpeg_bomb(16_000, 16_000)).unwrap_err(), PictureError::TooManyPixels);
        assert!(sizes(Media::Png, &png_bomb(0, 10)).is_err());
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    }

    #[test]
    fn compressed_text_in_a_png_is_not_decompressed() {
        let png = encoded(&picture(4, 4), ImageFormat::Png);
        // The text is not even valid deflate data, so decoding it would fail.
        let stuffed = with_chunk(&png, *b"zTXt", &[&b"bomb\0\0"[..], &[0; 100_000]].concat());
        assert_eq!(read(&sizes(Media::Png, &stuffed).unwrap().large).dimensions(), (4, 4));
    }

    #[test]
    fn a_truncated_picture_is_refused() {
        for (media, format) in [
            (Media::Jpeg, ImageFormat::Jpeg),
            (Media::Png, ImageFormat::Png),
            (Media::WebP, ImageFormat::WebP),
        ] {
            let whole = encoded(&picture(300, 200), format);
            assert!(sizes(media, &whole).is_ok());
            // A PNG's last chunk is empty.
            let end = if media == Media::Png { whole.len() - 12 } else { whole.len() };
            for length in [20, end / 4, end / 2, end - 5] {
                let refused = sizes(media, &whole[..length]).err();
                assert_eq!(refused, Some(PictureError::Unreadable), "{media:?} cut at {length}");
            }
        }
    }

    #[test]
    fn data_appended_to_a_picture_is_removed() {
        let html = b"<script>alert(document.cookie)</script>".repeat(20);
        for (media, format) in [(Media::Jpeg, ImageFormat::Jpeg), (Media::Png, ImageFormat::Png)] {
            let both = [encoded(&picture(60, 60), format), html.clone()].concat();
            let sizes = sizes(media, &both).unwrap();
            for kept in [&sizes.large, &sizes.small, &scan(media, &both).unwrap()] {
                assert!(!kept.windows(7).any(|window| window == b"<script"), "{media:?}");
            }
        }
        let comment =
            with_chunk(&encoded(&picture(60, 60), ImageFormat::Png), *b"tEXt", b"Comment\0<script>");
        let kept = scan(Media::Png, &comment).unwrap();
        assert!(!kept.windows(7).any(|window| window == b"<script"));
    }

    #[test]
    fn an_animation_becomes_its_first_frame() {
        let sizes = sizes(Media::WebP, &animated_webp()).unwrap();
        let still = read(&sizes.large);
        assert_eq!(still.dimensions(), (16, 16));
        assert!(is_red(&still, 8, 8));
        assert!(!sizes.large.windows(4).any(|window| window == b"ANIM"));
    }

    #[test]
    fn random_bytes_are_refused_without_a_panic() {
        for (media, format) in [
            (Media::Jpeg, ImageFormat::Jpeg),
            (Media::Png, ImageFormat::Png),
            (Media::WebP, ImageFormat::WebP),
        ] {
            let whole = encoded(&picture(40, 30), format);
            for at in 0..whole.len() {
                let mut broken = whole.clone();
                broken[at] ^= 0x55;
                // Some bytes do not matter, so the result may be fine; but decoding must not panic.
                let _ = sizes(media, &broken);
            }
        }
    }
}
