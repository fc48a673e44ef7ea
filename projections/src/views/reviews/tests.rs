use std::collections::HashMap;

use histories::{History, Product, Review, customer, merchant, product, product_id};
use proptest::{prelude::*, test_runner::TestRunner};
use serde_json::json;
use shared_events::{RawEvent, Recorded};

use super::{
    super::{catalog::Catalog, testing::*},
    Reviews,
};
use crate::engine::View;

const MERCHANT: u128 = 1;
const PRODUCTS: u128 = 3;

/// Review `number`, of a product of [`MERCHANT`].
fn review(number: u128, of: u128, author: u128) -> Review {
    Review::new(number, &customer(author), &tomato(of))
}

fn tomato(number: u128) -> Product {
    product(number).sold_by(&merchant(MERCHANT))
}

/// A history in which a merchant has three public products.
fn shop() -> History {
    let farm = merchant(MERCHANT);
    let mut history = History::default();
    history.by(&farm, farm.opened()).admin(farm.approved());
    for number in 0..PRODUCTS {
        history.by(&farm, tomato(number).listed()).admin(tomato(number).approved());
    }
    history
}

fn of(view: &dyn View, history: &History) -> Vec<Recorded<RawEvent>> {
    let reads = |event: &&Recorded<RawEvent>| view.categories().contains(&event.stream.category.as_ref());
    history.events().iter().filter(reads).cloned().collect()
}

#[tokio::test]
async fn reviews_and_replies_stay_until_their_authors_are_erased() {
    let mut history = shop();
    let review = review(1, 1, 5);
    history.by(&customer(5), review.written(4, "Comment 1"));
    history.by(&merchant(MERCHANT), review.answered("Thank you"));
    let mut tables = Tables::of(&Reviews).await;
    for event in of(&Reviews, &history) {
        tables.apply(&Reviews, &[event]).await;
    }
    let query = "SELECT rating, comment, reply FROM reviews";
    let row = json!({"rating": 4, "comment": "Comment 1", "reply": "Thank you"});
    assert_eq!(tables.row(query).await, row);
    for (person, comment, reply) in
        [(customer(5), json!(null), json!("Thank you")), (merchant(MERCHANT), json!(null), json!(null))]
    {
        history.system(person.erased());
        let events = of(&Reviews, &history);
        tables.apply(&Reviews, &events[events.len() - 1..]).await;
        assert_eq!(tables.row(query).await, json!({"rating": 4, "comment": comment, "reply": reply}));
    }
}

/// A naive model: the average of the ratings, rounded to two places.
fn average(ratings: &[u8]) -> f64 {
    let sum: u32 = ratings.iter().map(|rating| u32::from(*rating)).sum();
    let count = u32::try_from(ratings.len()).expect("a few");
    if count == 0 { 0.0 } else { f64::from((sum * 200 + count) / (count * 2)) / 100.0 }
}

#[test]
fn average_ratings_agree_with_the_model_at_any_batch_size() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let tables = tokio::sync::Mutex::new(runtime.block_on(Tables::of(&Catalog)));
    let ratings = prop::collection::vec((0..PRODUCTS, 1_u8..=5), 0..40);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(30));
    let result = runner.run(&(ratings, 1_usize..9), |(ratings, size)| {
        let mut history = shop();
        let mut by_product: HashMap<u128, Vec<u8>> = HashMap::new();
        for (number, (product, rating)) in (0..).zip(&ratings) {
            let comment = format!("Comment {number}");
            history.system(review(number, *product, 100 + number).written(*rating, &comment));
            by_product.entry(*product).or_default().push(*rating);
        }
        let events = of(&Catalog, &history);
        runtime.block_on(async {
            let mut tables = tables.lock().await;
            tables.clear().await;
            tables.apply(&Catalog, &events).await;
            let at_once = tables.everything().await;
            let shown = "SELECT rating_average, rating_count FROM";
            for product in 0..PRODUCTS {
                let ratings = by_product.remove(&product).unwrap_or_default();
                let query = format!("{shown} products WHERE product_id = '{}'", product_id(product));
                let row = tables.row(&query).await;
                prop_assert_eq!(row["rating_count"].as_u64(), Some(ratings.len() as u64));
                prop_assert_eq!(row["rating_average"].as_f64(), Some(average(&ratings)));
            }
            let all: Vec<u8> = ratings.iter().map(|(_, rating)| *rating).collect();
            let row = tables.row(&format!("{shown} merchants")).await;
            prop_assert_eq!(row["rating_count"].as_u64(), Some(all.len() as u64));
            prop_assert_eq!(row["rating_average"].as_f64(), Some(average(&all)));
            tables.clear().await;
            for batch in events.chunks(size) {
                tables.apply(&Catalog, batch).await;
            }
            prop_assert_eq!(&at_once, &tables.everything().await);
            Ok(())
        })
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
