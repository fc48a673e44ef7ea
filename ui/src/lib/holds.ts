// Stock held by this browser's checkout. The shop counts held units as sold, so without this a customer's own hold
// would look like a product that sold out.
import type { CartItem } from "./cart";
import { readJson, writeText } from "./storage";

/** How long the server holds goods for a checkout. */
const HOLD_DURATION_MS = 15 * 60_000;

const keyOf = (userId: string) => `hold:${userId}`;

export function rememberHold(userId: string, items: readonly CartItem[]): void {
  const units = Object.fromEntries(items.map(({ product, quantity }) => [product._id, quantity]));
  writeText(keyOf(userId), JSON.stringify({ until: Date.now() + HOLD_DURATION_MS, units }));
}

export function forgetHold(userId: string): void {
  writeText(keyOf(userId), null);
}

/** Units held for this customer by product id; empty once the hold has expired. */
export function heldUnits(userId: string | undefined): ReadonlyMap<string, number> {
  const stored = userId ? readJson(keyOf(userId)) : null;
  const { until, units } = (stored ?? {}) as { until?: unknown; units?: unknown };
  if (typeof until !== "number" || until < Date.now() || typeof units !== "object" || !units)
    return new Map();
  return new Map(
    Object.entries(units as Record<string, unknown>).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number",
    ),
  );
}
