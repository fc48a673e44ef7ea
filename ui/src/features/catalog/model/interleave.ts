import type { Product } from "@/api/types";

/** Products whose distances differ by less than this may be reordered. */
const BAND_MILES = 10;
const bandOf = (product: Product) =>
  typeof product.distance === "number" ? Math.floor(product.distance / BAND_MILES) : 0;

/**
 * Reorders a page so that no merchant has two products in a row while another merchant at a similar distance has
 * products left. Otherwise keeps the order.
 */
export function interleave(products: readonly Product[]): Product[] {
  const remaining = [...products];
  const mixed: Product[] = [];
  while (remaining[0]) {
    const band = bandOf(remaining[0]);
    const before = mixed.at(-1)?.merchant?._id;
    const other = remaining.findIndex(
      (product) => bandOf(product) === band && product.merchant?._id !== before,
    );
    mixed.push(...remaining.splice(Math.max(0, other), 1));
  }
  return mixed;
}
