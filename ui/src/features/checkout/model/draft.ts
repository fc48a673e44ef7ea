// A customer's unfinished checkout. It survives a reload and Back, but not the browser tab.
import { cartItems, type CartItem } from "@/lib/cart";
import { readText, writeText } from "@/lib/storage";
import type { AddressForm } from "./address";
import type { Amounts } from "./amounts";

/** The payment that is open at the provider for this cart. */
export interface PendingPayment {
  intentId: string;
  clientSecret: string;
  amounts: Amounts;
  /** The cart, method and addresses that it was created for. */
  basis: string;
  /** The provider has captured the payment: only the order remains to be placed. */
  paid?: boolean;
  /** The server's reason why the payment, or its order, can no longer be completed. */
  ended?: string;
}

export interface Draft {
  method: string;
  addresses?: AddressForm;
  payment?: PendingPayment;
  /** The payment of the order last placed in this tab. */
  placed?: string;
}

const DEFAULT_METHOD = "standard-delivery";
const keyOf = (userId: string) => `checkout:${userId}`;
const methodKeyOf = (userId: string) => `checkout-method:${userId}`;

/** The next checkout starts with the method of the previous one. */
export const rememberMethod = (userId: string, method: string): void =>
  writeText(methodKeyOf(userId), method);

export function readDraft(userId: string): Draft {
  const empty: Draft = { method: readText(methodKeyOf(userId)) ?? DEFAULT_METHOD };
  try {
    const stored: unknown = JSON.parse(readText(keyOf(userId), "sessionStorage") ?? "null");
    return typeof stored === "object" && stored !== null ? { ...empty, ...stored } : empty;
  } catch {
    return empty;
  }
}

export function writeDraft(userId: string, draft: Draft): void {
  writeText(keyOf(userId), JSON.stringify(draft), "sessionStorage");
}

/** Identifies the cart, method and addresses of a payment; a change of any needs a new payment. */
export function paymentBasis(
  { method, addresses }: Pick<Draft, "method" | "addresses">,
  items: readonly CartItem[] = cartItems(),
): string {
  const lines = items.map((item) => `${item.product._id}×${item.quantity}@${item.product.price}`);
  const fields = Object.entries({ ...addresses }).flatMap(([section, form]) =>
    Object.entries(form).map(([name, value]) => `${section}.${name}=${String(value)}`),
  );
  return [method, ...lines.toSorted(), ...fields.toSorted()].join("\n");
}
