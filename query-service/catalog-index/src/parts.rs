//! The parts of a product in which a term can stand. The terms of all parts share one field, because a commit builds a
//! dictionary for each field, which takes longer than indexing the few products of the commit.

/// The part of a product in which a term stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// A word of the name's head.
    HeadWord,
    /// A stem of the name's head.
    HeadStem,
    /// A word of the name.
    NameWord,
    /// A stem of the name.
    NameStem,
    /// A stem that both a tag and the subcategory have.
    KindStem,
    /// A stem of tags, category and subcategory.
    LabelStem,
    /// A stem of the description.
    TextStem,
}

impl Part {
    /// The first letter of the part's terms.
    pub(crate) const fn letter(self) -> char {
        match self {
            Self::HeadWord => 'H',
            Self::HeadStem => 'h',
            Self::NameWord => 'N',
            Self::NameStem => 'n',
            Self::KindStem => 'k',
            Self::LabelStem => 'l',
            Self::TextStem => 't',
        }
    }

    /// The field's term for a word, a stem, or the beginning of one.
    pub(crate) fn term(self, word: &str) -> String {
        let mut term = String::with_capacity(word.len() + 1);
        term.push(self.letter());
        term.push_str(word);
        term
    }
}
