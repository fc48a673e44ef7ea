//! Helpers that append typical events to a market's log.

use chrono::{DateTime, Utc};
use histories::{Checkout, Order, Product, Review, address, business, product};
use places::Places;
use service_kit::token::Claims;
use shared_events::{
    Actor, Cents, Role,
    events::{AccountEvent, Browser, CheckoutEvent, OrderEvent, ProductEvent, UserAgent},
    ids::{AccountId, CheckoutId, OrderId, ProductId, ReviewId, SessionId, VerificationId},
    shop::{Address, BusinessProfile, DeliveryMethod, Line, ProductDetails, ShippingDetails},
};
use uuid::Uuid;

pub(crate) use histories::Person;

use super::{Market, opening};

/// A merchant's product. Members that a test does not set have typical values.
#[derive(Clone, Debug)]
pub(crate) struct Goods {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) category: &'static str,
    pub(crate) tags: &'static [&'static str],
    pub(crate) price: i64,
    pub(crate) quantity: u32,
}

impl Default for Goods {
    fn default() -> Self {
        Self {
            name: "Heirloom Tomato",
            description: "Ripened on the vine",
            category: "produce",
            tags: &["red", "juicy"],
            price: 4_50,
            quantity: 10,
        }
    }
}

impl Goods {
    /// A typical product with this name.
    pub(crate) fn named(name: &'static str) -> Self {
        Self { name, ..Self::default() }
    }
}

impl Market {
    pub(crate) fn token_of(&self, person: &Person) -> String {
        let session = SessionId::new(person.id.uuid());
        self.tokens.issue(&Claims::new(person.id, person.role, session, 0, opening()))
    }

    /// Records the session that the person's token belongs to.
    pub(crate) async fn log_in(&mut self, person: &Person) -> SessionId {
        self.open_session(person, SessionId::new(person.id.uuid())).await
    }

    /// Opens another session of the same person.
    pub(crate) async fn log_in_elsewhere(&mut self, person: &Person, number: u128) -> SessionId {
        self.open_session(person, SessionId::new(Uuid::from_u128(number))).await
    }

    async fn open_session(&mut self, person: &Person, session_id: SessionId) -> SessionId {
        let agent = UserAgent { browser: Some(Browser::Firefox), system: None };
        self.append(session_id.uuid(), person.actor(), person.logged_in(session_id, 0, agent)).await;
        session_id
    }

    pub(crate) async fn end_session(&mut self, person: &Person, session_id: SessionId) {
        self.append(session_id.uuid(), person.actor(), person.logged_out(session_id)).await;
    }

    pub(crate) async fn end_all_sessions(&mut self, person: &Person, except: Option<SessionId>) {
        self.append(person.id.uuid(), person.actor(), person.all_sessions_ended(except)).await;
    }

    pub(crate) async fn deactivate(&mut self, person: &Person) {
        self.append(person.id.uuid(), Actor::system("test"), person.deactivated()).await;
    }

    pub(crate) async fn reactivate(&mut self, person: &Person) {
        self.append(person.id.uuid(), Actor::system("test"), person.reactivated()).await;
    }

    pub(crate) async fn customer(&mut self, name: &str) -> Person {
        self.open_account(name, Role::Customer, None, None).await
    }

    pub(crate) async fn admin(&mut self) -> Person {
        self.open_admin("Root").await
    }

    pub(crate) async fn open_admin(&mut self, name: &str) -> Person {
        self.open_account(name, Role::Admin, None, None).await
    }

    /// Signs up a merchant, who waits for approval.
    pub(crate) async fn new_merchant(&mut self, business_name: &str, zip: &str) -> Person {
        let place = Places::builtin().lookup(zip).expect("a ZIP code");
        let address = Address {
            city: place.city.to_owned(),
            state: place.state.to_owned(),
            zip_code: zip.to_owned(),
            latitude: Some(place.latitude),
            longitude: Some(place.longitude),
            ..address()
        };
        let name = format!("Owner of {business_name}");
        self.open_account(&name, Role::Merchant, Some(address), Some(business_called(business_name))).await
    }

    pub(crate) async fn rename_business(&mut self, merchant: &Person, business_name: &str) {
        let renamed = merchant.business_renamed(business_name);
        self.append(merchant.id.uuid(), merchant.actor(), renamed).await;
    }

    /// Signs up a merchant and approves it.
    pub(crate) async fn merchant(&mut self, business_name: &str, zip: &str) -> Person {
        let merchant = self.new_merchant(business_name, zip).await;
        self.approve_merchant(&merchant).await;
        merchant
    }

    pub(crate) async fn approve_merchant(&mut self, merchant: &Person) {
        self.append(merchant.id.uuid(), Actor::system("test"), merchant.approved()).await;
    }

    pub(crate) async fn reject_merchant(&mut self, merchant: &Person, reason: &str) {
        self.append(merchant.id.uuid(), Actor::system("test"), merchant.rejected_for(reason)).await;
    }

    pub(crate) async fn email_verification_requested(&mut self, person: &Person) {
        let (account_id, expires_at) = (person.id, opening());
        let request_id = VerificationId::new(self.fresh_id());
        let requested = AccountEvent::EmailVerificationRequested { account_id, request_id, expires_at };
        self.append(account_id.uuid(), Actor::system("test"), requested).await;
    }

    pub(crate) async fn email_change_requested(&mut self, person: &Person, email: &str) {
        let (account_id, expires_at) = (person.id, opening());
        let request_id = VerificationId::new(self.fresh_id());
        let email = person.personal(email.to_owned());
        let requested =
            AccountEvent::EmailChangeRequested { account_id, request_id, email, generation: 0, expires_at };
        self.append(account_id.uuid(), Actor::system("test"), requested).await;
    }

    pub(crate) async fn email_changed(&mut self, person: &Person, email: &str) {
        self.append(person.id.uuid(), Actor::system("test"), person.email_changed(email)).await;
    }

    async fn open_account(
        &mut self,
        name: &str,
        role: Role,
        address: Option<Address>,
        business: Option<BusinessProfile>,
    ) -> Person {
        let phone = business.as_ref().map(|_| "802-555-0100".to_owned());
        let id = AccountId::new(self.fresh_id());
        let (name, email) = (name.to_owned(), email_of(name));
        let person = Person { id, role, name, email, phone, address, business };
        self.append(id.uuid(), person.actor(), person.opened()).await;
        person
    }

    /// Lists a product, which waits for approval.
    pub(crate) async fn new_product(&mut self, merchant: &Person, goods: Goods) -> ProductId {
        let product = by_id(ProductId::new(self.fresh_id())).named(goods.name).sold_by(merchant);
        let details = ProductDetails {
            description: goods.description.to_owned(),
            category: goods.category.to_owned(),
            subcategory: String::new(),
            tags: goods.tags.iter().map(|tag| (*tag).to_owned()).collect(),
            ..product.details.clone()
        };
        let product = Product { details, price: Cents(goods.price), ..product };
        self.append(product.id.uuid(), merchant.actor(), product.listed()).await;
        self.append(product.id.uuid(), merchant.actor(), product.counted(goods.quantity)).await;
        product.id
    }

    /// Lists a product and approves it.
    pub(crate) async fn product(&mut self, merchant: &Person, goods: Goods) -> ProductId {
        let id = self.new_product(merchant, goods).await;
        self.product_event(id, by_id(id).approved_with("Lovely")).await;
        id
    }

    /// Records this many visitors of a product.
    pub(crate) async fn look_at(&mut self, product_id: ProductId, visitors: u32) {
        self.append(product_id.uuid(), Actor::system("test"), by_id(product_id).viewed(visitors)).await;
    }

    pub(crate) async fn reject_product(&mut self, id: ProductId, reason: &str) {
        self.product_event(id, by_id(id).rejected_for(reason)).await;
    }

    /// Appends an event to a product's stream.
    pub(crate) async fn product_event(&mut self, id: ProductId, event: ProductEvent) {
        self.append(id.uuid(), Actor::system("test"), event).await;
    }

    /// The merchant renames a product and claims that it is organic.
    pub(crate) async fn revise_product(&mut self, id: ProductId, name: &str) {
        let mut product = by_id(id).named(name);
        product.details.is_organic = true;
        product.details.images.clear();
        product.details.tags.clear();
        self.product_event(id, product.revised()).await;
    }

    /// The merchant revises the pickup instructions. `None`: they are in the fulfillment, as before their review.
    pub(crate) async fn instruct(&mut self, id: ProductId, instructions: Option<&str>) {
        let mut product = by_id(id);
        product.details.pickup_instructions = instructions.map(str::to_owned);
        self.product_event(id, product.revised()).await;
    }

    /// The merchant uploads an organic certificate.
    pub(crate) async fn hand_in_certificate(&mut self, merchant: &Person, id: ProductId) {
        let certificate = by_id(id).sold_by(merchant).certificate_submitted("Organic 2026.pdf");
        self.product_event(id, certificate).await;
    }

    pub(crate) async fn feature(&mut self, id: ProductId) {
        self.product_event(id, by_id(id).featured()).await;
    }

    /// A customer reviews a merchant's product.
    pub(crate) async fn review(
        &mut self,
        customer: &Person,
        merchant: &Person,
        product_id: ProductId,
        (rating, comment): (u8, &str),
    ) -> Review {
        let id = ReviewId::derived(product_id.uuid(), &customer.name);
        let product = by_id(product_id).sold_by(merchant);
        let review = Review { id, ..Review::new(0, customer, &product) };
        self.append(id.uuid(), customer.actor(), review.written(rating, comment)).await;
        review
    }

    /// The merchant replies to a review.
    pub(crate) async fn answer(&mut self, merchant: &Person, review: &Review, text: &str) {
        self.append(review.id.uuid(), merchant.actor(), review.answered(text)).await;
    }

    /// Pays a checkout of one tomato from each of these merchants. Returns the orders, in the merchants' order.
    pub(crate) async fn checkout(&mut self, customer: &Person, merchants: &[&Person]) -> Vec<OrderId> {
        self.checkout_with_fees(
            customer,
            &merchants.iter().map(|merchant| (*merchant, 0)).collect::<Vec<_>>(),
        )
        .await
    }

    /// As [`Self::checkout`], with each merchant's share of the delivery fee in cents.
    pub(crate) async fn checkout_with_fees(
        &mut self,
        customer: &Person,
        merchants: &[(&Person, i64)],
    ) -> Vec<OrderId> {
        let (checkout_id, number) = (CheckoutId::new(self.fresh_id()), self.count);
        let mut planned = Vec::new();
        for (index, (merchant, fee)) in merchants.iter().enumerate() {
            let order_id = OrderId::new(self.fresh_id());
            let lines = vec![pounds_of(merchant, ProductId::new(self.fresh_id()), "Heirloom Tomato", 1)];
            let order = order((order_id, checkout_id), (number, index + 1), customer, merchant);
            planned.push(order.of(lines).with_fee(Cents(*fee)));
        }
        let checkout = Checkout { expires_at: self.now, ..Checkout::of(planned) };
        self.append(checkout_id.uuid(), customer.actor(), checkout.started()).await;
        for order in &checkout.orders {
            self.append(order.id.uuid(), Actor::system("test"), order.placed()).await;
        }
        checkout.orders.iter().map(|order| order.id).collect()
    }

    /// Places a paid order of these products, at $4.50 a pound, outside of any checkout.
    pub(crate) async fn sale(
        &mut self,
        customer: &Person,
        merchant: &Person,
        goods: &[(ProductId, &str, u32)],
    ) -> OrderId {
        let ids = (OrderId::new(self.fresh_id()), CheckoutId::new(self.fresh_id()));
        let lines = goods
            .iter()
            .map(|(product_id, name, quantity)| pounds_of(merchant, *product_id, name, *quantity))
            .collect();
        let mut order = order(ids, (self.count, 1), customer, merchant).of(lines);
        order.amounts.tax = Cents(8);
        let order = order.with_fee(Cents(5_00));
        self.append(order.id.uuid(), Actor::system("test"), order.placed()).await;
        order.id
    }

    /// Places a paid order with same-day delivery on this day.
    pub(crate) async fn promised(&mut self, customer: &Person, merchant: &Person, day: &str) -> OrderId {
        let ids = (OrderId::new(self.fresh_id()), CheckoutId::new(self.fresh_id()));
        let lines = vec![pounds_of(merchant, ProductId::new(self.fresh_id()), "Heirloom Tomato", 1)];
        let mut order = order(ids, (self.count, 1), customer, merchant).of(lines);
        order.delivery_method = DeliveryMethod::SameDayDelivery;
        order.promised_for = day.parse().ok();
        self.append(order.id.uuid(), Actor::system("test"), order.placed()).await;
        order.id
    }

    /// Moves the market's clock to this time. The next event is recorded a minute later.
    pub(crate) fn wait_until(&mut self, moment: DateTime<Utc>) {
        self.now = moment;
    }

    /// The customer's bank disputes the payment of an order's checkout.
    pub(crate) async fn dispute(&mut self, order: OrderId) {
        let placed = self.log.load::<OrderEvent>(order.uuid()).await.expect("the log answers");
        let placed = placed.into_iter().next().expect("the order is there").event;
        let OrderEvent::OrderPlaced { checkout_id, amounts, .. } = placed else {
            panic!("an order begins with its placing")
        };
        let disputed = CheckoutEvent::ChargeDisputed {
            checkout_id,
            dispute_id: "dp_1".to_owned(),
            amount: amounts.total,
            reason: "fraudulent".to_owned(),
        };
        self.append(checkout_id.uuid(), Actor::system("test"), disputed).await;
    }

    /// Appends an event of this person to an order's stream.
    pub(crate) async fn order_event(&mut self, actor: &Person, order: OrderId, event: OrderEvent) {
        self.append(order.uuid(), actor.actor(), event).await;
    }
}

fn business_called(business_name: &str) -> BusinessProfile {
    BusinessProfile {
        business_description: "Vegetables since 1950".to_owned(),
        offers_delivery: true,
        same_day_delivery: true,
        photo_url: Some("/uploads/farm.webp".to_owned()),
        ..business(business_name)
    }
}

/// The product with this id, for events that contain only the id.
fn by_id(id: ProductId) -> Product {
    Product { id, ..product(0) }
}

fn pounds_of(merchant: &Person, id: ProductId, name: &str, quantity: u32) -> Line {
    by_id(id).named(name).sold_by(merchant).line(&merchant.name, quantity)
}

/// An order without items. Its number consists of its checkout's number and its place in that checkout.
fn order(
    (id, checkout_id): (OrderId, CheckoutId),
    (number, place): (u128, usize),
    customer: &Person,
    merchant: &Person,
) -> Order {
    Order {
        id,
        checkout_id,
        number: format!("GS-261121-{number:05}-{place}"),
        parent_number: format!("GS-261121-{number:05}"),
        merchant_name: merchant.name.clone(),
        merchant_address: Some(merchant.personal(Address::default())),
        shipping: ShippingDetails {
            first_name: customer.name.clone(),
            zip_code: "05401".to_owned(),
            delivery_instructions: "Ring twice".to_owned(),
            ..ShippingDetails::default()
        },
        ..Order::new(number, customer, merchant)
    }
}

fn email_of(name: &str) -> String {
    format!("{}@example.org", name.to_lowercase().replace(' ', "."))
}
