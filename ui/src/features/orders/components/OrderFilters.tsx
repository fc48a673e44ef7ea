import type { Order } from "@/api/types";
import { FilterBar } from "@/ui/FilterBar";
import { ORDER_FILTERS, type OrderSearch } from "../model/orderParams";
import { findOrders } from "../model/orderSearch";
import { texts } from "../texts";

const words = texts.filter;

interface Props {
  orders: readonly Order[];
  search: OrderSearch;
  /** How many are shown, on all pages together. */
  found: number;
  onChange: (search: OrderSearch) => void;
}

/** Which orders: by where they stand, each with its number, and by a word in them. */
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
