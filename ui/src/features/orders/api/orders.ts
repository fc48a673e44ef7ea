import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { OrderStatus } from "@/api/types";

/** The signed-in merchant's orders, newest first. */
export const merchantOrdersQuery = queryOptions({
  queryKey: keys.orders.merchant,
  queryFn: ({ signal }) => call(api.GET("/orders/merchant", { signal })),
});

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: keys.orders.one(id),
    queryFn: ({ signal }) => call(api.GET("/orders/{id}", { params: { path: { id } }, signal })),
  });

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
