//! Chooses the head of each requested page, and looks up the data in it.

use std::{collections::HashMap, sync::Arc, time::Duration};

use axum::{extract::Query, http::Uri};
use query_service::model::{Merchant, Product};
use service_kit::Problem;
use shared_events::shop::CATEGORIES;
use tokio::time::timeout;

use super::{
    Guests, Storefront, data,
    first_view::PRODUCT_CARDS,
    head::{Head, Picture, ShownProduct},
    routes::{Found, Route, Routes},
    words,
};

/// The time limit for looking up a page's data. When it has passed, the page is sent without the data, which the
/// browser fetches anyway.
const LOOKUP_DEADLINE: Duration = Duration::from_millis(300);

/// The number of products on a page of the catalog.
const CATALOG_PAGE: u64 = 24;

/// The settings of the site.
#[derive(Clone)]
pub(crate) struct Site {
    /// The third party that pages may load from.
    pub(crate) guests: Guests,
    /// The public URL of the shop, without a slash at the end.
    pub(crate) base: Arc<str>,
    /// Reads public data; `None` in a process without the query role.
    pub(crate) storefront: Option<Arc<dyn Storefront>>,
}

/// The result of looking up the subject of a page.
enum SubjectLookup<T> {
    Public(T),
    /// The subject does not exist or is not public.
    Missing,
    /// The query service does not answer.
    Nothing,
}

async fn ask<T>(question: impl Future<Output = Result<Option<T>, Problem>>) -> SubjectLookup<T> {
    match timeout(LOOKUP_DEADLINE, question).await {
        Ok(Ok(Some(thing))) => SubjectLookup::Public(thing),
        Ok(Ok(None)) => SubjectLookup::Missing,
        Ok(Err(_)) | Err(_) => SubjectLookup::Nothing,
    }
}

impl Site {
    /// The head of the page at this URI. It never fails: data that cannot be looked up is left out.
    pub(super) async fn head(&self, routes: &Routes, uri: &Uri) -> Head {
        let Some(found) = routes.find(uri.path()) else { return Head::missing("Page not found") };
        match (found.pattern, found.values.as_slice()) {
            ("/", _) => {
                let mut head = plain(&found, uri);
                head.data.push(data::site(&self.base));
                head
            }
            ("/products", _) => {
                let mut head = self.catalog(found.route, uri);
                if uri.query().is_none() {
                    head.shown = self.first_cards().await;
                }
                head
            }
            ("/products/{id}", [id]) => match self.product(id).await {
                SubjectLookup::Public(product) => self.product_head(&product),
                SubjectLookup::Missing => Head::missing("Product not found"),
                SubjectLookup::Nothing => plain(&found, uri),
            },
            ("/merchant/{id}", [id]) => match self.merchant(id).await {
                SubjectLookup::Public(merchant) => self.merchant_head(&merchant),
                SubjectLookup::Missing => Head::missing("Merchant not found"),
                SubjectLookup::Nothing => plain(&found, uri),
            },
            _ => plain(&found, uri),
        }
    }

    async fn product(&self, id: &str) -> SubjectLookup<Product> {
        let Ok(id) = id.parse() else { return SubjectLookup::Missing };
        match &self.storefront {
            Some(storefront) => ask(storefront.product(id)).await,
            None => SubjectLookup::Nothing,
        }
    }

    /// The first products of the unfiltered catalog; empty while the query service does not answer.
    async fn first_cards(&self) -> Vec<ShownProduct> {
        let Some(storefront) = &self.storefront else { return Vec::new() };
        match timeout(LOOKUP_DEADLINE, storefront.newest(CATALOG_PAGE)).await {
            Ok(Ok(newest)) => interleaved(newest).iter().take(PRODUCT_CARDS).map(ShownProduct::of).collect(),
            Ok(Err(_)) | Err(_) => Vec::new(),
        }
    }

    async fn merchant(&self, id: &str) -> SubjectLookup<Merchant> {
        let Ok(id) = id.parse() else { return SubjectLookup::Missing };
        match &self.storefront {
            Some(storefront) => ask(storefront.merchant(id)).await,
            None => SubjectLookup::Nothing,
        }
    }

    fn product_head(&self, product: &Product) -> Head {
        let mut head = Head::public(
            words::product_title(product),
            words::product_description(product),
            format!("/products/{}", product.id),
        );
        head.kind = "product";
        head.price = Some(data::price(product));
        if let Some(image) = product.images.first() {
            let alt = if image.alt.is_empty() { &product.name } else { &image.alt };
            head.picture = Some(Picture { path: image.url.clone(), alt: alt.clone() });
            head.largest_picture = Some(image.url.clone());
        }
        head.shown = vec![ShownProduct::of(product)];
        head.data = vec![data::product(&self.base, product), data::product_breadcrumbs(&self.base, product)];
        head
    }

    fn merchant_head(&self, merchant: &Merchant) -> Head {
        let (name, path) = (words::merchant_name(merchant), format!("/merchant/{}", merchant.id));
        let mut head = Head::public(
            words::merchant_title(merchant),
            words::merchant_description(merchant),
            path.clone(),
        );
        head.kind = "profile";
        if let Some(photo) = &merchant.business_info.business_photo {
            head.picture = Some(Picture { path: photo.url.clone(), alt: name.to_owned() });
        }
        let breadcrumbs =
            data::breadcrumbs(&self.base, &[("Products", "/products".to_owned()), (name, path)]);
        head.data = vec![data::merchant(&self.base, merchant), breadcrumbs];
        head
    }

    /// The head of the product list: of a category, of a search, or of the whole catalog.
    fn catalog(&self, route: &Route, uri: &Uri) -> Head {
        let parameters: HashMap<String, String> =
            Query::try_from_uri(uri).map(|Query(parameters)| parameters).unwrap_or_default();
        let wanted =
            |name: &str| parameters.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
        let category = wanted("category").filter(|slug| CATEGORIES.contains(slug));
        let search = wanted("search");
        let page = wanted("page").and_then(|page| page.parse::<u32>().ok()).filter(|page| *page > 1);
        let label = category.map(words::category_label);
        let (title, description) = match (&label, search) {
            (Some(label), _) => (words::titled(label), words::category_description(label)),
            (None, Some(search)) => (words::search_title(search), route.description.clone()),
            (None, None) => (route.title.clone(), route.description.clone()),
        };
        if search.is_some() {
            // Search engines should not list search results.
            return Head::unlisted(title, description);
        }
        let list =
            category.map_or_else(|| "/products".to_owned(), |slug| format!("/products?category={slug}"));
        let canonical = match page {
            Some(page) => format!("{list}{}page={page}", if category.is_some() { '&' } else { '?' }),
            None => list.clone(),
        };
        let mut head = Head::public(title, description, canonical);
        if let Some(label) = &label {
            let steps = [("Products", "/products".to_owned()), (label.as_str(), list)];
            head.data.push(data::breadcrumbs(&self.base, &steps));
        }
        head
    }
}

/// Reorders the products so that no merchant has two in a row while another merchant has products left.
/// `ui/src/features/catalog/model/interleave.ts` has the same rule.
fn interleaved(mut left: Vec<Product>) -> Vec<Product> {
    let mut mixed: Vec<Product> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let before = mixed.last().map(|product| product.merchant.id);
        let other = left.iter().position(|product| Some(product.merchant.id) != before);
        mixed.push(left.remove(other.unwrap_or(0)));
    }
    mixed
}

/// The head of a page that needs no lookup.
fn plain(found: &Found<'_>, uri: &Uri) -> Head {
    let Route { title, description, private } = found.route.clone();
    match private {
        true => Head::unlisted(title, description),
        false => Head::public(title, description, canonical(uri.path())),
    }
}

/// A path without slashes at the end.
fn canonical(path: &str) -> String {
    format!("/{}", path.trim_matches('/'))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;
    use crate::web::testing::{self, TestStorefront};

    const BASE: &str = "https://shop.example";

    fn site(storefront: Option<TestStorefront>) -> Site {
        let storefront = storefront.map(|shelf| Arc::new(shelf) as Arc<dyn Storefront>);
        Site { guests: Guests::None, base: BASE.into(), storefront }
    }

    async fn head(site: &Site, path: &str) -> Head {
        site.head(&testing::routes(), &path.parse().unwrap()).await
    }

    #[tokio::test]
    async fn a_products_head_has_title_preview_and_structured_data() {
        let product = testing::product();
        let own = format!("/products/{}", product.id);
        // Query parameters and upper-case letters lead to the same page.
        let opened = format!("{}?utm_source=mail", own.to_uppercase().replace("/PRODUCTS", "/products"));
        let head = head(&site(Some(TestStorefront::with(product))), &opened).await;
        assert_eq!(head.status, StatusCode::OK);
        assert_eq!(head.title, "Heirloom Tomato from Green Farm · Greenstall");
        assert_eq!(head.canonical.as_deref(), Some(own.as_str()));
        assert_eq!(head.largest_picture.as_deref(), Some("/demo/tomatoes.webp"));
        let html = head.html(BASE);
        for part in [
            r#"<meta property="og:type" content="product">"#.to_owned(),
            r#"<meta property="product:price:amount" content="4.50">"#.to_owned(),
            format!(r#"<meta property="og:image" content="{BASE}/demo/tomatoes.webp">"#),
            format!(r#"<link rel="canonical" href="{BASE}{own}">"#),
            r#""@type":"Product""#.to_owned(),
            r#""@type":"BreadcrumbList""#.to_owned(),
        ] {
            assert!(html.contains(&part), "{part}: {html}");
        }
    }

    #[tokio::test]
    async fn a_merchant_is_a_local_business() {
        let product = testing::product();
        let own = format!("/merchant/{}", product.merchant.id);
        let head = head(&site(Some(TestStorefront::with(product))), &own).await;
        assert_eq!(head.title, "Green Farm in Burlington, VT · Greenstall");
        assert_eq!(head.data[0]["@type"], "LocalBusiness");
        assert_eq!(head.canonical, Some(own));
    }

    #[tokio::test]
    async fn a_private_thing_and_an_invalid_id_are_not_found() {
        let site = site(Some(TestStorefront::default()));
        for (path, title) in [
            ("/products/0199c0de-0000-7000-8000-000000000000", "Product not found · Greenstall"),
            ("/products/0", "Product not found · Greenstall"),
            ("/merchant/0199c0de-0000-7000-8000-000000000000", "Merchant not found · Greenstall"),
            ("/merchant/me", "Merchant not found · Greenstall"),
            ("/prodcts", "Page not found · Greenstall"),
            ("/products/1/reviews", "Page not found · Greenstall"),
        ] {
            let head = head(&site, path).await;
            assert_eq!((head.status, head.title.as_str()), (StatusCode::NOT_FOUND, title), "{path}");
            assert!(!head.indexed && head.canonical.is_none(), "{path}");
        }
    }

    #[tokio::test]
    async fn without_the_read_side_a_page_only_lacks_its_texts() {
        let path = format!("/products/{}", testing::product().id);
        for storefront in [Some(TestStorefront::failing()), Some(TestStorefront::silent()), None] {
            let head = head(&site(storefront), &path).await;
            assert_eq!((head.status, head.title.as_str()), (StatusCode::OK, "Greenstall"));
            assert_eq!(head.canonical.as_deref(), Some(path.as_str()));
        }
    }

    #[tokio::test]
    async fn pages_without_data_need_no_lookup() {
        let site = site(Some(TestStorefront::untouchable()));
        for path in [
            "/",
            "/about",
            "/products?page=1",
            "/products?category=produce",
            "/cart",
            "/nowhere",
            "/products/x",
        ] {
            head(&site, path).await;
        }
    }

    #[tokio::test]
    async fn the_catalogs_canonical_url_keeps_only_category_and_page() {
        let site = site(None);
        for (path, title, canonical) in [
            ("/products/", "Browse products · Greenstall", Some("/products")),
            ("/products?zip=97201&sort=price&page=1", "Browse products · Greenstall", Some("/products")),
            ("/products?page=3&minPrice=2", "Browse products · Greenstall", Some("/products?page=3")),
            (
                "/products?category=prepared-foods&page=2&inStock=true",
                "Prepared Foods · Greenstall",
                Some("/products?category=prepared-foods&page=2"),
            ),
            ("/products?category=cars", "Browse products · Greenstall", Some("/products")),
            ("/products?search=+green%20eggs+", "Results for “green eggs” · Greenstall", None),
            ("/products?category=dairy&search=eggs", "Dairy · Greenstall", None),
            ("/products?search=%20&category=%FF&%%%", "Browse products · Greenstall", Some("/products")),
        ] {
            let head = head(&site, path).await;
            assert_eq!((head.title.as_str(), head.canonical.as_deref()), (title, canonical), "{path}");
            assert_eq!(head.indexed, canonical.is_some(), "{path}");
        }
    }

    #[tokio::test]
    async fn the_catalog_shows_its_first_products_and_mixes_the_merchants() {
        let product = testing::product();
        let shown = head(&site(Some(TestStorefront::with(product.clone()))), "/products").await.shown;
        assert_eq!(
            shown,
            [ShownProduct { name: product.name.clone(), picture: Some("/demo/tomatoes.webp".into()) }]
        );
        for silent in [TestStorefront::failing(), TestStorefront::silent()] {
            assert_eq!(head(&site(Some(silent)), "/products").await.shown, []);
        }

        let of = |merchant: u128| {
            let mut product = product.clone();
            product.merchant.id = uuid::Uuid::from_u128(merchant);
            product
        };
        let mixed = interleaved(vec![of(1), of(1), of(2), of(1)]);
        let merchants: Vec<u128> = mixed.iter().map(|product| product.merchant.id.as_u128()).collect();
        assert_eq!(merchants, [1, 2, 1, 1]);
    }

    #[tokio::test]
    async fn private_pages_are_not_listed() {
        let head = head(&site(None), "/cart").await;
        assert_eq!((head.status, head.indexed), (StatusCode::OK, false));
        assert_eq!(head.title, "Shopping Cart · Greenstall");
    }
}
