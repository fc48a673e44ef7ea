import { fromCents, rateOf, toCents } from "@/lib/money";

const FREE_ABOVE = 50_00;
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

/** What the cart page reckons with, all in dollars. The checkout has its own fees and asks the server. */
export function estimate(subtotal: number): Estimate {
  const cents = toCents(subtotal);
  const shipping = cents > FREE_ABOVE ? 0 : SHIPPING;
  const tax = rateOf(cents, TAX_RATE);
  return {
    subtotal,
    shipping: fromCents(shipping),
    tax: fromCents(tax),
    total: fromCents(cents + shipping + tax),
    missing: fromCents(Math.max(0, FREE_ABOVE - cents)),
  };
}
