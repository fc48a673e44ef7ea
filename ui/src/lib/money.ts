import { formatCount } from "./count";

/** Decimal dollars as text: `12.5` → "$12.50". */
export function formatMoney(value: number): string {
  const cents = toCents(Math.abs(value));
  const sign = value < 0 ? "-" : "";
  return `${sign}$${formatCount(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;
}

/** Decimal dollars without zero cents: `50` → "$50". */
export const formatDollars = (value: number): string => formatMoney(value).replace(/\.00$/, "");

/** A typed amount: "4.50", "$4.50", ".99", "1,000.00". Null for anything else: "2,50" may be 2.50 or 250. */
export function readDollars(text: string): number | null {
  const typed = text.trim().replace(/^\$\s*/, "");
  return /^(\d+|\d{1,3}(,\d{3})+|(?=\.\d))(\.\d{1,2})?$/.test(typed)
    ? Number(typed.replaceAll(",", ""))
    : null;
}

/** Decimal dollars to whole cents; sums are made in cents to avoid rounding errors. */
export const toCents = (value: number): number => Math.round(value * 100);

/** Whole cents to decimal dollars. */
export const fromCents = (cents: number): number => cents / 100;

/** A share of an amount in cents, rounded half up. */
export const rateOf = (cents: number, rate: number): number => Math.floor(cents * rate + 0.5 + 1e-9);
