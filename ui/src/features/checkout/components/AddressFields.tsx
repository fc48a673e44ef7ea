import { Controller } from "react-hook-form";
import { Combobox } from "@/ui/Combobox";
import { Field } from "@/ui/Field";
import { FormField } from "@/ui/form/FormField";
import type { AppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import type { AddressForm } from "../model/address";
import { US_STATES } from "../model/usStates";
import { useZipFill } from "../model/useZipFill";
import { texts } from "../texts";

interface Props {
  form: AppForm<AddressForm>;
  section: "shipping" | "billing";
  /** With the name, which the shipping form asks for above. */
  withName?: boolean;
}

/** A US address; used for shipping and for billing. */
export function AddressFields({ form, section, withName }: Props) {
  const autoComplete = (token: string) => `${section} ${token}`;
  const fillFromZip = useZipFill(form, section);
  return (
    <>
      {withName && (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField form={form} name={`${section}.firstName`} label={texts.fields.firstName} required>
            {(control) => <Input {...control} autoComplete={autoComplete("given-name")} />}
          </FormField>
          <FormField form={form} name={`${section}.lastName`} label={texts.fields.lastName} required>
            {(control) => <Input {...control} autoComplete={autoComplete("family-name")} />}
          </FormField>
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <FormField form={form} name={`${section}.address`} label={texts.fields.address} required>
          {(control) => <Input {...control} autoComplete={autoComplete("address-line1")} />}
        </FormField>
        <FormField form={form} name={`${section}.apartment`} label={texts.fields.apartment} required={false}>
          {(control) => <Input {...control} autoComplete={autoComplete("address-line2")} />}
        </FormField>
      </div>
      <div className="grid gap-5 sm:grid-cols-[1fr_2fr_2fr]">
        <FormField
          form={form}
          name={`${section}.zipCode`}
          label={texts.fields.zipCode}
          required
          onChange={(event) => void fillFromZip(event.target.value)}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              maxLength={10}
              autoComplete={autoComplete("postal-code")}
            />
          )}
        </FormField>
        <FormField form={form} name={`${section}.city`} label={texts.fields.city} required>
          {(control) => <Input {...control} autoComplete={autoComplete("address-level2")} />}
        </FormField>
        <Field
          label={texts.fields.state}
          id={`${section}.state`}
          required
          error={form.errorOf(`${section}.state`)}
        >
          {(props) => (
            <Controller
              control={form.control}
              name={`${section}.state`}
              render={({ field }) => (
                <Combobox
                  {...props}
                  options={US_STATES}
                  value={field.value}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                  placeholder={texts.states}
                  autoComplete={autoComplete("address-level1")}
                />
              )}
            />
          )}
        </Field>
      </div>
    </>
  );
}
