import { X } from "lucide-react";
import type { FoundSales, Order } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { FilterBar } from "@/ui/FilterBar";
import { STATUSES, type MerchantOrderSearch } from "../model/merchantOrderSearch";
import { statusLabel } from "../model/status";
import { texts } from "../texts";

const words = texts.merchantOrders;

interface Props {
  /** The page's orders: they name the product and the customer that a link narrows the board to. */
  orders: readonly Order[];
  counts: FoundSales["counts"];
  search: MerchantOrderSearch;
  /** The number of matches on all pages. */
  found: number;
  onChange: (change: Partial<MerchantOrderSearch>) => void;
}

/** Filters orders by status with counts, by text, and by a sales figure's link. */
export function MerchantOrderFilters({ orders, counts, search, found, onChange }: Props) {
  const chips = chipsOf(orders, search);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid min-w-0 gap-3">
      <FilterBar
        label={words.label}
        choices={[undefined, ...STATUSES].map((value) => ({
          value,
          label: value ? statusLabel(value) : texts.filter.all,
          count: value ? (counts[value] ?? 0) : all,
        }))}
        value={search.show}
        onChange={(show) => onChange({ show })}
        query={search.q}
        onQuery={(q) => onChange({ q })}
        searchLabel={texts.filter.search}
        searchHint={words.searchHint}
        found={texts.filter.found(found)}
        scroll
      />
      {chips.length > 0 && (
        <ul aria-label={words.narrowedTo} className="flex flex-wrap gap-2">
          {chips.map(({ label, without }) => (
            <li key={label}>
              <button
                type="button"
                aria-label={words.drop(label)}
                className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-transparent bg-leaf-soft px-3 text-sm font-semibold"
                onClick={() => onChange(without)}
              >
                {label} <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function chipsOf(orders: readonly Order[], { from, to, product, customer }: MerchantOrderSearch) {
  const chips: { label: string; without: Partial<MerchantOrderSearch> }[] = [];
  if (from || to) {
    const label =
      from && from === to
        ? words.placedOn(formatDate(from))
        : words.placed(from && formatDate(from), to && formatDate(to));
    chips.push({ label, without: { from: undefined, to: undefined } });
  }
  if (product) {
    const items = orders.flatMap((order) => order.items);
    const name = items.find((item) => item.product._id === product)?.name;
    chips.push({ label: words.withProduct(name), without: { product: undefined } });
  }
  if (customer) {
    const name = orders.find((order) => order.customer._id === customer)?.customer.name;
    chips.push({ label: words.ofCustomer(name), without: { customer: undefined } });
  }
  return chips;
}
