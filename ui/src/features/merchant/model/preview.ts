import type { Product, User } from "@/api/types";
import { fromProduct, toRequest, type ProductForm } from "./productForm";

/** Figures of a product that has no sales, ratings or views yet. */
const NEW_PRODUCT = {
  _id: "preview",
  id: "preview",
  rating: { average: 0, count: 0 },
  organicCertificate: null,
  isLocallySourced: true,
  featured: false,
  harvestDate: null,
  distance: null,
  views: 0,
  approvalStatus: "pending",
  isActive: true,
} as const;

function merchantOf({ _id, id, name, address, businessInfo }: User): Product["merchant"] {
  return {
    _id,
    id,
    name,
    businessInfo: {
      businessName: businessInfo?.businessName ?? name,
      businessType: businessInfo?.businessType ?? "",
      businessDescription: businessInfo?.businessDescription ?? "",
      businessPhoto: businessInfo?.businessPhoto ?? null,
      offersPickup: businessInfo?.offersPickup ?? true,
      offersDelivery: businessInfo?.offersDelivery ?? true,
      sameDayDelivery: businessInfo?.sameDayDelivery ?? false,
      deliveryRadius: businessInfo?.deliveryRadius ?? 25,
      sameDayCutoff: businessInfo?.sameDayCutoff ?? "14:00",
    },
    address: {
      city: address?.city ?? "",
      state: address?.state ?? "",
      zipCode: address?.zipCode ?? "",
      distance: null,
    },
    productCount: 0,
    rating: { average: 0, count: 0 },
  };
}

/** The product as the shop would show it with the form's values. */
export function previewProduct(form: ProductForm, seller: User, stored?: Product): Product {
  const { organicCertificate: proof, inventory, fulfillment, images, ...request } = toRequest(form);
  const method = form.method;
  const sameProof = stored && proof?.url === fromProduct(stored).certificate?.url;
  return {
    ...NEW_PRODUCT,
    merchant: merchantOf(seller),
    createdAt: new Date().toISOString(),
    ...stored,
    ...request,
    price: Number.isFinite(request.price) ? request.price : 0,
    tags: request.tags ?? [],
    isOrganic: form.isOrganic,
    organicCertificate: sameProof ? stored.organicCertificate : null,
    images: (images ?? []).map(({ url, alt = "" }, index) => ({
      url,
      alt,
      isFeatured: index === 0,
      filename: "",
    })),
    inventory: {
      unit: inventory.unit,
      quantity: inventory.quantity || 0,
      lowStockThreshold: inventory.lowStockThreshold || 0,
    },
    fulfillment: {
      method,
      pickupInstructions: fulfillment?.pickupInstructions ?? "",
      deliveryOptions: {
        localDelivery: method !== "pickup-only",
        deliveryRadius: Number(form.deliveryRadius) || 5,
        deliveryFee: Number(form.deliveryFee) || 0,
        freeDeliveryMinimum: Number(form.freeDeliveryMinimum) || 0,
        estimatedTime: form.estimatedTime,
      },
    },
    shipping: {
      canPickup: method !== "delivery-only",
      canDeliver: method !== "pickup-only",
      deliveryRange: Number(form.deliveryRadius) || 5,
      deliveryFee: Number(form.deliveryFee) || 0,
      deliveryTime: { sameDay: form.estimatedTime === "same-day" },
    },
  };
}
