use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, TimeDelta};
use proptest::prelude::*;
use shared_events::shop::{BUSINESS_TYPES, CATEGORIES, DeliveryMethod, OrderStatus, UNITS};

use super::*;

/// The names of the pictures that `ui/scripts/pictures.mjs` generates.
fn pictures() -> HashSet<String> {
    let scenes = include_str!("../../../../../ui/scripts/pictures/scenes.json");
    let scenes: serde_json::Value = serde_json::from_str(scenes).unwrap();
    let names = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let mut pictures: HashSet<String> =
        names(&scenes["merchants"]).into_iter().map(|name| format!("merchant-{name}")).collect();
    for products in scenes["products"].as_object().unwrap().values() {
        for name in names(products) {
            pictures.insert(format!("{name}-close"));
            pictures.insert(name);
        }
    }
    pictures
}

fn products(market: &Market) -> impl Iterator<Item = &Product> {
    market.merchants.iter().flat_map(|merchant| &merchant.products)
}

fn parts(market: &Market) -> impl Iterator<Item = (&PastOrder, &OrderPart)> {
    market.orders.iter().flat_map(|order| order.parts.iter().map(move |part| (order, part)))
}

#[test]
fn a_market_depends_only_on_its_seed() {
    let json = |seed| serde_json::to_string(&generate(seed)).unwrap();
    assert_eq!(json(7), json(7));
    assert_ne!(json(7), json(8));
}

#[test]
fn the_market_covers_every_category_and_status() {
    let market = generate(DEFAULT_SEED);
    assert!(market.merchants.len() >= 64, "{} merchants", market.merchants.len());
    assert!(products(&market).count() >= 640, "{} products", products(&market).count());
    assert!(market.customers.len() >= 40);
    assert!(market.orders.len() >= 300);
    assert!(market.orders.len() <= 400);
    let cities: HashSet<&str> =
        market.merchants.iter().map(|merchant| merchant.address.city.as_str()).collect();
    assert!(cities.len() >= 8, "{cities:?}");
    let types: HashSet<&str> = market.merchants.iter().map(|m| m.profile.business_type.as_str()).collect();
    assert_eq!(types, BUSINESS_TYPES.into_iter().collect());
    for category in CATEGORIES {
        let count = products(&market).filter(|product| product.details.category == category).count();
        assert!(count >= 20, "{count} products in {category}");
    }
}

#[test]
fn merchants_and_products_are_mostly_approved() {
    let market = generate(DEFAULT_SEED);
    let count = |wanted: fn(&Approval) -> bool| {
        let merchants = market.merchants.iter().filter(|merchant| wanted(&merchant.approval)).count();
        let products = products(&market).filter(|product| wanted(&product.approval)).count();
        (merchants, products)
    };
    let rejected = count(|approval| matches!(approval, Approval::Rejected { reason } if !reason.is_empty()));
    let pending = count(|approval| *approval == Approval::Pending);
    let approved = count(|approval| *approval == Approval::Approved);
    assert_eq!(rejected.0, 2);
    assert_eq!(pending.0, 6);
    assert!(approved.0 >= 60, "{approved:?}");
    assert!(rejected.1 >= 8, "{rejected:?}");
    assert!(pending.1 >= 60, "{pending:?}");
    assert!(approved.1 >= 600, "{approved:?}");
    assert_eq!(products(&market).filter(|product| product.featured).count(), 24);
}

#[test]
fn products_have_every_level_of_stock() {
    let market = generate(DEFAULT_SEED);
    let count = |wanted: fn(&Product) -> bool| products(&market).filter(|product| wanted(product)).count();
    assert!(count(|product| product.quantity == 0) >= 20);
    assert!(count(|product| product.quantity > 0 && product.quantity <= product.low_stock_threshold) >= 40);
    assert!(count(|product| product.quantity > product.low_stock_threshold) >= 500);
}

#[test]
fn there_are_ratings_and_organic_products() {
    let market = generate(DEFAULT_SEED);
    let reviews: Vec<&PastReview> = parts(&market).flat_map(|(_, part)| &part.reviews).collect();
    assert!(reviews.len() >= 150, "{} reviews", reviews.len());
    for stars in 1..=5 {
        assert!(reviews.iter().any(|review| review.rating == stars), "no review has {stars} stars");
    }
    let replies = reviews.iter().filter(|review| review.reply.is_some()).count();
    assert!(replies >= 30, "{replies} replies");
    let of_farmer = parts(&market).filter(|(_, part)| part.merchant == 0).flat_map(|(_, part)| &part.reviews);
    assert!(of_farmer.count() >= 2);
    let organic = |product: &&Product| product.details.is_organic && product.approval == Approval::Approved;
    assert!(products(&market).filter(organic).count() >= 50);
}

#[test]
fn the_demo_accounts_have_products_and_orders() {
    let market = generate(DEFAULT_SEED);
    let (farmer, shopper) = (&market.merchants[0], &market.customers[0]);
    assert_eq!(farmer.account.email, "farmer@greenstall.example");
    assert_eq!(shopper.account.email, "shopper@greenstall.example");
    assert_eq!(market.admin.email, "admin@greenstall.example");
    assert_eq!(farmer.approval, Approval::Approved);
    assert!(farmer.products.iter().filter(|product| product.approval == Approval::Approved).count() >= 10);
    let of = |wanted: fn(&PastOrder, &OrderPart) -> bool| -> HashSet<OrderStatus> {
        parts(&market).filter(|(order, part)| wanted(order, part)).map(|(_, part)| part.status()).collect()
    };
    assert_eq!(of(|_, part| part.merchant == 0), OrderStatus::ALL.into_iter().collect());
    assert_eq!(of(|order, _| order.customer == 0), OrderStatus::ALL.into_iter().collect());
}

#[test]
fn the_password_satisfies_the_rule() {
    assert!(PASSWORD.len() >= 8);
    for wanted in [char::is_uppercase, char::is_lowercase, char::is_numeric] {
        assert!(PASSWORD.contains(wanted));
    }
    assert!(PASSWORD.contains(|character| r#"!@#$%^&*(),.?":{}|<>"#.contains(character)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_market_is_consistent(seed in any::<u64>()) {
        let market = generate(seed);
        contact_data_is_valid_and_unique(&market);
        products_are_complete(&market);
        every_order_was_possible_when_it_was_placed(&market);
        orders_follow_the_status_table(&market);
        only_delivered_products_are_reviewed_and_only_once(&market);
    }
}

fn contact_data_is_valid_and_unique(market: &Market) {
    let accounts: Vec<&Account> = std::iter::once(&market.admin)
        .chain(market.merchants.iter().map(|merchant| &merchant.account))
        .chain(market.customers.iter().map(|customer| &customer.account))
        .collect();
    let emails: HashSet<&str> = accounts.iter().map(|account| account.email.as_str()).collect();
    let phones: HashSet<&str> = accounts.iter().map(|account| account.phone.as_str()).collect();
    assert_eq!(emails.len(), accounts.len());
    assert_eq!(phones.len(), accounts.len());
    for Account { name, email, phone, .. } in accounts {
        let (mailbox, domain) = email.split_once('@').unwrap();
        assert!(mailbox.chars().all(|c| c.is_ascii_lowercase() || c == '.'), "{email}");
        assert!(domain.ends_with(".example") || domain.starts_with("example."), "{email}");
        assert!(phone.len() == 14 && phone.contains(") 555-01"), "{phone}");
        assert!(name.contains(' '));
    }
    let addresses = market.merchants.iter().map(|merchant| &merchant.address);
    for address in addresses.chain(market.customers.iter().map(|customer| &customer.address)) {
        assert!(address.latitude.is_some() && address.longitude.is_some());
        assert!(address.street.starts_with(|c: char| c.is_ascii_digit()), "{address:?}");
    }
}

fn products_are_complete(market: &Market) {
    let pictures = pictures();
    let known = |url: &str| {
        url.strip_prefix("/demo/")
            .and_then(|file| file.strip_suffix(".webp"))
            .is_some_and(|name| pictures.contains(name))
    };
    for merchant in &market.merchants {
        assert!(known(merchant.profile.photo_url.as_deref().unwrap()), "{:?}", merchant.profile.photo_url);
        assert!((1..=50).contains(&merchant.profile.delivery_radius));
        assert!(merchant.profile.offers_pickup || merchant.profile.offers_delivery);
        let names: HashSet<&str> =
            merchant.products.iter().map(|product| product.details.name.as_str()).collect();
        assert_eq!(names.len(), merchant.products.len(), "{}", merchant.profile.business_name);
        assert!(merchant.products.len() >= 8, "{}", merchant.profile.business_name);
        for product in &merchant.products {
            let details = &product.details;
            for text in [&details.name, &details.description, &details.subcategory] {
                assert!(!text.is_empty() && text.trim() == text, "{details:?}");
            }
            assert!(CATEGORIES.contains(&details.category.as_str()) && UNITS.contains(&product.unit));
            assert!((40..=20_000).contains(&product.price.0), "{} costs {:?}", details.name, product.price);
            assert!(
                !details.images.is_empty() && details.images.iter().all(|image| known(&image.url)),
                "{details:?}"
            );
            assert_eq!(details.images.iter().filter(|image| image.is_featured).count(), 1);
            assert!(product.listed_days_ago <= merchant.joined_days_ago, "{}", details.name);
            assert!(!product.featured || product.approval == Approval::Approved);
        }
    }
}

fn only_delivered_products_are_reviewed_and_only_once(market: &Market) {
    let mut reviewed = HashSet::new();
    for (order, part) in parts(market) {
        let age = order.days_ago.saturating_sub(1) * 24 * 60;
        let delivered = part.steps.last().map_or(0, |step| step.minutes_after);
        for PastReview { product, rating, comment, minutes_after, reply } in &part.reviews {
            assert_eq!(part.status(), OrderStatus::Delivered);
            assert!(part.lines.iter().any(|line| line.product == *product));
            assert!(reviewed.insert((order.customer, part.merchant, *product)));
            assert!(
                (1..=5).contains(rating) && !comment.is_empty() && reply.is_none_or(|text| !text.is_empty())
            );
            assert!(*minutes_after > delivered && minutes_after + 60 <= age, "{minutes_after} of {age}");
        }
    }
}

fn every_order_was_possible_when_it_was_placed(market: &Market) {
    let mut sold: HashMap<(usize, usize), u32> = HashMap::new();
    for order in &market.orders {
        assert!((1..=2).contains(&order.parts.len()));
        assert!(order.days_ago < 90 && order.minute_of_day < 24 * 60);
        assert!(market.customers[order.customer].joined_days_ago > order.days_ago);
        let merchants: HashSet<usize> = order.parts.iter().map(|part| part.merchant).collect();
        assert_eq!(merchants.len(), order.parts.len());
        for part in &order.parts {
            let merchant = &market.merchants[part.merchant];
            assert_eq!(merchant.approval, Approval::Approved);
            assert!((1..=4).contains(&part.lines.len()));
            let lines: HashSet<usize> = part.lines.iter().map(|line| line.product).collect();
            assert_eq!(lines.len(), part.lines.len());
            for line in &part.lines {
                let product = &merchant.products[line.product];
                assert!((1..=4).contains(&line.quantity));
                assert_eq!(product.approval, Approval::Approved);
                assert!(product.listed_days_ago > order.days_ago);
                let collected = order.delivery_method == DeliveryMethod::Pickup;
                assert_ne!(
                    serde_json::to_value(product.fulfillment.method).unwrap(),
                    if collected { "delivery-only" } else { "pickup-only" }
                );
                if part.status() != OrderStatus::Cancelled {
                    *sold.entry((part.merchant, line.product)).or_default() += line.quantity;
                }
            }
        }
    }
    for (m, merchant) in market.merchants.iter().enumerate() {
        for (p, product) in merchant.products.iter().enumerate() {
            assert_eq!(product.sold, sold.get(&(m, p)).copied().unwrap_or(0), "{}", product.details.name);
        }
    }
}

fn orders_follow_the_status_table(market: &Market) {
    use OrderStatus::{
        Cancelled, Confirmed, Delivered, OutForDelivery, Pending, Preparing, ReadyForPickup, Returned,
        Shipped,
    };
    let mut reached = HashSet::new();
    for (order, part) in parts(market) {
        reached.insert(part.status());
        let collected = order.delivery_method == DeliveryMethod::Pickup;
        let mut from = Pending;
        let mut last = 0;
        for step in &part.steps {
            let allowed = match (from, step.to) {
                (Pending, Confirmed | Cancelled)
                | (Confirmed, Preparing)
                | (ReadyForPickup | OutForDelivery | Shipped, Delivered) => true,
                (Preparing, ReadyForPickup) => collected,
                (Preparing, OutForDelivery) => !collected,
                (Preparing, Shipped) => !collected && step.tracking_number.is_some(),
                (Delivered, Returned) => step.reason.is_some(),
                _ => false,
            };
            assert!(allowed, "{from:?} → {step:?}");
            assert!(step.minutes_after > last);
            (from, last) = (step.to, step.minutes_after);
        }
        let age = order.days_ago.saturating_sub(1) * 24 * 60;
        assert!(last <= age, "a step of an order {} days old lies in the future", order.days_ago);
    }
    assert_eq!(reached, OrderStatus::ALL.into_iter().collect());
}

#[test]
fn orders_are_in_the_past_at_every_time_of_day() {
    let market = generate(DEFAULT_SEED);
    let midnight = DateTime::from_timestamp(1_795_219_200, 0).unwrap();
    for minutes in [0, 1, 700, 1_439] {
        let now = midnight + TimeDelta::minutes(minutes);
        for (order, part) in parts(&market) {
            let last = part.steps.last().map_or(0, |step| step.minutes_after);
            let changed = order.placed_at(now) + TimeDelta::minutes(last.into());
            assert!(changed <= now, "{changed} is after {now}");
            assert!(now - order.placed_at(now) < TimeDelta::days(91));
        }
    }
}

#[test]
fn the_harvest_is_recent() {
    let market = generate(DEFAULT_SEED);
    let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let dates: Vec<NaiveDate> =
        products(&market).filter_map(|product| product.details_on(today).harvest_date).collect();
    assert!(dates.len() > 80);
    assert!(dates.iter().all(|date| *date <= today && today - *date <= TimeDelta::days(7)));
}
