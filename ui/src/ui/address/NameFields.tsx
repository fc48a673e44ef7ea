import type { FieldPath, FieldValues } from "react-hook-form";
import { FormField } from "../form/FormField";
import type { AppForm } from "../form/useAppForm";
import { Input } from "../Input";
import { texts } from "./texts";

interface Props<T extends FieldValues> {
  form: AppForm<T>;
  names: { firstName: FieldPath<T>; lastName: FieldPath<T> };
  /** The browser's autofill section: "shipping", "billing". */
  section?: string;
}

/** The recipient of an address. */
export function NameFields<T extends FieldValues>({ form, names, section = "" }: Props<T>) {
  const autoComplete = (token: string) => `${section} ${token}`.trim();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormField form={form} name={names.firstName} label={texts.firstName} required>
        {(control) => <Input {...control} autoComplete={autoComplete("given-name")} />}
      </FormField>
      <FormField form={form} name={names.lastName} label={texts.lastName} required>
        {(control) => <Input {...control} autoComplete={autoComplete("family-name")} />}
      </FormField>
    </div>
  );
}
