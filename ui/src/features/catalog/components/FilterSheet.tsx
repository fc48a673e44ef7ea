import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { productCountQuery } from "../api/productCount";
import { readDraft } from "../model/filterDraft";
import { withFilters, type ProductSearch } from "../model/productSearch";
import { FilterFields } from "./FilterFields";
import { useFilterDraft } from "./useFilterDraft";

interface Props {
  search: ProductSearch;
  open: boolean;
  onClose: () => void;
  onApply: (filters: ReturnType<typeof readDraft>) => void;
  onClear: () => void;
}

/** The filters on a phone: a full-height sheet that says how many products the choice would show. */
export function FilterSheet({ search, open, onClose, onApply, onClear }: Props) {
  const formId = useId();
  const [draft, setDraft] = useFilterDraft(search);
  const count = useQuery({ ...productCountQuery(withFilters(search, readDraft(draft))), enabled: open }).data;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Filters"
      kind="sheet"
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              onClear();
              onClose();
            }}
          >
            Clear
          </Button>
          <Button type="submit" form={formId} className="flex-1">
            {count === undefined ? "Show results" : `Show ${count} ${count === 1 ? "result" : "results"}`}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onApply(readDraft(draft));
          onClose();
        }}
      >
        <FilterFields draft={draft} onChange={setDraft} />
      </form>
    </Dialog>
  );
}
