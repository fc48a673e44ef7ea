//! Helpers that append typical events to a market's log.

use chrono::{DateTime, Utc};
use places::Places;
use service_kit::token::Claims;
use shared_events::{
    Actor, Cents, Personal, Role,
    events::{
        AccountEvent, Browser, CheckoutEvent, CredentialEvent, OrderEvent, ProductEvent, SessionEvent,
        StockEvent, UserAgent, ViewsEvent,
    },
    ids::{AccountId, CheckoutId, OrderId, ProductId, SessionId, VerificationId},
    shop::{
        Address, Amounts, BillingDetails, BusinessProfile, DeliveryMethod, Fulfillment, Image, Line,
        ProductDetails, ShippingDetails,
    },
};

use uuid::Uuid;

use super::{Market, opening};

/// A person with an account.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: AccountId,
    pub(crate) role: Role,
    pub(crate) name: String,
}

impl Person {
    pub(crate) fn actor(&self) -> Actor {
        Actor::Account { id: self.id, role: self.role }
    }
}

/// A merchant's product; members that a test does not set have typical values.
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

    /// Opens a session in the log that the person's token belongs to.
    pub(crate) async fn log_in(&mut self, person: &Person) -> SessionId {
        self.open_session(person, SessionId::new(person.id.uuid())).await
    }

    /// Opens another session of the same person.
    pub(crate) async fn log_in_elsewhere(&mut self, person: &Person, number: u128) -> SessionId {
        self.open_session(person, SessionId::new(Uuid::from_u128(number))).await
    }

    async fn open_session(&mut self, person: &Person, session_id: SessionId) -> SessionId {
        let agent = UserAgent { browser: Some(Browser::Firefox), system: None };
        let opened = SessionEvent::SessionOpened { account_id: person.id, session_id, generation: 0, agent };
        self.append(session_id.uuid(), person.actor(), opened).await;
        session_id
    }

    pub(crate) async fn end_session(&mut self, person: &Person, session_id: SessionId) {
        let ended = SessionEvent::SessionEnded { account_id: person.id, session_id };
        self.append(session_id.uuid(), person.actor(), ended).await;
    }

    pub(crate) async fn end_all_sessions(&mut self, person: &Person, except: Option<SessionId>) {
        let ended = CredentialEvent::AllSessionsEnded { account_id: person.id, except };
        self.append(person.id.uuid(), person.actor(), ended).await;
    }

    pub(crate) async fn deactivate(&mut self, person: &Person) {
        let out = AccountEvent::AccountDeactivated { account_id: person.id, reason: None };
        self.append(person.id.uuid(), Actor::system("test"), out).await;
    }

    pub(crate) async fn reactivate(&mut self, person: &Person) {
        let again = AccountEvent::AccountReactivated { account_id: person.id, reason: None };
        self.append(person.id.uuid(), Actor::system("test"), again).await;
    }

    pub(crate) async fn customer(&mut self, name: &str) -> Person {
        self.open_account(name, Role::Customer, None, None).await
    }

    pub(crate) async fn admin(&mut self) -> Person {
        self.open_account("Root", Role::Admin, None, None).await
    }

    /// A merchant that waits for approval.
    pub(crate) async fn new_merchant(&mut self, business_name: &str, zip: &str) -> Person {
        let place = Places::builtin().lookup(zip).expect("a ZIP code");
        let address = Address {
            street: "1 Mill Road".to_owned(),
            city: place.city.to_owned(),
            state: place.state.to_owned(),
            zip_code: zip.to_owned(),
            country: "United States".to_owned(),
            latitude: Some(place.latitude),
            longitude: Some(place.longitude),
        };
        let name = format!("Owner of {business_name}");
        self.open_account(&name, Role::Merchant, Some(address), Some(business_called(business_name))).await
    }

    pub(crate) async fn rename_business(&mut self, merchant: &Person, business_name: &str) {
        let business = business_called(business_name);
        let renamed =
            AccountEvent::BusinessProfileChanged { account_id: merchant.id, business, website: None };
        self.append(merchant.id.uuid(), merchant.actor(), renamed).await;
    }

    /// An approved merchant.
    pub(crate) async fn merchant(&mut self, business_name: &str, zip: &str) -> Person {
        let merchant = self.new_merchant(business_name, zip).await;
        self.approve_merchant(&merchant).await;
        merchant
    }

    pub(crate) async fn approve_merchant(&mut self, merchant: &Person) {
        let approved = AccountEvent::MerchantApproved { account_id: merchant.id, reason: None };
        self.append(merchant.id.uuid(), Actor::system("test"), approved).await;
    }

    pub(crate) async fn reject_merchant(&mut self, merchant: &Person, reason: &str) {
        let rejected = AccountEvent::MerchantRejected { account_id: merchant.id, reason: reason.to_owned() };
        self.append(merchant.id.uuid(), Actor::system("test"), rejected).await;
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
        let email = Personal::new(account_id.uuid(), email.to_owned());
        let requested =
            AccountEvent::EmailChangeRequested { account_id, request_id, email, generation: 0, expires_at };
        self.append(account_id.uuid(), Actor::system("test"), requested).await;
    }

    pub(crate) async fn email_changed(&mut self, person: &Person, email: &str) {
        let email = Personal::new(person.id.uuid(), email.to_owned());
        let changed = AccountEvent::EmailChanged { account_id: person.id, email };
        self.append(person.id.uuid(), Actor::system("test"), changed).await;
    }

    async fn open_account(
        &mut self,
        name: &str,
        role: Role,
        address: Option<Address>,
        business: Option<BusinessProfile>,
    ) -> Person {
        let id = AccountId::new(self.fresh_id());
        let personal = |text: String| Personal::new(id.uuid(), text);
        let opened = AccountEvent::AccountOpened {
            account_id: id,
            role,
            name: personal(name.to_owned()),
            email: personal(email_of(name)),
            phone: business.as_ref().map(|_| personal("802-555-0100".to_owned())),
            address: address.map(|address| Personal::new(id.uuid(), address)),
            business,
        };
        self.append(id.uuid(), Actor::Account { id, role }, opened).await;
        Person { id, role, name: name.to_owned() }
    }

    /// A product that waits for approval.
    pub(crate) async fn new_product(&mut self, merchant: &Person, goods: Goods) -> ProductId {
        let id = ProductId::new(self.fresh_id());
        let image = Image { url: "/pictures/a.webp".to_owned(), alt: String::new(), is_featured: true };
        let listed = ProductEvent::ProductListed {
            product_id: id,
            merchant_id: merchant.id,
            details: ProductDetails {
                name: goods.name.to_owned(),
                description: goods.description.to_owned(),
                category: goods.category.to_owned(),
                subcategory: String::new(),
                images: vec![image],
                tags: goods.tags.iter().map(|tag| (*tag).to_owned()).collect(),
                is_organic: false,
                is_locally_sourced: true,
                harvest_date: None,
            },
            price: Cents(goods.price),
            unit: "pound".to_owned(),
            low_stock_threshold: 5,
            fulfillment: Fulfillment::default(),
        };
        self.append(id.uuid(), merchant.actor(), listed).await;
        let counted = StockEvent::StockCounted { product_id: id, quantity: goods.quantity };
        self.append(id.uuid(), merchant.actor(), counted).await;
        id
    }

    /// An approved product.
    pub(crate) async fn product(&mut self, merchant: &Person, goods: Goods) -> ProductId {
        let id = self.new_product(merchant, goods).await;
        let approved = ProductEvent::ProductApproved { product_id: id, reason: Some("Lovely".to_owned()) };
        self.append(id.uuid(), Actor::system("test"), approved).await;
        id
    }

    /// Records this many visitors of a product.
    pub(crate) async fn look_at(&mut self, product_id: ProductId, visitors: u32) {
        let viewed = ViewsEvent::ProductViewed { product_id, visitors };
        self.append(product_id.uuid(), Actor::system("test"), viewed).await;
    }

    pub(crate) async fn reject_product(&mut self, id: ProductId, reason: &str) {
        let rejected = ProductEvent::ProductRejected { product_id: id, reason: reason.to_owned() };
        self.append(id.uuid(), Actor::system("test"), rejected).await;
    }

    /// Appends an event to a product's stream.
    pub(crate) async fn product_event(&mut self, id: ProductId, event: ProductEvent) {
        self.append(id.uuid(), Actor::system("test"), event).await;
    }

    /// The merchant renames a product and claims that it is organic.
    pub(crate) async fn revise_product(&mut self, id: ProductId, name: &str) {
        let details = ProductDetails {
            name: name.to_owned(),
            description: "Ripened on the vine".to_owned(),
            category: "produce".to_owned(),
            subcategory: String::new(),
            images: Vec::new(),
            tags: Vec::new(),
            is_organic: true,
            is_locally_sourced: true,
            harvest_date: None,
        };
        self.product_event(id, ProductEvent::ProductRevised { product_id: id, details }).await;
    }

    /// The merchant uploads an organic certificate.
    pub(crate) async fn hand_in_certificate(&mut self, merchant: &Person, id: ProductId) {
        let original_name = Personal::new(merchant.id.uuid(), "Organic 2026.pdf".to_owned());
        let url = format!("/api/uploads/certificates/{}/a.pdf", merchant.id);
        let event = ProductEvent::OrganicCertificateSubmitted { product_id: id, url, original_name };
        self.product_event(id, event).await;
    }

    pub(crate) async fn feature(&mut self, id: ProductId) {
        self.append(id.uuid(), Actor::system("test"), ProductEvent::ProductFeatured { product_id: id }).await;
    }

    /// A paid checkout of one tomato from each of these merchants; returns the orders in their order.
    pub(crate) async fn checkout(&mut self, customer: &Person, merchants: &[&Person]) -> Vec<OrderId> {
        self.checkout_with_fees(
            customer,
            &merchants.iter().map(|merchant| (*merchant, 0)).collect::<Vec<_>>(),
        )
        .await
    }

    /// Like [`Self::checkout`], with each merchant's share of the delivery fee in cents.
    pub(crate) async fn checkout_with_fees(
        &mut self,
        customer: &Person,
        merchants: &[(&Person, i64)],
    ) -> Vec<OrderId> {
        let checkout_id = CheckoutId::new(self.fresh_id());
        let parent = format!("GS-261121-{:05}", self.count);
        let shipping = details_for(customer);
        let with_fee = |times: i64, fee: i64| Amounts {
            subtotal: Cents(4_50 * times),
            tax: Cents(36 * times),
            delivery_fee: Cents(fee),
            total: Cents(4_86 * times + fee),
        };
        let times = i64::try_from(merchants.len()).expect("a few");
        let all = with_fee(times, merchants.iter().map(|(_, fee)| fee).sum());
        let started = CheckoutEvent::CheckoutStarted {
            checkout_id,
            customer_id: customer.id,
            number: parent.clone(),
            lines: Vec::new(),
            orders: Vec::new(),
            amounts: all,
            delivery_method: DeliveryMethod::Pickup,
            shipping: Personal::new(customer.id.uuid(), shipping.clone()),
            billing: Personal::new(customer.id.uuid(), BillingDetails::default()),
            expires_at: self.now,
        };
        self.append(checkout_id.uuid(), customer.actor(), started).await;
        let mut orders = Vec::new();
        for (index, (merchant, fee)) in merchants.iter().enumerate() {
            let order_id = OrderId::new(self.fresh_id());
            let lines = vec![pounds_of(merchant, ProductId::new(self.fresh_id()), "Heirloom Tomato", 1)];
            let each = with_fee(1, *fee);
            let number = (format!("{parent}-{}", index + 1), parent.clone());
            let placed = placed((order_id, checkout_id), number, (customer, merchant), lines, each);
            self.append(order_id.uuid(), Actor::system("test"), placed).await;
            orders.push(order_id);
        }
        orders
    }

    /// A paid order of these products, at $4.50 a pound, outside of any checkout.
    pub(crate) async fn sale(
        &mut self,
        customer: &Person,
        merchant: &Person,
        goods: &[(ProductId, &str, u32)],
    ) -> OrderId {
        let ids = (OrderId::new(self.fresh_id()), CheckoutId::new(self.fresh_id()));
        let parent = format!("GS-261121-{:05}", self.count);
        let lines: Vec<Line> = goods
            .iter()
            .map(|(product_id, name, quantity)| pounds_of(merchant, *product_id, name, *quantity))
            .collect();
        let subtotal: Cents = lines.iter().map(Line::subtotal).sum();
        let amounts =
            Amounts { subtotal, tax: Cents(8), delivery_fee: Cents(5_00), total: Cents(subtotal.0 + 5_08) };
        let number = (format!("{parent}-1"), parent);
        let placed = placed(ids, number, (customer, merchant), lines, amounts);
        self.append(ids.0.uuid(), Actor::system("test"), placed).await;
        ids.0
    }

    /// Moves the market's time to this moment: the next event happens a minute later.
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

    /// Appends an event to an order's stream, as this person.
    pub(crate) async fn order_event(&mut self, actor: &Person, order: OrderId, event: OrderEvent) {
        self.append(order.uuid(), actor.actor(), event).await;
    }
}

fn business_called(business_name: &str) -> BusinessProfile {
    BusinessProfile {
        business_name: business_name.to_owned(),
        business_type: "Farm".to_owned(),
        business_description: "Vegetables since 1950".to_owned(),
        offers_pickup: true,
        offers_delivery: true,
        same_day_delivery: true,
        delivery_radius: 5,
        same_day_cutoff: "14:00".to_owned(),
        photo_url: Some("/uploads/farm.webp".to_owned()),
    }
}

fn details_for(customer: &Person) -> ShippingDetails {
    ShippingDetails {
        first_name: customer.name.clone(),
        zip_code: "05401".to_owned(),
        delivery_instructions: "Ring twice".to_owned(),
        ..ShippingDetails::default()
    }
}

fn pounds_of(merchant: &Person, product_id: ProductId, name: &str, quantity: u32) -> Line {
    Line {
        product_id,
        merchant_id: merchant.id,
        merchant_name: merchant.name.clone(),
        name: name.to_owned(),
        unit: "pound".to_owned(),
        image_url: Some("/pictures/a.webp".to_owned()),
        price: Cents(4_50),
        quantity,
    }
}

/// The event of a placed order; its numbers are derived from its own id and its checkout's.
fn placed(
    (order_id, checkout_id): (OrderId, CheckoutId),
    (number, parent_number): (String, String),
    (customer, merchant): (&Person, &Person),
    lines: Vec<Line>,
    amounts: Amounts,
) -> OrderEvent {
    OrderEvent::OrderPlaced {
        order_id,
        checkout_id,
        number,
        parent_number,
        customer_id: customer.id,
        customer_name: Personal::new(customer.id.uuid(), customer.name.clone()),
        customer_email: Personal::new(customer.id.uuid(), email_of(&customer.name)),
        merchant_id: merchant.id,
        merchant_name: merchant.name.clone(),
        merchant_address: Some(Personal::new(merchant.id.uuid(), Address::default())),
        lines,
        amounts,
        delivery_method: DeliveryMethod::Pickup,
        shipping: Personal::new(customer.id.uuid(), details_for(customer)),
        billing: Personal::new(customer.id.uuid(), BillingDetails::default()),
    }
}

fn email_of(name: &str) -> String {
    format!("{}@example.org", name.to_lowercase().replace(' ', "."))
}
