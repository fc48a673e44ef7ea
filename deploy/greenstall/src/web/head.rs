//! A page's `<head>`, for search engines and link previews.

use std::fmt::Write;

use axum::http::StatusCode;
use query_service::model::Product;
use serde_json::Value;
use service_kit::html::escaped;

use super::words;

/// The preview picture of pages without one of their own.
const SHARED_PICTURE: &str = "/share.png";
const SHOP: &str = "Greenstall";

/// The picture of a link preview.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    /// The picture's path on this site.
    pub(super) path: String,
    pub(super) alt: String,
}

/// A product that is part of a page's first view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShownProduct {
    pub(super) name: String,
    /// The path of the product's first picture, if it has one.
    pub(super) picture: Option<String>,
}

impl ShownProduct {
    pub(super) fn of(product: &Product) -> Self {
        let picture = product.images.first().map(|image| image.url.clone());
        Self { name: product.name.clone(), picture }
    }
}

/// The metadata of a page.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) status: StatusCode,
    pub(super) title: String,
    pub(super) description: String,
    /// The canonical path of the page, without query parameters that do not change its contents.
    pub(super) canonical: Option<String>,
    /// Whether search engines may list the page.
    pub(super) indexed: bool,
    /// The Open Graph type.
    pub(super) kind: &'static str,
    pub(super) picture: Option<Picture>,
    /// The Open Graph price, for a product's page.
    pub(super) price: Option<String>,
    /// Structured data (schema.org).
    pub(super) data: Vec<Value>,
    /// The path of the page's largest picture. The browser fetches it before any script runs.
    pub(super) largest_picture: Option<String>,
    /// The products in the first view, in order.
    pub(super) shown: Vec<ShownProduct>,
}

impl Head {
    /// The head of a public page with this canonical path.
    pub(super) fn public(title: String, description: String, canonical: String) -> Self {
        Self {
            status: StatusCode::OK,
            title,
            description,
            canonical: Some(canonical),
            indexed: true,
            kind: "website",
            picture: None,
            price: None,
            data: Vec::new(),
            largest_picture: None,
            shown: Vec::new(),
        }
    }

    /// The head of a page that search engines must not list.
    pub(super) fn unlisted(title: String, description: String) -> Self {
        Self { canonical: None, indexed: false, ..Self::public(title, description, String::new()) }
    }

    /// The head of a page that does not exist.
    pub(super) fn missing(title: &str) -> Self {
        Self { status: StatusCode::NOT_FOUND, ..Self::unlisted(words::titled(title), String::new()) }
    }

    /// The title without the shop's name, as in the page's heading.
    pub(super) fn heading(&self) -> &str {
        words::untitled(&self.title)
    }

    /// The head as HTML, for a shop at this URL.
    pub(super) fn html(&self, base: &str) -> String {
        let mut html = String::new();
        let mut add = |element: std::fmt::Arguments<'_>| {
            html.write_fmt(element).expect("writing to a String does not fail");
        };
        let title = escaped(&self.title);
        add(format_args!("<title>{title}</title>"));
        let description = escaped(&self.description);
        if !description.is_empty() {
            add(format_args!(r#"<meta name="description" content="{description}">"#));
        }
        let robots = if self.indexed { "max-image-preview:large" } else { "noindex" };
        add(format_args!(r#"<meta name="robots" content="{robots}">"#));
        if let Some(path) = &self.canonical {
            let url = escaped(&format!("{base}{path}"));
            add(format_args!(r#"<link rel="canonical" href="{url}">"#));
            add(format_args!(r#"<meta property="og:url" content="{url}">"#));
        }
        if self.indexed {
            let (path, alt) = match &self.picture {
                Some(picture) => (picture.path.as_str(), picture.alt.as_str()),
                None => (SHARED_PICTURE, SHOP),
            };
            let mut property = |name: &str, content: &str| {
                let content = escaped(content);
                add(format_args!(r#"<meta property="{name}" content="{content}">"#));
            };
            property("og:site_name", SHOP);
            property("og:type", self.kind);
            property("og:title", &self.title);
            property("og:description", &self.description);
            property("og:image", &format!("{base}{path}"));
            property("og:image:alt", alt);
            if let Some(price) = &self.price {
                property("product:price:amount", price);
                property("product:price:currency", "USD");
            }
            add(format_args!(r#"<meta name="twitter:card" content="summary_large_image">"#));
        }
        for data in &self.data {
            let json = harmless(&data.to_string());
            add(format_args!(r#"<script type="application/ld+json">{json}</script>"#));
        }
        html
    }
}

/// Escapes JSON so that it cannot end its `<script>` element. Outside of strings JSON has none of the escaped
/// characters.
fn harmless(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for letter in json.chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                write!(safe, "\\u{:04x}", u32::from(letter)).expect("writing to a String does not fail");
            }
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ATTACK: &str = "</script></title><script>alert('1')</script>\" onload=\"x&y";

    #[test]
    fn no_text_gets_out_of_its_element_or_attribute() {
        let mut head = Head::public(ATTACK.into(), ATTACK.into(), format!("/{ATTACK}"));
        head.picture = Some(Picture { path: ATTACK.into(), alt: ATTACK.into() });
        head.data.push(json!({ "name": ATTACK }));
        let html = head.html("https://shop.example");
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
        assert_eq!(html.matches("</title>").count(), 1, "{html}");
        let (elements, data) = html.split_once(r#"ld+json">"#).unwrap();
        assert!(!elements.contains("\" onload"), "{html}");
        let (data, _) = data.split_once("</script>").unwrap();
        let data: Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["name"], ATTACK, "what it means is unchanged");
    }

    #[test]
    fn an_unlisted_page_has_no_canonical_url_and_no_preview() {
        let html = Head::unlisted("Cart".into(), String::new()).html("https://shop.example");
        assert!(html.contains(r#"<meta name="robots" content="noindex">"#), "{html}");
        for absent in ["canonical", "og:", "description"] {
            assert!(!html.contains(absent), "{absent}: {html}");
        }
    }
}
