import type { Product } from "@/api/types";

export type StockLevel = "out" | "low" | "in";

/** Out at 0, low at or below the product's own threshold. */
export function stockLevel(product: Product): StockLevel {
  const { quantity, lowStockThreshold = 5 } = product.inventory;
  if (quantity <= 0) return "out";
  return quantity <= lowStockThreshold ? "low" : "in";
}

/** "Out of stock", "Only 3 left", "In stock · 24 available". */
export function stockText(product: Product): string {
  const { quantity } = product.inventory;
  const level = stockLevel(product);
  if (level === "out") return "Out of stock";
  return level === "low" ? `Only ${quantity} left` : `In stock · ${quantity} available`;
}

/** "Local" up to ten miles, else the rounded distance. */
export function distanceText(product: Product): string | null {
  if (product.distance === undefined || product.distance === null) return null;
  return product.distance <= 10 ? "Local" : `${Math.round(product.distance)} mi away`;
}

/** Only an approved certificate earns the badge. */
export const isCertifiedOrganic = (product: Product): boolean =>
  Boolean(product.isOrganic) && product.organicCertificate?.status === "approved";
