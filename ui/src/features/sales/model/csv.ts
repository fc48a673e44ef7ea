/** By this mark Excel recognizes UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** A cell that spreadsheets read as text, never as a formula; as `query-service/src/http/csv.rs` writes it. */
function cell(value: string | number): string {
  const text = typeof value === "number" ? String(value) : value.trim();
  const safe = typeof value === "string" && /^[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Rows as a CSV file (RFC 4180). */
export const csvFile = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob([BYTE_ORDER_MARK, ...rows.map((row) => `${row.map(cell).join(",")}\r\n`)], { type: "text/csv" });
