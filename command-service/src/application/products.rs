//! Use cases that span a product and its stock: list and change a product.

use domain::{
    form::{FieldRefusal, first_text},
    product::{
        CheckedProduct, Product, ProductForm,
        list_product::ListProduct,
        quantity,
        revise_product::{self, ReviseProduct},
    },
    stall,
    stock::{count_stock::CountStock, restate_stock::RestateStock},
};
use event_store::Provenance;
use shared_events::{
    Position,
    ids::{AccountId, ProductId},
};

use super::{Executed, Failure, Writer, quotas::take_place};

/// A product that was listed and waits for an admin.
#[derive(Clone, Debug)]
pub struct Listed {
    pub product_id: ProductId,
    pub product: CheckedProduct,
    /// A position in the log: a view that has reached it contains the product and its stock.
    pub position: Position,
}

/// Reasons not to list a product.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotListed {
    /// All rules that the form breaks.
    #[error("{}", first_text(.0))]
    Form(Vec<FieldRefusal>),
    /// The merchant is not approved and has too many products.
    #[error(transparent)]
    Full(#[from] stall::take_place::Refusal),
}

/// Lists a product and counts its stock. `provenance` names the merchant; the same command lists the same
/// product once. A crash in between leaves a product without stock, which the merchant can count again.
pub async fn list_product(
    writer: &Writer,
    provenance: &Provenance,
    merchant_id: AccountId,
    form: &ProductForm,
) -> Result<Listed, Failure<NotListed>> {
    let product = form.check().map_err(|faults| Failure::Refused(NotListed::Form(faults)))?;
    let product_id = ProductId::derived(provenance.command_id, "product");
    let placed = take_place(writer, provenance, merchant_id, product_id).await;
    placed.map_err(|failure| failure.map(NotListed::from))?;
    let command = ListProduct { product_id, merchant_id, product };
    let listed = writer.execute(provenance, &command).await.map_err(Failure::never_refused)?;
    let count = CountStock { product_id, quantity: command.product.quantity };
    let counted = writer.execute_for_position(provenance, &count).await;
    let counted = counted.map_err(Failure::never_refused)?;
    Ok(Listed { product_id, product: command.product, position: listed.position.max(counted) })
}

/// A product that its merchant has changed.
#[derive(Debug)]
pub struct Revised {
    /// The product after the change.
    pub product: Product,
    /// A position in the log: a view that has reached it contains the change and the stock.
    pub position: Position,
}

/// Changes a product, and its stock if a quantity is given; see [`RestateStock`]. `provenance` names the
/// merchant. A crash in between leaves the stock unchanged; the same form can be sent again.
pub async fn revise(
    writer: &Writer,
    provenance: &Provenance,
    command: &ReviseProduct,
    seen: Option<f64>,
) -> Result<Revised, Failure<revise_product::Refusal>> {
    let invalid = |refusal| Failure::Refused(revise_product::Refusal::Invalid(vec![refusal]));
    let seen = seen.map(|seen| quantity("inventory.seenQuantity", seen)).transpose().map_err(invalid)?;
    let Executed { state: product, mut position, .. } = writer.execute(provenance, command).await?;
    if let Some(given) = command.changes.quantity {
        let quantity = quantity("inventory.quantity", given).map_err(invalid)?;
        let command = RestateStock { product_id: command.product_id, quantity, seen, now: provenance.at };
        let restated = writer.execute_for_position(provenance, &command).await;
        position = position.max(restated.map_err(Failure::never_refused)?);
    }
    Ok(Revised { product, position })
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

    fn tomatoes() -> ProductForm {
        ProductForm {
            name: "San Marzano Tomatoes".to_owned(),
            description: "Long, meaty and sweet.".to_owned(),
            price: Some(3.5),
            category: "produce".to_owned(),
            subcategory: "Vegetables".to_owned(),
            quantity: Some(40.0),
            unit: "pound".to_owned(),
            ..ProductForm::default()
        }
    }

    #[tokio::test]
    async fn a_repeated_command_lists_and_counts_once() {
        let shop = Shop::open();
        let provenance = shop.app.command_by(Actor::system("test"));
        let first = list_product(&shop.app.writer, &provenance, merchant_id(), &tomatoes()).await.unwrap();
        let again = list_product(&shop.app.writer, &provenance, merchant_id(), &tomatoes()).await.unwrap();
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
        shop.app.writer.execute(&provenance, &command).await.unwrap();
        assert!(shop.history("stock", product_id.uuid()).await.is_empty(), "the process died here");
        let finished = list_product(&shop.app.writer, &provenance, merchant_id(), &tomatoes()).await.unwrap();
        assert_eq!(finished.product_id, product_id);
        let counted = shop.app.writer.log.last::<StockEvent>(product_id.uuid()).await.unwrap().unwrap();
        assert_eq!(counted.event, StockEvent::StockCounted { product_id, quantity: 40 });
    }

    #[tokio::test]
    async fn a_claim_with_a_certificate_is_listed() {
        let shop = Shop::open();
        let provenance = shop.app.command_by(Actor::system("test"));
        let claim = ProductForm { is_organic: true, ..tomatoes() };
        let refused = list_product(&shop.app.writer, &provenance, merchant_id(), &claim).await;
        assert!(matches!(refused, Err(Failure::Refused(_))));
        let url = format!("/api/uploads/certificates/{}/a.pdf", merchant_id());
        let certificate = GivenCertificate { url, original_name: String::new(), is_own: true };
        let proven = ProductForm { certificate: Some(certificate), ..claim };
        let listed = list_product(&shop.app.writer, &provenance, merchant_id(), &proven).await.unwrap();
        assert!(listed.product.details.is_organic);
        let history = shop.history("product", listed.product_id.uuid()).await;
        assert_eq!(history, ["ProductListed", "OrganicCertificateSubmitted"]);
    }
}
