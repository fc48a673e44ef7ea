//! CSV files that spreadsheets open: RFC 4180, in UTF-8 with the byte order mark by which Excel recognizes it.

use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use csv::{QuoteStyle, Terminator, Writer, WriterBuilder};

/// The media type as sent. The OpenAPI document names it without the charset.
const CSV: &str = "text/csv; charset=utf-8";

/// The characters that make a spreadsheet read a cell as a formula, some only where people type full-width ones. Texts of
/// users may begin with them, too.
const FORMULAS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether the parameter `format` asks for CSV.
pub(super) fn is_wanted(format: Option<&str>) -> bool {
    format.is_some_and(|format| format.trim().eq_ignore_ascii_case("csv"))
}

/// A CSV file being written.
#[derive(Debug)]
pub(super) struct Csv(Writer<Vec<u8>>);

/// A later chunk of a file that is sent in chunks.
impl Default for Csv {
    fn default() -> Self {
        Self::after(&[])
    }
}

impl Csv {
    fn after(start: &[u8]) -> Self {
        let mut form = WriterBuilder::new();
        // Every cell is quoted, so that no reader splits it at a semicolon or a tab, which are separators in some
        // locales.
        form.quote_style(QuoteStyle::Always).terminator(Terminator::CRLF).flexible(true);
        Self(form.from_writer(start.to_vec()))
    }

    /// Creates a file with this header line and no rows yet.
    pub(super) fn with_columns(names: &[&str]) -> Self {
        let mut table = Self::after(BYTE_ORDER_MARK);
        table.row(names.iter().copied());
        table
    }

    /// Adds a row. Cells are trimmed; one that a spreadsheet would read as a formula gets a leading single quote. The cases in
    /// `csv_cells.json` hold for the files that the UI writes, too.
    pub(super) fn row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        self.0.write_record(cells.into_iter().map(defused)).expect("a vector takes rows of any length");
    }

    /// The lines written so far, as one chunk of a file that is sent in chunks.
    pub(super) fn into_bytes(self) -> Bytes {
        self.0.into_inner().expect("a vector takes everything").into()
    }

    /// The whole file as a response, with this file name.
    pub(super) fn into_file(self, name: &str) -> Response {
        file(name, self.into_bytes())
    }
}

fn defused(cell: &str) -> String {
    let cell = cell
        .trim_matches(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '\u{feff}');
    let quote = if cell.starts_with(FORMULAS) { "'" } else { "" };
    format!("{quote}{cell}")
}

/// A response that browsers save under this name. The name may contain only letters, digits, `-` and `.`.
pub(super) fn file(name: &str, table: impl Into<Body>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, CSV.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, table.into()).into_response()
}

/// The CSV line that tests expect for these cells. The cells must contain no quotes.
#[cfg(test)]
pub(super) fn quoted(cells: &str) -> String {
    cells.split('|').map(|cell| format!("\"{cell}\"")).collect::<Vec<_>>().join(",")
}

/// The first line of a file as tests expect it, with the byte order mark.
#[cfg(test)]
pub(super) fn quoted_head(cells: &str) -> String {
    format!("\u{feff}{}", quoted(cells))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn table(rows: &[Vec<String>]) -> Bytes {
        let mut table = Csv::default();
        for row in rows {
            table.row(row.iter().map(String::as_str));
        }
        table.into_bytes()
    }

    fn parse(table: &[u8]) -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table);
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn every_cell_is_quoted() {
        let mut table = Csv::with_columns(&["name", "price"]);
        table.row(["Tomato \"Plum\", red", "4.50"]);
        table.row(["two\nlines", "a;b"]);
        let expected = "\u{feff}\"name\",\"price\"\r\n\"Tomato \"\"Plum\"\", red\",\"4.50\"\r\n\"two\nlines\",\"a;b\"\r\n";
        assert_eq!(table.into_bytes(), expected.as_bytes());
    }

    /// The UI writes files, too, and reads the same cases.
    #[test]
    fn cells_are_written_as_the_table_of_cases_says() {
        let cases: Vec<[String; 2]> = serde_json::from_str(include_str!("csv_cells.json")).unwrap();
        for [cell, written] in cases {
            assert_eq!(table(&[vec![cell.clone()]]), format!("\"{written}\"\r\n").into_bytes(), "{cell:?}");
        }
    }

    #[test]
    fn the_format_parameter_ignores_case() {
        assert!(is_wanted(Some("csv")) && is_wanted(Some(" CSV ")));
        assert!(!is_wanted(Some("json")) && !is_wanted(Some("")) && !is_wanted(None));
    }

    proptest! {
        #[test]
        fn written_cells_are_read_back(rows in prop::collection::vec(prop::collection::vec(".{0,12}", 2), 0..5)) {
            let expected: Vec<Vec<String>> = rows
                .iter()
                .map(|row| row.iter().map(|cell| defused(cell)).collect())
                .collect();
            prop_assert_eq!(parse(&table(&rows)), expected);
        }
    }
}
