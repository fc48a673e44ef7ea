// The days of the sales report, and of the period before it.
import { oneOf } from "@/lib/search";

export const PERIODS = ["7d", "30d", "90d", "12m"] as const;
export type Period = (typeof PERIODS)[number];
export const GROUPINGS = ["day", "product", "customer"] as const;
export type Grouping = (typeof GROUPINGS)[number];

const DAYS: Record<Period, number> = { "7d": 7, "30d": 30, "90d": 90, "12m": 365 };
const DAY_MS = 86_400_000;

export interface Range {
  /** Days as "2026-11-21", both inclusive. */
  from: string;
  to: string;
}

export interface SalesSearch {
  period: Period;
  by: Grouping;
}

export const parseSales = (raw: Record<string, unknown>): SalesSearch => ({
  period: oneOf(raw, "period", PERIODS) ?? "30d",
  by: oneOf(raw, "by", GROUPINGS) ?? "day",
});

/** Calculates in UTC, where every day has 24 hours. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The period that ends today, and the one of the same length before it. */
export function rangesOf(period: Period, today: string): { now: Range; before: Range } {
  const days = DAYS[period];
  const from = addDays(today, 1 - days);
  return {
    now: { from, to: today },
    before: { from: addDays(from, -days), to: addDays(from, -1) },
  };
}

export function daysOf({ from, to }: Range): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
