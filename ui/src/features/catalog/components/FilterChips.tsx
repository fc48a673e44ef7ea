import { Check, X } from "lucide-react";
import type { Facets } from "@/api/types";
import { formatCount } from "@/lib/count";
import { cx } from "@/ui/cx";
import { chipsOf, quickFiltersOf, type Chip } from "../model/chips";
import type { ProductSearch } from "../model/productSearch";
import { texts } from "../texts";

interface Props {
  search: ProductSearch;
  facets: Facets | undefined;
  onToggle: (change: Partial<ProductSearch>) => void;
  onRemove: (chip: Chip) => void;
  onClear: () => void;
}

const chip =
  "inline-flex min-h-9 items-center gap-1.5 rounded-full py-1 text-sm font-semibold whitespace-nowrap";
const row = "flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap";

/** The active filters as removable chips, and quick filters. */
export function FilterChips({ search, facets, onToggle, onRemove, onClear }: Props) {
  const chips = chipsOf(search);
  const quick = quickFiltersOf(search, facets);
  const narrowed = chips.length > 0 || quick.some((filter) => filter.on);
  return (
    <div className="grid gap-2">
      <ul aria-label={texts.filters.quick} className={row}>
        {quick.map((filter) => (
          <li key={filter.key}>
            <button
              type="button"
              aria-pressed={filter.on}
              className={cx(
                chip,
                "border px-3.5",
                filter.on ? "border-leaf bg-leaf-soft" : "border-control bg-surface hover:bg-sunken",
              )}
              onClick={() => onToggle(filter.change)}
            >
              {filter.on && <Check aria-hidden className="size-4" />}
              <span>{filter.label}</span>
              {!filter.on && filter.count !== undefined && (
                <span className="font-normal text-muted">{formatCount(filter.count)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {narrowed && (
        <ul aria-label={texts.filters.applied} className={cx(row, "items-center")}>
          {chips.map((applied) => (
            <li key={applied.key}>
              <button
                type="button"
                className={cx(chip, "border border-transparent bg-leaf-soft pr-2.5 pl-3.5 hover:bg-sunken")}
                aria-label={texts.filters.remove(applied.label)}
                onClick={() => onRemove(applied)}
              >
                {applied.label}
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              className="min-h-9 px-2 text-sm font-semibold whitespace-nowrap underline underline-offset-4"
              onClick={onClear}
            >
              {texts.list.clearAll}
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
