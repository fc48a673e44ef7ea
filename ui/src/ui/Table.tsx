import { startTransition, useEffect, useState, type ReactNode } from "react";
import { BELOW_MD, useMedia } from "@/lib/media";
import { cx } from "./cx";

/** Rows drawn in the first commit; the rest follows in slices. */
const FIRST_ROWS = 8;

/** Later tables are drawn whole, so that Back finds the page at its full height and restores its scroll. */
let isFirstTable = true;

export interface Column<Row> {
  key: string;
  header: ReactNode;
  /** Shows the header only to assistive technology (checkbox and action columns). */
  hideHeader?: boolean;
  cell: (row: Row) => ReactNode;
  align?: "start" | "end";
  /** The sort direction if the rows are sorted by this column; `onSort` makes the header a button. */
  sort?: "ascending" | "descending" | "none";
  onSort?: () => void;
}

interface Props<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Below `md` (48rem) this card replaces the row. */
  card: (row: Row) => ReactNode;
}

/** A table on wide screens, a list of cards on narrow ones. */
export function Table<Row>({ caption, columns, rows: all, rowKey, card }: Props<Row>) {
  const isNarrow = useMedia(BELOW_MD);
  const [isWhole, setWhole] = useState(() => !isFirstTable || all.length <= FIRST_ROWS);
  useEffect(() => {
    isFirstTable = false;
    if (!isWhole) startTransition(() => setWhole(true));
  }, [isWhole]);
  const rows = isWhole ? all : all.slice(0, FIRST_ROWS);
  if (isNarrow) {
    return (
      <ul aria-label={caption} className="grid gap-3">
        {rows.map((row) => (
          <li key={rowKey(row)}>{card(row)}</li>
        ))}
      </ul>
    );
  }
  return (
    <div className="overflow-x-auto rounded-ui border border-line bg-surface">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken text-muted">
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sort}
                className={cx("px-4 py-3 font-semibold", column.align === "end" && "text-right")}
              >
                {column.onSort ? (
                  <button
                    type="button"
                    className="min-h-6 font-semibold hover:text-ink"
                    onClick={column.onSort}
                  >
                    {column.header}
                    <span aria-hidden>
                      {column.sort === "ascending" ? " ↑" : column.sort === "descending" ? " ↓" : ""}
                    </span>
                  </button>
                ) : (
                  <span className={column.hideHeader ? "sr-only" : undefined}>{column.header}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={cx("px-4 py-3 align-top", column.align === "end" && "text-right tabular-nums")}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
