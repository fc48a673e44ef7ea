import { CATEGORIES, categoryLabel } from "@/lib/categories";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import type { FilterDraft } from "../model/filterDraft";

const TYPES = [
  { value: "", label: "All" },
  { value: "true", label: "Organic only" },
  { value: "false", label: "Conventional" },
] as const;

interface Props {
  draft: FilterDraft;
  onChange: (draft: FilterDraft) => void;
}

export function FilterFields({ draft, onChange }: Props) {
  const set = (change: Partial<FilterDraft>) => onChange({ ...draft, ...change });
  return (
    <div className="grid gap-5">
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            value={draft.category}
            onChange={(event) => set({ category: event.target.value })}
          >
            <option value="">All categories</option>
            {CATEGORIES.map((slug) => (
              <option key={slug} value={slug}>
                {categoryLabel(slug)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Min price">
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="decimal"
              min={0}
              step={0.01}
              placeholder="$0"
              value={draft.minPrice}
              onChange={(event) => set({ minPrice: event.target.value })}
            />
          )}
        </Field>
        <Field label="Max price">
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="decimal"
              min={0}
              step={0.01}
              placeholder="Any"
              value={draft.maxPrice}
              onChange={(event) => set({ maxPrice: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Type">
        {(control) => (
          <Select
            {...control}
            value={draft.isOrganic}
            onChange={(event) => set({ isOrganic: event.target.value })}
          >
            {TYPES.map((type) => (
              <option key={type.value} value={type.value}>
                {type.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
