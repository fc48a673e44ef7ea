import type { Product, ProductChanges, ProductRequest } from "@/api/types";
import type { UploadedFile } from "@/api/upload";
import type { FormErrors } from "@/lib/form";
import { readDollars } from "@/lib/money";
import type { Version } from "@/ui/form/merge";
import { texts } from "../texts";

const words = texts.form;

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
  { value: "pickup-only", label: words.methods["pickup-only"] },
  { value: "delivery-only", label: words.methods["delivery-only"] },
  { value: "both", label: words.methods.both },
] as const;

/** A picture and its description; without one, the product's name describes it. */
export type ProductPicture = UploadedFile & { alt: string };

/** The form's values, as typed. */
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
  /** The first picture is the cover. */
  images: ProductPicture[];
  isOrganic: boolean;
  /** The certificate; ignored unless the product is organic. */
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

const WHOLE_NUMBER_PATTERN = /^\d+$/;

/** Messages by field, in the form's order. */
export function validateProduct(form: ProductForm): FormErrors {
  const errors: FormErrors = {};
  if (!form.name.trim()) errors.name = words.nameMissing;
  if (!form.description.trim()) errors.description = words.descriptionMissing;
  if (!form.category) errors.category = words.categoryMissing;
  if (!form.subcategory.trim()) errors.subcategory = words.subcategoryMissing;
  if (readDollars(form.price) === null) errors.price = words.priceInvalid;
  if (!WHOLE_NUMBER_PATTERN.test(form.quantity.trim())) errors.quantity = words.wholeNumber;
  if (!WHOLE_NUMBER_PATTERN.test(form.lowStockThreshold.trim())) errors.lowStockThreshold = words.wholeNumber;
  if (form.isOrganic && !form.certificate) errors.certificate = texts.certificate.missing;
  if (form.method !== "pickup-only") {
    const radius = Number(form.deliveryRadius);
    if (!WHOLE_NUMBER_PATTERN.test(form.deliveryRadius.trim()) || radius < 1 || radius > 50)
      errors.deliveryRadius = words.radiusInvalid;
    if (readDollars(form.deliveryFee) === null) errors.deliveryFee = words.feeInvalid;
    if (readDollars(form.freeDeliveryMinimum) === null) errors.freeDeliveryMinimum = words.freeFromInvalid;
  }
  return errors;
}

type Request = ProductRequest & { organicCertificate?: ProductForm["certificate"] };

/** The request of a valid form. */
export function toRequest(form: ProductForm): Request {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    price: readDollars(form.price) ?? Number.NaN,
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
    images: form.images.map(({ url, alt }, index) => ({
      url,
      alt: alt.trim() || form.name.trim(),
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
        deliveryFee: readDollars(form.deliveryFee) ?? 0,
        freeDeliveryMinimum: readDollars(form.freeDeliveryMinimum) ?? 0,
        estimatedTime: form.estimatedTime,
      },
    },
  };
}

type Delivery = Pick<
  ProductForm,
  "method" | "pickupInstructions" | "deliveryRadius" | "deliveryFee" | "freeDeliveryMinimum" | "estimatedTime"
>;
/** Products of an older version have only `shipping`. */
type StoredProduct = Omit<Product, "fulfillment"> & { fulfillment?: Product["fulfillment"] | null };

function deliveryOf({ fulfillment, shipping }: StoredProduct): Delivery {
  const { method, pickupInstructions, deliveryRadius, deliveryFee, freeDeliveryMinimum, estimatedTime } =
    EMPTY_FORM;
  if (!fulfillment) {
    const { canPickup, canDeliver } = shipping;
    return {
      method: canDeliver ? (canPickup ? "both" : "delivery-only") : method,
      pickupInstructions,
      deliveryRadius: String(shipping.deliveryRange || deliveryRadius),
      deliveryFee: String(shipping.deliveryFee || deliveryFee),
      freeDeliveryMinimum,
      estimatedTime,
    };
  }
  const options = fulfillment.deliveryOptions;
  return {
    method: fulfillment.method,
    pickupInstructions: fulfillment.pickupInstructions,
    deliveryRadius: String(options.deliveryRadius),
    deliveryFee: String(options.deliveryFee),
    freeDeliveryMinimum: String(options.freeDeliveryMinimum),
    estimatedTime: options.estimatedTime,
  };
}

/** The form's values for an existing product. */
export function fromProduct(product: StoredProduct): ProductForm {
  const { inventory, organicCertificate: proof } = product;
  return {
    name: product.name,
    description: product.description,
    price: String(product.price),
    category: product.category,
    subcategory: product.subcategory,
    quantity: String(inventory.quantity),
    unit: inventory.unit,
    lowStockThreshold: String(inventory.lowStockThreshold),
    tags: product.tags.join(", "),
    images: product.images
      .toSorted((a, b) => Number(b.isFeatured) - Number(a.isFeatured))
      .map(({ url, filename, alt }) => ({ url, filename, alt: alt === product.name ? "" : alt })),
    isOrganic: product.isOrganic,
    certificate: proof?.url
      ? { url: proof.url, filename: proof.filename ?? "", originalName: proof.originalName ?? "" }
      : null,
    ...deliveryOf(product),
  };
}

/** The parts of a product that differ between two states of its form. */
export function changedParts(form: ProductForm, start: ProductForm): (keyof Request)[] {
  const [now, before] = [toRequest(form), toRequest(start)];
  return (Object.keys(now) as (keyof Request)[]).filter(
    (part) => now[part] !== undefined && JSON.stringify(now[part]) !== JSON.stringify(before[part]),
  );
}

/**
 * The request with the parts that differ from a version; null without any. The stock is sent as a difference, so that
 * sales in the meantime count.
 */
export function toChanges(form: ProductForm, base: Version<ProductForm>): ProductChanges | null {
  const request = toRequest(form);
  const parts = changedParts(form, base.values);
  if (parts.length === 0) return null;
  const changes: ProductChanges = Object.fromEntries(parts.map((part) => [part, request[part]]));
  if (changes.inventory) changes.inventory.seenQuantity = Number(base.values.quantity);
  return { ...changes, revision: base.revision };
}

/** Parts that need a new review after a change; the others apply at once. */
const REVIEWED_PARTS: readonly (keyof Request)[] = [
  "name",
  "description",
  "category",
  "subcategory",
  "tags",
  "images",
  "isOrganic",
  "organicCertificate",
];

/** The changed parts by what becomes of them. Of the fulfillment, only the pickup instructions are reviewed. */
export function changesByReview(form: ProductForm, start: ProductForm) {
  const { pickupInstructions } = start;
  const changed = changedParts({ ...form, pickupInstructions }, start);
  const instructed = form.pickupInstructions.trim() !== pickupInstructions.trim();
  return {
    toReview: [
      ...changed.filter((part) => REVIEWED_PARTS.includes(part)),
      ...(instructed ? (["pickupInstructions"] as const) : []),
    ],
    atOnce: changed.filter((part) => !REVIEWED_PARTS.includes(part)),
  };
}
