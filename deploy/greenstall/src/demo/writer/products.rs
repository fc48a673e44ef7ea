//! Writes the merchants' products, the admin's decisions about them, and the selection for the home page.

use axum::body::Bytes;
use command_service::application::products::list_product;
use domain::product::{
    FulfillmentForm, GivenCertificate, ProductForm,
    approve_product::{self, ApproveProduct},
    feature_product::FeatureProduct,
    reject_product::{self, RejectProduct},
    review_certificate::{self, CertificateVerdict, ReviewCertificate},
};
use shared_events::{
    shop::{Fulfillment, ProductDetails},
    upload::{Kind, Media},
};

use super::{
    failures::{done_or_before, failed_at},
    market_writer::{self, MarketWriter},
};
use crate::{
    Outcome,
    demo::market::{Approval, Product},
};

/// A one-page PDF.
const CERTIFICATE: &[u8] = include_bytes!("certificate.pdf");

pub(super) async fn product(writer: &MarketWriter<'_>, merchant: usize, index: usize) -> Outcome<()> {
    let product = &writer.market.merchants[merchant].products[index];
    let item = market_writer::product(merchant, index);
    let listed = writer.ago(product.listed_days_ago, 60 + index * 9);
    let provenance = writer.by(writer.as_merchant(merchant), &item, listed);
    let app = writer.at(&item, listed);
    let form = ProductForm {
        certificate: certificate(writer, merchant, index, product).await?,
        ..form(writer, product)
    };
    let outcome = list_product(&app.writer, &provenance, writer.merchant(merchant), &form).await;
    outcome.map_err(failed_at(&item))?;
    review(writer, merchant, index, product).await?;
    if product.featured {
        // Featured products were listed at least two days ago.
        let (item, featured) = (format!("featuring {item}"), writer.ago(0, 20 * 60 + merchant));
        let provenance = writer.by(writer.as_admin(), &item, featured);
        let command = FeatureProduct { product_id: writer.product(merchant, index), featured: true };
        let outcome = app.writer.execute(&provenance, &command).await;
        outcome.map_err(failed_at(item))?;
    }
    Ok(())
}

/// Uploads a certificate as the merchant would. Uploading it again writes the same file.
async fn certificate(
    writer: &MarketWriter<'_>,
    merchant: usize,
    index: usize,
    product: &Product,
) -> Outcome<Option<GivenCertificate>> {
    if !product.details.is_organic {
        return Ok(None);
    }
    let item = format!("certificate of {}", market_writer::product(merchant, index));
    let app = writer.at(&item, writer.now);
    let bytes = Bytes::from_static(CERTIFICATE);
    let stored =
        app.blobs.put(Kind::Certificate, Media::Pdf, writer.merchant(merchant), &*app.ids, bytes).await?;
    let original_name = format!("Organic certificate, {}.pdf", product.details.name);
    Ok(Some(GivenCertificate { url: stored.url(), original_name, is_own: true }))
}

async fn review(writer: &MarketWriter<'_>, merchant: usize, index: usize, product: &Product) -> Outcome<()> {
    let item = format!("review of {}", market_writer::product(merchant, index));
    let reviewed = writer.ago(product.listed_days_ago, 60) + chrono::TimeDelta::hours(5);
    let (app, provenance) = (writer.at(&item, reviewed), writer.by(writer.as_admin(), &item, reviewed));
    let id = writer.product(merchant, index);
    match &product.approval {
        Approval::Pending => Ok(()),
        Approval::Approved => {
            let command = ApproveProduct { product_id: id, revision: None, reason: None };
            let approved = app.writer.execute(&provenance, &command).await;
            done_or_before(approved, &approve_product::Refusal::AlreadyReviewed, item)?;
            if product.details.is_organic { certify(writer, merchant, index, product).await } else { Ok(()) }
        }
        Approval::Rejected { reason } => {
            let command = RejectProduct { product_id: id, revision: None, reason: reason.clone() };
            let rejected = app.writer.execute(&provenance, &command).await;
            done_or_before(rejected, &reject_product::Refusal::AlreadyReviewed, item)
        }
    }
}

async fn certify(writer: &MarketWriter<'_>, merchant: usize, index: usize, product: &Product) -> Outcome<()> {
    let item = format!("review of the certificate of {}", market_writer::product(merchant, index));
    let reviewed = writer.ago(product.listed_days_ago, 60) + chrono::TimeDelta::minutes(5 * 60 + 10);
    let (app, provenance) = (writer.at(&item, reviewed), writer.by(writer.as_admin(), &item, reviewed));
    let command = ReviewCertificate {
        product_id: writer.product(merchant, index),
        verdict: CertificateVerdict::Approved { reason: None },
        seen: None,
    };
    let certified = app.writer.execute(&provenance, &command).await;
    done_or_before(certified, &review_certificate::Refusal::AlreadyReviewed, item)
}

fn form(writer: &MarketWriter<'_>, product: &Product) -> ProductForm {
    let ProductDetails {
        name,
        description,
        category,
        subcategory,
        images,
        tags,
        is_organic,
        is_locally_sourced,
        harvest_date,
        pickup_instructions: _,
    } = product.details_on(writer.now.date_naive());
    let Fulfillment { method, pickup_instructions, delivery_options } = product.fulfillment.clone();
    ProductForm {
        name,
        description,
        price: Some(product.price.dollars()),
        category,
        subcategory,
        quantity: Some(product.opening_quantity().into()),
        unit: product.unit.to_owned(),
        low_stock_threshold: Some(product.low_stock_threshold.into()),
        tags,
        images,
        has_foreign_images: false,
        is_organic,
        certificate: None,
        has_certificate: false,
        is_locally_sourced,
        harvest_date,
        fulfillment: FulfillmentForm {
            method: Some(method),
            pickup_instructions,
            local_delivery: Some(delivery_options.local_delivery),
            delivery_radius: Some(delivery_options.delivery_radius.into()),
            delivery_fee: Some(delivery_options.delivery_fee.0.dollars()),
            free_delivery_minimum: Some(delivery_options.free_delivery_minimum.0.dollars()),
            estimated_time: Some(delivery_options.estimated_time),
        },
    }
}
