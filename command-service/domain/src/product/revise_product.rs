//! A merchant changes a product.
//!
//! Price, unit, fulfillment and the low-stock threshold apply at once. Public details are reviewed first, with the
//! instructions for pickup: until an admin decides, the public reads those that were approved last. The stock
//! quantity has a stream of its own.

use chrono::NaiveDate;
use shared_events::{
    events::ProductEvent,
    ids::{AccountId, ProductId},
    shop::Image,
};
use uuid::Uuid;

use super::{
    CheckedProduct, FulfillmentForm, GivenCertificate, Listing, Product, ProductForm, list_product::submitted,
};
use crate::{
    Command,
    form::{FieldRefusal, first_text},
    revision::{Changed, unless_changed},
};

/// The form as it was filled in. `None` leaves the field as it is.
#[derive(Clone, Debug, Default)]
pub struct ProductChanges {
    /// The product's name.
    pub name: Option<String>,
    /// A few sentences.
    pub description: Option<String>,
    /// Dollars for one unit.
    pub price: Option<f64>,
    /// One of the sixteen slugs.
    pub category: Option<String>,
    /// Free text within the category.
    pub subcategory: Option<String>,
    /// Whole units that can be bought.
    pub quantity: Option<f64>,
    /// Unit in which the product is sold.
    pub unit: Option<String>,
    /// At or below this many units the stock counts as low.
    pub low_stock_threshold: Option<f64>,
    /// Search words.
    pub tags: Option<Vec<String>>,
    /// In the order in which they are shown.
    pub images: Option<Vec<Image>>,
    /// Some image is a file that another account uploaded.
    pub has_foreign_images: bool,
    /// The merchant's claim to be organic.
    pub is_organic: Option<bool>,
    /// The certificate for the claim. The existing one may be named again.
    pub certificate: Option<GivenCertificate>,
    /// Grown or made nearby.
    pub is_locally_sourced: Option<bool>,
    /// When it was picked; `Some(None)` removes the date.
    pub harvest_date: Option<Option<NaiveDate>>,
    /// How the product is delivered or picked up; replaces all of it.
    pub fulfillment: Option<FulfillmentForm>,
}

impl ProductChanges {
    /// Applies the changes and checks the result.
    ///
    /// # Errors
    /// All faults, in the order of the form.
    fn onto(&self, listing: &Listing) -> Result<CheckedProduct, Vec<FieldRefusal>> {
        let present = &listing.written();
        let known = listing.certificate.as_ref();
        let another = |given: &&GivenCertificate| known.is_none_or(|known| known.url != given.url);
        let text =
            |given: &Option<String>, present: &str| given.clone().unwrap_or_else(|| present.to_owned());
        let form = ProductForm {
            name: text(&self.name, &present.name),
            description: text(&self.description, &present.description),
            price: self.price.or_else(|| Some(listing.price.dollars())),
            category: text(&self.category, &present.category),
            subcategory: text(&self.subcategory, &present.subcategory),
            // A placeholder: the product's stream does not hold the stock quantity, and the check only needs a
            // valid number.
            quantity: self.quantity.or(Some(0.0)),
            unit: text(&self.unit, &listing.unit),
            low_stock_threshold: self
                .low_stock_threshold
                .or_else(|| Some(listing.low_stock_threshold.into())),
            tags: self.tags.clone().unwrap_or_else(|| present.tags.clone()),
            images: self.images.clone().unwrap_or_else(|| present.images.clone()),
            has_foreign_images: self.has_foreign_images,
            is_organic: self.is_organic.unwrap_or(present.is_organic),
            certificate: self.certificate.as_ref().filter(another).cloned(),
            has_certificate: known.is_some(),
            is_locally_sourced: self.is_locally_sourced.unwrap_or(present.is_locally_sourced),
            harvest_date: self.harvest_date.unwrap_or(present.harvest_date),
            fulfillment: self.fulfillment.clone().unwrap_or_else(|| FulfillmentForm {
                pickup_instructions: present.pickup_instructions.clone().unwrap_or_default(),
                ..FulfillmentForm::default()
            }),
        };
        let mut checked = form.check()?;
        if self.fulfillment.is_none() {
            checked.fulfillment = listing.fulfillment.clone();
        }
        // The public may still read these: only a review replaces them.
        checked.fulfillment.pickup_instructions.clone_from(&listing.fulfillment.pickup_instructions);
        Ok(checked)
    }
}

/// Change this product.
#[derive(Clone, Debug)]
pub struct ReviseProduct {
    pub product_id: ProductId,
    /// The caller, who must own the product.
    pub merchant_id: AccountId,
    /// The revision that was edited, if known.
    pub revision: Option<u64>,
    pub changes: ProductChanges,
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The merchant has no such product.
    #[error("Product not found")]
    NotFound,
    /// All broken rules.
    #[error("{}", first_text(.0))]
    Invalid(Vec<FieldRefusal>),
    /// The product was changed since it was read.
    #[error(transparent)]
    Changed(#[from] Changed<Listing>),
}

impl Command for ReviseProduct {
    type Aggregate = Product;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    /// Values that do not differ cause no event.
    fn decide(&self, product: &Product) -> Result<Vec<ProductEvent>, Refusal> {
        let listing = product.owned_by(self.merchant_id).ok_or(Refusal::NotFound)?;
        unless_changed(self.revision, listing.revision, listing, self.revise(listing))
    }
}

impl ReviseProduct {
    fn revise(&self, listing: &Listing) -> Result<Vec<ProductEvent>, Refusal> {
        let Self { product_id, merchant_id, ref changes, .. } = *self;
        let wanted = changes.onto(listing).map_err(Refusal::Invalid)?;
        let mut events = Vec::new();
        if wanted.details != listing.written() {
            events.push(ProductEvent::ProductRevised { product_id, details: wanted.details });
        }
        events.extend(wanted.certificate.map(|handed_in| submitted(product_id, merchant_id, handed_in)));
        if wanted.price != listing.price || wanted.unit != listing.unit {
            let (price, unit) = (wanted.price, wanted.unit);
            events.push(ProductEvent::ProductRepriced { product_id, price, unit });
        }
        if wanted.fulfillment != listing.fulfillment {
            events.push(ProductEvent::FulfillmentChanged { product_id, fulfillment: wanted.fulfillment });
        }
        if wanted.low_stock_threshold != listing.low_stock_threshold {
            let low_stock_threshold = wanted.low_stock_threshold;
            events.push(ProductEvent::LowStockThresholdSet { product_id, low_stock_threshold });
        }
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use shared_events::{
        Cents,
        shop::{DeliveryOptions, Fulfillment, FulfillmentMethod},
    };

    use super::*;
    use crate::{
        Aggregate,
        product::{Review, testing::*},
        testing::{When, given},
    };

    fn revise(history: &[ProductEvent], changes: ProductChanges) -> When<ProductEvent, Refusal> {
        let command =
            ReviseProduct { product_id: product_id(), merchant_id: merchant_id(), revision: None, changes };
        given::<Product>(history).when(&command)
    }

    fn renamed(name: &str) -> ProductChanges {
        ProductChanges { name: Some(name.to_owned()), ..ProductChanges::default() }
    }

    #[test]
    fn fields_left_out_or_unchanged_cause_no_event() {
        revise(&[tomato().listed(), tomato().approved()], ProductChanges::default()).then_nothing();
        revise(&[tomato().listed(), tomato().approved()], renamed(" San Marzano  Tomatoes")).then_nothing();
    }

    #[test]
    fn price_fulfillment_and_threshold_apply_at_once() {
        let fulfillment =
            FulfillmentForm { method: Some(FulfillmentMethod::Both), ..FulfillmentForm::default() };
        let changes = ProductChanges {
            price: Some(4.25),
            low_stock_threshold: Some(8.0),
            fulfillment: Some(fulfillment),
            ..ProductChanges::default()
        };
        let product_id = product_id();
        let fulfillment = Fulfillment {
            method: FulfillmentMethod::Both,
            delivery_options: DeliveryOptions { local_delivery: true, ..DeliveryOptions::default() },
            ..Fulfillment::default()
        };
        let events = [
            ProductEvent::ProductRepriced { product_id, price: Cents(4_25), unit: "pound".to_owned() },
            ProductEvent::FulfillmentChanged { product_id, fulfillment },
            ProductEvent::LowStockThresholdSet { product_id, low_stock_threshold: 8 },
        ];
        revise(&[tomato().listed(), tomato().approved()], changes).then(&events);
        let history = [[tomato().listed(), tomato().approved()].as_slice(), &events].concat();
        let listing = Product::fold(&history).listing.unwrap();
        assert_eq!((listing.review, listing.price), (Review::Approved, Cents(4_25)));
        assert_eq!(listing.on_sale(), Some(&listing.details));
    }

    #[test]
    fn public_details_are_reviewed_and_the_approved_ones_stay_public() {
        let revised = tomato().renamed("Plum Tomatoes");
        revise(&[tomato().listed(), tomato().approved()], renamed("Plum Tomatoes"))
            .then(std::slice::from_ref(&revised));
        let listing =
            Product::fold(&[tomato().listed(), tomato().approved(), revised.clone()]).listing.unwrap();
        assert_eq!((listing.review, listing.revision), (Review::Resubmitted, 2));
        assert_eq!(listing.on_sale().unwrap().name, "San Marzano Tomatoes");
        let decided = Product::fold(&[tomato().listed(), tomato().approved(), revised, tomato().approved()])
            .listing
            .unwrap();
        assert_eq!(decided.on_sale().unwrap().name, "Plum Tomatoes");
    }

    fn instructed(text: &str) -> ProductChanges {
        let form = FulfillmentForm { pickup_instructions: text.to_owned(), ..FulfillmentForm::default() };
        ProductChanges { fulfillment: Some(form), ..ProductChanges::default() }
    }

    #[test]
    fn new_pickup_instructions_are_reviewed_and_the_approved_ones_stay_public() {
        let mut gate = tomato();
        gate.details.pickup_instructions = Some("Ring at the gate".to_owned());
        let mut barn = tomato();
        barn.details.pickup_instructions = Some("Behind the barn".to_owned());
        let history = [gate.listed(), gate.approved()];
        revise(&history, instructed(" Ring at the gate ")).then_nothing();
        revise(&history, instructed("Behind the barn")).then(&[barn.revised()]);
        let history = [history.as_slice(), &[barn.revised()]].concat();
        revise(&history, instructed("Behind the barn")).then_nothing();
        revise(&history, instructed("Ring at the gate")).then(&[gate.revised()]);
        let public = |history: &[ProductEvent]| {
            let listing = Product::fold(history).listing.unwrap();
            (listing.review, listing.on_sale().unwrap().pickup_instructions.clone().unwrap())
        };
        assert_eq!(public(&history), (Review::Resubmitted, "Ring at the gate".to_owned()));
        let history = [history.as_slice(), &[barn.approved()]].concat();
        assert_eq!(public(&history), (Review::Approved, "Behind the barn".to_owned()));
    }

    #[test]
    fn instructions_from_before_their_review_stay_public_until_others_are_approved() {
        let mut old = tomato();
        old.details.pickup_instructions = None;
        old.fulfillment.pickup_instructions = "Ring at the gate".to_owned();
        let history = [old.listed(), old.approved()];
        revise(&history, ProductChanges::default()).then_nothing();
        revise(&history, instructed("Ring at the gate")).then_nothing();
        let mut barn = tomato();
        barn.details.pickup_instructions = Some("Behind the barn".to_owned());
        revise(&history, instructed("Behind the barn")).then(&[barn.revised()]);

        let both = FulfillmentForm {
            method: Some(FulfillmentMethod::Both),
            ..instructed("Behind the barn").fulfillment.unwrap()
        };
        let changes = ProductChanges { fulfillment: Some(both), ..ProductChanges::default() };
        let fulfillment = Fulfillment {
            method: FulfillmentMethod::Both,
            pickup_instructions: "Ring at the gate".to_owned(),
            delivery_options: DeliveryOptions { local_delivery: true, ..DeliveryOptions::default() },
        };
        let delivered = ProductEvent::FulfillmentChanged { product_id: product_id(), fulfillment };
        revise(&history, changes).then(&[barn.revised(), delivered]);
    }

    #[test]
    fn a_change_keeps_a_pending_or_rejected_review_as_it_is() {
        for (history, review) in [
            (vec![tomato().listed()], Review::Pending),
            (vec![tomato().listed(), tomato().rejected()], Review::Rejected),
        ] {
            revise(&history, renamed("Plum Tomatoes")).then(&[tomato().renamed("Plum Tomatoes")]);
            let after = [history.as_slice(), &[tomato().renamed("Plum Tomatoes")]].concat();
            let listing = Product::fold(&after).listing.unwrap();
            assert_eq!((listing.review, listing.on_sale()), (review, None));
        }
    }

    #[test]
    fn a_rejected_change_leaves_the_approved_details_public() {
        let history =
            [tomato().listed(), tomato().approved(), tomato().renamed("Plum Tomatoes"), tomato().rejected()];
        let listing = Product::fold(&history).listing.unwrap();
        assert_eq!(listing.review, Review::Rejected);
        assert_eq!(listing.on_sale().unwrap().name, "San Marzano Tomatoes");
    }

    #[test]
    fn a_claim_needs_a_certificate_of_ones_own() {
        let claim = ProductChanges { is_organic: Some(true), ..ProductChanges::default() };
        let text = "Please upload an organic certification document for organic products.";
        let refusal = Refusal::Invalid(vec![FieldRefusal::new("organicCertificate", text)]);
        revise(&[tomato().listed()], claim.clone()).then_refused(refusal);
        let foreign = GivenCertificate { is_own: false, ..certificate("a") };
        let text = "The certificate must be a file that you have uploaded";
        let refusal = Refusal::Invalid(vec![FieldRefusal::new("organicCertificate", text)]);
        revise(&[tomato().listed()], ProductChanges { certificate: Some(foreign), ..claim.clone() })
            .then_refused(refusal);
        let mut organic = tomato().renamed("San Marzano Tomatoes");
        let ProductEvent::ProductRevised { details, .. } = &mut organic else { unreachable!("a revision") };
        details.is_organic = true;
        revise(&[tomato().listed()], ProductChanges { certificate: Some(certificate("a")), ..claim })
            .then(&[organic, certificate_submitted("a")]);
    }

    #[test]
    fn the_certificate_that_is_there_may_be_named_again() {
        let history = [organic().listed(), certificate_submitted("a")];
        let naming =
            |name| ProductChanges { certificate: Some(certificate(name)), ..ProductChanges::default() };
        revise(&history, naming("a")).then_nothing();
        revise(&history, naming("b")).then(&[certificate_submitted("b")]);
    }

    #[test]
    fn broken_rules_are_all_named() {
        let changes = ProductChanges { price: Some(-1.0), ..renamed(" ") };
        let refusals = vec![
            FieldRefusal::new("name", "Name is required"),
            FieldRefusal::new("price", "Price must be 0 or more"),
        ];
        revise(&[tomato().listed()], changes).then_refused(Refusal::Invalid(refusals));
    }

    #[test]
    fn an_edit_of_an_older_revision_is_refused_unless_it_changes_nothing() {
        let fulfillment =
            FulfillmentForm { method: Some(FulfillmentMethod::Both), ..FulfillmentForm::default() };
        let changes = ProductChanges { fulfillment: Some(fulfillment), ..ProductChanges::default() };
        let edit = |revision, changes: &ProductChanges| ReviseProduct {
            product_id: product_id(),
            merchant_id: merchant_id(),
            revision: Some(revision),
            changes: changes.clone(),
        };
        let mut product = Product::fold(&[tomato().listed()]);
        let first = edit(1, &changes).decide(&product).unwrap();
        product = first.iter().fold(product, Product::evolve);
        let listing = product.listing.clone().unwrap();
        assert_eq!(listing.revision, 2, "each change makes another revision");
        let changed = Refusal::Changed(Changed(Box::new(listing)));
        assert_eq!(edit(1, &renamed("Plums")).decide(&product), Err(changed.clone()));
        assert_eq!(
            edit(1, &renamed(" ")).decide(&product),
            Err(changed),
            "its faults may be of the older one"
        );
        assert_eq!(edit(1, &changes).decide(&product), Ok(Vec::new()));
        assert_eq!(edit(2, &renamed("Plums")).decide(&product), Ok(vec![tomato().renamed("Plums")]));
    }

    #[test]
    fn a_missing_or_another_merchants_product_is_not_found() {
        revise(&[], renamed("Plums")).then_refused(Refusal::NotFound);
        revise(&[tomato().listed(), tomato().deleted()], renamed("Plums")).then_refused(Refusal::NotFound);
        let command = ReviseProduct {
            product_id: product_id(),
            merchant_id: stranger_id(),
            revision: None,
            changes: ProductChanges::default(),
        };
        given::<Product>(&[tomato().listed()]).when(&command).then_refused(Refusal::NotFound);
    }
}
