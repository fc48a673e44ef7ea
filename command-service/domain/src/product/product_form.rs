//! The product form as its merchant fills it in, and its rules in the order of the form.

use chrono::NaiveDate;
use shared_events::{
    Cents,
    shop::{CATEGORIES, Fulfillment, Image, ProductDetails, UNITS},
};

use super::{CheckedCertificate, FulfillmentForm, GivenCertificate};
use crate::{
    form::{Faults, FieldRefusal, at_most, count, money, one_of, required},
    name::{required_line, visible},
};

const HIGHEST_PRICE: Cents = Cents(100_000_000);
const MAX_UNITS: u32 = 1_000_000;
const DEFAULT_LOW_STOCK_THRESHOLD: u32 = 5;
const MOST_TAGS: usize = 50;
const MOST_IMAGES: usize = 20;
/// The longest description of an image, in characters: the product's whole name fits.
const MAX_ALT_LENGTH: usize = 200;
/// The longest address of an image; those of uploaded files are shorter.
const MAX_IMAGE_URL_LENGTH: usize = 200;
const NO_CERTIFICATE: &str = "Please upload an organic certification document for organic products.";

/// The form as it was filled in. Fields that were left out are empty.
#[derive(Clone, Debug, Default)]
pub struct ProductForm {
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
    /// Some image is neither a file uploaded by this merchant nor a picture of the demo market.
    pub has_foreign_images: bool,
    /// The merchant's claim to be organic.
    pub is_organic: bool,
    /// The certificate for the claim; ignored without the claim.
    pub certificate: Option<GivenCertificate>,
    /// The product already has a certificate.
    pub has_certificate: bool,
    /// Grown or made nearby.
    pub is_locally_sourced: bool,
    /// When it was picked.
    pub harvest_date: Option<NaiveDate>,
    /// How the product is delivered or picked up.
    pub fulfillment: FulfillmentForm,
}

/// A product whose form is checked.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedProduct {
    /// The details that the public reads.
    pub details: ProductDetails,
    /// Price of one unit.
    pub price: Cents,
    /// Unit in which the product is sold.
    pub unit: String,
    /// Units on the shelf.
    pub quantity: u32,
    /// At or below this many units the stock counts as low.
    pub low_stock_threshold: u32,
    /// How the product is delivered or picked up; `details` has the instructions.
    pub fulfillment: Fulfillment,
    /// The certificate that is submitted with an organic product.
    pub certificate: Option<CheckedCertificate>,
}

impl ProductForm {
    /// Checks the form and returns the product.
    ///
    /// # Errors
    /// All faults, in the order of the form; never an empty list.
    pub fn check(&self) -> Result<CheckedProduct, Vec<FieldRefusal>> {
        let mut faults = Faults::default();
        let name = required_line(&mut faults, "name", "Name", &self.name, 200);
        let price = faults.value_of(
            required("price", "Price", self.price)
                .and_then(|price| money("price", "Price", price, HIGHEST_PRICE)),
        );
        let category = faults.required("category", "Category", self.category.trim().to_owned(), 100);
        if !category.is_empty() {
            faults.value_of(one_of(&CATEGORIES, &category, "category", "Please select a category"));
        }
        let subcategory = required_line(&mut faults, "subcategory", "Subcategory", &self.subcategory, 100);
        let quantity = faults.value_of(
            required("inventory.quantity", "Quantity", self.quantity)
                .and_then(|given| quantity("inventory.quantity", given)),
        );
        let unit = faults.required("inventory.unit", "Unit", self.unit.trim().to_owned(), 100);
        if !unit.is_empty() {
            faults.value_of(one_of(&UNITS, &unit, "inventory.unit", "Please select a unit"));
        }
        let threshold = self.low_stock_threshold.map_or(Ok(DEFAULT_LOW_STOCK_THRESHOLD), |given| {
            count("inventory.lowStockThreshold", "Low stock threshold", given, MAX_UNITS)
        });
        let low_stock_threshold = faults.value_of(threshold);
        let description =
            faults.required("description", "Description", self.description.trim().to_owned(), 5_000);
        let tags = faults.value_of(check_tags(&self.tags));
        let images = faults.value_of(check_images(&self.images));
        if self.has_foreign_images {
            faults.note(FieldRefusal::new("images", "An image must be a file that you have uploaded"));
        }
        let mut fulfillment = self.fulfillment.check(&mut faults);
        let given = self.certificate.as_ref().filter(|_| self.is_organic);
        let certificate = faults.value_of(given.map(GivenCertificate::check).transpose());
        if self.is_organic && given.is_none() && !self.has_certificate {
            faults.note(FieldRefusal::new("organicCertificate", NO_CERTIFICATE));
        }
        faults.into_result()?;
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
                pickup_instructions: Some(std::mem::take(&mut fulfillment.pickup_instructions)),
            },
            price,
            unit,
            quantity,
            low_stock_threshold,
            fulfillment,
            certificate,
        })
    }
}

/// Checks a stock quantity.
///
/// # Errors
/// It is not whole, is negative or too large.
pub fn quantity(field: &'static str, given: f64) -> Result<u32, FieldRefusal> {
    count(field, "Quantity", given, MAX_UNITS)
}

fn check_tags(tags: &[String]) -> Result<Vec<String>, FieldRefusal> {
    let mut checked: Vec<String> = Vec::new();
    for tag in tags {
        let tag = visible("tags", "A tag", tag)?;
        at_most("tags", "A tag", &tag, 50)?;
        if !tag.is_empty() && !checked.contains(&tag) {
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
        at_most("images", "An image's address", &image.url, MAX_IMAGE_URL_LENGTH)?;
        at_most("images", "An image's description", &image.alt, MAX_ALT_LENGTH)?;
    }
    Ok(images.to_vec())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::product::testing::tomato_form;

    fn texts(form: &ProductForm) -> Vec<String> {
        form.check().unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_full_form_is_a_product() {
        let product = tomato_form().check().unwrap();
        assert_eq!((product.price, product.quantity, product.low_stock_threshold), (Cents(3_50), 40, 5));
        assert_eq!(product.details.tags, ["tomato", "salad"]);
        assert_eq!(product.fulfillment, Fulfillment::default());
    }

    #[test]
    fn an_empty_form_names_every_required_field_in_order() {
        assert_eq!(
            texts(&ProductForm::default()),
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
    fn names_and_tags_have_visible_characters_only() {
        let hidden = "Pears\u{202E}".to_owned();
        let form = ProductForm {
            name: hidden.clone(),
            subcategory: hidden.clone(),
            tags: vec![hidden],
            ..tomato_form()
        };
        let text = |label| format!("{label} contains characters that cannot be shown");
        assert_eq!(texts(&form), ["Name", "Subcategory", "A tag"].map(text));
    }

    #[test]
    fn an_organic_product_needs_a_certificate() {
        let claim = ProductForm { is_organic: true, ..tomato_form() };
        let text = "Please upload an organic certification document for organic products.";
        assert_eq!(texts(&claim), [text]);
        assert!(ProductForm { has_certificate: true, ..claim }.check().unwrap().certificate.is_none());
    }

    #[test]
    fn images_must_be_uploaded_by_the_merchant() {
        let stolen = ProductForm { has_foreign_images: true, ..tomato_form() };
        assert_eq!(texts(&stolen), ["An image must be a file that you have uploaded"]);
    }

    #[test]
    fn descriptions_and_addresses_of_images_are_short() {
        let image = |url: usize, alt: usize| {
            let image = Image { url: "u".repeat(url), alt: "🥕".repeat(alt), is_featured: false };
            ProductForm { images: vec![image], ..tomato_form() }
        };
        assert!(image(200, 200).check().is_ok());
        assert_eq!(texts(&image(1, 201)), ["An image's description is too long: at most 200 characters"]);
        assert_eq!(texts(&image(201, 1)), ["An image's address is too long: at most 200 characters"]);
    }

    #[test]
    fn a_price_is_dollars_and_cents() {
        let priced = |price| ProductForm { price: Some(price), ..tomato_form() };
        assert_eq!(priced(0.0).check().unwrap().price, Cents::ZERO);
        assert_eq!(priced(1_000_000.0).check().unwrap().price, Cents(100_000_000));
        assert_eq!(texts(&priced(-0.01)), ["Price must be 0 or more"]);
        assert_eq!(texts(&priced(f64::NAN)), ["Price must be 0 or more"]);
        assert_eq!(texts(&priced(0.005)), ["Price can have at most two decimal places"]);
        assert_eq!(texts(&priced(1_000_000.01)), ["Price must be at most $1000000.00"]);
    }

    #[test]
    fn a_quantity_is_whole() {
        let counted = |quantity| ProductForm { quantity: Some(quantity), ..tomato_form() };
        assert_eq!(counted(0.0).check().unwrap().quantity, 0);
        for quantity in [-1.0, 1.5, 1_000_001.0, f64::INFINITY] {
            assert_eq!(texts(&counted(quantity)), ["Quantity must be a whole number from 0 to 1000000"]);
        }
    }

    #[test]
    fn category_unit_and_time_come_from_their_lists() {
        let mut form = tomato_form();
        form.category = "vegetables".to_owned();
        form.unit = "crate".to_owned();
        form.fulfillment.estimated_time = Some("soon".to_owned());
        assert_eq!(
            texts(&form),
            ["Please select a category", "Please select a unit", "Please select an estimated time"]
        );
    }

    #[test]
    fn texts_have_a_longest_length() {
        let mut form = tomato_form();
        form.name = "x".repeat(201);
        form.tags = (0..51).map(|n| n.to_string()).collect();
        assert_eq!(
            texts(&form),
            ["Name is too long: at most 200 characters", "At most 50 tags are possible"]
        );
    }

    proptest! {
        #[test]
        fn a_price_in_cents_is_not_rounded(cents in 0..=100_000_000_i64) {
            let form = ProductForm { price: Some(Cents(cents).dollars()), ..tomato_form() };
            prop_assert_eq!(form.check().unwrap().price, Cents(cents));
        }

        #[test]
        fn numbers_never_panic(price: f64, quantity: f64, radius: f64) {
            let mut form = ProductForm { price: Some(price), quantity: Some(quantity), ..tomato_form() };
            form.fulfillment.delivery_radius = Some(radius);
            if let Ok(product) = form.check() {
                prop_assert_eq!(product.price.dollars(), price);
                prop_assert_eq!(f64::from(product.quantity), quantity);
            }
        }

        #[test]
        fn tags_are_trimmed_and_unique(tags in proptest::collection::vec("[a-c ]{0,3}", 0..12)) {
            let checked = ProductForm { tags, ..tomato_form() }.check().unwrap().details.tags;
            let mut unique = checked.clone();
            unique.sort();
            unique.dedup();
            prop_assert_eq!(unique.len(), checked.len());
            prop_assert!(checked.iter().all(|tag| !tag.is_empty() && tag.trim() == tag));
        }
    }

    #[test]
    fn values_at_the_limits_are_accepted() {
        let tags = |count: usize| (0..count).map(|number| format!("tag {number}")).collect::<Vec<_>>();
        assert_eq!(check_tags(&tags(MOST_TAGS)).map(|checked| checked.len()), Ok(MOST_TAGS));
        assert!(check_tags(&tags(MOST_TAGS + 1)).is_err());
        let image = Image { url: "/a.webp".to_owned(), alt: String::new(), is_featured: false };
        let images = |count: usize| vec![image.clone(); count];
        assert_eq!(check_images(&images(MOST_IMAGES)).map(|checked| checked.len()), Ok(MOST_IMAGES));
        assert!(check_images(&images(MOST_IMAGES + 1)).is_err());
        assert!(check_images(&images(MOST_IMAGES + 2)).is_err());
    }
}
