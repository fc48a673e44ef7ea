//! Counts the products that match a filter, and for each facet how many would match with another value.

use crate::{
    dictionaries::Dictionaries,
    facts::{facet, fact},
    segment::Row,
};

/// The counts of a filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Products that match the whole filter.
    pub total: u64,
    /// For each value of a facet, the products that match all other members of the filter.
    pub facets: Facets,
}

/// The number of products for each value of a facet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    /// By the category's slug, in alphabetical order; categories without products are left out.
    pub categories: Vec<(String, u64)>,
    /// By the subcategory's name, in alphabetical order; empty unless the filter has a category.
    pub subcategories: Vec<(String, u64)>,
    /// Organic products, and others.
    pub organic: TruthCounts,
    /// Products in stock, and sold out.
    pub in_stock: TruthCounts,
    /// Products that can be picked up.
    pub pickup: u64,
    /// Products that can be delivered.
    pub delivery: u64,
    /// The lowest and the highest price; `None` without products.
    pub price: Option<PriceRange>,
}

/// How many products have a property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TruthCounts {
    /// With the property.
    pub yes: u64,
    /// Without it.
    pub no: u64,
}

/// Prices in cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceRange {
    /// The lowest.
    pub min: i64,
    /// The highest.
    pub max: i64,
}

/// The number of combinations of the counted facts.
const FACTS: usize = fact::COUNTED as usize + 1;

/// Counts the products that a search visits. A product that every facet admits is counted in the first table, one that
/// a single facet excludes in that facet's table. A table has a count for each category and combination of facts.
#[derive(Clone)]
pub(crate) struct Counter {
    tables: [Vec<u32>; 6],
    subcategories: Option<Vec<u32>>,
    price: Option<PriceRange>,
}

/// The table for products that fail these facets; `None` when they fail two or more, or the subcategory, which is
/// counted apart.
const TABLES: [Option<usize>; 64] = {
    let mut tables = [None; 64];
    tables[0] = Some(0);
    tables[facet::CATEGORY as usize] = Some(1);
    tables[facet::PRICE as usize] = Some(2);
    tables[facet::ORGANIC as usize] = Some(3);
    tables[facet::STOCK as usize] = Some(4);
    tables[facet::WAY as usize] = Some(5);
    tables
};

/// Whether the price range includes products that fail these facets.
#[inline]
pub(crate) const fn has_price(failed: u8) -> bool {
    failed & !facet::PRICE == 0
}

impl Counter {
    /// `counts_subcategories`: a category is chosen.
    pub(crate) fn new(known: &Dictionaries, counts_subcategories: bool) -> Self {
        let categories = known.categories.len() * FACTS;
        Self {
            tables: std::array::from_fn(|_| vec![0; categories]),
            subcategories: counts_subcategories.then(|| vec![0; known.subcategories.len()]),
            price: None,
        }
    }

    #[inline]
    pub(crate) fn count(&mut self, row: &Row, failed: u8) {
        if let Some(count) = self.subcategory(row, failed) {
            *count += 1;
        }
        if let Some(count) = self.cell(row, failed) {
            *count += 1;
        }
        if has_price(failed) {
            let price = self.price.get_or_insert(PriceRange { min: row.price, max: row.price });
            price.min = price.min.min(row.price);
            price.max = price.max.max(row.price);
        }
    }

    /// Subtracts a counted product. Returns false when it may have been the cheapest or the most expensive one: then
    /// the lowest or the highest price is unknown.
    pub(crate) fn take_back(&mut self, row: &Row, failed: u8) -> bool {
        if let Some(count) = self.subcategory(row, failed) {
            *count -= 1;
        }
        if let Some(count) = self.cell(row, failed) {
            *count -= 1;
        }
        !has_price(failed) || self.price.is_some_and(|price| price.min < row.price && row.price < price.max)
    }

    /// Makes room for new categories and subcategories.
    pub(crate) fn grow(&mut self, known: &Dictionaries) {
        for table in &mut self.tables {
            table.resize(known.categories.len() * FACTS, 0);
        }
        if let Some(subcategories) = &mut self.subcategories {
            subcategories.resize(known.subcategories.len(), 0);
        }
    }

    #[inline]
    fn subcategory(&mut self, row: &Row, failed: u8) -> Option<&mut u32> {
        let subcategories = self.subcategories.as_mut().filter(|_| failed & !facet::SUBCATEGORY == 0)?;
        Some(&mut subcategories[row.subcategory as usize])
    }

    #[inline]
    fn cell(&mut self, row: &Row, failed: u8) -> Option<&mut u32> {
        let table = TABLES[usize::from(failed)]?;
        let cell = usize::from(row.category) * FACTS + usize::from(row.facts & fact::COUNTED);
        Some(&mut self.tables[table][cell])
    }

    /// Products that match the whole filter.
    pub(crate) fn total(&self) -> u64 {
        self.tables[0].iter().map(|count| u64::from(*count)).sum()
    }

    pub(crate) fn counts(&self, known: &Dictionaries) -> Counts {
        let facts: [[u64; FACTS]; 6] = std::array::from_fn(|table| {
            let mut sums = [0; FACTS];
            for category in self.tables[table].chunks_exact(FACTS) {
                sums.iter_mut().zip(category).for_each(|(sum, count)| *sum += u64::from(*count));
            }
            sums
        });
        // The products that fail nothing, and those that fail only the facet of this table.
        let sum = |table: usize, is_wanted: &dyn Fn(usize) -> bool| -> u64 {
            let wanted = (0..FACTS).filter(|combination| is_wanted(*combination));
            wanted.map(|combination| facts[0][combination] + facts[table][combination]).sum()
        };
        let has = |fact: u8| move |combination: usize| combination & usize::from(fact) != 0;
        let lacks = |fact: u8| move |combination: usize| combination & usize::from(fact) == 0;
        let categories = known.categories.sorted().filter_map(|(number, slug)| {
            let cells = number * FACTS..(number + 1) * FACTS;
            let both = self.tables[0][cells.clone()].iter().chain(&self.tables[1][cells]);
            let count = both.map(|count| u64::from(*count)).sum();
            (count > 0).then(|| (slug.clone(), count))
        });
        let subcategories = known.subcategories.sorted().filter_map(|(number, name)| {
            let count = u64::from(*self.subcategories.as_ref()?.get(number)?);
            (count > 0).then(|| (name.clone(), count))
        });
        Counts {
            total: self.total(),
            facets: Facets {
                categories: categories.collect(),
                subcategories: subcategories.collect(),
                organic: TruthCounts { yes: sum(3, &has(fact::ORGANIC)), no: sum(3, &lacks(fact::ORGANIC)) },
                in_stock: TruthCounts {
                    yes: sum(4, &has(fact::IN_STOCK)),
                    no: sum(4, &lacks(fact::IN_STOCK)),
                },
                pickup: sum(5, &has(fact::PICKUP)),
                delivery: sum(5, &has(fact::DELIVERY)),
                price: self.price,
            },
        }
    }
}
