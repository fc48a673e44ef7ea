//! A segment's columns as searches read them: in memory, one row per product.

use std::sync::Arc;

use tantivy::{
    DocId, InvertedIndexReader, SegmentReader,
    columnar::{BytesColumn, ColumnValues, StrColumn},
    index::SegmentId,
};
use uuid::Uuid;

use crate::{
    Error,
    dictionaries::Dictionaries,
    facts::fact,
    merchants::MerchantProducts,
    permutations::Permutations,
    ranking::popularity_boost,
    schema::{Fields, column},
};

/// The data of a product that filters and ranks read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) price: i64,
    pub(crate) boost: f32,
    /// The merchant's number.
    pub(crate) merchant: u32,
    /// The subcategory's number.
    pub(crate) subcategory: u32,
    /// The category's number.
    pub(crate) category: u16,
    /// Bits of [`crate::facts::fact`].
    pub(crate) facts: u8,
}

impl Row {
    /// Whether the product has one of these facts.
    pub(crate) const fn has(&self, facts: u8) -> bool {
        self.facts & facts != 0
    }
}

/// The terms of a segment's fields.
pub(crate) struct TermIndexes {
    pub(crate) id: Arc<InvertedIndexReader>,
    pub(crate) sort_name: Arc<InvertedIndexReader>,
    pub(crate) word: Arc<InvertedIndexReader>,
    pub(crate) part: Arc<InvertedIndexReader>,
}

/// The data in a segment's files, which never change. Products deleted since are marked elsewhere.
pub(crate) struct SegmentData {
    pub(crate) id: SegmentId,
    /// The size of its files.
    pub(crate) bytes: u64,
    pub(crate) rows: Vec<Row>,
    pub(crate) harvested_on: Arc<dyn ColumnValues<i64>>,
    pub(crate) listed_at: Vec<i64>,
    pub(crate) views: Arc<dyn ColumnValues<i64>>,
    pub(crate) rating: Arc<dyn ColumnValues<f64>>,
    pub(crate) version: Arc<dyn ColumnValues<u64>>,
    id_high: Arc<dyn ColumnValues<u64>>,
    id_low: Arc<dyn ColumnValues<u64>>,
    pub(crate) sort_names: Texts,
    pub(crate) names: Texts,
    pub(crate) terms: TermIndexes,
    pub(crate) merchants: MerchantProducts,
    /// The products that are featured.
    pub(crate) featured: Vec<DocId>,
    /// The products in the sort orders of lists.
    pub(crate) permutations: Permutations,
}

/// A column of texts: a sorted dictionary, and each product's place in it.
pub(crate) struct Texts {
    column: StrColumn,
    places: Arc<dyn ColumnValues<u64>>,
}

impl Texts {
    fn open(segment: &SegmentReader, name: &'static str) -> Result<Self, Error> {
        let column = segment.fast_fields().str(name)?.ok_or(Error::Column(name))?;
        let places = column.ords().clone().first_or_default_col(0);
        Ok(Self { column, places })
    }

    pub(crate) fn place(&self, product: DocId) -> u64 {
        self.places.get_val(product)
    }

    pub(crate) fn text_at(&self, place: u64) -> Result<String, Error> {
        let mut text = String::new();
        self.column.ord_to_str(place, &mut text)?;
        Ok(text)
    }

    /// Twice the text's place in the dictionary, plus one. A text that is not in the dictionary gets the even number
    /// between those of its neighbors.
    pub(crate) fn double_place(&self, text: &str) -> Result<u64, Error> {
        let (mut low, mut high) = (0, self.column.num_terms() as u64);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.text_at(middle)?.as_str().cmp(text) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Ok(middle * 2 + 1),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(low * 2)
    }

    /// All texts in order.
    fn all(&self) -> Result<Vec<String>, Error> {
        (0..self.column.num_terms() as u64).map(|place| self.text_at(place)).collect()
    }
}

impl SegmentData {
    /// Reads a segment, and gives numbers to new categories, subcategories and merchants.
    pub(crate) fn open(
        segment: &SegmentReader,
        fields: &Fields,
        known: &mut Arc<Dictionaries>,
    ) -> Result<Self, Error> {
        let columns = segment.fast_fields();
        let length = segment.max_doc() as usize;
        let numbers = |name| -> Result<Vec<i64>, Error> {
            let mut values = vec![0; length];
            columns.i64(name)?.first_or_default_col(0).get_range(0, &mut values);
            Ok(values)
        };
        let wholes = |name| -> Result<Arc<dyn ColumnValues<u64>>, Error> {
            Ok(columns.u64(name)?.first_or_default_col(0))
        };
        let merchants: BytesColumn =
            columns.bytes(column::MERCHANT)?.ok_or(Error::Column(column::MERCHANT))?;
        let mut merchant_numbers = Vec::with_capacity(merchants.num_terms());
        let mut bytes = Vec::new();
        for place in 0..merchants.num_terms() as u64 {
            merchants.ord_to_bytes(place, &mut bytes)?;
            let id = Uuid::from_slice(&bytes).map_err(|_| Error::Column(column::MERCHANT))?;
            merchant_numbers.push(Dictionaries::number(
                known,
                |known| &mut known.merchants,
                |known| &known.merchants,
                &id,
            ));
        }
        let categories = Texts::open(segment, column::CATEGORY)?;
        let category_numbers: Vec<u16> = categories
            .all()?
            .iter()
            .map(|slug| {
                u16::try_from(Dictionaries::number(
                    known,
                    |known| &mut known.categories,
                    |known| &known.categories,
                    slug,
                ))
                .unwrap_or(u16::MAX)
            })
            .collect();
        let subcategories = Texts::open(segment, column::SUBCATEGORY)?;
        let subcategory_numbers: Vec<u32> = subcategories
            .all()?
            .iter()
            .map(|name| {
                Dictionaries::number(
                    known,
                    |known| &mut known.subcategories,
                    |known| &known.subcategories,
                    name,
                )
            })
            .collect();
        let places = |texts: &Arc<dyn ColumnValues<u64>>| {
            let mut places = vec![0; length];
            texts.get_range(0, &mut places);
            places
        };
        let category_places = places(&categories.places);
        let subcategory_places = places(&subcategories.places);
        let merchant_places = places(&merchants.ords().clone().first_or_default_col(0));
        let facts = places(&wholes(column::FACTS)?);
        let (prices, popularity) = (numbers(column::PRICE)?, numbers(column::POPULARITY)?);
        let rows: Vec<Row> = (0..length)
            .map(|product| Row {
                price: prices[product],
                boost: popularity_boost(popularity[product]),
                merchant: merchant_numbers[merchant_places[product] as usize],
                subcategory: subcategory_numbers[subcategory_places[product] as usize],
                category: category_numbers[category_places[product] as usize],
                facts: u8::try_from(facts[product]).unwrap_or_default(),
            })
            .collect();
        let version = wholes(column::VERSION)?;
        let index = |field| segment.inverted_index(field);
        let featured = (0..segment.max_doc()).filter(|product| rows[*product as usize].has(fact::FEATURED));
        Ok(Self {
            id: segment.segment_id(),
            bytes: segment.space_usage()?.total().get_bytes(),
            merchants: MerchantProducts::new(&merchant_numbers, &merchant_places),
            featured: featured.collect(),
            permutations: Permutations::default(),
            rows,
            harvested_on: columns.i64(column::HARVESTED_ON)?.first_or_default_col(0),
            listed_at: numbers(column::LISTED_AT)?,
            views: columns.i64(column::VIEWS)?.first_or_default_col(0),
            rating: columns.f64(column::RATING)?.first_or_default_col(0.0),
            version,
            id_high: wholes(column::ID_HIGH)?,
            id_low: wholes(column::ID_LOW)?,
            sort_names: Texts::open(segment, column::SORT_NAME)?,
            names: Texts::open(segment, column::NAME)?,
            terms: TermIndexes {
                id: index(fields.id)?,
                sort_name: index(fields.sort_name)?,
                word: index(fields.word)?,
                part: index(fields.part)?,
            },
        })
    }

    pub(crate) fn id_of(&self, product: DocId) -> Uuid {
        let (high, low) = self.id_parts(product);
        Uuid::from_u64_pair(high, low)
    }

    pub(crate) fn id_parts(&self, product: DocId) -> (u64, u64) {
        (self.id_high.get_val(product), self.id_low.get_val(product))
    }
}
