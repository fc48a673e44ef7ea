// The search parameters of "My Orders". The routes import this module, so it stays small.
import { compact, oneOf, text, wholeNumber } from "@/lib/search";

export const ORDER_FILTERS = ["open", "delivered", "ended"] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

export interface OrderSearch {
  /** Absent: all states. */
  status?: OrderFilter;
  /** Text in a product, a stall or a number. */
  q?: string;
  page?: number;
}

export const parseOrderSearch = (raw: Record<string, unknown>): OrderSearch =>
  compact({
    status: oneOf(raw, "status", ORDER_FILTERS),
    q: text(raw, "q"),
    page: wholeNumber(raw, "page", 2),
  });
