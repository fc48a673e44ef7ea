//! Processes pictures: decodes them within limits, scales them down, converts their colors, rotates them upright and
//! encodes them again. The result has nothing of the uploaded file but its pixels: no location, no camera data, no
//! appended file, no script.

use std::io::Cursor;

use image::{DynamicImage, codecs::jpeg::JpegEncoder, imageops::FilterType};
use shared_events::upload::Media;

use crate::{
    colors::to_srgb,
    decode::{self, PictureError, decode},
};

/// The longest side of a picture's two sizes, in pixels. Smaller pictures are not enlarged.
pub(crate) const LARGE_SIDE: u32 = 800;
pub(crate) const SMALL_SIDE: u32 = 400;
/// The longest side of a scanned document, in pixels: A4 at 200 dots per inch and a little more.
const SCAN_SIDE: u32 = 2_500;

/// The most memory for scaling, converting, turning and encoding, besides that for decoding, in bytes: three copies of a
/// scan. Smaller pictures need less, and all some for the encoder.
const MAX_WORK_MEMORY: u64 = 64_000_000;
const ENCODER_MEMORY: u64 = 4_000_000;

/// The quality of WebP pictures, on libwebp's scale to 100.
const WEBP_QUALITY: f32 = 80.0;
/// The quality of JPEG scans, on a scale to 100.
const SCAN_QUALITY: u8 = 88;

/// A picture in two sizes, as WebP.
#[derive(Debug)]
pub(crate) struct Sizes {
    pub(crate) large: Vec<u8>,
    pub(crate) small: Vec<u8>,
}

/// The memory that a picture needs, in bytes, from its headers alone.
///
/// # Errors
/// It exceeds a limit, or the headers cannot be read.
pub(crate) fn memory(media: Media, bytes: &[u8]) -> Result<u64, PictureError> {
    let decoding = decode::memory(media, bytes)?;
    Ok(decoding + (4 * decoding).min(MAX_WORK_MEMORY) + ENCODER_MEMORY)
}

/// Encodes both sizes. This takes a core for up to a second, so it must not run on an async thread. The caller has
/// checked the [`memory`].
pub(crate) fn sizes(media: Media, bytes: &[u8]) -> Result<Sizes, PictureError> {
    // Averaging is fast; the good filter does the rest, which needs sixteen bytes for each pixel.
    let large = upright(media, bytes, 2 * LARGE_SIDE)?;
    let large = scaled(large, LARGE_SIDE);
    let encoded = webp(&large)?;
    Ok(Sizes { large: encoded, small: webp(&scaled(large, SMALL_SIDE))? })
}

/// Encodes a scanned document again, in its own format. It is as slow as [`sizes`].
pub(crate) fn scan(media: Media, bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let picture = upright(media, bytes, SCAN_SIDE)?;
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

/// Decodes the picture, with no side longer than this, upright and in sRGB.
fn upright(media: Media, bytes: &[u8], side: u32) -> Result<DynamicImage, PictureError> {
    let decoded = decode(media, bytes)?;
    let mut pixels = decoded.pixels.averaged(side);
    if let Some(profile) = decoded.profile {
        pixels = to_srgb(pixels, &profile);
    }
    let mut picture = DynamicImage::from(pixels);
    picture.apply_orientation(decoded.orientation);
    Ok(picture)
}

/// Scales the picture with a good filter so that no side is longer than this.
fn scaled(picture: DynamicImage, side: u32) -> DynamicImage {
    if picture.width().max(picture.height()) <= side {
        return picture;
    }
    picture.resize(side, side, FilterType::Lanczos3)
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
    use image::{GenericImageView, ImageFormat, Rgb, RgbImage};

    use super::{scan as scan_unchecked, sizes as sizes_unchecked, *};
    use crate::testing::*;

    fn sizes(media: Media, bytes: &[u8]) -> Result<Sizes, PictureError> {
        memory(media, bytes)?;
        sizes_unchecked(media, bytes)
    }

    fn scan(media: Media, bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
        memory(media, bytes)?;
        scan_unchecked(media, bytes)
    }

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
        assert_eq!(image::load_from_memory(&huge).unwrap().dimensions(), (2_500, 63));
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
    fn colors_are_those_of_the_profile_which_is_dropped() {
        let red = DynamicImage::from(RgbImage::from_pixel(64, 64, Rgb([220, 30, 30])));
        for (media, bytes) in [
            (Media::Jpeg, with_display_p3(&red, ImageFormat::Jpeg)),
            (Media::Png, with_display_p3(&red, ImageFormat::Png)),
            (Media::WebP, with_display_p3(&red, ImageFormat::WebP)),
        ] {
            let [red, green, blue, _] = read(&sizes(media, &bytes).unwrap().large).get_pixel(32, 32).0;
            assert!(red.abs_diff(240) <= 4 && green <= 4 && blue <= 4, "{media:?}: {red} {green} {blue}");
            if media != Media::WebP {
                let scanned = scan(media, &bytes).unwrap();
                let [red, green, blue, _] = image::load_from_memory(&scanned).unwrap().get_pixel(32, 32).0;
                assert!(red.abs_diff(240) <= 4 && green <= 4 && blue <= 4, "{media:?}: {red} {green} {blue}");
                assert!(!scanned.windows(4).any(|window| window == b"acsp"), "no profile remains");
            }
        }
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
