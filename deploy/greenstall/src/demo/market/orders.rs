//! Generates the orders of the last 90 days, in every possible status.

use places::distance_miles;
use shared_events::shop::{Address, DeliveryMethod, FulfillmentMethod, OrderStatus};

use super::{
    Actor, Approval, Customer, Merchant, OrderLine, OrderPart, PastOrder, Product, Step, cities::city_of,
    dice::Dice,
};

/// Orders between random customers and merchants.
const RANDOM_ORDERS: usize = 330;
/// Additional orders of the demo merchant in each status.
const DEMO_ORDERS_PER_STATUS: usize = 3;

const DELIVERY_INSTRUCTIONS: [&str; 8] = [
    "",
    "",
    "",
    "Please leave it on the porch.",
    "The bell does not work: knock, or call.",
    "Give it to the neighbors at number 12 if nobody is home.",
    "Second entrance, third floor.",
    "Careful, the cat slips out.",
];

/// The percentage of orders that end in each status.
const END_STATUS_PERCENT: [(OrderStatus, u32); 9] = [
    (OrderStatus::Pending, 5),
    (OrderStatus::Confirmed, 4),
    (OrderStatus::Preparing, 4),
    (OrderStatus::ReadyForPickup, 3),
    (OrderStatus::OutForDelivery, 3),
    (OrderStatus::Shipped, 4),
    (OrderStatus::Delivered, 66),
    (OrderStatus::Cancelled, 7),
    (OrderStatus::Returned, 4),
];

/// Generates all past orders, oldest first. Also adds the ordered units to the products' `sold`, and raises the stock
/// of products with cancelled orders, so that those orders were possible.
pub(super) fn make(seed: u64, merchants: &mut [Merchant], customers: &[Customer]) -> Vec<PastOrder> {
    let mut dice = Dice::new(seed, "orders");
    let mut orders = Vec::new();
    for status in OrderStatus::ALL {
        for attempt in 0..DEMO_ORDERS_PER_STATUS {
            // The demo customer buys from the demo merchant, but so do other customers.
            let customer = if attempt == 0 { 0 } else { neighbour(&mut dice, customers) };
            orders.extend(order(&mut dice, status, customer, Some(0), merchants, customers));
        }
    }
    while orders.len() < RANDOM_ORDERS + OrderStatus::ALL.len() * DEMO_ORDERS_PER_STATUS {
        let (status, _) = END_STATUS_PERCENT[dice.weighted(&END_STATUS_PERCENT.map(|(_, share)| share))];
        let customer = if dice.percent(3) { 0 } else { dice.index(customers.len()) };
        orders.extend(order(&mut dice, status, customer, None, merchants, customers));
    }
    orders.sort_by_key(|order: &PastOrder| (std::cmp::Reverse(order.days_ago), order.minute_of_day));
    for part in orders.iter().flat_map(|order| &order.parts) {
        let cancelled = part.status() == OrderStatus::Cancelled;
        for line in &part.lines {
            let product = &mut merchants[part.merchant].products[line.product];
            if cancelled {
                product.quantity = product.quantity.max(line.quantity);
            } else {
                product.sold += line.quantity;
            }
        }
    }
    orders
}

/// A customer in the demo merchant's city.
fn neighbour(dice: &mut Dice, customers: &[Customer]) -> usize {
    let home = city_of(&customers[0].address.zip_code);
    let near: Vec<usize> =
        (1..customers.len()).filter(|&index| city_of(&customers[index].address.zip_code) == home).collect();
    near[dice.index(near.len())]
}

/// An order that has this status today; `None` when no merchant near the customer sells a product with that delivery
/// method.
fn order(
    dice: &mut Dice,
    status: OrderStatus,
    customer: usize,
    seller: Option<usize>,
    merchants: &[Merchant],
    customers: &[Customer],
) -> Option<PastOrder> {
    let method = method_for(dice, status);
    let days_ago = age_for(dice, status);
    let address = &customers[customer].address;
    let sells = |merchant: &Merchant| !offers(merchant, method, days_ago, address).is_empty();
    let mut near: Vec<usize> = (0..merchants.len()).filter(|&index| sells(&merchants[index])).collect();
    dice.shuffle(&mut near);
    if let Some(seller) = seller {
        near.retain(|&index| index != seller);
        near.insert(0, seller);
    }
    near.truncate(if dice.percent(28) { 2 } else { 1 });
    let mut parts = Vec::new();
    for merchant in near {
        let products = offers(&merchants[merchant], method, days_ago, address);
        let status = if parts.is_empty() { status } else { beside(dice, status, days_ago) };
        let lines = lines(dice, products);
        if !lines.is_empty() {
            let steps = steps(dice, status, method);
            parts.push(OrderPart { merchant, lines, steps, reviews: Vec::new() });
        }
    }
    let minute_of_day = match method {
        // From 8:00 to 13:30 local time in the time zones of all cities, in summer and in winter.
        DeliveryMethod::SameDayDelivery => dice.between(16 * 60, 17 * 60 + 20),
        _ => dice.between(14 * 60, 23 * 60 + 55),
    };
    let delivery_instructions =
        if method == DeliveryMethod::Pickup { "" } else { dice.pick(&DELIVERY_INSTRUCTIONS) };
    let order = PastOrder {
        customer,
        days_ago,
        minute_of_day,
        delivery_method: method,
        delivery_instructions,
        parts,
    };
    (!order.parts.is_empty()).then_some(order)
}

/// A random delivery method with which an order can reach `status`.
fn method_for(dice: &mut Dice, status: OrderStatus) -> DeliveryMethod {
    use DeliveryMethod::{Pickup, SameDayDelivery, StandardDelivery};
    match status {
        OrderStatus::ReadyForPickup => Pickup,
        OrderStatus::OutForDelivery => [StandardDelivery, SameDayDelivery][dice.weighted(&[70, 30])],
        OrderStatus::Shipped => StandardDelivery,
        _ => [Pickup, StandardDelivery, SameDayDelivery][dice.weighted(&[42, 43, 15])],
    }
}

/// The age in days of an order with this status today. The order is old enough for all its status changes.
fn age_for(dice: &mut Dice, status: OrderStatus) -> u32 {
    let (least, most) = match status {
        OrderStatus::Pending => (0, 1),
        OrderStatus::Confirmed | OrderStatus::Preparing | OrderStatus::OutForDelivery => (2, 3),
        OrderStatus::ReadyForPickup => (2, 4),
        OrderStatus::Shipped => (2, 5),
        OrderStatus::Delivered => (6, 89),
        OrderStatus::Cancelled => (2, 89),
        OrderStatus::Returned => (10, 89),
    };
    dice.between(least, most)
}

/// The status of the second merchant's part of a checkout when the first part has `status`.
fn beside(dice: &mut Dice, status: OrderStatus, days_ago: u32) -> OrderStatus {
    match days_ago {
        _ if dice.percent(50) => status,
        0..=1 => OrderStatus::Pending,
        2..=5 => OrderStatus::Confirmed,
        _ => OrderStatus::Delivered,
    }
}

/// Indices of the merchant's products that could be ordered with this delivery method that many days ago.
fn offers(merchant: &Merchant, method: DeliveryMethod, days_ago: u32, to: &Address) -> Vec<usize> {
    let same_day = method != DeliveryMethod::SameDayDelivery || merchant.profile.same_day_delivery;
    if merchant.approval != Approval::Approved || !same_day {
        return Vec::new();
    }
    let miles = miles(&merchant.address, to);
    let reaches = |product: &Product| match method {
        DeliveryMethod::Pickup => {
            product.fulfillment.method != FulfillmentMethod::DeliveryOnly && miles <= 25.0
        }
        _ => {
            product.fulfillment.method != FulfillmentMethod::PickupOnly
                && miles <= f64::from(product.fulfillment.delivery_options.delivery_radius)
        }
    };
    let buyable =
        |product: &Product| product.approval == Approval::Approved && product.listed_days_ago > days_ago + 1;
    let products = merchant.products.iter().enumerate();
    products.filter(|(_, product)| buyable(product) && reaches(product)).map(|(index, _)| index).collect()
}

fn miles(from: &Address, to: &Address) -> f64 {
    let point = |address: &Address| Some((address.latitude?, address.longitude?));
    match (point(from), point(to)) {
        (Some(from), Some(to)) => distance_miles(from.0, from.1, to.0, to.1),
        _ => f64::INFINITY,
    }
}

fn lines(dice: &mut Dice, mut products: Vec<usize>) -> Vec<OrderLine> {
    dice.shuffle(&mut products);
    products.truncate(1 + dice.weighted(&[36, 34, 20, 10]));
    let line = |product| OrderLine { product, quantity: [1, 2, 3, 4][dice.weighted(&[58, 28, 9, 5])] };
    products.into_iter().map(line).collect()
}

const CANCELLED_BY_CUSTOMER: [&str; 3] =
    ["I ordered the wrong thing.", "I found that I will not be at home.", "Ordered twice by mistake."];
const CANCELLED_BY_MERCHANT: [&str; 3] = [
    "The frost took the last of it. I am sorry.",
    "Our oven is being repaired this week.",
    "This is sold out: the shelf was emptier than our list.",
];
const RETURN_REASONS: [&str; 4] = [
    "Two of the jars had broken on the way.",
    "The wrong size was packed.",
    "It had spoiled before the date on the label.",
    "The customer changed their mind; it came back unopened.",
];
const CONFIRMATION_NOTES: [Option<&str>; 4] =
    [None, None, Some("Thank you! We will pack it tomorrow morning."), Some("Got it. See you soon.")];
const DELIVERY_NOTES: [Option<&str>; 4] =
    [None, None, Some("Left on the porch."), Some("Handed over in person.")];

/// The status changes of an order until it reaches `status`.
fn steps(dice: &mut Dice, status: OrderStatus, method: DeliveryMethod) -> Vec<Step> {
    use OrderStatus::{
        Cancelled, Confirmed, Delivered, OutForDelivery, Pending, Preparing, ReadyForPickup, Returned,
        Shipped,
    };
    if status == Pending {
        return Vec::new();
    }
    if status == Cancelled {
        return vec![cancellation(dice)];
    }
    let on_its_way = match method {
        DeliveryMethod::Pickup => ReadyForPickup,
        DeliveryMethod::StandardDelivery
            if status == Shipped || (status != OutForDelivery && dice.percent(30)) =>
        {
            Shipped
        }
        _ => OutForDelivery,
    };
    let mut steps = Vec::new();
    let mut minutes_after = 0;
    for to in [Confirmed, Preparing, on_its_way, Delivered, Returned] {
        let (least, most) = match (to, on_its_way) {
            (Confirmed, _) => (8, 180),
            (Preparing, _) => (20, 480),
            (Delivered, Shipped) => (1_440, 4_320),
            (Delivered, ReadyForPickup) => (60, 1_300),
            (Delivered, _) => (25, 240),
            (Returned, _) => (900, 4_320),
            _ => (30, 480),
        };
        minutes_after += dice.between(least, most);
        steps.push(Step {
            to,
            minutes_after,
            by: Actor::Merchant,
            note: match to {
                Confirmed => CONFIRMATION_NOTES[dice.index(CONFIRMATION_NOTES.len())],
                Delivered if method != DeliveryMethod::Pickup => {
                    DELIVERY_NOTES[dice.index(DELIVERY_NOTES.len())]
                }
                _ => None,
            },
            reason: (to == Returned).then(|| dice.pick(&RETURN_REASONS)),
            tracking_number: (to == Shipped).then(|| tracking_number(dice)),
        });
        if to == status {
            break;
        }
    }
    steps
}

fn cancellation(dice: &mut Dice) -> Step {
    let (by, reason) = if dice.percent(55) {
        (Actor::Customer, dice.pick(&CANCELLED_BY_CUSTOMER))
    } else {
        (Actor::Merchant, dice.pick(&CANCELLED_BY_MERCHANT))
    };
    let minutes_after = dice.between(10, 300);
    Step {
        to: OrderStatus::Cancelled,
        minutes_after,
        by,
        note: None,
        reason: Some(reason),
        tracking_number: None,
    }
}

fn tracking_number(dice: &mut Dice) -> String {
    format!("GSX{:06}{:06}", dice.between(0, 999_999), dice.between(0, 999_999))
}
