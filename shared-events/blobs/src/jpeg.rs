//! The structure of a JPEG file: what its markers say about the work of decoding it.

/// What the markers of a complete JPEG say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Structure {
    /// How often the decoder passes over the picture. An ordinary file has one scan, a progressive one about ten.
    pub(crate) scans: usize,
    /// The memory for coefficients, in bytes, which a decoder of several scans keeps until the last one.
    pub(crate) coefficients: u64,
}

impl Structure {
    /// Reads the markers; `None` if the end is missing, where the decoder would paint the rest gray.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        let mut found = Self::default();
        let mut progressive = false;
        let mut at = 2;
        loop {
            // Skip compressed data up to the next marker. The markers 00 and D0 to D7 are part of the data.
            while !matches!(bytes.get(at..at + 2)?, [0xff, mark] if !matches!(mark, 0 | 0xd0..=0xd7 | 0xff)) {
                at += 1;
            }
            let mark = bytes[at + 1];
            if mark == 0xd9 {
                let keeps = progressive || found.scans > 1;
                return Some(Self { coefficients: if keeps { found.coefficients } else { 0 }, ..found });
            }
            let length = bytes.get(at + 2..at + 4)?;
            let length = usize::from(u16::from_be_bytes([length[0], length[1]])).max(2);
            match mark {
                0xda => found.scans += 1,
                // DHT, JPG and DAC have marks between those of frames.
                0xc0..=0xcf if !matches!(mark, 0xc4 | 0xc8 | 0xcc) => {
                    progressive |= mark != 0xc0 && mark != 0xc1;
                    let frame = coefficients(bytes.get(at + 4..at + 2 + length)?)?;
                    found.coefficients = found.coefficients.max(frame);
                }
                _ => {}
            }
            at += 2 + length;
        }
    }
}

/// The size of all coefficients of a frame, in bytes: two for each sample of each component, in whole units.
fn coefficients(frame: &[u8]) -> Option<u64> {
    let (&[_, h1, h2, w1, w2, count], components) = frame.split_first_chunk()?;
    let factors = components.as_chunks::<3>().0.iter().take(usize::from(count));
    let factors: Vec<(u64, u64)> =
        factors.map(|[_, both, _]| (u64::from(both >> 4), u64::from(both & 15))).collect();
    let units = |pixels: u16, most: u64| u64::from(pixels).div_ceil(8 * most.max(1));
    let across = units(u16::from_be_bytes([w1, w2]), factors.iter().map(|each| each.0).max()?);
    let down = units(u16::from_be_bytes([h1, h2]), factors.iter().map(|each| each.1).max()?);
    Some(factors.iter().map(|(h, v)| across * down * h * v * 64 * 2).sum())
}

#[cfg(test)]
mod tests {
    use image::ImageFormat;

    use super::*;
    use crate::testing::*;

    #[test]
    fn an_ordinary_file_has_one_scan_and_keeps_no_coefficients() {
        let jpeg = encoded(&picture(40, 30), ImageFormat::Jpeg);
        assert_eq!(Structure::of(&jpeg), Some(Structure { scans: 1, coefficients: 0 }));
        assert_eq!(Structure::of(&jpeg[..jpeg.len() - 2]), None);
    }

    #[test]
    fn a_progressive_file_keeps_all_coefficients() {
        let jpeg = progressive_jpeg(40, 30, 3);
        let structure = Structure::of(&jpeg).unwrap();
        // Five by four blocks of one component.
        assert_eq!(structure, Structure { scans: 4, coefficients: 5 * 4 * 64 * 2 });
    }

    #[test]
    fn components_are_counted_with_their_sampling() {
        let frame = [8, 0, 17, 0, 33, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
        // Three by two units of 16 × 16 pixels, each of 4 + 1 + 1 blocks.
        assert_eq!(coefficients(&frame), Some(3 * 2 * 6 * 64 * 2));
        assert_eq!(coefficients(&frame[..5]), None);
        assert_eq!(coefficients(&[8, 0, 1, 0, 1, 0]), None);
    }
}
