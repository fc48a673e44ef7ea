import type { DeliveryMethod, Order, OrderStatus } from "@/api/types";
import type { BadgeTone } from "@/ui/Badge";

const LABELS: Record<OrderStatus, string> = {
  pending: "Pending",
  confirmed: "Confirmed",
  preparing: "Preparing",
  "ready-for-pickup": "Ready for Pickup",
  "out-for-delivery": "Out for Delivery",
  shipped: "Shipped",
  delivered: "Delivered",
  cancelled: "Cancelled",
  returned: "Returned",
};

export const statusLabel = (status: OrderStatus): string => LABELS[status];

export function statusTone(status: OrderStatus): BadgeTone {
  if (status === "delivered") return "leaf";
  if (status === "cancelled" || status === "returned") return "danger";
  return status === "pending" ? "butter" : "neutral";
}

/** One thing that a merchant can do with an order now. */
export interface StatusAction {
  to: OrderStatus;
  label: string;
  /** What is asked before it happens. */
  ask?: "confirm" | "tracking" | "required-tracking" | "reason";
}

/** The whole of what a merchant may do, by state. */
export function merchantActions(status: OrderStatus, method: DeliveryMethod): StatusAction[] {
  switch (status) {
    case "pending":
      return [
        { to: "confirmed", label: "Confirm Order" },
        { to: "cancelled", label: "Cancel Order", ask: "confirm" },
      ];
    case "confirmed":
      return [{ to: "preparing", label: "Start Preparing" }];
    case "preparing":
      return method === "pickup"
        ? [{ to: "ready-for-pickup", label: "Ready for Pickup" }]
        : [
            { to: "out-for-delivery", label: "Out for Delivery", ask: "tracking" },
            { to: "shipped", label: "Ship by carrier", ask: "required-tracking" },
          ];
    case "ready-for-pickup":
    case "out-for-delivery":
    case "shipped":
      return [{ to: "delivered", label: "Mark as Delivered" }];
    case "delivered":
      return [{ to: "returned", label: "Accept Return", ask: "reason" }];
    default:
      return [];
  }
}

const METHOD_LABELS: Record<DeliveryMethod, string> = {
  pickup: "Store Pickup",
  "standard-delivery": "Standard Delivery",
  "same-day-delivery": "Same Day Delivery",
};

export const methodLabel = (method: DeliveryMethod): string => METHOD_LABELS[method] ?? method;

/** The number that people see; without one, the end of the id. */
export const numberOf = (order: Order): string => order.orderNumber || order._id.slice(-8);

/** Orders of one checkout together, in the order in which the first of each came. */
export function byParent(orders: readonly Order[]): { parent: string; orders: Order[] }[] {
  const groups = new Map<string, Order[]>();
  for (const order of orders) {
    const group = groups.get(order.parentNumber);
    if (group) group.push(order);
    else groups.set(order.parentNumber, [order]);
  }
  return [...groups].map(([parent, group]) => ({
    parent,
    orders: group.toSorted((a, b) => a.orderNumber.localeCompare(b.orderNumber)),
  }));
}
