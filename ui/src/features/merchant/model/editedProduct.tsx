import type { Product } from "@/api/types";
import { categoryLabel } from "@/lib/categories";
import type { Edited } from "@/ui/form/useEditing";
import { Thumbnail } from "@/ui/Thumbnail";
import { texts } from "../texts";
import { fromProduct, METHODS, type ProductForm } from "./productForm";

const words = texts.form;

const LABELS: Record<keyof ProductForm, string> = {
  name: words.name,
  description: words.description,
  price: words.price,
  category: words.category,
  subcategory: words.subcategory,
  quantity: words.quantity,
  unit: words.unit,
  lowStockThreshold: words.lowStock,
  tags: words.tags,
  images: texts.pictures.title,
  isOrganic: texts.certificate.title,
  certificate: texts.certificate.file,
  method: words.method,
  pickupInstructions: words.pickupInstructions,
  deliveryRadius: words.radius,
  deliveryFee: words.fee,
  freeDeliveryMinimum: words.freeFrom,
  estimatedTime: words.time,
};

const inForm = (product: Product) => ({ revision: product.revision ?? 0, values: fromProduct(product) });

/** The product as the editor's form knows it, with what a merchant may have saved elsewhere meanwhile. */
export function editedProduct(product: Product): Edited<ProductForm> {
  return {
    now: inForm(product),
    versionOf: (current: Partial<Product>, { quantity }) => {
      const inventory = { ...product.inventory, ...current.inventory };
      const { revision, values } = inForm({ ...product, ...current, inventory });
      // The stock is sold while it is edited: it is saved as a difference to the quantity that was read.
      return { revision, values: { ...values, quantity } };
    },
    labels: LABELS,
    together: [
      ["category", "subcategory"],
      ["isOrganic", "certificate"],
    ],
    show,
  };
}

function show({ images, category, subcategory, isOrganic, certificate, method }: Partial<ProductForm>) {
  if (category !== undefined) return `${categoryLabel(category)}, ${subcategory}`;
  if (isOrganic !== undefined) {
    return isOrganic ? (certificate?.originalName ?? texts.certificate.awaiting) : words.notOrganic;
  }
  if (method !== undefined) return METHODS.find(({ value }) => value === method)?.label;
  if (!images?.length) return images && words.noPictures;
  return (
    <span className="mt-1 flex flex-wrap gap-2">
      {images.map(({ url }) => (
        <Thumbnail key={url} src={url} size="sm" />
      ))}
    </span>
  );
}
