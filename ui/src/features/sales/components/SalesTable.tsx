import { Link } from "@tanstack/react-router";
import type { SalesRow } from "@/api/types";
import { formatMoney } from "@/lib/money";
import type { Grouping } from "../model/period";
import type { SalesLine } from "../model/salesRows";
import { texts } from "../texts";

interface Props {
  lines: readonly SalesLine[];
  totals: SalesRow;
  by: Grouping;
}

const cell = "px-3 py-2.5 text-right tabular-nums sm:px-4";

/** The numbers of the chart. Each row links to its orders. */
export function SalesTable({ lines, totals, by }: Props) {
  return (
    // Focusable, so that the keyboard can scroll it on a narrow screen.
    <div
      role="region"
      aria-label={texts.caption(texts.groupings[by])}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto rounded-ui border border-line bg-surface"
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{texts.caption(texts.groupings[by])}</caption>
        <thead className="bg-sunken text-muted">
          <tr>
            <th scope="col" className="px-3 py-3 font-semibold sm:px-4">
              {texts.groupings[by]}
            </th>
            {Object.entries(texts.columns).map(([key, label]) => (
              <th key={key} scope="col" className="px-3 py-3 text-right font-semibold sm:px-4">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map(({ key, name, row, orders }) => (
            <tr key={key}>
              <th scope="row" className="px-3 py-2.5 font-semibold sm:px-4">
                {name}
              </th>
              <td className={cell}>
                <Link
                  to="/dashboard/merchant"
                  search={{ tab: "orders", ...orders }}
                  aria-label={`${row.orders} ${texts.showOrders(name)}`}
                  className="inline-flex min-h-6 min-w-6 items-center justify-end underline underline-offset-4"
                >
                  {row.orders}
                </Link>
              </td>
              <Figures row={row} />
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t-2 border-line font-semibold">
          <tr>
            <th scope="row" className="px-3 py-2.5 sm:px-4">
              {texts.total}
            </th>
            <td className={cell}>{totals.orders}</td>
            <Figures row={totals} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Figures({ row }: { row: SalesRow }) {
  return (
    <>
      <td className={cell}>{row.units}</td>
      <td className={cell}>{formatMoney(row.gross)}</td>
      <td className={cell}>{formatMoney(row.refunds)}</td>
      <td className={cell}>{formatMoney(row.net)}</td>
    </>
  );
}
