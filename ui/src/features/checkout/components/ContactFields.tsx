import type { UseFormReturn } from "react-hook-form";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import type { AddressForm } from "../model/address";

/** Who gets it, and how to reach them. */
export function ContactFields({ form }: { form: UseFormReturn<AddressForm> }) {
  const errors = form.formState.errors.shipping;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First Name" id="shipping.firstName" required error={errors?.firstName?.message}>
          {(props) => <Input {...props} autoComplete="given-name" {...form.register("shipping.firstName")} />}
        </Field>
        <Field label="Last Name" id="shipping.lastName" required error={errors?.lastName?.message}>
          {(props) => <Input {...props} autoComplete="family-name" {...form.register("shipping.lastName")} />}
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Email" id="shipping.email" required error={errors?.email?.message}>
          {(props) => (
            <Input {...props} type="email" autoComplete="email" {...form.register("shipping.email")} />
          )}
        </Field>
        <Field label="Phone" id="shipping.phone" required={false} error={errors?.phone?.message}>
          {(props) => <Input {...props} type="tel" autoComplete="tel" {...form.register("shipping.phone")} />}
        </Field>
      </div>
    </>
  );
}
