//! Decodes pictures within limits of pixels, memory and passes. What exceeds a limit is refused by its header, before
//! anything is decoded.

use std::io::Cursor;

use image::{ImageDecoder, ImageReader, Limits, metadata::Orientation};
use shared_events::upload::Media;

use crate::{jpeg, pixels::Pixels};

/// The longest side of an uploaded picture, in pixels.
const MAX_SIDE: u32 = 16_384;
/// The most pixels of an uploaded picture: more than today's phones use by default.
const MAX_PIXELS: u64 = 40_000_000;
/// The most memory for decoding a picture, in bytes. It holds the largest picture with four channels, and half as much again.
pub(crate) const MAX_MEMORY: u64 = 240_000_000;
/// The most memory for a picture's metadata, in bytes: a color profile may be compressed.
const MAX_METADATA: u64 = 16_000_000;
/// The most scans of a JPEG. Progressive files have about ten; each one costs a pass over all pixels.
const MAX_SCANS: usize = 32;

/// The reason why a picture was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The picture has more pixels than the limit.
    #[error("The image has too many pixels. Please upload one of at most 40 megapixels.")]
    TooManyPixels,
    /// Its type, depth, transparency or passes make it too expensive to decode.
    #[error(
        "The image takes too much memory to open. Please save it with fewer pixels, as an ordinary JPEG."
    )]
    TooMuchWork,
    /// The file is truncated, or not of the type that its first bytes indicate.
    #[error("The image could not be read. It may be damaged.")]
    Unreadable,
}

/// A decoded picture.
pub(crate) struct Decoded {
    pub(crate) pixels: Pixels,
    /// How to turn it upright.
    pub(crate) orientation: Orientation,
    /// The ICC profile that says what its colors mean.
    pub(crate) profile: Option<Vec<u8>>,
}

/// The memory that [`decode`] will use, in bytes, from the headers alone.
pub(crate) fn memory(media: Media, bytes: &[u8]) -> Result<u64, PictureError> {
    let decoder = decoder(media, bytes)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS {
        return Err(PictureError::TooManyPixels);
    }
    let besides = match media {
        Media::Jpeg => {
            let structure = jpeg::Structure::of(bytes).ok_or(PictureError::Unreadable)?;
            if structure.scans > MAX_SCANS {
                return Err(PictureError::TooMuchWork);
            }
            structure.coefficients
        }
        // The decoder has a frame of its own, for extended files also one for transparency and one for the animation.
        Media::WebP if bytes.get(12..16) == Some(b"VP8X") => 12 * pixels,
        Media::WebP => 4 * pixels,
        Media::Png | Media::Pdf => 0,
    };
    let memory = decoder.total_bytes() + besides;
    if memory > MAX_MEMORY { Err(PictureError::TooMuchWork) } else { Ok(memory) }
}

/// Decodes the picture with eight bits per channel. For an animation, decodes the first frame. The caller has checked
/// the [`memory`].
pub(crate) fn decode(media: Media, bytes: &[u8]) -> Result<Decoded, PictureError> {
    let mut decoder = decoder(media, bytes)?;
    let orientation = decoder.orientation().map_err(|error| refused(&error))?;
    // A profile that cannot be read is no reason to refuse the picture.
    let profile = decoder.icc_profile().ok().flatten();
    let (color, (width, height)) = (decoder.color_type(), decoder.dimensions());
    let channels = usize::from(color.channel_count());
    let samples = width as usize * height as usize * channels;
    let mut data = vec![0; usize::try_from(decoder.total_bytes()).expect("the memory was checked")];
    decoder.read_image(&mut data).map_err(|error| refused(&error))?;
    if data.len() > samples {
        // Sixteen bits per channel: keep the upper eight.
        for at in 0..samples {
            data[at] = u16::from_ne_bytes([data[2 * at], data[2 * at + 1]]).to_be_bytes()[0];
        }
        data.truncate(samples);
    }
    Ok(Decoded { pixels: Pixels { width, height, channels, data }, orientation, profile })
}

fn decoder(media: Media, bytes: &[u8]) -> Result<impl ImageDecoder + '_, PictureError> {
    let format = match media {
        Media::Jpeg => image::ImageFormat::Jpeg,
        Media::Png => image::ImageFormat::Png,
        Media::WebP => image::ImageFormat::WebP,
        Media::Pdf => return Err(PictureError::Unreadable),
    };
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_METADATA);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    reader.into_decoder().map_err(|error| refused(&error))
}

fn refused(error: &image::ImageError) -> PictureError {
    use image::error::LimitErrorKind::DimensionError;
    match error {
        image::ImageError::Limits(limit) if limit.kind() == DimensionError => PictureError::TooManyPixels,
        image::ImageError::Limits(_) => PictureError::TooMuchWork,
        _ => PictureError::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, ImageFormat};

    use super::*;
    use crate::testing::*;

    #[test]
    fn memory_is_known_before_decoding() {
        let picture = picture(100, 80);
        let of = |media, bytes: &[u8]| memory(media, bytes).unwrap();
        assert_eq!(of(Media::Png, &encoded(&picture, ImageFormat::Png)), 100 * 80 * 3);
        let deep = encoded(&DynamicImage::from(picture.to_rgba16()), ImageFormat::Png);
        assert_eq!(of(Media::Png, &deep), 100 * 80 * 8);
        assert_eq!(of(Media::Jpeg, &encoded(&picture, ImageFormat::Jpeg)), 100 * 80 * 3);
        assert_eq!(of(Media::Jpeg, &progressive_jpeg(96, 80, 1)), 96 * 80 + 96 * 80 * 2);
        assert_eq!(of(Media::WebP, &encoded(&picture, ImageFormat::WebP)), 100 * 80 * 7);
        assert_eq!(of(Media::WebP, &animated_webp()), 16 * 16 * 15);
    }

    #[test]
    fn small_files_that_declare_large_pictures_are_refused_by_their_header() {
        for (width, height) in [(60_000, 60_000), (16_000, 16_000), (u32::MAX, 1), (1, 100_000)] {
            let refused = memory(Media::Png, &png_bomb(width, height)).unwrap_err();
            assert_eq!(refused, PictureError::TooManyPixels, "{width} × {height}");
        }
        for side in [60_000, 16_000] {
            let refused = memory(Media::Jpeg, &jpeg_bomb(side, side)).unwrap_err();
            assert_eq!(refused, PictureError::TooManyPixels, "{side}");
        }
        assert!(memory(Media::Png, &png_bomb(0, 10)).is_err());
        let fine = memory(Media::Jpeg, &jpeg_bomb(8_000, 5_000)).unwrap();
        assert_eq!(fine, 8_000 * 5_000 * 3);
    }

    #[test]
    fn a_jpeg_with_many_scans_is_refused_by_its_markers() {
        assert!(memory(Media::Jpeg, &progressive_jpeg(80, 50, MAX_SCANS - 1)).is_ok());
        let many = progressive_jpeg(80, 50, MAX_SCANS);
        assert_eq!(memory(Media::Jpeg, &many), Err(PictureError::TooMuchWork));
    }

    #[test]
    fn sixteen_bits_become_eight() {
        let picture = picture(50, 40);
        let deep = encoded(&DynamicImage::from(picture.to_rgb16()), ImageFormat::Png);
        assert_eq!(decode(Media::Png, &deep).unwrap().pixels.data, picture.to_rgb8().into_raw());
    }
}
