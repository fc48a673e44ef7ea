//! What readers of the catalog ask for: query strings of `GET /products`.

/// The search texts with which the query service's search quality is measured, too.
const SEARCHES: &str = include_str!("../../../query-service/src/queries/catalog/quality.txt");

/// Lists without a search text, as the UI requests them.
pub const LISTS: [&str; 10] = [
    "",
    "category=produce",
    "category=dairy&sort=price",
    "category=bakery&sort=-rating.average",
    "sort=-views,-rating.average,-createdAt",
    "inStock=true&maxPrice=10",
    "isOrganic=true",
    "category=produce&fulfillment=delivery&sort=-price",
    "sort=name&page=3",
    "featured=true&limit=8",
];

/// Lists near the shoppers' places.
pub const PLACES: [&str; 6] = [
    "zip=97205",
    "zip=11201&category=produce",
    "zip=60614",
    "zip=78702&radius=10",
    "zip=98101&inStock=true",
    "zip=97205&search=bread",
];

/// The search texts, encoded for a URL.
pub fn searches() -> impl Iterator<Item = String> {
    let lines = SEARCHES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.filter_map(|line| line.split('|').nth(1)).map(|words| {
        let byte = |byte: u8| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        };
        words.trim().bytes().map(byte).collect()
    })
}
