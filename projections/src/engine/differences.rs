//! The rows in which two generations of a table differ, with their fields before and after. Personal data is masked:
//! values of plain types are shown, texts only where the view declares the column open.

use postgres_kit::{FromRow, statements};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, PgConnection, Row, types::Json};

use super::compare::common_columns;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn columns(schema: &str, table: &str, names: &[String]) -> row ColumnRow =
        include_str!("sql/differences/columns.sql");
}

/// How many rows are shown of each table.
const MAX_ROWS_SHOWN: i64 = 10;
/// Longer values are cut here, in characters.
const MAX_VALUE_CHARS: usize = 200;
/// Stands for a value that may be personal.
pub(super) const MASK: &str = "…";
/// Types whose values cannot by themselves identify a person.
const IMPERSONAL_TYPES: [&str; 9] =
    ["bool", "date", "float8", "int2", "int4", "int8", "numeric", "timestamptz", "uuid"];

/// How many rows of a table differ, and a few of them.
pub(super) struct Differences {
    pub(super) added: u64,
    pub(super) removed: u64,
    pub(super) changed: u64,
    pub(super) examples: Vec<RowChange>,
}

/// A row that differs between the two generations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RowChange {
    /// How the row differs.
    pub kind: ChangeKind,
    /// The values of its primary key.
    pub key: String,
    /// For a changed row, the fields that differ; otherwise all fields.
    pub fields: Vec<FieldChange>,
}

/// How a row differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// Only the build has the row.
    Added,
    /// Only the serving generation has the row.
    Removed,
    /// Both have the row, with different values.
    Changed,
}

/// A field of a differing row, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldChange {
    /// The column's name.
    pub name: String,
    /// The value as served; `None`: null, or there is no such row.
    pub before: Option<String>,
    /// The value as built.
    pub after: Option<String>,
    /// The values may be personal and are masked.
    pub masked: bool,
}

/// A column of both generations.
struct Column {
    name: String,
    is_key: bool,
    masked: bool,
}

#[derive(FromRow)]
struct ColumnRow {
    name: String,
    type_name: String,
    is_key: bool,
}

/// A row as served and as built: the texts of its fields, in the order of the columns.
type Pair = (Option<Vec<Option<String>>>, Option<Vec<Option<String>>>);

/// Finds the differences of a table, in a transaction that sees both at the same moment. Rows without a primary key are
/// added or removed, never changed.
pub(super) async fn differences(
    snapshot: &mut PgConnection,
    table: &str,
    serving: &str,
    rebuilt: &str,
    open_columns: &[&str],
) -> Result<Differences, sqlx::Error> {
    let columns = columns(&mut *snapshot, table, serving, rebuilt, open_columns).await?;
    let quoted = |column: &Column| format!("\"{}\"", column.name);
    let all: Vec<String> = columns.iter().map(quoted).collect();
    let keys: Vec<String> = columns.iter().filter(|column| column.is_key).map(quoted).collect();
    let line = format!("ROW({})::text", all.join(", "));
    let key = if keys.is_empty() { line.clone() } else { format!("ROW({})::text", keys.join(", ")) };
    let texts: Vec<String> = all.iter().map(|name| format!("{name}::text")).collect();
    let texts = texts.join(", ");
    let rows = |schema| {
        format!("SELECT {key} AS key, {line} AS line, ARRAY[{texts}] AS fields FROM {schema}.\"{table}\"")
    };
    let (served, built) = (rows(serving), rows(rebuilt));
    let select = format!(
        "WITH served AS MATERIALIZED ({served} EXCEPT ALL {built}),
              built AS MATERIALIZED ({built} EXCEPT ALL {served}),
              pairs AS MATERIALIZED (
                  SELECT key, served.fields AS before, built.fields AS after FROM served FULL JOIN built USING (key)),
              shown AS (SELECT * FROM pairs ORDER BY before IS NULL OR after IS NULL, key LIMIT {MAX_ROWS_SHOWN})
         SELECT (SELECT count(*) FROM pairs WHERE before IS NULL) AS added,
                (SELECT count(*) FROM pairs WHERE after IS NULL) AS removed,
                (SELECT count(*) FROM pairs WHERE before IS NOT NULL AND after IS NOT NULL) AS changed,
                coalesce((SELECT jsonb_agg(jsonb_build_array(before, after)) FROM shown), '[]') AS shown"
    );
    let row = sqlx::query(AssertSqlSafe(select)).fetch_one(snapshot).await?;
    let count = |name| row.try_get::<i64, _>(name).map(i64::unsigned_abs);
    let Json(shown): Json<Vec<Pair>> = row.try_get("shown")?;
    Ok(Differences {
        added: count("added")?,
        removed: count("removed")?,
        changed: count("changed")?,
        examples: shown.into_iter().map(|pair| change(&columns, pair)).collect(),
    })
}

async fn columns(
    snapshot: &mut PgConnection,
    table: &str,
    serving: &str,
    rebuilt: &str,
    open_columns: &[&str],
) -> Result<Vec<Column>, sqlx::Error> {
    let names = common_columns(&mut *snapshot, table, serving, rebuilt).await?;
    let rows = sql::columns(rebuilt, table, &names).fetch_all(snapshot).await?;
    let column = |ColumnRow { name, type_name, is_key }| {
        let place = format!("{table}.{name}");
        let masked = !IMPERSONAL_TYPES.contains(&&*type_name) && !open_columns.contains(&&*place);
        Column { name, is_key, masked }
    };
    Ok(rows.into_iter().map(column).collect())
}

fn change(columns: &[Column], (before, after): Pair) -> RowChange {
    let kind = match (&before, &after) {
        (None, _) => ChangeKind::Added,
        (_, None) => ChangeKind::Removed,
        _ => ChangeKind::Changed,
    };
    let shown = |row: &Option<Vec<Option<String>>>, index: usize, masked: bool| {
        let value = row.as_ref()?.get(index)?.as_deref()?;
        Some(if masked { MASK.to_owned() } else { shortened(value) })
    };
    let is_shown = |index: usize| {
        let value = |row: &Option<Vec<Option<String>>>| row.as_ref().map(|row| row.get(index).cloned());
        kind != ChangeKind::Changed || value(&before) != value(&after)
    };
    let present = if after.is_some() { &after } else { &before };
    let keys = columns.iter().enumerate().filter(|(_, column)| column.is_key);
    let key: Vec<String> = keys.filter_map(|(index, column)| shown(present, index, column.masked)).collect();
    let fields = columns.iter().enumerate().filter(|(index, _)| is_shown(*index));
    let fields = fields.map(|(index, column)| FieldChange {
        name: column.name.clone(),
        before: shown(&before, index, column.masked),
        after: shown(&after, index, column.masked),
        masked: column.masked,
    });
    RowChange { kind, key: key.join(", "), fields: fields.collect() }
}

fn shortened(value: &str) -> String {
    match value.char_indices().nth(MAX_VALUE_CHARS) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, is_key: bool, masked: bool) -> Column {
        Column { name: name.to_owned(), is_key, masked }
    }

    fn row(values: [&str; 3]) -> Option<Vec<Option<String>>> {
        Some(values.iter().map(|value| Some((*value).to_owned())).collect())
    }

    #[test]
    fn a_changed_row_shows_the_changed_fields_and_masks_personal_data() {
        let columns = [column("id", true, false), column("name", false, true), column("price", false, false)];
        let changed = change(&columns, (row(["7", "Anna", "350"]), row(["7", "Anna Apple", "400"])));
        assert_eq!((changed.kind, changed.key.as_str()), (ChangeKind::Changed, "7"));
        let fields: Vec<_> = changed.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(fields, ["name", "price"]);
        assert!(changed.fields[0].masked && changed.fields[0].after.as_deref() == Some(MASK));
        assert_eq!(
            (changed.fields[1].before.as_deref(), changed.fields[1].after.as_deref()),
            (Some("350"), Some("400"))
        );
        let added = change(&columns, (None, row(["8", "Bo", "1"])));
        assert_eq!(
            (added.kind, added.fields.len(), added.fields[2].before.as_deref()),
            (ChangeKind::Added, 3, None)
        );
    }

    #[test]
    fn long_values_are_cut() {
        assert_eq!(shortened(&"é".repeat(300)).chars().count(), MAX_VALUE_CHARS + 1);
    }
}
