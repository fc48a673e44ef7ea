//! Limits for merchants before approval: the number of products, counted in the stall's stream, and the number
//! and bytes of files, counted in the file store.

use std::collections::{BTreeMap, BTreeSet};

use blobs::{BlobError, Blobs};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    account::{Account, Profile},
    product::Product,
    stall::{
        free_places::FreePlaces,
        keep_file,
        take_place::{Refusal, TakePlace},
    },
};
use event_store::Provenance;
use futures_util::future::try_join_all;
use shared_events::{
    Recorded,
    events::StallEvent,
    ids::{AccountId, ProductId},
};

use super::{Failure, Turns, Writer, load};

/// Longer than any request runs. A product that has had a place this long without being listed never will be listed.
const ABANDONED_AFTER: TimeDelta = TimeDelta::minutes(1);

/// Whether this account is an approved merchant.
fn is_approved(account: &Account) -> bool {
    account.merchant().is_some_and(Profile::is_approved)
}

/// Takes a place for a product of a merchant who is not approved; does nothing for an approved one. Places of
/// products that were deleted or whose listing failed are freed only when all places are taken, so that
/// deleting a product need not know about places.
pub(super) async fn take_place(
    writer: &Writer,
    provenance: &Provenance,
    merchant_id: AccountId,
    product_id: ProductId,
) -> Result<(), Failure<Refusal>> {
    let account: Account = load::<_, Refusal>(&writer.log, merchant_id.uuid()).await?.state;
    if is_approved(&account) {
        return Ok(());
    }
    let command = TakePlace { merchant_id, product_id };
    match writer.execute_for_position(provenance, &command).await {
        Err(Failure::Refused(Refusal::Full)) => {}
        taken => return taken.map(drop),
    }
    let free = FreePlaces { merchant_id, unused: unused_places(writer, merchant_id, provenance.at).await? };
    writer.execute_for_position(provenance, &free).await.map_err(Failure::never_refused)?;
    writer.execute_for_position(provenance, &command).await.map(drop)
}

/// Products with a place that were deleted or never listed.
async fn unused_places(
    writer: &Writer,
    merchant_id: AccountId,
    now: DateTime<Utc>,
) -> Result<BTreeSet<ProductId>, Failure<Refusal>> {
    let history: Vec<Recorded<StallEvent>> = writer.log.load(merchant_id.uuid()).await?;
    let mut taken_at: BTreeMap<ProductId, DateTime<Utc>> = BTreeMap::new();
    for recorded in history {
        match recorded.event {
            StallEvent::PlaceTaken { product_id, .. } => taken_at.insert(product_id, recorded.recorded_at),
            StallEvent::PlaceFreed { product_id, .. } => taken_at.remove(&product_id),
        };
    }
    let abandoned_since = now - ABANDONED_AFTER;
    let used = taken_at.into_iter().map(async |(id, taken_at)| {
        let product: Product = load::<_, Refusal>(&writer.log, id.uuid()).await?.state;
        let unused = product.listing.map_or(taken_at <= abandoned_since, |listing| listing.deleted);
        Ok::<_, Failure<Refusal>>(unused.then_some(id))
    });
    Ok(try_join_all(used).await?.into_iter().flatten().collect())
}

/// Stores a file of this many bytes with `keep`, unless a merchant who is not approved has no room for it. Within one
/// process, the files of a merchant are stored one after the other, so that only one of them waits to be processed.
///
/// # Errors
/// The errors of `keep`, and a refusal.
pub async fn keep_file<T, E: From<BlobError>>(
    turns: &Turns,
    blobs: &Blobs,
    account: &Account,
    owner: AccountId,
    bytes: u64,
    keep: impl Future<Output = Result<T, E>>,
) -> Result<Result<T, keep_file::Refusal>, E> {
    let _turn = turns.take_uploads(owner.uuid()).await;
    if is_approved(account) {
        return keep.await.map(Ok);
    }
    let usage = blobs.usage_of(owner).await?;
    if let Err(refusal) = keep_file::check(usage.files, usage.bytes, bytes) {
        return Ok(Err(refusal));
    }
    keep.await.map(Ok)
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use chrono::TimeDelta;
    use futures_util::future::join_all;
    use serde_json::{Value, json};
    use shared_events::{
        Actor,
        ids::{AccountId, ProductId},
    };
    use uuid::Uuid;

    use super::take_place;
    use crate::http::testing::{Person, Shop};

    const FULL: &str = "You can have up to 50 products until your account is approved. Please delete a product or wait \
                        for the approval.";

    fn turnips(number: usize) -> Value {
        json!({
            "name": format!("Turnips {number}"), "description": "Picked this morning.", "price": 2.5,
            "category": "produce", "subcategory": "Vegetables", "inventory": {"quantity": 4, "unit": "pound"},
        })
    }

    async fn list(shop: &Shop, merchant: &Person, number: usize) -> (StatusCode, Value) {
        let reply = shop.post("/products", Some(merchant), &turnips(number)).await;
        (reply.status, reply.body)
    }

    #[tokio::test]
    async fn concurrent_listings_stop_at_fifty_products_before_approval() {
        let shop = Shop::open();
        let (mia, ada) = (shop.merchant().await, shop.admin().await);
        let replies = join_all((0..60).map(|number| list(&shop, &mia, number))).await;
        let listed: Vec<&Value> = replies
            .iter()
            .filter(|(status, _)| *status == StatusCode::CREATED)
            .map(|(_, body)| body)
            .collect();
        assert_eq!(listed.len(), 50);
        for (status, body) in replies.iter().filter(|(status, _)| *status != StatusCode::CREATED) {
            assert_eq!((*status, &body["message"]), (StatusCode::CONFLICT, &json!(FULL)));
        }
        let path = format!("/products/{}", listed[7]["product"]["id"].as_str().unwrap());
        shop.call(Method::DELETE, &path, Some(&mia), &Value::Null).await.done(StatusCode::OK);
        assert_eq!(list(&shop, &mia, 61).await.0, StatusCode::CREATED, "a deleted product leaves its place");
        assert_eq!(list(&shop, &mia, 62).await.0, StatusCode::CONFLICT);

        let path = format!("/admin/users/{}/approve", mia.id);
        shop.put(&path, Some(&ada), &json!({"approved": true})).await.done(StatusCode::OK);
        assert_eq!(list(&shop, &mia, 63).await.0, StatusCode::CREATED, "an approved merchant has no limit");
    }

    #[tokio::test]
    async fn a_place_whose_product_was_never_listed_is_free_after_a_minute() {
        let shop = Shop::open();
        let mia = shop.merchant().await;
        // The state after processes died before the listing.
        for number in 0..50 {
            let provenance = shop.app.command_by(Actor::system("crash"));
            let product = ProductId::new(Uuid::from_u128(number));
            take_place(&shop.app.writer, &provenance, AccountId::new(mia.id), product).await.unwrap();
        }
        shop.clock.advance(TimeDelta::milliseconds(59_999));
        assert_eq!(list(&shop, &mia, 1).await.0, StatusCode::CONFLICT, "they may still be on their way");
        shop.clock.advance(TimeDelta::milliseconds(1));
        for number in 0..50 {
            assert_eq!(list(&shop, &mia, number).await.0, StatusCode::CREATED);
        }
        assert_eq!(list(&shop, &mia, 50).await.0, StatusCode::CONFLICT);
    }
}
