import type { UseFormReturn } from "react-hook-form";
import { CATEGORIES, categoryLabel } from "@/lib/categories";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { UNITS, type ProductForm } from "../model/productForm";

/** What it is, what it costs, how much there is. */
export function DetailFields({ form }: { form: UseFormReturn<ProductForm> }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Name" id="product-name" required error={errors.name?.message}>
        {(props) => <Input {...props} {...form.register("name")} />}
      </Field>
      <Field label="Description" id="product-description" required error={errors.description?.message}>
        {(props) => <Textarea {...props} {...form.register("description")} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" id="product-category" required error={errors.category?.message}>
          {(props) => (
            <Select {...props} {...form.register("category")}>
              <option value="">Choose a category</option>
              {CATEGORIES.map((category) => (
                <option key={category} value={category}>
                  {categoryLabel(category)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Subcategory" id="product-subcategory" required error={errors.subcategory?.message}>
          {(props) => <Input {...props} placeholder="Vegetables" {...form.register("subcategory")} />}
        </Field>
        <Field label="Price in dollars" id="product-price" required error={errors.price?.message}>
          {(props) => <Input {...props} inputMode="decimal" placeholder="3.50" {...form.register("price")} />}
        </Field>
        <Field label="Unit" id="product-unit" required>
          {(props) => (
            <Select {...props} {...form.register("unit")}>
              {UNITS.map((unit) => (
                <option key={unit} value={unit}>
                  {unit}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Quantity in stock" id="product-quantity" required error={errors.quantity?.message}>
          {(props) => <Input {...props} inputMode="numeric" {...form.register("quantity")} />}
        </Field>
        <Field
          label="Low stock from"
          id="product-lowStockThreshold"
          required
          hint="At or below this quantity it counts as low."
          error={errors.lowStockThreshold?.message}
        >
          {(props) => <Input {...props} inputMode="numeric" {...form.register("lowStockThreshold")} />}
        </Field>
      </div>
      <Field
        label="Tags"
        id="product-tags"
        required={false}
        hint="Separated by commas: heirloom, ripe, sauce"
      >
        {(props) => <Input {...props} {...form.register("tags")} />}
      </Field>
    </>
  );
}
