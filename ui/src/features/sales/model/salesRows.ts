import type { SalesRow } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { texts } from "../texts";
import type { Grouping, Range } from "./period";

/** A row of the table: its name, its figures, and the link to its orders. */
export interface SalesLine {
  key: string;
  name: string;
  row: SalesRow;
  /** The filters that select its orders. */
  orders: Record<string, string>;
}

export function linesOf(rows: readonly SalesRow[], range: Range): SalesLine[] {
  return rows.map((row) => {
    const { day, product, customer } = row;
    if (product) {
      const orders = { ...range, product: product._id };
      return { key: `${product._id}:${product.unit}`, name: product.name, row, orders };
    }
    if (customer) {
      return { key: customer._id, name: customer.name, row, orders: { ...range, customer: customer._id } };
    }
    const date = day ?? "";
    return { key: date, name: formatDate(date), row, orders: { from: date, to: date } };
  });
}

const COLUMNS = ["orders", "units", "gross", "refunds", "net"] as const;

/** The rows of the table, including the total. */
export function tableOf(lines: readonly SalesLine[], totals: SalesRow, by: Grouping): (string | number)[][] {
  const figures = (row: SalesRow) =>
    COLUMNS.map((column) =>
      column === "orders" || column === "units" ? row[column] : row[column].toFixed(2),
    );
  return [
    [texts.groupings[by], ...COLUMNS.map((column) => texts.columns[column])],
    ...lines.map(({ name, row }) => [name, ...figures(row)]),
    [texts.total, ...figures(totals)],
  ];
}
