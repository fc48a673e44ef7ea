import { Link } from "@tanstack/react-router";
import type { SalesRow } from "@/api/types";
import { formatMoney } from "@/lib/money";
import type { Range } from "../model/period";
import { changeOf } from "../model/series";
import { texts } from "../texts";

interface Props {
  now: SalesRow;
  before: SalesRow | undefined;
  range: Range;
}

const percent = new Intl.NumberFormat("en-US", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "always",
});
const FIGURES = ["net", "orders", "units", "gross", "refunds"] as const;
const MONEY_FIGURES = new Set<string>(["net", "gross", "refunds"]);
const formatFigure = (figure: (typeof FIGURES)[number], value: number): string =>
  MONEY_FIGURES.has(figure) ? formatMoney(value) : String(value);

/** The figures of a period compared with the period before; each links to its orders. */
export function SalesFigures({ now, before, range }: Props) {
  return (
    <dl className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-5">
      {FIGURES.map((figure) => {
        const change = before && changeOf(now[figure], before[figure]);
        return (
          <div
            key={figure}
            className="relative flex flex-col-reverse justify-end rounded-ui border border-line bg-surface p-5"
          >
            <dt className="mt-1 text-sm text-muted">
              <Link
                to="/dashboard/merchant"
                search={{ tab: "orders", ...range }}
                aria-label={texts.ordersOf(texts.figures[figure])}
                className="underline-offset-4 after:absolute after:inset-0 after:rounded-ui hover:underline focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-leaf"
              >
                {texts.figures[figure]}
              </Link>
              {before && (
                <span className="block tabular-nums">
                  {typeof change === "number" ? texts.change(percent.format(change)) : texts.noChange}{" "}
                  {formatFigure(figure, before[figure])}
                </span>
              )}
            </dt>
            <dd className="min-h-9 text-h2 tabular-nums">{formatFigure(figure, now[figure])}</dd>
          </div>
        );
      })}
    </dl>
  );
}
