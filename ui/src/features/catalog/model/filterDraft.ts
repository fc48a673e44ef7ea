// The unapplied values of the filter form, as text in its controls.
import { CATEGORIES } from "@/lib/categories";
import { readDollars } from "@/lib/money";
import { compact, oneOf } from "@/lib/search";
import { parseProductSearch, type ProductSearch } from "./productSearch";

export interface FilterDraft {
  category: string;
  minPrice: string;
  maxPrice: string;
  isOrganic: string;
  /** Empty: the place's own radius. */
  distance: string;
  fulfillment: string;
  inStock: string;
}

export const toDraft = (search: ProductSearch): FilterDraft => ({
  category: search.category ?? "",
  minPrice: search.minPrice?.toString() ?? "",
  maxPrice: search.maxPrice?.toString() ?? "",
  isOrganic: search.isOrganic ?? "",
  distance: search.distance?.toString() ?? "",
  fulfillment: search.fulfillment ?? "",
  inStock: search.inStock ?? "",
});

/** The filters of a draft, without prices that are negative or not numbers. */
export function readDraft(draft: FilterDraft) {
  const raw = { ...draft };
  const { fulfillment, inStock, distance, isOrganic } = parseProductSearch(raw);
  return {
    category: oneOf(raw, "category", CATEGORIES),
    minPrice: readDollars(draft.minPrice) ?? undefined,
    maxPrice: readDollars(draft.maxPrice) ?? undefined,
    isOrganic,
    distance,
    fulfillment,
    inStock,
  };
}

/** A draft without any filter. */
export const NO_FILTERS = readDraft(toDraft({}));

/** Whether any filter of the form is set. */
export const hasFilters = (search: ProductSearch): boolean =>
  Object.keys(compact({ ...readDraft(toDraft(search)) })).length > 0;
