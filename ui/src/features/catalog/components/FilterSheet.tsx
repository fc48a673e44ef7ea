import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { usePlace, type Place } from "@/lib/place";
import { useDebounced } from "@/lib/useDebounced";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { summaryQuery } from "../api/productList";
import { readDraft } from "../model/filterDraft";
import { listPlace, withFilters, type ProductSearch } from "../model/productSearch";
import { texts } from "../texts";
import { FilterFields } from "./FilterFields";
import { useFilterDraft } from "./useFilterDraft";

const DEBOUNCE_MS = 200;

interface Props {
  search: ProductSearch;
  place: Place | null;
  onClose: () => void;
  onApply: (filters: ReturnType<typeof readDraft>) => void;
  onClear: () => void;
}

/** The filters on a phone: a full-height sheet that shows the number of matching products. */
export function FilterSheet({ search, place, onClose, onApply, onClear }: Props) {
  const formId = useId();
  const [draft, setDraft] = useFilterDraft(search);
  const settled = useDebounced(draft, DEBOUNCE_MS);
  const next = withFilters(search, readDraft(settled));
  const summary = useQuery(summaryQuery(next, listPlace(next, usePlace()))).data;
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.list.filters}
      kind="sheet"
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              onClose();
              onClear();
            }}
          >
            {texts.filters.clear}
          </Button>
          <Button type="submit" form={formId} className="flex-1 tabular-nums">
            {texts.filters.showResults(summary?.pagination.totalProducts)}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onApply(readDraft(draft));
        }}
      >
        <FilterFields draft={draft} onChange={setDraft} facets={summary?.facets} place={place} />
      </form>
    </Dialog>
  );
}
