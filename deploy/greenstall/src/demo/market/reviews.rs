//! Generates the customers' reviews of delivered products.

use std::collections::HashSet;

use shared_events::shop::OrderStatus;

use super::{OrderPart, PastOrder, PastReview, dice::Dice};

/// The percentage of delivered products that are reviewed.
const REVIEWED_PERCENT: u32 = 55;
/// The percentage of reviews with each number of stars, from 1 to 5.
const STARS_PERCENT: [u32; 5] = [2, 4, 10, 32, 52];

const COMMENTS: [&[&str]; 5] = [
    &[
        "It arrived damaged, and I could not use half of it.",
        "Not what the description says. I was disappointed.",
    ],
    &["Smaller than it looks in the picture.", "I had hoped for more at this price."],
    &["Fine, but nothing special.", "All right for the price.", "Good, but the packaging could be better."],
    &[
        "Very good, and fairly priced.",
        "Good quality; the package could be a little larger.",
        "We liked it. Next time I will order more.",
        "Just as described.",
    ],
    &[
        "Even better than I had hoped.",
        "We have ordered this again already.",
        "Lovely quality. You can tell that somebody cares.",
        "Carefully packed and right on time.",
        "The whole family asks for it now.",
        "The best that I have had in years.",
    ],
];
const THANKFUL_ANSWERS: [&str; 3] = [
    "Thank you! See you soon.",
    "Thank you for the kind words. They mean a lot to a small business.",
    "We are glad that you like it!",
];
const APOLOGY: &str = "I am sorry to hear that. Please write to us, and we will make it good.";

/// Adds reviews to orders that were delivered and not returned, oldest first.
pub(super) fn add(seed: u64, orders: &mut [PastOrder]) {
    let mut dice = Dice::new(seed, "reviews");
    let mut written: HashSet<(usize, usize, usize)> = HashSet::new();
    for order in orders {
        for part in order.parts.iter_mut().filter(|part| part.status() == OrderStatus::Delivered) {
            let mut reviews = Vec::new();
            for line in &part.lines {
                if dice.percent(REVIEWED_PERCENT)
                    && written.insert((order.customer, part.merchant, line.product))
                {
                    reviews.push(review(&mut dice, part, line.product));
                }
            }
            part.reviews = reviews;
        }
    }
}

/// A review within a day of a delivery that happened several days ago.
fn review(dice: &mut Dice, part: &OrderPart, product: usize) -> PastReview {
    let stars = dice.weighted(&STARS_PERCENT);
    let delivered = part.steps.last().map_or(0, |step| step.minutes_after);
    let reply = match stars {
        0..=2 => Some(APOLOGY).filter(|_| dice.percent(70)),
        _ => Some(dice.pick(&THANKFUL_ANSWERS)).filter(|_| dice.percent(25)),
    };
    PastReview {
        product,
        rating: u8::try_from(stars + 1).expect("there are five"),
        comment: dice.pick(COMMENTS[stars]),
        minutes_after: delivered + dice.between(120, 1_440),
        reply,
    }
}
