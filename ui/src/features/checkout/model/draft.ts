// What a customer has entered so far. It outlives a reload and Back, but not the browser tab.
import { cartItems, type CartItem } from "@/lib/cart";
import { readText, writeText } from "@/lib/storage";
import type { AddressForm } from "./address";
import type { Amounts } from "./amounts";

/** The payment that waits at the provider for this cart. */
export interface PendingPayment {
  intentId: string;
  clientSecret: string;
  amounts: Amounts;
  /** The cart, method and addresses that it was made for. */
  basis: string;
  /** The provider has taken the money: only the order remains to be placed. */
  paid?: boolean;
  /** The server's text why nothing can be paid with it, or ordered for it, any more. */
  ended?: string;
}

export interface Draft {
  method: string;
  addresses?: AddressForm;
  payment?: PendingPayment;
}

const EMPTY: Draft = { method: "standard-delivery" };
const keyOf = (userId: string) => `checkout:${userId}`;

export function readDraft(userId: string): Draft {
  try {
    const stored: unknown = JSON.parse(readText(keyOf(userId), sessionStorage) ?? "null");
    return typeof stored === "object" && stored !== null ? { ...EMPTY, ...stored } : EMPTY;
  } catch {
    return EMPTY;
  }
}

export function writeDraft(userId: string, draft: Draft | null): void {
  writeText(keyOf(userId), draft && JSON.stringify(draft), sessionStorage);
}

/** Names what a payment was made for; another cart, method or address needs another payment. */
export function basisOf(
  { method, addresses }: Pick<Draft, "method" | "addresses">,
  items: readonly CartItem[] = cartItems(),
): string {
  const lines = items.map((item) => `${item.product._id}×${item.quantity}@${item.product.price}`);
  const fields = Object.entries({ ...addresses }).flatMap(([section, form]) =>
    Object.entries(form).map(([name, value]) => `${section}.${name}=${String(value)}`),
  );
  return [method, ...lines.toSorted(), ...fields.toSorted()].join("\n");
}
