import { useWatch } from "react-hook-form";
import { Checkbox } from "@/ui/Checkbox";
import { FormField } from "@/ui/form/FormField";
import type { AppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import type { BusinessValues } from "../model/business";
import { texts } from "../texts";

const words = texts.business;

/** Pickup and delivery, with the delivery radius and cut-off time. */
export function DeliveryFields({ form }: { form: AppForm<BusinessValues> }) {
  const delivers = useWatch({ control: form.control, name: "offersDelivery" });
  const sameDay = useWatch({ control: form.control, name: "sameDayDelivery" });
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5">
      <legend className="float-left text-h3">{words.deliveryTitle}</legend>
      <div className="clear-both grid justify-items-start gap-3">
        <Checkbox label={words.pickup} {...form.register("offersPickup")} />
        <Checkbox label={words.delivery} {...form.register("offersDelivery")} />
        {delivers && <Checkbox label={words.sameDay} {...form.register("sameDayDelivery")} />}
      </div>
      {delivers && (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField form={form} name="deliveryRadius" label={words.radius} hint={words.radiusHint} required>
            {(control) => <Input {...control} inputMode="numeric" autoComplete="off" />}
          </FormField>
          {sameDay && (
            <FormField form={form} name="sameDayCutoff" label={words.cutoff} hint={words.cutoffHint} required>
              {(control) => <Input {...control} type="time" />}
            </FormField>
          )}
        </div>
      )}
    </fieldset>
  );
}
