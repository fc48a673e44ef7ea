// An order's progress on its way to the customer.
import type { Order, OrderStatus } from "@/api/types";
import { texts } from "../texts";
import { sellerOf, statusLabel } from "./status";

/** The states of an order's way; the last but one depends on the delivery method. */
function statesOf({ deliveryMethod, status }: Order): OrderStatus[] {
  const arriving = status === "shipped" ? "shipped" : "out-for-delivery";
  return [
    "pending",
    "confirmed",
    "preparing",
    deliveryMethod === "pickup" ? "ready-for-pickup" : arriving,
    "delivered",
  ];
}

interface Progress {
  steps: string[];
  /** 1-based; one more than the number of steps when all are done. */
  current: number;
}

/** The progress of an order; null for a cancelled or returned one. */
export function progressOf(order: Order): Progress | null {
  const states = statesOf(order);
  const index = states.indexOf(order.status);
  if (index < 0) return null;
  return {
    steps: states.map((state) => (state === "pending" ? texts.placed : statusLabel(state))),
    current: order.status === "delivered" ? states.length + 1 : index + 1,
  };
}

/** The headline of the order's page for its customer. */
export function headlineOf(order: Order): { title: string; hint?: string } {
  const seller = sellerOf(order);
  const pickup = order.deliveryMethod === "pickup";
  if (pickup && order.status === "delivered") return { title: texts.collected };
  const title = texts.headline[order.status](seller);
  if (order.status === "pending") return { title, hint: texts.pendingHint };
  if (order.status === "ready-for-pickup") {
    const { address } = order.merchant;
    const place = [seller, address?.street, address?.city].filter(Boolean).join(", ");
    return { title, hint: texts.collectAt(place) };
  }
  return { title };
}

/** The last note that was not the customer's; the reason of a cancel or a return is one. */
export const latestNote = ({ timeline }: Order): string | null =>
  timeline.findLast(({ note, actor }) => note && actor !== "customer")?.note ?? null;
