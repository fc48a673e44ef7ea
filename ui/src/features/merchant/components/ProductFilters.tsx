import type { FoundOwn } from "@/api/types";
import { Checkbox } from "@/ui/Checkbox";
import { FilterBar } from "@/ui/FilterBar";
import { STATES, type ProductFilter } from "../model/productFilter";
import { texts } from "../texts";

const words = texts.filter;

interface Props {
  counts: FoundOwn["counts"];
  filter: ProductFilter;
  /** The number of matches on all pages. */
  found: number;
  onChange: (filter: Partial<ProductFilter>) => void;
}

/** Filters products by state with counts, by stock and by text. */
export function ProductFilters({ counts, filter, found, onChange }: Props) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid gap-3">
      <FilterBar
        label={words.label}
        choices={[undefined, ...STATES].map((value) => ({
          value,
          label: words[value ?? "all"],
          count: value ? (counts[value] ?? 0) : all,
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
