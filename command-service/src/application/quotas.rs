//! What a merchant may keep before approval: few products, counted in the stream of the merchant's stall, and few bytes
//! of files, counted in the store of files.

use std::collections::BTreeSet;

use blobs::BlobError;
use event_store::Provenance;
use futures_util::future::try_join_all;
use shared_events::ids::{AccountId, ProductId};

use super::{Failure, load, perform};
use crate::{
    App,
    domain::{
        account::{Account, Approval},
        product::Product,
        stall::{
            Stall, free_places,
            take_place::{self, Refusal},
        },
    },
};

/// The most bytes of files of a merchant before approval (3-decisions.md, "Who may see and do what").
pub const MAX_FILE_BYTES_BEFORE_APPROVAL: u64 = 100 * 1024 * 1024;

/// Whether an admin lets this account sell.
fn is_approved(account: &Account) -> bool {
    account.merchant().is_some_and(|profile| matches!(profile.approval, Approval::Approved { .. }))
}

/// Takes a place for a product of a merchant who is not approved; does nothing for one who is. The places of products
/// that were deleted are freed when all are taken, and only then, so that deleting needs to know nothing of places.
///
/// # Errors
/// See [`Refusal`] and [`Failure`].
pub(super) async fn take_place(
    app: &App,
    provenance: &Provenance,
    merchant_id: AccountId,
    product_id: ProductId,
) -> Result<(), Failure<Refusal>> {
    let account: Account = load::<_, Refusal>(&app.log, merchant_id.uuid()).await?.state;
    if is_approved(&account) {
        return Ok(());
    }
    let decide = |stall: &Stall| take_place::decide(stall, merchant_id, product_id);
    match perform(app, provenance, merchant_id.uuid(), decide).await {
        Err(Failure::Refused(Refusal::Full)) => {}
        taken => return taken.map(drop),
    }
    let stall: Stall = load::<_, Refusal>(&app.log, merchant_id.uuid()).await?.state;
    let listed = stall.places.iter().map(async |id| {
        let product: Product = load::<_, Refusal>(&app.log, id.uuid()).await?.state;
        Ok::<_, Failure<Refusal>>((*id, product.listing.is_some_and(|listing| listing.deleted)))
    });
    let listed = try_join_all(listed).await?;
    let deleted: BTreeSet<ProductId> =
        listed.into_iter().filter_map(|(id, deleted)| deleted.then_some(id)).collect();
    let free = |stall: &Stall| Ok::<_, Refusal>(free_places::decide(stall, merchant_id, &deleted));
    perform(app, provenance, merchant_id.uuid(), free).await?;
    perform(app, provenance, merchant_id.uuid(), decide).await.map(drop)
}

/// Keeps a file of so many bytes by `keep`, unless a merchant who is not approved has too many of them. Two files of one
/// merchant are not kept at the same time in one process.
///
/// # Errors
/// Whatever `keep` answers; none: the merchant has no room for it.
pub async fn keep_file<T, E: From<BlobError>>(
    app: &App,
    account: &Account,
    owner: AccountId,
    bytes: u64,
    keep: impl Future<Output = Result<T, E>>,
) -> Result<Option<T>, E> {
    if is_approved(account) {
        return keep.await.map(Some);
    }
    let _turn = app.turns.take::<Stall>(owner.uuid()).await;
    if app.blobs.bytes_of(owner).await?.saturating_add(bytes) > MAX_FILE_BYTES_BEFORE_APPROVAL {
        return Ok(None);
    }
    keep.await.map(Some)
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use futures_util::future::join_all;
    use serde_json::{Value, json};

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
    async fn a_merchant_has_fifty_products_until_approval_however_many_are_listed_at_once() {
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
}
