/** By this mark Excel recognizes UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

const BLANKS = /^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu;

/** A cell that spreadsheets read as text, never as a formula; `query-service/src/http/csv_cells.json` has the cases. */
function cell(value: string | number): string {
  const text = typeof value === "number" ? String(value) : value.replaceAll(BLANKS, "");
  const safe = typeof value === "string" && /^[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Rows as a CSV file (RFC 4180). */
export const csvFile = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob([BYTE_ORDER_MARK, ...rows.map((row) => `${row.map(cell).join(",")}\r\n`)], { type: "text/csv" });
