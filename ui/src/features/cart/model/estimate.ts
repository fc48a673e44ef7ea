import { fromCents, rateOf, toCents } from "@/lib/money";

const SHIPPING = 5_99;
const TAX_RATE = 0.08;

export interface Estimate {
  subtotal: number;
  shipping: number;
  tax: number;
  total: number;
  /** Dollars still missing for free shipping; 0 when there is nothing to say. */
  missing: number;
}

/**
 * What the cart page reckons with, all in dollars; shipping is free above `freeOver`, or never. The checkout has its own
 * fees and asks the server.
 */
export function estimate(subtotal: number, freeOver: number | null): Estimate {
  const cents = toCents(subtotal);
  const freeAbove = freeOver === null ? Number.POSITIVE_INFINITY : toCents(freeOver);
  const shipping = cents > freeAbove ? 0 : SHIPPING;
  const tax = rateOf(cents, TAX_RATE);
  return {
    subtotal,
    shipping: fromCents(shipping),
    tax: fromCents(tax),
    total: fromCents(cents + shipping + tax),
    missing: freeOver === null ? 0 : fromCents(Math.max(0, freeAbove - cents)),
  };
}
