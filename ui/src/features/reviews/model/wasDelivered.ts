import type { Order } from "@/api/types";

/** Whether one of the orders delivered the product. The server makes the final decision. */
export const wasDelivered = (orders: readonly Order[], productId: string): boolean =>
  orders.some(
    ({ status, items }) => status === "delivered" && items.some(({ product }) => product._id === productId),
  );
