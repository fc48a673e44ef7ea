//! Products, admins' decisions about them, and their stock.

use shared_events::{
    Cents, Role,
    events::{ProductEvent, StockEvent, ViewsEvent},
    ids::{AccountId, CheckoutId, ProductId},
    shop::{DeliveryOptions, Fulfillment, FulfillmentMethod, Image, ProductDetails},
};
use uuid::Uuid;

use super::{Market, acting, admin, people::Approval, pick, places, product_id};

/// The review state of a product or certificate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Review {
    Waits,
    Approved,
    Rejected,
}

pub(super) struct Good {
    pub(super) id: ProductId,
    pub(super) merchant: usize,
    pub(super) name: String,
    pub(super) price: Cents,
    pub(super) unit: String,
    pub(super) on_hand: u32,
    pub(super) held: Vec<(CheckoutId, u32)>,
    review: Review,
    published: bool,
    certificate: Option<Review>,
    active: bool,
    locked: bool,
    featured: bool,
    deleted: bool,
}

impl Good {
    pub(super) fn available(&self) -> u32 {
        self.on_hand.saturating_sub(self.held.iter().map(|(_, units)| units).sum())
    }

    const fn present(&self) -> bool {
        !self.deleted
    }
}

impl Market {
    /// Whether the public can buy the product.
    pub(super) fn on_sale(&self, good: &Good) -> bool {
        let merchant = &self.people[good.merchant];
        let sells = merchant.acts() && merchant.approval == Approval::Approved;
        good.published && good.active && good.present() && sells
    }

    /// Picks an existing product whose merchant's account is active.
    fn pick_active(&self, who: u8) -> Option<usize> {
        pick(&places(&self.goods, |good| good.present() && self.people[good.merchant].acts()), who)
    }

    fn by_merchant(&mut self, good: usize, event: &ProductEvent) {
        let merchant = self.people[self.goods[good].merchant].id;
        self.add(self.goods[good].id.uuid(), acting(merchant, Role::Merchant), event);
    }

    pub(super) fn list(&mut self, who: u8, how: u8) {
        let Some(merchant) = pick(&places(&self.people, |one| one.is(Role::Merchant)), who) else { return };
        if self.goods.len() >= 20 {
            return;
        }
        let id = product_id(self.goods.len() as u128 + 1);
        let merchant_id = self.people[merchant].id;
        let details = details(&format!("{} {}", product_name(how), self.goods.len() + 1), how);
        let (price, unit) = (Cents(i64::from(how) + 1_00), "pound".to_owned());
        let listed = ProductEvent::ProductListed {
            product_id: id,
            merchant_id,
            details: details.clone(),
            price,
            unit: unit.clone(),
            low_stock_threshold: 5,
            fulfillment: Fulfillment::default(),
        };
        self.goods.push(Good {
            id,
            merchant,
            name: details.name,
            price,
            unit,
            on_hand: 0,
            held: Vec::new(),
            review: Review::Waits,
            published: false,
            certificate: None,
            active: true,
            locked: false,
            featured: false,
            deleted: false,
        });
        let good = self.goods.len() - 1;
        // The stock has a stream of its own, so its first event may come before or after the listing.
        if how.is_multiple_of(2) {
            self.count(u8::try_from(good).expect("few products"), how);
        }
        self.by_merchant(good, &listed);
        if details.is_organic {
            self.submit_certificate(good, how);
        }
        if how % 2 == 1 {
            self.restate(good, u32::from(how % 30));
        }
    }

    pub(super) fn judge_product(&mut self, who: u8, how: u8) {
        let waiting = places(&self.goods, |good| good.present() && good.review == Review::Waits);
        let Some(place) = pick(&waiting, who) else { return };
        let product_id = self.goods[place].id;
        let approves = !how.is_multiple_of(4);
        let event = if approves {
            ProductEvent::ProductApproved {
                product_id,
                reason: (how.is_multiple_of(3)).then(|| "Lovely".to_owned()),
            }
        } else {
            ProductEvent::ProductRejected { product_id, reason: format!("Blurred picture {how}") }
        };
        let notification = self.add(product_id.uuid(), admin(), &event);
        self.notify_merchant(place, notification);
        let good = &mut self.goods[place];
        good.review = if approves { Review::Approved } else { Review::Rejected };
        good.published |= approves;
    }

    fn notify_merchant(&mut self, good: usize, notification: shared_events::notification::NotificationId) {
        self.notified.push((self.people[self.goods[good].merchant].id, notification));
    }

    pub(super) fn revise(&mut self, who: u8, how: u8) {
        let Some(place) = self.pick_active(who) else { return };
        let product_id = self.goods[place].id;
        let good = &mut self.goods[place];
        let event = match how % 6 {
            0 | 1 => {
                let details = details(&format!("Plum {} {how}", product_name(how)), how);
                good.name.clone_from(&details.name);
                if good.review == Review::Approved {
                    good.review = Review::Waits;
                }
                ProductEvent::ProductRevised { product_id, details }
            }
            2 => {
                good.price = Cents(i64::from(how) + 2_00);
                good.unit = if how.is_multiple_of(4) { "ounce" } else { "pound" }.to_owned();
                ProductEvent::ProductRepriced { product_id, price: good.price, unit: good.unit.clone() }
            }
            3 => ProductEvent::FulfillmentChanged { product_id, fulfillment: fulfillment(how) },
            4 => ProductEvent::LowStockThresholdSet { product_id, low_stock_threshold: how.into() },
            _ if good.review == Review::Rejected => {
                good.review = Review::Waits;
                ProductEvent::ProductResubmitted { product_id }
            }
            _ => return,
        };
        self.by_merchant(place, &event);
    }

    pub(super) fn certify(&mut self, who: u8, how: u8) {
        if how.is_multiple_of(2) {
            let waiting = places(&self.goods, |one| one.present() && one.certificate == Some(Review::Waits));
            let Some(place) = pick(&waiting, who) else { return };
            let product_id = self.goods[place].id;
            let approves = !how.is_multiple_of(3);
            let event = if approves {
                let reason = (how.is_multiple_of(4)).then(|| "Checked with the office".to_owned());
                ProductEvent::OrganicCertificateApproved { product_id, reason }
            } else {
                ProductEvent::OrganicCertificateRejected { product_id, reason: format!("Expired {how}") }
            };
            let notification = self.add(product_id.uuid(), admin(), &event);
            self.notify_merchant(place, notification);
            self.goods[place].certificate = Some(if approves { Review::Approved } else { Review::Rejected });
            return;
        }
        let rejected = places(&self.goods, |one| {
            one.present() && one.certificate == Some(Review::Rejected) && self.people[one.merchant].acts()
        });
        if let (Some(place), true) = (pick(&rejected, who), how % 4 == 1) {
            let product_id = self.goods[place].id;
            self.goods[place].certificate = Some(Review::Waits);
            self.by_merchant(place, &ProductEvent::OrganicCertificateResubmitted { product_id });
        } else if let Some(place) = self.pick_active(who) {
            self.submit_certificate(place, how);
        }
    }

    fn submit_certificate(&mut self, place: usize, how: u8) {
        let merchant: AccountId = self.people[self.goods[place].merchant].id;
        let submitted = ProductEvent::OrganicCertificateSubmitted {
            product_id: self.goods[place].id,
            url: format!("/api/uploads/certificates/{merchant}/{how}.pdf"),
            original_name: self.personal(merchant, format!("organic {how}.pdf")),
        };
        self.goods[place].certificate = Some(Review::Waits);
        self.by_merchant(place, &submitted);
    }

    pub(super) fn switch(&mut self, who: u8, how: u8) {
        let Some(place) = pick(&places(&self.goods, Good::present), who) else { return };
        let good = &self.goods[place];
        let (product_id, merchant) = (good.id, &self.people[good.merchant]);
        let by_admin = how.is_multiple_of(2) || !merchant.acts();
        let actor = if by_admin { admin() } else { acting(merchant.id, Role::Merchant) };
        let reason = (how.is_multiple_of(5)).then(|| "Season's end".to_owned());
        let event = match how / 2 % 8 {
            0 => ProductEvent::ProductDeleted { product_id, reason },
            1 | 2 if by_admin && good.featured => ProductEvent::ProductUnfeatured { product_id },
            1 | 2 if by_admin => ProductEvent::ProductFeatured { product_id },
            _ if good.active || (by_admin && !good.locked && how.is_multiple_of(3)) => {
                ProductEvent::ProductDeactivated { product_id, by_admin, reason }
            }
            _ if by_admin || !good.locked => ProductEvent::ProductActivated { product_id, reason },
            _ => return,
        };
        let good = &mut self.goods[place];
        match &event {
            ProductEvent::ProductDeleted { .. } => good.deleted = true,
            ProductEvent::ProductUnfeatured { .. } => good.featured = false,
            ProductEvent::ProductFeatured { .. } => good.featured = true,
            ProductEvent::ProductDeactivated { .. } => {
                good.active = false;
                good.locked |= by_admin;
            }
            _ => {
                good.active = true;
                good.locked = false;
            }
        }
        self.add(product_id.uuid(), actor, &event);
    }

    pub(super) fn count(&mut self, who: u8, how: u8) {
        if let Some(place) = self.pick_active(who) {
            self.restate(place, u32::from(how % 40));
        }
    }

    /// Records a merchant's count of the available units. Held units are on the shelf in addition.
    fn restate(&mut self, place: usize, units: u32) {
        let good = &mut self.goods[place];
        good.on_hand = units + (good.on_hand - good.available());
        let (product_id, quantity) = (good.id, good.on_hand);
        let merchant = self.people[self.goods[place].merchant].id;
        let counted = StockEvent::StockCounted { product_id, quantity };
        self.add(product_id.uuid(), acting(merchant, Role::Merchant), &counted);
    }

    pub(super) fn look(&mut self, who: u8, how: u8) {
        let seen = places(&self.goods, |good| self.on_sale(good));
        if let Some(place) = pick(&seen, who) {
            let product_id = self.goods[place].id;
            let viewed = ViewsEvent::ProductViewed { product_id, visitors: u32::from(how % 9) + 1 };
            self.system(product_id.uuid(), &viewed);
        }
    }
}

/// Names as people write them: with accents and apostrophes, repeated, very short, and very long.
fn product_name(how: u8) -> &'static str {
    [
        "Tomato",
        "Crème Brûlée",
        "Farmer's Cheese",
        "Egg, egg & ox",
        "Smørrebrød",
        "Whole-milk Mozzarella",
        "Heirloomheirloomheirloom",
        "Heirloomheirloomheirlooms",
        "B12 bees'",
    ][usize::from(how) % 9]
}

fn details(name: &str, how: u8) -> ProductDetails {
    ProductDetails {
        name: name.to_owned(),
        description: format!("Ripened on the vine, {how}"),
        category: ["produce", "dairy", "bakery"][usize::from(how) % 3].to_owned(),
        subcategory: "vegetables".to_owned(),
        images: (0..how % 3).map(picture).collect(),
        tags: (0..how % 4).map(|tag| format!("{} {tag}", product_name(tag))).collect(),
        is_organic: how.is_multiple_of(3),
        is_locally_sourced: how.is_multiple_of(2),
        harvest_date: chrono::NaiveDate::from_ymd_opt(2026, 9, u32::from(how % 30) + 1)
            .filter(|_| how.is_multiple_of(4)),
        pickup_instructions: how.is_multiple_of(3).then(|| format!("Door {how}")),
    }
}

fn picture(number: u8) -> Image {
    let url = format!("/api/uploads/products/{}.webp", Uuid::from_u128(number.into()));
    Image { url, alt: String::new(), is_featured: number == 0 }
}

fn fulfillment(how: u8) -> Fulfillment {
    Fulfillment {
        method: [FulfillmentMethod::PickupOnly, FulfillmentMethod::DeliveryOnly, FulfillmentMethod::Both]
            [usize::from(how) % 3],
        pickup_instructions: format!("Gate {how}"),
        delivery_options: DeliveryOptions {
            local_delivery: how.is_multiple_of(2),
            delivery_radius: u32::from(how % 50) + 1,
            ..DeliveryOptions::default()
        },
    }
}
