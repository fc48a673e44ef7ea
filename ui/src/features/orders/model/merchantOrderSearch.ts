// The filters of the merchant's order board, from the URL.
import type { OrderStatus, SalesQuery } from "@/api/types";
import { compact, oneOf, text, wholeNumber } from "@/lib/search";

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
const SALES_PER_PAGE = 15;
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

/** The query of a page of the board. */
export const toSalesQuery = ({
  show,
  q,
  from,
  to,
  product,
  customer,
  page,
}: MerchantOrderSearch): SalesQuery =>
  compact({ status: show, search: q, from, to, product, customer, page, limit: SALES_PER_PAGE });

/** Whether anything but the status narrows the board. */
export const isNarrowed = ({ q, from, to, product, customer }: MerchantOrderSearch): boolean =>
  [q, from, to, product, customer].some((value) => value !== undefined);
