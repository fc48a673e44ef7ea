import { Controller, type UseFormReturn } from "react-hook-form";
import { Combobox } from "@/ui/Combobox";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import type { AddressForm } from "../model/address";
import { US_STATES } from "../model/usStates";

interface Props {
  form: UseFormReturn<AddressForm>;
  section: "shipping" | "billing";
  /** With the name, which the shipping form asks for above. */
  withName?: boolean;
}

/** A US address; used for shipping and for billing. */
export function AddressFields({ form, section, withName }: Props) {
  const errors = form.formState.errors[section];
  const autoComplete = (token: string) => `${section} ${token}`;
  return (
    <>
      {withName && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First Name" id={`${section}.firstName`} required error={errors?.firstName?.message}>
            {(props) => (
              <Input
                {...props}
                autoComplete={autoComplete("given-name")}
                {...form.register(`${section}.firstName`)}
              />
            )}
          </Field>
          <Field label="Last Name" id={`${section}.lastName`} required error={errors?.lastName?.message}>
            {(props) => (
              <Input
                {...props}
                autoComplete={autoComplete("family-name")}
                {...form.register(`${section}.lastName`)}
              />
            )}
          </Field>
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
        <Field label="Address" id={`${section}.address`} required error={errors?.address?.message}>
          {(props) => (
            <Input
              {...props}
              autoComplete={autoComplete("address-line1")}
              {...form.register(`${section}.address`)}
            />
          )}
        </Field>
        <Field label="Apartment" id={`${section}.apartment`} required={false}>
          {(props) => (
            <Input
              {...props}
              autoComplete={autoComplete("address-line2")}
              {...form.register(`${section}.apartment`)}
            />
          )}
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-[2fr_2fr_1fr]">
        <Field label="City" id={`${section}.city`} required error={errors?.city?.message}>
          {(props) => (
            <Input
              {...props}
              autoComplete={autoComplete("address-level2")}
              {...form.register(`${section}.city`)}
            />
          )}
        </Field>
        <Field label="State" id={`${section}.state`} required error={errors?.state?.message}>
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
                  placeholder="Search states"
                  autoComplete={autoComplete("address-level1")}
                />
              )}
            />
          )}
        </Field>
        <Field label="ZIP Code" id={`${section}.zipCode`} required error={errors?.zipCode?.message}>
          {(props) => (
            <Input
              {...props}
              inputMode="numeric"
              maxLength={10}
              autoComplete={autoComplete("postal-code")}
              {...form.register(`${section}.zipCode`)}
            />
          )}
        </Field>
      </div>
    </>
  );
}
