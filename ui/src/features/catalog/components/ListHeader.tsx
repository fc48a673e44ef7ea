import { SlidersHorizontal } from "lucide-react";
import type { Ref } from "react";
import { placeName, type Place } from "@/lib/place";
import { Button } from "@/ui/Button";
import { Select } from "@/ui/Select";
import { filterCount } from "../model/chips";
import type { ProductSearch, Sort } from "../model/productSearch";
import { chosenSort, sortOf, sortsFor } from "../model/sorts";
import { texts } from "../texts";

const { list } = texts;

interface Props {
  search: ProductSearch;
  place: Place | null;
  /** The number of products; undefined until known. */
  total: number | undefined;
  /** Whether the total counts only the place's radius. */
  near: boolean;
  totalRef: Ref<HTMLParagraphElement>;
  onSort: (sort: Sort | undefined) => void;
  onFilters: () => void;
}

/** The total, the filter button on a phone, and the sort order. */
export function ListHeader({ search, place, total, near, totalRef, onSort, onFilters }: Props) {
  const filters = filterCount(search);
  const hasPlace = place !== null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p
        ref={totalRef}
        tabIndex={-1}
        role="status"
        className="min-h-6 min-w-36 font-semibold tabular-nums outline-none"
      >
        {total === undefined
          ? ""
          : near && place && total > 0
            ? list.countNear(total, place.radius, placeName(place))
            : list.count(total)}
      </p>
      <div className="flex flex-1 items-center justify-end gap-2 max-sm:basis-full">
        <Button variant="secondary" className="lg:hidden" onClick={onFilters}>
          <SlidersHorizontal aria-hidden className="size-4" />
          {list.filters}
          {filters > 0 && <span>({filters})</span>}
        </Button>
        <label className="flex items-center gap-2 text-sm max-sm:flex-1">
          <span className="whitespace-nowrap text-muted max-sm:sr-only">{list.sortBy}</span>
          <Select
            value={sortOf(search, hasPlace)}
            className="flex-1 sm:w-52"
            onChange={(event) => onSort(chosenSort(event.target.value, search, hasPlace))}
          >
            {sortsFor(search, hasPlace).map((sort) => (
              <option key={sort.value} value={sort.value}>
                {sort.label}
              </option>
            ))}
          </Select>
        </label>
      </div>
    </div>
  );
}
