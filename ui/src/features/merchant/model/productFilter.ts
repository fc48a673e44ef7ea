// The filters of the merchant's products, from the URL.
import type { OwnProductQuery } from "@/api/types";
import { compact, oneOf, text, wholeNumber } from "@/lib/search";

export const STATES = ["live", "pending", "changes", "review", "inactive"] as const;
export type ProductState = (typeof STATES)[number];

export interface ProductFilter {
  /** Absent: all states. */
  show?: ProductState;
  /** Only products low in stock or sold out. */
  low: boolean;
  q?: string;
  page: number;
}

/** Products per page. */
const PRODUCTS_PER_PAGE = 20;

export const parseFilter = (raw: Record<string, unknown>): ProductFilter => ({
  show: oneOf(raw, "show", STATES),
  low: text(raw, "stock") === "low",
  q: text(raw, "q"),
  page: wholeNumber(raw, "page") ?? 1,
});

/** The query of a page of the list. */
export const toOwnQuery = ({ show, low, q, page }: ProductFilter): OwnProductQuery =>
  compact({ state: show, search: q, low: low ? "true" : undefined, page, limit: PRODUCTS_PER_PAGE });
