// The values of the chart: the same number of steps for a period and for the one before it.
import type { SalesRow } from "@/api/types";
import { fromCents, toCents } from "@/lib/money";
import { daysOf, type Period, type Range } from "./period";

/** One bar of the chart. */
export interface ChartStep extends Range {
  net: number;
  orders: number;
}

/** Days per bar: more than about 30 bars cannot be distinguished on a phone. */
const DAYS_PER_STEP: Record<Period, number> = { "7d": 1, "30d": 1, "90d": 3, "12m": 14 };

/** The net sales in equal steps, including days without sales. The last step ends with the period. */
export function stepsOf(rows: readonly SalesRow[], range: Range, period: Period): ChartStep[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days = daysOf(range);
  const size = DAYS_PER_STEP[period];
  const steps: ChartStep[] = [];
  for (let end = days.length; end > 0; end -= size) {
    const part = days.slice(Math.max(0, end - size), end);
    const found = part.map((day) => byDay.get(day)).filter((row) => row !== undefined);
    steps.unshift({
      from: part[0] ?? range.from,
      to: part.at(-1) ?? range.to,
      net: fromCents(found.reduce((sum, { net }) => sum + toCents(net), 0)),
      orders: found.reduce((sum, { orders }) => sum + orders, 0),
    });
  }
  return steps;
}

/** The relative change of a figure; null when the earlier value is zero. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / before;

/** A round number at or above all values, for the top of the axis. */
export function axisTop(values: readonly number[]): number {
  const most = Math.max(1, ...values);
  const size = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * size).find((top) => top >= most) ?? most;
}
