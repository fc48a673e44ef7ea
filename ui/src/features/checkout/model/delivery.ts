import type { Config, Product } from "@/api/types";
import { texts } from "../texts";

const offers = (product: Product) => product.fulfillment?.method ?? "both";

/** Why a delivery method is unavailable for these products; null if it is available. */
export function unavailableReason(method: string, products: readonly Product[]): string | null {
  const names = (refused: (product: Product) => boolean) =>
    products
      .filter(refused)
      .map((product) => product.name)
      .join(", ");
  if (method === "pickup") {
    const delivered = names((product) => offers(product) === "delivery-only");
    return delivered ? texts.deliveryOnly(delivered) : null;
  }
  const collected = names((product) => offers(product) === "pickup-only");
  if (collected) return texts.pickupOnly(collected);
  const slow =
    method === "same-day-delivery" ? names((product) => !product.shipping.deliveryTime.sameDay) : "";
  return slow ? texts.notSameDay(slow) : null;
}

/** The wanted method if these products allow it, else the first allowed one; the wanted one if none is allowed. */
export function methodFor(wanted: string, config: Config, products: readonly Product[]): string {
  const possible = config.checkout.deliveryMethods.filter(
    ({ id }) => unavailableReason(id, products) === null,
  );
  return (possible.find(({ id }) => id === wanted) ?? possible[0])?.id ?? wanted;
}
