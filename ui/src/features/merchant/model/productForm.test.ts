import { describe, expect, it } from "vitest";
import { product } from "../../../../tests/shop";
import {
  changedParts,
  changesByReview,
  EMPTY_FORM,
  fromProduct,
  toChanges,
  toRequest,
  validateProduct,
} from "./productForm";

const filled = {
  ...EMPTY_FORM,
  name: " Tomatoes ",
  description: "Ripe.",
  category: "produce",
  subcategory: "Vegetables",
  price: "3.5",
  quantity: "12",
  unit: "pound",
  tags: "red, , ripe ,",
};

describe("the product form", () => {
  it("reports missing fields in the form's order", () => {
    expect(Object.keys(validateProduct(EMPTY_FORM))).toEqual([
      "name",
      "description",
      "category",
      "subcategory",
      "price",
      "quantity",
    ]);
  });

  it.each(["-1", "1.234", "abc", ""])("refuses the price %j", (price) => {
    expect(validateProduct({ ...filled, price })).toHaveProperty("price");
  });

  it("validates delivery terms only when it delivers", () => {
    const odd = { ...filled, deliveryRadius: "51" };
    expect(validateProduct(odd)).toEqual({});
    expect(validateProduct({ ...odd, method: "both" })).toEqual({
      deliveryRadius: "Please enter 1 to 50 miles",
    });
  });

  it("requires the certificate of an organic product", () => {
    const certificate = {
      url: "/api/uploads/certificates/m/c.pdf",
      filename: "c.pdf",
      originalName: "C.pdf",
    };
    expect(validateProduct({ ...filled, isOrganic: true })).toEqual({
      certificate: "Please upload an organic certification document for organic products.",
    });
    expect(validateProduct({ ...filled, isOrganic: true, certificate })).toEqual({});
    expect(toRequest({ ...filled, isOrganic: true, certificate }).organicCertificate).toEqual(certificate);
    expect(toRequest({ ...filled, certificate }).organicCertificate).toBeUndefined();
  });

  it("shows the first picture first", () => {
    const images = ["a", "b"].map((name) => ({
      url: `/api/uploads/${name}`,
      filename: name,
      alt: name === "b" ? "Cut in half" : "",
    }));
    expect(toRequest({ ...filled, images }).images).toEqual([
      { url: "/api/uploads/a", alt: "Tomatoes", isFeatured: true },
      { url: "/api/uploads/b", alt: "Cut in half", isFeatured: false },
    ]);
  });

  it("sends numbers and trimmed tags", () => {
    expect(toRequest(filled)).toMatchObject({
      name: "Tomatoes",
      price: 3.5,
      inventory: { quantity: 12, unit: "pound", lowStockThreshold: 5 },
      tags: ["red", "ripe"],
      fulfillment: { method: "pickup-only", deliveryOptions: { localDelivery: false } },
    });
  });
});

describe("editing", () => {
  const stored = product({
    tags: ["red", "ripe"],
    images: [
      { url: "/a", filename: "a", alt: "A vine", isFeatured: false },
      { url: "/b", filename: "b", alt: "San Marzano Tomatoes", isFeatured: true },
    ],
  });
  const start = fromProduct(stored);
  const base = { revision: 7, values: start };

  it("starts with the product's present values, the cover first", () => {
    expect(validateProduct(start)).toEqual({});
    expect(start).toMatchObject({ name: "San Marzano Tomatoes", price: "3.5", tags: "red, ripe" });
    expect(start.images).toEqual([
      { url: "/b", filename: "b", alt: "" },
      { url: "/a", filename: "a", alt: "A vine" },
    ]);
    expect(toChanges(start, base)).toBeNull();
  });

  it("sends the changed parts, with the stock that the merchant saw", () => {
    const form = { ...start, name: "Tomatoes", quantity: "45" };
    expect(changedParts(form, start)).toEqual(["name", "inventory", "images"]);
    expect(toChanges(form, base)).toMatchObject({
      name: "Tomatoes",
      inventory: { quantity: 45, seenQuantity: 40 },
    });
    expect(toChanges({ ...start, price: "4" }, base)).toEqual({ price: 4, revision: 7 });
  });

  it("tells the changes that are reviewed from those that apply at once", () => {
    const form = { ...start, name: "Tomatoes", price: "4", pickupInstructions: "Ring at the gate." };
    expect(changesByReview(form, start)).toEqual({
      toReview: ["name", "images", "pickupInstructions"],
      atOnce: ["price"],
    });
    const terms = { ...start, deliveryRadius: "12" };
    expect(changesByReview(terms, start)).toEqual({ toReview: [], atOnce: ["fulfillment"] });
  });

  it.each([
    [true, true, "both"],
    [false, true, "delivery-only"],
    [true, false, "pickup-only"],
  ] as const)("reads the older shipping: pickup %s, delivery %s", (canPickup, canDeliver, method) => {
    const shipping = { ...stored.shipping, canPickup, canDeliver, deliveryRange: 12, deliveryFee: 3 };
    expect(fromProduct({ ...stored, fulfillment: null, shipping })).toMatchObject({
      method,
      deliveryRadius: "12",
      deliveryFee: "3",
    });
  });
});
