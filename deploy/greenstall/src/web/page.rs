//! Builds the HTML page of every route of the UI, with its head and preload hints. The hints make the browser fetch
//! code, fonts, data and the largest picture in parallel instead of one after the other.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    sync::{Arc, OnceLock},
};

use axum::http::Uri;
use serde::{Deserialize, de::DeserializeOwned};
use service_kit::html::escaped;

use super::{
    dist::Dist,
    first_view::{FirstViews, open_tab},
    head::Head,
    picture,
    routes::{Routes, matched},
};

/// The element of `index.html` that the first view goes into. Its attribute `data-sent` stays until the UI's code has
/// taken over the page.
const ROOT: &str = r#"<div id="root"></div>"#;

/// One chunk of Vite's `manifest.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Chunk {
    file: String,
    is_entry: bool,
    imports: Vec<String>,
    assets: Vec<String>,
    css: Vec<String>,
}

/// A row of the UI's `preloads.json`: the files and calls that a route needs first.
#[derive(Debug, Deserialize)]
struct Preload {
    /// The route's pattern, such as `/products/{id}`.
    route: String,
    /// The value of the query parameter `tab`; `None` when the route has no tabs.
    #[serde(default)]
    tab: Option<String>,
    /// Whether this tab is open when the query names none.
    #[serde(default)]
    first: bool,
    /// The keys of the route's chunks in the manifest.
    chunks: Vec<String>,
    /// The calls that the page makes at once when its URL has no other query parameter than the tab. `{id}` is filled
    /// in.
    #[serde(default)]
    fetch: Vec<String>,
    /// Like `fetch`, for calls with the user's token, which `start.js` makes.
    #[serde(default)]
    own: Vec<String>,
    /// The `sizes` attribute of the page's largest picture, which says how wide it is shown.
    #[serde(default)]
    picture: Option<String>,
    /// The largest picture, if the route always shows the same one.
    #[serde(default)]
    still: Option<FixedPicture>,
}

/// A picture of the UI itself, with its element's attributes.
#[derive(Debug, Deserialize)]
struct FixedPicture {
    src: String,
    srcset: String,
    sizes: String,
}

/// The built UI.
#[derive(Debug, Default)]
pub(super) struct Pages {
    /// `index.html` up to the end of its head, without title and description; empty when the UI has not been built.
    before: String,
    after: String,
    first_views: FirstViews,
    manifest: BTreeMap<String, Chunk>,
    preloads: Vec<Preload>,
    pub(super) routes: Routes,
}

/// The newest build of the UI.
pub(super) fn pages() -> Arc<Pages> {
    static PAGES: OnceLock<Arc<Pages>> = OnceLock::new();
    if cfg!(debug_assertions) {
        // In debug builds the files are read from disk, and may have changed.
        return Arc::new(Pages::read());
    }
    PAGES.get_or_init(|| Arc::new(Pages::read())).clone()
}

fn text(file: &str) -> String {
    Dist::UI.original(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// Parses a JSON file of the UI's build. Returns the default when the UI has not been built.
fn parsed<T: DeserializeOwned + Default>(file: &str, json: &str) -> T {
    if json.is_empty() {
        return T::default();
    }
    serde_json::from_str(json).unwrap_or_else(|error| {
        tracing::error!(%error, "cannot parse the UI's {file}; build the UI again");
        T::default()
    })
}

impl Pages {
    fn read() -> Self {
        Self::parse(
            &text("index.html"),
            &text(".vite/manifest.json"),
            &text("preloads.json"),
            &text("pages.json"),
            &text("prerendered.json"),
        )
    }

    fn parse(html: &str, manifest: &str, preloads: &str, routes: &str, first_views: &str) -> Self {
        let html = without(&without(html, "<title>", "</title>"), r#"<meta name="description""#, ">");
        let (before, after) = html.split_once("</head>").unwrap_or_default();
        Self {
            before: before.to_owned(),
            after: after.to_owned(),
            first_views: parsed("prerendered.json", first_views),
            manifest: parsed("manifest.json", manifest),
            preloads: parsed("preloads.json", preloads),
            routes: parsed("pages.json", routes),
        }
    }

    pub(super) fn are_built(&self) -> bool {
        !self.after.is_empty()
    }

    /// The page of this URI with this head, for a shop at this base URL.
    pub(super) fn html(&self, uri: &Uri, head: &Head, base: &str) -> String {
        let route = self.routes.find(uri.path()).map(|found| found.pattern);
        let sizes = self.preload(uri).and_then(|(preload, _)| preload.picture.as_deref());
        let first_view = self.first_views.html(route, uri, head, sizes);
        let after = match first_view.as_str() {
            "" => self.after.clone(),
            view => self.after.replacen(ROOT, &format!(r#"<div id="root" data-sent>{view}</div>"#), 1),
        };
        let picture = head.largest_picture.as_deref();
        let hints = self.hints(uri, picture);
        format!("{}{}{hints}</head>{after}", self.before, head.html(base))
    }

    fn hints(&self, uri: &Uri, picture: Option<&str>) -> String {
        let mut hints = String::new();
        let mut hint = |link: std::fmt::Arguments<'_>| {
            hints.write_fmt(link).expect("writing to a String does not fail");
        };
        let mut entry = BTreeSet::new();
        for (key, _) in self.manifest.iter().filter(|(_, chunk)| chunk.is_entry) {
            self.needs(key, &mut entry);
        }
        let fonts: BTreeSet<&str> = self
            .manifest
            .values()
            .flat_map(|chunk| chunk.assets.iter().chain(&chunk.css).chain([&chunk.file]))
            .map(String::as_str)
            // Preload only the font files for the page's own language. The browser fetches others when a text has their
            // letters.
            .filter(|file| {
                file.ends_with(".woff2") && file.contains("-latin-") && !file.contains("latin-ext")
            })
            .collect();
        for font in fonts {
            hint(format_args!(
                r#"<link rel="preload" as="font" type="font/woff2" href="/{font}" crossorigin>"#
            ));
        }
        if let Some((preload, values)) = self.preload(uri) {
            let mut chunks = BTreeSet::new();
            preload.chunks.iter().for_each(|chunk| self.needs(chunk, &mut chunks));
            for key in chunks.difference(&entry) {
                hint(format_args!(
                    r#"<link data-start="modulepreload" crossorigin href="/{}">"#,
                    self.manifest[*key].file
                ));
            }
            // With other parameters the page makes other calls. So does a tab without a row of its own.
            let named = preload.tab.as_deref().map(|tab| format!("tab={tab}"));
            let is_known = match uri.query() {
                None => preload.first || preload.tab.is_none(),
                query => query == named.as_deref(),
            };
            let calls = |listed: &'_ [String]| -> Vec<String> {
                let filled = |call: &String| {
                    values.iter().fold(call.clone(), |call, (name, value)| call.replace(name, value))
                };
                listed.iter().filter(|_| is_known).map(filled).map(|call| escaped(&call)).collect()
            };
            for call in calls(&preload.fetch) {
                hint(format_args!(r#"<link rel="preload" as="fetch" href="{call}" crossorigin>"#));
            }
            for call in calls(&preload.own) {
                hint(format_args!(r#"<link data-own href="{call}">"#));
            }
            if let (Some(picture), Some(sizes)) = (picture, &preload.picture) {
                hint(format_args!("{}", picture_hint(picture, sizes)));
            }
            if let Some(still) = &preload.still {
                hint(format_args!("{}", image_hint(&still.src, Some((&still.srcset, &still.sizes)))));
            }
        }
        hints
    }

    /// The row for the path's route and the open tab, with the values of the route's placeholders.
    fn preload<'a>(&'a self, uri: &'a Uri) -> Option<(&'a Preload, Vec<(&'a str, &'a str)>)> {
        let open = open_tab(uri);
        let rows = || self.preloads.iter().filter_map(|row| Some((row, matched(&row.route, uri.path())?)));
        let of_tab = rows().find(|(row, _)| open.is_some() && row.tab.as_deref() == open);
        of_tab.or_else(|| rows().find(|(row, _)| row.first || row.tab.is_none()))
    }

    /// Collects a chunk and everything that it imports, because it cannot run without its imports.
    fn needs<'a>(&'a self, key: &'a str, found: &mut BTreeSet<&'a str>) {
        if let Some(chunk) = self.manifest.get(key)
            && found.insert(key)
        {
            chunk.imports.iter().for_each(|import| self.needs(import, found));
        }
    }
}

/// The text without the first part that has this beginning and end.
fn without(text: &str, begin: &str, end: &str) -> String {
    let found = text.find(begin).and_then(|from| Some((from, from + text[from..].find(end)? + end.len())));
    match found {
        Some((from, to)) => format!("{}{}", &text[..from], &text[to..]),
        None => text.to_owned(),
    }
}

/// The preload hint for a picture, from which the browser fetches the size that it will show.
fn picture_hint(path: &str, sizes: &str) -> String {
    image_hint(path, picture::choice(path).as_deref().map(|srcset| (srcset, sizes)))
}

/// The preload hint for an image. `choice` is the `srcset` and `sizes` of the picture's element.
fn image_hint(src: &str, choice: Option<(&str, &str)>) -> String {
    let mut hint = format!(r#"<link rel="preload" as="image" fetchpriority="high" href="{}""#, escaped(src));
    if let Some((srcset, sizes)) = choice {
        let (srcset, sizes) = (escaped(srcset), escaped(sizes));
        write!(hint, r#" imagesrcset="{srcset}" imagesizes="{sizes}""#)
            .expect("writing to a String does not fail");
    }
    hint + ">"
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{
        "index.html": {"file": "assets/index-1.js", "isEntry": true, "imports": ["_react.js"], "css": ["assets/index-1.css"],
                       "assets": ["assets/figtree-latin-wght-normal-1.woff2", "assets/figtree-latin-ext-wght-normal-1.woff2"]},
        "_react.js": {"file": "assets/react-1.js"},
        "_card.js": {"file": "assets/card-1.js", "imports": ["index.html", "_react.js"]},
        "src/ProductPage.tsx": {"file": "assets/ProductPage-1.js", "isDynamicEntry": true, "imports": ["_card.js", "_react.js"]},
        "src/Returns.tsx": {"file": "assets/returns-1.js"}
    }"#;
    const PRELOADS: &str = r#"[{"route": "/products/{id}", "chunks": ["src/ProductPage.tsx"], "fetch": ["/api/products/{id}"],
             "picture": "(min-width: 768px) 50vw, 100vw"},
            {"route": "/orders", "tab": "returns", "chunks": ["src/OrdersPage.tsx", "src/Returns.tsx"], "own": ["/api/returns"]},
            {"route": "/orders", "tab": "all", "first": true, "chunks": ["src/OrdersPage.tsx"], "own": ["/api/orders?page=1&limit=20"]},
            {"route": "/", "chunks": ["src/HomePage.tsx"],
             "still": {"src": "/hero.webp", "srcset": "/hero-480.webp 480w, /hero.webp 960w", "sizes": "92vw"}}]"#;
    const HTML: &str = r#"<html><head><title>x</title><meta charset="utf-8" />
        <meta name="description" content="y" /></head><body><div id="root"></div></body></html>"#;

    fn uri(path: &str) -> Uri {
        path.parse().unwrap()
    }

    fn pages() -> Pages {
        Pages::parse(HTML, MANIFEST, PRELOADS, "{}", r#"{"any shop page": "<main></main>"}"#)
    }

    #[test]
    fn a_route_brings_its_own_chunks_its_first_call_and_the_font() {
        let hints = pages().hints(&uri("/products/0199c0de-0000"), None);
        for file in ["assets/ProductPage-1.js", "assets/card-1.js"] {
            assert!(
                hints.contains(&format!(r#"<link data-start="modulepreload" crossorigin href="/{file}">"#)),
                "{hints}"
            );
        }
        assert!(
            !hints.contains("react-1.js") && !hints.contains("index-1.js"),
            "the page has the entry's itself: {hints}"
        );
        assert!(hints.contains(r#"as="fetch" href="/api/products/0199c0de-0000""#), "{hints}");
        assert!(hints.contains("figtree-latin-wght") && !hints.contains("latin-ext"), "{hints}");
    }

    #[test]
    fn with_a_query_no_first_call_is_preloaded() {
        assert!(!pages().hints(&uri("/products/1?page=2"), None).contains("as=\"fetch\""));
    }

    #[test]
    fn a_private_page_names_its_calls_and_the_code_of_its_open_tab() {
        let own = |path: &str| {
            let hints = pages().hints(&uri(path), None);
            let calls: Vec<_> = hints.split("<link data-own href=\"").skip(1).map(str::to_owned).collect();
            let code = hints.contains("returns-1.js");
            (calls.join(""), code)
        };
        assert_eq!(own("/orders"), ("/api/orders?page=1&amp;limit=20\">".to_owned(), false));
        assert_eq!(own("/orders?tab=all"), own("/orders"));
        assert_eq!(own("/orders?tab=all&page=2"), (String::new(), false));
        assert_eq!(own("/orders?tab=unknown"), (String::new(), false));
        assert_eq!(own("/orders?tab=returns"), ("/api/returns\">".to_owned(), true));
        assert_eq!(own("/orders?tab=returns&page=2"), (String::new(), true));
        assert_eq!(own("/orders?page=2"), (String::new(), false));
    }

    #[test]
    fn other_paths_get_the_page_without_hints_of_a_route() {
        for path in ["/about", "/products", "/products/1/reviews", "/products/%22%3E%3Cscript%3E"] {
            let hints = pages().hints(&uri(path), Some("/demo/a.webp"));
            assert!(!hints.contains("modulepreload") && !hints.contains("script"), "{path}: {hints}");
            assert!(!hints.contains("as=\"image\""), "{path}: {hints}");
        }
    }

    #[test]
    fn the_largest_picture_is_preloaded_in_the_shown_size() {
        let pages = pages();
        let hint = |picture: &str| pages.hints(&uri("/products/1"), Some(picture));
        for picture in [
            "/demo/tomatoes",
            "/api/uploads/products/0199c0de-0000-7000-8000-000000000000/0123456789abcdef0123456789abcdef",
        ] {
            let wanted = format!(
                r#"href="{picture}.webp" imagesrcset="{picture}-400.webp 400w, {picture}.webp 800w" imagesizes="(min-width: 768px) 50vw, 100vw">"#
            );
            let hints = hint(&format!("{picture}.webp"));
            assert!(hints.contains(&wanted), "{hints}");
        }
        for picture in ["/demo/tomatoes.png", "/api/uploads/products/a/b.webp", "/other/tomatoes.webp"] {
            let hints = hint(picture);
            assert!(hints.contains(&format!(r#"href="{picture}">"#)), "{hints}");
            assert!(!hints.contains("imagesrcset"), "{hints}");
        }
        assert!(!hint("/a\"><script>").contains("<script"));
    }

    #[test]
    fn a_route_may_always_show_the_same_largest_picture() {
        let wanted = r#"<link rel="preload" as="image" fetchpriority="high" href="/hero.webp" imagesrcset="/hero-480.webp 480w, /hero.webp 960w" imagesizes="92vw">"#;
        let pages = pages();
        assert!(pages.hints(&uri("/"), None).contains(wanted), "{}", pages.hints(&uri("/"), None));
        assert!(!pages.hints(&uri("/products/1"), None).contains("hero"));
    }

    #[test]
    fn a_page_has_one_title_and_one_description() {
        let head = Head::public("Tomatoes".into(), "Ripe.".into(), "/".into());
        let html = pages().html(&Uri::from_static("/"), &head, "https://shop.example");
        assert_eq!(html.matches("<title>").count(), 1, "{html}");
        assert_eq!(html.matches(r#"name="description""#).count(), 1, "{html}");
        assert!(html.contains("<title>Tomatoes</title>") && html.contains(r#"content="Ripe.""#), "{html}");
        assert!(
            html.contains(r#"<meta charset="utf-8" />"#)
                && html
                    .ends_with(r#"</head><body><div id="root" data-sent><main></main></div></body></html>"#)
        );
    }

    #[test]
    fn without_a_build_there_is_no_page() {
        assert!(pages().are_built() && !Pages::default().are_built());
    }
}
