// What stands in the filter form before it is applied: plain texts, as the controls hold them.
import { CATEGORIES } from "@/lib/categories";
import { compact, oneOf, price } from "@/lib/search";
import type { ProductSearch } from "./productSearch";

export interface FilterDraft {
  category: string;
  minPrice: string;
  maxPrice: string;
  isOrganic: string;
}

export const toDraft = (search: ProductSearch): FilterDraft => ({
  category: search.category ?? "",
  minPrice: search.minPrice?.toString() ?? "",
  maxPrice: search.maxPrice?.toString() ?? "",
  isOrganic: search.isOrganic ?? "",
});

/** The filters that a draft stands for; prices that are no numbers or negative are dropped. */
export function readDraft(draft: FilterDraft) {
  const raw = { ...draft };
  return {
    category: oneOf(raw, "category", CATEGORIES),
    minPrice: price(raw, "minPrice"),
    maxPrice: price(raw, "maxPrice"),
    isOrganic: oneOf(raw, "isOrganic", ["true", "false"] as const),
  };
}

/** Whether any of the form's filters is set. */
export const hasFilters = (search: ProductSearch): boolean =>
  Object.keys(compact({ ...readDraft(toDraft(search)) })).length > 0;
