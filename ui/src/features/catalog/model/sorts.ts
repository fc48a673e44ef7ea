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

/** The best match, which no link names. */
const BEST_MATCH = "";

interface Sorted {
  search?: string;
  sort?: Sort;
}

/** The order without a choice: how well something fits what was typed, how near it is, or how new. */
function usualSort(search: Sorted, near: boolean): string {
  if (search.search !== undefined) return BEST_MATCH;
  return near ? "distance" : "-createdAt";
}

/** The sorts to choose from, the usual one first. */
export function sortsFor(search: Sorted, near: boolean): readonly { value: string; label: string }[] {
  const usual = usualSort(search, near);
  const all = [
    ...(search.search === undefined ? [] : [{ value: BEST_MATCH, label: texts.sorts.bestMatch }]),
    ...SORTS.filter((sort) => near || sort.value !== "distance"),
  ];
  return all.toSorted((a, b) => Number(b.value === usual) - Number(a.value === usual));
}

/** The one of them that is in force. */
export const sortOf = (search: Sorted, near: boolean): string =>
  search.sort && (near || search.sort !== "distance") ? search.sort : usualSort(search, near);

/** What the URL says when one of them is chosen; nothing for the usual one. */
export const chosenSort = (value: string, search: Sorted, near: boolean): Sort | undefined =>
  value === usualSort(search, near) ? undefined : SORTS.find((sort) => sort.value === value)?.value;
