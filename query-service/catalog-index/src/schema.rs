//! The index's fields, and a product as a tantivy document.

use std::collections::BTreeSet;

use tantivy::{
    TantivyDocument, Term,
    schema::{BytesOptions, FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions},
};
use uuid::Uuid;

use crate::{
    document::Document,
    facts::fact,
    parts::Part,
    stemming::{heads, is_stop_word, stem},
};

/// Increase this when the schema or the meaning of a field changes: the index is then built anew.
pub(crate) const VERSION: u32 = 5;

/// Names are cut to this length before they are sorted or compared as a whole.
const MAX_NAME_LETTERS: usize = 100;
/// Further words of a text are not indexed.
const MAX_NAME_WORDS: usize = 200;
const MAX_LABEL_WORDS: usize = 2_000;
const MAX_TEXT_WORDS: usize = 20_000;

/// The names of the columns.
pub(crate) mod column {
    pub(crate) const VERSION: &str = "version";
    pub(crate) const ID_HIGH: &str = "id_high";
    pub(crate) const ID_LOW: &str = "id_low";
    pub(crate) const NAME: &str = "name";
    pub(crate) const SORT_NAME: &str = "sort_name";
    pub(crate) const CATEGORY: &str = "category";
    pub(crate) const SUBCATEGORY: &str = "subcategory";
    pub(crate) const MERCHANT: &str = "merchant";
    pub(crate) const PRICE: &str = "price";
    pub(crate) const FACTS: &str = "facts";
    pub(crate) const HARVESTED_ON: &str = "harvested_on";
    pub(crate) const LISTED_AT: &str = "listed_at";
    pub(crate) const VIEWS: &str = "views";
    pub(crate) const POPULARITY: &str = "popularity";
    pub(crate) const RATING: &str = "rating";
}

/// The indexed fields, whose terms are words or stems.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    /// The id, to delete by.
    pub(crate) id: Field,
    /// The folded name as one term.
    pub(crate) sort_name: Field,
    /// Words of name, tags and category: the vocabulary.
    pub(crate) word: Field,
    /// Words and stems with the parts of the product in which they stand.
    pub(crate) part: Field,
    columns: Columns,
}

#[derive(Clone, Copy, Debug)]
struct Columns {
    version: Field,
    id_high: Field,
    id_low: Field,
    name: Field,
    category: Field,
    subcategory: Field,
    merchant: Field,
    price: Field,
    facts: Field,
    harvested_on: Field,
    listed_at: Field,
    views: Field,
    popularity: Field,
    rating: Field,
}

impl Fields {
    pub(crate) fn schema() -> (Schema, Self) {
        let mut schema = Schema::builder();
        let indexed = |tokenizer| {
            TextFieldIndexing::default()
                .set_tokenizer(tokenizer)
                .set_fieldnorms(false)
                .set_index_option(IndexRecordOption::Basic)
        };
        let words = TextOptions::default().set_indexing_options(indexed("whitespace"));
        let text = TextOptions::default().set_fast("raw");
        let named = text.clone().set_indexing_options(indexed("raw"));
        let fields = Self {
            id: schema.add_bytes_field("id", BytesOptions::default().set_indexed()),
            sort_name: schema.add_text_field(column::SORT_NAME, named),
            word: schema.add_text_field("word", words.clone()),
            part: schema.add_text_field("part", words),
            columns: Columns {
                version: schema.add_u64_field(column::VERSION, FAST),
                id_high: schema.add_u64_field(column::ID_HIGH, FAST),
                id_low: schema.add_u64_field(column::ID_LOW, FAST),
                name: schema.add_text_field(column::NAME, text.clone()),
                category: schema.add_text_field(column::CATEGORY, text.clone()),
                subcategory: schema.add_text_field(column::SUBCATEGORY, text.clone()),
                merchant: schema.add_bytes_field(column::MERCHANT, BytesOptions::default().set_fast()),
                price: schema.add_i64_field(column::PRICE, FAST),
                facts: schema.add_u64_field(column::FACTS, FAST),
                harvested_on: schema.add_i64_field(column::HARVESTED_ON, FAST),
                listed_at: schema.add_i64_field(column::LISTED_AT, FAST),
                views: schema.add_i64_field(column::VIEWS, FAST),
                popularity: schema.add_i64_field(column::POPULARITY, FAST),
                rating: schema.add_f64_field(column::RATING, FAST),
            },
        };
        (schema.build(), fields)
    }

    pub(crate) fn id_term(&self, id: Uuid) -> Term {
        Term::from_field_bytes(self.id, id.as_bytes())
    }

    pub(crate) fn document(&self, product: &Document) -> TantivyDocument {
        let Wording { head, name, label, kind, text } = Wording::of(product);
        let stems = |words: &[String]| words.iter().map(|word| stem(word)).collect::<BTreeSet<_>>();
        let mut document = TantivyDocument::new();
        document.add_bytes(self.id, product.id.as_bytes());
        document.add_text(self.sort_name, sort_name(&product.name));
        let vocabulary: BTreeSet<&str> = name.iter().chain(&label).map(String::as_str).collect();
        document.add_text(self.word, Vec::from_iter(vocabulary).join(" "));
        let terms = [
            (Part::HeadWord, head.iter().cloned().collect()),
            (Part::HeadStem, stems(&head)),
            (Part::NameWord, name.iter().cloned().collect()),
            (Part::NameStem, stems(&name)),
            (Part::KindStem, kind),
            (Part::LabelStem, stems(&label)),
            (Part::TextStem, stems(&text)),
        ];
        let mut text = String::new();
        for (part, words) in &terms {
            for word in words {
                text.push(part.letter());
                text.push_str(word);
                text.push(' ');
            }
        }
        document.add_text(self.part, text);
        let columns = self.columns;
        let (high, low) = product.id.as_u64_pair();
        document.add_u64(columns.version, product.version);
        document.add_u64(columns.id_high, high);
        document.add_u64(columns.id_low, low);
        document.add_text(columns.name, &product.name);
        document.add_text(columns.category, &product.category);
        document.add_text(columns.subcategory, &product.subcategory);
        document.add_bytes(columns.merchant, product.merchant.as_bytes());
        document.add_i64(columns.price, product.price);
        document.add_u64(columns.facts, u64::from(facts(product)));
        document.add_i64(columns.harvested_on, product.harvested_on);
        document.add_i64(columns.listed_at, product.listed_at);
        document.add_i64(columns.views, product.views);
        document.add_i64(columns.popularity, product.popularity);
        document.add_f64(columns.rating, product.rating);
        document
    }
}

/// The categories of things that nobody eats or drinks.
const CRAFTS: [&str; 5] = ["health", "beauty", "home", "crafts", "flowers"];

fn is_food(category: &str) -> bool {
    !CRAFTS.contains(&category)
}

fn facts(product: &Document) -> u8 {
    let facts = [
        (product.organic, fact::ORGANIC),
        (product.in_stock, fact::IN_STOCK),
        (product.can_pickup, fact::PICKUP),
        (product.can_deliver, fact::DELIVERY),
        (product.featured, fact::FEATURED),
        (!is_food(&product.category), fact::CRAFTS),
    ];
    facts.into_iter().filter(|(is, _)| *is).map(|(_, fact)| fact).sum()
}

/// The name as it is sorted and compared as a whole: without case, accents and punctuation.
pub(crate) fn sort_name(name: &str) -> String {
    words::folded(name).chars().take(MAX_NAME_LETTERS).collect()
}

/// A product's words by the place where they stand. Stop words are indexed in names only.
struct Wording {
    head: Vec<String>,
    name: Vec<String>,
    label: Vec<String>,
    /// Stems that both a tag and the subcategory have.
    kind: BTreeSet<String>,
    text: Vec<String>,
}

impl Wording {
    fn of(product: &Document) -> Self {
        let limited = |mut words: Vec<String>, limit| {
            words.truncate(limit);
            words
        };
        let shelf = [product.category.as_str(), product.subcategory.as_str()];
        let shelf: Vec<String> = shelf.into_iter().flat_map(words::words_and_compounds).collect();
        let tags: Vec<String> = product.tags.iter().flat_map(|tag| words::words_and_compounds(tag)).collect();
        let stems = |words: &[String]| words.iter().map(|word| stem(word)).collect::<BTreeSet<_>>();
        let kind = stems(&tags).intersection(&stems(&shelf)).cloned().collect();
        let label = tags.into_iter().chain(shelf).filter(|word| !is_stop_word(word)).collect();
        let text = words::words_and_compounds(&product.description);
        let text = text.into_iter().filter(|word| !is_stop_word(word)).collect();
        Self {
            head: heads(&product.name),
            name: limited(words::words_and_compounds(&product.name), MAX_NAME_WORDS),
            label: limited(label, MAX_LABEL_WORDS),
            kind,
            text: limited(text, MAX_TEXT_WORDS),
        }
    }
}
