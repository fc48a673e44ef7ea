import type { FieldPath, FieldValues } from "react-hook-form";
import { US_STATES } from "@/lib/states";
import type { ComboboxOption } from "../comboboxProps";
import { FormCombobox } from "../form/FormCombobox";
import { FormField } from "../form/FormField";
import type { AppForm } from "../form/useAppForm";
import { Input } from "../Input";
import { texts } from "./texts";

interface Props<T extends FieldValues> {
  form: AppForm<T>;
  names: {
    address: FieldPath<T>;
    /** Optional: some addresses have no apartment. */
    apartment?: FieldPath<T>;
    zipCode: FieldPath<T>;
    city: FieldPath<T>;
    state: FieldPath<T>;
  };
  /** Called with the value of the ZIP field. */
  onZip: (zip: string) => void;
  states?: readonly ComboboxOption[];
  zipHint?: string;
  /** Undefined: the labels do not mention it. */
  required?: boolean;
  /** The browser's autofill section: "shipping", "billing". */
  section?: string;
}

/** Street, ZIP code, city and state. */
export function PostalFields<T extends FieldValues>(props: Props<T>) {
  const { form, names, onZip, states = US_STATES, zipHint, required, section = "" } = props;
  const autoComplete = (token: string) => `${section} ${token}`.trim();
  return (
    <>
      <div className={names.apartment ? "grid gap-5 sm:grid-cols-[2fr_1fr]" : "grid"}>
        <FormField form={form} name={names.address} label={texts.address} required={required}>
          {(control) => <Input {...control} autoComplete={autoComplete("address-line1")} />}
        </FormField>
        {names.apartment && (
          <FormField form={form} name={names.apartment} label={texts.apartment} required={false}>
            {(control) => <Input {...control} autoComplete={autoComplete("address-line2")} />}
          </FormField>
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-[1fr_2fr_2fr]">
        <FormField
          form={form}
          name={names.zipCode}
          label={texts.zipCode}
          hint={zipHint}
          required={required}
          onChange={(event) => onZip(event.target.value)}
        >
          {(control) => <Input {...control} inputMode="numeric" autoComplete={autoComplete("postal-code")} />}
        </FormField>
        <FormField form={form} name={names.city} label={texts.city} required={required}>
          {(control) => <Input {...control} autoComplete={autoComplete("address-level2")} />}
        </FormField>
        <FormCombobox
          form={form}
          name={names.state}
          label={texts.state}
          options={states}
          required={required}
          placeholder={texts.states}
          autoComplete={autoComplete("address-level1")}
        />
      </div>
    </>
  );
}
