import type { ProductRequest } from "@/api/types";
import type { UploadedFile } from "@/api/upload";
import type { FormErrors } from "@/lib/form";

export const UNITS = [
  "piece",
  "pound",
  "ounce",
  "gram",
  "kilogram",
  "liter",
  "gallon",
  "quart",
  "pint",
  "bunch",
  "dozen",
  "package",
] as const;

export const ESTIMATED_TIMES = ["1-2 hours", "same-day", "next-day", "2-3 days", "weekly"] as const;

export const METHODS = [
  { value: "pickup-only", label: "Pickup only" },
  { value: "delivery-only", label: "Delivery only" },
  { value: "both", label: "Pickup and delivery" },
] as const;

/** What the merchant types, as typed. */
export interface ProductForm {
  name: string;
  description: string;
  price: string;
  category: string;
  subcategory: string;
  quantity: string;
  unit: string;
  lowStockThreshold: string;
  tags: string;
  images: UploadedFile[];
  isOrganic: boolean;
  /** The proof; looked at only when the product is organic. */
  certificate: (UploadedFile & { originalName: string }) | null;
  method: "pickup-only" | "delivery-only" | "both";
  pickupInstructions: string;
  deliveryRadius: string;
  deliveryFee: string;
  freeDeliveryMinimum: string;
  estimatedTime: string;
}

export const EMPTY_FORM: ProductForm = {
  name: "",
  description: "",
  price: "",
  category: "",
  subcategory: "",
  quantity: "",
  unit: "piece",
  lowStockThreshold: "5",
  tags: "",
  images: [],
  isOrganic: false,
  certificate: null,
  method: "pickup-only",
  pickupInstructions: "",
  deliveryRadius: "5",
  deliveryFee: "0",
  freeDeliveryMinimum: "25",
  estimatedTime: "1-2 hours",
};

const AMOUNT = /^\d+(\.\d{1,2})?$/;
const WHOLE = /^\d+$/;

/** Messages by field, in the form's order. */
export function validateProduct(form: ProductForm): FormErrors {
  const errors: FormErrors = {};
  if (!form.name.trim()) errors.name = "Please enter a name";
  if (!form.description.trim()) errors.description = "Please enter a description";
  if (!form.category) errors.category = "Please choose a category";
  if (!form.subcategory.trim()) errors.subcategory = "Please enter a subcategory";
  if (!AMOUNT.test(form.price.trim())) errors.price = "Please enter a price such as 3.50";
  if (!WHOLE.test(form.quantity.trim())) errors.quantity = "Please enter a whole number, 0 or more";
  if (!WHOLE.test(form.lowStockThreshold.trim()))
    errors.lowStockThreshold = "Please enter a whole number, 0 or more";
  if (form.isOrganic && !form.certificate)
    errors.certificate = "Please upload an organic certification document for organic products.";
  if (form.method !== "pickup-only") {
    const radius = Number(form.deliveryRadius);
    if (!WHOLE.test(form.deliveryRadius.trim()) || radius < 1 || radius > 50)
      errors.deliveryRadius = "Please enter 1 to 50 miles";
    if (!AMOUNT.test(form.deliveryFee.trim())) errors.deliveryFee = "Please enter an amount such as 4.00";
    if (!AMOUNT.test(form.freeDeliveryMinimum.trim()))
      errors.freeDeliveryMinimum = "Please enter an amount such as 25.00";
  }
  return errors;
}

/** The request of a form that is valid. */
export function toRequest(
  form: ProductForm,
): ProductRequest & { organicCertificate?: ProductForm["certificate"] } {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    price: Number(form.price),
    category: form.category,
    subcategory: form.subcategory.trim(),
    inventory: {
      quantity: Number(form.quantity),
      unit: form.unit,
      lowStockThreshold: Number(form.lowStockThreshold),
    },
    tags: form.tags
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
    images: form.images.map(({ url }, index) => ({
      url,
      alt: form.name.trim(),
      isFeatured: index === 0,
    })),
    isOrganic: form.isOrganic,
    organicCertificate: form.isOrganic && form.certificate ? form.certificate : undefined,
    fulfillment: {
      method: form.method,
      pickupInstructions: form.pickupInstructions.trim(),
      deliveryOptions: {
        localDelivery: form.method !== "pickup-only",
        deliveryRadius: Number(form.deliveryRadius) || 5,
        deliveryFee: Number(form.deliveryFee) || 0,
        freeDeliveryMinimum: Number(form.freeDeliveryMinimum) || 0,
        estimatedTime: form.estimatedTime,
      },
    },
  };
}
