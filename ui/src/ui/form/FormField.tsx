import type { ReactNode } from "react";
import type { FieldPath, FieldValues, RegisterOptions, UseFormRegisterReturn } from "react-hook-form";
import { Field, type ControlProps } from "../Field";
import type { AppForm } from "./useAppForm";

interface Props<T extends FieldValues> {
  form: AppForm<T>;
  name: FieldPath<T>;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
  /** Called in addition when the value changes. */
  onChange?: RegisterOptions<T>["onChange"];
  /** Draws an `<Input>`, `<Select>`, `<Textarea>` or `<PasswordInput>` with these props. */
  children: (control: ControlProps & UseFormRegisterReturn<FieldPath<T>>) => ReactNode;
}

/** A form control with its label, hint and error. */
export function FormField<T extends FieldValues>({ form, name, onChange, children, ...field }: Props<T>) {
  return (
    <Field id={form.idOf(name)} error={form.errorOf(name)} {...field}>
      {(control) => children({ ...control, ...form.register(name, { onChange }) })}
    </Field>
  );
}
