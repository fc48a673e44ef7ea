//! Names that speak for the shop: its own name and lookalikes of it, roles of its staff, and addresses or links, which
//! a reader of the shop's letters would take for the shop's.

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// The shop's name, in letters without accents.
const HOUSE: &str = "greenstall";

/// Words for the shop's staff and for what it does. A name that says nothing else is refused.
const ROLES: [&str; 42] = [
    "abuse",
    "admin",
    "administration",
    "administrator",
    "administrators",
    "admins",
    "billing",
    "compliance",
    "customer care",
    "customer service",
    "customer services",
    "fraud",
    "help",
    "help desk",
    "legal",
    "moderation",
    "moderator",
    "moderators",
    "mods",
    "no-reply",
    "notifications",
    "official",
    "operations",
    "operator",
    "payment",
    "payments",
    "payouts",
    "postmaster",
    "refund",
    "refunds",
    "safety",
    "security",
    "staff",
    "support",
    "sysadmin",
    "system",
    "team",
    "teams",
    "trust and safety",
    "verification",
    "verified",
    "webmaster",
];

/// Words that add nothing to a role.
const FILLERS: [&str; 33] = [
    "account",
    "accounts",
    "and",
    "buyer",
    "buyers",
    "center",
    "centre",
    "contact",
    "customer",
    "customers",
    "department",
    "dept",
    "for",
    "from",
    "general",
    "market",
    "marketplace",
    "merchant",
    "merchants",
    "of",
    "online",
    "order",
    "orders",
    "our",
    "seller",
    "sellers",
    "shop",
    "site",
    "store",
    "the",
    "user",
    "users",
    "your",
];

/// The endings of domains that names are checked for. A dot before another word is part of a name: "St.John".
const TOP_LEVEL_DOMAINS: [&str; 45] = [
    "app", "biz", "ca", "cc", "click", "cloud", "club", "cn", "co", "com", "de", "dev", "edu", "eu",
    "example", "farm", "food", "gov", "help", "info", "io", "link", "live", "ly", "me", "mobi", "net",
    "online", "org", "page", "pro", "ru", "shop", "site", "store", "support", "tech", "test", "to", "top",
    "tv", "uk", "us", "website", "xyz",
];

/// Whether the name contains a lookalike of the shop's name: within a word, or over several words from the first
/// letter of one.
pub(super) fn looks_like_the_house(name: &str) -> bool {
    let name: String = name.nfkc().collect();
    // Signs stand for letters ("Green$tall") or between words ("Team|Greenstall").
    let with_letters: String = name.chars().map(letter_of_a_sign).collect();
    [name, with_letters].iter().any(|name| {
        let within = words(name, false).iter().any(|word| looks(word).contains(HOUSE));
        let words: Vec<String> = words(name, true).iter().map(|word| looks(word)).collect();
        within || (0..words.len()).any(|first| words[first..].concat().starts_with(HOUSE))
    })
}

/// Whether the name says nothing but a role of the shop's staff: "The Support Team".
pub(super) fn is_a_role(name: &str) -> bool {
    let name: String = name.nfkc().collect();
    let words = words(&name, false);
    let words = words.iter().map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    says_a_role(&words.map(looks).collect::<String>())
}

/// Whether the text is one role and other roles or fillers, without anything between.
fn says_a_role(text: &str) -> bool {
    // By length of a beginning that consists of such words: whether one of them is a role.
    let mut beginnings: Vec<Option<bool>> = vec![None; text.len() + 1];
    beginnings[0] = Some(false);
    let known = ROLES.iter().map(|word| (word, true)).chain(FILLERS.iter().map(|word| (word, false)));
    let known: Vec<(String, bool)> = known.map(|(word, is_role)| (looks(word), is_role)).collect();
    for at in 0..text.len() {
        let Some(has_role) = beginnings[at] else { continue };
        for (word, is_role) in &known {
            if text.get(at..).is_some_and(|rest| rest.starts_with(word.as_str())) {
                let end = &mut beginnings[at + word.len()];
                *end = Some(end.unwrap_or(false) || has_role || *is_role);
            }
        }
    }
    beginnings[text.len()] == Some(true)
}

/// Whether the name contains an e-mail address, a link or a domain.
pub(super) fn has_an_address(name: &str) -> bool {
    let name = name.nfkc().collect::<String>().to_lowercase().replace('。', ".");
    name.contains("://") || name.split_whitespace().any(is_an_address)
}

fn is_an_address(word: &str) -> bool {
    let is_link = ["www.", "http:", "https:", "mailto:"].iter().any(|start| word.starts_with(start));
    let is_mailbox =
        word.split_once('@').is_some_and(|(local, domain)| !local.is_empty() && domain.contains('.'));
    is_link
        || is_mailbox
        || word.split(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '-')).any(is_domain)
}

fn is_domain(text: &str) -> bool {
    let Some((names, ending)) = text.trim_matches(['.', '-']).rsplit_once('.') else { return false };
    let name = names.rsplit('.').next().unwrap_or_default();
    // A single letter is an initial: "J. S.Farm".
    name.chars().count() > 1 && (TOP_LEVEL_DOMAINS.contains(&ending) || ending.starts_with("xn--"))
}

/// The words of a name: letters, digits and accents without anything between. With `by_case` a capital after a small
/// letter begins a word, too: "MyGreen Stall".
fn words(name: &str, by_case: bool) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut before = None;
    for c in name.chars() {
        let is_part = c.is_alphanumeric() || is_mark(c);
        let is_beginning = by_case && c.is_uppercase() && before.is_some_and(char::is_lowercase);
        if (!is_part || is_beginning) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if is_part {
            word.push(c);
        }
        before = Some(c);
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// The skeleton of a text: each letter is replaced by the one that it looks like, in lower case and without
/// accents. Some letters are lookalikes only as capitals and some only as small letters, so both forms are
/// mapped.
///
/// Source: Unicode Technical Standard #39, section 4 (the skeleton of a text); circled and other decorated
/// letters are mapped by NFKC (Standard Annex #15).
fn looks(text: &str) -> String {
    let bare: String = text.nfkc().collect();
    let small = skeleton(&bare).collect::<String>().to_lowercase();
    skeleton(&small).map(latin).filter(|c| c.is_alphanumeric()).collect()
}

/// A combining accent.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

/// The letter that a sign may stand for.
const fn letter_of_a_sign(c: char) -> char {
    match c {
        '@' => 'a',
        '€' => 'e',
        '|' | '!' => 'l',
        '$' | '§' => 's',
        '+' => 't',
        other => other,
    }
}

/// Lookalikes of the letters in the shop's name that the standard does not list: digits, small capitals, white
/// letters on black. `i` counts as `l`, because its capital looks like `l`.
fn latin(c: char) -> char {
    match c {
        'α' | 'ᴀ' | '4' => 'a',
        'ε' | 'ᴇ' | '3' => 'e',
        'ɢ' => 'g',
        'ł' | 'ʟ' | 'i' | '1' => 'l',
        'ɴ' => 'n',
        'г' | 'ʀ' => 'r',
        '5' => 's',
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
