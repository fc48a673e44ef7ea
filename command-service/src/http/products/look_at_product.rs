//! `POST /products/{id}/views`: a visitor or customer looks at a product.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode};
use service_kit::{Clock, caller::Visitor, extract::Path};

use crate::{
    client_address::{ClientAddress, ClientHousehold},
    http::refusal::{NoSuch, parse_id, refusals},
    looks::{Looker, Looks},
};

/// Count a view of a product
///
/// Counts one view per visitor and product within an hour, without views by the product's merchant. The count is
/// visible within 15 seconds. Visitors who are not logged in are distinguished by network address. A view of a product
/// that is not public is accepted and not counted, so that the answer requires no reads.
#[utoipa::path(
    post,
    path = "/products/{id}/views",
    extensions(("x-no-idempotency-key" = json!(true))),
    tag = "products",
    params(("id" = Uuid, Path, description = "The product")),
    responses(
        (status = 204, description = "Noted"),
    ),
    security((), ("bearer" = [])),
)]
pub(crate) async fn look_at_product(
    State(looks): State<Looks>,
    State(clock): State<Arc<dyn Clock>>,
    Visitor(visitor): Visitor,
    ClientAddress(address): ClientAddress,
    ClientHousehold(household): ClientHousehold,
    Path(id): Path<String>,
) -> Result<StatusCode, Refused> {
    let product = parse_id(&id, NoSuch("Product not found"))?;
    let looker = match visitor {
        Some(caller) => Looker::Account(caller.account),
        None => Looker::Visitor(household),
    };
    looks.note(product, looker, address, clock.now());
    Ok(StatusCode::NO_CONTENT)
}

refusals! {
    Refused from NoSuch {
        _ => NotFound when "Not the id of a product",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{StatusCode, header};
    use event_store::log::typed;
    use serde_json::json;
    use shared_events::{StreamId, events::ViewsEvent};
    use uuid::Uuid;

    use crate::{
        http::{
            market::Market,
            testing::{Person, from_address},
        },
        looks,
    };

    async fn look(market: &Market, id: Uuid, who: Option<&Person>) {
        let reply = market.shop.post(&format!("/products/{id}/views"), who, &json!(null)).await;
        assert_eq!(reply.status, StatusCode::NO_CONTENT);
    }

    async fn counted(market: &Market, id: Uuid) -> Vec<u32> {
        let stream = StreamId::new("views", id);
        let events = market.shop.app.writer.log.load_raw(&stream).await.unwrap();
        let visitors = |event| match typed::<ViewsEvent>(event).unwrap().event {
            ViewsEvent::ProductViewed { visitors, .. } => visitors,
        };
        events.into_iter().map(visitors).collect()
    }

    #[tokio::test]
    async fn looks_of_other_people_are_counted_once_and_written_together() {
        let market = Market::open().await;
        let app = &market.shop.app;
        let id = market.tomatoes.uuid();
        for who in [None, None, Some(&market.anna), Some(&market.anna), Some(&market.ben), Some(&market.mia)]
        {
            look(&market, id, who).await;
        }
        assert!(counted(&market, id).await.is_empty(), "an answer waits for nothing");
        looks::write(app).await;
        assert_eq!(counted(&market, id).await, [3], "a visitor, Anna and Ben, and not the merchant");
        look(&market, id, Some(&market.anna)).await;
        looks::write(app).await;
        assert_eq!(counted(&market, id).await, [3]);
        market.shop.clock.advance(chrono::TimeDelta::hours(1));
        look(&market, id, None).await;
        look(&market, id, Some(&market.mia)).await;
        looks::write(app).await;
        assert_eq!(counted(&market, id).await, [3, 1]);
    }

    #[tokio::test]
    async fn a_visitor_who_claims_to_be_many_browsers_counts_once() {
        let market = Market::open().await;
        let id = market.tomatoes.uuid();
        for number in 0..115 {
            let address = ([192, 0, 2, 7], 40_000 + number).into();
            let mut request = from_address(&format!("/products/{id}/views"), address, &json!(null));
            let browser = format!("Browser/{number}").parse().unwrap();
            request.headers_mut().insert(header::USER_AGENT, browser);
            assert_eq!(market.shop.send(request).await.status, StatusCode::NO_CONTENT);
        }
        looks::write(&market.shop.app).await;
        assert_eq!(counted(&market, id).await, [1]);
    }

    #[tokio::test]
    async fn looks_at_products_that_are_not_public_are_not_counted() {
        let market = Market::open().await;
        let off = json!({"isActive": false});
        let path = format!("/products/{}/toggle-status", market.kale);
        market.shop.put(&path, Some(&market.mia), &off).await.done(StatusCode::OK);
        for id in [market.kale.uuid(), Uuid::from_u128(7)] {
            look(&market, id, None).await;
            looks::write(&market.shop.app).await;
            assert!(counted(&market, id).await.is_empty());
        }
        let reply = market.shop.post("/products/7/views", None, &json!(null)).await;
        assert_eq!(reply.refused(StatusCode::NOT_FOUND), "Product not found");
    }
}
