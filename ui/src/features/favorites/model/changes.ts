import type { Product } from "@/api/types";
import type { FavoriteState } from "@/lib/favorites";
import { formatMoney, toCents } from "@/lib/money";
import { texts } from "../texts";

export interface Change {
  text: string;
  /** Whether the change is good news. */
  good: boolean;
}

/** The changes of a product since it was saved in this browser. */
export function changesSince(product: Product, saved: FavoriteState | undefined): Change[] {
  if (!saved) return [];
  const changes: Change[] = [];
  const difference = toCents(product.price) - toCents(saved.price);
  if (difference < 0) changes.push({ text: texts.cheaper(formatMoney(saved.price)), good: true });
  if (difference > 0) changes.push({ text: texts.dearer(formatMoney(saved.price)), good: false });
  const available = product.inventory.quantity > 0;
  if (available && !saved.available) changes.push({ text: texts.back, good: true });
  if (!available && saved.available) changes.push({ text: texts.soldOutSince, good: false });
  return changes;
}

/** Products grouped by merchant, in order of each merchant's first product. */
export function byMerchant(products: readonly Product[]): Product[][] {
  const groups = new Map<string, Product[]>();
  for (const product of products) {
    const id = product.merchant._id;
    groups.set(id, [...(groups.get(id) ?? []), product]);
  }
  return [...groups.values()];
}
