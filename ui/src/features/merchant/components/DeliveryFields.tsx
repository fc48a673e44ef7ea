import { Controller, useWatch, type UseFormReturn } from "react-hook-form";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { RadioGroup } from "@/ui/RadioGroup";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { ESTIMATED_TIMES, METHODS, type ProductForm } from "../model/productForm";

/** How it reaches its buyer. */
export function DeliveryFields({ form }: { form: UseFormReturn<ProductForm> }) {
  const { errors } = form.formState;
  const method = useWatch({ control: form.control, name: "method" });
  return (
    <>
      <Controller
        control={form.control}
        name="method"
        render={({ field }) => (
          <RadioGroup
            legend="How customers get it"
            value={field.value}
            onChange={field.onChange}
            options={[...METHODS]}
            className="sm:grid-cols-3"
          />
        )}
      />
      {method !== "delivery-only" && (
        <Field label="Pickup instructions" id="product-pickupInstructions" required={false}>
          {(props) => <Textarea {...props} rows={2} {...form.register("pickupInstructions")} />}
        </Field>
      )}
      {method !== "pickup-only" && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Delivery radius in miles"
            id="product-deliveryRadius"
            required
            error={errors.deliveryRadius?.message}
          >
            {(props) => <Input {...props} inputMode="numeric" {...form.register("deliveryRadius")} />}
          </Field>
          <Field label="Estimated time" id="product-estimatedTime" required>
            {(props) => (
              <Select {...props} {...form.register("estimatedTime")}>
                {ESTIMATED_TIMES.map((time) => (
                  <option key={time} value={time}>
                    {time}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Delivery fee in dollars"
            id="product-deliveryFee"
            required
            error={errors.deliveryFee?.message}
          >
            {(props) => <Input {...props} inputMode="decimal" {...form.register("deliveryFee")} />}
          </Field>
          <Field
            label="Free delivery from, in dollars"
            id="product-freeDeliveryMinimum"
            required
            error={errors.freeDeliveryMinimum?.message}
          >
            {(props) => <Input {...props} inputMode="decimal" {...form.register("freeDeliveryMinimum")} />}
          </Field>
        </div>
      )}
    </>
  );
}
