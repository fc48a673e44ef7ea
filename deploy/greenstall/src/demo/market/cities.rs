//! The ten cities of the demo market, with their ZIP codes and area codes.

use places::{Place, Places};

/// A city of the market with its surroundings.
pub(super) struct City {
    pub(super) area_code: &'static str,
    pub(super) zip_codes: &'static [&'static str],
    /// Whether the city has a fish market with its own boats.
    pub(super) on_the_coast: bool,
    /// Whether citrus and avocados grow nearby.
    pub(super) warm: bool,
}

/// The city of the demo accounts.
pub(super) const HOME_CITY: usize = 0;

pub(super) const CITIES: [City; 10] = [
    City {
        area_code: "503",
        zip_codes: &["97214", "97202", "97206", "97211", "97212", "97217", "97232"],
        on_the_coast: true,
        warm: false,
    },
    City {
        area_code: "206",
        zip_codes: &["98103", "98105", "98107", "98115", "98118", "98122"],
        on_the_coast: true,
        warm: false,
    },
    City {
        area_code: "323",
        zip_codes: &["90026", "90027", "90039", "90041", "90065", "90210", "91105"],
        on_the_coast: true,
        warm: true,
    },
    City {
        area_code: "303",
        zip_codes: &["80202", "80205", "80206", "80210", "80211", "80220"],
        on_the_coast: false,
        warm: false,
    },
    City {
        area_code: "512",
        zip_codes: &["78702", "78704", "78722", "78723", "78745", "78751"],
        on_the_coast: false,
        warm: true,
    },
    City {
        area_code: "612",
        zip_codes: &["55404", "55406", "55407", "55408", "55413", "55418"],
        on_the_coast: false,
        warm: false,
    },
    City {
        area_code: "312",
        zip_codes: &["60607", "60614", "60618", "60622", "60625", "60647"],
        on_the_coast: false,
        warm: false,
    },
    City {
        area_code: "404",
        zip_codes: &["30307", "30312", "30316", "30317", "30318"],
        on_the_coast: false,
        warm: true,
    },
    City {
        area_code: "617",
        zip_codes: &["02116", "02127", "02130", "02139", "02143"],
        on_the_coast: true,
        warm: false,
    },
    City {
        area_code: "718",
        zip_codes: &["11201", "11215", "11217", "11222", "11231", "11238"],
        on_the_coast: true,
        warm: false,
    },
];

/// The city that a ZIP code of the demo market belongs to.
pub(super) fn city_of(zip_code: &str) -> usize {
    CITIES
        .iter()
        .position(|city| city.zip_codes.contains(&zip_code))
        .expect("the market's addresses are in its cities")
}

pub(super) fn place(zip_code: &str) -> Place {
    Places::builtin().lookup(zip_code).expect("the cities' ZIP codes exist")
}

#[cfg(test)]
mod tests {
    use places::distance_miles;

    use super::*;

    #[test]
    fn the_zip_codes_of_a_city_exist_and_are_near_each_other() {
        for city in &CITIES {
            let first = place(city.zip_codes[0]);
            for zip_code in city.zip_codes {
                let other = place(zip_code);
                let apart = distance_miles(first.latitude, first.longitude, other.latitude, other.longitude);
                assert!(apart < 15.0, "{zip_code} is {apart} miles from {}", first.zip_code);
            }
        }
    }

    #[test]
    fn no_two_cities_share_a_name() {
        let mut names: Vec<&str> = CITIES.iter().map(|city| place(city.zip_codes[0]).city).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CITIES.len());
    }
}
