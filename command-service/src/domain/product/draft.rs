//! A product as its merchant fills it in, and its rules in the order of the form.

use chrono::NaiveDate;
use shared_events::{
    Cents,
    shop::{CATEGORIES, DeliveryOptions, Fulfillment, FulfillmentMethod, Image, ProductDetails, UNITS},
};

use crate::domain::form::{FieldRefusal, at_most, one_line};

/// When a merchant can deliver, as the form offers it.
pub const ESTIMATED_TIMES: [&str; 5] = ["1-2 hours", "same-day", "next-day", "2-3 days", "weekly"];

const HIGHEST_PRICE: Cents = Cents(100_000_000);
const MOST_UNITS: f64 = 1_000_000.0;
const DEFAULT_LOW_STOCK_THRESHOLD: u32 = 5;
const MOST_TAGS: usize = 50;
const MOST_IMAGES: usize = 20;

/// What a merchant filled in. Fields that were left out are empty.
#[derive(Clone, Debug, Default)]
pub struct ProductDraft {
    /// Required.
    pub name: String,
    /// Required.
    pub description: String,
    /// Required: a decimal number of dollars for one unit.
    pub price: Option<f64>,
    /// Required: one of [`CATEGORIES`].
    pub category: String,
    /// Required.
    pub subcategory: String,
    /// Required: whole units on the shelf.
    pub quantity: Option<f64>,
    /// Required: one of [`UNITS`].
    pub unit: String,
    /// At or below this many units the stock counts as low; 5 when left out.
    pub low_stock_threshold: Option<f64>,
    /// Search words. Blank ones are dropped.
    pub tags: Vec<String>,
    /// In the order in which they are shown.
    pub images: Vec<Image>,
    /// The merchant's claim.
    pub is_organic: bool,
    /// A certificate was uploaded, which an organic claim needs.
    pub has_certificate: bool,
    /// Grown or made nearby.
    pub is_locally_sourced: bool,
    /// When it was picked.
    pub harvest_date: Option<NaiveDate>,
    /// How it reaches its buyer.
    pub fulfillment: FulfillmentDraft,
}

/// How a product reaches its buyer, as it was filled in.
#[derive(Clone, Debug, Default)]
pub struct FulfillmentDraft {
    /// Pickup alone when left out.
    pub method: Option<FulfillmentMethod>,
    /// Shown to those who collect.
    pub pickup_instructions: String,
    /// What the method says when left out.
    pub local_delivery: Option<bool>,
    /// In miles, 1 to 50; 5 when left out.
    pub delivery_radius: Option<f64>,
    /// A decimal number of dollars; nothing when left out.
    pub delivery_fee: Option<f64>,
    /// A decimal number of dollars; 25 when left out.
    pub free_delivery_minimum: Option<f64>,
    /// One of [`ESTIMATED_TIMES`]; the first when left out.
    pub estimated_time: Option<String>,
}

/// A draft that keeps the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedProduct {
    /// What the public will read.
    pub details: ProductDetails,
    /// Of one unit.
    pub price: Cents,
    /// In which it is sold.
    pub unit: String,
    /// Units on the shelf.
    pub quantity: u32,
    /// At or below this many units the stock counts as low.
    pub low_stock_threshold: u32,
    /// How it reaches its buyer.
    pub fulfillment: Fulfillment,
}

impl ProductDraft {
    /// The product that the draft describes.
    ///
    /// # Errors
    /// Everything that is wrong with it, in the order of the form; never an empty list.
    pub fn check(&self) -> Result<CheckedProduct, Vec<FieldRefusal>> {
        let mut wrong = Wrong::default();
        let name = wrong.required("name", "Name", one_line(&self.name), 200);
        let price = wrong.unless(required_money("price", "Price", self.price, HIGHEST_PRICE));
        let category = wrong.required("category", "Category", self.category.trim().to_owned(), 100);
        if !category.is_empty() {
            wrong.unless(one_of(&CATEGORIES, &category, "category", "Please select a category"));
        }
        let subcategory = wrong.required("subcategory", "Subcategory", one_line(&self.subcategory), 100);
        let quantity = wrong.unless(required_count("inventory.quantity", "Quantity", self.quantity));
        let unit = wrong.required("inventory.unit", "Unit", self.unit.trim().to_owned(), 100);
        if !unit.is_empty() {
            wrong.unless(one_of(&UNITS, &unit, "inventory.unit", "Please select a unit"));
        }
        let threshold = self.low_stock_threshold.map_or(Ok(DEFAULT_LOW_STOCK_THRESHOLD), |given| {
            count("inventory.lowStockThreshold", "Low stock threshold", given)
        });
        let low_stock_threshold = wrong.unless(threshold);
        let description =
            wrong.required("description", "Description", self.description.trim().to_owned(), 5_000);
        let tags = wrong.unless(check_tags(&self.tags));
        let images = wrong.unless(check_images(&self.images));
        let fulfillment = self.fulfillment.check(&mut wrong);
        if self.is_organic && !self.has_certificate {
            let text = "Please upload an organic certification document for organic products.";
            wrong.0.push(FieldRefusal::new("organicCertificate", text));
        }
        if !wrong.0.is_empty() {
            return Err(wrong.0);
        }
        Ok(CheckedProduct {
            details: ProductDetails {
                name,
                description,
                category,
                subcategory,
                images,
                tags,
                is_organic: self.is_organic,
                is_locally_sourced: self.is_locally_sourced,
                harvest_date: self.harvest_date,
            },
            price,
            unit,
            quantity,
            low_stock_threshold,
            fulfillment,
        })
    }
}

impl FulfillmentDraft {
    fn check(&self, wrong: &mut Wrong) -> Fulfillment {
        let default = DeliveryOptions::default();
        let method = self.method.unwrap_or_default();
        let pickup_instructions = self.pickup_instructions.trim().to_owned();
        wrong.unless(at_most(
            "fulfillment.pickupInstructions",
            "Pickup instructions",
            &pickup_instructions,
            1_000,
        ));
        let money = |field, label, given: Option<f64>, default| {
            given.map_or(Ok(default), |given| money(field, label, given, HIGHEST_PRICE))
        };
        let delivery_radius = self.delivery_radius.map_or(Ok(default.delivery_radius), radius);
        let delivery_fee = money(
            "fulfillment.deliveryOptions.deliveryFee",
            "Delivery fee",
            self.delivery_fee,
            default.delivery_fee,
        );
        let free_delivery_minimum = money(
            "fulfillment.deliveryOptions.freeDeliveryMinimum",
            "Free delivery minimum",
            self.free_delivery_minimum,
            default.free_delivery_minimum,
        );
        let estimated_time = self.estimated_time.clone().unwrap_or(default.estimated_time);
        let delivery_options = DeliveryOptions {
            local_delivery: self.local_delivery.unwrap_or(method != FulfillmentMethod::PickupOnly),
            delivery_radius: wrong.unless(delivery_radius),
            delivery_fee: wrong.unless(delivery_fee),
            free_delivery_minimum: wrong.unless(free_delivery_minimum),
            estimated_time: estimated_time.clone(),
        };
        let field = "fulfillment.deliveryOptions.estimatedTime";
        wrong.unless(one_of(&ESTIMATED_TIMES, &estimated_time, field, "Please select an estimated time"));
        Fulfillment { method, pickup_instructions, delivery_options }
    }
}

/// Collects what is wrong. While something is, the values in its place do not matter.
#[derive(Default)]
struct Wrong(Vec<FieldRefusal>);

impl Wrong {
    fn unless<T: Default>(&mut self, checked: Result<T, FieldRefusal>) -> T {
        checked.unwrap_or_else(|refusal| {
            self.0.push(refusal);
            T::default()
        })
    }

    fn required(&mut self, field: &'static str, label: &str, text: String, most: usize) -> String {
        if text.is_empty() {
            self.0.push(FieldRefusal::new(field, format!("{label} is required")));
        }
        self.unless(at_most(field, label, &text, most));
        text
    }
}

fn required_money(
    field: &'static str,
    label: &str,
    given: Option<f64>,
    most: Cents,
) -> Result<Cents, FieldRefusal> {
    let given = given.ok_or_else(|| FieldRefusal::new(field, format!("{label} is required")))?;
    money(field, label, given, most)
}

fn money(field: &'static str, label: &str, given: f64, most: Cents) -> Result<Cents, FieldRefusal> {
    let refuse = |text: String| Err(FieldRefusal::new(field, text));
    if !given.is_finite() || given < 0.0 {
        return refuse(format!("{label} must be 0 or more"));
    }
    if given > most.dollars() {
        return refuse(format!("{label} must be at most {most}"));
    }
    match Cents::from_dollars(given) {
        Some(cents) => Ok(cents),
        None => refuse(format!("{label} can have at most two decimal places")),
    }
}

fn required_count(field: &'static str, label: &str, given: Option<f64>) -> Result<u32, FieldRefusal> {
    let given = given.ok_or_else(|| FieldRefusal::new(field, format!("{label} is required")))?;
    count(field, label, given)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]
fn count(field: &'static str, label: &str, given: f64) -> Result<u32, FieldRefusal> {
    let whole = given.fract() == 0.0 && (0.0..=MOST_UNITS).contains(&given);
    let text = || format!("{label} must be a whole number from 0 to {MOST_UNITS}");
    if whole { Ok(given as u32) } else { Err(FieldRefusal::new(field, text())) }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]
fn radius(given: f64) -> Result<u32, FieldRefusal> {
    let text = "Delivery radius must be a whole number from 1 to 50 miles";
    let whole = given.fract() == 0.0 && (1.0..=50.0).contains(&given);
    let field = "fulfillment.deliveryOptions.deliveryRadius";
    if whole { Ok(given as u32) } else { Err(FieldRefusal::new(field, text)) }
}

fn one_of(known: &[&str], given: &str, field: &'static str, text: &'static str) -> Result<(), FieldRefusal> {
    if known.contains(&given) { Ok(()) } else { Err(FieldRefusal::new(field, text)) }
}

fn check_tags(tags: &[String]) -> Result<Vec<String>, FieldRefusal> {
    let mut checked: Vec<String> = Vec::new();
    for tag in tags.iter().map(|tag| one_line(tag)).filter(|tag| !tag.is_empty()) {
        at_most("tags", "A tag", &tag, 50)?;
        if !checked.contains(&tag) {
            checked.push(tag);
        }
    }
    if checked.len() > MOST_TAGS {
        return Err(FieldRefusal::new("tags", format!("At most {MOST_TAGS} tags are possible")));
    }
    Ok(checked)
}

fn check_images(images: &[Image]) -> Result<Vec<Image>, FieldRefusal> {
    if images.len() > MOST_IMAGES {
        return Err(FieldRefusal::new("images", format!("At most {MOST_IMAGES} images are possible")));
    }
    for image in images {
        at_most("images", "An image's address", &image.url, 1_000)?;
        at_most("images", "An image's description", &image.alt, 500)?;
        let local = image.url.starts_with('/') && !image.url.starts_with("//");
        if !local && !image.url.starts_with("https://") {
            return Err(FieldRefusal::new("images", "An image's address must be a path on this site"));
        }
    }
    Ok(images.to_vec())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::product::testing::tomatoes;

    fn texts(draft: &ProductDraft) -> Vec<String> {
        draft.check().unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_full_form_is_a_product() {
        let product = tomatoes().check().unwrap();
        assert_eq!((product.price, product.quantity, product.low_stock_threshold), (Cents(3_50), 40, 5));
        assert_eq!(product.details.tags, ["tomato", "salad"]);
        assert_eq!(product.fulfillment, Fulfillment::default());
    }

    #[test]
    fn an_empty_form_names_every_required_field_in_order() {
        assert_eq!(
            texts(&ProductDraft::default()),
            [
                "Name is required",
                "Price is required",
                "Category is required",
                "Subcategory is required",
                "Quantity is required",
                "Unit is required",
                "Description is required",
            ]
        );
    }

    #[test]
    fn an_organic_product_needs_a_certificate() {
        let claim = ProductDraft { is_organic: true, ..tomatoes() };
        let text = "Please upload an organic certification document for organic products.";
        assert_eq!(texts(&claim), [text]);
        assert!(ProductDraft { has_certificate: true, ..claim }.check().is_ok());
    }

    #[test]
    fn a_price_is_dollars_and_cents() {
        let priced = |price| ProductDraft { price: Some(price), ..tomatoes() };
        assert_eq!(priced(0.0).check().unwrap().price, Cents::ZERO);
        assert_eq!(priced(1_000_000.0).check().unwrap().price, Cents(100_000_000));
        assert_eq!(texts(&priced(-0.01)), ["Price must be 0 or more"]);
        assert_eq!(texts(&priced(f64::NAN)), ["Price must be 0 or more"]);
        assert_eq!(texts(&priced(0.005)), ["Price can have at most two decimal places"]);
        assert_eq!(texts(&priced(1_000_000.01)), ["Price must be at most $1000000.00"]);
    }

    #[test]
    fn a_quantity_is_whole() {
        let counted = |quantity| ProductDraft { quantity: Some(quantity), ..tomatoes() };
        assert_eq!(counted(0.0).check().unwrap().quantity, 0);
        for quantity in [-1.0, 1.5, 1_000_001.0, f64::INFINITY] {
            assert_eq!(texts(&counted(quantity)), ["Quantity must be a whole number from 0 to 1000000"]);
        }
    }

    #[test]
    fn category_unit_and_time_come_from_their_lists() {
        let mut draft = tomatoes();
        draft.category = "vegetables".to_owned();
        draft.unit = "crate".to_owned();
        draft.fulfillment.estimated_time = Some("soon".to_owned());
        assert_eq!(
            texts(&draft),
            ["Please select a category", "Please select a unit", "Please select an estimated time"]
        );
    }

    #[test]
    fn delivery_has_a_radius_and_fees() {
        let mut draft = tomatoes();
        draft.fulfillment = FulfillmentDraft {
            method: Some(FulfillmentMethod::Both),
            delivery_radius: Some(12.0),
            delivery_fee: Some(3.5),
            free_delivery_minimum: Some(0.0),
            ..FulfillmentDraft::default()
        };
        let options = draft.check().unwrap().fulfillment.delivery_options;
        assert_eq!((options.local_delivery, options.delivery_radius), (true, 12));
        assert_eq!((options.delivery_fee, options.free_delivery_minimum), (Cents(3_50), Cents::ZERO));
        draft.fulfillment.delivery_radius = Some(51.0);
        draft.fulfillment.delivery_fee = Some(-1.0);
        assert_eq!(
            texts(&draft),
            ["Delivery radius must be a whole number from 1 to 50 miles", "Delivery fee must be 0 or more"]
        );
    }

    #[test]
    fn images_are_paths_or_secure_addresses() {
        let shown = |url: &str| {
            let image = Image { url: url.to_owned(), alt: String::new(), is_featured: false };
            ProductDraft { images: vec![image], ..tomatoes() }.check().is_ok()
        };
        assert!(shown("/images/tomato.webp") && shown("https://example.com/tomato.webp"));
        for url in
            ["", "tomato.webp", "//example.com/tomato.webp", "http://example.com/t", "javascript:alert(1)"]
        {
            assert!(!shown(url), "{url}");
        }
    }

    #[test]
    fn texts_have_a_longest_length() {
        let mut draft = tomatoes();
        draft.name = "x".repeat(201);
        draft.tags = (0..51).map(|n| n.to_string()).collect();
        assert_eq!(
            texts(&draft),
            ["Name is too long: at most 200 characters", "At most 50 tags are possible"]
        );
    }

    proptest! {
        #[test]
        fn a_price_in_cents_survives(cents in 0..=100_000_000_i64) {
            let draft = ProductDraft { price: Some(Cents(cents).dollars()), ..tomatoes() };
            prop_assert_eq!(draft.check().unwrap().price, Cents(cents));
        }

        #[test]
        fn numbers_never_panic(price: f64, quantity: f64, radius: f64) {
            let mut draft = ProductDraft { price: Some(price), quantity: Some(quantity), ..tomatoes() };
            draft.fulfillment.delivery_radius = Some(radius);
            if let Ok(product) = draft.check() {
                prop_assert_eq!(product.price.dollars(), price);
                prop_assert_eq!(f64::from(product.quantity), quantity);
            }
        }

        #[test]
        fn tags_are_trimmed_and_different(tags in proptest::collection::vec("[a-c ]{0,3}", 0..12)) {
            let checked = ProductDraft { tags, ..tomatoes() }.check().unwrap().details.tags;
            let mut unique = checked.clone();
            unique.sort();
            unique.dedup();
            prop_assert_eq!(unique.len(), checked.len());
            prop_assert!(checked.iter().all(|tag| !tag.is_empty() && tag.trim() == tag));
        }
    }
}
