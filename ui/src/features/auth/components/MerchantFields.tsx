import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import { zipQuery } from "@/api/places";
import { zipDigits } from "@/lib/zip";
import { FormField } from "@/ui/form/FormField";
import type { AppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import type { SignupValues } from "../model/signup";
import { texts } from "../texts";

/** A merchant's business and address. A known ZIP fills in city and state, which then cannot be edited. */
export function MerchantFields({ form }: { form: AppForm<SignupValues> }) {
  const { setValue } = form;
  const zip = zipDigits(useWatch({ control: form.control, name: "zipCode" }));
  const lookup = useQuery({ ...zipQuery(zip ?? ""), enabled: zip !== null });
  const found = zip !== null && lookup.data?.zipCode === zip ? lookup.data : null;
  const filled = useRef<{ city: string; state: string } | null>(null);
  useEffect(() => {
    // Clear the coordinates, city and state of the previous ZIP.
    setValue("latitude", found?.latitude);
    setValue("longitude", found?.longitude);
    if (found) {
      setValue("city", found.city, { shouldValidate: true });
      setValue("state", found.state, { shouldValidate: true });
    } else if (filled.current) {
      setValue("city", "");
      setValue("state", "");
    }
    filled.current = found;
  }, [found, setValue]);
  const zipHint = lookup.isFetching ? texts.zipLooking : zip && lookup.isError ? texts.zipUnknown : undefined;
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5 sm:grid-cols-6">
      <legend className="float-left mb-1 font-display text-xl sm:col-span-6">{texts.yourBusiness}</legend>
      <FormField
        form={form}
        name="businessName"
        label={texts.businessName}
        required
        className="clear-both sm:col-span-3"
      >
        {(control) => <Input {...control} autoComplete="organization" />}
      </FormField>
      <FormField form={form} name="phone" label={texts.phone} required className="sm:col-span-3">
        {(control) => <Input {...control} type="tel" autoComplete="tel" />}
      </FormField>
      <FormField
        form={form}
        name="businessDescription"
        label={texts.businessDescription}
        required
        hint={texts.businessDescriptionHint}
        className="sm:col-span-6"
      >
        {(control) => <Textarea {...control} rows={3} />}
      </FormField>
      <FormField form={form} name="street" label={texts.street} required className="sm:col-span-6">
        {(control) => <Input {...control} autoComplete="street-address" />}
      </FormField>
      <FormField form={form} name="zipCode" label={texts.zip} required className="sm:col-span-2">
        {(control) => <Input {...control} inputMode="numeric" autoComplete="postal-code" />}
      </FormField>
      {/* Below the ZIP on a phone, below the row elsewhere. */}
      {zipHint && <p className="-mt-3 text-sm text-muted sm:order-last sm:col-span-6">{zipHint}</p>}
      <FormField form={form} name="city" label={texts.city} required className="sm:col-span-3">
        {(control) => <Input {...control} autoComplete="address-level2" readOnly={found !== null} />}
      </FormField>
      <FormField form={form} name="state" label={texts.state} required className="sm:col-span-1">
        {(control) => <Input {...control} autoComplete="address-level1" readOnly={found !== null} />}
      </FormField>
      <p aria-live="polite" className="sr-only">
        {found ? texts.place(found.city, found.state) : zipHint}
      </p>
    </fieldset>
  );
}
