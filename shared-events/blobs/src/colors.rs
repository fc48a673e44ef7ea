//! Converts the colors of a picture from its ICC profile to sRGB, which every browser assumes without a profile.

use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::pixels::Pixels;

/// Converts the pixels to sRGB. A profile that cannot be used, or is for other channels, changes nothing.
pub(crate) fn to_srgb(pixels: Pixels, profile: &[u8]) -> Pixels {
    let Some(data) = converted(&pixels, profile) else { return pixels };
    let channels = data.len() / (pixels.data.len() / pixels.channels);
    Pixels { channels, data, ..pixels }
}

fn converted(pixels: &Pixels, profile: &[u8]) -> Option<Vec<u8>> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    let (space, from, to) = match pixels.channels {
        1 => (DataColorSpace::Gray, Layout::Gray, Layout::Rgb),
        2 => (DataColorSpace::Gray, Layout::GrayAlpha, Layout::Rgba),
        3 => (DataColorSpace::Rgb, Layout::Rgb, Layout::Rgb),
        _ => (DataColorSpace::Rgb, Layout::Rgba, Layout::Rgba),
    };
    if profile.color_space != space {
        return None;
    }
    let options = TransformOptions::default();
    let transform = profile.create_transform_8bit(from, &ColorProfile::new_srgb(), to, options).ok()?;
    let mut data = vec![0; pixels.data.len() / pixels.channels * to.channels()];
    transform.transform(&pixels.data, &mut data).ok()?;
    Some(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(profile: &ColorProfile, pixel: &[u8]) -> Vec<u8> {
        let pixels = Pixels { width: 2, height: 1, channels: pixel.len(), data: pixel.repeat(2) };
        let pixels = to_srgb(pixels, &profile.encode().unwrap());
        assert_eq!(pixels.data.len(), 2 * pixels.channels);
        pixels.data[..pixels.channels].to_vec()
    }

    fn near(colour: &[u8], expected: &[u8]) {
        let near = colour.len() == expected.len()
            && colour.iter().zip(expected).all(|(one, other)| one.abs_diff(*other) <= 2);
        assert!(near, "{colour:?} is not {expected:?}");
    }

    #[test]
    fn display_p3_becomes_srgb() {
        let p3 = ColorProfile::new_display_p3();
        near(&converted(&p3, &[220, 30, 30]), &[240, 0, 0]);
        near(&converted(&p3, &[30, 200, 40]), &[0, 204, 0]);
        near(&converted(&p3, &[128, 128, 128]), &[128, 128, 128]);
        near(&converted(&p3, &[220, 30, 30, 77]), &[240, 0, 0, 77]);
    }

    #[test]
    fn srgb_stays_as_it_is() {
        near(&converted(&ColorProfile::new_srgb(), &[220, 30, 30]), &[220, 30, 30]);
    }

    #[test]
    fn gray_follows_its_curve() {
        let linear = ColorProfile::new_gray_with_gamma(1.0);
        near(&converted(&linear, &[55]), &[128, 128, 128]);
        near(&converted(&linear, &[55, 9]), &[128, 128, 128, 9]);
    }

    #[test]
    fn a_profile_that_does_not_fit_changes_nothing() {
        assert_eq!(converted(&ColorProfile::new_display_p3(), &[55]), [55]);
        let pixels = Pixels { width: 1, height: 1, channels: 3, data: vec![220, 30, 30] };
        assert_eq!(to_srgb(pixels, b"no profile").data, [220, 30, 30]);
    }
}
