// The filters of the merchant's order board, from the URL.
import type { Order, OrderStatus } from "@/api/types";
import { compact, oneOf, text, wholeNumber } from "@/lib/search";
import { dayAt } from "@/lib/timeZone";
import { numberOf } from "./status";

/** In the order of an order's life. */
export const STATUSES = [
  "pending",
  "confirmed",
  "preparing",
  "ready-for-pickup",
  "out-for-delivery",
  "shipped",
  "delivered",
  "cancelled",
  "returned",
] as const satisfies readonly OrderStatus[];

export interface MerchantOrderSearch {
  /** Absent: all statuses. */
  show?: OrderStatus;
  /** Text in the number, the customer's name or a product. */
  q?: string;
  /** The order with open details. */
  open?: string;
  /** Days in the merchant's time zone, both inclusive. */
  from?: string;
  to?: string;
  /** Ids, from a sales figure's link. */
  product?: string;
  customer?: string;
  page: number;
}

/** Orders per page. */
const PER_PAGE = 15;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function day(raw: Record<string, unknown>, key: string): string | undefined {
  const value = text(raw, key);
  return value && DAY.test(value) ? value : undefined;
}

export const parseMerchantOrders = (raw: Record<string, unknown>): MerchantOrderSearch => ({
  ...compact({
    show: oneOf(raw, "show", STATUSES),
    q: text(raw, "q"),
    open: text(raw, "open"),
    from: day(raw, "from"),
    to: day(raw, "to"),
    product: text(raw, "product"),
    customer: text(raw, "customer"),
  }),
  page: wholeNumber(raw, "page") ?? 1,
});

/** The board's search parameters. */
export const merchantOrderParams = ({ page, ...search }: MerchantOrderSearch) => ({
  ...search,
  page: page > 1 ? String(page) : undefined,
});

/** The day of the order in its merchant's time zone. */
export const dayOf = (order: Order): string => dayAt(order.createdAt, order.merchant.address);

function matchesText(order: Order, query: string): boolean {
  const words = [numberOf(order), order.customer.name, ...order.items.map(({ name }) => name)];
  return words.some((word) => word.toLowerCase().includes(query));
}

function isMatch(order: Order, { show, q, from, to, product, customer }: MerchantOrderSearch): boolean {
  if (show && order.status !== show) return false;
  if (q && !matchesText(order, q.toLowerCase())) return false;
  if (customer && order.customer._id !== customer) return false;
  if (product && !order.items.some((item) => item.product._id === product)) return false;
  if (!from && !to) return true;
  const placed = dayOf(order);
  return (!from || placed >= from) && (!to || placed <= to);
}

/** The number of matching orders. */
export const countOrders = (orders: readonly Order[], search: MerchantOrderSearch): number =>
  orders.filter((order) => isMatch(order, search)).length;

/** The matching orders of a page, and the number of all matches. */
export function findMerchantOrders(orders: readonly Order[], search: MerchantOrderSearch) {
  const found = orders.filter((order) => isMatch(order, search));
  const totalPages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const page = Math.min(search.page, totalPages);
  return {
    rows: found.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    total: found.length,
    page,
    totalPages,
  };
}
