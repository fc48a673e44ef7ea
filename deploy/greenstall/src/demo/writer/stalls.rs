//! Writes more products than the market's own lists have, to try the shop at any size: variations of the market's
//! products, at merchants like the market's. Whole streams are imported at a time. These merchants have no passwords
//! and cannot log in.

use chrono::TimeDelta;
use event_store::{Provenance, StreamHistory};
use shared_events::{
    Actor, Cents, Event, Personal, Role,
    events::{AccountEvent, ProductEvent, StockEvent, ViewsEvent},
    ids::{AccountId, ProductId},
    shop::BusinessProfile,
};

use super::{super::market, market_writer::MarketWriter};
use crate::{
    Outcome,
    demo::market::{Approval, Merchant, Product},
};

const PRODUCTS_PER_MERCHANT: usize = 200;
/// The number of products whose streams are imported together.
const IMPORTED_TOGETHER: usize = 2_000;

/// The most visitors of one product.
const MAX_VISITORS: usize = 20_000;

/// Variety names, which distinguish one merchant's tomatoes from another's.
const VARIETIES: [&str; 32] = [
    "Early",
    "Late",
    "Farmhouse",
    "Heritage",
    "Hilltop",
    "Valley",
    "Riverside",
    "Meadow",
    "Garden",
    "Orchard",
    "Grandmother's",
    "Village",
    "Market",
    "Sunday",
    "Everyday",
    "Festive",
    "Golden",
    "Silver",
    "Northern",
    "Southern",
    "Coastal",
    "Mountain",
    "Little",
    "Grand",
    "Simple",
    "Select",
    "Country",
    "Autumn",
    "Winter",
    "Spring",
    "Traditional",
    "New",
];

/// Writes this many further products. `show` is called with the number written so far.
pub(super) async fn stalls(
    writer: &MarketWriter<'_>,
    products: usize,
    mut show: impl FnMut(usize),
) -> Outcome<()> {
    let merchants: Vec<&Merchant> =
        writer.market.merchants.iter().filter(|merchant| merchant.approval == Approval::Approved).collect();
    let mut histories = Vec::new();
    for number in 0..products {
        let stall = number / PRODUCTS_PER_MERCHANT;
        let like = merchants[stall % merchants.len()];
        if number % PRODUCTS_PER_MERCHANT == 0 {
            histories.push(merchant(writer, stall, like));
        }
        histories.extend(product(writer, number, like));
        if (number + 1) % IMPORTED_TOGETHER == 0 || number + 1 == products {
            let log = writer.at("stalls", writer.now).writer.log;
            log.import(std::mem::take(&mut histories)).await?;
            show(number + 1);
        }
    }
    Ok(())
}

/// The provenance of one imported event.
fn by(writer: &MarketWriter<'_>, actor: Actor, item: &str, days: u32, number: usize) -> Provenance {
    writer.by(actor, item, writer.ago(days, number % 1_440))
}

fn merchant_id(writer: &MarketWriter<'_>, stall: usize) -> AccountId {
    AccountId::derived(writer.command(&format!("stall {stall}")), "account")
}

fn merchant(writer: &MarketWriter<'_>, stall: usize, like: &Merchant) -> StreamHistory {
    let account_id = merchant_id(writer, stall);
    let id = account_id.uuid();
    let account = &like.account;
    let business_name = format!("{} No. {}", like.profile.business_name, stall + 2);
    let opened = AccountEvent::AccountOpened {
        account_id,
        role: Role::Merchant,
        name: Personal::new(id, account.name.clone()),
        email: Personal::new(id, format!("stall{stall}.{}", account.email)),
        phone: Some(Personal::new(id, account.phone.clone())),
        address: Some(Personal::new(id, like.address.clone())),
        business: Some(BusinessProfile { business_name, ..like.profile.clone() }),
    };
    let approved = AccountEvent::MerchantApproved { account_id, reason: None };
    let actor = Actor::Account { id: account_id, role: Role::Merchant };
    let item = format!("stall {stall}");
    StreamHistory::of::<AccountEvent>(id)
        .then(&by(writer, actor, &item, 400, stall), &[opened])
        .then(&by(writer, writer.as_admin(), &format!("review of {item}"), 399, stall), &[approved])
}

/// A variation of a merchant's product under its own name: listed, approved, counted and viewed.
fn product(writer: &MarketWriter<'_>, number: usize, like: &Merchant) -> Vec<StreamHistory> {
    // Each kind of item has its own randomness, so two items with the same number differ.
    let item = format!("stall product {number}");
    let mut chance = market::derived_seed(writer.market.seed, &item) >> 8;
    let mut below = |limit: usize| {
        let limit = limit as u64;
        let drawn = chance % limit;
        chance = (chance / limit).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8;
        usize::try_from(drawn).expect("it is below a usize")
    };
    let Product { price, unit, low_stock_threshold, fulfillment, .. } =
        &like.products[number % like.products.len()];
    let mut details = like.products[number % like.products.len()].details_on(writer.now.date_naive());
    details.name = format!("{} {}", VARIETIES[below(VARIETIES.len())], details.name);
    let cents = price.0 * i64::try_from(80 + below(41)).expect("a percentage") / 100;
    let quantity = [0, 3, 12, 40, 75, 120][below(6)];
    let days = 1 + u32::try_from(below(360)).expect("a year");
    // Zipf's law: few products are known to many people, and one in a hundred has four hundred visitors or more.
    let visitors = (4_000_000 / (1 + below(1_000_000))).min(MAX_VISITORS) - 4;

    let merchant_id = merchant_id(writer, number / PRODUCTS_PER_MERCHANT);
    let actor = Actor::Account { id: merchant_id, role: Role::Merchant };
    let product_id = ProductId::derived(writer.command(&item), "product");
    let listed = ProductEvent::ProductListed {
        product_id,
        merchant_id,
        details,
        price: Cents(cents.max(1)),
        unit: (*unit).to_owned(),
        low_stock_threshold: *low_stock_threshold,
        fulfillment: fulfillment.clone(),
    };
    let listing = by(writer, actor, &item, days, number);
    let mut review = by(writer, writer.as_admin(), &format!("review of {item}"), days, number);
    review.at = listing.at + TimeDelta::hours(1);
    let id = product_id.uuid();
    let mut histories = vec![
        StreamHistory::of::<ProductEvent>(id)
            .then(&listing, &[listed])
            .then(&review, &[ProductEvent::ProductApproved { product_id, reason: None }]),
        one(id, &listing, StockEvent::StockCounted { product_id, quantity }),
    ];
    if visitors > 0 {
        let visitors = u32::try_from(visitors).expect("there is a limit");
        histories.push(one(id, &review, ViewsEvent::ProductViewed { product_id, visitors }));
    }
    histories
}

fn one<E: Event>(id: uuid::Uuid, provenance: &Provenance, event: E) -> StreamHistory {
    StreamHistory::of::<E>(id).then(provenance, &[event])
}
