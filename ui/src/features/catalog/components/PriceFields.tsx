import { useState } from "react";
import { readDollars } from "@/lib/money";
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
      <PriceField
        label={filters.minPrice}
        value={draft.minPrice}
        placeholder={filters.dollars(range?.min ?? 0)}
        onChange={(minPrice) => onChange({ minPrice })}
      />
      <PriceField
        label={filters.maxPrice}
        value={draft.maxPrice}
        placeholder={range ? filters.dollars(range.max) : filters.anyPrice}
        onChange={(maxPrice) => onChange({ maxPrice })}
      />
    </div>
  );
}

interface PriceFieldProps {
  label: string;
  value: string;
  placeholder: string;
  onChange: (value: string) => void;
}

/** A field for text: a number field would read "2,50" as 250, and change with the mouse wheel. */
function PriceField({ label, value, placeholder, onChange }: PriceFieldProps) {
  const [left, setLeft] = useState(false);
  const invalid = left && value.trim() !== "" && readDollars(value) === null;
  return (
    <Field label={label} error={invalid ? filters.priceInvalid : undefined}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
