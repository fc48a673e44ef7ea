import type { FoundPurchases } from "@/api/types";
import { FilterBar } from "@/ui/FilterBar";
import { ORDER_FILTERS, type OrderSearch } from "../model/orderParams";
import { texts } from "../texts";

const words = texts.filter;

interface Props {
  counts: FoundPurchases["counts"];
  search: OrderSearch;
  /** The number of matches on all pages. */
  found: number;
  onChange: (search: OrderSearch) => void;
}

/** Filters orders by state with counts, and by text. */
export function OrderFilters({ counts, search: { status, q }, found, onChange }: Props) {
  return (
    <FilterBar
      label={words.label}
      choices={[undefined, ...ORDER_FILTERS].map((value) => ({
        value,
        label: words[value ?? "all"],
        count: counts[value ?? "all"],
      }))}
      value={status}
      onChange={(next) => onChange({ status: next, q })}
      query={q}
      onQuery={(next) => onChange({ status, q: next })}
      searchLabel={words.search}
      searchHint={words.searchHint}
      found={words.found(found)}
    />
  );
}
