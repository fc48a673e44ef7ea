//! Names of people, businesses and products. Others read and trust them, so they show what they are, and none of a person
//! or a business is the shop's own.

use super::form::{FieldRefusal, one_line};

/// The name that only this shop has, in letters without accents.
const HOUSE: &str = "greenstall";

/// A name of one line, in characters that can be seen. `label` is the field's name as people read it.
///
/// # Errors
/// When it has control characters, or some that cannot be seen or change the direction of the text.
pub fn visible(field: &'static str, label: &str, typed: &str) -> Result<String, FieldRefusal> {
    if typed.trim().chars().any(is_unseen) {
        return Err(FieldRefusal::new(field, format!("{label} contains characters that cannot be shown")));
    }
    Ok(one_line(typed))
}

/// The same for a name that other people see: it does not look like the shop's own.
///
/// # Errors
/// When it does, or is not [`visible`].
pub fn of_a_stranger(field: &'static str, label: &str, typed: &str) -> Result<String, FieldRefusal> {
    let name = visible(field, label, typed)?;
    if is_of_the_house(&name) {
        let text = format!("{label} must not look like a name of Greenstall itself");
        return Err(FieldRefusal::new(field, text));
    }
    Ok(name)
}

/// Control characters, those that change the direction of text, and those that take no room (Unicode's
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

/// Whether a word of the name, or all of it without its blanks and signs, begins like the shop's name.
fn is_of_the_house(name: &str) -> bool {
    let plain: String =
        name.chars().flat_map(char::to_lowercase).filter(|c| !is_mark(*c)).map(plain).collect();
    let joined: String = plain.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut words = plain.split(|c: char| !c.is_alphanumeric());
    joined.starts_with(HOUSE) || words.any(|word| word.starts_with(HOUSE))
}

/// An accent that stands on the letter before it.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

/// The letter of the shop's name that this one looks like. Numbers and signs that are written instead of letters count
/// as these, and `i` as `l`, since their capitals look alike.
fn plain(c: char) -> char {
    match c {
        '\u{FF41}'..='\u{FF5A}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{1D400}'..='\u{1D6A3}' => {
            char::from_u32(u32::from('a') + (u32::from(c) - 0x1D400) % 26).unwrap_or(c)
        }
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'а' | 'ɑ' | 'α' | '4' | '@' => 'a',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'е' | 'ё' | 'ε' | '3' => 'e',
        'ğ' | 'ġ' | 'ģ' | 'ǵ' | 'ɡ' | 'ԍ' => 'g',
        'ĺ' | 'ļ' | 'ľ' | 'ł' | 'ӏ' | 'і' | 'ı' | 'i' | '1' | '|' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' | 'ո' => 'n',
        'ŕ' | 'ř' | 'ŗ' | 'г' => 'r',
        'ś' | 'š' | 'ş' | 'ș' | 'ѕ' | '5' | '$' => 's',
        'ť' | 'ţ' | 'ț' | 'т' | 'τ' | '7' => 't',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_of_all_languages_are_names() {
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
    fn what_cannot_be_seen_is_refused() {
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
    fn names_of_the_house_are_refused() {
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
        ] {
            let refused = of_a_stranger("name", "Business name", name).unwrap_err();
            assert_eq!(
                refused.to_string(),
                "Business name must not look like a name of Greenstall itself",
                "{name}"
            );
        }
        for name in ["Green Hill Farm", "Evergreen Stalls", "Stall of Greens", "Greens"] {
            assert!(of_a_stranger("name", "Name", name).is_ok(), "{name}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_accepted_can_be_seen_and_is_accepted_again(text in "\\PC{0,30}") {
            if let Ok(name) = of_a_stranger("name", "Name", &text) {
                prop_assert!(!name.chars().any(is_unseen));
                prop_assert_eq!(of_a_stranger("name", "Name", &name), Ok(name.clone()));
            }
        }
    }
}
