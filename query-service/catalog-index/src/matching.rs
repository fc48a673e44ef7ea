//! Finds the products of a segment that have the words of a search, and in which part of a product each word stands.
//!
//! Each word's postings are read one list after the other into a bit set and an array of classes, from the weakest
//! class to the strongest, so that the last one written is the best. Then the bit sets are intersected. That takes
//! time proportional to the postings, however many terms begin with a word.

use tantivy::{DocId, InvertedIndexReader, schema::IndexRecordOption};

use crate::{
    Error,
    parts::Part,
    ranking::{Class, Typed, score},
    snapshot::{Segment, each},
    terms::{Terms, Word},
};

/// A shorter word does not match the beginnings of a description's words: too many words begin with it.
const MIN_TEXT_PREFIX: usize = 3;

/// The memory of a search, which a thread reuses.
#[derive(Default)]
pub(crate) struct Scratch {
    words: Vec<Found>,
    /// The products that match.
    pub(crate) matching: Bits,
    /// The products whose name equals the search text.
    whole: Bits,
    has_whole: bool,
    /// The products whose names begin with the search text, if it has several words.
    begun: Bits,
    has_begun: bool,
    /// The number of words.
    used: usize,
}

/// The products that have one word.
#[derive(Default)]
struct Found {
    products: Bits,
    /// The class of each product in `products`. Other entries are left over from earlier searches.
    classes: Vec<u8>,
}

/// A set of products.
#[derive(Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn clear(&mut self, length: DocId) {
        self.0.clear();
        self.0.resize((length as usize).div_ceil(64), 0);
    }

    fn fill(&mut self, length: DocId) {
        self.0.clear();
        self.0.resize((length as usize).div_ceil(64), u64::MAX);
        let rest = length % 64;
        if let Some(last) = self.0.last_mut()
            && rest > 0
        {
            *last = (1 << rest) - 1;
        }
    }

    #[inline]
    pub(crate) fn insert(&mut self, product: DocId) {
        self.0[product as usize / 64] |= 1 << (product % 64);
    }

    #[inline]
    fn has(&self, product: DocId) -> bool {
        self.0[product as usize / 64] & (1 << (product % 64)) != 0
    }

    pub(crate) fn intersect(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= other;
        }
    }

    fn copy_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }

    #[inline]
    pub(crate) fn each(&self, mut visit: impl FnMut(DocId)) {
        for (place, word) in self.0.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                visit(place as DocId * 64 + word.trailing_zeros());
                word &= word - 1;
            }
        }
    }
}

impl Found {
    fn find(&mut self, segment: &Segment, word: &Word) -> Result<(), Error> {
        self.products.clear(segment.max_doc());
        if self.classes.len() < segment.max_doc() as usize {
            self.classes.resize(segment.max_doc() as usize, 0);
        }
        let terms = &segment.data.terms;
        let in_part = |part: Part, least: usize| {
            let long = word.prefixes.iter().filter(move |prefix| prefix.chars().count() >= least);
            long.map(move |prefix| part.term(prefix))
        };
        let stems = |part: Part| word.stems.iter().map(move |stem| part.term(stem));
        for class in Class::ALL {
            match class {
                Class::TextPrefix => {
                    self.begun(&terms.part, in_part(Part::TextStem, MIN_TEXT_PREFIX), class)?
                }
                Class::LabelPrefix => self.begun(&terms.word, word.prefixes.iter().cloned(), class)?,
                Class::NamePrefix => self.begun(&terms.part, in_part(Part::NameWord, 0), class)?,
                Class::HeadPrefix => self.begun(&terms.part, in_part(Part::HeadWord, 0), class)?,
                Class::Text => self.exact(&terms.part, stems(Part::TextStem), class)?,
                Class::Label => self.exact(&terms.part, stems(Part::LabelStem), class)?,
                Class::Name => self.exact(&terms.part, stems(Part::NameStem), class)?,
                Class::Kind => self.exact(&terms.part, stems(Part::KindStem), class)?,
                Class::Head => self.exact(&terms.part, stems(Part::HeadStem), class)?,
                // `add` sets this class when it reads a head of a product of the kind.
                Class::HeadOfKind => {}
            }
        }
        Ok(())
    }

    fn exact(
        &mut self,
        index: &InvertedIndexReader,
        terms: impl Iterator<Item = String>,
        class: Class,
    ) -> Result<(), Error> {
        for term in terms {
            if let Some(info) = index.terms().get(term.as_bytes())? {
                self.add(index, &info, class)?;
            }
        }
        Ok(())
    }

    fn begun(
        &mut self,
        index: &InvertedIndexReader,
        beginnings: impl Iterator<Item = String>,
        class: Class,
    ) -> Result<(), Error> {
        for beginning in beginnings {
            let mut terms = index.terms().range().ge(beginning.as_bytes()).into_stream()?;
            while terms.advance() && terms.key().starts_with(beginning.as_bytes()) {
                self.add(index, terms.value(), class)?;
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        index: &InvertedIndexReader,
        info: &tantivy::postings::TermInfo,
        class: Class,
    ) -> Result<(), Error> {
        let mut postings = index.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
        let Self { products, classes } = self;
        if class == Class::Head {
            each(&mut postings, |product| {
                let found = &mut classes[product as usize];
                // The class of a product that is not found yet is left over from an earlier search.
                let is_of_kind = products.has(product)
                    && matches!(Class::ALL[usize::from(*found)], Class::Kind | Class::HeadOfKind);
                *found = if is_of_kind { Class::HeadOfKind } else { class } as u8;
                products.insert(product);
                true
            });
            return Ok(());
        }
        each(&mut postings, |product| {
            products.insert(product);
            classes[product as usize] = class as u8;
            true
        });
        Ok(())
    }
}

impl Scratch {
    /// Finds the products with all words, including deleted products.
    pub(crate) fn find(&mut self, segment: &Segment, terms: &Terms) -> Result<(), Error> {
        self.used = terms.words.len();
        if self.words.len() < self.used {
            self.words.resize_with(self.used, Found::default);
        }
        for (place, (found, word)) in self.words.iter_mut().zip(&terms.words).enumerate() {
            found.find(segment, word)?;
            if place == 0 {
                self.matching.copy_from(&found.products);
            } else {
                self.matching.intersect(&found.products);
            }
        }
        if self.used == 0 {
            self.matching.clear(segment.max_doc());
        }
        self.find_names(segment, &terms.phrase)
    }

    /// Finds the products whose names equal the search text or begin with it.
    fn find_names(&mut self, segment: &Segment, phrase: &str) -> Result<(), Error> {
        (self.has_whole, self.has_begun) = (false, false);
        let is_of_words = phrase.contains(' ');
        let index = &segment.data.terms.sort_name;
        let mut names = index.terms().range().ge(phrase.as_bytes()).into_stream()?;
        while names.advance() && names.key().starts_with(phrase.as_bytes()) {
            let is_whole = names.key() == phrase.as_bytes();
            if !is_whole && !is_of_words {
                break;
            }
            let (found, is_found) = if is_whole {
                (&mut self.whole, &mut self.has_whole)
            } else {
                (&mut self.begun, &mut self.has_begun)
            };
            if !std::mem::replace(is_found, true) {
                found.clear(segment.max_doc());
            }
            let mut postings =
                index.read_block_postings_from_terminfo(names.value(), IndexRecordOption::Basic)?;
            each(&mut postings, |product| {
                found.insert(product);
                true
            });
        }
        Ok(())
    }

    /// Selects all products.
    pub(crate) fn all(&mut self, segment: &Segment) {
        self.used = 0;
        (self.has_whole, self.has_begun) = (false, false);
        self.matching.fill(segment.max_doc());
    }

    /// Selects these products.
    pub(crate) fn take<'a>(&mut self, segment: &Segment, products: impl Iterator<Item = &'a [DocId]>) {
        self.used = 0;
        (self.has_whole, self.has_begun) = (false, false);
        self.matching.clear(segment.max_doc());
        for product in products.flatten() {
            self.matching.insert(*product);
        }
    }

    /// The score of a product that [`Scratch::find`] has found.
    #[inline]
    pub(crate) fn score(&self, product: DocId, boost: f32) -> f32 {
        let class = |found: &Found| Class::ALL[usize::from(found.classes[product as usize])];
        let typed = if self.has_whole && self.whole.has(product) {
            Typed::Whole
        } else if self.has_begun && self.begun.has(product) {
            Typed::Beginning
        } else {
            Typed::Other
        };
        match &self.words[..self.used] {
            [] => 0.0,
            [only] => score(&[class(only)], typed, boost),
            [one, two] => score(&[class(one), class(two)], typed, boost),
            more => score(&more.iter().map(class).collect::<Vec<_>>(), typed, boost),
        }
    }
}
