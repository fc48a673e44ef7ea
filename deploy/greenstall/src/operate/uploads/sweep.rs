//! `greenstall uploads sweep`: deletes files that nothing refers to.

use std::{
    collections::HashMap,
    io::{Write, stdout},
    time::Instant,
};

use blobs::{BlobName, Blobs, Listed};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use event_store::{Categories, EventLog};
use futures_util::TryStreamExt;
use shared_events::Position;

use super::references::{References, large};
use crate::{Outcome, operate::workbench::reading, report::Report, settings::Settings};

const PAGE: usize = 5_000;

/// An upload: a file, or both sizes of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Upload {
    bytes: u64,
    stored_at: DateTime<Utc>,
}

/// The result of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Swept {
    /// All uploads; a picture counts once.
    uploads: usize,
    /// Uploads that nothing refers to and that are old enough.
    unused: usize,
    /// Their total size.
    bytes: u64,
}

/// Deletes unused uploads and prints their names.
pub(super) async fn run(settings: &Settings, older_than: TimeDelta, dry_run: bool) -> Outcome<()> {
    reading(settings, async |ports| {
        ports.refuse_another_bucket().await?;
        let began = Instant::now();
        let mut report = Report::new("uploads");
        let before = ports.clock.now() - older_than;
        let swept = sweep(&ports.log, &ports.blobs, before, dry_run, &mut report).await?;
        report.done(&format!(
            "{} of {} {} ({:.1} MB) in {:.1} s",
            swept.unused,
            swept.uploads,
            if dry_run { "would be deleted" } else { "deleted" },
            swept.bytes as f64 / 1e6,
            began.elapsed().as_secs_f64()
        ));
        Ok(())
    })
    .await
}

/// Lists the files before it reads the log, so that it sees every reference to a listed file. A file that a form is
/// still to refer to is kept because it is young.
async fn sweep(
    log: &EventLog,
    blobs: &Blobs,
    before: DateTime<Utc>,
    dry_run: bool,
    report: &mut Report,
) -> Outcome<Swept> {
    let uploads = uploads(blobs).await?;
    let used = references(log, report).await?.all();
    let is_unused = |(name, upload): &(&BlobName, &Upload)| upload.stored_at < before && !used.contains(name);
    let mut unused: Vec<(&BlobName, &Upload)> = uploads.iter().filter(is_unused).collect();
    unused.sort_by_key(|(name, upload)| (upload.stored_at, name.to_string()));
    for (done, (name, upload)) in unused.iter().enumerate() {
        if !dry_run {
            blobs.delete(name).await?;
        }
        let stored_at = upload.stored_at.to_rfc3339_opts(SecondsFormat::Secs, true);
        report.aside(|| writeln!(stdout(), "{name} {} bytes, {stored_at}", upload.bytes))?;
        report.at(done as u64 + 1, unused.len() as u64, "deleting");
    }
    let bytes = unused.iter().map(|(_, upload)| upload.bytes).sum();
    Ok(Swept { uploads: uploads.len(), unused: unused.len(), bytes })
}

/// All uploads. A picture has the age of the younger of its two files.
async fn uploads(blobs: &Blobs) -> Outcome<HashMap<BlobName, Upload>> {
    let mut uploads: HashMap<BlobName, Upload> = HashMap::new();
    let mut files = blobs.list();
    while let Some(Listed { name, size, stored_at }) = files.try_next().await? {
        let upload = uploads.entry(large(name)).or_insert(Upload { bytes: 0, stored_at });
        upload.bytes += size;
        upload.stored_at = upload.stored_at.max(stored_at);
    }
    Ok(uploads)
}

async fn references(log: &EventLog, report: &mut Report) -> Outcome<References> {
    let (head, mut position) = (log.head().await?, Position::START);
    let mut references = References::default();
    loop {
        let (page, unreadable) = log.read_all_sifted(position, &Categories::All, PAGE).await?;
        if let Some(event) = unreadable.first() {
            let text = format!("{} version {}: {}", event.stream, event.version, event.reason);
            return Err(format!(
                "nothing was deleted: an event cannot be read, and may refer to files: {text}"
            )
            .into());
        }
        for event in &page.events {
            references.see(event).map_err(|error| {
                format!("nothing was deleted: {} version {}: {error}", event.stream, event.version)
            })?;
        }
        position = page.up_to;
        report.at(position.0, head.0, "reading the log");
        if page.end {
            return Ok(references);
        }
    }
}

#[cfg(test)]
mod tests {
    use blobs::Stored;
    use event_store::{Append, ExpectedVersion, Provenance};
    use service_kit::{Clock, Ids, SeededIds, SystemClock};
    use shared_events::{
        Actor, Cents, Event, Personal,
        events::{AccountEvent, OrderEvent, ProductEvent},
        ids::{AccountId, CheckoutId, Id, OrderId, ProductId},
        shop::{
            Amounts, BillingDetails, DeliveryMethod, Fulfillment, Image, Line, ProductDetails,
            ShippingDetails,
        },
        upload::{Kind, Media},
    };
    use uuid::Uuid;

    use super::*;

    struct Shop {
        log: EventLog,
        blobs: Blobs,
        ids: SeededIds,
        merchant: AccountId,
    }

    impl Shop {
        fn open() -> Self {
            let (log, blobs) = (EventLog::in_memory(), Blobs::in_memory());
            Self { log, blobs, ids: SeededIds::new(1), merchant: Id::new(Uuid::from_u128(1)) }
        }

        /// Stores a certificate, which unlike the other kinds needs no picture. The sweep treats all kinds alike.
        async fn upload(&self) -> Stored {
            let pdf = b"%PDF-1.4\n%%EOF\n".to_vec();
            self.blobs.put(Kind::Certificate, Media::Pdf, self.merchant, &self.ids, pdf.into()).await.unwrap()
        }

        async fn add<E: Event>(&self, id: Uuid, event: E) {
            let provenance = Provenance::of_command(
                (&self.ids as &dyn Ids).uuid(),
                Actor::system("test"),
                SystemClock.now(),
            );
            let append = Append { id, expected: ExpectedVersion::Any, events: vec![event] };
            self.log.append(&provenance, append).await.unwrap();
        }

        async fn sweep(&self, before: DateTime<Utc>, dry_run: bool) -> Swept {
            sweep(&self.log, &self.blobs, before, dry_run, &mut Report::new("test")).await.unwrap()
        }

        async fn is_there(&self, file: &Stored) -> bool {
            self.blobs.exists(&file.name).await.unwrap()
        }
    }

    fn details(picture: &Stored) -> ProductDetails {
        ProductDetails {
            name: "Kale".to_owned(),
            description: "Green".to_owned(),
            category: "produce".to_owned(),
            subcategory: "Greens".to_owned(),
            images: vec![Image { url: picture.url(), alt: String::new(), is_featured: true }],
            tags: Vec::new(),
            is_organic: true,
            is_locally_sourced: true,
            harvest_date: None,
            pickup_instructions: None,
        }
    }

    fn listed(product_id: ProductId, merchant_id: AccountId, picture: &Stored) -> ProductEvent {
        ProductEvent::ProductListed {
            product_id,
            merchant_id,
            details: details(picture),
            price: Cents(3_00),
            unit: "bunch".to_owned(),
            low_stock_threshold: 5,
            fulfillment: Fulfillment::default(),
        }
    }

    fn ordered(order_id: OrderId, merchant_id: AccountId, picture: &Stored) -> OrderEvent {
        let customer_id = AccountId::new(Uuid::from_u128(2));
        let personal = |text: &str| Personal::new(customer_id.uuid(), text.to_owned());
        let zero = Cents::ZERO;
        OrderEvent::OrderPlaced {
            order_id,
            checkout_id: CheckoutId::new(Uuid::from_u128(3)),
            number: "GS-261121-7K2QF-1".to_owned(),
            parent_number: "GS-261121-7K2QF".to_owned(),
            customer_id,
            customer_name: personal("Ada"),
            customer_email: personal("ada@example.org"),
            merchant_id,
            merchant_name: "Farm".to_owned(),
            merchant_address: None,
            lines: vec![Line {
                product_id: ProductId::new(Uuid::from_u128(9)),
                merchant_id,
                merchant_name: "Farm".to_owned(),
                name: "Kale".to_owned(),
                unit: "bunch".to_owned(),
                image_url: Some(picture.url()),
                price: Cents(3_00),
                quantity: 1,
            }],
            amounts: Amounts { subtotal: zero, tax: zero, delivery_fee: zero, total: zero },
            delivery_method: DeliveryMethod::Pickup,
            shipping: Personal::new(customer_id.uuid(), ShippingDetails::default()),
            billing: Personal::new(customer_id.uuid(), BillingDetails::default()),
            promised_for: None,
        }
    }

    fn tomorrow() -> DateTime<Utc> {
        SystemClock.now() + TimeDelta::days(1)
    }

    #[tokio::test]
    async fn only_files_that_nothing_refers_to_are_deleted() {
        let shop = Shop::open();
        let (kale, gone, order_id) =
            (Id::new(Uuid::from_u128(4)), Id::new(Uuid::from_u128(5)), Id::new(Uuid::from_u128(6)));
        let (forgotten, approved, draft, replaced) =
            (shop.upload().await, shop.upload().await, shop.upload().await, shop.upload().await);
        let (paper, photo, old_photo) = (shop.upload().await, shop.upload().await, shop.upload().await);
        let (copied, of_deleted) = (shop.upload().await, shop.upload().await);
        let product =
            |picture: &Stored| ProductEvent::ProductRevised { product_id: kale, details: details(picture) };
        shop.add(kale.uuid(), listed(kale, shop.merchant, &approved)).await;
        shop.add(kale.uuid(), ProductEvent::ProductApproved { product_id: kale, reason: None }).await;
        shop.add(kale.uuid(), product(&replaced)).await;
        shop.add(kale.uuid(), product(&draft)).await;
        let original_name = Personal::new(shop.merchant.uuid(), "Organic.pdf".to_owned());
        let submitted =
            ProductEvent::OrganicCertificateSubmitted { product_id: kale, url: paper.url(), original_name };
        shop.add(kale.uuid(), submitted).await;
        for url in [old_photo.url(), photo.url()] {
            let filename = "photo".to_owned();
            let chosen = AccountEvent::BusinessPhotoChosen { account_id: shop.merchant, url, filename };
            shop.add(shop.merchant.uuid(), chosen).await;
        }
        for picture in [&copied, &of_deleted] {
            shop.add(gone.uuid(), listed(gone, shop.merchant, picture)).await;
        }
        shop.add(order_id.uuid(), ordered(order_id, shop.merchant, &copied)).await;
        shop.add(gone.uuid(), ProductEvent::ProductDeleted { product_id: gone, reason: None }).await;

        let unused = [&forgotten, &replaced, &old_photo, &of_deleted];
        let used = [&approved, &draft, &paper, &photo, &copied];
        let bytes = 4 * 15;
        let expected = Swept { uploads: 9, unused: 4, bytes };
        assert_eq!(shop.sweep(tomorrow(), true).await, expected);
        for file in unused.iter().chain(&used) {
            assert!(shop.is_there(file).await, "a dry run deletes nothing");
        }
        assert_eq!(shop.sweep(tomorrow(), false).await, expected);
        for file in unused {
            assert!(!shop.is_there(file).await);
        }
        for file in used {
            assert!(shop.is_there(file).await);
        }
        assert_eq!(shop.sweep(tomorrow(), false).await, Swept { uploads: 5, unused: 0, bytes: 0 });
    }

    #[tokio::test]
    async fn young_files_are_kept_because_a_form_may_use_them() {
        let shop = Shop::open();
        let file = shop.upload().await;
        let yesterday = SystemClock.now() - TimeDelta::days(1);
        assert_eq!(shop.sweep(yesterday, false).await, Swept { uploads: 1, unused: 0, bytes: 0 });
        assert!(shop.is_there(&file).await);
    }
}
