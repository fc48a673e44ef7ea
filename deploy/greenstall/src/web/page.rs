//! The page that every route of the UI starts from, with hints for what this route will need: the browser then fetches
//! code, fonts and data at the same time instead of one after the other.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    sync::OnceLock,
};

use serde::Deserialize;

use super::Dist;

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

/// One row of the UI's `preloads.json`: what a route needs first.
#[derive(Debug, Deserialize)]
struct Preload {
    /// Such as `/products/{id}`.
    route: String,
    /// The chunk's key in the manifest.
    chunk: String,
    /// Calls that the route makes at once when its URL has no query; `{id}` is filled in.
    #[serde(default)]
    fetch: Vec<String>,
}

#[derive(Debug, Default)]
struct Pages {
    html: String,
    manifest: BTreeMap<String, Chunk>,
    preloads: Vec<Preload>,
}

/// The page for a path, `None` when the UI has not been built.
pub(super) fn html(path: &str, has_query: bool) -> Option<String> {
    static PAGES: OnceLock<Pages> = OnceLock::new();
    if cfg!(debug_assertions) {
        // The files are on disk and may have been built anew.
        return Pages::read().html(path, has_query);
    }
    PAGES.get_or_init(Pages::read).html(path, has_query)
}

fn text(file: &str) -> String {
    Dist::get(file).map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default()
}

impl Pages {
    fn read() -> Self {
        Self::parse(text("index.html"), &text(".vite/manifest.json"), &text("preloads.json"))
    }

    fn parse(html: String, manifest: &str, preloads: &str) -> Self {
        let manifest = serde_json::from_str(manifest).unwrap_or_default();
        Self { html, manifest, preloads: serde_json::from_str(preloads).unwrap_or_default() }
    }

    fn html(&self, path: &str, has_query: bool) -> Option<String> {
        let (before, after) = self.html.split_once("</head>")?;
        Some(format!("{before}{}</head>{after}", self.hints(path, has_query)))
    }

    fn hints(&self, path: &str, has_query: bool) -> String {
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
            // The subset that this page's own language needs; the browser asks for others when a text has their letters.
            .filter(|file| {
                file.ends_with(".woff2") && file.contains("-latin-") && !file.contains("latin-ext")
            })
            .collect();
        for font in fonts {
            hint(format_args!(
                r#"<link rel="preload" as="font" type="font/woff2" href="/{font}" crossorigin>"#
            ));
        }
        if let Some((preload, values)) =
            self.preloads.iter().find_map(|row| Some((row, matched(&row.route, path)?)))
        {
            let mut chunks = BTreeSet::new();
            self.needs(&preload.chunk, &mut chunks);
            for key in chunks.difference(&entry) {
                hint(format_args!(r#"<link rel="modulepreload" href="/{}">"#, self.manifest[*key].file));
            }
            for call in preload.fetch.iter().filter(|_| !has_query) {
                let call = values.iter().fold(call.clone(), |call, (name, value)| call.replace(name, value));
                let call = call.replace('&', "&amp;");
                hint(format_args!(r#"<link rel="preload" as="fetch" href="{call}" crossorigin>"#));
            }
        }
        hints
    }

    /// A chunk and everything that it imports before it can run.
    fn needs<'a>(&'a self, key: &'a str, found: &mut BTreeSet<&'a str>) {
        if let Some(chunk) = self.manifest.get(key)
            && found.insert(key)
        {
            chunk.imports.iter().for_each(|import| self.needs(import, found));
        }
    }
}

/// The values of the `{names}` in a route when the path is one of its, names with their braces.
fn matched<'a>(route: &'a str, path: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let mut values = Vec::new();
    let mut given = path.trim_matches('/').split('/');
    for wanted in route.trim_matches('/').split('/') {
        let given = given.next()?;
        if wanted.starts_with('{') {
            // It goes into the page: nothing that could end the attribute it stands in.
            let harmless =
                given.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
            if given.is_empty() || !harmless {
                return None;
            }
            values.push((wanted, given));
        } else if wanted != given {
            return None;
        }
    }
    given.next().is_none().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{
        "index.html": {"file": "assets/index-1.js", "isEntry": true, "imports": ["_react.js"], "css": ["assets/index-1.css"],
                       "assets": ["assets/figtree-latin-wght-normal-1.woff2", "assets/figtree-latin-ext-wght-normal-1.woff2"]},
        "_react.js": {"file": "assets/react-1.js"},
        "_card.js": {"file": "assets/card-1.js", "imports": ["index.html", "_react.js"]},
        "src/ProductPage.tsx": {"file": "assets/ProductPage-1.js", "isDynamicEntry": true, "imports": ["_card.js", "_react.js"]}
    }"#;
    const PRELOADS: &str =
        r#"[{"route": "/products/{id}", "chunk": "src/ProductPage.tsx", "fetch": ["/api/products/{id}"]}]"#;

    fn pages() -> Pages {
        Pages::parse("<html><head><title>x</title></head><body></body></html>".into(), MANIFEST, PRELOADS)
    }

    #[test]
    fn a_route_brings_its_own_chunks_its_first_call_and_the_font() {
        let hints = pages().hints("/products/0199c0de-0000", false);
        for file in ["assets/ProductPage-1.js", "assets/card-1.js"] {
            assert!(hints.contains(&format!(r#"<link rel="modulepreload" href="/{file}">"#)), "{hints}");
        }
        assert!(
            !hints.contains("react-1.js") && !hints.contains("index-1.js"),
            "the page has the entry's itself: {hints}"
        );
        assert!(hints.contains(r#"as="fetch" href="/api/products/0199c0de-0000""#), "{hints}");
        assert!(hints.contains("figtree-latin-wght") && !hints.contains("latin-ext"), "{hints}");
    }

    #[test]
    fn a_query_changes_the_first_call_so_none_is_guessed() {
        assert!(!pages().hints("/products/1", true).contains("as=\"fetch\""));
    }

    #[test]
    fn other_paths_get_the_page_without_hints_of_a_route() {
        for path in ["/", "/products", "/products/1/reviews", "/products/\"><script>"] {
            let html = pages().html(path, false).unwrap();
            assert!(!html.contains("modulepreload") && !html.contains("script"), "{path}: {html}");
        }
    }

    #[test]
    fn without_a_build_there_is_no_page() {
        assert_eq!(Pages::default().html("/", false), None);
    }
}
