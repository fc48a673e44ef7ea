//! Structured data (schema.org JSON-LD) for search engines.

use query_service::model::{Merchant, Product, Rating};
use serde_json::{Value, json};
use shared_events::shop::CATEGORIES;

use super::words::{category_label, merchant_name};

const CONTEXT: &str = "https://schema.org";

/// The site as a whole.
pub(super) fn site(base: &str) -> Value {
    json!({ "@context": CONTEXT, "@type": "WebSite", "name": "Greenstall", "url": format!("{base}/") })
}

/// A product with its offer.
pub(super) fn product(base: &str, product: &Product) -> Value {
    let url = format!("{base}/products/{}", product.id);
    let merchant = &product.merchant;
    let availability = if product.inventory.quantity > 0 { "InStock" } else { "OutOfStock" };
    let mut data = json!({
        "@context": CONTEXT,
        "@type": "Product",
        "@id": url,
        "name": product.name,
        "description": product.description,
        "url": url,
        "sku": product.id,
        "category": category_label(&product.category),
        "brand": { "@type": "Brand", "name": merchant_name(merchant) },
        "offers": {
            "@type": "Offer",
            "url": url,
            "price": price(product),
            "priceCurrency": "USD",
            "availability": format!("{CONTEXT}/{availability}"),
            "itemCondition": format!("{CONTEXT}/NewCondition"),
            "seller": {
                "@type": "LocalBusiness",
                "@id": format!("{base}/merchant/{}", merchant.id),
                "name": merchant_name(merchant),
            },
        },
    });
    if !product.images.is_empty() {
        let urls = product.images.iter().map(|image| format!("{base}{}", image.url));
        data["image"] = urls.collect();
    }
    rate(&mut data, product.rating);
    data
}

/// A merchant with its address.
pub(super) fn merchant(base: &str, merchant: &Merchant) -> Value {
    let url = format!("{base}/merchant/{}", merchant.id);
    let (business, address) = (&merchant.business_info, &merchant.address);
    let mut data = json!({
        "@context": CONTEXT,
        "@type": "LocalBusiness",
        "@id": url,
        "name": merchant_name(merchant),
        "url": url,
    });
    if !business.business_description.is_empty() {
        data["description"] = json!(business.business_description);
    }
    if let Some(photo) = &business.business_photo {
        data["image"] = json!(format!("{base}{}", photo.url));
    }
    if !address.city.is_empty() {
        data["address"] = json!({
            "@type": "PostalAddress",
            "addressLocality": address.city,
            "addressRegion": address.state,
            "postalCode": address.zip_code,
            "addressCountry": "US",
        });
    }
    rate(&mut data, merchant.rating);
    data
}

/// The breadcrumbs of a page as JSON-LD. A step is a name and a path; the last step is the page itself.
pub(super) fn breadcrumbs(base: &str, steps: &[(&str, String)]) -> Value {
    let items: Vec<Value> = steps
        .iter()
        .zip(1..)
        .map(|((name, path), position)| {
            json!({ "@type": "ListItem", "position": position, "name": name, "item": format!("{base}{path}") })
        })
        .collect();
    json!({ "@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": items })
}

/// The breadcrumbs that a product's page shows.
pub(super) fn product_breadcrumbs(base: &str, product: &Product) -> Value {
    let label = category_label(&product.category);
    let mut steps = vec![("Products", "/products".to_owned())];
    if CATEGORIES.contains(&product.category.as_str()) {
        steps.push((&label, format!("/products?category={}", product.category)));
    }
    steps.push((&product.name, format!("/products/{}", product.id)));
    breadcrumbs(base, &steps)
}

/// The price as a bare number: `3.50`.
pub(super) fn price(product: &Product) -> String {
    product.price.0.to_string().trim_start_matches('$').to_owned()
}

/// Adds the rating, if there is one.
fn rate(data: &mut Value, rating: Rating) {
    if rating.count > 0 {
        data["aggregateRating"] = json!({
            "@type": "AggregateRating",
            "ratingValue": rating.average,
            "reviewCount": rating.count,
            "bestRating": 5,
            "worstRating": 1,
        });
    }
}

#[cfg(test)]
mod tests {
    use query_service::model::BusinessPhoto;

    use super::*;
    use crate::web::testing;

    const BASE: &str = "https://shop.example";

    #[test]
    fn a_product_has_an_offer_and_a_rating_only_if_rated() {
        let mut tomato = testing::product();
        let data = product(BASE, &tomato);
        assert_eq!(data["offers"]["price"], "4.50");
        assert_eq!(data["offers"]["availability"], "https://schema.org/InStock");
        assert_eq!(data["image"], json!([format!("{BASE}/demo/tomatoes.webp")]));
        assert_eq!(data.get("aggregateRating"), None);
        tomato.rating = Rating::new(4.5, 2);
        tomato.inventory.quantity = 0;
        tomato.images.clear();
        let data = product(BASE, &tomato);
        assert_eq!(data["aggregateRating"]["ratingValue"], 4.5);
        assert_eq!(data["aggregateRating"]["reviewCount"], 2);
        assert_eq!(data["offers"]["availability"], "https://schema.org/OutOfStock");
        assert_eq!(data.get("image"), None);
    }

    #[test]
    fn a_merchant_is_a_business_in_a_place() {
        let mut farm = testing::merchant();
        let data = merchant(BASE, &farm);
        assert_eq!((&data["@type"], &data["name"]), (&json!("LocalBusiness"), &json!("Green Farm")));
        assert_eq!(data["address"]["postalCode"], "05401");
        assert_eq!((data.get("image"), data.get("aggregateRating")), (None, None));
        farm.business_info.business_photo = Some(BusinessPhoto::at("/api/uploads/a.webp".into()));
        farm.address = query_service::model::PublicAddress::default();
        let data = merchant(BASE, &farm);
        assert_eq!(data["image"], format!("{BASE}/api/uploads/a.webp"));
        assert_eq!(data.get("address"), None);
    }

    #[test]
    fn a_products_breadcrumbs_include_its_category() {
        let tomato = testing::product();
        let items = product_breadcrumbs(BASE, &tomato)["itemListElement"].clone();
        let urls: Vec<&str> =
            items.as_array().unwrap().iter().map(|item| item["item"].as_str().unwrap()).collect();
        let own = format!("{BASE}/products/{}", tomato.id);
        assert_eq!(
            urls,
            ["https://shop.example/products", "https://shop.example/products?category=produce", &own]
        );
        assert_eq!((&items[1]["name"], &items[2]["position"]), (&json!("Produce"), &json!(3)));
    }
}
