//! CSV files that spreadsheets open: RFC 4180, in UTF-8.

use axum::{
    body::{Body, Bytes},
    http::header,
    response::{IntoResponse, Response},
};
use csv::{QuoteStyle, Terminator, Writer, WriterBuilder};

/// The media type as sent. The OpenAPI document names it without the charset.
const CSV: &str = "text/csv; charset=utf-8";

/// The characters that make a spreadsheet read a cell as a formula. Texts of users may begin with them, too.
const FORMULAS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Whether the parameter `format` asks for CSV.
pub(super) fn is_wanted(format: Option<&str>) -> bool {
    format.is_some_and(|format| format.trim().eq_ignore_ascii_case("csv"))
}

/// A CSV file being written.
#[derive(Debug)]
pub(super) struct Csv(Writer<Vec<u8>>);

/// A file without a header line, or a later chunk of a file that is sent in chunks.
impl Default for Csv {
    fn default() -> Self {
        let mut form = WriterBuilder::new();
        // Every cell is quoted, so that no reader splits it at a semicolon or a tab, which are separators in some
        // locales.
        form.quote_style(QuoteStyle::Always).terminator(Terminator::CRLF).flexible(true);
        Self(form.from_writer(Vec::new()))
    }
}

impl Csv {
    /// Creates a file with this header line and no rows yet.
    pub(super) fn with_columns(names: &[&str]) -> Self {
        let mut table = Self::default();
        table.row(names.iter().copied());
        table
    }

    /// Adds a row. A cell that a spreadsheet would read as a formula gets a leading single quote.
    pub(super) fn row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        let defused = cells.into_iter().map(|cell| {
            let quote = if cell.starts_with(FORMULAS) { "'" } else { "" };
            format!("{quote}{cell}")
        });
        self.0.write_record(defused).expect("a vector takes rows of any length");
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
        let expected =
            "\"name\",\"price\"\r\n\"Tomato \"\"Plum\"\", red\",\"4.50\"\r\n\"two\nlines\",\"a;b\"\r\n";
        assert_eq!(table.into_bytes(), expected.as_bytes());
    }

    #[test]
    fn a_formula_is_escaped_as_text() {
        let rows = ["=1+1", "+1", "-1", "@A1", "\tx", "\r=1"].map(|cell| vec![cell.to_owned()]);
        for row in parse(&table(&rows)) {
            assert!(row[0].starts_with('\''), "{row:?}");
        }
        assert_eq!(table(&[vec!["a=1".to_owned(), "12".to_owned()]]), "\"a=1\",\"12\"\r\n".as_bytes());
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
                .map(|row| {
                    let shown = |cell: &String| match cell.starts_with(FORMULAS) {
                        true => format!("'{cell}"),
                        false => cell.clone(),
                    };
                    row.iter().map(shown).collect()
                })
                .collect();
            prop_assert_eq!(parse(&table(&rows)), expected);
        }
    }
}
