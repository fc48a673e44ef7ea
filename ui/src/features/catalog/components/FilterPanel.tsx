import type { Facets } from "@/api/types";
import type { Place } from "@/lib/place";
import { Button } from "@/ui/Button";
import { hasFilters, readDraft, toDraft } from "../model/filterDraft";
import type { ProductSearch } from "../model/productSearch";
import { texts } from "../texts";
import { FilterFields } from "./FilterFields";
import { useFilterDraft } from "./useFilterDraft";

interface Props {
  search: ProductSearch;
  facets: Facets | undefined;
  place: Place | null;
  onApply: (filters: ReturnType<typeof readDraft>) => void;
  onClear: () => void;
}

/** The filters beside the list on wide screens. */
export function FilterPanel({ search, facets, place, onApply, onClear }: Props) {
  const [draft, setDraft] = useFilterDraft(search);
  return (
    <form
      aria-label={texts.filters.form}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const filters = readDraft(draft);
        // Clear a price field that holds no price.
        setDraft(toDraft(filters));
        onApply(filters);
      }}
    >
      <FilterFields draft={draft} onChange={setDraft} facets={facets} place={place} />
      <div className="flex gap-3">
        <Button type="submit" variant="secondary" className="flex-1">
          {texts.filters.apply}
        </Button>
        <Button variant="quiet" disabled={!hasFilters(search)} onClick={onClear}>
          {texts.filters.clear}
        </Button>
      </div>
    </form>
  );
}
