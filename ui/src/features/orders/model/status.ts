import type { DeliveryMethod, Order, OrderStatus } from "@/api/types";
import { compareText } from "@/lib/compareText";
import type { BadgeTone } from "@/ui/Badge";
import { texts } from "../texts";

export const statusLabel = (status: OrderStatus): string => texts.status[status];

export function statusTone(status: OrderStatus): BadgeTone {
  if (status === "delivered") return "leaf";
  if (status === "cancelled" || status === "returned") return "danger";
  return status === "pending" ? "butter" : "neutral";
}

/** A merchant's action on an order. */
export interface StatusAction {
  to: OrderStatus;
  label: string;
  /** The dialog before the action. */
  ask?: "confirm" | "tracking" | "required-tracking" | "reason";
}

/** All of a merchant's actions, by status. */
export function merchantActions(status: OrderStatus, method: DeliveryMethod): StatusAction[] {
  switch (status) {
    case "pending":
      return [
        { to: "confirmed", label: texts.steps.confirm },
        { to: "cancelled", label: texts.steps.cancel, ask: "confirm" },
      ];
    case "confirmed":
      return [{ to: "preparing", label: texts.steps.prepare }];
    case "preparing":
      return method === "pickup"
        ? [{ to: "ready-for-pickup", label: texts.steps.ready }]
        : [
            { to: "out-for-delivery", label: texts.steps.sendOut, ask: "tracking" },
            { to: "shipped", label: texts.steps.ship, ask: "required-tracking" },
          ];
    case "ready-for-pickup":
    case "out-for-delivery":
    case "shipped":
      return [{ to: "delivered", label: texts.steps.deliver }];
    case "delivered":
      return [{ to: "returned", label: texts.steps.takeBack, ask: "reason" }];
    default:
      return [];
  }
}

/** What an admin may do in the merchant's place: the same steps, and cancelling until the delivery. */
export function adminActions({
  status,
  deliveryMethod,
}: Pick<Order, "status" | "deliveryMethod">): StatusAction[] {
  const steps = merchantActions(status, deliveryMethod);
  const canCancel = steps.length > 0 && status !== "pending" && status !== "delivered";
  return canCancel ? [...steps, { to: "cancelled", label: texts.steps.cancel, ask: "confirm" }] : steps;
}

export const methodLabel = (method: DeliveryMethod): string => texts.method[method] ?? method;

/** The displayed order number; without one, the end of the id. */
export const numberOf = (order: Order): string => order.orderNumber || order._id.slice(-8);

/** Orders grouped by checkout, in order of each checkout's first order. */
export function groupByCheckout(orders: readonly Order[]): { parent: string; orders: Order[] }[] {
  const groups = new Map<string, Order[]>();
  for (const order of orders) {
    const group = groups.get(order.parentNumber);
    if (group) group.push(order);
    else groups.set(order.parentNumber, [order]);
  }
  return [...groups].map(([parent, group]) => ({
    parent,
    orders: group.toSorted((a, b) => compareText(a.orderNumber, b.orderNumber)),
  }));
}

/** The seller's name at the time of the order. */
export const sellerOf = ({ merchant }: Order): string => merchant.businessInfo?.businessName ?? merchant.name;

/** The recipient's name and phone as given at the checkout; after an erasure, the account's. */
export function recipientOf({ customer, shippingAddress }: Order): {
  name: string;
  phone: string | undefined;
} {
  const name = `${shippingAddress?.firstName ?? ""} ${shippingAddress?.lastName ?? ""}`.trim();
  return { name: name || customer.name, phone: shippingAddress?.phone || undefined };
}

/** The order is finished; only a return can follow. */
export const hasEnded = ({ status }: Order): boolean =>
  status === "delivered" || status === "cancelled" || status === "returned";
