//! `GET /products/suggest`: suggestions while the shopper types a search.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use service_kit::{
    Problem,
    extract::{Json, Query},
    words::words,
};
use shared_events::shop::CATEGORIES;
use utoipa::{IntoParams, ToSchema};

use crate::{
    App,
    queries::catalog::{self, Beginning, Named},
};

pub(super) const VIEWS: &[&str] = &[catalog::VIEW, catalog::INDEX];

/// The largest number of categories in an answer.
const MAX_CATEGORIES: usize = 2;

/// The text typed so far.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct SuggestQuery {
    /// The typed words. The last one may be incomplete.
    q: String,
}

/// Suggestions for a search.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Suggestions {
    /// Categories, then products, then merchants, the best of each first. At most eleven; none for a blank text.
    suggestions: Vec<Suggestion>,
}

/// A suggestion.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Suggestion {
    /// The name to show.
    text: String,
    /// The kind of thing that is suggested.
    kind: SuggestionKind,
    /// The product's id, the merchant's account id, or the category's slug.
    id: String,
}

/// The kind of thing that is suggested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SuggestionKind {
    /// A category of the catalog.
    Category,
    /// A product.
    Product,
    /// A merchant.
    Merchant,
}

/// Suggest searches
///
/// When no name matches, the words are corrected first.
#[utoipa::path(
    get,
    path = "/products/suggest",
    tag = "products",
    params(SuggestQuery),
    responses((status = 200, body = Suggestions)),
)]
pub(crate) async fn suggest(
    State(app): State<App>,
    Query(query): Query<SuggestQuery>,
) -> Result<Json<Suggestions>, Problem> {
    let suggestions = answer(&app, &Beginning::of(&query.q)).await?;
    Ok(Json(Suggestions { suggestions }))
}

async fn answer(app: &App, beginning: &Beginning) -> Result<Vec<Suggestion>, Problem> {
    if beginning.is_empty() {
        return Ok(Vec::new());
    }
    let found = called(app, beginning).await?;
    if !found.is_empty() {
        return Ok(found);
    }
    match app.catalog.corrected(beginning).await? {
        Some(corrected) => called(app, &corrected).await,
        None => Ok(found),
    }
}

async fn called(app: &App, beginning: &Beginning) -> Result<Vec<Suggestion>, Problem> {
    let products = app.catalog.products_called(beginning).await?;
    let merchants = app.catalog.merchants_called(beginning).await?;
    let named = |kind| move |Named { text, id }: Named| Suggestion { text, kind, id: id.to_string() };
    let categories = CATEGORIES.into_iter().filter(|slug| beginning.begins(&words(slug)));
    Ok(categories
        .take(MAX_CATEGORIES)
        .map(|slug| Suggestion { text: title(slug), kind: SuggestionKind::Category, id: slug.to_owned() })
        .chain(products.into_iter().map(named(SuggestionKind::Product)))
        .chain(merchants.into_iter().map(named(SuggestionKind::Merchant)))
        .collect())
}

/// A category's slug in title case: `Prepared Foods`.
fn title(slug: &str) -> String {
    let mut title = String::new();
    let mut begins = true;
    for letter in slug.chars() {
        match letter {
            '-' => title.push(' '),
            letter if begins => title.push(letter.to_ascii_uppercase()),
            letter => title.push(letter),
        }
        begins = letter == '-';
    }
    title
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::testing::{Goods, Market, pluck};

    async fn market() -> Market {
        let mut market = Market::open().await;
        let farm = market.merchant("Hilltop Creamery", "05401").await;
        for (name, category) in [
            ("Cherry Tomatoes", "produce"),
            ("Tomato Sauce", "condiments"),
            ("Fresh Chèvre", "dairy"),
            ("Tomato Seedlings", "flowers"),
        ] {
            market.product(&farm, Goods { category, ..Goods::named(name) }).await;
        }
        market.new_product(&farm, Goods::named("Tomatillo")).await;
        market
    }

    async fn suggested(market: &Market, q: &str) -> Value {
        market.get(&format!("/products/suggest?q={q}")).await.ok()["suggestions"].take()
    }

    #[tokio::test]
    async fn names_with_the_prefix_come_before_names_with_a_matching_word() {
        let market = market().await;
        let found = suggested(&market, "toma").await;
        assert_eq!(pluck(&found, "text"), ["Tomato Sauce", "Tomato Seedlings", "Cherry Tomatoes"]);
        assert_eq!(found[0]["kind"], "product");
        let id = found[0]["id"].as_str().expect("an id");
        assert_eq!(market.get(&format!("/products/{id}")).await.ok()["name"], "Tomato Sauce");
    }

    #[tokio::test]
    async fn categories_and_merchants_are_suggested_too() {
        let market = market().await;
        assert_eq!(
            suggested(&market, "FOODS").await,
            json!([{ "text": "Prepared Foods", "kind": "category", "id": "prepared-foods" }])
        );
        let found = suggested(&market, "cream").await;
        assert_eq!((&found[0]["text"], &found[0]["kind"]), (&json!("Hilltop Creamery"), &json!("merchant")));
    }

    #[tokio::test]
    async fn accents_and_misspellings_are_ignored() {
        let market = market().await;
        for q in ["chevre", "CH%C3%88VRE", "fresh+ch", "chevrre", "freesh"] {
            assert_eq!(pluck(&suggested(&market, q).await, "text"), ["Fresh Chèvre"], "{q}");
        }
    }

    #[tokio::test]
    async fn one_letter_is_enough_and_an_empty_text_suggests_nothing() {
        let market = market().await;
        assert_eq!(pluck(&suggested(&market, "t").await, "text"), ["Tomato Sauce", "Tomato Seedlings"]);
        for q in ["", "+", "%21", "xyzzy", "%27%3A*%7C%5C"] {
            assert_eq!(suggested(&market, q).await, json!([]), "{q}");
        }
        assert_eq!(market.get("/products/suggest").await.ok(), json!({ "suggestions": [] }));
    }
}
