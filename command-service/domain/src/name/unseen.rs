//! Characters that cannot be seen, and where a text needs them: inside an emoji, and between the letters of scripts
//! that are written with joiners.

use unicode_normalization::char::canonical_combining_class;
use unicode_properties::UnicodeEmoji;
use unicode_script::{Script, UnicodeScript};

use crate::form::one_line;

const ZERO_WIDTH_NON_JOINER: char = '\u{200C}';
const ZERO_WIDTH_JOINER: char = '\u{200D}';
const TEXT_STYLE: char = '\u{FE0E}';
const EMOJI_STYLE: char = '\u{FE0F}';
const KEYCAP: char = '\u{20E3}';
const BLACK_FLAG: char = '\u{1F3F4}';
const END_OF_TAGS: char = '\u{E007F}';
/// The combining class of a virama, which joins the consonants around it.
const VIRAMA: u8 = 9;

/// Scripts in which a joiner changes how neighbouring letters look.
const JOINING_SCRIPTS: [Script; 16] = [
    Script::Arabic,
    Script::Bengali,
    Script::Devanagari,
    Script::Gujarati,
    Script::Gurmukhi,
    Script::Kannada,
    Script::Khmer,
    Script::Malayalam,
    Script::Mongolian,
    Script::Nko,
    Script::Oriya,
    Script::Sinhala,
    Script::Syriac,
    Script::Tamil,
    Script::Telugu,
    Script::Tibetan,
];

/// Control characters, those that change the direction of text, and zero-width ones (Unicode's
/// `Default_Ignorable_Code_Point`, and blanks that are not white space).
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// One line without unseen characters, for numbers and codes: they mean nothing there.
pub(crate) fn seen_line(typed: &str) -> String {
    one_line(&typed.chars().filter(|c| c.is_whitespace() || !is_unseen(*c)).collect::<String>())
}

/// Whether the text has an unseen character where no emoji and no script needs one.
pub(super) fn has_stray(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let needed = needed_at(&chars, at);
        if needed == 0 && is_unseen(chars[at]) {
            return true;
        }
        at += needed.max(1);
    }
    false
}

/// How many unseen characters, from this place on, belong to what stands before them.
///
/// Sources: Unicode Technical Standard #51, section 1.4 (emoji presentation, keycap, tag and ZWJ sequences); Standard
/// Annex #31, section 2.3 (layout and format control characters).
fn needed_at(chars: &[char], at: usize) -> usize {
    let Some(&before) = at.checked_sub(1).and_then(|before| chars.get(before)) else { return 0 };
    let after = chars.get(at + 1).copied();
    let needed = match chars[at] {
        EMOJI_STYLE if after == Some(KEYCAP) => before.is_ascii_digit() || matches!(before, '#' | '*'),
        TEXT_STYLE | EMOJI_STYLE => is_emoji(before),
        ZERO_WIDTH_JOINER if after.is_some_and(is_emoji) => before == EMOJI_STYLE || is_emoji(before),
        ZERO_WIDTH_JOINER | ZERO_WIDTH_NON_JOINER => joins(before, after),
        _ if before == BLACK_FLAG => return tags(&chars[at..]),
        _ => false,
    };
    usize::from(needed)
}

/// Whether the character is an emoji by itself; a digit is one only as a keycap.
fn is_emoji(c: char) -> bool {
    !c.is_ascii() && c.is_emoji_char()
}

/// Whether a joiner between these characters changes how one of them looks.
fn joins(before: char, after: Option<char>) -> bool {
    let script = after.map_or(Script::Inherited, |after| after.script());
    JOINING_SCRIPTS.contains(&before.script())
        && (before.script() == script || canonical_combining_class(before) == VIRAMA)
}

/// The length of a region's tags: `gbeng` and an end for the flag of England.
fn tags(chars: &[char]) -> usize {
    let letters =
        chars.iter().take_while(|c| matches!(c, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}'));
    let letters = letters.count();
    let is_region = (3..=6).contains(&letters) && chars.get(letters) == Some(&END_OF_TAGS);
    if is_region { letters + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_and_scripts_may_have_the_characters_that_they_need() {
        for text in [
            "Sunny \u{2600}\u{FE0F} Farm",
            "\u{1F469}\u{200D}\u{1F33E} Ana's",
            "\u{1F469}\u{1F3FD}\u{200D}\u{1F33E}",
            "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308} Dairy",
            "\u{2764}\u{FE0F}\u{200D}\u{1F525}",
            "1\u{FE0F}\u{20E3} Eggs",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} Cheddar",
            "\u{1F1FA}\u{1F1F8} Corn",
            "\u{2600}\u{FE0E}",
            "\u{639}\u{644}\u{6CC}\u{200C}\u{631}\u{636}\u{627}",
            "\u{915}\u{94D}\u{200D}\u{937}",
            "\u{D05}\u{D1C}\u{D2F}\u{D28}\u{D4D}\u{200D}",
        ] {
            assert!(!has_stray(text), "{text}");
        }
    }

    #[test]
    fn elsewhere_the_same_characters_are_stray() {
        for text in [
            "An\u{FE0F}na",
            "\u{FE0F}Anna",
            "1\u{FE0F} Eggs",
            "An\u{200D}na",
            "\u{200D}\u{1F33E}",
            "Anna\u{200D}\u{1F33E}",
            "\u{1F469}\u{200D}",
            "\u{1F469}\u{200D}\u{200D}\u{1F33E}",
            "\u{2600}\u{FE0F}\u{FE0F}",
            "\u{639}\u{200C}\u{200C}\u{644}",
            "\u{639}\u{200C}a",
            "a\u{200C}\u{639}",
            "\u{639}\u{200C}",
            "\u{1F3F4}\u{E0067}\u{E0062}",
            "\u{1F3F4}\u{E007F}",
            "\u{1F33E}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "\u{639}\u{202E}\u{644}",
        ] {
            assert!(has_stray(text), "{text:?}");
        }
    }
}
