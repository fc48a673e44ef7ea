// The product list's state lives in its URL; this is the one place that reads it.
import type { ProductQuery } from "@/api/types";
import { CATEGORIES, type Category } from "@/lib/categories";
import { compact, oneOf, price, text, wholeNumber } from "@/lib/search";

const SORTS = [
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
/** The server's own order, which no link names. */
const UNCHOSEN = "";
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
    sort: search.sort ?? (ownOrder(search) ? undefined : DEFAULT_SORT),
    zip: search.zip,
    page: search.page ?? 1,
    limit: PAGE_SIZE,
  });
}

/** What the server sorts by when it is not told: how well something fits what was typed, else how near it is. */
function ownOrder(search: ProductSearch): string | undefined {
  if (search.search !== undefined) return "Best match";
  return search.zip === undefined ? undefined : "Nearest first";
}

/** The sorts to choose from, the one without a choice first. */
export function sortsFor(search: ProductSearch): readonly { value: string; label: string }[] {
  const label = ownOrder(search);
  return label === undefined ? SORTS : [{ value: UNCHOSEN, label }, ...SORTS];
}

/** The one of them that is in force. */
export const sortOf = (search: ProductSearch): string =>
  search.sort ?? (ownOrder(search) === undefined ? DEFAULT_SORT : UNCHOSEN);

/** The sort of somebody who has chosen one of them. */
export const chosenSort = (value: string): Sort | undefined =>
  SORTS.find((sort) => sort.value === value)?.value;
