// The product list's state lives in its URL; this is the one place that reads it.
import type { ProductQuery } from "@/api/types";
import { CATEGORIES, type Category } from "@/lib/categories";
import { compact, oneOf, price, text, wholeNumber } from "@/lib/search";

export const SORTS = [
  { value: "-createdAt", label: "Newest first" },
  { value: "createdAt", label: "Oldest first" },
  { value: "price", label: "Price: low to high" },
  { value: "-price", label: "Price: high to low" },
  { value: "-rating.average", label: "Highest rated" },
  { value: "name", label: "Name: A to Z" },
] as const;

export type Sort = (typeof SORTS)[number]["value"];

export interface ProductSearch {
  search?: string;
  category?: Category;
  minPrice?: number;
  maxPrice?: number;
  /** "true" organic only, "false" conventional; absent: all. */
  isOrganic?: "true" | "false";
  sort?: Sort;
  /** Five digits: products near it. */
  zip?: string;
  page?: number;
}

const DEFAULT_SORT: Sort = "-createdAt";
const PAGE_SIZE = 20;

/** Reads the URL. Every key is there, if only as undefined: the router would hand on the unread text otherwise. */
export function parseProductSearch(raw: Record<string, unknown>): ProductSearch {
  return {
    search: text(raw, "search"),
    category: oneOf(raw, "category", CATEGORIES),
    minPrice: price(raw, "minPrice"),
    maxPrice: price(raw, "maxPrice"),
    isOrganic: oneOf(raw, "isOrganic", ["true", "false"] as const),
    sort: oneOf(
      raw,
      "sort",
      SORTS.map((sort) => sort.value),
    ),
    zip: text(raw, "zip")?.match(/^\d{5}$/)?.[0],
    page: wholeNumber(raw, "page", 2),
  };
}

/** A change of filters: unset what is undefined, and go back to the first page. */
export function withFilters(search: ProductSearch, change: Partial<ProductSearch>): ProductSearch {
  return compact({ ...search, ...change, page: undefined });
}

/** What the server is asked for. */
export function toQuery(search: ProductSearch): ProductQuery {
  return compact({
    search: search.search,
    category: search.category,
    minPrice: search.minPrice,
    maxPrice: search.maxPrice,
    isOrganic: search.isOrganic === undefined ? undefined : search.isOrganic === "true",
    sort: search.sort ?? DEFAULT_SORT,
    zip: search.zip,
    page: search.page ?? 1,
    limit: PAGE_SIZE,
  });
}

/** The sort in force. */
export const sortOf = (search: ProductSearch): Sort => search.sort ?? DEFAULT_SORT;
