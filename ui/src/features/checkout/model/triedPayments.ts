// The payments tried in this browser, by account. The browser may be closed between a payment and its order; the next
// visit then asks the shop about the payment and takes what was paid out of the cart. Like the cart, they stay after
// log-out.
import { useMemo, useSyncExternalStore } from "react";
import { takeFromCart, type Purchase } from "@/lib/cart";
import { paymentsKey } from "@/lib/paymentsKey";
import { readText, writeText } from "@/lib/storage";

export interface TriedPayment {
  intentId: string;
  /** When it was last tried, in ms since 1970. */
  triedAt: number;
  /** The number of its order: what was paid is out of the cart, and the customer has not seen the order yet. */
  orderNumber?: string;
}

/** The order of a payment, as far as the cart needs it. */
interface PlacedOrder {
  orderNumber: string;
  items: readonly { product: { _id: string }; quantity: number }[];
}

const listeners = new Set<() => void>();

function isPayment(value: unknown): value is TriedPayment {
  const payment = value as Partial<TriedPayment> | null;
  return (
    typeof payment?.intentId === "string" &&
    typeof payment.triedAt === "number" &&
    ["string", "undefined"].includes(typeof payment.orderNumber)
  );
}

function parse(text: string | null): TriedPayment[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPayment) : [];
  } catch {
    return [];
  }
}

export const triedPayments = (userId: string): TriedPayment[] => parse(readText(paymentsKey(userId)));

function save(userId: string, payments: readonly TriedPayment[]): void {
  writeText(paymentsKey(userId), payments.length > 0 ? JSON.stringify(payments) : null);
  for (const listener of listeners) listener();
}

/** Called before the money is taken: what happens after that may never reach this page. */
export function rememberPayment(userId: string, intentId: string): void {
  const payments = triedPayments(userId);
  const known = payments.find((payment) => payment.intentId === intentId);
  const others = payments.filter((payment) => payment !== known);
  // A second attempt must not forget that another tab has settled the first.
  save(userId, [...others, { ...known, intentId, triedAt: Date.now() }]);
}

export function forgetPayment(userId: string, intentId: string): void {
  save(
    userId,
    triedPayments(userId).filter((payment) => payment.intentId !== intentId),
  );
}

/**
 * Takes the goods of a payment's order out of the cart, once: a repetition, another tab, and a payment of another
 * browser change nothing. `isSeen`: the customer has the order before them and needs no notice. Returns whether the
 * goods were taken out now.
 */
export function settlePayment(
  userId: string,
  intentId: string,
  order: PlacedOrder,
  { isSeen }: { isSeen: boolean },
): Promise<boolean> {
  return alone(paymentsKey(userId), () => {
    const payments = triedPayments(userId);
    const payment = payments.find((one) => one.intentId === intentId);
    if (!payment) return false;
    const others = payments.filter((one) => one !== payment);
    const { orderNumber } = order;
    save(userId, isSeen ? others : [...others, { ...payment, orderNumber }]);
    if (payment.orderNumber !== undefined) return false;
    takeFromCart(userId, order.items.map(toPurchase));
    return true;
  });
}

const toPurchase = ({ product, quantity }: PlacedOrder["items"][number]): Purchase => ({
  productId: product._id,
  quantity,
});

/** Runs a change that no other tab makes at the same time. */
async function alone<T>(name: string, change: () => T): Promise<T> {
  // Browsers offer locks only on https and on this machine.
  return "locks" in navigator ? await navigator.locks.request(name, change) : change();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has changed them.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The payments of this account; updates across components and tabs. */
export function useTriedPayments(userId: string): TriedPayment[] {
  const stored = useSyncExternalStore(subscribe, () => readText(paymentsKey(userId)));
  return useMemo(() => parse(stored), [stored]);
}
