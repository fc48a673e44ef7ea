import { NameFields } from "@/ui/address/NameFields";
import { FormField } from "@/ui/form/FormField";
import type { AppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import type { AddressForm } from "../model/address";
import { texts } from "../texts";

/** The recipient's name, email and phone. */
export function ContactFields({ form }: { form: AppForm<AddressForm> }) {
  return (
    <>
      <NameFields
        form={form}
        names={{ firstName: "shipping.firstName", lastName: "shipping.lastName" }}
        section="shipping"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="shipping.email" label={texts.fields.email} required>
          {(control) => <Input {...control} type="email" autoComplete="shipping email" />}
        </FormField>
        <FormField form={form} name="shipping.phone" label={texts.fields.phone} required={false}>
          {(control) => <Input {...control} type="tel" autoComplete="shipping tel" />}
        </FormField>
      </div>
    </>
  );
}
