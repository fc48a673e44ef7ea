//! Generates each merchant's products.

use shared_events::{
    money::{Cents, Dollars},
    shop::{DeliveryOptions, Fulfillment, FulfillmentMethod, Image, ProductDetails},
};

use super::{
    Approval, Merchant, Product,
    catalog::{Item, catalog},
    cities::{CITIES, city_of},
    dice::Dice,
    trades::{Trade, can_be_organic, trade},
};

/// The number of featured products.
const FEATURED_PRODUCTS: usize = 24;

const REJECTION_REASONS: [&str; 7] = [
    "The description does not say how much is in a package. Please add the weight or the number of pieces.",
    "The picture shows something else. Please upload a photo of the product as you sell it.",
    "The price seems to be for a case, but the unit is a single piece. Please check one of them.",
    "Please name the allergens in the description.",
    "This is listed under the wrong category. Please choose the one where customers would look for it.",
    "The description promises a health effect. Please describe what is in it instead.",
    "You have listed this twice. Please edit the first one and keep the stock there.",
];

const PICKUP_INSTRUCTIONS: [&str; 6] = [
    "Ring the bell at the side door; we are usually in the packing room.",
    "Open from 9 to 6, Tuesday to Saturday. Tell us your order number at the counter.",
    "Your order waits in the blue cooler on the porch, with your name on it.",
    "Park on the gravel and follow the signs to the stand.",
    "Please come before 5; after that the dog is in charge.",
    "Pick up at the market hall, stall by the north entrance, on Saturdays from 8 to 1.",
];

/// Gives every merchant products. Each item of the catalog is used before any is used a second time.
pub(super) fn add_products(seed: u64, merchants: &mut [Merchant]) {
    let mut dice = Dice::new(seed, "products");
    let mut used = vec![0_u32; catalog().items.len()];
    for (index, merchant) in merchants.iter_mut().enumerate() {
        let trade = trade(catalog().businesses[index].trade);
        let count = if index == 0 { 16 } else { dice.between(8, 12) as usize };
        let organic = can_claim(&mut dice, index, trade);
        merchant.products = choose(&mut dice, &mut used, trade, merchant, count)
            .into_iter()
            .map(|item| product(&mut dice, item, merchant, trade, organic && can_be_organic(item.category)))
            .collect();
    }
    feature(&mut dice, merchants);
}

fn can_claim(dice: &mut Dice, index: usize, trade: &Trade) -> bool {
    dice.percent(trade.organic) || index == 0
}

/// Chooses a merchant's items: three quarters from the main shelves of its trade, the others from the side shelves.
fn choose(
    dice: &mut Dice,
    used: &mut [u32],
    trade: &Trade,
    merchant: &Merchant,
    count: usize,
) -> Vec<&'static Item> {
    let warm = CITIES[city_of(&merchant.address.zip_code)].warm;
    let grows = |item: &Item| warm || trade.resells || !needs_warmth(item);
    let mut order: Vec<usize> = (0..used.len()).collect();
    dice.shuffle(&mut order);
    order.sort_by_key(|&index| used[index]);
    let items = &catalog().items;
    let on = |shelves: &'static [super::trades::CatalogPart]| {
        let mut found = order.clone();
        found.retain(|&index| grows(&items[index]) && shelves.iter().any(|shelf| shelf.holds(&items[index])));
        found
    };
    let (main, side) = (on(trade.main), on(trade.side));
    let from_the_side = side.len().min(count / 4);
    let mut chosen: Vec<usize> = main.into_iter().take(count - from_the_side).collect();
    chosen.extend(side.into_iter().take(from_the_side));
    for &index in &chosen {
        used[index] += 1;
    }
    chosen.into_iter().map(|index| &items[index]).collect()
}

fn needs_warmth(item: &Item) -> bool {
    item.tags.iter().any(|tag| matches!(*tag, "citrus" | "avocados"))
}

fn product(dice: &mut Dice, item: &Item, merchant: &Merchant, trade: &Trade, organic: bool) -> Product {
    let is_locally_sourced = !trade.resells || (!needs_warmth(item) && dice.percent(35));
    let quantity =
        [0, dice.between(1, 5), dice.between(6, 18), dice.between(19, 90)][dice.weighted(&[6, 10, 34, 50])];
    let threshold = [5, 3, 8, 10][dice.weighted(&[76, 8, 8, 8])];
    let joined = merchant.joined_days_ago;
    let (approval, listed_days_ago) = match (&merchant.approval, dice.percent(8)) {
        (Approval::Approved, false) => (Approval::Approved, listed(dice, joined)),
        (Approval::Approved, true) if dice.percent(40) => {
            (Approval::Rejected { reason: dice.pick(&REJECTION_REASONS).to_owned() }, dice.between(3, 40))
        }
        (Approval::Pending | Approval::Approved, _) => (Approval::Pending, dice.between(0, 4).min(joined)),
        (Approval::Rejected { .. }, _) => (Approval::Pending, dice.between(60, 200)),
    };
    Product {
        details: ProductDetails {
            name: item.name.to_owned(),
            description: description(dice, item),
            category: item.category.to_owned(),
            subcategory: item.subcategory.to_owned(),
            images: images(dice, item),
            tags: tags(item, organic),
            is_organic: organic,
            is_locally_sourced,
            harvest_date: None,
            pickup_instructions: None,
        },
        harvested_days_ago: is_harvested(item).then(|| dice.between(0, 4)),
        price: price(dice, item),
        unit: item.unit,
        quantity,
        sold: 0,
        low_stock_threshold: threshold,
        fulfillment: fulfillment(dice, merchant),
        approval,
        featured: false,
        listed_days_ago,
    }
}

/// When a product was listed: most have been there all season, some are new.
fn listed(dice: &mut Dice, joined_days_ago: u32) -> u32 {
    if dice.percent(82) { dice.between(92, joined_days_ago - 10) } else { dice.between(2, 80) }
}

fn description(dice: &mut Dice, item: &Item) -> String {
    if dice.percent(70) {
        format!("{} {}", item.text, dice.pick(&catalog().closings(item)))
    } else {
        item.text.to_owned()
    }
}

/// Both pictures of the item in either order, or only one of them.
fn images(dice: &mut Dice, item: &Item) -> Vec<Image> {
    let on_the_shelf = (item.picture.to_owned(), item.name.to_owned());
    let close = (format!("{}-close", item.picture), format!("{}, seen from close up", item.name));
    let mut views = vec![on_the_shelf, close];
    dice.shuffle(&mut views);
    if dice.percent(30) {
        views.pop();
    }
    let image = |(index, (picture, alt))| Image {
        url: format!("/demo/{picture}.webp"),
        alt,
        is_featured: index == 0,
    };
    views.into_iter().enumerate().map(image).collect()
}

fn tags(item: &Item, organic: bool) -> Vec<String> {
    let claim = organic.then_some("organic");
    item.tags.iter().copied().chain(claim).map(str::to_owned).collect()
}

/// A price in the item's range, rounded as shops do: to a multiple of 25 cents, or of 5 cents below three dollars.
fn price(dice: &mut Dice, item: &Item) -> Cents {
    let step = if item.cheapest < Cents(3_00) { 5 } else { 25 };
    let range = |cents: Cents| u32::try_from(cents.0 / step).expect("prices of the catalog are small");
    Cents(i64::from(dice.between(range(item.cheapest), range(item.dearest))) * step)
}

fn is_harvested(item: &Item) -> bool {
    (item.category == "produce" && !item.subcategory.ends_with("Boxes")) || item.subcategory == "Cut Flowers"
}

fn fulfillment(dice: &mut Dice, merchant: &Merchant) -> Fulfillment {
    let profile = &merchant.profile;
    let method = match (profile.offers_pickup, profile.offers_delivery) {
        (true, true) => [FulfillmentMethod::Both, FulfillmentMethod::PickupOnly][dice.weighted(&[88, 12])],
        (false, true) => FulfillmentMethod::DeliveryOnly,
        _ => FulfillmentMethod::PickupOnly,
    };
    let delivers = method != FulfillmentMethod::PickupOnly;
    let collects = method != FulfillmentMethod::DeliveryOnly;
    Fulfillment {
        method,
        pickup_instructions: if collects {
            dice.pick(&PICKUP_INSTRUCTIONS).to_owned()
        } else {
            String::new()
        },
        delivery_options: if delivers {
            delivery(dice, profile.delivery_radius, profile.same_day_delivery)
        } else {
            DeliveryOptions::default()
        },
    }
}

fn delivery(dice: &mut Dice, radius: u32, same_day: bool) -> DeliveryOptions {
    let estimates: &[&str] =
        if same_day { &["1-2 hours", "same-day", "next-day"] } else { &["next-day", "2-3 days", "weekly"] };
    DeliveryOptions {
        local_delivery: true,
        delivery_radius: radius,
        delivery_fee: Dollars(Cents([0, 3_00, 5_00, 8_00][dice.index(4)])),
        free_delivery_minimum: Dollars(Cents([25_00, 35_00, 50_00][dice.index(3)])),
        estimated_time: dice.pick(estimates).to_owned(),
    }
}

/// Chooses the featured products of the home page: in stock, approved, with distinct names, and from as many merchants
/// and categories as possible.
fn feature(dice: &mut Dice, merchants: &mut [Merchant]) {
    let mut order: Vec<usize> = (0..merchants.len()).collect();
    order.retain(|&index| merchants[index].approval == Approval::Approved);
    dice.shuffle(&mut order);
    let mut featured: Vec<ProductDetails> = Vec::new();
    for index in order {
        let ready = |product: &&mut Product| {
            product.approval == Approval::Approved
                && product.quantity > 10
                && featured.iter().all(|other| other.name != product.details.name)
        };
        let so_far = |product: &&mut Product| {
            featured.iter().filter(|other| other.category == product.details.category).count()
        };
        let mut products: Vec<&mut Product> = merchants[index].products.iter_mut().filter(ready).collect();
        dice.shuffle(&mut products);
        if let Some(product) = products.into_iter().min_by_key(so_far) {
            product.featured = true;
            featured.push(product.details.clone());
        }
        if featured.len() == FEATURED_PRODUCTS {
            break;
        }
    }
}
