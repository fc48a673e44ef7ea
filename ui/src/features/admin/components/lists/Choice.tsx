import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { texts } from "../../listTexts";

interface Props {
  label: string;
  value: string | undefined;
  /** Values with their labels. */
  options: readonly (readonly [string, string])[];
  onChange: (value: string | undefined) => void;
}

/** Filters by one of a few values, or by none. */
export function Choice({ label, value, options, onChange }: Props) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={options.some(([known]) => known === value) ? value : ""}
          onChange={(event) => onChange(event.target.value || undefined)}
        >
          <option value="">{texts.all}</option>
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
