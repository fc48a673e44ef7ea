import type { Order } from "@/api/types";

/** Whether one of the orders brought the product to its customer. The server decides in the end. */
export const wasDelivered = (orders: readonly Order[], productId: string): boolean =>
  orders.some(
    ({ status, items }) => status === "delivered" && items.some(({ product }) => product._id === productId),
  );
