import type { Product } from "@/api/types";

/** Why a delivery method cannot be had for these products; null when it can. */
export function whyNot(method: string, products: readonly Product[]): string | null {
  const refused = products.filter((product) => {
    const offered = product.fulfillment?.method ?? "both";
    return offered === (method === "pickup" ? "delivery-only" : "pickup-only");
  });
  if (refused.length === 0) return null;
  const names = refused.map((product) => product.name).join(", ");
  return method === "pickup" ? `Delivery only: ${names}` : `Pickup only: ${names}`;
}
