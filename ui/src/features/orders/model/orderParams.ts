// The search parameters of "My Orders". The routes import this module, so it stays small.
import type { PurchaseQuery } from "@/api/types";
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

/** Purchases per page. */
export const PURCHASES_PER_PAGE = 10;

/** The query of a page of "My Orders". */
export const toPurchaseQuery = ({ status, q, page }: OrderSearch): PurchaseQuery =>
  compact({ state: status, search: q, page, limit: PURCHASES_PER_PAGE });

/** The query of the overview: all counts, and the latest purchases. */
export const OVERVIEW: PurchaseQuery = { limit: 3 };

export const parseOrderSearch = (raw: Record<string, unknown>): OrderSearch =>
  compact({
    status: oneOf(raw, "status", ORDER_FILTERS),
    q: text(raw, "q"),
    page: wholeNumber(raw, "page", 2),
  });
