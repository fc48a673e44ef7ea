// Compares the cart with the shop as it is now, before anybody pays.
import { useQueries } from "@tanstack/react-query";
import type { CartItem } from "@/lib/cart";
import { toCents } from "@/lib/money";
import { isNotFound } from "./error";
import { productQuery } from "./products";
import type { Product } from "./types";

export type LineChange =
  | { kind: "gone" }
  | { kind: "stock"; left: number }
  | { kind: "price"; was: number; now: number; product: Product };

/** What changed since the product was put in; null when the line still holds. */
export function lineChange(item: CartItem, product: Product): LineChange | null {
  const left = Math.max(0, product.inventory.quantity);
  if (left < item.quantity) return { kind: "stock", left };
  if (toCents(product.price) !== toCents(item.product.price)) {
    return { kind: "price", was: item.product.price, now: product.price, product };
  }
  return null;
}

/** Changes by product id; lines that are fine, or not checked yet, are not in it. */
export function useCartChecks(items: readonly CartItem[]): Map<string, LineChange> {
  const answers = useQueries({ queries: items.map((item) => productQuery(item.product._id)) });
  const changes = new Map<string, LineChange>();
  for (const [index, item] of items.entries()) {
    const answer = answers[index];
    const change = isNotFound(answer?.error)
      ? ({ kind: "gone" } as const)
      : answer?.data
        ? lineChange(item, answer.data)
        : null;
    if (change) changes.set(item.product._id, change);
  }
  return changes;
}
