//! Titles and descriptions of pages. `ui/src/lib/pageWords.ts` has the same rules for navigation within the UI, and
//! `ui/tests/pageWords.json` keeps the two in step.

use query_service::model::{Merchant, Product, PublicAddress};
use shared_events::Cents;

/// The number of characters of a description that search engines show.
const MAX_DESCRIPTION: usize = 155;

const TITLE_SUFFIX: &str = " · Greenstall";

/// The title with the shop's name, as the browser's tab shows it.
pub(super) fn titled(title: &str) -> String {
    format!("{title}{TITLE_SUFFIX}")
}

/// The inverse of [`titled`].
pub(super) fn untitled(title: &str) -> &str {
    title.strip_suffix(TITLE_SUFFIX).unwrap_or(title)
}

/// The merchant's display name.
pub(super) fn merchant_name(merchant: &Merchant) -> &str {
    match merchant.business_info.business_name.as_str() {
        "" => &merchant.name,
        name => name,
    }
}

pub(super) fn product_title(product: &Product) -> String {
    titled(&format!("{} from {}", product.name, merchant_name(&product.merchant)))
}

pub(super) fn product_description(product: &Product) -> String {
    let (price, unit) = (dollars(product.price.0), &product.inventory.unit);
    let (merchant, place) = (merchant_name(&product.merchant), located(&product.merchant.address));
    shortened(&format!("{price} per {unit} from {merchant}{place}. {}", product.description))
}

pub(super) fn merchant_title(merchant: &Merchant) -> String {
    titled(&format!("{}{}", merchant_name(merchant), located(&merchant.address)))
}

pub(super) fn merchant_description(merchant: &Merchant) -> String {
    let own = shortened(&merchant.business_info.business_description);
    if !own.is_empty() {
        return own;
    }
    let (name, place) = (merchant_name(merchant), located(&merchant.address));
    shortened(&format!("Fresh food and handmade goods from {name}{place}."))
}

/// A category's label: `Prepared Foods` for `prepared-foods`.
pub(super) fn category_label(slug: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    slug.split('-').map(capital).collect::<Vec<String>>().join(" ")
}

pub(super) fn category_description(label: &str) -> String {
    format!("{label} from farmers, bakers and makers near you. Order online, pick up or have it brought.")
}

pub(super) fn search_title(words: &str) -> String {
    titled(&format!("Results for “{words}”"))
}

/// ` in Burlington, VT`, or an empty text without a place.
fn located(address: &PublicAddress) -> String {
    match address.city.is_empty() {
        true => String::new(),
        false => format!(" in {}, {}", address.city, address.state),
    }
}

/// An amount such as `$1,234.50`.
fn dollars(amount: Cents) -> String {
    let text = amount.to_string();
    let (whole, cents) = text.split_once('.').unwrap_or((&text, ""));
    let digits = whole.trim_start_matches(['-', '$']);
    let grouped: String = digits
        .chars()
        .enumerate()
        .flat_map(|(place, digit)| {
            let comma = place > 0 && (digits.len() - place).is_multiple_of(3);
            comma.then_some(',').into_iter().chain([digit])
        })
        .collect();
    format!("${grouped}.{cents}")
}

/// The text on one line, cut at the end of a word.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_DESCRIPTION {
        return line;
    }
    let cut: String = line.chars().take(MAX_DESCRIPTION - 1).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{}…", &cut[..end])
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::web::testing;

    #[derive(Deserialize)]
    struct Cases {
        products: Vec<Case>,
        merchants: Vec<Case>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", default)]
    struct Case {
        name: String,
        description: String,
        price: f64,
        unit: String,
        business_name: String,
        city: String,
        state: String,
        title: String,
        expected: String,
    }

    impl Default for Case {
        fn default() -> Self {
            let text = String::new;
            Self {
                name: text(),
                description: text(),
                price: 0.0,
                unit: text(),
                business_name: text(),
                city: text(),
                state: text(),
                title: text(),
                expected: text(),
            }
        }
    }

    fn merchant(case: &Case) -> Merchant {
        let mut merchant = testing::merchant();
        merchant.name.clone_from(&case.name);
        merchant.business_info.business_name.clone_from(&case.business_name);
        merchant.business_info.business_description.clone_from(&case.description);
        merchant.address.city.clone_from(&case.city);
        merchant.address.state.clone_from(&case.state);
        merchant
    }

    #[test]
    fn titles_and_descriptions_are_the_same_as_the_uis() {
        let cases: Cases = serde_json::from_str(include_str!("../../../../ui/tests/pageWords.json")).unwrap();
        for case in &cases.products {
            let mut product = testing::product();
            product.name.clone_from(&case.name);
            product.description.clone_from(&case.description);
            product.price = Cents::nearest_to(case.price).into();
            product.inventory.unit.clone_from(&case.unit);
            product.merchant = merchant(case);
            assert_eq!(product_title(&product), case.title);
            assert_eq!(product_description(&product), case.expected);
        }
        for case in &cases.merchants {
            let merchant = merchant(case);
            assert_eq!(merchant_title(&merchant), case.title);
            assert_eq!(merchant_description(&merchant), case.expected);
        }
    }
}
