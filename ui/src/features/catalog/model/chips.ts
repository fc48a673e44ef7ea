import { categoryLabel } from "@/lib/categories";
import { formatMoney } from "@/lib/money";
import type { ProductSearch } from "./productSearch";

export interface Chip {
  key: string;
  label: string;
  /** What to unset when the chip is removed. */
  without: Partial<ProductSearch>;
}

/** The filters in force, as removable chips. */
export function chipsOf(search: ProductSearch): Chip[] {
  const { minPrice, maxPrice } = search;
  const chips: (Chip | false | undefined)[] = [
    search.search !== undefined && {
      key: "search",
      label: `“${search.search}”`,
      without: { search: undefined },
    },
    search.category && {
      key: "category",
      label: categoryLabel(search.category),
      without: { category: undefined },
    },
    (minPrice !== undefined || maxPrice !== undefined) && {
      key: "price",
      label:
        minPrice === undefined
          ? `Up to ${formatMoney(maxPrice ?? 0)}`
          : maxPrice === undefined
            ? `From ${formatMoney(minPrice)}`
            : `${formatMoney(minPrice)} to ${formatMoney(maxPrice)}`,
      without: { minPrice: undefined, maxPrice: undefined },
    },
    search.isOrganic && {
      key: "type",
      label: search.isOrganic === "true" ? "Organic only" : "Conventional",
      without: { isOrganic: undefined },
    },
    search.zip !== undefined && { key: "zip", label: `Near ${search.zip}`, without: { zip: undefined } },
  ];
  return chips.filter((chip): chip is Chip => Boolean(chip));
}
