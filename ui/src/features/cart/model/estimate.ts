import { fromCents, rateOf, toCents } from "@/lib/money";

/** The shop's rule for the estimate, from `GET /config`. */
export interface EstimateRule {
  /** Dollars. */
  shipping: number;
  /** Shipping is free above this many dollars; null: never. */
  freeOver: number | null;
  taxRate: number;
}

export interface Estimate {
  subtotal: number;
  shipping: number;
  tax: number;
  total: number;
  /** Dollars missing for free shipping; 0 when there is no hint. */
  missing: number;
}

/** The cart page's estimate in dollars. The checkout has fees by delivery method, from the server. */
export function estimate(subtotal: number, rule: EstimateRule): Estimate {
  const cents = toCents(subtotal);
  const freeAbove = rule.freeOver === null ? Number.POSITIVE_INFINITY : toCents(rule.freeOver);
  const shipping = cents > freeAbove ? 0 : toCents(rule.shipping);
  const tax = rateOf(cents, rule.taxRate);
  return {
    subtotal,
    shipping: fromCents(shipping),
    tax: fromCents(tax),
    total: fromCents(cents + shipping + tax),
    missing: rule.freeOver === null ? 0 : fromCents(Math.max(0, freeAbove - cents)),
  };
}
