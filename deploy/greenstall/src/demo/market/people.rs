//! Generates names, addresses and phone numbers.

use std::collections::HashSet;

use shared_events::shop::Address;

use super::{
    cities::{CITIES, place},
    dice::Dice,
};

const FIRST_NAMES: [&str; 72] = [
    "Ada",
    "Adaeze",
    "Amara",
    "Amit",
    "Anna",
    "Arjun",
    "Beatriz",
    "Ben",
    "Calla",
    "Camila",
    "Carlos",
    "Chloe",
    "Clara",
    "Daniel",
    "Darius",
    "Diego",
    "Eleanor",
    "Elena",
    "Eli",
    "Emeka",
    "Esther",
    "Ewa",
    "Farah",
    "Felix",
    "Fiona",
    "Gabriel",
    "Grace",
    "Hana",
    "Hank",
    "Hazel",
    "Ines",
    "Iris",
    "Isaac",
    "Ivy",
    "Jamal",
    "Jonah",
    "Josephine",
    "Juan",
    "June",
    "Kaito",
    "Keisha",
    "Kofi",
    "Lena",
    "Leon",
    "Linh",
    "Lucia",
    "Maeve",
    "Malik",
    "Marcus",
    "Margaret",
    "Mateo",
    "Mei",
    "Miriam",
    "Nadia",
    "Naomi",
    "Nora",
    "Oscar",
    "Owen",
    "Priya",
    "Rafael",
    "Rosa",
    "Ruth",
    "Samuel",
    "Sofia",
    "Tariq",
    "Theo",
    "Thomas",
    "Uma",
    "Vera",
    "Wendell",
    "Yusuf",
    "Zoe",
];

const LAST_NAMES: [&str; 80] = [
    "Abara",
    "Adler",
    "Aguilar",
    "Baker",
    "Becker",
    "Bell",
    "Bennett",
    "Boone",
    "Brandt",
    "Brooks",
    "Calloway",
    "Castillo",
    "Chen",
    "Cole",
    "Cruz",
    "Dalton",
    "Delgado",
    "Diallo",
    "Doyle",
    "Dumont",
    "Eastman",
    "Ellison",
    "Esposito",
    "Falk",
    "Farrow",
    "Fischer",
    "Flores",
    "Foster",
    "Garza",
    "Gupta",
    "Haines",
    "Hansen",
    "Harper",
    "Hayashi",
    "Holt",
    "Ibarra",
    "Jensen",
    "Kamau",
    "Kaplan",
    "Keller",
    "Kim",
    "Kowalski",
    "Lang",
    "Larsen",
    "Leblanc",
    "Lindqvist",
    "Lowell",
    "Marsh",
    "Mbeki",
    "Mendoza",
    "Meyer",
    "Monroe",
    "Moreau",
    "Nakamura",
    "Navarro",
    "Nguyen",
    "Nowak",
    "Okafor",
    "Olsen",
    "Ortiz",
    "Park",
    "Patel",
    "Pham",
    "Quinn",
    "Ramos",
    "Reyes",
    "Rhodes",
    "Rossi",
    "Sato",
    "Shaw",
    "Silva",
    "Singh",
    "Sterling",
    "Thorne",
    "Torres",
    "Vance",
    "Vargas",
    "Walsh",
    "Whitaker",
    "Yamada",
];

const STREETS: [&str; 48] = [
    "Alder Street",
    "Ash Street",
    "Aspen Way",
    "Bayview Avenue",
    "Beech Street",
    "Birch Lane",
    "Bridge Street",
    "Carver Avenue",
    "Cedar Street",
    "Chestnut Street",
    "Church Street",
    "Clay Street",
    "Cooper Street",
    "Dairy Lane",
    "Division Street",
    "Elm Avenue",
    "Ferry Road",
    "Foundry Street",
    "Garden Street",
    "Grant Avenue",
    "Hawthorn Road",
    "Hill Street",
    "Juniper Street",
    "King Street",
    "Lake Avenue",
    "Laurel Street",
    "Lincoln Avenue",
    "Linden Street",
    "Locust Street",
    "Magnolia Avenue",
    "Maple Street",
    "Market Street",
    "Mill Road",
    "Mulberry Street",
    "Oak Street",
    "Orchard Road",
    "Park Avenue",
    "Pearl Street",
    "Pine Street",
    "Poplar Avenue",
    "Prospect Street",
    "River Road",
    "School Street",
    "Spring Street",
    "Summit Avenue",
    "Union Street",
    "Walnut Street",
    "Willow Street",
];

/// Generates full names, phone numbers and addresses. Names and numbers are unique.
pub(super) struct Registry {
    dice: Dice,
    names: HashSet<String>,
    /// The last phone number assigned in each city.
    lines: [u32; CITIES.len()],
}

impl Registry {
    /// `part` names the group of people whose randomness is used. The group's phone numbers begin after `first_line`
    /// (00–99 of 555-01xx).
    pub(super) fn new(seed: u64, part: &str, first_line: u32) -> Self {
        Self { dice: Dice::new(seed, part), names: HashSet::new(), lines: [first_line; CITIES.len()] }
    }

    /// First and last name.
    pub(super) fn name(&mut self) -> (&'static str, &'static str) {
        loop {
            let (first, last) = (self.dice.pick(&FIRST_NAMES), self.dice.pick(&LAST_NAMES));
            if self.names.insert(format!("{first} {last}")) {
                return (first, last);
            }
        }
    }

    pub(super) fn phone(&mut self, city: usize) -> String {
        self.lines[city] += 1;
        format!("({}) 555-01{:02}", CITIES[city].area_code, self.lines[city])
    }

    /// A random address in a city.
    pub(super) fn address(&mut self, city: usize) -> Address {
        let zip_code = self.dice.pick(CITIES[city].zip_codes);
        let street = format!("{} {}", self.dice.between(12, 2980), self.dice.pick(&STREETS));
        address(street, zip_code)
    }
}

/// An address with this street, in the place of a ZIP code.
pub(super) fn address(street: String, zip_code: &str) -> Address {
    let place = place(zip_code);
    Address {
        street,
        city: place.city.to_owned(),
        state: place.state.to_owned(),
        zip_code: place.zip_code.to_owned(),
        country: "United States".to_owned(),
        latitude: Some(place.latitude),
        longitude: Some(place.longitude),
    }
}
