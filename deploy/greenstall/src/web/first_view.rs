//! The first view of a page: HTML that the UI's build prerenders (`ui/scripts/prerender.mjs`), filled with the page's
//! data. The UI's code replaces it once it has loaded.

use std::{collections::HashMap, fmt::Write};

use axum::http::Uri;
use serde::Deserialize;
use service_kit::html::escaped;

use super::{
    head::{Head, ShownProduct},
    picture,
};

/// The number of catalog cards with pictures in the prerendered HTML.
pub(super) const PRODUCT_CARDS: usize = 4;

/// The UI's `prerendered.json`: HTML by route, with placeholders such as `{{name}}`.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct FirstViews(HashMap<String, String>);

impl FirstViews {
    /// The first view of a page with this head. Without a route it is the common frame of all pages. The query selects
    /// the open tab; `sizes` says how wide the page's pictures are shown.
    pub(super) fn html(&self, route: Option<&str>, uri: &Uri, head: &Head, sizes: Option<&str>) -> String {
        self.view(route, uri, head)
            .map(|view| filled(view, head, sizes.unwrap_or_default()))
            .unwrap_or_default()
    }

    fn view(&self, route: Option<&str>, uri: &Uri, head: &Head) -> Option<&str> {
        let view = |name: &str| self.0.get(name).map(String::as_str);
        let found = route.filter(|_| head.status.is_success()).and_then(|route| {
            let known = ["known", "named"].map(|how| view(&format!("{route} {how}")));
            let known = known.into_iter().flatten().find(|known| has_all(known, &head.shown));
            let tab = || open_tab(uri).and_then(|tab| view(&format!("{route}?tab={tab}")));
            known.or_else(tab).or_else(|| view(route))
        });
        let first = uri.path().trim_start_matches('/').split('/').next();
        let around = match first {
            Some("dashboard" | "admin") => "any work page",
            _ => "any shop page",
        };
        found.or_else(|| view(around))
    }
}

/// The open tab that the query names. Of several the last one counts, as in the browser (`ui/src/lib/search.ts`).
pub(super) fn open_tab(uri: &Uri) -> Option<&str> {
    uri.query()?.rsplit('&').find_map(|parameter| parameter.strip_prefix("tab="))
}

/// Whether there are values for all placeholders of a view.
fn has_all(view: &str, shown: &[ShownProduct]) -> bool {
    let needs = |what: &str, index: usize| view.contains(&format!("{{{{{what}{index}}}}}"));
    (0..PRODUCT_CARDS).all(|index| {
        let shown = shown.get(index);
        (shown.is_some() || !needs("name", index))
            && (shown.is_some_and(|shown| shown.picture.is_some()) || !needs("picture", index))
    })
}

/// Fills the placeholders of a view in one pass, so that a placeholder in a user's text is not filled.
fn filled(view: &str, head: &Head, sizes: &str) -> String {
    let mut parts = view.split("{{");
    let mut html = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((name, rest)) = part.split_once("}}") else { continue };
        html += &value(name, head, sizes).unwrap_or_default();
        html += rest;
    }
    html
}

fn value(name: &str, head: &Head, sizes: &str) -> Option<String> {
    if name == "heading" {
        return Some(escaped(head.heading()));
    }
    let (kind, index) = name.split_at(name.find(|letter: char| letter.is_ascii_digit())?);
    let shown = head.shown.get(index.parse::<usize>().ok()?)?;
    match kind {
        "name" => Some(escaped(&shown.name)),
        "picture" => shown.picture.as_deref().map(|path| attributes(path, sizes)),
        _ => None,
    }
}

/// The attribute `src`, and `srcset` if the picture has several sizes.
fn attributes(path: &str, sizes: &str) -> String {
    let mut attributes = format!(r#"src="{}""#, escaped(path));
    if let Some(choice) = picture::choice(path) {
        let (choice, sizes) = (escaped(&choice), escaped(sizes));
        write!(attributes, r#" srcset="{choice}" sizes="{sizes}""#)
            .expect("writing to a String does not fail");
    }
    attributes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn views() -> FirstViews {
        serde_json::from_str(
            r#"{
                "/": "home",
                "/products": "<h1>{{heading}}</h1>",
                "/products known": "<h1>{{heading}}</h1><img {{picture0}} alt=\"{{name0}}\"><img {{picture1}}>",
                "/products/{id}": "a product",
                "/products/{id} known": "<img {{picture0}} alt=\"{{name0}}\">",
                "/products/{id} named": "<h1>{{name0}}</h1>",
                "/dashboard/admin": "inbox",
                "/dashboard/admin?tab=users": "users",
                "any shop page": "shop",
                "any work page": "work"
            }"#,
        )
        .unwrap()
    }

    fn catalog(shown: &[(&str, &str)]) -> Head {
        let mut head = Head::public("Fruit & more · Greenstall".into(), String::new(), "/products".into());
        head.shown = shown
            .iter()
            .map(|(name, picture)| ShownProduct {
                name: (*name).to_owned(),
                picture: Some((*picture).to_owned()).filter(|path| !path.is_empty()),
            })
            .collect();
        head
    }

    fn html(route: Option<&str>, path: &str, head: &Head) -> String {
        views().html(route, &path.parse().unwrap(), head, Some("50vw"))
    }

    #[test]
    fn known_data_is_filled_in_and_cannot_break_out_of_the_html() {
        let head = catalog(&[("{{name1}} \"<b>\"", "/demo/pear.webp"), ("Apple", "/a\"><script>.webp")]);
        assert_eq!(
            html(Some("/products"), "/products", &head),
            "<h1>Fruit &amp; more</h1><img src=\"/demo/pear.webp\" srcset=\"/demo/pear-400.webp 400w, /demo/pear.webp 800w\" \
             sizes=\"50vw\" alt=\"{{name1}} &quot;&lt;b&gt;&quot;\"><img src=\"/a&quot;&gt;&lt;script&gt;.webp\">"
        );
    }

    #[test]
    fn without_enough_products_a_view_without_them_is_shown() {
        let head = catalog(&[("Pear", "/demo/pear.webp")]);
        assert_eq!(html(Some("/products"), "/products", &head), "<h1>Fruit &amp; more</h1>");
    }

    #[test]
    fn a_product_without_a_picture_has_its_name() {
        let view = |shown: &[(&str, &str)]| html(Some("/products/{id}"), "/products/1", &catalog(shown));
        assert_eq!(view(&[("Pear", "/demo/pear.svg")]), r#"<img src="/demo/pear.svg" alt="Pear">"#);
        assert_eq!(view(&[("Pear <3", "")]), "<h1>Pear &lt;3</h1>");
        assert_eq!(view(&[]), "a product");
    }

    #[test]
    fn the_query_selects_the_open_tab() {
        let admin = "/dashboard/admin";
        for (query, view) in [
            ("", "inbox"),
            ("?tab=users", "users"),
            ("?page=2&tab=users", "users"),
            ("?tab=orders&tab=users", "users"),
            ("?tab=users&tab=orders", "inbox"),
            ("?tab=%3Cb%3E", "inbox"),
        ] {
            let opened = html(Some(admin), &format!("{admin}{query}"), &catalog(&[]));
            assert_eq!(opened, view, "{query}");
        }
    }

    #[test]
    fn other_pages_have_the_common_frame() {
        let head = catalog(&[]);
        assert_eq!(html(Some("/"), "/", &head), "home");
        assert_eq!(html(Some("/about"), "/about", &head), "shop");
        assert_eq!(html(None, "/dashboards", &head), "shop");
        for path in ["/dashboard/customer", "/admin/audit"] {
            assert_eq!(html(Some(path), path, &head), "work", "{path}");
        }
        assert_eq!(html(Some("/products"), "/products", &Head::missing("Gone")), "shop");
        assert_eq!(FirstViews::default().html(None, &Uri::from_static("/"), &head, None), "");
    }
}
