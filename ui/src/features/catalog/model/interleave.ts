import type { Product } from "@/api/types";

/** Products as far away as this from each other may change places. */
const BAND_MILES = 10;
const bandOf = (product: Product) =>
  typeof product.distance === "number" ? Math.floor(product.distance / BAND_MILES) : 0;

/**
 * Keeps the order, but lets no merchant have two places in a row while another one, equally near, has products left on
 * the page.
 */
export function interleave(products: readonly Product[]): Product[] {
  const left = [...products];
  const mixed: Product[] = [];
  while (left[0]) {
    const band = bandOf(left[0]);
    const before = mixed.at(-1)?.merchant?._id;
    const other = left.findIndex((product) => bandOf(product) === band && product.merchant?._id !== before);
    mixed.push(...left.splice(Math.max(0, other), 1));
  }
  return mixed;
}
