//! Test helpers: histories of events, and a Postgres to fold them into.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use shared_events::{
    Actor, Cents, Event, Personal, Position, RawEvent, Recorded, Role, StreamId, encode,
    events::{AccountEvent, ProductEvent},
    ids::{AccountId, ProductId},
    shop::{Address, BusinessProfile, Fulfillment, Image, ProductDetails},
};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::collections::HashMap;
use test_support::TestDatabase;
use uuid::Uuid;

use crate::engine::View;

/// A view's tables in a database of their own.
pub(super) struct Tables {
    connection: PgConnection,
    _database: TestDatabase,
}

impl Tables {
    pub(super) async fn of(view: &dyn View) -> Self {
        let template = format!("view-{}-{}", view.name(), view.version());
        let database = TestDatabase::create(&template, async |url: &str| {
            let mut connection = PgConnection::connect(url).await?;
            run(&mut connection, view.tables()).await?;
            run(&mut connection, view.indexes()).await?;
            connection.close().await
        })
        .await;
        let mut connection = PgConnection::connect(&database.url()).await.expect("the test database");
        // The engine sets the position of each batch; here all rows have the same one.
        run(&mut connection, "SET greenstall.row_version = '1'").await.expect("a setting");
        Self { connection, _database: database }
    }

    /// Applies events as one batch.
    pub(super) async fn apply(&mut self, view: &dyn View, events: &[Recorded<RawEvent>]) {
        let mut transaction = self.connection.begin().await.expect("a transaction");
        let folded = view.fold(events).expect("the view understands its events");
        folded.write(&mut transaction).await.expect("the view writes its events");
        transaction.commit().await.expect("the batch commits");
    }

    /// All rows of a query, as JSON.
    pub(super) async fn rows(&mut self, query: &str) -> Vec<Value> {
        let query = format!("SELECT to_jsonb(found) FROM ({query}) AS found");
        sqlx::query_scalar(AssertSqlSafe(query))
            .fetch_all(&mut self.connection)
            .await
            .expect("the query is valid")
    }

    /// The only row of a query, as JSON.
    pub(super) async fn row(&mut self, query: &str) -> Value {
        let mut rows = self.rows(query).await;
        assert_eq!(rows.len(), 1, "{query}");
        rows.remove(0)
    }

    /// Every row of every table, sorted.
    pub(super) async fn everything(&mut self) -> Vec<String> {
        let tables: Vec<String> = sqlx::query_scalar(
            "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
        )
        .fetch_all(&mut self.connection)
        .await
        .expect("the tables");
        let mut everything = Vec::new();
        for table in tables {
            let rows = self.rows(&format!("SELECT * FROM {table}")).await;
            let mut rows: Vec<String> = rows.iter().map(|row| format!("{table} {row}")).collect();
            rows.sort();
            everything.append(&mut rows);
        }
        everything
    }

    /// Empties every table.
    pub(super) async fn clear(&mut self) {
        let statement = "DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(tablename, ', ') FROM pg_tables \
                         WHERE schemaname = 'public'); END $$";
        run(&mut self.connection, statement).await.expect("the tables are emptied");
    }
}

async fn run(connection: &mut PgConnection, statements: &'static str) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(statements).execute(connection).await.map(drop)
}

/// Events as the log returns them: positions with gaps, versions without, a minute between two events.
#[derive(Default)]
pub(super) struct History {
    events: Vec<Recorded<RawEvent>>,
    versions: HashMap<StreamId, u64>,
}

impl History {
    pub(super) fn add<E: Event>(&mut self, id: Uuid, actor: Actor, event: &E) {
        let stream = StreamId::new(E::CATEGORY, id);
        let version = self.versions.entry(stream.clone()).or_default();
        *version += 1;
        let number = self.events.len() as u64 + 1;
        self.events.push(Recorded {
            position: Position(number * 3),
            version: *version,
            event_id: Uuid::from_u128(u128::from(number)),
            recorded_at: at(number),
            correlation_id: Uuid::nil(),
            causation_id: Uuid::nil(),
            actor,
            event: encode(event),
            stream,
        });
    }

    /// Adds an event of the system.
    pub(super) fn system<E: Event>(&mut self, id: Uuid, event: &E) {
        self.add(id, Actor::system("test"), event);
    }

    pub(super) fn events(&self) -> &[Recorded<RawEvent>] {
        &self.events
    }
}

/// When the event with this number (from 1) was recorded.
pub(super) fn at(number: u64) -> DateTime<Utc> {
    let start = DateTime::from_timestamp(1_790_000_000, 0).expect("a moment");
    start + TimeDelta::minutes(i64::try_from(number).expect("a short history"))
}

pub(super) fn account_id(number: u128) -> AccountId {
    AccountId::new(Uuid::from_u128(0xA000 + number))
}

pub(super) fn product_id(number: u128) -> ProductId {
    ProductId::new(Uuid::from_u128(0xB000 + number))
}

pub(super) fn admin() -> Actor {
    Actor::Account { id: account_id(0xAD), role: Role::Admin }
}

pub(super) fn customer_opened(number: u128) -> AccountEvent {
    let id = account_id(number);
    AccountEvent::AccountOpened {
        account_id: id,
        role: Role::Customer,
        name: Personal::new(id.uuid(), format!("Customer {number}")),
        email: Personal::new(id.uuid(), format!("customer{number}@example.org")),
        phone: None,
        address: None,
        business: None,
    }
}

pub(super) fn merchant_opened(number: u128) -> AccountEvent {
    let id = account_id(number);
    AccountEvent::AccountOpened {
        account_id: id,
        role: Role::Merchant,
        name: Personal::new(id.uuid(), format!("Merchant {number}")),
        email: Personal::new(id.uuid(), format!("merchant{number}@example.org")),
        phone: Some(Personal::new(id.uuid(), "555-0100".to_owned())),
        address: Some(Personal::new(id.uuid(), address())),
        business: Some(business(number)),
    }
}

pub(super) fn address() -> Address {
    Address {
        street: "1 Mill Road".to_owned(),
        city: "Burlington".to_owned(),
        state: "VT".to_owned(),
        zip_code: "05401".to_owned(),
        country: "United States".to_owned(),
        latitude: Some(44.484),
        longitude: Some(-73.2199),
    }
}

pub(super) fn business(number: u128) -> BusinessProfile {
    BusinessProfile {
        business_name: format!("Farm {number}"),
        business_type: "Farm".to_owned(),
        business_description: "Vegetables".to_owned(),
        offers_pickup: true,
        offers_delivery: false,
        same_day_delivery: false,
        delivery_radius: 5,
        same_day_cutoff: "14:00".to_owned(),
        photo_url: None,
    }
}

pub(super) fn product_listed(number: u128, merchant: u128) -> ProductEvent {
    ProductEvent::ProductListed {
        product_id: product_id(number),
        merchant_id: account_id(merchant),
        details: ProductDetails {
            name: format!("Heirloom Tomato {number}"),
            description: "Ripened on the vine".to_owned(),
            category: "produce".to_owned(),
            subcategory: "vegetables".to_owned(),
            images: vec![Image {
                url: "/pictures/tomato.webp".to_owned(),
                alt: String::new(),
                is_featured: true,
            }],
            tags: vec!["red".to_owned(), "juicy".to_owned()],
            is_organic: false,
            is_locally_sourced: true,
            harvest_date: None,
        },
        price: Cents(4_50),
        unit: "pound".to_owned(),
        low_stock_threshold: 5,
        fulfillment: Fulfillment::default(),
    }
}

pub(super) fn merchant_approved(number: u128) -> AccountEvent {
    AccountEvent::MerchantApproved { account_id: account_id(number), reason: None }
}

pub(super) fn merchant_rejected(number: u128) -> AccountEvent {
    AccountEvent::MerchantRejected { account_id: account_id(number), reason: "No licence".to_owned() }
}

pub(super) fn product_approved(number: u128) -> ProductEvent {
    ProductEvent::ProductApproved { product_id: product_id(number), reason: Some("Lovely".to_owned()) }
}

pub(super) fn product_rejected(number: u128) -> ProductEvent {
    ProductEvent::ProductRejected { product_id: product_id(number), reason: "Blurred picture".to_owned() }
}

/// The merchant renames the product, which an admin has to approve.
pub(super) fn product_revised(number: u128, name: &str) -> ProductEvent {
    let ProductEvent::ProductListed { product_id, mut details, .. } = product_listed(number, 0) else {
        unreachable!("a product was listed")
    };
    details.name = name.to_owned();
    ProductEvent::ProductRevised { product_id, details }
}

pub(super) fn certificate_submitted(number: u128, merchant: u128) -> ProductEvent {
    ProductEvent::OrganicCertificateSubmitted {
        product_id: product_id(number),
        url: "/api/uploads/certificates/a/b.pdf".to_owned(),
        original_name: Personal::new(account_id(merchant).uuid(), format!("Merchant {merchant} organic.pdf")),
    }
}
