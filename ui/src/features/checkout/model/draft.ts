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
  /** The payment of the order that was placed last in this tab. */
  placed?: string;
}

const DEFAULT_METHOD = "standard-delivery";
const keyOf = (userId: string) => `checkout:${userId}`;
const methodKeyOf = (userId: string) => `checkout-method:${userId}`;

/** Another checkout begins with the method of the one before. */
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
