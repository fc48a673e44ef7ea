// Compares the cart with the shop as it is now, before anybody pays.
import { useQueries } from "@tanstack/react-query";
import type { CartItem } from "@/lib/cart";
import { heldUnits } from "@/lib/holds";
import type { LineChange } from "@/lib/lineChange";
import { toCents } from "@/lib/money";
import { isNotFound } from "./error";
import { productQuery, toCartProduct } from "./products";
import { useUser } from "./session";
import type { Product } from "./types";

/** What changed since the product was put in; null when the line still holds. `held`: units that wait for this customer. */
export function lineChange(item: CartItem, product: Product, held = 0): LineChange | null {
  const left = Math.max(0, product.inventory.quantity) + held;
  if (left < item.quantity) return { kind: "stock", left };
  if (toCents(product.price) !== toCents(item.product.price)) {
    return { kind: "price", was: item.product.price, now: product.price, product: toCartProduct(product) };
  }
  return null;
}

/** Changes by product id; lines that are fine, or not checked yet, are not in it. */
export function useCartChecks(items: readonly CartItem[]): Map<string, LineChange> {
  const answers = useQueries({ queries: items.map((item) => productQuery(item.product._id)) });
  const held = heldUnits(useUser()?._id);
  const changes = new Map<string, LineChange>();
  for (const [index, item] of items.entries()) {
    const answer = answers[index];
    const id = item.product._id;
    const change = isNotFound(answer?.error)
      ? ({ kind: "gone" } as const)
      : answer?.data
        ? lineChange(item, answer.data, held.get(id))
        : null;
    if (change) changes.set(id, change);
  }
  return changes;
}
