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
  const user = useUser();
  const held = heldUnits(user?._id);
  const changes = new Map<string, LineChange>();
  for (const [index, item] of items.entries()) {
    const answer = answers[index];
    const id = item.product._id;
    const product = answer?.data;
    if (isNotFound(answer?.error)) changes.set(id, { kind: "gone" });
    // Possible for who filled the cart as a visitor, and signed in after that.
    else if (user && product?.merchant?._id === user._id) changes.set(id, { kind: "own" });
    else if (product) {
      const change = lineChange(item, product, held.get(id));
      if (change) changes.set(id, change);
    }
  }
  return changes;
}
