import type { Order } from "@/api/types";
import { FilterBar } from "@/ui/FilterBar";
import { ORDER_FILTERS, type OrderSearch } from "../model/orderParams";
import { findOrders } from "../model/orderSearch";
import { texts } from "../texts";

const words = texts.filter;

interface Props {
  orders: readonly Order[];
  search: OrderSearch;
  /** The number of matches on all pages. */
  found: number;
  onChange: (search: OrderSearch) => void;
}

/** Filters orders by state with counts, and by text. */
export function OrderFilters({ orders, search: { status, q }, found, onChange }: Props) {
  return (
    <FilterBar
      label={words.label}
      choices={[undefined, ...ORDER_FILTERS].map((value) => ({
        value,
        label: words[value ?? "all"],
        count: findOrders(orders, { status: value, q }).total,
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
