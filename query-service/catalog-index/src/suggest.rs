//! Suggestions while the shopper types.

use std::{cmp::Reverse, collections::HashMap};

use uuid::Uuid;

use crate::{
    Error,
    matching::Bits,
    parts::Part,
    snapshot::{Segment, Snapshot, each},
    typed::typed,
};

/// A shorter last word is a prefix of too many words: only names that begin with it are searched.
const MIN_LETTERS: usize = 3;

/// A product whose name matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// Its name.
    pub text: String,
    /// Its id.
    pub id: Uuid,
}

/// Ranks the products with one name: whether the name begins with the text, then the views, then the smaller id.
type Rank = (bool, i64, Reverse<Uuid>);

impl Snapshot {
    /// Products whose names have these words, the last of them perhaps incomplete; each name once. Names that begin
    /// with the text come first, then the most viewed.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn suggest_products(&self, text: &str, limit: usize) -> Result<Vec<Suggestion>, Error> {
        let typed = typed(text);
        let Some(last) = typed.last() else { return Ok(Vec::new()) };
        let is_long = last.chars().count() >= MIN_LETTERS;
        let phrase = typed.join(" ");
        let mut named: HashMap<String, (Rank, usize, u32)> = HashMap::new();
        for (number, segment) in self.segments.iter().enumerate() {
            let data = &segment.data;
            let mut best: HashMap<u64, (Rank, u32)> = HashMap::new();
            let mut see = |product: u32, begins: bool| {
                let rank = (begins, data.views.get_val(product), Reverse(data.id_of(product)));
                let entry = best.entry(data.sort_names.place(product)).or_insert((rank, product));
                if rank > entry.0 {
                    *entry = (rank, product);
                }
            };
            let mut names = data.terms.sort_name.terms().range().ge(phrase.as_bytes()).into_stream()?;
            while names.advance() && names.key().starts_with(phrase.as_bytes()) {
                segment.each_with(&data.terms.sort_name, names.key(), |product| {
                    see(product, true);
                    true
                })?;
            }
            if is_long {
                having(segment, &typed)?.each(|product| {
                    if !segment.is_deleted(product) {
                        see(product, false);
                    }
                });
            }
            for (place, (rank, product)) in best {
                let name = data.sort_names.text_at(place)?;
                let entry = named.entry(name).or_insert((rank, number, product));
                if rank > entry.0 {
                    *entry = (rank, number, product);
                }
            }
        }
        let mut named: Vec<_> = named.into_iter().collect();
        named.sort_unstable_by(|(one, (a, ..)), (other, (b, ..))| {
            (b.0, b.1).cmp(&(a.0, a.1)).then_with(|| one.cmp(other))
        });
        let shown = named.into_iter().take(limit).map(|(_, (_, segment, product))| {
            let data = &self.segments[segment].data;
            Ok(Suggestion { text: data.names.text_at(data.names.place(product))?, id: data.id_of(product) })
        });
        shown.collect()
    }
}

/// The segment's products whose names have words that begin with all of these.
fn having(segment: &Segment, beginnings: &[String]) -> Result<Bits, Error> {
    let index = &segment.data.terms.part;
    let mut all: Option<Bits> = None;
    for beginning in beginnings {
        let beginning = Part::NameWord.term(beginning);
        let mut products = Bits::default();
        products.clear(segment.max_doc());
        let mut words = index.terms().range().ge(beginning.as_bytes()).into_stream()?;
        while words.advance() && words.key().starts_with(beginning.as_bytes()) {
            let option = tantivy::schema::IndexRecordOption::Basic;
            let mut postings = index.read_block_postings_from_terminfo(words.value(), option)?;
            each(&mut postings, |product| {
                products.insert(product);
                true
            });
        }
        if let Some(all) = &mut all {
            all.intersect(&products);
        } else {
            all = Some(products);
        }
    }
    Ok(all.unwrap_or_default())
}
