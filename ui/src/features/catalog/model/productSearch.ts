// The product list's search parameters; only this module parses them.
import type { ProductQuery } from "@/api/types";
import { CATEGORIES, type Category } from "@/lib/categories";
import {
  clampRadius,
  MAX_SEARCH_RADIUS,
  parsePlaceSearch,
  placeOf,
  placeParams,
  type Place,
  type PlaceSearch,
} from "@/lib/place";
import { compact, oneOf, price, text, wholeNumber } from "@/lib/search";

/** The available sort orders; their labels are in `sorts.ts`, which only the page needs. */
export const SORT_VALUES = [
  "distance",
  "-createdAt",
  "createdAt",
  "price",
  "-price",
  "-rating.average",
  "name",
] as const;
export type Sort = (typeof SORT_VALUES)[number];

const FULFILLMENTS = ["pickup", "delivery"] as const;
/** The available distances in miles. */
export const DISTANCES = [5, 10, 25, 50, 100] as const;

export interface ProductSearch extends PlaceSearch {
  search?: string;
  /** "1": search for the typed words without a correction. */
  exact?: "1";
  category?: Category;
  minPrice?: number;
  maxPrice?: number;
  /** "true" organic only, "false" conventional; absent: all. */
  isOrganic?: "true" | "false";
  inStock?: "true";
  fulfillment?: (typeof FULFILLMENTS)[number];
  /** Miles around the place, or "any" to ignore it; absent: the place's own radius. */
  distance?: number | "any";
  sort?: Sort;
  page?: number;
}

/** Divides evenly into rows of two, three and four. */
export const PAGE_SIZE = 24;

function distanceOf(raw: Record<string, unknown>): ProductSearch["distance"] {
  const value = text(raw, "distance");
  if (value === "any") return value;
  return value !== undefined && /^\d+$/.test(value) ? clampRadius(value, MAX_SEARCH_RADIUS) : undefined;
}

/** Parses the URL. Sets every key, at least to undefined: the router would pass on the unparsed text otherwise. */
export function parseProductSearch(raw: Record<string, unknown>): ProductSearch {
  return {
    search: text(raw, "search"),
    exact: oneOf(raw, "exact", ["1"] as const),
    category: oneOf(raw, "category", CATEGORIES),
    minPrice: price(raw, "minPrice"),
    maxPrice: price(raw, "maxPrice"),
    isOrganic: oneOf(raw, "isOrganic", ["true", "false"] as const),
    inStock: oneOf(raw, "inStock", ["true"] as const),
    fulfillment: oneOf(raw, "fulfillment", FULFILLMENTS),
    distance: distanceOf(raw),
    sort: oneOf(raw, "sort", SORT_VALUES),
    ...parsePlaceSearch(raw),
    page: wholeNumber(raw, "page", 2),
  };
}

/** Changes filters: removes undefined ones and returns to the first page. */
export function withFilters(search: ProductSearch, change: Partial<ProductSearch>): ProductSearch {
  return compact({ ...search, ...change, page: undefined });
}

/** The place of the list: the URL's or the shopper's own, with the chosen distance; null: everywhere. */
export function listPlace(search: ProductSearch, saved: Place | null): Place | null {
  if (search.distance === "any") return null;
  const place = placeOf(search, saved);
  return place && { ...place, radius: search.distance ?? place.radius };
}

/** The query's filters, without order and page. */
export function toFilters(search: ProductSearch): ProductQuery {
  return compact({
    search: search.search,
    category: search.category,
    minPrice: search.minPrice,
    maxPrice: search.maxPrice,
    isOrganic: search.isOrganic && search.isOrganic === "true",
    inStock: search.inStock && true,
    fulfillment: search.fulfillment,
  });
}

/** The query of a page of the list; without a chosen order the server has its own. */
export function toQuery(search: ProductSearch, place: Place | null): ProductQuery {
  return compact({
    ...toFilters(search),
    ...placeParams(place),
    sort: search.sort === "distance" && !place ? undefined : search.sort,
    page: search.page ?? 1,
    limit: PAGE_SIZE,
  });
}

/** The query for the total and the counts of further filters. */
export const toSummaryQuery = (search: ProductSearch, place: Place | null): ProductQuery =>
  compact({ ...toFilters(search), ...placeParams(place), limit: 0 });
