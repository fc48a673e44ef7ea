// The filters of "My Orders", as they stand in the URL. The routes read them, so this brings nothing else along.
import { compact, oneOf, text, wholeNumber } from "@/lib/search";

export const ORDER_FILTERS = ["open", "delivered", "ended"] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

export interface OrderSearch {
  /** Without one: all. */
  status?: OrderFilter;
  /** Words of a product, a stall or a number. */
  q?: string;
  page?: number;
}

export const parseOrderSearch = (raw: Record<string, unknown>): OrderSearch =>
  compact({
    status: oneOf(raw, "status", ORDER_FILTERS),
    q: text(raw, "q"),
    page: wholeNumber(raw, "page", 2),
  });
