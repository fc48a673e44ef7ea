import type { Product } from "@/api/types";
import { Checkbox } from "@/ui/Checkbox";
import { FilterBar } from "@/ui/FilterBar";
import { filterProducts, STATES, type ProductFilter } from "../model/productFilter";
import { texts } from "../texts";

const words = texts.filter;

interface Props {
  products: readonly Product[];
  filter: ProductFilter;
  /** The number of matches on all pages. */
  found: number;
  onChange: (filter: Partial<ProductFilter>) => void;
}

/** Filters products by state with counts, by stock and by text. */
export function ProductFilters({ products, filter, found, onChange }: Props) {
  return (
    <div className="grid gap-3">
      <FilterBar
        label={words.label}
        choices={[undefined, ...STATES].map((value) => ({
          value,
          label: words[value ?? "all"],
          count: filterProducts(products, { ...filter, show: value }).total,
        }))}
        value={filter.show}
        onChange={(show) => onChange({ show })}
        query={filter.q}
        onQuery={(q) => onChange({ q })}
        searchLabel={words.search}
        searchHint={words.searchHint}
        found={words.found(found)}
        scroll
      />
      <Checkbox
        label={words.low}
        className="justify-self-start"
        checked={filter.low}
        onChange={(event) => onChange({ low: event.target.checked })}
      />
    </div>
  );
}
