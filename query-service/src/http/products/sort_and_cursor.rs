//! Sorts and cursors as the query string of `GET /products` carries them.

use crate::queries::catalog::{Cursor, Sort, SortKey};

/// Parses a comma-separated list of sorts. Unknown and repeated members are ignored.
pub(super) fn read_sorts(text: &str) -> Vec<Sort> {
    let mut sorts: Vec<Sort> = Vec::new();
    for member in text.split(',').map(str::trim) {
        let (name, descending) = member.strip_prefix('-').map_or((member, false), |name| (name, true));
        let key = match name {
            "createdAt" => SortKey::CreatedAt,
            "price" => SortKey::Price,
            "name" => SortKey::Name,
            "rating.average" => SortKey::Rating,
            "views" => SortKey::Views,
            "distance" => SortKey::Distance,
            _ => continue,
        };
        if sorts.iter().all(|sort| sort.key != key) {
            sorts.push(Sort { key, descending });
        }
    }
    sorts
}

/// The cursor as clients carry it: opaque hexadecimal digits.
pub(super) fn cursor_text(cursor: &Cursor) -> String {
    hex::encode(serde_json::to_vec(cursor).expect("numbers and texts are JSON"))
}

/// Parses the output of [`cursor_text`]; `None` for anything else.
pub(super) fn read_cursor(text: &str) -> Option<Cursor> {
    serde_json::from_slice(&hex::decode(text).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_and_repeated_sorts_are_ignored() {
        let sorts = read_sorts("-views, -rating.average,drop table,price,-price,,--name,createdAt");
        let keys: Vec<_> = sorts.iter().map(|sort| (sort.key, sort.descending)).collect();
        assert_eq!(
            keys,
            [
                (SortKey::Views, true),
                (SortKey::Rating, true),
                (SortKey::Price, false),
                (SortKey::CreatedAt, false)
            ]
        );
    }

    #[test]
    fn an_invalid_cursor_is_none() {
        for text in ["", "7", "zz", "é", "7b7d", "+1"] {
            assert_eq!(read_cursor(text), None, "{text}");
        }
    }
}
