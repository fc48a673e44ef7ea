//! Test doubles of [`Storefront`]: one with a single product, and one that does not answer.

use std::{future::pending, sync::Arc};

use async_trait::async_trait;
use chrono::DateTime;
use query_service::{
    model::{
        ApprovalStatus, BusinessInfo, DeliveryTime, Inventory, Merchant, Product, ProductImage,
        PublicAddress, Rating, ShippingSummary,
    },
    queries::catalog::{Changed, Subject},
};
use service_kit::{Code, Problem};
use shared_events::{
    ids::{AccountId, ProductId},
    money::{Cents, Dollars},
    shop::Fulfillment,
};
use uuid::Uuid;

use super::{Storefront, routes::Routes};

const PRODUCT: Uuid = Uuid::from_u128(0x0199_c0de_0000_7000_8000_0000_0000_00aa);
const MERCHANT: Uuid = Uuid::from_u128(0x0199_c0de_0000_7000_8000_0000_0000_00bb);

pub(super) fn routes() -> Routes {
    serde_json::from_str(
        r#"{
            "/": { "title": "Greenstall · Food", "description": "Fresh food." },
            "/about": { "title": "About Greenstall · Greenstall" },
            "/cart": { "title": "Shopping Cart · Greenstall", "private": true },
            "/merchant/{id}": { "title": "Greenstall" },
            "/products": { "title": "Browse products · Greenstall", "description": "All products." },
            "/products/{id}": { "title": "Greenstall" }
        }"#,
    )
    .unwrap()
}

pub(super) fn merchant() -> Merchant {
    Merchant {
        underscore_id: MERCHANT,
        id: MERCHANT,
        name: "Grace Green".to_owned(),
        business_info: BusinessInfo {
            business_name: "Green Farm".to_owned(),
            business_type: "Farm".to_owned(),
            business_description: String::new(),
            business_photo: None,
            offers_pickup: true,
            offers_delivery: false,
            same_day_delivery: false,
            delivery_radius: 5,
            same_day_cutoff: "14:00".to_owned(),
        },
        address: PublicAddress {
            city: "Burlington".to_owned(),
            state: "VT".to_owned(),
            zip_code: "05401".to_owned(),
            distance: None,
        },
        product_count: 1,
        rating: Rating::default(),
    }
}

pub(super) fn product() -> Product {
    let opened = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
    Product {
        underscore_id: PRODUCT,
        id: PRODUCT,
        name: "Heirloom Tomato".to_owned(),
        description: "Ripened on the vine.".to_owned(),
        price: Dollars(Cents(4_50)),
        category: "produce".to_owned(),
        subcategory: String::new(),
        images: vec![ProductImage {
            url: "/demo/tomatoes.webp".to_owned(),
            alt: String::new(),
            is_featured: true,
            filename: "tomatoes.webp".to_owned(),
        }],
        inventory: Inventory { quantity: 10, unit: "pound".to_owned(), low_stock_threshold: 5 },
        rating: Rating::default(),
        is_organic: false,
        organic_certificate: None,
        is_locally_sourced: false,
        featured: false,
        harvest_date: None,
        tags: Vec::new(),
        merchant: merchant(),
        fulfillment: Fulfillment::default().into(),
        shipping: ShippingSummary {
            delivery_time: DeliveryTime { same_day: false },
            can_pickup: true,
            can_deliver: false,
            delivery_range: 5,
            delivery_fee: Dollars::default(),
        },
        distance: None,
        views: 0,
        approval_status: ApprovalStatus::Approved,
        is_active: true,
        created_at: opened,
        revision: None,
        deactivated_by_admin: None,
        rejection_reason: None,
        approval_history: None,
    }
}

/// A storefront with at most one product.
#[derive(Default)]
pub(super) struct TestStorefront {
    product: Option<Product>,
    behaviour: Behaviour,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Behaviour {
    #[default]
    Answers,
    Fails,
    SaysNothing,
    MustNotBeAsked,
}

impl TestStorefront {
    pub(super) fn with(product: Product) -> Self {
        Self { product: Some(product), behaviour: Behaviour::Answers }
    }

    pub(super) fn failing() -> Self {
        Self { behaviour: Behaviour::Fails, ..Self::default() }
    }

    pub(super) fn silent() -> Self {
        Self { behaviour: Behaviour::SaysNothing, ..Self::default() }
    }

    pub(super) fn untouchable() -> Self {
        Self { behaviour: Behaviour::MustNotBeAsked, ..Self::default() }
    }

    async fn ask(&self) -> Result<Option<Product>, Problem> {
        match self.behaviour {
            Behaviour::Answers => Ok(self.product.clone()),
            Behaviour::Fails => Err(Problem::new(Code::Unavailable, "The view is away")),
            Behaviour::SaysNothing => pending().await,
            Behaviour::MustNotBeAsked => panic!("nothing needs to be asked"),
        }
    }

    /// The id of the product or of its merchant, unless it is below `first`.
    async fn listed(&self, subject: Subject, first: Uuid) -> Result<Option<Changed>, Problem> {
        let found = self.ask().await?.map(|product| match subject {
            Subject::Products => Changed { id: product.id, at: product.created_at },
            Subject::Merchants => Changed { id: product.merchant.id, at: product.created_at },
        });
        Ok(found.filter(|changed| changed.id >= first))
    }
}

#[async_trait]
impl Storefront for TestStorefront {
    async fn product(&self, id: ProductId) -> Result<Option<Product>, Problem> {
        Ok(self.ask().await?.filter(|product| product.id == id.uuid()))
    }

    async fn newest(&self, _: u64) -> Result<Vec<Product>, Problem> {
        Ok(self.ask().await?.into_iter().collect())
    }

    async fn merchant(&self, id: AccountId) -> Result<Option<Merchant>, Problem> {
        Ok(self.ask().await?.map(|product| product.merchant).filter(|merchant| merchant.id == id.uuid()))
    }

    async fn page_starts(&self, subject: Subject, _: i64) -> Result<Arc<[Uuid]>, Problem> {
        Ok(self.listed(subject, Uuid::nil()).await?.into_iter().map(|changed| changed.id).collect())
    }

    async fn public_from(&self, subject: Subject, first: Uuid, _: i64) -> Result<Vec<Changed>, Problem> {
        Ok(self.listed(subject, first).await?.into_iter().collect())
    }
}
