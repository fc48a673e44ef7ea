// Delivery methods of a product, by the merchant's settings and the shop's configuration.
import type { Config, Product } from "@/api/types";
import { cutoffText } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { texts } from "../texts";

export interface FulfillmentOption {
  kind: "pickup" | "standard" | "same-day" | "too-far";
  title: string;
  /** The time and the price. */
  detail?: string;
}

const { product: words } = texts;

/** The delivery methods of a product, with the shop's times and fees once these are known. */
export function fulfillmentOptions(
  product: Product,
  distance: number | null,
  config: Config | undefined,
): FulfillmentOption[] {
  const { merchant, fulfillment, shipping } = product;
  const business = merchant.businessInfo;
  const detail = (id: string) => {
    const method = config?.checkout.deliveryMethods.find((candidate) => candidate.id === id);
    return method && `${method.time} · ${method.price > 0 ? formatMoney(method.price) : words.free}`;
  };
  const ways: FulfillmentOption[] = [];
  if (fulfillment.method !== "delivery-only" && shipping.canPickup) {
    const town = [merchant.address.city, merchant.address.state].filter(Boolean).join(", ");
    ways.push({ kind: "pickup", title: words.pickup(town), detail: detail("pickup") });
  }
  if (fulfillment.method === "pickup-only" || !shipping.canDeliver) return ways;
  const radius = Math.min(business.deliveryRadius, shipping.deliveryRange);
  if (distance !== null && distance > radius)
    return [...ways, { kind: "too-far", title: words.tooFar(radius) }];
  if (shipping.deliveryTime.sameDay && business.sameDayDelivery) {
    ways.push({
      kind: "same-day",
      title: words.sameDay(cutoffText(business.sameDayCutoff)),
      detail: detail("same-day-delivery"),
    });
  }
  ways.push({ kind: "standard", title: words.standard, detail: detail("standard-delivery") });
  return ways;
}
