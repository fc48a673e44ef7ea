import type { Facets } from "@/api/types";
import { categoryLabel } from "@/lib/categories";
import { texts } from "../texts";
import type { ProductSearch } from "./productSearch";

const { chips: words } = texts.filters;
/** The price limit of the quick filter, in dollars. */
const CHEAP_PRICE = 10;

export interface Chip {
  key: string;
  label: string;
  /** The parameters to unset when the chip is removed. */
  without: Partial<ProductSearch>;
}

export interface QuickFilter {
  key: string;
  label: string;
  /** The number of remaining products; undefined until known. */
  count?: number;
  on: boolean;
  /** The change that a tap makes. */
  change: Partial<ProductSearch>;
}

function priceLabel(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return words.upTo(max ?? 0);
  return max === undefined ? words.from(min) : words.between(min, max);
}

const isCheap = ({ minPrice, maxPrice }: ProductSearch) => minPrice === undefined && maxPrice === CHEAP_PRICE;

/** The filters that one tap turns on or off. */
export function quickFiltersOf(search: ProductSearch, facets: Facets | undefined): QuickFilter[] {
  const filters: QuickFilter[] = [
    {
      key: "inStock",
      label: words.inStock,
      count: facets?.inStock.true,
      on: search.inStock !== undefined,
      change: { inStock: search.inStock ? undefined : "true" },
    },
    {
      key: "organic",
      label: words.organic,
      count: facets?.organic.true,
      on: search.isOrganic === "true",
      change: { isOrganic: search.isOrganic === "true" ? undefined : "true" },
    },
    ...(["pickup", "delivery"] as const).map((kind) => ({
      key: kind,
      label: words[kind],
      count: facets?.fulfillment[kind],
      on: search.fulfillment === kind,
      change: { fulfillment: search.fulfillment === kind ? undefined : kind },
    })),
    {
      key: "cheap",
      label: words.under(CHEAP_PRICE),
      on: isCheap(search),
      change: isCheap(search)
        ? { minPrice: undefined, maxPrice: undefined }
        : { minPrice: undefined, maxPrice: CHEAP_PRICE },
    },
  ];
  // Omit filters that would leave no product.
  return filters.filter((filter) => filter.on || filter.count !== 0);
}

/** The other active filters, as removable chips. */
export function chipsOf(search: ProductSearch): Chip[] {
  const { minPrice, maxPrice } = search;
  const chips: (Chip | false | undefined)[] = [
    search.search !== undefined && {
      key: "search",
      label: words.search(search.search),
      without: { search: undefined, exact: undefined },
    },
    search.category && {
      key: "category",
      label: categoryLabel(search.category),
      without: { category: undefined },
    },
    (minPrice !== undefined || maxPrice !== undefined) &&
      !isCheap(search) && {
        key: "price",
        label: priceLabel(minPrice, maxPrice),
        without: { minPrice: undefined, maxPrice: undefined },
      },
    search.isOrganic === "false" && {
      key: "type",
      label: texts.filters.types.conventional,
      without: { isOrganic: undefined },
    },
    search.distance !== undefined && {
      key: "distance",
      label: search.distance === "any" ? texts.filters.anywhere : words.within(search.distance),
      without: { distance: undefined },
    },
  ];
  return chips.filter((chip): chip is Chip => Boolean(chip));
}

/** The number of active filters. */
export const filterCount = (search: ProductSearch): number =>
  chipsOf(search).length + quickFiltersOf(search, undefined).filter((filter) => filter.on).length;
