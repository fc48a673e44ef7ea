import type { ReactNode } from "react";
import { Controller, type FieldPath, type FieldValues } from "react-hook-form";
import { RadioGroup, type RadioOption } from "../RadioGroup";
import type { AppForm } from "./useAppForm";

interface Props<T extends FieldValues, V extends string> {
  form: AppForm<T>;
  name: FieldPath<T>;
  legend: ReactNode;
  hideLegend?: boolean;
  options: readonly RadioOption<V>[];
  className?: string;
}

/** A group of cards with one chosen, as a form field. */
export function FormRadioGroup<T extends FieldValues, V extends string>({
  form,
  name,
  options,
  ...group
}: Props<T, V>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <RadioGroup<V>
          id={form.idOf(name)}
          value={field.value}
          onChange={field.onChange}
          error={form.errorOf(name)}
          options={[...options]}
          {...group}
        />
      )}
    />
  );
}
