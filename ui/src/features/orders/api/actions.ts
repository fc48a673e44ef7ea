// Actions of merchants and customers on an order.
import { api, call } from "@/api/client";
import type { OrderStatus } from "@/api/types";

export interface StatusChange {
  status: OrderStatus;
  reason?: string;
  trackingNumber?: string;
  /** A note to the customer. */
  note?: string;
}

/** Moves an order to its merchant's next status. */
export async function changeStatus(
  id: string,
  { status, reason, trackingNumber, note }: StatusChange,
): Promise<void> {
  const shipping = trackingNumber ? { trackingNumber } : undefined;
  await call(
    api.PUT("/orders/{id}/status", { params: { path: { id } }, body: { status, reason, note, shipping } }),
  );
}

/** Cancels an order for its customer, before the merchant has confirmed it. */
export async function cancelOrder(id: string): Promise<void> {
  await call(api.PUT("/orders/{id}/cancel", { params: { path: { id } }, body: {} }));
}
