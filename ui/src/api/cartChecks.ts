// Compares the cart with the shop's current prices and stock before the customer pays.
import { useQueries } from "@tanstack/react-query";
import type { CartItem } from "@/lib/cart";
import { heldUnits } from "@/lib/holds";
import type { LineChange } from "@/lib/lineChange";
import { toCents } from "@/lib/money";
import { isNotFound } from "./error";
import { productQuery, toCartProduct } from "./products";
import { useUser } from "./session";
import type { Product } from "./types";

/** The change since the product was added; null when the line still holds. `held`: units reserved for this customer. */
export function lineChange(item: CartItem, product: Product, held = 0): LineChange | null {
  const available = Math.max(0, product.inventory.quantity) + held;
  if (available < item.quantity) return { kind: "stock", left: available };
  if (toCents(product.price) !== toCents(item.product.price)) {
    return { kind: "price", was: item.product.price, now: product.price, product: toCartProduct(product) };
  }
  return null;
}

/** Changes by product id, without lines that still hold or are not checked yet. */
export function useCartChecks(items: readonly CartItem[]): Map<string, LineChange> {
  const answers = useQueries({ queries: items.map((item) => productQuery(item.product._id)) });
  const user = useUser();
  const held = heldUnits(user?._id);
  const changes = new Map<string, LineChange>();
  for (const [index, item] of items.entries()) {
    const answer = answers[index];
    const id = item.product._id;
    const product = answer?.data;
    if (isNotFound(answer?.error)) changes.set(id, { kind: "gone" });
    // A merchant can fill the cart as a visitor and log in afterwards.
    else if (user && product?.merchant?._id === user._id) changes.set(id, { kind: "own" });
    else if (product) {
      const change = lineChange(item, product, held.get(id));
      if (change) changes.set(id, change);
    }
  }
  return changes;
}
