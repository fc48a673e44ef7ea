//! Offering products, and letting them be sold.

use std::convert::Infallible;

use event_store::Provenance;
use shared_events::{
    Position,
    ids::{AccountId, ProductId},
};

use super::{Executed, Failure, execute, stock::count_first};
use crate::{
    App,
    domain::{
        form::FieldRefusal,
        product::{
            CheckedProduct, Product, ProductDraft,
            approve_product::{self, ApproveProduct},
            feature_product::{self, FeatureProduct},
            list_product::{self, ListProduct},
            reject_product::{self, RejectProduct},
        },
    },
};

/// A product that is listed and waits for an admin.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Which product.
    pub product_id: ProductId,
    /// What it is.
    pub product: CheckedProduct,
    /// Views that have come this far know the product and its stock.
    pub position: Position,
}

/// Offers a product and says how many units there are. `provenance` names the merchant; the same command lists the same
/// product once. A crash between both leaves a product without stock, which the merchant can count again.
///
/// # Errors
/// All rules that the draft breaks.
pub async fn list_product(
    app: &App,
    provenance: &Provenance,
    merchant_id: AccountId,
    draft: &ProductDraft,
) -> Result<Listed, Failure<Vec<FieldRefusal>>> {
    let product = draft.check().map_err(Failure::Refused)?;
    let product_id = ProductId::derived(provenance.command_id, "product");
    let command = ListProduct { product_id, merchant_id, product };
    let listed = execute(&app.log, provenance, product_id.uuid(), |present: &Product| {
        Ok::<_, Infallible>(list_product::decide(present, &command))
    });
    let listed = listed.await.map_err(|failure| failure.map(|never| match never {}))?;
    let counted = count_first(app, provenance, product_id, command.product.quantity).await;
    let counted = counted.map_err(|failure| failure.map(|never| match never {}))?;
    Ok(Listed { product_id, product: command.product, position: listed.position.max(counted) })
}

/// Lets a product be sold. `provenance` names the admin.
///
/// # Errors
/// See [`approve_product::Refusal`].
pub async fn approve(
    app: &App,
    provenance: &Provenance,
    product_id: ProductId,
    reason: Option<String>,
) -> Result<Executed<Product>, Failure<approve_product::Refusal>> {
    let command = ApproveProduct { product_id, reason };
    let decide = |product: &Product| approve_product::decide(product, &command);
    execute(&app.log, provenance, product_id.uuid(), decide).await
}

/// Does not let a product be sold. `provenance` names the admin.
///
/// # Errors
/// See [`reject_product::Refusal`].
pub async fn reject(
    app: &App,
    provenance: &Provenance,
    product_id: ProductId,
    reason: String,
) -> Result<Executed<Product>, Failure<reject_product::Refusal>> {
    let command = RejectProduct { product_id, reason };
    let decide = |product: &Product| reject_product::decide(product, &command);
    execute(&app.log, provenance, product_id.uuid(), decide).await
}

/// Puts a product on the home page, or takes it off. `provenance` names the admin.
///
/// # Errors
/// See [`feature_product::Refusal`].
pub async fn feature(
    app: &App,
    provenance: &Provenance,
    product_id: ProductId,
    featured: bool,
) -> Result<Executed<Product>, Failure<feature_product::Refusal>> {
    let command = FeatureProduct { product_id, featured };
    let decide = |product: &Product| feature_product::decide(product, &command);
    execute(&app.log, provenance, product_id.uuid(), decide).await
}
