//! A model of the index that looks at every product to find an answer.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use catalog_index::{
    Class, Counts, Document, Facets, Filter, PriceRange, Sort, SortKey, TruthCounts, Typed, Way, heads,
    is_stop_word, one_and_many, popularity_boost, score, stem,
};
use uuid::Uuid;

#[derive(Default)]
pub(crate) struct Model(pub(crate) BTreeMap<Uuid, Document>);

/// A filter whose words are still text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) text: Option<String>,
    pub(crate) filter: Filter,
}

struct Word {
    stems: Vec<String>,
    prefixes: Vec<String>,
}

fn stems(words: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    words.into_iter().map(|word| stem(&word)).collect()
}

fn shelf(product: &Document) -> Vec<String> {
    [&product.category, &product.subcategory]
        .into_iter()
        .flat_map(|text| words::words_and_compounds(text))
        .collect()
}

fn tags(product: &Document) -> Vec<String> {
    product.tags.iter().flat_map(|tag| words::words_and_compounds(tag)).collect()
}

fn labels(product: &Document) -> Vec<String> {
    [tags(product), shelf(product)].concat().into_iter().filter(|word| !is_stop_word(word)).collect()
}

fn text(product: &Document) -> Vec<String> {
    words::words_and_compounds(&product.description).into_iter().filter(|word| !is_stop_word(word)).collect()
}

/// The words from which corrections are made.
fn vocabulary(product: &Document) -> BTreeSet<String> {
    words::words_and_compounds(&product.name).into_iter().chain(labels(product)).collect()
}

fn class(product: &Document, word: &Word) -> Option<Class> {
    let is_one = |stems: BTreeSet<String>| word.stems.iter().any(|stem| stems.contains(stem));
    let begins = |words: &[String], least: usize| {
        let long = word.prefixes.iter().filter(|prefix| prefix.chars().count() >= least);
        long.into_iter().any(|prefix| words.iter().any(|word| word.starts_with(prefix.as_str())))
    };
    let is_kind = |stem: &String| stems(tags(product)).contains(stem) && stems(shelf(product)).contains(stem);
    let name = words::words_and_compounds(&product.name);
    let description: Vec<String> = stems(text(product)).into_iter().collect();
    let (is_head, is_kind) = (is_one(stems(heads(&product.name))), word.stems.iter().any(is_kind));
    let found = [
        (Class::HeadOfKind, is_head && is_kind),
        (Class::Head, is_head),
        (Class::Kind, is_kind),
        (Class::Name, is_one(stems(name.clone()))),
        (Class::HeadPrefix, begins(&heads(&product.name), 0)),
        (Class::Label, is_one(stems(labels(product)))),
        (Class::NamePrefix, begins(&name, 0)),
        (Class::LabelPrefix, begins(&labels(product), 0)),
        (Class::Text, is_one(stems(text(product)))),
        (Class::TextPrefix, begins(&description, 3)),
    ];
    found.into_iter().find(|(_, is)| *is).map(|(class, _)| class)
}

fn sort_name(name: &str) -> String {
    words::folded(name).chars().take(100).collect()
}

impl Model {
    /// The words of a search, each with its alternatives.
    fn words(&self, typed: &[Vec<String>]) -> Vec<Word> {
        let has_others = typed.iter().any(|word| !is_stop_word(&word[0]));
        let searched: Vec<Vec<String>> =
            typed.iter().filter(|word| !has_others || !is_stop_word(&word[0])).cloned().collect();
        let last = searched.len().saturating_sub(1);
        let mut words = Vec::new();
        for (place, spellings) in searched.into_iter().enumerate() {
            let others = spellings.iter().flat_map(|word| one_and_many(word));
            let forms: Vec<String> = spellings.iter().cloned().chain(others).collect();
            let stems: Vec<String> = forms.iter().map(|form| stem(form)).collect();
            let exact = Word { stems: stems.clone(), prefixes: Vec::new() };
            let is_known = self.0.values().any(|product| class(product, &exact).is_some());
            let prefixes = if place == last || !is_known { spellings } else { Vec::new() };
            words.push(Word { stems, prefixes });
        }
        words
    }

    /// The score of each matching product.
    fn scores(&self, wanted: &Wanted) -> BTreeMap<Uuid, f32> {
        let Some(text) = wanted.text.as_ref().filter(|text| !text.trim().is_empty()) else {
            return self.0.keys().map(|id| (*id, 0.0)).collect();
        };
        let typed: Vec<Vec<String>> =
            words::words(text).into_iter().take(16).map(|word| vec![word]).collect();
        self.scores_of(&typed)
    }

    fn scores_of(&self, typed: &[Vec<String>]) -> BTreeMap<Uuid, f32> {
        let words = self.words(typed);
        let phrase = typed.iter().map(|word| word[0].as_str()).collect::<Vec<_>>().join(" ");
        let mut scores = BTreeMap::new();
        for (id, product) in &self.0 {
            let classes: Option<Vec<Class>> = words.iter().map(|word| class(product, word)).collect();
            if let Some(classes) = classes.filter(|classes| !classes.is_empty()) {
                let name = sort_name(&product.name);
                let begins = phrase.contains(' ') && name.starts_with(&phrase);
                let other = if begins { Typed::Beginning } else { Typed::Other };
                let typed = if name == phrase { Typed::Whole } else { other };
                scores.insert(*id, score(&classes, typed, popularity_boost(product.popularity)));
            }
        }
        scores
    }

    fn miles(wanted: &Wanted, product: &Document) -> Option<f64> {
        let nearby = wanted.filter.nearby.as_ref()?;
        nearby.iter().find(|(merchant, _)| *merchant == product.merchant).map(|(_, miles)| *miles)
    }

    fn has_scope(wanted: &Wanted, product: &Document) -> bool {
        let filter = &wanted.filter;
        (!filter.featured || product.featured)
            && filter.merchant.is_none_or(|merchant| merchant == product.merchant)
            && (filter.nearby.is_none() || Self::miles(wanted, product).is_some())
    }

    fn fits(filter: &Filter, product: &Document) -> bool {
        filter.category.as_ref().is_none_or(|slug| *slug == product.category)
            && filter.subcategory.as_ref().is_none_or(|name| *name == product.subcategory)
            && filter.min_price.is_none_or(|least| product.price >= least)
            && filter.max_price.is_none_or(|most| product.price <= most)
            && filter.organic.is_none_or(|organic| organic == product.organic)
            && filter.in_stock.is_none_or(|in_stock| in_stock == product.in_stock)
            && filter.way.is_none_or(|way| match way {
                Way::Pickup => product.can_pickup,
                Way::Delivery => product.can_deliver,
            })
    }

    pub(crate) fn counts(&self, wanted: &Wanted) -> Counts {
        let scores = self.scores(wanted);
        let scope: Vec<&Document> = self
            .0
            .values()
            .filter(|product| scores.contains_key(&product.id) && Self::has_scope(wanted, product))
            .collect();
        let with = |change: &dyn Fn(&mut Filter)| -> Vec<&Document> {
            let mut filter = wanted.filter.clone();
            change(&mut filter);
            scope.iter().copied().filter(|product| Self::fits(&filter, product)).collect()
        };
        let grouped = |products: &[&Document], name: &dyn Fn(&Document) -> String| {
            let mut counts: BTreeMap<String, u64> = BTreeMap::new();
            for product in products {
                *counts.entry(name(product)).or_default() += 1;
            }
            counts.into_iter().collect::<Vec<_>>()
        };
        let truth = |products: &[&Document], is: &dyn Fn(&Document) -> bool| {
            let yes = products.iter().filter(|product| is(product)).count() as u64;
            TruthCounts { yes, no: products.len() as u64 - yes }
        };
        let priced = with(&|filter| (filter.min_price, filter.max_price) = (None, None));
        let ways = with(&|filter| filter.way = None);
        let prices = priced.iter().map(|product| product.price);
        let subcategories = with(&|filter| filter.subcategory = None);
        Counts {
            total: with(&|_| ()).len() as u64,
            facets: Facets {
                categories: grouped(&with(&|filter| filter.category = None), &|one| one.category.clone()),
                subcategories: if wanted.filter.category.is_some() {
                    grouped(&subcategories, &|one| one.subcategory.clone())
                } else {
                    Vec::new()
                },
                organic: truth(&with(&|filter| filter.organic = None), &|one| one.organic),
                in_stock: truth(&with(&|filter| filter.in_stock = None), &|one| one.in_stock),
                pickup: truth(&ways, &|one| one.can_pickup).yes,
                delivery: truth(&ways, &|one| one.can_deliver).yes,
                price: prices.clone().min().zip(prices.max()).map(|(min, max)| PriceRange { min, max }),
            },
        }
    }

    /// All matching products in order.
    pub(crate) fn ordered(&self, wanted: &Wanted, sorts: &[Sort]) -> Vec<Uuid> {
        let scores = self.scores(wanted);
        let is_search = wanted.text.as_ref().is_some_and(|text| !text.trim().is_empty());
        let mut found: Vec<&Document> = self.0.values().collect();
        found.retain(|product| {
            scores.contains_key(&product.id)
                && Self::has_scope(wanted, product)
                && Self::fits(&wanted.filter, product)
        });
        found.sort_by(|one, other| {
            for sort in sorts {
                let ordering = match sort.key {
                    SortKey::Relevance if is_search => scores[&one.id].total_cmp(&scores[&other.id]),
                    SortKey::CreatedAt => one.listed_at.cmp(&other.listed_at),
                    SortKey::Price => one.price.cmp(&other.price),
                    SortKey::Name => sort_name(&one.name).cmp(&sort_name(&other.name)),
                    SortKey::Rating => one.rating.total_cmp(&other.rating),
                    SortKey::Views => one.views.cmp(&other.views),
                    SortKey::Distance => {
                        let miles = |product| Self::miles(wanted, product).unwrap_or(0.0);
                        miles(one).total_cmp(&miles(other))
                    }
                    SortKey::Relevance => Ordering::Equal,
                    SortKey::Available => other.in_stock.cmp(&one.in_stock),
                    SortKey::Nearest if wanted.filter.nearby.is_none() => Ordering::Equal,
                    SortKey::Nearest => {
                        let miles = |product| Self::miles(wanted, product).unwrap_or(0.0).floor();
                        let is_food = |product: &Document| product.category != "flowers";
                        (other.in_stock.cmp(&one.in_stock))
                            .then(miles(one).total_cmp(&miles(other)))
                            .then(is_food(other).cmp(&is_food(one)))
                    }
                    SortKey::Harvested => one.harvested_on.cmp(&other.harvested_on),
                    SortKey::Mixed => one.id.as_u64_pair().1.cmp(&other.id.as_u64_pair().1),
                };
                let ordering = if sort.descending { ordering.reverse() } else { ordering };
                if ordering.is_ne() {
                    return ordering;
                }
            }
            other.listed_at.cmp(&one.listed_at).then(one.id.cmp(&other.id))
        });
        found.into_iter().map(|product| product.id).collect()
    }

    /// The products that have one of each word's spellings, the best first.
    pub(crate) fn best_of(&self, typed: &[Vec<String>]) -> Vec<Uuid> {
        let mut found: Vec<(Uuid, f32)> = self.scores_of(typed).into_iter().collect();
        let newest_first = |id: &Uuid| std::cmp::Reverse(self.0[id].listed_at);
        found.sort_by(|(one, a), (other, b)| {
            b.total_cmp(a).then_with(|| newest_first(one).cmp(&newest_first(other))).then(one.cmp(other))
        });
        found.into_iter().map(|(id, _)| id).collect()
    }

    pub(crate) fn corrections(&self, word: &str) -> Vec<String> {
        let letters = word.chars().count();
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for word in self.0.values().flat_map(vocabulary) {
            *counts.entry(word).or_default() += 1;
        }
        if !(3..=26).contains(&letters) || counts.keys().any(|known| known.starts_with(word)) {
            return Vec::new();
        }
        let most = if letters >= 6 { 2 } else { 1 };
        let plural = if word.ends_with('s') { word.to_owned() } else { format!("{word}s") };
        let mistakes = |known: &str| {
            let one = distance(word, known);
            if letters < 6 && known.ends_with('s') { one.min(distance(&plural, known)) } else { one }
        };
        let near: Vec<(usize, u64, String)> = counts
            .into_iter()
            .map(|(known, products)| (mistakes(&known), products, known))
            .filter(|(mistakes, ..)| *mistakes <= most)
            .collect();
        let least = near.iter().map(|(mistakes, ..)| *mistakes).min();
        let mut near: Vec<_> = near.into_iter().filter(|(mistakes, ..)| Some(*mistakes) == least).collect();
        let sorted = |word: &str| {
            let mut letters: Vec<char> = word.chars().collect();
            letters.sort_unstable();
            letters
        };
        let is_reordered = |known: &str| [word, &plural].iter().any(|typed| sorted(typed) == sorted(known));
        if near.iter().any(|(_, _, known)| is_reordered(known)) {
            near.retain(|(_, _, known)| is_reordered(known));
        }
        near.sort_by(|one, other| other.1.cmp(&one.1).then(one.2.cmp(&other.2)));
        near.into_iter().take(4).map(|(_, _, word)| word).collect()
    }

    pub(crate) fn suggestions(&self, typed: &str, limit: usize) -> Vec<Uuid> {
        let typed: Vec<String> = words::words(typed).into_iter().take(16).collect();
        let phrase = typed.join(" ");
        let Some(last) = typed.last() else { return Vec::new() };
        let is_long = last.chars().count() >= 3;
        let mut best: BTreeMap<String, (bool, i64, std::cmp::Reverse<Uuid>)> = BTreeMap::new();
        for product in self.0.values() {
            let name = sort_name(&product.name);
            let begins = name.starts_with(&phrase);
            let words = words::words(&product.name);
            let has_all = typed.iter().all(|one| words.iter().any(|word| word.starts_with(one.as_str())));
            if begins || is_long && has_all {
                let rank = (begins, product.views, std::cmp::Reverse(product.id));
                let entry = best.entry(name).or_insert(rank);
                *entry = rank.max(*entry);
            }
        }
        let mut best: Vec<_> = best.into_iter().collect();
        best.sort_by(|(one, a), (other, b)| (b.0, b.1).cmp(&(a.0, a.1)).then_with(|| one.cmp(other)));
        best.into_iter().take(limit).map(|(_, (_, _, id))| id.0).collect()
    }
}

/// The edit distance: letters left out, added, replaced or swapped with their neighbor.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
    for i in 0..=one.len() {
        for j in 0..=other.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let exchanged = table[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
                let least = exchanged.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                let swapped = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
                if swapped { least.min(table[i - 2][j - 2] + 1) } else { least }
            };
        }
    }
    table[one.len()][other.len()]
}
