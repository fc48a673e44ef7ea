//! Decoded pixels, and scaling them down by averaging: exact areas, in one pass and with the memory of one row.

use image::{DynamicImage, ImageBuffer};

/// A picture with eight bits per channel.
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Gray, gray with alpha, RGB, or RGB with alpha: 1 to 4.
    pub(crate) channels: usize,
    pub(crate) data: Vec<u8>,
}

impl Pixels {
    /// Averages pixels so that no side is longer than this. Smaller pictures stay as they are.
    pub(crate) fn averaged(self, side: u32) -> Self {
        let longest = self.width.max(self.height);
        if longest <= side {
            return self;
        }
        let scaled = |length: u32| {
            let exact = f64::from(length) * f64::from(side) / f64::from(longest);
            (exact.round() as u32).max(1)
        };
        let (width, height) = (scaled(self.width), scaled(self.height));
        let row_length = self.width as usize * self.channels;
        let columns: Vec<Area> = areas(self.width, width).collect();
        let mut data = Vec::with_capacity(width as usize * height as usize * self.channels);
        let mut sums = vec![0.0_f32; row_length];
        for rows in areas(self.height, height) {
            sums.fill(0.0);
            for (row, weight) in
                self.data[rows.first * row_length..].chunks_exact(row_length).zip(&rows.weights)
            {
                for (sum, sample) in sums.iter_mut().zip(row) {
                    *sum += weight * f32::from(*sample);
                }
            }
            for column in &columns {
                let pixels = sums[column.first * self.channels..].chunks_exact(self.channels);
                let mut average = [0.0_f32; 4];
                for (pixel, weight) in pixels.zip(&column.weights) {
                    for (channel, sample) in average.iter_mut().zip(pixel) {
                        *channel += weight * sample;
                    }
                }
                data.extend(average[..self.channels].iter().map(|channel| channel.round() as u8));
            }
        }
        Self { width, height, data, ..self }
    }
}

impl From<Pixels> for DynamicImage {
    fn from(Pixels { width, height, channels, data }: Pixels) -> Self {
        let image = match channels {
            1 => ImageBuffer::from_raw(width, height, data).map(Self::ImageLuma8),
            2 => ImageBuffer::from_raw(width, height, data).map(Self::ImageLumaA8),
            3 => ImageBuffer::from_raw(width, height, data).map(Self::ImageRgb8),
            _ => ImageBuffer::from_raw(width, height, data).map(Self::ImageRgba8),
        };
        image.expect("there is a sample for each channel of each pixel")
    }
}

/// The source pixels below one target pixel, in one direction.
struct Area {
    first: usize,
    /// The share of each source pixel in the average; the sum is 1.
    weights: Vec<f32>,
}

/// Divides this many source pixels into target pixels.
fn areas(source: u32, target: u32) -> impl Iterator<Item = Area> {
    let ratio = f64::from(source) / f64::from(target);
    (0..target).map(move |at| {
        let (start, end) = (f64::from(at) * ratio, (f64::from(at) + 1.0) * ratio);
        let (first, last) = (start as u32, (end.ceil() as u32).min(source));
        let covered = |pixel: u32| (f64::from(pixel) + 1.0).min(end) - f64::from(pixel).max(start);
        let weights = (first..last).map(|pixel| (covered(pixel).max(0.0) / ratio) as f32).collect();
        Area { first: first as usize, weights }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gray(width: u32, data: &[u8]) -> Pixels {
        Pixels { width, height: data.len() as u32 / width, channels: 1, data: data.to_vec() }
    }

    #[test]
    fn a_pixel_becomes_the_average_of_the_area_below_it() {
        assert_eq!(gray(4, &[0, 100, 50, 150, 0, 100, 50, 150]).averaged(2).data, [50, 100]);
        // Three pixels below two: the middle one belongs to both by half.
        assert_eq!(gray(3, &[90, 30, 150]).averaged(2).data, [70, 110]);
        assert_eq!(gray(1, &[90, 30, 150]).averaged(2).data, [70, 110]);
    }

    #[test]
    fn channels_are_averaged_apart() {
        for channels in 1..=4 {
            let data = (0..2 * channels).map(|at| 10 * at as u8).collect();
            let half = Pixels { width: 2, height: 1, channels, data }.averaged(1);
            let expected: Vec<u8> = (0..channels).map(|at| (10 * at + 5 * channels) as u8).collect();
            assert_eq!(half.data, expected);
            assert_eq!(usize::from(DynamicImage::from(half).color().channel_count()), channels);
        }
    }

    #[test]
    fn no_side_is_longer_and_none_vanishes() {
        for (width, height, side, scaled) in
            [(5, 3, 5, (5, 3)), (5, 3, 8, (5, 3)), (1_000, 1, 400, (400, 1)), (7, 1_000, 100, (1, 100))]
        {
            let data = vec![7; (width * height) as usize];
            let pixels = Pixels { width, height, channels: 1, data }.averaged(side);
            assert_eq!((pixels.width, pixels.height), scaled);
            assert!(pixels.data.iter().all(|sample| *sample == 7));
            assert_eq!(pixels.data.len(), (scaled.0 * scaled.1) as usize);
        }
    }
}
