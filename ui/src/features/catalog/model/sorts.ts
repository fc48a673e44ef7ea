import { texts } from "../texts";
import { SORT_VALUES, type Sort } from "./productSearch";

const LABELS: Record<Sort, string> = {
  distance: texts.sorts.nearest,
  "-createdAt": texts.sorts.newest,
  createdAt: texts.sorts.oldest,
  price: texts.sorts.priceUp,
  "-price": texts.sorts.priceDown,
  "-rating.average": texts.sorts.rated,
  name: texts.sorts.name,
};
const SORTS = SORT_VALUES.map((value) => ({ value, label: LABELS[value] }));

/** Relevance, the default order of a search; links omit it. */
const BEST_MATCH = "";

interface SortParams {
  search?: string;
  sort?: Sort;
}

/** The default order: by relevance for a search, by distance around a place, else the newest first. */
function usualSort(search: SortParams, near: boolean): string {
  if (search.search !== undefined) return BEST_MATCH;
  return near ? "distance" : "-createdAt";
}

/** The available sort orders, the default first. */
export function sortsFor(search: SortParams, near: boolean): readonly { value: string; label: string }[] {
  const usual = usualSort(search, near);
  const all = [
    ...(search.search === undefined ? [] : [{ value: BEST_MATCH, label: texts.sorts.bestMatch }]),
    ...SORTS.filter((sort) => near || sort.value !== "distance"),
  ];
  return all.toSorted((a, b) => Number(b.value === usual) - Number(a.value === usual));
}

/** The active sort order. */
export const sortOf = (search: SortParams, near: boolean): string =>
  search.sort && (near || search.sort !== "distance") ? search.sort : usualSort(search, near);

/** The URL's value for a chosen order; undefined for the default. */
export const chosenSort = (value: string, search: SortParams, near: boolean): Sort | undefined =>
  value === usualSort(search, near) ? undefined : SORTS.find((sort) => sort.value === value)?.value;
