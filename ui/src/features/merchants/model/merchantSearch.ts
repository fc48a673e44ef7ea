import { compact, oneOf, wholeNumber } from "@/lib/search";

export const FILTERS = ["all", "in-stock", "featured"] as const;
export type Filter = (typeof FILTERS)[number];

/** The search parameters of a merchant's page. */
export interface MerchantSearch {
  /** Absent: all products. */
  show?: Exclude<Filter, "all">;
  page?: number;
}

export const parseMerchantSearch = (raw: Record<string, unknown>): MerchantSearch =>
  compact({ show: oneOf(raw, "show", ["in-stock", "featured"] as const), page: wholeNumber(raw, "page", 2) });
