//! Lists the fields that an event has changed, in plain words: the differences between the states before and after it.

use std::collections::BTreeSet;

use query_service::operations::FieldSet;
use serde_json::{Number, Value};
use shared_events::Cents;

/// Fields that hold an amount of money in cents.
const AMOUNTS: [&str; 7] = ["price", "subtotal", "tax", "total", "amount", "deliveryFee", "refunded"];
/// Fields that hold an amount in dollars, each with the field that contains it: a merchant's delivery terms
/// (`shop::DeliveryOptions`).
const IN_DOLLARS: [(&str, &str); 2] =
    [("deliveryOptions", "deliveryFee"), ("deliveryOptions", "freeDeliveryMinimum")];
/// Members that only wrap an aggregate's state. They are left out, because they mean nothing to people.
const STATE_WRAPPERS: [&str; 3] = ["listing", "placed", "started"];
/// Longer texts are truncated.
const MAX_TEXT_LENGTH: usize = 200;

/// The differences between two masked values, leaf by leaf.
pub(super) fn differences(before: Option<&Value>, after: Option<&Value>) -> Vec<FieldSet> {
    let mut fields = Vec::new();
    walk(
        &mut Vec::new(),
        before.filter(|one| !one.is_null()),
        after.filter(|one| !one.is_null()),
        &mut fields,
    );
    fields
}

fn walk<'a>(
    path: &mut Vec<&'a str>,
    before: Option<&'a Value>,
    after: Option<&'a Value>,
    fields: &mut Vec<FieldSet>,
) {
    // A field that appears with an empty list has not changed.
    if before == after || (before.is_none() && after.is_some_and(|after| *after == Value::Array(Vec::new())))
    {
        return;
    }
    if [before, after].into_iter().flatten().any(is_masked) {
        fields.push(FieldSet { name: words(path), before: None, after: None, masked: true });
        return;
    }
    let (one, other) = (members(before), members(after));
    let branches = one.is_some() || other.is_some();
    if branches && (one.is_some() || before.is_none()) && (other.is_some() || after.is_none()) {
        let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
        let mut known = BTreeSet::new();
        for name in one.iter().chain(&other).map(|(name, _)| *name).filter(|name| known.insert(*name)) {
            let of = |all: &[(&'a str, &'a Value)]| {
                all.iter().find(|(one, _)| *one == name).map(|(_, value)| *value)
            };
            path.push(name);
            walk(path, of(&one), of(&other), fields);
            path.pop();
        }
        return;
    }
    let shown = |value: Option<&Value>| value.map(|value| text(path, value));
    let (before, after) = (shown(before), shown(after));
    if before != after {
        fields.push(FieldSet { name: words(path), before, after, masked: false });
    }
}

fn is_masked(value: &Value) -> bool {
    value.get("$masked").is_some()
}

/// The members of an object that are not null.
fn members(value: Option<&Value>) -> Option<Vec<(&str, &Value)>> {
    let members = value?.as_object()?.iter().filter(|(_, value)| !value.is_null());
    Some(members.map(|(name, value)| (name.as_str(), value)).collect())
}

/// The amount in a field, if it holds money.
fn amount(path: &[&str], number: &Number) -> Option<Cents> {
    let name = *path.last()?;
    let around = path.len().checked_sub(2).map_or("", |around| path[around]);
    if IN_DOLLARS.contains(&(around, name)) {
        return Cents::from_dollars(number.as_f64()?);
    }
    number.as_i64().filter(|_| AMOUNTS.contains(&name)).map(Cents)
}

fn text(path: &[&str], value: &Value) -> String {
    let text = match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => {
            amount(path, number).map_or_else(|| number.to_string(), |amount| amount.to_string())
        }
        Value::String(text) if text.is_empty() => "(empty)".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => list(items),
        Value::Object(_) => "…".to_owned(),
        Value::Null => String::new(),
    };
    match text.char_indices().nth(MAX_TEXT_LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The items of a list by name, or their number.
fn list(items: &[Value]) -> String {
    let named: Option<Vec<String>> = items.iter().map(entry).collect();
    match (named, items.len()) {
        (_, 0) => "(none)".to_owned(),
        (Some(named), _) => named.join(", "),
        (None, 1) => "1 entry".to_owned(),
        (None, count) => format!("{count} entries"),
    }
}

fn entry(item: &Value) -> Option<String> {
    let Value::Object(members) = item else { return Some(text(&[], item)) };
    let name = ["name", "number", "alt", "url"].iter().find_map(|name| members.get(*name)?.as_str())?;
    Some(match members.get("quantity").and_then(Value::as_u64) {
        Some(quantity) => format!("{quantity} × {name}"),
        None => name.to_owned(),
    })
}

/// The path in plain words: `["listing", "details", "isOrganic"]` becomes "Details: is organic".
fn words(path: &[&str]) -> String {
    let named = path.iter().filter(|name| !STATE_WRAPPERS.contains(name)).map(|name| plain(name));
    let mut text = named.collect::<Vec<_>>().join(": ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if text.is_empty() { "Everything".to_owned() } else { text }
}

fn plain(name: &str) -> String {
    let mut words = String::new();
    for one in name.chars() {
        if one.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(if one == '_' { ' ' } else { one.to_ascii_lowercase() });
    }
    words
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn differences_of(before: &Value, after: &Value) -> Vec<(String, Option<String>, Option<String>)> {
        let all = differences(Some(before), Some(after)).into_iter();
        all.map(|field| (field.name, field.before, field.after)).collect()
    }

    fn line(name: &str, before: &str, after: &str) -> (String, Option<String>, Option<String>) {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        (name.to_owned(), given(before), given(after))
    }

    #[test]
    fn only_differences_are_listed_in_plain_words() {
        let before = json!({ "listing": { "price": 350, "unit": "lb", "isActive": true, "details": { "isOrganic": false } } });
        let after = json!({ "listing": { "price": 400, "unit": "lb", "isActive": false, "details": { "isOrganic": true } } });
        assert_eq!(
            differences_of(&before, &after),
            [
                line("Details: is organic", "no", "yes"),
                line("Is active", "yes", "no"),
                line("Price", "$3.50", "$4.00")
            ]
        );
    }

    #[test]
    fn amounts_are_shown_in_dollars_however_stored() {
        let whole_dollars = json!({ "deliveryFee": 4, "freeDeliveryMinimum": 24.5, "deliveryRadius": 25 });
        let kept =
            json!({ "deliveryOptions": whole_dollars, "deliveryFee": 450, "price": 450, "on_hand": 450 });
        let all = [
            line("Delivery fee", "", "$4.50"),
            line("Delivery options: delivery fee", "", "$4.00"),
            line("Delivery options: delivery radius", "", "25"),
            line("Delivery options: free delivery minimum", "", "$24.50"),
            line("On hand", "", "450"),
            line("Price", "", "$4.50"),
        ];
        assert_eq!(differences_of(&json!({}), &kept), all);
    }

    #[test]
    fn an_added_or_removed_field_has_one_value() {
        let none = json!({ "placed": null });
        let some = json!({ "placed": { "amounts": { "total": 1250 }, "lines": [{ "name": "Kale", "quantity": 2 }], "note": "" } });
        let lines = [
            line("Amounts: total", "", "$12.50"),
            line("Lines", "", "2 × Kale"),
            line("Note", "", "(empty)"),
        ];
        assert_eq!(differences_of(&none, &some), lines);
        assert_eq!(differences_of(&some, &none)[1], line("Lines", "2 × Kale", ""));
        assert_eq!(differences(None, None), []);
        let (empty, two) =
            (json!({ "refunds": [] }), json!({ "refunds": [{ "amount": 1 }, { "amount": 2 }] }));
        assert_eq!(differences_of(&json!({}), &empty), []);
        assert_eq!(differences_of(&empty, &two), [line("Refunds", "(none)", "2 entries")]);
    }

    #[test]
    fn personal_values_are_not_shown() {
        let of = |account: &str| json!({ "started": { "shipping": { "$masked": account } } });
        let fields = differences(Some(&json!({})), Some(&of("a")));
        let masked = FieldSet { name: "Shipping".to_owned(), before: None, after: None, masked: true };
        assert_eq!(fields, [masked]);
    }

    #[test]
    fn long_texts_are_cut() {
        let fields = differences(None, Some(&json!({ "description": "é".repeat(300) })));
        assert_eq!(fields[0].after.as_ref().map(|text| text.chars().count()), Some(201));
    }
}
