//! Splits a text into the words that search uses, without case, accents and punctuation. Views store the words and
//! queries search for them, so both must split texts in the same way.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The most letters of a word; further ones are ignored.
const MAX_WORD_LETTERS: usize = 64;

/// The words of a text, in order: `Fresh Chèvre, Farmer's` gives `fresh`, `chevre` and `farmers`. A number and its unit
/// are two words, whether there is a blank between them or not: `12oz`.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = Word::default();
    if text.is_ascii() {
        text.bytes().for_each(|byte| word.read(char::from(byte), &mut words));
    } else {
        text.nfkd().for_each(|character| word.read(character, &mut words));
    }
    word.end(&mut words);
    words
}

/// The words of a text, and after them each word with hyphens as one: `Sugar-Snap Peas` gives `sugar`, `snap`, `peas` and
/// `sugarsnap`, because people write compounds in all ways.
pub fn words_and_compounds(text: &str) -> Vec<String> {
    let mut all = words(text);
    for part in text.split_whitespace().filter(|part| part.contains(is_hyphen)) {
        let parts = words(part);
        let joined = parts.concat();
        let is_compound = parts.len() > 1 && joined.chars().all(char::is_alphabetic);
        if is_compound && joined.chars().count() <= MAX_WORD_LETTERS && !all.contains(&joined) {
            all.push(joined);
        }
    }
    all
}

/// The words of a text with single spaces between them.
pub fn folded(text: &str) -> String {
    words(text).join(" ")
}

/// A word that is being read.
#[derive(Default)]
struct Word {
    text: String,
    letters: usize,
}

impl Word {
    fn read(&mut self, character: char, words: &mut Vec<String>) {
        if character.is_alphanumeric() {
            // A number is a word of its own before the letters of its unit. A letter before digits is a name: "B12".
            if character.is_alphabetic() && self.is_number() {
                self.end(words);
            }
            if self.letters < MAX_WORD_LETTERS {
                self.letters += 1;
                self.push(character);
            }
        } else if !is_combining_mark(character) && !is_apostrophe(character) {
            self.end(words);
        }
    }

    fn is_number(&self) -> bool {
        !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn push(&mut self, character: char) {
        match character {
            'A'..='Z' | 'a'..='z' | '0'..='9' => self.text.push(character.to_ascii_lowercase()),
            // Letters that people without them on the keyboard write differently.
            'ß' | 'ẞ' => self.text.push_str("ss"),
            'æ' | 'Æ' => self.text.push_str("ae"),
            'œ' | 'Œ' => self.text.push_str("oe"),
            'ø' | 'Ø' => self.text.push('o'),
            'ł' | 'Ł' => self.text.push('l'),
            'đ' | 'Đ' | 'ð' | 'Ð' => self.text.push('d'),
            'þ' | 'Þ' => self.text.push_str("th"),
            'ı' => self.text.push('i'),
            other => self.text.extend(other.to_lowercase().filter(|letter| !is_combining_mark(*letter))),
        }
    }

    fn end(&mut self, words: &mut Vec<String>) {
        self.letters = 0;
        if !self.text.is_empty() {
            words.push(std::mem::take(&mut self.text));
        }
    }
}

/// Whether the character joins the parts of a compound.
const fn is_hyphen(character: char) -> bool {
    matches!(character, '-' | '\u{2010}' | '\u{2011}')
}

/// Whether the character is an apostrophe, which many people leave out inside a word.
const fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '’' | '‘' | 'ʼ' | '`' | '´')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_have_no_case_accents_or_punctuation() {
        for (text, expected) in [
            ("Fresh Chèvre", "fresh chevre"),
            ("Crème Brûlée", "creme brulee"),
            ("jalapeño", "jalapeno"),
            ("JALAPEN\u{303}O", "jalapeno"),
            ("Farmer's Cheese", "farmers cheese"),
            ("Farmer’s", "farmers"),
            ("Whole-Milk, 2%", "whole milk 2"),
            ("Smørrebrød & Weißwurst", "smorrebrod weisswurst"),
            ("𝕿𝖔𝖒𝖆𝖙𝖔", "tomato"),
            ("½ dozen", "1 2 dozen"),
            ("Coffee 12oz", "coffee 12 oz"),
            ("Coffee 12 oz", "coffee 12 oz"),
            ("500ML", "500 ml"),
            ("Vitamin B12, 2nd", "vitamin b12 2 nd"),
            ("İstanbul", "istanbul"),
            ("  ", ""),
            ("!'!", ""),
            ("豆腐", "豆腐"),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
    }

    #[test]
    fn compounds_are_also_one_word() {
        for (text, expected) in [
            ("Sugar-Snap Peas", "sugar snap peas sugarsnap"),
            ("Whole\u{2011}Milk, fresh", "whole milk fresh wholemilk"),
            ("Pick-Your-Own", "pick your own pickyourown"),
            ("Crème-Fraîche", "creme fraiche cremefraiche"),
            ("12-oz jar", "12 oz jar"),
            ("- Peas -", "peas"),
            ("Sugar Snap", "sugar snap"),
        ] {
            assert_eq!(words_and_compounds(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn long_words_are_truncated() {
        assert_eq!(words(&"a".repeat(1_000)), ["a".repeat(MAX_WORD_LETTERS)]);
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "\\PC{0,60}") {
            let once = folded(&text);
            prop_assert_eq!(folded(&once), once);
        }

        #[test]
        fn ascii_text_gives_the_same_words_as_other_text(text in "[ -~]{0,40}") {
            // A combining mark at the end makes the text take the general path.
            prop_assert_eq!(words(&format!("{text}\u{301}")), words(&text));
        }
    }
}
