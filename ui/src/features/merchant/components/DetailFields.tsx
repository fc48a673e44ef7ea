import { CATEGORIES, categoryLabel } from "@/lib/categories";
import { FormField } from "@/ui/form/FormField";
import type { AppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { UNITS, type ProductForm } from "../model/productForm";
import { texts } from "../texts";

const words = texts.form;

/** The fields from the name to the tags, with category, price and stock. */
export function DetailFields({ form }: { form: AppForm<ProductForm> }) {
  return (
    <>
      <FormField form={form} name="name" label={words.name} required>
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="description" label={words.description} required>
        {(control) => <Textarea {...control} />}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="category" label={words.category} required>
          {(control) => (
            <Select {...control}>
              <option value="">{words.categoryChoose}</option>
              {CATEGORIES.map((category) => (
                <option key={category} value={category}>
                  {categoryLabel(category)}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField form={form} name="subcategory" label={words.subcategory} required>
          {(control) => <Input {...control} placeholder={words.subcategoryExample} />}
        </FormField>
        <FormField form={form} name="price" label={words.price} required>
          {(control) => <Input {...control} inputMode="decimal" placeholder="3.50" />}
        </FormField>
        <FormField form={form} name="unit" label={words.unit} required>
          {(control) => (
            <Select {...control}>
              {UNITS.map((unit) => (
                <option key={unit} value={unit}>
                  {unit}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField form={form} name="quantity" label={words.quantity} required>
          {(control) => <Input {...control} inputMode="numeric" />}
        </FormField>
        <FormField
          form={form}
          name="lowStockThreshold"
          label={words.lowStock}
          required
          hint={words.lowStockHint}
        >
          {(control) => <Input {...control} inputMode="numeric" />}
        </FormField>
      </div>
      <FormField form={form} name="tags" label={words.tags} required={false} hint={words.tagsHint}>
        {(control) => <Input {...control} />}
      </FormField>
    </>
  );
}
