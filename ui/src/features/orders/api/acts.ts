// What merchants and customers do about an order.
import { api, call } from "@/api/client";
import type { OrderStatus } from "@/api/types";

export interface StatusChange {
  status: OrderStatus;
  reason?: string;
  trackingNumber?: string;
  /** For the customer. */
  note?: string;
}

/** A merchant's step in an order's life. */
export async function changeStatus(
  id: string,
  { status, reason, trackingNumber, note }: StatusChange,
): Promise<void> {
  const shipping = trackingNumber ? { trackingNumber } : undefined;
  await call(
    api.PUT("/orders/{id}/status", { params: { path: { id } }, body: { status, reason, note, shipping } }),
  );
}

/** The customer's cancel, while the merchant has not confirmed yet. */
export async function cancelOrder(id: string): Promise<void> {
  await call(api.PUT("/orders/{id}/cancel", { params: { path: { id } }, body: {} }));
}
