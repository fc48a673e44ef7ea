// Personal data in the browser that is removed with the session: drafts of forms and of a checkout, recent searches,
// headings with the user's name. The cart, its holds, the tried payments and the saved favorites stay, under the
// account's id.
import { STORAGE_AREAS, readText, storedKeys, writeText } from "./storage";

const FORGOTTEN_KEYS = ["recentSearches", "verifyNotice", "accountPlace"];
const FORGOTTEN_PREFIXES = ["form:", "heading:", "checkout-method:"];
const CHECKOUT_PREFIX = "checkout:";

const listeners = new Set<() => void>();

/** Calls the listener when the session ends, for data kept in memory; returns a function that unsubscribes. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The payment of a paid checkout, without the addresses: it must be kept, or the customer would pay twice. */
function paidPart(text: string | null): string | null {
  try {
    const { payment } = JSON.parse(text ?? "{}") as { payment?: { paid?: boolean } };
    return payment?.paid === true ? JSON.stringify({ payment: { ...payment, basis: "" } }) : null;
  } catch {
    return null;
  }
}

/** Removes typed text, searches and names. */
export function forgetPersonalState(): void {
  for (const area of STORAGE_AREAS) {
    for (const key of storedKeys("", area)) {
      if (FORGOTTEN_KEYS.includes(key) || FORGOTTEN_PREFIXES.some((prefix) => key.startsWith(prefix))) {
        writeText(key, null, area);
      }
    }
  }
  for (const listener of listeners) listener();
}

/**
 * Removes the checkouts of all accounts but one. When the server ends a session, its owner's checkout stays for the
 * next log-in; a log-out, or another account's log-in, removes it.
 */
export function forgetCheckouts(except?: string): void {
  for (const key of storedKeys(CHECKOUT_PREFIX, "sessionStorage")) {
    if (key === `${CHECKOUT_PREFIX}${except}`) continue;
    writeText(key, paidPart(readText(key, "sessionStorage")), "sessionStorage");
  }
}
