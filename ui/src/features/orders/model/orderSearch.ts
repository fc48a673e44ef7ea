// Filters and pages "My Orders".
import type { Order } from "@/api/types";
import type { OrderFilter, OrderSearch } from "./orderParams";
import { groupByCheckout, hasEnded, sellerOf } from "./status";

/** Checkouts per page. */
export const ORDERS_PER_PAGE = 10;

export function filterOf(order: Order): OrderFilter {
  if (!hasEnded(order)) return "open";
  return order.status === "delivered" ? "delivered" : "ended";
}

function matchesText(order: Order, query: string): boolean {
  const words = [order.orderNumber, sellerOf(order), ...order.items.map(({ name }) => name)];
  return words.some((word) => word.toLowerCase().includes(query));
}

/** The matching checkouts of a page, and the number of all matches. */
export function findOrders(orders: readonly Order[], { status, q = "", page = 1 }: OrderSearch) {
  const query = q.trim().toLowerCase();
  const found = groupByCheckout(orders).filter((group) =>
    group.orders.some(
      (order) => (!status || filterOf(order) === status) && (!query || matchesText(order, query)),
    ),
  );
  const totalPages = Math.max(1, Math.ceil(found.length / ORDERS_PER_PAGE));
  const current = Math.min(page, totalPages);
  return {
    groups: found.slice((current - 1) * ORDERS_PER_PAGE, current * ORDERS_PER_PAGE),
    total: found.length,
    page: current,
    totalPages,
  };
}
