//! How well a product fits a search: where its words are found, and how popular the product is.

/// Where a word of the search is found in a product, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    /// A word of the description begins with the searched word.
    TextPrefix,
    /// A word of the description matches it.
    Text,
    /// A word of tags or category begins with it.
    LabelPrefix,
    /// A word of the name begins with it.
    NamePrefix,
    /// A word of tags or category matches it.
    Label,
    /// The head of the name begins with it.
    HeadPrefix,
    /// A word of the name matches it.
    Name,
    /// A tag and the subcategory match it: the product is of this kind.
    Kind,
    /// The head of the name matches it.
    Head,
    /// The head of the name matches it, and the product is of this kind: cultured butter, but not peanut butter.
    HeadOfKind,
}

impl Class {
    /// All classes, from the weakest match to the strongest.
    pub const ALL: [Self; 10] = [
        Self::TextPrefix,
        Self::Text,
        Self::LabelPrefix,
        Self::NamePrefix,
        Self::Label,
        Self::HeadPrefix,
        Self::Name,
        Self::Kind,
        Self::Head,
        Self::HeadOfKind,
    ];

    const fn weight(self) -> f32 {
        match self {
            Self::TextPrefix => 0.03,
            Self::Text => 0.1,
            Self::LabelPrefix => 0.4,
            Self::NamePrefix => 0.6,
            Self::Label => 0.7,
            Self::HeadPrefix => 0.9,
            Self::Name => 1.8,
            Self::Kind => 3.1,
            Self::Head => HEAD,
            Self::HeadOfKind => 4.2,
        }
    }
}

/// Twice the weight of [`Class::Name`]. Popularity less than doubles a score, so products made from a thing never come
/// before the thing itself.
const HEAD: f32 = 3.6;
/// The score when the search text is the whole name.
const WHOLE_NAME: f32 = 8.5;
/// The factor when the name begins with the search text. It decides between products that fit equally well.
const BEGUN_NAME: f32 = 1.005;
/// The factors when the head of the name is the last word of the search, or another word of it.
const HEADED_BY_LAST: f32 = 2.0;
const HEADED: f32 = 1.8;

/// How the search text as a whole relates to the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// It is the whole name.
    Whole,
    /// It is the beginning of the name, and has two words or more: one word is no reason to put tomato seedlings before
    /// tomatoes.
    Beginning,
    /// Neither.
    Other,
}

/// The score of a product in which the words of the search, in their order, are found in these classes. The weakest
/// class decides; a head among the words raises the score.
#[must_use]
pub fn score(classes: &[Class], typed: Typed, boost: f32) -> f32 {
    if typed == Typed::Whole {
        return WHOLE_NAME * boost;
    }
    let weakest = classes.iter().map(|class| class.weight()).fold(f32::INFINITY, f32::min);
    let is_headed = classes.iter().any(|class| *class >= Class::Head);
    let raised = match classes.last() {
        Some(last) if *last >= Class::Head => weakest * HEADED_BY_LAST,
        _ if is_headed => weakest * HEADED,
        _ => weakest,
    };
    let begun = if typed == Typed::Beginning { BEGUN_NAME } else { 1.0 };
    raised.min(weakest.max(HEAD)) * begun * boost
}

/// The factor by which popularity raises a score: about 1.5 for a thousand views, and less than 2 for a million.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "the rank needs few digits")]
pub fn popularity_boost(popularity: i64) -> f32 {
    (1.0 + (1.0 + popularity.clamp(0, 1_000_000) as f64).ln() / 14.0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn popularity_does_not_put_a_product_made_of_a_thing_before_the_thing() {
        let tomato = score(&[Class::Head], Typed::Other, popularity_boost(0));
        let seedlings = score(&[Class::Name], Typed::Beginning, popularity_boost(1_000_000));
        assert!(tomato > seedlings, "{tomato} {seedlings}");
        let named = score(&[Class::Text], Typed::Whole, popularity_boost(0));
        let others = score(&[Class::HeadOfKind], Typed::Beginning, popularity_boost(1_000_000));
        assert!(named > others, "{named} {others}");
    }
}
