import { cartSubtotal, type CartItem } from "@/lib/cart";
import { fromCents, rateOf, toCents } from "@/lib/money";
import type { Config } from "@/api/types";

/** The amounts of a checkout in decimal dollars. */
export interface Amounts {
  subtotal: number;
  tax: number;
  deliveryFee: number;
  total: number;
}

/** The displayed amounts; the server must agree with the total to the cent. */
export function checkoutAmounts(items: readonly CartItem[], method: string, config: Config): Amounts {
  const subtotal = toCents(cartSubtotal(items));
  const tax = rateOf(subtotal, config.checkout.taxRate);
  const price = config.checkout.deliveryMethods.find((option) => option.id === method)?.price ?? 0;
  const { freeStandardOver } = config.checkout;
  const free =
    method === "standard-delivery" &&
    typeof freeStandardOver === "number" &&
    subtotal > toCents(freeStandardOver);
  const fee = free ? 0 : toCents(price);
  return {
    subtotal: fromCents(subtotal),
    tax: fromCents(tax),
    deliveryFee: fromCents(fee),
    total: fromCents(subtotal + tax + fee),
  };
}
