//! Finds the uploaded files that the log refers to. A view would not do: it may lag behind the log or be rebuilding.

use std::collections::{HashMap, HashSet};

use blobs::{BlobName, URL_PREFIX};
use shared_events::{
    CodecError, Event, RawEvent, Recorded, decode,
    events::{AccountEvent, ProductEvent},
    shop::ProductDetails,
};
use uuid::Uuid;

/// The files that a product's events refer to.
#[derive(Debug, Default)]
struct OfProduct {
    /// Pictures of the public version.
    approved: HashSet<BlobName>,
    /// Pictures of the merchant's latest draft.
    draft: HashSet<BlobName>,
    /// All certificates ever uploaded: the certificate that an admin has decided about is kept as long as the product.
    certificates: HashSet<BlobName>,
}

/// The references found so far. The large size of a picture stands for both sizes.
#[derive(Debug, Default)]
pub(super) struct References {
    products: HashMap<Uuid, OfProduct>,
    photos: HashMap<Uuid, BlobName>,
    /// Files copied into checkouts, orders or any other event. They are kept for good.
    copied: HashSet<BlobName>,
}

impl References {
    /// Applies an event.
    ///
    /// # Errors
    /// When the event cannot be read, because its references are then unknown.
    pub(super) fn see(&mut self, event: &Recorded<RawEvent>) -> Result<(), CodecError> {
        let json = event.event.data.as_json();
        match event.stream.category.as_ref() {
            ProductEvent::CATEGORY => self.see_product(event.stream.id, decode(event.event.clone())?),
            AccountEvent::CATEGORY => self.see_account(event.stream.id, decode(event.event.clone())?),
            _ if json.contains(URL_PREFIX) => self.copied.extend(named_in(json)),
            _ => {}
        }
        Ok(())
    }

    /// Every file that is referred to.
    pub(super) fn all(self) -> HashSet<BlobName> {
        let mut all = self.copied;
        all.extend(self.photos.into_values());
        for OfProduct { approved, draft, certificates } in self.products.into_values() {
            all.extend(approved.into_iter().chain(draft).chain(certificates));
        }
        all
    }

    fn see_product(&mut self, id: Uuid, event: ProductEvent) {
        let product = self.products.entry(id).or_default();
        match event {
            ProductEvent::ProductListed { details, .. } | ProductEvent::ProductRevised { details, .. } => {
                product.draft = pictures(&details);
            }
            ProductEvent::ProductApproved { .. } => product.approved = product.draft.clone(),
            ProductEvent::OrganicCertificateSubmitted { url, .. } => {
                product.certificates.extend(BlobName::at(&url));
            }
            ProductEvent::ProductDeleted { .. } => _ = self.products.remove(&id),
            _ => {}
        }
    }

    fn see_account(&mut self, id: Uuid, event: AccountEvent) {
        let photo = match event {
            AccountEvent::AccountOpened { business: Some(business), .. } => business.photo_url,
            AccountEvent::BusinessPhotoChosen { url, .. } => Some(url),
            AccountEvent::BusinessPhotoRemoved { .. } => None,
            _ => return,
        };
        match photo.and_then(|url| BlobName::at(&url)) {
            Some(name) => _ = self.photos.insert(id, name),
            None => _ = self.photos.remove(&id),
        }
    }
}

fn pictures(details: &ProductDetails) -> HashSet<BlobName> {
    details.images.iter().filter_map(|image| BlobName::at(&image.url)).map(large).collect()
}

/// The file's name; for a picture, the name of its large size.
pub(super) const fn large(name: BlobName) -> BlobName {
    name.in_size(false)
}

/// The files whose URLs occur anywhere in this text.
fn named_in(json: &str) -> impl Iterator<Item = BlobName> {
    json.match_indices(URL_PREFIX).filter_map(|(at, _)| {
        let address = &json[at..];
        let end = address.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '.')));
        BlobName::at(&address[..end.unwrap_or(address.len())]).map(large)
    })
}

#[cfg(test)]
mod tests {
    use shared_events::{
        ids::AccountId,
        upload::{Kind, Media},
    };

    use super::*;

    #[test]
    fn file_urls_are_found_anywhere_in_an_event() {
        let name = |small| BlobName {
            kind: Kind::ProductImage,
            owner: AccountId::new(Uuid::from_u128(7)),
            secret: [7; 16],
            small,
            media: Media::WebP,
        };
        let json = format!(
            r#"{{"a":"{0}","b":["{1}"],"text":"see https://shop.example{0}, or {URL_PREFIX}x"}}"#,
            name(false).url(),
            name(true).url()
        );
        assert_eq!(named_in(&json).collect::<Vec<_>>(), [name(false); 3]);
    }
}
