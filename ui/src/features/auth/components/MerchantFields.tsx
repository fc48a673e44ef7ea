import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { zipQuery } from "@/api/places";
import { zipDigits } from "@/lib/zip";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import type { SignupValues } from "../model/signup";

/** A merchant's business and address. A known ZIP fills in city and state, which then cannot be edited. */
export function MerchantFields({ form }: { form: UseFormReturn<SignupValues> }) {
  const { register, setValue } = form;
  const { errors } = form.formState;
  const zip = zipDigits(useWatch({ control: form.control, name: "zipCode" }));
  const place = useQuery({ ...zipQuery(zip ?? ""), enabled: zip !== null }).data;
  const found = zip !== null && place?.zipCode === zip ? place : null;
  useEffect(() => {
    // Coordinates of another ZIP must not stay behind.
    setValue("latitude", found?.latitude);
    setValue("longitude", found?.longitude);
    if (!found) return;
    setValue("city", found.city, { shouldValidate: true });
    setValue("state", found.state, { shouldValidate: true });
  }, [found, setValue]);
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5 sm:grid-cols-6">
      <legend className="float-left mb-1 font-display text-xl sm:col-span-6">Your business</legend>
      <Field
        id="businessName"
        label="Business name"
        required
        error={errors.businessName?.message}
        className="clear-both sm:col-span-3"
      >
        {(control) => <Input {...control} autoComplete="organization" {...register("businessName")} />}
      </Field>
      <Field id="phone" label="Phone number" required error={errors.phone?.message} className="sm:col-span-3">
        {(control) => <Input {...control} type="tel" autoComplete="tel" {...register("phone")} />}
      </Field>
      <Field
        id="businessDescription"
        label="Business description"
        required
        hint="What you make or grow, and how."
        error={errors.businessDescription?.message}
        className="sm:col-span-6"
      >
        {(control) => <Textarea {...control} rows={3} {...register("businessDescription")} />}
      </Field>
      <Field
        id="street"
        label="Street address"
        required
        error={errors.street?.message}
        className="sm:col-span-6"
      >
        {(control) => <Input {...control} autoComplete="street-address" {...register("street")} />}
      </Field>
      <Field id="zipCode" label="ZIP code" required error={errors.zipCode?.message} className="sm:col-span-2">
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            maxLength={5}
            autoComplete="postal-code"
            {...register("zipCode")}
          />
        )}
      </Field>
      <Field id="city" label="City" required error={errors.city?.message} className="sm:col-span-3">
        {(control) => (
          <Input {...control} autoComplete="address-level2" readOnly={found !== null} {...register("city")} />
        )}
      </Field>
      <Field id="state" label="State" required error={errors.state?.message} className="sm:col-span-1">
        {(control) => (
          <Input
            {...control}
            maxLength={2}
            autoComplete="address-level1"
            readOnly={found !== null}
            {...register("state")}
          />
        )}
      </Field>
      <p aria-live="polite" className="sr-only">
        {found ? `${found.city}, ${found.state}` : ""}
      </p>
    </fieldset>
  );
}
