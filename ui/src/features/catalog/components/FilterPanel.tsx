import { Button } from "@/ui/Button";
import { hasFilters, readDraft } from "../model/filterDraft";
import type { ProductSearch } from "../model/productSearch";
import { FilterFields } from "./FilterFields";
import { useFilterDraft } from "./useFilterDraft";

interface Props {
  search: ProductSearch;
  onApply: (filters: ReturnType<typeof readDraft>) => void;
  onClear: () => void;
}

/** The filters beside the list on wide screens. */
export function FilterPanel({ search, onApply, onClear }: Props) {
  const [draft, setDraft] = useFilterDraft(search);
  return (
    <form
      aria-label="Filters"
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(readDraft(draft));
      }}
    >
      <FilterFields draft={draft} onChange={setDraft} />
      <div className="flex gap-3">
        <Button type="submit" variant="secondary" className="flex-1">
          Apply
        </Button>
        <Button variant="quiet" disabled={!hasFilters(search)} onClick={onClear}>
          Clear
        </Button>
      </div>
    </form>
  );
}
