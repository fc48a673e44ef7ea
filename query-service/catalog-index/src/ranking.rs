//! How well a product fits a search: where its words are found, and how popular the product is.

/// Where a word of the search is found in a product, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    /// A word of the description begins with it.
    TextPrefix,
    /// A word of the description is it.
    Text,
    /// A word of tags or category begins with it.
    LabelPrefix,
    /// A word of the name begins with it.
    NamePrefix,
    /// A word of tags or category is it.
    Label,
    /// The head of the name begins with it.
    HeadPrefix,
    /// A word of the name is it.
    Name,
    /// Both a tag and the subcategory are it: the product is of this kind.
    Kind,
    /// The head of the name is it.
    Head,
}

impl Class {
    /// All classes, from the weakest to the strongest.
    pub const ALL: [Self; 9] = [
        Self::TextPrefix,
        Self::Text,
        Self::LabelPrefix,
        Self::NamePrefix,
        Self::Label,
        Self::HeadPrefix,
        Self::Name,
        Self::Kind,
        Self::Head,
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
        }
    }
}

/// Twice the weight of a name: popularity, which gives less than twice as much, never puts what is made of a thing
/// before the thing.
const HEAD: f32 = 3.6;
/// The whole name is what was typed.
const WHOLE_NAME: f32 = 7.5;
/// A product is preferred when its head is the last word of the search, and a little less when it is another one.
const HEADED_BY_LAST: f32 = 2.0;
const HEADED: f32 = 1.8;

/// How well a product fits whose words are found in these classes, in the order of the search. The weakest place
/// decides; a head among the words raises it.
#[must_use]
pub fn score(classes: &[Class], is_whole_name: bool, boost: f32) -> f32 {
    if is_whole_name {
        return WHOLE_NAME * boost;
    }
    let weakest = classes.iter().map(|class| class.weight()).fold(HEAD, f32::min);
    let is_headed = classes.contains(&Class::Head);
    let raised = match classes.last() {
        Some(Class::Head) => weakest * HEADED_BY_LAST,
        _ if is_headed => weakest * HEADED,
        _ => weakest,
    };
    raised.min(HEAD) * boost
}

/// Popularity raises the score a little: by half for a thousand views, and by less than twice for a million.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "the rank needs few digits")]
pub fn popularity_boost(popularity: i64) -> f32 {
    (1.0 + (1.0 + popularity.clamp(0, 1_000_000) as f64).ln() / 14.0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn popularity_does_not_put_a_thing_before_its_material() {
        let tomato = score(&[Class::Head], false, popularity_boost(0));
        let seedlings = score(&[Class::Name], false, popularity_boost(1_000_000));
        assert!(tomato > seedlings, "{tomato} {seedlings}");
    }
}
