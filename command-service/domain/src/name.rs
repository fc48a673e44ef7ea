//! The rules for names of people, businesses and products. Other people read and trust a name, so all of it is
//! visible, and no person or business takes the shop's own name.

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

use super::form::{FieldRefusal, one_line};

/// The shop's name, which is reserved, in letters without accents.
const HOUSE: &str = "greenstall";

/// Reduces a name to one line of visible characters. `label` is the field's name in the refusal.
///
/// # Errors
/// It has control characters, invisible characters, or ones that change the direction of the text.
pub fn visible(field: &'static str, label: &str, typed: &str) -> Result<String, FieldRefusal> {
    if typed.trim().chars().any(is_unseen) {
        return Err(FieldRefusal::new(field, format!("{label} contains characters that cannot be shown")));
    }
    Ok(one_line(typed))
}

/// Checks a public name: it must also not look like the shop's own.
///
/// # Errors
/// It looks like the shop's name, or [`visible`] refuses it.
pub fn of_a_stranger(field: &'static str, label: &str, typed: &str) -> Result<String, FieldRefusal> {
    let name = visible(field, label, typed)?;
    if is_of_the_house(&name) {
        let text = format!("{label} must not look like a name of Greenstall itself");
        return Err(FieldRefusal::new(field, text));
    }
    Ok(name)
}

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

/// Whether a word of the name, or the whole name without blanks and signs, starts with a lookalike of the
/// shop's name.
fn is_of_the_house(name: &str) -> bool {
    let plain: String = looks(name).chars().map(latin).collect();
    let joined: String = plain.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut words = plain.split(|c: char| !c.is_alphanumeric());
    joined.starts_with(HOUSE) || words.any(|word| word.starts_with(HOUSE))
}

/// The skeleton of the name: each letter is replaced by the one that it looks like, in lower case and without
/// accents. Some letters are lookalikes only as capitals and some only as small letters, so both forms are
/// mapped.
///
/// Source: Unicode Technical Standard #39, section 4 (the skeleton of a text); circled and other decorated
/// letters are mapped by NFKC (Standard Annex #15).
fn looks(name: &str) -> String {
    let bare: String = name.nfkc().collect();
    let small = skeleton(&bare).collect::<String>().to_lowercase();
    skeleton(&small).filter(|c| !is_mark(*c)).collect()
}

/// A combining accent.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

/// Lookalikes of the letters in the shop's name that the standard does not list: digits, small capitals, white
/// letters on black. `i` counts as `l`, because its capital looks like `l`.
fn latin(c: char) -> char {
    match c {
        'α' | 'ᴀ' | '4' | '@' => 'a',
        'ε' | 'ᴇ' | '3' => 'e',
        'ɢ' => 'g',
        'ł' | 'ʟ' | 'i' | '1' | '|' => 'l',
        'ɴ' => 'n',
        'г' | 'ʀ' => 'r',
        '5' | '$' => 's',
        'т' | 'τ' | 'ᴛ' | '7' => 't',
        '\u{1F150}'..='\u{1F169}' => letter(u32::from(c) - 0x1F150),
        '\u{1F170}'..='\u{1F189}' => letter(u32::from(c) - 0x1F170),
        other => other,
    }
}

/// The letter at this place in the alphabet; 0 is `a`.
fn letter(place: u32) -> char {
    char::from_u32(u32::from('a') + place).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_in_all_languages_are_accepted() {
        for name in [
            "Anna Smith",
            "Zoë Ångström",
            "李小龍",
            "עדה",
            "Νίκος",
            "Søren & Söhne",
            "O'Brien-Hill",
            "Café №7",
        ] {
            assert_eq!(of_a_stranger("name", "Name", name).as_deref(), Ok(name));
        }
        assert_eq!(of_a_stranger("name", "Name", "  Green   Hill ").as_deref(), Ok("Green Hill"));
    }

    #[test]
    fn accents_and_decorated_letters_do_not_hide_the_shops_name() {
        for name in [
            "The Gr\u{e9}ensta\u{308}ll",
            "\u{1F156}\u{1F161}\u{1F154}\u{1F154}nstall",
            "\u{1F176}reenst\u{1F170}ll",
        ] {
            assert!(of_a_stranger("name", "Name", name).is_err(), "{name}");
        }
    }

    #[test]
    fn invisible_characters_are_refused() {
        for unseen in [
            '\0',
            '\u{7}',
            '\t',
            '\n',
            '\r',
            '\u{7F}',
            '\u{85}',
            '\u{AD}',
            '\u{61C}',
            '\u{200B}',
            '\u{200D}',
            '\u{200E}',
            '\u{2028}',
            '\u{202E}',
            '\u{2060}',
            '\u{2066}',
            '\u{2800}',
            '\u{3164}',
            '\u{FE0F}',
            '\u{FEFF}',
            '\u{E0041}',
        ] {
            let refused = visible("name", "Name", &format!("An{unseen}na")).unwrap_err();
            assert_eq!(refused.to_string(), "Name contains characters that cannot be shown", "{unseen:?}");
        }
        assert_eq!(visible("name", "Name", " \u{202E} ").unwrap_err().field, "name");
    }

    #[test]
    fn lookalikes_of_the_shops_name_are_refused() {
        for name in [
            "Greenstall",
            "greenstall support",
            "GREENSTALL",
            "The Greenstall Team",
            "Greenstalls",
            "Green Stall Help",
            "Green-Stall",
            "G r e e n s t a l l",
            "Grеenstаll",
            "Gréenstàll",
            "Gree\u{301}nstall",
            "GreenstaII",
            "Gr33nst4ll",
            "ＧＲＥＥＮＳＴＡＬＬ",
            "𝐆𝐫𝐞𝐞𝐧𝐬𝐭𝐚𝐥𝐥",
            "Green$tall",
            "GɌEENSTALL",
            "Ɠreenstall",
            "Ｇreenſtall",
            "Ꮐreenstall",
            "Greeոstall",
            "ԌRΕΕΝЅΤАLL",
            "Grееոѕtаⅼⅼ",
            "🅶🆁🅴🅴🅽🆂🆃🅰🅻🅻",
            "ⓖⓡⓔⓔⓝⓢⓣⓐⓛⓛ",
            "ᴳʳᵉᵉⁿˢᵗᵃˡˡ",
            "ɢʀᴇᴇɴsᴛᴀʟʟ",
        ] {
            let refused = of_a_stranger("name", "Business name", name).map_err(|refused| refused.to_string());
            let expected = Err("Business name must not look like a name of Greenstall itself".to_owned());
            assert_eq!(refused, expected, "{name}");
        }
        for name in ["Green Hill Farm", "Evergreen Stalls", "Stall of Greens", "Greens"] {
            assert!(of_a_stranger("name", "Name", name).is_ok(), "{name}");
        }
    }

    proptest! {
        #[test]
        fn accepted_names_are_visible_and_accepted_again(text in "\\PC{0,30}") {
            if let Ok(name) = of_a_stranger("name", "Name", &text) {
                prop_assert!(!name.chars().any(is_unseen));
                prop_assert_eq!(of_a_stranger("name", "Name", &name), Ok(name.clone()));
            }
        }
    }
}
