//! Makes the PDF certificates of the demo's organic products, one page each.

/// The position of the first line, and the distance between lines.
const TOP: u32 = 720;
const STEP: u32 = 28;

/// A PDF with these lines.
pub(super) fn pdf(lines: &[&str]) -> Vec<u8> {
    let mut page = format!("BT /F1 16 Tf 72 {TOP} Td");
    for line in lines {
        page += &format!(" ({}) Tj 0 -{STEP} Td", text(line));
    }
    page += " ET";
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{page}\nendstream", page.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut document = "%PDF-1.4\n".to_owned();
    let mut places = String::new();
    for (index, object) in objects.iter().enumerate() {
        places += &format!("{:010} 00000 n \n", document.len());
        document += &format!("{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let (table, count) = (document.len(), objects.len() + 1);
    document += &format!("xref\n0 {count}\n0000000000 65535 f \n{places}");
    document += &format!("trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n");
    document.into_bytes()
}

/// A line in characters that the PDF's font has.
fn text(line: &str) -> String {
    let shown = |c: char| if c.is_ascii() && !c.is_ascii_control() { c } else { '?' };
    let escaped = |c: char| matches!(c, '(' | ')' | '\\').then_some('\\').into_iter().chain([c]);
    line.chars().map(shown).flat_map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_is_at_the_offset_in_the_table() {
        let document = String::from_utf8(pdf(&["Green (Hill) Farm", "Jalape\u{f1}os \\ more"])).unwrap();
        assert!(
            document.contains(r"(Green \(Hill\) Farm) Tj") && document.contains(r"(Jalape?os \\ more) Tj")
        );
        let (_, end) = document.split_once("startxref\n").unwrap();
        let table: usize = end.lines().next().unwrap().parse().unwrap();
        let rows: Vec<&str> = document[table..].lines().skip(3).take(5).collect();
        for (index, row) in rows.iter().enumerate() {
            assert_eq!(row.len() + 1, 20, "a row of the table has 20 bytes");
            let place: usize = row[..10].parse().unwrap();
            assert!(document[place..].starts_with(&format!("{} 0 obj\n", index + 1)));
        }
    }
}
