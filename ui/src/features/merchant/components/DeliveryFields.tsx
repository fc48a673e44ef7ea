import { useWatch } from "react-hook-form";
import { FormField } from "@/ui/form/FormField";
import { FormRadioGroup } from "@/ui/form/FormRadioGroup";
import type { AppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { ESTIMATED_TIMES, METHODS, type ProductForm } from "../model/productForm";
import { texts } from "../texts";

const words = texts.form;

/** Pickup and delivery. */
export function DeliveryFields({ form }: { form: AppForm<ProductForm> }) {
  const method = useWatch({ control: form.control, name: "method" });
  return (
    <>
      <FormRadioGroup
        form={form}
        name="method"
        legend={words.method}
        options={METHODS}
        className="sm:grid-cols-3"
      />
      {method !== "delivery-only" && (
        <FormField form={form} name="pickupInstructions" label={words.pickupInstructions} required={false}>
          {(control) => <Textarea {...control} rows={2} />}
        </FormField>
      )}
      {method !== "pickup-only" && (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField form={form} name="deliveryRadius" label={words.radius} required>
            {(control) => <Input {...control} inputMode="numeric" />}
          </FormField>
          <FormField form={form} name="estimatedTime" label={words.time} required>
            {(control) => (
              <Select {...control}>
                {ESTIMATED_TIMES.map((time) => (
                  <option key={time} value={time}>
                    {time}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          <FormField form={form} name="deliveryFee" label={words.fee} required>
            {(control) => <Input {...control} inputMode="decimal" />}
          </FormField>
          <FormField form={form} name="freeDeliveryMinimum" label={words.freeFrom} required>
            {(control) => <Input {...control} inputMode="decimal" />}
          </FormField>
        </div>
      )}
    </>
  );
}
