//! The ZIP codes of the United States with their coordinates, and the distances between them.
//!
//! The table is built into the binary (see `data/README.md` for its source and license), so that a lookup needs neither
//! a network nor a database. It is decompressed at its first use.

use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use serde::Serialize;

/// Mean radius of the earth, in miles.
const EARTH_RADIUS_MILES: f64 = 3958.7613;

static PACKED: &[u8] = include_bytes!("../data/us-zip.tsv.gz");
static BUILTIN: LazyLock<Places> = LazyLock::new(|| Places::parse(unpack(PACKED)));

/// A ZIP code and its location.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The five digits.
    pub zip_code: &'static str,
    /// The post office's city, in mixed case: `"Beverly Hills"`.
    pub city: &'static str,
    /// The two letters of the state: `"CA"`.
    pub state: &'static str,
    /// The state's name: `"California"`.
    pub state_name: &'static str,
    /// Degrees north (WGS84).
    pub latitude: f64,
    /// Degrees east (WGS84), negative in the United States.
    pub longitude: f64,
}

/// The reason why a ZIP code has no place. Users see these messages unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// The text has neither five digits nor five and four.
    #[error("Invalid zip code format")]
    Malformed,
    /// The ZIP code is well formed, but not in the table.
    #[error("Zip code not found")]
    Unknown,
}

#[derive(Debug)]
pub struct Places {
    /// All places in ascending order of ZIP codes, which are unique.
    by_zip: Vec<Place>,
    /// The same places in ascending order of latitude, as indices into `by_zip`.
    by_latitude: Vec<u32>,
}

impl Places {
    /// The table that is built into the binary. The first call decompresses it, which takes some milliseconds.
    #[must_use]
    pub fn builtin() -> &'static Places {
        &BUILTIN
    }

    /// Every place, in ascending order of ZIP codes.
    #[must_use]
    pub fn all(&self) -> &[Place] {
        &self.by_zip
    }

    /// Finds the place of a ZIP code with five digits, or with five and four (`90210-1234`), of which the first five
    /// count. Surrounding blanks are ignored.
    ///
    /// # Errors
    /// [`PlaceError::Malformed`] when the text does not look like a ZIP code, [`PlaceError::Unknown`] when the table
    /// does not have it.
    pub fn lookup(&self, zip_code: &str) -> Result<Place, PlaceError> {
        let zip_code = five_digits(zip_code.trim()).ok_or(PlaceError::Malformed)?;
        let found = self.by_zip.binary_search_by(|place| place.zip_code.cmp(zip_code));
        found.map(|index| self.by_zip[index]).map_err(|_| PlaceError::Unknown)
    }

    /// The place nearest to the coordinates (in degrees), at any distance. Among places at the same distance, the one
    /// with the lowest ZIP code.
    #[must_use]
    pub fn nearest(&self, latitude: f64, longitude: f64) -> Place {
        // The distance between two places is at least that between their latitudes. So go away from the given latitude,
        // north and south in turn, until the next latitude alone is farther away than the best place so far.
        let middle = self.by_latitude.partition_point(|&index| self.at(index).latitude < latitude);
        let (south, north) = self.by_latitude.split_at(middle);
        let mut best: Option<(f64, &Place)> = None;
        let mut look = |index: u32| {
            let place = self.at(index);
            let nearest_so_far = best.map_or(f64::INFINITY, |(distance, _)| distance);
            if ((place.latitude - latitude).abs()).to_radians() * EARTH_RADIUS_MILES > nearest_so_far {
                return false;
            }
            let distance = distance_miles(latitude, longitude, place.latitude, place.longitude);
            let closer = best.is_none_or(|(least, at)| {
                distance < least || (distance == least && place.zip_code < at.zip_code)
            });
            if closer {
                best = Some((distance, place));
            }
            true
        };
        let mut southwards = south.iter().rev().copied();
        let mut northwards = north.iter().copied();
        let (mut go_south, mut go_north) = (true, true);
        while go_south || go_north {
            go_south = go_south && southwards.next().is_some_and(&mut look);
            go_north = go_north && northwards.next().is_some_and(&mut look);
        }
        best.map_or(self.by_zip[0], |(_, place)| *place)
    }

    fn at(&self, index: u32) -> &Place {
        &self.by_zip[index as usize]
    }

    /// Parses the decompressed table. The text is leaked on purpose: the places borrow from it as long as the process
    /// runs.
    fn parse(text: String) -> Places {
        let text: &'static str = Box::leak(text.into_boxed_str());
        let (states, places) = text.split_once("\n\n").expect("the built-in table has a part for the states");
        let states: Vec<(&str, &str)> = states.lines().filter_map(|line| line.split_once('\t')).collect();
        let by_zip: Vec<Place> = places
            .lines()
            .map(|line| parse_place(line, &states).expect("the built-in table is whole"))
            .collect();
        let mut by_latitude: Vec<u32> = (0..).take(by_zip.len()).collect();
        by_latitude.sort_by(|&a, &b| by_zip[a as usize].latitude.total_cmp(&by_zip[b as usize].latitude));
        Places { by_zip, by_latitude }
    }
}

/// Great-circle distance in miles between two points in degrees.
#[must_use]
pub fn distance_miles(latitude_a: f64, longitude_a: f64, latitude_b: f64, longitude_b: f64) -> f64 {
    let (a, b) = (latitude_a.to_radians(), latitude_b.to_radians());
    let half_north = (b - a) / 2.0;
    let half_east = (longitude_b - longitude_a).to_radians() / 2.0;
    let haversine = half_north.sin().powi(2) + a.cos() * b.cos() * half_east.sin().powi(2);
    2.0 * EARTH_RADIUS_MILES * haversine.sqrt().min(1.0).asin()
}

/// The first five digits of a ZIP code that has five digits, or five and four.
#[must_use]
pub fn five_digits(text: &str) -> Option<&str> {
    let digits =
        |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    let (five, four) = text.split_once('-').map_or((text, None), |(five, four)| (five, Some(four)));
    (digits(five, 5) && four.is_none_or(|four| digits(four, 4))).then_some(five)
}

fn unpack(packed: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("the built-in table is gzipped UTF-8");
    text
}

fn parse_place(line: &'static str, states: &[(&'static str, &'static str)]) -> Option<Place> {
    let mut columns = line.split('\t');
    let zip_code = columns.next()?;
    let state = columns.next()?;
    let latitude = columns.next()?.parse().ok()?;
    let longitude = columns.next()?.parse().ok()?;
    let city = columns.next()?;
    let named = states.binary_search_by(|(code, _)| (*code).cmp(state)).ok()?;
    Some(Place { zip_code, city, state, state_name: states[named].1, latitude, longitude })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_known_zip_code_has_its_city_and_state() {
        let place = Places::builtin().lookup("90210").unwrap();
        assert_eq!(
            place,
            Place {
                zip_code: "90210",
                city: "Beverly Hills",
                state: "CA",
                state_name: "California",
                latitude: 34.0901,
                longitude: -118.4065,
            }
        );
    }

    #[test]
    fn a_place_has_the_field_names_of_the_interface() {
        let json = serde_json::to_value(Places::builtin().lookup("05401").unwrap()).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "zipCode": "05401", "city": "Burlington", "state": "VT", "stateName": "Vermont",
                "latitude": 44.484, "longitude": -73.2199,
            })
        );
    }

    #[test]
    fn five_and_four_digits_are_looked_up_by_the_five() {
        let places = Places::builtin();
        assert_eq!(places.lookup("90210-1234"), places.lookup("90210"));
        assert_eq!(places.lookup(" 90210\n"), places.lookup("90210"));
    }

    #[test]
    fn other_texts_are_malformed_zip_codes() {
        for text in [
            "",
            "9021",
            "902101",
            "9021O",
            "90210-",
            "90210-12",
            "90210-12345",
            "-1234",
            "90 210",
            "９０２１０",
        ] {
            let error = Places::builtin().lookup(text).unwrap_err();
            assert_eq!(error, PlaceError::Malformed, "{text:?}");
            assert_eq!(error.to_string(), "Invalid zip code format");
        }
    }

    #[test]
    fn an_unassigned_zip_code_is_unknown() {
        let error = Places::builtin().lookup("00000").unwrap_err();
        assert_eq!(error, PlaceError::Unknown);
        assert_eq!(error.to_string(), "Zip code not found");
    }

    #[test]
    fn the_table_is_complete_sorted_and_unique() {
        let all = Places::builtin().all();
        assert_eq!(all.len(), 41_188);
        assert!(all.windows(2).all(|pair| pair[0].zip_code < pair[1].zip_code));
        for place in all {
            assert!(place.zip_code.len() == 5 && place.state.len() == 2, "{place:?}");
            assert!(!place.city.is_empty() && !place.state_name.is_empty(), "{place:?}");
            assert!(place.latitude.abs() <= 90.0 && place.longitude.abs() <= 180.0, "{place:?}");
        }
    }

    #[test]
    fn each_state_that_a_form_offers_has_places() {
        let forms = include_str!("../../../ui/src/lib/states.ts");
        let (states, _provinces) = forms.split_once("const PROVINCES").expect("Canada is last");
        let offered = states.lines().filter_map(|line| line.trim().strip_suffix("\",")?.split_once(": \""));
        let (mut with_places, mut without) = (0, Vec::new());
        for (code, name) in offered {
            match Places::builtin().all().iter().find(|place| place.state == code) {
                Some(place) => {
                    assert_eq!(place.state_name, name);
                    with_places += 1;
                }
                None => without.push(code),
            }
        }
        assert_eq!(with_places, 56, "fifty states, the district and five territories");
        assert_eq!(without, ["AA", "AE", "AP"], "the military's post is abroad");
    }

    #[test]
    fn territories_have_their_zip_codes() {
        for (zip, city, state) in [
            ("00601", "Adjuntas", "Puerto Rico"),
            ("00802", "St Thomas", "U.S. Virgin Islands"),
            ("96799", "Pago Pago", "American Samoa"),
            ("96910", "Hagatna", "Guam"),
            ("96950", "Saipan", "Northern Mariana Islands"),
        ] {
            let place = Places::builtin().lookup(zip).unwrap();
            assert_eq!((place.city, place.state_name), (city, state));
            assert_eq!(Places::builtin().nearest(place.latitude, place.longitude).state, place.state);
        }
    }

    #[test]
    fn distances_agree_with_a_map() {
        // Los Angeles to San Francisco and New York to London, by great circle.
        let west = distance_miles(34.0522, -118.2437, 37.7749, -122.4194);
        assert!((west - 347.4).abs() < 0.5, "{west}");
        let sea = distance_miles(40.7128, -74.0060, 51.5074, -0.1278);
        assert!((sea - 3461.3).abs() < 1.5, "{sea}");
        let half_way_round = distance_miles(0.0, 0.0, 0.0, 180.0);
        assert!((half_way_round - EARTH_RADIUS_MILES * std::f64::consts::PI).abs() < 1e-6);
    }

    #[test]
    fn invalid_coordinates_still_get_an_answer() {
        let places = Places::builtin();
        for (latitude, longitude) in [(f64::NAN, 0.0), (0.0, f64::NAN), (f64::INFINITY, 0.0), (-90.0, 0.0)] {
            let place = places.nearest(latitude, longitude);
            assert_eq!(places.lookup(place.zip_code), Ok(place));
        }
    }

    proptest! {
        #[test]
        fn a_places_nearest_place_is_itself(index in 0..Places::builtin().all().len()) {
            let places = Places::builtin();
            let place = places.all()[index];
            let found = places.nearest(place.latitude, place.longitude);
            let distance = distance_miles(place.latitude, place.longitude, found.latitude, found.longitude);
            prop_assert_eq!(distance, 0.0);
        }

        #[test]
        fn no_place_is_nearer_than_the_nearest_one(latitude in 15.0..72.0_f64, longitude in -180.0..180.0_f64) {
            let places = Places::builtin();
            let to = |place: &Place| distance_miles(latitude, longitude, place.latitude, place.longitude);
            let least = places.all().iter().map(to).fold(f64::INFINITY, f64::min);
            prop_assert_eq!(to(&places.nearest(latitude, longitude)), least);
        }

        #[test]
        fn a_distance_is_the_same_in_both_directions(
            a in -90.0..90.0_f64, b in -180.0..180.0_f64, c in -90.0..90.0_f64, d in -180.0..180.0_f64,
        ) {
            let there = distance_miles(a, b, c, d);
            prop_assert!((there - distance_miles(c, d, a, b)).abs() < 1e-6);
            prop_assert!((0.0..=EARTH_RADIUS_MILES * 3.15).contains(&there));
        }

        #[test]
        fn a_lookup_never_panics(text in "\\PC{0,12}") {
            let _ = Places::builtin().lookup(&text);
        }
    }
}
