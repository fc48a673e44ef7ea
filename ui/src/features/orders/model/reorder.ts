// Reorders an order: adds available products to the cart and reports the differences.
import { isNotFound } from "@/api/error";
import { toCartProduct } from "@/api/products";
import type { Order, Product } from "@/api/types";
import { addToCart, cartItems } from "@/lib/cart";
import { toCents } from "@/lib/money";

type Item = Order["items"][number];

export interface Reordered {
  /** Units added to the cart. */
  added: number;
  missing: { name: string; why: "gone" | "soldOut" | "allInCart" | "unknown" }[];
  fewer: { name: string; added: number; wanted: number }[];
  /** Items added at a price other than the original one. */
  repriced: { name: string; was: number; now: number }[];
}

export const isComplete = ({ missing, fewer, repriced }: Reordered): boolean =>
  missing.length + fewer.length + repriced.length === 0;

function quantityInCart(productId: string): number {
  return cartItems().find(({ product }) => product._id === productId)?.quantity ?? 0;
}

/** Adds one item to the cart and records the result. */
function addItem(item: Item, product: Product, result: Reordered): void {
  const { name, quantity: wanted } = item;
  const already = quantityInCart(product._id);
  const available = Math.max(0, product.inventory.quantity) - already;
  if (available <= 0) {
    result.missing.push({ name, why: already > 0 ? "allInCart" : "soldOut" });
    return;
  }
  const added = Math.min(available, wanted);
  addToCart(toCartProduct(product), added);
  result.added += added;
  if (added < wanted) result.fewer.push({ name, added, wanted });
  if (toCents(product.price) !== toCents(item.price)) {
    result.repriced.push({ name, was: item.price, now: product.price });
  }
}

/** `load` fetches a product's present data. */
export async function reorder(
  items: readonly Item[],
  load: (productId: string) => Promise<Product>,
): Promise<Reordered> {
  const products = await Promise.allSettled(items.map(({ product }) => load(product._id)));
  const result: Reordered = { added: 0, missing: [], fewer: [], repriced: [] };
  for (const [index, answer] of products.entries()) {
    const item = items[index];
    if (!item) continue;
    if (answer.status === "fulfilled") addItem(item, answer.value, result);
    else result.missing.push({ name: item.name, why: isNotFound(answer.reason) ? "gone" : "unknown" });
  }
  return result;
}
