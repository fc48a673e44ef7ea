//! Use cases of products: list, change, review, switch and delete.

use std::convert::Infallible;

use domain::{
    form::FieldRefusal,
    product::{
        CheckedProduct, Product, ProductDraft,
        approve_product::{self, ApproveProduct},
        delete_product::{self, DeleteProduct},
        feature_product::{self, FeatureProduct},
        list_product::{self, ListProduct},
        quantity,
        reject_product::{self, RejectProduct},
        resubmit_certificate::{self, ResubmitCertificate},
        resubmit_product::{self, ResubmitProduct},
        review_certificate::{self, ReviewCertificate},
        revise_product::{self, ReviseProduct},
        switch_product::{self, SwitchProduct},
    },
    stall,
    stock::restate_stock::RestateStock,
};
use event_store::Provenance;
use shared_events::{
    Position,
    ids::{AccountId, ProductId},
};

use super::{
    Executed, Failure, execute,
    quotas::take_place,
    stock::{count_first, restate},
};
use crate::App;

/// A product that was listed and waits for an admin.
#[derive(Clone, Debug)]
pub struct Listed {
    pub product_id: ProductId,
    pub product: CheckedProduct,
    /// Position in the log: a view that has reached it knows the product and its stock.
    pub position: Position,
}

/// Reasons not to list a product.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotListed {
    /// All rules that the draft breaks.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    Form(Vec<FieldRefusal>),
    /// The merchant is not approved and has too many products.
    #[error(transparent)]
    Full(#[from] stall::take_place::Refusal),
}

/// Lists a product and counts its stock. `provenance` names the merchant; the same command lists the same
/// product once. A crash in between leaves a product without stock, which the merchant can count again.
pub async fn list_product(
    app: &App,
    provenance: &Provenance,
    merchant_id: AccountId,
    draft: &ProductDraft,
) -> Result<Listed, Failure<NotListed>> {
    let product = draft.check().map_err(|faults| Failure::Refused(NotListed::Form(faults)))?;
    let product_id = ProductId::derived(provenance.command_id, "product");
    let placed = take_place(app, provenance, merchant_id, product_id).await;
    placed.map_err(|failure| failure.map(NotListed::from))?;
    let command = ListProduct { product_id, merchant_id, product };
    let listed = execute(app, provenance, product_id.uuid(), |present: &Product| {
        Ok::<_, Infallible>(list_product::decide(present, &command))
    });
    let listed = listed.await.map_err(|failure| failure.map(|never| match never {}))?;
    let counted = count_first(app, provenance, product_id, command.product.quantity).await;
    let counted = counted.map_err(|failure| failure.map(|never| match never {}))?;
    Ok(Listed { product_id, product: command.product, position: listed.position.max(counted) })
}

/// A product that its merchant has changed.
#[derive(Debug)]
pub struct Revised {
    /// The product after the change.
    pub product: Product,
    /// Position in the log: a view that has reached it knows the change and the stock.
    pub position: Position,
}

/// Changes a product, and its stock if a quantity is given; see [`RestateStock`]. `provenance` names the
/// merchant. A crash in between leaves the stock unchanged; the same form can be sent again.
pub async fn revise(
    app: &App,
    provenance: &Provenance,
    command: &ReviseProduct,
    seen: Option<f64>,
) -> Result<Revised, Failure<revise_product::Refusal>> {
    let invalid = |refusal| Failure::Refused(revise_product::Refusal::Invalid(vec![refusal]));
    let seen = seen.map(|seen| quantity("inventory.seenQuantity", seen)).transpose().map_err(invalid)?;
    let decide = |product: &Product| revise_product::decide(product, command);
    let Executed { state: product, mut position, .. } =
        execute(app, provenance, command.product_id.uuid(), decide).await?;
    if let Some(given) = command.changes.quantity {
        let quantity = quantity("inventory.quantity", given).map_err(invalid)?;
        let command = RestateStock { product_id: command.product_id, quantity, seen, now: provenance.at };
        let restated = restate(app, provenance, &command).await;
        position = position.max(restated.map_err(|failure| failure.map(|never| match never {}))?);
    }
    Ok(Revised { product, position })
}

/// Asks for another review of a rejected product. `provenance` names the merchant.
pub async fn resubmit(
    app: &App,
    provenance: &Provenance,
    command: &ResubmitProduct,
) -> Result<Executed<Product>, Failure<resubmit_product::Refusal>> {
    let decide = |product: &Product| resubmit_product::decide(product, command);
    execute(app, provenance, command.product_id.uuid(), decide).await
}

/// Asks for another review of a rejected certificate. `provenance` names the merchant.
pub async fn resubmit_certificate(
    app: &App,
    provenance: &Provenance,
    command: &ResubmitCertificate,
) -> Result<Executed<Product>, Failure<resubmit_certificate::Refusal>> {
    let decide = |product: &Product| resubmit_certificate::decide(product, command);
    execute(app, provenance, command.product_id.uuid(), decide).await
}

/// Takes a product off sale or puts it on sale again. `provenance` names the caller.
pub async fn switch(
    app: &App,
    provenance: &Provenance,
    command: &SwitchProduct,
) -> Result<Executed<Product>, Failure<switch_product::Refusal>> {
    let decide = |product: &Product| switch_product::decide(product, command);
    execute(app, provenance, command.product_id.uuid(), decide).await
}

/// Deletes a product. `provenance` names the caller.
pub async fn delete(
    app: &App,
    provenance: &Provenance,
    command: &DeleteProduct,
) -> Result<Executed<Product>, Failure<delete_product::Refusal>> {
    let decide = |product: &Product| delete_product::decide(product, command);
    execute(app, provenance, command.product_id.uuid(), decide).await
}

/// Approves a product. `provenance` names the admin.
pub async fn approve(
    app: &App,
    provenance: &Provenance,
    command: &ApproveProduct,
) -> Result<Executed<Product>, Failure<approve_product::Refusal>> {
    let decide = |product: &Product| approve_product::decide(product, command);
    execute(app, provenance, command.product_id.uuid(), decide).await
}

/// Rejects a product. `provenance` names the admin.
pub async fn reject(
    app: &App,
    provenance: &Provenance,
    command: &RejectProduct,
) -> Result<Executed<Product>, Failure<reject_product::Refusal>> {
    let decide = |product: &Product| reject_product::decide(product, command);
    execute(app, provenance, command.product_id.uuid(), decide).await
}

/// Reviews a product's organic certificate. `provenance` names the admin.
pub async fn review_certificate(
    app: &App,
    provenance: &Provenance,
    command: &ReviewCertificate,
) -> Result<Executed<Product>, Failure<review_certificate::Refusal>> {
    let decide = |product: &Product| review_certificate::decide(product, command);
    execute(app, provenance, command.product_id.uuid(), decide).await
}

/// Shows a product on the home page, or stops showing it there. `provenance` names the admin.
pub async fn feature(
    app: &App,
    provenance: &Provenance,
    product_id: ProductId,
    featured: bool,
) -> Result<Executed<Product>, Failure<feature_product::Refusal>> {
    let command = FeatureProduct { product_id, featured };
    let decide = |product: &Product| feature_product::decide(product, &command);
    execute(app, provenance, product_id.uuid(), decide).await
}

#[cfg(test)]
mod tests {
    use domain::product::GivenCertificate;
    use shared_events::{Actor, events::StockEvent};
    use uuid::Uuid;

    use super::*;
    use crate::http::testing::Shop;

    fn merchant_id() -> AccountId {
        AccountId::new(Uuid::from_u128(0xa0))
    }

    fn tomatoes() -> ProductDraft {
        ProductDraft {
            name: "San Marzano Tomatoes".to_owned(),
            description: "Long, meaty and sweet.".to_owned(),
            price: Some(3.5),
            category: "produce".to_owned(),
            subcategory: "Vegetables".to_owned(),
            quantity: Some(40.0),
            unit: "pound".to_owned(),
            ..ProductDraft::default()
        }
    }

    #[tokio::test]
    async fn a_repeated_command_lists_and_counts_once() {
        let shop = Shop::open();
        let provenance = shop.app.command_by(Actor::system("test"));
        let first = list_product(&shop.app, &provenance, merchant_id(), &tomatoes()).await.unwrap();
        let again = list_product(&shop.app, &provenance, merchant_id(), &tomatoes()).await.unwrap();
        assert_eq!((first.product_id, first.position), (again.product_id, again.position));
        let id = first.product_id.uuid();
        assert_eq!(shop.history("product", id).await, ["ProductListed"]);
        assert_eq!(shop.history("stock", id).await, ["StockCounted"]);
    }

    #[tokio::test]
    async fn repeating_an_interrupted_command_finishes_it() {
        let shop = Shop::open();
        let provenance = shop.app.command_by(Actor::system("test"));
        let product_id = ProductId::derived(provenance.command_id, "product");
        let product = tomatoes().check().unwrap();
        let command = ListProduct { product_id, merchant_id: merchant_id(), product };
        let listed = execute(&shop.app, &provenance, product_id.uuid(), |present: &Product| {
            Ok::<_, Infallible>(list_product::decide(present, &command))
        });
        listed.await.unwrap();
        assert!(shop.history("stock", product_id.uuid()).await.is_empty(), "the process died here");
        let finished = list_product(&shop.app, &provenance, merchant_id(), &tomatoes()).await.unwrap();
        assert_eq!(finished.product_id, product_id);
        let counted = shop.app.log.last::<StockEvent>(product_id.uuid()).await.unwrap().unwrap();
        assert_eq!(counted.event, StockEvent::StockCounted { product_id, quantity: 40 });
    }

    #[tokio::test]
    async fn a_claim_with_a_certificate_is_listed() {
        let shop = Shop::open();
        let provenance = shop.app.command_by(Actor::system("test"));
        let claim = ProductDraft { is_organic: true, ..tomatoes() };
        let refused = list_product(&shop.app, &provenance, merchant_id(), &claim).await;
        assert!(matches!(refused, Err(Failure::Refused(_))));
        let url = format!("/api/uploads/certificates/{}/a.pdf", merchant_id());
        let certificate = GivenCertificate { url, original_name: String::new(), is_own: true };
        let proven = ProductDraft { certificate: Some(certificate), ..claim };
        let listed = list_product(&shop.app, &provenance, merchant_id(), &proven).await.unwrap();
        assert!(listed.product.details.is_organic);
        let history = shop.history("product", listed.product_id.uuid()).await;
        assert_eq!(history, ["ProductListed", "OrganicCertificateSubmitted"]);
    }
}
