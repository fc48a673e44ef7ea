//! Words as they are compared: stems, irregular plurals, stop words, and the head of a product's name.

use std::{cell::RefCell, collections::HashSet, sync::LazyLock};

use frostem::{Algorithm, Stemmer};

/// The stop words of Snowball and Postgres, which say nothing about a product.
static STOP_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("stop_words.txt").split_whitespace().collect());

/// A phrase that begins with one of these says how a product is, not what it is: `Creamed Honey with Cinnamon`.
const QUALIFIERS: [&str; 13] =
    ["with", "without", "in", "for", "from", "on", "aged", "per", "by", "under", "at", "to", "made"];

/// Stems of nouns for a part, a cut or a form of the thing that the word before names: ginger root is ginger, a tuna
/// loin is tuna. Seeds, seedlings, juice and oil are not in this list, because they are other things.
static FORMS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    "root leaf leaves crown stalk sprig stem bulb clove head floret bean kernel flake fillet filet loin side steak chop \
     breast thigh wing leg shank shoulder tail claw tentacle rib roast loaf slice wedge wheel half piece bar bunch bale \
     box bottle plate gallon quart pint dozen pound ounce"
        .split_whitespace()
        .map(stem)
        .collect()
});

thread_local! {
    static STEMMER: Stemmer = Stemmer::new(Algorithm::English);
    static STEMS: RefCell<std::collections::HashMap<String, String>> = RefCell::default();
}

/// The number of words whose stems a thread remembers.
const MAX_REMEMBERED: usize = 20_000;

/// The English stem of a word that [`words::words`] has found.
#[must_use]
pub fn stem(word: &str) -> String {
    STEMS.with_borrow_mut(|stems| {
        if let Some(stem) = stems.get(word) {
            return stem.clone();
        }
        let stem = STEMMER.with(|stemmer| stemmer.stem(word).to_string());
        let stem = if stem.is_empty() { word.to_owned() } else { stem };
        if stems.len() >= MAX_REMEMBERED {
            stems.clear();
        }
        stems.insert(word.to_owned(), stem.clone());
        stem
    })
}

/// Whether search ignores this word.
#[must_use]
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(word)
}

/// Irregular singular and plural forms of a word, which have another stem: `leaves` for `leaf`, `knife` for `knives`.
#[must_use]
pub fn one_and_many(word: &str) -> Vec<String> {
    if word.len() < 4 {
        return Vec::new();
    }
    if let Some(begin) = word.strip_suffix("ves") {
        return vec![format!("{begin}f"), format!("{begin}fe")];
    }
    let one = word.strip_suffix("fe").or(word.strip_suffix('f'));
    one.map(|begin| format!("{begin}ves")).into_iter().collect()
}

/// The words of a name that say what the thing is.
pub type Heads = Vec<String>;

/// The heads of an English product name. The last word is the head, after cutting the parts that only qualify it:
/// what follows a comma, a bracket or a preposition. `Flat of Eggs` has two heads, and so has `Ginger Root`: the form
/// of a thing is the thing.
#[must_use]
pub fn heads(name: &str) -> Heads {
    let end = name.find([',', '(', '[', ';', ':', '–', '—', '|', '/']).unwrap_or(name.len());
    let main = match words::words(&name[..end]) {
        main if main.is_empty() => words::words(name),
        main => main,
    };
    let cut = main.iter().skip(1).position(|word| QUALIFIERS.contains(&word.as_str()));
    let main = cut.map_or(&main[..], |place| &main[..=place]);
    let mut heads = Vec::new();
    for part in main.split(|word| word == "of") {
        let named: Vec<&String> =
            part.iter().filter(|word| !word.chars().all(|letter| letter.is_ascii_digit())).collect();
        for (place, word) in named.iter().enumerate().rev() {
            heads.push((*word).clone());
            if place == 0 || !FORMS.contains(&stem(word)) {
                break;
            }
        }
    }
    heads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_name_says_what_it_is() {
        for (name, expected) in [
            ("Brandywine Heirloom Tomatoes", "tomatoes"),
            ("Tomato Seedlings", "seedlings"),
            ("Farmhouse Cheddar, Aged 12 Months", "cheddar"),
            ("Farmer's Cheese with Herbs", "cheese"),
            ("Dried Oregano on the Stem", "oregano"),
            ("Ginger Root", "root ginger"),
            ("Leg of Lamb", "leg lamb"),
            ("Flat of Eggs", "flat eggs"),
            ("Dark Chocolate Bar, 72%", "bar chocolate"),
            ("Albacore Tuna Loin", "loin tuna"),
            ("Zinnias", "zinnias"),
            ("Lasagne for Four", "lasagne"),
            ("Goat Milk and Honey Soap", "soap"),
            ("(new)", "new"),
            ("", ""),
        ] {
            assert_eq!(heads(name).join(" "), expected, "{name}");
        }
    }

    #[test]
    fn irregular_plurals_match_their_singulars() {
        for (word, others) in [
            ("leaves", vec!["leaf", "leafe"]),
            ("knife", vec!["knives"]),
            ("loaf", vec!["loaves"]),
            ("tomatoes", vec![]),
            ("of", vec![]),
        ] {
            assert_eq!(one_and_many(word), others, "{word}");
        }
        assert_eq!(stem("tomatoes"), stem("tomato"));
    }
}
