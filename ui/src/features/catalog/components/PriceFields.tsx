import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import type { FilterDraft } from "../model/filterDraft";
import { texts } from "../texts";

const { filters } = texts;

interface Props {
  draft: FilterDraft;
  /** The lowest and highest price of the matching products. */
  range: { min: number; max: number } | null;
  onChange: (change: Partial<FilterDraft>) => void;
}

export function PriceFields({ draft, range, onChange }: Props) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={filters.minPrice}>
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            placeholder={filters.dollars(range?.min ?? 0)}
            value={draft.minPrice}
            onChange={(event) => onChange({ minPrice: event.target.value })}
          />
        )}
      </Field>
      <Field label={filters.maxPrice}>
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            placeholder={range ? filters.dollars(range.max) : filters.anyPrice}
            value={draft.maxPrice}
            onChange={(event) => onChange({ maxPrice: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
