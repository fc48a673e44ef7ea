//! A model of the catalog's search vocabulary, computed from the current products.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use service_kit::words::words;
use shared_events::shop::ProductDetails;

use crate::model::{Answer, answer};

const WORDS: &str = "SELECT word, products FROM read.catalog_words";
const SPELLINGS: &str = "SELECT spelling, word FROM read.catalog_spellings";

/// The words of these products, each with the number of its products, and their spellings with one letter left out.
pub(crate) fn vocabulary<'a>(products: impl Iterator<Item = &'a ProductDetails>) -> [Answer; 2] {
    let mut counts = BTreeMap::<String, u32>::new();
    for product in products {
        words_of(product).into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
    }
    let spellings = counts.keys().flat_map(|word| {
        misspelled(word).into_iter().map(move |spelling| json!({ "spelling": spelling, "word": word }))
    });
    [
        answer(SPELLINGS, spellings),
        answer(WORDS, counts.iter().map(|(word, products)| json!({ "word": word, "products": products }))),
    ]
}

/// The distinct words of a product, without numbers, very long words (which are never searched) and very short ones
/// (which are similar to too many others).
fn words_of(product: &ProductDetails) -> BTreeSet<String> {
    let texts = [&product.name, &product.category, &product.subcategory].into_iter().chain(&product.tags);
    let words = texts.flat_map(|text| words(text));
    words
        .filter(|word| word.chars().all(char::is_alphabetic) && matches!(word.chars().count(), 3..=24))
        .collect()
}

/// The word itself, and the word without each of its letters.
fn misspelled(word: &str) -> BTreeSet<String> {
    let without = |place: usize| word.chars().take(place).chain(word.chars().skip(place + 1)).collect();
    (0..word.chars().count()).map(without).chain([word.to_owned()]).collect()
}
