//! Groups merchants by distance, so that a search near a place can query the nearest merchants first.

use super::Nearby;

/// Merchants at different distances are queried together until they have this number of products.
const ENOUGH_PRODUCTS: i64 = 200;
/// After this many queries, the remaining merchants are queried together.
const MAX_QUERIES: usize = 5;

/// Groups the merchants that are at least `from` miles away, nearest first. Every merchant of a group is nearer than
/// those of the next group. A group is one distance, or several distances with few products.
pub(super) fn by_distance(merchants: &[Nearby], from: Option<f64>) -> Vec<&[Nearby]> {
    let nearer = merchants.partition_point(|near| from.is_some_and(|from| near.miles < from));
    let mut parts = Vec::new();
    let mut rest = &merchants[nearer..];
    while !rest.is_empty() {
        let mut end = 0;
        let mut products = 0;
        if parts.len() + 1 == MAX_QUERIES {
            end = rest.len();
        }
        while end < rest.len() {
            let miles = rest[end].miles;
            let distance = rest[end..].iter().take_while(|near| near.miles <= miles);
            let (count, more) =
                distance.fold((0, 0), |(count, sum), near| (count + 1, sum + near.product_count));
            // A distance with many products is a group of its own, so that its products need no sort by distance.
            if end > 0 && products + more > ENOUGH_PRODUCTS {
                break;
            }
            end += count;
            products += more;
        }
        let (part, behind) = rest.split_at(end);
        parts.push(part);
        rest = behind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::testing::{Goods, Market, pluck};

    fn near(miles: f64, product_count: i64) -> Nearby {
        Nearby { merchant_id: Uuid::nil(), product_count, miles }
    }

    fn parts(merchants: &[Nearby], from: Option<f64>) -> Vec<Vec<f64>> {
        let parts = by_distance(merchants, from);
        parts.iter().map(|part| part.iter().map(|near| near.miles).collect()).collect()
    }

    #[test]
    fn distances_with_few_products_are_grouped_and_those_with_many_are_not() {
        let merchants =
            [near(0.0, 5), near(1.0, 5), near(1.0, 5), near(2.0, 120), near(2.0, 120), near(3.0, 1)];
        assert_eq!(parts(&merchants, None), [vec![0.0, 1.0, 1.0], vec![2.0, 2.0], vec![3.0]]);
        assert_eq!(parts(&merchants, Some(1.0)), [vec![1.0, 1.0], vec![2.0, 2.0], vec![3.0]]);
        assert_eq!(parts(&merchants, Some(2.5)), [vec![3.0]]);
        assert_eq!(parts(&merchants, Some(4.0)), [[0.0; 0]; 0]);
        assert_eq!(parts(&[], None), [[0.0; 0]; 0]);
    }

    #[test]
    fn the_last_group_has_all_remaining_merchants() {
        let merchants: Vec<Nearby> = (0..9).map(|miles| near(f64::from(miles), 2_000)).collect();
        let parts = parts(&merchants, None);
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1, 1, 5]);
    }

    #[tokio::test]
    async fn pages_continue_from_one_distance_to_the_next() {
        let mut market = Market::open().await;
        let mut expected = Vec::new();
        for zip in ["05404", "05401", "05403"] {
            let farm = market.merchant(&format!("Farm of {zip}"), zip).await;
            for number in 0..120 {
                let price = 100 + number % 7;
                let name: &str = format!("{zip} {number}").leak();
                let id = market.product(&farm, Goods { price, ..Goods::named(name) }).await;
                let place = ["05401", "05404", "05403"].iter().position(|near| *near == zip);
                expected.push((place, price, -number, id.to_string()));
            }
        }
        expected.sort_unstable();
        let expected: Vec<String> = expected.into_iter().map(|(_, _, _, id)| id).collect();
        let path = "/products?zip=05401&radius=20&sort=distance,price&limit=100";
        let mut by_number = Vec::new();
        let mut by_cursor = Vec::new();
        let mut cursor = String::new();
        for number in 1..=4 {
            let page = market.get(&format!("{path}&page={number}")).await.ok();
            by_number.extend(pluck(&page["products"], "id").into_iter().map(str::to_owned));
            let page = market.get(&format!("{path}&cursor={cursor}")).await.ok();
            by_cursor.extend(pluck(&page["products"], "id").into_iter().map(str::to_owned));
            cursor = page["pagination"]["nextCursor"].as_str().unwrap_or_default().to_owned();
        }
        assert_eq!(by_number, expected);
        assert_eq!(by_cursor, expected);
    }
}
