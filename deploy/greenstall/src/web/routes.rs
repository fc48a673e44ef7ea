//! The UI's routes, read from its `pages.json`. A path that matches no route is answered with 404.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The metadata of a route's page, for use before the page's data is known.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Route {
    /// The document's title.
    pub(super) title: String,
    pub(super) description: String,
    /// Whether only its owner sees the page. Search engines must not list it.
    pub(super) private: bool,
}

/// Routes by pattern, such as `/products/{id}`.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Routes(BTreeMap<String, Route>);

/// The route that matches a path.
#[derive(Debug)]
pub(super) struct Found<'a> {
    pub(super) pattern: &'a str,
    pub(super) route: &'a Route,
    /// The values of the pattern's placeholders, in order of appearance.
    pub(super) values: Vec<&'a str>,
}

impl Routes {
    pub(super) fn find<'a>(&'a self, path: &'a str) -> Option<Found<'a>> {
        // Patterns are sorted, and a brace sorts after every letter, so `/products/new` is tried before
        // `/products/{id}`.
        self.0.iter().find_map(|(pattern, route)| {
            let values = matched(pattern, path)?.into_iter().map(|(_, value)| value).collect();
            Some(Found { pattern, route, values })
        })
    }

    /// The patterns of public pages without placeholders.
    pub(super) fn public(&self) -> impl Iterator<Item = &str> {
        self.0
            .iter()
            .filter(|(pattern, route)| !route.private && !pattern.contains('{'))
            .map(|(pattern, _)| pattern.as_str())
    }
}

/// The values of a pattern's placeholders if the path matches the pattern. The names include their braces.
pub(super) fn matched<'a>(pattern: &'a str, path: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let mut values = Vec::new();
    let mut given = path.trim_matches('/').split('/');
    for wanted in pattern.trim_matches('/').split('/') {
        let given = given.next()?;
        if wanted.starts_with('{') {
            // The value becomes part of the page's HTML, so it must not be able to end an attribute.
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

    const PAGES: &str = r#"{
        "/": { "title": "Home" }, "/products": {}, "/products/{id}": {}, "/products/new": { "private": true },
        "/cart": { "private": true }
    }"#;

    fn routes() -> Routes {
        serde_json::from_str(PAGES).unwrap()
    }

    #[test]
    fn a_path_has_the_route_whose_pattern_it_matches() {
        let routes = routes();
        let pattern = |path| routes.find(path).map(|found| found.pattern.to_owned());
        assert_eq!(routes.find("/").unwrap().route.title, "Home");
        assert_eq!(pattern("/products/"), Some("/products".to_owned()));
        assert_eq!(pattern("/products/new"), Some("/products/new".to_owned()));
        assert_eq!(routes.find("/products/x-1").unwrap().values, ["x-1"]);
        for unknown in ["/prodcts", "/products/1/reviews", "/products/\"><script>", "/products/%22"] {
            assert_eq!(pattern(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn public_paths_have_no_placeholders_and_are_not_private() {
        assert_eq!(routes().public().collect::<Vec<_>>(), ["/", "/products"]);
    }
}
