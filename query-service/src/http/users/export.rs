//! `GET /users/me/export`: the caller's personal data, as a file. It comes from the views, which contain everything
//! that any screen shows of a person. An operator exports the rest of the log, event by event.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use postgres_kit::Pool;
use serde::Serialize;
use service_kit::{
    Problem,
    caller::Caller,
    extract::Json,
    token::{SESSION_LIFETIME, Tokens},
};
use shared_events::{Role, shop::OrderStatus};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    App,
    model::{
        Conversation, Message, Notification, Order, OrderStatusName, Page, Product, Review, SavedAddress,
        User,
    },
    queries::{Word, accounts, catalog, conversations, failed, notifications, orders, reviews, sessions},
};

pub(super) const VIEWS: &[&str] = &[
    accounts::VIEW,
    catalog::VIEW,
    conversations::VIEW,
    notifications::VIEW,
    orders::VIEW,
    reviews::VIEW,
    sessions::VIEW,
];

/// One page larger than any person's list.
const ALL: Page = Page { number: 1, limit: 100_000 };

/// A person's data in this shop. Of other people, it contains only what the person has seen: the names of those who
/// wrote, and their messages.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Export {
    /// When the export was made.
    exported_at: DateTime<Utc>,
    user: User,
    addresses: Vec<SavedAddress>,
    favorites: Vec<Product>,
    /// The person's purchases. A merchant's sales are the data of its customers, so they are left out.
    orders: Vec<Order>,
    conversations: Vec<Conversation>,
    /// All messages of these conversations, from both sides: conversation by conversation, oldest first.
    messages: Vec<Message>,
    /// The person's reviews of products.
    reviews: Vec<Review>,
    notifications: Vec<Notification>,
    /// The open sessions.
    sessions: Vec<ExportedSession>,
    /// Merchants only: the products, with certificates and admins' feedback.
    products: Vec<Product>,
    /// Merchants only: the replies to reviews.
    replies: Vec<ExportedReply>,
    /// Merchants only: the notes to customers about their orders.
    remarks: Vec<ExportedRemark>,
}

/// An open session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedSession {
    id: Uuid,
    #[schema(required)]
    browser: Option<String>,
    #[schema(required)]
    system: Option<String>,
    created_at: DateTime<Utc>,
}

/// A reply to a review.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedReply {
    review_id: Uuid,
    product_id: Uuid,
    text: String,
    created_at: DateTime<Utc>,
}

/// A merchant's note to the customer of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedRemark {
    order_number: String,
    /// The order's state after the step that the note belongs to.
    #[schema(value_type = OrderStatusName)]
    status: OrderStatus,
    text: String,
    created_at: DateTime<Utc>,
}

/// Export the caller's personal data as a file
#[utoipa::path(
    get,
    path = "/users/me/export",
    tag = "users",
    responses((status = 200, body = Export)),
    security(("bearer" = [])),
)]
pub(crate) async fn export(State(app): State<App>, caller: Caller) -> Result<Response, Problem> {
    let known = known(&app.pool, &app.tokens, caller).await.map_err(failed)?;
    let known = known.ok_or_else(Problem::unauthenticated)?;
    let file = [(header::CONTENT_DISPOSITION, "attachment; filename=\"greenstall-data.json\"")];
    Ok((file, Json(known)).into_response())
}

/// Reads the export; `None` when the account does not exist.
async fn known(pool: &Pool, tokens: &Tokens, caller: Caller) -> Result<Option<Export>, sqlx::Error> {
    let (id, now) = (caller.account, tokens.now());
    let Some(user) = accounts::user(pool, id).await? else { return Ok(None) };
    let mut export = Export {
        exported_at: now,
        user,
        addresses: accounts::addresses(pool, id).await?,
        favorites: catalog::favourites(pool, id).await?,
        orders: orders::of_customer(pool, id, ALL).await?,
        conversations: conversations::of_inboxes(pool, &[id], ALL).await?,
        messages: conversations::all_messages(pool, id).await?,
        reviews: reviews::by_customer(pool, id).await?,
        notifications: notifications::of_account(pool, id, ALL).await?,
        sessions: sessions::of_account(pool, id, now - SESSION_LIFETIME)
            .await?
            .into_iter()
            .map(Into::into)
            .collect(),
        products: Vec::new(),
        replies: Vec::new(),
        remarks: Vec::new(),
    };
    if caller.role == Role::Merchant {
        export.products = catalog::own_products(pool, id, ALL).await?;
        export.replies = reviews::replies_of(pool, id).await?.into_iter().map(Into::into).collect();
        export.remarks = orders::remarks_of(pool, id).await?.into_iter().map(Into::into).collect();
    }
    Ok(Some(export))
}

impl From<sessions::Row> for ExportedSession {
    fn from(row: sessions::Row) -> Self {
        Self { id: row.session_id, browser: row.browser, system: row.system, created_at: row.opened_at }
    }
}

impl From<reviews::ReplyRow> for ExportedReply {
    fn from(row: reviews::ReplyRow) -> Self {
        Self {
            review_id: row.review_id,
            product_id: row.product_id,
            text: row.reply.unwrap_or_default(),
            created_at: row.replied_at,
        }
    }
}

impl From<orders::RemarkRow> for ExportedRemark {
    fn from(row: orders::RemarkRow) -> Self {
        let orders::RemarkRow { number, status: Word(status), at, note } = row;
        Self { order_number: number, status, text: note, created_at: at }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_events::{
        Personal,
        events::{AccountEvent, FavouriteEvent, OrderEvent},
        ids::{AddressId, OrderId, ProductId},
        shop::SavedAddress,
    };
    use uuid::Uuid;

    use crate::testing::{Goods, Market, Person, pluck};

    /// Data that a person leaves in a shop. Each text contains its owner's name.
    struct Traces {
        order: OrderId,
        product: ProductId,
    }

    /// Lets a customer use every feature, with a merchant who replies.
    async fn busy(market: &mut Market, customer: &Person, farm: &Person) -> Traces {
        let (id, name) = (customer.id, &customer.name);
        let product = market.product(farm, Goods::named("Pear")).await;
        let order = market.checkout(customer, &[farm]).await[0];
        market.log_in(customer).await;
        let liked = FavouriteEvent::FavouriteAdded { account_id: id, product_id: product };
        market.append(id.uuid(), customer.actor(), liked).await;
        let address_id = AddressId::new(Uuid::new_v5(&id.uuid(), b"cabin"));
        let entry = SavedAddress { name: format!("Cabin of {name}"), ..SavedAddress::default() };
        let address = Personal::new(id.uuid(), entry);
        let added = AccountEvent::AddressAdded { account_id: id, address_id, address };
        market.append(id.uuid(), customer.actor(), added).await;
        let conversation = market.conversation(customer, farm).await;
        market.message(conversation, farm, &format!("Dear {name}, they are ripe.")).await;
        let review = market.review(customer, farm, product, (5, &format!("{name} likes it"))).await;
        market.answer(farm, &review, &format!("Thank you, {name}")).await;
        let note = Some(Personal::new(farm.id.uuid(), format!("Packed for {name}")));
        market.order_event(farm, order, OrderEvent::OrderConfirmed { order_id: order, note }).await;
        Traces { order, product }
    }

    #[tokio::test]
    async fn the_export_contains_everything_known_about_a_person() {
        let mut market = Market::open().await;
        let (ada, ben) = (market.customer("Ada").await, market.customer("Ben").await);
        let farm = market.merchant("Green Farm", "05401").await;
        let traces = busy(&mut market, &ada, &farm).await;
        busy(&mut market, &ben, &farm).await;
        let answer = market.get_as(&ada, "/users/me/export").await;
        assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"greenstall-data.json\"");
        let known = answer.ok();
        assert_eq!(
            (&known["user"]["name"], &known["user"]["email"]),
            (&json!("Ada"), &json!("ada@example.org"))
        );
        assert!(known["user"]["preferences"]["email"].is_object());
        assert_eq!(pluck(&known["addresses"], "name"), ["Cabin of Ada"]);
        assert_eq!(pluck(&known["favorites"], "id"), [traces.product.to_string()]);
        assert_eq!(pluck(&known["orders"], "id"), [traces.order.to_string()]);
        assert_eq!(known["orders"][0]["shippingAddress"]["firstName"], "Ada");
        assert_eq!(known["orders"][0]["timeline"][1]["note"], "Packed for Ada");
        assert_eq!(pluck(&known["conversations"], "subject"), ["A question"]);
        assert_eq!(pluck(&known["messages"], "content"), ["Ada asks", "Dear Ada, they are ripe."]);
        assert_eq!(pluck(&known["reviews"], "comment"), ["Ada likes it"]);
        assert_eq!(known["reviews"][0]["reply"]["text"], "Thank you, Ada");
        let mut kinds = pluck(&known["notifications"], "type");
        kinds.sort_unstable();
        assert_eq!(kinds, ["message", "order_status"]);
        assert_eq!(known["sessions"].as_array().unwrap().len(), 1);
        for of_merchants in ["products", "replies", "remarks"] {
            assert_eq!(known[of_merchants], json!([]));
        }
        let text = known.to_string();
        for foreign in ["Ben", "ben@", "owner.of.green.farm@example.org"] {
            assert!(!text.contains(foreign), "{foreign}: {known:#}");
        }
        assert_eq!(market.get("/users/me/export").await.refusal().0, 401);
    }

    #[tokio::test]
    async fn a_merchants_export_has_its_own_texts_and_no_customer_data() {
        let mut market = Market::open().await;
        let (ada, ben) = (market.customer("Ada").await, market.customer("Ben").await);
        let (farm, other) =
            (market.merchant("Green Farm", "05401").await, market.merchant("River Farm", "05404").await);
        let traces = busy(&mut market, &ada, &farm).await;
        busy(&mut market, &ben, &other).await;
        market.hand_in_certificate(&farm, traces.product).await;
        let known = market.get_as(&farm, "/users/me/export").await.ok();
        assert_eq!(known["user"]["phone"], "802-555-0100");
        assert_eq!(known["user"]["address"]["street"], "1 Mill Road");
        assert_eq!(pluck(&known["products"], "name"), ["Pear"]);
        assert_eq!(known["products"][0]["organicCertificate"]["originalName"], "Organic 2026.pdf");
        assert_eq!(pluck(&known["replies"], "text"), ["Thank you, Ada"]);
        assert_eq!(pluck(&known["remarks"], "text"), ["Packed for Ada"]);
        assert_eq!(known["remarks"][0]["status"], "confirmed");
        assert_eq!(pluck(&known["messages"], "content"), ["Ada asks", "Dear Ada, they are ripe."]);
        assert_eq!(known["orders"], json!([]));
        let text = known.to_string();
        for foreign in ["Ben", "River Farm", "ada@example.org", "Cabin", "Ring twice", "Ada likes it"] {
            assert!(!text.contains(foreign), "{foreign}: {known:#}");
        }
    }
}
