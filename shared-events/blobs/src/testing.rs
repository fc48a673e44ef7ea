//! Generates pictures and documents for tests.

use std::io::Cursor;

use image::{
    DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage,
    codecs::{jpeg::JpegEncoder, png::PngEncoder, webp::WebPEncoder},
};
use shared_events::ids::AccountId;

pub(crate) fn owner(number: u128) -> AccountId {
    format!("{number:032x}").parse().expect("a UUID")
}

/// A picture with a red left half, a blue right half, and a little texture.
pub(crate) fn picture(width: u32, height: u32) -> DynamicImage {
    let pixel = |x: u32, y: u32| {
        let shade = u8::try_from((x / 3 + y / 5) % 40).expect("below 40");
        if x < width / 2 { Rgb([200 + shade, 10, 10]) } else { Rgb([10, 10, 200 + shade]) }
    };
    RgbImage::from_fn(width, height, pixel).into()
}

pub(crate) fn see_through(width: u32, height: u32) -> DynamicImage {
    RgbaImage::from_pixel(width, height, Rgba([0, 200, 0, 0])).into()
}

pub(crate) fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    picture.write_to(&mut out, format).expect("memory takes everything");
    out.into_inner()
}

pub(crate) fn pdf() -> Vec<u8> {
    b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n".to_vec()
}

/// A PDF with an encryption that asks for a password.
pub(crate) fn pdf_locked_by_a_password() -> Vec<u8> {
    let sample = include_str!("pdf/samples.txt").lines().find(|line| line.contains("|locked|"));
    let [_, _, encryption, id] = sample.expect("a sample").split('|').collect::<Vec<_>>()[..] else {
        panic!("a line of four parts")
    };
    format!("%PDF-1.7\ntrailer\n<< /Encrypt {encryption} /ID [<{id}>] >>\n%%EOF\n").into_bytes()
}

/// Adds an Exif block to a JPEG: an orientation and, as private data, the camera's maker.
pub(crate) fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut tiff = b"Exif\0\0MM\0*\0\0\0\x08\0\x02".to_vec();
    tiff.extend([1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    // The camera's maker: a text of 16 bytes after the directory.
    tiff.extend([1, 0x0f, 0, 2, 0, 0, 0, 16, 0, 0, 0, 38]);
    tiff.extend([0, 0, 0, 0]);
    tiff.extend(b"my secret garden");
    let length = u16::try_from(tiff.len() + 2).expect("short").to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &tiff, &jpeg[2..]].concat()
}

/// A PNG of a few bytes whose header declares this many pixels.
pub(crate) fn png_bomb(width: u32, height: u32) -> Vec<u8> {
    let mut png = encoded(&picture(1, 1), ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

/// Inserts a chunk after the first chunk of a PNG.
pub(crate) fn with_chunk(png: &[u8], kind: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).expect("short").to_be_bytes();
    let body = [&kind[..], data].concat();
    [&png[..33], &length, &body, &crc32(&body).to_be_bytes(), &png[33..]].concat()
}

/// A JPEG whose header declares this many pixels.
pub(crate) fn jpeg_bomb(width: u16, height: u16) -> Vec<u8> {
    let mut jpeg = encoded(&picture(8, 8), ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).expect("a JPEG has a frame");
    jpeg[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    jpeg[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    jpeg
}

/// A gray progressive JPEG of one color: a scan for the color, and this many for the details, which are none.
pub(crate) fn progressive_jpeg(width: u16, height: u16, detail_scans: usize) -> Vec<u8> {
    const LONGEST_RUN: usize = 32_767;
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8);
    let marked = |mark: u8, body: &[u8]| {
        let length = u16::try_from(body.len() + 2).expect("short").to_be_bytes();
        [&[0xff, mark], &length[..], body].concat()
    };
    // A table with one code, the bit 0, which stands for this symbol.
    let code = |class: u8, symbol: u8| marked(0xc4, &[&[class << 4, 1][..], &[0; 15], &[symbol]].concat());
    let [h1, h2] = height.to_be_bytes();
    let [w1, w2] = width.to_be_bytes();
    let mut jpeg = vec![0xff, 0xd8];
    jpeg.extend(marked(0xdb, &[&[0][..], &[1; 64]].concat()));
    jpeg.extend(marked(0xc2, &[8, h1, h2, w1, w2, 1, 1, 0x11, 0]));
    jpeg.extend([code(0, 0), code(1, 0xe0)].concat());
    jpeg.extend(marked(0xda, &[1, 1, 0, 0, 0, 0]));
    jpeg.extend(vec![0; blocks.div_ceil(8)]);
    for _ in 0..detail_scans {
        jpeg.extend(marked(0xda, &[1, 1, 0, 1, 63, 0]));
        // "No details in the longest run of blocks": the code, and fourteen bits of the length.
        let runs = blocks.div_ceil(LONGEST_RUN);
        let bits: Vec<bool> = (0..runs * 15).map(|at| at % 15 != 0).collect();
        for eight in bits.chunks(8) {
            let byte = (0..8).fold(0, |byte, at| byte << 1 | u8::from(*eight.get(at).unwrap_or(&true)));
            jpeg.extend(if byte == 0xff { vec![0xff, 0] } else { vec![byte] });
        }
    }
    jpeg.extend([0xff, 0xd9]);
    jpeg
}

/// The picture with the profile Display P3.
pub(crate) fn with_display_p3(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let profile = moxcms::ColorProfile::new_display_p3().encode().expect("a profile of the crate");
    let (mut out, rgb) = (Vec::new(), picture.to_rgb8());
    fn write(mut encoder: impl ImageEncoder, profile: Vec<u8>, rgb: &RgbImage) {
        encoder.set_icc_profile(profile).expect("the format has profiles");
        let (width, height) = rgb.dimensions();
        encoder
            .write_image(rgb, width, height, image::ExtendedColorType::Rgb8)
            .expect("memory takes everything");
    }
    match format {
        ImageFormat::Jpeg => write(JpegEncoder::new_with_quality(&mut out, 100), profile, &rgb),
        ImageFormat::Png => write(PngEncoder::new(&mut out), profile, &rgb),
        _ => write(WebPEncoder::new_lossless(&mut out), profile, &rgb),
    }
    out
}

/// A WebP animation of two frames: the first is red, the second blue.
pub(crate) fn animated_webp() -> Vec<u8> {
    let frame = |colour: [u8; 3]| {
        let picture = RgbImage::from_pixel(16, 16, Rgb(colour));
        let whole = encoded(&picture.into(), ImageFormat::WebP);
        // The picture's chunk comes after "RIFF", the size and "WEBP". A frame contains that chunk unchanged.
        let body = [&[0; 6][..], &[15, 0, 0, 15, 0, 0, 100, 0, 0, 0], &whole[12..]].concat();
        chunk(*b"ANMF", &body)
    };
    let canvas = chunk(*b"VP8X", &[0b10, 0, 0, 0, 15, 0, 0, 15, 0, 0]);
    let frames = [chunk(*b"ANIM", &[0; 6]), frame([220, 0, 0]), frame([0, 0, 220])].concat();
    let body = [&b"WEBP"[..], &canvas, &frames].concat();
    let size = u32::try_from(body.len()).expect("short").to_le_bytes();
    [&b"RIFF"[..], &size, &body].concat()
}

fn chunk(kind: [u8; 4], body: &[u8]) -> Vec<u8> {
    let size = u32::try_from(body.len()).expect("short").to_le_bytes();
    let padding: &[u8] = if body.len() % 2 == 1 { &[0] } else { &[] };
    [&kind[..], &size, body, padding].concat()
}

/// The CRC-32 checksum of a PNG chunk.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}
