// When a product is sold out or low in stock.

interface Inventory {
  quantity: number;
  lowStockThreshold?: number;
}

type StockLevel = "out" | "low" | "in";

/** Out at 0, low at or below the product's own threshold. */
export function stockLevel({ quantity, lowStockThreshold = 5 }: Inventory): StockLevel {
  if (quantity <= 0) return "out";
  return quantity <= lowStockThreshold ? "low" : "in";
}

/** Low in stock, or sold out. */
export const isLow = (inventory: Inventory): boolean => stockLevel(inventory) !== "in";
