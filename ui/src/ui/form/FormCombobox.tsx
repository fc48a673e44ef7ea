import type { ReactNode } from "react";
import { Controller, type FieldPath, type FieldValues } from "react-hook-form";
import { Combobox } from "../Combobox";
import type { ComboboxOption } from "../comboboxProps";
import { Field } from "../Field";
import type { AppForm } from "./useAppForm";

interface Props<T extends FieldValues> {
  form: AppForm<T>;
  name: FieldPath<T>;
  label: ReactNode;
  options: readonly ComboboxOption[];
  required?: boolean;
  placeholder?: string;
  autoComplete?: string;
}

/** A searchable list with one chosen option, as a form field. */
export function FormCombobox<T extends FieldValues>(props: Props<T>) {
  const { form, name, label, required, ...combobox } = props;
  return (
    <Field id={form.idOf(name)} label={label} required={required} error={form.errorOf(name)}>
      {(control) => (
        <Controller
          control={form.control}
          name={name}
          render={({ field }) => (
            <Combobox
              {...control}
              {...combobox}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      )}
    </Field>
  );
}
