import type { Facets } from "@/api/types";
import { CATEGORIES, categoryLabel } from "@/lib/categories";
import type { Place } from "@/lib/place";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import type { FilterDraft } from "../model/filterDraft";
import { DISTANCES } from "../model/productSearch";
import { texts } from "../texts";
import { PriceFields } from "./PriceFields";

const { filters } = texts;

interface Props {
  draft: FilterDraft;
  onChange: (draft: FilterDraft) => void;
  /** Counts for every choice; undefined until known. */
  facets: Facets | undefined;
  /** The origin of distances; null: no distance filter. */
  place: Place | null;
}

export function FilterFields({ draft, onChange, facets, place }: Props) {
  const set = (change: Partial<FilterDraft>) => onChange({ ...draft, ...change });
  const counts = new Map(facets?.categories.map(({ category, count }) => [category as string, count]));
  const categories = CATEGORIES.filter((slug) => !facets || counts.has(slug) || slug === draft.category);
  const miles = [...new Set([...DISTANCES, place?.radius ?? 25])].toSorted((a, b) => a - b);
  return (
    <div className="grid gap-5">
      <Field label={filters.category}>
        {(control) => (
          <Select
            {...control}
            value={draft.category}
            onChange={(event) => set({ category: event.target.value })}
          >
            <option value="">{filters.allCategories}</option>
            {categories.map((slug) => (
              <option key={slug} value={slug}>
                {filters.option(categoryLabel(slug), facets && (counts.get(slug) ?? 0))}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {place && (
        <Field label={filters.distance}>
          {(control) => (
            <Select
              {...control}
              value={draft.distance || String(place.radius)}
              onChange={({ target }) =>
                set({ distance: target.value === String(place.radius) ? "" : target.value })
              }
            >
              {miles.map((radius) => (
                <option key={radius} value={radius}>
                  {filters.within(radius)}
                </option>
              ))}
              <option value="any">{filters.anywhere}</option>
            </Select>
          )}
        </Field>
      )}
      <PriceFields draft={draft} range={facets?.price ?? null} onChange={set} />
      <Field label={filters.type}>
        {(control) => (
          <Select
            {...control}
            value={draft.isOrganic}
            onChange={(event) => set({ isOrganic: event.target.value })}
          >
            <option value="">{filters.types.all}</option>
            <option value="true">{filters.option(filters.types.organic, facets?.organic.true)}</option>
            <option value="false">{filters.option(filters.types.conventional, facets?.organic.false)}</option>
          </Select>
        )}
      </Field>
      <Field label={filters.fulfillment}>
        {(control) => (
          <Select
            {...control}
            value={draft.fulfillment}
            onChange={(event) => set({ fulfillment: event.target.value })}
          >
            <option value="">{filters.fulfillments.any}</option>
            {(["pickup", "delivery"] as const).map((kind) => (
              <option key={kind} value={kind}>
                {filters.option(filters.fulfillments[kind], facets?.fulfillment[kind])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Checkbox
        label={filters.option(filters.inStock, facets?.inStock.true)}
        checked={draft.inStock === "true"}
        onChange={(event) => set({ inStock: event.target.checked ? "true" : "" })}
      />
    </div>
  );
}
