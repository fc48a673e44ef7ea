//! Generates the customers, who live in the same cities as the merchants.

use super::{
    Account, Customer, PASSWORD,
    cities::{CITIES, HOME_CITY},
    people::{Registry, address},
};

const CUSTOMERS: usize = 60;
/// Mail domains that RFC 2606 reserves for examples.
const DOMAINS: [&str; 3] = ["example.com", "example.org", "example.net"];

/// Generates all customers. The first one is the demo account.
pub(super) fn make(seed: u64) -> Vec<Customer> {
    let mut registry = Registry::new(seed, "customers", 60);
    let mut customers = vec![make_demo_account()];
    for index in 1..CUSTOMERS {
        let city = index % CITIES.len();
        let (first, last) = registry.name();
        let mailbox = format!("{first}.{last}").to_lowercase();
        let account = Account {
            name: format!("{first} {last}"),
            email: format!("{mailbox}@{}", DOMAINS[index % DOMAINS.len()]),
            password: PASSWORD,
            phone: registry.phone(city),
        };
        let joined_days_ago = 95 + u32::try_from(index * 37 % 260).unwrap_or(0);
        customers.push(Customer { account, address: registry.address(city), joined_days_ago });
    }
    customers
}

fn make_demo_account() -> Customer {
    Customer {
        account: Account {
            name: "Sam Rivera".to_owned(),
            email: "shopper@greenstall.example".to_owned(),
            password: PASSWORD,
            phone: format!("({}) 555-0101", CITIES[HOME_CITY].area_code),
        },
        address: address("1827 Alder Street".to_owned(), CITIES[HOME_CITY].zip_codes[0]),
        joined_days_ago: 360,
    }
}
