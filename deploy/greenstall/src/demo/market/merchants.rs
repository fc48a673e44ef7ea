//! Generates the merchants: their businesses, their places, and the admin's decisions about them.

use shared_events::shop::BusinessProfile;

use super::{
    Account, Approval, Merchant, PASSWORD,
    catalog::{Business, catalog},
    cities::{CITIES, HOME_CITY},
    dice::Dice,
    people::{Registry, address},
    trades::trade,
};

const PENDING_MERCHANTS: usize = 6;
const REJECTION_REASONS: [&str; 2] = [
    "The phone number on your profile is not in service. Please correct it and write to us again.",
    "Your description says that you resell imported goods. Greenstall is for people who make or grow what they sell.",
];

/// Generates all merchants, without products yet. The first one is the demo account.
pub(super) fn make(seed: u64) -> Vec<Merchant> {
    let mut dice = Dice::new(seed, "merchants");
    let mut registry = Registry::new(seed, "merchants' owners", 10);
    let mut round = CityDeal::new(&mut dice);
    let mut merchants: Vec<Merchant> = catalog()
        .businesses
        .iter()
        .map(|business| merchant(business, &mut round, &mut dice, &mut registry))
        .collect();
    make_demo_account(&mut merchants[0]);
    let mut others: Vec<usize> = (1..merchants.len()).collect();
    dice.shuffle(&mut others);
    let (rejected, rest) = others.split_at(REJECTION_REASONS.len());
    for (&index, reason) in rejected.iter().zip(REJECTION_REASONS) {
        merchants[index].approval = Approval::Rejected { reason: reason.to_owned() };
    }
    for &index in &rest[..PENDING_MERCHANTS] {
        merchants[index].approval = Approval::Pending;
        merchants[index].joined_days_ago = dice.between(1, 6);
    }
    merchants
}

/// Assigns cities in turn, so that each city gets its share of every trade.
struct CityDeal {
    all: Vec<usize>,
    coast: Vec<usize>,
    dealt: usize,
}

impl CityDeal {
    fn new(dice: &mut Dice) -> Self {
        let mut all: Vec<usize> = (0..CITIES.len()).collect();
        dice.shuffle(&mut all);
        let coast = all.iter().copied().filter(|&city| CITIES[city].on_the_coast).collect();
        Self { all, coast, dealt: 0 }
    }

    fn next(&mut self, on_the_coast: bool) -> usize {
        let among = if on_the_coast { &self.coast } else { &self.all };
        self.dealt += 1;
        among[self.dealt % among.len()]
    }
}

fn merchant(business: &Business, round: &mut CityDeal, dice: &mut Dice, registry: &mut Registry) -> Merchant {
    let trade = trade(business.trade);
    let city = round.next(trade.key == "fish");
    let (first, last) = registry.name();
    let (offers_pickup, offers_delivery) =
        [(true, true), (true, false), (false, true)][dice.weighted(&[65, 22, 13])];
    let same_day_delivery = offers_delivery && dice.percent(45);
    Merchant {
        account: Account {
            name: format!("{first} {last}"),
            email: format!("{}@{}.example", first.to_lowercase(), slug(business.name)),
            password: PASSWORD,
            phone: registry.phone(city),
        },
        profile: BusinessProfile {
            business_name: business.name.to_owned(),
            business_type: trade.business_type.to_owned(),
            business_description: business.text.to_owned(),
            offers_pickup,
            offers_delivery,
            same_day_delivery,
            delivery_radius: if offers_delivery { [8, 10, 12, 15, 20, 25, 30][dice.index(7)] } else { 5 },
            same_day_cutoff: "14:00".to_owned(),
            photo_url: Some(format!("/demo/merchant-{}.webp", dice.pick(trade.photos))),
        },
        address: registry.address(city),
        approval: Approval::Approved,
        joined_days_ago: dice.between(205, 420),
        products: Vec::new(),
    }
}

/// Makes a merchant the demo account: a neighbor of the demo customer, with every delivery option.
fn make_demo_account(merchant: &mut Merchant) {
    merchant.account = Account {
        name: "Maya Thornton".to_owned(),
        email: "farmer@greenstall.example".to_owned(),
        password: PASSWORD,
        phone: format!("({}) 555-0102", CITIES[HOME_CITY].area_code),
    };
    merchant.address = address("4410 Orchard Road".to_owned(), CITIES[HOME_CITY].zip_codes[1]);
    merchant.profile = BusinessProfile {
        offers_pickup: true,
        offers_delivery: true,
        same_day_delivery: true,
        delivery_radius: 25,
        photo_url: Some("/demo/merchant-farm-1.webp".to_owned()),
        ..merchant.profile.clone()
    };
    merchant.joined_days_ago = 420;
}

/// The letters and digits of a business name, for use in a domain name.
fn slug(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}
