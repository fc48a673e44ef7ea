import type { Product } from "@/api/types";
import { stockLevel } from "@/lib/stock";
import { texts } from "../texts";

/** "Out of stock", "Only 3 left", "In stock · 24 available". */
export function stockText({ inventory }: Product): string {
  const { quantity } = inventory;
  const level = stockLevel(inventory);
  if (level === "out") return texts.card.outOfStock;
  return level === "low" ? texts.card.onlyLeft(quantity) : texts.card.inStock(quantity);
}

/** Stalls within this many miles are "Local". */
const LOCAL_MILES = 10;

/** "Local" up to ten miles, else the rounded distance. */
export function distanceText(miles: number | null | undefined): string | null {
  if (typeof miles !== "number") return null;
  return miles <= LOCAL_MILES ? texts.card.local : texts.card.milesAway(miles);
}

/** Only an approved certificate earns the badge. */
export const isCertifiedOrganic = (product: Product): boolean =>
  Boolean(product.isOrganic) && product.organicCertificate?.status === "approved";
