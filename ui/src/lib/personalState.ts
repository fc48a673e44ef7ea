// What the browser keeps of the person who is signed in: drafts of forms and of a checkout, recent searches, headings with
// their name. It goes with the session. The cart, its holds and the prices of favorites stay for their owner, under the account's id.
import { AREAS, readText, storedKeys, writeText } from "./storage";

const FORGOTTEN_KEYS = ["recentSearches", "verifyNotice", "accountPlace"];
const FORGOTTEN_PREFIXES = ["form:", "heading:", "checkout-method:"];
const CHECKOUT_PREFIX = "checkout:";

const listeners = new Set<() => void>();

/** Calls the listener when the session ends, for what is kept in memory; answers a function that ends this. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Of a checkout whose money was taken the payment stays, without the addresses: it must not be paid a second time. */
function paidPart(text: string | null): string | null {
  try {
    const { payment } = JSON.parse(text ?? "{}") as { payment?: { paid?: boolean } };
    return payment?.paid === true ? JSON.stringify({ payment: { ...payment, basis: "" } }) : null;
  } catch {
    return null;
  }
}

/** What was typed and looked for, and what names the person. */
export function forgetTyped(): void {
  for (const area of AREAS) {
    for (const key of storedKeys("", area)) {
      if (FORGOTTEN_KEYS.includes(key) || FORGOTTEN_PREFIXES.some((prefix) => key.startsWith(prefix))) {
        writeText(key, null, area);
      }
    }
  }
  for (const listener of listeners) listener();
}

/**
 * The checkouts of everybody but one account. A session that the server ends leaves the checkout to its owner, who goes on
 * after the next log-in; a log-out, or somebody else's log-in, does not.
 */
export function forgetCheckouts(except?: string): void {
  for (const key of storedKeys(CHECKOUT_PREFIX, "sessionStorage")) {
    if (key === `${CHECKOUT_PREFIX}${except}`) continue;
    writeText(key, paidPart(readText(key, "sessionStorage")), "sessionStorage");
  }
}
