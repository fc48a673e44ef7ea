//! The rules for names of people, businesses, products, API keys and recipients. Other people read and trust a name,
//! so all of it is visible, and no name speaks for the shop.

mod house;
mod unseen;

pub use unseen::is_unseen;
pub(crate) use unseen::seen_line;

use super::form::{Faults, FieldRefusal, one_line};

/// Reduces a name to one line of visible characters. `label` is the field's name in the refusal.
///
/// # Errors
/// It has control characters, ones that change the direction of the text, or invisible ones that neither an emoji nor
/// a script needs.
pub fn visible(field: &'static str, label: &str, typed: &str) -> Result<String, FieldRefusal> {
    if unseen::has_stray(typed.trim()) {
        return Err(FieldRefusal::new(field, format!("{label} contains characters that cannot be shown")));
    }
    Ok(one_line(typed))
}

/// A required text of one line with visible characters only.
pub(crate) fn required_line(
    faults: &mut Faults,
    field: &'static str,
    label: &str,
    typed: &str,
    most: usize,
) -> String {
    match visible(field, label, typed) {
        Ok(line) => faults.required(field, label, line, most),
        Err(refusal) => {
            faults.note(refusal);
            String::new()
        }
    }
}

/// Checks a name that people who are not staff give to themselves, to their business or to what acts for them.
///
/// # Errors
/// [`visible`] refuses it, it looks like the shop's name or says only a role of its staff, or it contains an address.
pub fn of_a_stranger(field: &'static str, label: &str, typed: &str) -> Result<String, FieldRefusal> {
    let name = visible(field, label, typed)?;
    if house::looks_like_the_house(&name) || house::is_a_role(&name) {
        let text = format!("{label} must not look like a name of Greenstall itself");
        return Err(FieldRefusal::new(field, text));
    }
    if house::has_an_address(&name) {
        let text = format!("{label} must not contain an e-mail address or a link");
        return Err(FieldRefusal::new(field, text));
    }
    Ok(name)
}

/// Checks the two names of a recipient; together they are a name like any other.
///
/// # Errors
/// [`visible`] refuses one of them, or [`of_a_stranger`] both together; the refusal is of the first name then.
pub fn of_a_recipient([first, last]: [(&'static str, &str); 2]) -> Result<[String; 2], FieldRefusal> {
    let names = [visible(first.0, "First Name", first.1)?, visible(last.0, "Last Name", last.1)?];
    of_a_stranger(first.0, "Name", &names.join(" "))?;
    Ok(names)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(name: &str) -> Result<String, String> {
        of_a_stranger("name", "Name", name).map_err(|refusal| refusal.to_string())
    }

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
            '\u{200C}',
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

    #[test]
    fn a_name_around_the_shops_name_is_refused() {
        for name in [
            "support@greenstall.example",
            "Refunds@Greenstall",
            "Team|Greenstall",
            "MyGreenstall",
            "MyGreen Stall",
            "myGREENstall",
            "The Real Green$tall",
            "Your-Gr33nst@ll-Account",
            "Green\u{1F331}stall",
            "Green\u{1F469}\u{200D}\u{1F33E}stall",
        ] {
            let text = "Name must not look like a name of Greenstall itself";
            assert_eq!(check(name), Err(text.to_owned()), "{name}");
        }
        for name in ["Evergreen Stalls", "Wintergreen Stall", "Green Valley Stall"] {
            assert_eq!(check(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn a_name_that_only_says_a_role_of_the_staff_is_refused() {
        for name in [
            "Support",
            "support",
            "Support Team",
            "SupportTeam",
            "S u p p o r t",
            "Supp0rt",
            "The Support Team",
            "Support 24/7",
            "Admin",
            "Admin1",
            "4dm1n",
            "Аdmin",
            "Administrator",
            "Moderator",
            "Refunds & Billing",
            "Customer Service",
            "Customer Care",
            "Official Store",
            "The Official Marketplace",
            "Security Department",
            "Staff",
            "Trust and Safety",
            "no-reply",
            "Verified Seller",
            "𝐒𝐮𝐩𝐩𝐨𝐫𝐭",
        ] {
            let text = "Name must not look like a name of Greenstall itself";
            assert_eq!(check(name), Err(text.to_owned()), "{name}");
        }
        for name in [
            "Support Local Farm",
            "Abel Adminson",
            "Mark Staff",
            "Jean Legal",
            "Ina Team Farm",
            "Team Tomato",
            "Official Oats",
            "The Market",
            "The Shop",
            "Customer",
            "Root",
            "Ada Admin",
            "24/7",
            "Help Me Grow",
        ] {
            assert_eq!(check(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn a_name_has_no_addresses_and_links() {
        for name in [
            "help@thief.example",
            "Anna (anna@thief.example)",
            "ａnna＠thief．example",
            "anna@thief。example",
            "https://thief.dev",
            "HTTP://192.0.2.1",
            "www.thief.zz",
            "Eggs at thief.com",
            "thief.com/login",
            "thief.co.uk",
            "bit.ly/eggs",
            "eggs.xn--p1ai",
            "Eggs.Farm",
            "javascript://x",
        ] {
            let text = "Name must not contain an e-mail address or a link";
            assert_eq!(check(name), Err(text.to_owned()), "{name}");
        }
        for name in [
            "St.John",
            "J.P.Morgan",
            "Dr. Anna Smith",
            "Smith & Co.",
            "U.S.Farm",
            "Bread @ Home",
            "Art@Heart",
            "Farm.To.Table",
            "Mr.T",
            "No.1 Eggs",
            "Anna Smith, Jr.",
            "Half/Half",
        ] {
            assert_eq!(check(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn the_names_of_a_recipient_are_one_name() {
        let recipient = |first, last| of_a_recipient([("firstName", first), ("lastName", last)]);
        let persian = "\u{639}\u{644}\u{6CC}\u{200C}\u{631}\u{636}\u{627}";
        assert_eq!(recipient(persian, " Staff "), Ok([persian.to_owned(), "Staff".to_owned()]));
        for (first, last, field) in [
            ("Green", "Stall", "firstName"),
            ("Support", "Team", "firstName"),
            ("Support", "", "firstName"),
            ("Anna", "Sm\u{202E}ith", "lastName"),
            ("Anna", "https://thief.dev", "firstName"),
        ] {
            assert_eq!(recipient(first, last).unwrap_err().field, field);
        }
    }

    proptest! {
        #[test]
        fn accepted_names_are_accepted_again(text in "\\PC{0,30}") {
            if let Ok(name) = of_a_stranger("name", "Name", &text) {
                prop_assert_eq!(of_a_stranger("name", "Name", &name), Ok(name.clone()));
            }
        }
    }
}
