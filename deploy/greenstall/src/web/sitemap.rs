//! `robots.txt` and the sitemap, which consists of an index and of pages with all public URLs.

use std::{sync::Arc, time::Duration};

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use chrono::SecondsFormat;
use query_service::queries::catalog::{Changed, Subject};
use service_kit::{Problem, html::escaped};
use shared_events::shop::CATEGORIES;
use tokio::{sync::Semaphore, time::timeout};
use uuid::Uuid;

use super::{Site, Storefront, routes::Routes};

/// The number of URLs in one page of the sitemap. The protocol allows 50,000.
const PAGE_SIZE: i64 = 10_000;
/// The time limit of a sitemap query, so that crawlers do not delay people's requests. A crawler that gets an error
/// comes back later.
const DEADLINE: Duration = Duration::from_secs(10);
const COME_BACK_AFTER_SECONDS: HeaderValue = HeaderValue::from_static("600");
const FOR_AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const HEADER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>"#;
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// Lets one sitemap query run at a time.
static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);

/// `robots.txt`, which allows crawling everything. Private pages say themselves that they must not be listed, and
/// rendering a page needs its API calls.
pub(super) fn robots(site: &Site) -> Response {
    let text = format!("User-agent: *\nDisallow: /api/stream\n\nSitemap: {}/sitemap.xml\n", site.base);
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], [(header::CACHE_CONTROL, FOR_AN_HOUR)], text)
        .into_response()
}

/// The sitemap file at this path (without a leading slash); `None` for another path.
pub(super) async fn answer(site: &Site, routes: &Routes, path: &str) -> Option<Response> {
    if path == "sitemaps/pages.xml" {
        return Some(xml(&pages(&site.base, routes)));
    }
    let part = match path {
        "sitemap.xml" => None,
        _ => Some(part(path)?),
    };
    let Some(storefront) = &site.storefront else { return Some(unavailable()) };
    let made = async {
        let _turn = ONE_AT_A_TIME.acquire().await;
        match part {
            None => index(&site.base, storefront).await.map(Some),
            Some((subject, first)) => urls(&site.base, storefront, subject, first).await,
        }
    };
    Some(match timeout(DEADLINE, made).await {
        Ok(Ok(Some(text))) => xml(&text),
        Ok(Ok(None)) => (StatusCode::NOT_FOUND, "Not found").into_response(),
        Ok(Err(_)) | Err(_) => unavailable(),
    })
}

const SUBJECTS: [(Subject, &str, &str); 2] =
    [(Subject::Products, "products", "/products/"), (Subject::Merchants, "merchants", "/merchant/")];

/// Parses `sitemaps/products-<first id>.xml`.
fn part(path: &str) -> Option<(Subject, Uuid)> {
    let name = path.strip_prefix("sitemaps/")?.strip_suffix(".xml")?;
    SUBJECTS.iter().find_map(|(subject, word, _)| {
        let first = name.strip_prefix(word)?.strip_prefix('-')?;
        Some((*subject, Uuid::try_parse(first).ok()?))
    })
}

async fn index(base: &str, storefront: &Arc<dyn Storefront>) -> Result<String, Problem> {
    let base = escaped(base);
    let mut parts = format!("<sitemap><loc>{base}/sitemaps/pages.xml</loc></sitemap>");
    for (subject, word, _) in SUBJECTS {
        for first in &*storefront.page_starts(subject, PAGE_SIZE).await? {
            parts.push_str(&format!("<sitemap><loc>{base}/sitemaps/{word}-{first}.xml</loc></sitemap>"));
        }
    }
    Ok(format!(r#"{HEADER}<sitemapindex xmlns="{NAMESPACE}">{parts}</sitemapindex>"#))
}

/// The URLs of public products or merchants, beginning at this id; `None` when there are none.
async fn urls(
    base: &str,
    storefront: &Arc<dyn Storefront>,
    subject: Subject,
    first: Uuid,
) -> Result<Option<String>, Problem> {
    let listed = storefront.public_from(subject, first, PAGE_SIZE).await?;
    let base = escaped(base);
    let folder = SUBJECTS.iter().find(|(known, ..)| *known == subject).map_or("", |(.., folder)| *folder);
    let url = |Changed { id, at }: &Changed| {
        let at = at.to_rfc3339_opts(SecondsFormat::Secs, true);
        format!("<url><loc>{base}{folder}{id}</loc><lastmod>{at}</lastmod></url>")
    };
    Ok((!listed.is_empty()).then(|| urlset(&listed.iter().map(url).collect::<String>())))
}

/// The URLs of pages that do not depend on products or merchants.
fn pages(base: &str, routes: &Routes) -> String {
    let base = escaped(base);
    let categories = CATEGORIES.iter().map(|slug| format!("/products?category={slug}"));
    let paths = routes.public().map(str::to_owned).chain(categories);
    urlset(&paths.map(|path| format!("<url><loc>{base}{path}</loc></url>")).collect::<String>())
}

fn urlset(urls: &str) -> String {
    format!(r#"{HEADER}<urlset xmlns="{NAMESPACE}">{urls}</urlset>"#)
}

fn xml(text: &str) -> Response {
    let kind = HeaderValue::from_static("application/xml; charset=utf-8");
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, FOR_AN_HOUR)], text.to_owned()).into_response()
}

/// 503 instead of an empty sitemap, from which a crawler would conclude that all pages are gone.
fn unavailable() -> Response {
    let text = "The sitemap cannot be read now.";
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, COME_BACK_AFTER_SECONDS)], text).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;
    use crate::web::{
        Guests,
        testing::{self, TestStorefront},
    };

    async fn get(storefront: Option<TestStorefront>, path: &str) -> Option<(StatusCode, String)> {
        let storefront = storefront.map(|shelf| Arc::new(shelf) as Arc<dyn Storefront>);
        let site = Site { guests: Guests::None, base: "https://shop.example/a&b".into(), storefront };
        let response = answer(&site, &testing::routes(), path).await?;
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        Some((status, String::from_utf8(body.to_vec()).unwrap()))
    }

    #[tokio::test]
    async fn the_index_lists_the_pages_and_each_page_its_urls() {
        let product = testing::product();
        let (id, merchant) = (product.id, product.merchant.id);
        let (status, index) = get(Some(TestStorefront::with(product.clone())), "sitemap.xml").await.unwrap();
        assert_eq!(status, StatusCode::OK);
        let named: Vec<&str> =
            index.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next()).collect();
        let base = "https://shop.example/a&amp;b";
        assert_eq!(
            named,
            [
                format!("{base}/sitemaps/pages.xml"),
                format!("{base}/sitemaps/products-{id}.xml"),
                format!("{base}/sitemaps/merchants-{merchant}.xml")
            ]
        );
        for (path, url) in [
            (format!("sitemaps/products-{id}.xml"), format!("{base}/products/{id}")),
            (format!("sitemaps/merchants-{merchant}.xml"), format!("{base}/merchant/{merchant}")),
        ] {
            let (status, page) = get(Some(TestStorefront::with(product.clone())), &path).await.unwrap();
            let wanted = format!("<url><loc>{url}</loc><lastmod>2026-09-21T14:13:20Z</lastmod></url>");
            assert_eq!((status, page.contains(&wanted)), (StatusCode::OK, true), "{page}");
        }
    }

    #[tokio::test]
    async fn public_pages_and_categories_are_listed_and_private_ones_are_not() {
        let (_, pages) = get(None, "sitemaps/pages.xml").await.unwrap();
        for path in ["/", "/about", "/products?category=prepared-foods"] {
            assert!(
                pages.contains(&format!("<loc>https://shop.example/a&amp;b{path}</loc>")),
                "{path}: {pages}"
            );
        }
        assert!(!pages.contains("/cart") && !pages.contains('{'), "{pages}");
    }

    #[tokio::test]
    async fn a_failed_query_is_not_an_empty_sitemap() {
        for storefront in [Some(TestStorefront::failing()), None] {
            let (status, _) = get(storefront, "sitemap.xml").await.unwrap();
            assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        }
    }

    #[tokio::test]
    async fn an_unknown_sitemap_page_is_not_found() {
        let beyond = "sitemaps/products-ffffffff-ffff-ffff-ffff-ffffffffffff.xml";
        assert_eq!(get(Some(TestStorefront::default()), beyond).await.unwrap().0, StatusCode::NOT_FOUND);
        for path in ["sitemaps/products-1.xml", "sitemaps/people-1.xml", "sitemaps/", "sitemap.xml.gz", "x"] {
            assert!(get(None, path).await.is_none(), "{path}");
        }
    }

    #[tokio::test]
    async fn robots_txt_names_the_sitemap_and_excludes_no_page() {
        let site = Site { guests: Guests::None, base: "https://shop.example".into(), storefront: None };
        let response = robots(&site);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/plain; charset=utf-8");
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        assert!(text.contains("Sitemap: https://shop.example/sitemap.xml\n"), "{text}");
        let kept: Vec<&str> = text.lines().filter(|line| line.starts_with("Disallow")).collect();
        assert_eq!(kept, ["Disallow: /api/stream"]);
    }
}
