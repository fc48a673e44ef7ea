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
  /** What else happens when it changes. */
  onChange?: RegisterOptions<T>["onChange"];
  /** An `<Input>`, `<Select>`, `<Textarea>` or `<PasswordInput>` that takes all of it. */
  children: (control: ControlProps & UseFormRegisterReturn<FieldPath<T>>) => ReactNode;
}

/** A control of a form with its label, hint and error. */
export function FormField<T extends FieldValues>({ form, name, onChange, children, ...field }: Props<T>) {
  return (
    <Field id={form.idOf(name)} error={form.errorOf(name)} {...field}>
      {(control) => children({ ...control, ...form.register(name, { onChange }) })}
    </Field>
  );
}
